// test_methods.c - every method with every option gives brute's pairs, on soups of every sort and on
// scenes, under many poses. A new method or value of an option joins by itself: the library is asked
// what there is. What the library refuses (ABUT_BAD_COMBINATION) is counted, not tested.
//
//     test_methods                  every 29th case: a test of the suite
//     test_methods PART PARTS       every PARTS-th case; 0 1 is all of them (docs/notes/testing.md)
#include "base/host.h"
#include "engine/build/build.h"
#include "methods/tree/tree_check.h"
#include "query/model.h"
#include "scenes.h"
#include "support/method_here.h"
#include "support/share.h"
#include "support/soup_models.h"

#include <stdio.h>

// Primes, so that every option comes up with every method.
static size_t own_part, parts = ABUT_TEST_SHARE > 1 ? 47 : 29, case_number;
static size_t cases_tested, answers_compared, pairs_compared, combinations_refused, not_available;

// ----------------------------------------------------------------------------------------- options

// One option at a time, and some that go together. Zeros: the defaults.
static const abut_build variations[] = {
    {.leaf_size = 0},
    {.leaf_size = 1},
    {.leaf_size = 7},
    {.leaf_size = 64},
    {.tree = &(abut_tree_build){.depth_max = 1}},
    {.tree = &(abut_tree_build){.depth_max = 3}},
    {.leaf_size = 2},
    {.effort = ABUT_EFFORT_FAST},
    {.effort = ABUT_EFFORT_BEST},
    {.effort = ABUT_EFFORT_BEST, .leaf_size = 1},
    {.memory = ABUT_MEMORY_SMALL},
    {.memory = ABUT_MEMORY_COMPACT},
    {.memory = ABUT_MEMORY_COMPACT, .effort = ABUT_EFFORT_FAST, .leaf_size = 3},
    {.tree = &(abut_tree_build){.degree = 4}},
    {.tree = &(abut_tree_build){.degree = 8}},
    {.tree = &(abut_tree_build){.degree = 8, .split = ABUT_SPLIT_MEDIAN}, .leaf_size = 2},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEDIAN}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_RAPID}, .leaf_size = 1},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_GREEDY}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_CROSSING}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_CROSSING, .lambda = 0.1}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_CROSSING, .lambda = 10, .child_ratio = 0.6}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_OSCILLATING}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_LONGEST}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_SPLATTER}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN, .axis = ABUT_AXIS_MIN_SUM}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEDIAN, .axis = ABUT_AXIS_MIN_MAX}},
    {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN, .split_all = 1}},
    {.tree =
         &(abut_tree_build){.split = ABUT_SPLIT_MEDIAN, .split_all = 1, .axis = ABUT_AXIS_MIN_SUM}},
    {.tree = &(abut_tree_build){.fits = ABUT_FIT_AABB}},
    {.tree = &(abut_tree_build){.fits = ABUT_FIT_PCA}},
    {.tree = &(abut_tree_build){.fits = ABUT_FIT_PARENT}},
    {.tree = &(abut_tree_build){.fits = ABUT_FIT_DITO14}},
    {.tree = &(abut_tree_build){.fits = ABUT_FIT_VERTICES}},
    {.tree = &(abut_tree_build){.fits = ABUT_FIT_HULL_VERTICES}},
    {.tree = &(abut_tree_build){.fits = ABUT_FIT_HULL_SURFACE}},
    {.tree = &(abut_tree_build){.real = ABUT_REAL_DOUBLE}},
    {.tree = &(abut_tree_build){.orientation = ABUT_ORIENTATION_QUATERNION}},
    {.tree =
         &(abut_tree_build){.orientation = ABUT_ORIENTATION_QUATERNION, .real = ABUT_REAL_DOUBLE}},
    {.epsilon = 1e-6},
    {.epsilon = 0.1},
    {.epsilon = 1e6},
    {.epsilon = 1e300},
    {.tree = &(abut_tree_build){.tumble = ABUT_TUMBLE_HULL}},
    {.tree = &(abut_tree_build){.slender = 0.2}},
    {.tree = &(abut_tree_build){.slender = 0.05}, .leaf_size = 2},
    {.tree = &(abut_tree_build){.turned = 1}},
    {.tree = &(abut_tree_build){.turned = 1, .degree = 4}, .leaf_size = 3, .epsilon = 0.1},
    {.tree = &(abut_tree_build){.turned = 1, .tumble = ABUT_TUMBLE_HULL, .slender = 0.1}},
    {.tree = &(abut_tree_build){.trial = 1}},
    {.tree = &(abut_tree_build){.trial = 1, .turned = 1, .split = ABUT_SPLIT_GREEDY}},
    {.tree = &(abut_tree_build){.sphere_ratio = 1e-9}},
    {.tree = &(abut_tree_build){.sphere_ratio = 1e9}},
    {.tree = &(abut_tree_build){.volumes = ABUT_VOLUMES_BOXES}},
    {.tree = &(abut_tree_build){.volumes = ABUT_VOLUMES_SPHERES}},
};
enum { VARIATION_COUNT = sizeof variations / sizeof *variations, METHOD_VALUES = 64 };
static int came_up[METHOD_VALUES][VARIATION_COUNT];

static const abut_ask asks[] = {
    {.limit = 0},
    {.walk = &(abut_tree_walk){.descent = ABUT_DESCENT_LARGER}},
    {.walk = &(abut_tree_walk){.descent = ABUT_DESCENT_BOTH}},
    {.walk = &(abut_tree_walk){.descent = ABUT_DESCENT_ENVIRONMENT}},
    {.walk = &(abut_tree_walk){.descent = ABUT_DESCENT_RESTART}},
    {.walk = &(abut_tree_walk){.intervals = ABUT_INTERVALS_WIDTH}},
    {.walk = &(abut_tree_walk){.interval_count = 1}},
    {.walk = &(abut_tree_walk){.intervals = ABUT_INTERVALS_WIDTH, .interval_count = 3}},
    {.limit = 1},
    {.limit = 3},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}, .limit = 1},
};
enum { ASK_COUNT = sizeof asks / sizeof *asks };

// ----------------------------------------------------------------------------------------- answers

typedef struct problem {  // two soups in poses, with brute's pairs
    abut_soup a, b;
    abut_pose a_pose, b_pose;
    abut_pair* pairs;
    size_t count;
} problem;

static abut_model* build(const abut_soup* soup, const abut_build* options, abut_status* status)
{
    abut_model* model = NULL;
    *status = abut_model_build(&model, soup, options);
    return model;
}

static void solve_by_brute_force(problem* p)
{
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    abut_status status;
    abut_model *a = build(&p->a, &brute, &status), *b = build(&p->b, &brute, &status);
    abut_query* query = NULL;
    abut_hits hits;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance x = {a, p->a_pose}, y = {b, p->b_pose};
    assert_int_equal(abut_collide(query, &x, &y, NULL, &hits), ABUT_OK);
    p->count = hits.count;
    p->pairs = malloc((hits.count + 1) * sizeof *p->pairs);
    memcpy(p->pairs, hits.pairs, hits.count * sizeof *p->pairs);
    abut_query_free(query);
    abut_model_free(a);
    abut_model_free(b);
}

static int is_pair_of(const problem* p, abut_pair pair)
{
    for (size_t i = 0; i < p->count; i++) {
        if (p->pairs[i].a == pair.a && p->pairs[i].b == pair.b) return 1;
    }
    return 0;
}

static void compare(const problem* p, const abut_ask* ask, const abut_hits* hits)
{
    answers_compared++;
    pairs_compared += hits->count;
    if (!ask->limit) {
        assert_true(hits->complete);
        assert_int_equal(hits->count, p->count);
        if (p->count) assert_memory_equal(hits->pairs, p->pairs, p->count * sizeof *p->pairs);
        return;
    }
    assert_int_equal(hits->count, p->count < ask->limit ? p->count : ask->limit);
    for (size_t i = 0; i < hits->count; i++) {
        assert_true(is_pair_of(p, hits->pairs[i]));
        if (i)
            assert_true(hits->pairs[i - 1].a < hits->pairs[i].a ||
                        (hits->pairs[i - 1].a == hits->pairs[i].a &&
                         hits->pairs[i - 1].b < hits->pairs[i].b));
    }
}

// Ask two models everything that their method can be asked.
static void ask_all(const problem* p, const abut_model* a, const abut_model* b, const char* what)
{
    abut_query* query = NULL;
    abut_hits hits;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance x = {a, p->a_pose}, y = {b, p->b_pose};
    for (int i = 0; i < ASK_COUNT; i++) {
        const abut_status status = abut_collide(query, &x, &y, &asks[i], &hits);
        if (status == ABUT_BAD_COMBINATION && i > 0) continue;
        if (status != ABUT_OK) print_error("%s, ask %d: %s\n", what, i, abut_status_text(status));
        assert_int_equal(status, ABUT_OK);
        const size_t wanted = asks[i].limit && asks[i].limit < p->count ? asks[i].limit : p->count;
        if (hits.count != wanted)
            print_error("%s, ask %d: %zu pairs for %zu\n", what, i, hits.count, wanted);
        compare(p, &asks[i], &hits);
    }
    abut_query_free(query);
}

static void expect_sound(const abut_model* m, const abut_build* options, const char* what)
{
    const abut_host host = host_complete(NULL);
    if (m->method == ABUT_METHOD_BRUTE) return;
    const abut_tree_build* t = options->tree;
    const int any_leaf = (t && (t->depth_max || t->split == ABUT_SPLIT_RAPID || t->trial)) ||
                         m->method == ABUT_METHOD_HYBRID || m->tree.may_repeat;
    const int leaf_size = any_leaf             ? 1 << 30
                          : options->leaf_size ? options->leaf_size
                                               : 8;  // no default is above
    const char* broken =
        m->method == ABUT_METHOD_WIDE
            ? wide_check(&m->wide, &m->mesh, &m->frame,
                         options->leaf_size ? options->leaf_size : WIDE_LEAF, &host)
            : tree_check(&m->tree, &m->mesh, &m->frame, leaf_size, &host);
    if (broken) print_error("%s: %s\n", what, broken);
    assert_null(broken);
}

static void test_one(const problem* p, abut_method method, int variation)
{
    abut_build options = variations[variation];
    came_up[method][variation] = 1;
    options.method = method;
    abut_status status;
    char what[100];
    snprintf(what, sizeof what, "%s, variation %d, case %zu", abut_method_name(method), variation,
             case_number);
    abut_model* a = build(&p->a, &options, &status);
    if (status == ABUT_BAD_COMBINATION && variation > 0) {
        combinations_refused++;
        return;
    }
    if (status == ABUT_NOT_AVAILABLE) {  // Qhull
        not_available++;
        return;
    }
    if (status != ABUT_OK) print_error("%s: %s\n", what, abut_status_text(status));
    assert_int_equal(status, ABUT_OK);
    abut_model* b = build(&p->b, &options, &status);
    assert_int_equal(status, ABUT_OK);
    cases_tested++;
    expect_sound(a, &options, what);
    ask_all(p, a, b, what);
    abut_model_free(a);
    abut_model_free(b);
}

static void test_all(problem* p)
{
    solve_by_brute_force(p);
    for (int m = ABUT_METHOD_AUTO; m < METHOD_VALUES; m++) {
        if (!method_is_here(m)) continue;
        for (int variation = 0; variation < VARIATION_COUNT; variation++) {
            if (case_number++ % parts == own_part) test_one(p, (abut_method)m, variation);
        }
    }
    free(p->pairs);
}

// What is there, and what is not: each keeps its name.
static void methods_that_are_not_here_are_refused(void** state)
{
    (void)state;
    const abut_soup nothing = {0};
    for (int m = ABUT_METHOD_AUTO; m < METHOD_VALUES; m++) {
        const abut_build how = {.method = (abut_method)m},
                         foreign = {.method = how.method,
                                    .effort = ABUT_EFFORT_BEST,
                                    .tree = &(abut_tree_build){.degree = 2}};
        const char* name = abut_method_name(how.method);
        abut_method found;
        abut_model* model = NULL;
        if (!name) continue;
        assert_int_equal(abut_method_from_name(name, &found), ABUT_OK);
        assert_int_equal(found, m);
        assert_int_equal(abut_model_build(&model, &nothing, &how),
                         method_is_here(m) ? ABUT_OK : ABUT_NOT_AVAILABLE);
        assert_true((model != NULL) == method_is_here(m));
        abut_model_free(model);
        model = NULL;
        assert_int_equal(abut_model_build(&model, &nothing, &foreign), ABUT_BAD_COMBINATION);
    }
}

// ------------------------------------------------------------------------------------------- cases

static void every_method_gives_brutes_pairs_on_soups(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        soup_data a = soup_random((soup_sort)sort, 60, 90 + (uint64_t)sort);
        soup_data b = soup_random((soup_sort)sort, 45, 190 + (uint64_t)sort);
        for (int dice = 0; dice < 6; dice++) {
            rng r = {(uint64_t)(1000 * sort + dice)};
            problem p = {.a = soup_of(&a), .b = soup_of(&b)};
            p.a_pose = pose_random(&r, 2);
            p.b_pose = p.a_pose;
            if (dice) p.b_pose = pose_of_sort(&r, dice);
            if (dice && dice != 2) memcpy(p.a_pose.translation, p.b_pose.translation, 24);
            test_all(&p);
        }
        soup_free(&a);
        soup_free(&b);
    }
}

// Sizes and offsets that float could not hold.
static void every_method_takes_any_size(void** state)
{
    (void)state;
    static const struct {
        double scale, shift;
    } places[] = {{0x1p-1000, 0}, {0x1p900, 0}, {1, 0x1p40}, {0x1p-30, 3}, {0x1p-1060, 0}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        soup_data a = soup_random(SOUP_GENERIC, 50, 31), b = soup_random(SOUP_GENERIC, 40, 32);
        soup_transform(&a, places[i].scale, places[i].shift);
        soup_transform(&b, places[i].scale, places[i].shift);
        problem p = {.a = soup_of(&a), .b = soup_of(&b)};
        test_all(&p);
        soup_free(&a);
        soup_free(&b);
    }
}

static mesh scene(const char* name, const char* setting)
{
    const scene_arguments arguments = {name, &setting, 1};
    mesh m = {0};
    scene_error error = {0};
    if (scene_make(&arguments, &m, &error) != SCENE_OK) fail_msg("%s: %s", name, error.text);
    return m;
}

static void every_method_gives_brutes_pairs_on_scenes(void** state)
{
    (void)state;
    static const struct {
        const char *a, *a_setting, *b, *b_setting;
        double degrees, move;
    } scenes[] = {
        {"torus", "triangles=400", "torus", "triangles=400", 33, 1.2},
        {"icosphere", "level=2", "sphere", "stacks=10", 10, 0.1},
        {"bricks", "layer=a", "bricks", "layer=b", 0, 0},
        {"pipes", "count=12", "pipes", "count=11", 20, 0.1},
        {"tetra", "count=100", "tetra", "count=80", 70, 0},
        {"box", "segments=4", "box", "segments=3", 45, 0.9},
    };
    const double axis[3] = {1, 2, 3};
    const size_t parts_of_soups = parts;
#if defined ABUT_PRUNE_OFF || ABUT_TEST_SHARE > 1
    if (parts > 1)
        parts *= 4;  // soups had every option; not pruned, a scene asks fifty times their pairs
#endif
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
        mesh a = scene(scenes[i].a, scenes[i].a_setting),
             b = scene(scenes[i].b, scenes[i].b_setting);
        problem p = {{a.vertices, NULL, a.triangles, a.vertex_count, a.triangle_count},
                     {b.vertices, NULL, b.triangles, b.vertex_count, b.triangle_count},
                     {.scale = 0},
                     {.scale = 0},
                     NULL,
                     0};
        assert_int_equal(abut_pose_from_axis_angle(&p.b_pose, axis, scenes[i].degrees), ABUT_OK);
        p.b_pose.translation[0] = scenes[i].move;
        test_all(&p);
        mesh_free(&a);
        mesh_free(&b);
    }
    parts = parts_of_soups;
}

static void something_was_tested(void** state)
{
    (void)state;
    printf("%zu of (method, option, scene), %zu answers with %zu pairs compared with brute: 0 "
           "differences\n",
           cases_tested, answers_compared, pairs_compared);
    printf("%zu combinations that a method does not have were refused\n", combinations_refused);
    if (not_available) printf("SKIPPED: %zu that need Qhull\n", not_available);
    assert_true(cases_tested > 0 && pairs_compared > 0);
    for (int m = ABUT_METHOD_AUTO; m < METHOD_VALUES; m++) {
        for (int variation = 0; variation < VARIATION_COUNT && method_is_here(m); variation++)
            assert_true(came_up[m][variation] || parts > 47);
    }
}

int main(int count, char** arguments)
{
    if (count == 3) {
        own_part = (size_t)strtoul(arguments[1], NULL, 10);
        parts = (size_t)strtoul(arguments[2], NULL, 10);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(methods_that_are_not_here_are_refused),
        cmocka_unit_test(every_method_gives_brutes_pairs_on_soups),
        cmocka_unit_test(every_method_takes_any_size),
        cmocka_unit_test(every_method_gives_brutes_pairs_on_scenes),
        cmocka_unit_test(something_was_tested),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
