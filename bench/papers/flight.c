// flight.c - paths of scenes/ as scenes to measure on: billiard flights (Klosowski 1998, chapters 2 and 5), and
// falls (Gottschalk, Lin and Manocha 1996, section 7.2). abut itself finds what they hit; all methods find the same.
#include "bench.h"
#include "fall.h"
#include "papers/run.h"

#include <stdlib.h>
#include <string.h>

static int make_poses(bench_scene* s, size_t count)
{
    free(s->poses);
    s->pose_count = 0;
    s->poses = calloc(count, sizeof *s->poses);
    if (!s->poses) return bench_fail("%s: out of memory", s->name);
    s->pose_count = count;
    return BENCH_OK;
}

int fly_scene(bench_scene* s, const billiard_rules* rules)
{
    motion m = {NULL, 0};
    const mesh* b = s->b.triangle_count ? &s->b : &s->a;
    if (billiard_make(rules, &s->a, b, &m) != SCENE_OK)
        return bench_fail("%s: there is no flight", s->name);
    const int status = make_poses(s, m.frame_count);
    for (size_t i = 0; i < s->pose_count; i++) {
        abut_pose* pose = &s->poses[i];
        *pose = (abut_pose){.scale = 1};
        memcpy(pose->rotation, m.frames[i].rotation[1], sizeof pose->rotation);
        memcpy(pose->translation, m.frames[i].position[1], sizeof pose->translation);
    }
    motion_free(&m);
    return status;
}

static int copy_mesh(const mesh* from, mesh* out)
{
    const size_t vertices = 3 * from->vertex_count * sizeof *from->vertices;
    const size_t triangles = 3 * from->triangle_count * sizeof *from->triangles;
    *out = (mesh){.vertices = malloc(vertices), .triangles = malloc(triangles)};
    if (!out->vertices || !out->triangles) return bench_fail("out of memory");
    memcpy(out->vertices, from->vertices, vertices);
    memcpy(out->triangles, from->triangles, triangles);
    out->vertex_count = from->vertex_count;
    out->triangle_count = from->triangle_count;
    return BENCH_OK;
}

static int follow_fall(fall_world* w, bench_scene* s)
{
    for (size_t i = 0; i < s->pose_count; i++) {
        double rows[12];
        if (fall_step(w) != SCENE_OK) return bench_fail("%s: the fall failed", s->name);
        fall_body_pose(w, 1, rows);
        s->poses[i] = (abut_pose){.scale = 1};
        for (size_t k = 0; k < 3; k++) {
            memcpy(s->poses[i].rotation[k], rows + 4 * k, sizeof s->poses[i].rotation[k]);
            s->poses[i].translation[k] = rows[4 * k + 3];
        }
    }
    return BENCH_OK;
}

int fall_make_scene(bench_scene* s, const char* name, bool quick)
{
    const fall_scene* scene = fall_scene_find(name);
    fall_world* w = NULL;
    *s = (bench_scene){.name = name};
    if (!scene || fall_create(&w, scene, quick, NULL) != SCENE_OK)
        return bench_fail("%s: there is no such fall", name);
    int status = make_poses(s, scene->steps);
    if (status == BENCH_OK) status = copy_mesh(fall_body_mesh(w, 0), &s->a);
    if (status == BENCH_OK) status = copy_mesh(fall_body_mesh(w, 1), &s->b);
    if (status == BENCH_OK) status = follow_fall(w, s);
    fall_free(w);
    return status;
}
