// read.c - the verb "read": how fast, and in how much memory, files of every format are read.
#define _DEFAULT_SOURCE  // getloadavg
#include "read/read.h"

#include "common/options.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_KINDS = 16, MOST_RUNS = 1000 };

typedef struct request {
    uint64_t triangles;
    int runs;
    bool json, csv, has_bars;
    const char* out;
} request;

static volatile sig_atomic_t stopped;

static void stop(int signal)
{
    (void)signal;
    stopped = 1;
}

// ---------------------------------------------------------------------------------------- measuring

static int compare_seconds(const void* a, const void* b)
{
    const double x = *(const double*)a, y = *(const double*)b;
    return (x > y) - (x < y);
}

// Sort, and return the median.
static double sorted_median(double* values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare_seconds);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

// Read the whole file once, so that it is in memory, and find its size.
static int warm(const char* path, uint64_t* bytes)
{
    static char buffer[1 << 16];
    const int file = open(path, O_RDONLY);
    if (file < 0) return bench_fail("%s: %s", path, strerror(errno));
    ssize_t got;
    for (*bytes = 0; (got = read(file, buffer, sizeof buffer)) > 0; *bytes += (uint64_t)got)
        ;
    close(file);
    return got < 0 ? bench_fail("%s: cannot be read", path) : BENCH_OK;
}

static int measure_kind(const read_file_kind* kind, const char* path, const request* r,
                        read_row* row)
{
    double seconds[MOST_RUNS], processor[MOST_RUNS];
    *row = (read_row){.kind = kind};
    int status = warm(path, &row->bytes);
    for (int i = 0; i < r->runs && status == BENCH_OK; i++) {
        read_once once = {0};
        status = stopped ? bench_fail("stopped") : read_in_child(path, kind->format, &once);
        if (status != BENCH_OK) break;
        seconds[i] = once.seconds;
        processor[i] = once.processor;
        row->peak = once.peak > row->peak ? once.peak : row->peak;
        row->model = once.model;
        row->triangles = once.triangles;
    }
    if (status != BENCH_OK) return status;
    row->processor = sorted_median(processor, r->runs);
    row->median = sorted_median(seconds, r->runs);
    row->least = seconds[0];
    row->most = seconds[r->runs - 1];
    row->bar = kind->bar * (double)row->triangles / 1e6;
    row->fast = row->bar == 0.0 || row->median < row->bar;
    row->small = (double)row->peak < READ_MEMORY_BAR * (double)row->model;
    return BENCH_OK;
}

// The scene and its writers use memory of their own: a child keeps it away from this process.
static int make_files(const char* folder, uint64_t triangles)
{
    const pid_t child = fork();
    if (child < 0) return bench_fail("no process: %s", strerror(errno));
    if (child == 0) _exit(read_files_make(folder, triangles));
    int status = -1;
    waitpid(child, &status, 0);
    if (stopped) return bench_fail("stopped");
    return status == 0 ? BENCH_OK : bench_fail("the files could not be made");
}

static int measure_all(const char* folder, const request* r, read_row* rows)
{
    size_t count;
    const read_file_kind* kinds = read_file_kinds(&count);
    int status = make_files(folder, r->triangles);
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        char* path = read_file_path(folder, &kinds[i]);
        status = measure_kind(&kinds[i], path, r, &rows[i]);
        free(path);
        if (status == BENCH_OK && rows[i].triangles != rows[0].triangles)
            status = bench_fail("%s has other triangles than %s", kinds[i].name, kinds[0].name);
    }
    for (size_t i = 0; i < count; i++) {
        char* path = read_file_path(folder, &kinds[i]);
        unlink(path);
        free(path);
    }
    return status;
}

// ------------------------------------------------------------------------------------------ options

static int take_quick(void* to, const bench_option* option, const char* value)
{
    request* r = to;
    (void)option;
    (void)value;
    r->triangles = 100000;
    r->has_bars = false;
    return BENCH_OK;
}

static const bench_option option_rows[] = {
    BENCH_MODE("--quick", take_quick),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_FLAG("--csv", offsetof(request, csv)),
    BENCH_NO_FLAG("--no-bars", offsetof(request, has_bars)),
    BENCH_NUMBER("--triangles", bench_count, offsetof(request, triangles), 100, 20000000),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, MOST_RUNS),
    BENCH_VALUE("-o", bench_text, offsetof(request, out)),
};

static int take_options(request* r, int count, char** arguments)
{
    const int status = BENCH_READ_OPTIONS(r, option_rows, count, arguments);
    if (status != BENCH_OK) return status;
    return r->json && r->csv ? bench_fail("--json and --csv exclude each other") : BENCH_OK;
}

// ------------------------------------------------------------------------------------------ the verb

static int report(const request* r, const read_results* results)
{
    FILE* out = r->out ? fopen(r->out, "w") : stdout;
    if (!out) return bench_fail("%s: %s", r->out, strerror(errno));
    if (r->json)
        read_report_json(results, out);
    else if (r->csv)
        read_report_csv(results, out);
    else
        read_report_table(results, out);
    const int failed = ferror(out);
    if (r->out && (fclose(out) || failed)) return bench_fail("%s: cannot be written", r->out);
    if (!results->has_bars) return BENCH_OK;
    for (size_t i = 0; i < results->row_count; i++)
        if (!results->rows[i].fast || !results->rows[i].small) return BENCH_SLOW;
    return BENCH_OK;
}

static int run(int count, char** arguments)
{
    request r = {.triangles = 1000000, .runs = 5, .has_bars = true};
    int status = take_options(&r, count, arguments);
    if (status != BENCH_OK) return status;
#ifndef __OPTIMIZE__
    fputs("abut-bench: built without optimisation: the numbers say little\n", stderr);
#endif
    double load = 0;
    if (getloadavg(&load, 1) != 1) load = 0;
    sigaction(SIGINT, &(struct sigaction){.sa_handler = stop}, NULL);
    sigaction(SIGTERM, &(struct sigaction){.sa_handler = stop}, NULL);

    char folder[4096];
    const char* base = getenv("TMPDIR");
    const int length =
        snprintf(folder, sizeof folder, "%s/abut-bench-XXXXXX", base && *base ? base : "/tmp");
    if (length < 0 || (size_t)length >= sizeof folder || !mkdtemp(folder))
        return bench_fail("no temporary folder: %s", strerror(errno));
    read_row rows[MOST_KINDS];
    read_results results = {.runs = r.runs,
                            .processors = sysconf(_SC_NPROCESSORS_ONLN),
                            .load = load,
                            .has_bars = r.has_bars,
                            .rows = rows};
    read_file_kinds(&results.row_count);
    status = measure_all(folder, &r, rows);
    rmdir(folder);
    if (status != BENCH_OK) return status;
    results.triangles = rows[0].triangles;
    return report(&r, &results);
}

const bench_verb bench_read = {
    "read", "how fast, and in how much memory, files of every format are read",
    "usage: abut-bench read [options]\n\n"
    "A torus is written to a temporary folder (TMPDIR, or /tmp) in every format, and each file "
    "read\n"
    "several times from memory, each time in a new process.\n\n"
    "  --triangles N  of the torus, about (1000000)\n"
    "  --quick        100000 triangles, too few for the bars\n"
    "  --runs N       reads of each file (5)\n"
    "  --no-bars      only measure: do not compare with the bars\n"
    "  --json, --csv  instead of the table\n"
    "  -o FILE        where to write it, instead of standard output\n\n"
    "\"cpu\" is the median of the processor's seconds: on a busy machine it tells more than the "
    "clock.\n"
    "The bars are in seconds for a million triangles, and in multiples of the model's bytes.\n",
    run};
