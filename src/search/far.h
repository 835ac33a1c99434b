// far.h - the nearest pair of two models that are far from each other by their size: all triangles along one direction.
//
// There floats do not tell parts of a model apart, and a walk would come to all pairs. Along the way between two nearest
// points, doubles do, since each model is measured by itself (docs/exactness.md, "Models that are far apart").
#ifndef ABUT_SEARCH_FAR_H
#define ABUT_SEARCH_FAR_H
#include "search/near.h"

// Keep the pairs that may be the nearest, as a walk does. Right for all models; costs a look at each triangle, and at each
// pair of those that are as near. May set s->status, and stop the search.
void far_nearest(search* s, const affine* a, const affine* b);

#endif
