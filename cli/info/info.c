// info.c - "abut info FILE...": what is in a file, and what is odd about it.
#include "info/info.h"

#include "main/verb.h"
#include "models/saved.h"
#include "models/threads.h"
#include "output/json_parts.h"
#include "output/output.h"
#include "say/say.h"

#include <abut/saved.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ------------------------------------------------------------------------------------ one file

static bool fail(info_file* f, abut_status status)
{
    if (status == ABUT_OK) return true;
    return load_fail(&f->error, fault_code_of_status(status), "%s", abut_status_text(status));
}

static bool find_statistics(info_file* f, progress* p)
{
    const abut_soup soup = soup_of_mesh(&f->origin);
    const abut_host host = host_of_program(p);
    progress_begin(p, "counting in", path_name(f->path));
    const abut_status status = abut_soup_statistics(&soup, &host, &f->statistics);
    f->statistics_seconds = progress_end(p);
    return fail(f, status);
}

static abut_status describe_tree(info_file* f, const abut_model* model)
{
    abut_status status = abut_model_describe(model, &f->tree);
    if (status != ABUT_OK) return status;
    if (f->tree.build.tree) {  // the model goes before this is told
        f->built = *f->tree.build.tree;
        f->tree.build.tree = &f->built;
    }
    const size_t depths = f->tree.depth + 1;
    f->leaves = calloc(depths, sizeof *f->leaves);
    f->triangles = calloc(depths, sizeof *f->triangles);
    if (!f->leaves || !f->triangles) return ABUT_OUT_OF_MEMORY;
    return abut_model_depths(model, depths, f->leaves, f->triangles);
}

static bool find_tree(info_file* f, const info_options* o, progress* p)
{
    const abut_host host = host_of_program(p);
    abut_model* model = NULL;
    abut_build build = method_options_build(&o->build);
    build.host = &host;
    abut_status status = model_build_of(&model, &f->origin, f->path, &build, p, &f->build_seconds);
    if (status == ABUT_OK) status = describe_tree(f, model);
    abut_model_free(model);
    return fail(f, status);
}

// Where a model meets itself: how often, and in which ways.
static abut_status count_self(info_file* f, const abut_model* model, const info_options* o,
                              const abut_host* host, progress* p)
{
    const abut_instance whole = {.model = model};
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, host);
    progress_begin(p, "searching", path_name(f->path));
    if (status == ABUT_OK) status = abut_self(query, &whole, NULL, &f->self);
    f->self_seconds += progress_end(p);
    f->self.pairs = NULL;  // it lived in the query
    if (f->is_empty && !o->allow_empty) f->self.verdict = ABUT_SELF_UNDECIDED;
    abut_query_free(query);
    return status;
}

// A tree of its own, whatever --method asks for: the one that is soonest built and searched once.
static bool find_self(info_file* f, const info_options* o, progress* p)
{
    const abut_host host = host_of_program(p);
    const abut_build build = {.effort = ABUT_EFFORT_FAST, .host = &host};
    abut_model* model = NULL;
    abut_status status = model_build_of(&model, &f->origin, f->path, &build, p, &f->self_seconds);
    if (status == ABUT_OK) status = count_self(f, model, o, &host, p);
    abut_model_free(model);
    return fail(f, status);
}

static bool find_saved_self(info_file* f, const abut_model* model, const info_options* o,
                            progress* p)
{
    const abut_host host = host_of_program(p);
    const abut_method method = f->tree.method;
    if (method == ABUT_METHOD_WIDE || method == ABUT_METHOD_BRUTE)
        return fail(f, count_self(f, model, o, &host, p));
    return load_fail(&f->error, O022_METHOD_LACKS,
                     "it was saved with the method %s: --self is for wide and brute",
                     abut_method_name(method));
}

// Whether a reader's warning is about a number that is not finite. Readers tell that in words only: a
// binary number "is not finite"; of a text they quote what they cannot take as a number.
static bool is_about_non_finite(const char* text)
{
    static const char* const words[] = {"nan", "inf", "1.#"};
    if (strstr(text, "is not finite") || strstr(text, "too large for a double")) return true;
    const char* quoted = strchr(text, '"');
    if (!quoted || !strstr(text, "not a number")) return false;
    quoted += quoted[1] == '-' || quoted[1] == '+' ? 2 : 1;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncasecmp(quoted, words[i], strlen(words[i])) == 0) return true;
    return false;
}

static size_t count_non_finite(const mesh* m)
{
    size_t count = 0;
    for (size_t i = 0; i < m->warning_count; i++)
        count += is_about_non_finite(m->warnings[i].text);
    return count;
}

static bool find_saved(info_file* f, const char* path, const info_options* o, progress* p)
{
    model_file file;
    *f = (info_file){.path = path, .is_saved = true};
    if (o->with_tree || o->groups || o->drop_bad)
        return load_fail(
            &f->error, O027_FOR_MODELS,
            "a saved model has its tree, and neither groups nor faults: --%s is for other files",
            o->with_tree ? "method"
            : o->groups  ? "groups"
                         : "drop-bad");
    if (!saved_load(&file, path, &f->error)) return false;
    f->read_seconds = file.read_seconds;
    abut_status status = abut_model_source(file.model, f->source);
    if (status == ABUT_OK) status = describe_tree(f, file.model);
    f->is_empty = f->tree.triangle_count == 0;
    const bool fine = fail(f, status) && (!o->self || find_saved_self(f, file.model, o, p));
    model_file_free(&file);
    return fine;
}

// Warn where a file has no triangles. It does not matter what else it has.
static bool find_empty(info_file* f, size_t triangle_count)
{
    f->is_empty = triangle_count == 0;
    return !f->is_empty || warnings_add_empty(&f->warnings, path_name(f->path), NULL) ||
           fail(f, ABUT_OUT_OF_MEMORY);
}

static void look_at(info_file* f, const char* path, const info_options* o, progress* p)
{
    const load_options how = {
        .format = format_for_path(path, o->paths, o->path_count, o->format),
        .drop_bad = o->drop_bad,
    };
    if (saved_is(path)) {
        const bool fine = find_saved(f, path, o, p);  // fills f whole
        f->fine = fine && find_empty(f, f->tree.triangle_count);
        return;
    }
    if (set_is(path)) {
        const bool fine = info_find_set(f, path, o, p);
        f->fine = fine && find_empty(f, (size_t)f->object_triangles);
        return;
    }
    *f = (info_file){.path = path};
    if (!mesh_load(&f->origin, path, &how, p, &f->read_seconds, &f->error)) return;
    f->non_finite = count_non_finite(&f->origin);
    if (!warnings_add_mesh(&f->warnings, &f->origin, path_name(path))) {
        fail(f, ABUT_OUT_OF_MEMORY);
        return;
    }
    f->fine = find_empty(f, f->origin.triangle_count) && find_statistics(f, p) &&
              (!o->self || find_self(f, o, p)) && (!o->with_tree || find_tree(f, o, p));
}

static void info_file_free(info_file* f)
{
    mesh_free(&f->origin);
    warnings_free(&f->warnings);
    set_close(&f->set);
    free(f->leaves);
    free(f->triangles);
    *f = (info_file){0};
}

// --------------------------------------------------------------------------------------- all files

// Does anything but the exit status tell the answer?
static bool is_written(const info_options* o)
{
    return !o->quiet || o->output;
}

static void tell(const info_file* f, const info_options* o)
{
    if (!f->fine)
        say(f->error.code, "%s: %s", path_name(f->path), f->error.text);
    else if (!o->quiet && !o->json)
        warnings_say(&f->warnings);
}

// Files are looked at one by one and written at once: only one of them is ever in memory. Returns the exit status.
static int write_files(const info_options* o, output* out, progress* p)
{
    const bool json_wanted = o->json && is_written(o), text_wanted = !o->json && is_written(o);
    json j = {.out = out->stream};
    bool all_fine = true, any_empty = false;
    if (json_wanted) {
        json_begin(&j);
        json_key(&j, "files");
        json_array(&j, true);
    }
    for (size_t i = 0; i < o->path_count; i++) {
        info_file f;
        look_at(&f, o->paths[i], o, p);
        all_fine = all_fine && f.fine;
        any_empty |= f.is_empty;
        tell(&f, o);
        if (text_wanted && f.fine) info_write_text(&f, o, out->stream);
        if (json_wanted) info_write_json(&f, o, &j);
        info_file_free(&f);
    }
    if (json_wanted) {
        json_close(&j);
        json_close(&j);
    }
    if (!all_fine) return EXIT_ERROR;
    return any_empty && !o->allow_empty ? EXIT_UNDECIDED : EXIT_SUCCESS;
}

static int info_files(const info_options* o)
{
    int status = EXIT_ERROR;
    output out;
    progress p;
    progress_open(&p, o->quiet);
    if (output_prepare(&out, o->output, o->paths, o->path_count) &&
        (!is_written(o) || output_open(&out))) {
        const int found = write_files(o, &out, &p);
        if (!is_written(o) || output_close(&out)) status = found;
    }
    output_discard(&out);
    return status;
}

static int info_run(int count, char** arguments)
{
    info_options o;
    int status;
    if (info_options_parse(&o, count, arguments, &status)) status = info_files(&o);
    info_options_free(&o);
    return status;
}

const verb verb_info = {
    .name = "info",
    .summary = "what is in a file, and what is odd about it",
    .usage = "FILE... [options]",
    .about =
        "What is in a file: triangles, vertices, extents, groups, and what is odd about it. Files "
        "are STL, OBJ, PLY, OFF, glTF and 3MF; one may be -, the standard input. With --self you "
        "also learn whether a model meets itself, with --method what tree is built of it: size, "
        "depth and cost.",
    .more =
        {"Odd are degenerate and duplicate triangles, open and non-manifold edges, and thin "
         "triangles. Of models saved by 'abut build' you get method, options, source, the tree and "
         "its memory; of saved sets their objects, and whether every model is whole. A name that "
         "starts with - goes behind -- or is written ./-name."},
    .notes =
        {"Triangles are counted from 0 in file order, after polygons are split into triangles."},
    .status = "0, 2 if a file could not be read, 3 if a file has no triangles.",
    .status_more = "Files that can be read are shown all the same.",
    .examples = {"abut info scan.ply", "abut info --groups assembly.obj",
                 "abut info --json --method obb *.stl -o models.json"},
    .run = info_run,
};
