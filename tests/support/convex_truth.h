// convex_truth.h - solids that are unions of convex cells, in rationals (GMP): when they are blocked as one of them
// moves, how deep, and how much they share. It knows nothing of surfaces, nor of the library.
//
// Two open convex polytopes are apart exactly if a normal of a face of one, or the product of an edge of each,
// separates them. As one moves along a line each such axis leaves an open interval of it; what is in all of
// them is blocked. Volumes are those of tetrahedra, cut by planes.
#ifndef ABUT_TESTS_SUPPORT_CONVEX_TRUTH_H
#define ABUT_TESTS_SUPPORT_CONVEX_TRUTH_H
#include "geom/pose.h"

#include <gmp.h>
#include <stddef.h>

enum { CONVEX_CORNERS = 8, CONVEX_NORMALS = 4, CONVEX_EDGES = 6 };

typedef struct convex {  // a parallelepiped or a tetrahedron, placed
    int corner_count, normal_count, edge_count;
    mpq_t corner[CONVEX_CORNERS][3], normal[CONVEX_NORMALS][3], edge[CONVEX_EDGES][3];
} convex;

typedef struct convex_set {  // insides that are pairwise apart, or else their union is meant
    convex* cells;
    size_t count, room;
} convex_set;

void convex_add_box(convex_set* s, const double low[3], const double high[3], const affine* pose);
void convex_add_tetrahedron(convex_set* s, const double corner[4][3], const affine* pose);
void convex_free(convex_set* s);

// The least s >= 0 at which the second, moved by s * direction, is free of the first; and from where on it stays so.
void convex_along(const convex_set* a, const convex_set* b, const double direction[3], mpq_t depth,
                  mpq_t clear);
// Whether the second, moved by this, shares an inside with the first.
int convex_blocked(const convex_set* a, const convex_set* b, const double translation[3]);
// Of one cell each: the square of the length of the shortest translation that frees the second.
void convex_least_square(convex* a, convex* b, mpq_t square);
// Of what both share; of what overlaps in one of them, it is counted as often.
void convex_volume(const convex_set* a, const convex_set* b, mpq_t volume);

// Whether lo <= truth <= hi; and whether these are the doubles next to it. is_square: truth is the square.
int convex_holds(double lo, double hi, const mpq_t truth, int is_square);
int convex_is_next(double lo, double hi, const mpq_t truth, int is_square);

#endif
