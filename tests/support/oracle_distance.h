// oracle_distance.h - how far two posed triangles are from each other, in rationals (GMP): the least of all pairs of
// features, with no filter and no test of optimality. Shares no code with src/geom.
#ifndef ABUT_TESTS_SUPPORT_ORACLE_DISTANCE_H
#define ABUT_TESTS_SUPPORT_ORACLE_DISTANCE_H
#include "geom/pose.h"

#include "abut/abut.h"

#include <gmp.h>

typedef struct oracle_gap {
    mpq_t square;  // of the distance
    abut_event
        features;  // of all that are as near: the least sum of dimensions, then the least of a, then of b
    mpq_t a[3], b[3];  // their nearest points, in the world
} oracle_gap;

void oracle_gap_init(oracle_gap* g);
void oracle_gap_clear(oracle_gap* g);

// For two triangles that share no point (oracle_decide). Cost: some 20 us.
void oracle_gap_find(oracle_gap* g, const double a[3][3], const affine* a_pose,
                     const double b[3][3], const affine* b_pose);
// The same in frames about the poses; NULL: none.
void oracle_gap_find_in(oracle_gap* g, const double a[3][3], const affine* a_pose,
                        const affine* a_frame, const double b[3][3], const affine* b_pose,
                        const affine* b_frame);

// The sign of x - d, of a double x >= 0 and a distance of which the square is known.
int oracle_compare_double(double x, const mpq_t square);
// Whether lo and hi are the doubles next to a distance, equal if it is one.
int oracle_encloses(const mpq_t square, double lo, double hi);
// Whether a double is the nearest to a rational, the even one of two; 0 has no sign.
int oracle_is_rounded(const mpq_t x, double rounded);

#endif
