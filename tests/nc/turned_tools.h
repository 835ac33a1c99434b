// turned_tools.h - solids of revolution, and models of every sort that tells depths in them, for tests.
#ifndef ABUT_TESTS_NC_TURNED_TOOLS_H
#define ABUT_TESTS_NC_TURNED_TOOLS_H
#include "support/soups.h"

#include "abut/abut.h"
#include "abut/milling.h"

#include <math.h>
#include <stdlib.h>

// In [0, 1).
static UNUSED double rng_share(rng* r)
{
    return rng_signed(r) / 2 + 0.5;
}

static UNUSED const abut_turned ball5 = {.rings = {{0, 5, 5}}, .ring_count = 1, .endless = 1};
static UNUSED const abut_turned flat5 = {.rings = {{5, 0, 0}}, .ring_count = 1, .endless = 1};
static UNUSED const abut_turned bull5 = {.rings = {{3, 2, 2}}, .ring_count = 1, .endless = 1};
// Half-angle 30 degrees: a wall of 45 degrees touches its side only.
static UNUSED abut_turned cone(double radius, double half_angle)
{
    return (abut_turned){
        .rings = {{0, 0, 0}, {radius, radius / tan(half_angle), 0}}, .ring_count = 2, .endless = 1};
}
static UNUSED const abut_turned closed_bull = {.rings = {{3, 2, 2}, {5, 20, 0}}, .ring_count = 2};
static UNUSED const abut_turned drill = {.rings = {{0, 0, 0}, {3, 1.75, 0}, {3, 30, 0}},
                                         .ring_count = 3};
static UNUSED const abut_turned taper_ball = {
    .rings = {{0, 1, 1}, {4, 15, 0}}, .ring_count = 2, .endless = 1};
static UNUSED const abut_turned dovetail = {.rings = {{6, 0, 0}, {3, 8, 0}}, .ring_count = 2};

// Every sort of tree that tells depths.
static const abut_build trees[] = {
    {.method = ABUT_METHOD_AABB},
    {.method = ABUT_METHOD_WIDE},
    {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
    {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
    {.method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_FAST},
    {.method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_BEST, .leaf_size = 1},
};
enum { TREES = sizeof trees / sizeof *trees };

static UNUSED abut_model* build_as(const double* vertices, size_t triangles, const abut_build* how)
{
    uint32_t* index = malloc(3 * triangles * sizeof *index);
    assert_non_null(index);
    for (uint32_t i = 0; i < 3 * triangles; i++)
        index[i] = i;
    const abut_soup soup = {.vertices = vertices,
                            .vertex_count = 3 * triangles,
                            .triangles = index,
                            .triangle_count = triangles};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, how), ABUT_OK);
    free(index);
    return m;
}

static UNUSED abut_model* build(const double* vertices, size_t triangles, abut_method method)
{
    return build_as(vertices, triangles, &(abut_build){.method = method});
}

#endif
