// hybrid_options.h - what the tests of the methods aabb, sphere and hybrid share.
#ifndef ABUT_TESTS_METHODS_HYBRID_OPTIONS_H
#define ABUT_TESTS_METHODS_HYBRID_OPTIONS_H
#include "scenes.h"
#include "support/soup_models.h"

#include "abut/methods.h"

static UNUSED const abut_method methods[3] = {ABUT_METHOD_AABB, ABUT_METHOD_SPHERE,
                                              ABUT_METHOD_HYBRID};

static UNUSED soup_data soup_of_mesh(mesh* m)
{
    soup_data s = {m->vertices, m->triangles, m->vertex_count, m->triangle_count};
    return s;
}

// Any options of one of the methods; t: what they refer to.
static UNUSED abut_build random_options(rng* r, abut_tree_build* t)
{
    abut_build o = {.method = methods[rng_below(r, 3)], .tree = t};
    *t = (abut_tree_build){0};
    if (rng_below(r, 2)) o.leaf_size = 1 << rng_below(r, 7);
    if (rng_below(r, 4) == 0) t->depth_max = 1 + (int)rng_below(r, 20);
    if (rng_below(r, 4) == 0) o.epsilon = ldexp(1, -(int)rng_below(r, 20));
    if (o.method != ABUT_METHOD_HYBRID && rng_below(r, 2)) t->degree = 2 << rng_below(r, 3);
    if (o.method != ABUT_METHOD_HYBRID || rng_below(r, 4) == 0) {
        t->split = (abut_split)(ABUT_SPLIT_MEAN + (int)rng_below(r, 3));
        const int first = o.method == ABUT_METHOD_SPHERE ? ABUT_AXIS_SPLATTER : ABUT_AXIS_LONGEST;
        if (rng_below(r, 2))
            t->axis = (abut_axis)(first +
                                  (int)rng_below(r, (size_t)ABUT_AXIS_MIN_MAX + 1 - (size_t)first));
    } else {
        if (rng_below(r, 2)) t->lambda = ldexp(1, 3 - (int)rng_below(r, 6));
        if (rng_below(r, 2)) t->child_ratio = 0.55 + 0.15 * (double)rng_below(r, 4);
    }
    if (o.method == ABUT_METHOD_HYBRID && rng_below(r, 2))
        t->sphere_ratio = ldexp(1, 10 - (int)rng_below(r, 21));
    else if (o.method == ABUT_METHOD_HYBRID)
        t->volumes = (abut_volumes)rng_below(r, 4);
    return o;
}

#endif
