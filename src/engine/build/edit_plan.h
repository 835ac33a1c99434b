// edit_plan.h - what becomes of a tree that is edited, before anything of it is written: which parts are copied, which leaves are
// filled anew, which subtrees are built anew, and how many nodes and leaves that makes.
#ifndef ABUT_ENGINE_BUILD_EDIT_PLAN_H
#define ABUT_ENGINE_BUILD_EDIT_PLAN_H
#include "engine/build/edit.h"
#include "engine/build/fit.h"
#include "engine/build/part.h"

typedef enum edit_kind {
    EDIT_NOTHING,  // nothing is left
    EDIT_SAME,     // all of an old child
    EDIT_LEAF,     // a new leaf
    EDIT_TREE,     // built anew
    EDIT_NODE,     // a node, some of whose children have changed
} edit_kind;

// What stands at a lane.
typedef struct edit_part {
    edit_kind kind;
    // EDIT_SAME: the child, as wide_node has it. EDIT_LEAF: the first of its triangles in edit_plan.ids. EDIT_TREE, EDIT_NODE: which
    // of edit_plan.trees, edit_plan.nodes.
    int32_t which;
    uint32_t count;          // EDIT_LEAF: triangles
    uint32_t nodes, leaves;  // it makes
    uint32_t height;         // of its nodes above each other
    int32_t lane;            // of the old node, whose box or axes it takes
    uint32_t first, end;     // of edit_plan.inserted: what was inserted below
    uint32_t removed;        // how many were removed below
} edit_part;

typedef struct edit_node {
    int32_t old;  // the node that has their lanes
    int32_t count;
    edit_part part[WIDE_LANES];
} edit_node;

// Where leaves and nodes of the old tree are.
typedef struct edit_span {
    uint32_t leaf, leaves, nodes;  // the first leaf below, how many leaves and nodes, itself too
    uint32_t height;               // of nodes above each other; 0: a leaf
} edit_span;

typedef struct edit_plan {
    const wide_tree* t;
    const soup_mesh* m;
    const wide_options* options;
    abut_host host;
    const fit_kernel* fit;
    const box_kernel* box;
    frame_map place;
    part_builder builder;
    edit_span* spans;  // of the old nodes
    uint32_t *before,
        *gone;  // of each leaf and the end: triangles in leaves before it, and how many of them were removed
    uint32_t* inserted;   // triangles, in the order of what is below what
    uint32_t* moved;      // room for as many
    uint8_t* lanes;       // of each of them, meanwhile
    float (*corners)[9];  // of each triangle that was inserted, in the frame, as inserted has them
    float (*moved_corners)[9];
    size_t inserted_count;
    unsigned char* removed;  // bits of triangles
    size_t removed_bytes;
    uint32_t* ids;  // of new leaves
    size_t id_count, id_capacity;
    edit_node* nodes;
    size_t node_count, node_capacity;
    wide_tree* trees;
    size_t tree_count, tree_capacity;
    edit_part root;
    int is_new;  // everything has to be built anew
} edit_plan;

// Plan. Returns ABUT_OK or ABUT_OUT_OF_MEMORY; edit_plan_free is due in either case.
abut_status edit_plan_make(edit_plan* p, const soup_mesh* m, const frame* f,
                           const wide_options* options, const wide_changes* changes,
                           const abut_host* host);
void edit_plan_free(edit_plan* p);

// A node of the old tree, whatever form it has; room: for one that was packed.
const wide_node* edit_old_node(const wide_tree* t, size_t node, wide_node* room);

#endif
