// shapes.c - stand-ins for the models of the papers, which are not to be had: the same kind, of as many
// triangles, the same bits on every machine.
#include "angle.h"
#include "bench.h"
#include "maker.h"
#include "papers/run.h"
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ tools

void mesh_place(mesh* m, double sx, double sy, double sz, double x, double y, double z)
{
    const double scale[3] = {sx, sy, sz}, move[3] = {x, y, z};
    for (size_t i = 0; i < 3 * m->vertex_count; i++)
        m->vertices[i] = scale[i % 3] * m->vertices[i] + move[i % 3];
}

int mesh_add(mesh* to, mesh* part)
{
    if (!to->triangle_count) {
        mesh_free(to);
        *to = *part;
        *part = (mesh){0};
        return BENCH_OK;
    }
    const size_t vertices = to->vertex_count + part->vertex_count;
    const size_t triangles = to->triangle_count + part->triangle_count;
    double* v = realloc(to->vertices, 3 * vertices * sizeof *v);
    if (v) to->vertices = v;
    uint32_t* t = v ? realloc(to->triangles, 3 * triangles * sizeof *t) : NULL;
    if (!t) return bench_fail("out of memory");
    to->triangles = t;
    memcpy(v + 3 * to->vertex_count, part->vertices, 3 * part->vertex_count * sizeof *v);
    for (size_t i = 0; i < 3 * part->triangle_count; i++)
        t[3 * to->triangle_count + i] = part->triangles[i] + (uint32_t)to->vertex_count;
    to->vertex_count = vertices;
    to->triangle_count = triangles;
    mesh_free(part);
    return BENCH_OK;
}

typedef struct place {
    double sx, sy, sz, x, y, z;
} place;

static int add_placed(mesh* to, mesh* part, scene_status made, const place* at)
{
    if (made != SCENE_OK) return bench_fail("out of memory");
    mesh_place(part, at->sx, at->sy, at->sz, at->x, at->y, at->z);
    const int status = mesh_add(to, part);
    mesh_free(part);
    return status;
}

// A sphere of about so many triangles, its axes stretched.
static int add_ball(mesh* to, double triangles, place at)
{
    mesh part = {0};
    uint32_t stacks = (uint32_t)sqrt(triangles / 4) + 1;
    if (stacks < 3) stacks = 3;
    const scene_status made = sphere_make(stacks, 2 * stacks, 1, &part);
    return add_placed(to, &part, made, &at);
}

static int add_box(mesh* to, double triangles, place at)
{
    static const double size[3] = {2, 2, 2};
    mesh part = {0};
    uint32_t segments = (uint32_t)sqrt(triangles / 12);
    if (!segments) segments = 1;
    const scene_status made = box_make(size, segments, &part);
    return add_placed(to, &part, made, &at);
}

static int add_ring(mesh* to, double triangles, place at)
{
    mesh part = {0};
    uint32_t rings, sides;
    torus_divide((uint64_t)triangles, &rings, &sides);
    const scene_status made = torus_make(rings, sides, 0.75, 0.25, &part);
    return add_placed(to, &part, made, &at);
}

#define ANGLE_STEPS ((uint64_t)1 << 40)

// Sine of 2 pi x, the same on every machine.
static double wave(double x)
{
    double cosine, sine;
    x -= floor(x);
    angle_of_turn((uint64_t)(x * (double)ANGLE_STEPS), ANGLE_STEPS, &cosine, &sine);
    return sine;
}

static double cowave(double x)
{
    return wave(x + 0.25);
}

int shape_cylinder(uint32_t triangles, mesh* out)
{
    const uint32_t slices = (uint32_t)sqrt((double)triangles) + 3;
    const uint32_t rows = triangles / (2 * slices) > 2 ? triangles / (2 * slices) - 1 : 1;
    maker k;
    maker_start(&k, (uint64_t)slices * (rows + 1) + 2, (uint64_t)2 * slices * (rows + 1));
    for (uint32_t i = 0; i <= rows; i++) {
        for (uint32_t j = 0; j < slices; j++)
            maker_vertex(&k, cowave((double)j / slices), wave((double)j / slices),
                         2.0 * i / rows - 1);
    }
    const uint32_t bottom = maker_vertex(&k, 0, 0, -1), top = maker_vertex(&k, 0, 0, 1);
    for (uint32_t j = 0; j < slices; j++) {
        const uint32_t next = (j + 1) % slices;
        for (uint32_t i = 0; i < rows; i++)
            maker_quad(&k, i * slices + j, i * slices + next, (i + 1) * slices + next,
                       (i + 1) * slices + j);
        maker_triangle(&k, bottom, next, j);
        maker_triangle(&k, top, rows * slices + j, rows * slices + next);
    }
    return maker_finish(&k, out) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}

// A grid of nu by nv cells; u and v from 0 to 1. Cells for which hole is not 0 are left out.
typedef void sheet_function(double u, double v, double out[3]);
static int add_sheet(mesh* to, uint32_t nu, uint32_t nv, sheet_function* at,
                     int (*hole)(double u, double v))
{
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
    const place here = {1, 1, 1, 0, 0, 0};
    const scene_status made = maker_finish(&k, &part);
    return add_placed(to, &part, made, &here);
}

// ---------------------------------------------------------------------------- the DOP-tree paper's

static void door_outside(double u, double v, double out[3])
{
    out[0] = 1.2 * u;
    out[1] = v;
    out[2] = 0.4 * v * (1 - v) + 0.05 * wave(0.5 * u);
}

static void door_inside(double u, double v, double out[3])
{
    door_outside(u, v, out);
    out[2] -= 0.06 + 0.02 * wave(5 * u) * wave(4 * v);
}

static int is_window(double u, double v)
{
    return u > 0.15 && u < 0.85 && v > 0.55 && v < 0.9;
}

int shape_door(uint32_t triangles, mesh* out)
{
    const uint32_t n = (uint32_t)sqrt(triangles / 4 / 0.755 / 1.2);
    *out = (mesh){0};
    const int status = add_sheet(out, n * 6 / 5, n, door_outside, is_window);
    return status == BENCH_OK ? add_sheet(out, n * 6 / 5, n, door_inside, is_window) : status;
}

int shape_lock(uint32_t triangles, mesh* out)
{
    random_source random = {2};
    *out = (mesh){0};
    int status = add_box(out, 0.1 * triangles, (place){0.6, 0.45, 0.3, 0, 0, 0});
    for (int i = 0; status == BENCH_OK && out->triangle_count < triangles; i++) {
        place at;
        const double size = 0.06 + 0.12 * random_unit(&random);
        at.x = (random_unit(&random) - 0.5) * 0.8;
        at.y = (random_unit(&random) - 0.5) * 0.5;
        at.z = (random_unit(&random) - 0.5) * 0.2;
        at.sx = size * (0.4 + random_unit(&random));
        at.sy = size * (0.4 + random_unit(&random));
        at.sz = size * 0.6;
        if (i % 3 == 0)
            status = add_ring(out, 500, at);
        else if (i % 3 == 1)
            status = add_box(out, 400, at);
        else
            status = add_ball(out, 400, at);
    }
    return status;
}

int shape_car(uint32_t triangles, mesh* out)
{
    const double n = triangles;
    *out = (mesh){0};
    int status = add_ball(out, 0.3 * n, (place){1, 0.4, 0.3, 0, 0, 0});
    if (status == BENCH_OK) status = add_ball(out, 0.3 * n, (place){0.98, 0.38, 0.28, 0, 0, 0});
    for (int i = 0; i < 4 && status == BENCH_OK; i++) {
        const double x = i < 2 ? 0.2 : -0.3, y = i % 2 ? 0.16 : -0.16;
        status = add_box(out, 0.04 * n, (place){0.12, 0.1, 0.03, x, y, -0.1});
        if (status == BENCH_OK)
            status = add_box(out, 0.04 * n, (place){0.03, 0.1, 0.14, x - 0.14, y, 0.02});
        if (status == BENCH_OK)
            status = add_ring(out, 0.02 * n, (place){0.15, 0.15, 0.12, 3 * x, 2.2 * y, -0.25});
    }
    return status;
}

int shape_pipes(uint32_t triangles, mesh* out)
{
    // 236 triangles a pipe, so that there is room between them.
    return pipes_make(triangles / 236, 60, 0.5, 0.01, 3, out) == SCENE_OK
               ? BENCH_OK
               : bench_fail("out of memory");
}

// ------------------------------------------------------------------------------- OBBTree, QuickCD

static void wrinkled(double u, double v, double out[3])
{
    const double twist = v + u;
    const double tube = 0.3 * (1 + 0.12 * wave(12 * u) + 0.1 * wave(6 * twist));
    const double ring = 1 + 0.05 * wave(5 * u) + tube * cowave(twist);
    out[0] = ring * cowave(u);
    out[1] = ring * wave(u);
    out[2] = tube * wave(twist);
}

int shape_wrinkled(uint32_t triangles, mesh* out)
{
    const uint32_t n = (uint32_t)sqrt(triangles / 4);
    *out = (mesh){0};
    return add_sheet(out, 2 * n, n, wrinkled, NULL);
}

static void landscape(double u, double v, double out[3])
{
    const double x = 6 * u - 3, y = 6 * v - 3, far = x * x + y * y;
    const double tooth = wave(8 * u) * wave(8 * v), dimple = wave(5.5 * u) * wave(6.5 * v);
    const double spike = 1 / (1 + far / 0.08);
    out[0] = x;
    out[1] = y;
    out[2] = (tooth > 0 ? 0.5 * tooth * tooth : 0) - 0.15 * dimple * dimple + 2 * spike * spike;
}

int shape_landscape(uint32_t triangles, mesh* out)
{
    const uint32_t n = (uint32_t)sqrt(triangles / 2);
    *out = (mesh){0};
    return add_sheet(out, n, n, landscape, NULL);
}

int shape_airliner(uint32_t triangles, mesh* out)
{
    const double n = triangles;
    *out = (mesh){0};
    int status = add_ball(out, 0.45 * n, (place){1, 0.1, 0.1, 0, 0, 0});
    if (status == BENCH_OK)
        status = add_ball(out, 0.25 * n, (place){0.16, 0.95, 0.02, 0, 0, -0.03});
    if (status == BENCH_OK)
        status = add_ball(out, 0.1 * n, (place){0.1, 0.35, 0.02, -0.9, 0, 0.02});
    if (status == BENCH_OK)
        status = add_ball(out, 0.08 * n, (place){0.1, 0.02, 0.25, -0.9, 0, 0.2});
    for (int i = 0; i < 4 && status == BENCH_OK; i++)
        status = add_ring(out, 0.03 * n, (place){0.06, 0.06, 0.1, 0.05, 0.25 * (i - 1.5), -0.1});
    return status;
}

int shape_cross(mesh* out)
{
    *out = (mesh){0};
    int status = add_box(out, 12, (place){1, 0.08, 0.08, 0, 0, 0});
    if (status == BENCH_OK) status = add_box(out, 12, (place){0.08, 1, 0.08, 0, 0, 0});
    return status == BENCH_OK ? add_box(out, 12, (place){0.08, 0.08, 1, 0, 0, 0}) : status;
}

static void cabin(double u, double v, double out[3])
{
    out[0] = 3 * u - 1.5;
    out[1] = (1 + 0.02 * wave(20 * u)) * cowave(v);
    out[2] = (1 + 0.02 * wave(20 * u)) * wave(v);
}

int shape_cabin(uint32_t triangles, mesh* out)
{
    const double n = triangles;
    const uint32_t side = (uint32_t)sqrt(0.4 * n / 2);
    *out = (mesh){0};
    int status = add_sheet(out, side, side, cabin, NULL);
    for (int i = 0; i < 24 && status == BENCH_OK; i++) {
        const double x = 0.45 * (i % 6) - 1.1, y = 0.4 * (i / 6) - 0.6;
        status = add_box(out, 0.008 * n, (place){0.12, 0.15, 0.03, x, y, -0.5});
        if (status == BENCH_OK)
            status = add_box(out, 0.008 * n, (place){0.03, 0.15, 0.2, x - 0.15, y, -0.3});
        if (status == BENCH_OK)
            status = add_ball(out, 0.009 * n, (place){0.05, 0.05, 0.05, x, y + 0.2, 0.55});
    }
    return status;
}

int shape_hand(uint32_t triangles, mesh* out)
{
    const double n = triangles;
    *out = (mesh){0};
    int status = add_box(out, 0.12 * n, (place){0.3, 0.25, 0.07, 0, 0, 0});
    for (int i = 0; i < 4 && status == BENCH_OK; i++)
        status = add_ball(out, 0.176 * n,
                          (place){0.3, 0.05, 0.05, 0.5, 0.13 * (i - 1.5), 0.02 * (i % 2)});
    return status == BENCH_OK
               ? add_ball(out, 0.176 * n, (place){0.07, 0.25, 0.05, 0.05, 0.38, -0.02})
               : status;
}

// ---------------------------------------------------------------------------------- environments

void shape_tube_middle(double u, double out[3])
{
    out[0] = u;
    out[1] = 0.5 + 0.2 * wave(u);
    out[2] = 0.5 + 0.2 * cowave(u);
}

static void tube_at(double u, double v, double out[3])
{
    shape_tube_middle(u, out);
    out[1] += 0.12 * cowave(v);
    out[2] += 0.12 * wave(v);
}

static bool is_near_tube(const double at[3])
{
    double middle[3];
    shape_tube_middle(at[0], middle);
    const double y = at[1] - middle[1], z = at[2] - middle[2];
    return y * y + z * z < 0.17 * 0.17;
}

// Each in a cell of its own, so that no two touch.
static scene_status make_tetrahedra(uint32_t count, bool with_tube, mesh* out)
{
    random_source random = {4};
    maker k;
    uint32_t n = 1;
    while ((uint64_t)n * n * n < count)
        n++;
    const uint64_t cells = (uint64_t)n * n * n;
    maker_start(&k, 4 * (uint64_t)count, 4 * (uint64_t)count);
    for (uint32_t i = 0; i < cells; i++) {
        const double at[3] = {(i % n + 0.5) / n, (i / n % n + 0.5) / n, (i / n / n + 0.5) / n};
        uint32_t corner[4];
        if (with_tube && is_near_tube(at)) continue;
        if (random_below(&random, cells) >= count) continue;
        for (int c = 0; c < 4; c++) {
            double p[3];
            for (int d = 0; d < 3; d++)
                p[d] = at[d] + 0.7 * (random_unit(&random) - 0.5) / n;
            corner[c] = maker_vertex(&k, p[0], p[1], p[2]);
        }
        for (int c = 0; c < 4; c++)
            maker_triangle(&k, corner[(c + 1) % 4], corner[(c + 2) % 4], corner[(c + 3) % 4]);
    }
    return maker_finish(&k, out);
}

int shape_obstacles(uint32_t triangles, bool with_tube, mesh* out)
{
    *out = (mesh){0};
    if (make_tetrahedra(triangles / 4, with_tube, out) != SCENE_OK)
        return bench_fail("out of memory");
    const uint32_t n = (uint32_t)sqrt(triangles * 0.1 / 4);
    return with_tube ? add_sheet(out, 2 * n, n, tube_at, NULL) : BENCH_OK;
}

// Noise of a lattice, between its corners by a smooth step.
static double noise(uint64_t seed, double x, double y)
{
    double corner[2][2];
    const double fx = x - floor(x), fy = y - floor(y);
    const double tx = fx * fx * (3 - 2 * fx), ty = fy * fy * (3 - 2 * fy);
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            const uint64_t cell = (uint64_t)(floor(x) + i) * 7919 + (uint64_t)(floor(y) + j);
            random_source r = {seed * 1000003 + cell * 2654435761u};
            corner[i][j] = random_unit(&r);
        }
    }
    const double low = corner[0][0] + ty * (corner[0][1] - corner[0][0]);
    return low + tx * (corner[1][0] + ty * (corner[1][1] - corner[1][0]) - low);
}

int shape_terrain(uint32_t triangles, uint64_t seed, mesh* out)
{
    maker k;
    const uint32_t n = (uint32_t)sqrt(triangles / 2);
    *out = (mesh){0};
    maker_start(&k, (uint64_t)(n + 1) * (n + 1), (uint64_t)2 * n * n);
    for (uint32_t i = 0; i <= n; i++) {
        for (uint32_t j = 0; j <= n; j++) {
            const double x = (double)i / n, y = (double)j / n;
            double height = 0, size = 0.25, step = 3;
            for (int octave = 0; octave < 6; octave++) {
                height += size * noise(seed + (uint64_t)octave, x * step, y * step);
                size *= 0.45;
                step *= 2;
            }
            maker_vertex(&k, x, y, height);
        }
    }
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            const uint32_t corner = i * (n + 1) + j;
            maker_quad(&k, corner, corner + n + 1, corner + n + 2, corner + 1);
        }
    }
    return maker_finish(&k, out) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}
