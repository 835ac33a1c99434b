// far.h - the nearest pair of two models that are far from each other by their size: all triangles along one direction.
//
// There floats do not tell parts of a model apart, and a walk would come to all pairs. Along the way between two nearest
// points, doubles do, since each model is measured by itself (docs/proofs/distance.md, "Models that are far apart").
#ifndef ABUT_SEARCH_FAR_H
#define ABUT_SEARCH_FAR_H
#include "search/near.h"

typedef struct far_model {
    const affine* pose;
    const double *low, *high;  // as frame_range says
} far_model;

// Keep the pairs that may be the nearest, as a walk does: none if both boxes are farther apart than is asked for. Right for
// all models; costs a look at each triangle, and at each pair of those that are as near. May set s->status, and stop the
// search: what is known of the boxes is told then.
void far_nearest(search* s, const far_model* a, const far_model* b);

#endif
