// reader.c - the parts that all readers share: progress, arrays that grow, polygons, words and numbers.
#include "mesh/reader.h"

#include "file/memory_limit.h"
#include "mesh/window.h"
#include "text/end.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REPORT_BYTES = 4 << 20 };

mesh_status reader_report(reader* r)
{
    const size_t at = (size_t)(r->at - r->begin);
    size_t due = SIZE_MAX;
    if (r->window) TRY(window_move(r, &due));
    r->due = due;
    if (!r->progress || !r->progress->report) return MESH_OK;
    if (due - at > REPORT_BYTES) r->due = at + REPORT_BYTES;
    double read = (double)at / (double)(r->end - r->begin + 1);
    double fraction = r->progress_from + (1 - r->progress_from) * read;
    if (r->progress->report(r->progress->user, fraction) == 0) return MESH_OK;
    return mesh_fail(r->error, Q011_CANCELLED, "cancelled");
}

// ----------------------------------------------------------------------------------------- arrays

static mesh_status resize_vertices(reader* r, size_t capacity)
{
    if (capacity > SIZE_MAX / (3 * sizeof(double))) return reader_no_memory(r);
    TRY(reader_may_take(r, capacity * 3 * sizeof(double)));
    double* larger = realloc(r->mesh.vertices, capacity * 3 * sizeof(double));
    if (!larger) return reader_no_memory(r);
    advise_large_block(larger, capacity * 3 * sizeof(double));
    r->mesh.vertices = larger;
    r->vertex_capacity = capacity;
    return MESH_OK;
}

static mesh_status resize_triangles(reader* r, size_t capacity)
{
    if (capacity > SIZE_MAX / (4 * sizeof(uint32_t))) return reader_no_memory(r);
    TRY(reader_may_take(r, capacity * (r->mesh.faces ? 4 : 3) * sizeof(uint32_t)));
    uint32_t* larger = realloc(r->mesh.triangles, capacity * 3 * sizeof(uint32_t));
    if (!larger) return reader_no_memory(r);
    advise_large_block(larger, capacity * 3 * sizeof(uint32_t));
    r->mesh.triangles = larger;
    if (r->mesh.faces) {
        larger = realloc(r->mesh.faces, capacity * sizeof(uint32_t));
        if (!larger) return reader_no_memory(r);
        r->mesh.faces = larger;
    }
    r->triangle_capacity = capacity;
    return MESH_OK;
}

static mesh_status too_many(reader* r, const char* what)
{
    return reader_fail_whole(r, F031_TOO_MANY, r->at, "more than 4294967295 %s", what);
}

// What the rest of the file will fill if it is like what was read since the first of these elements,
// once enough was read to tell: then large blocks are copied once at most. What is not used in the end
// is never touched.
static size_t larger_capacity(const reader* r, size_t count, size_t* from)
{
    enum { ENOUGH = 1 << 15 };
    const size_t at = (size_t)(r->at - r->begin), size = (size_t)(r->end - r->begin);
    if (count == 0) *from = at;
    const double read = (double)(at - (at < *from ? at : *from)) + 1;
    const double guess = (double)count * ((double)(size - *from) + 1) / read * 1.02;
    const size_t least = count + count / 8 + 64, most = count + count / 2 + 64;
    if (guess < (double)least) return least;
    return read < ENOUGH && guess > (double)most ? most : (size_t)guess;
}

mesh_status reader_reserve_vertices(reader* r, size_t count)
{
    if (count > UINT32_MAX) return too_many(r, "vertices");
    return count > r->vertex_capacity ? resize_vertices(r, count) : MESH_OK;
}

mesh_status reader_reserve_triangles(reader* r, size_t count)
{
    if (count > UINT32_MAX) return too_many(r, "triangles");
    return count > r->triangle_capacity ? resize_triangles(r, count) : MESH_OK;
}

mesh_status reader_grow_vertices(reader* r)
{
    if (r->mesh.vertex_count >= UINT32_MAX) return too_many(r, "vertices");
    return resize_vertices(r, larger_capacity(r, r->mesh.vertex_count, &r->vertices_from));
}

mesh_status reader_add_missing_vertex(reader* r)
{
    static const double missing[3] = {(double)NAN, (double)NAN, (double)NAN};
    r->missing_count++;
    return reader_add_vertex(r, missing);
}

mesh_status reader_grow_corners(reader* r)
{
    size_t capacity = 2 * r->corner_capacity + 16;
    if (capacity > SIZE_MAX / sizeof(uint32_t)) return reader_no_memory(r);
    TRY(reader_may_take(r, capacity * sizeof(uint32_t)));
    uint32_t* larger = realloc(r->corners, capacity * sizeof(uint32_t));
    if (!larger) return reader_no_memory(r);
    r->corners = larger;
    r->corner_capacity = capacity;
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------ faces

// From now on triangle i is no longer face i.
static mesh_status start_faces(reader* r)
{
    TRY(reader_may_take(r, (r->triangle_capacity + 1) * sizeof(uint32_t)));
    r->mesh.faces = malloc((r->triangle_capacity + 1) * sizeof(uint32_t));
    if (!r->mesh.faces) return reader_no_memory(r);
    for (size_t i = 0; i < r->mesh.triangle_count; i++)
        r->mesh.faces[i] = (uint32_t)i;
    return MESH_OK;
}

static mesh_status make_room(reader* r, size_t more)
{
    size_t needed = r->mesh.triangle_count + more;
    if (needed <= r->triangle_capacity) return MESH_OK;
    if (needed > UINT32_MAX) return too_many(r, "triangles");
    size_t capacity = larger_capacity(r, r->mesh.triangle_count, &r->triangles_from);
    return resize_triangles(r, capacity > needed ? capacity : needed);
}

static void add_triangle(reader* r, uint32_t a, uint32_t b, uint32_t c)
{
    size_t i = r->mesh.triangle_count++;
    r->mesh.triangles[3 * i] = a;
    r->mesh.triangles[3 * i + 1] = b;
    r->mesh.triangles[3 * i + 2] = c;
    if (r->mesh.faces) r->mesh.faces[i] = (uint32_t)r->mesh.face_count;
}

mesh_status reader_add_triangle(reader* r, uint32_t a, uint32_t b, uint32_t c)
{
    if (r->mesh.triangle_count == r->triangle_capacity) TRY(make_room(r, 1));
    if (r->mesh.face_count >= UINT32_MAX) return too_many(r, "faces");
    add_triangle(r, a, b, c);
    r->mesh.face_count++;
    return MESH_OK;
}

mesh_status reader_drop_face(reader* r)
{
    r->corner_count = 0;
    if (r->mesh.face_count >= UINT32_MAX) return too_many(r, "faces");
    if (!r->mesh.faces) TRY(start_faces(r));
    r->mesh.face_count++;
    return MESH_OK;
}

static int report_now(void* user)
{
    return reader_report(user) != MESH_OK;
}

static mesh_status cut_face(reader* r, const char* where)
{
    size_t count = r->corner_count;
    if (!r->mesh.faces) TRY(start_faces(r));
    if (count < 3 && r->at == r->end && !r->binary)
        return reader_fail(r, F003_TRUNCATED, where,
                           "the file ends in face %zu, which has only %zu %s", r->mesh.face_count,
                           count, count == 1 ? "corner" : "corners");
    if (count < 3)
        return reader_fail(r, F029_FEW_CORNERS, where, "face %zu has only %zu %s",
                           r->mesh.face_count, count, count == 1 ? "corner" : "corners");
    TRY(make_room(r, count - 2));
    r->scratch.interrupt = r->progress ? report_now : NULL;
    r->scratch.user = r;
    switch (polygon_cut(&r->scratch, r->mesh.vertices, r->corners, count)) {
    case POLYGON_CUT:
        break;
    case POLYGON_OUT_OF_MEMORY:
        return reader_no_memory(r);
    case POLYGON_INTERRUPTED:
        return MESH_CANCELLED;
    case POLYGON_TOO_LARGE:
        return reader_fail(r, F030_POLYGON, where,
                           "face %zu is a concave polygon of %zu corners; the most are %d",
                           r->mesh.face_count, count, POLYGON_MOST_CORNERS);
    case POLYGON_TOO_MUCH_WORK:
        return reader_fail(r, F030_POLYGON, where,
                           "the concave polygons up to face %zu, which has %zu corners, are too "
                           "large to be cut into triangles in reasonable time",
                           r->mesh.face_count, count);
    }
    const uint32_t* cut = r->scratch.triangles;
    for (size_t i = 0; i + 2 < count; i++, cut += 3)
        add_triangle(r, r->corners[cut[0]], r->corners[cut[1]], r->corners[cut[2]]);
    return MESH_OK;
}

static mesh_status check_corners(reader* r, const char* where)
{
    for (size_t i = 0; i < r->corner_count; i++)
        if (isnan(r->mesh.vertices[3 * (size_t)r->corners[i]]))
            return reader_fail(r, F028_DROPPED_VERTEX, where,
                               "face %zu uses vertex %u, which was dropped", r->mesh.face_count,
                               (unsigned)r->corners[i]);
    return MESH_OK;
}

mesh_status reader_end_face(reader* r, const char* where)
{
    if (r->mesh.face_count >= UINT32_MAX) return too_many(r, "faces");
    if (r->missing_count > 0) TRY(check_corners(r, where));
    if (r->corner_count == 3) {
        TRY(make_room(r, 1));
        add_triangle(r, r->corners[0], r->corners[1], r->corners[2]);
    } else if (r->corner_count == 0) {
        TRY(reader_warn(r, F015_ODD, where, "face %zu has no corners", r->mesh.face_count));
        if (!r->mesh.faces) TRY(start_faces(r));
    } else {
        TRY(cut_face(r, where));
    }
    r->mesh.face_count++;
    r->corner_count = 0;
    return MESH_OK;
}

// ----------------------------------------------------------------------------------------- tokens

// Zeros may stand where lines have been lost, as after a full disk: they are told of.
mesh_status reader_end_text(reader* r)
{
    if (r->window && window_has_padding(r->window)) return reader_need_all(r);
    if (r->window) return MESH_OK;
    const char* end = text_end(r->at, r->end);
    const size_t padding = (size_t)(r->end - end);
    if (memchr(end, '\0', padding))
        TRY(reader_warn(r, F053_BYTES_BEHIND, end,
                        "the text ends here; zeros follow, %zu bytes, and are ignored", padding));
    r->end = end;
    return MESH_OK;
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

bool is_word(const reader* r, const char* word)
{
    const char* at = r->at;
    for (; *word != '\0'; word++, at++)
        if (at == r->end || lower(*at) != *word) return false;
    return at_token_end(at, r->end);
}

bool is_cut_word(const reader* r, const char* word)
{
    const char* at = r->at;
    for (; at != r->end && *word != '\0'; word++, at++)
        if (lower(*at) != *word) return false;
    return at == r->end;
}

bool take_word(reader* r, const char* word)
{
    if (!is_word(r, word)) return false;
    r->at += strlen(word);
    return true;
}

// Whether the file ends in what may be the beginning of a number: "-", "1e".
static bool is_cut_number(const reader* r)
{
    const char* at = r->at;
    while (at != r->end && (is_digit(*at) || (*at != '\0' && strchr("+-.eE", *at))))
        at++;
    return at == r->end;
}

mesh_status reader_number(reader* r, const char* coordinate, const char* element, size_t number,
                          double* out)
{
    number_result result = number_parse(&r->at, r->end, out);
    if (result == NUMBER_OK) return MESH_OK;
    if (result == NUMBER_BAD && is_cut_number(r))
        return reader_fail(r, F003_TRUNCATED, r->at, "the file ends %s the %s of %s %zu",
                           r->at == r->end ? "before" : "in", coordinate, element, number);
    if (at_line_end(r))
        return reader_fail(r, F023_TOO_FEW_VALUES, r->at, "%s %zu ends before its %s", element,
                           number, coordinate);
    quoted q = quote(r->at, r->end);
    return reader_fail(r, F004_BAD_NUMBER, r->at, "\"%s\", the %s of %s %zu, is %s", q.text,
                       coordinate, element, number,
                       result == NUMBER_BAD ? "not a number" : "too large for a double");
}

mesh_status reader_coordinates(reader* r, const char* element, size_t number, double out[3])
{
    static const char* const names[3] = {"x", "y", "z"};
    for (int axis = 0; axis < 3; axis++) {
        skip_blanks(r);
        TRY(reader_number(r, names[axis], element, number, &out[axis]));
    }
    return MESH_OK;
}
