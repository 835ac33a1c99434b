// ray.c - "abut ray MODEL --rays FILE": which triangles rays or segments meet, and where. Rays are read, asked about and
// written a block at a time, so that there may be any number of them.
#include "ray/ray.h"

#include "models/threads.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

enum {
    BLOCK_RAYS = 1 << 14,
    BLOCK_RAYS_ALL = 1 << 10,  // all that a ray meets may be much
};

static abut_status try_rays(abut_query* query, const abut_instance* one)
{
    static const double origin[3] = {0}, direction[3] = {1, 0, 0};
    const abut_ray_answer* answers;
    abut_batch* batch = NULL;
    (void)query;
    abut_status status = abut_batch_create(&batch, NULL);
    if (status == ABUT_OK) status = abut_rays(batch, one, origin, direction, 1, NULL, &answers);
    abut_batch_free(batch);
    return status;
}

bool ray_method_fits(abut_method method)
{
    return measure_method_answers(method, try_rays, "does not answer about rays");
}

static abut_ray_want want_of(const ray_options* o)
{
    if (o->count) return ABUT_RAY_WANT_COUNT;
    if (o->all) return ABUT_RAY_WANT_ALL;
    return o->any || !ray_is_written(o) ? ABUT_RAY_WANT_ANY : ABUT_RAY_WANT_FIRST;
}

static abut_ray_ask question_of(const ray_options* o)
{
    return (abut_ray_ask){
        .want = want_of(o), .segments = o->segments, .t_least = o->t_min, .t_most = o->t_max};
}

static bool fail(abut_status status)
{
    if (status != ABUT_OK) say_status(NULL, status);
    return status == ABUT_OK;
}

// ------------------------------------------------------------------------------------------ blocks

// The rays of a block: as they are written, and as they are asked about.
typedef struct block {
    double *rows, *origins, *directions;
    size_t most, count;
} block;

static bool block_create(block* b, size_t most)
{
    b->most = most;
    b->rows = malloc(most * 12 * sizeof *b->rows);
    if (!b->rows) return say_no_memory();
    b->origins = b->rows + 6 * most;
    b->directions = b->origins + 3 * most;
    return true;
}

// Read the rays that come next; fewer than most: the last ones.
static bool read_block(block* b, ray_result* r)
{
    if (r->options->rays) {
        if (!point_input_read(&r->input, b->rows, b->most, &b->count)) return false;
    } else {
        memcpy(b->rows, r->options->one, sizeof r->options->one);
        b->count = 1;
    }
    for (size_t i = 0; i < b->count; i++) {
        memcpy(b->origins + 3 * i, b->rows + 6 * i, 3 * sizeof *b->rows);
        memcpy(b->directions + 3 * i, b->rows + 6 * i + 3, 3 * sizeof *b->rows);
    }
    return true;
}

static void count_answers(ray_result* r, const abut_ray_answer* answers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        r->met += answers[i].hit_count > 0 || answers[i].touch_count > 0;
    r->count += count;
}

static void report(const ray_result* r, progress* p)
{
    const double fraction = r->input.file ? point_file_fraction(r->input.file) : 0;
    if (fraction > 0)
        progress_report(p, fraction);
    else
        progress_tick(p);
}

// Ask about all rays, a block at a time; w: NULL writes nothing, and ends as soon as the exit status is known.
static bool ask_blocks(ray_result* r, block* b, ray_writer* w, progress* p)
{
    const abut_ray_ask how = question_of(r->options);
    const abut_instance instance = {.model = r->model.model};
    do {
        const abut_ray_answer* answers;
        if (!read_block(b, r) || !fail(abut_rays(r->batch, &instance, b->origins, b->directions,
                                                 b->count, &how, &answers)))
            return false;
        if (w) ray_write_block(w, b->rows, r->count, b->count, answers);
        count_answers(r, answers, b->count);
        if (!w && r->met) return true;
        report(r, p);
    } while (b->count == b->most);
    return true;
}

static bool ask(ray_result* r, ray_writer* w, progress* p)
{
    const ray_options* o = r->options;
    block b;
    if (!block_create(&b, o->all ? BLOCK_RAYS_ALL : BLOCK_RAYS)) return false;
    progress_begin(p, "asking about", o->rays ? path_name(o->rays) : "a ray");
    const bool fine = ask_blocks(r, &b, w, p);
    r->seconds = progress_end(p);
    free(b.rows);
    return fine;
}

// ----------------------------------------------------------------------------------------- the verb

static bool warn_of_nothing(ray_result* r)
{
    return r->count ||
           warnings_add(&r->warnings, P005_NO_POINTS, "%s: no rays, so there is nothing to check",
                        path_name(r->options->rays));
}

static bool open_input(ray_result* r)
{
    const ray_options* o = r->options;
    const point_file_kind kind = o->segments ? POINT_FILE_SEGMENTS : POINT_FILE_RAYS;
    return !o->rays || point_input_open(&r->input, o->rays, kind, o->files.drop_bad, &r->warnings);
}

static bool tell(ray_result* r, output* out, progress* p)
{
    const ray_options* o = r->options;
    ray_writer w;
    if (!ray_is_written(o)) return ask(r, NULL, p) && warn_of_nothing(r);
    if (!output_open(out)) return false;
    ray_write_begin(&w, r, out->stream);
    if (!ask(r, &w, p) || !point_input_close(&r->input) || !warn_of_nothing(r)) return false;
    ray_write_end(&w);
    if (!o->quiet && !o->json) warnings_say(&r->warnings);
    return output_close(out);
}

static int exit_status(const ray_result* r)
{
    const bool is_empty = !r->model.info.triangle_count || !r->count;
    if (r->met) return EXIT_CONTACT;
    return is_empty && !r->options->allow_empty ? EXIT_UNDECIDED : EXIT_APART;
}

static bool find(ray_result* r, const abut_host* host, output* out, progress* p)
{
    const ray_options* o = r->options;
    return pair_load_model(&r->model, &o->files, &o->build, host, p) &&
           pair_warn_of(&r->model, &r->warnings) && ray_method_fits(r->model.info.method) &&
           pair_batch(&r->batch, host) && open_input(r) && tell(r, out, p);
}

static void release(ray_result* r)
{
    point_file_close(r->input.file);
    abut_batch_free(r->batch);
    model_file_free(&r->model);
    warnings_free(&r->warnings);
}

static int ray_run(int count, char** arguments)
{
    ray_options o;
    ray_result r = {.options = &o};
    int status;
    output out;
    progress p;
    threads t;
    if (!ray_options_parse(&o, count, arguments, &status)) return status;
    const char* const inputs[] = {o.files.paths[0], o.rays};
    status = EXIT_ERROR;
    progress_open(&p, o.quiet);
    if (!threads_open(&t, o.thread_count, &p)) return status;
    if (output_prepare(&out, o.output, inputs, o.rays ? 2 : 1) && find(&r, &t.host, &out, &p))
        status = exit_status(&r);
    output_discard(&out);
    release(&r);
    threads_close(&t);
    return status;
}

const verb verb_ray = {
    .name = "ray",
    .summary = "what do rays or segments meet: the first triangle, all, how many",
    .usage = "MODEL (--rays FILE | --from X,Y,Z ...) [options]",
    .about =
        "Which triangle of a model does each ray of a file meet first, and where? The answer is "
        "exact: no ray slips through between two triangles. MODEL is a file as 'abut check' takes "
        "it. You get a table, as CSV.",
    .more =
        {"--from with --direction, or with --to, asks about one ray without a file.",
         "The point of a ray at t is its beginning plus t times its direction. Where that has the "
         "length 1, t is a distance. A row has the ray's number, from 0 in the order of the file; "
         "the doubles next to the t at which it first meets a triangle; that triangle, and which "
         "vertex or edge of it, or its face; the side that the ray comes from; whether it goes "
         "through the surface there; and the point, rounded once (docs/reference/json.md). A ray "
         "that meets nothing has a row of empty cells, but with --all none.",
         "Triangles are closed: a ray through an edge meets both of its triangles. A rule decides "
         "where it goes through, so that each point of a closed surface counts once: through one "
         "of the two where they lie on both sides, through both or none where the ray only grazes "
         "the edge. --count has touches and crossings. The front is where you see the vertices "
         "counterclockwise.",
         "Rays are read, asked about and written a block at a time, so there may be any number of "
         "them. A line that is no ray ends the run, and the error names it. What was written "
         "before stays, unless -o names a file. With --drop-bad you get a warning for such lines, "
         "and they are not counted."},
    .notes =
        {"Triangles are counted from 0 in file order, after polygons are split into triangles.",
         "Methods: wide and brute."},
    .status = "0 no ray meets the model, 1 one does, 2 error, 3 undecided.",
    .status_more = "Undecided: there are no triangles, or no rays.",
    .examples = {"abut ray part.stl --rays beams.csv",
                 "abut ray part.stl --from 0,0,5 --direction 0,0,-1 --all",
                 "abut ray house.ply --from 1,2,1.7 --to 8,2,1.7 --quiet",
                 "abut ray terrain.ply --rays sights.csv --segments --any -o blocked.csv",
                 "abut ray part.stl --rays drills.csv --all --json -o drilled.json"},
    .run = ray_run,
};
