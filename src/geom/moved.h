// moved.h - how two models stand to each other, one of them moved by a quotient of a way: as a composition (composition.h), for
// the integers.
#ifndef ABUT_GEOM_MOVED_H
#define ABUT_GEOM_MOVED_H
#include "geom/composition.h"
#include "geom/real.h"

// The poses of a and of b, b moved by numerator / denominator of a way: all of it times the denominator, which is positive, and a
// power of two. Only how b stands to a counts. Numbers are left on the stack. Returns 0 if they are too long.
int composition_make_moved(composition* out, real_stack* stack, const affine* a, const affine* b,
                           const double way[3], real numerator, real denominator);

#endif
