// nearest.h - how far two posed triangles are from each other: bounds in doubles, and the exact square
// (docs/proofs/distance.md, "Distance").
//
// The least distance of two triangles that share no point is that of two features: vertices, open edges, open
// faces. It is taken by a vertex and a vertex, a vertex and an edge, a vertex and a face, or two edges that are not
// parallel; where nearest points are not unique, slide along the common direction until a vertex is met.
#ifndef ABUT_GEOM_NEAREST_H
#define ABUT_GEOM_NEAREST_H
#include "geom/posed_pair.h"

// The poses of all pairs here are prepared without dropping equal ones (pose_pair_prepare): a pose that is not quite
// rigid keeps contacts, not lengths.

// ------------------------------------------------------------------------------------ doubles (nearest.c)

typedef struct nearest_bounds {
    double lo, hi;        // 0 <= lo <= distance <= hi; hi may be infinite
    abut_event features;  // that are likely to be the nearest
    double
        normal[3];  // from a to b across them, its largest coordinate about 1; 0 if hi is infinite
} nearest_bounds;

// Bound the distance of two placed triangles. lo is 0 where they may touch. In every rounding mode.
// Cost: some 0.3 us.
void nearest_bound(const posed_triangle* a, const posed_triangle* b, nearest_bounds* out);

// What any direction proves of how far two triangles are: 0 or more. Its largest coordinate is about 1. Cost: some 20 ns.
double nearest_along(const posed_triangle* a, const posed_triangle* b, const double normal[3]);

// Whether all corners are certainly beyond the plane through from across normal, or are from itself, or another of the
// points that lie in it (on, by their addresses; NULL: none). sign: 1 beyond, -1 behind.
int nearest_is_beyond(const posed_triangle* t, const double normal[3], int sign,
                      const posed_triangle* from, int corner, const double* const on[3]);

// ------------------------------------------------------------------------------ integers (nearest_exact.c)

// The square of a distance: numerator / denominator * 4^exponent.
typedef struct nearest_square {
    int numerator_limbs, denominator_limbs, exponent;
    abut_event features;  // that the square is of
    double normal[3];  // from a to b across them, each coordinate rounded once; the largest about 1
    int features_are_least;  // of all pairs of features as near: the least sum of dimensions, then the least feature of
                             // a, then of b
    uint64_t numerator[6 * EXACT_LIMBS_MAX], denominator[4 * EXACT_LIMBS_MAX];
} nearest_square;

// Find the square for two triangles that share no point. likely: features to try first; if they are the nearest, this
// costs about 1 us, else a few. e: made of the relative frame. with_least: features_are_least is wanted.
void nearest_exact(const exact_points* e, abut_event likely, int with_least, nearest_square* out);

// The shortest way between two triangles, in integers: others are measured by it.
typedef struct nearest_way {
    int limbs, exponent;  // as of the points it was made of
    int normal_limbs;     // 0: none was made
    uint64_t
        normal[9 * EXACT_LIMBS_MAX];  // from a to b across the features, times some positive number
    uint64_t corner[2][3 * EXACT_LIMBS_MAX];  // one of a's feature, one of b's
} nearest_way;

// Make it of features that are the nearest.
void nearest_way_make(nearest_way* out, const exact_points* e, abut_event features);
// Whether two other triangles are certainly no nearer: all of a is behind the plane across the way at its beginning, all of b
// beyond that at its end. 0 where their points, in the same poses, stand on another grid. Cost: a tenth of nearest_exact.
int nearest_is_no_nearer(const nearest_way* way, const exact_points* e);

// -1, 0 or 1 as the first is less than, as, or more than the second.
int nearest_compare(const nearest_square* x, const nearest_square* y);
// The same for a distance and a double that is not negative; it may be infinite.
int nearest_compare_double(const nearest_square* x, double y);
// The same for a distance and the real sum of two finite doubles that are not negative.
int nearest_compare_sum(const nearest_square* x, double y, double z);
// The two doubles next to the distance, the same if it is one. Beyond the doubles hi is infinite.
void nearest_enclose(const nearest_square* x, double* lo, double* hi);

// The nearest points of two features, on a and on b, each coordinate rounded once. e: made in the world.
void nearest_points(const exact_points* e, abut_event features, double a_point[3],
                    double b_point[3]);

#endif
