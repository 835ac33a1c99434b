// test_posed_range.c - one triangle and half-spaces against rationals (support/oracle_range.h): test_posed_range [SEED CASES]
//
// Small grids where nearly all is a tie, numbers as they come, planes that pass corners by a few last bits, needles, and numbers
// of all exponents; poses and frames of every sort. Doubles must never claim what is not so, in any state of the floating-point
// unit; exact numbers must be right, also when they are asked of all planes, and stay well within their stack.
#include "geom/posed_range.h"
#include "support/float_mode.h"
#include "support/oracle_range.h"
#include "support/share.h"
#include "support/soup_models.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0  // bounds were made too small: some claims must be wrong
#endif

enum { GRID, GENERIC, NEAR, NEEDLES, EXPONENTS, SORTS };

static uint64_t seed = 1, case_count = EXPECT_WRONG ? 20000 : CASES(20000);
static size_t sides[3], open_sides, cut_in, cut_out, wrong, peak;

static double number(rng* r, int sort)
{
    switch (sort) {
    case GRID:
        return (double)rng_below(r, 5) - 2;
    case EXPONENTS:
        return rng_below(r, 4) ? ldexp(rng_signed(r), (int)rng_below(r, 2100) - 1076) : 0;
    default:
        return rng_signed(r);
    }
}

static abut_pose pose_for(rng* r, int sort)
{
    static const abut_pose none;
    if (rng_below(r, 3) == 0) return none;
    abut_pose pose = pose_of_sort(r, (int)rng_below(r, 6));
    if (sort == GRID) {  // an exchange of axes
        const size_t first = rng_below(r, 3);
        pose = none;
        for (size_t i = 0; i < 3; i++)
            pose.rotation[i][(i + first) % 3] = rng_below(r, 2) ? -1 : 1;
        pose.translation[0] = (double)rng_below(r, 3);
    }
    if (sort == EXPONENTS) {
        pose.scale = ldexp(1 + 0.5 * rng_signed(r), (int)rng_below(r, 598) - 299);
        for (int k = 0; k < 3; k++)
            pose.translation[k] = number(r, sort);
        if (rng_below(r, 2)) {  // as many bits as there are
            memset(pose.rotation, 0, sizeof pose.rotation);
            for (int i = 0; i < 9; i++)
                pose.rotation[i / 3][i % 3] =
                    i % 4 == 0 ? 1 : ldexp(rng_signed(r), -12 - (int)rng_below(r, 1040));
        }
    }
    return pose;
}

static affine affine_of(const abut_pose* pose)
{
    affine out;
    assert_int_equal(affine_from_pose(&out, pose), ABUT_OK);
    return out;
}

static oracle_map map_of(const affine* a)
{
    oracle_map out;
    memcpy(out.matrix, a->matrix, sizeof out.matrix);
    memcpy(out.translation, a->translation, sizeof out.translation);
    return out;
}

static long double along(const double a[3], const long double x[3])
{
    return (long double)a[0] * x[0] + (long double)a[1] * x[1] + (long double)a[2] * x[2];
}

// About where a point of the model is in the range's coordinates, in long doubles; where these overflow, anywhere.
static void place_about(const range_question* q, const double v[3], long double out[3])
{
    long double x[3], y[3], c[3][3];
    for (int k = 0; k < 3; k++)
        x[k] = (long double)v[k];
    const oracle_map* maps[2] = {&q->model, &q->frame};
    for (int m = 0; m < 1 + q->has_frame; m++) {
        for (int k = 0; k < 3; k++)
            y[k] = along(maps[m]->matrix[k], x) + (long double)maps[m]->translation[k];
        memcpy(x, y, sizeof x);
    }
    for (int i = 0; i < 3; i++) {
        const double *u = q->pose.matrix[(i + 1) % 3], *w = q->pose.matrix[(i + 2) % 3];
        for (int k = 0; k < 3; k++)
            c[i][k] = (long double)u[(k + 1) % 3] * (long double)w[(k + 2) % 3] -
                      (long double)u[(k + 2) % 3] * (long double)w[(k + 1) % 3];
        x[i] -= (long double)q->pose.translation[i];
    }
    const long double whole = along(q->pose.matrix[0], c[0]);
    for (int k = 0; k < 3; k++)
        out[k] = (c[0][k] * x[0] + c[1][k] * x[1] + c[2][k] * x[2]) / whole;
}

static double finite(long double x)
{
    return x > -1e300L && x < 1e300L ? (double)x : 0;
}

// A plane through a point of the triangle's plane, or a corner, or anywhere near.
static void make_plane(rng* r, int sort, const range_question* q, double plane[4])
{
    long double at[3] = {0, 0, 0}, corner[3], d = 0;
    const double weights[3] = {(double)rng_below(r, 3), (double)rng_below(r, 3),
                               (double)rng_below(r, 3)};
    const double sum =
        weights[0] + weights[1] + weights[2] + (weights[0] + weights[1] + weights[2] > 0 ? 0 : 1);
    for (int i = 0; i < 3; i++) {
        place_about(q, q->vertex[i], corner);
        for (int k = 0; k < 3; k++)
            at[k] += corner[k] * (long double)weights[i] / (long double)sum;
    }
    do {
        for (int k = 0; k < 3; k++)
            plane[k] = rng_below(r, 4) ? number(r, sort) : (double)rng_below(r, 3) - 1;
    } while (plane[0] == 0 && plane[1] == 0 && plane[2] == 0);
    for (int k = 0; k < 3; k++)
        d += (long double)plane[k] * at[k];
    plane[3] = finite(d);
    if (rng_below(r, 4) == 0) plane[3] = sort == GRID ? plane[3] : number(r, sort);
    if (sort == NEAR) plane[3] += ldexp(rng_signed(r), -45 - (int)rng_below(r, 10));
}

static void make_case(rng* r, int sort, range_question* q, abut_pose pose[3])
{
    memset(q, 0, sizeof *q);
    for (int i = 0; i < 9; i++)
        q->vertex[i / 3][i % 3] = number(r, sort);
    if (sort == NEEDLES) {
        const double thin = ldexp(1, -(int)rng_below(r, 50));
        for (int k = 0; k < 3; k++)
            q->vertex[2][k] =
                q->vertex[0][k] + 0.5 * (q->vertex[1][k] - q->vertex[0][k]) + thin * rng_signed(r);
    }
    if (rng_below(r, 12) == 0) memcpy(q->vertex[2], q->vertex[1], sizeof q->vertex[2]);
    pose[0] = pose_for(r, sort);
    pose[1] = rng_below(r, 3) ? pose_for(r, sort) : pose[0];
    q->has_frame = rng_below(r, 4) == 0;
    pose[2] = pose_for(r, sort);
    pose[2].scale = 0;
    const affine model = affine_of(&pose[0]), own = affine_of(&pose[1]),
                 frame = affine_of(&pose[2]);
    q->model = map_of(&model);
    q->pose = map_of(&own);
    q->frame = map_of(&frame);
    q->count = 1 + (int)rng_below(r, rng_below(r, 20) ? 7 : RANGE_PLANES_MOST);
    for (int i = 0; i < q->count; i++)
        make_plane(r, sort, q, q->plane[i]);
}

static range_side side_of(const range_truth* t)
{
    return !t->shares ? RANGE_OUTSIDE : t->is_inside ? RANGE_INSIDE : RANGE_CROSSING;
}

static void check_case(real_stack* stack, uint64_t index)
{
    static posed_range posed;
    rng r = {seed * 1000003 + index};
    const int sort = (int)(index % SORTS);
    range_question q;
    range_truth t;
    abut_pose pose[3];
    make_case(&r, sort, &q, pose);
    const affine model = affine_of(&pose[0]), own = affine_of(&pose[1]),
                 frame = affine_of(&pose[2]);
    const double* const vertex[3] = {q.vertex[0], q.vertex[1], q.vertex[2]};
    range_truth_find(&q, &t);
    const range_side truth = side_of(&t);
    sides[truth]++;
    cut_in += (size_t)(t.shares && !t.has_corner);
    cut_out += (size_t)(!t.shares && !t.is_beyond_one);
    const uint64_t all = q.count == 64 ? UINT64_MAX : (UINT64_C(1) << q.count) - 1;
    const float_mode* const mode = &float_modes[index / SORTS % FLOAT_MODE_COUNT];
    uint64_t open;
    float_mode_enter(mode);
    posed_range_begin(&posed, &own);
    for (int i = 0; i < q.count; i++)
        posed_range_add(&posed, q.plane[i], q.plane[i][3]);
    posed_range_beside(&posed, &model, q.has_frame ? &frame : NULL);
    const range_side claimed = posed_range_side(&posed, all, vertex, &open);
    const range_side usual =
        claimed == RANGE_OPEN ? posed_range_decide(&posed, open, vertex, stack) : claimed;
    const range_side whole = posed_range_decide(&posed, all, vertex, stack);
    float_mode_leave();
    open_sides += claimed == RANGE_OPEN;
    peak = stack->peak > peak ? stack->peak : peak;
    if (whole != truth || (usual != truth && !EXPECT_WRONG))
        fail_msg("seed %" PRIu64 ", case %" PRIu64 ", %s: %d and %d, not %d", seed, index,
                 mode->name, (int)usual, (int)whole, (int)truth);
    wrong += usual != truth;
}

static void test_cases(void** state)
{
    (void)state;
    real_stack* stack = calloc(1, sizeof *stack);
    assert_non_null(stack);
    for (uint64_t i = 0; i < case_count; i++)
        check_case(stack, i);
    free(stack);
    printf("%" PRIu64 " triangles: %zu outside, %zu crossing, %zu inside\n", case_count,
           sides[RANGE_OUTSIDE], sides[RANGE_CROSSING], sides[RANGE_INSIDE]);
    printf("%zu share a point without a corner, %zu share none though beyond no plane\n", cut_in,
           cut_out);
    printf("doubles left %zu open; %zu of %zu words; %zu wrong\n", open_sides, peak,
           REAL_STACK_WORDS, wrong);
    const size_t least = CASES_LESS == 1 ? 100 : 20;
    assert_true(sides[0] > least && sides[1] > least && sides[2] > least && cut_in > least &&
                cut_out > least && open_sides > least);
    assert_true(peak < REAL_STACK_WORDS * 3 / 4);
    assert_true(EXPECT_WRONG ? wrong > 0 : wrong == 0);
}

int main(int count, char** arguments)
{
    if (count > 1) seed = strtoull(arguments[1], NULL, 10);
    if (count > 2) case_count = strtoull(arguments[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
