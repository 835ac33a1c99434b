// test_hybrid.c - the methods aabb, sphere and hybrid: their trees hold what they claim and follow their
// rules, and find what brute force finds, each pair once, under limits too. Built twice: with the
// library, and with the one that never prunes.
#include "base/host.h"
#include "bound/hybrid.h"
#include "float_mode.h"
#include "query/collide.h"
#include "scenes.h"
#include "soups.h"
#include "tree/tree_check.h"

#include <float.h>
#include <stdio.h>

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as the library was built"
#endif

#define GROWTH_MAX 4  // the builder's: leaves hold a triangle at most so often, on average

static const abut_method methods[3] = {ABUT_AABB, ABUT_SPHERE, ABUT_HYBRID};

static abut_model* build(const soup_data* s, const abut_build* options)
{
    const abut_soup soup = soup_of(s);
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, options), ABUT_OK);
    return m;
}

static soup_data soup_of_mesh(mesh* m)
{
    soup_data s = {m->vertices, m->triangles, m->vertex_count, m->triangle_count};
    return s;
}

// Any options of one of the methods.
static abut_build random_options(rng* r)
{
    abut_build o = {.method = methods[rng_below(r, 3)]};
    if (rng_below(r, 2)) o.leaf_size = 1 << rng_below(r, 7);
    if (rng_below(r, 4) == 0) o.depth_max = 1 + (int)rng_below(r, 20);
    if (rng_below(r, 4) == 0) o.epsilon = ldexp(1, -(int)rng_below(r, 20));
    if (o.method != ABUT_HYBRID && rng_below(r, 2)) o.degree = 2 << rng_below(r, 3);
    if (o.method != ABUT_HYBRID || rng_below(r, 4) == 0) {
        o.split = (abut_split)(ABUT_SPLIT_MEAN + (int)rng_below(r, 3));
        const int first = o.method == ABUT_SPHERE ? ABUT_AXIS_SPLATTER : ABUT_AXIS_LONGEST;
        if (rng_below(r, 2))
            o.axis =
                (abut_axis)(first + (int)rng_below(r, (size_t)(ABUT_AXIS_MIN_MAX - first + 1)));
    } else {
        if (rng_below(r, 2)) o.lambda = ldexp(1, 3 - (int)rng_below(r, 6));
        if (rng_below(r, 2)) o.child_ratio = 0.55 + 0.15 * (double)rng_below(r, 4);
    }
    if (o.method == ABUT_HYBRID && rng_below(r, 2))
        o.sphere_ratio = ldexp(1, 10 - (int)rng_below(r, 21));
    return o;
}

static void expect_sound(const abut_model* m, const abut_build* o)
{
    const abut_host host = host_complete(NULL);
    // Indivisible groups, and nodes that crossing triangles or the depth keep whole, are larger leaves.
    const int any = o->split == ABUT_SPLIT_RAPID || o->method == ABUT_HYBRID || o->depth_max;
    const int leaf_size = any ? (int)m->mesh.triangle_count : (o->leaf_size ? o->leaf_size : 4);
    const char* broken = tree_check(&m->tree, &m->mesh, &m->frame, leaf_size, &host);
    if (broken) fail_msg("%s: %s", abut_method_name(o->method), broken);
    assert_true(m->tree.order_count <= GROWTH_MAX * m->mesh.triangle_count);
    if (o->depth_max) assert_true(m->tree.depth <= (size_t)o->depth_max);
    assert_int_equal(m->tree.may_repeat, o->method == ABUT_HYBRID && o->split == 0);
}

static void trees_are_sound_for_every_soup_and_option(void** state)
{
    (void)state;
    rng r = {1};
    for (int i = 0; i < 1200; i++) {
        soup_data s =
            soup_random((soup_sort)(i % SOUP_SORT_COUNT), 1 + rng_below(&r, 300), rng_next(&r));
        const abut_build options = random_options(&r);
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        abut_model* m = build(&s, &options);
        float_mode_leave();
        expect_sound(m, &options);
        abut_model_free(m);
        soup_free(&s);
    }
}

static void trees_are_sound_at_all_sizes_and_places(void** state)
{
    (void)state;
    const double scales[] = {0x1p1020, 0x1p-1000, 0x1p-1074, 1, 1, 1};
    const double shifts[] = {0, 0, 0, 1e8, 1e16, -DBL_MAX};
    for (int i = 0; i < 6 * 3 * SOUP_SORT_COUNT; i++) {
        const abut_build options = {.method = methods[i % 3]};
        soup_data s = soup_random((soup_sort)(i / 3 % SOUP_SORT_COUNT), 100, 7);
        const int size = i / 3 / SOUP_SORT_COUNT;
        soup_transform(&s, scales[size], shifts[size]);
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            abut_model* m = build(&s, &options);
            float_mode_leave();
            expect_sound(m, &options);
            abut_model_free(m);
        }
        soup_free(&s);
    }
}

// The check itself finds what is broken.
static void broken_trees_are_found(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    const abut_build options = {.method = ABUT_HYBRID};
    soup_data s = soup_random(SOUP_GENERIC, 64, 14);
    abut_model* m = build(&s, &options);
    expect_sound(m, &options);
    const uint32_t last = (uint32_t)m->tree.node_count - 1;
    hybrid *volume = tree_volume(&m->tree, last), kept = *volume;
    node_link *leaf = tree_node(&m->tree, last), link = *leaf;
    for (int i = 0; i < 4; i++) {
        if (i == 0) volume->box.half[1] *= 0.9f;
        if (i == 1) volume->ball.radius *= 0.5f;
        if (i == 2) leaf->first--;
        if (i == 3) m->tree.order[0] = m->tree.order[1];
        assert_non_null(tree_check(&m->tree, &m->mesh, &m->frame, 64, &host));
        *volume = kept;
        *leaf = link;
    }
    abut_model_free(m);
    soup_free(&s);
}

// --------------------------------------------------------------------------------------- rules

// Underlying spheres of all triangles, for the tests' own planes.
static sphere* spheres_of(const abut_model* m)
{
    const size_t count = m->mesh.triangle_count;
    double* points = malloc(m->mesh.vertex_count * 24);
    sphere* balls = malloc(count * sizeof *balls);
    assert_true(points && balls);
    for (size_t i = 0; i < m->mesh.vertex_count; i++)
        frame_place(&m->frame, m->mesh.vertices + 3 * i, points + 3 * i);
    for (size_t i = 0; i < count; i++) {
        const uint32_t id = (uint32_t)i;
        const triangle_set one = {points, m->mesh.triangles, &id, 1};
        sphere_fit(&balls[i], &one, 0);
    }
    free(points);
    return balls;
}

static double penalty_of(const sphere* balls, size_t count, int axis, double plane, double lambda)
{
    double left = 0, right = 0, crossing = 0;
    for (size_t i = 0; i < count; i++) {
        const double centre = (double)balls[i].centre[axis], radius = (double)balls[i].radius;
        if (centre + radius < plane) {
            left++;
        } else if (centre - radius >= plane) {
            right++;
        } else {
            crossing++;
        }
    }
    return fabs(left - right) + lambda * crossing;
}

static double least_penalty(const sphere* balls, size_t count, double lambda)
{
    double least = HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < 2 * count; i++) {
            const sphere* ball = &balls[i / 2];
            const double end =
                (double)ball->centre[axis] + (i & 1 ? 1.0 : -1.0) * (double)ball->radius;
            for (int side = 0; side < 2; side++) {
                const double plane = side ? nextafter(end, 9) : end;
                const double penalty = penalty_of(balls, count, axis, plane, lambda);
                if (penalty < least) least = penalty;
            }
        }
    }
    return least;
}

// Mark the triangles below a node; return how many different ones there are.
static size_t triangles_below(const tree* t, uint32_t node, unsigned char* seen)
{
    const node_link link = tree_link(t, node);
    size_t count = 0;
    if (link_is_leaf(link)) {
        for (size_t i = 0; i < (size_t)link.count; i++)
            count += !seen[t->order[link.first + i]]++;
        return count;
    }
    for (uint32_t k = 0; k < link_children(link); k++)
        count += triangles_below(t, link.first + k, seen);
    return count;
}

static void roots_are_cut_at_the_least_penalty(void** state)
{
    (void)state;
    const double lambdas[4] = {0.75, 1, 2, 16};
    size_t cut = 0;
    for (int i = 0; i < 400; i++) {
        const size_t count = 5 + (size_t)i % 40;
        soup_data s = soup_random(i % 3 ? SOUP_GENERIC : SOUP_CLUSTERS, count, (uint64_t)i);
        if (i % 2) {  // smaller ones, few of which cross
            for (size_t t = 0; t < count; t++) {
                for (size_t k = 3; k < 9; k++)
                    s.vertices[9 * t + k] =
                        s.vertices[9 * t + k % 3] * 0.8 + s.vertices[9 * t + k] * 0.2;
            }
        }
        const double lambda = lambdas[i / 2 % 4];
        const abut_build options = {
            .method = ABUT_HYBRID, .leaf_size = 1, .child_ratio = 1, .lambda = lambda};
        abut_model* m = build(&s, &options);
        sphere* balls = spheres_of(m);
        const double least = least_penalty(balls, count, lambda);
        const node_link root = tree_link(&m->tree, 0);
        if (!link_is_leaf(root)) {
            unsigned char seen[2][64] = {{0}};
            const double left = (double)triangles_below(&m->tree, root.first, seen[0]);
            const double right = (double)triangles_below(&m->tree, root.first + 1, seen[1]);
            const double got = fabs(left - right) + lambda * (left + right - (double)count);
            assert_true(fabs(got - least) < 1e-9);
            cut++;
        } else {
            // The least one separates nothing.
            assert_true(least >= fmin(1, lambda) * (double)count - 2);
        }
        free(balls);
        abut_model_free(m);
        soup_free(&s);
    }
    print_message("%zu of 400 roots were cut\n", cut);
    assert_true(cut > 200);
}

static void nodes_end_where_the_rules_say(void** state)
{
    (void)state;
    mesh ball;
    assert_int_equal(sphere_make(40, 60, 1, &ball), SCENE_OK);
    const soup_data s = soup_of_mesh(&ball);
    size_t last = 0;
    for (int leaf_size = 1; leaf_size <= 64; leaf_size *= 4) {
        const abut_build options = {.method = ABUT_HYBRID, .leaf_size = leaf_size};
        abut_model* m = build(&s, &options);
        expect_sound(m, &options);
        abut_model_info info;
        assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
        print_message("leaf size %d: %zu triangles, %zu in %zu leaves, depth %zu, %zu nodes\n",
                      leaf_size, s.triangle_count, m->tree.order_count, info.leaf_count, info.depth,
                      info.node_count);
        assert_true(info.depth <= 2 + 13);  // 2^13 > 4680
        assert_int_equal(info.leaf_count * 2, info.node_count + 1);
        assert_true(last == 0 || info.node_count < last);
        last = info.node_count;
        abut_model_free(m);
    }
    // No child may be as large as nearly half of the node, with those on both sides: all stays whole.
    abut_build options = {.method = ABUT_HYBRID, .child_ratio = 0.5000001};
    abut_model* whole = build(&s, &options);
    assert_int_equal(whole->tree.node_count, 1);
    abut_model_free(whole);
    // Dear crossings are avoided.
    size_t crossing[2];
    for (int i = 0; i < 2; i++) {
        options = (abut_build){.method = ABUT_HYBRID, .lambda = i ? 8 : 0.5};
        abut_model* m = build(&s, &options);
        crossing[i] = m->tree.order_count;
        abut_model_free(m);
    }
    print_message("lambda 0.5: %zu, lambda 8: %zu\n", crossing[0], crossing[1]);
    assert_true(crossing[1] <= crossing[0]);
    mesh_free(&ball);
}

// The flags follow the level's harmonic mean of sphere / box.
static void boxes_are_tested_where_they_are_small(void** state)
{
    (void)state;
    const double ratios[5] = {0.01, 0.9, 1, 1.2, 100};
    mesh torus;
    assert_int_equal(torus_make(48, 24, 2, 0.7, &torus), SCENE_OK);
    const soup_data s = soup_of_mesh(&torus);
    size_t last = SIZE_MAX;
    for (int i = 0; i < 5; i++) {
        const abut_build options = {.method = ABUT_HYBRID, .sphere_ratio = ratios[i]};
        abut_model* m = build(&s, &options);
        const tree* t = &m->tree;
        size_t flags = 0, begin = 0, end = 1;
        while (begin < end) {
            double inverse = 0;
            size_t children = 0;
            for (size_t n = begin; n < end; n++) {
                const hybrid* v = tree_volume(t, (uint32_t)n);
                inverse += aabb_content(&v->box) / sphere_content(&v->ball);
                const node_link link = tree_link(t, (uint32_t)n);
                children += link_is_leaf(link) ? 0 : 2;
            }
            const double mean = (double)(end - begin) / inverse;
            for (size_t n = begin; n < end; n++) {
                const hybrid* v = tree_volume(t, (uint32_t)n);
                const double ratio = sphere_content(&v->ball) / aabb_content(&v->box);
                flags += (size_t)v->tests_box;
                if (fabs(ratio / mean / ratios[i] - 1) < 1e-12) continue;
                assert_int_equal(v->tests_box, ratio > ratios[i] * mean);
            }
            begin = end;
            end += children;
        }
        print_message("sphere ratio %g: %zu of %zu boxes are tested\n", ratios[i], flags,
                      t->node_count);
        assert_true(flags < last || (i == 1 && flags == last));
        if (i == 0) assert_int_equal(flags, t->node_count);
        if (i == 4) assert_true(flags * 50 < t->node_count);
        last = flags;
        abut_model_free(m);
    }
    mesh_free(&torus);
}

// Three workers, the last index first.
static void run_backwards(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t i = count; i-- > 0;)
        task(context, i, (int)(i % 3));
}

static void the_tree_does_not_depend_on_the_workers(void** state)
{
    (void)state;
    for (int i = 0; i < 3 * SOUP_SORT_COUNT; i++) {
        soup_data s = soup_random((soup_sort)(i / 3), 4000, 9);
        const abut_host host = {.run = run_backwards, .workers = 3};
        abut_build options = {.method = methods[i % 3], .leaf_size = 1};
        abut_model* one = build(&s, &options);
        options.host = &host;
        abut_model* three = build(&s, &options);
        assert_int_equal(three->tree.node_count, one->tree.node_count);
        assert_int_equal(three->tree.order_count, one->tree.order_count);
        assert_memory_equal(three->tree.nodes, one->tree.nodes, tree_node_bytes(&one->tree));
        assert_memory_equal(three->tree.order, one->tree.order, 4 * one->tree.order_count);
        abut_model_free(one);
        abut_model_free(three);
        soup_free(&s);
    }
}

// ----------------------------------------------------------------------------------------- answers

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
    const abut_build brute = {.method = ABUT_BRUTE};
    const scene_pair p = {{build(a, options), build(b, b_options)},
                          {build(a, &brute), build(b, &brute)}};
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
    for (int i = 0; i < 900; i++) {
        soup_data sa = soup_random((soup_sort)rng_below(&r, SOUP_SORT_COUNT), 1 + rng_below(&r, 45),
                                   rng_next(&r));
        soup_data sb = soup_random((soup_sort)rng_below(&r, SOUP_SORT_COUNT), 1 + rng_below(&r, 45),
                                   rng_next(&r));
        const abut_build options = random_options(&r);
        abut_build b_options = random_options(&r);
        if (b_options.method != options.method) b_options = options;
        scene_pair p = make_pair(&sa, &sb, &options, &b_options);
        for (int pose = 0; pose < POSE_SORTS; pose++) {
            abut_ask ask = {.detail = ABUT_DETAIL_KINDS};
            abut_instance a = {.model = p.brute[0]}, b = {.model = p.brute[1]};
            random_poses(&r, pose, &a.pose, &b.pose);
            const abut_hits expected = ask_for(oracle, &a, &b, &ask);
            a.model = p.tree[0];
            b.model = p.tree[1];
            ask.descent = (abut_descent)rng_below(&r, 4);
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
    print_message("%zu pairs: %zu touch, %zu cross, %zu coplanar\n", pairs, kinds[ABUT_TOUCH],
                  kinds[ABUT_CROSS], kinds[ABUT_COPLANAR]);
    assert_true(kinds[ABUT_TOUCH] > 1000 && kinds[ABUT_CROSS] > 1000);
    assert_true(kinds[ABUT_COPLANAR] > 1000 && kinds[ABUT_APART] == 0);
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

// With a limit, a budget or both: as many different true pairs as asked for, or all.
static void limits_count_each_pair_once(void** state)
{
    (void)state;
    abut_query *q = NULL, *oracle = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&oracle, NULL), ABUT_OK);
    for (int i = 0; i < 3; i++) {
        const abut_build options = {.method = methods[i], .leaf_size = 1};
        soup_data sa = soup_random(SOUP_GENERIC, 150, 70), sb = soup_random(SOUP_GENERIC, 150, 71);
        scene_pair p = make_pair(&sa, &sb, &options, &options);
        const abut_instance ao = {.model = p.brute[0]}, bo = {.model = p.brute[1]};
        const abut_instance a = {.model = p.tree[0]}, b = {.model = p.tree[1]};
        const abut_hits all = ask_for(oracle, &ao, &bo, NULL);
        const abut_hits whole = ask_for(q, &a, &b, NULL);
        const uint64_t tests = whole.volume_tests + whole.triangle_tests;
        assert_int_equal(whole.count, all.count);
        assert_true(all.count > 300);
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
                size_t at = 0;
                for (size_t k = 0; k < hits.count; k++) {
                    while (at < all.count && (all.pairs[at].a != hits.pairs[k].a ||
                                              all.pairs[at].b != hits.pairs[k].b))
                        at++;
                    assert_true(at < all.count);
                }
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
    assert_int_equal(box_make(block, 12, &grid), SCENE_OK);
    const soup_data many = soup_of_mesh(&grid);
    const abut_build options = {.method = ABUT_HYBRID, .leaf_size = 1, .child_ratio = 1};
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
    const abut_build brute = {.method = ABUT_BRUTE};
    abut_model *m = build(&many, &options), *o = build(&many, &brute);
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
    assert_int_equal(torus_make(48, 24, 2, 0.7, &torus), SCENE_OK);
    const soup_data s = soup_of_mesh(&torus);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    rng r = {5};
    const abut_pose pose = pose_random(&r, 1.5);
    for (int i = 0; i < 3; i++) {
        const abut_build options = {.method = methods[i]};
        abut_model* m = build(&s, &options);
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
    const abut_build brute = {.method = ABUT_BRUTE};
    abut_model* m = build(&s, &brute);
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
        search search = {.host = &host, .mesh = {&m->mesh, &m->mesh}, .cull_spheres = balls};
        pose_pair_prepare(&search.poses, &map[0], &map[1], 1);
        search_begin(&search);
        assert_int_equal(search_triangles(&search, ids, 64, ids, 64), 1);
        search_end(&search);
        assert_int_equal(search.status, ABUT_OK);
        found[balls] = search.found_count;
        exact[balls] = search.exact_tests;
        host_release(&host, search.found, search.found_capacity, sizeof *search.found);
        host_release(&host, search.scratch, search.scratch_capacity, sizeof *search.scratch);
    }
    print_message("%zu pairs, exact tests %.0f, with balls %.0f\n", found[0], (double)exact[0],
                  (double)exact[1]);
    assert_int_equal(found[0], found[1]);
    if (EXPECT_PRUNING) assert_true(exact[1] < exact[0]);
    if (!EXPECT_PRUNING) assert_true(exact[1] == exact[0]);
    abut_model_free(m);
    soup_free(&s);
}

// ------------------------------------------------------------------------------------- refusals

static void failures_leave_nothing_behind(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 300, 11);
    const abut_soup soup = soup_of(&s);
    for (int i = 0; i < 3; i++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        const abut_build options = {.method = methods[i], .host = &host};
        abut_model* m = NULL;
        assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
        const size_t allocations = c.allocations, calls = c.progress_calls;
        assert_int_equal(calls, m->tree.depth + 1);
        assert_true(c.fraction > 0.999 && !c.fraction_is_wrong);
        abut_model_info info;
        assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
        assert_int_equal(info.mesh_bytes + info.tree_bytes, c.bytes);
        abut_model_free(m);
        assert_true(c.blocks == 0 && c.bytes == 0);
        for (size_t at = 0; at < allocations + calls; at++) {
            abut_model* untouched = NULL;
            c = counting_begin();
            if (at < allocations) c.fail_at = at;
            if (at >= allocations) c.cancel_at = at - allocations;
            assert_int_equal(abut_model_build(&untouched, &soup, &options),
                             at < allocations ? ABUT_OUT_OF_MEMORY : ABUT_CANCELLED);
            assert_null(untouched);
            assert_true(c.blocks == 0 && c.bytes == 0);
        }
    }
    soup_free(&s);
}

static void queries_survive_failures(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GRID, 200, 12);
    const abut_build options = {.method = ABUT_HYBRID};
    abut_model* m = build(&s, &options);
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

static void foreign_options_are_refused(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 3, 12);
    const abut_soup soup = soup_of(&s);
    const abut_build foreign[] = {
        {.method = ABUT_AABB, .fits = ABUT_FIT_PCA},
        {.method = ABUT_AABB, .real = ABUT_REAL_DOUBLE},
        {.method = ABUT_AABB, .split = ABUT_SPLIT_CROSSING},
        {.method = ABUT_AABB, .sphere_ratio = 1},
        {.method = ABUT_AABB, .split_all = 1},
        {.method = ABUT_SPHERE, .axis = ABUT_AXIS_LONGEST},
        {.method = ABUT_SPHERE, .lambda = 1},
        {.method = ABUT_SPHERE, .split = ABUT_SPLIT_GREEDY},
        {.method = ABUT_HYBRID, .degree = 2},
        {.method = ABUT_HYBRID, .axis = ABUT_AXIS_LONGEST},
        {.method = ABUT_HYBRID, .split = ABUT_SPLIT_MEAN, .lambda = 1},
        {.method = ABUT_HYBRID, .split = ABUT_SPLIT_MEAN, .child_ratio = 0.9},
        {.method = ABUT_HYBRID, .split = ABUT_SPLIT_OSCILLATING},
        {.method = ABUT_HYBRID, .slender = 1},
    };
    abut_model* m = NULL;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        assert_int_equal(abut_model_build(&m, &soup, &foreign[i]), ABUT_BAD_COMBINATION);
        assert_null(m);
    }
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
        abut_model *none = NULL, *some = build(&s, &options);
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
        cmocka_unit_test(trees_are_sound_for_every_soup_and_option),
        cmocka_unit_test(trees_are_sound_at_all_sizes_and_places),
        cmocka_unit_test(broken_trees_are_found),
        cmocka_unit_test(roots_are_cut_at_the_least_penalty),
        cmocka_unit_test(nodes_end_where_the_rules_say),
        cmocka_unit_test(boxes_are_tested_where_they_are_small),
        cmocka_unit_test(the_tree_does_not_depend_on_the_workers),
        cmocka_unit_test(methods_find_what_brute_force_finds),
        cmocka_unit_test(methods_find_what_brute_force_finds_at_all_sizes),
        cmocka_unit_test(limits_count_each_pair_once),
        cmocka_unit_test(repeated_pairs_do_not_pile_up),
        cmocka_unit_test(pruning_saves_work),
        cmocka_unit_test(balls_rule_out_pairs_of_triangles),
        cmocka_unit_test(failures_leave_nothing_behind),
        cmocka_unit_test(queries_survive_failures),
        cmocka_unit_test(foreign_options_are_refused),
        cmocka_unit_test(empty_models_are_never_in_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
