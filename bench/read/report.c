// report.c - the measurements for people (a table) and for programs (JSON, CSV).
#include "output/json.h"
#include "read/read.h"

#include <inttypes.h>

static double per_second(const read_row* row, uint64_t what)
{
    return (double)what / row->median;
}

static double multiple(const read_row* row)
{
    return (double)row->peak / (double)row->model;
}

static const char* verdict(bool met)
{
    return met ? "pass" : "FAIL";
}

static void table_row(const read_row* row, bool has_bars, FILE* out)
{
    fprintf(out, "%-21s %6.1f %7.3f %7.3f %7.3f %7.3f %6.0f %6.2f %8.1f %6.2f", row->kind->name,
            (double)row->bytes / 1e6, row->median, row->least, row->most, row->processor,
            per_second(row, row->bytes) / 1e6, per_second(row, row->triangles) / 1e6,
            (double)row->peak / 1e6, multiple(row));
    if (has_bars && row->bar > 0) fprintf(out, "   < %-5.3g %s", row->bar, verdict(row->fast));
    if (has_bars && !(row->bar > 0)) fprintf(out, "   %12s", "");
    if (has_bars) fprintf(out, "  < %.3g %s", READ_MEMORY_BAR, verdict(row->small));
    fputc('\n', out);
}

// Where other programs take the processors, the clock says little of the readers.
static void table_busy(const read_results* results, FILE* out)
{
    int bars = 0, met = 0;
    if (results->load <= (double)results->processors) return;
    for (size_t i = 0; i < results->row_count; i++) {
        bars += results->rows[i].bar > 0;
        met += results->rows[i].bar > 0 && results->rows[i].processor < results->rows[i].bar;
    }
    fprintf(out, "\nThe machine was busy with other things: load %.1f on %ld processors.",
            results->load, results->processors);
    if (results->has_bars)
        fprintf(out, " By cpu, %d of the %d bars in seconds are met.", met, bars);
    fputc('\n', out);
}

void read_report_table(const read_results* results, FILE* out)
{
    fprintf(out, "%" PRIu64 " triangles, %d reads of each file, load %.2f before the first\n\n",
            results->triangles, results->runs, results->load);
    fprintf(out, "%-21s %6s %7s %7s %7s %7s %6s %6s %8s %6s%s\n", "file", "MB", "seconds", "min",
            "max", "cpu", "MB/s", "Mtri/s", "peak MB", "models",
            results->has_bars ? "   seconds       models" : "");
    for (size_t i = 0; i < results->row_count; i++)
        table_row(&results->rows[i], results->has_bars, out);
    table_busy(results, out);
}

static void json_row(json* j, const read_row* row, bool has_bars)
{
    json_object(j, false);
    json_put_string(j, "file", row->kind->name);
    const struct {
        const char* name;
        uint64_t value;
    } counts[] = {{"bytes", row->bytes}, {"peak_bytes", row->peak}, {"model_bytes", row->model}};
    for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++) {
        json_put_count(j, counts[k].name, counts[k].value);
    }
    const struct {
        const char* name;
        double value;
    } times[] = {
        {"median", row->median}, {"min", row->least}, {"max", row->most}, {"cpu", row->processor}};
    for (size_t k = 0; k < sizeof times / sizeof times[0]; k++) {
        json_put_seconds(j, times[k].name, times[k].value);
    }
    if (has_bars && row->bar > 0) {
        json_put_number(j, "bar", row->bar);
        json_put_bool(j, "fast", row->fast);
    }
    if (has_bars) {
        json_put_bool(j, "small", row->small);
    }
    json_close(j);
}

void read_report_json(const read_results* results, FILE* out)
{
    json j = {.out = out};
    json_object(&j, true);
    json_put_count(&j, "triangles", results->triangles);
    json_put_count(&j, "runs", (uint64_t)results->runs);
    json_put_count(&j, "processors", (uint64_t)results->processors);
    json_put_number(&j, "load", results->load);
    json_key(&j, "files");
    json_array(&j, true);
    for (size_t i = 0; i < results->row_count; i++)
        json_row(&j, &results->rows[i], results->has_bars);
    json_close(&j);
    json_close(&j);
}

void read_report_csv(const read_results* results, FILE* out)
{
    fputs("file,bytes,triangles,runs,median,min,max,cpu,peak_bytes,model_bytes,load\r\n", out);
    for (size_t i = 0; i < results->row_count; i++) {
        const read_row* row = &results->rows[i];
        fprintf(out,
                "\"%s\",%" PRIu64 ",%" PRIu64 ",%d,%.6f,%.6f,%.6f,%.6f,%" PRIu64 ",%" PRIu64
                ",%.2f\r\n",
                row->kind->name, row->bytes, row->triangles, results->runs, row->median, row->least,
                row->most, row->processor, row->peak, row->model, results->load);
    }
}
