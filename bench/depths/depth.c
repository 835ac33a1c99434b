// depth.c - the verb "depth": along which curves pairs meet, how much they share, and how deep they are in each other. What is
// asked beside it is asked of the same pairs in the same run; answers are compared before anything is told of times.
#include "depths/depths.h"

#include <stddef.h>
#include <stdlib.h>

#define AT(member) offsetof(depths_request, member)

static const bench_option options[] = {
    BENCH_VALUE("--only", bench_name, AT(scenes)),
    BENCH_VALUE("--question", bench_name, AT(questions)),
    BENCH_VALUE("--table", bench_text, AT(table)),
    BENCH_NUMBER("--budget", bench_count, AT(budget), 1, UINT64_MAX),
    BENCH_NUMBER("--runs", bench_int, AT(runs), 1, RUNS_MOST),
    BENCH_FLAG("--quick", AT(is_quick)),
    BENCH_FLAG("--no-bars", AT(no_bars)),
    BENCH_FLAG("--json", AT(json)),
    BENCH_VALUE("-o", bench_text, AT(out)),
};

static int read_request(depths_request* r, int count, char** arguments)
{
    *r = (depths_request){.runs = 5, .budget = 200000};
    if (BENCH_READ_OPTIONS(r, options, count, arguments) != BENCH_OK) return BENCH_ERROR;
    if (r->table && (r->scenes.count || r->questions.count || r->is_quick))
        return bench_fail("--table is of one scene, and asks all of it");
    return BENCH_OK;
}

static bool is_asked(const depths_run* run, const depths_kind* kind, int question, const char* name)
{
    return (kind->questions & question) && bench_has_text(&run->request->questions, name) &&
           !peer_run_is_stopped();
}

static int measure_scene(depths_run* run, const depths_kind* kind)
{
    depths_scene s;
    const int made = depths_scene_make(&s, kind);
    int status = made < 0 ? BENCH_ERROR : BENCH_OK;
    if (made == 0) run->place.is_whole = false;
    if (made > 0) {
        if (is_asked(run, kind, DEPTHS_CURVES, "curves")) depths_curves(run, &s);
        if (is_asked(run, kind, DEPTHS_VOLUME, "volume")) depths_volume(run, &s);
        if (is_asked(run, kind, DEPTHS_MANIFOLD, "manifold"))
            status = depths_manifold(run, &s, kind->manifold_bar);
        if (is_asked(run, kind, DEPTHS_ALONG, "along")) depths_along(run, &s);
        if (is_asked(run, kind, DEPTHS_REACH, "reach")) depths_reach(run, &s, kind->reach_bar);
        if (is_asked(run, kind, DEPTHS_LEAST, "least")) depths_least(run, &s);
    }
    depths_scene_free(&s);
    return status;
}

static void write_results(const void* of, FILE* out)
{
    depths_write_json(of, out);
}

static int measure_all(depths_run* run)
{
    const depths_request* r = run->request;
    size_t count;
    const depths_kind* kinds = depths_kinds(&count);
    int status = BENCH_OK;
    if (run->table) depths_write_head(run->table);
    for (size_t i = 0; i < count && status == BENCH_OK && !peer_run_is_stopped(); i++)
        if (bench_has_text(&r->scenes, kinds[i].name) && (!r->is_quick || kinds[i].is_quick))
            status = measure_scene(run, &kinds[i]);
    if (status == BENCH_OK && (r->json || r->out))
        status = peer_run_write(r->out, write_results, run);
    return status;
}

static int conclude(const depths_run* run)
{
    const depths_request* r = run->request;
    const bool has_bars = run->place.is_whole && !r->is_quick && !r->no_bars;
    if (run->table && run->wrong) fprintf(run->table, "\n%zu ANSWERS CONTRADICT\n", run->wrong);
    if (run->table && has_bars) fprintf(run->table, "\nbars missed: %zu\n", run->missed);
    if (run->table && !has_bars)
        fputs("\nThe bars are for the full form, with all data.\n", run->table);
    return run->wrong || (has_bars && run->missed) ? BENCH_SLOW : BENCH_OK;
}

static int run_depth(int count, char** arguments)
{
    depths_request r;
    if (read_request(&r, count, arguments) != BENCH_OK) return BENCH_ERROR;
    depths_run run = {.request = &r, .table = r.table || (r.json && !r.out) ? NULL : stdout};
    run.place.is_whole = !r.scenes.count && !r.questions.count;
    if (peer_run_begin(&run.place) != BENCH_OK) return BENCH_ERROR;
    int status = abut_query_create(&run.query, NULL) ? bench_fail("out of memory") : BENCH_OK;
    if (run.table)
        fprintf(run.table,
                "%s, load %.1f; microseconds of the processor for all pairs of a scene, "
                "one thread\n\n",
                run.place.machine, run.place.load);
    if (status == BENCH_OK) status = r.table ? depths_table(&run) : measure_all(&run);
    if (status == BENCH_OK && !r.table) status = conclude(&run);
    abut_query_free(run.query);
    peer_run_end(&run.place);
    free(run.rows);
    return status;
}

const bench_verb bench_depth = {
    "depth", "curves, volumes and depths of real pairs, beside their contacts and Manifold",
    "usage: abut-bench depth [options]\n\n"
    "Asks of pairs of real models along which curves they meet (abut_overlap), how much they "
    "share, how\n"
    "deep they are in each other along a direction and at least, and how far their surfaces reach. "
    "Curves\n"
    "and volumes are asked by turns with all contacts of the same pairs (abut_collide, with "
    "points), and\n"
    "volumes with Manifold's Boolean, whose answer is compared first. Depths are checked by "
    "abut_contain.\n\n"
    "  --only TEXT      scenes with this text in their name; may be given again\n"
    "  --question TEXT  questions with this text in their name: curves, volume, manifold, along, "
    "reach,\n"
    "                   least; may be given again\n"
    "  --budget N       tests that a least depth may take (200000)\n"
    "  --runs N         of each, in turns (5)\n"
    "  --quick          tori only: seconds\n"
    "  --no-bars        tell times only\n"
    "  --table SCENE    instead: how deep each pair of a scene is, the deepest first (duplex, as1, "
    "...)\n"
    "  --json           JSON in place of the table\n"
    "  -o FILE          to a file\n\n"
    "Exit status: 0; 1 where a bar is missed, or answers contradict each other; 2 on an error.\n",
    run_depth};
