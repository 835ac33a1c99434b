// test_distance_failures.c - abut_distance and abut_clearance where memory runs out, somebody cancels, or a budget ends it, on
// each way that they can go: the status says so, what is said is true, and the query answers as before after it.
#include "support/distance_check.h"
#include "support/share.h"

// ------------------------------------------------------------------------------------------ questions

typedef struct models {
    abut_model *a, *b;
    soup_data data[2];
} models;

typedef struct question {
    const char* name;
    soup_sort sort[2];
    size_t count[2];
    double apart;  // along x
    double margin;
    abut_distance_ask distance;
    abut_clearance_ask clearance;
} question;

// Margins are of clearances; without one it is a distance that is asked.
static const question questions[] = {
    {.name = "apart", .count = {300, 200}, .apart = 3.5},
    {.name = "apart, points", .count = {150, 100}, .apart = 3.5, .distance = {.detail = 2}},
    {.name = "within", .count = {150, 100}, .apart = 3.5, .distance = {.within = 1}},
    {.name = "tolerance", .count = {150, 100}, .apart = 3.5, .distance = {.relative = 0.01}},
    {.name = "coherent", .count = {150, 100}, .apart = 3.5, .distance = {.coherent = 1}},
    {.name = "crossing", .count = {150, 100}, .apart = 0.5},
    {.name = "crossing, points", .count = {150, 100}, .apart = 0.5, .distance = {.detail = 2}},
    {.name = "nearly touching",
     .sort = {SOUP_GRID, SOUP_GRID},
     .count = {60, 60},
     .apart = 0x1.0000000000001p2},
    {.name = "as near many times", .sort = {SOUP_GRID, SOUP_GRID}, .count = {90, 90}, .apart = 6},
    {.name = "close", .count = {150, 100}, .apart = 1.5, .margin = 0.15},
    {.name = "close, kinds",
     .count = {150, 100},
     .apart = 1.5,
     .margin = 0.15,
     .clearance = {.detail = 1}},
    {.name = "close, points",
     .count = {150, 100},
     .apart = 1.5,
     .margin = 0.15,
     .clearance = {.detail = 2}},
    {.name = "close, one",
     .count = {150, 100},
     .apart = 1.5,
     .margin = 0.15,
     .clearance = {.limit = 1}},
    {.name = "clear", .count = {150, 100}, .apart = 3.5, .margin = 0.01},
    {.name = "all exactly as near",
     .sort = {SOUP_GRID, SOUP_GRID},
     .count = {60, 60},
     .apart = 6,
     .margin = 2,
     .clearance = {.detail = 2}},
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

typedef struct answer {
    abut_distance_answer distance;
    abut_clearance_answer clearance;
    abut_pair first;
} answer;

static int is_clearance(const question* k)
{
    return k->margin > 0;
}

static abut_status ask(abut_query* q, const question* k, const models* m, answer* out)
{
    const abut_instance a = {.model = m->a}, b = {.model = m->b,
                                                  .pose = {.translation = {k->apart, 0, 0}},
                                                  .margin = k->margin};
    if (!is_clearance(k)) return abut_distance(q, &a, &b, &k->distance, &out->distance);
    const abut_status status = abut_clearance(q, &a, &b, &k->clearance, &out->clearance);
    if (status == ABUT_OK && out->clearance.count) out->first = out->clearance.pairs[0];
    return status;
}

static void expect_same(const question* k, const distance_way* way, const answer* x,
                        const answer* y)
{
    const abut_distance_answer *d = &x->distance, *e = &y->distance;
    const abut_clearance_answer *p = &x->clearance, *q = &y->clearance;
    const int is_same =
        is_clearance(k)
            ? p->count == q->count && p->contact_count == q->contact_count && p->band == q->band &&
                  p->complete == q->complete && x->first.a == y->first.a && x->first.b == y->first.b
            : same_bits(d->lo, e->lo) && same_bits(d->hi, e->hi) && d->pair.a == e->pair.a &&
                  d->pair.b == e->pair.b && d->complete == e->complete &&
                  d->is_farther == e->is_farther && d->features.a == e->features.a &&
                  !memcmp(d->a_point, e->a_point, sizeof d->a_point);
    if (!is_same) fail_msg("%s, %s: another answer than before", k->name, way->name);
}

static int models_make(models* m, const question* k, const distance_way* way, const abut_host* host)
{
    for (int side = 0; side < 2; side++)
        m->data[side] = soup_random(k->sort[side], k->count[side], 11 + (uint64_t)side);
    const abut_soup a = soup_of(&m->data[0]), b = soup_of(&m->data[1]);
    m->a = distance_model(&a, way, host);
    m->b = distance_model(&b, way, host);
    return m->a != NULL;
}

static void models_free(models* m)
{
    if (m->a) abut_model_free(m->a);
    if (m->b) abut_model_free(m->b);
    soup_free(&m->data[0]);
    soup_free(&m->data[1]);
}

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

// --------------------------------------------------------------------------------------------- memory

// Each allocation of the first call fails, then all after it too.
static size_t fail_each(const question* k, const distance_way* way, const models* m,
                        const abut_host* host, counting* memory, const answer* expected)
{
    size_t fail = 0;
    for (int was_reached = 1; was_reached; fail++) {
        answer x = {.first = {0, 0}}, before;
        abut_query* q = new_query(host);
        memset(&x.distance, 0x5A, sizeof x.distance);
        memset(&x.clearance, 0x5A, sizeof x.clearance);
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

static void memory_that_fails_is_told_on_every_way(void** state)
{
    (void)state;
    for (int i = 0; i < QUESTIONS * DISTANCE_WAYS; i++) {
        if (!IS_CASE(i)) continue;
        const question* k = &questions[i / DISTANCE_WAYS];
        const distance_way* way = &distance_ways[i % DISTANCE_WAYS];
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        models m;
        if (models_make(&m, k, way, &host)) {
            answer expected = {.first = {0, 0}}, again = expected;
            abut_query* q = new_query(&host);
            assert_int_equal(ask(q, k, &m, &expected), ABUT_OK);
            const size_t asked = memory.allocations;
            assert_int_equal(ask(q, k, &m, &again), ABUT_OK);
            expect_same(k, way, &again, &expected);
            if (memory.allocations != asked)
                fail_msg("%s, %s: a second call allocates", k->name, way->name);
            assert_true(fail_each(k, way, &m, &host, &memory, &expected) > 1);
            abut_query_free(q);
        }
        models_free(&m);
        assert_int_equal(memory.blocks, 0);
    }
}

// -------------------------------------------------------------------------------------------- progress

static void whoever_cancels_is_heard(void** state)
{
    (void)state;
    size_t heard = 0;
    for (int i = 0; i < QUESTIONS * DISTANCE_WAYS; i++) {
        if (!IS_CASE(i)) continue;
        const question* k = &questions[i / DISTANCE_WAYS];
        const distance_way* way = &distance_ways[i % DISTANCE_WAYS];
        counting c = counting_begin();
        abut_host host = counting_host(&c);
        models m;
        if (models_make(&m, k, way, NULL)) {
            answer expected = {.first = {0, 0}}, x = expected;
            abut_query* q = new_query(&host);
            assert_int_equal(ask(q, k, &m, &expected), ABUT_OK);
            const size_t calls = c.progress_calls;
            assert_false(c.fraction_is_wrong);
            for (size_t at = 0; at < calls; at += calls / 6 + 1, heard++) {
                c.progress_calls = 0;
                c.fraction = 0;
                c.cancel_at = at;
                assert_int_equal(ask(q, k, &m, &x), ABUT_CANCELLED);
                c.cancel_at = SIZE_MAX;
                c.fraction = 0;
                assert_int_equal(ask(q, k, &m, &x), ABUT_OK);
                expect_same(k, way, &x, &expected);
            }
            abut_query_free(q);
        }
        models_free(&m);
    }
    print_message("cancelled %zu times\n", heard);
    assert_true(heard > CASES(16) / 2);
}

// --------------------------------------------------------------------------------------------- budgets

// exact: by brute force, without a budget.
static int is_true_of(const question* k, const answer* x, const answer* exact)
{
    if (is_clearance(k)) {
        const abut_clearance_answer* c = &x->clearance;
        if (c->complete) return c->count == exact->clearance.count;
        return c->count <= exact->clearance.count &&
               (c->band != ABUT_BAND_CLEAR && c->band >= exact->clearance.band) == (c->count > 0) &&
               (c->count > 0 || c->band == ABUT_BAND_UNDECIDED);
    }
    const abut_distance_answer *d = &x->distance, *e = &exact->distance;
    if (d->is_farther) return d->lo <= e->lo && k->distance.within < e->hi;
    return d->lo <= e->lo && d->hi >= e->hi;
}

// exact: by brute force.
static void try_budgets(const question* k, const distance_way* way, const models* m,
                        const answer* exact)
{
    answer whole = {.first = {0, 0}}, x = whole;
    abut_query* q = new_query(NULL);
    assert_int_equal(ask(q, k, m, &whole), ABUT_OK);
    const uint64_t tests = is_clearance(k)
                               ? whole.clearance.volume_tests + whole.clearance.triangle_tests
                               : whole.distance.volume_tests + whole.distance.triangle_tests;
    for (uint64_t budget = 1; budget < 2 * tests; budget += budget / 3 + 1) {
        question with = *k;
        with.distance.budget = with.clearance.budget = budget;
        assert_int_equal(ask(q, &with, m, &x), ABUT_OK);
        if (!is_true_of(&with, &x, exact))
            fail_msg("%s, %s, budget %llu: %.17g %.17g, %zu pairs", k->name, way->name,
                     (unsigned long long)budget, x.distance.lo, x.distance.hi, x.clearance.count);
    }
    assert_int_equal(ask(q, k, m, &x), ABUT_OK);
    expect_same(k, way, &x, &whole);
    abut_query_free(q);
}

static void what_is_known_when_a_budget_ends_it_is_true(void** state)
{
    (void)state;
    for (int i = 0; i < QUESTIONS * DISTANCE_WAYS; i++) {
        if (!IS_CASE(i)) continue;
        const distance_way* way = &distance_ways[i % DISTANCE_WAYS];
        const question* k = &questions[i / DISTANCE_WAYS];
        models m, plain;
        assert_true(models_make(&plain, k, &distance_ways[0], NULL));
        if (models_make(&m, k, way, NULL)) {
            question all = *k;
            answer exact = {.first = {0, 0}};
            abut_query* q = new_query(NULL);
            all.clearance.limit = 0;
            all.distance = (abut_distance_ask){.detail = k->distance.detail};
            assert_int_equal(ask(q, &all, &plain, &exact), ABUT_OK);
            try_budgets(k, way, &m, &exact);
            abut_query_free(q);
        }
        models_free(&m);
        models_free(&plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_fails_is_told_on_every_way),
        cmocka_unit_test(whoever_cancels_is_heard),
        cmocka_unit_test(what_is_known_when_a_budget_ends_it_is_true),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
