// scenes.c - the scenes on which methods are compared: those of the DOP-tree paper, pipes (the
// worst for boxes along axes) and an object that flies over a terrain (QuickCD's).
#define _POSIX_C_SOURCE 200809L
#include "scenes.h"

#include "bench.h"
#include "methods/methods.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char* const names[] = {"torus", "sphere", "pipes", "terrain"};

const char* const* bench_scene_names(size_t* count)
{
    *count = sizeof names / sizeof *names;
    return names;
}

void bench_scene_free(bench_scene* s)
{
    mesh_free(&s->a);
    mesh_free(&s->b);
    free(s->poses);
    *s = (bench_scene){0};
}

static int fail(bench_scene* s, const char* text)
{
    bench_fail("%s: %s", s->name, text);
    bench_scene_free(s);
    return -1;
}

static int make_mesh(bench_scene* s, const char* name, const char* setting, mesh* out)
{
    const scene_arguments arguments = {name, &setting, 1};
    scene_error error = {0};
    return scene_make(&arguments, out, &error) == SCENE_OK ? 1 : fail(s, error.text);
}

static abut_pose pose_about(const double axis[3], double degrees, double x, double y, double z)
{
    abut_pose pose;
    abut_pose_from_axis_angle(&pose, axis, degrees);
    pose.translation[0] = x;
    pose.translation[1] = y;
    pose.translation[2] = z;
    return pose;
}

int bench_scene_turn(bench_scene* out, const char* name, mesh* m, size_t poses)
{
    static const double distances[] = {1.2, 1.6, 1.9, 2.1};
    static const double z[3] = {0, 0, 1};
    *out = (bench_scene){.name = name, .a = *m, .pose_count = poses};
    *m = (mesh){0};
    out->poses = calloc(poses, sizeof *out->poses);
    if (!out->poses || mesh_fit_cube(&out->a, 2) != SCENE_OK) return fail(out, "out of memory");
    for (size_t i = 0; i < poses; i++)
        out->poses[i] = pose_about(z, 360.0 * (double)(i / 4) / (double)((poses + 3) / 4),
                                   distances[i % 4], 0, 0);
    return 1;
}

// Pipes in random directions, the second lot turned and moved.
static int make_pipes(bench_scene* s, size_t poses, bool quick)
{
    static const double axis[3] = {1, 2, 3};
    if (make_mesh(s, "pipes", quick ? "count=180" : "count=1800", &s->a) < 0) return -1;
    s->poses = calloc(poses, sizeof *s->poses);
    s->pose_count = poses;
    if (!s->poses) return fail(s, "out of memory");
    for (size_t i = 0; i < poses; i++) {
        const double part = (double)i / (double)poses;
        s->poses[i] = pose_about(axis, 5 + 350 * part, 0.3 + 0.7 * part, 0.2, 0);
    }
    return 1;
}

// An ESRI ASCII grid as triangles, two for every cell, ten times as high as it is.
static int read_grid(bench_scene* s, FILE* in, mesh* out)
{
    size_t columns, rows;
    double x, y, cell, none;
    // NOLINTNEXTLINE(cert-err34-c): what does not fit a size is above 5000
    if (fscanf(in, "ncols %zu nrows %zu xllcorner %lf yllcorner %lf cellsize %lf NODATA_value %lf",
               &columns, &rows, &x, &y, &cell, &none) != 6 ||
        columns < 2 || rows < 2 || columns > 5000 || rows > 5000)
        return fail(s, "the terrain is no ESRI ASCII grid");
    out->vertex_count = columns * rows;
    out->triangle_count = 2 * (columns - 1) * (rows - 1);
    out->vertices = malloc(out->vertex_count * 3 * sizeof *out->vertices);
    out->triangles = malloc(out->triangle_count * 3 * sizeof *out->triangles);
    if (!out->vertices || !out->triangles) return fail(s, "out of memory");
    for (size_t i = 0; i < out->vertex_count; i++) {
        double* v = out->vertices + 3 * i;
        v[0] = (double)(i % columns);
        v[1] = (double)(i / columns);
        // NOLINTNEXTLINE(cert-err34-c): what does not fit a double is infinite, and refused by the model
        if (fscanf(in, "%lf", &v[2]) != 1) return fail(s, "the terrain ends too early");
        v[2] *= 0.05;
    }
    uint32_t* t = out->triangles;
    for (size_t row = 0; row + 1 < rows; row++) {
        for (size_t column = 0; column + 1 < columns; column++, t += 6) {
            const uint32_t corner = (uint32_t)(row * columns + column), below = (uint32_t)columns;
            const uint32_t cell_triangles[6] = {corner,     corner + below, corner + 1,
                                                corner + 1, corner + below, corner + below + 1};
            memcpy(t, cell_triangles, sizeof cell_triangles);
        }
    }
    return 1;
}

// The height of the terrain near a place.
static double height_at(const mesh* terrain, double x, double y)
{
    double height = 0, nearest = 1e300;
    for (size_t i = 0; i < terrain->vertex_count; i += 7) {
        const double* v = terrain->vertices + 3 * i;
        const double square = (v[0] - x) * (v[0] - x) + (v[1] - y) * (v[1] - y);
        if (square < nearest) {
            nearest = square;
            height = v[2];
        }
    }
    return height;
}

// A torus that flies low, touching the ground every now and then.
static int make_terrain(bench_scene* s, size_t poses, bool quick)
{
    static const double axis[3] = {1, 1, 0};
    const char* folder = getenv("ABUT_DATA");
    char path[4096];
    if (!folder || !*folder) {
        fputs("abut-bench: SKIPPED: terrain, which is read from ABUT_DATA\n", stderr);
        return 0;
    }
    snprintf(path, sizeof path, "%s/terrain/%s", folder,
             quick ? "topobathy.asc" : "jacksboro_fault_dem.asc");
    FILE* in = fopen(path, "r");
    if (!in) {
        fprintf(stderr, "abut-bench: %s: %s\n", path, strerror(errno));
        return fail(s, "the terrain cannot be read");
    }
    const int read = read_grid(s, in, &s->a);
    fclose(in);
    if (read < 0 || make_mesh(s, "torus", quick ? "triangles=500" : "triangles=5000", &s->b) < 0)
        return -1;
    mesh_fit_cube(&s->b, 12);
    s->poses = calloc(poses, sizeof *s->poses);
    s->pose_count = poses;
    if (!s->poses) return fail(s, "out of memory");
    for (size_t i = 0; i < poses; i++) {
        const double part = (double)i / (double)poses;
        const double x = 20 + 70 * part, y = 20 + 50 * part;
        const double lift = i % 3 == 0 ? 8 : i % 3 == 1 ? 4 : 1;
        s->poses[i] = pose_about(axis, 360 * part, x, y, height_at(&s->a, x, y) + lift);
    }
    return 1;
}

int bench_scene_make(bench_scene* out, const char* name, size_t poses, bool quick)
{
    *out = (bench_scene){.name = name};
    mesh m = {0};
    if (strcmp(name, "pipes") == 0) return make_pipes(out, poses, quick);
    if (strcmp(name, "terrain") == 0) return make_terrain(out, poses, quick);
    if (strcmp(name, "torus") == 0) {
        if (make_mesh(out, "torus", quick ? "triangles=5000" : "triangles=53824", &m) < 0)
            return -1;
        return bench_scene_turn(out, name, &m, poses);
    }
    if (sphere_make(quick ? 24 : 76, quick ? 48 : 152, 1, &m) != SCENE_OK)
        return fail(out, "out of memory");
    return bench_scene_turn(out, name, &m, poses);
}
