// ply_header.c - the header of a PLY file: always text, also in binary files.
#include "mesh/ply.h"

#include <string.h>

static bool take_scalar_type(reader* r, ply_scalar* type)
{
    static const struct {
        const char* name;
        ply_scalar type;
    } names[] = {
        {"char", PLY_INT8},      {"uchar", PLY_UINT8},   {"short", PLY_INT16},
        {"ushort", PLY_UINT16},  {"int", PLY_INT32},     {"uint", PLY_UINT32},
        {"float", PLY_FLOAT},    {"double", PLY_DOUBLE}, {"int8", PLY_INT8},
        {"uint8", PLY_UINT8},    {"int16", PLY_INT16},   {"uint16", PLY_UINT16},
        {"int32", PLY_INT32},    {"uint32", PLY_UINT32}, {"float32", PLY_FLOAT},
        {"float64", PLY_DOUBLE},
    };
    skip_blanks(r);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (take_word(r, names[i].name)) {
            *type = names[i].type;
            return true;
        }
    }
    return false;
}

static mesh_status bad_line(reader* r, const char* what)
{
    quoted q = quote(r->at, r->end);
    const char* word = r->at;
    skip_token(r);
    const bool cut = r->at == r->end;
    r->at = word;
    if (cut)
        return reader_fail(r, F003_TRUNCATED, r->at, "the file ends in \"%s\" where %s should be",
                           q.text, what);
    return reader_fail(r, F002_SYNTAX, r->at, "\"%s\" where %s should be", q.text, what);
}

static mesh_status read_format(reader* r, ply_header* h)
{
    skip_blanks(r);
    if (take_word(r, "ascii"))
        h->ascii = true;
    else if (take_word(r, "binary_big_endian"))
        h->big_endian = true;
    else if (!take_word(r, "binary_little_endian"))
        return bad_line(r, "ascii, binary_little_endian or binary_big_endian");
    skip_blanks(r);
    return take_word(r, "1.0") ? MESH_OK : bad_line(r, "1.0");
}

static mesh_status read_element(reader* r, ply_header* h)
{
    if (h->element_count == PLY_MOST_ELEMENTS)
        return reader_fail(r, F006_TOO_LARGE, r->at, "more than %d elements", PLY_MOST_ELEMENTS);
    ply_element* e = &h->elements[h->element_count];
    *e = (ply_element){.first_property = h->property_count};
    skip_blanks(r);
    if (at_line_end(r)) return bad_line(r, "the name of an element");
    quoted q = quote(r->at, r->end);
    memcpy(e->name, q.text, sizeof e->name - 1);
    const char* name = r->at;
    if (take_word(r, "vertex"))
        e->kind = PLY_VERTEX;
    else if (take_word(r, "face"))
        e->kind = PLY_FACE;
    else if (take_word(r, "tristrips"))
        e->kind = PLY_STRIP;
    else
        skip_token(r);
    for (size_t i = 0; i < h->element_count; i++)
        if (e->kind != PLY_ANY && h->elements[i].kind == e->kind)
            return reader_fail(r, F032_PLY_HEADER, name, "element %s is declared twice", e->name);
    skip_blanks(r);
    const char* where = r->at;
    int64_t count;
    if (!integer_parse(&r->at, r->end, &count) || !at_token_end(r->at, r->end) || count < 0) {
        r->at = where;
        return bad_line(r, "the number of elements");
    }
    e->count = (uint64_t)count;
    h->element_count++;
    return MESH_OK;
}

static ply_role take_role(reader* r, ply_kind kind, bool is_list)
{
    if (kind == PLY_VERTEX && !is_list) {
        if (take_word(r, "x")) return PLY_X;
        if (take_word(r, "y")) return PLY_Y;
        if (take_word(r, "z")) return PLY_Z;
    } else if (is_list && (kind == PLY_FACE || kind == PLY_STRIP)) {
        if (take_word(r, "vertex_indices") || take_word(r, "vertex_index")) return PLY_INDICES;
    }
    skip_token(r);
    return PLY_OTHER;
}

static mesh_status read_property(reader* r, ply_header* h)
{
    if (h->element_count == 0)
        return reader_fail(r, F032_PLY_HEADER, r->at, "a property before the first element");
    if (h->property_count == PLY_MOST_PROPERTIES)
        return reader_fail(r, F006_TOO_LARGE, r->at, "more than %d properties",
                           PLY_MOST_PROPERTIES);
    ply_element* e = &h->elements[h->element_count - 1];
    ply_property* p = &h->properties[h->property_count];
    *p = (ply_property){0};
    skip_blanks(r);
    p->is_list = take_word(r, "list");
    if (p->is_list) {
        if (!take_scalar_type(r, &p->count_type) || p->count_type >= PLY_FLOAT)
            return bad_line(r, "the integer type of a list's length");
    }
    if (!take_scalar_type(r, &p->type)) return bad_line(r, "the type of a property");
    skip_blanks(r);
    if (at_line_end(r)) return bad_line(r, "the name of a property");
    const char* name = r->at;
    p->role = take_role(r, e->kind, p->is_list);
    for (size_t i = e->first_property; i < h->property_count; i++) {
        if (p->role == PLY_OTHER || h->properties[i].role != p->role) continue;
        quoted q = quote(name, r->end);
        return reader_fail(r, F032_PLY_HEADER, name, "property %s is declared twice", q.text);
    }
    h->property_count++;
    e->property_count++;
    return MESH_OK;
}

static bool has_role(const ply_header* h, const ply_element* e, ply_role role)
{
    for (size_t i = 0; i < e->property_count; i++)
        if (h->properties[e->first_property + i].role == role) return true;
    return false;
}

static mesh_status check_header(reader* r, const ply_header* h)
{
    for (size_t i = 0; i < h->element_count; i++) {
        const ply_element* e = &h->elements[i];
        bool vertex = e->kind == PLY_VERTEX, indexed = e->kind == PLY_FACE || e->kind == PLY_STRIP;
        if (vertex && !(has_role(h, e, PLY_X) && has_role(h, e, PLY_Y) && has_role(h, e, PLY_Z)))
            return reader_fail(r, F032_PLY_HEADER, r->at, "the vertices have no x, y and z");
        if (indexed && e->count > 0 && !has_role(h, e, PLY_INDICES))
            return reader_fail(r, F032_PLY_HEADER, r->at,
                               "element %s has no list vertex_indices or vertex_index", e->name);
    }
    return MESH_OK;
}

// Binary data begins behind the line end that the header's first line has: the next byte is data even
// if it looks like a line end.
static void skip_header_end(reader* r, const char* first_line_end)
{
    if (r->at == r->end) return;
    bool lone_return = *first_line_end == '\r' && first_line_end[1] != '\n';
    if (lone_return)
        r->at++;
    else
        skip_newline(r);
}

static void skip_remarks(reader* r)
{
    for (;;) {
        while (r->at != r->end && (is_newline(*r->at) || is_blank(*r->at)))
            r->at++;
        if (!is_word(r, "comment") && !is_word(r, "obj_info")) return;
        skip_line(r);
    }
}

mesh_status ply_read_header(reader* r, ply_header* h)
{
    h->ascii = h->big_endian = false;
    h->element_count = h->property_count = 0;
    if (!take_word(r, "ply")) return bad_line(r, "\"ply\"");
    skip_blanks(r);
    const char* first_line_end = r->at;
    for (bool format = false;; format = true) {
        if (r->at != r->end && !is_newline(*r->at)) return bad_line(r, "the end of the line");
        skip_remarks(r);
        if (!format) {
            if (!take_word(r, "format")) return bad_line(r, "\"format\"");
            TRY(read_format(r, h));
        } else if (take_word(r, "element")) {
            TRY(read_element(r, h));
        } else if (take_word(r, "property")) {
            TRY(read_property(r, h));
        } else if (take_word(r, "end_header")) {
            break;
        } else {
            return bad_line(r, "\"element\", \"property\" or \"end_header\"");
        }
        skip_blanks(r);
    }
    skip_blanks(r);
    if (r->at != r->end && !is_newline(*r->at)) return bad_line(r, "the end of the line");
    skip_header_end(r, first_line_end);
    return check_header(r, h);
}
