// wide_scenes.h - pairs of models of the engine and of another method, for test_wide: tori, spheres, bricks, pipes and soups, in
// all forms of memory.
#ifndef ABUT_TESTS_ENGINE_WIDE_SCENES_H
#define ABUT_TESTS_ENGINE_WIDE_SCENES_H
#include "scenes.h"
#include "support/soups.h"

#ifndef EXPECT_PRUNING
#error "EXPECT_PRUNING must be 1 or 0, as the library was built"
#endif

typedef struct scene {
    const char* name;
    size_t count[2];  // triangles
    abut_model *wide[2], *plain[2];
    abut_method against;  // of plain; 0: brute
    abut_pose pose;       // of b
} scene;

// Of wide the next form: so that two sides have all nine pairs of forms in turn.
static UNUSED abut_memory next_memory(abut_method method, int side)
{
    static unsigned turn;
    if (method != ABUT_METHOD_WIDE) return ABUT_MEMORY_DEFAULT;
    turn += side == 0;
    return (abut_memory)(ABUT_MEMORY_NORMAL + (side ? turn / 3 : turn) % 3);
}

static UNUSED abut_model* model_of_soup(const abut_soup* soup, abut_method method, int leaf_size,
                                        int side)
{
    const abut_build options = {
        .method = method, .leaf_size = leaf_size, .memory = next_memory(method, side)};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, soup, &options), ABUT_OK);
    return model;
}

static UNUSED void set_side(scene* s, int side, const abut_soup* soup)
{
    s->count[side] = soup->triangle_count;
    s->wide[side] = model_of_soup(soup, ABUT_METHOD_WIDE, 0, side);
    s->plain[side] = model_of_soup(soup, s->against ? s->against : ABUT_METHOD_BRUTE, 0, side);
}

static UNUSED void set_side_of_mesh(scene* s, int side, scene_status made, mesh* m)
{
    assert_int_equal(made, SCENE_OK);
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    set_side(s, side, &soup);
    mesh_free(m);
}

static UNUSED void set_side_of_soup(scene* s, int side, soup_sort sort, size_t count, uint64_t seed)
{
    soup_data data = soup_random(sort, count, seed);
    const abut_soup soup = soup_of(&data);
    set_side(s, side, &soup);
    soup_free(&data);
}

static UNUSED void scene_free(scene* s)
{
    for (int side = 0; side < 2; side++) {
        abut_model_free(s->wide[side]);
        abut_model_free(s->plain[side]);
    }
}

enum { SHAPES = 4, SCENES = SHAPES + SOUP_SORT_COUNT };

// Where nothing is pruned every pair of triangles is tested.
enum { FINE = EXPECT_PRUNING ? 40 : 16, SOUP = EXPECT_PRUNING ? 160 : 60 };

static UNUSED scene make_scene(int which)
{
    scene s = {.name = "soup"};
    mesh a = {0}, b = {0};
    rng r = {(uint64_t)which};
    const bricks_shape bricks = {4, 4, 1, 2, 1, 0.1, 0};
    bricks_shape on_top = bricks;
    on_top.layer = 1;
    s.pose = pose_random(&r, 0.3);
    if (which == 0) {
        s.name = "tori";
        set_side_of_mesh(&s, 0, torus_make(FINE, FINE / 2, 2, 0.7, &a), &a);
        set_side_of_mesh(&s, 1, torus_make(FINE, FINE / 2, 2, 0.7, &b), &b);
    } else if (which == 1) {
        s.name = "spheres";
        set_side_of_mesh(&s, 0, sphere_make(FINE / 2, FINE, 1, &a), &a);
        set_side_of_mesh(&s, 1, sphere_make(FINE / 2, FINE, 0.995, &b), &b);
        memset(s.pose.translation, 0, sizeof s.pose.translation);
    } else if (which == 2) {
        s.name = "bricks";
        set_side_of_mesh(&s, 0, bricks_make(&bricks, &a), &a);
        set_side_of_mesh(&s, 1, bricks_make(&on_top, &b), &b);
        s.pose = (abut_pose){.scale = 1};
    } else if (which == 3) {
        s.name = "pipes";
        set_side_of_mesh(&s, 0, pipes_make(EXPECT_PRUNING ? 40 : 10, 8, 1, 0.02, 1, &a), &a);
        set_side_of_mesh(&s, 1, pipes_make(EXPECT_PRUNING ? 40 : 10, 8, 1, 0.02, 2, &b), &b);
    } else {
        const soup_sort sort = (soup_sort)(which - SHAPES);
        set_side_of_soup(&s, 0, sort, SOUP, 1);
        set_side_of_soup(&s, 1, sort, SOUP / 2, 1);  // the same triangles
        if (which % 2) s.pose = (abut_pose){.scale = 1};
    }
    return s;
}

#endif
