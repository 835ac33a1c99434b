// wide_topology.h - the binary tree that the wide one is cut from: which triangles stand together.
#ifndef ABUT_WIDE_WIDE_TOPOLOGY_H
#define ABUT_WIDE_WIDE_TOPOLOGY_H
#include "base/host.h"

#include <stdint.h>

typedef struct binary_node {
    uint32_t first, count;  // of order
    uint32_t child[2];      // 0 in leaves: node 0 is the root
    float area;             // half the surface of its box along the axes
} binary_node;

typedef struct topology {
    uint32_t* order;  // triangles; each node's stand together
    binary_node* nodes;
    size_t count, node_count, node_capacity;
} topology;

// Split the count triangles whose boxes are low[3 i ..] to high[3 i ..]. Parents stand before children.
abut_status topology_make(topology* out, const float* low, const float* high, size_t count,
                          int leaf_size, const abut_host* host);
void topology_free(topology* t, const abut_host* host);

#endif
