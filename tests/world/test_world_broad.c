// test_world_broad.c - sweep and prune in place of a world's tree: the answers are the tree's after any changes, for each k
// and survey.
#include "support/answers.h"
#include "support/pruning.h"
#include "support/share.h"
#include "world/world_reference.h"

#include <math.h>

// ------------------------------------------------------------------------------------------ many worlds

// Steps under sanitizers, which look at what is done.
#define FEWER(steps) (ABUT_TEST_SHARE > 2 ? (steps) / 3 : (steps))

enum { KS = 8 };
static const int ks[KS] = {0, 6, 8, 12, 14, 18, 20, 26};  // 0: the tree

// The same changes happen to all of them.
typedef struct family {
    reference member[KS];
    abut_pose frame;  // of some instances
    size_t asked[KS], pairs;
} family;

static void family_open(family* f, abut_method method, const abut_host* host, double reach)
{
    *f = (family){.pairs = 0};
    for (int i = 0; i < KS; i++) {
        reference_open(&f->member[i], method, host);
        f->member[i].reach = reach;
        f->member[i].margin_most = 0.3;
        assert_int_equal(abut_world_broad(f->member[i].world, ks[i]), ABUT_OK);
        fill(&f->member[i], 10);
    }
    f->frame = pose_random(&(rng){5}, 1);
    f->frame.scale = 0;
}

static void family_close(family* f)
{
    for (int i = 0; i < KS; i++)
        reference_close(&f->member[i]);
}

static void set_frame(reference* r, const abut_pose* about)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    assert_int_equal(abut_world_frame(r->world, id, rng_below(&r->random, 2) ? about : NULL),
                     ABUT_OK);
}

static void change_all(family* f, int is_coarse)
{
    for (int i = 0; i < KS; i++) {
        reference* const r = &f->member[i];
        if (is_coarse) change(r);
        if (!is_coarse) move(r, 0.02);
        if (rng_below(&r->random, 4) == 0) set_margin(r);
        if (rng_below(&r->random, 9) == 0) set_own_margins(r);
        if (rng_below(&r->random, 9) == 0) set_frame(r, &f->frame);
    }
}

static int same_clash(const abut_clash* x, const abut_clash* y)
{
    return x->count == y->count && x->relation == y->relation && x->reason == y->reason &&
           x->complete == y->complete &&
           !memcmp(x->kind_count, y->kind_count, 4 * sizeof(size_t)) &&
           doubles_are_same(x->low, y->low, 3) && doubles_are_same(x->high, y->high, 3);
}

// But for the work, which depends on what was asked of a pair before.
static uint64_t hash_of_place(const abut_distance_answer* d)
{
    abut_distance_answer own = *d;
    own.volume_tests = own.triangle_tests = own.node_updates = own.exact_tests = 0;
    return hash_of_distance(&own);
}

static void expect_same_pairs(const abut_clashes* x, const abut_clashes* y)
{
    assert_int_equal(x->count, y->count);
    assert_int_equal(!x->clashes, !y->clashes);
    assert_int_equal(!x->gaps, !y->gaps);
    for (size_t i = 0; i < x->count; i++) {
        assert_true(is_next(y->pairs, y->count, i, x->pairs[i].a, x->pairs[i].b));
        if (x->clashes) assert_true(same_clash(&x->clashes[i], &y->clashes[i]));
        if (!x->gaps) continue;
        assert_int_equal(x->gaps[i].band, y->gaps[i].band);
        assert_true(hash_of_place(&x->gaps[i].distance) == hash_of_place(&y->gaps[i].distance));
    }
}

// Those left open are some of the tree's; all of them, where no direction saves questions.
static void expect_same_rest(const abut_clashes* x, const abut_clashes* y, int saves)
{
    size_t place = 0;
    assert_true(y->asked <= x->asked);
    for (size_t i = 0; i < y->undecided_count; i++) {
        const abut_pair pair = y->undecided[i];
        while (place < x->undecided_count &&
               !is_next(x->undecided, x->undecided_count, place, pair.a, pair.b))
            place++;
        assert_true(place < x->undecided_count);
    }
    if (saves) return;
    assert_true(y->asked == x->asked && y->volume_tests == x->volume_tests);
    assert_true(y->triangle_tests == x->triangle_tests && y->exact_tests == x->exact_tests);
    assert_true(y->node_updates == x->node_updates && y->state == x->state);
    assert_true(y->undecided_count == x->undecided_count && y->complete == x->complete);
}

static void ask_all(family* f, abut_survey survey, const abut_ask* ask)
{
    abut_clashes by_tree, found;
    assert_int_equal(abut_world_collide(f->member[0].world, survey, ask, &by_tree), ABUT_OK);
    f->asked[0] += by_tree.asked;
    f->pairs += by_tree.count;
    for (int i = 1; i < KS; i++) {
        const int saves = PRUNING && ks[i] != 6 && survey != ABUT_SURVEY_BOXES;
        assert_int_equal(abut_world_collide(f->member[i].world, survey, ask, &found), ABUT_OK);
        expect_same_pairs(&by_tree, &found);
        expect_same_rest(&by_tree, &found, saves);
        f->asked[i] += found.asked;
        if (ask && (ask->limit || ask->budget)) continue;
        assert_int_equal(found.state, by_tree.state);
        assert_int_equal(found.band, by_tree.band);
        assert_int_equal(found.complete, by_tree.complete);
    }
}

static void answers_are_those_of_the_tree(void** state)
{
    (void)state;
    static const double reaches[] = {0.7, 1.3, 0.05};  // the last: all in one place
    for (size_t i = 0; i < (PRUNING ? 3 : 1); i++) {
        family f;
        family_open(&f, ABUT_METHOD_WIDE, NULL, reaches[i]);
        for (int step = 0; step < (PRUNING ? FEWER(120) : 12); step++) {
            const abut_survey survey = (abut_survey)(step * 5 % 8);
            const int can_cut = survey < ABUT_SURVEY_RELATIONS;
            abut_ask ask = {.limit = step % 5 == 4 && can_cut ? 1 + (size_t)(step % 7) : 0,
                            .budget = step % 7 == 6 && can_cut ? 40 : 0,
                            .coherent = survey != ABUT_SURVEY_BOXES && step % 3 == 0};
            // A budget goes as far as what was asked before lets it.
            if (ask.budget) ask.coherent = 0;
            ask_all(&f, survey, &ask);
            if (step % 10 == 9) ask_all(&f, survey, &ask);  // nothing has changed
            for (int k = step / 20 % 2 ? 1 : 4; k; k--)
                change_all(&f, step / 20 % 2 == 0);
        }
        print_message("reach %g: %zu pairs; asked, by k from 6 on:", reaches[i], f.pairs);
        for (int k = 0; k < KS; k++)
            print_message(" %zu", f.asked[k]);
        print_message("\n");
        assert_true(f.pairs > 50 && f.asked[1] == f.asked[0]);
        for (int k = 2; k < KS && PRUNING && i < 2; k++)
            assert_true(f.asked[k] < f.asked[0]);
        if (PRUNING && i < 2) assert_true(f.asked[KS - 1] < f.asked[4]);  // 26 beside 14
        family_close(&f);
    }
}

static void other_methods_and_workers_too(void** state)
{
    (void)state;
    for (int workers = 1; workers <= (PRUNING && ABUT_TEST_SHARE < 3 ? 16 : 4); workers *= 4) {
        shuffled order;
        const abut_host host = shuffled_host(&order, workers, 3);
        family f;
        family_open(&f, workers == 4 ? ABUT_METHOD_AABB : ABUT_METHOD_WIDE, &host, 0.9);
        for (int step = 0; step < (PRUNING ? 24 : 7); step++) {
            ask_all(&f, (abut_survey)(step % 7), NULL);
            for (int k = 0; k < 4; k++)
                change_all(&f, step % 7 < 4);
        }
        family_close(&f);
    }
}

// From the tree to lists and back, with things that were not asked about meanwhile.
static void k_may_change_at_any_time(void** state)
{
    (void)state;
    reference r;
    size_t pairs = 0;
    reference_open(&r, ABUT_METHOD_WIDE, NULL);
    r.margin_most = 0.2;
    fill(&r, 12);
    for (int step = 0; step < (PRUNING ? FEWER(200) : 30); step++) {
        abut_clashes found;
        const abut_survey survey = step % 4 ? ABUT_SURVEY_COUNTS : ABUT_SURVEY_RELATIONS;
        if (rng_below(&r.random, 3) == 0)
            assert_int_equal(abut_world_broad(r.world, ks[rng_below(&r.random, KS)]), ABUT_OK);
        if (step % 3 == 0)
            assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_CLEARANCES, NULL, &found),
                             ABUT_OK);
        assert_int_equal(abut_world_collide(r.world, survey, NULL, &found), ABUT_OK);
        pairs += expect_truth(&r, &found, survey).told;
        for (int k = 0; k < 3; k++)
            change(&r);
        if (rng_below(&r.random, 3) == 0) set_margin(&r);
    }
    assert_true(pairs > 100);
    reference_close(&r);
}

static void failed_allocations_leave_a_world_usable(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    size_t failures = 0;
    for (int done = 0; !done; failures++) {
        reference r;
        abut_clashes found = {.count = 77};
        abut_status status = ABUT_OK;
        reference_open(&r, ABUT_METHOD_WIDE, &host);
        fill(&r, 12);
        assert_int_equal(abut_world_broad(r.world, 26), ABUT_OK);
        c.fail_at = c.allocations + failures;
        for (int i = 0; i < 6 && status == ABUT_OK; i++) {
            const abut_survey survey = i % 2 ? ABUT_SURVEY_CLEARANCES : ABUT_SURVEY_COUNTS;
            status = abut_world_collide(r.world, survey, NULL, &found);
            if (i == 1) nudge(&r);
        }
        done = status == ABUT_OK && c.allocations <= c.fail_at;
        if (status != ABUT_OK) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
        c.fail_at = SIZE_MAX;
        c.fraction = 0;
        nudge(&r);
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
        (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
        reference_close(&r);
        assert_int_equal(c.blocks, 0);
    }
    assert_true(failures > 25);
}

static void cancelling_leaves_a_world_usable(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    reference r;
    abut_clashes found;
    reference_open(&r, ABUT_METHOD_WIDE, &host);
    fill(&r, 24);
    assert_int_equal(abut_world_broad(r.world, 14), ABUT_OK);
    assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
    const size_t calls = c.progress_calls;
    for (size_t i = 0; i < calls; i++) {
        nudge(&r);
        c.progress_calls = 0;
        c.fraction = 0;
        c.cancel_at = i;
        const abut_status status = abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found);
        assert_true(status == ABUT_CANCELLED || c.progress_calls <= i);
        c.cancel_at = SIZE_MAX;
        c.fraction = 0;
        assert_int_equal(abut_world_collide(r.world, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
        (void)expect_truth(&r, &found, ABUT_SURVEY_COUNTS);
    }
    reference_close(&r);
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    abut_world* w = NULL;
    abut_clashes found;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    assert_int_equal(abut_world_broad(NULL, 6), ABUT_BAD_ARGUMENT);
    for (int k = -30; k < 40; k++) {
        int is_known = 0;
        for (int i = 0; i < KS; i++)
            is_known |= ks[i] == k;
        assert_int_equal(abut_world_broad(w, k), is_known ? ABUT_OK : ABUT_BAD_ARGUMENT);
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
        assert_true(!found.count && found.pairs);  // nobody is there
    }
    abut_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_the_tree),
        cmocka_unit_test(other_methods_and_workers_too),
        cmocka_unit_test(k_may_change_at_any_time),
        cmocka_unit_test(failed_allocations_leave_a_world_usable),
        cmocka_unit_test(cancelling_leaves_a_world_usable),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
