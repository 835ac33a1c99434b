// test_hybrid_pairs.c - the methods aabb, sphere and hybrid find what brute force finds, each pair once,
// under limits too. Built twice: with the library, and with the one that never prunes.
#include "base/host.h"
#include "methods/hybrid_options.h"
#include "query/collide.h"
#include "support/float_mode.h"
#include "support/share.h"

#include <float.h>
#include <stdio.h>

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as the library was built"
#endif

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

enum { POSE_SORTS = 8 };

static void random_poses(rng* r, int sort, abut_pose* a, abut_pose* b)
{
    *a = pose_random(r, 0.5);
    *b = pose_random(r, 0.5);
    if (sort == 0) *b = *a;
    if (sort == 1) {
        memset(a, 0, sizeof *a);
        memset(b, 0, sizeof *b);
    }
    if (sort == 2) pose_mirror(a);
    if (sort == 3) {
        pose_to_float(a);
        pose_to_float(b);
    }
    if (sort == 4) a->scale = 0.125 * 1.1;
    if (sort == 5) {
        b->scale = 3;
        pose_mirror(b);
    }
    if (sort == 6) {  // quarter turns: grids stay grids
        memset(a, 0, sizeof *a);
        *b = (abut_pose){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {4, 0, 1}, 1};
    }
    if (sort == 7) {  // as far from rigid as poses may be
        for (int i = 0; i < 9; i++)
            b->rotation[i / 3][i % 3] += 0x1p-12 * rng_signed(r);
    }
}

typedef struct scene_pair {
    abut_model *tree[2], *brute[2];
} scene_pair;

static scene_pair make_pair(const soup_data* a, const soup_data* b, const abut_build* options,
                            const abut_build* b_options)
{
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    const scene_pair p = {{soup_build(a, options), soup_build(b, b_options)},
                          {soup_build(a, &brute), soup_build(b, &brute)}};
    return p;
}

static void free_pair(scene_pair* p)
{
    for (int side = 0; side < 2; side++) {
        abut_model_free(p->tree[side]);
        abut_model_free(p->brute[side]);
    }
}

static void expect_same(const abut_hits* got, const abut_hits* expected)
{
    assert_int_equal(got->count, expected->count);
    assert_int_equal(got->complete, expected->complete);
    if (got->count)
        assert_memory_equal(got->pairs, expected->pairs, got->count * sizeof *got->pairs);
    for (size_t i = 0; i < got->count; i++)
        assert_int_equal(got->contacts[i].kind, expected->contacts[i].kind);
}

static void methods_find_what_brute_force_finds(void** state)
{
    (void)state;
    abut_query *q = NULL, *oracle = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&oracle, NULL), ABUT_OK);
    rng r = {41};
    size_t pairs = 0, kinds[4] = {0};
    for (int i = 0; i < CASES(900); i++) {
        soup_data sa = soup_random((soup_sort)rng_below(&r, SOUP_SORT_COUNT), 1 + rng_below(&r, 45),
                                   rng_next(&r));
        soup_data sb = soup_random((soup_sort)rng_below(&r, SOUP_SORT_COUNT), 1 + rng_below(&r, 45),
                                   rng_next(&r));
        abut_tree_build how, b_tree;
        const abut_build options = random_options(&r, &how);
        abut_build b_options = random_options(&r, &b_tree);
        if (b_options.method != options.method) b_options = options;
        scene_pair p = make_pair(&sa, &sb, &options, &b_options);
        for (int pose = 0; pose < POSE_SORTS; pose++) {
            abut_tree_walk walk = {0};
            abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
            abut_instance a = {.model = p.brute[0]}, b = {.model = p.brute[1]};
            random_poses(&r, pose, &a.pose, &b.pose);
            const abut_hits expected = ask_for(oracle, &a, &b, &ask);
            a.model = p.tree[0];
            b.model = p.tree[1];
            walk.descent = (abut_descent)rng_below(&r, 4);
            ask.walk = &walk;
            float_mode_enter(&float_modes[(i + pose) % FLOAT_MODE_COUNT]);
            const abut_hits got = ask_for(q, &a, &b, &ask);
            float_mode_leave();
            expect_same(&got, &expected);
            pairs += got.count;
            for (size_t k = 0; k < got.count; k++)
                kinds[got.contacts[k].kind]++;
        }
        free_pair(&p);
        soup_free(&sa);
        soup_free(&sb);
    }
    print_message("%zu pairs: %zu touch, %zu cross, %zu coplanar\n", pairs, kinds[ABUT_KIND_TOUCH],
                  kinds[ABUT_KIND_CROSS], kinds[ABUT_KIND_COPLANAR]);
    // Those that touch come in clumps, of few soups.
    assert_true(kinds[ABUT_KIND_TOUCH] > CASES(80) && kinds[ABUT_KIND_CROSS] > CASES(500));
    assert_true(kinds[ABUT_KIND_COPLANAR] > CASES(500) && kinds[ABUT_KIND_APART] == 0);
    abut_query_free(q);
    abut_query_free(oracle);
}

// Sizes, distances and scales at the ends of the range.
static void methods_find_what_brute_force_finds_at_all_sizes(void** state)
{
    (void)state;
    const double sizes[][4] = {// scale and shift of a's vertices, then b's
                               {0x1p1015, 0, 0x1p1015, 0},   {0x1p-1000, 0, 0x1p-1000, 0},
                               {0x1p-1070, 0, 0x1p-1070, 0}, {0x1p1015, 0, 1, 0},
                               {0x1p-1060, 0, 1, 0},         {1, 1e12, 1, 1e12},
                               {1, 1e12, 1e12, 0},           {1e-5, 1, 1, 1}};
    abut_query *q = NULL, *oracle = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&oracle, NULL), ABUT_OK);
    size_t pairs = 0;
    for (int i = 0; i < 8 * SOUP_SORT_COUNT * 3; i++) {
        const double* size = sizes[i / 3 / SOUP_SORT_COUNT];
        const abut_build options = {.method = methods[i % 3]};
        soup_data sa = soup_random((soup_sort)(i / 3 % SOUP_SORT_COUNT), 25, 50);
        soup_data sb = soup_random(SOUP_GRID, 25, 60);
        soup_transform(&sa, size[0], size[1]);
        soup_transform(&sb, size[2], size[3]);
        scene_pair p = make_pair(&sa, &sb, &options, &options);
        for (int pose = 0; pose < 3; pose++) {
            rng r = {(uint64_t)i};
            const abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
            abut_instance a = {.model = p.brute[0]}, b = {.model = p.brute[1]};
            if (pose) a.pose = b.pose = pose_random(&r, 1);
            if (pose == 2) pose_mirror(&a.pose);
            const abut_hits expected = ask_for(oracle, &a, &b, &ask);
            a.model = p.tree[0];
            b.model = p.tree[1];
            float_mode_enter(&float_modes[(i + pose) % FLOAT_MODE_COUNT]);
            const abut_hits got = ask_for(q, &a, &b, &ask);
            float_mode_leave();
            expect_same(&got, &expected);
            pairs += got.count;
        }
        free_pair(&p);
        soup_free(&sa);
        soup_free(&sb);
    }
    assert_true(pairs > 1000);
    abut_query_free(q);
    abut_query_free(oracle);
}

// In the same order.
static void expect_among(const abut_hits* hits, const abut_hits* all)
{
    size_t at = 0;
    for (size_t k = 0; k < hits->count; k++) {
        while (at < all->count &&
               (all->pairs[at].a != hits->pairs[k].a || all->pairs[at].b != hits->pairs[k].b))
            at++;
        assert_true(at < all->count);
    }
}

// With a limit, a budget or both: as many different true pairs as asked for, or all.
static void limits_count_each_pair_once(void** state)
{
    (void)state;
    abut_query *q = NULL, *oracle = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&oracle, NULL), ABUT_OK);
    for (int i = 0; i < 3; i++) {
        const abut_build options = {.method = methods[i], .leaf_size = 1};
        soup_data sa = soup_random(SOUP_GRID, 60, 70), sb = soup_random(SOUP_GRID, 60, 71);
        scene_pair p = make_pair(&sa, &sb, &options, &options);
        const abut_instance ao = {.model = p.brute[0]}, bo = {.model = p.brute[1]};
        const abut_instance a = {.model = p.tree[0]}, b = {.model = p.tree[1]};
        const abut_hits all = ask_for(oracle, &ao, &bo, NULL);
        const abut_hits whole = ask_for(q, &a, &b, NULL);
        const uint64_t tests = whole.volume_tests + whole.triangle_tests;
        assert_int_equal(whole.count, all.count);
        assert_true(all.count > 200);
        for (size_t limit = 1; limit <= all.count + 2; limit += 1 + limit / 20) {
            for (int budgeted = 0; budgeted < 2; budgeted++) {
                const abut_ask ask = {.limit = limit, .budget = budgeted ? 1 + tests / 3 : 0};
                const abut_hits hits = ask_for(q, &a, &b, &ask);
                const uint64_t used = hits.volume_tests + hits.triangle_tests;
                if (!budgeted) assert_int_equal(hits.count, limit < all.count ? limit : all.count);
                if (budgeted) assert_true(hits.count <= limit && used <= ask.budget);
                if (limit < all.count || budgeted) assert_int_equal(hits.complete, 0);
                if (limit > all.count && !budgeted) assert_int_equal(hits.complete, 1);
                if (limit == 1 && !budgeted) assert_true(used * 10 < tests);
                expect_among(&hits, &all);
            }
        }
        free_pair(&p);
        soup_free(&sa);
        soup_free(&sb);
    }
    abut_query_free(q);
    abut_query_free(oracle);
}

// A triangle that crosses many planes is found from many leaves; memory holds different pairs only.
static void repeated_pairs_do_not_pile_up(void** state)
{
    (void)state;
    mesh grid;
    const double block[3] = {1, 1, 1};
    assert_int_equal(box_make(block, EXPECT_PRUNING ? 12 : 5, &grid), SCENE_OK);
    const soup_data many = soup_of_mesh(&grid);
    const abut_build options = {
        .method = ABUT_METHOD_HYBRID, .leaf_size = 1, .tree = &(abut_tree_build){.child_ratio = 1}};
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    abut_model *m = soup_build(&many, &options), *o = soup_build(&many, &brute);
    const abut_instance a = {.model = m}, ao = {.model = o};
    const abut_hits hits = ask_for(q, &a, &a, NULL);
    print_message("%zu triangles, %zu entries, %zu pairs, %zu bytes\n", many.triangle_count,
                  m->tree.order_count, hits.count, c.bytes);
    assert_true(m->tree.order_count > many.triangle_count);
    const size_t count = hits.count, allocations = c.allocations;
    assert_true(c.bytes < 100000 + count * (16 * 4 + 16 * 4 + 8));
    const abut_hits again = ask_for(q, &a, &a, NULL);
    assert_int_equal(again.count, count);
    assert_int_equal(c.allocations, allocations);
    const abut_hits all = ask_for(q, &ao, &ao, NULL);
    assert_int_equal(all.count, count);
    abut_query_free(q);
    abut_model_free(m);
    abut_model_free(o);
    mesh_free(&grid);
}

// What the balls about triangles in leaves rule out, and that the boxes before it do their work.
static void pruning_saves_work(void** state)
{
    (void)state;
    mesh torus;
    const uint32_t parts = EXPECT_PRUNING ? 24 : 8;
    assert_int_equal(torus_make(2 * parts, parts, 2, 0.7, &torus), SCENE_OK);
    const soup_data s = soup_of_mesh(&torus);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    rng r = {5};
    const abut_pose pose = pose_random(&r, 1.5);
    for (int i = 0; i < 3; i++) {
        const abut_build options = {.method = methods[i]};
        abut_model* m = soup_build(&s, &options);
        const abut_instance a = {.model = m}, b = {.model = m, .pose = pose};
        const abut_hits hits = ask_for(q, &a, &b, NULL);
        const uint64_t all = (uint64_t)m->tree.order_count * m->tree.order_count;
        print_message("%s: %zu pairs, %.0f volume tests, %.0f of %.0f triangle tests\n",
                      abut_method_name(methods[i]), hits.count, (double)hits.volume_tests,
                      (double)hits.triangle_tests, (double)all);
        if (EXPECT_PRUNING) {
            assert_true(hits.triangle_tests * 100 < all);
        } else {
            assert_true(hits.triangle_tests == all);
        }
        abut_model_free(m);
    }
    abut_query_free(q);
    mesh_free(&torus);
}

// The triangle stage alone: balls, without ranges, keep some pairs from the decision and change nothing.
static void balls_rule_out_pairs_of_triangles(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GRID, 64, 80);
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    abut_model* m = soup_build(&s, &brute);
    const abut_host host = host_complete(NULL);
    abut_pose poses[2] = {{.scale = 1}, {.scale = 1, .translation = {2, 1, 0}}};
    affine map[2];
    uint32_t ids[64];
    size_t found[2];
    uint64_t exact[2];
    for (uint32_t i = 0; i < 64; i++)
        ids[i] = i;
    for (int side = 0; side < 2; side++)
        assert_int_equal(affine_from_pose(&map[side], &poses[side]), ABUT_OK);
    for (int balls = 0; balls < 2; balls++) {
        search stage = {
            .host = &host,
            .mesh = {&m->mesh, &m->mesh},
        };
        assert_int_equal(scalar_open(&stage), ABUT_OK);
        scalar_of(&stage)->asked.cull_spheres = balls;
        pose_pair_prepare(&stage.poses, &map[0], &map[1], 1);
        search_begin(&stage);
        assert_int_equal(scalar_triangles(&stage, ids, 64, ids, 64), 1);
        search_end(&stage);
        assert_int_equal(stage.status, ABUT_OK);
        found[balls] = stage.found_count;
        exact[balls] = stage.work.exact_tests;
        search_free(&stage, &host);
    }
    print_message("%zu pairs, exact tests %.0f, with balls %.0f\n", found[0], (double)exact[0],
                  (double)exact[1]);
    assert_int_equal(found[0], found[1]);
    if (EXPECT_PRUNING) assert_true(exact[1] < exact[0]);
    if (!EXPECT_PRUNING) assert_true(exact[1] == exact[0]);
    abut_model_free(m);
    soup_free(&s);
}

static void queries_survive_failures(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GRID, 90, 12);
    const abut_build options = {.method = ABUT_METHOD_HYBRID};
    abut_model* m = soup_build(&s, &options);
    const abut_instance a = {.model = m};
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_hits hits;
    size_t count = 0;
    for (size_t at = 1; at < 100; at++) {
        abut_query* q = NULL;
        c = counting_begin();
        c.fail_at = at;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        const abut_status status = abut_collide(q, &a, &a, NULL, &hits);
        c.fail_at = SIZE_MAX;
        const abut_hits whole = ask_for(q, &a, &a, NULL);
        if (status == ABUT_OK) {
            count = whole.count;
            at = 100;
        } else {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
        }
        abut_query_free(q);
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    assert_true(count > 200);
    abut_model_free(m);
    soup_free(&s);
}

static void empty_models_are_never_in_contact(void** state)
{
    (void)state;
    const abut_soup empty = {0};
    soup_data s = soup_random(SOUP_GENERIC, 30, 13);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < 3; i++) {
        const abut_build options = {.method = methods[i]};
        abut_model *none = NULL, *some = soup_build(&s, &options);
        assert_int_equal(abut_model_build(&none, &empty, &options), ABUT_OK);
        const abut_instance a = {.model = none}, b = {.model = some};
        assert_int_equal(ask_for(q, &a, &b, NULL).count, 0);
        assert_int_equal(ask_for(q, &b, &a, NULL).count, 0);
        abut_model_free(none);
        abut_model_free(some);
    }
    abut_query_free(q);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_find_what_brute_force_finds),
        cmocka_unit_test(methods_find_what_brute_force_finds_at_all_sizes),
        cmocka_unit_test(limits_count_each_pair_once),
        cmocka_unit_test(repeated_pairs_do_not_pile_up),
        cmocka_unit_test(pruning_saves_work),
        cmocka_unit_test(balls_rule_out_pairs_of_triangles),
        cmocka_unit_test(queries_survive_failures),
        cmocka_unit_test(empty_models_are_never_in_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
