// test_crowd.c - many first contacts that are under way at once (engine/walk/crowd_kernel.c) are those of one question after the
// other, the work included: of models that are far, nearly touch and touch, on every instruction set, for any number of workers;
// and of several that fail the first one tells.
#include "base/simd_set.h"
#include "scenes.h"
#include "support/answers.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

enum { MODELS = 6, QUESTIONS = 400 };

typedef struct asked {
    abut_model* models[MODELS];
    abut_question questions[QUESTIONS];
    size_t far, hunted, walked, touching;  // by what they take
} asked;

static void add_mesh(abut_model** out, mesh* m, abut_memory memory)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .vertex_count = m->vertex_count,
                            .triangles = m->triangles,
                            .triangle_count = m->triangle_count};
    assert_int_equal(abut_model_build(out, &soup, &(abut_build){.memory = memory}), ABUT_OK);
    mesh_free(m);
}

static void add_torus(abut_model** out, uint32_t rings, uint32_t sides, abut_memory memory)
{
    mesh torus = {0};
    assert_int_equal(torus_make(rings, sides, 1, 0.3, &torus), SCENE_OK);
    add_mesh(out, &torus, memory);
}

static void asked_make(asked* s)
{
    rng r = {29};
    *s = (asked){.far = 0};
    add_torus(&s->models[0], 96, 48, ABUT_MEMORY_NORMAL);
    add_torus(&s->models[1], 24, 12, ABUT_MEMORY_NORMAL);
    add_torus(&s->models[2], 48, 24, ABUT_MEMORY_COMPACT);  // which is asked by itself
    soup_data data = soup_random(SOUP_GENERIC, 2000, 7);
    const abut_soup soup = soup_of(&data), empty = {.vertex_count = 0};
    assert_int_equal(abut_model_build(&s->models[3], &soup, NULL), ABUT_OK);
    assert_int_equal(abut_model_build(&s->models[4], &empty, NULL), ABUT_OK);
    soup_free(&data);
    mesh sphere = {0};
    assert_int_equal(sphere_make(40, 41, 1, &sphere), SCENE_OK);
    add_mesh(&s->models[5], &sphere, ABUT_MEMORY_NORMAL);
    for (int i = 0; i < QUESTIONS; i++) {
        abut_question* q = &s->questions[i];
        // Mostly two of the first, which are linked, side by side, or in each other.
        q->a.model = s->models[i % 8 ? 0 : rng_below(&r, MODELS)];
        q->b.model = s->models[i % 4 ? 0 : rng_below(&r, MODELS)];
        q->a.pose = (abut_pose){.scale = 1};
        if (i % 5 == 0) q->a.pose = pose_random(&r, 1);
        q->b.pose = pose_random(&r, i % 3 == 0 ? 0.4 : i % 3 == 1 ? 1.6 : 6);
        if (i % 16 == 5) {  // one in the other, and nearly as large
            q->a.model = q->b.model = s->models[5];
            q->b.pose = pose_random(&r, 0);
            q->a.pose = (abut_pose){.scale = 1};
            q->b.pose.scale = 0.98;
        }
    }
}

static void asked_free(asked* s)
{
    for (int i = 0; i < MODELS; i++)
        abut_model_free(s->models[i]);
}

static void tell(const asked* s, const abut_ask* ask, uint64_t hash[QUESTIONS])
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < QUESTIONS; i++) {
        abut_hits hits;
        assert_int_equal(abut_collide(q, &s->questions[i].a, &s->questions[i].b, ask, &hits),
                         ABUT_OK);
        hash[i] = hash_of_hits(&hits);
    }
    abut_query_free(q);
}

static void count_kinds(asked* s)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < QUESTIONS; i++) {
        abut_hits hits;
        assert_int_equal(
            abut_collide(q, &s->questions[i].a, &s->questions[i].b, &(abut_ask){.limit = 1}, &hits),
            ABUT_OK);
        s->far += hits.node_updates == 0;
        s->touching += hits.count;
        const size_t is_long = hits.node_updates > 96 || hits.triangle_tests > 26 * 16;
        s->hunted += hits.node_updates > 0 && is_long == 0;
        s->walked += is_long;
    }
    abut_query_free(q);
}

// For some workers, and crowds of all sizes.
static void compare(const asked* s, const abut_ask* ask, const uint64_t expected[QUESTIONS],
                    int workers)
{
    shuffled order = {0};
    const abut_host host = shuffled_host(&order, workers, 3);
    abut_batch* batch = NULL;
    assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
    for (size_t count = QUESTIONS; count; count = count > 13 ? count / 3 : count - 1) {
        const abut_hits* hits = NULL;
        assert_int_equal(abut_collide_batch(batch, s->questions, count, ask, &hits), ABUT_OK);
        for (size_t i = 0; i < count; i++)
            assert_true(hash_of_hits(&hits[i]) == expected[i]);
    }
    abut_batch_free(batch);
}

static void a_crowd_does_what_each_does_alone(void** state)
{
    (void)state;
    static const abut_ask asks[] = {{.limit = 1},
                                    {.limit = 1, .detail = ABUT_DETAIL_KINDS},
                                    {.limit = 1, .detail = ABUT_DETAIL_POINTS}};
    static asked s;
    static uint64_t expected[QUESTIONS];
    asked_make(&s);
    count_kinds(&s);
    assert_true(s.far > 50 && s.hunted > 100 && s.walked > 10 && s.touching > 100);
    for (size_t k = 0; k < sizeof asks / sizeof *asks; k++) {
        assert_true(simd_use(SIMD_PORTABLE));
        tell(&s, &asks[k], expected);
        for (int set = 0; set < SIMD_SETS; set++) {
            if (!simd_use((simd_set)set)) continue;
            compare(&s, &asks[k], expected, 1);
            compare(&s, &asks[k], expected, 3);
        }
        assert_true(simd_use(simd_best()));
    }
    asked_free(&s);
}

// Also where another fails first, since it was begun and over first.
static void the_first_failure_of_a_crowd_tells(void** state)
{
    (void)state;
    static asked s;
    asked_make(&s);
    abut_batch* batch = NULL;
    assert_int_equal(abut_batch_create(&batch, NULL), ABUT_OK);
    const abut_ask ask = {.limit = 1};
    const abut_hits* hits = NULL;
    s.questions[90].b.pose.scale = -1;
    s.questions[60].a.pose.rotation[0][0] = 7;
    s.questions[61].a.pose.translation[1] = (double)NAN;
    assert_int_equal(abut_collide_batch(batch, s.questions, QUESTIONS, &ask, &hits),
                     ABUT_NOT_RIGID);
    assert_null(hits);
    assert_int_equal(abut_collide_batch(batch, s.questions + 61, QUESTIONS - 61, &ask, &hits),
                     ABUT_NOT_FINITE);
    assert_int_equal(abut_collide_batch(batch, s.questions, 60, &ask, &hits), ABUT_OK);
    assert_non_null(hits);
    abut_batch_free(batch);
    asked_free(&s);
}

static void failed_allocations_leave_a_crowd_usable(void** state)
{
    (void)state;
    static asked s;
    static uint64_t expected[QUESTIONS];
    const abut_ask ask = {.limit = 1, .detail = ABUT_DETAIL_POINTS};
    asked_make(&s);
    tell(&s, &ask, expected);
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    size_t failures = 0;
    for (int done = 0; !done; failures++) {
        abut_batch* batch = NULL;
        const abut_hits* hits = NULL;
        c.fail_at = c.allocations + failures;
        abut_status status = abut_batch_create(&batch, &host);
        if (status == ABUT_OK)
            status = abut_collide_batch(batch, s.questions, QUESTIONS, &ask, &hits);
        done = status == ABUT_OK;
        if (!done) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
        c.fail_at = SIZE_MAX;
        if (batch)
            assert_int_equal(abut_collide_batch(batch, s.questions, QUESTIONS, &ask, &hits),
                             ABUT_OK);
        for (int i = 0; batch && i < QUESTIONS; i++)
            assert_true(hash_of_hits(&hits[i]) == expected[i]);
        abut_batch_free(batch);
        assert_int_equal(c.blocks, 0);
    }
    assert_true(failures > 10);
    asked_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_crowd_does_what_each_does_alone),
        cmocka_unit_test(the_first_failure_of_a_crowd_tells),
        cmocka_unit_test(failed_allocations_leave_a_crowd_usable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
