// point_side.c - see point_side.h.
#include "query/point_side.h"

#include "base/base.h"

#include <math.h>

typedef struct ray {
    probe probe;
    probe_space space;
    ray_direction direction;
    point_side found;
} ray;

// A triangle that bounds a solid. Returns 0 if the ray tells nothing.
static int cross(ray* r, const abut_solid* s, const point_place* place, uint32_t triangle)
{
    posed_triangle t;
    point_place_triangle(place, triangle, &t);
    const ray_result result = ray_triangle(&r->probe, &r->space, &r->direction, &t, 0);
    if (result == RAY_MISSES) return 1;
    if (result != RAY_HITS) return 0;
    r->found.is_inside ^= 1;
    if (solid_role(s, triangle) & SOLID_WHOLE)
        r->found.turns += ray_leaves(&r->probe, &r->space, &r->direction, &t, 0);
    return 1;
}

void point_side_find(const abut_solid* s, const point_place* place, const double point[3],
                     point_side* out)
{
    const bit_range empty = BIT_RANGE_EMPTY;
    const bit_range range[2] = {s->vertices, bit_range_add(empty, point, 3)};
    const uint32_t count = (uint32_t)s->model->mesh.triangle_count;
    ray r;
    r.space.poses = &place->poses;
    r.space.grid = exact_grid_make(&place->poses, range);
    probe_at_vertex(&r.probe, &r.space, 1, point);
    for (uint32_t try_index = 0;; try_index++) {
        uint32_t i = 0;
        r.direction = ray_direction_choose(try_index);
        r.found = (point_side){0, 0};
        for (; i < count; i++)
            if (solid_role(s, i) & SOLID_BOUNDS && !cross(&r, s, place, i)) break;
        if (i == count) break;
    }
    *out = r.found;
}

winding_number point_winding_find(const abut_solid* s, const point_place* place,
                                  const double point[3])
{
    const uint32_t count = (uint32_t)s->model->mesh.triangle_count;
    double sum = 0, error = 0, size = 0;
    posed_triangle t, p;
    point_place_point(place, point, &p);
    for (uint32_t i = 0; i < count; i++) {
        if (!(solid_role(s, i) & SOLID_PARTIAL)) continue;
        point_place_triangle(place, i, &t);
        const winding_number one = winding_of_triangle(&t, &p);
        sum += one.value;
        error += one.error;
        size += fabs(sum);
    }
    return (winding_number){sum, error * (1 + 0x1p-20) + size * 0x1p-52};
}
