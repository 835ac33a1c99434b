// test_batch.c - abut_collide_batch gives what abut_collide does, abut_distance_batch and abut_clearance_batch what
// abut_distance and abut_clearance do, question by question, on any number of workers and in whatever order they take
// them; and what fails leaves all as it was.
#include "support/answers.h"
#include "support/method_here.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

#include "abut/methods.h"

enum { QUESTIONS = 90, FEW = 25, MODELS = 4, ASKS = 4, STEPS = 4 };

typedef struct shapes {
    abut_model* models[MODELS];
    abut_question questions[QUESTIONS];
    uint64_t expected[ASKS][QUESTIONS];
    uint64_t how_far[ASKS][QUESTIONS], how_near[ASKS][QUESTIONS];
    size_t contacts, distances, close;
} shapes;

static const abut_ask asks[ASKS] = {
    {.limit = 0},
    {.detail = ABUT_DETAIL_POINTS},
    {.limit = 1, .detail = ABUT_DETAIL_KINDS},
    {.budget = 300},
};

static const abut_distance_ask far_asks[ASKS] = {
    {.absolute = 0},
    {.detail = ABUT_DETAIL_POINTS},
    {.within = 0.25, .relative = 0.1},
    {.budget = 40},
};

static const abut_clearance_ask near_asks[ASKS] = {
    {.limit = 0},
    {.detail = ABUT_DETAIL_POINTS},
    {.limit = 3, .detail = ABUT_DETAIL_KINDS, .strict = 1},
    {.budget = 200},
};

static void shapes_make(shapes* s, abut_method method)
{
    static const soup_sort sorts[MODELS] = {SOUP_GENERIC, SOUP_GRID, SOUP_CLUSTERS, SOUP_FLAT};
    rng r = {5};
    *s = (shapes){.contacts = 0};
    for (int i = 0; i < MODELS; i++) {
        soup_data data = soup_random(sorts[i], 16 + 8 * (size_t)i, 3);
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
        q->a.margin = 0.03125 * (double)rng_below(&r, 4);
        q->b.margin = 0.03125;
        q->b.pose = i % 3 ? pose_random(&r, i % 3 == 1 ? 1.5 : 4) : q->a.pose;
        for (int k = 0; k < ASKS; k++) {
            abut_hits hits;
            assert_int_equal(abut_collide(query, &q->a, &q->b, &asks[k], &hits), ABUT_OK);
            s->expected[k][i] = hash_of_hits(&hits);
            s->contacts += hits.count;
        }
        for (int k = 0; k < ASKS; k++) {
            abut_distance_answer far;
            assert_int_equal(abut_distance(query, &q->a, &q->b, &far_asks[k], &far), ABUT_OK);
            s->how_far[k][i] = hash_of_distance(&far);
            s->distances += far.hi > 0;
        }
        for (int k = 0; k < ASKS; k++) {
            abut_clearance_answer near;
            assert_int_equal(abut_clearance(query, &q->a, &q->b, &near_asks[k], &near), ABUT_OK);
            s->how_near[k][i] = hash_of_clearance(&near);
            s->close += near.band == ABUT_BAND_CLOSE;
        }
    }
    abut_query_free(query);
}

static void shapes_free(shapes* s)
{
    for (int i = 0; i < MODELS; i++)
        abut_model_free(s->models[i]);
}

static void compare_some(const shapes* s, abut_batch* batch, int count)
{
    for (int k = 0; k < count; k++) {
        const abut_hits* hits = NULL;
        assert_int_equal(abut_collide_batch(batch, s->questions, QUESTIONS, &asks[k], &hits),
                         ABUT_OK);
        for (int i = 0; i < QUESTIONS; i++)
            assert_true(hash_of_hits(&hits[i]) == s->expected[k][i]);
        const abut_distance_answer* far = NULL;
        assert_int_equal(abut_distance_batch(batch, s->questions, QUESTIONS, &far_asks[k], &far),
                         ABUT_OK);
        for (int i = 0; i < QUESTIONS; i++)
            assert_true(hash_of_distance(&far[i]) == s->how_far[k][i]);
        const abut_clearance_answer* near = NULL;
        assert_int_equal(abut_clearance_batch(batch, s->questions, QUESTIONS, &near_asks[k], &near),
                         ABUT_OK);
        for (int i = 0; i < QUESTIONS; i++)
            assert_true(hash_of_clearance(&near[i]) == s->how_near[k][i]);
    }
}

static void compare(const shapes* s, abut_batch* batch)
{
    compare_some(s, batch, ASKS);
}

static void answers_are_those_of_single_questions(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, SOME_TREE, ABUT_METHOD_BRUTE};
    static shapes s;
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        shapes_make(&s, methods[m]);
        assert_true(s.contacts > 300 && s.distances > 60 && s.close > 5);
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

// Among them some whose poses cannot be.
static void distances_are_refused(abut_batch* batch, abut_question* questions)
{
    const abut_distance_answer* far = NULL;
    const abut_distance_ask reserved = {.reserved = {1}}, negative = {.within = -1},
                            no_number = {.absolute = (double)NAN};
    assert_int_equal(abut_distance_batch(batch, questions, QUESTIONS, NULL, &far), ABUT_BAD_SCALE);
    assert_int_equal(abut_distance_batch(batch, questions, 1, &reserved, &far), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance_batch(batch, questions, 1, &negative, &far), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance_batch(batch, questions, 1, &no_number, &far), ABUT_NOT_FINITE);
    assert_int_equal(abut_distance_batch(batch, NULL, 1, NULL, &far), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance_batch(NULL, questions, 1, NULL, &far), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_distance_batch(batch, questions, 1, NULL, NULL), ABUT_BAD_ARGUMENT);
    const abut_model* model = questions[0].b.model;
    questions[0].b.model = NULL;
    assert_int_equal(abut_distance_batch(batch, questions, 1, NULL, &far), ABUT_BAD_ARGUMENT);
    questions[0].b.model = model;
    assert_null(far);
    assert_int_equal(abut_distance_batch(batch, NULL, 0, NULL, &far), ABUT_OK);
    assert_non_null(far);
}

static void clearances_are_refused(abut_batch* batch, abut_question* questions)
{
    const abut_clearance_answer* near = NULL;
    const abut_clearance_ask reserved = {.reserved = {1}}, negative = {.deadline = -1},
                             no_number = {.deadline = (double)NAN};
    assert_int_equal(abut_clearance_batch(batch, questions, QUESTIONS, NULL, &near),
                     ABUT_BAD_SCALE);
    assert_int_equal(abut_clearance_batch(batch, questions, 1, &reserved, &near),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance_batch(batch, questions, 1, &negative, &near),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance_batch(batch, questions, 1, &no_number, &near), ABUT_NOT_FINITE);
    assert_int_equal(abut_clearance_batch(batch, NULL, 1, NULL, &near), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance_batch(NULL, questions, 1, NULL, &near), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_clearance_batch(batch, questions, 1, NULL, NULL), ABUT_BAD_ARGUMENT);
    questions[20].a.margin = (double)NAN;  // before the first pose that cannot be
    questions[70].b.margin = -1;
    assert_int_equal(abut_clearance_batch(batch, questions, QUESTIONS, NULL, &near),
                     ABUT_NOT_FINITE);
    assert_int_equal(abut_clearance_batch(batch, questions + 70, 1, NULL, &near),
                     ABUT_BAD_ARGUMENT);
    assert_null(near);
    assert_int_equal(abut_clearance_batch(batch, NULL, 0, NULL, &near), ABUT_OK);
    assert_non_null(near);
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
    s.questions[0].a.model = s.models[0];
    distances_are_refused(batch, s.questions);
    clearances_are_refused(batch, s.questions);
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
            const abut_distance_answer* far = NULL;
            const abut_clearance_answer* near = NULL;
            c.fail_at = c.allocations + failures;
            c.fraction = 0;
            abut_status status = abut_batch_create(&batch, &host);
            if (status == ABUT_OK)
                status = abut_collide_batch(batch, s.questions, FEW, &asks[1], &hits);
            if (status == ABUT_OK)
                status = abut_distance_batch(batch, s.questions, FEW, &far_asks[1], &far);
            if (status == ABUT_OK)
                status = abut_clearance_batch(batch, s.questions, FEW, &near_asks[1], &near);
            done = status == ABUT_OK;
            if (!done) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_null(near);
            }
            c.fail_at = SIZE_MAX;
            c.fraction = 0;
            if (batch) compare_some(&s, batch, 1);
            abut_batch_free(batch);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        assert_true(failures > 7);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    shapes_free(&s);
}

// Each pair begins with its own last answer, and does so on any number of workers: the answers are those of a query for
// each pair.
static void coherent_distances_are_those_of_a_query_each(void** state)
{
    (void)state;
    static shapes s;
    static uint64_t expected[STEPS][QUESTIONS];
    static abut_pose poses[STEPS][QUESTIONS];
    static char names[QUESTIONS];
    const abut_distance_ask ask = {.coherent = 1, .detail = ABUT_DETAIL_POINTS},
                            cold = {.detail = ABUT_DETAIL_POINTS};
    uint64_t tests = 0, cold_tests = 0;
    shapes_make(&s, ABUT_METHOD_WIDE);
    for (int i = 0; i < QUESTIONS; i++) {
        abut_query *query = NULL, *cold_query = NULL;
        abut_question* q = &s.questions[i];
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        assert_int_equal(abut_query_create(&cold_query, NULL), ABUT_OK);
        q->a.user = &names[i];
        for (int step = 0; step < STEPS; step++) {
            abut_distance_answer far;
            q->b.pose.translation[2] += 0.01;
            poses[step][i] = q->b.pose;
            assert_int_equal(abut_distance(cold_query, &q->a, &q->b, &cold, &far), ABUT_OK);
            cold_tests += far.triangle_tests;
            assert_int_equal(abut_distance(query, &q->a, &q->b, &ask, &far), ABUT_OK);
            tests += far.triangle_tests;
            expected[step][i] = hash_of_distance(&far);
        }
        abut_query_free(query);
        abut_query_free(cold_query);
    }
    assert_true(tests != cold_tests);
    for (int workers = 1; workers <= SHUFFLED_WORKERS_MAX; workers += 5) {
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 3);
        abut_batch* batch = NULL;
        assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
        for (int step = 0; step < STEPS; step++) {
            const abut_distance_answer* far = NULL;
            for (int i = 0; i < QUESTIONS; i++)
                s.questions[i].b.pose = poses[step][i];
            assert_int_equal(abut_distance_batch(batch, s.questions, QUESTIONS, &ask, &far),
                             ABUT_OK);
            for (int i = 0; i < QUESTIONS; i++)
                assert_true(hash_of_distance(&far[i]) == expected[step][i]);
        }
        abut_batch_free(batch);
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
        cmocka_unit_test(coherent_distances_are_those_of_a_query_each),
        cmocka_unit_test(progress_grows_and_cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
