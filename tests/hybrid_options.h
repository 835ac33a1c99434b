// hybrid_options.h - what the tests of the methods aabb, sphere and hybrid share.
#ifndef ABUT_TESTS_HYBRID_OPTIONS_H
#define ABUT_TESTS_HYBRID_OPTIONS_H
#include "scenes.h"
#include "soup_models.h"

static UNUSED const abut_method methods[3] = {ABUT_METHOD_AABB, ABUT_METHOD_SPHERE,
                                              ABUT_METHOD_HYBRID};

static UNUSED soup_data soup_of_mesh(mesh* m)
{
    soup_data s = {m->vertices, m->triangles, m->vertex_count, m->triangle_count};
    return s;
}

// Any options of one of the methods.
static UNUSED abut_build random_options(rng* r)
{
    abut_build o = {.method = methods[rng_below(r, 3)]};
    if (rng_below(r, 2)) o.leaf_size = 1 << rng_below(r, 7);
    if (rng_below(r, 4) == 0) o.depth_max = 1 + (int)rng_below(r, 20);
    if (rng_below(r, 4) == 0) o.epsilon = ldexp(1, -(int)rng_below(r, 20));
    if (o.method != ABUT_METHOD_HYBRID && rng_below(r, 2)) o.degree = 2 << rng_below(r, 3);
    if (o.method != ABUT_METHOD_HYBRID || rng_below(r, 4) == 0) {
        o.split = (abut_split)(ABUT_SPLIT_MEAN + (int)rng_below(r, 3));
        const int first = o.method == ABUT_METHOD_SPHERE ? ABUT_AXIS_SPLATTER : ABUT_AXIS_LONGEST;
        if (rng_below(r, 2))
            o.axis = (abut_axis)(first +
                                 (int)rng_below(r, (size_t)ABUT_AXIS_MIN_MAX + 1 - (size_t)first));
    } else {
        if (rng_below(r, 2)) o.lambda = ldexp(1, 3 - (int)rng_below(r, 6));
        if (rng_below(r, 2)) o.child_ratio = 0.55 + 0.15 * (double)rng_below(r, 4);
    }
    if (o.method == ABUT_METHOD_HYBRID && rng_below(r, 2))
        o.sphere_ratio = ldexp(1, 10 - (int)rng_below(r, 21));
    return o;
}

#endif
