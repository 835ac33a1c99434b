// test_sweep_random.c - small bodies that move anyhow, most of them aimed at contacts that are shallow, or grazing, or missed by
// little: no answer is wrong by times that are looked at in doubles and proved in integers (support/sweep_judge.h). By brute force and
// by the engine, in both orders, for contact and for a separation, and whether the way is free at all.
//
// With arguments, how many and from which on: a longer run, which prints its counts.
#include "support/random_pairs.h"
#include "support/share.h"
#include "support/sweep_ask.h"
#include "support/sweep_judge.h"
#include "support/sweep_made.h"

static const char* const state_names[] = {"undecided", "free", "contact", "near"};

typedef struct totals {
    sweep_judge judge;
    size_t wrong, aimed;
    uint64_t most_intervals, whose;     // of all answers
    size_t by_motion[MADE_MOTIONS][4];  // b's motion, and the state
} totals;

static void tell_case(const sweep_made* m, uint64_t index)
{
    fprintf(stderr,
            "case %llu: shapes %d %d, motions %d %d, %zu pieces, twist %d, aim %d at %.17g by %g\n",
            (unsigned long long)index, (int)m->shape[0], (int)m->shape[1], (int)m->motion[0],
            (int)m->motion[1], m->c.pieces, (int)m->twist, (int)m->aim, m->when, m->depth);
}

static void tell(const sweep_made* m, uint64_t index, const char* what, const abut_first* f,
                 const char* fault)
{
    fprintf(stderr, "%s: %s: ", what, fault);
    sweep_print("answer", f);
    fprintf(stderr, "  of ");
    tell_case(m, index);
}

// One question, and its answer judged. Returns the answer as if a came first.
static abut_first judged(totals* t, sweep_made* m, uint64_t index, const sweep_models* models,
                         int swapped, const abut_motion_ask* ask, const char* what)
{
    abut_first f = sweep_ask(models, &m->c, swapped, ask);
    if (swapped) f = sweep_unswap(f);
    m->c.separation = ask->separation;
    const char* const fault = sweep_judge_fault(&t->judge, &m->c, ask, &f);
    m->c.separation = 0;
    if (f.intervals > t->most_intervals) t->most_intervals = f.intervals, t->whose = index;
    t->wrong += fault != NULL;
    if (fault) tell(m, index, what, &f, fault);
    return f;
}

// States that both may have: the same, or one of them NEAR.
static int agree(const abut_first* x, const abut_first* y)
{
    if (x->state == ABUT_MOTION_NEAR || y->state == ABUT_MOTION_NEAR) return 1;
    if (x->state != y->state) return 0;
    return x->state == ABUT_MOTION_FREE || (x->t_lo <= y->t_hi && y->t_lo <= x->t_hi);
}

static void ask_case(totals* t, uint64_t seed, uint64_t index)
{
    static const abut_method methods[2] = {ABUT_METHOD_BRUTE, ABUT_METHOD_WIDE};
    sweep_made m;
    sweep_make(&m, seed, index);
    t->judge.sure = -1;
    if (m.aim == MADE_DEEP || m.aim == MADE_GRAZE) {
        if (sweep_judge_time(&t->judge, &m.c, m.when)) t->judge.sure = m.when, t->aimed++;
    }
    abut_first first[2];
    for (int k = 0; k < 2; k++) {
        const abut_build build = {.method = methods[k]};
        sweep_models models = sweep_models_of(&m.c, &build);
        const char* const name = k ? "wide" : "brute";
        const abut_motion_ask plain = {.detail = ABUT_DETAIL_PAIRS}, any = {.any = 1};
        first[k] = judged(t, &m, index, &models, (int)((index + (uint64_t)k) % 2), &plain, name);
        if (index % 4 == 0) {
            const abut_first f = judged(t, &m, index, &models, k, &any, "any");
            if (!agree(&f, &first[k]) && f.t_lo > first[k].t_hi)
                t->wrong++, tell(&m, index, "any and not", &f, "they do not agree");
        }
        const double sure = t->judge.sure;
        if (index % 5 == 0) {
            const abut_motion_ask apart = {.separation = 0.05};
            judged(t, &m, index, &models, k, &apart, "separation");
        }
        t->judge.sure = sure;
        sweep_models_free(&models);
    }
    if (!agree(&first[0], &first[1]))
        t->wrong++, tell(&m, index, "brute and wide", &first[1], "they do not agree");
    t->by_motion[m.motion[1]][first[1].state]++;
}

static void print_totals(const totals* t, uint64_t count)
{
    print_message(
        "%llu motions, %zu answers, %zu wrong; %zu aimed and certain; unsure at t_hi %zu\n",
        (unsigned long long)count, t->judge.count, t->wrong, t->aimed, t->judge.unsure);
    for (int s = 1; s < 4; s++)
        print_message("  %s %zu", state_names[s], t->judge.states[s]);
    print_message("; at most %llu intervals, of case %llu\n", (unsigned long long)t->most_intervals,
                  (unsigned long long)t->whose);
}

static void no_answer_is_wrong(void** state)
{
    (void)state;
    totals t = {.wrong = 0};
    const uint64_t count = CASES(2000);
    sweep_judge_init(&t.judge, 448, 1e-3);
    for (uint64_t i = 0; i < count; i++)
        ask_case(&t, 24, i);
    print_totals(&t, count);
    assert_int_equal(t.wrong, 0);
    assert_true(t.aimed > count / 8);
    assert_true(t.judge.states[ABUT_MOTION_FREE] > count / 4);
    assert_true(t.judge.states[ABUT_MOTION_CONTACT] > count / 4);
    sweep_judge_clear(&t.judge);
}

static int run_long(uint64_t count, uint64_t from)
{
    totals t = {.wrong = 0};
    sweep_judge_init(&t.judge, 448, 1e-3);
    for (uint64_t i = from; i < from + count; i++) {
        sweep_made m;
        sweep_make(&m, 24, i);
        if (count < 10) tell_case(&m, i);
        ask_case(&t, 24, i);
    }
    print_totals(&t, count);
    const int is_wrong = t.wrong > 0;
    sweep_judge_clear(&t.judge);
    return is_wrong;
}

int main(int argc, char** argv)
{
    if (argc > 1)
        return run_long(strtoull(argv[1], NULL, 10), argc > 2 ? strtoull(argv[2], NULL, 10) : 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_answer_is_wrong)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
