// test_sweep_walk.c - the engine's walk of two models that move, by whole questions: it never contradicts brute force, every
// instruction set gives the same bytes and counters, and so do all forms of a tree, but for times within the resolution.
// Also against a library that prunes nothing.
#include "base/simd_set.h"
#include "support/pruning.h"
#include "support/share.h"
#include "support/soups.h"

#include "abut/motion.h"

#include <stdio.h>

enum { PIECES = 2, FORMS = 4 };

static const abut_build forms[FORMS] = {
    {.method = ABUT_METHOD_WIDE},
    {.method = ABUT_METHOD_BRUTE},
    {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_SMALL},
    {.method = ABUT_METHOD_WIDE, .memory = ABUT_MEMORY_COMPACT},
};

typedef struct question {
    soup_data soups[2];
    abut_model* models[FORMS][2];
    abut_instance at[2];
    abut_motion pieces[2][PIECES];
    const abut_motion* moves[2];  // NULL: it rests
    size_t count;
    abut_motion_ask ask;
} question;

// Lengths in units, from a place on.
static void make_motion(rng* r, double unit, double place, abut_motion* out)
{
    *out = (abut_motion){.degrees = rng_below(r, 4) ? 120 * rng_signed(r) : 0};
    for (int k = 0; k < 3; k++) {
        if (rng_below(r, 4)) out->way[k] = 2 * unit * rng_signed(r);
        out->axis[k] = rng_signed(r);
        out->pivot[k] = place + 2 * unit * rng_signed(r);
    }
}

static void make_question(rng* r, size_t number, question* q)
{
    *q = (question){.count = 1 + number % PIECES};
    // Some are tiny or huge, or far from the origin of the world.
    const double unit = number % 4 == 1 ? ldexp(1, number % 8 == 1 ? -250 : 250) : 1;
    const double place = number % 4 == 2 ? 1e5 : 0;
    for (int i = 0; i < 2; i++) {
        q->soups[i] = soup_random((soup_sort)(rng_below(r, SOUP_SORT_COUNT)), 1 + rng_below(r, 60),
                                  rng_next(r));
        const abut_soup soup = soup_of(&q->soups[i]);
        for (int form = 0; form < FORMS; form++)
            assert_int_equal(abut_model_build(&q->models[form][i], &soup, &forms[form]), ABUT_OK);
        q->at[i].pose = pose_random(r, i ? 1.5 : 0.2);
        q->at[i].pose.scale = unit;
        for (int k = 0; k < 3; k++)
            q->at[i].pose.translation[k] = place + unit * q->at[i].pose.translation[k];
        for (size_t k = 0; k < PIECES; k++)
            make_motion(r, unit, place, &q->pieces[i][k]);
        q->moves[i] = i || number % 3 == 0 ? q->pieces[i] : NULL;
    }
    q->ask.resolution = number % 2 ? 1e-6 : 1e-4;
    q->ask.separation = number % 5 == 0 ? 0.01 * unit : 0;
    q->ask.any = number % 7 == 0;
}

static void free_question(question* q)
{
    for (int i = 0; i < 2; i++) {
        for (int form = 0; form < FORMS; form++)
            abut_model_free(q->models[form][i]);
        soup_free(&q->soups[i]);
    }
}

static abut_first ask(abut_query* query, question* q, int form)
{
    abut_first f;
    memset(&f, 0, sizeof f);
    for (int i = 0; i < 2; i++)
        q->at[i].model = q->models[form][i];
    assert_int_equal(abut_first_contact(query, &q->at[0], q->moves[0], &q->at[1], q->moves[1],
                                        q->count, &q->ask, &f),
                     ABUT_OK);
    return f;
}

// Whether two answers cannot both be true.
static int are_contrary(const abut_first* x, const abut_first* y)
{
    const int x_meets = x->state == ABUT_MOTION_CONTACT, y_meets = y->state == ABUT_MOTION_CONTACT;
    if (x->state == ABUT_MOTION_FREE) return y_meets;
    if (y->state == ABUT_MOTION_FREE) return x_meets;
    // None before t_lo of one, some up to t_hi of the other.
    return (x_meets && x->t_hi < y->t_lo) || (y_meets && y->t_hi < x->t_lo);
}

static void answers_agree(void** state)
{
    (void)state;
    abut_query* query;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    rng r = {245};
    size_t states[4] = {0}, visits = 0, tests = 0;
    for (size_t i = 0; i < CASES(400); i++) {
        question q;
        make_question(&r, i, &q);
        const abut_first wide = ask(query, &q, 0);
        states[wide.state]++;
        visits += (size_t)wide.node_updates;
        tests += (size_t)wide.triangle_tests;
        for (int form = 1; form < FORMS; form++) {
            const abut_first other = ask(query, &q, form);
            if (are_contrary(&wide, &other))
                fail_msg("case %zu, form %d: %s [%.17g, %.17g], but %s [%.17g, %.17g]", i, form,
                         abut_motion_state_text(wide.state), wide.t_lo, wide.t_hi,
                         abut_motion_state_text(other.state), other.t_lo, other.t_hi);
        }
        for (int set = SIMD_PORTABLE; set < (int)simd_best(); set++) {
            assert_true(simd_use((simd_set)set));
            const abut_first other = ask(query, &q, 0);
            if (memcmp(&other, &wide, sizeof wide) != 0)
                fail_msg("case %zu: instruction sets differ", i);
        }
        assert_true(simd_use(simd_best()));
        free_question(&q);
    }
    print_message("free %zu, contact %zu, near %zu; %zu visits, %zu pairs of triangles\n",
                  states[ABUT_MOTION_FREE], states[ABUT_MOTION_CONTACT], states[ABUT_MOTION_NEAR],
                  visits, tests);
    assert_true(states[ABUT_MOTION_FREE] > CASES(20) && states[ABUT_MOTION_CONTACT] > CASES(20));
    assert_true(visits > CASES(1000) && tests > CASES(1000));
    assert_int_equal(states[ABUT_MOTION_UNDECIDED], 0);
    abut_query_free(query);
}

// Stopped after so many tests it has looked at no more, and what it says is still true.
static void budgets_are_kept(void** state)
{
    (void)state;
    abut_query* query;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    rng r = {246};
    size_t stopped = 0;
    for (size_t i = 0; i < CASES(200); i++) {
        question q;
        make_question(&r, i, &q);
        const abut_first whole = ask(query, &q, 0);
        q.ask.budget = 1 + rng_below(&r, (size_t)(whole.volume_tests + whole.triangle_tests + 100));
        const abut_first part = ask(query, &q, 0);
        assert_true(part.volume_tests + part.triangle_tests <= q.ask.budget);
        assert_false(are_contrary(&whole, &part));
        assert_true(part.complete || part.state == ABUT_MOTION_UNDECIDED ||
                    part.state == ABUT_MOTION_CONTACT);
        assert_false(part.complete && part.state == ABUT_MOTION_UNDECIDED);
        stopped += (size_t)!part.complete;
        free_question(&q);
    }
    assert_true(stopped > CASES(20));
    abut_query_free(query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_agree),
        cmocka_unit_test(budgets_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
