// statistics.h - what a soup is like as a surface, and the depths of a tree
// SPDX-License-Identifier: MIT
#ifndef ABUT_STATISTICS_H
#define ABUT_STATISTICS_H
#include "abut/abut.h"

#ifdef __cplusplus
extern "C" {
#endif

// ------------------------------------------------------------------------------------- statistics

// What a soup is like as a surface. Vertices that are equal bit by bit (-0 counts as 0) are one
// vertex here, and an edge is an unordered pair of such vertices. So a crack as wide as one
// rounding counts.
typedef struct abut_statistics {
    size_t triangle_count;   // degenerate ones too
    size_t vertex_count;     // distinct ones
    size_t unused_count;     // of these, no triangle uses so many
    size_t segment_count;    // triangles that are only a segment
    size_t point_count;      // triangles that are only a point
    size_t duplicate_count;  // triangles with the same vertices, in any order, as one before them
    // Edges are those of triangles that are not degenerate.
    size_t edge_count;
    size_t boundary_count;      // edges of one triangle only. None: the surface is closed
    size_t non_manifold_count;  // edges of more than two triangles
    // Edges that several triangles use, but not equally often in both directions. None: the
    // surface is consistently oriented.
    size_t unoriented_count;
    size_t component_count;  // sets of triangles, degenerate ones too, connected by vertices
    // The least and greatest coordinates of triangles, exactly; 0 without triangles.
    double low[3], high[3];
    // The thinnest triangle that is not degenerate: the ratio of its longest edge to the height
    // on it, rounded (infinite beyond the range of doubles). The first of those that differ by
    // less than one part in 2^30. Without one: 0, and triangle_count.
    double needle_ratio;
    size_t needle_triangle;  // its index
} abut_statistics;

// Find the statistics of a soup. host may be NULL; all memory is given back before the return.
// Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT, ABUT_CANCELLED, or as abut_soup_check.
// Cost: linear, about a microsecond a triangle; meanwhile at most 110 bytes a triangle and 70 a
// vertex.
ABUT_API abut_status abut_soup_statistics(const abut_soup* soup, const abut_host* host,
                                          abut_statistics* out);

// Count the leaves of each depth, and the triangles in them: entry d is about leaves d edges
// below the root. Both arrays have capacity entries, more than abut_model_info's depth; either
// may be NULL. Entries beyond the depth become 0, for ABUT_METHOD_BRUTE all of them.
// Returns ABUT_OK, or ABUT_BAD_ARGUMENT also for too few entries. Cost: one pass over the nodes.
ABUT_API abut_status abut_model_depths(const abut_model* model, size_t capacity, size_t* leaves,
                                       size_t* triangles);

#ifdef __cplusplus
}
#endif
#endif
