// test_memory.c - every allocation fails in turn: nothing leaks, outputs stay as they were, and what
// was there before still works. And a query that is warm allocates nothing.
#include "support/method_here.h"
#include "support/soups.h"

static abut_soup soup_with(soup_data* s, soup_sort sort, size_t count)
{
    *s = soup_random(sort, count, 61);
    return soup_of(s);
}

static void builds_survive_every_failed_allocation(void** state)
{
    (void)state;
    for (int i = 0; i < 2 * SOUP_SORT_COUNT; i++) {
        soup_data s;
        const abut_soup soup = soup_with(&s, (soup_sort)(i / 2), 500);
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        const abut_build options = {.method = i % 2 ? SOME_TREE : ABUT_METHOD_BRUTE, .host = &host};
        abut_model* m = NULL;
        size_t failures = 0;
        for (;; failures++) {
            c = counting_begin();
            c.fail_at = failures;
            const abut_status status = abut_model_build(&m, &soup, &options);
            if (status == ABUT_OK) break;
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_null(m);
            assert_true(c.blocks == 0 && c.bytes == 0);
        }
        assert_int_equal(failures, c.allocations);
        assert_true(failures >= (i % 2 ? 12 : 5));
        abut_model_info info;
        assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
        assert_int_equal(info.mesh_bytes + info.tree_bytes, c.bytes);
        abut_model_free(m);
        assert_true(c.blocks == 0 && c.bytes == 0);
        soup_free(&s);
    }
}

static void the_host_is_copied(void** state)
{
    (void)state;
    soup_data s;
    const abut_soup soup = soup_with(&s, SOUP_GRID, 50);
    counting c = counting_begin();
    abut_host host = counting_host(&c);
    abut_build options = {.host = &host};
    abut_model* m = NULL;
    abut_query* q = NULL;
    assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
    assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
    memset(&host, 0, sizeof host);
    memset(&options, 0xFF, sizeof options);
    abut_hits hits;
    const abut_instance a = {.model = m};
    assert_int_equal(abut_collide(q, &a, &a, NULL, &hits), ABUT_OK);
    assert_true(hits.count >= 50);
    abut_query_free(q);
    abut_model_free(m);
    assert_true(c.blocks == 0 && c.bytes == 0);
    soup_free(&s);
}

static void queries_survive_every_failed_allocation(void** state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        soup_data s;
        const abut_soup soup = soup_with(&s, SOUP_GRID, 150);
        const abut_build options = {.method = method ? SOME_TREE : ABUT_METHOD_BRUTE};
        abut_model* m = NULL;
        assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
        const abut_instance a = {.model = m};
        const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = NULL;
        c.fail_at = 0;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OUT_OF_MEMORY);
        assert_null(q);
        c = counting_begin();
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        abut_hits hits, before;
        memset(&hits, 0x5A, sizeof hits);
        before = hits;
        size_t failures = 0;
        for (;; failures++) {
            c.fail_at = c.allocations + failures;
            const abut_status status = abut_collide(q, &a, &a, &ask, &hits);
            if (status == ABUT_OK) break;
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_memory_equal(&hits, &before, sizeof hits);
            abut_hits later;
            assert_int_equal(abut_collide(q, &a, &a, &ask, &later), ABUT_OK);  // still usable
            assert_true(later.complete && later.count >= 150);
            abut_query_free(q);
            assert_true(c.blocks == 0 && c.bytes == 0);
            c = counting_begin();
            assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        }
        assert_true(failures >= 4);
        abut_query_free(q);
        assert_true(c.blocks == 0 && c.bytes == 0);
        abut_model_free(m);
        soup_free(&s);
    }
}

static void a_warm_query_allocates_nothing(void** state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        soup_data s;
        const abut_soup soup = soup_with(&s, SOUP_GENERIC, 200);
        const abut_build options = {.method = method ? SOME_TREE : ABUT_METHOD_BRUTE};
        abut_model* m = NULL;
        assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = NULL;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
        const abut_instance a = {.model = m};
        abut_hits hits;
        assert_int_equal(abut_collide(q, &a, &a, &ask, &hits), ABUT_OK);
        const size_t most = hits.count, warm = c.allocations;
        rng r = {62};
        for (int i = 0; i < 50; i++) {
            const abut_instance b = {.model = m, .pose = pose_random(&r, 3)};
            assert_int_equal(abut_collide(q, &a, &b, &ask, &hits), ABUT_OK);
            if (hits.count <= most) assert_int_equal(c.allocations, warm);
        }
        abut_query_free(q);
        abut_model_free(m);
        soup_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(builds_survive_every_failed_allocation),
        cmocka_unit_test(the_host_is_copied),
        cmocka_unit_test(queries_survive_every_failed_allocation),
        cmocka_unit_test(a_warm_query_allocates_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
