// test_rapid.c - what RAPID's paper offers beside its defaults (Gottschalk 1996): every fit and
// every way to keep a box, groups that no axis separates, epsilon, boxes without thickness, and
// infinite ones.
#include "base/host.h"
#include "methods/bound/hull.h"
#include "methods/bound/obb_separate.h"
#include "methods/bound/obb_test.h"
#include "methods/tree/tree_check.h"
#include "query/model.h"
#include "search/relative_pose.h"
#include "support/float_mode.h"
#include "support/soup_models.h"

#include <stdio.h>

static void expect_sound(const abut_model* m, int leaf_size)
{
    const abut_host host = host_complete(NULL);
    const char* broken = tree_check(&m->tree, &m->mesh, &m->frame, leaf_size, &host);
    if (broken) fail_msg("%s", broken);
}

// Two soups in two poses that meet, and what brute force finds.
typedef struct question {
    soup_data a, b;
    abut_pose a_pose, b_pose;
    abut_query* query;
    abut_hits expected;
} question;

static void make_question(question* q, rng* r)
{
    abut_model* brute[2];
    const abut_build options = {.method = ABUT_METHOD_BRUTE};
    const soup_sort a_sort = (soup_sort)rng_below(r, SOUP_SORT_COUNT);
    const soup_sort b_sort = (soup_sort)rng_below(r, SOUP_SORT_COUNT);
    q->a = soup_random(a_sort, 1 + rng_below(r, 50), rng_next(r));
    q->b = soup_random(b_sort, 1 + rng_below(r, 50), rng_next(r));
    q->a_pose = pose_random(r, 0.4);
    q->b_pose = rng_below(r, 4) ? pose_random(r, 0.4) : q->a_pose;
    brute[0] = soup_build_tree(&q->a, &options);
    brute[1] = soup_build_tree(&q->b, &options);
    q->query = NULL;
    assert_int_equal(abut_query_create(&q->query, NULL), ABUT_OK);
    const abut_instance a = {brute[0], q->a_pose}, b = {brute[1], q->b_pose};
    assert_int_equal(abut_collide(q->query, &a, &b, NULL, &q->expected), ABUT_OK);
    abut_model_free(brute[0]);
    abut_model_free(brute[1]);
}

static void free_question(question* q)
{
    abut_query_free(q->query);
    soup_free(&q->a);
    soup_free(&q->b);
}

// Ask it of two models; return the tests of volumes.
static uint64_t expect_answer(const question* q, const abut_model* a_model,
                              const abut_model* b_model)
{
    abut_query* query = NULL;
    const abut_instance a = {a_model, q->a_pose}, b = {b_model, q->b_pose};
    abut_hits hits;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_collide(query, &a, &b, NULL, &hits), ABUT_OK);
    assert_int_equal(hits.count, q->expected.count);
    if (hits.count)
        assert_memory_equal(hits.pairs, q->expected.pairs, hits.count * sizeof *hits.pairs);
    const uint64_t tests = hits.volume_tests;
    abut_query_free(query);
    return tests;
}

// ------------------------------------------------------------------------------- fits and storage

enum { FIT_COUNT = 9 };
static const unsigned fits[FIT_COUNT] = {ABUT_FIT_AABB,
                                         ABUT_FIT_PCA,
                                         ABUT_FIT_PARENT,
                                         ABUT_FIT_DITO14,
                                         ABUT_FIT_VERTICES,
                                         ABUT_FIT_HULL_VERTICES,
                                         127,
                                         ABUT_FIT_HULL_SURFACE,
                                         15};

static int is_available(unsigned fit)
{
    return hull_available() || !(fit & (ABUT_FIT_HULL_VERTICES | ABUT_FIT_HULL_SURFACE));
}

static void every_fit_and_storage_gives_brutes_pairs(void** state)
{
    (void)state;
    rng r = {61};
    int runs = 0, skipped = 0;
    for (int i = 0; i < 20 * FIT_COUNT; i++) {
        question q;
        make_question(&q, &r);
        for (int storage = 0; storage < 4; storage++) {
            const abut_build options = {
                .tree = &(abut_tree_build){.fits = fits[i % FIT_COUNT],
                                           .real = storage & 1 ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT,
                                           .orientation = storage & 2 ? ABUT_ORIENTATION_QUATERNION
                                                                      : ABUT_ORIENTATION_MATRIX},
                .leaf_size = 1 + i % 5};
            if (!is_available(options.tree->fits)) {
                skipped++;
                continue;
            }
            float_mode_enter(&float_modes[(i + storage) % FLOAT_MODE_COUNT]);
            abut_model *a = soup_build_tree(&q.a, &options), *b = soup_build_tree(&q.b, &options);
            expect_answer(&q, a, b);
            float_mode_leave();
            expect_sound(a, options.leaf_size);
            expect_sound(b, options.leaf_size);
            abut_model_free(a);
            abut_model_free(b);
            runs++;
        }
        free_question(&q);
    }
    print_message("%d runs\n", runs);
    if (skipped) print_message("SKIPPED: %d runs, built without Qhull\n", skipped);
}

static void quaternions_take_two_thirds_of_the_memory(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 500, 5);
    for (int real = ABUT_REAL_FLOAT; real <= ABUT_REAL_DOUBLE; real++) {
        size_t bytes[2];
        for (int i = 0; i < 2; i++) {
            const abut_build options = {
                .tree = &(abut_tree_build){.real = (abut_real)real,
                                           .orientation = i ? ABUT_ORIENTATION_QUATERNION
                                                            : ABUT_ORIENTATION_MATRIX}};
            abut_model* m = soup_build_tree(&s, &options);
            bytes[i] = m->tree.kind->size;
            abut_model_free(m);
        }
        assert_int_equal(3 * bytes[1], 2 * bytes[0]);
    }
    soup_free(&s);
}

// A box whose axes went through a quaternion is hardly larger than the one whose axes did not.
static void quaternions_keep_the_axes(void** state)
{
    (void)state;
    double worst[2] = {0, 0};
    for (uint64_t seed = 0; seed < 300; seed++) {
        soup_data s = soup_random(SOUP_GENERIC, 3 + seed % 20, seed);
        const abut_build plain = {.tree = &(abut_tree_build){.real = ABUT_REAL_DOUBLE},
                                  .leaf_size = 64};
        abut_model* m = soup_build_tree(&s, &plain);
        const double area = m->tree.kind->half_area(tree_volume(&m->tree, 0));
        for (int i = 0; i < 2; i++) {
            const abut_build options = {
                .tree = &(abut_tree_build){.real = i ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT,
                                           .orientation = ABUT_ORIENTATION_QUATERNION},
                .leaf_size = 64};
            abut_model* other = soup_build_tree(&s, &options);
            const double ratio = other->tree.kind->half_area(tree_volume(&other->tree, 0)) / area;
            if (fabs(ratio - 1) > worst[i]) worst[i] = fabs(ratio - 1);
            abut_model_free(other);
        }
        abut_model_free(m);
        soup_free(&s);
    }
    assert_true(worst[0] < 1e-5);
    assert_true(worst[1] < 1e-10);
}

// Volumes that grow answer the same, with more tests.
static void epsilon_never_changes_an_answer(void** state)
{
    (void)state;
    const double epsilons[] = {0, 1e-300, 1e-9, 1e-3, 0.1, 1, 1e3, 2e6, 1e300};  // of 2 or so
    rng r = {62};
    uint64_t tests[9] = {0};
    for (int i = 0; i < 24; i++) {
        question q;
        make_question(&q, &r);
        for (int e = 0; e < 9; e++) {
            const abut_build options = {
                .epsilon = epsilons[e],
                .leaf_size = 2,
                .tree = &(abut_tree_build){.real = i & 1 ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT,
                                           .orientation = i & 2 ? ABUT_ORIENTATION_QUATERNION
                                                                : ABUT_ORIENTATION_MATRIX}};
            abut_model *a = soup_build_tree(&q.a, &options), *b = soup_build_tree(&q.b, &options);
            tests[e] += expect_answer(&q, a, b);
            expect_sound(a, 2);
            abut_model_free(a);
            abut_model_free(b);
        }
        free_question(&q);
    }
    assert_true(tests[4] > tests[0] && tests[5] > tests[4] && tests[8] > tests[5]);
}

// -------------------------------------------------------------------------- groups and their leaves

// Triangles about one centre cannot be separated: with split rapid they stay a leaf, however large;
// other rules halve them.
static void groups_that_no_axis_separates_stay_leaves(void** state)
{
    (void)state;
    soup_data s = soup_separate(150);
    for (size_t t = 0; t < 150; t++) {
        const double size = 1 + (double)(t % 50), at = t < 50 ? 0 : 200;
        const double corner[3][2] = {{-1, -1}, {1, -1}, {0, 2}};
        for (size_t v = 0; v < 3; v++) {
            s.vertices[9 * t + 3 * v] = at + size * corner[v][0];
            s.vertices[9 * t + 3 * v + 1] = size * corner[v][1];
            s.vertices[9 * t + 3 * v + 2] = t < 100 ? 0 : 300;
        }
    }
    const abut_build rapid = {.tree = &(abut_tree_build){.split = ABUT_SPLIT_RAPID},
                              .leaf_size = 1};
    const abut_build mean = {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN}, .leaf_size = 1};
    abut_model *whole = soup_build_tree(&s, &rapid), *halved = soup_build_tree(&s, &mean);
    abut_model_info info;
    assert_int_equal(abut_model_describe(whole, &info), ABUT_OK);
    assert_int_equal(info.leaf_count, 3);  // one a centre
    assert_int_equal(info.node_count, 5);
    expect_sound(whole, 50);
    assert_int_equal(abut_model_describe(halved, &info), ABUT_OK);
    assert_int_equal(info.leaf_count, 150);
    expect_sound(halved, 1);
    abut_model_free(whole);
    abut_model_free(halved);
    soup_free(&s);
}

static void leaves_and_depth_are_as_asked_for(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 1000, 9);
    for (int depth = 1; depth <= 80; depth = depth * 3 + 1) {
        for (int leaf = 1; leaf <= 64; leaf *= 4) {
            const abut_build options = {
                .tree = &(abut_tree_build){.depth_max = depth, .split = ABUT_SPLIT_RAPID},
                .leaf_size = leaf};
            abut_model* m = soup_build_tree(&s, &options);
            abut_model_info info;
            assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
            assert_true(info.depth <= (size_t)depth);
            if (depth < 5) assert_int_equal(info.depth, depth);
            if (depth > 30) assert_true(info.leaf_count >= 1000 / (size_t)leaf);
            abut_model_free(m);
        }
    }
    soup_free(&s);
}

// ---------------------------------------------------------------------------------- without thickness

typedef struct terms {  // of the test of two boxes
    double along[3], normal[3][3], size[3][3], a[3], b[3];
} terms;

static void random_terms(terms* t, rng* r, int a_flat, int b_flat)
{
    const abut_pose pose = pose_random(r, 1);
    for (int i = 0; i < 3; i++) {
        t->along[i] = 1.2 * rng_signed(r);
        t->a[i] = i || !a_flat ? 0.5 + 0.4 * rng_signed(r) : 0;
        t->b[i] = i || !b_flat ? 0.5 + 0.4 * rng_signed(r) : 0;
        for (int j = 0; j < 3; j++) {
            t->normal[i][j] = pose.rotation[i][j];
            t->size[i][j] = fabs(pose.rotation[i][j]);
        }
    }
}

static int separates(const terms* t, int a_flat, int b_flat)
{
    const double(*normal)[3] = (const double(*)[3])t->normal;
    const double(*size)[3] = (const double(*)[3])t->size;
    int found = 0;
    for (int i = 0; i < 3; i++) {
        const double across = distance_along_b(i, t->along, normal);
        found |= separates_face_a(i, t->along, size, t->a, t->b, 0, a_flat, b_flat);
        found |= separates_face_b(i, across, size, t->a, t->b, 0, a_flat, b_flat);
    }
    return found || separates_any_edges(t->along, normal, size, t->a, t->b, 0, a_flat, b_flat);
}

// The shorter tests leave out what is zero, so they say the same.
static void shorter_tests_say_what_the_whole_one_says(void** state)
{
    (void)state;
    rng r = {63};
    int apart[4] = {0};
    for (int i = 0; i < 40000; i++) {
        const int a_flat = i & 1, b_flat = i >> 1 & 1;
        terms t;
        random_terms(&t, &r, a_flat, b_flat);
        const int whole = separates(&t, 0, 0);
        assert_int_equal(separates(&t, a_flat, b_flat), whole);
        apart[i & 3] += whole;
    }
    for (int i = 0; i < 4; i++)
        assert_in_range(apart[i], 2000, 9000);
}

// ------------------------------------------------------------------------------------------ infinite

typedef struct plain_box {  // of either side, in a common pose
    obb box;
    abut_pose pose;
    affine map;
    frame frame;
} plain_box;

static int boxes_are_apart(const plain_box* a, const plain_box* b)
{
    const relative_side a_side = {&a->map, &a->frame}, b_side = {&b->map, &b->frame};
    relative_pose relative;
    obb_constants constants;
    placed_obb placed;
    relative_pose_prepare(&relative, &a_side, &b_side);
    obb_prepare(&constants, &relative, obb_defect(&a->box), obb_defect(&b->box));
    obb_place(&constants, &b->box, &placed);
    return obb_apart(&a->box, relative.a_scale, &placed, &constants.margin);
}

static plain_box box_of(double x, double y, double z, const abut_pose* pose)
{
    plain_box b = {.box = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}, {x, y, z}},
                   .pose = *pose};
    assert_int_equal(affine_from_pose(&b.map, pose), ABUT_OK);
    return b;
}

// b stands off a by the given way in a's axes, turned by turn.
static plain_box beside(const plain_box* a, double x, double y, double z, const abut_pose* turn,
                        const double half[3])
{
    const double way[3] = {x, y, z};
    abut_pose pose = a->pose;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            pose.rotation[i][k] = 0;
            for (int m = 0; m < 3; m++)
                pose.rotation[i][k] += a->pose.rotation[i][m] * turn->rotation[m][k];
        }
        pose.translation[i] += dot3(a->pose.rotation[i], way);
    }
    return box_of(half[0], half[1], half[2], &pose);
}

static void both_ways(const plain_box* a, const plain_box* b, int apart)
{
    assert_int_equal(boxes_are_apart(a, b), apart);
    assert_int_equal(boxes_are_apart(b, a), apart);
}

// A ray of square section, a beam that is infinite both ways: a box passes it or not, anywhere along.
static void a_fat_ray_is_infinite(void** state)
{
    (void)state;
    const double inf = (double)INFINITY, cube[3] = {1, 1, 1};
    const abut_pose none = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    rng r = {64};
    for (int i = 0; i < 300; i++) {
        const abut_pose pose = pose_random(&r, 10), turn = pose_random(&r, 0);
        const int k = i % 3, k1 = (k + 1) % 3;
        double half[3] = {0.5, 0.5, 0.5}, way[3] = {0, 0, 0};
        half[k] = inf;
        const plain_box ray = box_of(half[0], half[1], half[2], &pose);
        way[k] = 1e6 * rng_signed(&r);
        for (int apart = 0; apart < 2; apart++) {
            way[k1] = apart ? 1.5001 : 1.4999;
            const plain_box b = beside(&ray, way[0], way[1], way[2], &none, cube);
            both_ways(&ray, &b, apart);
            way[k1] = apart ? 0.5 + sqrt(3) + 0.001 : 1.49;  // turned anyhow
            const plain_box c = beside(&ray, way[0], way[1], way[2], &turn, cube);
            both_ways(&ray, &c, apart);
        }
    }
}

// A turned cube beside a ray along z, seen along it: its corner or, turned by 45 degrees, its edge.
static void a_fat_ray_and_an_edge_part_by_a_cross_product(void** state)
{
    (void)state;
    const double cube[3] = {1, 1, 1}, axis[3] = {0, 0, 1};
    const abut_pose none = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const plain_box ray = box_of(0.5, 0.5, (double)INFINITY, &none);
    abut_pose turn;
    assert_int_equal(abut_pose_from_axis_angle(&turn, axis, 45), ABUT_OK);
    // Corner to corner, in the diagonal direction: half diagonal of the ray and half edge of the
    // cube.
    const double touch = (sqrt(0.5) + 1) * sqrt(0.5);
    for (int apart = 0; apart < 2; apart++) {
        const double way = touch * (apart ? 1.0001 : 0.9999);
        const plain_box b = beside(&ray, way, way, 1e5, &turn, cube);
        both_ways(&ray, &b, apart);
    }
}

// The space between two planes.
static void a_slab_is_infinite(void** state)
{
    (void)state;
    const double inf = (double)INFINITY, cube[3] = {1, 1, 1};
    rng r = {65};
    for (int i = 0; i < 300; i++) {
        const abut_pose pose = pose_random(&r, 10), turn = pose_random(&r, 0);
        const int k = i % 3;
        double half[3] = {inf, inf, inf}, way[3];
        half[k] = 0.25;
        const plain_box slab = box_of(half[0], half[1], half[2], &pose);
        for (int x = 0; x < 3; x++)
            way[x] = 1e6 * rng_signed(&r);
        // How far the turned cube reaches across the slab.
        const double reach =
            fabs(turn.rotation[k][0]) + fabs(turn.rotation[k][1]) + fabs(turn.rotation[k][2]);
        for (int apart = 0; apart < 2; apart++) {
            way[k] = (0.25 + reach) * (apart ? 1.0001 : 0.9999);
            const plain_box b = beside(&slab, way[0], way[1], way[2], &turn, cube);
            both_ways(&slab, &b, apart);
        }
    }
}

// Two rays part along their common perpendicular; two slabs, or a ray and a slab, always meet unless
// they are quite parallel, which no turned box is known to be.
static void infinite_boxes_meet_each_other(void** state)
{
    (void)state;
    const double inf = (double)INFINITY, slab[3] = {0.1, inf, inf}, beam[3] = {inf, 0.1, 0.1};
    rng r = {66};
    for (int i = 0; i < 300; i++) {
        const abut_pose pose = pose_random(&r, 1), turn = pose_random(&r, 0);
        const plain_box a = box_of(inf, 0.1, 0.1, &pose);
        const plain_box far = beside(&a, 0, 1e3, 0, &turn, slab);
        both_ways(&a, &far, 0);
        const plain_box across = box_of(0.1, inf, inf, &pose);
        const plain_box other = beside(&across, 1e3, 0, 0, &turn, slab);
        both_ways(&across, &other, 0);
        // b's beam runs along turn's first column; the common perpendicular, in a's axes, is x
        // cross it.
        const double u[3] = {turn.rotation[0][0], turn.rotation[1][0], turn.rotation[2][0]};
        double normal[3] = {0, -u[2], u[1]};
        if (dot3(normal, normal) < 0.1) continue;
        assert_true(normalise3(normal));
        for (int apart = 0; apart < 2; apart++) {
            const double distance = apart ? 0.1 * (2 * sqrt(2)) + 1e-3 : 0.19;
            const plain_box b =
                beside(&a, 50, distance * normal[1], distance * normal[2], &turn, beam);
            both_ways(&a, &b, apart);
        }
    }
}

// ------------------------------------------------------------------------------------------ checks

static void checks_find_what_is_broken(void** state)
{
    (void)state;
    const matrix3 unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    obb box = {.axes = unit, .centre = {0, 1, 2}, .half = {1, 2, 3}};
    assert_true(obb_class.content(&box) == 48);
    assert_null(obb_class.check(&box, 0));
    const long double inside[3] = {1, -1, 5}, beyond[3] = {1, -1, 5.1L};
    assert_true(obb_class.holds(&box, inside));
    assert_false(obb_class.holds(&box, beyond));
    box.centre[2] = -3.5;
    assert_string_equal(obb_class.check(&box, 0), "a box is far away");
    box.centre[2] = 2;
    box.axes.row[1][0] = 0x1p-20;
    assert_string_equal(obb_class.check(&box, 0x1p-21), "the defect is too small");
    assert_null(obb_class.check(&box, 0x1p-20));
}

static void vectors_far_from_independent_are_not_made_orthonormal(void** state)
{
    (void)state;
    const matrix3 bad[4] = {
        {{{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
        {{{1, 0, 0}, {0, 0, 0}, {0, 0, 1}}},
        {{{1, 0, 0}, {3, 1, 0}, {0, 0, 1}}},
        {{{1, 0, 0}, {(double)NAN, 1, 0}, {0, 0, 1}}},
    };
    for (int i = 0; i < 4; i++) {
        matrix3 m = bad[i];
        assert_int_equal(orthonormalise(&m), 0);
        assert_memory_equal(&m, &bad[i], sizeof m);
    }
    matrix3 m = {{{2, 0, 0}, {1, 5, 0}, {7, 7, 7}}};
    const matrix3 unit = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    assert_int_equal(orthonormalise(&m), 1);
    assert_memory_equal(&m, &unit, sizeof m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_fit_and_storage_gives_brutes_pairs),
        cmocka_unit_test(quaternions_take_two_thirds_of_the_memory),
        cmocka_unit_test(quaternions_keep_the_axes),
        cmocka_unit_test(epsilon_never_changes_an_answer),
        cmocka_unit_test(groups_that_no_axis_separates_stay_leaves),
        cmocka_unit_test(leaves_and_depth_are_as_asked_for),
        cmocka_unit_test(shorter_tests_say_what_the_whole_one_says),
        cmocka_unit_test(a_fat_ray_is_infinite),
        cmocka_unit_test(a_fat_ray_and_an_edge_part_by_a_cross_product),
        cmocka_unit_test(a_slab_is_infinite),
        cmocka_unit_test(infinite_boxes_meet_each_other),
        cmocka_unit_test(checks_find_what_is_broken),
        cmocka_unit_test(vectors_far_from_independent_are_not_made_orthonormal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
