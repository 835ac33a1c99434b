// mesh_read.c - reading a mesh: loads the file, finds its format and hands it to that reader.
// Files are read, not mapped: a mapped file that another program shortens would kill this one.
#define _POSIX_C_SOURCE 200809L
#include "mesh.h"
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <fenv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct {
    const char* name;
    mesh_format format;
} format_names[] = {
    {"stl", MESH_STL_BINARY}, {"stl-ascii", MESH_STL_ASCII}, {"obj", MESH_OBJ}, {"ply", MESH_PLY},
    {"off", MESH_OFF},
};

const char* mesh_format_name(mesh_format format)
{
    for (size_t i = 0; i < sizeof format_names / sizeof format_names[0]; i++)
        if (format_names[i].format == format) return format_names[i].name;
    return NULL;
}

mesh_format mesh_format_from_name(const char* name)
{
    for (size_t i = 0; name && i < sizeof format_names / sizeof format_names[0]; i++)
        if (strcmp(format_names[i].name, name) == 0) return format_names[i].format;
    return MESH_UNKNOWN;
}

void mesh_free(mesh* m)
{
    if (!m) return;
    free(m->vertices);
    free(m->triangles);
    free(m->faces);
    *m = (mesh){0};
}

static mesh_status read_format(reader* r, mesh_format format)
{
    // Both kinds of STL go by one suffix: whoever asks for one may mean the other.
    if (format == MESH_STL_BINARY && looks_like_ascii_stl(r->at, (size_t)(r->end - r->at)))
        format = MESH_STL_ASCII;
    if (format == MESH_STL_ASCII &&
        detect_format(r->at, (size_t)(r->end - r->at)) == MESH_STL_BINARY)
        format = MESH_STL_BINARY;
    switch (format) {
    case MESH_STL_BINARY:
        return stl_read_binary(r);
    case MESH_STL_ASCII:
        return stl_read_ascii(r);
    case MESH_OBJ:
        return obj_read(r);
    case MESH_PLY:
        return ply_read(r);
    case MESH_OFF:
        return off_read(r);
    case MESH_UNKNOWN:
        break;
    }
    return mesh_fail(r->error, MESH_UNKNOWN_FORMAT, "no such format: %d", (int)format);
}

// Give back what growing left over.
static void trim(reader* r)
{
    mesh* m = &r->mesh;
    if (m->vertex_count > 0 && m->vertex_count < r->vertex_capacity) {
        double* smaller = realloc(m->vertices, m->vertex_count * 3 * sizeof(double));
        if (smaller) m->vertices = smaller;
    }
    if (m->triangle_count > 0 && m->triangle_count < r->triangle_capacity) {
        uint32_t* smaller = realloc(m->triangles, m->triangle_count * 3 * sizeof(uint32_t));
        if (smaller) m->triangles = smaller;
        if (m->faces) smaller = realloc(m->faces, m->triangle_count * sizeof(uint32_t));
        if (m->faces && smaller) m->faces = smaller;
    }
}

static const mesh_read_options default_options;

static mesh_status parse(mesh* out, const char* path, const char* bytes, size_t size,
                         const mesh_read_options* options, double progress_from, mesh_error* error)
{
    mesh_format format = options->format;
    if (size == 0) return mesh_fail(error, MESH_TRUNCATED, "the file is empty");
    reader r = {.begin = bytes, .at = bytes, .end = bytes + size, .error = error};
    r.progress = options->progress;
    r.progress_from = progress_from;
    static const char byte_order_mark[3] = "\xEF\xBB\xBF";
    if (size >= 3 && memcmp(bytes, byte_order_mark, 3) == 0) r.at += 3;
    if (format == MESH_UNKNOWN) format = detect_format(r.at, (size_t)(r.end - r.at));
    if (format == MESH_UNKNOWN) return explain_unknown(path, bytes, size, error);
    // Numbers are rounded to nearest, and subnormal ones kept, whatever mode the caller runs in.
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    mesh_status status = read_format(&r, format);
    fesetenv(&environment);
    free(r.corners);
    polygon_scratch_free(&r.scratch);
    if (status != MESH_OK) {
        mesh_free(&r.mesh);
        return status;
    }
    trim(&r);
    *out = r.mesh;
    return MESH_OK;
}

mesh_status mesh_read_memory(mesh* out, const void* bytes, size_t size,
                             const mesh_read_options* options, mesh_error* error)
{
    mesh_error unused;
    mesh_error* e = error ? error : &unused;
    *e = (mesh_error){0};
    return parse(out, NULL, bytes, size, options ? options : &default_options, 0, e);
}

// ------------------------------------------------------------------------------------------ files

enum { FIRST_BYTES = 1 << 16, CHUNK_BYTES = 16 << 20 };
static const double loading_share = 0.2;  // of the progress; the rest is parsing

typedef struct file_bytes {
    char* bytes;
    size_t size;
    size_t capacity;
} file_bytes;

static mesh_status grow(file_bytes* f, mesh_error* error)
{
    if (f->size < f->capacity) return MESH_OK;
    size_t capacity = f->capacity == 0 ? FIRST_BYTES : f->capacity + f->capacity / 2;
    char* larger = capacity > f->capacity ? realloc(f->bytes, capacity) : NULL;
    if (!larger) return mesh_fail(error, MESH_OUT_OF_MEMORY, "not enough memory for the file");
    f->bytes = larger;
    f->capacity = capacity;
    return MESH_OK;
}

// Read to the end. `expected` bytes are there if it is not zero; more may follow.
static mesh_status load_rest(file_bytes* f, int descriptor, size_t expected,
                             const mesh_progress* progress, mesh_error* error)
{
    f->capacity = expected;
    if (expected > 0 && !(f->bytes = malloc(++f->capacity)))  // one more, to see the end
        return mesh_fail(error, MESH_OUT_OF_MEMORY, "not enough memory for the file");
    advise_large_block(f->bytes, f->capacity);
    for (;;) {
        TRY(grow(f, error));
        size_t room = f->capacity - f->size;
        ssize_t count =
            read(descriptor, f->bytes + f->size, room < CHUNK_BYTES ? room : CHUNK_BYTES);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0)
            return mesh_fail(error, MESH_CANNOT_OPEN, "cannot read: %s", strerror(errno));
        if (count == 0) return MESH_OK;
        f->size += (size_t)count;
        if (!progress || !progress->report || expected < CHUNK_BYTES) continue;
        double fraction = loading_share * (double)f->size / (double)expected;
        if (progress->report(progress->user, fraction < loading_share ? fraction : loading_share))
            return mesh_fail(error, MESH_CANCELLED, "cancelled");
    }
}

static mesh_status load(file_bytes* f, int descriptor, const mesh_progress* progress,
                        mesh_error* error)
{
    struct stat about;
    if (fstat(descriptor, &about) != 0)
        return mesh_fail(error, MESH_CANNOT_OPEN, "cannot read: %s", strerror(errno));
    if (S_ISDIR(about.st_mode))
        return mesh_fail(error, MESH_CANNOT_OPEN, "cannot read: %s", strerror(EISDIR));
    size_t expected = 0;
    if (S_ISREG(about.st_mode) && about.st_size > 0) {
        if ((uint64_t)about.st_size >= SIZE_MAX / 2)
            return mesh_fail(error, MESH_TOO_LARGE, "the file is larger than the address space");
        expected = (size_t)about.st_size;
    }
    return load_rest(f, descriptor, expected, progress, error);
}

mesh_status mesh_read_file(mesh* out, const char* path, const mesh_read_options* options,
                           mesh_error* error)
{
    if (!options) options = &default_options;
    mesh_error unused;
    mesh_error* e = error ? error : &unused;
    *e = (mesh_error){0};
    bool standard_input = strcmp(path, "-") == 0;
    if (standard_input && options->format == MESH_UNKNOWN)
        return mesh_fail(e, MESH_UNKNOWN_FORMAT,
                         "standard input needs a format: stl, obj, ply or off");
    int descriptor = standard_input ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return mesh_fail(e, MESH_CANNOT_OPEN, "cannot open: %s", strerror(errno));
    file_bytes f = {0};
    mesh_status status = load(&f, descriptor, options->progress, e);
    if (!standard_input) close(descriptor);
    if (status == MESH_OK) status = parse(out, path, f.bytes, f.size, options, loading_share, e);
    free(f.bytes);
    return status;
}
