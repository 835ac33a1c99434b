// test_sweep_soups.c - motions of models large enough for trees of some depth: loose triangles, and balls that pass each other. Every form of
// the engine's trees and brute force agree, answers are judged by integers (support/sweep_judge.h), and workers change nothing.
#include "support/share.h"
#include "support/shuffled_run.h"
#include "support/sweep_ask.h"
#include "support/sweep_judge.h"

static const abut_build ways[] = {
    {.method = ABUT_METHOD_WIDE},
    {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
    {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
    {.method = ABUT_METHOD_WIDE, .leaf_size = 1, .effort = ABUT_EFFORT_FAST},
    {.method = ABUT_METHOD_BRUTE},
};
enum { WAYS = sizeof ways / sizeof *ways, RINGS = 8, BALL = 2 * RINGS * RINGS };

typedef struct scene {
    sweep_case c;
    double* corners[2];
    abut_motion motion[2];
    abut_pose to;
} scene;

static void ball_point(int ring, int step, double out[3])
{
    const double pi = 3.14159265358979323846, up = pi * ring / RINGS,
                 around = 2 * pi * step / RINGS;
    out[0] = sin(up) * cos(around), out[1] = sin(up) * sin(around), out[2] = cos(up);
}

static double* ball_make(size_t* count)
{
    double* const out = malloc(9 * BALL * sizeof *out);
    assert_non_null(out);
    for (int i = 0; i < RINGS * RINGS; i++) {
        const int ring = i / RINGS, step = i % RINGS;
        double p[4][3];
        for (int k = 0; k < 4; k++)
            ball_point(ring + k / 2, step + k % 2, p[k]);
        double* const at = out + 18 * (size_t)i;
        for (int k = 0; k < 3; k++) {
            memcpy(at + 3 * k, p[k], sizeof p[k]);
            memcpy(at + 9 + 3 * k, p[3 - k], sizeof p[k]);
        }
    }
    *count = BALL;
    return out;
}

static double* loose_make(size_t* count, uint64_t seed)
{
    const soup_data s = soup_random(SOUP_GENERIC, 90, seed);
    soup_data drop = s;
    double* const out = malloc(9 * s.triangle_count * sizeof *out);
    assert_non_null(out);
    memcpy(out, s.vertices, 9 * s.triangle_count * sizeof *out);
    for (size_t i = 0; i < 9 * s.triangle_count; i++)
        out[i] *= i % 3 ? 0.5 : 1;
    *count = s.triangle_count;
    soup_free(&drop);
    return out;
}

// b comes from one side and goes to the other, turning; it passes near, or runs into a.
static void scene_make(scene* s, uint64_t index)
{
    memset(s, 0, sizeof *s);
    rng r = {index * 7919 + 5};
    for (int side = 0; side < 2; side++) {
        sweep_body* const body = &s->c.body[side];
        s->corners[side] =
            index % 2 ? ball_make(&body->count) : loose_make(&body->count, index + (uint64_t)side);
        body->corners = s->corners[side];
        body->pose = pose_random(&r, 0.2);
    }
    s->c.pieces = 1;
    const double beside = index % 3 ? 2.0 + 0.1 * rng_signed(&r) : 1;
    s->c.body[1].pose.translation[0] = -3, s->c.body[1].pose.translation[1] = beside;
    abut_motion* const m = s->motion;
    s->c.body[1].pieces = &m[1];
    if (index % 5 == 0) {
        s->to = pose_random(&r, 0.2);
        s->to.translation[0] = 3, s->to.translation[1] = beside;
        m[1].to = &s->to;
    } else {
        m[1].way[0] = 6;
        for (int c = 0; c < 3; c++) {
            m[1].axis[c] = rng_signed(&r);
            m[1].pivot[c] = s->c.body[1].pose.translation[c];
        }
        m[1].degrees = index % 5 == 1 ? 0 : 400 * rng_signed(&r);
    }
    if (index % 4) return;
    s->c.body[0].pieces = &m[0];
    m[0] = (abut_motion){.axis = {1, 2, 3}, .degrees = 90};
}

static void scene_free(scene* s)
{
    free(s->corners[0]);
    free(s->corners[1]);
}

static int overlap(const abut_first* x, const abut_first* y)
{
    return x->t_lo <= y->t_hi && y->t_lo <= x->t_hi;
}

static void expect_alike(const abut_first* x, const abut_first* y, uint64_t index, int way)
{
    if (x->state == y->state && overlap(x, y)) return;
    if (x->state == ABUT_MOTION_NEAR || y->state == ABUT_MOTION_NEAR) return;
    sweep_print("first", y), sweep_print("other", x);
    fail_msg("%llu, way %d", (unsigned long long)index, way);
}

static void expect_true(sweep_judge* j, const sweep_case* c, const abut_motion_ask* ask,
                        const abut_first* f, uint64_t index)
{
    const char* const fault = sweep_judge_fault(j, c, ask, f);
    if (!fault) return;
    sweep_print("judged", f);
    fail_msg("%llu: %s", (unsigned long long)index, fault);
}

static void trees_agree_and_are_right(void** state)
{
    (void)state;
    sweep_judge judge;
    sweep_judge_init(&judge, 448, 4e-3);
    size_t free_ones = 0, contacts = 0;
    for (uint64_t i = 0; i < CASES(40); i++) {
        scene s;
        scene_make(&s, i);
        const abut_motion_ask ask = {.resolution = i % 7 ? 0 : 1e-10};
        abut_first first = {.complete = 0};
        for (int w = 0; w < WAYS; w++) {
            sweep_models m = sweep_models_of(&s.c, &ways[w]);
            const abut_first f = sweep_ask(&m, &s.c, 0, &ask);
            const abut_first swapped = sweep_unswap(sweep_ask(&m, &s.c, 1, &ask));
            sweep_models_free(&m);
            if (w == 0) {
                first = f;
                expect_true(&judge, &s.c, &ask, &f, i);
            }
            expect_alike(&f, &first, i, w);
            expect_alike(&swapped, &first, i, w);
        }
        free_ones += first.state == ABUT_MOTION_FREE;
        contacts += first.state == ABUT_MOTION_CONTACT;
        scene_free(&s);
    }
    print_message("%zu free, %zu contacts\n", free_ones, contacts);
    assert_true(free_ones >= CASES(40) / 10 && contacts >= CASES(40) / 4);
    sweep_judge_clear(&judge);
}

// Everything that an answer holds, counters too.
static void workers_change_nothing(void** state)
{
    (void)state;
    for (uint64_t i = 0; i < CASES(40); i++) {
        scene s;
        scene_make(&s, i);
        sweep_models m = sweep_models_of(&s.c, NULL);
        const abut_motion_ask ask = {.detail = ABUT_DETAIL_POINTS, .any = i % 3 == 2};
        const abut_first alone = sweep_ask(&m, &s.c, 0, &ask);
        for (int workers = 2; workers <= 5; workers += 3) {
            shuffled threads;
            const abut_host host = shuffled_host(&threads, workers, i);
            sweep_models shared = m;
            assert_int_equal(abut_query_create(&shared.query, &host), ABUT_OK);
            const abut_first f = sweep_ask(&shared, &s.c, 0, &ask);
            assert_int_equal(f.state, alone.state);
            assert_memory_equal(&f.t_lo, &alone.t_lo, sizeof f.t_lo);
            assert_memory_equal(&f.t_hi, &alone.t_hi, sizeof f.t_hi);
            assert_int_equal(f.has_pair, alone.has_pair);
            if (f.has_pair) assert_memory_equal(&f.pair, &alone.pair, sizeof f.pair);
            assert_int_equal(f.intervals, alone.intervals);
            assert_int_equal(f.volume_tests, alone.volume_tests);
            assert_int_equal(f.triangle_tests, alone.triangle_tests);
            assert_int_equal(f.exact_tests, alone.exact_tests);
            abut_query_free(shared.query);
        }
        sweep_models_free(&m);
        scene_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_agree_and_are_right),
        cmocka_unit_test(workers_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
