// models.c - the models of the verb "self": those of folders, and some made by formula.
#include "bench.h"
#include "common/merge.h"
#include "scenes.h"
#include "selves/selves.h"

#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Its vertices merged. Takes the mesh.
static int add(self_models* m, const char* name, const mesh* read)
{
    m->list = peer_run_grow(m->list, m->count, &m->room, sizeof *m->list);
    self_model* out = &m->list[m->count++];
    *out = (self_model){.name = strdup(name), .mesh = *read};
    if (!out->name) exit(bench_fail("out of memory"));
    mesh_merge(&out->mesh);
    return BENCH_OK;
}

// ------------------------------------------------------------------------------------------ by formula

static mesh torus_of(uint64_t triangles)
{
    mesh m;
    uint32_t rings, sides;
    torus_divide(triangles, &rings, &sides);
    if (torus_make(rings, sides, 2, 0.75, &m)) exit(bench_fail("a torus cannot be made"));
    return m;
}

// A mesh twice in one soup, the second one moved.
static mesh twice(mesh* one, double x, double y, double z)
{
    const size_t n = one->vertex_count, t = one->triangle_count;
    const double move[3] = {x, y, z};
    mesh out = {.vertex_count = 2 * n,
                .triangle_count = 2 * t,
                .face_count = 2 * t,
                .vertices = malloc(6 * n * sizeof(double)),
                .triangles = malloc(6 * t * sizeof(uint32_t))};
    if (!out.vertices || !out.triangles) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < 6 * n; i++)
        out.vertices[i] = one->vertices[i % (3 * n)] + (i < 3 * n ? 0 : move[i % 3]);
    for (size_t i = 0; i < 6 * t; i++)
        out.triangles[i] = one->triangles[i % (3 * t)] + (i < 3 * t ? 0 : (uint32_t)n);
    mesh_free(one);
    return out;
}

int self_models_make(self_models* m)
{
    mesh small = torus_of(400), crossed = torus_of(2000), large = torus_of(20000);
    small = twice(&small, 1.5, 0.25, 0.125);
    crossed = twice(&crossed, 1.5, 0.25, 0.125);
    add(m, "made/two tori that cross, small", &small);
    add(m, "made/two tori that cross", &crossed);
    return add(m, "made/torus", &large);
}

// ------------------------------------------------------------------------------------------ of folders

static char** paths;
static size_t path_count, path_room;

// nftw has no place for what is handed on.
static int take_path(const char* path, const struct stat* about, int kind, struct FTW* where)
{
    static const char* const suffixes[] = {".stl", ".obj", ".ply", ".off"};
    const char* suffix = strrchr(path, '.');
    (void)about;
    (void)where;
    for (size_t i = 0; kind == FTW_F && suffix && i < 4; i++) {
        if (strcasecmp(suffix, suffixes[i]) != 0) continue;
        paths = peer_run_grow(paths, path_count, &path_room, sizeof *paths);
        paths[path_count] = strdup(path);
        if (!paths[path_count++]) exit(bench_fail("out of memory"));
    }
    return 0;
}

static int compare_paths(const void* x, const void* y)
{
    return strcmp(*(char* const*)x, *(char* const*)y);
}

static void read_file(self_models* m, const char* path, const char* name)
{
    mesh read;
    if (mesh_read_file(&read, path, NULL, NULL) != MESH_OK) {
        m->refused++;
    } else if (read.triangle_count == 0) {
        m->empty++;
        mesh_free(&read);
    } else {
        add(m, name, &read);
    }
}

int self_models_read(self_models* m, const char* folder, const bench_names* texts)
{
    enum { DESCRIPTORS = 16 };
    int status = BENCH_OK;
    if (nftw(folder, take_path, DESCRIPTORS, FTW_PHYS) != 0)
        status = bench_fail("%s: cannot be read", folder);
    const char* slash = strrchr(folder, '/');
    const size_t before = slash ? (size_t)(slash + 1 - folder) : 0;
    if (path_count) qsort(paths, path_count, sizeof *paths, compare_paths);
    for (size_t i = 0; i < path_count; i++) {
        if (status == BENCH_OK && bench_has_text(texts, paths[i] + before))
            read_file(m, paths[i], paths[i] + before);
        free(paths[i]);
    }
    free(paths);
    paths = NULL;
    path_count = path_room = 0;
    return status;
}

void self_models_free(self_models* m)
{
    for (size_t i = 0; i < m->count; i++) {
        free(m->list[i].name);
        mesh_free(&m->list[i].mesh);
    }
    free(m->list);
    *m = (self_models){0};
}
