// self_truth.h - how two triangles of one soup meet, in rationals (GMP): the set that they share is clipped out, point by point,
// and looked at. It knows no events, no signs of the library, and no numbers of vertices.
#ifndef ABUT_TESTS_SUPPORT_SELF_TRUTH_H
#define ABUT_TESTS_SUPPORT_SELF_TRUTH_H
#include "abut/self.h"

typedef struct self_truth {
    int how;  // abut_self_class; 0: they share no more than what follows from their common vertices
    abut_kind kind;
    int shared_vertices, degenerate;  // as in abut_self_meeting
} self_truth;

// Find it. Cost: some 50 microseconds.
self_truth self_truth_of(double a[3][3], double b[3][3]);

#endif
