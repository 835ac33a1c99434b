// tree_pieces.h - long triangles, halved for the tree alone (Klosowski 1998, chapter 6: "long skinny
// triangles").
#ifndef ABUT_METHODS_TREE_TREE_PIECES_H
#define ABUT_METHODS_TREE_TREE_PIECES_H
#include "methods/tree/tree.h"

// Pieces that replace the triangles of a mesh. The points begin with those of the mesh; the points where
// edges were halved follow. Every point of a triangle lies in one of its pieces, up to
// PIECE_DEPTH_MAX + 1 roundings of a coordinate.
typedef struct tree_pieces {
    double* points;
    uint32_t* triangles;  // three points of each piece
    uint32_t* owner;      // the triangle that a piece is part of
    size_t point_count, count;
    size_t point_capacity, capacity;
} tree_pieces;

#define PIECE_DEPTH_MAX 40

// Halve the triangle with the longest edge at the middle of that edge, again and again: until no edge
// is longer than longest, or there are 4 times as many pieces as triangles and 64 more, or the longest
// was halved PIECE_DEPTH_MAX times. out is all zero if no edge is so long.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then out is untouched. Cost: n log n.
abut_status tree_pieces_make(tree_pieces* out, const double* points, size_t point_count,
                             const uint32_t* triangles, size_t count, double longest,
                             const abut_host* host);
// Release what tree_pieces_make made. Zeroed ones are fine.
void tree_pieces_free(tree_pieces* p, const abut_host* host);

// Put triangles in place of their pieces in the leaves of a tree, each once in a leaf. Then triangles
// repeat. Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then the tree is as before. Cost: linear.
abut_status tree_pieces_join(const tree_pieces* p, tree* t, size_t triangle_count,
                             const abut_host* host);

#endif
