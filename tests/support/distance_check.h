// distance_check.h - models by every method that tells how far, for tests of abut_distance.
#ifndef ABUT_TESTS_SUPPORT_DISTANCE_CHECK_H
#define ABUT_TESTS_SUPPORT_DISTANCE_CHECK_H
#include "support/soup_models.h"

#include "abut/distance.h"
#include "abut/methods.h"

// A way to build both models.
typedef struct distance_way {
    const char* name;
    abut_method method;
    abut_memory memory;
    abut_effort effort;
    int leaf_size;
    abut_real real;
    abut_orientation orientation;
} distance_way;

static const distance_way distance_ways[] = {
    {.name = "brute", .method = ABUT_METHOD_BRUTE},
    {.name = "wide", .method = ABUT_METHOD_WIDE},
    {.name = "wide, small", .method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
    {.name = "wide, compact", .method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
    {.name = "wide, fast", .method = ABUT_METHOD_WIDE, .effort = ABUT_EFFORT_FAST},
    {.name = "wide, leaves of one", .method = ABUT_METHOD_WIDE, .leaf_size = 1},
    {.name = "aabb", .method = ABUT_METHOD_AABB},
    {.name = "sphere", .method = ABUT_METHOD_SPHERE},
    {.name = "obb", .method = ABUT_METHOD_OBB},
    {.name = "obb, double", .method = ABUT_METHOD_OBB, .real = ABUT_REAL_DOUBLE},
    {.name = "obb, quaternions",
     .method = ABUT_METHOD_OBB,
     .orientation = ABUT_ORIENTATION_QUATERNION},
    {.name = "obb, double quaternions",
     .method = ABUT_METHOD_OBB,
     .real = ABUT_REAL_DOUBLE,
     .orientation = ABUT_ORIENTATION_QUATERNION},
};
enum { DISTANCE_WAYS = sizeof distance_ways / sizeof *distance_ways };

// NULL if this build lacks the method.
static UNUSED abut_model* distance_model(const abut_soup* soup, const distance_way* way,
                                         const abut_host* host)
{
    if (!method_is_here((int)way->method)) return NULL;
    const abut_tree_build of_tree = {.real = way->real, .orientation = way->orientation};
    const abut_build options = {.method = way->method,
                                .memory = way->memory,
                                .effort = way->effort,
                                .leaf_size = way->leaf_size,
                                .tree = way->real || way->orientation ? &of_tree : NULL,
                                .host = host};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, soup, &options), ABUT_OK);
    return m;
}

static UNUSED int same_bits(double x, double y)
{
    return !memcmp(&x, &y, sizeof x);
}

#endif
