// oracle_straight.h - when two triangles first share a point of which one goes straight past the other, in rationals (GMP).
//
// Contact begins at 0, or where three points and one, two edges, two in a projection, or two coordinates come to lie beside
// each other. All such times are tried in order, by clipping one triangle by the other (oracle.h): no axis is looked at.
#ifndef ABUT_TESTS_SUPPORT_ORACLE_STRAIGHT_H
#define ABUT_TESTS_SUPPORT_ORACLE_STRAIGHT_H
#include "support/oracle.h"

// Six posed points at time 0, and how far both sides go until time 1.
typedef struct straight_truth {
    double vertex[2][3][3];
    affine pose[2];     // translations count
    mpq_t place[2][3];  // beside them: where the sides stand more
    mpq_t way[2][3];
    oracle* by;
    mpq_t point[2][3][3];  // made of all that
    mpq_t time[128];
    int time_count;
} straight_truth;

void straight_truth_init(straight_truth* t);
void straight_truth_clear(straight_truth* t);

// Find the first time in [0, 1] at which they share a point, or the last. Returns 0 if there is none. out: initialised.
int straight_truth_find(straight_truth* t, int is_last, mpq_t out);
// Load the pair as it is at a time into by.
void straight_truth_load(straight_truth* t, const mpq_t time);

#endif
