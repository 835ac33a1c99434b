// test_collide.c - the tree finds what brute force finds, whatever the options; limits, budgets,
// progress, and everything that is refused.
#include "query/collide.h"
#include "support/float_mode.h"
#include "support/method_here.h"
#include "support/pruning.h"
#include "support/soup_models.h"

#include <float.h>
#include <stdio.h>

static abut_model* build_random(soup_sort sort, size_t count, uint64_t seed, abut_method method)
{
    soup_data s = soup_random(sort, count, seed);
    const abut_build options = {.method = method};
    abut_model* m = soup_build_tree(&s, &options);
    soup_free(&s);
    return m;
}

static abut_query* new_query(void)
{
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    return q;
}

static abut_hits ask_for(abut_query* q, const abut_instance* a, const abut_instance* b,
                         const abut_ask* ask)
{
    abut_hits hits;
    assert_int_equal(abut_collide(q, a, b, ask, &hits), ABUT_OK);
    for (size_t i = 1; i < hits.count; i++) {
        const abut_pair *last = &hits.pairs[i - 1], *pair = &hits.pairs[i];
        assert_true(last->a < pair->a || (last->a == pair->a && last->b < pair->b));
    }
    return hits;
}

static void expect_same(const abut_hits* got, const abut_hits* expected)
{
    assert_int_equal(got->count, expected->count);
    assert_int_equal(got->complete, expected->complete);
    if (got->count)
        assert_memory_equal(got->pairs, expected->pairs, got->count * sizeof *got->pairs);
    if (!expected->contacts) return;
    for (size_t i = 0; i < got->count; i++)
        assert_int_equal(got->contacts[i].kind, expected->contacts[i].kind);
}

// ---------------------------------------------------------------------------------- brute and tree

enum { POSE_SORTS = 8 };

static void random_poses(rng* r, int sort, abut_pose* a, abut_pose* b)
{
    *a = pose_random(r, 0.5);
    *b = pose_random(r, 0.5);
    switch (sort) {
    case 0:
        *b = *a;
        break;
    case 1:
        memset(a, 0, sizeof *a);
        memset(b, 0, sizeof *b);
        break;
    case 2:
        pose_mirror(a);
        break;
    case 3:
        pose_to_float(a);
        pose_to_float(b);
        break;
    case 4:
        a->scale = 0.125 * 1.1;
        break;
    case 5:
        b->scale = 3;
        pose_mirror(b);
        break;
    case 6:  // quarter turns: grids stay grids
        memset(a, 0, sizeof *a);
        *b = (abut_pose){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {4, 0, 1}, 1};
        break;
    default:
        break;
    }
}

static soup_data any_soup(rng* r)
{
    const soup_sort sort = (soup_sort)rng_below(r, SOUP_SORT_COUNT);
    const size_t count = 1 + rng_below(r, 45);
    return soup_random(sort, count, rng_next(r));
}

static void trees_find_what_brute_force_finds(void** state)
{
    (void)state;
    abut_query* oracle_query = new_query();
    abut_query* q = new_query();
    rng r = {41};
    size_t pairs = 0, kinds[4] = {0};
    for (int i = 0; i < 15 * 2 * 2 * 4 * 2; i++) {
        const abut_build options = {
            .tree = &(abut_tree_build){.fits = 1u + (unsigned)i % 15u,
                                       .split = i / 15 % 2 ? ABUT_SPLIT_MEAN : ABUT_SPLIT_MEDIAN,
                                       .real = i / 30 % 2 ? ABUT_REAL_FLOAT : ABUT_REAL_DOUBLE},
            .leaf_size = 1 << 2 * (i / 60 % 4)};
        const abut_build brute = {.method = ABUT_METHOD_BRUTE};
        const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
        soup_data sa = any_soup(&r), sb = any_soup(&r);
        abut_model *am = soup_build_tree(&sa, &options), *bm = soup_build_tree(&sb, &options);
        abut_model *ao = soup_build_tree(&sa, &brute), *bo = soup_build_tree(&sb, &brute);
        for (int pose = 0; pose < POSE_SORTS; pose++) {
            abut_instance a = {.model = ao}, b = {.model = bo};
            random_poses(&r, pose, &a.pose, &b.pose);
            oracle_query->search.keep_equal_poses = i & 1;
            const abut_hits expected = ask_for(oracle_query, &a, &b, &ask);
            assert_int_equal(expected.triangle_tests, sa.triangle_count * sb.triangle_count);
            a.model = am;
            b.model = bm;
            float_mode_enter(&float_modes[(i + pose) % FLOAT_MODE_COUNT]);
            const abut_hits got = ask_for(q, &a, &b, &ask);
            float_mode_leave();
            expect_same(&got, &expected);
            pairs += got.count;
            for (size_t k = 0; k < got.count; k++)
                kinds[got.contacts[k].kind]++;
        }
        abut_model_free(am);
        abut_model_free(bm);
        abut_model_free(ao);
        abut_model_free(bo);
        soup_free(&sa);
        soup_free(&sb);
    }
    print_message("%zu pairs: %zu touch, %zu cross, %zu coplanar\n", pairs, kinds[ABUT_KIND_TOUCH],
                  kinds[ABUT_KIND_CROSS], kinds[ABUT_KIND_COPLANAR]);
    assert_true(kinds[ABUT_KIND_TOUCH] > 1000 && kinds[ABUT_KIND_CROSS] > 1000);
    assert_true(kinds[ABUT_KIND_COPLANAR] > 1000 && kinds[ABUT_KIND_APART] == 0);
    abut_query_free(oracle_query);
    abut_query_free(q);
}

// Sizes, distances and scales at the ends of the range, where floats of world units would fail.
static void trees_find_what_brute_force_finds_at_all_sizes(void** state)
{
    (void)state;
    const double sizes[][4] = {// scale and shift of a's vertices, then b's
                               {0x1p1015, 0, 0x1p1015, 0},   {0x1p-1000, 0, 0x1p-1000, 0},
                               {0x1p-1070, 0, 0x1p-1070, 0}, {0x1p1015, 0, 1, 0},
                               {0x1p-1060, 0, 1, 0},         {1, 1e12, 1, 1e12},
                               {1, 1e12, 1e12, 0},           {1e-5, 1, 1, 1}};
    abut_query* q = new_query();
    size_t pairs = 0;
    for (size_t i = 0; i < 8; i++) {
        for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
            soup_data sa = soup_random((soup_sort)sort, 25, 50 + i);
            soup_data sb = soup_random(SOUP_GRID, 25, 60 + i);
            soup_transform(&sa, sizes[i][0], sizes[i][1]);
            soup_transform(&sb, sizes[i][2], sizes[i][3]);
            const abut_build brute = {.method = ABUT_METHOD_BRUTE};
            abut_model *am = soup_build_tree(&sa, NULL), *bm = soup_build_tree(&sb, NULL);
            abut_model *ao = soup_build_tree(&sa, &brute), *bo = soup_build_tree(&sb, &brute);
            for (int pose = 0; pose < 2; pose++) {
                rng r = {i};
                abut_instance a = {.model = ao}, b = {.model = bo};
                if (pose) a.pose = b.pose = pose_random(&r, 1);
                if (pose && i & 1) pose_mirror(&a.pose);
                abut_query* oracle_query = new_query();
                const abut_hits expected = ask_for(oracle_query, &a, &b, NULL);
                a.model = am;
                b.model = bm;
                const abut_hits got = ask_for(q, &a, &b, NULL);
                expect_same(&got, &expected);
                pairs += got.count;
                abut_query_free(oracle_query);
            }
            abut_model_free(am);
            abut_model_free(bm);
            abut_model_free(ao);
            abut_model_free(bo);
            soup_free(&sa);
            soup_free(&sb);
        }
    }
    assert_true(pairs > 1000);
    abut_query_free(q);
}

static void identical_triangles_are_all_found(void** state)
{
    (void)state;
    enum { COUNT = 20000 };
    soup_data many = soup_separate(COUNT), one = soup_separate(1);
    const double flat[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    const double piercing[9] = {0.25, 0.25, -1, 0.25, 0.25, 1, 0.3, 0.25, 1};
    for (size_t i = 0; i < COUNT; i++)
        memcpy(many.vertices + 9 * i, flat, sizeof flat);
    memcpy(one.vertices, piercing, sizeof piercing);
    abut_model *am = soup_build_tree(&many, NULL), *bm = soup_build_tree(&one, NULL);
    abut_query* q = new_query();
    const abut_instance a = {.model = am}, b = {.model = bm};
    const abut_hits hits = ask_for(q, &a, &b, NULL);
    assert_int_equal(hits.count, COUNT);
    assert_int_equal(hits.complete, 1);
    for (uint32_t i = 0; i < COUNT; i++)
        assert_true(hits.pairs[i].a == i && hits.pairs[i].b == 0);
    abut_query_free(q);
    abut_model_free(am);
    abut_model_free(bm);
    soup_free(&many);
    soup_free(&one);
}

static int compare_mirrored(const void* x, const void* y)
{
    const abut_pair *p = x, *q = y;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    return p->a < q->a ? -1 : p->a > q->a;
}

static void swapping_the_models_mirrors_the_pairs(void** state)
{
    (void)state;
    rng r = {42};
    abut_query *q = new_query(), *mirrored = new_query();
    for (int i = 0; i < 40; i++) {
        abut_model* am = build_random((soup_sort)(i % SOUP_SORT_COUNT), 150, 100, SOME_TREE);
        abut_model* bm = build_random(SOUP_GRID, 100, 101, SOME_TREE);
        abut_instance a = {.model = am}, b = {.model = bm};
        random_poses(&r, i % POSE_SORTS, &a.pose, &b.pose);
        const abut_hits ab = ask_for(q, &a, &b, NULL), ba = ask_for(mirrored, &b, &a, NULL);
        assert_int_equal(ab.count, ba.count);
        abut_pair* sorted = malloc((ab.count + 1) * sizeof *sorted);
        assert_non_null(sorted);
        memcpy(sorted, ab.pairs, ab.count * sizeof *sorted);
        qsort(sorted, ab.count, sizeof *sorted, compare_mirrored);
        for (size_t k = 0; k < ab.count; k++)
            assert_true(sorted[k].a == ba.pairs[k].b && sorted[k].b == ba.pairs[k].a);
        free(sorted);
        abut_model_free(am);
        abut_model_free(bm);
    }
    abut_query_free(q);
    abut_query_free(mirrored);
}

static void equal_calls_have_equal_answers_and_counters(void** state)
{
    (void)state;
    abut_model* m = build_random(SOUP_GENERIC, 300, 43, SOME_TREE);
    abut_query* q = new_query();
    rng r = {43};
    const abut_instance a = {.model = m}, b = {.model = m, .pose = pose_random(&r, 0.1)};
    const abut_hits first = ask_for(q, &a, &b, NULL);
    for (int i = 0; i < 3; i++) {
        const abut_hits again = ask_for(q, &a, &b, NULL);
        assert_int_equal(again.count, first.count);
        assert_int_equal(again.volume_tests, first.volume_tests);
        assert_int_equal(again.triangle_tests, first.triangle_tests);
        assert_int_equal(again.node_updates, first.node_updates);
        assert_int_equal(again.exact_tests, first.exact_tests);
    }
    assert_true(first.volume_tests > 0 && first.node_updates > 0);
    assert_true(first.triangle_tests >= first.count);
    assert_int_equal(first.triangle_tests < 300 * 300, PRUNING);
    abut_query_free(q);
    abut_model_free(m);
}

// -------------------------------------------------------------------------------- limits and budgets

static int holds_pair(const abut_hits* hits, const abut_pair* pair)
{
    for (size_t i = 0; i < hits->count; i++) {
        if (hits->pairs[i].a == pair->a && hits->pairs[i].b == pair->b) return 1;
    }
    return 0;
}

static void limits_and_budgets_stop_the_search(void** state)
{
    (void)state;
    abut_query *all_query = new_query(), *q = new_query();
    for (int method = 0; method < 2; method++) {
        abut_model* am = build_random(SOUP_GRID, 25, 44, method ? ABUT_METHOD_BRUTE : SOME_TREE);
        abut_model* bm = build_random(SOUP_GRID, 21, 45, method ? ABUT_METHOD_BRUTE : SOME_TREE);
        const abut_instance a = {.model = am}, b = {.model = bm};
        const abut_hits all = ask_for(all_query, &a, &b, NULL);
        const uint64_t tests = all.volume_tests + all.triangle_tests;
        assert_true(all.complete && all.count > 20);
        for (size_t limit = 1; limit <= all.count + 1; limit++) {
            const abut_ask ask = {.limit = limit};
            const abut_hits hits = ask_for(q, &a, &b, &ask);
            assert_int_equal(hits.count, limit < all.count ? limit : all.count);
            if (limit < all.count) assert_false(hits.complete);
            if (limit > all.count) assert_true(hits.complete);
            if (hits.complete) assert_int_equal(hits.triangle_tests, all.triangle_tests);
            for (size_t i = 0; i < hits.count; i++)
                assert_true(holds_pair(&all, &hits.pairs[i]));
        }
        for (uint64_t budget = 1; budget <= tests + 1; budget++) {
            const abut_ask ask = {.budget = budget};
            const abut_hits hits = ask_for(q, &a, &b, &ask);
            const uint64_t spent = hits.volume_tests + hits.triangle_tests;
            assert_int_equal(spent, budget < tests ? budget : tests);
            if (budget < tests) assert_false(hits.complete);
            if (budget >= tests) expect_same(&hits, &all);
            for (size_t i = 0; i < hits.count; i++)
                assert_true(holds_pair(&all, &hits.pairs[i]));
        }
        abut_model_free(am);
        abut_model_free(bm);
    }
    abut_query_free(all_query);
    abut_query_free(q);
}

// A limit that is reached by the very last test leaves nothing undone.
static void a_limit_reached_at_the_end_is_complete(void** state)
{
    (void)state;
    for (int method = 0; method < 2; method++) {
        abut_model* m = build_random(SOUP_GENERIC, 1, 46, method ? ABUT_METHOD_BRUTE : SOME_TREE);
        abut_query* q = new_query();
        const abut_instance a = {.model = m};
        const abut_ask ask = {.limit = 1};
        const abut_hits hits = ask_for(q, &a, &a, &ask);
        assert_int_equal(hits.count, 1);
        assert_int_equal(hits.complete, 1);
        abut_query_free(q);
        abut_model_free(m);
    }
}

static void searches_report_progress_and_can_be_cancelled(void** state)
{
    (void)state;
    const struct {
        soup_sort sort;
        size_t count, least_calls;
        abut_method method;
        abut_detail detail;
    } searches[3] = {{SOUP_GENERIC, 600, 5, ABUT_METHOD_BRUTE, ABUT_DETAIL_KINDS},
                     {SOUP_GRID, 400, 2, SOME_TREE, ABUT_DETAIL_PAIRS},
                     {SOUP_GRID, 130, 1, SOME_TREE, ABUT_DETAIL_POINTS}};
    for (int i = 0; i < 3; i++) {
        abut_model* m = build_random(searches[i].sort, searches[i].count, 47, searches[i].method);
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_query* q = NULL;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        const abut_instance a = {.model = m};
        const abut_ask ask = {.detail = searches[i].detail};
        abut_hits hits = ask_for(q, &a, &a, &ask);
        const size_t calls = c.progress_calls, count = hits.count;
        assert_true(calls >= searches[i].least_calls && !c.fraction_is_wrong && c.fraction > 0.5);
        for (size_t at = 0; at < calls; at += 1 + at / 4) {
            const abut_hits before = hits;
            c.progress_calls = 0;
            c.cancel_at = at;
            c.fraction = 0;
            assert_int_equal(abut_collide(q, &a, &a, &ask, &hits), ABUT_CANCELLED);
            assert_memory_equal(&hits, &before, sizeof hits);
        }
        c.cancel_at = SIZE_MAX;
        c.fraction = 0;
        hits = ask_for(q, &a, &a, &ask);  // still usable
        assert_int_equal(hits.count, count);
        abut_query_free(q);
        assert_true(c.blocks == 0 && c.bytes == 0);
        abut_model_free(m);
    }
}

// ------------------------------------------------------------------------------------------ details

static void expect_contact(const abut_contact* found, const abut_contact* single, int detail)
{
    assert_int_equal(found->kind, single->kind);
    if (detail == ABUT_DETAIL_KINDS) {
        assert_int_equal(found->point_count, 0);
        return;
    }
    assert_int_equal(found->point_count, single->point_count);
    for (int p = 0; p < single->point_count; p++) {
        assert_int_equal(found->events[p].a, single->events[p].a);
        assert_int_equal(found->events[p].b, single->events[p].b);
        assert_memory_equal(found->points[p], single->points[p], sizeof single->points[p]);
    }
}

static void details_are_those_of_the_single_pairs(void** state)
{
    (void)state;
    soup_data sa = soup_random(SOUP_GRID, 60, 48), sb = soup_random(SOUP_GRID, 60, 49);
    abut_model *am = soup_build_tree(&sa, NULL), *bm = soup_build_tree(&sb, NULL);
    abut_query* q = new_query();
    rng r = {48};
    for (int pose = 0; pose < POSE_SORTS; pose++) {
        abut_instance a = {.model = am}, b = {.model = bm};
        random_poses(&r, pose, &a.pose, &b.pose);
        for (int detail = ABUT_DETAIL_PAIRS; detail <= ABUT_DETAIL_POINTS; detail++) {
            const abut_ask ask = {.detail = (abut_detail)detail};
            const abut_hits hits = ask_for(q, &a, &b, &ask);
            assert_int_equal(hits.contacts != NULL, detail != ABUT_DETAIL_PAIRS);
            for (size_t i = 0; hits.contacts && i < hits.count; i++) {
                const double* ta = sa.vertices + 9 * (size_t)hits.pairs[i].a;
                const double* tb = sb.vertices + 9 * (size_t)hits.pairs[i].b;
                abut_contact single;
                assert_int_equal(abut_triangles_touch(ta, &a.pose, tb, &b.pose, &single), ABUT_OK);
                expect_contact(&hits.contacts[i], &single, detail);
            }
        }
    }
    abut_query_free(q);
    abut_model_free(am);
    abut_model_free(bm);
    soup_free(&sa);
    soup_free(&sb);
}

// ----------------------------------------------------------------------------------------- refusals

static void refused_calls_leave_the_hits_alone(void** state)
{
    (void)state;
    abut_model* model = build_random(SOUP_GENERIC, 5, 51, SOME_TREE);
    abut_model* brute = build_random(SOUP_GENERIC, 5, 51, ABUT_METHOD_BRUTE);
    abut_query* q = new_query();
    abut_hits hits, before;
    memset(&hits, 0x5A, sizeof hits);
    before = hits;
    const abut_instance a = {.model = model}, other = {.model = brute}, none = {.model = NULL};
    abut_instance bent = a, infinite = a, huge = a;
    bent.pose.rotation[0][0] = 1;
    bent.pose.rotation[1][1] = 1;
    bent.pose.rotation[2][2] = 1.5;
    infinite.pose.translation[2] = (double)INFINITY;
    huge.pose.scale = 0x1p301;
    const abut_ask bad_detail = {.detail = (abut_detail)3}, reserved = {.reserved = {0, 1}};
    const struct {
        const abut_instance *a, *b;
        const abut_ask* ask;
        abut_status expected;
    } calls[] = {
        {NULL, &a, NULL, ABUT_BAD_ARGUMENT},      {&a, NULL, NULL, ABUT_BAD_ARGUMENT},
        {&none, &a, NULL, ABUT_BAD_ARGUMENT},     {&a, &none, NULL, ABUT_BAD_ARGUMENT},
        {&a, &a, &bad_detail, ABUT_BAD_ARGUMENT}, {&a, &a, &reserved, ABUT_BAD_ARGUMENT},
        {&a, &other, NULL, ABUT_MIXED_METHODS},   {&other, &a, NULL, ABUT_MIXED_METHODS},
        {&a, &bent, NULL, ABUT_NOT_RIGID},        {&infinite, &a, NULL, ABUT_NOT_FINITE},
        {&huge, &a, NULL, ABUT_BAD_SCALE},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        assert_int_equal(abut_collide(q, calls[i].a, calls[i].b, calls[i].ask, &hits),
                         calls[i].expected);
        assert_memory_equal(&hits, &before, sizeof hits);
    }
    assert_int_equal(abut_collide(NULL, &a, &a, NULL, &hits), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_collide(q, &a, &a, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_query_create(NULL, NULL), ABUT_BAD_ARGUMENT);
    abut_query_free(NULL);
    abut_query_free(q);
    abut_model_free(model);
    abut_model_free(brute);
}

static void empty_models_touch_nothing(void** state)
{
    (void)state;
    const abut_soup soup = {0};
    abut_query* q = new_query();
    for (int method = 0; method < 2; method++) {
        const abut_build options = {.method = method ? ABUT_METHOD_BRUTE : SOME_TREE};
        abut_model* empty = NULL;
        assert_int_equal(abut_model_build(&empty, &soup, &options), ABUT_OK);
        abut_model* m = build_random(SOUP_GENERIC, 5, 52, options.method);
        const abut_instance e = {.model = empty}, a = {.model = m};
        const abut_instance* sides[3][2] = {{&e, &a}, {&a, &e}, {&e, &e}};
        for (int i = 0; i < 3; i++) {
            const abut_ask ask = {.limit = 1, .budget = 1, .detail = ABUT_DETAIL_POINTS};
            const abut_hits hits = ask_for(q, sides[i][0], sides[i][1], &ask);
            assert_int_equal(hits.count, 0);
            assert_int_equal(hits.complete, 1);
            assert_int_equal(hits.volume_tests + hits.triangle_tests, 0);
            assert_non_null(hits.contacts);
        }
        abut_model_free(empty);
        abut_model_free(m);
    }
    abut_query_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_find_what_brute_force_finds),
        cmocka_unit_test(trees_find_what_brute_force_finds_at_all_sizes),
        cmocka_unit_test(identical_triangles_are_all_found),
        cmocka_unit_test(swapping_the_models_mirrors_the_pairs),
        cmocka_unit_test(equal_calls_have_equal_answers_and_counters),
        cmocka_unit_test(limits_and_budgets_stop_the_search),
        cmocka_unit_test(a_limit_reached_at_the_end_is_complete),
        cmocka_unit_test(searches_report_progress_and_can_be_cancelled),
        cmocka_unit_test(details_are_those_of_the_single_pairs),
        cmocka_unit_test(refused_calls_leave_the_hits_alone),
        cmocka_unit_test(empty_models_touch_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
