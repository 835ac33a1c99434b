// distance_truth.h - how far two soups are from each other, and each two of their triangles, in rationals (GMP); and
// whether an answer of abut_distance says so, to the last bit.
#ifndef ABUT_TESTS_SUPPORT_DISTANCE_TRUTH_H
#define ABUT_TESTS_SUPPORT_DISTANCE_TRUTH_H
#include "support/oracle.h"
#include "support/oracle_distance.h"
#include "support/soups.h"

#include "abut/distance.h"

typedef struct distance_truth {
    oracle* o;
    size_t a_count, b_count, capacity;
    // Of triangle i of a and k of b, at i * b_count + k. Of those in contact only the square is known, 0.
    oracle_gap* gap;
    abut_kind* kind;
    abut_pair pair[2];   // of all the nearest the least; the second with a and b exchanged
    oracle_gap swapped;  // that of pair[1]: its features and points are named in its order
    size_t contact_count;
} distance_truth;

void distance_truth_init(distance_truth* t);
void distance_truth_clear(distance_truth* t);

// Cost: some 100 us for each two triangles.
void distance_truth_find(distance_truth* t, const soup_data soup[2], const abut_pose pose[2]);

// The least square of all: that of the distance.
const oracle_gap* distance_truth_least(const distance_truth* t);

// What is wrong with an answer that is exact, of a question with points; NULL: nothing. is_swapped: b was asked about first.
// Points of contacts are not looked at.
const char* distance_truth_fault(const distance_truth* t, int is_swapped,
                                 const abut_distance_answer* d);

// The same of an answer of abut_clearance to a question without a limit, budget or deadline, of a's and b's margins. is_swapped:
// b was asked about first. Of pairs in contact the kind is checked, of others the points too, if with_points says so.
const char* distance_truth_clearance_fault(const distance_truth* t, int is_swapped,
                                           const double margin[2], int strict, int with_points,
                                           const abut_clearance_answer* c);
// How many pairs of triangles are so near: at most the sum of the margins apart, or with strict nearer.
size_t distance_truth_count(const distance_truth* t, const double margin[2], int strict);

#endif
