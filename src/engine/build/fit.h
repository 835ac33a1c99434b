// fit.h - leaves filled, and boxes fitted to the children of a node, up to eight at once.
#ifndef ABUT_ENGINE_BUILD_FIT_H
#define ABUT_ENGINE_BUILD_FIT_H
#include "base/simd_set.h"
#include "engine/tree/node.h"

#define FIT_POINTS 14
#define FIT_ROOM   16

// What is known of a set of triangles, for the choice of axes only: the weight of its surface, its mean
// and covariance (the upper half, not divided by the weight), and extremal points: the highest along
// the axes and the diagonals of a cube, and along the opposites.
typedef struct fit_summary {
    float weight, mean[3], covariance[6];
    float along[FIT_ROOM], point[3][FIT_ROOM];  // the last two of each repeat the first
} fit_summary;

// The sets of a node's lanes: what is known of each, and leaves first[lane] to first[lane + 1] - 1.
typedef struct fit_request {
    const fit_summary* sets[WIDE_LANES];
    int count;
    const uint32_t* first;
    const wide_leaf* leaves;
    double widen;
} fit_request;

typedef struct fit_kernel {
    // Write a leaf of count triangles.
    void (*fill)(wide_leaf* leaf, const soup_mesh* m, const frame_map* place, const uint32_t* order,
                 uint32_t count);
    void (*summarise)(const wide_leaf* leaf, fit_summary* out);
    void (*join)(fit_summary* sum, const fit_summary* other);
    // Find the boxes of a node. Returns a bound on their defect.
    double (*fit)(wide_node* n, const fit_request* request);
} fit_kernel;
extern const fit_kernel ISA(fit);

// One box that is there, for an edit; a table of its own, so that a small library, which has none, leaves them out.
typedef struct box_kernel {
    // Find anew how far it reaches along its axes, to so many leaves.
    void (*measure)(wide_node* n, int lane, const wide_leaf* leaves, size_t count, double widen);
    // Make it hold the triangles of so many leaves, too, by more length along its axes.
    void (*cover)(wide_node* n, int lane, const wide_leaf* leaves, size_t count, double widen);
} box_kernel;
extern const box_kernel ISA(box);

#endif
