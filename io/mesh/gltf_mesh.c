// gltf_mesh.c - the meshes of a glTF file. The vertices of an accessor are read once, whatever uses them.
#include "file/bytes.h"
#include "mesh/gltf.h"

#include <math.h>
#include <stdio.h>

// The first of several faults of one kind, and how many there are. One warning tells of all: accessors may share bytes,
// and a file of a few bytes could give any number of warnings.
typedef struct fault {
    const char* at;          // in the file; NULL: what tells of it is not there
    const json_value* item;  // in the text
    size_t count;
    char text[160];
} fault;

enum { REPORT_EVERY = 4096 };

// Move the reader to where it is in the file, which tells its progress.
static mesh_status report(const gltf* g, const gltf_accessor* a, size_t i)
{
    const char* at = a->at + i * a->stride;
    if (i % REPORT_EVERY != 0 || !a->is_in_file) return MESH_OK;
    if (at > g->r->at) g->r->at = at;
    return reader_progress(g->r);
}

// Room for more elements, and for others behind them: a file may have many small meshes.
static size_t roomy(size_t have, size_t more)
{
    const size_t all = have + more, larger = all + have / 2;
    return all > UINT32_MAX || larger < UINT32_MAX ? larger : all;
}

// ---------------------------------------------------------------------------------------- vertices

// Fail with a text, and go on with what is left.
static mesh_status forgive(const gltf* g, const fault* f, fault_code code, const char* one,
                           const char* many)
{
    if (f->count == 0) return MESH_OK;
    char outcome[60];
    snprintf(outcome, sizeof outcome, "%zu %s dropped", f->count, f->count == 1 ? one : many);
    const mesh_status status = f->at ? reader_fail(g->r, code, f->at, "%s", f->text)
                                     : gltf_fail(g, code, f->item, "%s", f->text);
    return reader_forgive(g->r, status, outcome);
}

static mesh_status read_vertices(gltf* g, size_t accessor)
{
    reader* r = g->r;
    gltf_accessor a;
    fault bad = {.item = g->accessors.items[accessor]};
    TRY(gltf_vertices(g, accessor, &a));
    if (r->mesh.vertex_count + a.count > r->vertex_capacity)
        TRY(reader_reserve_vertices(r, roomy(r->mesh.vertex_count, a.count)));
    const size_t first = r->mesh.vertex_count;
    for (size_t i = 0; i < a.count; i++) {
        const char* at = a.at + i * a.stride;
        const double v[3] = {load_f32(at, false), load_f32(at + 4, false), load_f32(at + 8, false)};
        TRY(report(g, &a, i));
        if (isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2])) {
            TRY(reader_add_vertex(r, v));
            continue;
        }
        TRY(reader_add_missing_vertex(r));
        if (bad.count++ > 0) continue;
        bad.at = a.is_in_file ? at : NULL;
        snprintf(bad.text, sizeof bad.text, "vertex %zu of accessor %zu is not finite", i,
                 accessor);
    }
    TRY(forgive(g, &bad, F004_BAD_NUMBER, "vertex", "vertices"));
    g->vertices[accessor] = first;
    return MESH_OK;
}

// --------------------------------------------------------------------------------------- triangles

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

// A primitive: corners of triangles.
typedef struct primitive {
    const json_value* item;
    size_t mesh, number, mode;
    size_t first_vertex, vertex_count;
    bool has_indices;
    gltf_accessor indices;
    size_t corner_count;
} primitive;

static size_t corner(const primitive* p, size_t i)
{
    if (!p->has_indices) return i;
    const char* at = p->indices.at + i * p->indices.stride;
    return p->indices.width == 1   ? (size_t)(unsigned char)*at
           : p->indices.width == 2 ? load_u16(at, false)
                                   : load_u32(at, false);
}

static void take_corners(const primitive* p, size_t triangle, size_t out[3])
{
    const size_t i = p->mode == TRIANGLES ? 3 * triangle : triangle;
    const size_t odd = p->mode == STRIP ? triangle % 2 : 0;
    if (p->mode == FAN) {
        out[0] = corner(p, i + 1);
        out[1] = corner(p, i + 2);
        out[2] = corner(p, 0);
    } else {
        out[0] = corner(p, i);
        out[1] = corner(p, i + 1 + odd);
        out[2] = corner(p, i + 2 - odd);
    }
}

// The greatest index of a type would begin a strip anew, and is not allowed.
static bool is_restart(const primitive* p, size_t vertex)
{
    return p->has_indices && vertex == (UINT64_C(1) << 8 * p->indices.width) - 1;
}

// What is wrong with a corner, into the fault.
static void tell_corner(fault* f, const primitive* p, size_t triangle, size_t vertex)
{
    char why[80];
    if (vertex >= p->vertex_count)
        snprintf(why, sizeof why, "has vertex %zu, and there are %zu", vertex, p->vertex_count);
    else if (is_restart(p, vertex))
        snprintf(why, sizeof why, "has the index %zu, which no vertex may have", vertex);
    else
        snprintf(why, sizeof why, "uses vertex %zu, which was dropped", vertex);
    snprintf(f->text, sizeof f->text, "triangle %zu of primitive %zu of mesh %zu %s", triangle,
             p->number, p->mesh, why);
    f->at = p->indices.is_in_file ? p->indices.at : NULL;
}

// Whether a corner of a triangle is wrong; the fault tells of the first.
static bool has_bad_corner(const gltf* g, const primitive* p, size_t triangle, const size_t v[3],
                           fault* f)
{
    const mesh* m = &g->r->mesh;
    for (int k = 0; k < 3; k++) {
        if (v[k] < p->vertex_count && !is_restart(p, v[k]) &&
            (!g->r->missing_count || !isnan(m->vertices[3 * (p->first_vertex + v[k])])))
            continue;
        if (f->count++ == 0) tell_corner(f, p, triangle, v[k]);
        return true;
    }
    return false;
}

static mesh_status add_triangles(gltf* g, const primitive* p)
{
    reader* r = g->r;
    const size_t count = p->mode == TRIANGLES ? p->corner_count / 3 : p->corner_count - 2;
    const uint32_t first = (uint32_t)p->first_vertex;
    fault bad = {.item = p->item};
    if (r->mesh.triangle_count + count > r->triangle_capacity)
        TRY(reader_reserve_triangles(r, roomy(r->mesh.triangle_count, count)));
    for (size_t i = 0; i < count; i++) {
        size_t v[3];
        take_corners(p, i, v);
        if (p->has_indices) TRY(report(g, &p->indices, i));
        if (has_bad_corner(g, p, i, v, &bad))
            TRY(reader_drop_face(r));
        else
            TRY(reader_add_triangle(r, first + (uint32_t)v[0], first + (uint32_t)v[1],
                                    first + (uint32_t)v[2]));
    }
    return forgive(g, &bad, F005_BAD_INDEX, "triangle", "triangles");
}

// --------------------------------------------------------------------------------------- primitives

// Corners that make no whole triangle.
static mesh_status check_corners(const gltf* g, const primitive* p)
{
    if (p->mode != TRIANGLES && p->corner_count < 3)
        return gltf_fail(g, F029_FEW_CORNERS, p->item,
                         "primitive %zu of mesh %zu has only %zu corners", p->number, p->mesh,
                         p->corner_count);
    if (p->mode != TRIANGLES || p->corner_count % 3 == 0) return MESH_OK;
    const mesh_status status =
        gltf_fail(g, F029_FEW_CORNERS, p->item,
                  "primitive %zu of mesh %zu has triangles, and %zu corners: no multiple of 3",
                  p->number, p->mesh, p->corner_count);
    return reader_forgive(g->r, status, "the last are ignored");
}

static mesh_status find_vertices(gltf* g, primitive* p)
{
    const json_value* attributes = json_member(p->item, "attributes");
    size_t accessor, indices;
    TRY(gltf_reference(g, attributes, "primitive", p->number, "POSITION", &g->accessors,
                       &accessor));
    TRY(gltf_reference(g, p->item, "primitive", p->number, "indices", &g->accessors, &indices));
    if (accessor == SIZE_MAX)
        return gltf_fail(g, F034_GLTF_MEMBER, p->item, "primitive %zu of mesh %zu has no POSITION",
                         p->number, p->mesh);
    // Its accessors are about what is compressed, and may have no bytes.
    const json_value* extensions = json_member(p->item, "extensions");
    const json_value* draco = json_member(extensions, "KHR_draco_mesh_compression");
    if (draco && !json_member(g->accessors.items[accessor], "bufferView"))
        return gltf_fail(g, F020_COMPRESSED, draco,
                         "primitive %zu of mesh %zu is compressed: KHR_draco_mesh_compression is "
                         "not read",
                         p->number, p->mesh);
    p->has_indices = indices != SIZE_MAX;
    if (p->has_indices) TRY(gltf_indices(g, indices, &p->indices));
    gltf_accessor vertices;
    TRY(gltf_vertices(g, accessor, &vertices));
    if (g->vertices[accessor] == SIZE_MAX) TRY(read_vertices(g, accessor));
    p->first_vertex = g->vertices[accessor];
    p->vertex_count = vertices.count;
    p->corner_count = p->has_indices ? p->indices.count : vertices.count;
    return MESH_OK;
}

static mesh_status read_primitive(gltf* g, const json_value* item, size_t parent, size_t number)
{
    primitive p = {.item = item, .mesh = parent, .number = number, .mode = TRIANGLES};
    if (item->kind != JSON_OBJECT)
        return gltf_fail(g, F034_GLTF_MEMBER, item, "primitive %zu of mesh %zu is %s", number,
                         parent, json_kind_text(item->kind));
    TRY(gltf_size(g, item, "primitive", number, "mode", &p.mode));
    if (p.mode > FAN)
        return gltf_fail(g, F034_GLTF_MEMBER, item, "primitive %zu of mesh %zu has the mode %zu",
                         number, parent, p.mode);
    if (p.mode < TRIANGLES) {
        g->other_count++;
        return MESH_OK;
    }
    g->morph_count += json_member(item, "targets") != NULL;
    TRY(find_vertices(g, &p));
    TRY(check_corners(g, &p));
    return add_triangles(g, &p);
}

mesh_status gltf_read_mesh(gltf* g, size_t number, gltf_part* out)
{
    gltf_part* part = &g->parts[number];
    if (!part->is_read) {
        const json_value* item = g->meshes.items[number];
        const json_value* primitives = json_member(item, "primitives");
        part->first_triangle = g->r->mesh.triangle_count;
        if (!primitives || primitives->kind != JSON_ARRAY)
            return gltf_fail(g, F034_GLTF_MEMBER, primitives ? primitives : item,
                             "mesh %zu has no array of primitives", number);
        size_t i = 0;
        for (const json_value* p = primitives->first; p; p = p->next, i++)
            TRY(reader_forgive(g->r, read_primitive(g, p, number, i), "primitive dropped"));
        part->triangle_count = g->r->mesh.triangle_count - part->first_triangle;
        part->is_read = true;
    }
    *out = *part;
    return MESH_OK;
}
