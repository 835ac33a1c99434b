// test_distance_threads.c - how far, and what is too close, asked by many threads of the same models, a query each; and by one
// query whose host has many workers. Answers are bit for bit those of one thread. For the preset tsan, too.
#include "scenes.h"
#include "support/distance_check.h"
#include "support/share.h"
#include "support/shuffled_run.h"

#include <pthread.h>

enum { THREADS = 4, STEPS = 24, WORKERS_MOST = 8 };

typedef struct shared_models {
    abut_model* model[2];
} shared_models;

typedef struct step_answer {
    abut_distance_answer distance;
    size_t count, contact_count;
    uint64_t pairs, tests;
    abut_band band;
} step_answer;

// A torus through another's hole; the finer, the more there is to share.
static int models_make(shared_models* m, const distance_way* way, uint32_t around)
{
    for (int side = 0; side < 2; side++) {
        mesh torus;
        assert_int_equal(torus_make(around, around / 2, 1, 0.4, &torus), SCENE_OK);
        const abut_soup soup = {.vertices = torus.vertices,
                                .triangles = torus.triangles,
                                .vertex_count = torus.vertex_count,
                                .triangle_count = torus.triangle_count};
        m->model[side] = distance_model(&soup, way, NULL);
        mesh_free(&torus);
    }
    return m->model[0] != NULL;
}

static void models_free(shared_models* m)
{
    for (int side = 0; side < 2; side++)
        if (m->model[side]) abut_model_free(m->model[side]);
}

static abut_pose pose_of_step(int step)
{
    rng r = {(uint64_t)step};
    abut_pose pose = pose_random(&r, 0.05);
    pose.translation[0] += step % 3 == 0 ? 1 : step % 3 == 1 ? 2.9 : 2.7;
    return pose;
}

static void ask_step(abut_query* q, const shared_models* m, int step, step_answer* out)
{
    const abut_instance a = {.model = m->model[0]},
                        b = {.model = m->model[1], .pose = pose_of_step(step), .margin = 0.1};
    const abut_distance_ask distance = {.detail = ABUT_DETAIL_POINTS, .coherent = step % 2};
    const abut_clearance_ask clearance = {.detail = ABUT_DETAIL_KINDS};
    abut_clearance_answer c;
    memset(out, 0, sizeof *out);
    if (abut_distance(q, &a, &b, &distance, &out->distance) != ABUT_OK) abort();
    if (abut_clearance(q, &a, &b, &clearance, &c) != ABUT_OK) abort();
    out->count = c.count;
    out->contact_count = c.contact_count;
    out->band = c.band;
    out->tests = c.volume_tests + c.triangle_tests;
    for (size_t i = 0; i < c.count; i++)
        out->pairs =
            out->pairs * 31 + c.pairs[i].a * 1000003ull + c.pairs[i].b + c.approaches[i].kind;
}

static int is_same(const step_answer* x, const step_answer* y)
{
    const abut_distance_answer *d = &x->distance, *e = &y->distance;
    return same_bits(d->lo, e->lo) && same_bits(d->hi, e->hi) && d->pair.a == e->pair.a &&
           d->pair.b == e->pair.b && d->features.a == e->features.a &&
           d->features.b == e->features.b && !memcmp(d->a_point, e->a_point, sizeof d->a_point) &&
           !memcmp(d->b_point, e->b_point, sizeof d->b_point) && x->count == y->count &&
           x->contact_count == y->contact_count && x->band == y->band && x->pairs == y->pairs &&
           x->tests == y->tests;
}

// ---------------------------------------------------------------------------------------- many threads

typedef struct asker {
    const shared_models* models;
    const step_answer* expected;
    int number, wrong;
} asker;

static void* ask_all(void* argument)
{
    asker* const me = argument;
    abut_query* q = NULL;
    if (abut_query_create(&q, NULL) != ABUT_OK) abort();
    for (int i = 0; i < STEPS; i++) {
        const int step = (i + me->number * STEPS / THREADS) % STEPS;
        step_answer x;
        ask_step(q, me->models, step, &x);
        me->wrong += !is_same(&x, &me->expected[step]);
    }
    abut_query_free(q);
    return NULL;
}

static void threads_ask_the_same_models(void** state)
{
    (void)state;
    static const int ways[] = {1, 3, 6, 8};
    for (int w = 0; w < 4; w++) {
        shared_models m;
        if (models_make(&m, &distance_ways[ways[w]], 32)) {
            step_answer expected[STEPS];
            abut_query* q = NULL;
            assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
            size_t touching = 0, close = 0;
            for (int i = 0; i < STEPS; i++) {
                ask_step(q, &m, i, &expected[i]);
                touching += expected[i].band == ABUT_BAND_CONTACT;
                close += expected[i].band == ABUT_BAND_CLOSE;
            }
            assert_true(touching > 0 && close > 0);
            abut_query_free(q);
            asker askers[THREADS];
            pthread_t threads[THREADS];
            for (int i = 0; i < THREADS; i++) {
                askers[i] = (asker){&m, expected, i, 0};
                assert_int_equal(pthread_create(&threads[i], NULL, ask_all, &askers[i]), 0);
            }
            for (int i = 0; i < THREADS; i++) {
                pthread_join(threads[i], NULL);
                assert_int_equal(askers[i].wrong, 0);
            }
        }
        models_free(&m);
    }
}

// ---------------------------------------------------------------------------------------- many workers

static void compare_workers(const shared_models* m, const char* name, int workers)
{
    shuffled s;
    const abut_host host = shuffled_host(&s, workers, (uint64_t)workers);
    abut_query *one = NULL, *many = NULL;
    assert_int_equal(abut_query_create(&one, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&many, &host), ABUT_OK);
    for (int step = 0; step < CASES(8); step++) {
        step_answer x, y;
        ask_step(one, m, step, &x);
        ask_step(many, m, step, &y);
        if (!is_same(&x, &y))
            fail_msg("%s, %d workers, step %d: %.17g %.17g, %zu pairs; one: %.17g %.17g, %zu", name,
                     workers, step, y.distance.lo, y.distance.hi, y.count, x.distance.lo,
                     x.distance.hi, x.count);
    }
    print_message("%s, %d workers: %zu calls shared\n", name, workers, s.shared);
    abut_query_free(many);
    abut_query_free(one);
}

static void workers_change_no_answer(void** state)
{
    (void)state;
    static const int ways[] = {1, 6};
    for (int w = 0; w < 2; w++) {
        const distance_way* way = &distance_ways[ways[w]];
        shared_models m;
        if (models_make(&m, way, 64))
            for (int workers = 2; workers <= WORKERS_MOST; workers *= 2)
                compare_workers(&m, way->name, workers);
        models_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_ask_the_same_models),
        cmocka_unit_test(workers_change_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
