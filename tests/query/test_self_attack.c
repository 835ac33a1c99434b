// test_self_attack.c - neighbours that are as near to a tie as doubles can be: what the engine's signs say of them, in every
// rounding mode, against brute force, which takes integers. With bounds that are too small (EXPECT_WRONG: a bit for pairs with a
// common edge, and 2 for those with a common vertex) it must err.
#include "base/simd_set.h"
#include "support/distance_check.h"
#include "support/float_mode.h"
#include "support/share.h"

#include "abut/self.h"

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { TRIES = 12000 };

typedef struct two {
    double vertices[15];
    uint32_t triangles[6];
    size_t vertex_count;
} two;

// A coordinate about 1, with all its bits.
static double dense(rng* r)
{
    return (1 + 0.5 * (double)(rng_next(r) >> 12) * 0x1p-52) * (rng_below(r, 2) ? 1 : -1);
}

// One that is far below the last place of those.
static double low(rng* r)
{
    return (double)rng_below(r, 256) * 0x1p-60;
}

// In the plane z = x + y or z = x - y or z = x, exactly; or next to it.
static void put(double to[3], rng* r, double x, double y, unsigned plane)
{
    to[0] = x;
    to[1] = y;
    to[2] = plane == 0 ? x + y : plane == 1 ? x - y : x;
    if (!rng_below(r, 6)) to[2] = nextafter(to[2], 9);
}

// In the plane x = 3 y, exactly: where arms are along it and across, little of the bound is to spare.
static void put_across(double to[3], rng* r)
{
    const double y = (double)(rng_next(r) >> 14) * 0x1p-50, z = dense(r);
    const int is_along = rng_below(r, 2) != 0;
    to[1] = (is_along ? 1 + y : 0x1p-7 * y) * (rng_below(r, 2) ? 1 : -1);
    to[0] = 3 * to[1];
    to[2] = is_along ? 0x1p-7 * z : z;
}

// Two triangles with a common vertex near the origin, or with a common edge, in about one plane.
static void make(rng* r, two* t)
{
    const unsigned plane = (unsigned)rng_below(r, 3);
    const int has_edge = rng_below(r, 2) != 0;
    double x[5], y[5];
    for (int i = 0; i < 5; i++) {
        x[i] = dense(r);
        y[i] = dense(r);
    }
    // An arm of b along one of a, or against it, or nearly so.
    const size_t along = rng_below(r, 4);
    if (!has_edge && along < 3) {
        const double stretch = along == 0 ? 0.75 : along == 1 ? -0.75 : 1.25;
        x[3] = stretch * x[1];
        y[3] = stretch * y[1];
    }
    const int is_across = rng_below(r, 4) != 0;
    put(t->vertices, r, low(r), low(r), plane);
    if (is_across) t->vertices[0] = 3 * t->vertices[1];
    for (int i = 1; i < 5; i++) {
        if (is_across)
            put_across(t->vertices + 3 * (ptrdiff_t)i, r);
        else
            put(t->vertices + 3 * (ptrdiff_t)i, r, x[i], y[i], plane);
    }
    const uint32_t edge[6] = {0, 1, 2, 1, 0, 3}, vertex[6] = {0, 1, 2, 4, 0, 3};
    memcpy(t->triangles, has_edge ? edge : vertex, sizeof t->triangles);
    t->vertex_count = has_edge ? 4 : 5;
}

static abut_self_class ask(const two* t, const distance_way* way, const float_mode* mode)
{
    const abut_soup soup = {.vertices = t->vertices,
                            .triangles = t->triangles,
                            .vertex_count = t->vertex_count,
                            .triangle_count = 2};
    abut_model* m = distance_model(&soup, way, NULL);
    abut_query* q = NULL;
    const abut_instance instance = {.model = m};
    const abut_self_ask options = {.detail = ABUT_DETAIL_KINDS};
    abut_self_hits x;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    float_mode_enter(mode);
    const abut_status status = abut_self(q, &instance, &options, &x);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    const abut_self_class how = x.count ? x.meetings[0].how : (abut_self_class)0;
    abut_query_free(q);
    abut_model_free(m);
    return how;
}

typedef struct tally {
    size_t count[2], found[2], wrong[2];  // common edge, common vertex
} tally;

static void try_pair(int number, tally* to)
{
    rng r = {(uint64_t)number};
    two t;
    make(&r, &t);
    const int is_vertex = t.vertex_count == 5;
    const abut_self_class truth = ask(&t, &distance_ways[0], &float_modes[0]);
    to->count[is_vertex]++;
    to->found[is_vertex] += truth != 0;
    for (int m = 0; m < 4; m++) {
        if (!simd_use((simd_set)((number + m) % SIMD_SETS))) assert_true(simd_use(simd_best()));
        to->wrong[is_vertex] += ask(&t, &distance_ways[1], &float_modes[m]) != truth;
    }
}

static void signs_are_right_next_to_ties(void** state)
{
    // Of the next 200 000, where floats come nearest to their bound.
    static const int hard[] = {22848, 29940, 36505, 42195, 126750, 132695, 144667, 168551};
    (void)state;
    tally all = {{0}, {0}, {0}};
    for (int i = 0; i < TRIES; i++)
        if (IS_CASE(i)) try_pair(i, &all);
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        try_pair(hard[i], &all);
    print_message("common edge: %zu pairs, %zu count, %zu wrong; common vertex: %zu, %zu, %zu\n",
                  all.count[0], all.found[0], all.wrong[0], all.count[1], all.found[1],
                  all.wrong[1]);
    for (int i = 0; i < 2; i++) {
        assert_true(all.found[i] > 0 && all.found[i] < all.count[i]);
        assert_true(EXPECT_WRONG >> i & 1 ? all.wrong[i] > 0 : all.wrong[i] == 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(signs_are_right_next_to_ties),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
