// edits.c - what is done to models that change: a smooth motion, and a hundredth of the triangles replaced.
#include "probes/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAVES = 3, PART = 100 };
#define SHAKE 0.01  // of the motion

void changes_move(const probes_scene* s, random_source* r, double most, double* vertices)
{
    double way[WAVES][3], turn[WAVES][3], begin[WAVES];
    for (int w = 0; w < WAVES; w++) {
        begin[w] = 6 * random_unit(r);
        for (int k = 0; k < 3; k++) {
            way[w][k] = most / WAVES / 1.8 * probes_random_signed(r);
            turn[w][k] = 6 * probes_random_signed(r) / s->size;
        }
    }
    for (size_t i = 0; i < s->mesh.vertex_count; i++) {
        const double p[3] = {s->mesh.vertices[3 * i], s->mesh.vertices[3 * i + 1],
                             s->mesh.vertices[3 * i + 2]};
        double to[3] = {p[0], p[1], p[2]};
        for (int w = 0; w < WAVES; w++) {
            const double x =
                sin(begin[w] + turn[w][0] * p[0] + turn[w][1] * p[1] + turn[w][2] * p[2]);
            for (int k = 0; k < 3; k++)
                to[k] += x * way[w][k];
        }
        for (int k = 0; k < 3; k++)
            vertices[3 * i + (size_t)k] = to[k] + SHAKE * most * probes_random_signed(r);
    }
}

typedef struct ranked {
    double distance;
    uint32_t triangle;
} ranked;

static int compare_ranked(const void* x, const void* y)
{
    const ranked *a = x, *b = y;
    if (a->distance < b->distance) return -1;
    if (a->distance > b->distance) return 1;
    return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

static int compare_indices(const void* x, const void* y)
{
    const uint32_t a = *(const uint32_t*)x, b = *(const uint32_t*)y;
    return (a > b) - (a < b);
}

static const double* corner(const mesh* m, size_t triangle, size_t c)
{
    return m->vertices + 3 * (size_t)m->triangles[3 * triangle + c];
}

// Those that are nearest to a random one, by their first corners; or those that a die has first.
static void choose(const mesh* m, bool is_region, random_source* r, changes_edit* e)
{
    ranked* all = malloc(m->triangle_count * sizeof *all);
    if (!all) exit(bench_fail("out of memory"));
    const double* centre = corner(m, random_below(r, m->triangle_count), 0);
    for (size_t i = 0; i < m->triangle_count; i++) {
        const double* p = corner(m, i, 0);
        const double x = p[0] - centre[0], y = p[1] - centre[1], z = p[2] - centre[2];
        all[i] = (ranked){is_region ? x * x + y * y + z * z : random_unit(r), (uint32_t)i};
    }
    qsort(all, m->triangle_count, sizeof *all, compare_ranked);
    for (size_t i = 0; i < e->count; i++)
        e->removed[i] = all[i].triangle;
    qsort(e->removed, e->count, sizeof *e->removed, compare_indices);
    free(all);
}

changes_edit changes_edit_make(const mesh* m, double size, bool is_region, random_source* r)
{
    changes_edit e = {.count = (m->triangle_count + PART - 1) / PART};
    e.removed = malloc(e.count * sizeof *e.removed);
    e.vertices = malloc(9 * e.count * sizeof *e.vertices);
    e.triangles = malloc(3 * e.count * sizeof *e.triangles);
    if (!e.removed || !e.vertices || !e.triangles) exit(bench_fail("out of memory"));
    choose(m, is_region, r, &e);
    for (size_t i = 0; i < 3 * e.count; i++) {
        const double* p = corner(m, e.removed[i / 3], i % 3);
        for (size_t k = 0; k < 3; k++)
            e.vertices[3 * i + k] = p[k] + 1e-3 * size * probes_random_signed(r);
        e.triangles[i] = (uint32_t)i;
    }
    e.inserted = (abut_soup){.vertices = e.vertices,
                             .vertex_count = 3 * e.count,
                             .triangles = e.triangles,
                             .triangle_count = e.count};
    return e;
}

void changes_edit_apply(const changes_edit* e, mesh* m)
{
    const size_t before = m->vertex_count, more = e->inserted.vertex_count;
    double* vertices = realloc(m->vertices, 3 * (before + more) * sizeof *vertices);
    if (!vertices) exit(bench_fail("out of memory"));
    memcpy(vertices + 3 * before, e->inserted.vertices, 3 * more * sizeof *vertices);
    m->vertices = vertices;
    m->vertex_count += more;
    for (size_t i = 0; i < 3 * e->count; i++)
        m->triangles[3 * (size_t)e->removed[i / 3] + i % 3] =
            (uint32_t)(before + e->inserted.triangles[i]);
}

void changes_edit_free(changes_edit* e)
{
    free(e->removed);
    free(e->vertices);
    free(e->triangles);
}
