// wide_topology.h - the binary tree that the wide one is cut from: which triangles stand together.
#ifndef ABUT_WIDE_WIDE_TOPOLOGY_H
#define ABUT_WIDE_WIDE_TOPOLOGY_H
#include "base/host.h"

#include <stddef.h>
#include <stdint.h>

// A triangle as the splitter sees it: its box as one vector, so that one minimum joins two boxes.
typedef struct split_record {
    float low[3];
    uint32_t triangle;
    float minus_high[3];
    uint32_t unused;
} split_record;

// An inner node. Its triangles stand together, those of child 0 first.
typedef struct binary_node {
    uint32_t first, count, left;  // left: triangles of child 0
    uint32_t child[2];            // BINARY_LEAF: no inner node
    float area;                   // half the surface of its box along the axes
} binary_node;
#define BINARY_LEAF UINT32_MAX

// The split of a node whose first triangle in child 1 is number p stands at some place below p: the
// places from first to first + count - 2 belong to a node and what is below it.
typedef struct binary_tree {
    split_record* records;  // in the order of leaves
    binary_node* nodes;     // count places, not all of them used
    size_t count;           // triangles
    uint32_t root;          // BINARY_LEAF: all triangles are one leaf
    int leaf_size;
} binary_tree;

// What a task of the splitter begins with.
typedef struct split_job {
    uint32_t first, count, depth;
    float area;
    float centre[8];  // the range of low + high: low ends, 0, high ends negated, 0
} split_job;

// Split all below a job, or only it. Nodes are numbered from job->first on. Compiled for every
// instruction set, with the same outcome.
typedef struct split_kernel {
    // Returns the number of the job's own node.
    uint32_t (*all)(const binary_tree* t, const split_job* job);
    // Returns the two jobs below it; the node is written to number place.
    void (*one)(const binary_tree* t, const split_job* job, uint32_t place, split_job below[2]);
    // The job of all triangles.
    split_job (*whole)(const binary_tree* t);
} split_kernel;
extern const split_kernel split_portable, split_avx2, split_avx512;

// Build the tree over t->records, t->count of them (at least 1). t->nodes: room for t->count.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status binary_tree_split(binary_tree* t, const abut_host* host);

// Nodes so deep are halved by count: so no tree is deeper than BINARY_DEPTH_MAX.
#define SPLIT_DEPTH_MAX  48
#define BINARY_DEPTH_MAX (SPLIT_DEPTH_MAX + 32)

#endif
