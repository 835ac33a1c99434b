// vehicle.c - the skin of a car door, and a car with seats: stand-ins for two models of Zachmann 1998, figure 2, of the same
// kind. (lock.c has the third, pipes_make the fourth.)
#include "parts.h"

#include <math.h>

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

// Move a mesh to out, or free it.
static scene_status give(mesh* m, scene_status status, mesh* out)
{
    if (status == SCENE_OK)
        *out = *m;
    else
        mesh_free(m);
    return status;
}

scene_status door_make(uint32_t triangles, mesh* out)
{
    const uint32_t n = (uint32_t)sqrt(triangles / 4 / 0.755 / 1.2);
    mesh m = {0};
    if (n < 5) return SCENE_BAD_VALUE;
    scene_status status = add_sheet(&m, n * 6 / 5, n, door_outside, is_window);
    if (status == SCENE_OK) status = add_sheet(&m, n * 6 / 5, n, door_inside, is_window);
    return give(&m, status, out);
}

scene_status car_make(uint32_t triangles, mesh* out)
{
    const double n = triangles;
    mesh m = {0};
    if (triangles < 1000) return SCENE_BAD_VALUE;
    scene_status status = add_ball(&m, 0.3 * n, (part_place){1, 0.4, 0.3, 0, 0, 0});
    if (status == SCENE_OK) status = add_ball(&m, 0.3 * n, (part_place){0.98, 0.38, 0.28, 0, 0, 0});
    for (int i = 0; i < 4 && status == SCENE_OK; i++) {
        const double x = i < 2 ? 0.2 : -0.3, y = i % 2 ? 0.16 : -0.16;
        status = add_box(&m, 0.04 * n, (part_place){0.12, 0.1, 0.03, x, y, -0.1});
        if (status == SCENE_OK)
            status = add_box(&m, 0.04 * n, (part_place){0.03, 0.1, 0.14, x - 0.14, y, 0.02});
        if (status == SCENE_OK)
            status = add_ring(&m, 0.02 * n, (part_place){0.15, 0.15, 0.12, 3 * x, 2.2 * y, -0.25});
    }
    return give(&m, status, out);
}
