// off.c - the Object File Format of Geomview (text only), as CGAL and others write it: mostly an element a line, else
// words in any lines.
#include "mesh/reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// One line's count; *at_end_of_line tells whether anything follows it there.
static mesh_status read_count(reader* r, const char* what, uint64_t* count)
{
    skip_space(r);
    if (r->at == r->end)
        return reader_fail_whole(r, F003_TRUNCATED, r->at, "the file ends before the number of %s",
                                 what);
    const char* where = r->at;
    int64_t value;
    if (!integer_parse(&r->at, r->end, &value) || !at_token_end(r->at, r->end) || value < 0) {
        quoted q = quote(where, r->end);
        return reader_fail(r, F027_WHOLE_NUMBER, where, "\"%s\" is not a number of %s", q.text,
                           what);
    }
    *count = (uint64_t)value;
    return MESH_OK;
}

// The number of edges means nothing and may be missing: it is there if the line goes on, or if the
// next line is a single whole number.
static void skip_edge_count(reader* r)
{
    skip_blanks(r);
    bool same_line = !at_line_end(r);
    const char* after = r->at;
    skip_space(r);
    int64_t ignored;
    bool whole = integer_parse(&r->at, r->end, &ignored) && at_token_end(r->at, r->end);
    if (whole) {
        skip_blanks(r);
        if (same_line || at_line_end(r)) return;
    }
    r->at = after;
}

// Every element takes a line of at least so many bytes, so that a count cannot lie by much.
static mesh_status check_count(reader* r, uint64_t count, size_t least_bytes, const char* what)
{
    size_t left = (size_t)(r->end - r->at);
    if (count <= left / least_bytes + 1) return MESH_OK;
    return reader_fail_whole(r, F003_TRUNCATED, r->end, "the file is too short for %" PRIu64 " %s",
                             count, what);
}

static bool has_letters(const char* at, const char* end, const char* letters)
{
    for (; *letters != '\0'; letters++, at++)
        if (at == end || (*at | 32) != *letters) return false;
    return true;
}

const char* off_keyword_end(const char* at, const char* end)
{
    for (;;) {
        if (has_letters(at, end, "off")) break;
        if (has_letters(at, end, "st"))
            at += 2;
        else if (has_letters(at, end, "c") || has_letters(at, end, "n"))
            at++;
        else
            return NULL;
    }
    at += 3;
    return at_token_end(at, end) || is_digit(*at) ? at : NULL;
}

// "noff" is one of normals, in small letters.
bool off_has_other_dimensions(const char* at, const char* end)
{
    bool other = false;
    for (; at != end && *at != '\0' && strchr("STCN4n", *at); at++)
        other |= *at == '4' || *at == 'n';
    return other && end - at >= 3 && memcmp(at, "OFF", 3) == 0 &&
           (at_token_end(at + 3, end) || is_digit(at[3]));
}

// How the values of a file stand where it is no element a line: the format is one of words, wherever its lines end. Only
// the colour of a face ends with a line.
typedef struct off_layout {
    size_t values;  // of a vertex, with its normal, colour and texture coordinates
    bool colours;   // what stands behind the corners of a face, up to the end of its line
} off_layout;

typedef struct off_reader {
    reader* r;
    const char* body;          // behind the counts
    size_t warnings;           // before it
    uint64_t vertices, faces;  // as the file says
    size_t values[2];          // of a vertex, as the keyword says; a colour has its alpha or not
    bool odd;                  // a line of a vertex had another number of them
    bool looked;               // for a free layout
    bool is_free;
    off_layout layout;  // if it is
} off_reader;

static bool skip_number(reader* r)
{
    double ignored;
    skip_space(r);
    return number_parse(&r->at, r->end, &ignored) == NUMBER_OK;
}

static bool skip_face(reader* r, const off_reader* o, bool colours)
{
    enum { CORNERS_LEAST = 3, COLOURS_MOST = 4 };
    int64_t corners, index;
    skip_space(r);
    if (!integer_parse(&r->at, r->end, &corners) || corners < CORNERS_LEAST) return false;
    for (; corners > 0; corners--) {
        if (!at_token_end(r->at, r->end)) return false;
        skip_space(r);
        if (!integer_parse(&r->at, r->end, &index)) return false;
        if (index < 0 || (uint64_t)index >= o->vertices) return false;
    }
    if (!at_token_end(r->at, r->end)) return false;
    skip_blanks(r);
    for (int i = 0; colours && !at_line_end(r); i++) {
        if (i == COLOURS_MOST || !skip_number(r)) return false;
        skip_blanks(r);
    }
    return true;
}

// Whether all that is there is so many vertices and faces, to the last word.
static bool fits(const off_reader* o, off_layout layout)
{
    reader ahead = *o->r;
    ahead.at = o->body;
    for (size_t i = 0; i < o->vertices; i++) {
        for (size_t k = 0; k < 3; k++)
            if (!skip_number(&ahead)) return false;
        for (size_t k = 3; k < layout.values; k++) {
            skip_space(&ahead);
            skip_value(&ahead);
        }
    }
    for (size_t i = 0; i < o->faces; i++)
        if (!skip_face(&ahead, o, layout.colours)) return false;
    skip_space(&ahead);
    return ahead.at == ahead.end;
}

// Where lines do not do, look once whether another layout fits exactly.
static bool find_layout(off_reader* o)
{
    if (o->looked || o->r->restart) return false;
    o->looked = true;
    for (int i = 0; i < 4; i++) {
        o->layout = (off_layout){.values = o->values[i / 2], .colours = i % 2 == 0};
        if (fits(o, o->layout)) return o->is_free = true;
    }
    return false;
}

static mesh_status ends_early(off_reader* o, const char* what, size_t number, uint64_t count)
{
    reader* r = o->r;
    mesh_status status = reader_fail_whole(
        r, F003_TRUNCATED, r->at, "the file ends before %s %zu of %" PRIu64, what, number, count);
    find_layout(o);
    return status;
}

// Normals, colours and texture coordinates may follow a vertex in its line.
static void skip_rest_of_vertex(off_reader* o)
{
    reader* r = o->r;
    size_t values = 3;
    for (skip_blanks(r); !at_line_end(r); skip_blanks(r), values++)
        skip_value(r);
    o->odd |= values != o->values[0] && values != o->values[1];
    skip_line(r);
}

static mesh_status read_vertices(off_reader* o)
{
    reader* r = o->r;
    TRY(check_count(r, o->vertices, 6, "vertices"));
    TRY(reader_reserve_vertices(r, (size_t)o->vertices));
    for (size_t i = 0; i < o->vertices; i++) {
        TRY(reader_progress(r));
        skip_space(r);
        if (r->at == r->end) return ends_early(o, "vertex", i, o->vertices);
        double v[3];
        mesh_status status = reader_coordinates(r, "vertex", i, v);
        if (status == MESH_OK) {
            TRY(reader_add_vertex(r, v));
            skip_rest_of_vertex(o);
        } else {
            if (find_layout(o)) return status;
            TRY(reader_forgive(r, status, "vertex dropped"));
            TRY(reader_add_missing_vertex(r));
            skip_line(r);
        }
    }
    return MESH_OK;
}

static mesh_status read_corner(reader* r, size_t face)
{
    skip_blanks(r);
    if (at_line_end(r))
        return reader_fail(r, r->at == r->end ? F003_TRUNCATED : F029_FEW_CORNERS, r->at,
                           "face %zu ends before its corner %zu", face, r->corner_count);
    const char* where = r->at;
    int64_t index;
    bool number = integer_parse(&r->at, r->end, &index) && at_token_end(r->at, r->end);
    if (number && index >= 0 && (uint64_t)index < r->mesh.vertex_count)
        return reader_add_corner(r, (uint32_t)index);
    quoted q = quote(where, r->end);
    if (!number)
        return reader_fail(r, F026_NO_INDEX, where, "\"%s\" of face %zu is not a vertex index",
                           q.text, face);
    return reader_fail(r, F005_BAD_INDEX, where,
                       "vertex index %s of face %zu does not exist (%zu vertices)", q.text, face,
                       r->mesh.vertex_count);
}

static mesh_status read_face(reader* r, size_t face)
{
    const char* where = r->at;
    int64_t corners;
    if (!integer_parse(&r->at, r->end, &corners) || !at_token_end(r->at, r->end) || corners < 0) {
        quoted q = quote(where, r->end);
        return reader_fail(r, F027_WHOLE_NUMBER, where,
                           "\"%s\" is not the number of corners of face %zu", q.text, face);
    }
    for (int64_t i = 0; i < corners; i++)
        TRY(read_corner(r, face));
    return reader_end_face(r, where);
}

static mesh_status read_faces(off_reader* o)
{
    reader* r = o->r;
    for (size_t face = 0; face < o->faces; face++) {
        TRY(reader_progress(r));
        skip_space(r);
        if (r->at == r->end) {
            mesh_status status =
                reader_fail(r, F003_TRUNCATED, r->at, "the file ends before face %zu of %" PRIu64,
                            face, o->faces);
            if (find_layout(o)) return status;
            return reader_forgive(r, status, "those that are there are read");
        }
        mesh_status status = read_face(r, face);
        if (status != MESH_OK) {
            if (find_layout(o)) return status;
            TRY(reader_forgive(r, status, "face dropped"));
            TRY(reader_drop_face(r));
        }
        skip_line(r);  // a colour may follow
    }
    return MESH_OK;
}

// An element a line, which nearly all files have. It fails with is_free if the file has another layout.
static mesh_status read_lines(off_reader* o)
{
    reader* r = o->r;
    TRY(read_vertices(o));
    if (!r->drop_bad) TRY(check_count(r, o->faces, 2, "faces"));
    TRY(read_faces(o));
    skip_space(r);
    // Lines that have more than a vertex may not be those of vertices.
    if (r->at == r->end && !o->odd) return MESH_OK;
    TRY(reader_need_all(r));
    if (find_layout(o)) return MESH_SYNTAX;
    if (r->at == r->end) return MESH_OK;
    mesh_status status = reader_fail(r, F025_LEFT_OVER, r->at,
                                     "more lines after the last of %" PRIu64 " faces", o->faces);
    return reader_forgive(r, status, "they are ignored");
}

// The layout fits: what is left to fail is memory, and polygons that are too large to cut.
static mesh_status read_words(off_reader* o)
{
    reader* r = o->r;
    for (size_t i = 0; i < o->vertices; i++) {
        double v[3] = {0, 0, 0};
        TRY(reader_progress(r));
        for (size_t k = 0; k < o->layout.values; k++) {
            skip_space(r);
            if (k < 3)
                TRY(reader_number(r, "coordinate", "vertex", i, &v[k]));
            else
                skip_value(r);
        }
        TRY(reader_add_vertex(r, v));
    }
    for (size_t face = 0; face < o->faces; face++) {
        int64_t corners = 0, index = 0;
        TRY(reader_progress(r));
        skip_space(r);
        const char* where = r->at;
        for (integer_parse(&r->at, r->end, &corners); corners > 0; corners--) {
            skip_space(r);
            integer_parse(&r->at, r->end, &index);
            TRY(reader_add_corner(r, (uint32_t)index));
        }
        mesh_status status = reader_end_face(r, where);
        if (status != MESH_OK) {
            TRY(reader_forgive(r, status, "face dropped"));
            TRY(reader_drop_face(r));
        }
        if (o->layout.colours) skip_line(r);
    }
    return MESH_OK;
}

// Forget what was read by lines.
static void begin_again(off_reader* o)
{
    reader* r = o->r;
    mesh* m = &r->mesh;
    free(m->faces);
    m->faces = NULL;
    m->vertex_count = m->triangle_count = m->face_count = 0;
    m->warning_count = m->warning_total = o->warnings;
    r->corner_count = r->missing_count = r->dropped = 0;
    r->fatal = false;
    *r->error = (mesh_error){0};
    r->at = o->body;
}

// The keyword, which digits may follow at once ("OFF8 6 12"), as it is called in the order of the format; NULL if there
// is none. Some programs write its parts in another order: NCOFF.
static const char* take_keyword(reader* r)
{
    static const char* const names[2][2][2] = {{{"OFF", "NOFF"}, {"COFF", "CNOFF"}},
                                               {{"STOFF", "STNOFF"}, {"STCOFF", "STCNOFF"}}};
    const char* end = off_keyword_end(r->at, r->end);
    if (!end) return NULL;
    bool texture = false, colour = false, normal = false;
    for (; r->at != end - 3; r->at++) {
        texture |= *r->at == 'S' || *r->at == 's';
        colour |= *r->at == 'C' || *r->at == 'c';
        normal |= *r->at == 'N' || *r->at == 'n';
    }
    r->at = end;
    return names[texture][colour][normal];
}

// The keyword; it may be missing if the caller says that this is an OFF file.
static mesh_status read_keyword(off_reader* o)
{
    reader* r = o->r;
    skip_space(r);
    if (off_has_other_dimensions(r->at, r->end)) {
        quoted q = quote(r->at, r->end);
        return reader_fail_whole(
            r, F018_VARIANT, r->at,
            "\"%s\" is not read: its vertices have other dimensions than x, y and z", q.text);
    }
    const char* keyword = "";
    if (r->at == r->end || !is_digit(*r->at)) {
        r->mesh.variant = keyword = take_keyword(r);
        if (!keyword) {
            quoted q = quote(r->at, r->end);
            return reader_fail_whole(r, r->at == r->end ? F003_TRUNCATED : F002_SYNTAX, r->at,
                                     "\"%s\" where OFF should be", q.text);
        }
        skip_blanks(r);
        if (is_word(r, "binary"))
            return reader_fail_whole(r, F018_VARIANT, r->at,
                                     "binary OFF is not read: save it as text");
    }
    const size_t normal = strchr(keyword, 'N') ? 3 : 0, texture = strchr(keyword, 'S') ? 2 : 0;
    const bool colour = strchr(keyword, 'C') != NULL;
    o->values[0] = 3 + normal + texture + (colour ? 4U : 0U);
    o->values[1] = 3 + normal + texture + (colour ? 3U : 0U);
    return MESH_OK;
}

mesh_status off_read(reader* r)
{
    off_reader o = {.r = r};
    r->mesh.format = MESH_OFF;
    TRY(reader_end_text(r));
    TRY(read_keyword(&o));
    TRY(read_count(r, "vertices", &o.vertices));
    TRY(read_count(r, "faces", &o.faces));
    skip_edge_count(r);
    o.body = r->at;
    o.warnings = r->mesh.warning_count;
    const mesh_status status = read_lines(&o);
    if (!o.is_free) return status;
    begin_again(&o);
    return read_words(&o);
}
