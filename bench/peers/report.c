// report.c - what "peers" found: a table for people, JSON and CSV for programs. The means are in bars.c.
#include "bench.h"
#include "output/json.h"
#include "peers/peers.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

double peer_row_ratio(const peer_row* row)
{
    return row->times.peer_us / row->times.ours_us;
}

bool peer_row_is_equal(const peer_row* row)
{
    return !row->peer_misses && !row->peer_invents && !row->ours_wrong;
}

static bool compares_presence(const peer_row* row)
{
    return row->mode != PEER_MODE_ALL || !row->has_pairs;
}

// Who misses a contact goes on searching for it, and who misses many has less to do. So a row counts if yes and no
// are equal, or if at most one pair of a hundred is wrong.
bool peer_row_counts(const peer_row* row)
{
    const uint64_t wrong = row->peer_misses + row->peer_invents + row->ours_wrong;
    return compares_presence(row) ? wrong == 0 : 100 * wrong <= row->pairs;
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
    fprintf(out, "  %-5s %-12s %7s %4s %10s %10s %10s %10s %8s %7s %7s  %s\n", "mode", "peer",
            "queries", "runs", "abut us", "max", "peer us", "max", "ratio", "least", "median",
            "answers");
    fflush(out);
}

static void write_answers(const peer_row* row, FILE* out)
{
    const char* what = compares_presence(row) ? "yes/no" : "pairs";
    if (peer_row_is_equal(row)) {
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
    char most[24] = "-";  // of a batch: no query is timed alone
    if (row->mode != PEER_MODE_BATCH) snprintf(most, sizeof most, "%.1f", row->times.ours_max_us);
    fprintf(out, "  %-5s %-12s %7zu %4d %10.3f %10s %10.3f %10.1f %8.2f %7.2f %7.2f  ",
            peer_mode_name(row->mode), row->peer, row->used, row->times.runs, row->times.ours_us,
            most, row->times.peer_us, row->times.peer_max_us, peer_row_ratio(row), row->times.least,
            row->times.middle);
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
    json_put_string(j, "mode", peer_mode_name(row->mode));
    json_put_string(j, "peer", row->peer);
    json_put_number(j, "ours_us", peer_run_rounded(row->times.ours_us));
    json_put_number(j, "peer_us", peer_run_rounded(row->times.peer_us));
    json_put_number(j, "ratio", peer_run_rounded(peer_row_ratio(row)));
    json_put_number(j, "least_ratio", peer_run_rounded(row->times.least));
    json_put_number(j, "median_ratio", peer_run_rounded(row->times.middle));
    json_put_number(j, "ours_max_us", peer_run_rounded(row->times.ours_max_us));
    json_put_number(j, "peer_max_us", peer_run_rounded(row->times.peer_max_us));
    json_put_bool(j, "equal", peer_row_is_equal(row));
    json_put_count(j, "pairs", row->pairs);
    json_put_string(j, "compared", compares_presence(row) ? "yes/no" : "pairs");
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
    fputs("scene,mode,peer,ours_us,peer_us,ratio,least_ratio,median_ratio,ours_max_us,peer_max_us,"
          "equal,pairs,compared,"
          "queries,"
          "of_queries,runs,peer_misses,peer_invents,ours_wrong,ours_build_ms,peer_build_ms\n",
          out);
    for (size_t i = 0; i < results->row_count; i++) {
        const peer_row* row = &results->rows[i];
        fprintf(out, "%s,%s,%s,%.5g,%.5g,%.5g,%.5g,%.5g,%.5g,%.5g,%s,%" PRIu64 ",%s,%zu,%zu,%d,",
                row->scene, peer_mode_name(row->mode), row->peer, row->times.ours_us,
                row->times.peer_us, peer_row_ratio(row), row->times.least, row->times.middle,
                row->times.ours_max_us, row->times.peer_max_us,
                peer_row_is_equal(row) ? "true" : "false", row->pairs,
                compares_presence(row) ? "yes/no" : "pairs", row->used, row->queries,
                row->times.runs);
        fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%.5g,%.5g\n", row->peer_misses,
                row->peer_invents, row->ours_wrong, row->ours_build_ms, row->peer_build_ms);
    }
}
