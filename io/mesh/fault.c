// fault.c - errors and warnings with their places. An error becomes a warning where the caller wants to
// have the rest of a file.
#include "file/memory_limit.h"
#include "mesh/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Faults come mostly in the order of the file: lines are counted from the last one on.
static size_t line_of(reader* r, const char* where)
{
    if (!r->line_at || where < r->line_at) {
        r->line_at = r->begin;
        r->line = 1;
    }
    for (const char* p = r->line_at; p != where; p++)
        if (*p == '\n' || (*p == '\r' && (p + 1 == r->end || p[1] != '\n'))) r->line++;
    r->line_at = where;
    return r->line;
}

// Where it is, into line and byte and before the text. NULL: it has no place.
__attribute__((format(printf, 6, 0)))  // a printf format that comes from the callers' callers
static void
tell(reader* r, const char* where, size_t* line, size_t* byte, char text[240], const char* format,
     va_list values)
{
    enum { TEXT_SIZE = 240 };
    *byte = where ? (size_t)(where - r->begin) : 0;
    if (where && r->part) *byte = r->part_at;
    *line = r->binary || !where ? 0 : line_of(r, where);
    int length = 0;
    if (where && r->part)
        length = snprintf(text, TEXT_SIZE, "line %zu of %s: ", *line, r->part);
    else if (where)
        length = r->binary ? snprintf(text, TEXT_SIZE, "byte %zu: ", *byte)
                           : snprintf(text, TEXT_SIZE, "line %zu: ", *line);
    size_t used = length > 0 ? (size_t)length : 0;
    vsnprintf(text + used, TEXT_SIZE - used, format, values);
}

// What a code means to who reads meshes, in a word.
static mesh_status status_of(fault_code code)
{
    switch (code) {
    case S001_OUT_OF_MEMORY:
        return MESH_OUT_OF_MEMORY;
    case S002_CANNOT_OPEN:
    case S003_CANNOT_WRITE:
    case F036_GLTF_FILE:
        return MESH_CANNOT_OPEN;
    case F001_UNKNOWN_FORMAT:
    case F016_FOREIGN:
    case F017_VERSION:
    case F019_EXTENSION:
    case F044_NO_3MF:
    case F051_NOT_WRITTEN:
    case O017_STDIN_FORMAT:
        return MESH_UNKNOWN_FORMAT;
    case F003_TRUNCATED:
    case F058_EMPTY:
    case F037_GLTF_RANGE:
        return MESH_TRUNCATED;
    case F004_BAD_NUMBER:
    case F026_NO_INDEX:
    case F027_WHOLE_NUMBER:
    case F041_TOO_FAR:
    case F052_UNWRITABLE:
        return MESH_BAD_NUMBER;
    case F005_BAD_INDEX:
    case F028_DROPPED_VERTEX:
    case F035_GLTF_NUMBER:
    case F048_NO_OBJECT:
        return MESH_BAD_INDEX;
    case F006_TOO_LARGE:
    case F030_POLYGON:
    case F031_TOO_MANY:
    case S004_MEMORY_LIMIT:
        return MESH_TOO_LARGE;
    case Q011_CANCELLED:
        return MESH_CANCELLED;
    default:
        return MESH_SYNTAX;
    }
}

static void set(mesh_error* error, fault_code code)
{
    error->code = code;
    error->status = status_of(code);
}

// Lines are counted from the first byte on, and what reached beyond the window may be no fault.
static mesh_status need_all_to_tell(reader* r)
{
    return r->tells_of_window ? MESH_OK : reader_need_all(r);
}

mesh_status reader_fail(reader* r, fault_code code, const char* where, const char* format, ...)
{
    TRY(need_all_to_tell(r));
    set(r->error, code);
    r->fatal = false;
    va_list values;
    va_start(values, format);
    tell(r, where, &r->error->line, &r->error->byte, r->error->text, format, values);
    va_end(values);
    return r->error->status;
}

mesh_status reader_fail_whole(reader* r, fault_code code, const char* where, const char* format,
                              ...)
{
    TRY(need_all_to_tell(r));
    set(r->error, code);
    r->fatal = true;
    va_list values;
    va_start(values, format);
    tell(r, where, &r->error->line, &r->error->byte, r->error->text, format, values);
    va_end(values);
    return r->error->status;
}

mesh_status mesh_fail(mesh_error* error, fault_code code, const char* format, ...)
{
    *error = (mesh_error){0};
    set(error, code);
    va_list values;
    va_start(values, format);
    vsnprintf(error->text, sizeof error->text, format, values);
    va_end(values);
    return error->status;
}

mesh_status reader_no_memory(reader* r)
{
    return mesh_fail(r->error, S001_OUT_OF_MEMORY, "not enough memory for this mesh");
}

mesh_status reader_may_take(reader* r, size_t bytes)
{
    const mesh* m = &r->mesh;
    const size_t triangle = sizeof *m->triangles * (m->faces ? 4 : 3);
    const size_t unfilled = (r->vertex_capacity - m->vertex_count) * 3 * sizeof *m->vertices +
                            (r->triangle_capacity - m->triangle_count) * triangle;
    if (memory_allows(bytes + unfilled)) return MESH_OK;
    r->fatal = true;
    return mesh_fail(r->error, S004_MEMORY_LIMIT,
                     "the mesh takes more memory than --max-memory allows");
}

quoted quote(const char* at, const char* end)
{
    quoted q = {0};
    size_t used = 0;
    // A '#' within a word, as in "1.#IND", belongs to it.
    for (; used < 32 && at != end &&
           (used > 0 ? !is_blank(*at) && !is_newline(*at) : !at_token_end(at, end));
         at++)
        q.text[used++] = *at > ' ' && *at <= '~' ? *at : '?';
    if (used == 32 && !at_token_end(at, end)) {
        memcpy(q.text + used, "...", 3);
    }
    return q;
}

// --------------------------------------------------------------------------------------- warnings

// The next warning to fill; *out is NULL if there are too many to keep.
static mesh_status next_warning(reader* r, mesh_warning** out)
{
    mesh* m = &r->mesh;
    *out = NULL;
    m->warning_total++;
    if (m->warning_count == MESH_MOST_WARNINGS) return MESH_OK;
    if (m->warning_count == r->warning_capacity) {
        size_t capacity = r->warning_capacity == 0 ? 4 : 4 * r->warning_capacity;
        if (capacity > MESH_MOST_WARNINGS) capacity = MESH_MOST_WARNINGS;
        mesh_warning* larger = realloc(m->warnings, capacity * sizeof *larger);
        if (!larger) return reader_no_memory(r);
        m->warnings = larger;
        r->warning_capacity = capacity;
    }
    *out = &m->warnings[m->warning_count++];
    return MESH_OK;
}

mesh_status reader_warn(reader* r, fault_code code, const char* where, const char* format, ...)
{
    if (r->quiet) return MESH_OK;
    TRY(need_all_to_tell(r));
    mesh_warning* warning;
    TRY(next_warning(r, &warning));
    if (!warning) return MESH_OK;
    warning->code = code;
    va_list values;
    va_start(values, format);
    tell(r, where, &warning->line, &warning->byte, warning->text, format, values);
    va_end(values);
    return MESH_OK;
}

mesh_status reader_forgive(reader* r, mesh_status status, const char* outcome)
{
    if (status == MESH_OK || !r->drop_bad || r->fatal || status == MESH_OUT_OF_MEMORY ||
        status == MESH_CANCELLED)
        return status;
    if (r->dropped++ == 0) r->first = *r->error;
    if (!r->quiet) {
        mesh_warning* warning;
        TRY(next_warning(r, &warning));
        if (warning) {
            *warning = (mesh_warning){
                .line = r->error->line, .byte = r->error->byte, .code = r->error->code};
            memcpy(warning->text, r->error->text, sizeof warning->text);
            size_t used = strlen(warning->text);
            snprintf(warning->text + used, sizeof warning->text - used, ": %s", outcome);
        }
    }
    *r->error = (mesh_error){0};
    return MESH_OK;
}
