// report.c - what "peers" found: a table for people, JSON and CSV for programs, and the means with
// the bars.
#include "bench.h"
#include "output/json.h"
#include "peers/peers.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char* mode_of(const peer_row* row)
{
    return row->first ? "first" : "all";
}

static double ratio_of(const peer_row* row)
{
    return row->times.peer_us / row->times.ours_us;
}

static bool is_equal(const peer_row* row)
{
    return !row->peer_misses && !row->peer_invents && !row->ours_wrong;
}

// ------------------------------------------------------------------------------------------- the table

void peer_report_scene(const peer_scene* s, const side* ours, FILE* out)
{
    size_t triangles = 0;
    for (size_t i = 0; i < s->mesh_count; i++)
        triangles += s->meshes[i].triangle_count;
    fprintf(out, "\n%s: %zu %s, %zu triangles, %zu queries; %s, built in %.1f ms\n", s->name,
            s->mesh_count, s->mesh_count == 1 ? "mesh" : "meshes", triangles, s->query_count,
            ours->name, 1e3 * ours->build_seconds);
    fprintf(out, "  %-5s %-12s %7s %4s %10s %10s %10s %10s %8s  %s\n", "mode", "peer", "queries",
            "runs", "abut us", "max", "peer us", "max", "ratio", "answers");
    fflush(out);
}

static void write_answers(const peer_row* row, FILE* out)
{
    const char* what = row->first || !row->has_pairs ? "yes/no" : "pairs";
    if (is_equal(row)) {
        fprintf(out, "equal: %s, %" PRIu64 "\n", what, row->pairs);
        return;
    }
    fprintf(out, "differ: %s, %" PRIu64 ": peer misses %" PRIu64 ", invents %" PRIu64, what,
            row->pairs, row->peer_misses, row->peer_invents);
    if (row->ours_wrong) fprintf(out, "; ABUT WRONG %" PRIu64, row->ours_wrong);
    fputc('\n', out);
}

void peer_report_row(const peer_row* row, size_t examples, FILE* out)
{
    fprintf(out, "  %-5s %-12s %7zu %4d %10.2f %10.1f %10.2f %10.1f %8.2f  ", mode_of(row),
            row->peer, row->used, row->times.runs, row->times.ours_us, row->times.ours_max_us,
            row->times.peer_us, row->times.peer_max_us, ratio_of(row));
    write_answers(row, out);
    for (size_t i = 0; i < row->example_count && i < examples; i++) {
        const peer_example* e = &row->examples[i];
        const char* who = e->ours ? "abut" : "the peer";
        if (e->has_pair)
            fprintf(out,
                    "        query %zu, triangles %" PRIu32 " and %" PRIu32
                    ": only %s says contact; by the exact test %s\n",
                    e->query, e->pair.a, e->pair.b, who, e->is_contact ? "contact" : "apart");
        else
            fprintf(out, "        query %zu: only %s says contact, without a pair\n", e->query,
                    who);
    }
    fflush(out);
}

// -------------------------------------------------------------------------------------------- the means

typedef struct sums {
    double logs, least;
    const char* least_scene;
    size_t count;
} sums;

static void add(sums* s, const peer_row* row)
{
    const double ratio = ratio_of(row);
    s->logs += log(ratio);
    if (!s->count++ || ratio < s->least) {
        s->least = ratio;
        s->least_scene = row->scene;
    }
}

// Bars are for equal answers: who misses a contact goes on searching for it, and who misses many has less
// to do. So a row counts if yes and no are equal, or if at most one pair of a hundred is wrong.
static bool counts(const peer_row* row)
{
    const uint64_t wrong = row->peer_misses + row->peer_invents + row->ours_wrong;
    return row->first || !row->has_pairs ? wrong == 0 : 100 * wrong <= row->pairs;
}

static double mean_of(const sums* s)
{
    return s->count ? exp(s->logs / (double)s->count) : 0;
}

typedef struct bars {
    const char* peer;
    bool first;
    double mean, least, least_touching;
} bars;

static const bars all_bars[] = {
    {"fcl-obbrss", true, 18, 9, 5},
    {"fcl-obbrss", false, 20, 9, 5},
    {"obb", true, 5, 2, 2},
    {"obb", false, 6, 2, 2},
};

bool peer_has_bars(const char* peer)
{
    for (size_t i = 0; i < sizeof all_bars / sizeof *all_bars; i++)
        if (strcmp(all_bars[i].peer, peer) == 0) return true;
    return false;
}

static bool judge(const char* what, double value, double bar, FILE* out)
{
    const bool met = value >= bar;
    fprintf(out, "    %-28s %8.2f  bar %4.1f  %s\n", what, value, bar, met ? "pass" : "MISS");
    return met;
}

static bool judge_bars(const char* peer, bool first, const sums whole[3], FILE* out)
{
    bool met = true;
    for (size_t i = 0; i < sizeof all_bars / sizeof *all_bars; i++) {
        const bars* b = &all_bars[i];
        if (strcmp(b->peer, peer) != 0 || b->first != first) continue;
        met &= judge("geometric mean", mean_of(&whole[0]), b->mean, out);
        if (whole[1].count)
            met &= judge("least, but for touching CAD", whole[1].least, b->least, out);
        if (whole[2].count)
            met &= judge("least of touching CAD", whole[2].least, b->least_touching, out);
    }
    return met;
}

static bool report_peer(const peer_results* results, const char* peer, bool first, FILE* out)
{
    sums whole[3] = {{0}};  // all scenes; those that do not touch; those that do
    size_t rows = 0, equal = 0;
    for (size_t i = 0; i < results->row_count; i++) {
        const peer_row* row = &results->rows[i];
        if (strcmp(row->peer, peer) != 0 || row->first != first) continue;
        rows++;
        equal += is_equal(row);
        if (!counts(row)) continue;
        add(&whole[0], row);
        add(&whole[row->touches ? 2 : 1], row);
    }
    if (!whole[0].count) return true;
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
    return results->run.is_whole ? judge_bars(peer, first, whole, out) : true;
}

int peer_report_sums(const peer_results* results, FILE* out)
{
    size_t kind_count;
    const peer_kind* kinds = peer_kinds(&kind_count);
    uint64_t wrong = 0;
    bool met = true;
    for (size_t i = 0; i < results->row_count; i++)
        wrong += results->rows[i].ours_wrong;
    for (int all = 0; all < 2; all++) {
        fprintf(out, "\n%s: how many times as long as abut a peer takes\n",
                all ? "All contacts" : "First contact");
        fprintf(out, "  %-12s %6s %6s %6s %8s  %8s %8s %-20s  %8s %8s\n", "peer", "rows", "equal",
                "count", "mean", "no touch", "least", "", "touching", "least");
        for (size_t k = 0; k < kind_count; k++)
            met &= report_peer(results, kinds[k].name, !all, out);
    }
    peer_run_write_end(&results->run, "all scenes and FCL", wrong, out);
    return met && !wrong ? BENCH_OK : BENCH_SLOW;
}

// ------------------------------------------------------------------------------------------------- JSON

static void json_example(json* j, const peer_example* e)
{
    json_object(j, false);
    json_put_count(j, "query", e->query);
    if (e->has_pair) {
        json_put_count(j, "a", e->pair.a);
        json_put_count(j, "b", e->pair.b);
    }
    json_put_string(j, "only", e->ours ? "abut" : "peer");
    json_put_string(j, "exact", e->is_contact ? "contact" : "apart");
    json_close(j);
}

static void json_row(json* j, const peer_row* row, size_t examples)
{
    json_object(j, false);
    json_put_string(j, "scene", row->scene);
    json_put_string(j, "mode", mode_of(row));
    json_put_string(j, "peer", row->peer);
    json_put_number(j, "ours_us", peer_run_rounded(row->times.ours_us));
    json_put_number(j, "peer_us", peer_run_rounded(row->times.peer_us));
    json_put_number(j, "ratio", peer_run_rounded(ratio_of(row)));
    json_put_number(j, "ours_max_us", peer_run_rounded(row->times.ours_max_us));
    json_put_number(j, "peer_max_us", peer_run_rounded(row->times.peer_max_us));
    json_put_bool(j, "equal", is_equal(row));
    json_put_count(j, "pairs", row->pairs);
    json_put_string(j, "compared", row->first || !row->has_pairs ? "yes/no" : "pairs");
    json_put_count(j, "queries", row->used);
    json_put_count(j, "of_queries", row->queries);
    json_put_count(j, "runs", (uint64_t)row->times.runs);
    json_put_count(j, "peer_misses", row->peer_misses);
    json_put_count(j, "peer_invents", row->peer_invents);
    json_put_count(j, "ours_wrong", row->ours_wrong);
    json_put_number(j, "ours_build_ms", peer_run_rounded(row->ours_build_ms));
    json_put_number(j, "peer_build_ms", peer_run_rounded(row->peer_build_ms));
    if (row->example_count && examples) {
        json_key(j, "examples");
        json_array(j, false);
        for (size_t i = 0; i < row->example_count && i < examples; i++)
            json_example(j, &row->examples[i]);
        json_close(j);
    }
    json_close(j);
}

static void json_peers(json* j, const peer_results* results)
{
    size_t count;
    const peer_kind* kinds = peer_kinds(&count);
    json_key(j, "peers");
    json_array(j, true);
    for (size_t i = 0; i < count; i++) {
        json_object(j, false);
        json_put_string(j, "peer", kinds[i].name);
        json_key(j, "version");
        if (results->peer_names[i][0])
            json_string(j, results->peer_names[i]);
        else
            json_null(j);
        json_close(j);
    }
    json_close(j);
}

void peer_report_json(const void* of, FILE* out)
{
    const peer_results* results = of;
    json j = {.out = out};
    json_object(&j, true);
    peer_run_put(&j, &results->run);
    json_peers(&j, results);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < results->row_count; i++)
        json_row(&j, &results->rows[i], results->examples);
    json_close(&j);
    peer_run_put_skips(&j, &results->run);
    json_close(&j);
}

// -------------------------------------------------------------------------------------------------- CSV

void peer_report_csv(const void* of, FILE* out)
{
    const peer_results* results = of;
    fputs("scene,mode,peer,ours_us,peer_us,ratio,ours_max_us,peer_max_us,equal,pairs,compared,"
          "queries,"
          "of_queries,runs,peer_misses,peer_invents,ours_wrong,ours_build_ms,peer_build_ms\n",
          out);
    for (size_t i = 0; i < results->row_count; i++) {
        const peer_row* row = &results->rows[i];
        fprintf(out, "%s,%s,%s,%.5g,%.5g,%.5g,%.5g,%.5g,%s,%" PRIu64 ",%s,%zu,%zu,%d,", row->scene,
                mode_of(row), row->peer, row->times.ours_us, row->times.peer_us, ratio_of(row),
                row->times.ours_max_us, row->times.peer_max_us, is_equal(row) ? "true" : "false",
                row->pairs, row->first || !row->has_pairs ? "yes/no" : "pairs", row->used,
                row->queries, row->times.runs);
        fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.5g,%.5g\n", row->peer_misses,
                row->peer_invents, row->ours_wrong, row->ours_build_ms, row->peer_build_ms);
    }
}
