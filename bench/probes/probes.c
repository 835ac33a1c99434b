// probes.c - the verb "probes": points, shapes, rays and ranges against one model, and models that change, beside other libraries.
// Answers are compared before anything is timed.
#include "probes/probes.h"

#include "common/merge.h"
#include "common/temporary.h"
#include "peers/peers.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AT(member) offsetof(probes_request, member)

static const bench_option options[] = {
    BENCH_VALUE("--only", bench_name, AT(scenes)),
    BENCH_VALUE("--peer", bench_name, AT(peers)),
    BENCH_VALUE("--question", bench_name, AT(questions)),
    BENCH_NUMBER("--points", bench_size, AT(points), 1, 100000000),
    BENCH_NUMBER("--runs", bench_int, AT(runs), 1, 99),
    BENCH_NUMBER("--threads", bench_int, AT(workers), 1, 1024),
    BENCH_VALUE("--python", bench_text, AT(python)),
    BENCH_FLAG("--quick", AT(is_quick)),
    BENCH_FLAG("--json", AT(json)),
    BENCH_VALUE("-o", bench_text, AT(out)),
};

static int read_request(probes_request* r, int count, char** arguments)
{
    *r = (probes_request){.points = 0, .runs = 5, .workers = 1};
    if (BENCH_READ_OPTIONS(r, options, count, arguments) != BENCH_OK) return BENCH_ERROR;
    if (!r->points) r->points = r->is_quick ? 20000 : 1000000;
    return BENCH_OK;
}

// Models with points: what is asked of points and shapes.
static int measure_points(probes_run* run, probes_scene* s)
{
    int status = probes_write_scene(run, s);
    if (status == BENCH_OK) status = probes_points(run, s);
    return status == BENCH_OK ? probes_shapes(run, s) : status;
}

// Models as they are. Their coordinates are rounded to floats, so that those who reckon in floats have the same, and vertices
// that are equal are one, so that they move together.
static int measure_model(probes_run* run, probes_scene* s)
{
    for (size_t i = 0; i < 3 * s->mesh.vertex_count; i++)
        s->mesh.vertices[i] = (double)(float)s->mesh.vertices[i];
    mesh_merge(&s->mesh);
    int status = probes_rays(run, s);
    if (status == BENCH_OK) status = probes_ranges(run, s);
    return status == BENCH_OK ? probes_changes(run, s) : status;
}

typedef int measurer(probes_run* run, probes_scene* s);

static int measure_scene(probes_run* run, const probes_kind* kind, size_t points, measurer* measure)
{
    probes_scene s;
    const int made = probes_scene_make(&s, kind, points);
    int status = made < 0 ? BENCH_ERROR : BENCH_OK;
    if (made > 0) {
        if (run->table)
            fprintf(run->table, "\n%s: %zu triangles\n  %-18s %-13s %9s %4s %9s %9s %7s  %s\n",
                    s.name, s.mesh.triangle_count, "question", "peer", "probes", "runs", "abut us",
                    "peer us", "ratio", "answers");
        status = measure(run, &s);
        probes_remove_scene(run);
    }
    probes_scene_free(&s);
    return status;
}

static int measure_all(probes_run* run, const probes_kind* kinds, size_t count, size_t points,
                       measurer* measure)
{
    const probes_request* r = run->request;
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK; i++)
        if (bench_has_text(&r->scenes, kinds[i].name) && (!r->is_quick || kinds[i].is_quick))
            status = measure_scene(run, &kinds[i], points, measure);
    return status;
}

// Scenes about which nothing is asked are not read.
static int measure_both(probes_run* run)
{
    static const char* const of_models[] = {"ray-first", "ray-any",       "ray-all", "ray-count",
                                            "range-box", "range-frustum", "refit",   "edit"};
    enum { OF_MODELS = sizeof of_models / sizeof *of_models };
    const bench_names* asked = &run->request->questions;
    size_t count, own = 0;
    int status = BENCH_OK;
    for (size_t i = 0; i < OF_MODELS; i++)
        own += asked->count > 0 && bench_is_wanted(asked, of_models[i]);
    const probes_kind* kinds = probes_kinds(&count);
    if (own == 0 || own < asked->count)
        status = measure_all(run, kinds, count, run->request->points, measure_points);
    kinds = probes_models(&count);
    if (status == BENCH_OK && probes_asks_any(run, of_models, OF_MODELS))
        status = measure_all(run, kinds, count, 0, measure_model);
    return status;
}

static int write_results(const probes_run* run)
{
    const char* path = run->request->out;
    FILE* out = path ? fopen(path, "w") : stdout;
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    probes_write_json(run, out);
    const int failed = ferror(out);
    return (path && fclose(out)) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

// Floats differ where triangles are needles. Doubles must not.
static int conclude(const probes_run* run)
{
    size_t floats = 0, doubles = 0, bars = 0, missed = 0;
    for (size_t i = 0; i < run->row_count; i++) {
        bars += run->rows[i].bar > 0 || run->rows[i].bar_us > 0;
        missed += !probes_is_met(&run->rows[i]);
        if (run->rows[i].is_double)
            doubles += run->rows[i].differ;
        else
            floats += run->rows[i].differ;
    }
    if (floats && run->table) fprintf(run->table, "\n%zu answers in floats are off\n", floats);
    if (doubles && run->table) fprintf(run->table, "\n%zu ANSWERS IN DOUBLES DIFFER\n", doubles);
    if (bars && run->table) fprintf(run->table, "\n%zu of %zu bars are met\n", bars - missed, bars);
    return doubles || missed ? BENCH_SLOW : BENCH_OK;
}

static int run_probes(int count, char** arguments)
{
    probes_request r;
    if (read_request(&r, count, arguments) != BENCH_OK) return BENCH_ERROR;
    probes_run run = {.request = &r, .table = r.json && !r.out ? NULL : stdout};
    peer_run place = {.is_whole = true};
    if (peer_run_begin(&place) != BENCH_OK) return BENCH_ERROR;
    snprintf(run.machine, sizeof run.machine, "%s", place.machine);
    snprintf(run.folder, sizeof run.folder, "%s", place.folder);
    run.load = place.load;
    if (run.table)
        fprintf(run.table, "%s, load %.1f, %d thread%s\n", run.machine, run.load, r.workers,
                r.workers == 1 ? "" : "s");
    int status = measure_both(&run);
    if (status == BENCH_OK && (r.json || r.out)) status = write_results(&run);
    if (status == BENCH_OK) status = conclude(&run);
    peer_run_end(&place);
    free(run.rows);
    return status;
}

const bench_verb bench_probes = {
    "probes",
    "points, shapes, rays and ranges against a model, and models that change, beside others",
    "usage: abut-bench probes [options]\n\n"
    "Asks abut_points about many points: the nearest triangle, the nearest eight, sides and "
    "winding\n"
    "numbers. Rivals answer the same points, one thread each; their answers are compared with "
    "ours,\n"
    "then both are asked in turns, and the medians count: of the time of the processor, by one "
    "thread.\n"
    "Then abut_probe_batch about arms of sixty spheres, and other shapes of that size, and how "
    "far\n"
    "these are (abut_shape_distance). Then models of ten thousand to a million triangles: rays "
    "that\n"
    "go anywhere (abut_rays), boxes and frusta (abut_range_find), and changes (abut_model_refit,\n"
    "abut_model_edit) beside models that are built anew, and both asked after ten of them.\n\n"
    "  --only TEXT    scenes with this text in their name; may be given again\n"
    "  --peer NAME    only this rival: embree, embree-robust, cgal, cgal-exact, plain, fcl,\n"
    "                 fcpw, libigl; may be given again\n"
    "  --question Q   only this one: nearest, \"nearest 8\", side, winding, \"spheres, first\",\n"
    "                 \"spheres, all\", \"capsules, first\", \"boxes, first\", \"rays, first\", "
    "or\n"
    "                 \"spheres, distance\", \"capsules, distance\", \"boxes, distance\", "
    "ray-first,\n"
    "                 ray-any, ray-all, ray-count, range-box, range-frustum, refit, edit; may be\n"
    "                 given again\n"
    "  --points N     so many, a tenth as many rays, a thousandth as many ranges (10^6; quick: "
    "20000)\n"
    "  --runs N       of each, in turns (5)\n"
    "  --threads N    of abut (1)\n"
    "  --python PATH  an interpreter that has fcpw, libigl and numpy (python3)\n"
    "  --quick        fewer scenes and points\n"
    "  --json         JSON in place of the table\n"
    "  -o FILE        JSON to a file, beside the table\n\n"
    "Exit status: 0; 1 where answers of a rival that reckons in doubles differ, or a bar of the "
    "full\n"
    "form is missed; 2 on an error.\n",
    run_probes};
