// stl.c - STL, the two formats of 3D Systems (1987) that share a name. Facets have corners of their
// own: nothing is merged here, so that triangle i of the mesh has the vertices 3i, 3i + 1, 3i + 2.
#include "file/bytes.h"
#include "mesh/reader.h"
#include "text/end.h"

#include <math.h>
#include <string.h>

enum { HEADER_BYTES = 84, FACET_BYTES = 50, NORMAL_BYTES = 12 };

// Facet after facet has the next three vertices.
static mesh_status add_facet(reader* r)
{
    const uint32_t first = (uint32_t)(r->mesh.vertex_count - 3);
    return reader_add_triangle(r, first, first + 1, first + 2);
}

// How many facets to read. Bytes behind the last facet that are fewer than a facet hide none.
static mesh_status check_size(reader* r, size_t* count)
{
    size_t size = (size_t)(r->end - r->begin);
    if (size < HEADER_BYTES)
        return reader_fail_whole(r, F003_TRUNCATED, r->end,
                                 "a binary STL file begins with 84 bytes, this one has %zu", size);
    *count = load_u32(r->begin + 80, false);
    const size_t room = (size - HEADER_BYTES) / FACET_BYTES;
    const size_t cut = (size - HEADER_BYTES) % FACET_BYTES;
    if (*count > room) {
        mesh_status status = reader_fail(
            r, F003_TRUNCATED, r->end,
            "the header says %zu triangles, the file ends in triangle %zu", *count, room);
        *count = room;
        return reader_forgive(r, status, "only the whole ones are read");
    }
    const size_t rest = size - HEADER_BYTES - *count * FACET_BYTES;
    if (rest > 0 && rest < FACET_BYTES)
        return reader_warn(r, F053_BYTES_BEHIND, r->end - rest,
                           "%zu bytes after the last triangle are ignored", rest);
    if (rest == 0) return MESH_OK;
    TRY(reader_need_all(r));
    // Zeros would be triangles at the origin.
    if (*count == 0 && is_padding(r->end - rest, r->end))
        return reader_fail_whole(r, F058_EMPTY, r->begin + 80,
                                 "there is nothing but zeros behind the header");
    if (is_padding(r->end - rest, r->end))
        return reader_warn(r, F053_BYTES_BEHIND, r->end - rest,
                           "%zu zeros after the last triangle are ignored", rest);
    mesh_status status =
        reader_fail(r, F025_LEFT_OVER, r->end - rest,
                    "the header says %zu triangles, but %zu bytes follow them", *count, rest);
    if (cut != 0) return reader_forgive(r, status, "these bytes are ignored");
    *count = room;
    return reader_forgive(r, status, "they are read as triangles too");
}

// Floats of one facet to r->mesh.vertices, which has the room.
static mesh_status read_binary_facet(reader* r)
{
    double* to = r->mesh.vertices + 3 * r->mesh.vertex_count;
    const char* from = r->at + NORMAL_BYTES;
    for (size_t k = 0; k < 9; k++, from += 4) {
        to[k] = load_f32(from, false);
        if (!isfinite(to[k]))
            return reader_fail(r, F004_BAD_NUMBER, from,
                               "the %c of vertex %zu of triangle %zu is not finite", "xyz"[k % 3],
                               k / 3, r->mesh.face_count);
    }
    r->mesh.vertex_count += 3;
    return MESH_OK;
}

mesh_status stl_read_binary(reader* r)
{
    r->binary = true;
    r->tells_of_window = true;  // which always has the whole facet
    r->mesh.format = MESH_STL_BINARY;
    size_t count = 0;
    TRY(check_size(r, &count));
    if (count > UINT32_MAX / 3)
        return reader_fail_whole(r, F031_TOO_MANY, r->begin + 80,
                                 "%zu triangles have more than 4294967295 corners", count);
    TRY(reader_reserve_vertices(r, 3 * count));
    TRY(reader_reserve_triangles(r, count));
    r->at = r->begin + HEADER_BYTES;
    for (size_t i = 0; i < count; i++, r->at += FACET_BYTES) {
        TRY(reader_progress(r));
        mesh_status status = read_binary_facet(r);
        if (status == MESH_OK) {
            TRY(add_facet(r));
        } else {
            TRY(reader_forgive(r, status, "triangle dropped"));
            TRY(reader_drop_face(r));
        }
    }
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------ ascii

static mesh_status unexpected(reader* r, const char* expected)
{
    const size_t facet = r->mesh.face_count;
    if (is_cut_word(r, expected))
        return reader_fail(r, F003_TRUNCATED, r->at,
                           "the file ends where \"%s\" of facet %zu should be", expected, facet);
    quoted q = quote(r->at, r->end);
    return reader_fail(r, F002_SYNTAX, r->at, "\"%s\" where \"%s\" of facet %zu should be", q.text,
                       expected, facet);
}

// Over white space and the word, which a macro passes with its length: nearly all files have them as
// written here, and then one comparison will do.
#define EXPECT(r, word)                                                                            \
    do {                                                                                           \
        if (!take_exactly(r, word, sizeof(word) - 1)) TRY(expect(r, word));                        \
    } while (0)

static inline void skip_ordinary_space(reader* r)
{
    while (r->at != r->end && (is_blank(*r->at) || is_newline(*r->at)))
        r->at++;
}

static inline bool take_exactly(reader* r, const char* word, size_t length)
{
    skip_ordinary_space(r);
    if ((size_t)(r->end - r->at) <= length || memcmp(r->at, word, length) != 0) return false;
    const char after = r->at[length];
    if (!is_blank(after) && !is_newline(after)) return false;
    r->at += length + 1;
    return true;
}

// Some programs write a colour, of a solid or a facet: "color 0.5 0.5 0.5". Its numbers end with the line or
// with the next word.
static bool skip_colour(reader* r)
{
    if (!take_word(r, "color") && !take_word(r, "colour")) return false;
    for (skip_blanks(r); !at_line_end(r); skip_blanks(r)) {
        const char c = *r->at;
        if (!is_digit(c) && c != '-' && c != '+' && c != '.') break;
        skip_value(r);
    }
    return true;
}

// Over "end" and what it ends, which some programs write as two words: "end loop".
static bool take_end(reader* r, const char* what)
{
    const char* here = r->at;
    if (!take_word(r, "end")) return false;
    skip_blanks(r);
    if (take_word(r, what)) return true;
    r->at = here;
    return false;
}

static mesh_status expect(reader* r, const char* word)
{
    enum { END = 3 };
    do
        skip_space(r);
    while (skip_colour(r));
    if (take_word(r, word)) return MESH_OK;
    return strncmp(word, "end", END) == 0 && take_end(r, word + END) ? MESH_OK
                                                                     : unexpected(r, word);
}

// Whether the "facet" here, on the line of a solid's name, begins the first facet of a file without lines: then its
// normal, which has at most four words, and "outer" follow. A name may be "facet normal" as well.
static bool begins_facet(const reader* here)
{
    reader ahead = *here;
    reader* r = &ahead;
    if (!take_word(r, "facet")) return false;
    skip_blanks(r);
    if (!is_word(r, "normal") && !is_word(r, "outer")) return false;
    for (int i = 0; i < 5 && r->at != r->end; i++) {
        if (is_word(r, "outer")) return true;
        if (is_word(r, "facet")) return false;
        skip_value(r);
        skip_space(r);
    }
    return false;
}

// A name runs to the end of the line or to a comment, or, in a file without lines, to the first facet.
static size_t take_solid_name(reader* r, const char** name)
{
    skip_blanks(r);
    *name = r->at;
    const char* end = r->at;
    for (; !at_line_end(r) && !begins_facet(r); skip_blanks(r)) {
        skip_value(r);
        end = r->at;
    }
    return (size_t)(end - *name);
}

// Normals are not used, and files exist with none, or with "nan" in them.
static void skip_normal(reader* r)
{
    // Mostly they end their line, and the next one has "outer loop".
    enum { LONG_LINE = 160 };
    const size_t left = (size_t)(r->end - r->at);
    const char* end = memchr(r->at, '\n', left < LONG_LINE ? left : LONG_LINE);
    if (end) {
        const char* here = r->at;
        r->at = end;
        skip_ordinary_space(r);
        if (r->end - r->at > 6 && memcmp(r->at, "outer", 5) == 0) return;
        r->at = here;
    }
    for (int i = 0; i < 4; i++) {
        skip_space(r);
        if (is_word(r, "outer")) return;
        skip_value(r);
    }
}

static mesh_status read_facet(reader* r)
{
    skip_normal(r);
    EXPECT(r, "outer");
    EXPECT(r, "loop");
    for (int corner = 0; corner < 3; corner++) {
        EXPECT(r, "vertex");
        double v[3];
        TRY(reader_coordinates(r, "facet", r->mesh.face_count, v));
        TRY(reader_add_vertex(r, v));
    }
    EXPECT(r, "endloop");
    EXPECT(r, "endfacet");
    return MESH_OK;
}

// Over the word that ends a solid. A name glued to it comes from assimp 5.0: "endsolidAssimpScene".
static bool take_end_of_solid(reader* r)
{
    static const char word[] = "endsolid";
    if (take_end(r, "solid")) return true;
    if (r->end - r->at < (ptrdiff_t)sizeof word - 1) return false;
    const reader part = {.at = r->at, .end = r->at + sizeof word - 1};
    if (!is_word(&part, word)) return false;
    r->at = part.end;
    return true;
}

static bool at_end_of_solid(const reader* r)
{
    reader ahead = *r;
    return take_end_of_solid(&ahead);
}

// To where reading can go on behind a bad facet: behind its end, or before the next word that begins
// something.
static void leave_facet(reader* r)
{
    for (skip_space(r); r->at != r->end; skip_space(r)) {
        if (take_word(r, "endfacet") || take_end(r, "facet") || is_word(r, "facet") ||
            at_end_of_solid(r) || is_word(r, "solid"))
            return;
        skip_token(r);
    }
}

static mesh_status add_ascii_facet(reader* r)
{
    const size_t vertex_count = r->mesh.vertex_count;
    mesh_status status = read_facet(r);
    if (status == MESH_OK) return add_facet(r);
    TRY(reader_forgive(r, status, "facet dropped"));
    r->mesh.vertex_count = vertex_count;
    leave_facet(r);
    return reader_drop_face(r);
}

static mesh_status begin_solid(reader* r)
{
    const char* name;
    size_t length = take_solid_name(r, &name);
    return reader_begin_group(r, 's', name, length);
}

static mesh_status skip_odd_line(reader* r, bool inside)
{
    quoted q = quote(r->at, r->end);
    const char* what = inside ? "\"facet\" or \"endsolid\"" : "\"solid\"";
    const bool cut = is_cut_word(r, "facet") || is_cut_word(r, "endsolid");
    mesh_status status =
        cut ? reader_fail(r, F003_TRUNCATED, r->at, "the file ends in \"%s\" where %s should be",
                          q.text, what)
            : reader_fail(r, F002_SYNTAX, r->at, "\"%s\" where %s should be", q.text, what);
    TRY(reader_forgive(r, status, "line dropped"));
    skip_line(r);
    return MESH_OK;
}

mesh_status stl_read_ascii(reader* r)
{
    r->mesh.format = MESH_STL_ASCII;
    TRY(reader_end_text(r));
    skip_space(r);
    if (!is_word(r, "solid"))
        return reader_fail_whole(r, F002_SYNTAX, r->at, "an ASCII STL file begins with \"solid\"");
    bool inside = false;
    for (skip_space(r); r->at != r->end; skip_space(r)) {
        TRY(reader_progress(r));
        if (inside && take_word(r, "facet")) {
            TRY(add_ascii_facet(r));
        } else if (skip_colour(r)) {
            continue;
        } else if (inside && take_end_of_solid(r)) {
            const char* name;
            take_solid_name(r, &name);
            reader_end_groups(r, 's');
            inside = false;
        } else if (take_word(r, "solid")) {
            if (inside)
                TRY(reader_warn(r, F015_ODD, r->at,
                                "\"solid\" before the \"endsolid\" of the last one"));
            reader_end_groups(r, 's');
            TRY(begin_solid(r));
            inside = true;
        } else {
            TRY(skip_odd_line(r, inside));
        }
    }
    if (inside && r->mesh.face_count == 0)
        return reader_fail(r, F003_TRUNCATED, r->at, "the file ends without \"endsolid\"");
    // Some programs never write it; behind a facet that is whole nothing is known to be missing.
    if (inside)
        TRY(reader_warn(r, F015_ODD, r->at,
                        "the file ends without \"endsolid\": it may be cut off"));
    reader_end_groups(r, 's');
    return MESH_OK;
}
