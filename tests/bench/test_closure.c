// test_closure.c - what "abut-bench papers --only quickcd-overlap" rests on: the closures of the sets of directions, their
// exact test against a linear program, and a walk that counts comparisons, which makes the library's tests.
#include "bench.h"
#include "papers/closure.h"
#include "query/collide.h"
#include "support/pruning.h"
#include "support/soup_models.h"

#include <stdarg.h>
#include <stdio.h>

enum { SETS = 7 };

static const kdop_set* const sets[SETS] = {&kdop6_set,  &kdop8_set,  &kdop12_set, &kdop14_set,
                                           &kdop18_set, &kdop20_set, &kdop26_set};
static const abut_method methods[SETS] = {
    ABUT_METHOD_QUICKCD6,  ABUT_METHOD_QUICKCD8,  ABUT_METHOD_QUICKCD12, ABUT_METHOD_QUICKCD14,
    ABUT_METHOD_QUICKCD18, ABUT_METHOD_QUICKCD20, ABUT_METHOD_QUICKCD26};

int bench_fail(const char* format, ...)
{
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    return BENCH_ERROR;
}

static void closures_have_the_known_sizes(void** state)
{
    (void)state;
    static const int edges[SETS] = {3, 6, 7, 9, 13, 25, 25};
    static const int counts[SETS] = {3, 7, 9, 13, 25, 97, 97};
    for (int s = 0; s < SETS; s++) {
        closure c;
        closure_find(&c, sets[s]);
        assert_int_equal(c.edge_count, edges[s]);
        assert_int_equal(c.count, counts[s]);
        for (int i = 0; i < c.count; i++) {
            const int* d = c.direction[i];
            assert_true(d[0] || d[1] || d[2]);
            for (int k = 0; k < i; k++) {
                const int* e = c.direction[k];
                assert_true(d[0] * e[1] != d[1] * e[0] || d[1] * e[2] != d[2] * e[1] ||
                            d[0] * e[2] != d[2] * e[0]);
            }
        }
    }
}

// Of two triangles, near each other.
static dop_pair random_pair(rng* r, const kdop_set* set)
{
    static const uint32_t index[3] = {0, 1, 2}, order = 0;
    const volume_options options = {0};
    dop_pair p;
    for (int side = 0; side < 2; side++) {
        double points[9];
        for (int i = 0; i < 9; i++)
            points[i] = rng_signed(r) + (i % 3 ? 0 : 0.9 * side);
        const triangle_set triangles = {points, index, &order, 1};
        kdop_fit(set, p.low[side], p.high[side], &triangles, &options);
    }
    return p;
}

static int intervals_overlap(const kdop_set* set, const dop_pair* p)
{
    int overlap = 1;
    for (int i = 0; i < set->half; i++)
        overlap &= p->low[0][i] <= p->high[1][i] && p->low[1][i] <= p->high[0][i];
    return overlap;
}

static void closures_decide_as_the_program_does(void** state)
{
    (void)state;
    rng r = {41};
    for (int s = 0; s < SETS; s++) {
        closure c;
        size_t apart = 0, fooled = 0;
        closure_find(&c, sets[s]);
        for (int trial = 0; trial < 3000; trial++) {
            const dop_pair p = random_pair(&r, sets[s]);
            const double gap = closure_gap(&c, sets[s], &p);
            if (fabs(gap) < 1e-9) continue;
            assert_int_equal(dops_apart_by_program(sets[s], &p), gap > 0);
            if (!intervals_overlap(sets[s], &p)) assert_true(gap > 0);
            apart += gap > 0;
            fooled += gap > 0 && intervals_overlap(sets[s], &p);
        }
        printf("k = %d: %zu apart, %zu of them not by intervals\n", 2 * sets[s]->half, apart,
               fooled);
        assert_true(apart > 1000 && (s ? fooled > 0 : fooled == 0));
    }
}

static void expect_library_walk(counted_walk* w, abut_query* q, const abut_pose* a,
                                const abut_pose* b)
{
    const abut_instance sides[2] = {{w->a, *a}, {w->b, *b}};
    abut_hits hits;
    counted_walk_change(w, WALK_FIXED, 0);
    assert_int_equal(counted_walk_ask(w, a, b), BENCH_OK);
    assert_int_equal(abut_collide(q, &sides[0], &sides[1], NULL, &hits), ABUT_OK);
    const walk_counts all = w->counts;
    assert_int_equal(all.tests, hits.volume_tests);
    assert_int_equal(all.triangle_pairs, hits.triangle_tests);
    // An overlap compares both ends of all slabs; a miss fewer.
    const uint64_t most = 2 * (uint64_t)w->set->half;
    assert_int_equal(all.comparisons - all.misses, all.overlaps * most);
    assert_true(all.misses >= all.tests - all.overlaps);
    assert_true(all.misses <= (all.tests - all.overlaps) * most);
    // The order changes no test; fewer slabs end no more.
    for (int order = 0; order < WALK_ORDERS; order++) {
        counted_walk_change(w, (walk_order)order, 0);
        assert_int_equal(counted_walk_ask(w, a, b), BENCH_OK);
        assert_int_equal(w->counts.tests, all.tests);
        counted_walk_change(w, (walk_order)order, 2);
        assert_int_equal(counted_walk_ask(w, a, b), BENCH_OK);
        assert_true(w->counts.tests >= all.tests && w->counts.overlaps >= all.overlaps);
        assert_true(w->counts.comparisons <= 4 * w->counts.tests);
    }
}

static void the_walk_that_counts_is_the_librarys(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("the library tests all pairs");
    rng r = {42};
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < 3 * SETS; i++) {
        const abut_build o = {.method = methods[i % SETS], .leaf_size = 1 + i % 3};
        soup_data s[2];
        abut_model* m[2];
        for (int side = 0; side < 2; side++) {
            s[side] = soup_random(SOUP_GENERIC, 150, rng_next(&r));
            m[side] = soup_build(&s[side], &o);
        }
        counted_walk w;
        assert_int_equal(counted_walk_begin(&w, m[0], m[1]), BENCH_OK);
        for (int k = 0; k < 4; k++) {
            const abut_pose a = pose_random(&r, 0.5);
            abut_pose b = pose_random(&r, 0.5);
            if (k == 3) memcpy(b.rotation, a.rotation, sizeof b.rotation);  // only shifted
            expect_library_walk(&w, q, &a, &b);
        }
        counted_walk_end(&w);
        for (int side = 0; side < 2; side++) {
            abut_model_free(m[side]);
            soup_free(&s[side]);
        }
    }
    abut_query_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closures_have_the_known_sizes),
        cmocka_unit_test(closures_decide_as_the_program_does),
        cmocka_unit_test(the_walk_that_counts_is_the_librarys),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
