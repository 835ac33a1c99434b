// rapid_rows.c - RAPID itself beside its imitation, as a table that any experiment adds for its scenes.
#include "bench.h"
#include "papers/rapid.h"

#include <stdio.h>

enum { IMITATION, ITSELF, BOTH };

static int ask_both(rapid_row* row, const pair_built* own, const rapid_pair* his,
                    const bench_scene* s, const pose_range* range)
{
    static const abut_ask all = {.limit = 0}, first = {.limit = 1};
    const pair_rival wholly[BOTH] = {{own, &all}, {.rapid = his, .ask = &all}};
    const pair_rival soon[BOTH] = {{own, &first}, {.rapid = his, .ask = &first}};
    int status = rapid_pair_compare(his, s, range, &row->difference);
    if (status == BENCH_OK) status = pairs_ask(wholly, BOTH, s, range, ROUNDS_USUAL, row->all);
    if (status == BENCH_OK) status = pairs_ask(soon, BOTH, s, range, ROUNDS_USUAL, row->first);
    return status;
}

int rapid_rows_add(rapid_rows* out, const paper* p, const char* name, const bench_scene* s,
                   const pose_range* range)
{
    const pose_range whole = {0, s->pose_count};
    const abut_build build = rapid_build();
    pair_built own = {.a = NULL};
    rapid_pair his = {.p = NULL};
    if (!rapid_available(p)) return BENCH_OK;
    if (out->count == RAPID_ROWS_MOST) return bench_fail("%s: too many rows of RAPID", name);
    if (!range) range = &whole;
    rapid_row* row = &out->rows[out->count++];
    *row = (rapid_row){.poses = range->count};
    snprintf(row->name, sizeof row->name, "%s", name);
    int status = pair_build(&own, s, &build, NULL);
    if (status == BENCH_OK) status = rapid_pair_build(&his, p, s);
    row->build_ms[IMITATION] = own.build_ms;
    row->build_ms[ITSELF] = his.build_ms;
    if (status == BENCH_OK) status = ask_both(row, &own, &his, s, range);
    pair_free(&own);
    rapid_pair_free(&his);
    return status;
}

void rapid_rows_report(const rapid_rows* r, paper* p)
{
    if (!rapid_available(p)) {
        paper_text(p, "RAPID itself was not given (`--rapid DIR`).");
        return;
    }
    paper_table(
        p,
        "RAPID itself, and RAPID's options in our obb (doubles): ms to build, µs a query for "
        "all contacts and for the first (times), tests.",
        "|poses|build, ours|RAPID|all, ours|RAPID|RAPID / ours|first, ours|RAPID|N_v, "
        "ours|RAPID|N_p, ours|RAPID|RAPID's answers");
    for (size_t i = 0; i < r->count; i++) {
        const rapid_row* w = &r->rows[i];
        const asked_figures *all = w->all, *first = w->first;
        paper_row(p, "%s|%zu|%.1f|%.1f|%.2f|%.2f|%s|%.2f|%.2f|%.1f|%.1f|%.1f|%.1f|%s", w->name,
                  w->poses, w->build_ms[IMITATION], w->build_ms[ITSELF], all[IMITATION].mean_us,
                  all[ITSELF].mean_us,
                  interval_text(rounds_ratio(&all[ITSELF].mean_of, &all[IMITATION].mean_of)).text,
                  first[IMITATION].mean_us, first[ITSELF].mean_us, all[IMITATION].volume_tests,
                  all[ITSELF].volume_tests, all[IMITATION].triangle_tests,
                  all[ITSELF].triangle_tests, rapid_difference_text(&w->difference).text);
    }
}
