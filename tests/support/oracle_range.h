// oracle_range.h - a posed triangle and half-spaces in a pose in rationals (GMP), from the definition: the triangle is taken into
// the range's own coordinates, and cut by one half-space after the other. Shares no code with src.
#ifndef ABUT_TESTS_SUPPORT_ORACLE_RANGE_H
#define ABUT_TESTS_SUPPORT_ORACLE_RANGE_H
#include "support/oracle_shape.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ORACLE_PLANES_MOST = 64 };

typedef struct range_question {
    double vertex[3][3];
    oracle_map model, frame, pose;  // pose: of the range
    int has_frame;
    int count;
    double plane[ORACLE_PLANES_MOST][4];  // n . x <= d
} range_question;

typedef struct range_truth {
    int shares, is_inside;  // some point of the triangle is in the range, all are
    int has_corner;         // a corner is
    int is_beyond_one;      // all corners are outside of one plane
    int touches;            // some corner lies in some plane
} range_truth;

void range_truth_find(const range_question* q, range_truth* out);

#ifdef __cplusplus
}
#endif
#endif
