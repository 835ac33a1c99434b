// test_world_early.c - questions about a world that end early, by a limit, a budget or a deadline: what is said is true, what
// is left open is told, and who asks again comes to an end; and what is refused.
#include "support/pruning.h"
#include "world/world_reference.h"

// -------------------------------------------------------------------------------------- ends early

static void limits_give_the_first_pairs(void** state)
{
    (void)state;
    reference r;
    shuffled order = {0};
    const abut_host host = shuffled_host(&order, 3, 1);
    reference_open(&r, ABUT_METHOD_WIDE, &host);
    r.reach = 0.3;
    fill(&r, IDS);
    for (int i = 0; i < 5; i++) {
        abut_clashes found;
        const abut_survey survey = (abut_survey)i;
        assert_int_equal(abut_world_collide(r.world, survey, NULL, &found), ABUT_OK);
        assert_int_equal(found.complete, 1);
        assert_int_equal(found.undecided_count, 0);
        const size_t all = found.count, asked = found.asked;
        assert_true(all > 70);  // more than a round
        abut_pair* const pairs = malloc(all * sizeof *pairs);
        assert_non_null(pairs);
        memcpy(pairs, found.pairs, all * sizeof *pairs);
        uint64_t work = 0;
        for (size_t limit = 1; limit <= all + 1; limit += limit < 8 ? 1 : all / 6) {
            if (limit > all) limit = all + 1;
            const abut_ask ask = {.limit = limit, .coherent = limit % 2 && i < 4};
            const size_t count = limit < all ? limit : all;
            assert_int_equal(abut_world_collide(r.world, survey, &ask, &found), ABUT_OK);
            assert_int_equal(found.count, count);
            assert_memory_equal(found.pairs, pairs, count * sizeof *pairs);
            assert_int_equal(found.asked, asked);
            assert_int_equal(found.complete, limit > all);
            if (limit <= all) assert_true(found.undecided_count >= all - limit);
            if (i < 4) (void)expect_truth(&r, &found, survey);
            if (!ask.coherent && limit < 8) work = found.volume_tests;
            if (!ask.coherent && limit > all) assert_true(work < found.volume_tests || i == 4);
        }
        free(pairs);
    }
    reference_close(&r);
}

// Each pair by itself ends as abut_collide does under that budget.
static void budgets_are_those_of_each_pair(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    reference r;
    tally sum = {0};
    reference_open(&r, ABUT_METHOD_WIDE, NULL);
    fill(&r, 20);
    for (uint64_t budget = 1; budget < 3000; budget *= 3) {
        const abut_ask ask = {.budget = budget}, own = {.budget = budget, .detail = 1};
        abut_clashes found;
        struct work work = {0};
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &ask, &found), ABUT_OK);
        const tally t = expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
        sum.told += t.told;
        sum.undecided += t.undecided;
        sum.partial += t.partial;
        size_t place = 0;
        for (uint32_t a = 0; a < IDS; a++)
            for (uint32_t b = a + 1; b < IDS; b++) {
                abut_hits hits;
                if (!is_asked(&r, a, b) ||
                    !world_boxes_meet(&r.world->plain.boxes[a], &r.world->plain.boxes[b]))
                    continue;
                assert_int_equal(
                    abut_collide(r.fresh, &r.instances[a], &r.instances[b], &own, &hits), ABUT_OK);
                const struct work done = {hits.volume_tests, hits.triangle_tests, hits.node_updates,
                                          hits.exact_tests};
                work_add(&work, &done);
                if (!is_next(found.pairs, found.count, place, a, b)) continue;
                assert_int_equal(found.clashes[place].count, hits.count);
                assert_int_equal(found.clashes[place].complete, hits.complete);
                place++;
            }
        assert_int_equal(place, found.count);
        assert_int_equal(found.volume_tests, work.volume_tests);
        assert_int_equal(found.triangle_tests, work.triangle_tests);
    }
    assert_true(sum.told > 50 && sum.undecided > 20 && sum.partial > 10);
    reference_close(&r);
}

// Which of the pairs that are asked about an answer leaves open, and how many were never decided so far.
static size_t note_decided(const reference* r, const abut_clashes* found, uint8_t decided[IDS][IDS])
{
    size_t never = 0, place = 0;
    for (uint32_t a = 0; a < IDS; a++)
        for (uint32_t b = a + 1; b < IDS; b++) {
            if (is_next(found->undecided, found->undecided_count, place, a, b))
                place++;
            else
                decided[a][b] = 1;
            never += is_asked(r, a, b) && !decided[a][b];
        }
    return never;
}

// However short it is, some pairs are decided each time, and others the next: so all are, one time or another.
static void deadlines_leave_the_rest_to_the_next_call(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("too much has to be tested");
    for (int workers = 1; workers <= 3; workers += 2) {
        reference r;
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 6);
        const abut_ask hasty = {.coherent = 1, .deadline = 0.001};
        const abut_ask patient = {.coherent = 1, .deadline = 1e12};
        uint8_t decided[IDS][IDS] = {{0}};
        abut_clashes found;
        size_t never, calls = 0, cut = 0;
        reference_open(&r, ABUT_METHOD_WIDE, &host);
        fill(&r, 12);
        do {
            assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, &hasty, &found),
                             ABUT_OK);
            cut += expect_truth(&r, &found, ABUT_SURVEY_COUNTS).undecided > 0;
            never = note_decided(&r, &found, decided);
        } while (never && ++calls < 20000);
        print_message("%zu calls\n", calls);
        assert_true(never == 0 && cut > 2);
        for (int survey = 0; survey < 3; survey++) {
            assert_int_equal(abut_world_collide(r.world, (abut_survey)survey, &patient, &found),
                             ABUT_OK);
            (void)expect_truth(&r, &found, (abut_survey)survey);
            assert_int_equal(found.complete, 1);
        }
        reference_close(&r);
    }
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    const struct {
        abut_survey survey;
        abut_ask ask;
        abut_status status;
    } cases[] = {
        {ABUT_SURVEY_CONTACTS, {.any = 1, .limit = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_COUNTS, {.detail = ABUT_DETAIL_KINDS}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_COUNTS, {.reserved = {1}}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.deadline = -1}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.deadline = (double)NAN}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.deadline = (double)INFINITY}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS, {.coherent = 2}, ABUT_BAD_ARGUMENT},
        {ABUT_SURVEY_COUNTS,
         {.walk = &(abut_tree_walk){.interval_count = 3}},
         ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_COUNTS,
         {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}},
         ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_RELATIONS, {.budget = 5}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_RELATIONS, {.deadline = 5}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_RELATIONS, {.limit = 5, .coherent = 1}, ABUT_OK},
        {ABUT_SURVEY_BOXES, {.limit = 5}, ABUT_OK},
        {ABUT_SURVEY_BOXES, {.coherent = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES, {.budget = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES, {.deadline = 1}, ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES,
         {.walk = &(abut_tree_walk){.descent = ABUT_DESCENT_LARGER}},
         ABUT_BAD_COMBINATION},
        {ABUT_SURVEY_BOXES,
         {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_DEPTH}},
         ABUT_BAD_COMBINATION},
    };
    reference r;
    abut_clashes found;
    abut_instance told;
    reference_open(&r, ABUT_METHOD_WIDE, NULL);
    fill(&r, 6);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(abut_world_collide(r.world, cases[i].survey, &cases[i].ask, &found),
                         cases[i].status);
    assert_int_equal(abut_world_remove(NULL, 0), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_remove(r.world, 6), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_instance(NULL, 0, &told), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_instance(r.world, 0, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_instance(r.world, 6, &told), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_remove(r.world, 3), ABUT_OK);
    const abut_pair gone = {3, 1};
    assert_int_equal(abut_world_move(r.world, 3, &(abut_pose){.scale = 1}), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_group(r.world, 3, 1, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_ignore(r.world, &gone, 1), ABUT_BAD_ARGUMENT);
    reference_close(&r);
}
int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_give_the_first_pairs),
        cmocka_unit_test(budgets_are_those_of_each_pair),
        cmocka_unit_test(deadlines_leave_the_rest_to_the_next_call),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
