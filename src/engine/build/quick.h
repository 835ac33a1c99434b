// quick.h - ABUT_EFFORT_FAST: sets of triangles that fill at most one node are cut and fitted at once, eight leaves or
// sets in the lanes of a vector. What is above them is found as for the other efforts, but boxes are fitted to the sets'.
#ifndef ABUT_ENGINE_BUILD_QUICK_H
#define ABUT_ENGINE_BUILD_QUICK_H
#include "base/simd_set.h"
#include "engine/build/collapse.h"
#include "engine/tree/node.h"

#define QUICK_MOST  (WIDE_LANES * WIDE_LEAF)  // triangles of a set
#define QUICK_FIRST 0x80000000u               // marks a leaf's first triangle in the order

// Weight, and the integrals of x and x x' (the upper half), for the choice of axes only.
typedef struct quick_moments {
    float weight, first[3], second[6];
    float reference[3];  // where x counts from
} quick_moments;

// A set: if it has several leaves they have a node.
typedef struct quick_set {
    uint32_t first, count;  // triangles
    uint32_t leaves;
    uint32_t leaf, node;  // the numbers of the first leaf, and of the node if there are several
} quick_set;

typedef struct quick_request {
    const soup_mesh* m;
    const frame_map* place;
    const uint32_t* order;  // of all triangles, with marks
    const collapse* plan;   // the nodes above the sets, which are its leaves
    double widen;
    quick_set* sets;
    wide_node* boxes;        // of sets: set i is lane i % 8 of node i / 8; child means nothing
    quick_moments* moments;  // of sets
    quick_moments* above;    // of the plan's nodes
    const uint32_t* number;  // of the plan's nodes, in the tree
    wide_node* nodes;        // of the tree
    wide_leaf* leaves;
} quick_request;

// Both return a bound of the defects of what they fit.
typedef struct quick_kernel {
    // Write the leaves and nodes of up to eight sets from a multiple of eight on, and find their boxes and moments.
    double (*sets)(const quick_request* q, size_t first, size_t count);
    // Write the boxes of a node of the plan, whose lanes are linked.
    double (*above)(const quick_request* q, size_t node);
} quick_kernel;
extern const quick_kernel ISA(quick);

void quick_moments_add(quick_moments* sum, const quick_moments* other);

// Build the tree of a plan; the request has all members up to widen. Returns ABUT_OK or ABUT_OUT_OF_MEMORY; what there is
// of the tree is the caller's, in either case.
abut_status quick_build(wide_tree* out, const quick_request* request, const quick_kernel* kernel,
                        const abut_host* host);

#endif
