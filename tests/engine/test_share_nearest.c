// test_share_nearest.c - one long question how far, shared by many workers: distance, pair, points and counters are those of
// one worker, bit by bit, in a first call and a second; and the distance is that of another method. Which pair is the first
// that is too close is the same, too.
#include "mesh/mesh.h"
#include "scenes.h"
#include "support/distance_check.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

enum { SCENES = 3, ASKS = 5 };

static const abut_distance_ask asks[ASKS] = {
    {.absolute = 0},    {.detail = ABUT_DETAIL_POINTS},   {.relative = 1e-3},
    {.within = 0.0625}, {.within = 0.5, .absolute = 0.5},
};

typedef struct test_case {
    abut_model *models[2], *others[2];
    abut_instance a, b, x, y;
    abut_distance_answer expected[ASKS];
    abut_pair too_close;    // the first within little more than the distance
    uint64_t node_updates;  // that it took
} test_case;

static abut_model* model_of(const mesh* m, abut_method method)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_build build = {.method = method};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, &build), ABUT_OK);
    return model;
}

// Ask for one pair within little more than the distance.
static abut_clearance_answer ask_first(const test_case* s, abut_query* query)
{
    const abut_clearance_ask first = {.limit = 1};
    abut_instance a = s->a;
    abut_clearance_answer c;
    a.margin = s->expected[0].hi * (1 + 1e-12);
    assert_int_equal(abut_clearance(query, &a, &s->b, &first, &c), ABUT_OK);
    assert_true(c.count == 1 && c.band == ABUT_BAND_CLOSE);
    return c;
}

// Spheres in one another, in one pose and turned: so many pairs are as near. And grids of boxes, face to face.
static void case_make(test_case* s, int which)
{
    static const double axis[3] = {1, 2, 3};
    const double size[3] = {1, 1, 1};
    mesh m[2];
    abut_query* query = NULL;
    *s = (test_case){.b = {.pose = {.scale = 1}}};
    if (which < 2) {
        assert_int_equal(
            sphere_make(30 + 40 * (uint32_t)which, 60 + 80 * (uint32_t)which, 1, &m[0]), SCENE_OK);
        assert_int_equal(
            sphere_make(30 + 40 * (uint32_t)which, 60 + 80 * (uint32_t)which, 1.125, &m[1]),
            SCENE_OK);
        if (which) assert_int_equal(abut_pose_from_axis_angle(&s->b.pose, axis, 25), ABUT_OK);
    } else {
        assert_int_equal(box_make(size, 48, &m[0]), SCENE_OK);
        assert_int_equal(box_make(size, 48, &m[1]), SCENE_OK);
        s->b.pose.translation[0] = 1.1;
    }
    for (int i = 0; i < 2; i++) {
        s->models[i] = model_of(&m[i], ABUT_METHOD_WIDE);
        s->others[i] = model_of(&m[i], ABUT_METHOD_AABB);
        mesh_free(&m[i]);
    }
    s->a.model = s->models[0];
    s->b.model = s->models[1];
    s->x.model = s->others[0];
    s->y = (abut_instance){.model = s->others[1], .pose = s->b.pose};
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int k = 0; k < ASKS; k++)
        assert_int_equal(abut_distance(query, &s->a, &s->b, &asks[k], &s->expected[k]), ABUT_OK);
    abut_distance_answer truth;
    assert_int_equal(abut_distance(query, &s->x, &s->y, &asks[1], &truth), ABUT_OK);
    const abut_distance_answer* d = &s->expected[1];
    assert_true(same_bits(d->lo, truth.lo) && same_bits(d->hi, truth.hi));
    assert_memory_equal(&d->pair, &truth.pair, sizeof d->pair);
    assert_memory_equal(d->a_point, truth.a_point, sizeof d->a_point);
    assert_memory_equal(d->b_point, truth.b_point, sizeof d->b_point);
    assert_true(s->expected[0].node_updates > 4096);  // it was shared
    const abut_clearance_answer c = ask_first(s, query);
    s->too_close = c.pairs[0];
    s->node_updates = c.node_updates;
    abut_query_free(query);
}

static void case_free(test_case* s)
{
    for (int i = 0; i < 2; i++) {
        abut_model_free(s->models[i]);
        abut_model_free(s->others[i]);
    }
}

static void compare(const test_case* s, abut_query* query)
{
    for (int k = 0; k < ASKS; k++) {
        abut_distance_answer d;
        const abut_distance_answer* e = &s->expected[k];
        assert_int_equal(abut_distance(query, &s->a, &s->b, &asks[k], &d), ABUT_OK);
        assert_true(same_bits(d.lo, e->lo) && same_bits(d.hi, e->hi));
        assert_memory_equal(&d.pair, &e->pair, sizeof d.pair);
        assert_memory_equal(&d.features, &e->features, sizeof d.features);
        assert_memory_equal(d.a_point, e->a_point, sizeof d.a_point);
        assert_memory_equal(d.b_point, e->b_point, sizeof d.b_point);
        assert_int_equal(d.is_farther, e->is_farther);
        assert_int_equal(d.volume_tests, e->volume_tests);
        assert_int_equal(d.triangle_tests, e->triangle_tests);
        assert_int_equal(d.node_updates, e->node_updates);
        assert_int_equal(d.exact_tests, e->exact_tests);
    }
    const abut_clearance_answer c = ask_first(s, query);
    assert_memory_equal(c.pairs, &s->too_close, sizeof *c.pairs);
}

static void workers_make_no_difference(void** state)
{
    (void)state;
    static const int numbers[] = {1, 2, 3, 8};
    size_t shared = 0;
    uint64_t longest = 0;
    for (int which = 0; which < SCENES; which++) {
        test_case s;
        case_make(&s, which);
        longest = s.node_updates > longest ? s.node_updates : longest;
        for (int i = 0; i < 4; i++) {
            shuffled order;
            const abut_host host = shuffled_host(&order, numbers[i], (uint64_t)i);
            abut_query* query = NULL;
            assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
            compare(&s, query);
            if (i == 2) compare(&s, query);  // with what is there already
            shared += order.shared;
            abut_query_free(query);
        }
        case_free(&s);
    }
    print_message("%zu shared loops, at most %zu visits\n", shared, (size_t)longest);
    assert_true(shared > 50 && longest > 512);  // clearances were shared, too
}

static void failed_allocations_leave_a_query_usable(void** state)
{
    (void)state;
    test_case s;
    case_make(&s, 2);
    for (int workers = 1; workers <= 3; workers += 2) {
        counting c = counting_begin();
        abut_host memory = counting_host(&c), host;
        memory.progress = NULL;
        abut_pool* pool = NULL;
        assert_int_equal(abut_pool_create(&pool, workers, &memory), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        size_t failures = 0;
        for (int done = 0; !done; failures++) {
            abut_query* query = NULL;
            abut_distance_answer d;
            assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
            c.fail_at = c.allocations + failures;
            const abut_status status = abut_distance(query, &s.a, &s.b, &asks[0], &d);
            done = status == ABUT_OK;
            if (!done) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            c.fail_at = SIZE_MAX;
            if (done || failures % 8 == 0)
                assert_int_equal(abut_distance(query, &s.a, &s.b, &asks[0], &d), ABUT_OK);
            abut_query_free(query);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        print_message("%d workers: %zu allocations failed\n", workers, failures);
        assert_true(failures > 8);
        abut_pool_free(pool);
    }
    case_free(&s);
}

static void progress_grows_and_cancels(void** state)
{
    (void)state;
    test_case s;
    case_make(&s, 0);
    for (int workers = 1; workers <= 4; workers += 3) {
        counting c = counting_begin();
        const abut_host told = counting_host(&c);
        abut_pool* pool = NULL;
        abut_host host;
        abut_query* query = NULL;
        abut_distance_answer d;
        assert_int_equal(abut_pool_create(&pool, workers, &told), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
        assert_int_equal(abut_distance(query, &s.a, &s.b, NULL, &d), ABUT_OK);
        assert_false(c.fraction_is_wrong);
        const size_t calls = c.progress_calls;
        if (workers == 1) assert_true(calls > 3 && c.fraction > 0.5);
        for (size_t i = 0; i < calls && i < 6; i++) {
            c.progress_calls = 0;
            c.fraction = 0;
            c.cancel_at = i;
            const abut_status status = abut_distance(query, &s.a, &s.b, NULL, &d);
            // With others at work the calling thread may have fewer turns than before.
            if (workers == 1) assert_int_equal(status, ABUT_CANCELLED);
            assert_true(status == ABUT_CANCELLED || status == ABUT_OK);
        }
        c.cancel_at = SIZE_MAX;
        c.progress_calls = 0;
        c.fraction = 0;
        assert_int_equal(abut_distance(query, &s.a, &s.b, NULL, &d), ABUT_OK);
        assert_true(same_bits(d.lo, s.expected[0].lo));
        abut_query_free(query);
        abut_pool_free(pool);
    }
    case_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_make_no_difference),
        cmocka_unit_test(failed_allocations_leave_a_query_usable),
        cmocka_unit_test(progress_grows_and_cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
