// topology.h - the binary tree that the wide one is cut from: which triangles stand together, and
// which of its nodes are worth a box.
#ifndef ABUT_ENGINE_BUILD_TOPOLOGY_H
#define ABUT_ENGINE_BUILD_TOPOLOGY_H
#include "base/host.h"
#include "base/simd_set.h"
#include "engine/build/pieces.h"
#include "engine/tree/node.h"

#include <stddef.h>
#include <stdint.h>

// A triangle, or a cell of triangles, as the splitter sees it: its box as one vector, so that one
// minimum joins two boxes.
typedef struct split_record {
    float low[3];
    uint32_t triangle;  // or cell
    float minus_high[3];
    uint32_t weight;  // how many triangles it stands for
} split_record;

// A node with two children. Its triangles stand together, those of child 0 first.
typedef struct binary_node {
    uint32_t first, middle;  // the first triangle of either child
    uint32_t child[2];       // BINARY_LEAF: no inner node
    uint32_t leaves;         // below it
    uint32_t shares;         // see binary_share
} binary_node;
#define BINARY_LEAF UINT32_MAX

// What a part of the tree costs where it gets at most k + 1 children of a wide node: the areas of the
// nodes that are opened. A leaf costs nothing, since it stands in every tree.
typedef struct binary_costs {
    float of[WIDE_LANES];
} binary_costs;

// Of room children (2 to 8) for what is below a node, how many are child 0's.
static inline int binary_share(const binary_node* n, int room)
{
    ASSERT(room >= 2 && room <= WIDE_LANES);
    return (int)(n->shares >> 3 * (room - 1) & 7);
}

// Of at most room children that may stand for a node, how many it takes; 1: only its own box.
static inline int binary_room(const binary_node* n, int room)
{
    ASSERT(room >= 1 && room <= WIDE_LANES);
    while (room > 1 && !(n->shares >> (22 + room) & 1))
        room--;
    return room;
}

// Fill shares and leaves of a node, and find its costs. area: half the surface of its box.
void binary_node_close(binary_node* n, float area, const binary_costs below[2],
                       const uint32_t leaves[2], binary_costs* costs);

// Where a record was whose triangle has found its leaf, a node may stand: fewer nodes are complete than
// triangles at any time.
typedef union split_slot {
    split_record record;
    binary_node node;
} split_slot;

// How sets are cut.
typedef enum split_cuts {
    CUT_FILE,    // along the file's axes
    CUT_TRIED,   // along the file's or others, as a trial on parts of the mesh tells
    CUT_FITTED,  // where fitted boxes are small (fitted.h)
} split_cuts;

typedef struct binary_tree {
    const soup_mesh* m;
    frame_map place;
    split_slot* slots;  // count of them: at first records, then nodes, not in all
    uint32_t* order;    // the triangles, leaf by leaf
    size_t count;       // triangles
    uint32_t root;      // BINARY_LEAF: all triangles are one leaf
    uint32_t leaf_count;
    int leaf_size;
    // No more triangles: a leaf. More than leaf_size: a set, in order by order.inl.
    uint32_t set_size;
    split_cuts cuts;
    const float* axes;  // three unit vectors along which sets are cut; NULL: the file's
    // Triangles of small pieces are cut as if each were the whole of its piece, until a set is one piece.
    small_pieces pieces;
    split_slot* piece_boxes;  // records; NULL: each triangle by itself
} binary_tree;

// A set of records to be split.
typedef struct split_job {
    uint32_t first, count, depth;
    uint32_t weight;
    float area;
    float centre[8];  // the range of low + high: low ends, 0, high ends negated, 0
} split_job;

typedef struct split_result {
    uint32_t number, leaves;
    binary_costs costs;
} split_result;

// The top of a large tree is found over cells of a grid, which takes two passes over the triangles
// instead of two a level.
#define GRID_SIDE  32
#define GRID_CELLS (GRID_SIDE * GRID_SIDE * GRID_SIDE)

// Compiled for every instruction set, with the same outcome.
typedef struct split_kernel {
    // Find the boxes of all pieces.
    void (*join_pieces)(const binary_tree* t);
    // Find the cell of each triangle from begin to end, and join their records into those of GRID_CELLS cells.
    void (*fill_cells)(const binary_tree* t, size_t begin, size_t end, split_slot* cells,
                       uint16_t* cell_of);
    // Join the cells from begin to end of several grids, which stand one behind the other.
    void (*join_cells)(split_slot* out, const split_slot* grids, size_t count, uint32_t begin,
                       uint32_t end);
    // Write the record of each triangle from begin to end to slot place[its cell]++.
    void (*place_triangles)(const binary_tree* t, size_t begin, size_t end, const uint16_t* cell_of,
                            uint32_t* place);
    // Write the records of the triangles in t->order[first] and on to the same places of t->slots.
    void (*fill_slots)(const binary_tree* t, uint32_t first, uint32_t count);
    // The job of count records from first on.
    split_job (*job)(const split_slot* slots, uint32_t first, uint32_t count, uint32_t depth);
    // Split a job into two.
    void (*one)(split_slot* slots, int leaf_size, const split_job* job, split_job below[2]);
    // Split all below a set of triangles. Nodes are numbered from first on, children before parents, and
    // the last of the set's places stays free.
    split_result (*all)(const binary_tree* t, uint32_t first, uint32_t count, uint32_t depth);
} split_kernel;
extern const split_kernel ISA(split);

// Write the node of a set of triangles from first on, whose right side begins at middle, where the left side
// leaves a place. area: half the surface of its box.
split_result binary_set_close(const binary_tree* t, uint32_t first, uint32_t middle, float area,
                              const split_result below[2]);

// Build the tree over the triangles of t->m, which are t->count (at least 1), and fill t->order.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status binary_tree_split(binary_tree* t, const abut_host* host);

// Nodes so deep are halved by count: so no tree is deeper than BINARY_DEPTH_MAX.
#define SPLIT_DEPTH_MAX  48
#define BINARY_DEPTH_MAX (SPLIT_DEPTH_MAX + 32 + WIDE_LANES * WIDE_LEAF)  // sets are divided, too

#endif
