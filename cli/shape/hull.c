// hull.c - see hull.h.
#include "shape/hull.h"

#include "file/memory_limit.h"
#include "file/whole.h"
#include "mesh/mesh.h"
#include "models/points.h"
#include "models/saved.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

typedef struct hull_points {
    double* points;
    size_t count, capacity;
} hull_points;

static bool add_room(hull_points* h, const char* path)
{
    const size_t larger = h->capacity ? 2 * h->capacity : 4096;
    double* points = NULL;
    if (memory_allows((larger - h->capacity) * 3 * sizeof *points))
        points = realloc(h->points, larger * 3 * sizeof *points);
    if (!points) {
        say_status(path, ABUT_OUT_OF_MEMORY);
        return false;
    }
    h->points = points;
    h->capacity = larger;
    return true;
}

static bool read_on(hull_points* h, point_input* in)
{
    for (;;) {
        size_t count;
        if (h->count == h->capacity && !add_room(h, in->path)) return false;
        const size_t room = h->capacity - h->count;
        if (!point_input_read(in, h->points + 3 * h->count, room, &count)) return false;
        h->count += count;
        if (count < room) return true;
    }
}

typedef struct bytes_left {
    const char* at;
    size_t left;
} bytes_left;

static ptrdiff_t take_bytes(void* user, char* bytes, size_t room)
{
    bytes_left* b = user;
    const size_t count = room < b->left ? room : b->left;
    memcpy(bytes, b->at, count);
    b->at += count;
    b->left -= count;
    return (ptrdiff_t)count;
}

static bool read_points(hull_points* h, const char* bytes, size_t size, const char* path,
                        bool drop_bad, warning_list* warnings)
{
    point_input in;
    bytes_left left = {bytes, size};
    const point_source source = {.read = take_bytes, .user = &left, .size = (double)size};
    if (!point_input_begin(&in, path, &source, drop_bad, warnings)) return false;
    const bool fine = read_on(h, &in);
    return point_input_close(&in) && fine;
}

// All vertices, whether or not a triangle has them.
static bool take_vertices(hull_points* h, mesh* m, const char* path, warning_list* warnings)
{
    h->points = m->vertices;
    h->count = m->vertex_count;
    m->vertices = NULL;
    const bool fine = warnings_add_mesh(warnings, m, path);
    mesh_free(m);
    return fine;
}

// A file is a mesh if its content says so, and else it has points.
static bool read_either(hull_points* h, const char* bytes, size_t size, const char* path,
                        bool drop_bad, progress* p, warning_list* warnings)
{
    mesh m = {0};
    mesh_error error = {0};
    const mesh_progress report = {progress_report, p};
    const mesh_read_options how = {.progress = &report, .drop_bad = drop_bad};
    switch (mesh_read_memory(&m, bytes, size, &how, &error)) {
    case MESH_OK:
        return take_vertices(h, &m, path, warnings);
    case MESH_UNKNOWN_FORMAT:
        return read_points(h, bytes, size, path, drop_bad, warnings);
    default:
        say(error.code, "%s: %s", path, error.text);
        return false;
    }
}

// Once, since it may be a pipe.
static bool read_file(hull_points* h, const char* path, bool drop_bad, progress* p,
                      warning_list* warnings)
{
    char* bytes = NULL;
    whole_file_why why;
    size_t size = 0;
    if (whole_file_read(path, &bytes, &size, &why) != WHOLE_FILE_OK) {
        say(why.code, "%s: %s", path, why.text);
        return false;
    }
    const bool fine = read_either(h, bytes, size, path, drop_bad, p, warnings);
    free(bytes);
    return fine;
}

bool hull_load(const char* path, bool drop_bad, progress* p, warning_list* warnings,
               double** points, size_t* count)
{
    hull_points h = {0};
    if (model_is_saved(path)) {
        say(O027_FOR_MODELS,
            "%s: a hull takes the points of a mesh or a table, and this is a saved %s", path,
            saved_is(path) ? "model" : "set");
        return false;
    }
    progress_begin(p, "reading", path);
    bool fine = read_file(&h, path, drop_bad, p, warnings);
    progress_end(p);
    if (fine && !h.count) {
        say(P012_NO_HULL, "%s: no points, so it has no hull", path);
        fine = false;
    }
    if (fine) {
        *points = h.points;
        *count = h.count;
    } else {
        free(h.points);
    }
    return fine;
}
