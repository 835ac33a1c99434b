// environment.h - what all baselines share: the static environment and the flying object, both in their
// frames, and a placement of the second in the first.
//
// A baseline only picks candidates, by boxes along the axes of the environment's file. It may leave a
// triangle out only where a box that holds it is proved apart from a box that holds the flying object's
// part, in its true pose; so the pairs that are found are always all pairs (docs/notes/methods.md,
// "Baselines"). Allocation is the C library's: nothing here is shipped.
#ifndef ABUT_BENCH_ENVIRONMENT_H
#define ABUT_BENCH_ENVIRONMENT_H
#include "geom/pose.h"
#include "methods/bound/climb.h"
#include "methods/bound/volume.h"
#include "search/relative_pose.h"
#include "soup/frame.h"
#include "soup/soup.h"

// The box of a triangle, rounded outward: it holds the true triangle, however it was rounded.
typedef struct float_box {
    float low[3], high[3];
} float_box;

typedef struct environment {
    soup_mesh mesh;
    frame frame;
    double* points;    // of the mesh, in the frame
    float_box* boxes;  // of its triangles
    range3 range;      // of all boxes; empty (low > high) without triangles
} environment;

// Make one for a soup that soup_check accepts. Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then out is
// zeroed.
abut_status environment_make(environment* out, const abut_soup* soup);
// Release what environment_make made. A zeroed one is fine.
void environment_free(environment* e);
// Bytes held.
size_t environment_bytes(const environment* e);

typedef struct flyer {
    soup_mesh mesh;
    frame frame;
    double* points;
    climb climb;  // of its hull; empty without Qhull
} flyer;

// As environment_make.
abut_status flyer_make(flyer* out, const abut_soup* soup);
void flyer_free(flyer* f);

// Whether a triangle may share a point with a box: 0 only if an axis separates them (13 axes) by more
// than rounding, and by more than the environment's points are off. corner: placed points of the triangle.
// Cost: up to 200 operations.
int triangle_meets_box(const double* const corner[3], const double low[3], const double high[3]);

// ------------------------------------------------------------------------------------- placements

// Points of the flyer in the environment's frame, in the unit of a relative pose (search/relative.h).
typedef struct placement {
    relative_pose relative;
    double error[3];  // how far a computed coordinate may be off, the flyer's rounding included
} placement;

void placement_prepare(placement* out, const environment* e, const flyer* f, const affine pose[2]);

// The flyer's box in the environment's frame and own unit, from its hull by hill climbing, or from all
// vertices without one. climbed: where the last climbs ended; any numbers will do.
range3 placement_of_flyer(const placement* p, const flyer* f, uint32_t climbed[6]);
// Place all vertices; out has room for as many.
void placement_of_points(const placement* p, const flyer* f, double (*out)[3]);
// The box of a triangle, from the placed vertices.
range3 placement_of_triangle(const placement* p, const flyer* f, const double (*points)[3],
                             uint32_t triangle);

// Whether a box of a triangle and another are apart: the order of the comparisons makes NaN and
// infinities harmless.
static inline int boxes_are_apart(const float_box* a, const range3* b)
{
    for (int k = 0; k < 3; k++) {
        if ((double)a->low[k] > b->high[k] || (double)a->high[k] < b->low[k]) return 1;
    }
    return 0;
}

#endif
