// report.c - what "distance" found: a table for people, JSON for programs, and the means with the bars.
#include "bench.h"
#include "distances/distances.h"
#include "output/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static double ratio_of(const distance_row* row)
{
    return row->times.peer_us / row->times.ours_us;
}

static uint64_t unequal(const distance_row* row)
{
    return row->peer_nearer + row->peer_farther;
}

static bool is_equal(const distance_row* row)
{
    return !unequal(row) && !row->ours_wrong;
}

// Who answers wrongly may have less to do: a row counts if at most one answer of a hundred is wrong.
static bool counts(const distance_row* row)
{
    return 100 * (unequal(row) + row->ours_wrong) <= row->used;
}

// ------------------------------------------------------------------------------------------- the table

void distance_report_scene(const peer_scene* s, const side* ours, FILE* out)
{
    size_t triangles = 0;
    for (size_t i = 0; i < s->mesh_count; i++)
        triangles += s->meshes[i].triangle_count;
    fprintf(out, "\n%s: %zu %s, %zu triangles, %zu poses; %s, built in %.1f ms\n", s->name,
            s->mesh_count, s->mesh_count == 1 ? "mesh" : "meshes", triangles, s->query_count,
            ours->name, 1e3 * ours->build_seconds);
    fprintf(out, "  %-11s %-10s %7s %4s %10s %10s %10s %10s %8s  %s\n", "mode", "peer", "queries",
            "runs", "abut us", "max", "peer us", "max", "ratio", "answers");
    fflush(out);
}

static void write_answers(const distance_row* row, FILE* out)
{
    if (is_equal(row))
        fprintf(out, "equal");
    else
        fprintf(out, "differ: peer nearer %" PRIu64 ", farther %" PRIu64, row->peer_nearer,
                row->peer_farther);
    if (row->precision > 0) fprintf(out, ", to %.1e (allowed: %.1e)", row->worst, row->precision);
    if (row->ours_wrong) fprintf(out, "; ABUT WRONG %" PRIu64, row->ours_wrong);
    if (row->allocations) fprintf(out, "; %" PRIu64 " allocations", row->allocations);
    fputc('\n', out);
}

void distance_report_row(const distance_row* row, FILE* out)
{
    const peer_times* t = &row->times;
    fprintf(out, "  %-11s %-10s %7zu %4d %10.2f %10.1f %10.2f %10.1f %8.2f  ", row->mode->name,
            row->mode->peer, row->used, t->runs, t->ours_us, t->ours_max_us, t->peer_us,
            t->peer_max_us, ratio_of(row));
    write_answers(row, out);
    fflush(out);
}

// -------------------------------------------------------------------------------------------- the means

typedef struct sums {
    double mean, least;
    const char* least_scene;
    size_t rows, equal, count;
} sums;

static sums sum_up(const distance_results* results, const distance_mode* mode)
{
    sums s = {0};
    for (size_t i = 0; i < results->row_count; i++) {
        const distance_row* row = &results->rows[i];
        if (row->mode != mode) continue;
        s.rows++;
        s.equal += is_equal(row);
        if (!counts(row)) continue;
        const double ratio = ratio_of(row);
        s.mean += log(ratio);
        if (!s.count++ || ratio < s.least) {
            s.least = ratio;
            s.least_scene = row->scene;
        }
    }
    s.mean = s.count ? exp(s.mean / (double)s.count) : 0;
    return s;
}

static bool is_met(const sums* s, const distance_mode* mode)
{
    return s->mean >= mode->mean && s->least >= mode->least;
}

static bool report_mode(const distance_results* results, const distance_mode* mode, FILE* out)
{
    const sums s = sum_up(results, mode);
    if (!s.count) return true;
    fprintf(out, "  %-11s %-10s %6zu %6zu %6zu %8.2f %8.2f  %-20s", mode->name, mode->peer, s.rows,
            s.equal, s.count, s.mean, s.least, s.least_scene);
    fprintf(out, " mean %.2f", mode->mean);
    if (mode->least > 0) fprintf(out, ", least %.2f", mode->least);
    const bool met = is_met(&s, mode);
    fprintf(out, "%s\n", !results->run.is_whole ? "" : met ? ": pass" : ": MISS");
    return met;
}

int distance_report_sums(const distance_results* results, FILE* out)
{
    size_t mode_count;
    const distance_mode* modes = distance_modes(&mode_count);
    uint64_t wrong = 0, allocations = 0;
    bool met = true;
    for (size_t i = 0; i < results->row_count; i++) {
        wrong += results->rows[i].ours_wrong;
        // How much room each of several threads needs depends on which part of the work it gets.
        if (results->rows[i].mode->workers == 1) allocations += results->rows[i].allocations;
    }
    fprintf(out, "\nHow many times as long as abut a peer takes: geometric means, and bars\n");
    fprintf(out, "  %-11s %-10s %6s %6s %6s %8s %8s  %-20s bars\n", "mode", "peer", "rows", "equal",
            "count", "mean", "least", "");
    for (size_t i = 0; i < mode_count; i++)
        met &= report_mode(results, &modes[i], out);
    fprintf(out, "  allocations after the first calls, one thread: %" PRIu64 "\n", allocations);
    peer_run_write_end(&results->run, "all scenes, PQP, FCL and Coal", wrong, out);
    if (!results->run.is_whole) return wrong ? BENCH_SLOW : BENCH_OK;
    return met && !wrong && !allocations ? BENCH_OK : BENCH_SLOW;
}

// ------------------------------------------------------------------------------------------------- JSON

static void json_row(json* j, const distance_row* row)
{
    json_object(j, false);
    json_put_string(j, "scene", row->scene);
    json_put_string(j, "mode", row->mode->name);
    json_put_string(j, "peer", row->mode->peer);
    json_put_number(j, "ours_us", peer_run_rounded(row->times.ours_us));
    json_put_number(j, "peer_us", peer_run_rounded(row->times.peer_us));
    json_put_number(j, "ratio", peer_run_rounded(ratio_of(row)));
    json_put_number(j, "ours_max_us", peer_run_rounded(row->times.ours_max_us));
    json_put_number(j, "peer_max_us", peer_run_rounded(row->times.peer_max_us));
    json_put_bool(j, "equal", is_equal(row));
    json_put_count(j, "unequal", unequal(row));
    json_put_count(j, "peer_nearer", row->peer_nearer);
    json_put_count(j, "peer_farther", row->peer_farther);
    json_put_count(j, "ours_wrong", row->ours_wrong);
    json_put_number(j, "worst", peer_run_rounded(row->worst));
    json_put_number(j, "precision", peer_run_rounded(row->precision));
    json_put_count(j, "queries", row->used);
    json_put_count(j, "of_queries", row->queries);
    json_put_count(j, "runs", (uint64_t)row->times.runs);
    json_put_count(j, "allocations", row->allocations);
    json_close(j);
}

static void json_means(json* j, const distance_results* results)
{
    size_t count;
    const distance_mode* modes = distance_modes(&count);
    json_key(j, "means");
    json_array(j, true);
    for (size_t i = 0; i < count; i++) {
        const sums s = sum_up(results, &modes[i]);
        if (!s.count) continue;
        json_object(j, false);
        json_put_string(j, "mode", modes[i].name);
        json_put_string(j, "peer", modes[i].peer);
        json_put_count(j, "rows", s.rows);
        json_put_count(j, "equal", s.equal);
        json_put_count(j, "count", s.count);
        json_put_number(j, "mean", peer_run_rounded(s.mean));
        json_put_number(j, "least", peer_run_rounded(s.least));
        json_put_string(j, "least_scene", s.least_scene);
        json_put_number(j, "bar_mean", peer_run_rounded(modes[i].mean));
        json_put_number(j, "bar_least", peer_run_rounded(modes[i].least));
        json_put_bool(j, "met", is_met(&s, &modes[i]));
        json_close(j);
    }
    json_close(j);
}

static void json_peers(json* j, const distance_results* results)
{
    json_key(j, "peers");
    json_array(j, true);
    for (size_t i = 0; i < results->rival_count; i++) {
        json_object(j, false);
        json_put_string(j, "peer", results->rivals[i].name);
        json_key(j, "version");
        if (results->rivals[i].version[0])
            json_string(j, results->rivals[i].version);
        else
            json_null(j);
        json_close(j);
    }
    json_close(j);
}

void distance_report_json(const void* of, FILE* out)
{
    const distance_results* results = of;
    json j = {.out = out};
    json_object(&j, true);
    peer_run_put(&j, &results->run);
    json_peers(&j, results);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < results->row_count; i++)
        json_row(&j, &results->rows[i]);
    json_close(&j);
    json_means(&j, results);
    peer_run_put_skips(&j, &results->run);
    json_close(&j);
}
