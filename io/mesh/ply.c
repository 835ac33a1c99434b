// ply.c - the body of a PLY file (Turk 1994): rows of elements, as text or in either byte order.
// Rows that the mesh does not need are walked over by their types. If faces come before the vertices,
// the body is walked twice, so that a polygon is cut when its corners are known.
// Behind a bad row reading goes on with the next line, or, in binary files, behind the row's last byte,
// as long as that can be known.
#include "mesh/ply.h"

#include "file/bytes.h"
#include "text/end.h"

#include <inttypes.h>
#include <math.h>

typedef struct ply_reader {
    reader* r;
    const ply_header* h;
    const ply_element* element;  // whose rows are being read
    size_t row;
    bool ahead;    // in the first of two walks
    bool lost;     // where the next row begins is not known
    size_t extra;  // values behind the declared ones in the first row of a vertex
    bool extra_known;
    bool told_of_values;  // that rows have more of them than the header says
    bool told_of_remarks;
} ply_reader;

static mesh_status ends_early(ply_reader* p)
{
    p->lost = true;
    return reader_fail(p->r, F003_TRUNCATED, p->r->end, "the file ends in %s %zu of %" PRIu64,
                       p->element->name, p->row, p->element->count);
}

static bool has_bytes(const reader* r, uint64_t count)
{
    return (uint64_t)(r->end - r->at) >= count;
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
    return reader_fail(r, F023_TOO_FEW_VALUES, r->at, "%s %zu has too few values in its line",
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
    return reader_fail(r, F004_BAD_NUMBER, where, "\"%s\" of %s %zu is not a %s", q.text,
                       p->element->name, p->row, what);
}

static mesh_status skip_scalars(ply_reader* p, ply_scalar type, uint64_t count)
{
    reader* r = p->r;
    if (!p->h->ascii) {
        size_t size = ply_scalar_size(type);
        if (count > (size_t)(r->end - r->at) / size) return ends_early(p);
        r->at += (size_t)count * size;
        return MESH_OK;
    }
    for (; count > 0; count--) {
        TRY(next_token(p));
        skip_value(r);
    }
    return MESH_OK;
}

static mesh_status read_length(ply_reader* p, const ply_property* property, uint64_t* length)
{
    if (p->h->ascii) skip_blanks(p->r);
    const char* where = p->r->at;
    int64_t value = 0;
    TRY(read_whole(p, property->count_type, "list length", &value));
    if (value < 0) {
        p->lost = !p->h->ascii;
        return reader_fail(p->r, F027_WHOLE_NUMBER, where, "a list of %s %zu has a negative length",
                           p->element->name, p->row);
    }
    *length = (uint64_t)value;
    return MESH_OK;
}

static mesh_status skip_property(ply_reader* p, const ply_property* property)
{
    uint64_t count = 1;
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
    const char* where = r->at;
    v[axis] = decode_real(where, property->type, p->h->big_endian);
    r->at += ply_scalar_size(property->type);
    if (isfinite(v[axis])) return MESH_OK;
    return reader_fail(r, F004_BAD_NUMBER, where, "the %s of vertex %zu is not finite", names[axis],
                       p->row);
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
        return reader_fail(r, F026_NO_INDEX, where, "a vertex index of %s %zu is not whole",
                           p->element->name, p->row);
    return reader_fail(r, F005_BAD_INDEX, where,
                       "vertex index %lld of %s %zu does not exist (%zu vertices)",
                       (long long)index, p->element->name, p->row, r->mesh.vertex_count);
}

static mesh_status read_polygon(ply_reader* p, const ply_property* property)
{
    const char* where = p->r->at;
    uint64_t length = 0;
    TRY(read_length(p, property, &length));
    for (uint64_t i = 0; i < length; i++) {
        mesh_status status = read_corner(p, property->type, NULL);
        if (status == MESH_OK) continue;
        // The rest of a binary list must be passed over, which tells no error: this one is told.
        if (p->h->ascii || p->lost) return status;
        const uint64_t rest = (length - i - 1) * ply_scalar_size(property->type);
        p->lost = !has_bytes(p->r, rest);
        if (!p->lost) p->r->at += (size_t)rest;
        return status;
    }
    return reader_end_face(p->r, where);
}

// One triangle of a strip, every second one the other way round; each is a face.
static mesh_status add_strip_triangle(ply_reader* p, const uint32_t corners[3], bool swap,
                                      const char* where)
{
    reader* r = p->r;
    for (size_t i = 0; i < 3; i++)
        if (corners[i] == UINT32_MAX) return reader_drop_face(r);
    TRY(reader_add_corner(r, corners[swap ? 1 : 0]));
    TRY(reader_add_corner(r, corners[swap ? 0 : 1]));
    TRY(reader_add_corner(r, corners[2]));
    mesh_status status = reader_end_face(r, where);
    if (status == MESH_OK) return MESH_OK;
    TRY(reader_forgive(r, status, "triangle dropped"));
    return reader_drop_face(r);
}

// Triangles of three successive corners. A bad corner stays in its place, as UINT32_MAX, so that the
// others keep their sides.
static mesh_status read_strips(ply_reader* p, const ply_property* property)
{
    reader* r = p->r;
    const char* where = r->at;
    uint64_t length = 0;
    TRY(read_length(p, property, &length));
    uint32_t corners[3] = {0, 0, 0};
    size_t known = 0;  // corners since the strip began
    for (uint64_t i = 0; i < length; i++) {
        bool restart = false;
        mesh_status status = read_corner(p, property->type, &restart);
        if (status != MESH_OK) {
            // In text only an index has been passed over: the next one would be what failed now.
            if (p->lost || (p->h->ascii && status != MESH_BAD_INDEX)) return status;
            TRY(reader_forgive(r, status, "its triangles dropped"));
        } else if (restart) {
            known = 0;
            continue;
        }
        corners[2] = status == MESH_OK ? r->corners[0] : UINT32_MAX;
        r->corner_count = 0;
        if (known >= 2) TRY(add_strip_triangle(p, corners, known % 2 != 0, where));
        corners[0] = corners[1];
        corners[1] = corners[2];
        known++;
    }
    return MESH_OK;
}

static mesh_status read_wanted(ply_reader* p, const ply_property* property, double v[3])
{
    if (property->role == PLY_OTHER) return skip_property(p, property);
    if (property->role != PLY_INDICES) return read_coordinate(p, property, v);
    return p->element->kind == PLY_FACE ? read_polygon(p, property) : read_strips(p, property);
}

// Without all of its vertices a file is no model: what keeps it from them is not forgiven.
static mesh_status forgive(ply_reader* p, mesh_status status, const char* outcome)
{
    if (p->lost && (p->element->kind == PLY_VERTEX || p->ahead)) p->r->fatal = true;
    return reader_forgive(p->r, status, outcome);
}

static const char* outcome_of(const ply_reader* p)
{
    if (p->lost) return "the rest is not read";
    switch (p->element->kind) {
    case PLY_VERTEX:
        return "vertex dropped";
    case PLY_FACE:
        return "face dropped";
    case PLY_STRIP:
        return "the rest of the strip dropped";
    case PLY_ANY:
        break;
    }
    return "ignored";
}

// Read a row up to its last value. *bad: something in it was wrong and has been forgiven.
static mesh_status read_row(ply_reader* p, bool wanted, double v[3], bool* bad)
{
    const ply_property* property = p->h->properties + p->element->first_property;
    for (size_t i = 0; i < p->element->property_count; i++, property++) {
        mesh_status status = wanted ? read_wanted(p, property, v) : skip_property(p, property);
        if (status == MESH_OK) continue;
        TRY(forgive(p, status, outcome_of(p)));
        *bad = true;
        if (p->h->ascii || p->lost) return MESH_OK;
    }
    return MESH_OK;
}

static bool take_remark(reader* r)
{
    const char* line = r->at;
    bool remark = take_word(r, "comment");
    r->at = line;
    return remark;
}

// Text has a row in a line; empty lines do not count, and comments, which belong into the header,
// cannot be mistaken for numbers.
static mesh_status begin_line(ply_reader* p)
{
    reader* r = p->r;
    for (;;) {
        while (r->at != r->end && (is_blank(*r->at) || is_newline(*r->at)))
            r->at++;
        if (r->at == r->end || *r->at != 'c' || !take_remark(r)) return MESH_OK;
        if (!p->told_of_remarks)
            TRY(reader_warn(r, F057_VALUES_UNUSED, r->at,
                            "a comment after the header is passed over"));
        p->told_of_remarks = !r->quiet;
        skip_line(r);
    }
}

static mesh_status ignore_values(ply_reader* p)
{
    if (!p->told_of_values)
        TRY(reader_warn(p->r, F057_VALUES_UNUSED, p->r->at,
                        "%s %zu has more values than the header says; they are ignored, here and "
                        "further down",
                        p->element->name, p->row));
    p->told_of_values = !p->r->quiet;
    skip_line(p->r);
    return MESH_OK;
}

// Whether x, y and z are the first values of a row: then an undeclared one is not before them.
static bool begins_with_place(const ply_reader* p)
{
    const ply_property* property = p->h->properties + p->element->first_property;
    for (size_t axis = 0; axis < 3; axis++)
        if (axis >= p->element->property_count || property[axis].role != PLY_X + axis) return false;
    return true;
}

// A vertex with other values than the header declares, so that its coordinates may be others too. If all rows have as
// many more, a property is likely to be missing from the header: then x, y and z are right where they come first, and
// are read if the caller wants what can be had.
static mesh_status check_extra(ply_reader* p, size_t extra)
{
    reader* r = p->r;
    const bool alike = !p->extra_known || extra == p->extra, first = begins_with_place(p);
    if (!p->extra_known) p->extra = extra;
    p->extra_known = true;
    if (alike && extra == 0) return MESH_OK;
    if (alike && first && r->drop_bad) return ignore_values(p);
    if (extra == 0)
        return reader_fail(r, F023_TOO_FEW_VALUES, r->at,
                           "vertex %zu has fewer values than those before it", p->row);
    quoted q = quote(r->at, r->end);
    return reader_fail(r, F024_UNDECLARED, r->at,
                       "\"%s\" after the last value of vertex %zu: declare all properties in the "
                       "header%s",
                       q.text, p->row,
                       alike && first ? ", or read those it has with --drop-bad" : "");
}

// Behind the corners of a face more values than declared do no harm.
static mesh_status end_line(ply_reader* p, bool wanted)
{
    reader* r = p->r;
    skip_blanks(r);
    const char* rest = r->at;
    size_t extra = 0;
    for (; r->at != r->end && !is_newline(*r->at); extra++, skip_blanks(r))
        skip_value(r);
    r->at = rest;
    if (wanted && p->element->kind == PLY_VERTEX) return check_extra(p, extra);
    return extra > 0 ? ignore_values(p) : MESH_OK;
}

static mesh_status drop_row(ply_reader* p, bool wanted)
{
    if (p->h->ascii) skip_line(p->r);
    if (!wanted) return MESH_OK;
    if (p->element->kind == PLY_VERTEX) return reader_add_missing_vertex(p->r);
    return p->element->kind == PLY_FACE ? reader_drop_face(p->r) : MESH_OK;
}

static mesh_status read_line_or_row(ply_reader* p, bool wanted)
{
    double v[3] = {0, 0, 0};
    bool bad = false;
    const size_t triangle_count = p->r->mesh.triangle_count, face_count = p->r->mesh.face_count;
    TRY(read_row(p, wanted, v, &bad));
    if (p->h->ascii && !bad) {
        mesh_status status = end_line(p, wanted);
        if (status != MESH_OK) {
            TRY(forgive(p, status, outcome_of(p)));
            bad = true;
        }
    }
    if (!bad)
        return wanted && p->element->kind == PLY_VERTEX ? reader_add_vertex(p->r, v) : MESH_OK;
    if (p->element->kind == PLY_FACE && wanted) {
        // The corners may have been fine and something behind them not.
        p->r->mesh.triangle_count = triangle_count;
        p->r->mesh.face_count = face_count;
    }
    return drop_row(p, wanted);
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
    return reader_fail(p->r, F003_TRUNCATED, p->r->end,
                       "the file is too short for element %s %" PRIu64, p->element->name,
                       p->element->count);
}

static mesh_status reserve(ply_reader* p, bool wanted)
{
    mesh_status status = check_count(p);
    if (status != MESH_OK) {
        p->lost = true;
        TRY(forgive(p, status, "what is there is read"));
        p->lost = false;
        return MESH_OK;
    }
    if (wanted && p->element->kind == PLY_VERTEX)
        return reader_reserve_vertices(p->r, (size_t)p->element->count);
    if (wanted && p->element->kind == PLY_FACE)
        return reader_reserve_triangles(p->r, (size_t)p->element->count);
    return MESH_OK;
}

static mesh_status read_element(ply_reader* p, bool wanted)
{
    reader* r = p->r;
    if (p->element->property_count == 0) return MESH_OK;  // takes no bytes, whatever its count
    p->row = 0;
    TRY(reserve(p, wanted));
    for (; p->row < p->element->count; p->row++) {
        TRY(reader_progress(r));
        if (p->h->ascii) TRY(begin_line(p));
        if (r->at == r->end && p->h->ascii) {
            mesh_status status = ends_early(p);
            return forgive(p, status, outcome_of(p));
        }
        TRY(read_line_or_row(p, wanted));
        if (p->lost) return MESH_OK;
    }
    return MESH_OK;
}

static mesh_status check_rest(reader* r)
{
    while (r->at != r->end && (is_blank(*r->at) || is_newline(*r->at)))
        r->at++;
    if (r->at == r->end) return MESH_OK;
    TRY(reader_need_all(r));
    if (is_padding(r->at, r->end))
        return reader_warn(r, F053_BYTES_BEHIND, r->at,
                           "%zu bytes, zeros among them, follow the last element and are ignored",
                           (size_t)(r->end - r->at));
    return reader_fail(r, F025_LEFT_OVER, r->at, "%zu bytes follow the last element",
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
    early = early && vertices < h->element_count;
    if (early) TRY(reader_need_all(r));
    // What is walked over twice is told of once.
    p.ahead = true;
    for (size_t i = 0; early && i <= vertices; i++) {
        p.element = &h->elements[i];
        r->quiet = i != vertices;
        TRY(read_element(&p, i == vertices));
    }
    p.ahead = false;
    if (early) r->at = body;
    for (size_t i = 0; i < h->element_count && !p.lost; i++) {
        p.element = &h->elements[i];
        r->quiet = early && i == vertices;
        TRY(read_element(&p, p.element->kind != PLY_ANY && !r->quiet));
    }
    r->quiet = false;
    return p.lost ? MESH_OK : reader_forgive(r, check_rest(r), "they are ignored");
}

mesh_status ply_read(reader* r)
{
    ply_header h;
    TRY(ply_read_header(r, &h));
    r->binary = !h.ascii;
    if (h.ascii) TRY(reader_end_text(r));
    r->mesh.format = MESH_PLY;
    r->mesh.variant = h.ascii        ? "ascii"
                      : h.big_endian ? "binary big endian"
                                     : "binary little endian";
    return read_body(r, &h);
}
