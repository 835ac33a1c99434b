// ply.c - the body of a PLY file (Turk 1994): rows of elements, as text or in either byte order.
// Rows that the mesh does not need are walked over by their types. If faces come before the vertices,
// the body is walked twice, so that a polygon is cut when its corners are known.
#include "ply.h"

#include "bytes.h"

#include <math.h>

typedef struct ply_reader {
    reader* r;
    const ply_header* h;
    const ply_element* element;  // whose rows are being read
    size_t row;
} ply_reader;

static mesh_status ends_early(ply_reader* p)
{
    return reader_fail(p->r, MESH_TRUNCATED, p->r->end, "the file ends in %s %zu of %zu",
                       p->element->name, p->row, p->element->count);
}

static bool has_bytes(const reader* r, size_t count)
{
    return (size_t)(r->end - r->at) >= count;
}

// ---------------------------------------------------------------------------------------- scalars

static double decode_real(const char* at, ply_scalar type, bool big)
{
    switch (type) {
    case PLY_INT8:
        return (double)(int8_t)*at;
    case PLY_UINT8:
        return (double)(uint8_t)*at;
    case PLY_INT16:
        return (double)(int16_t)load_u16(at, big);
    case PLY_UINT16:
        return (double)load_u16(at, big);
    case PLY_INT32:
        return (double)(int32_t)load_u32(at, big);
    case PLY_UINT32:
        return (double)load_u32(at, big);
    case PLY_FLOAT:
        return load_f32(at, big);
    case PLY_DOUBLE:
        break;
    }
    return load_f64(at, big);
}

// Whole numbers; a real one that is not whole, or beyond 32 bits, becomes -2, which no list accepts.
static int64_t decode_whole(const char* at, ply_scalar type, bool big)
{
    switch (type) {
    case PLY_INT8:
        return (int8_t)*at;
    case PLY_UINT8:
        return (uint8_t)*at;
    case PLY_INT16:
        return (int16_t)load_u16(at, big);
    case PLY_UINT16:
        return load_u16(at, big);
    case PLY_INT32:
        return (int32_t)load_u32(at, big);
    case PLY_UINT32:
        return load_u32(at, big);
    case PLY_FLOAT:
    case PLY_DOUBLE:
        break;
    }
    double value = decode_real(at, type, big);
    return value >= -1 && value <= (double)UINT32_MAX && value == floor(value) ? (int64_t)value
                                                                               : -2;
}

// Move to the next token of this row.
static mesh_status next_token(ply_reader* p)
{
    reader* r = p->r;
    skip_blanks(r);
    if (r->at == r->end) return ends_early(p);
    if (!is_newline(*r->at) && *r->at != '#') return MESH_OK;
    return reader_fail(r, MESH_SYNTAX, r->at, "%s %zu has too few values in its line",
                       p->element->name, p->row);
}

static mesh_status read_whole(ply_reader* p, ply_scalar type, const char* what, int64_t* out)
{
    reader* r = p->r;
    if (!p->h->ascii) {
        if (!has_bytes(r, ply_scalar_size(type))) return ends_early(p);
        *out = decode_whole(r->at, type, p->h->big_endian);
        r->at += ply_scalar_size(type);
        return MESH_OK;
    }
    TRY(next_token(p));
    const char* where = r->at;
    if (integer_parse(&r->at, r->end, out) && at_token_end(r->at, r->end)) return MESH_OK;
    quoted q = quote(where, r->end);
    return reader_fail(r, MESH_BAD_NUMBER, where, "\"%s\" of %s %zu is not a %s", q.text,
                       p->element->name, p->row, what);
}

static mesh_status skip_scalars(ply_reader* p, ply_scalar type, size_t count)
{
    reader* r = p->r;
    if (!p->h->ascii) {
        size_t size = ply_scalar_size(type);
        if (count > (size_t)(r->end - r->at) / size) return ends_early(p);
        r->at += count * size;
        return MESH_OK;
    }
    for (; count > 0; count--) {
        TRY(next_token(p));
        skip_token(r);
    }
    return MESH_OK;
}

static mesh_status read_length(ply_reader* p, const ply_property* property, size_t* length)
{
    if (p->h->ascii) skip_blanks(p->r);
    const char* where = p->r->at;
    int64_t value;
    TRY(read_whole(p, property->count_type, "list length", &value));
    if (value < 0)
        return reader_fail(p->r, MESH_SYNTAX, where, "a list of %s %zu has a negative length",
                           p->element->name, p->row);
    *length = (size_t)value;
    return MESH_OK;
}

static mesh_status skip_property(ply_reader* p, const ply_property* property)
{
    size_t count = 1;
    if (property->is_list) TRY(read_length(p, property, &count));
    return skip_scalars(p, property->type, count);
}

// ------------------------------------------------------------------------------------------- rows

static mesh_status read_coordinate(ply_reader* p, const ply_property* property, double v[3])
{
    static const char* const names[3] = {"x", "y", "z"};
    reader* r = p->r;
    size_t axis = (size_t)property->role - PLY_X;
    if (p->h->ascii) {
        TRY(next_token(p));
        return reader_number(r, names[axis], "vertex", p->row, &v[axis]);
    }
    if (!has_bytes(r, ply_scalar_size(property->type))) return ends_early(p);
    v[axis] = decode_real(r->at, property->type, p->h->big_endian);
    if (!isfinite(v[axis]))
        return reader_fail(r, MESH_BAD_NUMBER, r->at, "the %s of vertex %zu is not finite",
                           names[axis], p->row);
    r->at += ply_scalar_size(property->type);
    return MESH_OK;
}

// One index of a list; `restart` tells of the -1 that begins a new strip.
static mesh_status read_corner(ply_reader* p, ply_scalar type, bool* restart)
{
    reader* r = p->r;
    if (p->h->ascii) skip_blanks(r);
    const char* where = r->at;
    int64_t index;
    TRY(read_whole(p, type, "vertex index", &index));
    if (index >= 0 && (uint64_t)index < r->mesh.vertex_count)
        return reader_add_corner(r, (uint32_t)index);
    if (restart && index == -1) {
        *restart = true;
        return MESH_OK;
    }
    if (type >= PLY_FLOAT && index == -2)
        return reader_fail(r, MESH_BAD_NUMBER, where, "a vertex index of %s %zu is not whole",
                           p->element->name, p->row);
    return reader_fail(r, MESH_BAD_INDEX, where,
                       "vertex index %lld of %s %zu does not exist (%zu vertices)",
                       (long long)index, p->element->name, p->row, r->mesh.vertex_count);
}

static mesh_status read_polygon(ply_reader* p, const ply_property* property)
{
    const char* where = p->r->at;
    size_t length;
    TRY(read_length(p, property, &length));
    for (size_t i = 0; i < length; i++)
        TRY(read_corner(p, property->type, NULL));
    return reader_end_face(p->r, where);
}

// Triangles of three successive corners, every second one the other way round; each is a face.
static mesh_status read_strips(ply_reader* p, const ply_property* property)
{
    reader* r = p->r;
    const char* where = r->at;
    size_t length;
    TRY(read_length(p, property, &length));
    uint32_t a = 0, b = 0;
    size_t known = 0;  // corners since the strip began
    for (size_t i = 0; i < length; i++) {
        bool restart = false;
        TRY(read_corner(p, property->type, &restart));
        if (restart) {
            known = 0;
            continue;
        }
        uint32_t c = r->corners[0];
        r->corner_count = 0;
        if (known >= 2) {
            bool swap = known % 2 != 0;
            TRY(reader_add_corner(r, swap ? b : a));
            TRY(reader_add_corner(r, swap ? a : b));
            TRY(reader_add_corner(r, c));
            TRY(reader_end_face(r, where));
        }
        a = b;
        b = c;
        known++;
    }
    return MESH_OK;
}

static mesh_status read_row(ply_reader* p, bool wanted)
{
    const ply_property* property = p->h->properties + p->element->first_property;
    double v[3] = {0, 0, 0};
    for (size_t i = 0; i < p->element->property_count; i++, property++) {
        if (!wanted || property->role == PLY_OTHER)
            TRY(skip_property(p, property));
        else if (property->role != PLY_INDICES)
            TRY(read_coordinate(p, property, v));
        else if (p->element->kind == PLY_FACE)
            TRY(read_polygon(p, property));
        else
            TRY(read_strips(p, property));
    }
    return wanted && p->element->kind == PLY_VERTEX ? reader_add_vertex(p->r, v) : MESH_OK;
}

// Text has a row in a line; empty lines do not count.
static mesh_status begin_line(ply_reader* p)
{
    reader* r = p->r;
    while (r->at != r->end && (is_blank(*r->at) || is_newline(*r->at)))
        r->at++;
    return r->at == r->end ? ends_early(p) : MESH_OK;
}

static mesh_status end_line(ply_reader* p)
{
    reader* r = p->r;
    skip_blanks(r);
    if (r->at == r->end || is_newline(*r->at)) return MESH_OK;
    quoted q = quote(r->at, r->end);
    return reader_fail(r, MESH_SYNTAX, r->at, "\"%s\" after the last value of %s %zu", q.text,
                       p->element->name, p->row);
}

// The count must fit into the bytes that are there, before anything is reserved for it.
static mesh_status check_count(ply_reader* p)
{
    size_t least = 0;
    for (size_t i = 0; i < p->element->property_count; i++) {
        const ply_property* property = p->h->properties + p->element->first_property + i;
        ply_scalar type = property->is_list ? property->count_type : property->type;
        least += p->h->ascii ? 2 : ply_scalar_size(type);
    }
    size_t left = (size_t)(p->r->end - p->r->at) + (p->h->ascii ? 1 : 0);
    if (p->element->count <= left / least) return MESH_OK;
    return reader_fail(p->r, MESH_TRUNCATED, p->r->end, "the file is too short for element %s %zu",
                       p->element->name, p->element->count);
}

static mesh_status read_element(ply_reader* p, bool wanted)
{
    if (p->element->property_count == 0) return MESH_OK;  // takes no bytes, whatever its count
    p->row = 0;
    TRY(check_count(p));
    if (wanted && p->element->kind == PLY_VERTEX)
        TRY(reader_reserve_vertices(p->r, p->element->count));
    if (wanted && p->element->kind == PLY_FACE)
        TRY(reader_reserve_triangles(p->r, p->element->count));
    for (; p->row < p->element->count; p->row++) {
        TRY(reader_progress(p->r));
        if (p->h->ascii) TRY(begin_line(p));
        TRY(read_row(p, wanted));
        if (p->h->ascii) TRY(end_line(p));
    }
    return MESH_OK;
}

static mesh_status check_rest(reader* r)
{
    while (r->at != r->end && (is_blank(*r->at) || is_newline(*r->at)))
        r->at++;
    if (r->at == r->end) return MESH_OK;
    return reader_fail(r, MESH_SYNTAX, r->at, "%zu bytes follow the last element",
                       (size_t)(r->end - r->at));
}

static mesh_status read_body(reader* r, const ply_header* h)
{
    ply_reader p = {.r = r, .h = h};
    const char* body = r->at;
    size_t vertices = 0;
    while (vertices < h->element_count && h->elements[vertices].kind != PLY_VERTEX)
        vertices++;
    bool early = false;  // faces before their vertices
    for (size_t i = 0; i < vertices; i++)
        early = early || h->elements[i].kind != PLY_ANY;
    if (early && vertices < h->element_count) {
        for (size_t i = 0; i <= vertices; i++) {
            p.element = &h->elements[i];
            TRY(read_element(&p, i == vertices));
        }
        r->at = body;
    }
    for (size_t i = 0; i < h->element_count; i++) {
        p.element = &h->elements[i];
        TRY(read_element(&p, p.element->kind != PLY_ANY && !(early && i == vertices)));
    }
    return check_rest(r);
}

mesh_status ply_read(reader* r)
{
    ply_header h;
    TRY(ply_read_header(r, &h));
    r->binary = !h.ascii;
    r->mesh.format = MESH_PLY;
    return read_body(r, &h);
}
