// test_points_oracle.c - abut_points on small soups against rationals: test_points_oracle [SEED [CASES [FIRST]]]
//
// Soups of every sort, in poses of every sort, in frames, scaled; points anywhere, on corners, on edges, in faces, above these,
// on a grid, and the next doubles to all of these. The k nearest in order, features, points, and limits, by every way to build
// and in all states of the floating-point unit. Batches are kept: what was asked before must not matter.
#include "support/float_mode.h"
#include "support/oracle_distance.h"
#include "support/points_check.h"
#include "support/share.h"

#include <inttypes.h>
#include <stdio.h>

enum { POINTS = 10, TRIANGLES_MOST = 12 };

static uint64_t seed = 1, case_count = CASES(700), first_case = 0;

typedef struct truth {
    oracle_gap gap[TRIANGLES_MOST];
    size_t order[TRIANGLES_MOST];  // by distance, then by index
    size_t count;
} truth;

static void find_order(truth* t)
{
    for (size_t i = 0; i < t->count; i++) {
        size_t at = i;
        for (; at && mpq_cmp(t->gap[t->order[at - 1]].square, t->gap[i].square) > 0; at--)
            t->order[at] = t->order[at - 1];
        t->order[at] = i;
    }
}

static void find_truth(truth* t, const soup_data* s, const abut_instance* at, const double p[3])
{
    affine pose, frame, world;
    double point[3][3] = {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}, {p[0], p[1], p[2]}};
    assert_int_equal(affine_from_pose(&pose, &at->pose), ABUT_OK);
    assert_int_equal(affine_from_pose(&frame, at->frame), ABUT_OK);
    assert_int_equal(affine_from_pose(&world, NULL), ABUT_OK);
    t->count = s->triangle_count;
    for (size_t i = 0; i < t->count; i++) {
        double v[3][3];
        memcpy(v, s->vertices + 9 * i, sizeof v);
        oracle_gap_find_in(&t->gap[i], (const double(*)[3])v, &pose, at->frame ? &frame : NULL,
                           (const double(*)[3])point, &world, NULL);
    }
    find_order(t);
}

static void check_near(const truth* t, size_t k, const abut_point_near* n, const char* name,
                       uint64_t index)
{
    const oracle_gap* g = &t->gap[t->order[k]];
    int is_right = n->triangle == t->order[k] && oracle_encloses(g->square, n->lo, n->hi) &&
                   n->feature == (abut_feature)g->features.a;
    for (int c = 0; c < 3; c++)
        is_right &= oracle_is_rounded(g->a[c], n->point[c]);
    if (!is_right)
        fail_msg("seed %" PRIu64 ", case %" PRIu64
                 ", %s: place %zu is triangle %u, not %zu; %.17g %.17g, feature %d, not %d; "
                 "%.17g %.17g %.17g, not %.17g %.17g %.17g",
                 seed, index, name, k, n->triangle, t->order[k], n->lo, n->hi, (int)n->feature,
                 g->features.a, n->point[0], n->point[1], n->point[2], mpq_get_d(g->a[0]),
                 mpq_get_d(g->a[1]), mpq_get_d(g->a[2]));
}

static void check_answer(const truth* t, const abut_point_answer* a, size_t wanted, double within,
                         const char* name, uint64_t index)
{
    size_t there = 0;
    while (there < wanted && there < t->count &&
           (within == 0 || oracle_compare_double(within, t->gap[t->order[there]].square) >= 0))
        there++;
    if (a->near_count != there)
        fail_msg("seed %" PRIu64 ", case %" PRIu64 ", %s: %zu, not %zu", seed, index, name,
                 a->near_count, there);
    for (size_t k = 0; k < there; k++)
        check_near(t, k, &a->near[k], name, index);
}

// ------------------------------------------------------------------------------------------- points

static void place(const abut_instance* at, const double v[3], double out[3])
{
    affine pose, frame;
    double moved[3];
    assert_int_equal(affine_from_pose(&pose, &at->pose), ABUT_OK);
    assert_int_equal(affine_from_pose(&frame, at->frame), ABUT_OK);
    for (int k = 0; k < 3; k++)
        moved[k] = pose.matrix[k][0] * v[0] + pose.matrix[k][1] * v[1] + pose.matrix[k][2] * v[2] +
                   pose.translation[k];
    for (int k = 0; k < 3; k++)
        out[k] = frame.matrix[k][0] * moved[0] + frame.matrix[k][1] * moved[1] +
                 frame.matrix[k][2] * moved[2] + frame.translation[k];
}

// A point of a triangle with few bits in its weights, or off it along an axis or the normal.
static void make_point(rng* r, const soup_data* s, const abut_instance* at, double scale,
                       double out[3])
{
    const double* v = s->vertices + 9 * rng_below(r, s->triangle_count);
    static const double weights[][3] = {{1, 0, 0},         {0, 1, 0},          {0, 0, 1},
                                        {0.5, 0.5, 0},     {0, 0.25, 0.75},    {0.5, 0, 0.5},
                                        {0.25, 0.25, 0.5}, {0.125, 0.5, 0.375}};
    const double* w = weights[rng_below(r, 8)];
    const size_t sort = rng_below(r, 7);
    double y[3], normal[3];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        y[k] = w[0] * v[k] + w[1] * v[3 + k] + w[2] * v[6 + k];
        normal[k] = (v[3 + i] - v[i]) * (v[6 + j] - v[j]) - (v[3 + j] - v[j]) * (v[6 + i] - v[i]);
    }
    const double off = ldexp(rng_signed(r), -(int)rng_below(r, 40));
    for (int k = 0; k < 3; k++) {
        if (sort == 1) y[k] = 2 * rng_signed(r);
        if (sort == 2) y[k] = (double)rng_below(r, 13) / 2 - 1;
        if (sort == 3) y[k] += off * normal[k];
        if (sort == 4) y[k] += k == (int)rng_below(r, 3) ? off : 0;
        if (sort == 5) y[k] = 1e3 * rng_signed(r);
    }
    place(at, y, out);
    (void)scale;
    if (sort == 6) out[rng_below(r, 3)] = nextafter(out[rng_below(r, 3)], (double)INFINITY);
}

// --------------------------------------------------------------------------------------------- cases

static void check_case(abut_batch* const batch[POINT_WAYS], truth* t, uint64_t index)
{
    static const double scales[] = {0, 0, 0, 0, 0x1p-300, 0x1p300, 0x1p-40};
    rng r = {seed * 1000003 + index};
    const soup_sort sort = (soup_sort)rng_below(&r, SOUP_SORT_COUNT);
    soup_data s = soup_random(sort, 1 + rng_below(&r, TRIANGLES_MOST), rng_next(&r));
    const size_t dice = rng_below(&r, 10);
    abut_instance at = {.pose = pose_of_sort(&r, (int)(dice % 6))};
    abut_pose frame = pose_random(&r, 3);
    if (dice >= 6) at.pose = (abut_pose){.scale = 0};
    if (dice == 7) at.pose.translation[1] = 3;
    if (dice == 8) at.pose.translation[0] = 0.1;
    if (rng_below(&r, 5) == 0) at.frame = &frame;
    const double scale = scales[rng_below(&r, 7)];
    if (scale > 0) {
        at.pose.scale = scale;
        for (int k = 0; k < 3; k++) {
            at.pose.translation[k] *= scale;
            frame.translation[k] *= scale;
        }
    }
    double points[3 * POINTS];
    for (int i = 0; i < POINTS; i++)
        make_point(&r, &s, &at, scale, points + 3 * i);
    const size_t wanted = 1 + rng_below(&r, TRIANGLES_MOST + 2);
    const abut_soup soup = soup_of(&s);
    abut_model* m[POINT_WAYS];
    for (int w = 0; w < POINT_WAYS; w++)
        m[w] = distance_model(&soup, &distance_ways[w], NULL);
    for (int i = 0; i < POINTS; i++) {
        find_truth(t, &s, &at, points + 3 * i);
        for (int w = 0; w < POINT_WAYS; w++) {
            const float_mode* mode =
                &float_modes[(index + (uint64_t)w) % 2 ? 0 : rng_below(&r, FLOAT_MODE_COUNT)];
            abut_instance here = at;
            here.model = m[w];
            abut_point_ask ask = {.nearest = wanted};
            float_mode_enter(mode);
            const abut_point_answer* a = points_ask(batch[w], &here, points + 3 * i, 1, &ask);
            float_mode_leave();
            check_answer(t, a, wanted, 0, distance_ways[w].name, index);
            // As far as one of them is, and a little less.
            const size_t k = t->order[rng_below(&r, t->count)];
            ask.within = a->near_count > k ? a->near[k].hi : a->near[0].hi;
            if (rng_below(&r, 2)) ask.within = nextafter(ask.within, 0);
            if (!(ask.within > 0)) continue;
            const double within = ask.within;
            a = points_ask(batch[w], &here, points + 3 * i, 1, &ask);
            check_answer(t, a, wanted, within, distance_ways[w].name, index);
        }
    }
    for (int w = 0; w < POINT_WAYS; w++)
        abut_model_free(m[w]);
    soup_free(&s);
}

static void test_cases(void** state)
{
    (void)state;
    abut_batch* batch[POINT_WAYS];
    truth t;
    points_batches_open(batch);
    for (int i = 0; i < TRIANGLES_MOST; i++)
        oracle_gap_init(&t.gap[i]);
    for (uint64_t i = first_case; i < first_case + case_count; i++)
        check_case(batch, &t, i);
    for (int i = 0; i < TRIANGLES_MOST; i++)
        oracle_gap_clear(&t.gap[i]);
    points_batches_free(batch);
    printf("%" PRIu64 " soups, %d points each, seed %" PRIu64 "\n", case_count, POINTS, seed);
}

int main(int count, char** arguments)
{
    if (count > 1) seed = strtoull(arguments[1], NULL, 10);
    if (count > 2) case_count = strtoull(arguments[2], NULL, 10);
    if (count > 3) first_case = strtoull(arguments[3], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
