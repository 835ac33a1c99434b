// moving_tree.h - a tree over triangles whose vertices move linearly, and which pairs of them may meet.
//
// A node has two boxes for each of its eight children: of all below it at time 0, and at time 1. What goes linearly stays within
// the box that goes linearly between these two. So two children are apart all the time if along one axis one of them is ahead of
// the other at both times: in one common motion of all nothing comes nearer, however far it goes.
#ifndef ABUT_QUERY_MOVING_TREE_H
#define ABUT_QUERY_MOVING_TREE_H
#include "base/base.h"
#include "base/sort.h"

#include <stddef.h>
#include <stdint.h>

#define MOVING_WIDTH       8
#define MOVING_LEVELS_MOST 12  // 8^11 is above 2^31

typedef struct moving_soup {  // borrowed
    const double* at[2];      // its vertices at time 0 and at time 1
    const uint32_t* triangles;
    size_t vertex_count, triangle_count;
} moving_soup;

// Where two soups are, both times: boxes are floats, relative to it.
typedef struct moving_range {
    double low[3], high[3];
    double center[3], per_length;  // set by moving_range_end
} moving_range;

moving_range moving_range_begin(void);
void moving_range_add(moving_range* r, const double* vertices, size_t count);
void moving_range_end(moving_range* r);

typedef struct moving_node {  // a child that is not there: all of it infinitely far
    float low[2][3][MOVING_WIDTH], high[2][3][MOVING_WIDTH];  // at both times
} moving_node;

// Zeroed: empty. Child k of node n of a level is node 8 n + k of the level below it, of level 0 the triangle order[8 n + k].
typedef struct moving_tree {
    moving_node* nodes;
    sort_record *order, *scratch;  // value: the triangle
    size_t node_capacity, order_capacity, scratch_capacity;
    size_t count;                                // triangles
    size_t level_first[MOVING_LEVELS_MOST + 1];  // node 0 of each level
    int levels;                                  // the last one has one node
} moving_tree;

// How many levels a tree of so many triangles has.
int moving_tree_levels(size_t count);

// Build with so many levels, or more than there have to be: so that two trees are of one height.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: linear, some 80 ns a triangle.
abut_status moving_tree_build(moving_tree* t, const moving_soup* soup, const moving_range* range,
                              int levels, const abut_host* host);
void moving_tree_free(moving_tree* t, const abut_host* host);

// Told of each pair of triangles that may meet. Returns 0 if the walk is to end.
typedef int moving_visit(void* context, uint32_t a, uint32_t b);
// Asked before so many tests of boxes. Returns 0 if the walk is to end.
typedef int moving_may_test(void* context, unsigned count);

// Walk two trees of one height; or one and the same: then each pair of different triangles once.
void moving_tree_walk(const moving_tree* a, const moving_tree* b, moving_visit* visit,
                      moving_may_test* may_test, void* context);

#endif
