// test_depth_along.c - how far a solid has to be pushed: known answers at any scale, bolts by brute force and as abut_contain says, and
// how it ends early, or fails.
#include "query/depth_push.h"
#include "query/solids.h"
#include "scenes.h"
#include "support/boxes.h"
#include "support/pruning.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include "abut/depth.h"

#include <math.h>
#include <stdio.h>

enum {
    THREAD_CASES = PRUNING ? CASES(16) : CASES(4),
    BUDGET_CASES = CASES(40),
};

// ------------------------------------------------------------------------------------------------ known answers

typedef struct known {
    const char* name;
    double a[6], b[6], direction[3], depth, clear;
} known;

// clang-format off
static const known known_cases[] = {
    {"D1, up", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {0, 0, 1}, .5, .5},
    {"D1, sideways", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {1, 0, 0}, 1.5, 1.5},
    {"D1, oblique", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {1, 0, 1}, .5, .5},
    {"D1, down", {-1, -1, -1, 1, 1, 1}, {-.5, -.5, .5, .5, .5, 1.5}, {0, 0, -4}, .625, .625},
    {"D2, off", {-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, {1, 0, 0}, 0, 0},
    {"D2, on", {-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, {-1, 0, 0}, 0, 4},
    {"D2, along", {-2, -1, 0, 0, 1, 2}, {0, -1, 0, 2, 1, 2}, {0, 1, 0}, 0, 0},
    {"D3", {0, -.1, 0, 2, .1, 3}, {1.95, -.1, 0, 3.95, .1, 3}, {1, 0, 0}, 2 - 1.95, 2 - 1.95},
    {"D4", {-1, -1, -1, 1, 1, 1}, {-.25, -.25, -.25, .25, .25, .25}, {0, 1, 0}, 1.25, 1.25},
    {"D6, up", {-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, {0, 0, 1}, 1, 1},
    {"D6, along", {-5, -.5, -.5, 5, .5, .5}, {-.5, -5, -.5, .5, 5, .5}, {1, 0, 0}, 5.5, 5.5},
    {"D9, x", {-.5, -.5, -.5, .5, .5, .5}, {.25, .25, .25, .5, .5, .5}, {1, 0, 0}, .25, .25},
    {"D9, -y", {-.5, -.5, -.5, .5, .5, .5}, {.25, .25, .25, .5, .5, .5}, {0, -1, 0}, 1, 1},
    {"D11", {0, 0, 0, 1, 1, 1}, {1 - 0x1p-20, 0, 0, 2 - 0x1p-20, 1, 1}, {1, 0, 0}, 0x1p-20, 0x1p-20},
    {"equal", {-1, -1, -1, 1, 1, 1}, {-1, -1, -1, 1, 1, 1}, {1, 0, 0}, 2, 2},
    {"a third", {-1, -1, -1, 1, 1, 1}, {0, -1, -1, 1, 1, 1}, {3, 0, 0}, 1. / 3, 1. / 3},
    {"flush inside", {-1, -1, -1, 1, 1, 1}, {0, 0, 0, 1, .5, 1}, {-1, 0, 0}, 2, 2},
    {"into it", {-1, -1, -1, 1, 1, 1}, {-5, -.25, -.25, -3, .25, .25}, {1, 0, 0}, 0, 6},
    {"past it", {-1, -1, -1, 1, 1, 1}, {-5, -1, 1, -3, 1, 2}, {1, 0, 0}, 0, 0},
};
// clang-format on

static void assert_between(const char* name, double lo, double hi, double x)
{
    if (!(lo <= x && x <= hi && hi <= nextafter(lo, HUGE_VAL)))
        fail_msg("%s: %.17g to %.17g, not %.17g", name, lo, hi, x);
}

// scale: a power of two of both, through their poses.
static void check_known(abut_query* query, const known* k, abut_method method, int exponent)
{
    box_soup room[2];
    const abut_soup soup[2] = {soup_of_known(k->a, &room[0]), soup_of_known(k->b, &room[1])};
    abut_model* const model[2] = {build(&soup[0], method), build(&soup[1], method)};
    const double scale = ldexp(1, exponent);
    const abut_instance a = {.model = model[0], .pose.scale = scale},
                        b = {.model = model[1], .pose.scale = scale};
    for (int order = 0; order < 2; order++) {
        const abut_depth_along_answer r =
            order ? push_other(query, &a, &b, k->direction) : push(query, &a, &b, k->direction);
        assert_between(k->name, r.depth_lo, r.depth_hi, k->depth * scale);
        assert_between(k->name, r.clear_lo, r.clear_hi, k->clear * scale);
    }
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

static void known_answers(void** state)
{
    static const int exponents[] = {0, -300, 300};
    abut_query* query;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (size_t i = 0; i < sizeof known_cases / sizeof *known_cases; i++)
        for (int m = 0; m < 2; m++)
            for (size_t e = 0; e < 3; e++)
                check_known(query, &known_cases[i], methods[m], exponents[e]);
    abut_query_free(query);
}

// Numbers from 2^-1074 on: what they add is beyond the last bit, and counts.
static void smallest_numbers(void** state)
{
    static const double cube[6] = {0, 0, 0, 1, 1, 1}, z[3] = {0, 0, 1}, x[3] = {2, -1, 0};
    abut_query* query;
    box_soup room;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_soup soup = soup_of_known(cube, &room);
    abut_model* const model = build(&soup, ABUT_METHOD_WIDE);
    const abut_instance a = {.model = model, .pose.translation = {2, -1, 0x1p-1074}},
                        b = {.model = model, .pose.translation = {2.5, -1, -0x1p-1074}};
    abut_depth_along_answer r = push(query, &a, &b, z);
    assert_true(r.depth_lo == 1 && r.depth_hi == 1 + 0x1p-52);
    r = push(query, &a, &b, x);
    assert_between("x", r.depth_lo, r.depth_hi, 0.25);
    abut_model_free(model);
    abut_query_free(query);
}

// D5: a box turned by 45 degrees; D10: a tetrahedron on its tip.
static void known_corners(void** state)
{
    static const double flat[6] = {-1, -1, -1, 1, 1, 1}, x[3] = {1, 0, 0}, z[3] = {0, 0, 1};
    static const double tip[12] = {0, 0, .75, -1, -1, 3, 2, 0, 3, 0, 2, 3};
    static const uint32_t sides[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
    const abut_soup cone = {
        .vertices = tip, .triangles = sides, .vertex_count = 4, .triangle_count = 4};
    const double axis[3] = {0, 0, 1};
    abut_query* query;
    box_soup room;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_soup soup = soup_of_known(flat, &room);
    for (int m = 0; m < 2; m++) {
        abut_model *const box = build(&soup, methods[m]), *const other = build(&cone, methods[m]);
        const abut_instance a = {.model = box}, c = {.model = other};
        abut_instance b = a;
        assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 45), ABUT_OK);
        b.pose.translation[0] = 2;
        abut_depth_along_answer r = push(query, &a, &b, x);
        assert_true(fabs(r.depth_lo - (sqrt(2) - 1)) < 1e-15 && r.depth_hi - r.depth_lo < 1e-15);
        r = push(query, &a, &c, z);
        assert_between("D10", r.depth_lo, r.depth_hi, 0.25);
        abut_model_free(box);
        abut_model_free(other);
    }
    abut_query_free(query);
}

// D7: a pin in the hole of a frame; b is the pin, moved toward one side.
static void pin_in_frame(void** state)
{
    static const double bars[4][6] = {{-1, -1, -.5, -.625, 1, .5},
                                      {.625, -1, -.5, 1, 1, .5},
                                      {-.625, -1, -.5, .625, -.625, .5},
                                      {-.625, .625, -.5, .625, 1, .5}};
    static const double x[3] = {1, 0, 0}, minus[3] = {-1, 0, 0};
    abut_query* query;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int m = 0; m < 2; m++) {
        solid frame = {0}, pin = {0};
        for (int i = 0; i < 4; i++)
            solid_add_box(&frame, bars[i], bars[i] + 3, 1, 0);
        solid_add_box(&pin, (double[]){-.5, -.5, -2}, (double[]){.5, .5, 2}, 1, 0);
        abut_model *const around = solid_model(&frame, methods[m]), *const within = solid_model(
                                                                        &pin, methods[m]);
        const abut_instance a = {.model = around};
        abut_instance b = {.model = within};
        b.pose.translation[0] = 0.25;
        abut_depth_along_answer r = push(query, &a, &b, minus);
        assert_between("D7", r.depth_lo, r.depth_hi, 0.125);
        assert_between("D7", r.clear_lo, r.clear_hi, 1.75);
        r = push(query, &a, &b, x);
        assert_between("D7", r.depth_lo, r.depth_hi, 1.25);
        assert_between("D7", r.clear_lo, r.clear_hi, 1.25);
        // As wide as the hole: free in it for one moment.
        solid tight = {0};
        solid_add_box(&tight, (double[]){-.625, -.625, -2}, (double[]){.625, .625, 2}, 1, 0);
        abut_model* const fits = solid_model(&tight, methods[m]);
        b.model = fits;
        r = push(query, &a, &b, minus);
        assert_between("tight", r.depth_lo, r.depth_hi, 0.25);
        assert_between("tight", r.clear_lo, r.clear_hi, 1.875);
        abut_model_free(fits);
        solid_free(&tight);
        abut_model_free(around);
        abut_model_free(within);
        solid_free(&frame);
        solid_free(&pin);
    }
    abut_query_free(query);
}

// ------------------------------------------------------------------------------------------------ larger ones

static abut_soup soup_of_mesh(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .triangles = m->triangles,
                       .vertex_count = m->vertex_count,
                       .triangle_count = m->triangle_count};
}

static abut_relation relation_at(abut_query* query, const abut_instance* a, abut_instance b,
                                 const double direction[3], double s)
{
    abut_containment answer;
    for (int k = 0; k < 3; k++)
        b.pose.translation[k] += s * direction[k];
    assert_int_equal(abut_contain(query, a, &b, NULL, &answer), ABUT_OK);
    return answer.relation;
}

static int is_blocked(abut_relation r)
{
    return r == ABUT_RELATION_CROSSING || r == ABUT_RELATION_A_INSIDE_B ||
           r == ABUT_RELATION_B_INSIDE_A;
}

// A bolt that was pushed into its nut's thread: blocked all the way but for rounding, and free behind.
static void bolts_in_nuts(void** state)
{
    const bolt_shape bolt = {.segments = 12, .length = 12};
    const nut_shape nut = {.segments = 12};
    mesh made[2];
    abut_model* model[2][2];
    abut_query* query;
    (void)state;
    assert_int_equal(bolt_make(&bolt, &made[0]), SCENE_OK);
    assert_int_equal(nut_make(&nut, &made[1]), SCENE_OK);
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < 2; i++) {
            const abut_soup soup = soup_of_mesh(&made[i]);
            model[m][i] = build(&soup, methods[m]);
        }
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int number = 0; number < THREAD_CASES; number++) {
        rng r = {(uint64_t)number + 11};
        const double axis[3] = {rng_signed(&r), rng_signed(&r), 3};
        const double way[3] = {rng_signed(&r), rng_signed(&r), 0.5 * rng_signed(&r)};
        abut_instance a = {.model = model[0][0]}, b = {.model = model[0][1]};
        assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 40 * rng_signed(&r)), ABUT_OK);
        for (int k = 0; k < 3; k++)
            b.pose.translation[k] = rng_signed(&r);
        const abut_depth_along_answer wide = push(query, &a, &b, way);
        const abut_depth_along_answer back = push_other(query, &a, &b, way);
        assert_memory_equal(&back, &wide, offsetof(abut_depth_along_answer, reason));
        assert_true(wide.depth_lo > 0 && wide.depth_lo <= wide.depth_hi &&
                    wide.depth_hi <= wide.clear_hi);
        for (int i = 0; i < 8; i++)
            assert_true(
                is_blocked(relation_at(query, &a, b, way, wide.depth_lo * (0.999999 * i / 7))));
        assert_false(is_blocked(relation_at(query, &a, b, way, wide.depth_hi * 1.0000001)));
        assert_true(is_blocked(relation_at(query, &a, b, way, wide.clear_lo * 0.9999999)));
        assert_false(is_blocked(relation_at(query, &a, b, way, wide.clear_hi * 1.0000001)));
        if (number % 8) continue;
        a.model = model[1][0];
        b.model = model[1][1];
        const abut_depth_along_answer brute = push(query, &a, &b, way);
        assert_memory_equal(&brute, &wide, offsetof(abut_depth_along_answer, reason));
    }
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < 2; i++)
            abut_model_free(model[m][i]);
    for (int i = 0; i < 2; i++)
        mesh_free(&made[i]);
    abut_query_free(query);
}

// Long walks are shared: many workers have the answer and the counters of one.
static void workers_share(void** state)
{
    static const double way[3] = {1, 0.25, 0.125};
    const bolt_shape bolt = {.segments = PRUNING ? 64 : 12, .length = 12};
    mesh made;
    abut_query *query, *busy;
    shuffled threads;
    const abut_host host = shuffled_host(&threads, 5, 1);
    (void)state;
    assert_int_equal(bolt_make(&bolt, &made), SCENE_OK);
    const abut_soup soup = soup_of_mesh(&made);
    abut_model* const model = build(&soup, ABUT_METHOD_WIDE);
    const abut_instance a = {.model = model},
                        b = {.model = model, .pose.translation = {1, 0.5, 0.25}};
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&busy, &host), ABUT_OK);
    const abut_depth_along_answer one = push(query, &a, &b, way), many = push(busy, &a, &b, way);
    assert_memory_equal(&many, &one, sizeof one);
    assert_true(one.depth_lo > 0);
    assert_true(threads.shared > 0);
    abut_query_free(query);
    abut_query_free(busy);
    abut_model_free(model);
    mesh_free(&made);
}

// ------------------------------------------------------------------------------------------------ ends

// A cube in a cube, both of many faces.
static void two_cubes(solid s[2])
{
    s[0] = s[1] = (solid){0};
    solid_add_cube(&s[0], -1, 1, 4);
    solid_add_cube(&s[1], -0.75, 0.875, 2);
}

static void budgets_and_tolerances(void** state)
{
    static const double way[3] = {1, 0.5, 0.25};
    solid s[2];
    abut_query* query;
    size_t ended = 0;
    (void)state;
    two_cubes(s);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    abut_model* const model[2] = {solid_model(&s[0], ABUT_METHOD_WIDE),
                                  solid_model(&s[1], ABUT_METHOD_WIDE)};
    const abut_instance a = {.model = model[0]}, b = {.model = model[1]};
    const abut_depth_along_answer all = push(query, &a, &b, way);
    double lo = 0, hi = HUGE_VAL;
    assert_between("cubes", all.depth_lo, all.depth_hi, 1.75);
    for (int i = 0; i < BUDGET_CASES; i++) {
        const uint64_t tests = all.volume_tests + all.triangle_tests;
        const abut_solids_ask ask = {.budget = 1 + tests * (uint64_t)i / (BUDGET_CASES / 2)};
        abut_depth_along_answer r;
        assert_int_equal(abut_depth_along(query, &a, &b, way, &ask, &r), ABUT_OK);
        assert_true(r.depth_lo <= all.depth_lo && r.depth_hi >= all.depth_hi);
        assert_true(r.clear_lo <= all.clear_lo && r.clear_hi >= all.clear_hi);
        assert_true(r.depth_lo >= lo && r.depth_hi <= hi);
        if (r.complete) assert_memory_equal(&r, &all, offsetof(abut_depth_along_answer, reason));
        ended += !r.complete;
        lo = r.depth_lo;
        hi = r.depth_hi;
    }
    assert_true(ended >= 2 && ended < BUDGET_CASES);
    const abut_solids_ask coarse = {.absolute = 100};
    abut_depth_along_answer r;
    assert_int_equal(abut_depth_along(query, &a, &b, way, &coarse, &r), ABUT_OK);
    assert_true(r.complete && r.depth_lo <= all.depth_lo && r.depth_hi >= all.depth_hi);
    const abut_solids_ask short_time = {.deadline = 1e-3};
    assert_int_equal(abut_depth_along(query, &a, &b, way, &short_time, &r), ABUT_OK);
    assert_true(!r.complete && r.depth_lo <= all.depth_lo && r.depth_hi >= all.depth_hi);
    for (int side = 0; side < 2; side++) {
        abut_model_free(model[side]);
        solid_free(&s[side]);
    }
    abut_query_free(query);
}

// Equal frames that exchange axes turn the direction; others are refused, as are models that have no solid.
static void frames_and_refusals(void** state)
{
    static const double box[2][6] = {{-1, -2, -3, 1, 2, 3}, {0, 0, 0, 2, 4, 6}};
    static const double world[3] = {0, -2, 0}, none[3] = {0, 0, 0}, wrong[3] = {1, (double)NAN, 0};
    box_soup room[2];
    abut_model* model[2];
    abut_query* query;
    abut_depth_along_answer r;
    abut_pose turned, oblique;
    (void)state;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int i = 0; i < 2; i++) {
        const abut_soup soup = soup_of_known(box[i], &room[i]);
        model[i] = build(&soup, ABUT_METHOD_WIDE);
    }
    assert_int_equal(abut_pose_from_axis_angle(&turned, (double[]){0, 0, 1}, 90), ABUT_OK);
    assert_int_equal(abut_pose_from_axis_angle(&oblique, (double[]){0, 0, 1}, 30), ABUT_OK);
    turned.translation[0] = 0.1;
    abut_instance a = {.model = model[0], .frame = &turned},
                  b = {.model = model[1], .frame = &turned};
    r = push(query, &a, &b, world);  // -x in the frame
    assert_between("turned", r.depth_lo, r.depth_hi, 1.5);
    a.frame = NULL;
    assert_int_equal(abut_depth_along(query, &a, &b, world, NULL, &r), ABUT_BAD_COMBINATION);
    a.frame = b.frame = &oblique;
    assert_int_equal(abut_depth_along(query, &a, &b, world, NULL, &r), ABUT_BAD_COMBINATION);
    a.frame = b.frame = NULL;
    assert_int_equal(abut_depth_along(query, &a, &b, none, NULL, &r), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_depth_along(query, &a, &b, wrong, NULL, &r), ABUT_NOT_FINITE);
    solid lid = {0};
    solid_add_box(&lid, box[1], box[1] + 3, 1, 1);
    abut_model* const open = solid_model(&lid, ABUT_METHOD_WIDE);
    b.model = open;
    r = push(query, &a, &b, world);
    assert_int_equal(r.reason, ABUT_REASON_OPEN);
    assert_between("open", r.clear_lo, r.clear_hi, 0);
    abut_model_free(open);
    solid_free(&lid);
    for (int i = 0; i < 2; i++)
        abut_model_free(model[i]);
    abut_query_free(query);
}

static void memory_may_fail(void** state)
{
    static const double way[3] = {1, 0.5, 0.25};
    solid s[2];
    counting memory = counting_begin();
    const abut_host host = counting_host(&memory);
    size_t failed = 0, cancelled = 0;
    (void)state;
    two_cubes(s);
    abut_model* const model[2] = {solid_model(&s[0], ABUT_METHOD_WIDE),
                                  solid_model(&s[1], ABUT_METHOD_WIDE)};
    const abut_instance a = {.model = model[0]}, b = {.model = model[1]};
    for (int cancels = 0; cancels < 2; cancels++)
        for (size_t fail = 0;; fail += 1 + fail / 16) {
            abut_query* query;
            abut_depth_along_answer answer, before;
            memory = counting_begin();
            assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
            memset(&answer, 0x5A, sizeof answer);
            before = answer;
            if (cancels)
                memory.cancel_at = fail;
            else
                memory.fail_at = memory.allocations + fail;
            const abut_status status = abut_depth_along(query, &a, &b, way, NULL, &answer);
            const int was_reached = cancels ? memory.progress_calls > memory.cancel_at
                                            : memory.allocations > memory.fail_at;
            memory.fail_at = memory.cancel_at = SIZE_MAX;
            if (was_reached) {
                assert_int_equal(status, cancels ? ABUT_CANCELLED : ABUT_OUT_OF_MEMORY);
                assert_memory_equal(&answer, &before, sizeof answer);
                failed += !cancels;
                cancelled += (size_t)cancels;
            }
            assert_int_equal(abut_depth_along(query, &a, &b, way, NULL, &answer), ABUT_OK);
            assert_true(answer.complete);
            abut_query_free(query);
            assert_int_equal(memory.blocks, 0);
            if (!was_reached) break;
        }
    assert_true(failed >= 10);
    assert_true(cancelled >= 2);
    for (int side = 0; side < 2; side++) {
        abut_model_free(model[side]);
        solid_free(&s[side]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers),          cmocka_unit_test(smallest_numbers),
        cmocka_unit_test(known_corners),          cmocka_unit_test(pin_in_frame),
        cmocka_unit_test(bolts_in_nuts),          cmocka_unit_test(workers_share),
        cmocka_unit_test(budgets_and_tolerances), cmocka_unit_test(frames_and_refusals),
        cmocka_unit_test(memory_may_fail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
