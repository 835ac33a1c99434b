// sweep.c - the verb "sweep": when models that move first touch, beside other libraries, advancement on our own distance, and
// sampling. Answers are compared before anything is told of times.
#include "peers/peers.h"
#include "sweeps/sweeps.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define AT(member) offsetof(sweeps_request, member)

static const bench_option options[] = {
    BENCH_VALUE("--only", bench_name, AT(scenes)),
    BENCH_VALUE("--peer", bench_name, AT(peers)),
    BENCH_NUMBER("--edges", bench_size, AT(edges), 1, 10000000),
    BENCH_NUMBER("--runs", bench_int, AT(runs), 1, 99),
    BENCH_FLAG("--quick", AT(is_quick)),
    BENCH_FLAG("--json", AT(json)),
    BENCH_VALUE("-o", bench_text, AT(out)),
    BENCH_VALUE("--path", bench_text, AT(path)),
    BENCH_VALUE("--python", bench_text, AT(python)),
};

static int read_request(sweeps_request* r, int count, char** arguments)
{
    *r = (sweeps_request){.runs = 5};
    if (BENCH_READ_OPTIONS(r, options, count, arguments) != BENCH_OK) return BENCH_ERROR;
    if (!r->edges) r->edges = r->is_quick ? 500 : 10000;
    return BENCH_OK;
}

static int measure_scene(sweeps_run* run, const sweeps_kind* kind, const sweeps_scene* s)
{
    sweeps_truth truth;
    int result = BENCH_OK;
    abut_status status = sweeps_truth_find(run, s, &truth);
    if (!status) {
        sweeps_write_scene(run, kind, s, &truth);
        status = sweeps_advance(run, kind, s, &truth);
    }
    if (!status) status = sweeps_sample(run, s, &truth);
    if (!status) result = sweeps_rivals(run, s, &truth);
    sweeps_truth_free(&truth);
    return status ? bench_fail("%s: %s", s->name, abut_status_text(status)) : result;
}

static int measure_all(sweeps_run* run)
{
    const sweeps_request* r = run->request;
    size_t count;
    const sweeps_kind* kinds = sweeps_kinds(&count);
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK && !peer_run_is_stopped(); i++) {
        if (!bench_has_text(&r->scenes, kinds[i].name) || (r->is_quick && !kinds[i].is_quick))
            continue;
        sweeps_scene s;
        const int made = sweeps_scene_make(&s, &kinds[i], r->is_quick);
        if (made < 0) status = BENCH_ERROR;
        if (made > 0) status = measure_scene(run, &kinds[i], &s);
        if (made == 0) run->is_whole = false;
        sweeps_scene_free(&s);
    }
    return status;
}

static int write_results(const sweeps_run* run)
{
    const char* path = run->request->out;
    FILE* out = path ? fopen(path, "w") : stdout;
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    sweeps_write_json(run, out);
    const int failed = ferror(out);
    return (path && fclose(out)) || failed ? bench_fail("%s: cannot be written", path) : BENCH_OK;
}

static int conclude(const sweeps_run* run)
{
    if (run->table) {
        if (run->ours_wrong) fprintf(run->table, "\nABUT IS WRONG %zu TIMES.\n", run->ours_wrong);
        if (run->request->is_quick || !run->is_whole)
            fprintf(run->table, "\nThe bars are for the full form, with FCL and all data.\n");
        else
            fprintf(run->table, "\nbars missed: %zu\n", run->missed_bars);
    }
    if (run->ours_wrong) return BENCH_SLOW;
    return run->missed_bars && run->is_whole && !run->request->is_quick ? BENCH_SLOW : BENCH_OK;
}

static int run_sweep(int count, char** arguments)
{
    sweeps_request r;
    if (read_request(&r, count, arguments) != BENCH_OK) return BENCH_ERROR;
    sweeps_run run = {
        .request = &r, .table = r.json && !r.out ? NULL : stdout, .is_whole = !r.scenes.count};
    peer_run place = {.is_whole = true};
    if (peer_run_begin(&place) != BENCH_OK) return BENCH_ERROR;
    snprintf(run.machine, sizeof run.machine, "%s", place.machine);
    snprintf(run.folder, sizeof run.folder, "%s", place.folder);
    run.load = place.load;
    if (run.table) fprintf(run.table, "%s, load %.1f\n", run.machine, run.load);
    int status = measure_all(&run);
    if (status == BENCH_OK) status = sweeps_edges(&run);
    if (status == BENCH_OK) status = sweeps_vertices(&run);
    if (status == BENCH_OK && (r.json || r.out)) status = write_results(&run);
    if (status == BENCH_OK) status = conclude(&run);
    peer_run_end(&place);
    free(run.rows);
    return status;
}

const bench_verb bench_sweep = {
    "sweep", "when models that move first touch, beside other libraries",
    "usage: abut-bench sweep [options]\n\n"
    "Asks abut_first_contact when two models that move first touch: turning and straight ways, "
    "and what\n"
    "goes on between the frames of recorded motions. Rivals are asked the same: conservative "
    "advancement on\n"
    "abut_distance, sampling by abut_collide, and FCL. Their answers are compared with ours; only "
    "those\n"
    "that are right are timed, one thread each. Times are of the processor, medians of the "
    "runs.\n"
    "A way is missed where a rival calls it free, or tells a later time, and there is contact; "
    "invented\n"
    "where it tells contact and the way is free.\n\n"
    "  --only TEXT    scenes with this text in their name; may be given again\n"
    "  --peer TEXT    rivals with this text in their name; may be given again\n"
    "  --edges N      a planner's edges (10000; quick: 500)\n"
    "  --runs N       of each (5)\n"
    "  --quick        fewer scenes and ways\n"
    "  --json         JSON in place of the table\n"
    "  -o FILE        JSON to a file, beside the table\n"
    "  --path FILE    write the waypoints of a planner's path that sampling calls free and that "
    "is not\n"
    "  --python PATH  an interpreter that has ipctk and numpy (python3)\n\n"
    "Exit status: 0; 1 where a bar is missed, or abut is wrong; 2 on an error.\n",
    run_sweep};
