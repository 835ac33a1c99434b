// test_prune.c - boxes only save work. This program is built twice: with the library, and with one
// whose PRUNE(x) is false, where the tree must find the same pairs by testing everything.
#include "scenes.h"
#include "support/method_here.h"
#include "support/soups.h"

#include "abut/methods.h"

#include <stdio.h>

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as the library was built"
#endif

typedef struct scene {
    const char* name;
    mesh a, b;
    abut_pose pose;  // of b
} scene;

enum { SCENES = 7 };

static void add(scene* s, const char* name, scene_status a, scene_status b)
{
    assert_int_equal(a, SCENE_OK);
    assert_int_equal(b, SCENE_OK);
    s->name = name;
}

static void make_scenes(scene s[SCENES])
{
    const double axis[3] = {1, 2, 3}, block[3] = {1, 1, 1};
    bricks_shape bricks = {4, 4, 1, 2, 1, 0.1, 0};
    bricks_shape on_top = bricks;
    on_top.layer = 1;
    memset(s, 0, SCENES * sizeof *s);
    for (int i = 0; i < SCENES; i++)
        assert_int_equal(abut_pose_from_axis_angle(&s[i].pose, axis, i == 3 ? 0 : 25), ABUT_OK);
    add(&s[0], "tori", torus_make(24, 12, 2, 0.7, &s[0].a), torus_make(24, 12, 2, 0.7, &s[0].b));
    s[0].pose.translation[0] = 2.5;
    add(&s[1], "spheres", sphere_make(16, 24, 1, &s[1].a), sphere_make(16, 24, 0.995, &s[1].b));
    add(&s[2], "boxes", box_make(block, 6, &s[2].a), box_make(block, 6, &s[2].b));
    s[2].pose.translation[0] = 0.9;
    add(&s[3], "bricks", bricks_make(&bricks, &s[3].a), bricks_make(&on_top, &s[3].b));
    add(&s[4], "soups", soup_make(500, 0.2, 1, &s[4].a), soup_make(500, 0.2, 2, &s[4].b));
    add(&s[5], "pipes", pipes_make(20, 8, 1, 0.02, 1, &s[5].a),
        pipes_make(20, 8, 1, 0.02, 2, &s[5].b));
    add(&s[6], "apart", tetra_make(100, 0.2, 1, &s[6].a), tetra_make(100, 0.2, 2, &s[6].b));
    s[6].pose.translation[2] = 3;
}

static abut_model* build(const mesh* m, const abut_build* options)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    abut_model* model = NULL;
    // What is tested here is a tree, where nothing else is asked for.
    abut_build how = options ? *options : (abut_build){0};
    if (how.method == ABUT_METHOD_AUTO) how.method = SOME_TREE;
    assert_int_equal(abut_model_build(&model, &soup, &how), ABUT_OK);
    return model;
}

// FNV-1a over the pairs.
static uint64_t hash_of(const abut_hits* hits)
{
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < hits->count; i++) {
        hash = (hash ^ hits->pairs[i].a) * 0x100000001B3u;
        hash = (hash ^ hits->pairs[i].b) * 0x100000001B3u;
    }
    return hash;
}

static abut_hits collide_scene(abut_query* q, const scene* s, const abut_build* options)
{
    abut_model *am = build(&s->a, options), *bm = build(&s->b, options);
    const abut_instance a = {.model = am}, b = {.model = bm, .pose = s->pose};
    abut_hits hits;
    assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
    assert_int_equal(hits.complete, 1);
    abut_model_free(am);
    abut_model_free(bm);
    return hits;
}

static void pairs_do_not_depend_on_pruning(void** state)
{
    (void)state;
    static scene scenes[SCENES];
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    make_scenes(scenes);
    for (int i = 0; i < SCENES; i++) {
        const abut_build brute = {.method = ABUT_METHOD_BRUTE};
        const abut_hits all = collide_scene(q, &scenes[i], &brute);
        const uint64_t expected = hash_of(&all);
        const size_t expected_count = all.count;
        for (int k = 0; k < 3; k++) {
            const abut_build options = {
                .tree = &(abut_tree_build){.real = !EXPECT_PAPERS ? ABUT_REAL_DEFAULT
                                                   : k == 1       ? ABUT_REAL_DOUBLE
                                                                  : ABUT_REAL_FLOAT,
                                           .split = k == 2 ? ABUT_SPLIT_MEDIAN : ABUT_SPLIT_MEAN}};
            const abut_hits hits = collide_scene(q, &scenes[i], &options);
            assert_int_equal(hits.count, expected_count);
            assert_true(hash_of(&hits) == expected);
            if (EXPECT_PRUNING) {
                assert_true(hits.triangle_tests * 4 < all.triangle_tests);
                assert_true(hits.volume_tests < all.triangle_tests);
            } else {
                assert_int_equal(hits.triangle_tests, all.triangle_tests);
                assert_true(hits.volume_tests > hits.triangle_tests / 16);
            }
            if (k == 0)
                print_message("%s: %zu pairs, %.0f of %.0f triangle tests, %.0f volume tests\n",
                              scenes[i].name, hits.count, (double)hits.triangle_tests,
                              (double)all.triangle_tests, (double)hits.volume_tests);
        }
        assert_int_equal(expected_count == 0, strcmp(scenes[i].name, "apart") == 0);
        mesh_free(&scenes[i].a);
        mesh_free(&scenes[i].b);
    }
    abut_query_free(q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_do_not_depend_on_pruning)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
