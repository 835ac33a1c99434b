// load.c - reading and building, each with its progress and its time.
#include "models/load.h"

#include "file/memory_limit.h"
#include "file/whole.h"
#include "models/saved.h"
#include "models/set.h"
#include "options/arguments.h"
#include "options/nearest.h"
#include "say/say.h"
#include "shape/word.h"
#include "text/end.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char* path_name(const char* path)
{
    return strcmp(path, "-") == 0 ? "standard input" : path;
}

bool option_format(void* to, const option_row* row, const char* text)
{
    mesh_format* out = to;
    *out = mesh_format_from_name(text);
    if (*out != MESH_UNKNOWN) return true;
    char list[128] = "", meant[64];
    nearest near = nearest_begin(text);
    for (int f = MESH_UNKNOWN + 1; mesh_format_name((mesh_format)f); f++) {
        const char* name = mesh_format_name((mesh_format)f);
        nearest_offer(&near, name);
        if (strlen(list) + strlen(name) + 2 > sizeof list) continue;
        strcat(list, " ");
        strcat(list, name);
    }
    say(O013_NO_SUCH_VALUE, "%s: there is no '%s'%s; there are:%s", row->name, text,
        nearest_text(&near, meant), list);
    return false;
}

bool option_max_memory(void* to, const option_row* row, const char* text)
{
    uint64_t bytes = 0;
    (void)to;
    if (!argument_bytes(row->name, text, &bytes)) return false;
    memory_limit_set(bytes < SIZE_MAX ? (size_t)bytes : SIZE_MAX);
    return true;
}

mesh_format format_for_path(const char* path, const char* const* paths, size_t count,
                            mesh_format given)
{
    bool has_input = false;
    for (size_t i = 0; i < count; i++)
        has_input |= strcmp(paths[i], "-") == 0;
    return has_input && strcmp(path, "-") != 0 ? MESH_UNKNOWN : given;
}

// Whether a word means a file, and no shape, well spelled or not.
static bool is_file(const char* path)
{
    char meant[64];
    if (shape_word_is(path)) {
        say(O024_SHAPE_PLACE,
            "'%s' is a shape, where a model is needed; a file of that name is ./%s", path, path);
        return false;
    }
    const bool is_missed = access(path, F_OK) != 0 && shape_word_meant(path, meant);
    if (is_missed) say(O025_NO_SHAPE, "there is no file '%s', and no such shape%s", path, meant);
    return !is_missed;
}

bool inputs_fit(const char* const* paths, size_t count, mesh_format format)
{
    size_t inputs = 0;
    for (size_t i = 0; i < count; i++) {
        if (!is_file(paths[i])) return false;
        inputs += strcmp(paths[i], "-") == 0;
    }
    if (inputs > 1) {
        say(O016_STDIN_TWICE, "standard input can be read only once");
        return false;
    }
    if (inputs && format == MESH_UNKNOWN) {
        say(O017_STDIN_FORMAT, "standard input needs --format");
        return false;
    }
    return true;
}

char* text_load(const char* path, size_t* size)
{
    char* text = NULL;
    whole_file_why why;
    if (whole_file_read(strcmp(path, "-") == 0 ? "./-" : path, &text, size, &why) ==
        WHOLE_FILE_OK) {
        *size = (size_t)(text_end(text, text + *size) - text);
        text[*size] = '\0';
    } else {
        say(why.code, "%s: %s", path, why.text);
    }
    return text;
}

// ------------------------------------------------------------------------------------------ meshes

static bool is_among(const char* name, const char* const* names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0) return true;
    return false;
}

// Say that there is no such group, and which there are, each name once.
static void describe_missing_group(const mesh* m, const char* name, load_error* error)
{
    enum { NAMES_MOST = 20 };
    const size_t room = sizeof error->text;
    char meant[64];
    nearest near = nearest_begin(name);
    for (size_t i = 0; i < m->group_count; i++)
        nearest_offer(&near, m->groups[i].name);
    error->code = F007_NO_GROUP;
    size_t used = (size_t)snprintf(error->text, room, "there is no group '%.200s'%s", name,
                                   nearest_text(&near, meant));
    if (m->group_count == 0) {
        snprintf(error->text + used, room - used, "; the file has no groups");
        return;
    }
    const char* listed[NAMES_MOST] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < m->group_count; i++) {
        const char* group = m->groups[i].name;
        if (is_among(group, listed, count)) continue;
        if (count == NAMES_MOST || used + strlen(group) + 32 > room) {
            snprintf(error->text + used, room - used, ", and more");
            return;
        }
        used += (size_t)snprintf(error->text + used, room - used, "%s '%s'",
                                 count ? "," : "; there are:", group);
        listed[count++] = group;
    }
}

// Keep one group. Selecting makes a list of faces even where every face is a triangle; without it the
// two are told apart as in the whole file.
static bool select_group(mesh* m, const char* name, load_error* error)
{
    const bool has_faces = m->faces != NULL;
    const size_t found = mesh_select_group(m, name);
    if (found == 0) {
        describe_missing_group(m, name, error);
        return false;
    }
    if (found == SIZE_MAX) {
        return load_fail(error, S001_OUT_OF_MEMORY, "%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    }
    if (has_faces) return true;
    free(m->faces);
    m->faces = NULL;
    return true;
}

static bool read_mesh(mesh* out, const char* path, const load_options* options, progress* p,
                      load_error* error)
{
    const mesh_progress report = {progress_report, p};
    const mesh_read_options how = {.format = options->format,
                                   .progress = &report,
                                   .drop_bad = options->drop_bad,
                                   .keep_places = options->keep_places};
    mesh_error found = {0};
    if (mesh_read_file(out, path, &how, &found) == MESH_OK) return true;
    error->line = found.line;
    error->byte = found.byte;
    return model_is_saved(path) ? load_fail(error, F010_SAVED_ALREADY,
                                            "is saved by 'abut build', and a mesh is needed")
                                : load_fail(error, found.code, "%s", found.text);
}

bool mesh_load(mesh* out, const char* path, const load_options* options, progress* p,
               double* seconds, load_error* error)
{
    mesh m = {0};
    *error = (load_error){0};
    progress_begin(p, "reading", path_name(path));
    const bool fine = read_mesh(&m, path, options, p, error) &&
                      (!options->group || select_group(&m, options->group, error));
    *seconds = progress_end(p);
    if (fine) {
        *out = m;
    } else {
        mesh_free(&m);
    }
    return fine;
}

abut_soup soup_of_mesh(const mesh* m)
{
    return (abut_soup){
        .vertices = m->vertices,
        .triangles = m->triangles,
        .vertex_count = m->vertex_count,
        .triangle_count = m->triangle_count,
    };
}

// ------------------------------------------------------------------------------------------ models

bool model_is_saved(const char* path)
{
    return saved_is(path) || set_is(path);
}

abut_status model_build_of(abut_model** out, const mesh* m, const char* path,
                           const abut_build* options, progress* p, double* seconds)
{
    const abut_soup soup = soup_of_mesh(m);
    progress_begin(p, "building the tree of", path_name(path));
    const abut_status status = abut_model_build(out, &soup, options);
    *seconds = progress_end(p);
    return status;
}

static bool build_model(model_file* file, const mesh* m, const abut_build* build, progress* p,
                        load_error* error)
{
    abut_status status =
        model_build_of(&file->model, m, file->path, build, p, &file->build_seconds);
    if (status == ABUT_OK) status = abut_model_describe(file->model, &file->info);
    if (status == ABUT_OK) return true;
    const bool was_reached = status == ABUT_OUT_OF_MEMORY && memory_limit_was_reached();
    return was_reached
               ? load_fail(error, S004_MEMORY_LIMIT,
                           "building its tree takes more memory than --max-memory allows")
               : load_fail(error, fault_code_of_status(status), "%s", abut_status_text(status));
}

static void release_coordinates(mesh* m)
{
    free(m->vertices);
    free(m->triangles);
    m->vertices = NULL;
    m->triangles = NULL;
    m->vertex_count = m->triangle_count = 0;
}

static bool build_file(model_file* file, const char* path, const load_options* options,
                       const abut_build* build, progress* p, uint64_t source[2], load_error* error)
{
    *file = (model_file){.path = path, .group = options->group};
    if (!mesh_load(&file->origin, path, options, p, &file->read_seconds, error)) {
        model_file_free(file);
        return false;
    }
    if (source) saved_hash(&file->origin, source);
    if (!build_model(file, &file->origin, build, p, error)) {
        model_file_free(file);
        return false;
    }
    release_coordinates(&file->origin);
    return true;
}

bool model_file_open(model_file* file, const char* path, const load_options* options,
                     const abut_build* build, progress* p, load_error* error)
{
    *error = (load_error){0};
    if (set_is(path)) return set_load(file, path, options, error);
    if (!saved_is(path)) return build_file(file, path, options, build, p, NULL, error);
    if (!options->group && !options->drop_bad) return saved_load(file, path, error);
    return load_fail(error, O027_FOR_MODELS,
                     "a saved model has neither groups nor faces: --group and --drop-bad are for "
                     "'abut build'");
}

static bool tell(const char* path, bool fine, const load_error* error)
{
    if (!fine) say(error->code, "%s: %s", path_name(path), error->text);
    return fine;
}

bool model_file_build(model_file* file, const char* path, const load_options* options,
                      const abut_build* build, progress* p, uint64_t source[2])
{
    load_error error = {0};
    return tell(path, build_file(file, path, options, build, p, source, &error), &error);
}

bool model_file_load(model_file* file, const char* path, const load_options* options,
                     const abut_build* build, progress* p)
{
    load_error error;
    return tell(path, model_file_open(file, path, options, build, p, &error), &error);
}

void model_file_free(model_file* file)
{
    if (!file->is_lent) {
        abut_model_free(file->model);
        saved_unmap(file);
        mesh_free(&file->origin);
    }
    *file = (model_file){0};
}

model_file model_file_lend(const model_file* file, const char* path)
{
    model_file lent = *file;
    lent.path = path;
    lent.is_lent = true;
    lent.read_seconds = lent.build_seconds = 0;
    return lent;
}

uint32_t model_file_triangle(const model_file* file, uint32_t triangle)
{
    return file->origin.source ? file->origin.source[triangle] : triangle;
}

uint32_t model_file_face(const model_file* file, uint32_t triangle)
{
    return file->origin.faces ? file->origin.faces[triangle] : model_file_triangle(file, triangle);
}

void model_file_box(const model_file* file, double low[3], double high[3])
{
    enum { PIECE = 512 };  // triangles that are looked at together
    const size_t count = file->info.triangle_count;
    double corners[9 * PIECE];
    for (int k = 0; k < 3; k++) {
        low[k] = (double)INFINITY;
        high[k] = -(double)INFINITY;
    }
    for (size_t first = 0; first < count; first += PIECE) {
        const size_t some = count - first < PIECE ? count - first : PIECE;
        (void)abut_model_triangles(file->model, first, some, corners);  // it has them
        for (size_t i = 0; i < 9 * some; i++) {
            low[i % 3] = fmin(low[i % 3], corners[i]);
            high[i % 3] = fmax(high[i % 3], corners[i]);
        }
    }
}

double bytes_per_triangle(const abut_model_info* info)
{
    if (info->triangle_count == 0) return (double)NAN;
    return (double)(info->mesh_bytes + info->tree_bytes) / (double)info->triangle_count;
}
