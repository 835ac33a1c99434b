// stl.c - STL, the two formats of 3D Systems (1987) that share a name. Facets have corners of their
// own: nothing is merged here, so that triangle i of the mesh has the vertices 3i, 3i + 1, 3i + 2.
#include "bytes.h"
#include "reader.h"

#include <math.h>

enum { HEADER_BYTES = 84, FACET_BYTES = 50, NORMAL_BYTES = 12 };

static mesh_status own_corners(reader* r, size_t count)
{
    TRY(reader_reserve_triangles(r, count));
    for (size_t i = 0; i < 3 * count; i++)
        r->mesh.triangles[i] = (uint32_t)i;
    r->mesh.triangle_count = count;
    r->mesh.face_count = count;
    return MESH_OK;
}

static mesh_status check_size(reader* r, size_t* count)
{
    size_t size = (size_t)(r->end - r->begin);
    if (size < HEADER_BYTES)
        return reader_fail(r, MESH_TRUNCATED, r->end,
                           "a binary STL file begins with 84 bytes, this one has %zu", size);
    *count = load_u32(r->begin + 80, false);
    size_t room = (size - HEADER_BYTES) / FACET_BYTES;
    if (*count > room)
        return reader_fail(r, MESH_TRUNCATED, r->end,
                           "the header says %zu triangles, the file ends in triangle %zu", *count,
                           room);
    size_t rest = size - HEADER_BYTES - *count * FACET_BYTES;
    if (rest > 0)
        return reader_fail(r, MESH_SYNTAX, r->end - rest,
                           "the header says %zu triangles, but %zu bytes follow them", *count,
                           rest);
    return MESH_OK;
}

mesh_status stl_read_binary(reader* r)
{
    r->binary = true;
    size_t count = 0;
    TRY(check_size(r, &count));
    if (count > UINT32_MAX / 3)
        return reader_fail(r, MESH_TOO_LARGE, r->begin + 80,
                           "%zu triangles have more than 4294967295 corners", count);
    TRY(reader_reserve_vertices(r, 3 * count));
    double* to = r->mesh.vertices;
    r->at = r->begin + HEADER_BYTES;
    for (size_t i = 0; i < count; i++, r->at += FACET_BYTES) {
        TRY(reader_progress(r));
        const char* from = r->at + NORMAL_BYTES;
        for (size_t k = 0; k < 9; k++, from += 4, to++) {
            *to = load_f32(from, false);
            if (!isfinite(*to))
                return reader_fail(r, MESH_BAD_NUMBER, from,
                                   "the %c of vertex %zu of triangle %zu is not finite",
                                   "xyz"[k % 3], k / 3, i);
        }
    }
    r->mesh.vertex_count = 3 * count;
    r->mesh.format = MESH_STL_BINARY;
    return own_corners(r, count);
}

// ------------------------------------------------------------------------------------------ ascii

static mesh_status unexpected(reader* r, const char* expected, size_t facet)
{
    if (r->at == r->end)
        return reader_fail(r, MESH_TRUNCATED, r->at,
                           "the file ends where \"%s\" of facet %zu should be", expected, facet);
    quoted q = quote(r->at, r->end);
    return reader_fail(r, MESH_SYNTAX, r->at, "\"%s\" where \"%s\" of facet %zu should be", q.text,
                       expected, facet);
}

static mesh_status expect(reader* r, const char* word, size_t facet)
{
    skip_space(r);
    return take_word(r, word) ? MESH_OK : unexpected(r, word, facet);
}

// A name runs to the end of the line, or, in a file without lines, to the first facet.
static void skip_name(reader* r)
{
    for (;;) {
        while (r->at != r->end && (is_blank(*r->at) || *r->at == '#'))
            r->at++;
        if (r->at == r->end || is_newline(*r->at)) return;
        const char* token = r->at;
        if (take_word(r, "facet")) {
            skip_blanks(r);
            bool facet = is_word(r, "normal") || is_word(r, "outer");
            if (facet) r->at = token;
            if (facet) return;
        }
        skip_token(r);
    }
}

// Normals are not used, and files exist with none, or with "nan" in them.
static void skip_normal(reader* r)
{
    for (int i = 0; i < 4; i++) {
        skip_space(r);
        if (is_word(r, "outer")) return;
        skip_token(r);
    }
}

static mesh_status read_facet(reader* r)
{
    size_t facet = r->mesh.vertex_count / 3;
    skip_normal(r);
    TRY(expect(r, "outer", facet));
    TRY(expect(r, "loop", facet));
    for (int corner = 0; corner < 3; corner++) {
        TRY(expect(r, "vertex", facet));
        double v[3];
        TRY(reader_coordinates(r, "facet", facet, v));
        TRY(reader_add_vertex(r, v));
    }
    TRY(expect(r, "endloop", facet));
    return expect(r, "endfacet", facet);
}

mesh_status stl_read_ascii(reader* r)
{
    skip_space(r);
    if (!is_word(r, "solid"))
        return reader_fail(r, MESH_SYNTAX, r->at, "an ASCII STL file begins with \"solid\"");
    bool inside = false;
    for (skip_space(r); r->at != r->end; skip_space(r)) {
        TRY(reader_progress(r));
        if (inside && take_word(r, "facet")) {
            TRY(read_facet(r));
        } else if (take_word(r, inside ? "endsolid" : "solid")) {
            skip_name(r);
            inside = !inside;
        } else {
            quoted q = quote(r->at, r->end);
            return reader_fail(r, MESH_SYNTAX, r->at, "\"%s\" where %s should be", q.text,
                               inside ? "\"facet\" or \"endsolid\"" : "\"solid\"");
        }
    }
    if (inside) return reader_fail(r, MESH_TRUNCATED, r->at, "the file ends without \"endsolid\"");
    r->mesh.format = MESH_STL_ASCII;
    return own_corners(r, r->mesh.vertex_count / 3);
}
