// recorded.c - scenes of recorded motions, which are read from the folder that ABUT_DATA names: what goes on between two frames
// is one way each. Rotations of records are not quite rigid; each is made so, for FCL keeps nothing else.
#include "path/poses.h"
#include "sweeps/sweeps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WAYS_MOST = 1000, WAYS_QUICK = 40 };

// -------------------------------------------------------------------------- triangles of PQP's demos

// A count, then nine numbers a triangle.
static int read_tris(const char* path, mesh* out)
{
    FILE* in = fopen(path, "r");
    unsigned count = 0;
    if (!in) return bench_fail("%s: cannot be read", path), -1;
    // NOLINTNEXTLINE(cert-err34-c): what does not fit is above the most
    bool fine = fscanf(in, "%u", &count) == 1 && count > 0 && count < 10000000;
    const size_t corners = 3 * (size_t)count;
    out->vertices = malloc((3 * corners + 1) * sizeof *out->vertices);
    out->triangles = malloc((corners + 1) * sizeof *out->triangles);
    if (!out->vertices || !out->triangles) exit(bench_fail("out of memory"));
    for (size_t i = 0; i < 3 * corners && fine; i++)
        // NOLINTNEXTLINE(cert-err34-c): what does not fit a double is infinite, and refused by the model
        fine = fscanf(in, "%lf", &out->vertices[i]) == 1;
    for (size_t i = 0; i < corners; i++)
        out->triangles[i] = (uint32_t)i;
    fclose(in);
    if (!fine) return bench_fail("%s: these are no triangles", path), -1;
    out->vertex_count = corners;
    out->triangle_count = out->face_count = count;
    return 1;
}

// ----------------------------------------------------------------------------------------- frames

// The rotation next to it, by the rows one after the other.
static void make_rigid(abut_pose* pose)
{
    for (int i = 0; i < 3; i++) {
        double* row = pose->rotation[i];
        for (int j = 0; j < i; j++) {
            double dot = 0;
            for (int k = 0; k < 3; k++)
                dot += row[k] * pose->rotation[j][k];
            for (int k = 0; k < 3; k++)
                row[k] -= dot * pose->rotation[j][k];
        }
        const double length = sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
        for (int k = 0; k < 3; k++)
            row[k] /= length;
    }
}

static int read_poses(const sweeps_scene* s, const char* file, poses* out)
{
    char path[4096];
    poses_error error;
    const int found = sweeps_data_path(s->name, file, path, sizeof path);
    if (found <= 0) return found;
    if (poses_read_file(out, path, &error) != POSES_OK)
        return bench_fail("%s: %s", path, error.text), -1;
    for (size_t i = 0; i < out->count * (size_t)out->bodies; i++)
        make_rigid(&out->poses[i]);
    return 1;
}

// What body i does from one frame to the next of a path in which it is number `body`.
static void add_body(sweeps_way* way, int i, const poses* path, size_t frame, int body)
{
    const size_t step = (size_t)path->bodies;
    way->start[i] = path->poses[step * frame + (size_t)body];
    way->ends[i] = path->poses[step * (frame + 1) + (size_t)body];
    const bool rests = memcmp(&way->start[i], &way->ends[i], sizeof way->ends[i]) == 0;
    way->pieces[i].to = rests ? NULL : &way->ends[i];
}

// Ways are told of before all are known: `to` is set when they no longer move.
static void settle(sweeps_scene* s)
{
    for (size_t i = 0; i < s->way_count; i++)
        for (int body = 0; body < 2; body++)
            if (s->ways[i].pieces[body].to) s->ways[i].pieces[body].to = &s->ways[i].ends[body];
}

// Of many frames, so many, evenly.
static void add_frames(sweeps_scene* s, const poses* path, const poses* other, bool is_quick)
{
    const size_t most = is_quick ? WAYS_QUICK : WAYS_MOST;
    const size_t frames = other && other->count < path->count ? other->count : path->count;
    const size_t pieces = frames - 1, count = pieces < most ? pieces : most;
    for (size_t i = 0; i < count; i++) {
        const size_t frame = i * pieces / count;
        sweeps_way* way = sweeps_add_way(s);
        add_body(way, 0, path, frame, 0);
        if (other)
            add_body(way, 1, other, frame, 0);
        else if (path->bodies == 2)
            add_body(way, 1, path, frame, 1);
    }
    settle(s);
}

static int make_falling(sweeps_scene* s, const sweeps_kind* kind, bool is_quick)
{
    poses path[2] = {{.count = 0}, {.count = 0}};
    char file[256], whole[4096];
    int status = 1;
    for (int i = 0; i < 2 && status > 0; i++) {
        snprintf(file, sizeof file, "%s.tris", kind->files[i]);
        status = sweeps_data_path(s->name, file, whole, sizeof whole);
        if (status > 0) status = read_tris(whole, &s->meshes[i]);
        snprintf(file, sizeof file, "%s.path", kind->files[i]);
        if (status > 0) status = read_poses(s, file, &path[i]);
    }
    if (status > 0) add_frames(s, &path[0], &path[1], is_quick);
    poses_free(&path[0]);
    poses_free(&path[1]);
    return status;
}

int sweeps_make_recorded(sweeps_scene* s, const sweeps_kind* kind, bool is_quick)
{
    if (!kind->files[2]) return make_falling(s, kind, is_quick);
    poses path = {.count = 0};
    int status = 1;
    for (int i = 0; i < 2 && status > 0; i++)
        status = sweeps_read_mesh(s->name, kind->files[i], &s->meshes[i]);
    if (status > 0) status = read_poses(s, kind->files[2], &path);
    if (status > 0) add_frames(s, &path, NULL, is_quick);
    poses_free(&path);
    return status;
}
