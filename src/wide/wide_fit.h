// wide_fit.h - leaves filled, and boxes fitted to the children of a node, up to eight at once.
#ifndef ABUT_WIDE_WIDE_FIT_H
#define ABUT_WIDE_WIDE_FIT_H
#include "wide/wide_tree.h"

#define FIT_POINTS 14

// What is known of a set of triangles, for the choice of axes only: the weight of its surface, its mean
// and covariance (the upper half, not divided by the weight), and extremal points: the lowest and the
// highest along the axes and the diagonals of a cube.
typedef struct fit_summary {
    float weight, mean[3], covariance[6];
    float point[FIT_POINTS][3];
} fit_summary;

// A row of children's leaves: lane i holds leaves first[i] to first[i + 1] - 1.
typedef struct fit_kernel {
    // Corners, origin and reach of a leaf, from the points of its triangles' corners, nine each.
    void (*summarise)(const wide_leaf* leaf, fit_summary* out);
    void (*join)(fit_summary* sum, const fit_summary* other);
    // Choose axes for the boxes of count sets, and write them into a node, unit vectors nearly.
    void (*choose)(wide_node* n, const fit_summary* const sets[], int count);
    // Find centre and half lengths of the box in a lane, for its axes as they are stored, about count
    // leaves, grown by widen. Returns its defect.
    double (*measure)(wide_node* n, int lane, const wide_leaf* leaves, size_t count, double widen);
} fit_kernel;
extern const fit_kernel fit_portable, fit_avx2, fit_avx512;

#endif
