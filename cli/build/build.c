// build.c - "abut build FILE -o FILE.abut": build a model once, to be searched often.
#include "build/build.h"

#include "models/saved.h"
#include "models/set.h"
#include "say/say.h"
#include "say/warnings.h"
#include "text/printable.h"

#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(build_command, member)

static const option_row rows[] = {
    OPTION_OUTPUT(AT(output)),
    {OPTION("--group", option_text, AT(load.group)),
     OPTION_TEXT(SECTION_READ, "NAME", "only the objects, groups or solids of that name"),
     .first = true},
    {OPTION("--groups", option_flag, AT(groups)),
     OPTION_TEXT(SECTION_READ, NULL, "a model of each object, group or solid, all in one file"),
     .more = "A saved set, which 'abut clash' takes. Of glTF and 3MF each node is an object in its "
             "pose, and those of one mesh share a model",
     .first = true},
    OPTION_DROP_BAD(AT(load.drop_bad)),
    OPTION_ALLOW_EMPTY(AT(allow_empty)),
    OPTION_FORMAT(AT(load.format)),
    OPTION_MAX_MEMORY,
    OPTION_QUIET(AT(quiet)),
    OPTION_THREADS(AT(thread_count)),
};

static bool is_complete(build_command* c)
{
    if (!c->path) {
        say(O008_FILE_MISSING, "build needs a file; 'abut help build' tells more");
        return false;
    }
    if (!c->output) {
        say(O010_OPTION_MISSING, "build needs -o FILE, the saved model or set to write");
        return false;
    }
    return inputs_fit(&c->path, 1, c->load.format) && method_options_fit(&c->build);
}

static bool parse(build_command* c, int count, char** arguments, int* status)
{
    static const char* const excluded[][2] = {{"--group", "--groups"}};
    bool given[OPTION_COUNT(rows)] = {false};
    *c = (build_command){0};
    command_line line = {
        .verb = &verb_build,
        .groups = {OPTION_GROUP(rows, c, given), method_options_group(&c->build, false)},
        .takes = "build takes one file",
        .paths = &c->path,
        .paths_most = 1,
    };
    return command_line_read(&line, count, arguments, status) &&
           options_exclude(&line, excluded, 1) && is_complete(c);
}

// Tell what was odd about the file. Returns false after telling that there is no memory.
static bool warn(const build_command* c, const model_file* file)
{
    const char* name = path_name(c->path);
    warning_list warnings = {0};
    const bool fine =
        warnings_add_mesh(&warnings, &file->origin, name) &&
        (file->info.triangle_count || warnings_add_empty(&warnings, name, file->group));
    if (fine && !c->quiet) warnings_say(&warnings);
    warnings_free(&warnings);
    return fine;
}

FILE* build_told(const build_command* c)
{
    return strcmp(c->output, "-") == 0 ? stderr : stdout;
}

static void tell(const build_command* c, const model_file* file, const uint64_t source[2])
{
    FILE* out = build_told(c);
    const abut_model_info* info = &file->info;
    if (c->quiet) return;
    printable_write(c->output, out);
    fprintf(out, ": %s, %zu triangles, %zu nodes, %zu bytes\n", abut_method_name(info->method),
            info->triangle_count, info->node_count, info->mesh_bytes + info->tree_bytes);
    fprintf(out, "hash of the triangles as read: %016llx%016llx\n", (unsigned long long)source[1],
            (unsigned long long)source[0]);
    fprintf(out, "seconds: %.3f to read, %.3f to build\n", file->read_seconds, file->build_seconds);
}

static bool save(const build_command* c, const model_file* file, const uint64_t source[2],
                 output* out)
{
    if (!output_open(out)) return false;
    const abut_status status = saved_write(file->model, source, out->stream);
    if (status != ABUT_OK) {
        say_status(c->output, status);
        return false;
    }
    return output_close(out);
}

// A saved model is none to build anew.
static bool is_source(const build_command* c)
{
    const bool is_set = set_is(c->path);
    if (!is_set && !saved_is(c->path)) return true;
    say(F010_SAVED_ALREADY,
        "%s: is a saved %s already: build takes the file that it was built from, or 'abut %s' "
        "takes "
        "it as it is",
        c->path, is_set ? "set" : "model", is_set ? "clash" : "check");
    return false;
}

static int build_model(const build_command* c, const abut_build* build, output* out, progress* p)
{
    int status = EXIT_ERROR;
    model_file file = {0};
    uint64_t source[2];
    if (model_file_build(&file, c->path, &c->load, build, p, source) && warn(c, &file) &&
        save(c, &file, source, out)) {
        tell(c, &file, source);
        status = file.info.triangle_count || c->allow_empty ? EXIT_SUCCESS : EXIT_UNDECIDED;
    }
    model_file_free(&file);
    return status;
}

static int build_file(const build_command* c)
{
    int status = EXIT_ERROR;
    output out;
    progress p;
    threads t;
    abut_build build = method_options_build(&c->build);
    progress_open(&p, c->quiet);
    if (!is_source(c) || !threads_open(&t, c->thread_count, &p)) return status;
    if (output_prepare(&out, c->output, &c->path, 1)) {
        if (c->groups) {
            status = build_objects(c, &build, &t, &out, &p);
        } else {
            build.host = &t.host;
            status = build_model(c, &build, &out, &p);
        }
    }
    output_discard(&out);
    threads_close(&t);
    return status;
}

static int build_run(int count, char** arguments)
{
    build_command c;
    int status;
    return parse(&c, count, arguments, &status) ? build_file(&c) : status;
}

const verb verb_build = {
    .name = "build",
    .summary = "build a model once and save it",
    .usage = "FILE -o FILE.abut [options]",
    .about =
        "Read a model, build its tree, and save both: 'abut check' then opens it in milliseconds. "
        "With --effort best the tree takes longer to build and is searched faster; with --memory "
        "small or compact it is smaller. With --groups you save a model of each object, all in one "
        "file, for 'abut clash'.",
    .more =
        {"The saved model holds the triangles bit by bit, but no groups. It works on any machine "
         "with little-endian doubles; it is checked wholly when it is used. A saved set has names, "
         "poses and models of objects, and the file's unit and warnings (docs/reference/files.md). "
         "If you ask about some of the objects, only these are read."},
    .status = "0 saved, 2 error, 3 saved, but the model has no triangles.",
    .examples = {"abut build hull.stl -o hull.abut", "abut check hull.abut pump.stl --move-b 0,0,3",
                 "abut build --groups plant.glb -o plant.abut"},
    .run = build_run,
};
