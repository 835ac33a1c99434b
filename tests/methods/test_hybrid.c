// test_hybrid.c - the trees of the methods aabb, sphere and hybrid hold what they claim and follow their
// rules.
#include "base/host.h"
#include "methods/bound/hybrid.h"
#include "methods/hybrid_options.h"
#include "methods/tree/tree_check.h"
#include "query/model.h"
#include "support/float_mode.h"
#include "support/pruning.h"

#include <float.h>
#include <stdio.h>
#include <string.h>

#define GROWTH_MAX 64  // the builder's guard: leaves hold a triangle at most so often, on average

static void expect_sound(const abut_model* m, const abut_build* o)
{
    static const abut_tree_build none;
    const abut_tree_build* t = o->tree ? o->tree : &none;
    const abut_host host = host_complete(NULL);
    // Indivisible groups, and nodes that crossing triangles or the depth keep whole, are larger leaves.
    const int any = t->split == ABUT_SPLIT_RAPID || o->method == ABUT_METHOD_HYBRID || t->depth_max;
    const int leaf_size = any ? (int)m->mesh.triangle_count : (o->leaf_size ? o->leaf_size : 4);
    const char* broken = tree_check(&m->tree, &m->mesh, &m->frame, leaf_size, &host);
    if (broken) fail_msg("%s: %s", abut_method_name(o->method), broken);
    assert_true(m->tree.order_count <= GROWTH_MAX * m->mesh.triangle_count);
    if (t->depth_max) assert_true(m->tree.depth <= (size_t)t->depth_max);
    assert_int_equal(m->tree.may_repeat, o->method == ABUT_METHOD_HYBRID && t->split == 0);
}

static void trees_are_sound_for_every_soup_and_option(void** state)
{
    (void)state;
    rng r = {1};
    for (int i = 0; i < 1200; i++) {
        soup_data s =
            soup_random((soup_sort)(i % SOUP_SORT_COUNT), 1 + rng_below(&r, 300), rng_next(&r));
        abut_tree_build how;
        const abut_build options = random_options(&r, &how);
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        abut_model* m = soup_build(&s, &options);
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
            abut_model* m = soup_build(&s, &options);
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
    const abut_build options = {.method = ABUT_METHOD_HYBRID};
    mesh ball;
    assert_int_equal(sphere_make(8, 12, 1, &ball), SCENE_OK);
    const soup_data s = soup_of_mesh(&ball);
    abut_model* m = soup_build(&s, &options);
    expect_sound(m, &options);
    assert_true(m->tree.node_count > 10);
    const uint32_t last = (uint32_t)m->tree.node_count - 1;
    hybrid *volume = tree_volume(&m->tree, 1), kept = *volume;
    node_link *leaf = tree_node(&m->tree, last), link = *leaf;
    for (int i = 0; i < 4; i++) {
        if (i == 0) volume->box.half[1] *= 0.5f;
        if (i == 1) volume->ball.radius *= 0.5f;
        if (i == 2) leaf->first--;
        for (size_t k = 0; i == 3 && k < m->tree.order_count; k++)
            m->tree.order[k] += m->tree.order[k] == 0;
        assert_non_null(tree_check(&m->tree, &m->mesh, &m->frame, 1000, &host));
        *volume = kept;
        *leaf = link;
    }
    abut_model_free(m);
    mesh_free(&ball);
}

// --------------------------------------------------------------------------------------- rules

// Vertices of all triangles in the tree's frame, and a triangle's range along an axis.
typedef struct range {
    double low, high;
} range;

static range* ranges_of(const abut_model* m)
{
    const size_t count = m->mesh.triangle_count;
    range* ranges = malloc(3 * count * sizeof *ranges);
    assert_non_null(ranges);
    for (size_t i = 0; i < 3 * count; i++) {
        ranges[i] = (range){HUGE_VAL, -HUGE_VAL};
        for (int v = 0; v < 3; v++) {
            const size_t vertex = m->mesh.triangles[i / 3 * 3 + (size_t)v];
            double y[3];
            frame_place(&m->frame, m->mesh.vertices + 3 * vertex, y);
            ranges[i].low = fmin(ranges[i].low, y[i % 3] - VOLUME_SLACK);
            ranges[i].high = fmax(ranges[i].high, y[i % 3] + VOLUME_SLACK);
        }
    }
    return ranges;
}

static double penalty_of(const range* ranges, size_t count, int axis, double plane, double lambda)
{
    double left = 0, right = 0, crossing = 0;
    for (size_t i = 0; i < count; i++) {
        const range* r = &ranges[3 * i + (size_t)axis];
        if (r->high < plane) {
            left++;
        } else if (r->low >= plane) {
            right++;
        } else {
            crossing++;
        }
    }
    return fabs(left - right) + lambda * crossing;
}

static double least_penalty(const range* ranges, size_t count, double lambda)
{
    double least = HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < 2 * count; i++) {
            const range* r = &ranges[3 * (i / 2) + (size_t)axis];
            const double end = i & 1 ? r->low : r->high;
            for (int side = 0; side < 2; side++) {
                const double plane = side ? nextafter(end, 9) : end;
                const double penalty = penalty_of(ranges, count, axis, plane, lambda);
                if (penalty < least) least = penalty;
            }
        }
    }
    return least;
}

// Mark the triangles below a node; return how many different ones there are.
// NOLINTNEXTLINE(misc-no-recursion): as deep as the tree
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
        const abut_build options = {.method = ABUT_METHOD_HYBRID,
                                    .leaf_size = 1,
                                    .tree = &(abut_tree_build){.child_ratio = 1, .lambda = lambda}};
        abut_model* m = soup_build(&s, &options);
        range* ranges = ranges_of(m);
        const double least = least_penalty(ranges, count, lambda);
        const node_link root = tree_link(&m->tree, 0);
        if (!link_is_leaf(root)) {
            unsigned char seen[2][64] = {{0}};
            const double left = (double)triangles_below(&m->tree, root.first, seen[0]);
            const double right = (double)triangles_below(&m->tree, root.first + 1, seen[1]);
            const double got = fabs(left - right) + lambda * (left + right - (double)count);
            assert_true(fabs(got - least) < 1e-9);
            assert_true(least < (double)count);
            cut++;
        } else {
            // Nothing is better than a plane beside all, or than one across all.
            assert_true(least >= fmin(1, lambda) * (double)count - 1e-9);
        }
        free(ranges);
        abut_model_free(m);
        soup_free(&s);
    }
    print_message("%zu of 400 roots were cut\n", cut);
    assert_true(cut > 200);
}

// No node was divided that the rules keep whole.
static void expect_rules(const abut_model* m, int leaf_size, double child_ratio)
{
    const tree* t = &m->tree;
    const size_t count = m->mesh.triangle_count;
    unsigned char* seen = malloc(count);
    size_t halvings = 0;
    assert_non_null(seen);
    while (((size_t)1 << halvings) < count)
        halvings++;
    assert_true(t->depth <= 2 * halvings);
    for (uint32_t i = 0; i < t->node_count; i++) {
        const node_link link = tree_link(t, i);
        if (link_is_leaf(link)) continue;
        size_t below[3];
        for (uint32_t k = 0; k < 3; k++) {
            memset(seen, 0, count);
            below[k] = triangles_below(t, k < 2 ? link.first + k : i, seen);
        }
        assert_true(below[2] > (size_t)leaf_size);
        for (int k = 0; k < 2; k++)
            assert_true((double)below[k] <= child_ratio * (double)below[2]);
    }
    free(seen);
}

static void nodes_end_where_the_rules_say(void** state)
{
    (void)state;
    mesh ball;
    assert_int_equal(sphere_make(20, 30, 1, &ball), SCENE_OK);
    const soup_data s = soup_of_mesh(&ball);
    size_t last = 0;
    for (int leaf_size = 1; leaf_size <= 64; leaf_size *= 4) {
        const abut_build options = {.method = ABUT_METHOD_HYBRID, .leaf_size = leaf_size};
        abut_model* m = soup_build(&s, &options);
        expect_sound(m, &options);
        abut_model_info info;
        assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
        print_message("leaf size %d: %zu triangles, %zu in %zu leaves, depth %zu, %zu nodes\n",
                      leaf_size, s.triangle_count, m->tree.order_count, info.leaf_count, info.depth,
                      info.node_count);
        assert_int_equal(info.leaf_count * 2, info.node_count + 1);
        assert_int_equal(info.guarded_count, 0);
        expect_rules(m, leaf_size, 0.9);
        assert_true(last == 0 || info.node_count < last);
        last = info.node_count;
        abut_model_free(m);
    }
    last = 0;
    for (int i = 0; i < 3; i++) {
        const double ratio = 0.7 + 0.1 * i;
        const abut_build options = {.method = ABUT_METHOD_HYBRID,
                                    .tree = &(abut_tree_build){.child_ratio = ratio}};
        abut_model* m = soup_build(&s, &options);
        print_message("child ratio %g: %zu nodes\n", ratio, m->tree.node_count);
        expect_rules(m, 4, ratio);
        assert_true(m->tree.node_count > last + last / 8);
        last = m->tree.node_count;
        abut_model_free(m);
    }
    // No child may be as large as nearly half of the node, with those on both sides: all stays whole.
    abut_build options = {.method = ABUT_METHOD_HYBRID,
                          .tree = &(abut_tree_build){.child_ratio = 0.5000001}};
    abut_model* whole = soup_build(&s, &options);
    assert_int_equal(whole->tree.node_count, 1);
    abut_model_free(whole);
    // Dear crossings are avoided.
    size_t crossing[2];
    for (int i = 0; i < 2; i++) {
        options = (abut_build){.method = ABUT_METHOD_HYBRID,
                               .tree = &(abut_tree_build){.lambda = i ? 8 : 0.5}};
        abut_model* m = soup_build(&s, &options);
        crossing[i] = m->tree.order_count;
        abut_model_free(m);
    }
    print_message("lambda 0.5: %zu, lambda 8: %zu\n", crossing[0], crossing[1]);
    assert_true(crossing[1] < crossing[0]);
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
        const abut_build options = {.method = ABUT_METHOD_HYBRID,
                                    .tree = &(abut_tree_build){.sphere_ratio = ratios[i]}};
        abut_model* m = soup_build(&s, &options);
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
                flags += v->tests == HYBRID_BOTH;
                if (fabs(ratio / mean / ratios[i] - 1) < 1e-12) continue;
                assert_int_equal(v->tests, ratio > ratios[i] * mean ? HYBRID_BOTH : HYBRID_BALL);
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

// What the rules do not bound, the guard does, and tells.
static void heaps_of_large_triangles_are_guarded(void** state)
{
    (void)state;
    const abut_build options = {
        .method = ABUT_METHOD_HYBRID, .leaf_size = 1, .tree = &(abut_tree_build){.child_ratio = 1}};
    for (int i = 0; i < 2; i++) {
        soup_data s = soup_random(SOUP_GENERIC, i ? 2000 : 5, 3);
        abut_model* m = soup_build(&s, &options);
        abut_model_info info;
        expect_sound(m, &options);
        assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
        print_message("%zu triangles: %zu in %zu leaves, of which the guard made %zu\n",
                      s.triangle_count, m->tree.order_count, info.leaf_count, info.guarded_count);
        assert_int_equal(info.guarded_count > 0, i);
        size_t large = 0;
        for (uint32_t n = 0; n < m->tree.node_count; n++)
            large += tree_link(&m->tree, n).count > 1;
        assert_true(info.guarded_count <= large);
        abut_model_free(m);
        soup_free(&s);
    }
}

// One tree, in which a node tests its sphere, its box, or the sphere and then perhaps the box.
static void volumes_differ_in_one_tree(void** state)
{
    (void)state;
    static abut_tree_build hows[4] = {{.volumes = ABUT_VOLUMES_BOTH},
                                      {.volumes = ABUT_VOLUMES_BOXES},
                                      {.volumes = ABUT_VOLUMES_SPHERES},
                                      {.sphere_ratio = 1e300}};
    mesh torus;
    size_t tests[4];
    abut_query* q = NULL;
#ifdef ABUT_PRUNE_OFF
    // Of the larger one all pairs, four times, take a minute.
    assert_int_equal(torus_make(24, 12, 2, 0.7, &torus), SCENE_OK);
#else
    assert_int_equal(torus_make(48, 24, 2, 0.7, &torus), SCENE_OK);
#endif
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    const soup_data s = soup_of_mesh(&torus);
    abut_model* first = soup_build(&s, &(abut_build){.method = ABUT_METHOD_HYBRID});
    for (int i = 0; i < 4; i++) {
        const abut_build options = {.method = ABUT_METHOD_HYBRID, .tree = &hows[i]};
        abut_model* m = soup_build(&s, &options);
        expect_sound(m, &options);
        assert_int_equal(m->tree.node_count, first->tree.node_count);
        assert_int_equal(m->tree.order_count, first->tree.order_count);
        assert_memory_equal(m->tree.order, first->tree.order, 4 * m->tree.order_count);
        size_t balls = 0, boxes = 0;
        for (uint32_t n = 0; n < m->tree.node_count; n++) {
            const hybrid *own = tree_volume(&m->tree, n), *other = tree_volume(&first->tree, n);
            assert_memory_equal(&own->box, &other->box, sizeof own->box);
            assert_memory_equal(&own->ball, &other->ball, sizeof own->ball);
            balls += own->tests != HYBRID_BOX;
            boxes += own->tests != HYBRID_BALL;
        }
        assert_int_equal(balls, i == 1 ? 0 : m->tree.node_count);
        if (i == 0) assert_true(boxes > 0 && boxes < m->tree.node_count);
        if (i > 0) assert_int_equal(boxes, i == 1 ? m->tree.node_count : 0);
        abut_hits hits;
        const abut_instance a = {.model = m},
                            b = {.model = m, .pose = {.translation = {0.5, 0.25, 0.75}}};
        assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
        tests[i] = (size_t)hits.volume_tests;
        print_message("volumes %d: %zu tests, %zu pairs\n", i, tests[i], hits.count);
        abut_model_free(m);
    }
    assert_int_equal(tests[2], tests[3]);
    if (PRUNING) assert_true(tests[1] < tests[0] && tests[0] < tests[2]);
    abut_model_free(first);
    abut_query_free(q);
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
        abut_model* one = soup_build(&s, &options);
        options.host = &host;
        abut_model* three = soup_build(&s, &options);
        assert_int_equal(three->tree.node_count, one->tree.node_count);
        assert_int_equal(three->tree.order_count, one->tree.order_count);
        assert_memory_equal(three->tree.nodes, one->tree.nodes, tree_node_bytes(&one->tree));
        assert_memory_equal(three->tree.order, one->tree.order, 4 * one->tree.order_count);
        abut_model_free(one);
        abut_model_free(three);
        soup_free(&s);
    }
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

static void foreign_options_are_refused(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 3, 12);
    const abut_soup soup = soup_of(&s);
    const abut_build foreign[] = {
        {.method = ABUT_METHOD_AABB, .tree = &(abut_tree_build){.fits = ABUT_FIT_PCA}},
        {.method = ABUT_METHOD_AABB, .tree = &(abut_tree_build){.real = ABUT_REAL_DOUBLE}},
        {.method = ABUT_METHOD_AABB, .tree = &(abut_tree_build){.split = ABUT_SPLIT_CROSSING}},
        {.method = ABUT_METHOD_AABB, .tree = &(abut_tree_build){.sphere_ratio = 1}},
        {.method = ABUT_METHOD_AABB, .tree = &(abut_tree_build){.split_all = 1}},
        {.method = ABUT_METHOD_SPHERE, .tree = &(abut_tree_build){.axis = ABUT_AXIS_LONGEST}},
        {.method = ABUT_METHOD_SPHERE, .tree = &(abut_tree_build){.lambda = 1}},
        {.method = ABUT_METHOD_SPHERE, .tree = &(abut_tree_build){.split = ABUT_SPLIT_GREEDY}},
        {.method = ABUT_METHOD_HYBRID, .tree = &(abut_tree_build){.degree = 2}},
        {.method = ABUT_METHOD_HYBRID, .tree = &(abut_tree_build){.axis = ABUT_AXIS_LONGEST}},
        {.method = ABUT_METHOD_HYBRID,
         .tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN, .lambda = 1}},
        {.method = ABUT_METHOD_HYBRID,
         .tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN, .child_ratio = 0.9}},
        {.method = ABUT_METHOD_HYBRID, .tree = &(abut_tree_build){.split = ABUT_SPLIT_OSCILLATING}},
        {.method = ABUT_METHOD_HYBRID, .tree = &(abut_tree_build){.slender = 1}},
        {.method = ABUT_METHOD_SPHERE, .tree = &(abut_tree_build){.volumes = ABUT_VOLUMES_BOTH}},
        {.method = ABUT_METHOD_HYBRID,
         .tree = &(abut_tree_build){.volumes = ABUT_VOLUMES_BOXES, .sphere_ratio = 1}},
    };
    abut_model* m = NULL;
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++) {
        assert_int_equal(abut_model_build(&m, &soup, &foreign[i]), ABUT_BAD_COMBINATION);
        assert_null(m);
    }
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
        cmocka_unit_test(heaps_of_large_triangles_are_guarded),
        cmocka_unit_test(volumes_differ_in_one_tree),
        cmocka_unit_test(boxes_are_tested_where_they_are_small),
        cmocka_unit_test(the_tree_does_not_depend_on_the_workers),
        cmocka_unit_test(failures_leave_nothing_behind),
        cmocka_unit_test(foreign_options_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
