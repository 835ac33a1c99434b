// point.c - "abut point MODEL --points FILE": how far points are from a model, and on which side. Points are read, asked
// about and written a block at a time, so that there may be any number of them.
#include "point/point.h"

#include "models/threads.h"
#include "say/say.h"

#include <stdlib.h>

enum { BLOCK_ROWS = 1 << 14 };

static abut_status try_points(abut_query* query, const abut_instance* one)
{
    static const double origin[3] = {0};
    const abut_point_answer* answers;
    abut_batch* batch = NULL;
    (void)query;
    abut_status status = abut_batch_create(&batch, NULL);
    if (status == ABUT_OK) status = abut_points(batch, one, origin, 1, NULL, &answers);
    abut_batch_free(batch);
    return status;
}

bool point_method_fits(abut_method method)
{
    return measure_method_answers(method, try_points, "does not answer about points");
}

static abut_point_ask question_of(const point_result* r)
{
    const point_options* o = r->options;
    return (abut_point_ask){.nearest = o->nearest,
                            .within = o->within.is_given ? measure_reach(&o->within) : 0,
                            .solid = r->solid,
                            .winding = o->winding};
}

static bool fail(abut_status status)
{
    if (status != ABUT_OK) say_status(NULL, status);
    return status == ABUT_OK;
}

// ------------------------------------------------------------------------------------------ blocks

static void count_answers(point_result* r, const abut_point_answer* answers, size_t count)
{
    const measure_limit* limit = &r->options->within;
    for (size_t i = 0; i < count; i++) {
        const abut_point_answer* a = &answers[i];
        const bool is_near = a->near_count > 0;
        r->on += is_near && !(a->near[0].hi > 0);
        r->close += is_near && limit->is_given && a->near[0].hi <= limit->distance;
        r->inside += a->side == ABUT_SIDE_INSIDE;
        r->unknown += a->side == ABUT_SIDE_UNKNOWN;
    }
    r->count += count;
}

// Whether a point is in contact: on the surface, as near as is asked, or inside where that is asked.
static bool has_contact(const point_result* r)
{
    return r->on || r->close || (r->options->side && r->inside);
}

// Ask about all points, a block at a time; w: NULL writes nothing, and ends as soon as the exit status is known.
static bool ask_blocks(point_result* r, double* points, size_t most, point_writer* w, progress* p)
{
    const abut_point_ask how = question_of(r);
    const abut_instance instance = {.model = r->model.model};
    for (size_t count = most; count == most;) {
        const abut_point_answer* answers;
        if (!point_input_read(&r->input, points, most, &count)) return false;
        if (!fail(abut_points(r->batch, &instance, points, count, &how, &answers))) return false;
        if (w) point_write_block(w, points, r->count, count, answers);
        count_answers(r, answers, count);
        if (!w && has_contact(r)) return true;
        const double fraction = point_file_fraction(r->input.file);
        if (fraction > 0)
            progress_report(p, fraction);
        else
            progress_tick(p);
    }
    return true;
}

static bool ask(point_result* r, point_writer* w, progress* p)
{
    const size_t rows = r->options->nearest ? r->options->nearest : 1;
    const size_t most = rows < BLOCK_ROWS ? BLOCK_ROWS / rows : 1;
    double* points = malloc(most * 3 * sizeof *points);
    if (!points) return fail(ABUT_OUT_OF_MEMORY);
    progress_begin(p, "asking about", path_name(r->options->points));
    const bool fine = ask_blocks(r, points, most, w, p);
    r->seconds = progress_end(p);
    free(points);
    return fine;
}

// ----------------------------------------------------------------------------------------- the verb

static bool build_solid(point_result* r, const abut_host* host, progress* p)
{
    if (!r->options->side && !r->options->winding) return true;
    progress_begin(p, "finding what is inside", path_name(r->model.path));
    const abut_status status = abut_solid_build(&r->solid, r->model.model, host);
    progress_end(p);
    return fail(status);
}

static bool warn_of_nothing(point_result* r)
{
    return r->count ||
           warnings_add(&r->warnings, P005_NO_POINTS, "%s: no points, so there is nothing to check",
                        path_name(r->options->points));
}

static bool tell(point_result* r, output* out, progress* p)
{
    const point_options* o = r->options;
    point_writer w;
    if (!point_is_written(o)) return ask(r, NULL, p) && warn_of_nothing(r);
    if (!output_open(out)) return false;
    point_write_begin(&w, r, out->stream);
    if (!ask(r, &w, p) || !point_input_close(&r->input) || !warn_of_nothing(r)) return false;
    point_write_end(&w);
    if (!o->quiet && !o->json) warnings_say(&r->warnings);
    return output_close(out);
}

static int exit_status(const point_result* r)
{
    const bool is_empty = !r->model.info.triangle_count || !r->count;
    if (has_contact(r)) return EXIT_CONTACT;
    if (is_empty) return r->options->allow_empty ? EXIT_APART : EXIT_UNDECIDED;
    return r->options->side && r->unknown ? EXIT_UNDECIDED : EXIT_APART;
}

static bool find(point_result* r, const abut_host* host, output* out, progress* p)
{
    const point_options* o = r->options;
    return pair_load_model(&r->model, &o->files, &o->build, host, p) &&
           pair_warn_of(&r->model, &r->warnings) && point_method_fits(r->model.info.method) &&
           build_solid(r, host, p) && pair_batch(&r->batch, host) &&
           point_input_open(&r->input, o->points, POINT_FILE_POINTS, o->files.drop_bad,
                            &r->warnings) &&
           tell(r, out, p);
}

static void release(point_result* r)
{
    point_file_close(r->input.file);
    abut_batch_free(r->batch);
    abut_solid_free(r->solid);
    model_file_free(&r->model);
    warnings_free(&r->warnings);
}

static int point_run(int count, char** arguments)
{
    point_options o;
    point_result r = {.options = &o};
    int status;
    output out;
    progress p;
    threads t;
    if (!point_options_parse(&o, count, arguments, &status)) return status;
    const char* const inputs[] = {o.files.paths[0], o.points};
    status = EXIT_ERROR;
    progress_open(&p, o.quiet);
    if (!threads_open(&t, o.thread_count, &p)) return status;
    if (output_prepare(&out, o.output, inputs, 2) && find(&r, &t.host, &out, &p))
        status = exit_status(&r);
    output_discard(&out);
    release(&r);
    threads_close(&t);
    return status;
}

const verb verb_point = {
    .name = "point",
    .summary = "how far are points from a model, and on which side",
    .usage = "MODEL --points FILE [options]",
    .about =
        "How far is each point of a file from the surface of a model, and which triangle is "
        "nearest? The answer is exact: the one or two doubles next to the distance. MODEL is a "
        "file as 'abut check' takes it. You get a table, as CSV.",
    .more =
        {"Of several triangles that are as near you get the first. The nearest point of it is "
         "rounded once. A row has the point's number, from 0 in the order of the file, and its "
         "numbers as they were read (docs/reference/json.md).",
         "Points are read, asked about and written a block at a time, so there may be any number "
         "of them. A line that is no point ends the run, and the error names it. What was written "
         "before stays, unless -o names a file. With --drop-bad you get a warning for such lines, "
         "and they are not counted."},
    .notes =
        {"Triangles are counted from 0 in file order, after polygons are split into triangles.",
         "Methods: wide and brute."},
    .status = "0 no point is on the surface, 1 one is, 2 error, 3 undecided.",
    .status_more =
        "With --within D 1 means that a point is at most D from the surface. With --side it is 1 "
        "also "
        "where a point is inside. Undecided: there are no triangles or no points, or with --side a "
        "side is unknown and nothing makes it 1.",
    .examples = {"abut point part.stl --points probes.csv --side",
                 "abut point scan.ply --points grid.txt --nearest 3 -o nearest.csv",
                 "abut point part.stl --points touches.csv --within 0.01 --quiet",
                 "abut point scan.ply --points cloud.xyz --winding --json -o cloud.json"},
    .run = point_run,
};
