// test_vertices_failures.c - abut_vertices_first where something ends it: memory, whoever cancels, budgets, deadlines; and what it
// refuses.
#include "support/share.h"
#include "support/soups.h"

#include "abut/vertices.h"

enum { TRIANGLES = 3000 };

typedef struct moving {
    soup_data soup;
    double* to;
} moving;

static moving moving_make(uint64_t seed, double way)
{
    moving m = {.soup = soup_random(SOUP_GENERIC, TRIANGLES, seed)};
    m.to = malloc(m.soup.vertex_count * 3 * sizeof *m.to);
    assert_non_null(m.to);
    for (size_t i = 0; i < 3 * m.soup.vertex_count; i++) {
        m.soup.vertices[i] = 0.02 * m.soup.vertices[i] + 0.5 * (double)(i / 9 % 40);
        if (i % 3 == 0) m.soup.vertices[i] += way;
        m.to[i] = m.soup.vertices[i] - (i % 3 == 0 ? 2 * way : 0);
    }
    return m;
}

static void moving_free(moving* m)
{
    soup_free(&m->soup);
    free(m->to);
}

static abut_status ask(abut_query* q, const moving* a, const moving* b,
                       const abut_motion_ask* options, abut_first* out)
{
    const abut_soup x = soup_of(&a->soup);
    abut_first before;
    memset(out, 0x5A, sizeof *out);
    memcpy(&before, out, sizeof before);
    abut_status status;
    if (b) {
        const abut_soup y = soup_of(&b->soup);
        status = abut_vertices_first(q, &x, a->to, &y, b->to, options, out);
    } else {
        status = abut_vertices_self_first(q, &x, a->to, options, out);
    }
    if (status != ABUT_OK) assert_memory_equal(out, &before, sizeof before);
    return status;
}

static void expect_equal(const abut_first* x, const abut_first* y)
{
    assert_int_equal(x->state, y->state);
    assert_true(x->t_lo == y->t_lo && x->t_hi == y->t_hi);
    assert_int_equal(x->pair.a, y->pair.a);
    assert_int_equal(x->pair.b, y->pair.b);
    assert_int_equal(x->triangle_tests, y->triangle_tests);
}

static void memory_and_progress(void** state)
{
    (void)state;
    moving a = moving_make(1, 0), b = moving_make(2, 3);
    counting memory = counting_begin();
    const abut_host host = counting_host(&memory);
    for (int is_self = 0; is_self < 2; is_self++) {
        const moving* const other = is_self ? NULL : &b;
        abut_query* q = NULL;
        abut_first expected, x;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        assert_int_equal(ask(q, &a, other, NULL, &expected), ABUT_OK);
        assert_true(expected.complete);
        const size_t held = memory.allocations;
        assert_int_equal(ask(q, &a, other, NULL, &x), ABUT_OK);
        assert_int_equal(memory.allocations, held);
        expect_equal(&x, &expected);
        memory.cancel_at = memory.progress_calls;
        assert_int_equal(ask(q, &a, other, NULL, &x), ABUT_CANCELLED);
        memory.cancel_at = SIZE_MAX;
        assert_int_equal(ask(q, &a, other, NULL, &x), ABUT_OK);
        expect_equal(&x, &expected);
        abut_query_free(q);
        size_t failures = 0;
        for (int failed = 1; failed; failures++) {
            assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
            memory.fail_at = memory.allocations + failures;
            const abut_status status = ask(q, &a, other, NULL, &x);
            failed = status != ABUT_OK;
            if (failed) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            memory.fail_at = SIZE_MAX;
            assert_int_equal(ask(q, &a, other, NULL, &x), ABUT_OK);
            expect_equal(&x, &expected);
            abut_query_free(q);
        }
        assert_true(failures > 5);
    }
    assert_int_equal(memory.blocks, 0);
    moving_free(&a);
    moving_free(&b);
}

static void budgets_and_deadlines(void** state)
{
    (void)state;
    moving a = moving_make(1, 0), b = moving_make(2, 3);
    abut_query* q = NULL;
    abut_first all, x;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(ask(q, &a, &b, NULL, &all), ABUT_OK);
    assert_int_equal(all.state, ABUT_MOTION_CONTACT);
    size_t stopped = 0, found = 0;
    const uint64_t most = all.volume_tests + all.triangle_tests;
    for (uint64_t budget = 1; budget < 2 * most; budget += most / (uint64_t)CASES(60) + 1) {
        const abut_motion_ask options = {.budget = budget};
        assert_int_equal(ask(q, &a, &b, &options, &x), ABUT_OK);
        assert_true(x.volume_tests + x.triangle_tests <= budget);
        if (x.complete) {
            expect_equal(&x, &all);
            continue;
        }
        stopped++;
        found += (size_t)x.has_pair;
        assert_true(x.t_lo == 0 && x.t_hi >= all.t_hi);
        assert_int_equal(x.state, x.has_pair ? ABUT_MOTION_CONTACT : ABUT_MOTION_UNDECIDED);
    }
    assert_true(stopped > CASES(20) && found > 0 && stopped > found);
    const abut_motion_ask late = {.deadline = 1};
    assert_int_equal(ask(q, &a, &b, &late, &x), ABUT_OK);
    assert_false(x.complete);
    abut_query_free(q);
    moving_free(&a);
    moving_free(&b);
}

static void what_is_refused(void** state)
{
    (void)state;
    static const double v[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    static const double bad[9] = {0, 0, 0, 1, 0, (double)INFINITY, 0, 1, 0};
    static const uint32_t t[3] = {0, 1, 2}, worse[3] = {0, 1, 3};
    static const float f[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const abut_soup s = {.vertices = v, .triangles = t, .vertex_count = 3, .triangle_count = 1};
    const abut_soup index = {
        .vertices = v, .triangles = worse, .vertex_count = 3, .triangle_count = 1};
    const abut_soup floats = {
        .vertices_float = f, .triangles = t, .vertex_count = 3, .triangle_count = 1};
    const abut_soup empty = {.vertex_count = 0};
    abut_query* q = NULL;
    abut_first x;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_vertices_first(NULL, &s, v, &s, v, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_vertices_first(q, NULL, v, &s, v, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_vertices_first(q, &s, v, NULL, v, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_vertices_first(q, &s, v, &s, v, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_vertices_first(q, &s, bad, &s, v, NULL, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_vertices_first(q, &s, v, &s, bad, NULL, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_vertices_first(q, &s, v, &index, v, NULL, &x), ABUT_BAD_INDEX);
    assert_int_equal(abut_vertices_self_first(NULL, &s, v, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_vertices_self_first(q, NULL, v, NULL, &x), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_vertices_self_first(q, &s, bad, NULL, &x), ABUT_NOT_FINITE);
    assert_int_equal(abut_vertices_self_first(q, &index, v, NULL, &x), ABUT_BAD_INDEX);
    const abut_motion_ask apart = {.separation = 1}, odd = {.reserved = {0, 0, 0, 1}};
    assert_int_equal(abut_vertices_first(q, &s, v, &s, v, &apart, &x), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_vertices_self_first(q, &s, v, &apart, &x), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_vertices_self_first(q, &s, v, &odd, &x), ABUT_BAD_ARGUMENT);
    // What is legal: floats, rest, and nothing at all.
    assert_int_equal(abut_vertices_first(q, &floats, NULL, &s, NULL, NULL, &x), ABUT_OK);
    assert_true(x.state == ABUT_MOTION_CONTACT && x.t_hi == 0);
    assert_int_equal(abut_vertices_first(q, &empty, NULL, &s, NULL, NULL, &x), ABUT_OK);
    assert_true(x.state == ABUT_MOTION_FREE && x.t_lo == 1 && x.t_hi == 1);
    assert_int_equal(abut_vertices_self_first(q, &empty, NULL, NULL, &x), ABUT_OK);
    assert_int_equal(x.state, ABUT_MOTION_FREE);
    assert_int_equal(abut_vertices_self_first(q, &s, NULL, NULL, &x), ABUT_OK);
    assert_int_equal(x.state, ABUT_MOTION_FREE);
    abut_query_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_and_progress),
        cmocka_unit_test(budgets_and_deadlines),
        cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
