// test_world_moving.c - worlds that change: instances come, go and move, and questions start from the last answer. What is
// said is what abut_collide and abut_contain say of all pairs, it costs what a query for each pair costs, and none of it
// depends on the workers.
#include "support/answers.h"
#include "support/pruning.h"
#include "support/share.h"
#include "world/world_reference.h"

static void changes_are_heeded(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_QUICKCD14,
                                          ABUT_METHOD_DOP14};
    for (int i = 0; i < 3; i++) {
        for (int workers = 1; workers <= 3; workers += 2) {
            reference r;
            shuffled order = {0};
            const abut_host host = shuffled_host(&order, workers, 7);
            size_t told = 0;
            reference_open(&r, methods[i], &host);
            fill(&r, 12);
            for (int step = 0; step < CASES(160); step++) {
                const abut_survey survey = (abut_survey)rng_below(&r.random, 4);
                abut_ask ask = {.coherent =
                                    methods[i] != ABUT_METHOD_DOP14 && rng_below(&r.random, 3)};
                abut_clashes found;
                for (size_t changes = rng_below(&r.random, 8); changes; changes--)
                    change(&r);
                assert_int_equal(abut_world_collide(r.world, survey, &ask, &found), ABUT_OK);
                told += expect_truth(&r, &found, survey).told;
                assert_int_equal(found.complete, 1);
                if (ask.coherent) assert_int_equal(r.world->fronts.count, found.asked);
                if (step % 16 == 0) expect_instances(&r);
            }
            print_message("%zu pairs of instances\n", told);
            assert_true(told > (size_t)CASES(160));
            reference_close(&r);
        }
    }
}

// All go, and others come, of another method; and what was kept of models that are gone is never used.
static void worlds_are_emptied_and_filled(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_DOP14, ABUT_METHOD_WIDE,
                                          ABUT_METHOD_QUICKCD6};
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    for (int turn = 0; turn < 4; turn++) {
        reference r;
        reference_open(&r, methods[turn], NULL);
        abut_clashes found;
        for (uint32_t i = 0; i < 6; i++) {
            const abut_instance instance = {.model = r.models[0],
                                            .pose = {.translation = {0.9 * i, 0, 0}}};
            uint32_t id;
            assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
            assert_int_equal(id, i);
        }
        const abut_ask ask = {.coherent = methods[turn] != ABUT_METHOD_DOP14};
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, &ask, &found), ABUT_OK);
        assert_int_equal(found.count, 5);
        for (uint32_t i = 6; i-- > 0;)
            assert_int_equal(abut_world_remove(w, i), ABUT_OK);
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
        assert_true(found.count == 0 && found.complete && found.state == ABUT_STATE_APART);
        reference_close(&r);
    }
    abut_world_free(w);
}
// ---------------------------------------------------------------------------------------- coherence

// A query for each pair that the last question was about.
static void ask_each(reference* r, abut_query* queries[IDS][IDS], const abut_pair* asked,
                     size_t count, struct work* work)
{
    size_t place = 0;
    const abut_ask ask = {.limit = 1, .coherent = 1};
    for (uint32_t a = 0; a < IDS; a++) {
        for (uint32_t b = a + 1; b < IDS; b++) {
            abut_query** const q = &queries[a][b];
            if (!is_next(asked, count, place, a, b)) {
                abut_query_free(*q);
                *q = NULL;
                continue;
            }
            place++;
            abut_hits hits;
            if (!*q) assert_int_equal(abut_query_create(q, NULL), ABUT_OK);
            assert_int_equal(abut_collide(*q, &r->instances[a], &r->instances[b], &ask, &hits),
                             ABUT_OK);
            const struct work done = {hits.volume_tests, hits.triangle_tests, hits.node_updates,
                                      hits.exact_tests};
            work_add(work, &done);
        }
    }
}

static void a_world_costs_what_a_query_for_each_pair_does(void** state)
{
    (void)state;
    static abut_query* queries[IDS][IDS];
    reference r;
    shuffled order = {0};
    const abut_host host = shuffled_host(&order, 3, 2);
    uint64_t all = 0, plain = 0;
    reference_open(&r, ABUT_METHOD_WIDE, &host);
    r.reach = 0.4;
    fill(&r, 20);
    memset(queries, 0, sizeof queries);
    for (int step = 0; step < 60; step++) {
        const abut_ask ask = {.coherent = 1, .limit = step % 2 ? 10000 : 0};  // in rounds
        abut_clashes boxes, found;
        struct work work = {0};
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
        plain += found.volume_tests + found.triangle_tests;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_BOXES, NULL, &boxes), ABUT_OK);
        if (step == 0) assert_true(boxes.count > 64);
        ask_each(&r, queries, boxes.pairs, boxes.count, &work);
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_CONTACTS, &ask, &found), ABUT_OK);
        assert_int_equal(found.volume_tests, work.volume_tests);
        assert_int_equal(found.triangle_tests, work.triangle_tests);
        assert_int_equal(found.node_updates, work.node_updates);
        assert_int_equal(found.exact_tests, work.exact_tests);
        all += work_tests(&work);
        nudge(&r);
        if (step % 20 == 19) {
            take_out(&r);
            move(&r, 1);
        }
    }
    print_message("%.0f tests, from the fronts %.0f\n", (double)plain, (double)all);
    if (PRUNING) assert_true(2 * all < plain);
    for (int i = 0; i < IDS * IDS; i++)
        abut_query_free(queries[i / IDS][i % IDS]);
    reference_close(&r);
}

static uint64_t hash_of(const abut_clashes* c)
{
    const uint64_t numbers[] = {
        c->count,       c->asked,           c->volume_tests,    c->triangle_tests,
        c->exact_tests, c->undecided_count, (uint64_t)c->state, (uint64_t)c->complete};
    uint64_t hash = hash_mix(1, numbers, sizeof numbers);
    hash = hash_mix(hash, c->pairs, c->count * sizeof *c->pairs);
    hash = hash_mix(hash, c->undecided, c->undecided_count * sizeof *c->undecided);
    for (size_t i = 0; c->clashes && i < c->count; i++) {
        hash = hash_mix(hash, &c->clashes[i].count, sizeof c->clashes[i].count);
        hash = hash_mix(hash, &c->clashes[i].complete, sizeof c->clashes[i].complete);
        hash = hash_mix(hash, c->clashes[i].low, sizeof c->clashes[i].low);
    }
    return hash;
}

static void workers_make_no_difference(void** state)
{
    (void)state;
    static const abut_ask asks[] = {
        {.coherent = 1}, {.coherent = 1, .limit = 3}, {.coherent = 1, .budget = 60}, {.limit = 2}};
    enum { COUNT = 48 };
    uint64_t expected[COUNT] = {0};
    size_t shared = 0;
    for (int workers = 0; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13) {
        reference r;
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 7);
        reference_open(&r, ABUT_METHOD_WIDE, workers ? &host : NULL);
        fill(&r, 20);
        for (int step = 0; step < COUNT; step++) {
            const abut_survey survey = (abut_survey)(step % 3);
            abut_clashes found;
            assert_int_equal(abut_world_collide(r.world, survey, &asks[step / 3 % 4], &found),
                             ABUT_OK);
            if (!workers) expected[step] = hash_of(&found);
            assert_true(hash_of(&found) == expected[step]);
            nudge(&r);
            if (step % 5 == 0) change(&r);
        }
        shared += order.shared;
        reference_close(&r);
    }
    assert_true(shared > 0);
}

// ------------------------------------------------------------------------------------------- failures

static void failed_allocations_never_change_an_answer(void** state)
{
    (void)state;
    size_t failures = 0, answers = 0;
    for (size_t later = 0, has_failed = 1; has_failed; later++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        reference r;
        reference_open(&r, ABUT_METHOD_WIDE, &host);
        r.reach = 0.3;
        fill(&r, 8);
        c.fail_at = c.allocations + later;
        for (int step = 0; step < 6; step++) {
            const abut_ask ask = {.coherent = 1, .limit = step % 3 == 2 ? 4 : 0};
            const int had_failed = c.allocations > c.fail_at;
            abut_clashes found = {.count = 77};
            c.fraction = 0;
            const abut_status status =
                abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found);
            const int fails_now = !had_failed && c.allocations > c.fail_at;
            assert_true(status == ABUT_OK || (fails_now && status == ABUT_OUT_OF_MEMORY));
            if (status == ABUT_OK)
                (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
            else
                assert_int_equal(found.count, 77);
            failures += fails_now && status != ABUT_OK;
            answers += fails_now && status == ABUT_OK;
            nudge(&r);
            if (step == 3) take_out(&r);
        }
        has_failed = c.allocations > c.fail_at;
        reference_close(&r);
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    print_message("%zu failures, %zu answers without memory\n", failures, answers);
    assert_true(failures > 10 && answers > 20);
}

static void progress_grows_and_cancels(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    reference r;
    reference_open(&r, ABUT_METHOD_WIDE, &host);
    fill(&r, IDS);
    for (size_t limit = 0; limit < 400; limit += 100) {
        const abut_ask ask = {.coherent = 1, .limit = limit};
        abut_clashes found;
        c.fraction = 0;
        c.progress_calls = 0;
        c.cancel_at = SIZE_MAX;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found), ABUT_OK);
        assert_false(c.fraction_is_wrong);
        const size_t calls = c.progress_calls;
        assert_true(calls > 1);
        for (size_t i = 0; i < calls; i++) {
            found.count = 77;
            c.fraction = 0;
            c.progress_calls = 0;
            c.cancel_at = i;
            const abut_status status =
                abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found);
            // What is kept takes work away, and with it progress to be told.
            assert_true(status == ABUT_CANCELLED || (status == ABUT_OK && c.progress_calls <= i));
            if (status == ABUT_OK) continue;
            assert_int_equal(found.count, 77);
            assert_int_equal(r.world->fronts.count, 0);
        }
        c.cancel_at = SIZE_MAX;
        c.fraction = 0;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found), ABUT_OK);
        (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
    }
    reference_close(&r);
    assert_int_equal(c.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(changes_are_heeded),
        cmocka_unit_test(worlds_are_emptied_and_filled),
        cmocka_unit_test(a_world_costs_what_a_query_for_each_pair_does),
        cmocka_unit_test(workers_make_no_difference),
        cmocka_unit_test(failed_allocations_never_change_an_answer),
        cmocka_unit_test(progress_grows_and_cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
