// test_motion_batch.c - abut_first_contact_batch gives what abut_first_contact does, question by question and with all
// counters, on any number of workers; what fails leaves all as it was.
#include "support/answers.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

enum { QUESTIONS = 60, FEW = 12, MODELS = 3, ASKS = 4, PIECES = 2 };

typedef struct moves {
    abut_model* models[MODELS];
    abut_instance a[QUESTIONS], b[QUESTIONS];
    abut_motion a_pieces[QUESTIONS][PIECES], b_pieces[QUESTIONS][PIECES];
    abut_pose to[QUESTIONS];
    abut_motion_question questions[QUESTIONS];
    uint64_t expected[ASKS][QUESTIONS];
    size_t states[4];
} moves;

static const abut_motion_ask asks[ASKS] = {
    {.resolution = 1e-5},
    {.any = 1, .detail = ABUT_DETAIL_POINTS, .resolution = 1e-5},
    {.separation = 0.25, .resolution = 1e-4},
    {.budget = 150, .resolution = 1e-5},
};

static abut_motion random_motion(rng* r)
{
    abut_motion m = {.degrees = 90 * rng_signed(r)};
    for (int k = 0; k < 3; k++) {
        m.way[k] = 4 * rng_signed(r);
        m.axis[k] = rng_signed(r);
        m.pivot[k] = rng_signed(r);
    }
    if (rng_below(r, 4) == 0) m.degrees = 0;
    return m;
}

static void moves_make(moves* s, abut_method method)
{
    static const soup_sort sorts[MODELS] = {SOUP_GENERIC, SOUP_GRID, SOUP_CLUSTERS};
    rng r = {21};
    *s = (moves){.states = {0}};
    for (int i = 0; i < MODELS; i++) {
        soup_data data = soup_random(sorts[i], 10 + 10 * (size_t)i, 3);
        if (i == 1) soup_transform(&data, 0.25, -0.5);
        const abut_soup soup = soup_of(&data);
        const abut_build build = {.method = method};
        assert_int_equal(abut_model_build(&s->models[i], &soup, &build), ABUT_OK);
        soup_free(&data);
    }
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int i = 0; i < QUESTIONS; i++) {
        s->a[i] = (abut_instance){.model = s->models[rng_below(&r, MODELS)]};
        s->b[i] = (abut_instance){.model = s->models[rng_below(&r, MODELS)]};
        s->b[i].pose = pose_random(&r, 5);
        for (int k = 0; k < PIECES; k++) {
            s->a_pieces[i][k] = random_motion(&r);
            s->b_pieces[i][k] = random_motion(&r);
        }
        if (i % 3 == 0) {
            s->to[i] = pose_random(&r, 3);
            s->to[i].scale = s->b[i].pose.scale;
            s->b_pieces[i][0] = (abut_motion){.to = &s->to[i]};
        }
        abut_motion_question* const q = &s->questions[i];
        *q = (abut_motion_question){&s->a[i], &s->b[i], s->a_pieces[i], s->b_pieces[i], PIECES};
        if (i % 2) q->a_pieces = NULL;
        for (int k = 0; k < ASKS; k++) {
            abut_first first;
            assert_int_equal(abut_first_contact(query, q->a, q->a_pieces, q->b, q->b_pieces,
                                                q->count, &asks[k], &first),
                             ABUT_OK);
            s->expected[k][i] = hash_of_first(&first);
            s->states[first.state]++;
        }
    }
    abut_query_free(query);
}

static void moves_free(moves* s)
{
    for (int i = 0; i < MODELS; i++)
        abut_model_free(s->models[i]);
}

static void compare(const moves* s, abut_batch* batch, int count)
{
    for (int k = 0; k < count; k++) {
        const abut_first* firsts = NULL;
        assert_int_equal(
            abut_first_contact_batch(batch, s->questions, QUESTIONS, &asks[k], &firsts), ABUT_OK);
        for (int i = 0; i < QUESTIONS; i++)
            assert_true(hash_of_first(&firsts[i]) == s->expected[k][i]);
    }
}

static void answers_are_those_of_single_questions(void** state)
{
    (void)state;
    static moves s;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_BRUTE};
    for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
        moves_make(&s, methods[m]);
        assert_true(s.states[ABUT_MOTION_FREE] > 10 && s.states[ABUT_MOTION_CONTACT] > 10 &&
                    s.states[ABUT_MOTION_UNDECIDED] > 5);
        for (int workers = 0; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13) {
            shuffled order = {0};
            const abut_host host = shuffled_host(&order, workers, 9);
            abut_batch* batch = NULL;
            assert_int_equal(abut_batch_create(&batch, workers ? &host : NULL), ABUT_OK);
            compare(&s, batch, ASKS);
            compare(&s, batch, 1);
            if (workers > 1) assert_true(order.shared > 0);
            abut_batch_free(batch);
        }
        moves_free(&s);
    }
}

static void the_first_failure_tells(void** state)
{
    (void)state;
    static moves s;
    moves_make(&s, ABUT_METHOD_WIDE);
    shuffled order;
    const abut_host host = shuffled_host(&order, 4, 1);
    const abut_motion_ask reserved = {.reserved = {1}}, negative = {.separation = -1},
                          no_number = {.resolution = (double)NAN};
    const abut_first* firsts = NULL;
    abut_batch* batch = NULL;
    assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
    s.a[50].pose.scale = -1;
    s.b_pieces[40][1] = (abut_motion){.degrees = 5};
    s.b[45].pose.translation[1] = (double)NAN;
    for (int i = 0; i < 5; i++)
        assert_int_equal(abut_first_contact_batch(batch, s.questions, QUESTIONS, &asks[0], &firsts),
                         ABUT_BAD_ARGUMENT);
    assert_int_equal(
        abut_first_contact_batch(batch, s.questions + 45, QUESTIONS - 45, &asks[0], &firsts),
        ABUT_NOT_FINITE);
    assert_int_equal(abut_first_contact_batch(batch, s.questions + 50, 1, NULL, &firsts),
                     ABUT_BAD_SCALE);
    assert_int_equal(abut_first_contact_batch(batch, s.questions, 1, &reserved, &firsts),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_first_contact_batch(batch, s.questions, 1, &negative, &firsts),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_first_contact_batch(batch, s.questions, 1, &no_number, &firsts),
                     ABUT_NOT_FINITE);
    assert_int_equal(abut_first_contact_batch(batch, NULL, 1, NULL, &firsts), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_first_contact_batch(NULL, s.questions, 1, NULL, &firsts),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_first_contact_batch(batch, s.questions, 1, NULL, NULL),
                     ABUT_BAD_ARGUMENT);
    s.questions[2].a = NULL;
    assert_int_equal(abut_first_contact_batch(batch, s.questions, 3, NULL, &firsts),
                     ABUT_BAD_ARGUMENT);
    assert_null(firsts);
    assert_int_equal(abut_first_contact_batch(batch, NULL, 0, NULL, &firsts), ABUT_OK);
    assert_non_null(firsts);
    abut_batch_free(batch);
    moves_free(&s);
}

static void failed_allocations_leave_a_batch_usable(void** state)
{
    (void)state;
    static moves s;
    moves_make(&s, ABUT_METHOD_WIDE);
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
            const abut_first* firsts = NULL;
            c.fail_at = c.allocations + failures;
            c.fraction = 0;
            abut_status status = abut_batch_create(&batch, &host);
            if (status == ABUT_OK)
                status = abut_first_contact_batch(batch, s.questions, FEW, &asks[1], &firsts);
            done = status == ABUT_OK;
            if (!done) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_null(firsts);
            }
            c.fail_at = SIZE_MAX;
            c.fraction = 0;
            if (batch) compare(&s, batch, 1);
            abut_batch_free(batch);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        assert_true(failures > 5);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    moves_free(&s);
}

static void a_second_call_allocates_nothing_and_may_be_cancelled(void** state)
{
    (void)state;
    static moves s;
    moves_make(&s, ABUT_METHOD_WIDE);
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_batch* batch = NULL;
    const abut_first* firsts = NULL;
    assert_int_equal(abut_batch_create(&batch, &host), ABUT_OK);
    compare(&s, batch, ASKS);
    const size_t allocations = c.allocations;
    c.fraction = 0;
    compare(&s, batch, 1);
    assert_int_equal(c.allocations, allocations);
    for (size_t i = 0; i < 4; i++) {
        c.progress_calls = 0;
        c.fraction = 0;
        c.cancel_at = i;
        assert_int_equal(abut_first_contact_batch(batch, s.questions, QUESTIONS, &asks[0], &firsts),
                         ABUT_CANCELLED);
    }
    c.cancel_at = SIZE_MAX;
    c.fraction = 0;
    c.fraction_is_wrong = 0;
    compare(&s, batch, 1);
    assert_false(c.fraction_is_wrong);
    assert_true(c.progress_calls > 4);
    abut_batch_free(batch);
    assert_int_equal(c.blocks, 0);
    moves_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_single_questions),
        cmocka_unit_test(the_first_failure_tells),
        cmocka_unit_test(failed_allocations_leave_a_batch_usable),
        cmocka_unit_test(a_second_call_allocates_nothing_and_may_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
