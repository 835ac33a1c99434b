// scenes.c - models, and points about them: through the box about the model and half as far out, or near its surface.
#include "scenes.h"

#include "probes/probes.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const probes_kind kinds[] = {
    {"torus 100k, box", true, NULL, 100000, 0},
    {"torus 100k, near", false, NULL, 100000, 0.01},
    {"armadillo, box", false, "scans/armadillo.obj", 0, 0},
    {"armadillo, near", true, "scans/armadillo.obj", 0, 0.01},
    {"bunny, near", false, "scans/bunny.obj", 0, 0.01},
    {"terrain, box", false, "terrain/levels/voxel_mesh_02.obj", 0, 0},
    {"cad, box", true, "cad/as1-oc-214.obj", 0, 0},
    {"cad, near", false, "cad/as1-oc-214.obj", 0, 0.01},
};

static const probes_kind models[] = {
    {"torus 10k", true, NULL, 10000, 0},
    {"torus 100k", false, NULL, 100000, 0},
    {"torus 1M", false, NULL, 1000000, 0},
    {"armadillo", false, "scans/armadillo.obj", 0, 0},
    {"bunny", false, "scans/bunny.obj", 0, 0},
    {"terrain", false, "terrain/levels/voxel_mesh_02.obj", 0, 0},
    {"cad", true, "cad/as1-oc-214.obj", 0, 0},
};

const probes_kind* probes_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof *kinds;
    return kinds;
}

const probes_kind* probes_models(size_t* count)
{
    *count = sizeof models / sizeof *models;
    return models;
}

static int read_mesh(probes_scene* s, const probes_kind* kind)
{
    char path[4096];
    mesh_error error;
    if (!kind->file) {
        uint32_t rings, sides;
        torus_divide(kind->triangles, &rings, &sides);
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

void probes_point_near(const mesh* m, random_source* r, double most, double out[3])
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
                 u * (m->vertices[3 * (size_t)t[2] + (size_t)k] - a) +
                 most * probes_random_signed(r);
    }
}

int probes_scene_make(probes_scene* out, const probes_kind* kind, size_t points)
{
    random_source r = {1};
    *out = (probes_scene){.name = kind->name};
    const int read = read_mesh(out, kind);
    if (read <= 0) return read;
    find_range(&out->mesh, out->low, out->high);
    for (int k = 0; k < 3; k++)
        out->size = fmax(out->size, out->high[k] - out->low[k]);
    out->points = malloc((points + 1) * 3 * sizeof *out->points);
    if (!out->points) return bench_fail("out of memory"), -1;
    out->point_count = points;
    for (size_t i = 0; i < points; i++) {
        double* p = out->points + 3 * i;
        if (kind->near > 0) {
            probes_point_near(&out->mesh, &r, kind->near * out->size, p);
            continue;
        }
        for (int k = 0; k < 3; k++)
            p[k] = out->low[k] / 2 + out->high[k] / 2 +
                   0.75 * (out->high[k] - out->low[k]) * probes_random_signed(&r);
    }
    return 1;
}

double probes_random_signed(random_source* r)
{
    return 2 * random_unit(r) - 1;
}

abut_soup probes_soup(const mesh* m)
{
    return (abut_soup){.vertices = m->vertices,
                       .vertex_count = m->vertex_count,
                       .triangles = m->triangles,
                       .triangle_count = m->triangle_count};
}

void probes_scene_free(probes_scene* s)
{
    mesh_free(&s->mesh);
    free(s->points);
}
