// test_tree.c - trees hold what they claim (tree_check), and do not depend on who builds them.
#include "base/host.h"
#include "methods/bound/aabb.h"
#include "methods/bound/obb.h"
#include "methods/tree/tree_check.h"
#include "query/model.h"
#include "support/float_mode.h"
#include "support/method_here.h"
#include "support/soup_models.h"

#include <float.h>
#include <stdio.h>

static void expect_sound(const abut_model* m, int leaf_size)
{
    const abut_host host = host_complete(NULL);
    const char* broken = tree_check(&m->tree, &m->mesh, &m->frame, leaf_size, &host);
    if (broken) fail_msg("%s", broken);
}

static void trees_are_sound_for_every_soup_and_option(void** state)
{
    (void)state;
    const int leaves[4] = {1, 2, 4, 64};
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t count = 1; count < 400; count = count * 4 + 1) {
            soup_data s = soup_random((soup_sort)sort, count, count);
            for (int i = 0; i < 4 * 2 * 2; i++) {
                const abut_build options = {
                    .leaf_size = leaves[i / 4],
                    .tree = &(abut_tree_build){.split = i & 1 ? ABUT_SPLIT_MEAN : ABUT_SPLIT_MEDIAN,
                                               .real = i & 2 ? ABUT_REAL_FLOAT : ABUT_REAL_DOUBLE,
                                               .fits = 1u + (unsigned)(i + (int)count) % 15u}};
                float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
                abut_model* m = soup_build_tree(&s, &options);
                float_mode_leave();
                expect_sound(m, options.leaf_size);
                abut_model_free(m);
            }
            soup_free(&s);
        }
    }
}

static void trees_are_sound_at_all_sizes_and_places(void** state)
{
    (void)state;
    const double scales[] = {0x1p1020, 0x1p-1000, 0x1p-1074, 1, 1, 1};
    const double shifts[] = {0, 0, 0, 1e8, 1e16, -DBL_MAX};
    for (size_t i = 0; i < 6; i++) {
        for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
            soup_data s = soup_random((soup_sort)sort, 100, i);
            soup_transform(&s, scales[i], shifts[i]);
            for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
                const abut_build options = {
                    .tree =
                        &(abut_tree_build){.real = mode % 2 ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT}};
                float_mode_enter(&float_modes[mode]);
                abut_model* m = soup_build_tree(&s, &options);
                float_mode_leave();
                expect_sound(m, 4);
                abut_model_free(m);
            }
            soup_free(&s);
        }
    }
}

static void halves_by_count_give_a_balanced_tree(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_CLUSTERS, 4096, 7);
    const abut_build options = {.leaf_size = 1,
                                .tree = &(abut_tree_build){.split = ABUT_SPLIT_MEDIAN}};
    abut_model* m = soup_build_tree(&s, &options);
    abut_model_info info;
    expect_sound(m, 1);
    assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
    assert_int_equal(abut_model_describe(m, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(info.depth, 12);
    assert_int_equal(info.node_count, 2 * 4096 - 1);
    assert_int_equal(info.method, SOME_TREE);
    assert_int_equal(info.triangle_count, 4096);
    assert_true(info.tree_bytes >= info.node_count * (EXPECT_PAPERS ? 68 : 32));
    abut_model_free(m);
    soup_free(&s);
}

static void identical_triangles_give_a_shallow_tree(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_IDENTICAL, 20000, 8);
    const abut_build options = {.leaf_size = 1};
    abut_model* m = soup_build_tree(&s, &options);
    expect_sound(m, 1);
    assert_int_equal(m->tree.depth, 15);  // 2^14 < 20000 <= 2^15
    assert_int_equal(m->mesh.vertex_count, 3);
    abut_model_free(m);
    soup_free(&s);
}

// Triangle i is half as large, and half as far, as the one before: the mean cuts off a few at a time.
// The last one mirrors the first, so that the middle of all is 0 and nothing is rounded away.
static void the_depth_is_limited(void** state)
{
    (void)state;
    soup_data s = soup_separate(900);
    for (size_t i = 0; i < 900; i++) {
        for (size_t k = 0; k < 9; k++)
            s.vertices[9 * i + k] = ldexp(1 + 0.1 * (double)(k == 4), 400 - (int)i);
    }
    for (size_t k = 0; k < 9; k++)
        s.vertices[9 * 899 + k] = -s.vertices[k];
    const abut_build options = {.leaf_size = 1,
                                .tree = &(abut_tree_build){.real = ABUT_REAL_DOUBLE}};
    abut_model* m = soup_build_tree(&s, &options);
    expect_sound(m, 1);
    assert_in_range(m->tree.depth, 48, TREE_DEPTH_MAX);
    abut_model_free(m);
    soup_free(&s);
}

// --------------------------------------------------------------------------------- workers and hosts

typedef struct fake_pool {
    size_t calls, tasks;
} fake_pool;

// Three workers, the last index first.
static void run_backwards(void* user, size_t count, abut_task* task, void* context)
{
    fake_pool* pool = user;
    pool->calls++;
    pool->tasks += count;
    for (size_t i = count; i-- > 0;)
        task(context, i, (int)(i % 3));
}

static void the_tree_does_not_depend_on_the_workers(void** state)
{
    (void)state;
    for (int i = 0; i < 2 * SOUP_SORT_COUNT; i++) {
        soup_data s = soup_random((soup_sort)(i / 2), 5000, 9);
        fake_pool pool = {0};
        const abut_host host = {.run = run_backwards, .workers = 3, .user = &pool};
        abut_build options = {
            .leaf_size = 1,
            .tree = &(abut_tree_build){.real = i % 2 ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT}};
        abut_model* one = soup_build_tree(&s, &options);
        options.host = &host;
        abut_model* three = soup_build_tree(&s, &options);
        // A loop a level; before them two that copy the mesh and find its range.
        assert_int_equal(pool.calls, one->tree.depth + 3);
        assert_true(pool.tasks >= pool.calls);
        assert_int_equal(three->tree.node_count, one->tree.node_count);
        assert_int_equal(three->tree.node_size, one->tree.node_size);
        assert_memory_equal(three->tree.nodes, one->tree.nodes, tree_node_bytes(&one->tree));
        assert_memory_equal(three->tree.order, one->tree.order, 4 * s.triangle_count);
        assert_true(three->tree.defect <= one->tree.defect &&
                    three->tree.defect >= one->tree.defect);
        abut_model_free(one);
        abut_model_free(three);
        soup_free(&s);
    }
}

static void equal_soups_give_equal_trees(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 1000, 10);
    abut_model *one = soup_build_tree(&s, NULL), *two = soup_build_tree(&s, NULL);
    assert_int_equal(one->tree.node_count, two->tree.node_count);
    assert_memory_equal(one->tree.nodes, two->tree.nodes, tree_node_bytes(&one->tree));
    abut_model_free(one);
    abut_model_free(two);
    soup_free(&s);
}

static void builds_report_progress_and_can_be_cancelled(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 2000, 11);
    const abut_soup soup = soup_of(&s);
    counting c = counting_begin();
    abut_host host = counting_host(&c);
    const abut_build options = {.method = SOME_TREE, .host = &host};
    abut_model* m = NULL;
    assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
    const size_t calls = c.progress_calls;
    assert_int_equal(calls, m->tree.depth + 1);
    assert_true(c.fraction > 0.999 && !c.fraction_is_wrong);
    abut_model_free(m);
    assert_true(c.blocks == 0 && c.bytes == 0);
    for (size_t at = 0; at < calls; at++) {
        abut_model* untouched = NULL;
        c = counting_begin();
        c.cancel_at = at;
        assert_int_equal(abut_model_build(&untouched, &soup, &options), ABUT_CANCELLED);
        assert_null(untouched);
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    soup_free(&s);
}

// ------------------------------------------------------------------------------------------ options

// NOLINTNEXTLINE(readability-function-size): two lists
static void expect_refusals(const abut_build* builds, size_t count, abut_status status)
{
    soup_data s = soup_random(SOUP_GENERIC, 3, 12);
    const abut_soup soup = soup_of(&s);
    for (size_t i = 0; i < count; i++) {
        abut_model* m = NULL;
        assert_int_equal(abut_model_build(&m, &soup, &builds[i]), status);
        assert_null(m);
    }
    soup_free(&s);
}

static void bad_options_are_refused(void** state)
{
    (void)state;
    const abut_build bad[] = {
        {.method = (abut_method)99},
        {.method = (abut_method)-1},
        {.leaf_size = -1},
        {.leaf_size = 65},
        {.tree = &(abut_tree_build){.depth_max = -1}},
        {.tree = &(abut_tree_build){.depth_max = 81}},
        {.tree = &(abut_tree_build){.degree = 3}},
        {.tree = &(abut_tree_build){.split = (abut_split)99}},
        {.tree = &(abut_tree_build){.split = (abut_split)-1}},
        {.tree = &(abut_tree_build){.axis = (abut_axis)5}},
        {.tree = &(abut_tree_build){.split_all = 2}},
        {.tree = &(abut_tree_build){.fits = 128}},
        {.tree = &(abut_tree_build){.real = (abut_real)3}},
        {.tree = &(abut_tree_build){.orientation = (abut_orientation)3}},
        {.epsilon = -1},
        {.epsilon = HUGE_VAL},
        {.epsilon = nan("")},
        {.tree = &(abut_tree_build){.tumble = (abut_tumble)3}},
        {.tree = &(abut_tree_build){.slender = -1}},
        {.tree = &(abut_tree_build){.lambda = nan("")}},
        {.tree = &(abut_tree_build){.child_ratio = 0.5}},
        {.tree = &(abut_tree_build){.child_ratio = 1.1}},
        {.tree = &(abut_tree_build){.sphere_ratio = -1}},
        {.tree = &(abut_tree_build){.volumes = (abut_volumes)4}},
        {.effort = (abut_effort)4},
        {.effort = (abut_effort)-1},
        {.memory = (abut_memory)4},
        {.memory = (abut_memory)-1},
        {.reserved = {0, 0, 0, 1}},
    };
    expect_refusals(bad, sizeof bad / sizeof *bad, ABUT_BAD_ARGUMENT);
}

static void options_of_other_methods_are_refused(void** state)
{
    (void)state;
    const abut_build foreign[] = {
        {.method = ABUT_METHOD_BRUTE, .leaf_size = 4},
        {.method = ABUT_METHOD_BRUTE, .epsilon = 1},
        {.method = SOME_TREE, .tree = &(abut_tree_build){.split = ABUT_SPLIT_CROSSING}},
        {.method = SOME_TREE, .tree = &(abut_tree_build){.split_all = 1}},
        {.method = SOME_TREE, .tree = &(abut_tree_build){.tumble = ABUT_TUMBLE_CORNERS}},
        {.method = SOME_TREE, .tree = &(abut_tree_build){.slender = 1}},
        {.method = SOME_TREE, .effort = ABUT_EFFORT_FAST},
        {.method = SOME_TREE, .memory = ABUT_MEMORY_SMALL},
        {.method = ABUT_METHOD_BRUTE, .memory = ABUT_MEMORY_NORMAL},
        {.method = ABUT_METHOD_BRUTE, .effort = ABUT_EFFORT_NORMAL},
        {.method = SOME_TREE, .tree = &(abut_tree_build){.lambda = 1}},
        {.method = ABUT_METHOD_WIDE, .leaf_size = 5},
        {.method = ABUT_METHOD_WIDE, .tree = &(abut_tree_build){.depth_max = 5}},
        {.method = ABUT_METHOD_WIDE, .tree = &(abut_tree_build){.degree = 8}},
        {.tree = &(abut_tree_build){.fits = ABUT_FIT_PCA}},
        {.method = ABUT_METHOD_BRUTE, .tree = &(abut_tree_build){.axis = ABUT_AXIS_LONGEST}},
        {.method = ABUT_METHOD_BRUTE, .tree = &(abut_tree_build){.fits = ABUT_FIT_PCA}},
    };
    expect_refusals(foreign, sizeof foreign / sizeof *foreign, ABUT_BAD_COMBINATION);
}

static void missing_arguments_are_refused(void** state)
{
    (void)state;
    const abut_soup nothing = {0};
    abut_model* m = NULL;
    abut_model_info info;
    assert_int_equal(abut_model_build(NULL, &nothing, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_build(&m, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_model_describe(NULL, &info), ABUT_BAD_ARGUMENT);
}

static void empty_and_brute_models_have_no_tree(void** state)
{
    (void)state;
    const abut_soup empty = {0};
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    soup_data s = soup_random(SOUP_GRID, 30, 13);
    abut_model* models[3] = {NULL, NULL, soup_build_tree(&s, &brute)};
    assert_int_equal(abut_model_build(&models[0], &empty, NULL), ABUT_OK);
    assert_int_equal(abut_model_build(&models[1], &empty, &brute), ABUT_OK);
    for (int i = 0; i < 3; i++) {
        abut_model_info info;
        assert_int_equal(abut_model_describe(models[i], &info), ABUT_OK);
        assert_int_equal(info.node_count, 0);
        assert_int_equal(info.depth, 0);
        assert_int_equal(info.triangle_count, i == 2 ? 30 : 0);
        assert_int_equal(info.method, i ? ABUT_METHOD_BRUTE : ABUT_METHOD_WIDE);
        abut_model_free(models[i]);
    }
    abut_model_free(NULL);
    soup_free(&s);
}

static void methods_have_names(void** state)
{
    (void)state;
    const abut_method all[3] = {ABUT_METHOD_AUTO, ABUT_METHOD_BRUTE, ABUT_METHOD_OBB};
    const char* names[3] = {"auto", "brute", "obb"};
    abut_method found = ABUT_METHOD_BRUTE;
    for (int i = 0; i < 3; i++) {
        assert_string_equal(abut_method_name(all[i]), names[i]);
        assert_int_equal(abut_method_from_name(names[i], &found), ABUT_OK);
        assert_int_equal(found, all[i]);
        assert_true(strlen(abut_method_text(all[i])) > 10);
    }
    assert_null(abut_method_name((abut_method)99));
    assert_null(abut_method_text((abut_method)99));
    assert_int_equal(abut_method_from_name("OBB", &found), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_method_from_name("", &found), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_method_from_name(NULL, &found), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_method_from_name("obb", NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(found, ABUT_METHOD_OBB);
}

// A node of a tree of boxes in float.
typedef struct node_float {
    uint32_t first;
    int32_t count;
#if EXPECT_PAPERS
    obb_float box;
#else
    aabb box;
#endif
} node_float;

// The check itself finds what is broken: a copy of the tree with one number changed at a time.
typedef struct broken_tree {
    abut_model* model;
    tree whole;  // the tree as it was; its arrays are copies
} broken_tree;

static broken_tree broken_begin(const soup_data* s, const abut_build* options)
{
    broken_tree t = {soup_build_tree(s, options), {0}};
    t.whole = t.model->tree;
    const size_t bytes = tree_node_bytes(&t.whole), count = t.whole.order_count;
    t.whole.nodes = malloc(bytes);
    t.whole.order = malloc(count * sizeof *t.whole.order);
    assert_true(t.whole.nodes && t.whole.order);
    memcpy(t.whole.nodes, t.model->tree.nodes, bytes);
    memcpy(t.whole.order, t.model->tree.order, count * sizeof *t.whole.order);
    return t;
}

static void broken_end(broken_tree* t)
{
    free(t->whole.nodes);
    free(t->whole.order);
    abut_model_free(t->model);
}

// Expect what the check says of the model's tree, and mend it.
static void expect_broken(broken_tree* t, int leaf_size, const char* expected)
{
    const abut_host host = host_complete(NULL);
    abut_model* m = t->model;
    const char* broken = tree_check(&m->tree, &m->mesh, &m->frame, leaf_size, &host);
    assert_non_null(broken);
    assert_string_equal(broken, expected);
    void* nodes = m->tree.nodes;
    uint32_t* order = m->tree.order;
    m->tree = t->whole;
    memcpy(nodes, t->whole.nodes, tree_node_bytes(&t->whole));
    memcpy(order, t->whole.order, t->whole.order_count * sizeof *order);
    m->tree.nodes = nodes;
    m->tree.order = order;
    expect_sound(m, 4);
}

static void broken_links_are_found(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 64, 14);
    const abut_build options = {
        .tree =
            &(abut_tree_build){.split = ABUT_SPLIT_MEDIAN}};  // 31 nodes, 4 triangles in each leaf
    broken_tree t = broken_begin(&s, &options);
    tree* broken = &t.model->tree;
    assert_int_equal(broken->node_count, 31);
    node_float *nodes = broken->nodes, *leaf = nodes + 30;
    expect_broken(&t, 3, "a leaf is too large");
    leaf->first = 61;
    expect_broken(&t, 4, "a leaf ends outside");
    leaf->first = UINT32_MAX;
    expect_broken(&t, 4, "a leaf ends outside");
    nodes[1].first = 1;
    expect_broken(&t, 4, "a child is not behind its parent");
    nodes[14].first = 30;
    expect_broken(&t, 4, "a child is not behind its parent");
    nodes[2].first = nodes[1].first;
    expect_broken(&t, 4, "a node has two parents");
    nodes[2].first = 0;
    nodes[2].count = 1;
    expect_broken(&t, 4, "a node has no parent");
    broken->depth--;
    expect_broken(&t, 4, "the depth is wrong");
    leaf->first--;
    expect_broken(&t, 4, "children do not partition their parent");
    for (size_t i = 15; i < 31; i++) {
        if (nodes[i].first + (uint32_t)nodes[i].count == 64) leaf = &nodes[i];
    }
    leaf->count--;
    expect_broken(&t, 4, "the root does not hold every triangle");
    for (size_t i = 15; i < 31; i++) {
        if (nodes[i].first == 0) leaf = &nodes[i];
    }
    leaf->first++;
    leaf->count--;
    expect_broken(&t, 4, "the root does not hold every triangle");
    broken_end(&t);
    soup_free(&s);
}

// A chain is deeper than any tree may be.
static void trees_that_are_too_deep_are_found(void** state)
{
    (void)state;
    enum { COUNT = TREE_DEPTH_MAX + 2 };
    soup_data s = soup_random(SOUP_GENERIC, COUNT, 15);
    const abut_build options = {.leaf_size = 1,
                                .tree = &(abut_tree_build){.split = ABUT_SPLIT_MEDIAN}};
    broken_tree t = broken_begin(&s, &options);
    tree* broken = &t.model->tree;
    node_float* nodes = broken->nodes;
    assert_int_equal(broken->node_count, 2 * COUNT - 1);
    for (uint32_t i = 0; i < COUNT - 1; i++) {
        nodes[i ? 2 * i : 0].first = 2 * i + 1;
        nodes[i ? 2 * i : 0].count = -2;
        nodes[2 * i + 1].first = i;
        nodes[2 * i + 1].count = 1;
    }
    nodes[2 * COUNT - 2].first = COUNT - 1;
    nodes[2 * COUNT - 2].count = 1;
    broken->depth = COUNT - 1;
    expect_broken(&t, 1, "the depth is wrong");
    broken_end(&t);
    soup_free(&s);
}

static void broken_boxes_and_orders_are_found(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 64, 14);
    broken_tree t = broken_begin(&s, NULL);
    tree* broken = &t.model->tree;
    node_float *nodes = broken->nodes, *leaf = nodes + broken->node_count - 1;
    broken->order[0] = broken->order[1];
    expect_broken(&t, 4, "a triangle is not in one leaf");
    broken->order[0] = 64;
    expect_broken(&t, 4, "a triangle is not in one leaf");
    leaf->box.half[1] *= 0.9f;
    expect_broken(&t, 4, "a vertex lies outside a volume");
    leaf->box.half[0] = NAN;
    expect_broken(&t, 4, EXPECT_PAPERS ? "a vertex lies outside a volume" : "a box is too thin");
    leaf->box.centre[2] = 3.5f;
    expect_broken(&t, 4, "a box is far away");
    nodes->box.centre[0] = NAN;
    expect_broken(&t, 4, "a box is far away");
#if EXPECT_PAPERS  // only they have axes of their own
    nodes->box.axes[1][1] = nextafterf(nodes->box.axes[1][1], 2) + 0x1p-10f;
    expect_broken(&t, 4, "the defect is too small");
    broken->defect = 0;
    expect_broken(&t, 4, "the defect is too small");
#endif
    broken->order_count--;
    expect_broken(&t, 4, "the number of triangles is wrong");
    broken_end(&t);
    soup_free(&s);
}

static void trees_without_triangles_or_memory_are_told(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 64, 14);
    abut_model* m = soup_build_tree(&s, NULL);
    for (size_t i = 0; i < 2; i++) {
        counting c = counting_begin();
        c.fail_at = i;
        const abut_host poor = counting_host(&c);
        assert_string_equal(tree_check(&m->tree, &m->mesh, &m->frame, 4, &poor), "out of memory");
        assert_true(c.blocks == 0 && c.bytes == 0);
    }
    const abut_host host = host_complete(NULL);
    const soup_mesh nothing = {0};
    tree empty = {0};
    assert_null(tree_check(&empty, &nothing, &m->frame, 4, &host));
    empty.node_count = 1;
    assert_string_equal(tree_check(&empty, &nothing, &m->frame, 4, &host),
                        "an empty tree has nodes");
    abut_model_free(m);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_are_sound_for_every_soup_and_option),
        cmocka_unit_test(trees_are_sound_at_all_sizes_and_places),
        cmocka_unit_test(halves_by_count_give_a_balanced_tree),
        cmocka_unit_test(identical_triangles_give_a_shallow_tree),
        cmocka_unit_test(the_depth_is_limited),
        cmocka_unit_test(the_tree_does_not_depend_on_the_workers),
        cmocka_unit_test(equal_soups_give_equal_trees),
        cmocka_unit_test(builds_report_progress_and_can_be_cancelled),
        cmocka_unit_test(bad_options_are_refused),
        cmocka_unit_test(options_of_other_methods_are_refused),
        cmocka_unit_test(missing_arguments_are_refused),
        cmocka_unit_test(empty_and_brute_models_have_no_tree),
        cmocka_unit_test(methods_have_names),
        cmocka_unit_test(broken_links_are_found),
        cmocka_unit_test(trees_that_are_too_deep_are_found),
        cmocka_unit_test(broken_boxes_and_orders_are_found),
        cmocka_unit_test(trees_without_triangles_or_memory_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
