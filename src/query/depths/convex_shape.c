// convex_shape.c - see convex_shape.h.
#include "query/depths/convex_shape.h"

#include "base/base.h"
#include "base/host.h"
#include "base/sort.h"
#include "geom/vector.h"
#include "query/point_side.h"

#include <string.h>

#define WORK_MOST ((size_t)1 << 26)
#define NO_FACE   UINT32_MAX

#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif
// Of a determinant, as a part of the sum of its terms' sizes (docs/proofs/depth.md, "The least depth").
#define SIGN_ERROR (0x1p-48 * ABUT_BOUND_SCALE)

typedef struct finder {
    convex_shape* out;
    const soup_mesh* mesh;
    real_stack* stack;
    uint32_t* beyond;  // of each side of each triangle: the triangle there
    uint32_t* face_of;
    uint32_t* waiting;
    double middle[3];  // of all vertices, about
} finder;

// ------------------------------------------------------------------------------------------- planes

static int sign_in_integers(real_stack* s, const double* const corner[3], const double point[3])
{
    const size_t mark = real_mark(s);
    real3 x[4], edge[3];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            x[i].x[k] = real_of(s, i < 3 ? corner[i][k] : point[k]);
    for (int i = 0; i < 3; i++)
        edge[i] = real3_subtract(s, x[i + 1], x[0]);
    const int sign = real_sign(real3_dot(s, real3_cross(s, edge[0], edge[1]), edge[2]));
    real_release(s, mark);
    return sign;
}

// On which side of a triangle a point is: 1 where its corners are counter-clockwise.
static int sign_of(const finder* f, uint32_t triangle, const double point[3])
{
    const double* corner[3];
    double e[3][3], value = 0, size = 0;
    soup_mesh_vertices(f->mesh, triangle, corner);
    subtract3(e[0], corner[1], corner[0]);
    subtract3(e[1], corner[2], corner[0]);
    subtract3(e[2], point, corner[0]);
    for (int k = 0; k < 3; k++) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        const double left = e[0][p] * e[1][q], right = e[0][q] * e[1][p];
        value += (left - right) * e[2][k];
        size += (fabs(left) + fabs(right)) * fabs(e[2][k]);
    }
    if (PRUNE(f->mesh->is_moderate && fabs(value) > SIGN_ERROR * size)) return value > 0 ? 1 : -1;
    // Differences and products of moderate numbers are 0 only where they are.
    if (PRUNE(f->mesh->is_moderate && !(size > 0))) return 0;
    return sign_in_integers(f->stack, corner, point);
}

// -------------------------------------------------------------------------------------------- faces

static abut_status find_neighbours(finder* f, const abut_host* host, int* are_pairs)
{
    const soup_mesh* const m = f->mesh;
    const size_t count = 3 * m->triangle_count;
    sort_record* const record = host_allocate(host, 2 * count, sizeof *record);
    if (!record) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const uint32_t p = m->triangles[i], q = m->triangles[i % 3 < 2 ? i + 1 : i - 2];
        record[i] =
            (sort_record){p < q ? (uint64_t)p << 32 | q : (uint64_t)q << 32 | p, (uint32_t)i};
    }
    sort_records(record, record + count, count);
    *are_pairs = count % 2 == 0;
    for (size_t i = 0; *are_pairs && i < count; i += 2) {
        *are_pairs = record[i].key == record[i + 1].key &&
                     (i + 2 == count || record[i + 2].key != record[i].key);
        f->beyond[record[i].value] = record[i + 1].value / 3;
        f->beyond[record[i + 1].value] = record[i].value / 3;
    }
    host_release(host, record, 2 * count, sizeof *record);
    return ABUT_OK;
}

// The corner of a triangle that is not on a side of another one, which it shares.
static const double* far_corner(const soup_mesh* m, uint32_t triangle, uint32_t p, uint32_t q)
{
    const uint32_t* const v = m->triangles + 3 * (size_t)triangle;
    uint32_t far = v[0];
    for (int i = 1; i < 3; i++)
        if (far == p || far == q) far = v[i];
    return m->vertices + 3 * (size_t)far;
}

// All triangles in one plane with a first one. Returns 0 if a neighbour is beyond the plane.
static int flood(finder* f, uint32_t first, int inner)
{
    const soup_mesh* const m = f->mesh;
    const uint32_t face = f->face_of[first];
    size_t count = 1;
    f->waiting[0] = first;
    while (count) {
        const uint32_t t = f->waiting[--count];
        for (size_t i = 0; i < 3; i++) {
            const size_t at = 3 * (size_t)t + i;
            const uint32_t next = f->beyond[at];
            if (f->face_of[next] == face) continue;
            const int sign = sign_of(
                f, first,
                far_corner(m, next, m->triangles[at], m->triangles[i < 2 ? at + 1 : at - 2]));
            if (sign && sign != inner) return 0;
            if (sign || f->face_of[next] != NO_FACE) continue;
            f->face_of[next] = face;
            f->waiting[count++] = next;
        }
    }
    return 1;
}

// Find the faces. Returns 0 if neighbours show that it is not convex.
static abut_status find_faces(finder* f, const abut_host* host, int* may_be)
{
    convex_shape* const out = f->out;
    const size_t count = f->mesh->triangle_count;
    for (size_t i = 0; i < count; i++)
        f->face_of[i] = NO_FACE;
    for (size_t i = 0; *may_be && i < count; i++) {
        if (f->face_of[i] != NO_FACE) continue;
        void* faces = out->faces;
        const abut_status status = host_grow(host, &faces, &out->face_room, out->face_count,
                                             out->face_count + 1, sizeof *out->faces);
        out->faces = faces;
        if (status != ABUT_OK) return status;
        const int inner = sign_of(f, (uint32_t)i, f->middle);
        f->face_of[i] = (uint32_t)out->face_count;
        out->faces[out->face_count++] = (convex_face){(uint32_t)i, -inner};
        *may_be = inner && flood(f, (uint32_t)i, inner);
        *may_be &= out->face_count <= WORK_MOST / f->mesh->vertex_count;
    }
    return ABUT_OK;
}

// Whether no vertex is beyond any face.
static int is_within_faces(const finder* f)
{
    const soup_mesh* const m = f->mesh;
    const convex_shape* const c = f->out;
    for (size_t i = 0; i < c->face_count; i++)
        for (size_t v = 0; v < m->vertex_count; v++)
            if (sign_of(f, c->faces[i].triangle, m->vertices + 3 * v) == c->faces[i].sign) return 0;
    return 1;
}

// ------------------------------------------------------------------------------------ edges, corners

// Of each two faces one part of the edge where they meet.
static abut_status find_edges(finder* f, const abut_host* host)
{
    convex_shape* const out = f->out;
    const soup_mesh* const m = f->mesh;
    size_t count = 0;
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        count += f->face_of[i / 3] < f->face_of[f->beyond[i]];
    sort_record* const record = host_allocate(host, 2 * count, sizeof *record);
    out->edges = host_allocate(host, count, sizeof *out->edges);
    if (out->edges) out->edge_room = count;
    if (!record || !out->edges) {
        host_release(host, record, 2 * count, sizeof *record);
        return ABUT_OUT_OF_MEMORY;
    }
    count = 0;
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        const uint32_t x = f->face_of[i / 3], y = f->face_of[f->beyond[i]];
        if (x < y) record[count++] = (sort_record){(uint64_t)x << 32 | y, (uint32_t)i};
    }
    sort_records(record, record + count, count);
    for (size_t i = 0; i < count; i++) {
        const uint32_t at = record[i].value;
        if (i && record[i - 1].key == record[i].key) continue;
        out->edges[out->edge_count++] =
            (convex_edge){{m->triangles[at], m->triangles[at % 3 < 2 ? at + 1 : at - 2]},
                          {(uint32_t)(record[i].key >> 32), (uint32_t)record[i].key}};
    }
    host_release(host, record, 2 * out->edge_room, sizeof *record);
    return ABUT_OK;
}

static abut_status find_corners(finder* f, const abut_host* host)
{
    convex_shape* const out = f->out;
    const soup_mesh* const m = f->mesh;
    uint32_t* const seen = host_allocate(host, 2 * m->vertex_count, sizeof *seen);
    uint8_t* const is_listed = host_allocate(host, m->vertex_count, 1);
    out->corners = host_allocate(host, m->vertex_count, sizeof *out->corners);
    if (out->corners) out->corner_room = m->vertex_count;
    const int has_room = seen && is_listed && out->corners;
    if (has_room) {
        memset(seen, 0xFF, 2 * m->vertex_count * sizeof *seen);
        memset(is_listed, 0, m->vertex_count);
    }
    for (size_t i = 0; has_room && i < 3 * m->triangle_count; i++) {
        const uint32_t v = m->triangles[i], face = f->face_of[i / 3];
        uint32_t* const two = seen + 2 * (size_t)v;
        if (is_listed[v] || two[0] == face || two[1] == face) continue;
        if (two[0] == NO_FACE) {
            two[0] = face;
        } else if (two[1] == NO_FACE) {
            two[1] = face;
        } else {
            is_listed[v] = 1;
            out->corners[out->corner_count++] = v;
        }
    }
    host_release(host, seen, 2 * m->vertex_count, sizeof *seen);
    host_release(host, is_listed, m->vertex_count, 1);
    return has_room ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// ------------------------------------------------------------------------------------------- answer

// Whether the middle of all vertices is inside, by parity.
static abut_status find_inside(const finder* f, const abut_solid* solid, const abut_host* host,
                               int* is_inside)
{
    const abut_instance in_file = {.model = solid->model};
    point_place place;
    point_side found;
    TRY(point_place_make(&place, &in_file));
    TRY(point_side_of(solid, &place, f->middle, host, &found));
    *is_inside = found.is_inside;
    return ABUT_OK;
}

static abut_status find_all(finder* f, const abut_solid* solid, const abut_host* host)
{
    int may_be = 0;
    TRY(find_neighbours(f, host, &may_be));
    if (!may_be) return ABUT_OK;
    TRY(find_faces(f, host, &may_be));
    if (!may_be || !is_within_faces(f)) return ABUT_OK;
    TRY(find_inside(f, solid, host, &may_be));
    if (!may_be) return ABUT_OK;
    TRY(find_edges(f, host));
    TRY(find_corners(f, host));
    f->out->is_convex = 1;
    return ABUT_OK;
}

// Inside, if the shape is convex: on no triangle, for it is not on all.
static void find_middle(finder* f)
{
    const soup_mesh* const m = f->mesh;
    for (int k = 0; k < 3; k++) {
        f->middle[k] = 0;
        for (size_t i = 0; i < m->vertex_count; i++)
            f->middle[k] += m->vertices[3 * i + (size_t)k] / (double)m->vertex_count;
    }
}

abut_status convex_shape_find(convex_shape* out, const abut_solid* solid, real_stack* stack,
                              const abut_host* host)
{
    finder f = {.out = out, .mesh = &solid->model->mesh, .stack = stack};
    const size_t count = f.mesh->triangle_count;
    ASSERT(!f.mesh->removed_count);  // closed_pair.h
    memset(out, 0, sizeof *out);
    out->mesh = f.mesh;
    find_middle(&f);
    if (!doubles_are_finite(f.middle, 3)) return ABUT_OK;
    f.beyond = host_allocate(host, 3 * count, sizeof *f.beyond);
    f.face_of = host_allocate(host, count, sizeof *f.face_of);
    f.waiting = host_allocate(host, count, sizeof *f.waiting);
    const abut_status status =
        f.beyond && f.face_of && f.waiting ? find_all(&f, solid, host) : ABUT_OUT_OF_MEMORY;
    host_release(host, f.beyond, 3 * count, sizeof *f.beyond);
    host_release(host, f.face_of, count, sizeof *f.face_of);
    host_release(host, f.waiting, count, sizeof *f.waiting);
    return status;
}

void convex_shape_free(convex_shape* c, const abut_host* host)
{
    host_release(host, c->faces, c->face_room, sizeof *c->faces);
    host_release(host, c->edges, c->edge_room, sizeof *c->edges);
    host_release(host, c->corners, c->corner_room, sizeof *c->corners);
}
