// data.c - scenes of real models, which are read from the folder that ABUT_DATA names: scans that
// turn, recorded motions, parts of assemblies in place.
#include "bench.h"
#include "path/poses.h"
#include "peers/peers.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 4096 };

// 1; 0 where there are no data, told; -1 if the path is too long.
static int data_path(const peer_scene* s, const char* name, char* out)
{
    const char* folder = getenv("ABUT_DATA");
    if (!folder || !*folder) {
        fprintf(stderr, "abut-bench: SKIPPED: %s, which is read from ABUT_DATA\n", s->name);
        return 0;
    }
    const int size = snprintf(out, PATH_ROOM, "%s/%s", folder, name);
    return size > 0 && size < PATH_ROOM ? 1 : peer_fail(s, "a path is too long");
}

static int read_mesh(const peer_scene* s, const char* name, mesh* out)
{
    char path[PATH_ROOM];
    mesh_error error;
    const int found = data_path(s, name, path);
    if (found <= 0) return found;
    if (mesh_read_file(out, path, NULL, &error) == MESH_OK) return 1;
    bench_fail("%s: %s", path, error.text);
    return -1;
}

int peer_make_scan(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    static const double whole[] = {1.2, 1.5, 1.8, 1.95}, tuning[] = {1.1, 1.4, 1.7, 1.9};
    const int read = read_mesh(s, kind->file[0], peer_add_meshes(s, 1));
    if (read <= 0) return read;
    return peer_add_turn(s, setup->is_tuning ? tuning : whole, 4, setup->is_quick ? 3 : 12);
}

// ---------------------------------------------------------------------------------------------- motions

// So many of the frames, evenly; on tuning, those between them.
static void add_frames(peer_scene* s, const poses* path, const peer_setup* setup)
{
    const size_t frames = path->count;
    const size_t most = setup->is_quick ? 40 : 240;
    const size_t count = frames < most ? frames : most;
    const double step = (double)frames / (double)count;
    peer_query* q = peer_add_queries(s, count);
    for (size_t i = 0; i < count; i++) {
        const size_t frame = (size_t)(step * ((double)i + (setup->is_tuning ? 0.5 : 0)));
        q[i].b = 1;
        q[i].a_pose = path->poses[2 * frame];
        q[i].b_pose = path->poses[2 * frame + 1];
    }
}

int peer_make_motion(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    char path[PATH_ROOM];
    mesh* m = peer_add_meshes(s, 2);
    for (int i = 0; i < 2; i++) {
        const int read = read_mesh(s, kind->file[i], &m[i]);
        if (read <= 0) return read;
    }
    if (data_path(s, kind->file[2], path) < 0) return -1;
    poses frames;
    poses_error error;
    if (poses_read_file(&frames, path, &error) != POSES_OK) {
        bench_fail("%s: %s", path, error.text);
        return -1;
    }
    const int fine = frames.bodies == 2;
    if (fine) add_frames(s, &frames, setup);
    poses_free(&frames);
    return fine ? 1 : peer_fail(s, "its motion is of one body only");
}

// ------------------------------------------------------------------------------------------------ parts

typedef struct box {
    double low[3], high[3];
} box;

int peer_take_part(const mesh* whole, const mesh_group* group, uint32_t* map, mesh* out)
{
    const uint32_t* from = whole->triangles + 3 * group->first_triangle;
    const size_t corners = 3 * group->triangle_count;
    out->triangles = malloc((corners + 1) * sizeof *out->triangles);
    out->vertices = malloc(3 * (corners + 1) * sizeof *out->vertices);
    if (!out->triangles || !out->vertices) return bench_fail("out of memory"), -1;
    for (size_t i = 0; i < corners; i++) {
        uint32_t* number = &map[from[i]];  // plus 1
        if (!*number) {
            memcpy(out->vertices + 3 * out->vertex_count, whole->vertices + 3 * (size_t)from[i],
                   3 * sizeof(double));
            *number = (uint32_t)++out->vertex_count;
        }
        out->triangles[i] = *number - 1;
    }
    for (size_t i = 0; i < corners; i++)
        map[from[i]] = 0;
    out->triangle_count = out->face_count = group->triangle_count;
    return 1;
}

static box box_of(const mesh* m)
{
    box out;
    for (int k = 0; k < 3; k++) {
        out.low[k] = out.high[k] = m->vertices[k];
        for (size_t i = 0; i < m->vertex_count; i++) {
            const double x = m->vertices[3 * i + (size_t)k];
            if (x < out.low[k]) out.low[k] = x;
            if (x > out.high[k]) out.high[k] = x;
        }
    }
    return out;
}

static bool boxes_meet(const box* a, const box* b)
{
    for (int k = 0; k < 3; k++)
        if (a->high[k] < b->low[k] || b->high[k] < a->low[k]) return false;
    return true;
}

static int add_parts(peer_scene* s, const mesh* whole)
{
    uint32_t* map = calloc(whole->vertex_count + 1, sizeof *map);
    int status = map ? 1 : peer_fail(s, "out of memory");
    for (size_t i = 0; i < whole->group_count && status > 0; i++)
        if (whole->groups[i].kind == 'o' && whole->groups[i].triangle_count)
            status = peer_take_part(whole, &whole->groups[i], map, peer_add_meshes(s, 1));
    free(map);
    return status;
}

// All pairs of parts whose boxes meet, as after a broad phase; of many, evenly chosen ones.
static int add_pairs(peer_scene* s, const peer_setup* setup)
{
    const size_t parts = s->mesh_count, most = setup->is_quick ? 60 : 400;
    box* boxes = malloc((parts + 1) * sizeof *boxes);
    if (!boxes) return peer_fail(s, "out of memory");
    for (size_t i = 0; i < parts; i++)
        boxes[i] = box_of(&s->meshes[i]);
    for (size_t i = 0; i < parts; i++)
        for (size_t k = i + 1; k < parts; k++)
            if (boxes_meet(&boxes[i], &boxes[k])) {
                peer_query* q = peer_add_queries(s, 1);
                q->a = (uint32_t)i;
                q->b = (uint32_t)k;
            }
    free(boxes);
    const size_t count = s->query_count;
    for (size_t i = 0; i < most && count > most; i++)
        s->queries[i] = s->queries[(
            size_t)((double)count * ((double)i + (setup->is_tuning ? 0.5 : 0)) / (double)most)];
    if (count > most) s->query_count = most;
    return count ? 1 : peer_fail(s, "no parts meet");
}

int peer_make_parts(peer_scene* s, const peer_scene_kind* kind, const peer_setup* setup)
{
    mesh whole = {0};
    int status = read_mesh(s, kind->file[0], &whole);
    if (status > 0) status = add_parts(s, &whole);
    if (status > 0) status = add_pairs(s, setup);
    mesh_free(&whole);
    return status;
}
