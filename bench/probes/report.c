// report.c - what "probes" found: a table for people, JSON for programs.
#include "output/json.h"
#include "probes/probes.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATIENCE 10  // seconds, of all runs of a row

double probes_seconds(bool by_clock)
{
    struct timespec t;
    clock_gettime(by_clock ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

double probes_median(double* seconds, int count)
{
    qsort(seconds, (size_t)count, sizeof *seconds, compare_doubles);
    return count % 2 ? seconds[count / 2] : (seconds[count / 2 - 1] + seconds[count / 2]) / 2;
}

bool probes_is_met(const probes_row* row)
{
    return row->ours_us * row->bar <= row->peer_us &&
           (row->bar_us <= 0 || row->ours_us <= row->bar_us);
}

int probes_runs(const probes_run* run, double seconds)
{
    const double most = PATIENCE / seconds;
    return most >= run->request->runs ? run->request->runs : most > 1 ? (int)most : 1;
}

bool probes_asks_any(const probes_run* run, const char* const* questions, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bench_is_wanted(&run->request->questions, questions[i])) return true;
    return false;
}

static void write_row(const probes_row* row, FILE* out)
{
    fprintf(out, "  %-18s %-13s %9zu %4d %9.3f", row->question, row->peer ? row->peer : "-",
            row->probes, row->runs, row->ours_us);
    if (row->peer) {
        fprintf(out, " %9.3f %7.2f  ", row->peer_us, row->peer_us / row->ours_us);
        if (row->differ) fprintf(out, "%zu DIFFER, ", row->differ);
        if (row->others) fprintf(out, "of them %zu in what is met, ", row->others);
        if (row->precision > 0)
            fprintf(out, "within %.1e (allowed: %.1e)", row->worst, row->precision);
        else
            fputs(row->is_untold ? "" : row->differ ? "others equal" : "equal", out);
        if (row->work > 0) fprintf(out, ", work %.3f", row->work);
    }
    if (row->bar > 0 || row->bar_us > 0)
        fprintf(out, "  %s %g: %s",
                row->bar > 0 ? "ratio >=" : "us <=", row->bar > 0 ? row->bar : row->bar_us,
                probes_is_met(row) ? "pass" : "FAIL");
    fputc('\n', out);
    fflush(out);
}

void probes_add(probes_run* run, const probes_row* row)
{
    if (run->row_count == run->row_room) {
        run->row_room = 2 * run->row_room + 64;
        run->rows = realloc(run->rows, run->row_room * sizeof *run->rows);
        if (!run->rows) exit(bench_fail("out of memory"));
    }
    run->rows[run->row_count++] = *row;
    if (run->table) write_row(row, run->table);
}

static void write_answers(json* j, const probes_row* row)
{
    json_put_count(j, "differ", row->differ);
    json_put_count(j, "others", row->others);
    json_put_number(j, "worst", row->worst);
    json_put_number(j, "precision", row->precision);
}

void probes_write_json(const probes_run* run, FILE* out)
{
    json j = {.out = out};
    json_object(&j, true);
    json_put_string(&j, "machine", run->machine);
    json_put_number(&j, "load", run->load);
    json_put_count(&j, "workers", (uint64_t)run->request->workers);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < run->row_count; i++) {
        const probes_row* row = &run->rows[i];
        json_object(&j, false);
        json_put_string(&j, "scene", row->scene);
        json_put_string(&j, "question", row->question);
        json_put_string(&j, "peer", row->peer);
        json_put_count(&j, "probes", row->probes);
        json_put_count(&j, "runs", (uint64_t)row->runs);
        json_put_number(&j, "ours_us", row->ours_us);
        if (row->peer) {
            json_put_number(&j, "peer_us", row->peer_us);
            json_put_number(&j, "ratio", row->peer_us / row->ours_us);
            if (!row->is_untold) write_answers(&j, row);
            if (row->work > 0) json_put_number(&j, "work", row->work);
        }
        if (row->bar > 0) json_put_number(&j, "bar", row->bar);
        if (row->bar_us > 0) json_put_number(&j, "bar_us", row->bar_us);
        json_close(&j);
    }
    json_close(&j);
    json_close(&j);
}
