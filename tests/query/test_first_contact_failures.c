// test_first_contact_failures.c - abut_first_contact where memory runs out, somebody cancels, or a budget or a deadline ends it:
// the status says so, what is said is true, and the query answers as before after it.
#include "support/distance_check.h"
#include "support/float_mode.h"
#include "support/share.h"

#include "abut/motion.h"

typedef struct question {
    const char* name;
    soup_sort sort;
    size_t count[2];
    double apart;  // along x, of b
    abut_motion moves;
    int turns_back;  // by a second piece, to where it began
    abut_motion_ask ask;
} question;

static const question questions[] = {
    {.name = "approach",
     .count = {150, 100},
     .apart = 3.5,
     .moves = {.way = {-3, 0, 0}, .axis = {1, 2, 3}, .degrees = 80}},
    {.name = "approach, points",
     .count = {150, 100},
     .apart = 3.5,
     .moves = {.way = {-3, 0, 0}, .axis = {1, 2, 3}, .degrees = 80},
     .ask = {.detail = ABUT_DETAIL_POINTS}},
    {.name = "approach, any",
     .count = {150, 100},
     .apart = 3.5,
     .moves = {.way = {-3, 0, 0}, .axis = {1, 2, 3}, .degrees = 80},
     .ask = {.any = 1}},
    {.name = "beside",
     .count = {150, 100},
     .apart = 3.25,
     .moves = {.way = {0, 2, 0}, .axis = {1, 0, 0}, .degrees = 80, .pivot = {3.25, 0, 0}}},
    {.name = "separation, points",
     .count = {100, 80},
     .apart = 3.75,
     .moves = {.way = {0, 2, 0}, .axis = {1, 0, 0}, .degrees = 300, .pivot = {3.5, 0, 0}},
     .ask = {.separation = 0.5, .detail = ABUT_DETAIL_POINTS}},
    {.name = "there and back",
     .count = {100, 80},
     .apart = 3.25,
     .moves = {.way = {1, 0, 0}, .axis = {0, 0, 1}, .degrees = 40, .pivot = {4, 0, 0}},
     .turns_back = 1},
    {.name = "in contact", .count = {150, 100}, .apart = 0.5, .moves = {.way = {1, 0, 0}}},
    {.name = "touching",
     .sort = SOUP_GRID,
     .count = {40, 40},
     .apart = 4,
     .moves = {.axis = {1, 0, 0}, .degrees = 50}},
    {.name = "near",
     .sort = SOUP_GRID,
     .count = {40, 40},
     .apart = 0x1.0000000000001p2,
     .moves = {.axis = {1, 0, 0}, .degrees = 50}},
    {.name = "at rest", .count = {150, 100}, .apart = 3.25},
};
enum { QUESTIONS = sizeof questions / sizeof *questions, WAYS = 4 };

typedef struct models {
    abut_model *a, *b;
    soup_data data[2];
} models;

static void models_make(models* m, const question* k, const distance_way* way,
                        const abut_host* host)
{
    for (int side = 0; side < 2; side++)
        m->data[side] = soup_random(k->sort, k->count[side], 11 + (uint64_t)side);
    const abut_soup a = soup_of(&m->data[0]), b = soup_of(&m->data[1]);
    m->a = distance_model(&a, way, host);
    m->b = distance_model(&b, way, host);
}

static void models_free(models* m)
{
    abut_model_free(m->a);
    abut_model_free(m->b);
    soup_free(&m->data[0]);
    soup_free(&m->data[1]);
}

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

static abut_status ask(abut_query* q, const question* k, const models* m, abut_first* out)
{
    const abut_instance a = {.model = m->a},
                        b = {.model = m->b, .pose = {.translation = {k->apart, 0, 0}}};
    const abut_motion pieces[2] = {k->moves, {.to = &b.pose}};
    return abut_first_contact(q, &a, NULL, &b, pieces, k->turns_back ? 2 : 1, &k->ask, out);
}

static void expect_same(const question* k, const distance_way* way, const abut_first* x,
                        const abut_first* y)
{
    const int is_same = x->state == y->state && same_bits(x->t_lo, y->t_lo) &&
                        same_bits(x->t_hi, y->t_hi) && x->complete == y->complete &&
                        x->has_pair == y->has_pair && x->pair.a == y->pair.a &&
                        x->pair.b == y->pair.b && x->features.a == y->features.a &&
                        !memcmp(x->a_point, y->a_point, sizeof x->a_point) &&
                        same_bits(x->near_lo, y->near_lo) && same_bits(x->near_hi, y->near_hi) &&
                        x->intervals == y->intervals && x->volume_tests == y->volume_tests &&
                        x->triangle_tests == y->triangle_tests && x->exact_tests == y->exact_tests;
    if (!is_same) fail_msg("%s, %s: another answer than before", k->name, way->name);
}

// --------------------------------------------------------------------------------------------- memory

// Each allocation of the first call fails, then none.
static size_t fail_each(const question* k, const distance_way* way, const models* m,
                        const abut_host* host, counting* memory, const abut_first* expected)
{
    size_t fail = 0;
    for (int was_reached = 1; was_reached; fail++) {
        abut_first x, before;
        abut_query* q = new_query(host);
        memset(&x, 0x5A, sizeof x);
        before = x;
        memory->fail_at = memory->allocations + fail;
        const abut_status status = ask(q, k, m, &x);
        was_reached = memory->allocations > memory->fail_at;
        memory->fail_at = SIZE_MAX;
        if (was_reached) {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_memory_equal(&x, &before, sizeof x);
            assert_int_equal(ask(q, k, m, &x), ABUT_OK);
        }
        expect_same(k, way, &x, expected);
        abut_query_free(q);
    }
    return fail;
}

static void memory_that_fails_is_told(void** state)
{
    (void)state;
    size_t states[4] = {0};
    for (int i = 0; i < QUESTIONS * WAYS; i++) {
        const question* k = &questions[i / WAYS];
        const distance_way* way = &distance_ways[i % WAYS];
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        models m;
        models_make(&m, k, way, &host);
        abut_first expected, again;
        abut_query* q = new_query(&host);
        assert_int_equal(ask(q, k, &m, &expected), ABUT_OK);
        states[expected.state]++;
        const size_t asked = memory.allocations;
        assert_int_equal(ask(q, k, &m, &again), ABUT_OK);
        expect_same(k, way, &again, &expected);
        if (memory.allocations != asked)
            fail_msg("%s, %s: a second call allocates", k->name, way->name);
        if (IS_CASE(i)) assert_true(fail_each(k, way, &m, &host, &memory, &expected) > 2);
        abut_query_free(q);
        models_free(&m);
        assert_int_equal(memory.blocks, 0);
    }
    assert_true(states[ABUT_MOTION_FREE] && states[ABUT_MOTION_CONTACT] &&
                states[ABUT_MOTION_NEAR]);
}

// -------------------------------------------------------------------------------------------- progress

static void whoever_cancels_is_heard(void** state)
{
    (void)state;
    size_t heard = 0;
    for (int i = 0; i < QUESTIONS * WAYS; i++) {
        if (!IS_CASE(i)) continue;
        question k = questions[i / WAYS];
        const distance_way* way = &distance_ways[i % WAYS];
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        models m;
        k.count[0] *= 4;
        k.count[1] *= 4;
        models_make(&m, &k, way, NULL);
        abut_first expected, x;
        abut_query* q = new_query(&host);
        assert_int_equal(ask(q, &k, &m, &expected), ABUT_OK);
        const size_t calls = c.progress_calls;
        if (c.fraction_is_wrong) fail_msg("%s, %s: it goes back", k.name, way->name);
        for (size_t at = 0; at < calls; at += calls / 3 + 1, heard++) {
            c.progress_calls = 0;
            c.fraction = 0;
            c.cancel_at = at;
            assert_int_equal(ask(q, &k, &m, &x), ABUT_CANCELLED);
            c.cancel_at = SIZE_MAX;
            c.fraction = 0;
            assert_int_equal(ask(q, &k, &m, &x), ABUT_OK);
            expect_same(&k, way, &x, &expected);
        }
        abut_query_free(q);
        models_free(&m);
    }
    print_message("cancelled %zu times\n", heard);
    assert_true(heard >= CASES(16) / 2);
}

// --------------------------------------------------------------------------------------------- budgets

// Whether what is said is true of the whole answer.
static int is_true_of(const abut_first* x, const abut_first* whole)
{
    if (x->complete) return x->state == whole->state;
    const int is_known = x->state == ABUT_MOTION_UNDECIDED ||
                         (x->state == ABUT_MOTION_CONTACT && whole->state == ABUT_MOTION_CONTACT);
    return is_known && x->t_lo <= whole->t_hi && x->t_hi >= whole->t_lo;
}

static void what_is_known_when_a_budget_ends_it_is_true(void** state)
{
    (void)state;
    size_t ended = 0, contacts = 0;
    for (int i = 0; i < QUESTIONS * WAYS; i++) {
        if (!IS_CASE(i)) continue;
        const question* k = &questions[i / WAYS];
        const distance_way* way = &distance_ways[i % WAYS];
        models m;
        models_make(&m, k, way, NULL);
        abut_first whole, x;
        abut_query* q = new_query(NULL);
        assert_int_equal(ask(q, k, &m, &whole), ABUT_OK);
        const uint64_t tests = whole.volume_tests + whole.triangle_tests;
        for (uint64_t budget = 1; budget < 2 * tests; budget += budget / 3 + 1) {
            question with = *k;
            with.ask.budget = budget;
            assert_int_equal(ask(q, &with, &m, &x), ABUT_OK);
            if (!is_true_of(&x, &whole) || x.volume_tests + x.triangle_tests > budget)
                fail_msg("%s, %s, budget %llu: %s %.17g %.17g", k->name, way->name,
                         (unsigned long long)budget, abut_motion_state_text(x.state), x.t_lo,
                         x.t_hi);
            ended += !x.complete;
            contacts += !x.complete && x.state == ABUT_MOTION_CONTACT;
        }
        assert_int_equal(ask(q, k, &m, &x), ABUT_OK);
        expect_same(k, way, &x, &whole);
        abut_query_free(q);
        models_free(&m);
    }
    assert_true(ended > CASES(QUESTIONS * WAYS) && contacts >= CASES(8) / 8);
}

static void a_deadline_ends_it(void** state)
{
    (void)state;
    models m;
    abut_first x, whole;
    question k = questions[0];
    models_make(&m, &k, &distance_ways[0], NULL);
    abut_query* q = new_query(NULL);
    assert_int_equal(ask(q, &k, &m, &whole), ABUT_OK);
    k.ask.deadline = 1e-3;
    assert_int_equal(ask(q, &k, &m, &x), ABUT_OK);
    assert_true(!x.complete && is_true_of(&x, &whole));
    k.ask.deadline = 1e12;
    assert_int_equal(ask(q, &k, &m, &x), ABUT_OK);
    expect_same(&k, &distance_ways[0], &x, &whole);
    abut_query_free(q);
    models_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(whoever_cancels_is_heard),
        cmocka_unit_test(what_is_known_when_a_budget_ends_it_is_true),
        cmocka_unit_test(a_deadline_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
