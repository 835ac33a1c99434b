// test_batch.c - abut_collide_batch gives what abut_collide does, question by question, on any number of workers and
// in whatever order they take them; and what fails leaves all as it was.
#include "support/answers.h"
#include "support/method_here.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

#include "abut/methods.h"

enum { QUESTIONS = 90, MODELS = 4, ASKS = 4 };

typedef struct shapes {
    abut_model* models[MODELS];
    abut_question questions[QUESTIONS];
    uint64_t expected[ASKS][QUESTIONS];
    size_t contacts;
} shapes;

static const abut_ask asks[ASKS] = {
    {.limit = 0},
    {.detail = ABUT_DETAIL_POINTS},
    {.limit = 1, .detail = ABUT_DETAIL_KINDS},
    {.budget = 300},
};

static void shapes_make(shapes* s, abut_method method)
{
    static const soup_sort sorts[MODELS] = {SOUP_GENERIC, SOUP_GRID, SOUP_CLUSTERS, SOUP_FLAT};
    rng r = {5};
    *s = (shapes){.contacts = 0};
    for (int i = 0; i < MODELS; i++) {
        soup_data data = soup_random(sorts[i], 24 + 16 * (size_t)i, 3);
        if (i == 1) soup_transform(&data, 0.5, -1);
        const abut_soup soup = soup_of(&data);
        const abut_build build = {.method = method};
        assert_int_equal(abut_model_build(&s->models[i], &soup, &build), ABUT_OK);
        soup_free(&data);
    }
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int i = 0; i < QUESTIONS; i++) {
        abut_question* q = &s->questions[i];
        q->a.model = s->models[rng_below(&r, MODELS)];
        q->b.model = s->models[rng_below(&r, MODELS)];
        q->a.pose = pose_random(&r, 1.5);
        q->b.pose = i % 3 ? pose_random(&r, 1.5) : q->a.pose;
        for (int k = 0; k < ASKS; k++) {
            abut_hits hits;
            assert_int_equal(abut_collide(query, &q->a, &q->b, &asks[k], &hits), ABUT_OK);
            s->expected[k][i] = hash_of_hits(&hits);
            s->contacts += hits.count;
        }
    }
    abut_query_free(query);
}

static void shapes_free(shapes* s)
{
    for (int i = 0; i < MODELS; i++)
        abut_model_free(s->models[i]);
}

static void compare(const shapes* s, abut_batch* batch)
{
    for (int k = 0; k < ASKS; k++) {
        const abut_hits* hits = NULL;
        assert_int_equal(abut_collide_batch(batch, s->questions, QUESTIONS, &asks[k], &hits),
                         ABUT_OK);
        for (int i = 0; i < QUESTIONS; i++)
            assert_true(hash_of_hits(&hits[i]) == s->expected[k][i]);
    }
}

static void answers_are_those_of_single_questions(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, SOME_TREE, ABUT_METHOD_BRUTE};
    static shapes s;
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        shapes_make(&s, methods[m]);
        assert_true(s.contacts > 300);
        for (int workers = 0; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13) {
            shuffled order = {0};
            const abut_host host = shuffled_host(&order, workers, 9);
            abut_batch* batch = NULL;
            assert_int_equal(abut_batch_create(&batch, workers ? &host : NULL), ABUT_OK);
            compare(&s, batch);
            compare(&s, batch);
            if (workers > 1) assert_true(order.shared > 0);
            abut_batch_free(batch);
        }
        shapes_free(&s);
    }
}

static void the_first_failure_tells(void** state)
{
    (void)state;
    static shapes s;
    shapes_make(&s, ABUT_METHOD_WIDE);
    shuffled order;
    const abut_host host = shuffled_host(&order, 4, 1);
    abut_batch* batch = NULL;
    assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
    s.questions[80].a.pose.translation[0] = (double)NAN;
    s.questions[50].b.pose.scale = -1;
    s.questions[60].b.pose.rotation[0][0] = 7;
    for (int i = 0; i < 20; i++) {
        const abut_hits* hits = NULL;
        assert_int_equal(abut_collide_batch(batch, s.questions, QUESTIONS, NULL, &hits),
                         ABUT_BAD_SCALE);
        assert_null(hits);
    }
    const abut_hits* hits = NULL;
    assert_int_equal(abut_collide_batch(batch, s.questions, 50, NULL, &hits), ABUT_OK);
    assert_non_null(hits);
    assert_int_equal(abut_collide_batch(batch, NULL, 0, NULL, &hits), ABUT_OK);
    assert_int_equal(abut_collide_batch(batch, NULL, 1, NULL, &hits), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_collide_batch(NULL, s.questions, 1, NULL, &hits), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_collide_batch(batch, s.questions, 1, NULL, NULL), ABUT_BAD_ARGUMENT);
    const abut_ask reserved = {.reserved = {1}},
                   other = {.walk = &(abut_tree_walk){.interval_count = 3}};
    assert_int_equal(abut_collide_batch(batch, s.questions, 1, &reserved, &hits),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_collide_batch(batch, s.questions, 1, &other, &hits),
                     ABUT_BAD_COMBINATION);
    s.questions[0].a.model = NULL;
    assert_int_equal(abut_collide_batch(batch, s.questions, 1, NULL, &hits), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_batch_create(NULL, NULL), ABUT_BAD_ARGUMENT);
    abut_batch_free(batch);
    abut_batch_free(NULL);
    shapes_free(&s);
}

// Workers of a pool, over memory that is counted and fails: never two calls at once, or counting would go wrong.
static void failed_allocations_leave_a_batch_usable(void** state)
{
    (void)state;
    static shapes s;
    shapes_make(&s, ABUT_METHOD_WIDE);
    for (int workers = 1; workers <= 3; workers += 2) {
        counting c = counting_begin();
        const abut_host memory = counting_host(&c);
        abut_pool* pool = NULL;
        abut_host host;
        assert_int_equal(abut_pool_create(&pool, workers, &memory), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        size_t failures = 0;
        for (int done = 0; !done; failures++) {
            abut_batch* batch = NULL;
            const abut_hits* hits = NULL;
            c.fail_at = c.allocations + failures;
            c.fraction = 0;
            abut_status status = abut_batch_create(&batch, &host);
            if (status == ABUT_OK)
                status = abut_collide_batch(batch, s.questions, QUESTIONS, &asks[1], &hits);
            done = status == ABUT_OK;
            if (!done) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_null(hits);
            }
            c.fail_at = SIZE_MAX;
            c.fraction = 0;
            if (batch) compare(&s, batch);
            abut_batch_free(batch);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        assert_true(failures > 7);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    shapes_free(&s);
}

static void progress_grows_and_cancels(void** state)
{
    (void)state;
    static shapes s;
    shapes_make(&s, ABUT_METHOD_WIDE);
    for (int workers = 1; workers <= 4; workers += 3) {
        counting c = counting_begin();
        const abut_host told = counting_host(&c);
        abut_pool* pool = NULL;
        abut_host host;
        assert_int_equal(abut_pool_create(&pool, workers, &told), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        abut_batch* batch = NULL;
        const abut_hits* hits = NULL;
        assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
        assert_int_equal(abut_collide_batch(batch, s.questions, QUESTIONS, NULL, &hits), ABUT_OK);
        assert_false(c.fraction_is_wrong);
        if (workers == 1) assert_true(c.progress_calls > 10);
        const size_t calls = c.progress_calls < 5 ? c.progress_calls : 5;
        for (size_t i = 0; i < calls; i++) {
            hits = NULL;
            c.progress_calls = 0;
            c.fraction = 0;
            c.cancel_at = i;
            const abut_status status =
                abut_collide_batch(batch, s.questions, QUESTIONS, NULL, &hits);
            // With others at work the calling thread may have fewer turns than before.
            if (workers == 1) assert_int_equal(status, ABUT_CANCELLED);
            assert_true(status == ABUT_CANCELLED || (status == ABUT_OK && c.progress_calls <= i));
        }
        c.cancel_at = SIZE_MAX;
        c.fraction = 0;
        compare(&s, batch);
        abut_batch_free(batch);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    shapes_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_single_questions),
        cmocka_unit_test(the_first_failure_tells),
        cmocka_unit_test(failed_allocations_leave_a_batch_usable),
        cmocka_unit_test(progress_grows_and_cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
