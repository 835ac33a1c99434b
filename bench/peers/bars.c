// bars.c - what the rows of "peers" come to: means of each peer, the fastest rival of each scene, and the bars.
#include "bench.h"
#include "peers/peers.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// Against the fastest rival of each scene.
typedef struct bars {
    double mean, least;
} bars;
static const bars rival_bars[PEER_MODES] = {
    [PEER_MODE_FIRST] = {6, 3}, [PEER_MODE_ALL] = {8, 3}, [PEER_MODE_BATCH] = {10, 0}};
#define BATCH_LEAST   1.8   // of one by one / a batch, on each scene
#define EXACT_MOST    1.15  // of exact / rounded, mean
#define ROUNDED_LEAST (1 / EXACT_MOST)

bool peer_has_bars(const peer_kind* kind)
{
    return kind->is_rival || strcmp(kind->name, "abut") == 0 || strcmp(kind->name, "rounded") == 0;
}

// ------------------------------------------------------------------------------------------ sums of rows

typedef struct sums {
    double logs, least;
    const char* least_scene;
    size_t count;
} sums;

static void add(sums* s, const peer_row* row)
{
    const double ratio = peer_row_ratio(row);
    s->logs += log(ratio);
    if (!s->count++ || ratio < s->least) {
        s->least = ratio;
        s->least_scene = row->scene;
    }
}

static double mean_of(const sums* s)
{
    return s->count ? exp(s->logs / (double)s->count) : 0;
}

static bool is_of(const peer_row* row, const char* peer, peer_mode mode)
{
    return row->mode == mode && strcmp(row->peer, peer) == 0;
}

static bool judge(const char* what, double value, double bar, FILE* out)
{
    const bool met = value >= bar;
    fprintf(out, "    %-44s %8.2f  bar %5.2f  %s\n", what, value, bar, met ? "pass" : "MISS");
    return met;
}

// ----------------------------------------------------------------------------------------- of each peer

static void report_peer(const peer_results* results, const char* peer, peer_mode mode, FILE* out)
{
    sums whole[3] = {{0}};  // all scenes; those that do not touch; those that do
    size_t rows = 0, equal = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        const peer_row* row = &results->rows[i];
        if (!is_of(row, peer, mode)) continue;
        rows++;
        equal += peer_row_is_equal(row);
        if (!peer_row_counts(row)) continue;
        add(&whole[0], row);
        add(&whole[row->touches ? 2 : 1], row);
    }
    if (!whole[0].count) return;
    fprintf(out, "  %-12s %6zu %6zu %6zu %8.2f", peer, rows, equal, whole[0].count,
            mean_of(&whole[0]));
    for (int i = 1; i < 3; i++) {
        if (whole[i].count)
            fprintf(out, "  %8.2f %8.2f %-20s", mean_of(&whole[i]), whole[i].least,
                    whole[i].least_scene);
        else
            fprintf(out, "  %8s %8s %-20s", "-", "-", "");
    }
    fputc('\n', out);
}

static void report_peers(const peer_results* results, peer_mode mode, FILE* out)
{
    static const char* const titles[PEER_MODES] = {"First contact", "All contacts",
                                                   "First contact of many by one call"};
    size_t kind_count;
    const peer_kind* kinds = peer_kinds(&kind_count);
    fprintf(out, "\n%s: how many times as long as abut a peer takes\n", titles[mode]);
    fprintf(out, "  %-12s %6s %6s %6s %8s  %8s %8s %-20s  %8s %8s\n", "peer", "rows", "equal",
            "count", "mean", "no touch", "least", "", "touching", "least");
    for (size_t k = 0; k < kind_count; k++)
        report_peer(results, kinds[k].name, mode, out);
}

// ------------------------------------------------------------------------------------- the fastest of all

static bool is_rival(const char* peer)
{
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(kinds[i].name, peer) == 0) return kinds[i].is_rival;
    return false;
}

// NULL if there is none. with_wrong: also of those whose row does not count.
static const peer_row* find_fastest(const peer_results* results, const char* scene, peer_mode mode,
                                    bool with_wrong)
{
    const peer_row* best = NULL;
    for (size_t i = 0; i < results->row_count; i++) {
        const peer_row* row = &results->rows[i];
        if (row->mode != mode || strcmp(row->scene, scene) != 0 || !is_rival(row->peer) ||
            !(with_wrong || peer_row_counts(row)))
            continue;
        if (!best || peer_row_ratio(row) < peer_row_ratio(best)) best = row;
    }
    return best;
}

static void report_cell(const peer_row* row, bool is_best, FILE* out)
{
    if (row)
        fprintf(out, "  %-10s %10.3f %10.3f %6.2f%c", row->peer, row->times.peer_us,
                row->times.ours_us, peer_row_ratio(row), is_best ? ' ' : '*');
    else
        fprintf(out, "  %-10s %10s %10s %6s%c", "-", "", "", "", is_best ? ' ' : '*');
}

static bool is_first_of_scene(const peer_results* results, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(results->rows[k].scene, results->rows[i].scene) == 0) return false;
    return true;
}

// Fills the sums of the rows that are shown.
static void report_fastest(const peer_results* results, sums of[PEER_MODES], FILE* out)
{
    fputs("\nThe fastest rival of each scene, of those whose answers are equal: its time, abut's, "
          "microseconds a query, and their ratio\n"
          "(*: another one is faster, or the only one, whose answers are not)\n",
          out);
    fprintf(out, "  %-20s", "scene");
    for (peer_mode mode = 0; mode < PEER_MODES; mode++)
        fprintf(out, "  %-10s %10s %10s %6s ", peer_mode_name(mode), "us", "abut us", "ratio");
    fputc('\n', out);
    for (size_t i = 0; i < results->row_count; i++) {
        if (!is_first_of_scene(results, i)) continue;
        fprintf(out, "  %-20s", results->rows[i].scene);
        for (peer_mode mode = 0; mode < PEER_MODES; mode++) {
            const char* scene = results->rows[i].scene;
            const peer_row* row = find_fastest(results, scene, mode, false);
            report_cell(row, row == find_fastest(results, scene, mode, true), out);
            if (row) add(&of[mode], row);
        }
        fputc('\n', out);
    }
}

// ----------------------------------------------------------------------------------------------- the bars

static bool judge_rivals(const sums of[PEER_MODES], FILE* out)
{
    bool met = true;
    for (peer_mode mode = 0; mode < PEER_MODES; mode++) {
        char what[96];
        if (!of[mode].count) continue;
        snprintf(what, sizeof what, "%s, mean of %zu", peer_mode_name(mode), of[mode].count);
        met &= judge(what, mean_of(&of[mode]), rival_bars[mode].mean, out);
        if (rival_bars[mode].least <= 0) continue;
        snprintf(what, sizeof what, "%s, least: %s", peer_mode_name(mode), of[mode].least_scene);
        met &= judge(what, of[mode].least, rival_bars[mode].least, out);
    }
    return met;
}

static bool judge_own(const peer_results* results, FILE* out)
{
    sums batch = {0}, rounded = {0};
    bool met = true;
    for (size_t i = 0; i < results->row_count; i++) {
        const peer_row* row = &results->rows[i];
        if (strcmp(row->peer, "abut") == 0) add(&batch, row);
        if (strcmp(row->peer, "rounded") == 0 && peer_row_counts(row)) add(&rounded, row);
    }
    if (batch.count) {
        char what[96];
        snprintf(what, sizeof what, "one by one / batch, least: %s", batch.least_scene);
        met &= judge(what, batch.least, BATCH_LEAST, out);
    }
    if (rounded.count) met &= judge("rounded / exact, mean", mean_of(&rounded), ROUNDED_LEAST, out);
    return met;
}

int peer_report_sums(const peer_results* results, FILE* out)
{
    sums of[PEER_MODES] = {{0}};
    uint64_t wrong = 0;
    bool met = true;
    for (size_t i = 0; i < results->row_count; i++)
        wrong += results->rows[i].ours_wrong;
    for (peer_mode mode = 0; mode < PEER_MODES; mode++)
        report_peers(results, mode, out);
    report_fastest(results, of, out);
    if (results->run.is_whole) {
        fputs("\nBars\n", out);
        met = judge_rivals(of, out);
        met &= judge_own(results, out);
    }
    peer_run_write_end(&results->run, "all scenes, RAPID, PQP, FCL, Coal, Embree and rounded",
                       wrong, out);
    return met && !wrong ? BENCH_OK : BENCH_SLOW;
}
