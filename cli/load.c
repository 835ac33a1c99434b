// load.c - reading and building, each with its progress and its time.
#include "load.h"

#include "say.h"

#include <math.h>
#include <string.h>

const char* path_name(const char* path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

static bool read_mesh(mesh* out, const char* path, mesh_format format, progress* p, double* seconds)
{
    const mesh_progress report = {progress_report, p};
    const mesh_read_options options = {format, &report};
    mesh_error error = {0};
    progress_begin(p, "reading", path_name(path));
    const mesh_status status = mesh_read_file(out, path, &options, &error);
    *seconds = progress_end(p);
    if (status == MESH_OK) return true;
    say("%s: %s", path_name(path), error.text);
    return false;
}

static bool build_model(model_file* file, const mesh* m, const abut_build* options, progress* p)
{
    const abut_soup soup = {
        .vertices = m->vertices,
        .triangles = m->triangles,
        .vertex_count = m->vertex_count,
        .triangle_count = m->triangle_count,
    };
    const abut_host host = {.progress = progress_report, .user = p};
    abut_build build = *options;
    build.host = &host;
    progress_begin(p, "building the tree of", path_name(file->path));
    abut_status status = abut_model_build(&file->model, &soup, &build);
    file->build_seconds = progress_end(p);
    if (status == ABUT_OK) status = abut_model_describe(file->model, &file->info);
    if (status == ABUT_OK) return true;
    say("%s: %s", path_name(file->path), abut_status_text(status));
    return false;
}

bool model_file_load(model_file* file, const char* path, mesh_format format,
                     const abut_build* options, progress* p)
{
    mesh m = {0};
    *file = (model_file){.path = path};
    const bool fine =
        read_mesh(&m, path, format, p, &file->read_seconds) && build_model(file, &m, options, p);
    if (fine) {
        file->faces.faces = m.faces;
        file->faces.face_count = m.face_count;
        file->faces.format = m.format;
        m.faces = NULL;
    } else {
        model_file_free(file);
    }
    mesh_free(&m);
    return fine;
}

void model_file_free(model_file* file)
{
    abut_model_free(file->model);
    mesh_free(&file->faces);
    *file = (model_file){0};
}

double model_file_bytes_per_triangle(const model_file* file)
{
    if (file->info.triangle_count == 0) return (double)NAN;
    return (double)(file->info.mesh_bytes + file->info.tree_bytes) /
           (double)file->info.triangle_count;
}
