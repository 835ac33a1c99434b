// shapes.c - stand-ins for the models of the papers, which are not to be had: the same kind, of as many
// triangles, the same bits on every machine.
#include "bench.h"
#include "maker.h"
#include "papers/run.h"
#include "parts.h"
#include "random.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ tools

static int told(scene_status status)
{
    return status == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}

int mesh_add(mesh* to, mesh* part)
{
    return told(mesh_join(to, part));
}

int shape_door(uint32_t triangles, mesh* out)
{
    return told(door_make(triangles, out));
}

int shape_lock(uint32_t triangles, mesh* out)
{
    return told(lock_make(triangles < 8000 ? 8000 : triangles, out));
}

int shape_car(uint32_t triangles, mesh* out)
{
    return told(car_make(triangles, out));
}

int shape_pipes(uint32_t triangles, mesh* out)
{
    // 236 triangles a pipe, so that there is room between them.
    return told(pipes_make(triangles / 236, 60, 0.5, 0.01, 3, out));
}

int shape_cylinder(uint32_t triangles, mesh* out)
{
    return told(cylinder_make(triangles, out));
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
    return told(add_sheet(out, 2 * n, n, wrinkled, NULL));
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
    return told(add_sheet(out, n, n, landscape, NULL));
}

int shape_airliner(uint32_t triangles, mesh* out)
{
    const double n = triangles;
    *out = (mesh){0};
    scene_status status = add_ball(out, 0.45 * n, (part_place){1, 0.1, 0.1, 0, 0, 0});
    if (status == SCENE_OK)
        status = add_ball(out, 0.25 * n, (part_place){0.16, 0.95, 0.02, 0, 0, -0.03});
    if (status == SCENE_OK)
        status = add_ball(out, 0.1 * n, (part_place){0.1, 0.35, 0.02, -0.9, 0, 0.02});
    if (status == SCENE_OK)
        status = add_ball(out, 0.08 * n, (part_place){0.1, 0.02, 0.25, -0.9, 0, 0.2});
    for (int i = 0; i < 4 && status == SCENE_OK; i++)
        status =
            add_ring(out, 0.03 * n, (part_place){0.06, 0.06, 0.1, 0.05, 0.25 * (i - 1.5), -0.1});
    return told(status);
}

int shape_cross(mesh* out)
{
    *out = (mesh){0};
    scene_status status = add_box(out, 12, (part_place){1, 0.08, 0.08, 0, 0, 0});
    if (status == SCENE_OK) status = add_box(out, 12, (part_place){0.08, 1, 0.08, 0, 0, 0});
    if (status == SCENE_OK) status = add_box(out, 12, (part_place){0.08, 0.08, 1, 0, 0, 0});
    return told(status);
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
    scene_status status = add_sheet(out, side, side, cabin, NULL);
    for (int i = 0; i < 24 && status == SCENE_OK; i++) {
        const double x = 0.45 * (i % 6) - 1.1, y = 0.4 * (i / 6) - 0.6;
        status = add_box(out, 0.008 * n, (part_place){0.12, 0.15, 0.03, x, y, -0.5});
        if (status == SCENE_OK)
            status = add_box(out, 0.008 * n, (part_place){0.03, 0.15, 0.2, x - 0.15, y, -0.3});
        if (status == SCENE_OK)
            status = add_ball(out, 0.009 * n, (part_place){0.05, 0.05, 0.05, x, y + 0.2, 0.55});
    }
    return told(status);
}

int shape_hand(uint32_t triangles, mesh* out)
{
    const double n = triangles;
    *out = (mesh){0};
    scene_status status = add_box(out, 0.12 * n, (part_place){0.3, 0.25, 0.07, 0, 0, 0});
    for (int i = 0; i < 4 && status == SCENE_OK; i++)
        status = add_ball(out, 0.176 * n,
                          (part_place){0.3, 0.05, 0.05, 0.5, 0.13 * (i - 1.5), 0.02 * (i % 2)});
    if (status == SCENE_OK)
        status = add_ball(out, 0.176 * n, (part_place){0.07, 0.25, 0.05, 0.05, 0.38, -0.02});
    return told(status);
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
    return with_tube ? told(add_sheet(out, 2 * n, n, tube_at, NULL)) : BENCH_OK;
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
