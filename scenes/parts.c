// parts.c - see parts.h.
#include "parts.h"

#include "angle.h"
#include "maker.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void mesh_place(mesh* m, double sx, double sy, double sz, double x, double y, double z)
{
    const double scale[3] = {sx, sy, sz}, move[3] = {x, y, z};
    for (size_t i = 0; i < 3 * m->vertex_count; i++)
        m->vertices[i] = scale[i % 3] * m->vertices[i] + move[i % 3];
}

scene_status mesh_join(mesh* to, mesh* part)
{
    if (!to->triangle_count) {
        mesh_free(to);
        *to = *part;
        *part = (mesh){0};
        return SCENE_OK;
    }
    const size_t vertices = to->vertex_count + part->vertex_count;
    const size_t triangles = to->triangle_count + part->triangle_count;
    if (vertices > 0xFFFFFFFEu || triangles > 0x7FFFFFFFu) return SCENE_TOO_LARGE;
    double* v = realloc(to->vertices, 3 * vertices * sizeof *v);
    if (v) to->vertices = v;
    uint32_t* t = v ? realloc(to->triangles, 3 * triangles * sizeof *t) : NULL;
    if (!t) return SCENE_OUT_OF_MEMORY;
    to->triangles = t;
    memcpy(v + 3 * to->vertex_count, part->vertices, 3 * part->vertex_count * sizeof *v);
    for (size_t i = 0; i < 3 * part->triangle_count; i++)
        t[3 * to->triangle_count + i] = part->triangles[i] + (uint32_t)to->vertex_count;
    to->vertex_count = vertices;
    to->triangle_count = to->face_count = triangles;
    mesh_free(part);
    return SCENE_OK;
}

scene_status part_add(mesh* to, mesh* part, scene_status made, const part_place* at)
{
    if (made != SCENE_OK) return made;
    mesh_place(part, at->sx, at->sy, at->sz, at->x, at->y, at->z);
    const scene_status status = mesh_join(to, part);
    mesh_free(part);
    return status;
}

scene_status add_ball(mesh* to, double triangles, part_place at)
{
    mesh part = {0};
    uint32_t stacks = (uint32_t)sqrt(triangles / 4) + 1;
    if (stacks < 3) stacks = 3;
    const scene_status made = sphere_make(stacks, 2 * stacks, 1, &part);
    return part_add(to, &part, made, &at);
}

scene_status add_box(mesh* to, double triangles, part_place at)
{
    static const double size[3] = {2, 2, 2};
    mesh part = {0};
    uint32_t segments = (uint32_t)sqrt(triangles / 12);
    if (!segments) segments = 1;
    const scene_status made = box_make(size, segments, &part);
    return part_add(to, &part, made, &at);
}

scene_status add_ring(mesh* to, double triangles, part_place at)
{
    mesh part = {0};
    uint32_t rings, sides;
    torus_divide((uint64_t)triangles, &rings, &sides);
    const scene_status made = torus_make(rings, sides, 0.75, 0.25, &part);
    return part_add(to, &part, made, &at);
}

scene_status add_sheet(mesh* to, uint32_t nu, uint32_t nv, sheet_function* at,
                       int (*hole)(double u, double v))
{
    static const part_place here = {1, 1, 1, 0, 0, 0};
    mesh part = {0};
    maker k;
    maker_start(&k, (uint64_t)(nu + 1) * (nv + 1), (uint64_t)2 * nu * nv);
    for (uint32_t i = 0; i <= nu; i++) {
        for (uint32_t j = 0; j <= nv; j++) {
            double p[3];
            at((double)i / nu, (double)j / nv, p);
            maker_vertex(&k, p[0], p[1], p[2]);
        }
    }
    for (uint32_t i = 0; i < nu; i++) {
        for (uint32_t j = 0; j < nv; j++) {
            const uint32_t corner = i * (nv + 1) + j;
            if (hole && hole((i + 0.5) / nu, (j + 0.5) / nv)) continue;
            maker_quad(&k, corner, corner + nv + 1, corner + nv + 2, corner + 1);
        }
    }
    return part_add(to, &part, maker_finish(&k, &part), &here);
}

#define ANGLE_STEPS ((uint64_t)1 << 40)

double wave(double x)
{
    double cosine, sine;
    x -= floor(x);
    angle_of_turn((uint64_t)(x * (double)ANGLE_STEPS), ANGLE_STEPS, &cosine, &sine);
    return sine;
}

double cowave(double x)
{
    return wave(x + 0.25);
}
