// events.h - what pairs of triangles share, put together: corners that are one point, segments and polygons between them
// (docs/proofs/depth.md, "Curves").
#ifndef ABUT_QUERY_OVERLAPS_EVENTS_H
#define ABUT_QUERY_OVERLAPS_EVENTS_H
#include "query/overlaps/key_table.h"
#include "soup/soup.h"

#define EVENTS_NONE       UINT32_MAX
#define SENSE_CONTRADICTS 2

// A point that triangles share: the same features of both meshes.
typedef struct event_node {
    uint32_t pair;        // the first that has it; nodes are in the order of these
    uint32_t joined;      // a node it is connected with, lower or itself
    uint32_t segment[2];  // that end here, the first two
    uint8_t event;        // of pair
    uint8_t degree;       // how many segments end here; 3: or more
    uint8_t on_patch;     // a corner of a polygon
} event_node;

// What pairs of triangles share that is a segment. Those that several share are here once, of the first pair.
typedef struct event_segment {
    uint32_t node[2];  // of events 0 and 1
    uint32_t pair;
    uint8_t crosses;   // surfaces pass through each other there
    uint8_t is_taken;  // by a curve
    uint8_t sides;     // of segments that are touched: where triangles are, as contact_find says
    uint8_t runs;  // of these: 1, 2 if edges of a run from node 0 to node 1, and back; 4, 8 of b
    int8_t
        sense;  // 1: from node 0 to node 1 the inside of b is on the left; -1: backward; 0: unknown; SENSE_CONTRADICTS
} event_segment;

typedef struct event_polygon {
    uint32_t pair, first;  // of its corners in all polygons'
    uint32_t patch;
    uint8_t count;
    int facing;  // 1: normals are parallel; -1: opposite
} event_polygon;

// Memory that grows with host_grow_any; zeroed: none.
typedef struct events {
    key_table names, vertices, edges;
    event_node* nodes;  // by number in names
    uint32_t* vertex_nodes;
    event_segment* segments;
    event_polygon* polygons;
    uint32_t* corners;     // of polygons: nodes
    uint32_t* pair_nodes;  // of each pair: the node of its first corner
    size_t node_capacity, vertex_capacity, segment_capacity, polygon_capacity, corner_capacity,
        pair_capacity;
    size_t segment_count, polygon_count, corner_count;
    uint32_t edge_count;  // of polygons: the first so many of edges
} events;

// Find what so many pairs share. senses: what contact_find returns of each; flip: -1 if models are mirrored so that all are to be
// taken the other way around for segments; facing_flip likewise for polygons.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED. Cost: linear.
abut_status events_find(events* e, const abut_host* host, const soup_mesh* const mesh[2],
                        const abut_hits* hits, const int8_t* senses, const int flip[2]);
void events_free(events* e, const abut_host* host);

// The number of the edge that begins at a corner of a polygon.
uint32_t events_edge(const events* e, const event_polygon* polygon, int corner);

// The node that stands for all that are connected with this one: the lowest.
uint32_t events_root(events* e, uint32_t node);

#endif
