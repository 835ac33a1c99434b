// fall_scenes.c - the falls: which models, where they start, and how the world is made and freed.
#include "fall_world.h"
#include "random.h"

#include <stdlib.h>
#include <string.h>

static const fall_scene scenes[] = {
    {"pipes", "pipes that fall into pipes", 4000, 3},
    {"torus", "a wrinkled torus that falls round a stalagmite, on teeth", 3500, 3},
    {"torpedo", "a torpedo that comes to rest on a pivot with notches", 2500, 3},
    {"objects", "31 objects that bounce in a tray", 4000, 3},
    {"within", "small pipes that fall to the middle of large ones", 4008, 1},
    {"rollers", "a torpedo that comes to rest along eight pairs of rollers", 2500, 8},
};

const fall_scene* fall_scene_list(size_t* count)
{
    *count = sizeof scenes / sizeof *scenes;
    return scenes;
}

const fall_scene* fall_scene_find(const char* name)
{
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        if (strcmp(scenes[i].name, name) == 0) return scenes + i;
    return NULL;
}

// Room for so many bodies, the fixed one included, and all their pairs.
static scene_status reserve(fall_world* w, size_t bodies)
{
    const size_t pairs = bodies * (bodies - 1) / 2;
    w->bodies = calloc(bodies, sizeof *w->bodies);
    w->pairs = calloc(pairs, sizeof *w->pairs);
    w->was = calloc(pairs, sizeof *w->was);
    w->old = calloc(bodies, sizeof *w->old);
    w->pushed = calloc(bodies, sizeof *w->pushed);
    w->part = calloc(bodies, sizeof *w->part);
    w->held = calloc(bodies, 1);
    w->struck = calloc(bodies, 1);
    if (!w->bodies || !w->pairs || !w->was || !w->old || !w->pushed || !w->part || !w->held ||
        !w->struck)
        return SCENE_OUT_OF_MEMORY;
    for (uint32_t a = 0; a < bodies; a++)
        for (uint32_t b = a + 1; b < bodies; b++)
            w->pairs[w->pair_count++] = (fall_pair){.a = a, .b = b};
    return SCENE_OK;
}

// The next body; the first one is fixed. A failure to make the mesh ends here, too.
static scene_status add_body(fall_world* w, scene_status made, mesh* shape)
{
    if (made != SCENE_OK) return made;
    const int is_fixed = w->body_count == 0;
    return fall_body_make(w->bodies + w->body_count++, shape, is_fixed);
}

// Where the last body starts. A turn need not be a unit quaternion.
static void place(fall_world* w, vec position, quaternion turn)
{
    fall_body_set(w->bodies + w->body_count - 1, position, quaternion_unit(turn));
}

// -------------------------------------------------------------------------------------- two bodies

static scene_status make_pipes(fall_world* w, int small)
{
    const pipework_shape below = {.grid = {10, 10, 4},
                                  .pipes = 16,
                                  .corners = 12,
                                  .sides = small ? 8 : 42,
                                  .fine = small ? 4 : 16,
                                  .seed = 1};
    const pipework_shape above = {.grid = {6, 6, 6},
                                  .pipes = 10,
                                  .corners = 12,
                                  .sides = small ? 8 : 41,
                                  .fine = small ? 4 : 24,
                                  .seed = 2};
    mesh m = {0};
    scene_status status = reserve(w, 2);
    if (status == SCENE_OK) status = add_body(w, pipework_make(&below, &m), &m);
    if (status == SCENE_OK) status = add_body(w, pipework_make(&above, &m), &m);
    if (status != SCENE_OK) return status;
    place(w, (vec){0.03, 0.02, 1.3}, (quaternion){1, {0.11, 0.07, 0.2}});
    w->bodies[1].spin = (vec){0.1, -0.2, 0.3};
    w->step = 0x1p-9;
    return SCENE_OK;
}

static scene_status make_torus(fall_world* w, int small)
{
    mesh m = {0};
    scene_status status = reserve(w, 2);
    if (status == SCENE_OK) status = add_body(w, teeth_make(small ? 24 : 218, 2, &m), &m);
    if (status == SCENE_OK)
        status = add_body(w, wrinkled_make(small ? 40 : 200, small ? 20 : 50, 0.42, 0.12, &m), &m);
    if (status != SCENE_OK) return status;
    place(w, (vec){0.05, 0.02, 1.35}, (quaternion){1, {0.13, -0.05, 0.02}});
    w->bodies[1].spin = (vec){0.3, 0.2, 1};
    w->step = 0x1p-9;
    return SCENE_OK;
}

static scene_status make_torpedo(fall_world* w, int small)
{
    mesh m = {0};
    scene_status status = reserve(w, 2);
    if (status == SCENE_OK)
        status = add_body(w, pivot_make(small ? 36 : 153, small ? 40 : 148, &m), &m);
    if (status == SCENE_OK)
        status = add_body(w, torpedo_make(small ? 16 : 48, small ? 16 : 50, &m), &m);
    if (status != SCENE_OK) return status;
    // Nearly level, the nose along y.
    place(w, (vec){0.01, 0.005, 0.75}, (quaternion){1, {-1.05, 0.04, 0.03}});
    w->step = 0x1p-9;
    return SCENE_OK;
}

// As in the paper (Gottschalk, Lin and Manocha 1996, section 7.2): the same pipes, 15 times smaller, gravity toward the
// middle. Steps are short, for small pipes are thin.
static scene_status make_within(fall_world* w, int small)
{
    const pipework_shape shape = {.grid = {7, 7, 7},
                                  .pipes = 25,
                                  .corners = 12,
                                  .sides = small ? 8 : 26,
                                  .fine = small ? 4 : 16,
                                  .seed = 4};
    mesh m = {0};
    scene_status status = reserve(w, 2);
    if (status == SCENE_OK) status = add_body(w, pipework_make(&shape, &m), &m);
    scene_status made = status == SCENE_OK ? pipework_make(&shape, &m) : status;
    for (size_t i = 0; i < 3 * m.vertex_count && made == SCENE_OK; i++)
        m.vertices[i] /= 15;
    if (status == SCENE_OK) status = add_body(w, made, &m);
    if (status != SCENE_OK) return status;
    place(w, (vec){0.09, 0.13, 0.6}, (quaternion){1, {0.3, -0.2, 0.1}});
    w->bodies[1].spin = (vec){1, -2, 1.5};
    w->step = 0x1p-10;
    w->centre = 0.05;
    return SCENE_OK;
}

static scene_status make_rollers(fall_world* w, int small)
{
    mesh m = {0};
    scene_status status = reserve(w, 2);
    if (status == SCENE_OK)
        status = add_body(w, rollers_make(small ? 6 : 30, small ? 8 : 48, &m), &m);
    if (status == SCENE_OK)
        status = add_body(w, torpedo_make(small ? 16 : 48, small ? 16 : 50, &m), &m);
    if (status != SCENE_OK) return status;
    place(w, (vec){0.01, 0.003, 0.32}, (quaternion){1, {-1.02, 0.02, 0.01}});
    w->step = 0x1p-9;
    return SCENE_OK;
}

// ------------------------------------------------------------------------------------ many bodies

static scene_status object_make(size_t i, int small, mesh* out)
{
    const double box[3] = {0.2, 0.16, 0.12};
    switch (i % 4) {
    case 0:
        return torus_make(small ? 16 : 56, small ? 8 : 24, 0.08, 0.035, out);
    case 1:
        return box_make(box, small ? 3 : 15, out);
    case 2:
        return icosphere_make(small ? 2 : 3, 0.09, out);
    default:
        return wrinkled_make(small ? 20 : 80, small ? 10 : 24, 0.08, 0.03, out);
    }
}

static double random_between(random_source* r, double low, double high)
{
    return low + (high - low) * random_unit(r);
}

static scene_status make_objects(fall_world* w, int small)
{
    mesh m = {0};
    random_source r = {7};
    scene_status status = reserve(w, 32);
    if (status == SCENE_OK) status = add_body(w, tray_make(1.2, 1, &m), &m);
    for (size_t i = 0; i < 31 && status == SCENE_OK; i++) {
        status = add_body(w, object_make(i, small, &m), &m);
        if (status != SCENE_OK) break;
        const vec at = {0.32 * ((double)(i % 3) - 1), 0.32 * ((double)(i / 3 % 3) - 1),
                        0.3 + 0.3 * (double)(i / 9)};
        quaternion q = {random_between(&r, 0.1, 1), {0, 0, 0}};
        double* part[3] = {&q.v.x, &q.v.y, &q.v.z};
        for (int k = 0; k < 3; k++)
            *part[k] = random_between(&r, -1, 1);
        place(w, at, q);
        fall_body* b = w->bodies + w->body_count - 1;
        b->velocity = (vec){random_between(&r, -0.4, 0.4), random_between(&r, -0.4, 0.4), 0};
        b->spin = (vec){random_between(&r, -2, 2), random_between(&r, -2, 2), 0};
    }
    w->bounce = 0.5;
    w->step = 0x1p-9;
    return status;
}

// ------------------------------------------------------------------------------------------- world

void fall_free(fall_world* w)
{
    if (!w) return;
    for (size_t i = 0; i < w->body_count; i++) {
        abut_model_free(w->bodies[i].model);
        mesh_free(&w->bodies[i].shape);
    }
    free(w->bodies);
    free(w->pairs);
    free(w->was);
    free(w->old);
    free(w->pushed);
    free(w->part);
    free(w->held);
    free(w->struck);
    free(w->now.items);
    free(w->trial.items);
    free(w->solve.items);
    free(w->segments);
    free(w->ends);
    abut_query_free(w->query);
    free(w);
}

scene_status fall_create(fall_world** out, const fall_scene* scene, int small,
                         double (*clock)(void))
{
    static scene_status (*const make[])(fall_world*, int) = {
        make_pipes, make_torus, make_torpedo, make_objects, make_within, make_rollers};
    fall_world* w = calloc(1, sizeof *w);
    if (!w) return SCENE_OUT_OF_MEMORY;
    w->gravity = 1;
    w->bounce = 0.2;
    w->friction = 0.4;
    w->drag = 0.2;
    w->depth_share = 0.01;
    w->clock = clock;
    scene_status status =
        abut_query_create(&w->query, NULL) == ABUT_OK ? SCENE_OK : SCENE_OUT_OF_MEMORY;
    if (status == SCENE_OK) status = make[scene - scenes](w, small);
    if (status == SCENE_OK) status = fall_begin(w);
    if (status != SCENE_OK) {
        fall_free(w);
        return status;
    }
    *out = w;
    return SCENE_OK;
}

size_t fall_body_count(const fall_world* w)
{
    return w->body_count;
}

const mesh* fall_body_mesh(const fall_world* w, size_t body)
{
    return &w->bodies[body].shape;
}

void fall_body_pose(const fall_world* w, size_t body, double rows[12])
{
    const abut_pose pose = fall_body_abut_pose(w->bodies + body);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++)
            rows[4 * i + j] = pose.rotation[i][j];
        rows[4 * i + 3] = pose.translation[i];
    }
}

const fall_state* fall_now(const fall_world* w)
{
    return &w->state;
}
