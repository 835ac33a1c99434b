// convex_parts.c - see convex_parts.h. The normals of P - Q are those of P, those of Q, and products of an edge of each.
// A plane too many is no harm, as long as all of P - Q is behind it; none may be missing.
#include "query/depths/convex_parts.h"

#include "base/base.h"
#include "base/host.h"
#include "geom/vector.h"
#include "query/depths/convex_shape.h"

#include <math.h>
#include <string.h>

#define PARTS_MOST     16   // of each model
#define LOOKS_MOST     64   // of components that may be parts
#define TRIANGLES_MOST 64   // of a part
#define PLANES_MOST    512  // of a pair

#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif
// What a unit normal errs by, made of two unit vectors whose product has this length.
#define NORMAL_ERROR(length) (0x1p-45 / (length)*ABUT_BOUND_SCALE)
#define LENGTH_LEAST         0x1p-20  // of such a product

// A face or an edge as it is placed.
typedef struct placed_face {
    double normal[3], error;  // unit, outward
} placed_face;

typedef struct part {
    abut_model* model;
    abut_solid* solid;
    convex_shape shape;
    double origin[3], origin_size;  // its first vertex in the world; the size of the terms of that
    double (*place)[3];             // of all vertices from there
    double extent;                  // none is farther
    placed_face* faces;
    double (*along)[3];  // of edges: unit
} part;

typedef struct finder {
    least_search* search;
    const abut_host* host;
    real_stack* stack;
    convex_parts* out;
    part parts[2][PARTS_MOST];
    size_t count[2];
} finder;

// ------------------------------------------------------------------------------------------- placed

// From one vertex to another, placed. Returns the sum of its terms' sizes.
static double vector_between(const affine* pose, const double from[3], const double to[3],
                             double out[3])
{
    double way[3], size = 0;
    subtract3(way, to, from);
    for (int k = 0; k < 3; k++) {
        const double* const row = pose->matrix[k];
        out[k] = dot3(row, way);
        size += fabs(row[0] * way[0]) + fabs(row[1] * way[1]) + fabs(row[2] * way[2]);
    }
    return size;
}

// The same, of length 1. Returns 0 where too little is known of it.
static int unit_between(const affine* pose, const double from[3], const double to[3], double out[3])
{
    const double size = vector_between(pose, from, to, out);
    if (!(size > 0x1p-400 && size < 0x1p400) || !(size < 4 * length3(out))) return 0;
    return normalise3(out);
}

// A unit vector across two. Returns 0 where they are nearly parallel.
static int across(const double a[3], const double b[3], double out[3], double* error)
{
    cross3(out, a, b);
    const double length = length3(out);
    if (!(length > LENGTH_LEAST)) return 0;
    *error = NORMAL_ERROR(length);
    return normalise3(out);
}

// The least and the greatest product with a part's places.
static void range_of(const part* p, const double n[3], double out[2])
{
    out[0] = (double)INFINITY;
    out[1] = -(double)INFINITY;
    for (size_t i = 0; i < p->shape.mesh->vertex_count; i++) {
        const double x = dot3(n, p->place[i]);
        if (x < out[0]) out[0] = x;
        if (x > out[1]) out[1] = x;
    }
}

// Returns 0 where a face is too thin, or the part is.
static int place_face(const part* p, const affine* pose, const convex_face* f, placed_face* out)
{
    const double* v[3];
    double edge[2][3], range[2];
    soup_mesh_vertices(p->shape.mesh, f->triangle, v);
    if (!unit_between(pose, v[0], v[1], edge[0]) || !unit_between(pose, v[0], v[2], edge[1]) ||
        !across(edge[0], edge[1], out->normal, &out->error))
        return 0;
    range_of(p, out->normal, range);
    const double at = dot3(out->normal, p->place[(v[0] - p->shape.mesh->vertices) / 3]);
    const double above = range[1] - at, below = at - range[0];
    if (above > below)
        for (int k = 0; k < 3; k++)
            out->normal[k] = -out->normal[k];
    // It is on the face: one of both is 0, but for errors.
    return fmax(above, below) > 64 * out->error * p->extent;
}

static abut_status place_part(part* p, const finder* f, int side, int* is_known)
{
    const affine* const pose = &f->search->pair->pair.placed[side].pose;
    const soup_mesh* const m = p->shape.mesh;
    p->place = host_allocate(f->host, m->vertex_count, sizeof *p->place);
    p->faces = host_allocate(f->host, p->shape.face_count, sizeof *p->faces);
    p->along = host_allocate(f->host, p->shape.edge_count, sizeof *p->along);
    if (!p->place || !p->faces || !p->along) return ABUT_OUT_OF_MEMORY;
    for (int k = 0; k < 3; k++) {
        const double* const row = pose->matrix[k];
        const double* const v = m->vertices;
        p->origin[k] = dot3(row, v) + pose->translation[k];
        p->origin_size += fabs(row[0] * v[0]) + fabs(row[1] * v[1]) + fabs(row[2] * v[2]) +
                          fabs(pose->translation[k]);
    }
    for (size_t i = 0; i < m->vertex_count; i++)
        p->extent = double_larger(
            p->extent, vector_between(pose, m->vertices, m->vertices + 3 * i, p->place[i]));
    *is_known = doubles_are_finite(p->origin, 3) && p->origin_size < 0x1p400 &&
                p->extent > 0x1p-400 && p->extent < 0x1p400;
    for (size_t i = 0; *is_known && i < p->shape.face_count; i++)
        *is_known = place_face(p, pose, &p->shape.faces[i], &p->faces[i]);
    for (size_t i = 0; *is_known && i < p->shape.edge_count; i++) {
        const uint32_t* const v = p->shape.edges[i].vertex;
        *is_known = unit_between(pose, m->vertices + 3 * (size_t)v[0],
                                 m->vertices + 3 * (size_t)v[1], p->along[i]);
    }
    return ABUT_OK;
}

static void free_part(part* p, const abut_host* host)
{
    const size_t vertices = p->model ? p->model->mesh.vertex_count : 0;
    host_release(host, p->place, vertices, sizeof *p->place);
    host_release(host, p->faces, p->shape.face_count, sizeof *p->faces);
    host_release(host, p->along, p->shape.edge_count, sizeof *p->along);
    convex_shape_free(&p->shape, host);
    if (p->solid) solid_free(p->solid);
    if (p->model) model_free(p->model);
}

// ------------------------------------------------------------------------------------------- planes

// A plane of P - Q and the one on its other side. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
static abut_status add_planes(finder* f, const part* p, const part* q, const double n[3],
                              double error)
{
    convex_parts* const out = f->out;
    double range[2][2], apart[3];
    void* planes = out->planes;
    const abut_status status = host_grow(f->host, &planes, &out->plane_room, out->plane_count,
                                         out->plane_count + 2, sizeof *out->planes);
    out->planes = planes;
    if (status != ABUT_OK) return status;
    range_of(p, n, range[0]);
    range_of(q, n, range[1]);
    subtract3(apart, p->origin, q->origin);
    const double size = p->extent + q->extent + absolute_sum3(apart) + 4 * f->search->out->hi;
    const double slack =
        error * size + 0x1p-48 * ABUT_BOUND_SCALE * (p->origin_size + q->origin_size);
    const double shift = dot3(n, apart);
    out->planes[out->plane_count++] =
        (blocked_plane){{n[0], n[1], n[2]}, range[0][1] - range[1][0] + shift - slack};
    out->planes[out->plane_count++] =
        (blocked_plane){{-n[0], -n[1], -n[2]}, range[1][1] - range[0][0] - shift - slack};
    return ABUT_OK;
}

// Whether an edge's arc of normals is certainly on one side of what another edge is across.
static int is_beside(const part* p, size_t edge, const double along[3])
{
    const placed_face* const one = &p->faces[p->shape.edges[edge].face[0]];
    const placed_face* const two = &p->faces[p->shape.edges[edge].face[1]];
    const double error = one->error + two->error + 0x1p-45;
    const double x = dot3(one->normal, along), y = dot3(two->normal, along);
    return (x > error && y > error) || (x < -error && y < -error);
}

static real3 exact_edge(const finder* f, int side, const part* p, size_t edge)
{
    real_stack* const s = f->stack;
    const affine* const pose = &f->search->pair->pair.placed[side].pose;
    const uint32_t* const v = p->shape.edges[edge].vertex;
    const double *from = p->shape.mesh->vertices + 3 * (size_t)v[0],
                 *to = p->shape.mesh->vertices + 3 * (size_t)v[1];
    real3 out = {0};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            out.x[k] =
                real_add(s, out.x[k],
                         real_multiply(s, real_of(s, pose->matrix[k][i]),
                                       real_subtract(s, real_of(s, to[i]), real_of(s, from[i]))));
    return out;
}

// Whether two edges are parallel, exactly.
static int are_parallel(const finder* f, const part* p, size_t i, const part* q, size_t k)
{
    const size_t mark = real_mark(f->stack);
    const int is_zero =
        real3_is_zero(real3_cross(f->stack, exact_edge(f, 0, p, i), exact_edge(f, 1, q, k)));
    real_release(f->stack, mark);
    return is_zero;
}

// Edges that are nearly parallel may have a face of which no normal is known: then nothing is known of the pair.
static abut_status add_edge_planes(finder* f, const part* p, const part* q, size_t first,
                                   int* is_known)
{
    for (size_t i = 0; *is_known && i < p->shape.edge_count; i++)
        for (size_t k = 0; *is_known && k < q->shape.edge_count; k++) {
            double normal[3], error;
            if (PRUNE(is_beside(p, i, q->along[k]) || is_beside(q, k, p->along[i]))) continue;
            if (across(p->along[i], q->along[k], normal, &error))
                TRY(add_planes(f, p, q, normal, error));
            else
                *is_known = are_parallel(f, p, i, q, k);
            *is_known &= f->out->plane_count - first <= PLANES_MOST;
        }
    return ABUT_OK;
}

static abut_status add_pair(finder* f, const part* p, const part* q)
{
    convex_parts* const out = f->out;
    const size_t first = out->plane_count;
    int is_known = 1;
    for (int side = 0; side < 2; side++) {
        const part* const of = side ? q : p;
        for (size_t i = 0; i < of->shape.face_count; i++)
            TRY(add_planes(f, p, q, of->faces[i].normal, of->faces[i].error));
    }
    TRY(add_edge_planes(f, p, q, first, &is_known));
    for (size_t i = first; is_known && i < out->plane_count; i++)
        is_known = out->planes[i].height > -f->search->out->hi;
    if (!is_known) {
        out->plane_count = first;
        return ABUT_OK;
    }
    void* ends = out->ends;
    const abut_status status =
        host_grow(f->host, &ends, &out->room, out->count, out->count + 1, sizeof *out->ends);
    out->ends = ends;
    if (status == ABUT_OK) out->ends[out->count++] = out->plane_count;
    return status;
}

// -------------------------------------------------------------------------------------------- parts

typedef struct file_box {
    double low[3], high[3];
} file_box;

// The boxes of all components in the file.
static void find_boxes(const abut_solid* s, file_box* box)
{
    const soup_mesh* const m = &s->model->mesh;
    for (size_t i = 0; i < s->parts.count; i++)
        for (int k = 0; k < 3; k++) {
            box[i].low[k] = (double)INFINITY;
            box[i].high[k] = -(double)INFINITY;
        }
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        if (!soup_mesh_has(m, i / 3)) continue;
        const uint32_t of = component_of(&s->parts, (uint32_t)(i / 3));
        const double* const v = m->vertices + 3 * (size_t)m->triangles[i];
        for (int k = 0; k < 3; k++) {
            if (v[k] < box[of].low[k]) box[of].low[k] = v[k];
            if (v[k] > box[of].high[k]) box[of].high[k] = v[k];
        }
    }
}

// Whether no other component's box shares an inside with its own: so what is inside it is inside the model.
static int is_by_itself(const file_box* box, size_t count, size_t which)
{
    for (size_t i = 0; i < count; i++) {
        int is_apart = i == which;
        for (int k = 0; k < 3; k++)
            is_apart |= box[i].low[k] >= box[which].high[k] || box[i].high[k] <= box[which].low[k];
        if (!is_apart) return 0;
    }
    return 1;
}

// Whether a box may reach the other solid before hi. It is a choice, not a proof: what is left out proves nothing.
static int is_near(const finder* f, int side, const file_box* box)
{
    const least_search* const s = f->search;
    const affine* const pose = &s->pair->pair.placed[side].pose;
    double(*const other)[3] = f->search->box[!side];
    for (int k = 0; k < 3; k++) {
        double low = pose->translation[k], high = low;
        for (int i = 0; i < 3; i++) {
            const double x = pose->matrix[k][i] * box->low[i],
                         y = pose->matrix[k][i] * box->high[i];
            low += x < y ? x : y;
            high += x < y ? y : x;
        }
        if (low > other[1][k] + s->out->hi || high < other[0][k] - s->out->hi) return 0;
    }
    return 1;
}

static abut_status add_part(finder* f, int side, uint32_t which)
{
    const abut_solid* const s = f->search->pair->pair.solid[side];
    part* const p = &f->parts[side][f->count[side]++];
    int is_known = 0;
    TRY(closed_model_make(&p->model, s, which, f->host));
    TRY(solid_make(&p->solid, p->model, f->host));
    TRY(convex_shape_find(&p->shape, p->solid, f->stack, f->host));
    if (p->shape.is_convex) TRY(place_part(p, f, side, &is_known));
    if (is_known) return ABUT_OK;
    free_part(p, f->host);
    memset(p, 0, sizeof *p);
    f->count[side]--;
    return ABUT_OK;
}

static abut_status add_parts(finder* f, int side)
{
    const abut_solid* const s = f->search->pair->pair.solid[side];
    const size_t count = s->parts.count;
    file_box* const box = host_allocate(f->host, count, sizeof *box);
    abut_status status = ABUT_OK;
    int looks = 0;
    if (!box) return ABUT_OUT_OF_MEMORY;
    find_boxes(s, box);
    for (size_t i = 0; status == ABUT_OK && i < count && f->count[side] < PARTS_MOST; i++) {
        const component* const c = &s->parts.list[i];
        if (!c->closed || c->triangle_count > TRIANGLES_MOST || !is_near(f, side, &box[i]))
            continue;
        if (looks++ == LOOKS_MOST) break;
        if (is_by_itself(box, count, i)) status = add_part(f, side, (uint32_t)i);
    }
    host_release(f->host, box, count, sizeof *box);
    return status;
}

static abut_status find_all(finder* f)
{
    abut_status status = ABUT_OK;
    for (int side = 0; side < 2; side++) {
        TRY(add_parts(f, side));
        if (!f->count[side]) return ABUT_OK;
    }
    for (size_t i = 0; i < f->count[0]; i++)
        for (size_t k = 0; k < f->count[1] && least_may_go(f->search, &status); k++)
            TRY(add_pair(f, &f->parts[0][i], &f->parts[1][k]));
    return status;
}

// -------------------------------------------------------------------------------------------- answer

abut_status convex_parts_find(convex_parts* out, least_search* s)
{
    const abut_host* const host = &s->pair->pair.query->host;
    memset(out, 0, sizeof *out);
    finder* const f = host_allocate(host, 1, sizeof *f);
    if (!f) return ABUT_OUT_OF_MEMORY;
    memset(f, 0, sizeof *f);
    f->search = s;
    f->host = host;
    f->out = out;
    f->stack = host_allocate(host, 1, sizeof *f->stack);
    abut_status status = ABUT_OUT_OF_MEMORY;
    if (f->stack) {
        f->stack->used = f->stack->peak = 0;
        status = find_all(f);
    }
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < f->count[side]; i++)
            free_part(&f->parts[side][i], host);
    host_release(host, f->stack, 1, sizeof *f->stack);
    host_release(host, f, 1, sizeof *f);
    return status;
}

void convex_parts_free(convex_parts* p, const abut_host* host)
{
    host_release(host, p->planes, p->plane_room, sizeof *p->planes);
    host_release(host, p->ends, p->room, sizeof *p->ends);
}

// Whether a plane has all of a cell behind it that is nearer to 0 than reach.
static int is_behind(const blocked_plane* p, const cell* c, double reach)
{
    double most = 0;
    if (reach < p->height) return 1;
    for (int k = 0; k < 3; k++)
        most += p->normal[k] * c->middle[k] + fabs(p->normal[k]) * c->half[k];
    return most < p->height;
}

int convex_parts_cover(const convex_parts* p, const cell* c, double reach)
{
    size_t i = 0;
    for (size_t pair = 0; pair < p->count; pair++) {
        while (i < p->ends[pair] && is_behind(&p->planes[i], c, reach))
            i++;
        if (i == p->ends[pair]) return 1;
        i = p->ends[pair];
    }
    return 0;
}
