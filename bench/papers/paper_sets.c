// paper_sets.c - the five data sets of QuickCD (Klosowski 1998, chapter 5): pipes among pipes, a torus in a
// landscape, an airliner among tetrahedra, bars in a tube among tetrahedra, a hand that reaches
// into the seats of a cabin.
#include "bench.h"
#include "papers/paper_run.h"
#include "scenes.h"

typedef struct data_set {
    const char* name;
    int (*environment)(uint32_t triangles, mesh* out);
    uint32_t environment_triangles, object_triangles;
    int (*object)(uint32_t triangles, mesh* out);
    double size;  // of the object
    flight path;
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

static const data_set sets[SET_COUNT] = {
    [SET_PIPES] = {"pipes",
                   shape_pipes,
                   143690,
                   143690,
                   shape_pipes,
                   1.0 / 15,
                   {.from = {1.04, 1.02, 1.03},
                    .low = {-0.05, -0.05, -0.05},
                    .high = {1.05, 1.05, 1.05},
                    .speed = 0.004,
                    .turn = 1,
                    .pull_to_middle = 0.00001,
                    .seed = 11}},
    [SET_TORUS] = {"torus",
                   shape_landscape,
                   98000,
                   20000,
                   shape_wrinkled,
                   1.2,
                   {.from = {0, 0, 1.7},
                    .low = {-1, -1, -0.2},
                    .high = {1, 1, 2},
                    .speed = 0.02,
                    .turn = 1,
                    .pull = {0, 0, -0.0004},
                    .seed = 12}},
    [SET_AIRLINER] = {"airliner",
                      tetrahedra,
                      100000,
                      14646,
                      shape_airliner,
                      0.04,
                      {.from = {-0.03, 0.5, 0.5},
                       .high = {1, 1, 1},
                       .speed = 0.003,
                       .turn = 2,
                       .pull_to_middle = 0.0001,
                       .seed = 13}},
    [SET_SWEPT] =
        {"swept",
         tetrahedra_and_tube,
         40000,
         36,
         cross,
         0.14,
         {.from = {0.5, 0.5, 0.3}, .high = {1, 1, 1}, .speed = 0.006, .turn = 3, .seed = 14}},
    [SET_INTERIOR] = {"interior",
                      shape_cabin,
                      169944,
                      404,
                      shape_hand,
                      0.3,
                      {.from = {0.12, 0, -0.3},
                       .low = {-1.2, -0.8, -0.55},
                       .high = {1.2, 0.8, -0.2},
                       .speed = 0.012,
                       .turn = 1,
                       .seed = 15,
                       .through = true}},
};

int set_make(bench_scene* out, int which, bool quick, size_t steps)
{
    const data_set* d = &sets[which];
    const uint32_t part = quick ? 16 : 1;
    *out = (bench_scene){.name = d->name};
    int status = d->environment(d->environment_triangles / part, &out->a);
    if (status == BENCH_OK)
        status = d->object(
            d->object_triangles > 1000 ? d->object_triangles / part : d->object_triangles, &out->b);
    if (status != BENCH_OK) return status;
    if (mesh_fit_cube(&out->b, d->size) != SCENE_OK) return bench_fail("%s: no extent", d->name);
    return fly_scene(out, &d->path, steps);
}
