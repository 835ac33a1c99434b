// report.c - the rows of "depth": a table for people, JSON for programs.
#include "depths/depths.h"
#include "output/json.h"

#include <inttypes.h>

static double times_of(const depths_row* row)
{
    return row->beside ? row->ours_us / row->beside_us : row->ours_us;
}

bool depths_row_is_missed(const depths_row* row)
{
    return row->most > 0 && row->pairs && times_of(row) > row->most;
}

void depths_write_head(FILE* out)
{
    fprintf(out, "%-12s %-9s %-9s %5s %6s %11s %11s %7s  %-18s %6s  %s\n", "scene", "question",
            "beside", "pairs", "differ", "abut us", "beside us", "ratio", "bar", "", "answers");
    fflush(out);
}

static void write_row(const depths_run* run, const depths_row* row)
{
    FILE* out = run->table;
    char bar[32] = "";
    fprintf(out, "%-12s %-9s %-9s %5zu %6zu %11.1f ", row->scene, row->question,
            row->beside ? row->beside : "", row->pairs, row->differ, row->ours_us);
    if (row->beside)
        fprintf(out, "%11.1f %7.3f", row->beside_us, times_of(row));
    else
        fprintf(out, "%11s %7s", "", "");
    if (row->most > 0)
        snprintf(bar, sizeof bar, row->beside ? "at most %g" : "at most %g us", row->most);
    fprintf(out, "  %-18s %6s  %s\n", bar,
            row->most <= 0 || run->request->no_bars ? ""
            : depths_row_is_missed(row)             ? "MISSED"
                                                    : "pass",
            row->note);
    fflush(out);
}

void depths_add(depths_run* run, const depths_row* row)
{
    run->rows = peer_run_grow(run->rows, run->row_count, &run->row_room, sizeof *run->rows);
    run->rows[run->row_count++] = *row;
    run->missed += depths_row_is_missed(row);
    run->wrong += row->differ;
    if (run->table) write_row(run, row);
}

void depths_write_json(const depths_run* run, FILE* out)
{
    json j = {.out = out};
    json_object(&j, true);
    json_put_string(&j, "machine", run->place.machine);
    json_put_number(&j, "load", run->place.load);
    json_put_count(&j, "differ", run->wrong);
    json_put_count(&j, "missed", run->missed);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < run->row_count; i++) {
        const depths_row* row = &run->rows[i];
        json_object(&j, false);
        json_put_string(&j, "scene", row->scene);
        json_put_string(&j, "question", row->question);
        json_put_string(&j, "beside", row->beside);
        json_put_count(&j, "pairs", row->pairs);
        json_put_count(&j, "differ", row->differ);
        json_put_count(&j, "runs", (uint64_t)row->runs);
        json_put_number(&j, "ours_us", peer_run_rounded(row->ours_us));
        if (row->beside) json_put_number(&j, "beside_us", peer_run_rounded(row->beside_us));
        if (row->most > 0) json_put_number(&j, "bar", row->most);
        if (row->worst >= 0) json_put_number(&j, "worst", row->worst);
        json_put_string(&j, "answers", row->note);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}
