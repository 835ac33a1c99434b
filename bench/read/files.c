// files.c - the files that are read: one model in every format. Where the project's own writer
// writes only 17 digits, or only the binary kind, a plain writer here makes the other.
#include "bench.h"
#include "read/read.h"
#include "scenes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int write_as(const mesh* m, const char* path, mesh_format format)
{
    mesh_error error;
    if (mesh_write_file(m, path, format, &error) == MESH_OK) return BENCH_OK;
    return bench_fail("%s: %s", path, error.text);
}

static int write_stl(const mesh* m, const char* path)
{
    return write_as(m, path, MESH_STL_BINARY);
}

static int write_stl_ascii(const mesh* m, const char* path)
{
    return write_as(m, path, MESH_STL_ASCII);
}

static int write_obj(const mesh* m, const char* path)
{
    return write_as(m, path, MESH_OBJ);
}

static int write_ply(const mesh* m, const char* path)
{
    return write_as(m, path, MESH_PLY);
}

static int write_off(const mesh* m, const char* path)
{
    return write_as(m, path, MESH_OFF);
}

static int close_file(FILE* file, const char* path)
{
    const int failed = ferror(file);
    return fclose(file) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

// As most programs write it: six decimals, here with an exponent.
static int write_stl_ascii_short(const mesh* m, const char* path)
{
    FILE* file = fopen(path, "w");
    if (!file) return bench_fail("%s: cannot be written", path);
    fputs("solid torus\n", file);
    for (size_t i = 0; i < m->triangle_count; i++) {
        fputs("  facet normal 0.000000e+00 0.000000e+00 1.000000e+00\n    outer loop\n", file);
        for (size_t k = 0; k < 3; k++) {
            const double* v = m->vertices + 3 * (size_t)m->triangles[3 * i + k];
            fprintf(file, "      vertex %.6e %.6e %.6e\n", v[0], v[1], v[2]);
        }
        fputs("    endloop\n  endfacet\n", file);
    }
    fputs("endsolid torus\n", file);
    return close_file(file, path);
}

static void write_points(const mesh* m, const char* before, FILE* file)
{
    for (size_t i = 0; i < m->vertex_count; i++) {
        const double* v = m->vertices + 3 * i;
        fprintf(file, "%s%.6f %.6f %.6f\n", before, v[0], v[1], v[2]);
    }
}

static void write_faces(const mesh* m, const char* before, uint32_t first, FILE* file)
{
    for (size_t i = 0; i < m->triangle_count; i++) {
        const uint32_t* t = m->triangles + 3 * i;
        fprintf(file, "%s%" PRIu32 " %" PRIu32 " %" PRIu32 "\n", before, t[0] + first, t[1] + first,
                t[2] + first);
    }
}

static int write_obj_short(const mesh* m, const char* path)
{
    FILE* file = fopen(path, "w");
    if (!file) return bench_fail("%s: cannot be written", path);
    write_points(m, "v ", file);
    write_faces(m, "f ", 1, file);
    return close_file(file, path);
}

static int write_ply_ascii(const mesh* m, const char* path)
{
    FILE* file = fopen(path, "w");
    if (!file) return bench_fail("%s: cannot be written", path);
    fprintf(file,
            "ply\nformat ascii 1.0\nelement vertex %zu\nproperty float x\nproperty float y\n"
            "property float z\nelement face %zu\nproperty list uchar int vertex_indices\n"
            "end_header\n",
            m->vertex_count, m->triangle_count);
    write_points(m, "", file);
    write_faces(m, "3 ", 0, file);
    return close_file(file, path);
}

// The bars are those that the readers were built to (seconds for a million triangles).
static const read_file_kind kinds[] = {
    {"STL binary", "binary.stl", MESH_STL_BINARY, write_stl, 0.1},
    {"STL ASCII, 6 decimals", "short.stl", MESH_STL_ASCII, write_stl_ascii_short, 0.4},
    {"STL ASCII, 17 digits", "long.stl", MESH_STL_ASCII, write_stl_ascii, 0.4},
    {"OBJ, 6 decimals", "short.obj", MESH_OBJ, write_obj_short, 0.25},
    {"OBJ, 17 digits", "long.obj", MESH_OBJ, write_obj, 0.25},
    {"PLY binary", "binary.ply", MESH_PLY, write_ply, 0.1},
    {"PLY ascii, 6 decimals", "ascii.ply", MESH_PLY, write_ply_ascii, 0},
    {"OFF, 17 digits", "long.off", MESH_OFF, write_off, 0},
};

const read_file_kind* read_file_kinds(size_t* count)
{
    *count = sizeof kinds / sizeof kinds[0];
    return kinds;
}

char* read_file_path(const char* folder, const read_file_kind* kind)
{
    const size_t room = strlen(folder) + strlen(kind->file) + 2;
    char* path = malloc(room);
    if (!path) exit(bench_fail("out of memory"));
    snprintf(path, room, "%s/%s", folder, kind->file);
    return path;
}

int read_files_make(const char* folder, uint64_t triangles)
{
    uint32_t rings, sides;
    mesh m = {0};
    torus_divide(triangles, &rings, &sides);
    if (torus_make(rings, sides, 2, 0.75, &m) != SCENE_OK)
        return bench_fail("a torus of %" PRIu64 " triangles cannot be made", triangles);
    int status = BENCH_OK;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && status == BENCH_OK; i++) {
        char* path = read_file_path(folder, &kinds[i]);
        status = kinds[i].write(&m, path);
        free(path);
    }
    mesh_free(&m);
    return status;
}
