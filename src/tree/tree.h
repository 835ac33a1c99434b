// tree.h - a binary tree of oriented boxes over the triangles of a mesh (Gottschalk 1996, section 4).
#ifndef ABUT_TREE_TREE_H
#define ABUT_TREE_TREE_H
#include "bound/obb.h"
#include "soup/frame.h"
#include "soup/soup.h"

#include "abut/abut.h"

// A node is 68 bytes with float boxes, 128 with double ones. Node 0 is the root. The children of an
// inner node (count 0) are first and first + 1, both greater than its own index; a leaf holds the
// triangles order[first .. first + count - 1]. Nodes stand in order of depth.
typedef struct node_float {
    obb_float box;
    uint32_t first, count;
} node_float;

typedef struct node_double {
    obb box;
    uint32_t first, count;
} node_double;

// Boxes stand in the coordinates of the mesh's frame.
typedef struct tree {
    void* nodes;  // node_float or node_double; NULL without triangles
    uint32_t* order;
    size_t node_count, triangle_count, depth;
    double defect;  // a bound on obb_defect of every box
    int as_float;
} tree;

#define TREE_DEPTH_MAX 80  // 48 levels of any split rule, then 32 of halves by count

typedef struct tree_options {
    int leaf_size;     // 1 .. TREE_LEAF_MAX
    abut_split split;  // not the default
    unsigned fits;     // not 0
    int as_float;
} tree_options;

#define TREE_LEAF_MAX 64

// Build the tree of a mesh and its frame, level by level: host.run fits the boxes of a level and
// splits its nodes, then their children are numbered in order. So the same tree results for any
// number of workers. Reports progress between levels.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED; unless ABUT_OK, out is untouched.
// Cost: n log n; 24 bytes a vertex and 12 a triangle for the time of the build.
abut_status tree_build(tree* out, const soup_mesh* m, const frame* f, const tree_options* options,
                       const abut_host* host);
// Release what tree_build made. A zeroed tree is fine.
void tree_free(tree* t, const abut_host* host);
// Bytes held, in all and by the nodes alone.
size_t tree_bytes(const tree* t);
size_t tree_node_bytes(const tree* t);

// The part of a node that is not its box.
typedef struct node_link {
    uint32_t first, count;
} node_link;

static inline node_link tree_link(const tree* t, uint32_t node)
{
    if (t->as_float) {
        const node_float* n = (const node_float*)t->nodes + node;
        return (node_link){n->first, n->count};
    }
    const node_double* n = (const node_double*)t->nodes + node;
    return (node_link){n->first, n->count};
}

// The box of a node. Every float is a double, so this rounds nothing.
static inline void tree_box(const tree* t, uint32_t node, obb* out)
{
    if (!t->as_float) {
        *out = ((const node_double*)t->nodes + node)->box;
        return;
    }
    const obb_float* box = &((const node_float*)t->nodes + node)->box;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->axes.row[i][k] = (double)box->axes[i][k];
        out->centre[i] = (double)box->centre[i];
        out->half[i] = (double)box->half[i];
    }
}

// Whether the box of a node and a placed box of another tree are certainly apart (obb_apart).
static inline int tree_box_apart(const tree* t, uint32_t node, double scale, const placed_obb* b,
                                 const obb_margin* margin)
{
    return t->as_float
               ? obb_apart_float(&((const node_float*)t->nodes + node)->box, scale, b, margin)
               : obb_apart(&((const node_double*)t->nodes + node)->box, scale, b, margin);
}

// How large a node is, to choose which of two to descend: the sum of its half lengths.
static inline double tree_size(const tree* t, uint32_t node)
{
    if (t->as_float) {
        const float* half = ((const node_float*)t->nodes + node)->box.half;
        return (double)half[0] + (double)half[1] + (double)half[2];
    }
    const double* half = ((const node_double*)t->nodes + node)->box.half;
    return half[0] + half[1] + half[2];
}

#endif
