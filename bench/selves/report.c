// report.c - what "self" found: a table for people, JSON for programs, and the means with the bars.
#include "bench.h"
#include "output/json.h"
#include "selves/selves.h"

#include <math.h>

static double ratio_of(const self_row* row)
{
    return row->times.peer_us / row->times.ours_us;
}

static size_t rival_is_wrong(const self_row* row)
{
    return row->differences.missed + row->differences.invented;
}

static size_t ours_is_wrong(const self_row* row)
{
    return row->differences.ours_missed + row->differences.ours_invented;
}

// ------------------------------------------------------------------------------------------- the table

void self_report_head(const self_results* r, FILE* out)
{
    fprintf(out, "%zu models; %zu files are refused by the readers, %zu have no triangles\n",
            r->model_count, r->refused, r->empty);
    fprintf(out, "%s\n\n",
            r->has_judge ? "Differences are decided in rational numbers."
                         : "There is nobody to decide differences (tools/build release peers).");
    fprintf(out, "%-44s %9s %9s  %-8s %11s %11s %11s %7s  %s\n", "model", "triangles", "pairs",
            "rival", "abut us", "built us", "rival us", "ratio", "pairs");
    fflush(out);
}

static void write_part(size_t count, const char* text, FILE* out)
{
    if (count) fprintf(out, ", %zu %s", count, text);
}

static void write_answers(const self_row* row, FILE* out)
{
    const self_differences* d = &row->differences;
    if (!rival_is_wrong(row) && !ours_is_wrong(row) && !d->undecided)
        fprintf(out, "equal");
    else
        fprintf(out, "differ: %zu", row->rival_pairs);
    write_part(d->degenerate, "with a triangle without area left out", out);
    write_part(d->missed, "missed", out);
    write_part(d->invented, "invented", out);
    write_part(d->undecided, "undecided", out);
    write_part(d->ours_missed, "ABUT MISSED", out);
    write_part(d->ours_invented, "ABUT INVENTED", out);
    fputc('\n', out);
}

void self_report_row(const self_row* row, FILE* out)
{
    fprintf(out, "%-44s %9zu %9zu  %-8s %11.1f %11.1f %11.1f %7.2f  ", row->model, row->triangles,
            row->pairs, row->rival->kind.name, row->times.ours_us, row->again_us,
            row->times.peer_us, ratio_of(row));
    write_answers(row, out);
    fflush(out);
}

// -------------------------------------------------------------------------------------------- the means

typedef struct sums {
    size_t rows, equal, missed, invented, left_out, count;
    // Of those that count. all: their times added up; built: the mean, by abut's times of models that are built.
    double mean, least, all, built;
    const char* least_model;
} sums;

static sums sum_up(const self_results* r, const self_rival* rival)
{
    sums s = {0};
    double ours = 0, theirs = 0;
    for (size_t i = 0; i < r->row_count; i++) {
        const self_row* row = &r->rows[i];
        if (row->rival != rival) continue;
        s.rows++;
        s.equal += !rival_is_wrong(row) && !ours_is_wrong(row) && !row->differences.undecided;
        s.missed += row->differences.missed;
        s.invented += row->differences.invented;
        s.left_out += row->differences.degenerate;
        if (row->triangles < SELF_COUNTS_FROM) continue;
        const double ratio = ratio_of(row);
        s.mean += log(ratio);
        s.built += log(row->times.peer_us / row->again_us);
        ours += row->times.ours_us;
        theirs += row->times.peer_us;
        if (!s.count++ || ratio < s.least) {
            s.least = ratio;
            s.least_model = row->model;
        }
    }
    s.mean = s.count ? exp(s.mean / (double)s.count) : 0;
    s.built = s.count ? exp(s.built / (double)s.count) : 0;
    s.all = ours > 0 ? theirs / ours : 0;
    return s;
}

static bool report_rival(const self_results* r, const self_rival* rival, FILE* out)
{
    const sums s = sum_up(r, rival);
    if (!s.rows) return true;
    fprintf(out, "  %-9s %6zu %6zu %8zu %8zu %8zu %6zu", rival->kind.name, s.rows, s.equal,
            s.missed, s.invented, s.left_out, s.count);
    if (!s.count) {
        fputs("  no model counts\n", out);
        return true;
    }
    const bool met = s.mean >= rival->bar;
    fprintf(out, " %8.2f %8.2f %8.2f %8.2f  %-44s %5.1f%s\n", s.mean, s.built, s.all, s.least,
            s.least_model, rival->bar,
            !r->run.is_whole || rival->bar <= 0 ? ""
            : met                               ? ": pass"
                                                : ": MISS");
    return met;
}

int self_report_sums(const self_results* r, FILE* out)
{
    uint64_t wrong = 0;
    bool met = true;
    for (size_t i = 0; i < r->row_count; i++)
        wrong += ours_is_wrong(&r->rows[i]);
    fprintf(
        out,
        "\nHow many times as long as abut, from vertices and triangles on, a rival takes: models "
        "of at least %d triangles\n",
        SELF_COUNTS_FROM);
    fprintf(out, "  %-9s %6s %6s %8s %8s %8s %6s %8s %8s %8s %8s  %-44s %5s\n", "rival", "models",
            "equal", "missed", "invented", "left out", "count", "mean", "built", "sum", "least", "",
            "bar");
    for (size_t i = 0; i < r->rival_count; i++)
        met &= report_rival(r, &r->rivals[i], out);
    peer_run_write_end(&r->run, "the folders of ABUT_DATA and all rivals", wrong, out);
    if (!r->run.is_whole) return wrong ? BENCH_SLOW : BENCH_OK;
    return met && !wrong ? BENCH_OK : BENCH_SLOW;
}

// ------------------------------------------------------------------------------------------------- JSON

static void json_row(json* j, const self_row* row)
{
    const self_differences* d = &row->differences;
    json_object(j, false);
    json_put_string(j, "model", row->model);
    json_put_count(j, "triangles", row->triangles);
    json_put_string(j, "peer", row->rival->kind.name);
    json_put_count(j, "pairs", row->pairs);
    json_put_count(j, "peer_pairs", row->rival_pairs);
    json_put_number(j, "ours_us", peer_run_rounded(row->times.ours_us));
    json_put_number(j, "ours_built_us", peer_run_rounded(row->again_us));
    json_put_number(j, "peer_us", peer_run_rounded(row->times.peer_us));
    json_put_number(j, "ratio", peer_run_rounded(ratio_of(row)));
    json_put_count(j, "runs", (uint64_t)row->times.runs);
    json_put_count(j, "left_out", d->degenerate);
    json_put_count(j, "peer_missed", d->missed);
    json_put_count(j, "peer_invented", d->invented);
    json_put_count(j, "ours_missed", d->ours_missed);
    json_put_count(j, "ours_invented", d->ours_invented);
    json_put_count(j, "undecided", d->undecided);
    json_close(j);
}

static void json_means(json* j, const self_results* r)
{
    json_key(j, "means");
    json_array(j, true);
    for (size_t i = 0; i < r->rival_count; i++) {
        const sums s = sum_up(r, &r->rivals[i]);
        if (!s.rows) continue;
        json_object(j, false);
        json_put_string(j, "peer", r->rivals[i].kind.name);
        json_put_string(j, "version", r->rivals[i].version);
        json_put_count(j, "rows", s.rows);
        json_put_count(j, "equal", s.equal);
        json_put_count(j, "missed", s.missed);
        json_put_count(j, "invented", s.invented);
        json_put_count(j, "left_out", s.left_out);
        json_put_count(j, "count", s.count);
        json_put_number(j, "mean", peer_run_rounded(s.mean));
        json_put_number(j, "built", peer_run_rounded(s.built));
        json_put_number(j, "sum", peer_run_rounded(s.all));
        json_put_number(j, "least", peer_run_rounded(s.least));
        json_put_string(j, "least_model", s.least_model);
        json_put_number(j, "bar", r->rivals[i].bar);
        json_close(j);
    }
    json_close(j);
}

void self_report_json(const void* of, FILE* out)
{
    const self_results* r = of;
    json j = {.out = out};
    json_object(&j, true);
    peer_run_put(&j, &r->run);
    json_put_count(&j, "models", r->model_count);
    json_put_count(&j, "refused", r->refused);
    json_put_count(&j, "without_triangles", r->empty);
    json_put_bool(&j, "judged", r->has_judge);
    json_key(&j, "rows");
    json_array(&j, true);
    for (size_t i = 0; i < r->row_count; i++)
        json_row(&j, &r->rows[i]);
    json_close(&j);
    json_means(&j, r);
    peer_run_put_skips(&j, &r->run);
    json_close(&j);
}
