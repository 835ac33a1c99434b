// scenes.c - models, and points about them: through the box about the model and half as far out, or near its surface.
#include "scenes.h"

#include "probes/probes.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TORUS_TRIANGLES = 100000 };

static const probes_kind kinds[] = {
    {"torus 100k, box", true, NULL, 0},
    {"torus 100k, near", false, NULL, 0.01},
    {"armadillo, box", false, "scans/armadillo.obj", 0},
    {"armadillo, near", true, "scans/armadillo.obj", 0.01},
    {"bunny, near", false, "scans/bunny.obj", 0.01},
    {"terrain, box", false, "terrain/levels/voxel_mesh_02.obj", 0},
    {"cad, box", true, "cad/as1-oc-214.obj", 0},
    {"cad, near", false, "cad/as1-oc-214.obj", 0.01},
};

const probes_kind* probes_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

static int read_mesh(probes_scene* s, const probes_kind* kind)
{
    char path[4096];
    mesh_error error;
    if (!kind->file) {
        uint32_t rings, sides;
        torus_divide(TORUS_TRIANGLES, &rings, &sides);
        return torus_make(rings, sides, 2, 0.7, &s->mesh) == SCENE_OK ? 1 : -1;
    }
    const char* folder = getenv("ABUT_DATA");
    if (!folder || !*folder) {
        fprintf(stderr, "abut-bench: SKIPPED: %s, which is read from ABUT_DATA\n", kind->name);
        return 0;
    }
    snprintf(path, sizeof path, "%s/%s", folder, kind->file);
    if (mesh_read_file(&s->mesh, path, NULL, &error) == MESH_OK) return 1;
    bench_fail("%s: %s", path, error.text);
    return -1;
}

static double random_signed(random_source* r)
{
    return 2 * random_unit(r) - 1;
}

// Of the vertices that triangles use.
static void find_range(const mesh* m, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = HUGE_VAL;
        high[k] = -HUGE_VAL;
    }
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        for (int k = 0; k < 3; k++) {
            const double x = m->vertices[3 * (size_t)m->triangles[i] + (size_t)k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
        }
}

// A point of a triangle, moved by up to so much along each axis.
static void point_near(const mesh* m, random_source* r, double most, double out[3])
{
    const uint32_t* t = m->triangles + 3 * (size_t)random_below(r, m->triangle_count);
    double s = random_unit(r), u = random_unit(r);
    if (s + u > 1) {
        s = 1 - s;
        u = 1 - u;
    }
    for (int k = 0; k < 3; k++) {
        const double a = m->vertices[3 * (size_t)t[0] + (size_t)k];
        out[k] = a + s * (m->vertices[3 * (size_t)t[1] + (size_t)k] - a) +
                 u * (m->vertices[3 * (size_t)t[2] + (size_t)k] - a) + most * random_signed(r);
    }
}

int probes_scene_make(probes_scene* out, const probes_kind* kind, size_t points)
{
    double low[3], high[3];
    random_source r = {1};
    *out = (probes_scene){.name = kind->name};
    const int read = read_mesh(out, kind);
    if (read <= 0) return read;
    out->points = malloc(points * 3 * sizeof *out->points);
    if (!out->points) return bench_fail("out of memory"), -1;
    out->point_count = points;
    find_range(&out->mesh, low, high);
    for (int k = 0; k < 3; k++)
        out->size = high[k] - low[k] > out->size ? high[k] - low[k] : out->size;
    for (size_t i = 0; i < points; i++) {
        double* p = out->points + 3 * i;
        if (kind->near > 0) {
            point_near(&out->mesh, &r, kind->near * out->size, p);
            continue;
        }
        for (int k = 0; k < 3; k++)
            p[k] = low[k] / 2 + high[k] / 2 + 0.75 * (high[k] - low[k]) * random_signed(&r);
    }
    return 1;
}

void probes_scene_free(probes_scene* s)
{
    mesh_free(&s->mesh);
    free(s->points);
}
