// read.c - reading a mesh: loads the file, finds its format and hands it to that reader.
// Large files are read through a window, so that they need not lie in memory beside the mesh.
#define _POSIX_C_SOURCE 200809L
#include "file/system.h"
#include "file/whole.h"
#include "mesh/mesh.h"
#include "mesh/reader.h"
#include "mesh/window.h"
#include "text/end.h"

#include <errno.h>
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
    {"off", MESH_OFF},        {"gltf", MESH_GLTF},           {"3mf", MESH_3MF},
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
    free(m->groups);
    free(m->places);
    free(m->warnings);
    free(m->source);
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
    case MESH_GLTF:
        return gltf_read(r);
    case MESH_3MF:
        return threemf_read(r);
    case MESH_UNKNOWN:
        break;
    }
    return mesh_fail(r->error, F001_UNKNOWN_FORMAT, "no such format: %d", (int)format);
}

static const mesh_read_options default_options;

// Where bytes come from, and what is known of them.
typedef struct source {
    const char* path;  // NULL if there is none
    const char* bytes;
    size_t size;
    window* window;        // NULL: all bytes are there
    double progress_from;  // the fraction when parsing begins
} source;

static void release_reader(reader* r)
{
    free(r->corners);
    free(r->groups);
    free(r->names);
    reader_release_nodes(r);
    polygon_scratch_free(&r->scratch);
}

// *again: the window did not do, and all bytes are needed.
static mesh_status parse(mesh* out, const source* from, const mesh_read_options* options,
                         mesh_error* error, bool* again)
{
    const char* bytes = from->bytes;
    const size_t size = from->size;
    mesh_format format = options->format;
    if (size == 0) return mesh_fail(error, F058_EMPTY, "the file is empty");
    reader r = {.begin = bytes, .at = bytes, .end = bytes + size, .error = error};
    r.window = from->window;
    r.progress = options->progress;
    r.progress_from = from->progress_from;
    r.drop_bad = options->drop_bad != 0;
    r.keep_places = options->keep_places != 0;
    r.path = from->path;
    r.scratch.most_work = polygon_most_work(size);
    r.at = text_begin(r.at, r.end);
    if (format == MESH_UNKNOWN) format = detect_format(r.at, (size_t)(r.end - r.at));
    if (format == MESH_UNKNOWN) format = format_of_name(from->path, bytes, size);
    if (format == MESH_UNKNOWN) {
        *again = from->window != NULL;
        return explain_unknown(from->path, bytes, size, error);
    }
    // Numbers are rounded to nearest, and subnormal ones kept, whatever mode the caller runs in.
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    mesh_status status = read_format(&r, format);
    if (r.window && status == MESH_OK) r.restart = !window_is_through(r.window);
    *again = r.restart;
    if (status == MESH_OK && !r.restart) status = reader_finish(&r);
    fesetenv(&environment);
    release_reader(&r);
    if (status == MESH_OK && !r.restart) {
        *out = r.mesh;
        return MESH_OK;
    }
    mesh_free(&r.mesh);
    return status;
}

mesh_status mesh_read_memory(mesh* out, const void* bytes, size_t size,
                             const mesh_read_options* options, mesh_error* error)
{
    mesh_error unused;
    mesh_error* e = error ? error : &unused;
    *e = (mesh_error){0};
    bool again = false;
    return parse(out, &(source){.bytes = bytes, .size = size}, options ? options : &default_options,
                 e, &again);
}

// ------------------------------------------------------------------------------------------ files

static const double loading_share = 0.2;  // of the progress; the rest is parsing

typedef struct loading {
    const mesh_progress* to;
    size_t expected;
} loading;

static bool report_loading(void* user, size_t size)
{
    const loading* l = user;
    const double fraction = loading_share * (double)size / (double)l->expected;
    return l->to->report(l->to->user, fraction < loading_share ? fraction : loading_share) == 0;
}

static mesh_status load(int descriptor, size_t expected, const mesh_progress* progress,
                        char** bytes, size_t* size, mesh_error* error)
{
    enum { LONG = 16 << 20 };
    loading l = {progress, expected};
    whole_file_how how = {.expected = expected, .user = &l};
    if (progress && progress->report && expected >= LONG) how.report = report_loading;
    const whole_file_status status = whole_file_load(descriptor, &how, bytes, size);
    switch (status) {
    case WHOLE_FILE_OK:
        return MESH_OK;
    case WHOLE_FILE_CANCELLED:
        return mesh_fail(error, Q011_CANCELLED, "cancelled");
    case WHOLE_FILE_CANNOT_READ:
        return mesh_fail(error, S002_CANNOT_OPEN, "cannot read: %s", strerror(errno));
    case WHOLE_FILE_NO_TEXT:
        return mesh_fail(error, F001_UNKNOWN_FORMAT, "%s", whole_file_text(status));
    case WHOLE_FILE_TOO_LARGE:
        return mesh_fail(error, S004_MEMORY_LIMIT, "%s", whole_file_text(status));
    case WHOLE_FILE_CANNOT_OPEN:
    case WHOLE_FILE_OUT_OF_MEMORY:
        break;
    }
    return mesh_fail(error, S001_OUT_OF_MEMORY, "not enough memory for the file");
}

// How large a file is, 0 if that is not known. Refuses what cannot be read.
static mesh_status measure(int descriptor, size_t* size, mesh_error* error)
{
    struct stat about;
    *size = 0;
    if (fstat(descriptor, &about) != 0)
        return mesh_fail(error, S002_CANNOT_OPEN, "cannot read: %s", strerror(errno));
    if (S_ISDIR(about.st_mode))
        return mesh_fail(error, S002_CANNOT_OPEN, "cannot read: %s", strerror(EISDIR));
    if (!S_ISREG(about.st_mode) || about.st_size <= 0) return MESH_OK;
    if ((uint64_t)about.st_size >= SIZE_MAX / 2)
        return mesh_fail(error, F031_TOO_MANY, "the file is larger than the address space");
    *size = (size_t)about.st_size;
    return MESH_OK;
}

static mesh_status read_whole(mesh* out, const char* path, int descriptor, size_t size,
                              const mesh_read_options* options, mesh_error* error)
{
    char* bytes = NULL;
    mesh_status status = load(descriptor, size, options->progress, &bytes, &size, error);
    bool again = false;
    const source from = {
        .path = path, .bytes = bytes, .size = size, .progress_from = loading_share};
    if (status == MESH_OK) status = parse(out, &from, options, error, &again);
    free(bytes);
    return status;
}

// *again: it must be read whole.
static mesh_status read_through_window(mesh* out, const char* path, int descriptor, size_t size,
                                       const mesh_read_options* options, mesh_error* error,
                                       bool* again)
{
    window w;
    mesh_status status = MESH_OK;
    if (window_open(&w, descriptor, size)) {
        const source from = {.path = path, .bytes = w.bytes, .size = size, .window = &w};
        status = parse(out, &from, options, error, again);
    } else {
        *again = true;
    }
    window_close(&w);
    return status;
}

// Progress never goes back, though a file may be read twice.
typedef struct climb {
    const mesh_progress* to;
    double least;
} climb;

static int report_climb(void* user, double fraction)
{
    climb* c = user;
    if (fraction > c->least) c->least = fraction;
    return c->to->report(c->to->user, c->least);
}

static mesh_status read_descriptor(mesh* out, const char* path, int descriptor, bool may_seek,
                                   const mesh_read_options* options, mesh_error* error)
{
    size_t size;
    TRY(measure(descriptor, &size, error));
    if (!may_seek || size < WINDOW_LEAST_FILE)
        return read_whole(out, path, descriptor, size, options, error);
    climb c = {.to = options->progress};
    const mesh_progress progress = {report_climb, &c};
    mesh_read_options inner = *options;
    if (c.to) inner.progress = c.to->report ? &progress : NULL;
    bool again = false;
    mesh_status status = read_through_window(out, path, descriptor, size, &inner, error, &again);
    if (!again) return status;
    *error = (mesh_error){0};
    return read_whole(out, path, descriptor, size, &inner, error);
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
        return mesh_fail(e, O017_STDIN_FORMAT,
                         "standard input needs a format: stl, obj, ply, off, gltf or 3mf");
    int descriptor = standard_input ? STDIN_FILENO : file_open_to_read(path);
    if (descriptor < 0) return mesh_fail(e, S002_CANNOT_OPEN, "cannot open: %s", strerror(errno));
    // Standard input may have been read from: it goes on from where it is.
    mesh_status status = read_descriptor(out, path, descriptor, !standard_input, options, e);
    if (!standard_input) close(descriptor);
    return status;
}
