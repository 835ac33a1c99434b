// self.c - "abut self FILE...": does a model meet itself: which triangles cross, lie on each other or touch where they are
// not joined.
#include "self/self.h"

#include "main/verb.h"
#include "models/saved.h"
#include "models/threads.h"
#include "output/json_parts.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

bool self_is_hollow(const self_file* f)
{
    return result_is_hollow(&f->options->result, f->sides[0].info.triangle_count == 0);
}

size_t self_border_edges(const self_file* f)
{
    size_t count = 0;
    for (size_t i = 0; i < f->hits.part_count; i++)
        count += f->hits.parts[i].border_edge_count;
    return count;
}

bool self_method_fits(abut_method method)
{
    if (method == ABUT_METHOD_AUTO || method == ABUT_METHOD_WIDE || method == ABUT_METHOD_BRUTE)
        return true;
    say(O022_METHOD_LACKS, "the method %s does not look at a model itself: wide and brute do",
        abut_method_name(method));
    return false;
}

// ---------------------------------------------------------------------------------------- one file

// A saved model has its tree.
static bool saved_fits(self_file* f)
{
    const abut_method method = f->sides[0].info.method;
    if (f->options->build.given[BUILD_METHOD] || method_options_beside_method(&f->options->build))
        return load_fail(
            &f->error, O027_FOR_MODELS,
            "a saved model has its tree: --method and its options are for other files");
    if (method == ABUT_METHOD_WIDE || method == ABUT_METHOD_BRUTE) return true;
    return load_fail(&f->error, O022_METHOD_LACKS,
                     "it was saved with the method %s; wide and brute look at a model itself",
                     abut_method_name(method));
}

// A model that is searched once is soonest built in a hurry, unless something else is asked for.
static abut_build build_of(const self_options* o, const abut_host* host)
{
    abut_build build = method_options_build(&o->build);
    build.host = host;
    if (build.method != ABUT_METHOD_BRUTE && !o->build.given[BUILD_EFFORT])
        build.effort = ABUT_EFFORT_FAST;
    return build;
}

static bool load(self_file* f, const char* path, const abut_host* host, progress* p)
{
    const self_options* o = f->options;
    const bool is_saved = model_is_saved(path);
    const abut_build build = build_of(o, host);
    const load_options how = {
        .format = format_for_path(path, o->paths, o->path_count, o->format),
        .group = o->group,
        .drop_bad = o->drop_bad && !is_saved,
    };
    if (!model_file_open(&f->sides[0], path, &how, &build, p, &f->error)) return false;
    f->sides[1] = model_file_lend(&f->sides[0], path);
    return !is_saved || saved_fits(f);
}

static bool ask(self_file* f, abut_query* query, progress* p)
{
    const self_options* o = f->options;
    const bool told = result_is_written(&o->result);
    const abut_instance whole = {.model = f->sides[0].model};
    const abut_self_ask how = {
        .limit = told ? o->limit : 1,  // for the status any pair will do
        .parts = told,
        .detail = !told       ? ABUT_DETAIL_PAIRS
                  : o->points ? ABUT_DETAIL_POINTS
                              : ABUT_DETAIL_KINDS,
        .budget = o->budget,
        .deadline = o->deadline,
    };
    progress_begin(p, "searching", path_name(f->path));
    const abut_status status = abut_self(query, &whole, &how, &f->hits);
    f->query_seconds = progress_end(p);
    if (status != ABUT_OK)
        return load_fail(&f->error, fault_code_of_status(status), "%s", abut_status_text(status));
    if (self_is_hollow(f)) {
        f->hits.complete = 0;
        f->hits.verdict = ABUT_SELF_UNDECIDED;
    }
    return true;
}

static void look_at(self_file* f, const char* path, abut_query* query, const abut_host* host,
                    progress* p)
{
    f->path = path;
    f->fine = load(f, path, host, p) && ask(f, query, p);
    if (f->fine && !pair_warnings(f->sides, &f->warnings))
        f->fine =
            load_fail(&f->error, S001_OUT_OF_MEMORY, "%s", abut_status_text(ABUT_OUT_OF_MEMORY));
}

static void self_file_free(self_file* f)
{
    model_file_free(&f->sides[0]);
    warnings_free(&f->warnings);
}

static int exit_status(const self_file* f)
{
    if (!f->fine) return EXIT_ERROR;
    if (f->hits.count) return EXIT_CONTACT;
    return f->hits.complete ? EXIT_APART : EXIT_UNDECIDED;
}

// --------------------------------------------------------------------------------------- all files

// Where results go, and in which form.
typedef struct self_writer {
    const self_options* options;
    output out;
    csv table;
    json j;
    bool is_written;
} self_writer;

static void begin(self_writer* w)
{
    const self_options* o = w->options;
    w->j.out = w->out.stream;
    w->table = result_csv(&o->result, w->out.stream);
    w->table.safe = o->csv_safe;
    if (!w->is_written) return;
    if (o->result.csv) self_write_csv_heading(o, &w->table);
    if (!o->result.json) return;
    json_begin(&w->j);
    json_key(&w->j, "files");
    json_array(&w->j, true);
}

static void write_file(self_writer* w, const self_file* f, bool is_first)
{
    const result_options* o = &w->options->result;
    if (!f->fine)
        say(f->error.code, "%s: %s", path_name(f->path), f->error.text);
    else if (!o->quiet && !o->json)
        warnings_say(&f->warnings);
    if (!w->is_written) return;
    if (o->json)
        self_write_json(f, &w->j);
    else if (f->fine && o->csv)
        self_write_csv(f, &w->table);
    else if (f->fine) {
        if (!is_first) fputc('\n', w->out.stream);
        self_write_text(f, w->out.stream);
    }
}

static void end(self_writer* w)
{
    if (!w->is_written || !w->options->result.json) return;
    json_close(&w->j);
    json_close(&w->j);
}

// An error outweighs what meets, and that what is undecided.
static int worse(int one, int other)
{
    static const int order[] = {EXIT_ERROR, EXIT_CONTACT, EXIT_UNDECIDED, EXIT_APART};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (one == order[i] || other == order[i]) return order[i];
    return EXIT_ERROR;
}

// Files are looked at one by one and written at once: only one of them is ever in memory. Returns the exit status.
static int write_files(self_writer* w, const abut_host* host, progress* p)
{
    const self_options* o = w->options;
    abut_query* query;
    int status = EXIT_APART;
    if (!pair_query(&query, host)) return EXIT_ERROR;
    begin(w);
    for (size_t i = 0; i < o->path_count; i++) {
        self_file f = {.options = o};
        look_at(&f, o->paths[i], query, host, p);
        write_file(w, &f, i == 0);
        status = worse(status, exit_status(&f));
        self_file_free(&f);
    }
    end(w);
    abut_query_free(query);
    return status;
}

static int self_files(const self_options* o)
{
    int status = EXIT_ERROR;
    self_writer w = {.options = o, .is_written = result_is_written(&o->result)};
    progress p;
    threads t;
    progress_open(&p, o->result.quiet);
    if (!threads_open(&t, o->thread_count, &p)) return status;
    if (output_prepare(&w.out, o->result.output, o->paths, o->path_count) &&
        (!w.is_written || output_open(&w.out))) {
        const int found = write_files(&w, &t.host, &p);
        if (!w.is_written || output_close(&w.out)) status = found;
    }
    output_discard(&w.out);
    threads_close(&t);
    return status;
}

static int self_run(int count, char** arguments)
{
    self_options o;
    int status;
    if (self_options_parse(&o, count, arguments, &status)) status = self_files(&o);
    self_options_free(&o);
    return status;
}

const verb verb_self = {
    .name = "self",
    .summary = "does a model meet itself: what crosses, folds or touches",
    .usage = "FILE... [options]",
    .about = "Does a model cross itself, or touch itself where it is not joined? The answer is "
             "exact for "
             "the numbers in the file. Files are STL, OBJ, PLY, OFF, glTF, 3MF, or saved by 'abut "
             "build'; one may be -, the standard input.",
    .more =
        {"You get the pairs of triangles that share more than what joins them: the vertices and "
         "the "
         "edge that both have. Vertices are the same if their numbers are equal. Duplicates, "
         "folds, "
         "crossings, overlaps, T-joints and touches are told apart, and each connected component "
         "gets a verdict (docs/how-to/check-a-mesh.md).",
         "A name that starts with - goes behind -- or is written ./-name."},
    .notes =
        {"Triangles are counted from 0 in file order, after polygons are split into triangles.",
         "Methods: wide and brute. Without --effort it is fast: the model is searched once."},
    .status = "0 all clean, 1 some pair meets, 2 error, 3 undecided.",
    .status_more = "Undecided where a budget or a deadline ended it before a pair was found, or a "
                   "file has no triangles. Files that can be read are shown all the same. Of "
                   "several files the gravest counts: 2, then 1, then 3.",
    .examples = {"abut self part.stl", "abut self --parts --all scan.ply",
                 "abut self --json --points *.stl -o self.json",
                 "abut self --quiet --first print.stl && echo printable"},
    .run = self_run,
};
