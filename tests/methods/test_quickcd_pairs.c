// test_quickcd_pairs.c - tumbled k-DOPs find what brute force finds, whatever the soups, poses, options and
// questions, each pair once, under limits too. Built twice: with the library, and with the one that never
// prunes.
#include "methods/bound/hull.h"
#include "methods/quickcd_options.h"
#include "query/collide.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soup_models.h"

#include <stdio.h>

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as the library was built"
#endif

static abut_build random_build(rng* r, abut_tree_build* t)
{
    static const abut_split splits[6] = {ABUT_SPLIT_DEFAULT, ABUT_SPLIT_MEAN,
                                         ABUT_SPLIT_MEDIAN,  ABUT_SPLIT_RAPID,
                                         ABUT_SPLIT_GREEDY,  ABUT_SPLIT_OSCILLATING};
    abut_build o = {
        .method = methods[rng_below(r, METHODS)], .leaf_size = (int)rng_below(r, 9), .tree = t};
    *t = (abut_tree_build){0};
    t->degree = 2 << rng_below(r, 3);
    t->split = splits[rng_below(r, 6)];
    if (t->split <= ABUT_SPLIT_RAPID) t->axis = (abut_axis)rng_below(r, 5);
    t->split_all = (int)rng_below(r, 2);
    if (rng_below(r, 4) == 0) t->depth_max = 1 + (int)rng_below(r, 20);
    if (rng_below(r, 4) == 0) t->slender = ldexp(1, 1 - (int)rng_below(r, 8));
    if (rng_below(r, 4) == 0) o.epsilon = ldexp(1, -(int)rng_below(r, 30));
    if (rng_below(r, 2) && hull_available()) t->tumble = ABUT_TUMBLE_HULL;
    return o;
}

static abut_ask random_ask(rng* r, abut_tree_walk* walk)
{
    *walk = (abut_tree_walk){.descent = (abut_descent)rng_below(r, 5),
                             .intervals = (abut_intervals)rng_below(r, 3)};
    if (rng_below(r, 2)) walk->interval_count = (int)rng_below(r, 15);
    return (abut_ask){.detail = ABUT_DETAIL_KINDS, .walk = walk};
}

enum { POSE_SORTS = 8 };

static void random_poses(rng* r, int sort, abut_pose* a, abut_pose* b)
{
    const double reach = sort < 4 ? 0.5 : 2;
    *a = pose_random(r, reach);
    *b = pose_random(r, reach);
    if (sort == 0) *b = *a;
    if (sort == 1) memset(a, 0, sizeof *a);
    if (sort == 1 || sort == 6) memset(b, 0, sizeof *b);
    if (sort == 2) pose_mirror(a);
    if (sort == 3) pose_to_float(b);
    if (sort == 4) a->scale = 0.125 * 1.1;
    if (sort == 5) b->scale = 3;
    if (sort == 6) *a = (abut_pose){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {4, 0, 1}, 1};
    if (sort == 7) {
        for (int k = 0; k < 3; k++)
            b->translation[k] += a->translation[k] = 1e9;
    }
}

static abut_hits ask_for(abut_query* q, const abut_model* a, const abut_model* b,
                         const abut_pose pose[2], const abut_ask* ask)
{
    const abut_instance sides[2] = {{a, pose[0]}, {b, pose[1]}};
    abut_hits hits;
    assert_int_equal(abut_collide(q, &sides[0], &sides[1], ask, &hits), ABUT_OK);
    for (size_t i = 1; i < hits.count; i++) {
        const abut_pair *last = &hits.pairs[i - 1], *pair = &hits.pairs[i];
        assert_true(last->a < pair->a || (last->a == pair->a && last->b < pair->b));
    }
    return hits;
}

static void expect_same(const abut_hits* got, const abut_hits* expected)
{
    assert_int_equal(got->count, expected->count);
    assert_true(got->complete && expected->complete);
    if (!got->count) return;
    assert_memory_equal(got->pairs, expected->pairs, got->count * sizeof *got->pairs);
    for (size_t i = 0; i < got->count; i++)
        assert_int_equal(got->contacts[i].kind, expected->contacts[i].kind);
}

// As many as asked for, or all, and all of them true.
static void expect_limited(abut_query* q, const abut_model* a, const abut_model* b,
                           const abut_pose pose[2], abut_ask ask, const abut_hits* all)
{
    for (size_t limit = 1; limit <= all->count + 2; limit += 1 + limit / 2) {
        ask.limit = limit;
        const abut_hits got = ask_for(q, a, b, pose, &ask);
        assert_int_equal(got.count, limit < all->count ? limit : all->count);
        if (!got.complete) assert_true(got.count == limit);
        size_t k = 0;
        for (size_t i = 0; i < got.count; i++) {
            while (k < all->count &&
                   (all->pairs[k].a != got.pairs[i].a || all->pairs[k].b != got.pairs[i].b))
                k++;
            assert_true(k < all->count);
        }
    }
}

typedef struct side {
    soup_data soup;
    abut_model *tree, *brute;
} side;

static side new_side(soup_sort sort, size_t count, uint64_t seed, const abut_build* options,
                     double scale)
{
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    side s = {.soup = soup_random(sort, count, seed)};
    soup_transform(&s.soup, scale, 0);
    s.tree = soup_build(&s.soup, options);
    s.brute = soup_build(&s.soup, &brute);
    return s;
}

static void side_free(side* s)
{
    abut_model_free(s->tree);
    abut_model_free(s->brute);
    soup_free(&s->soup);
}

static void trees_find_what_brute_force_finds(void** state)
{
    (void)state;
    abut_query *q = NULL, *oracle = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&oracle, NULL), ABUT_OK);
    rng r = {11};
    size_t pairs = 0, answers = 0, pruned = 0, repeating = 0;
    const abut_ask plain = {.detail = ABUT_DETAIL_KINDS};
    // No fewer than 30: else too few trees have triangles twice.
    const int trees = CASES(120) < 30 ? 30 : CASES(120);
    for (int i = 0; i < trees; i++) {
        abut_tree_build how;
        abut_build options = random_build(&r, &how);
        const soup_sort sort_a = (soup_sort)rng_below(&r, SOUP_SORT_COUNT);
        const soup_sort sort_b = i % 3 ? sort_a : (soup_sort)rng_below(&r, SOUP_SORT_COUNT);
        const uint64_t seed = rng_next(&r);
        side a = new_side(sort_a, 1 + rng_below(&r, 60), seed, &options, 1);
        options.leaf_size = (int)rng_below(&r, 9);
        side b = new_side(sort_b, 1 + rng_below(&r, 60), seed + (uint64_t)(i & 1), &options, 1);
        repeating += (size_t)(a.tree->tree.may_repeat | b.tree->tree.may_repeat);
        for (int sort = 0; sort < POSE_SORTS; sort++) {
            abut_pose pose[2];
            random_poses(&r, sort, &pose[0], &pose[1]);
            abut_tree_walk walk;
            const abut_ask ask = random_ask(&r, &walk);
            const abut_hits expected = ask_for(oracle, a.brute, b.brute, pose, &plain);
            float_mode_enter(&float_modes[(i + sort) % FLOAT_MODE_COUNT]);
            const abut_hits got = ask_for(q, a.tree, b.tree, pose, &ask);
            float_mode_leave();
            expect_same(&got, &expected);
            // None where the poses turn both models alike.
            const uint64_t least = sort > 1;
            assert_true(got.node_updates >= least &&
                        got.node_updates <= least * b.tree->tree.node_count);
            pruned += got.triangle_tests < expected.triangle_tests;
            pairs += got.count;
            answers++;
            if (sort == i % POSE_SORTS) expect_limited(q, a.tree, b.tree, pose, ask, &expected);
        }
        side_free(&a);
        side_free(&b);
    }
    abut_query_free(q);
    abut_query_free(oracle);
    printf("%zu pairs in %zu answers, fewer tests in %zu\n", pairs, answers, pruned);
    assert_true(pairs > CASES(10000) && repeating > CASES(10));
    if (EXPECT_PRUNING) assert_true(pruned > answers / 2);
}

// The same rotation for both, a scale that is a power of two apart, and any shift.
static void random_shift(rng* r, int sort, abut_pose* a, abut_pose* b)
{
    *a = pose_random(r, 1);
    if (sort == 1) *a = (abut_pose){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 0, 0}, 1};
    if (sort == 2) pose_mirror(a);
    if (sort == 3) pose_to_float(a);
    if (sort >= 4) a->scale = 3;
    *b = *a;
    if (sort == 5) b->scale = a->scale * 0.25;
    for (int k = 0; k < 3; k++) {
        b->translation[k] += rng_signed(r);
        if (sort == 6) b->translation[k] = a->translation[k] + 1e9 * rng_signed(r);
    }
}

// Klosowski 1998, chapter 8: where b is only shifted no volume of it is placed anew. Another of the last bits of
// one entry makes it a turn: then the same volumes are, and are no tighter than the slabs were.
static void shifted_models_are_not_placed(void** state)
{
    (void)state;
    enum { SHIFT_SORTS = 7 };
    abut_query *q = NULL, *oracle = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&oracle, NULL), ABUT_OK);
    rng r = {31};
    size_t pairs = 0, pruned = 0, answers = 0;
    uint64_t shifted_tests = 0, turned_tests = 0, turned_updates = 0;
    const abut_ask plain = {.detail = ABUT_DETAIL_KINDS};
    for (int i = 0; i < CASES(20) * METHODS; i++) {
        abut_tree_build how;
        abut_build options = random_build(&r, &how);
        options.method = methods[i % METHODS];
        const soup_sort type = (soup_sort)rng_below(&r, SOUP_SORT_COUNT);
        side a = new_side(type, 1 + rng_below(&r, 60), rng_next(&r), &options, 1);
        side b = new_side(type, 1 + rng_below(&r, 60), rng_next(&r), &options, 1);
        for (int sort = 0; sort < SHIFT_SORTS; sort++) {
            abut_pose pose[2];
            random_shift(&r, sort, &pose[0], &pose[1]);
            abut_tree_walk walk;
            abut_ask ask = random_ask(&r, &walk);
            const abut_hits expected = ask_for(oracle, a.brute, b.brute, pose, &plain);
            float_mode_enter(&float_modes[(i + sort) % FLOAT_MODE_COUNT]);
            const abut_hits got = ask_for(q, a.tree, b.tree, pose, &ask);
            float_mode_leave();
            expect_same(&got, &expected);
            assert_int_equal(got.node_updates, 0);
            pairs += got.count;
            pruned += got.triangle_tests < expected.triangle_tests;
            answers++;
            const uint64_t tests = got.volume_tests;
            // A hull bounds b's root without the rounding of floats and without epsilon.
            if (walk.descent == ABUT_DESCENT_RESTART || how.tumble == ABUT_TUMBLE_HULL) continue;
            pose[1].rotation[0][0] += 0x1p-48;
            const abut_hits turned = ask_for(q, a.tree, b.tree, pose, &ask);
            assert_true(turned.node_updates >= 1 && turned.volume_tests >= tests);
            shifted_tests += tests;
            turned_tests += turned.volume_tests;
            turned_updates += turned.node_updates;
        }
        side_free(&a);
        side_free(&b);
    }
    abut_query_free(q);
    abut_query_free(oracle);
    printf("%zu pairs; tests of volumes %zu, turned %zu with %zu updates\n", pairs,
           (size_t)shifted_tests, (size_t)turned_tests, (size_t)turned_updates);
    assert_true(pairs > CASES(4000));
    if (EXPECT_PRUNING) assert_true(pruned > answers / 2);
}

// Sizes of 2^-1000 to 2^1000, and one model so much larger than the other that it sees a point.
static void all_sizes_are_right(void** state)
{
    (void)state;
    abut_query *q = NULL, *oracle = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&oracle, NULL), ABUT_OK);
    rng r = {12};
    const double scales[6][2] = {{0x1p1000, 0x1p1000},  {0x1p-1000, 0x1p-1000},
                                 {0x1p1000, 0x1p-1000}, {0x1p-1000, 1},
                                 {1, 0x1p-60},          {0x1p-1074, 0x1p-1070}};
    const abut_ask plain = {.detail = ABUT_DETAIL_KINDS};
    size_t pairs = 0;
    for (int i = 0; i < 6 * CASES(12); i++) {
        abut_tree_build how;
        abut_build options = random_build(&r, &how);
        how.slender *= scales[i % 6][0];
        const soup_sort sort = (soup_sort)rng_below(&r, SOUP_SORT_COUNT);
        side a = new_side(sort, 20, 21, &options, scales[i % 6][0]);
        side b = new_side(sort, 20, 22 - rng_below(&r, 2), &options, scales[i % 6][1]);
        for (int k = 0; k < 3; k++) {
            abut_pose pose[2] = {pose_random(&r, 0), pose_random(&r, 0)};
            if (k == 0) memset(pose, 0, sizeof pose);
            abut_tree_walk walk;
            const abut_ask ask = random_ask(&r, &walk);
            const abut_hits expected = ask_for(oracle, a.brute, b.brute, pose, &plain);
            float_mode_enter(&float_modes[(i + k) % FLOAT_MODE_COUNT]);
            const abut_hits got = ask_for(q, a.tree, b.tree, pose, &ask);
            float_mode_leave();
            expect_same(&got, &expected);
            pairs += got.count;
        }
        side_free(&a);
        side_free(&b);
    }
    abut_query_free(q);
    abut_query_free(oracle);
    assert_true(pairs > CASES(1000));
}

// A ladder of unit boxes, and the sparse environment that restarting is for.
static void every_descent_finds_the_same(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    soup_data sa = soup_random(SOUP_GENERIC, 600, 13), sb = soup_random(SOUP_GENERIC, 300, 14);
    const abut_build o = {.method = ABUT_METHOD_QUICKCD18, .leaf_size = 1};
    abut_model *a = soup_build(&sa, &o), *b = soup_build(&sb, &o);
    abut_pose pose[2];
    rng r = {15};
    random_poses(&r, 5, &pose[0], &pose[1]);
    abut_hits got[4];
    size_t count = 0;
    for (int d = 0; d < 4; d++) {
        const abut_ask ask = {
            .walk = &(abut_tree_walk){.descent = (abut_descent)(ABUT_DESCENT_LARGER + d)}};
        got[d] = ask_for(q, a, b, pose, &ask);
        if (d == 0) count = got[d].count;
        assert_int_equal(got[d].count, count);
    }
    assert_true(count > 0);
    // With truncated tests no fewer pairs of volumes overlap, and none of the answers change.
    const abut_ask two = {.walk = &(abut_tree_walk){.interval_count = 2}},
                   all = {.walk = &(abut_tree_walk){.interval_count = 100}};
    const abut_hits few = ask_for(q, a, b, pose, &two), many = ask_for(q, a, b, pose, &all);
    assert_true(few.count == count && many.count == count);
    assert_int_equal(many.volume_tests, got[2].volume_tests);
    if (EXPECT_PRUNING) {
        assert_true(few.volume_tests > many.volume_tests);
        // In pairs of nodes the four orders differ: none is another one in disguise.
        for (int d = 0; d < 4; d++) {
            for (int e = 0; e < d; e++)
                assert_true(got[d].volume_tests != got[e].volume_tests);
        }
    }
    abut_model_free(a);
    abut_model_free(b);
    soup_free(&sa);
    soup_free(&sb);
    abut_query_free(q);
}

static void a_warm_query_allocates_nothing(void** state)
{
    (void)state;
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
    soup_data s = soup_random(SOUP_GENERIC, 200, 16);
    const abut_build o = {.method = ABUT_METHOD_QUICKCD14,
                          .tree = &(abut_tree_build){.slender = 0.2}};
    abut_model* m = soup_build(&s, &o);
    abut_pose pose[2] = {{{{0}}, {0}, 0}, {{{0}}, {0.1, 0.2, 0.3}, 0}};
    size_t warm = 0;
    for (int i = 0; i < 4; i++) {
        ask_for(q, m, m, pose, NULL);
        if (i == 0) warm = c.allocations;
        assert_int_equal(c.allocations, warm);
    }
    abut_query_free(q);
    assert_int_equal(c.blocks, 0);
    // And one that runs out of memory says so, and can be asked again.
    for (size_t fail_at = 1; fail_at < warm; fail_at++) {
        c = counting_begin();
        c.fail_at = fail_at;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        const abut_instance a = {m, pose[0]}, b = {m, pose[1]};
        abut_hits hits;
        assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OUT_OF_MEMORY);
        assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
        abut_query_free(q);
        assert_int_equal(c.blocks, 0);
    }
    abut_model_free(m);
    soup_free(&s);
}

static void options_that_it_has_and_has_not(void** state)
{
    (void)state;
    const soup_data none = {0};
    const abut_soup soup = soup_of(&none);
    const struct {
        abut_build options;
        abut_status status;
    } cases[] = {
        {{.method = ABUT_METHOD_OBB, .tree = &(abut_tree_build){.tumble = ABUT_TUMBLE_CORNERS}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_DOP18, .tree = &(abut_tree_build){.slender = 1}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_DOP18, .tree = &(abut_tree_build){.split = ABUT_SPLIT_OSCILLATING}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_QUICKCD18, .tree = &(abut_tree_build){.fits = ABUT_FIT_PCA}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_QUICKCD18, .tree = &(abut_tree_build){.real = ABUT_REAL_FLOAT}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_QUICKCD18, .tree = &(abut_tree_build){.lambda = 1}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_QUICKCD18,
          .tree = &(abut_tree_build){.split = ABUT_SPLIT_CROSSING}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_QUICKCD18,
          .tree = &(abut_tree_build){.split = ABUT_SPLIT_OSCILLATING, .axis = ABUT_AXIS_LONGEST}},
         ABUT_BAD_COMBINATION},
        {{.method = ABUT_METHOD_QUICKCD18, .tree = &(abut_tree_build){.slender = -1}},
         ABUT_BAD_ARGUMENT},
        {{.method = ABUT_METHOD_QUICKCD18, .tree = &(abut_tree_build){.tumble = ABUT_TUMBLE_HULL}},
         hull_available() ? ABUT_OK : ABUT_NOT_AVAILABLE},
        {{.method = ABUT_METHOD_QUICKCD26,
          .tree = &(abut_tree_build){.slender = 1, .split_all = 1, .degree = 8}},
         ABUT_OK},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        abut_model* m = NULL;
        assert_int_equal(abut_model_build(&m, &soup, &cases[i].options), cases[i].status);
        abut_model_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_find_what_brute_force_finds),
        cmocka_unit_test(shifted_models_are_not_placed),
        cmocka_unit_test(all_sizes_are_right),
        cmocka_unit_test(every_descent_finds_the_same),
        cmocka_unit_test(a_warm_query_allocates_nothing),
        cmocka_unit_test(options_that_it_has_and_has_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
