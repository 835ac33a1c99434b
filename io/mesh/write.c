// write.c - writing a mesh so that reading it gives every bit back (binary STL has only floats).
// The file appears under its name when it is whole: it is written beside it first.
#define _XOPEN_SOURCE 700  // fdopen
#include "file/bytes.h"
#include "file/new.h"
#include "file/system.h"
#include "mesh/mesh.h"
#include "mesh/reader.h"

#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------------- formats

// Enough digits for every double. printf writes the locale's decimal mark: whatever it is becomes a
// point.
static void write_number(const char* before, double value, int digits, FILE* file)
{
    char text[64];
    snprintf(text, sizeof text, "%.*g", digits, value);
    size_t used = strspn(text, "-0123456789e+");
    size_t rest = used + strcspn(text + used, "-0123456789e+");
    fputs(before, file);
    if (text[used] == '\0') {
        fputs(text, file);
        return;
    }
    fwrite(text, 1, used, file);
    putc('.', file);
    fputs(text + rest, file);
}

static void write_point(const char* before, const double v[3], FILE* file)
{
    write_number(before, v[0], 17, file);
    write_number(" ", v[1], 17, file);
    write_number(" ", v[2], 17, file);
    putc('\n', file);
}

static const double* vertex(const mesh* m, size_t triangle, size_t corner)
{
    return m->vertices + 3 * (size_t)m->triangles[3 * triangle + corner];
}

// The unit normal for viewers; zero if the triangle has none that doubles can hold.
static void find_normal(const mesh* m, size_t triangle, float normal[3])
{
    const double *a = vertex(m, triangle, 0), *b = vertex(m, triangle, 1),
                 *c = vertex(m, triangle, 2);
    double n[3];
    for (size_t k = 0; k < 3; k++) {
        size_t i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = (b[i] - a[i]) * (c[j] - a[j]) - (b[j] - a[j]) * (c[i] - a[i]);
    }
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    bool usable = length >= DBL_MIN && length <= DBL_MAX;
    for (size_t k = 0; k < 3; k++)
        normal[k] = usable ? (float)(n[k] / length) : 0;
}

static void write_stl_binary(const mesh* m, FILE* file)
{
    static const char text[] = "binary STL: 80 bytes of text, count, facets";
    unsigned char header[84] = {0};
    memcpy(header, text, sizeof text);
    store_u32(header + 80, (uint32_t)m->triangle_count);
    fwrite(header, 1, sizeof header, file);
    for (size_t i = 0; i < m->triangle_count && !ferror(file); i++) {
        unsigned char facet[50] = {0};
        float normal[3];
        find_normal(m, i, normal);
        for (size_t k = 0; k < 3; k++)
            store_f32(facet + 4 * k, normal[k]);
        for (size_t k = 0; k < 9; k++)
            store_f32(facet + 12 + 4 * k, (float)vertex(m, i, k / 3)[k % 3]);
        fwrite(facet, 1, sizeof facet, file);
    }
}

static void write_stl_ascii(const mesh* m, FILE* file)
{
    fputs("solid mesh\n", file);
    for (size_t i = 0; i < m->triangle_count && !ferror(file); i++) {
        float n[3];
        find_normal(m, i, n);
        fputs("facet normal", file);
        for (size_t k = 0; k < 3; k++)
            write_number(" ", (double)n[k], 9, file);
        fputs("\nouter loop\n", file);
        for (size_t corner = 0; corner < 3; corner++)
            write_point("vertex ", vertex(m, i, corner), file);
        fputs("endloop\nendfacet\n", file);
    }
    fputs("endsolid mesh\n", file);
}

static void write_vertices(const mesh* m, const char* before, FILE* file)
{
    for (size_t i = 0; i < m->vertex_count && !ferror(file); i++)
        write_point(before, m->vertices + 3 * i, file);
}

// Triangles begin to end - 1.
static void write_indices(const mesh* m, size_t begin, size_t end, const char* before,
                          uint64_t first, FILE* file)
{
    for (size_t i = begin; i < end && !ferror(file); i++) {
        const uint32_t* t = m->triangles + 3 * i;
        fprintf(file, "%s%" PRIu64 " %" PRIu64 " %" PRIu64 "\n", before, t[0] + first, t[1] + first,
                t[2] + first);
    }
}

// Whether the groups are objects of OBJ, one behind the other, of all triangles.
static bool is_of_objects(const mesh* m)
{
    size_t end = 0;
    for (size_t i = 0; i < m->group_count; i++) {
        if (m->groups[i].kind != 'o' || m->groups[i].first_triangle != end || m->groups[i].place)
            return false;
        end += m->groups[i].triangle_count;
    }
    return m->group_count > 0 && end == m->triangle_count;
}

static void write_obj(const mesh* m, FILE* file)
{
    const bool has_objects = is_of_objects(m);
    // A statement by which an empty mesh, too, is known for what it is.
    if (!has_objects) fputs("o mesh\n", file);
    write_vertices(m, "v ", file);
    if (!has_objects) write_indices(m, 0, m->triangle_count, "f ", 1, file);
    for (size_t i = 0; has_objects && i < m->group_count; i++) {
        const mesh_group* g = &m->groups[i];
        fprintf(file, "o %s\n", g->name);
        write_indices(m, g->first_triangle, g->first_triangle + g->triangle_count, "f ", 1, file);
    }
}

static void write_off(const mesh* m, FILE* file)
{
    fprintf(file, "OFF\n%zu %zu 0\n", m->vertex_count, m->triangle_count);
    write_vertices(m, "", file);
    write_indices(m, 0, m->triangle_count, "3 ", 0, file);
}

static void write_ply(const mesh* m, FILE* file)
{
    fprintf(file,
            "ply\nformat binary_little_endian 1.0\nelement vertex %zu\nproperty double x\n"
            "property double y\nproperty double z\nelement face %zu\n"
            "property list uchar uint vertex_indices\nend_header\n",
            m->vertex_count, m->triangle_count);
    for (size_t i = 0; i < m->vertex_count && !ferror(file); i++) {
        unsigned char row[24];
        for (size_t k = 0; k < 3; k++)
            store_f64(row + 8 * k, m->vertices[3 * i + k]);
        fwrite(row, 1, sizeof row, file);
    }
    for (size_t i = 0; i < m->triangle_count && !ferror(file); i++) {
        unsigned char row[13] = {3};
        for (size_t k = 0; k < 3; k++)
            store_u32(row + 1 + 4 * k, m->triangles[3 * i + k]);
        fwrite(row, 1, sizeof row, file);
    }
}

static void write_format(const mesh* m, mesh_format format, FILE* file)
{
    switch (format) {
    case MESH_STL_BINARY:
        write_stl_binary(m, file);
        break;
    case MESH_STL_ASCII:
        write_stl_ascii(m, file);
        break;
    case MESH_OBJ:
        write_obj(m, file);
        break;
    case MESH_PLY:
        write_ply(m, file);
        break;
    case MESH_OFF:
        write_off(m, file);
        break;
    case MESH_UNKNOWN:
    case MESH_GLTF:  // not written: check_mesh
    case MESH_3MF:
        break;
    }
}

// A file that the readers would refuse is not written.
static mesh_status check_mesh(const mesh* m, mesh_format format, mesh_error* error)
{
    if (format == MESH_GLTF || format == MESH_3MF)
        return mesh_fail(error, F051_NOT_WRITTEN, "%s is not written: take OBJ or PLY",
                         mesh_format_name(format));
    const bool as_float = format == MESH_STL_BINARY;
    const double limit = 0x1.ffffffp127;  // the smallest double that rounds to an infinite float
    for (size_t i = 0; i < 3 * m->vertex_count; i++) {
        if (!isfinite(m->vertices[i]))
            return mesh_fail(error, F052_UNWRITABLE, "the %c of vertex %zu is not finite",
                             "xyz"[i % 3], i / 3);
        if (as_float && fabs(m->vertices[i]) >= limit)
            return mesh_fail(error, F052_UNWRITABLE,
                             "the %c of vertex %zu, %.17g, is too large for binary STL",
                             "xyz"[i % 3], i / 3, m->vertices[i]);
    }
    for (size_t i = 0; i < 3 * m->triangle_count; i++)
        if (m->triangles[i] >= m->vertex_count)
            return mesh_fail(error, F005_BAD_INDEX,
                             "vertex index %" PRIu32 " of triangle %zu does not exist "
                             "(%zu vertices)",
                             m->triangles[i], i / 3, m->vertex_count);
    if (format == MESH_STL_BINARY && m->triangle_count > UINT32_MAX)
        return mesh_fail(error, F031_TOO_MANY, "too many triangles for binary STL");
    return MESH_OK;
}

// ------------------------------------------------------------------------------------------ files

static mesh_status cannot(mesh_error* error, const char* what)
{
    return mesh_fail(error, S003_CANNOT_WRITE, "cannot %s: %s", what, strerror(errno));
}

// Write rounding to nearest, whatever mode the caller runs in.
static mesh_status write_stream(const mesh* m, mesh_format format, FILE* file, mesh_error* error)
{
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    errno = 0;
    write_format(m, format, file);
    bool failed = fflush(file) != 0 || ferror(file);
    int reason = errno;
    fesetenv(&environment);
    errno = reason;
    return failed ? cannot(error, "write") : MESH_OK;
}

static mesh_status close_stream(FILE* file, mesh_status status, mesh_error* error)
{
    bool failed = fclose(file) != 0;
    return status == MESH_OK && failed ? cannot(error, "write") : status;
}

static mesh_status write_in_place(const mesh* m, mesh_format format, const char* path,
                                  mesh_error* error)
{
    FILE* file = file_open_to_write(path);
    if (!file) return cannot(error, "open");
    return close_stream(file, write_stream(m, format, file, error), error);
}

// A new file beside path, with a name that nothing has. The name is to be freed.
static int create_beside(const char* path, char** name)
{
    size_t size = strlen(path) + 48;
    *name = malloc(size);
    if (!*name) return -1;
    for (unsigned attempt = 0; attempt < 1000; attempt++) {
        snprintf(*name, size, "%s.part-%ld-%u", path, (long)getpid(), attempt);
        int descriptor = file_create(*name);
        if (descriptor >= 0) new_file_begin(*name);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

static mesh_status write_beside(const mesh* m, mesh_format format, const char* path,
                                const struct stat* old, mesh_error* error)
{
    char* name;
    int descriptor = create_beside(path, &name);
    FILE* file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
    if (!file) {
        mesh_status status = cannot(error, "create");
        if (descriptor >= 0) {
            close(descriptor);
            file_remove(name);
            new_file_end(name);
        }
        free(name);
        return status;
    }
    mesh_status status = write_stream(m, format, file, error);
    if (old) file_rights_as(descriptor, old);
    status = close_stream(file, status, error);
    if (status == MESH_OK && file_replace(name, path) != 0) status = cannot(error, "rename");
    if (status != MESH_OK) file_remove(name);
    new_file_end(name);
    free(name);
    return status;
}

static mesh_format format_of_suffix(const char* path)
{
    const char* dot = strrchr(path, '.');
    const char* suffix = dot && !strchr(dot, '/') ? dot + 1 : "";
    if (strcasecmp(suffix, "stl") == 0) return MESH_STL_BINARY;
    if (strcasecmp(suffix, "obj") == 0) return MESH_OBJ;
    if (strcasecmp(suffix, "ply") == 0) return MESH_PLY;
    return strcasecmp(suffix, "off") == 0 ? MESH_OFF : MESH_UNKNOWN;
}

mesh_status mesh_write_file(const mesh* m, const char* path, mesh_format format, mesh_error* error)
{
    mesh_error unused;
    mesh_error* e = error ? error : &unused;
    *e = (mesh_error){0};
    bool standard_output = strcmp(path, "-") == 0;
    if (format == MESH_UNKNOWN && !standard_output) format = format_of_suffix(path);
    if (!mesh_format_name(format))
        return mesh_fail(e, F051_NOT_WRITTEN, "%s",
                         standard_output
                             ? "standard output needs a format: stl, stl-ascii, obj, ply or off"
                             : "the suffix names no format that is written (.stl .obj .ply .off)");
    TRY(check_mesh(m, format, e));
    if (standard_output) return write_stream(m, format, stdout, e);
    struct stat about;
    const bool is_there = file_about(path, &about) == 0;
    // Devices and pipes are written to; a directory gives its error.
    if (is_there && !S_ISREG(about.st_mode)) return write_in_place(m, format, path, e);
    // A symbolic link stays one, whether there is a file behind it or not.
    char* target = is_there ? file_resolve(path) : new_file_place(path);
    if (!target) return cannot(e, "open");
    mesh_status status = write_beside(m, format, target, is_there ? &about : NULL, e);
    free(target);
    return status;
}
