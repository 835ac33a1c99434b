// test_self_failures.c - abut_self where something ends it: memory, whoever cancels, budgets, deadlines, limits; and what it
// refuses.
#include "scenes.h"
#include "support/distance_check.h"
#include "support/share.h"

#include "abut/self.h"

enum { WAYS = 6, MODELS = 3 };

typedef struct shape {
    mesh mesh;
    abut_soup soup;
} shape;

// 0: a clean torus; 1: one through itself, about the size of a long walk; 2: random triangles, most of which meet.
static void model_make(int number, uint32_t rings, shape* out)
{
    memset(out, 0, sizeof *out);
    if (number < 2) {
        assert_int_equal(torus_make(rings, rings / 2, 1, 0.4, &out->mesh), SCENE_OK);
        for (size_t i = 0; number && i < out->mesh.vertex_count; i++) {
            double* v = out->mesh.vertices + 3 * i;
            const double inward = 1 - 0.9 / hypot(v[0], v[1]);
            v[0] *= inward;
            v[1] *= inward;
        }
    } else {
        const soup_data s = soup_random(SOUP_GRID, 150, 5);
        out->mesh = (mesh){.vertices = s.vertices,
                           .triangles = s.triangles,
                           .vertex_count = s.vertex_count,
                           .triangle_count = s.triangle_count};
    }
    out->soup = (abut_soup){.vertices = out->mesh.vertices,
                            .triangles = out->mesh.triangles,
                            .vertex_count = out->mesh.vertex_count,
                            .triangle_count = out->mesh.triangle_count};
}

static abut_query* new_query(const abut_host* host)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, host), ABUT_OK);
    return q;
}

// What is told, as numbers.
typedef struct told {
    size_t count, class_counts[7];
    abut_self_verdict verdict;
    int complete;
    uint64_t pairs, tests[4];
} told;

static abut_status ask(abut_query* q, const abut_model* m, const abut_self_ask* options, told* out)
{
    const abut_instance instance = {.model = m};
    abut_self_hits x;
    memset(&x, 0x5A, sizeof x);
    const abut_self_hits before = x;
    const abut_status status = abut_self(q, &instance, options, &x);
    if (status != ABUT_OK) {
        assert_memory_equal(&x, &before, sizeof x);
        return status;
    }
    memset(out, 0, sizeof *out);
    out->count = x.count;
    memcpy(out->class_counts, x.class_counts, sizeof out->class_counts);
    out->verdict = x.verdict;
    out->complete = x.complete;
    for (size_t i = 0; i < x.count; i++) {
        if (x.pairs[i].a >= x.pairs[i].b ||
            (i && (x.pairs[i - 1].a > x.pairs[i].a ||
                   (x.pairs[i - 1].a == x.pairs[i].a && x.pairs[i - 1].b >= x.pairs[i].b))))
            abort();
        out->pairs = out->pairs * 31 + x.pairs[i].a * 1000003ull + x.pairs[i].b;
        if (x.meetings)
            out->pairs = out->pairs * 31 + (uint64_t)x.meetings[i].how * 64 +
                         (uint64_t)x.meetings[i].contact.point_count;
    }
    const uint64_t tests[4] = {x.volume_tests, x.triangle_tests, x.node_updates, x.exact_tests};
    memcpy(out->tests, tests, sizeof tests);
    return ABUT_OK;
}

static void expect_same(const char* what, const told* x, const told* y)
{
    if (memcmp(x, y, sizeof *x) != 0)
        fail_msg("%s: %zu pairs, %llu volumes, %llu triangles; before %zu, %llu, %llu", what,
                 x->count, (unsigned long long)x->tests[0], (unsigned long long)x->tests[1],
                 y->count, (unsigned long long)y->tests[0], (unsigned long long)y->tests[1]);
}

static const abut_self_ask with_points = {.detail = ABUT_DETAIL_POINTS};

// --------------------------------------------------------------------------------- memory, progress

static void memory_that_fails_is_told(void** state)
{
    (void)state;
    for (int i = 0; i < MODELS * WAYS; i++) {
        if (!IS_CASE(i)) continue;
        const distance_way* way = &distance_ways[i % WAYS];
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        shape s;
        model_make(i / WAYS, 16, &s);
        abut_model* m = distance_model(&s.soup, way, NULL);
        abut_query* q = new_query(&host);
        told expected, x;
        assert_int_equal(ask(q, m, &with_points, &expected), ABUT_OK);
        const size_t asked = memory.allocations;
        assert_int_equal(ask(q, m, &with_points, &x), ABUT_OK);
        if (memory.allocations != asked) fail_msg("%s: a second call allocates", way->name);
        abut_query_free(q);
        size_t fail = 0;
        for (int was_reached = 1; was_reached; fail++) {
            q = new_query(&host);
            memory.fail_at = memory.allocations + fail;
            const abut_status status = ask(q, m, &with_points, &x);
            was_reached = memory.allocations > memory.fail_at;
            memory.fail_at = SIZE_MAX;
            if (was_reached) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_int_equal(ask(q, m, &with_points, &x), ABUT_OK);
            }
            expect_same(way->name, &x, &expected);
            abut_query_free(q);
        }
        assert_true(fail > 1);
        abut_model_free(m);
        mesh_free(&s.mesh);
        assert_int_equal(memory.blocks, 0);
    }
}

static void whoever_cancels_is_heard(void** state)
{
    (void)state;
    size_t heard = 0;
    for (int i = 0; i < 4; i++) {
        const distance_way* way = &distance_ways[i % 2];
        counting c = counting_begin();
        abut_host host = counting_host(&c);
        shape s;
        model_make(i / 2, i % 2 ? 128 : 32, &s);
        abut_model* m = distance_model(&s.soup, way, NULL);
        abut_query* q = new_query(&host);
        told expected, x;
        assert_int_equal(ask(q, m, NULL, &expected), ABUT_OK);
        const size_t calls = c.progress_calls;
        assert_true(calls > 0);
        assert_false(c.fraction_is_wrong);
        for (size_t at = 0; at < calls; at += calls / 6 + 1, heard++) {
            c.progress_calls = 0;
            c.fraction = 0;
            c.cancel_at = at;
            assert_int_equal(ask(q, m, NULL, &x), ABUT_CANCELLED);
            c.cancel_at = SIZE_MAX;
            c.fraction = 0;
            assert_int_equal(ask(q, m, NULL, &x), ABUT_OK);
            expect_same(way->name, &x, &expected);
        }
        abut_query_free(q);
        abut_model_free(m);
        mesh_free(&s.mesh);
    }
    print_message("cancelled %zu times\n", heard);
}

// ------------------------------------------------------------------------------------------ limits

static void try_limits(const distance_way* way, const abut_model* m, const told* whole)
{
    abut_query* q = new_query(NULL);
    told x;
    for (size_t limit = 1; limit < whole->count + 2; limit += limit / 2 + 1) {
        const abut_self_ask options = {.limit = limit};
        assert_int_equal(ask(q, m, &options, &x), ABUT_OK);
        assert_int_equal(x.count, limit < whole->count ? limit : whole->count);
        // At the limit nobody looks for another one.
        if (x.complete != (limit > whole->count))
            fail_msg("%s: limit %zu, %zu pairs, complete %d", way->name, limit, whole->count,
                     x.complete);
        for (int c = 0; c < 7; c++)
            assert_true(x.class_counts[c] <= whole->class_counts[c]);
        if (limit > whole->count) assert_int_equal(x.verdict, whole->verdict);
    }
    abut_query_free(q);
}

static void try_budgets(const distance_way* way, const abut_model* m, const told* whole)
{
    abut_query* q = new_query(NULL);
    told x;
    const uint64_t tests = whole->tests[0] + whole->tests[1];
    size_t ended = 0;
    for (uint64_t budget = 1; budget < 2 * tests + 64; budget += budget / 3 + 1) {
        const abut_self_ask options = {.budget = budget};
        assert_int_equal(ask(q, m, &options, &x), ABUT_OK);
        if (x.tests[0] + x.tests[1] > budget) fail_msg("%s: beyond its budget", way->name);
        ended += !x.complete;
        assert_true(x.count <= whole->count);
        if (x.complete) {
            assert_int_equal(x.count, whole->count);
            assert_int_equal(x.verdict, whole->verdict);
        } else {
            assert_true((x.verdict == ABUT_SELF_UNDECIDED) == !x.count);
            assert_true(x.verdict != ABUT_SELF_CLEAN && x.verdict <= whole->verdict);
        }
    }
    assert_true(x.complete && ended > 3);
    abut_query_free(q);
}

static void limits_and_budgets_are_kept(void** state)
{
    (void)state;
    for (int i = 0; i < MODELS * WAYS; i++) {
        if (!IS_CASE(i)) continue;
        const distance_way* way = &distance_ways[i % WAYS];
        shape s;
        model_make(i / WAYS, 16, &s);
        abut_model* m = distance_model(&s.soup, way, NULL);
        abut_query* q = new_query(NULL);
        told whole;
        assert_int_equal(ask(q, m, NULL, &whole), ABUT_OK);
        assert_int_equal(whole.verdict, i / WAYS ? ABUT_SELF_CROSSES : ABUT_SELF_CLEAN);
        try_limits(way, m, &whole);
        try_budgets(way, m, &whole);
        abut_query_free(q);
        abut_model_free(m);
        mesh_free(&s.mesh);
    }
}

static void a_deadline_ends_it(void** state)
{
    (void)state;
    for (int w = 0; w < 2; w++) {
        shape s;
        model_make(1, w ? 512 : 40, &s);
        abut_model* m = distance_model(&s.soup, &distance_ways[w], NULL);
        abut_query* q = new_query(NULL);
        const abut_self_ask soon = {.deadline = 1}, late = {.deadline = 1e12};
        told x, whole;
        assert_int_equal(ask(q, m, NULL, &whole), ABUT_OK);
        assert_int_equal(ask(q, m, &soon, &x), ABUT_OK);
        assert_false(x.complete);
        assert_true(x.count < whole.count && x.verdict != ABUT_SELF_CLEAN);
        assert_int_equal(ask(q, m, &late, &x), ABUT_OK);
        assert_true(x.complete);
        assert_int_equal(x.pairs, whole.pairs);
        abut_query_free(q);
        abut_model_free(m);
        mesh_free(&s.mesh);
    }
}

// ----------------------------------------------------------------------------------------- refused

static void what_makes_no_sense_is_refused(void** state)
{
    (void)state;
    shape s;
    model_make(0, 8, &s);
    abut_model *m = distance_model(&s.soup, &distance_ways[1], NULL),
               *tree = distance_model(&s.soup, &distance_ways[6], NULL);
    abut_query* q = new_query(NULL);
    const abut_instance instance = {.model = m}, of_tree = {.model = tree}, nothing = {0};
    const abut_instance bent = {.model = m, .pose = {.scale = -1}};
    abut_self_hits x;
    const abut_self_ask bad[] = {
        {.detail = (abut_detail)3}, {.detail = (abut_detail)-1}, {.parts = 2}, {.parts = -1},
        {.deadline = -1},           {.reserved = {0, 0, 0, 1}}};
    const abut_self_ask endless = {.deadline = (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(abut_self(q, &instance, &bad[i], &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_self(q, &instance, &endless, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_self(NULL, &instance, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_self(q, NULL, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_self(q, &nothing, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_self(q, &instance, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_self(q, &bent, NULL, &x), ABUT_BAD_SCALE);
    assert_int_equal(abut_self(q, &of_tree, NULL, &x), ABUT_BAD_COMBINATION);
    assert_null(abut_self_class_text((abut_self_class)0));
    assert_null(abut_self_class_text((abut_self_class)7));
    assert_null(abut_self_verdict_text((abut_self_verdict)5));
    abut_query_free(q);
    abut_model_free(m);
    abut_model_free(tree);
    mesh_free(&s.mesh);
}

static void an_empty_model_is_clean(void** state)
{
    (void)state;
    const abut_soup none = {.vertex_count = 0};
    for (int w = 0; w < WAYS; w++) {
        abut_model* m = distance_model(&none, &distance_ways[w], NULL);
        abut_query* q = new_query(NULL);
        told x;
        assert_int_equal(ask(q, m, &with_points, &x), ABUT_OK);
        assert_true(x.complete && !x.count && x.verdict == ABUT_SELF_CLEAN);
        abut_query_free(q);
        abut_model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_that_fails_is_told),
        cmocka_unit_test(whoever_cancels_is_heard),
        cmocka_unit_test(limits_and_budgets_are_kept),
        cmocka_unit_test(a_deadline_ends_it),
        cmocka_unit_test(what_makes_no_sense_is_refused),
        cmocka_unit_test(an_empty_model_is_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
