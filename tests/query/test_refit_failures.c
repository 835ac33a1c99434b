// test_refit_failures.c - abut_model_refit where memory runs out, where somebody cancels, with what it must refuse; models
// that share arrays freed in any order, by any thread, and asked meanwhile.
#include "query/refit_check.h"
#include "support/method_here.h"
#include "support/share.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

// ---------------------------------------------------------------------------------------- memory

// Refit until memory is enough. Returns how many allocations can fail.
static size_t fail_everywhere(const abut_model* m, const abut_soup* soup)
{
    for (size_t failures = 0;; failures++) {
        counting c = counting_begin();
        c.fail_at = failures;
        const abut_host host = counting_host(&c);
        abut_model* next = NULL;
        const abut_status status = abut_model_refit(&next, m, soup, &host, NULL);
        if (status == ABUT_OK) {
            abut_model_info info;
            assert_int_equal(c.allocations, failures);
            assert_int_equal(abut_model_describe(next, &info), ABUT_OK);
            const int shares = next->mesh.triangles == m->mesh.triangles;
            const size_t own = info.mesh_bytes + info.tree_bytes;
            // What is the other model's came from its host.
            assert_true(shares ? c.bytes < own : c.bytes == own);
            assert_null(refit_broken(next));
            abut_model_free(next);
            assert_true(c.blocks == 0 && c.bytes == 0);
            return failures;
        }
        assert_int_equal(status, ABUT_OUT_OF_MEMORY);
        assert_null(next);
        assert_true(c.blocks == 0 && c.bytes == 0);
        assert_null(refit_broken(m));
    }
}

static void memory_runs_out(void** state)
{
    (void)state;
    rng r = {40};
    size_t all = 0;
    for (int i = 0; i < CASES(9 * REFIT_SORTS); i++) {
        const int form = i / REFIT_SORTS;
        soup_data s = refit_soup(i % REFIT_SORTS, 300, rng_next(&r));
        const abut_soup soup = soup_of(&s);
        abut_model* m = refit_built(&soup, form % 2 ? ABUT_EFFORT_FAST : ABUT_EFFORT_NORMAL,
                                    (abut_memory)(form % 3 + 1));
        refit_move(&s, &s,
                   form / 3 == 0   ? REFIT_WAVE
                   : form / 3 == 1 ? REFIT_NOISE
                                   : REFIT_STRAY,
                   &r);
        const size_t failures = fail_everywhere(m, &soup);
        assert_true(failures >= 10);
        all += failures;
        abut_model_free(m);
        soup_free(&s);
    }
    printf("%zu allocations failed\n", all);
}

static void anybody_may_cancel(void** state)
{
    (void)state;
    soup_data s = refit_ball(20);
    const abut_soup soup = soup_of(&s);
    abut_model* m = refit_built(&soup, ABUT_EFFORT_NORMAL, ABUT_MEMORY_NORMAL);
    for (size_t at = 0;; at++) {
        counting c = counting_begin();
        c.cancel_at = at;
        const abut_host host = counting_host(&c);
        abut_model* next = NULL;
        const abut_status status = abut_model_refit(&next, m, &soup, &host, NULL);
        assert_false(c.fraction_is_wrong);
        abut_model_free(next);
        assert_true(c.blocks == 0);
        if (status == ABUT_OK) {
            assert_true(at >= 2 && c.fraction == 1);
            break;
        }
        assert_int_equal(status, ABUT_CANCELLED);
        assert_null(next);
    }
    abut_model_free(m);
    soup_free(&s);
}

// --------------------------------------------------------------------------------------- arguments

static void what_is_refused(void** state)
{
    (void)state;
    soup_data s = refit_ball(4);
    abut_soup soup = soup_of(&s);
    abut_model *m = refit_built(&soup, ABUT_EFFORT_NORMAL, ABUT_MEMORY_NORMAL), *next = NULL;
    assert_int_equal(abut_model_refit(NULL, m, &soup, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_refit(&next, NULL, &soup, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_refit(&next, m, NULL, NULL, NULL), ABUT_BAD_ARGUMENT);
    soup.triangle_count--;
    assert_int_equal(abut_model_refit(&next, m, &soup, NULL, NULL), ABUT_BAD_ARGUMENT);
    soup = soup_of(&s);
    soup.vertex_count--;
    assert_int_equal(abut_model_refit(&next, m, &soup, NULL, NULL), ABUT_BAD_INDEX);
    soup = soup_of(&s);
    s.vertices[5] = (double)NAN;
    assert_int_equal(abut_model_refit(&next, m, &soup, NULL, NULL), ABUT_NOT_FINITE);
    s.vertices[5] = 0;
    assert_null(next);
    abut_model_free(m);
    const abut_build other = {.method = ABUT_METHOD_AABB};
    if (method_is_here(ABUT_METHOD_AABB)) {
        assert_int_equal(abut_model_build(&m, &soup, &other), ABUT_OK);
        assert_int_equal(abut_model_refit(&next, m, &soup, NULL, NULL), ABUT_BAD_COMBINATION);
        abut_model_free(m);
    }
    assert_null(next);
    soup_free(&s);
}

// ------------------------------------------------------------------------------------------ owners

enum { OWNERS = 6 };

// Models of a chain share arrays, whichever goes first.
static void freed_in_any_order(void** state)
{
    (void)state;
    rng r = {41};
    soup_data s = refit_soup(SOUP_GRID, 200, 9);  // with degenerate triangles
    const abut_soup soup = soup_of(&s);
    for (int round = 0; round < CASES(40); round++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        const abut_build options = {.host = &host};
        abut_model* chain[OWNERS];
        assert_int_equal(abut_model_build(&chain[0], &soup, &options), ABUT_OK);
        for (int i = 1; i < OWNERS; i++) {
            abut_change change;
            chain[i] = refit_of(chain[rng_below(&r, (size_t)i)], &soup, &host, &change);
            assert_int_equal(change.shared_bytes, 13 * s.triangle_count);
        }
        for (int left = OWNERS; left > 0; left--) {
            const size_t which = rng_below(&r, (size_t)left);
            abut_model_free(chain[which]);
            chain[which] = chain[left - 1];
            for (int i = 0; i < left - 1; i++)
                assert_null(refit_broken(chain[i]));
        }
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    soup_free(&s);
}

typedef struct shared_model {
    const abut_model* m;
    atomic_int stop;
    size_t asked;
} shared_model;

static void* go_on_asking(void* argument)
{
    shared_model* const shared = argument;
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance a = {.model = shared->m},
                        b = {.model = shared->m, .pose.translation = {0.3, 0.1, 0}};
    size_t first = 0;
    do {
        abut_hits hits;
        assert_int_equal(abut_collide(query, &a, &b, NULL, &hits), ABUT_OK);
        if (!shared->asked++) first = hits.count;
        assert_int_equal(hits.count, first);
    } while (!atomic_load(&shared->stop));
    abut_query_free(query);
    return NULL;
}

static void* free_a_model(void* argument)
{
    abut_model_free(argument);
    return NULL;
}

// One thread asks the first model, while others are made of it, and freed by a third.
static void asked_meanwhile(void** state)
{
    (void)state;
    rng r = {42};
    soup_data s = refit_ball(24), first = refit_copy(&s);
    const abut_soup soup = soup_of(&s);
    abut_model* const m = refit_built(&soup, ABUT_EFFORT_NORMAL, ABUT_MEMORY_NORMAL);
    shared_model shared = {.m = m};
    pthread_t asking, freeing;
    assert_int_equal(pthread_create(&asking, NULL, go_on_asking, &shared), 0);
    const abut_model* from = m;
    abut_model* last = NULL;
    for (int i = 0; i < CASES(60); i++) {
        refit_move(&s, &first, i % 2 ? REFIT_WAVE : REFIT_BACK, &r);
        abut_model* const next = refit_of(from, &soup, NULL, NULL);
        if (last) {
            assert_int_equal(pthread_create(&freeing, NULL, free_a_model, last), 0);
            assert_int_equal(pthread_join(freeing, NULL), 0);
        }
        from = last = next;
    }
    atomic_store(&shared.stop, 1);
    assert_int_equal(pthread_join(asking, NULL), 0);
    printf("%zu questions meanwhile\n", shared.asked);
    abut_model_free(m);
    assert_null(refit_broken(last));
    abut_model_free(last);
    soup_free(&s);
    soup_free(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_runs_out), cmocka_unit_test(anybody_may_cancel),
        cmocka_unit_test(what_is_refused), cmocka_unit_test(freed_in_any_order),
        cmocka_unit_test(asked_meanwhile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
