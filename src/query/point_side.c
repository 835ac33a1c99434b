// point_side.c - see point_side.h.
#include "query/point_side.h"

#include "base/base.h"
#include "engine/tree/figures.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------ sides

typedef struct ray {
    probe probe;
    probe_space space;
    ray_direction direction;
    point_side found;
} ray;

// A triangle. Returns 0 if the ray tells nothing.
static int cross(ray* r, const point_asked* p, uint32_t triangle)
{
    posed_triangle t;
    const unsigned role = solid_role(p->solid, triangle);
    if (!(role & SOLID_BOUNDS)) return 1;
    point_place_triangle(p->place, triangle, &t);
    const ray_result result = ray_triangle(&r->probe, &r->space, &r->direction, &t, 0);
    if (result == RAY_MISSES) return 1;
    if (result != RAY_HITS) return 0;
    r->found.is_inside ^= 1;
    if (role & SOLID_WHOLE)
        r->found.turns += ray_leaves(&r->probe, &r->space, &r->direction, &t, 0);
    return 1;
}

// Count the crossings of a ray. *tells is 0 if it meets an edge or lies in a plane.
static abut_status follow(ray* r, const point_asked* p, int* tells)
{
    const uint32_t* ids = NULL;
    size_t count = p->solid->model->mesh.triangle_count;
    *tells = 1;
    r->found = (point_side){0, 0};
    if (p->frame) {
        TRY(point_walk_ray(p->walk, p->frame, &p->at, &r->direction, p->host));
        ids = p->walk->s.ids;
        count = p->walk->s.count;
    }
    for (size_t i = 0; i < count && *tells; i++)
        *tells = cross(r, p, ids ? ids[i] : (uint32_t)i);
    return ABUT_OK;
}

abut_status point_side_find(const point_asked* p, point_side* out)
{
    const bit_range empty = BIT_RANGE_EMPTY;
    const bit_range range[2] = {p->solid->vertices, bit_range_add(empty, p->point, 3)};
    int tells = 0;
    ray r;
    r.space.poses = &p->place->poses;
    r.space.grid = exact_grid_make(&p->place->poses, range);
    probe_at_vertex(&r.probe, &r.space, 1, p->point);
    for (uint32_t try_index = 0; !tells; try_index++) {
        r.direction = ray_direction_choose(try_index);
        TRY(follow(&r, p, &tells));
    }
    *out = r.found;
    return ABUT_OK;
}

abut_status point_side_of(const abut_solid* solid, const point_place* place, const double point[3],
                          const abut_host* host, point_side* out)
{
    const abut_model* m = solid->model;
    point_asked p = {.solid = solid, .place = place, .point = point, .host = host};
    if (!m->wide.node_count || !point_frame_is_world(&place->poses))
        return point_side_find(&p, out);
    point_frame f;
    point_walk walk = {.heap_capacity = 0};
    point_frame_make(&f, place, (double)INFINITY);
    p.frame = &f;
    p.walk = &walk;
    p.at = point_at_make(&f, point);
    abut_status status = point_walk_open(&walk, m, &f, 1, host);
    if (status == ABUT_OK) status = point_side_find(&p, out);
    point_walk_free(&walk, host);
    return status;
}

// -------------------------------------------------------------------------------------- winding numbers

typedef struct angles {
    const point_place* place;
    posed_triangle point;
    double sum, error, size;
} angles;

static void add_angle(angles* a, const double* const corner[3], double times)
{
    posed_triangle t;
    posed_triangle_place(&t, &a->place->poses, 0, corner);
    const winding_number one = winding_of_triangle(&t, &a->point);
    a->sum += times * one.value;
    a->error += fabs(times) * one.error;
    a->size += fabs(a->sum);
}

static void add_triangle(angles* a, const abut_solid* s, uint32_t triangle)
{
    const double* corner[3];
    if (!(solid_role(s, triangle) & SOLID_PARTIAL)) return;
    soup_mesh_vertices(&s->model->mesh, triangle, corner);
    add_angle(a, corner, 1);
}

static void add_leaf(angles* a, const abut_solid* s, size_t leaf)
{
    const uint32_t* id = wide_ids(&s->model->wide, leaf);
    for (size_t k = 0; k < wide_leaf_count(id); k++)
        add_triangle(a, s, id[k]);
}

// All triangles below a node whose box the point is outside of: by a fan that has their border, if that is shorter.
static void add_fan(angles* a, const abut_solid* s, size_t node)
{
    const fan_place at = s->fans.places[node];
    const fan_edge* edge = s->fans.edges + at.first;
    const double* const all = s->model->mesh.vertices;
    for (size_t i = 0; !at.is_border && i < at.leaf_count; i++)
        add_leaf(a, s, at.leaf + i);
    for (size_t i = 0; at.is_border && i < at.count; i++) {
        const uint32_t from = edge[0].a;
        if (edge[i].a == from || edge[i].b == from) continue;
        const double* const corner[3] = {all + 3 * (size_t)from, all + 3 * (size_t)edge[i].a,
                                         all + 3 * (size_t)edge[i].b};
        add_angle(a, corner, edge[i].times);
    }
}

static void add_cover(angles* a, const point_asked* p)
{
    const wide_points* cover = &p->walk->s;
    for (size_t i = 0; i < cover->count; i++) {
        const int32_t child = (int32_t)cover->ids[i];
        if (child >= 0)
            add_fan(a, p->solid, (size_t)child);
        else
            add_leaf(a, p->solid, (uint32_t)~child);
    }
}

abut_status point_winding_find(const point_asked* p, winding_number* out)
{
    angles a = {.place = p->place};
    point_place_point(p->place, p->point, &a.point);
    if (p->frame) {
        TRY(point_walk_cover(p->walk, &p->at, p->host));
        add_cover(&a, p);
    } else {
        for (size_t i = 0; i < p->solid->model->mesh.triangle_count; i++)
            add_triangle(&a, p->solid, (uint32_t)i);
    }
    // Products with times and sums round.
    *out = (winding_number){a.sum, a.error * (1 + 0x1p-20) + a.size * 0x1p-50};
    return ABUT_OK;
}
