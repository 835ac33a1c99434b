// tree.h - a tree of volumes of any kind over the triangles of a mesh.
#ifndef ABUT_METHODS_TREE_TREE_H
#define ABUT_METHODS_TREE_TREE_H
#include "base/base.h"
#include "methods/bound/climb.h"
#include "methods/bound/kdop_turn.h"
#include "methods/bound/volume.h"
#include "soup/frame.h"
#include "soup/soup.h"

#include "abut/abut.h"
#include "abut/methods.h"

// The part of a node that is not its volume. A leaf (count > 0) holds the triangles
// order[first .. first + count - 1]; an inner node has -count children, first, first + 1, ..., all
// greater than its own index. Every node but the root has one parent.
typedef struct node_link {
    uint32_t first;
    int32_t count;
} node_link;

// A node is its link, and behind it its volume, in the coordinates of the mesh's frame, turned by turn.
// Node 0 is the root. Nodes stand in order of depth.
typedef struct tree {
    const volume_class* kind;
    void* nodes;      // NULL without triangles
    uint32_t* order;  // a triangle may stand in several leaves
    float* extra;     // numbers that volumes keep beside their nodes
    climb climb;      // of all vertices; zeroed if not asked for
    size_t node_size, node_count, order_count, extra_count, depth;
    int degree;      // most children of a node
    kdop_turn turn;  // of trees of k-DOPs
    double defect;   // a bound on the defect of every volume
    // A triangle may stand in several leaves, and a node's volume hold only a part of it: then every
    // point of a triangle has a path of volumes that hold it, from the root to a leaf with that triangle.
    int may_repeat;
    size_t guarded_count;  // leaves that only the guard of ABUT_SPLIT_CROSSING kept whole
} tree;

#define TREE_LEVELS_ANY 48  // deeper nodes are halved by count, whatever the split rule
#define TREE_DEPTH_MAX  80  // 48 levels of any split rule, then 32 of halves
#define TREE_LEAF_MAX   64
#define TREE_DEGREE_MAX 8

typedef struct tree_papers tree_papers;  // tree_papers.h

typedef struct tree_options {
    const volume_class* kind;
    const tree_papers* papers;  // NULL: the options want nothing of it
    volume_options volume;
    int leaf_size;  // 1 .. TREE_LEAF_MAX
    int depth_max;  // nodes so deep are leaves, whatever they hold; 1 .. TREE_DEPTH_MAX
    int degree;     // 2, 4 or 8
    abut_split split;
    abut_axis axis;
    int split_all;               // across every direction of the volume
    double lambda, child_ratio;  // ABUT_SPLIT_CROSSING
    int climb;                   // make the tree's climb
    double slender;              // triangles with longer edges are halved (tree_pieces.h); 0: none
    kdop_turn turn;              // of the tree; lengths are those before it
    int turned;                  // find the turn, in place of that one (tree_turn.h)
} tree_options;

// Build the tree of a mesh and its frame, level by level: host.run fits the volumes of a level and
// splits its nodes, then their children are numbered in order. So the same tree results for any
// number of workers. Reports progress between levels.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED; unless ABUT_OK, out is untouched.
// Cost: n log n; 24 bytes a vertex and 12 a triangle for the time of the build, and with
// ABUT_SPLIT_GREEDY what tree_greedy_make says; with turned what tree_build_turned says.
abut_status tree_build(tree* out, const soup_mesh* m, const frame* f, const tree_options* options,
                       const abut_host* host);
// The same for ABUT_SPLIT_CROSSING, which tree_build hands on (tree_build_crossing.c).
abut_status tree_build_crossing(tree* out, const soup_mesh* m, const frame* f,
                                const tree_options* options, const abut_host* host);
// Release what tree_build made. A zeroed tree is fine.
void tree_free(tree* t, const abut_host* host);
// Bytes held, in all and by the nodes alone.
size_t tree_bytes(const tree* t);
size_t tree_node_bytes(const tree* t);

static inline void* tree_node(const tree* t, uint32_t node)
{
    return (char*)t->nodes + (size_t)node * t->node_size;
}

static inline node_link tree_link(const tree* t, uint32_t node)
{
    return *(const node_link*)tree_node(t, node);
}

static inline void* tree_volume(const tree* t, uint32_t node)
{
    return (char*)tree_node(t, node) + sizeof(node_link);
}

static inline int link_is_leaf(node_link link)
{
    return link.count > 0;
}

static inline uint32_t link_children(node_link link)
{
    ASSERT(link.count < 0);
    return (uint32_t)-link.count;
}

#endif
