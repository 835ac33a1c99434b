// sets.c - the five data sets of QuickCD (Klosowski 1998, chapter 5): pipes among pipes, a torus in a
// landscape, an airliner among tetrahedra, bars in a tube among tetrahedra, a hand that reaches
// into the seats of a cabin.
#include "bench.h"
#include "papers/quickcd.h"
#include "scenes.h"

#include <abut/methods.h>
#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

typedef struct data_set {
    const char* name;
    int (*environment)(uint32_t triangles, mesh* out);
    uint32_t environment_triangles, object_triangles;
    int (*object)(uint32_t triangles, mesh* out);
    double size;                                // of the object
    uint64_t seed;                              // of its billiard flight; 0: path
    void (*path)(double part, abut_pose* out);  // part of the path, from 0 to 1
} data_set;

static int tetrahedra(uint32_t triangles, mesh* out)
{
    return shape_obstacles(triangles, false, out);
}

static int tetrahedra_and_tube(uint32_t triangles, mesh* out)
{
    return shape_obstacles(triangles, true, out);
}

static int cross(uint32_t triangles, mesh* out)
{
    (void)triangles;
    return shape_cross(out);
}

// Tumbling through the tube, which it does not touch, to its other end and back: past all the tetrahedra about it.
static void tube_path(double part, abut_pose* out)
{
    static const double axis[3] = {1, 2, 3};
    abut_pose_from_axis_angle(out, axis, 360 * 10 * part);
    shape_tube_middle(part < 0.5 ? 2 * part : 2 - 2 * part, out->translation);
}

// Through the cabin from end to end and back, swaying, among the seats: what it touches does not stop it.
static void hand_path(double part, abut_pose* out)
{
    static const double axis[3] = {1, 1, 2};
    const double at = 2 * PI * part;
    abut_pose_from_axis_angle(out, axis, 60 * sin(3 * at));
    out->translation[0] = 1.2 * sin(at);
    out->translation[1] = 0.8 * sin(5 * at + 1);
    out->translation[2] = -0.375 + 0.175 * sin(8 * at);
}

static const data_set sets[SET_COUNT] = {
    [SET_PIPES] = {"pipes", shape_pipes, 143690, 143690, shape_pipes, 1.0 / 15, 11, NULL},
    [SET_TORUS] = {"torus", shape_landscape, 98000, 20000, shape_wrinkled, 1.2, 12, NULL},
    [SET_AIRLINER] = {"airliner", tetrahedra, 100000, 14646, shape_airliner, 0.04, 13, NULL},
    [SET_SWEPT] = {"swept", tetrahedra_and_tube, 40000, 36, cross, 0.14, 0, tube_path},
    [SET_INTERIOR] = {"interior", shape_cabin, 169944, 404, shape_hand, 0.3, 0, hand_path},
};

static int follow(bench_scene* s, void (*path)(double part, abut_pose* out), size_t steps)
{
    s->poses = calloc(steps, sizeof *s->poses);
    if (!s->poses) return bench_fail("out of memory");
    s->pose_count = steps;
    for (size_t i = 0; i < steps; i++)
        path((double)i / (double)steps, &s->poses[i]);
    return BENCH_OK;
}

int set_make_part(bench_scene* out, int which, uint32_t parts, size_t steps)
{
    const data_set* d = &sets[which];
    const billiard_rules rules = {.steps = (uint32_t)steps,
                                  .step = 0.05,
                                  .turn = 2,
                                  .stir = 0.2,
                                  .seed = d->seed,
                                  .inward = 1};
    *out = (bench_scene){.name = d->name};
    int status = d->environment(d->environment_triangles / parts, &out->a);
    if (status == BENCH_OK)
        status = d->object(d->object_triangles > 1000 ? d->object_triangles / parts
                                                      : d->object_triangles,
                           &out->b);
    if (status != BENCH_OK) return status;
    if (mesh_fit_cube(&out->b, d->size) != SCENE_OK) return bench_fail("%s: no extent", d->name);
    return d->path ? follow(out, d->path, steps) : fly_scene(out, &rules);
}

int set_make(bench_scene* out, int which, bool quick, size_t steps)
{
    return set_make_part(out, which, quick ? 16 : 1, steps);
}

abut_build rival_solid_build(void)
{
    return (abut_build){.method = ABUT_METHOD_AABB, .leaf_size = 1};
}

abut_build quickcd_build(abut_method method)
{
    static const abut_tree_build tree = {.axis = ABUT_AXIS_SPLATTER, .split = ABUT_SPLIT_MEAN};
    return (abut_build){.method = method, .tree = &tree, .leaf_size = 1};
}

abut_build quickcd_flyer(abut_method method, size_t triangles)
{
    abut_build build = quickcd_build(method);
    if (triangles > 1000)
        build.leaf_size = method == ABUT_METHOD_QUICKCD6    ? 8
                          : method == ABUT_METHOD_QUICKCD26 ? 32
                                                            : 16;
    return build;
}
