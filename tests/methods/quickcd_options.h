// quickcd_options.h - what the tests of the methods quickcd share.
#ifndef ABUT_TESTS_QUICKCD_OPTIONS_H
#define ABUT_TESTS_QUICKCD_OPTIONS_H
#include "methods/bound/hull.h"
#include "support/soup_models.h"

#include <math.h>

enum { METHODS = 7 };

static UNUSED const abut_method methods[METHODS] = {
    ABUT_METHOD_QUICKCD6,  ABUT_METHOD_QUICKCD8,  ABUT_METHOD_QUICKCD12, ABUT_METHOD_QUICKCD14,
    ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD20, ABUT_METHOD_QUICKCD26};

// Any options of one of the methods; t: what they refer to.
static UNUSED abut_build random_options(rng* r, abut_tree_build* t)
{
    abut_build o = {
        .method = methods[rng_below(r, METHODS)], .leaf_size = 1 << rng_below(r, 4), .tree = t};
    *t = (abut_tree_build){0};
    t->degree = 2 << rng_below(r, 3);
    t->split_all = (int)rng_below(r, 2);
    if (rng_below(r, 3) == 0) t->slender = 0.2;
    if (rng_below(r, 3) == 0) o.epsilon = ldexp(1, -(int)rng_below(r, 30));
    if (rng_below(r, 3) == 0 && hull_available()) t->tumble = ABUT_TUMBLE_HULL;
    return o;
}

#endif
