// wide_fit.h - leaves filled, and boxes fitted to the children of a node, up to eight at once.
#ifndef ABUT_WIDE_WIDE_FIT_H
#define ABUT_WIDE_WIDE_FIT_H
#include "wide/wide_tree.h"

#define FIT_POINTS 14
#define FIT_ROOM   16

// What is known of a set of triangles, for the choice of axes only: the weight of its surface, its mean
// and covariance (the upper half, not divided by the weight), and extremal points: the highest along
// the axes and the diagonals of a cube, and along the opposites.
typedef struct fit_summary {
    float weight, mean[3], covariance[6];
    float along[FIT_ROOM], point[3][FIT_ROOM];  // the last two of each repeat the first
} fit_summary;

typedef struct fit_kernel {
    // Write a leaf of count triangles.
    void (*fill)(wide_leaf* leaf, const soup_mesh* m, const frame_map* place, const uint32_t* order,
                 uint32_t count);
    void (*summarise)(const wide_leaf* leaf, fit_summary* out);
    void (*join)(fit_summary* sum, const fit_summary* other);
    // Choose axes for the boxes of count sets, and write them into a node, unit vectors nearly. fast:
    // only the file's or the principal ones.
    void (*choose)(wide_node* n, const fit_summary* const sets[], int count, int fast);
    // Find centres and half lengths of a node's boxes, for their axes as they are stored: lane i holds
    // leaves first[i] to first[i + 1] - 1, and is grown by widen. Returns a bound on their defect.
    double (*measure)(wide_node* n, int count, const wide_leaf* leaves, const uint32_t first[],
                      double widen);
} fit_kernel;
extern const fit_kernel fit_portable, fit_avx2, fit_avx512;

#endif
