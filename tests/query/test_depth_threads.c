// test_depth_threads.c - overlaps and depths by real threads: several ask about the same solids at once, and each has workers of
// the library's own. Answers are those of one thread without any, bit by bit.
#include "scenes.h"
#include "support/models.h"

#include "abut/depth.h"
#include "abut/overlap.h"

#include <pthread.h>
#include <string.h>

enum { THREADS = 3 };

// What all threads share.
typedef struct subject {
    abut_instance at[2];
    abut_solid* solid;
} subject;

typedef struct answers {
    abut_depth_along_answer along;
    abut_depth_least_answer least;
    abut_reach_answer reach;
    size_t pairs, curves, points, regions;
    double length[2], volume[2], last[3];
} answers;

static void ask_all(const subject* s, int workers, answers* out)
{
    static const double way[3] = {1, 0.25, 0.125};
    const abut_solids_ask ask = {.a_solid = s->solid, .b_solid = s->solid, .budget = 20000};
    const abut_solids_ask plain = {.a_solid = s->solid, .b_solid = s->solid};
    const abut_overlap_ask both = {.volume = 1, .a_solid = s->solid, .b_solid = s->solid};
    abut_pool* pool = NULL;
    abut_query* query;
    abut_overlap_answer shared;
    abut_host host = {.workers = 1};
    memset(out, 0, sizeof *out);
    if (workers) {
        assert_int_equal(abut_pool_create(&pool, workers, NULL), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
    }
    assert_int_equal(abut_query_create(&query, workers ? &host : NULL), ABUT_OK);
    assert_int_equal(abut_depth_along(query, &s->at[0], &s->at[1], way, &plain, &out->along),
                     ABUT_OK);
    assert_int_equal(abut_depth_least(query, &s->at[0], &s->at[1], &ask, &out->least), ABUT_OK);
    assert_int_equal(abut_reach(query, &s->at[0], &s->at[1], &ask, &out->reach), ABUT_OK);
    assert_int_equal(abut_overlap(query, &s->at[0], &s->at[1], &both, &shared), ABUT_OK);
    out->pairs = shared.hits.count;
    out->curves = shared.curve_count;
    out->points = shared.point_count;
    out->regions = shared.region_count;
    out->length[0] = shared.length_lo;
    out->length[1] = shared.length_hi;
    out->volume[0] = shared.volume_lo;
    out->volume[1] = shared.volume_hi;
    memcpy(out->last, shared.points[shared.point_count - 1].x, sizeof out->last);
    abut_query_free(query);
    abut_pool_free(pool);
}

typedef struct asker {
    const subject* subject;
    int workers;
    answers found;
} asker;

static void* run(void* context)
{
    asker* const a = context;
    ask_all(a->subject, a->workers, &a->found);
    return NULL;
}

static void threads_share_solids(void** state)
{
    (void)state;
    const bolt_shape bolt = {.segments = 20, .length = 12};
    mesh made;
    abut_query* query;
    answers expected;
    assert_int_equal(bolt_make(&bolt, &made), SCENE_OK);
    abut_model* const model = model_of_mesh(&made, ABUT_METHOD_WIDE);
    subject s = {.at = {{.model = model}, {.model = model, .pose.translation = {1, 0.5, 0.25}}}};
    assert_int_equal(abut_solid_build(&s.solid, model, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_solid_check(s.solid, query), ABUT_OK);
    abut_query_free(query);
    ask_all(&s, 0, &expected);
    assert_true(expected.along.depth_lo > 0 && expected.volume[0] > 0 && expected.curves > 0);
    asker askers[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        askers[i] = (asker){.subject = &s, .workers = i + 2};
        assert_int_equal(pthread_create(&threads[i], NULL, run, &askers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], NULL);
        assert_memory_equal(&askers[i].found, &expected, sizeof expected);
    }
    abut_solid_free(s.solid);
    abut_model_free(model);
    mesh_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_share_solids)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
