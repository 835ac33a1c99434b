// off.c - the Object File Format of Geomview (text only), as CGAL and others write it.
#include "reader.h"

#include <string.h>

// One line's count; *at_end_of_line tells whether anything follows it there.
static mesh_status read_count(reader* r, const char* what, size_t* count)
{
    skip_space(r);
    if (r->at == r->end)
        return reader_fail_whole(r, MESH_TRUNCATED, r->at, "the file ends before the number of %s",
                                 what);
    const char* where = r->at;
    int64_t value;
    if (!integer_parse(&r->at, r->end, &value) || !at_token_end(r->at, r->end) || value < 0) {
        quoted q = quote(where, r->end);
        return reader_fail(r, MESH_BAD_NUMBER, where, "\"%s\" is not a number of %s", q.text, what);
    }
    *count = (size_t)value;
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
static mesh_status check_count(reader* r, size_t count, size_t least_bytes, const char* what)
{
    size_t left = (size_t)(r->end - r->at);
    if (count <= left / least_bytes + 1) return MESH_OK;
    return reader_fail_whole(r, MESH_TRUNCATED, r->end, "the file is too short for %zu %s", count,
                             what);
}

static mesh_status ends_early(reader* r, const char* what, size_t number, size_t count)
{
    return reader_fail_whole(r, MESH_TRUNCATED, r->at, "the file ends before %s %zu of %zu", what,
                             number, count);
}

static mesh_status read_vertices(reader* r, size_t count)
{
    TRY(check_count(r, count, 6, "vertices"));
    TRY(reader_reserve_vertices(r, count));
    for (size_t i = 0; i < count; i++) {
        TRY(reader_progress(r));
        skip_space(r);
        if (r->at == r->end) return ends_early(r, "vertex", i, count);
        double v[3];
        mesh_status status = reader_coordinates(r, "vertex", i, v);
        if (status == MESH_OK) {
            TRY(reader_add_vertex(r, v));
        } else {
            TRY(reader_forgive(r, status, "vertex dropped"));
            TRY(reader_add_missing_vertex(r));
        }
        skip_line(r);  // normals, colours and texture coordinates may follow
    }
    return MESH_OK;
}

static mesh_status read_corner(reader* r, size_t face)
{
    skip_blanks(r);
    if (at_line_end(r))
        return reader_fail(r, r->at == r->end ? MESH_TRUNCATED : MESH_SYNTAX, r->at,
                           "face %zu ends before its corner %zu", face, r->corner_count);
    const char* where = r->at;
    int64_t index;
    bool number = integer_parse(&r->at, r->end, &index) && at_token_end(r->at, r->end);
    if (number && index >= 0 && (uint64_t)index < r->mesh.vertex_count)
        return reader_add_corner(r, (uint32_t)index);
    quoted q = quote(where, r->end);
    if (!number)
        return reader_fail(r, MESH_BAD_NUMBER, where, "\"%s\" of face %zu is not a vertex index",
                           q.text, face);
    return reader_fail(r, MESH_BAD_INDEX, where,
                       "vertex index %s of face %zu does not exist (%zu vertices)", q.text, face,
                       r->mesh.vertex_count);
}

static mesh_status read_face(reader* r, size_t face)
{
    const char* where = r->at;
    int64_t corners;
    if (!integer_parse(&r->at, r->end, &corners) || !at_token_end(r->at, r->end) || corners < 0) {
        quoted q = quote(where, r->end);
        return reader_fail(r, MESH_BAD_NUMBER, where,
                           "\"%s\" is not the number of corners of face %zu", q.text, face);
    }
    for (int64_t i = 0; i < corners; i++)
        TRY(read_corner(r, face));
    return reader_end_face(r, where);
}

static mesh_status read_faces(reader* r, size_t count)
{
    for (size_t face = 0; face < count; face++) {
        TRY(reader_progress(r));
        skip_space(r);
        if (r->at == r->end) {
            mesh_status status = reader_fail(r, MESH_TRUNCATED, r->at,
                                             "the file ends before face %zu of %zu", face, count);
            return reader_forgive(r, status, "those that are there are read");
        }
        mesh_status status = read_face(r, face);
        if (status != MESH_OK) {
            TRY(reader_forgive(r, status, "face dropped"));
            TRY(reader_drop_face(r));
        }
        skip_line(r);  // a colour may follow
    }
    return MESH_OK;
}

// The keyword, which digits may follow at once ("OFF8 6 12"); NULL if there is none.
static const char* take_keyword(reader* r)
{
    static const struct {
        const char* name;
        const char* lower;
    } keywords[] = {{"STCNOFF", "stcnoff"}, {"STCOFF", "stcoff"}, {"STNOFF", "stnoff"},
                    {"STOFF", "stoff"},     {"CNOFF", "cnoff"},   {"COFF", "coff"},
                    {"NOFF", "noff"},       {"OFF", "off"}};
    for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; i++) {
        const size_t length = strlen(keywords[i].name);
        if ((size_t)(r->end - r->at) < length) continue;
        const reader word = {.at = r->at, .end = r->at + length};
        if (!is_word(&word, keywords[i].lower)) continue;
        if (!at_token_end(word.end, r->end) && !is_digit(*word.end)) continue;
        r->at = word.end;
        return keywords[i].name;
    }
    return NULL;
}

// [ST][C][N]OFF; the keyword may be missing if the caller says that this is an OFF file.
static mesh_status read_keyword(reader* r)
{
    skip_space(r);
    if (r->at != r->end && is_digit(*r->at)) {
        const char* word = r->at;
        skip_token(r);
        bool dimension = r->at[-1] == 'F';  // 4OFF
        r->at = word;
        if (!dimension) return MESH_OK;
    }
    r->mesh.variant = take_keyword(r);
    if (!r->mesh.variant) {
        quoted q = quote(r->at, r->end);
        return reader_fail_whole(r, r->at == r->end ? MESH_TRUNCATED : MESH_SYNTAX, r->at,
                                 "\"%s\" where OFF should be (three dimensions only)", q.text);
    }
    skip_blanks(r);
    if (is_word(r, "binary"))
        return reader_fail_whole(r, MESH_SYNTAX, r->at, "binary OFF is not read: save it as text");
    return MESH_OK;
}

mesh_status off_read(reader* r)
{
    r->mesh.format = MESH_OFF;
    TRY(read_keyword(r));
    size_t vertices = 0, faces = 0;
    TRY(read_count(r, "vertices", &vertices));
    TRY(read_count(r, "faces", &faces));
    skip_edge_count(r);
    TRY(read_vertices(r, vertices));
    if (!r->drop_bad) TRY(check_count(r, faces, 2, "faces"));
    TRY(read_faces(r, faces));
    skip_space(r);
    if (r->at == r->end) return MESH_OK;
    mesh_status status =
        reader_fail(r, MESH_SYNTAX, r->at, "more lines after the last of %zu faces", faces);
    return reader_forgive(r, status, "they are ignored");
}
