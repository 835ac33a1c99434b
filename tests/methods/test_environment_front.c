// test_environment_front.c - coherent questions of trees whose a is descended first: the answers are those of a question by
// itself, whatever was asked before; a front has every leaf of a once, also where a search ended early; and it saves
// work. Built twice: also where nothing is pruned.
#include "query/collide.h"
#include "scenes.h"
#include "support/method_here.h"
#include "support/models.h"
#include "support/pruning.h"
#include "support/soups.h"

enum { MODELS = 3, STEPS = PRUNING ? 400 : 6 };

static const abut_method methods[] = {ABUT_METHOD_QUICKCD6, ABUT_METHOD_QUICKCD18,
                                      ABUT_METHOD_DOP14,    ABUT_METHOD_OBB,
                                      ABUT_METHOD_HYBRID,   ABUT_METHOD_AABB};

static void make_all(abut_model* models[MODELS], abut_method method)
{
    static const double block[3] = {0.5, 0.4, 0.3};
    mesh m[MODELS] = {{0}};
    assert_int_equal(torus_make(24, 12, 1, 0.35, &m[0]), SCENE_OK);
    assert_int_equal(pipes_make(6, 8, 1, 0.05, 3, &m[1]), SCENE_OK);
    assert_int_equal(box_make(block, 3, &m[2]), SCENE_OK);
    for (int i = 0; i < MODELS; i++) {
        models[i] = model_of_mesh(&m[i], method);
        mesh_free(&m[i]);
    }
}

static void free_all(abut_model* models[MODELS])
{
    for (int i = 0; i < MODELS; i++)
        abut_model_free(models[i]);
}

static void assert_covers(const abut_query* q, const abut_model* a)
{
    unsigned char* seen = malloc(a->tree.node_count);
    assert_non_null(seen);
    assert_true(environment_front_covers(&q->fronts.newest->environment, &a->tree, seen));
    free(seen);
}

typedef struct walk_work {
    uint64_t fresh, coherent;  // tests of volumes
    int contacts;
} walk_work;

// One model moves in small steps about another, jumps now and then, and is exchanged, as is the other.
static walk_work walk(const abut_model* const models[MODELS], double step, size_t limit,
                      int exchanges, uint64_t seed)
{
    rng r = {seed};
    walk_work w = {0};
    abut_query *fresh = NULL, *q = NULL;
    assert_int_equal(abut_query_create(&fresh, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    abut_instance a = {.model = models[0]}, b = {.model = models[2]};
    double place[3] = {1.6, 0, 0}, degrees = 0;
    for (int i = 0; i < STEPS; i++) {
        if (exchanges && rng_below(&r, 20) == 0) a.model = models[rng_below(&r, MODELS)];
        if (exchanges && rng_below(&r, 20) == 0) b.model = models[rng_below(&r, MODELS)];
        const double far = exchanges && rng_below(&r, 30) == 0 ? 2 : step;
        for (int k = 0; k < 3; k++) {
            place[k] += far * rng_signed(&r);
            if (fabs(place[k]) > 1.7) place[k] *= 0.9;
        }
        degrees += 50 * far * rng_signed(&r);
        assert_int_equal(abut_pose_from_axis_angle(&b.pose, (const double[3]){1, 2, 1}, degrees),
                         ABUT_OK);
        memcpy(b.pose.translation, place, sizeof place);
        const abut_ask plain = {.limit = limit,
                                .walk = &(abut_tree_walk){.descent = ABUT_DESCENT_ENVIRONMENT}};
        abut_ask ask = plain;
        abut_hits expected, hits;
        ask.coherent = 1;
        assert_int_equal(abut_collide(fresh, &a, &b, &plain, &expected), ABUT_OK);
        if (exchanges && rng_below(&r, 4) == 0) {  // which ends somewhere
            abut_ask early = ask;
            early.budget = 1 + rng_below(&r, 200);
            assert_int_equal(abut_collide(q, &a, &b, &early, &hits), ABUT_OK);
            assert_true(hits.volume_tests + hits.triangle_tests <= early.budget);
            assert_true(hits.state == ABUT_STATE_UNDECIDED || hits.state == expected.state);
            assert_covers(q, a.model);
        }
        assert_int_equal(abut_collide(q, &a, &b, &ask, &hits), ABUT_OK);
        assert_covers(q, a.model);
        assert_int_equal(hits.state, expected.state);
        assert_true(hits.distance_least >= 0 && !(hits.distance_least > 0));
        if (!limit) {
            assert_int_equal(hits.count, expected.count);
            assert_memory_equal(hits.pairs, expected.pairs, hits.count * sizeof *hits.pairs);
        }
        w.fresh += expected.volume_tests;
        w.coherent += hits.volume_tests;
        w.contacts += hits.count != 0;
    }
    abut_query_free(fresh);
    abut_query_free(q);
    return w;
}

static void answers_do_not_depend_on_history(void** state)
{
    (void)state;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        abut_model* models[MODELS];
        if (!method_is_here((int)methods[i])) continue;
        make_all(models, methods[i]);
        int contacts = 0;
        for (uint64_t seed = 0; seed < 4; seed++)
            contacts +=
                walk((const abut_model* const*)models, seed < 2 ? 0.01 : 0.2, seed % 2, 1, seed)
                    .contacts;
        assert_true(contacts > STEPS / 4 && contacts < 4 * STEPS);
        free_all(models);
    }
}

static void small_steps_take_less_work(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("the front is always all leaves");
    abut_model* models[MODELS];
    make_all(models, OR_AABB(ABUT_METHOD_QUICKCD18));
    const walk_work w = walk((const abut_model* const*)models, 0.004, 0, 0, 9);
    print_message("tests of volumes: %.0f, from the front %.0f\n", (double)w.fresh,
                  (double)w.coherent);
    assert_true(w.coherent < w.fresh);
    free_all(models);
}

static void failed_allocations_leave_it_usable(void** state)
{
    (void)state;
    abut_model* models[MODELS];
    make_all(models, OR_AABB(ABUT_METHOD_QUICKCD14));
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    const abut_instance a = {.model = models[0]},
                        b = {.model = models[2], .pose = {.translation = {1.2, 0, 0}}};
    const abut_ask plain = {0},
                   ask = {.coherent = 1,
                          .walk = &(abut_tree_walk){.descent = ABUT_DESCENT_ENVIRONMENT}};
    abut_query *q = NULL, *other = NULL;
    abut_hits hits, expected;
    size_t failures = 0, answers = 0;
    assert_int_equal(abut_query_create(&other, NULL), ABUT_OK);
    assert_int_equal(abut_collide(other, &a, &b, &plain, &expected), ABUT_OK);
    for (size_t later = 0;; later++) {
        abut_query_free(q);
        c.fail_at = SIZE_MAX;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        c.fail_at = c.allocations + later;
        const abut_status status = abut_collide(q, &a, &b, &ask, &hits);
        if (status == ABUT_OK) {
            assert_int_equal(hits.count, expected.count);
            assert_memory_equal(hits.pairs, expected.pairs, hits.count * sizeof *hits.pairs);
        }
        if (c.allocations <= c.fail_at) break;
        assert_true(status == ABUT_OUT_OF_MEMORY || status == ABUT_OK);
        answers += status == ABUT_OK;
        failures += status != ABUT_OK;
    }
    print_message("%zu failures, %zu answers without memory\n", failures, answers);
    assert_true(failures >= 2 && answers >= 4);
    abut_query_free(q);
    abut_query_free(other);
    assert_true(c.blocks == 0 && c.bytes == 0);
    free_all(models);
}

static void other_descents_are_refused(void** state)
{
    (void)state;
    const struct {
        abut_method method;
        abut_ask ask;
        abut_status status;
    } cases[] = {
        {ABUT_METHOD_QUICKCD14, {.coherent = 1}, ABUT_OK},
        {ABUT_METHOD_QUICKCD14,
         {.coherent = 1, .walk = &(abut_tree_walk){.descent = ABUT_DESCENT_RESTART}},
         ABUT_BAD_COMBINATION},
        {ABUT_METHOD_QUICKCD14,
         {.coherent = 1, .walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}},
         ABUT_BAD_COMBINATION},
        {ABUT_METHOD_OBB, {.coherent = 1}, ABUT_BAD_COMBINATION},
        {ABUT_METHOD_OBB,
         {.coherent = 1, .walk = &(abut_tree_walk){.descent = ABUT_DESCENT_ENVIRONMENT}},
         ABUT_OK},
        {ABUT_METHOD_AABB, {.coherent = 1}, ABUT_BAD_COMBINATION},
        {ABUT_METHOD_AABB,
         {.coherent = 1, .walk = &(abut_tree_walk){.descent = ABUT_DESCENT_ENVIRONMENT}},
         ABUT_OK},
        {ABUT_METHOD_BRUTE, {.coherent = 1}, ABUT_BAD_COMBINATION},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        abut_model* models[MODELS];
        abut_query* q = NULL;
        abut_hits hits;
        if (!method_is_here((int)cases[i].method)) continue;
        make_all(models, cases[i].method);
        const abut_instance a = {.model = models[0]}, b = {.model = models[2]};
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        assert_int_equal(abut_collide(q, &a, &b, &cases[i].ask, &hits), cases[i].status);
        abut_query_free(q);
        free_all(models);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_do_not_depend_on_history),
        cmocka_unit_test(small_steps_take_less_work),
        cmocka_unit_test(failed_allocations_leave_it_usable),
        cmocka_unit_test(other_descents_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
