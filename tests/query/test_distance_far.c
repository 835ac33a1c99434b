// test_distance_far.c - models that are a thousand sizes apart and more: what their boxes say at once, and what of it is told
// where the search is ended early.
#include "query/frame_check.h"
#include "support/distance_check.h"
#include "support/float_mode.h"

#include <math.h>

static const distance_way *const brute = &distance_ways[0], *const wide = &distance_ways[1];

// Two models far from each other.
typedef struct couple {
    abut_model* model[2];
    abut_instance at[2];
    abut_pose frames[2];
    abut_query* query;
    abut_distance_answer exact;  // by brute force
    double near;                 // boxes must prove them so far from each other
} couple;

// is_point: its box is as far as it is. shift: from the file's origin.
static abut_model* model_of(rng* r, size_t count, int is_point, double shift,
                            const distance_way* way)
{
    soup_data data = soup_random(SOUP_GENERIC, count, rng_next(r));
    for (size_t i = 0; i < 9 * count && is_point; i++)
        data.vertices[i] = data.vertices[i % 3];
    soup_transform(&data, 1, shift);
    const abut_soup soup = soup_of(&data);
    abut_model* m = distance_model(&soup, way, NULL);
    soup_free(&data);
    return m;
}

static abut_distance_answer ask(const couple* c, const abut_distance_ask* options, int mode)
{
    abut_distance_answer out;
    float_mode_enter(&float_modes[mode]);
    const abut_status status = abut_distance(c->query, &c->at[0], &c->at[1], options, &out);
    float_mode_leave();
    assert_int_equal(status, ABUT_OK);
    return out;
}

// By some method; the same for the same seed. Half of them stand alike, far from their files' origins: so they are nearer to
// each other than to these. Returns about how far from these.
static double couple_place(couple* c, uint64_t seed, size_t count, const distance_way* way)
{
    rng r = {seed};
    const double apart = ldexp(1, 17 + (int)rng_below(&r, 20));
    double shift = 0, farthest = 0;
    abut_pose pose = {.scale = 1};
    int sort = 0;
    for (int side = 0; side < 2; side++) {
        if (!side || seed % 4 < 2) {
            shift = ldexp(rng_signed(&r), (int)rng_below(&r, 40));
            pose = pose_of_sort(&r, (int)rng_below(&r, 6));
            sort = (int)rng_below(&r, 6);
            c->frames[side] = frame_of_sort(&r, sort);
        } else {
            c->frames[side] = c->frames[0];
        }
        farthest = fmax(farthest, fabs(shift));
        for (int k = 0; k < 3; k++)
            pose.translation[k] += side * apart * (k == 0 ? 1 : rng_signed(&r));
        c->model[side] = model_of(&r, count, seed % 2 == 0, shift, way);
        c->at[side] = (abut_instance){
            .model = c->model[side], .pose = pose, .frame = sort ? &c->frames[side] : NULL};
    }
    return farthest;
}

static void couple_make(couple* c, uint64_t seed, size_t count)
{
    assert_int_equal(abut_query_create(&c->query, NULL), ABUT_OK);
    const double farthest = couple_place(c, seed, count, brute);
    c->exact = ask(c, NULL, 0);
    c->near = c->exact.lo * (1 - (seed % 2 ? 1e-3 : 0x1p-46)) - 0x1p-44 * farthest;
    assert_true(c->exact.lo > 0x1p16);
    for (int side = 0; side < 2; side++)
        abut_model_free(c->model[side]);
    (void)couple_place(c, seed, count, wide);
}

static void couple_free(couple* c)
{
    abut_query_free(c->query);
    for (int side = 0; side < 2; side++)
        abut_model_free(c->model[side]);
}

static uint64_t tests_of(const abut_distance_answer* d)
{
    return d->volume_tests + d->triangle_tests + d->exact_tests;
}

static int is_exact(const couple* c, const abut_distance_answer* d)
{
    return d->complete && d->has_pair && same_bits(d->lo, c->exact.lo) &&
           same_bits(d->hi, c->exact.hi) && d->pair.a == c->exact.pair.a &&
           d->pair.b == c->exact.pair.b;
}

// Points leave the least room between what is proved and what is true.
static void boxes_say_at_once_what_is_farther(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        couple c;
        couple_make(&c, seed, 6);
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            for (int i = 0; i < 3; i++) {
                const double within[] = {c.near, c.near / 1024, 1e-300};
                const abut_distance_ask options = {.within = within[i], .budget = 1};
                const abut_distance_answer d = ask(&c, &options, mode);
                assert_true(d.is_farther && d.complete && !d.has_pair && tests_of(&d) == 1);
                assert_true(same_bits(d.lo, within[i]) && isinf(d.hi));
            }
            const abut_distance_ask whole = {.within = c.exact.hi};
            const abut_distance_answer d = ask(&c, &whole, mode);
            if (d.is_farther || !is_exact(&c, &d))
                fail_msg("%d, %s: %.17g", (int)seed, float_modes[mode].name, d.lo);
        }
        couple_free(&c);
    }
}

static void boxes_say_how_far_when_time_is_over(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        couple c;
        couple_make(&c, seed, 6);
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            for (int i = 0; i < 2; i++) {
                const abut_distance_ask options = {.budget = i ? 0 : 1, .deadline = i ? 1e-9 : 0};
                const abut_distance_answer d = ask(&c, &options, mode);
                assert_true(!d.complete && !d.has_pair && isinf(d.hi) && tests_of(&d) == 1);
                assert_true(d.lo >= c.near && d.lo <= c.exact.lo);
            }
        }
        couple_free(&c);
    }
}

// Wherever it ends: both directions, both lists, the pairs.
static void any_budget_leaves_a_true_interval(void** state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        couple c;
        couple_make(&c, seed, 6);
        int is_complete = 0;
        for (uint64_t budget = 1; !is_complete; budget++) {
            const abut_distance_ask options = {.budget = budget};
            const abut_distance_answer d = ask(&c, &options, 0);
            assert_true(d.volume_tests + d.triangle_tests <= budget);
            assert_true(d.lo >= c.near && d.lo <= c.exact.lo && d.hi >= c.exact.hi);
            is_complete = d.complete;
            if (is_complete) assert_true(is_exact(&c, &d));
        }
        couple_free(&c);
    }
}

// One triangle of each, with one nearest corner: the boxes, two turns, which find the same, a list and the pair.
static void each_look_is_counted(void** state)
{
    (void)state;
    couple c;
    couple_make(&c, 1, 1);
    const abut_distance_answer d = ask(&c, NULL, 0);
    assert_true(is_exact(&c, &d));
    assert_int_equal(d.volume_tests, 1 + 2 * 2 + 2 + 1);
    assert_int_equal(d.triangle_tests, 1);
    couple_free(&c);
}

// Every allocation fails once: that is told, and the query answers after it.
static void memory_that_fails_is_told(void** state)
{
    (void)state;
    couple c;
    couple_make(&c, 3, 100);
    abut_query_free(c.query);
    counting memory = counting_begin();
    const abut_host host = counting_host(&memory);
    int was_reached = 1;
    for (size_t fail = 0; was_reached; fail++) {
        assert_int_equal(abut_query_create(&c.query, &host), ABUT_OK);
        abut_distance_answer d;
        memory.fail_at = memory.allocations + fail;
        const abut_status status = abut_distance(c.query, &c.at[0], &c.at[1], NULL, &d);
        was_reached = memory.allocations > memory.fail_at;
        memory.fail_at = SIZE_MAX;
        assert_int_equal(status, was_reached ? ABUT_OUT_OF_MEMORY : ABUT_OK);
        d = ask(&c, NULL, 0);
        assert_true(is_exact(&c, &d));
        abut_query_free(c.query);
        assert_true(was_reached || fail > 2);
    }
    c.query = NULL;
    couple_free(&c);
    assert_int_equal(memory.blocks, 0);
}

// Coordinates that some states of the processor take for 0, in poses that make them large.
static void what_is_read_as_nothing_is_not_lost(void** state)
{
    (void)state;
    static const uint32_t corners[6] = {0, 0, 0, 1, 1, 1};
    const double t = 0x1p-1022;
    const double a_vertices[6] = {-.9 * t, 0, -.9 * t, t, 0, -1.5 * t},
                 b_vertices[6] = {t, t, t, t, t, t};
    const abut_soup soup[2] = {
        {.vertices = a_vertices, .triangles = corners, .vertex_count = 2, .triangle_count = 2},
        {.vertices = b_vertices, .triangles = corners, .vertex_count = 2, .triangle_count = 1}};
    const abut_pose pose[2] = {{.scale = 0x1p300},
                               {.scale = 0x1p300, .translation = {0x1p-705, 0, 0x1p-705}}};
    couple c = {.query = NULL};
    for (int w = 0; w < 2; w++) {
        assert_int_equal(abut_query_create(&c.query, NULL), ABUT_OK);
        for (int side = 0; side < 2; side++) {
            c.model[side] = distance_model(&soup[side], w ? wide : brute, NULL);
            c.at[side] = (abut_instance){.model = c.model[side], .pose = pose[side]};
        }
        if (!w) c.exact = ask(&c, NULL, 0);
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            const abut_distance_answer d = ask(&c, NULL, mode);
            if (!is_exact(&c, &d))
                fail_msg("%s, %s: %.17g", w ? "wide" : "brute", float_modes[mode].name, d.lo);
        }
        couple_free(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_say_at_once_what_is_farther),
        cmocka_unit_test(boxes_say_how_far_when_time_is_over),
        cmocka_unit_test(any_budget_leaves_a_true_interval),
        cmocka_unit_test(each_look_is_counted),
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(what_is_read_as_nothing_is_not_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
