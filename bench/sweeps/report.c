// report.c - rivals' answers against ours, and the rows: a table for people, JSON for programs.
#include "output/json.h"
#include "sweeps/sweeps.h"

#include <math.h>
#include <stdlib.h>

#define LATE 1e-6  // of the way: a rounding of doubles, for one who advances

typedef struct sums {
    double ours, theirs;
} sums;

// Of one way. Returns whether the rival has it right.
static bool judge_way(sweeps_row* row, const abut_first* first, bool tells_times,
                      const sweeps_answer* theirs)
{
    const bool contact = theirs->contact > 0;
    row->ways++;
    if (first->state == ABUT_MOTION_FREE) {
        row->invented += contact;
        return !contact;
    }
    const bool missed = !contact || (tells_times && theirs->time > first->t_hi + LATE);
    row->missed += missed;
    if (tells_times && !missed) row->early = fmax(row->early, first->t_lo - theirs->time);
    return !missed;
}

// abut is wrong where poses are in contact before its time: abut_collide says so of those that are sampled.
static bool is_ours_wrong(const abut_first* first, const sweeps_answer* sampled)
{
    return sampled->contact > 0 && sampled->time < first->t_lo - LATE;
}

void sweeps_judge(sweeps_run* run, const sweeps_scene* s, const sweeps_truth* truth,
                  const sweeps_rival_kind* kind, const sweeps_answer* answers)
{
    sweeps_row row = {.scene = s->name, .peer = kind->name, .bar = kind->bar};
    sums sum = {0, 0};
    for (size_t i = 0; i < s->way_count; i++) {
        const abut_first* first = &truth->first[i];
        if (kind->is_exact) run->ours_wrong += is_ours_wrong(first, &answers[i]);
        if (first->state != ABUT_MOTION_FREE && first->state != ABUT_MOTION_CONTACT) continue;
        if (!judge_way(&row, first, kind->tells == SWEEPS_TIMES, &answers[i])) continue;
        row.right++;
        sum.ours += truth->answers[i].seconds;
        sum.theirs += answers[i].seconds;
    }
    if (row.right) {
        row.ours_us = 1e6 * sum.ours / (double)row.right;
        row.peer_us = 1e6 * sum.theirs / (double)row.right;
    }
    sweeps_add(run, &row);
}

static bool is_missed(const sweeps_row* row)
{
    return row->bar > 0 && row->right && row->peer_us < row->bar * row->ours_us;
}

static void write_row(const sweeps_row* row, FILE* out)
{
    fprintf(out, "  %-16s %5zu %5zu %6zu %8zu %9.1e %10.1f %10.1f %8.2f%s\n", row->peer, row->ways,
            row->right, row->missed, row->invented, row->early, row->ours_us, row->peer_us,
            row->right ? row->peer_us / row->ours_us : 0, is_missed(row) ? "  BAR MISSED" : "");
    fflush(out);
}

void sweeps_add(sweeps_run* run, const sweeps_row* row)
{
    if (run->row_count == run->row_room) {
        run->row_room = 2 * run->row_room + 64;
        run->rows = realloc(run->rows, run->row_room * sizeof *run->rows);
        if (!run->rows) exit(bench_fail("out of memory"));
    }
    run->rows[run->row_count++] = *row;
    run->missed_bars += is_missed(row);
    if (run->table) write_row(row, run->table);
}

void sweeps_write_scene(sweeps_run* run, const sweeps_kind* kind, const sweeps_scene* s,
                        const sweeps_truth* t)
{
    FILE* out = run->table;
    double seconds = 0;
    uint64_t intervals = 0, volumes = 0, triangles = 0;
    for (size_t i = 0; i < s->way_count; i++) {
        seconds += t->answers[i].seconds;
        intervals += t->first[i].intervals;
        volumes += t->first[i].volume_tests;
        triangles += t->first[i].triangle_tests;
    }
    const double count = (double)s->way_count, us = 1e6 * seconds / count;
    const bool missed = kind->bar_us > 0 && us > kind->bar_us;
    run->missed_bars += missed;
    if (!out) return;
    fprintf(out, "\n%s: %zu and %zu triangles, %zu way%s\n", s->name, s->meshes[0].triangle_count,
            s->meshes[1].triangle_count, s->way_count, s->way_count == 1 ? "" : "s");
    fprintf(out, "  abut %.1f us", us);
    if (kind->bar_us > 0) fprintf(out, " (bar: %.0f%s)", kind->bar_us, missed ? ", MISSED" : "");
    fprintf(out,
            ": %zu contact, %zu free, %zu near or undecided; %.1f intervals, %.0f volumes, "
            "%.0f triangles\n",
            t->contacts, t->frees, t->others, (double)intervals / count, (double)volumes / count,
            (double)triangles / count);
    if (s->way_count == 1 && t->contacts)
        fprintf(out, "  contact in [%.9f, %.9f]\n", t->first[0].t_lo, t->first[0].t_hi);
    if (t->unproved)
        fprintf(out, "  %zu contacts that the rounded pose at t_hi does not have\n", t->unproved);
    fprintf(out, "  %-16s %5s %5s %6s %8s %9s %10s %10s %8s\n", "peer", "ways", "right", "missed",
            "invented", "early", "abut us", "peer us", "ratio");
    fflush(out);
}

void sweeps_write_json(const sweeps_run* run, FILE* out)
{
    json j = {.out = out};
    json_object(&j, true);
    json_put_string(&j, "machine", run->machine);
    json_put_number(&j, "load", run->load);
    json_put_count(&j, "ours_wrong", run->ours_wrong);
    json_put_count(&j, "missed_bars", run->missed_bars);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < run->row_count; i++) {
        const sweeps_row* row = &run->rows[i];
        json_object(&j, false);
        json_put_string(&j, "scene", row->scene);
        json_put_string(&j, "peer", row->peer);
        json_put_count(&j, "ways", row->ways);
        json_put_count(&j, "right", row->right);
        json_put_count(&j, "missed", row->missed);
        json_put_count(&j, "invented", row->invented);
        json_put_number(&j, "early", row->early);
        json_put_number(&j, "ours_us", row->ours_us);
        json_put_number(&j, "peer_us", row->peer_us);
        json_put_number(&j, "bar", row->bar);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}
