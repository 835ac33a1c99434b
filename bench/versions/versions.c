// versions.c - the verb "versions": two builds of the library on the same scenes, by turns in one process: what a change gives.
// Their answers are compared, and what they count.
#include "versions/versions.h"

#include "common/options.h"
#include "methods/methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SPAN 2e-4  // seconds of one timed round, of either

enum { ROUNDS_LEAST = 3, ROUNDS_MOST = 9999 };

typedef struct request {
    bench_names scenes, modes;
    peer_setup setup;
    double seconds;  // for a row
    int leaf_size;
    bool csv;
} request;

typedef struct work {
    const request* r;
    version of[VERSIONS];
    version_row* rows;
    size_t row_count, row_room;
} work;

const char* version_mode_name(version_mode mode)
{
    static const char* const names[VERSION_MODES] = {"first", "all", "batch", "coherent"};
    return names[mode];
}

// ----------------------------------------------------------------------------------------- one row

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

static double median(double* values, size_t count)
{
    qsort(values, count, sizeof *values, compare_doubles);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

static bool is_equal(const version_answers a[VERSIONS], size_t i, version_mode mode)
{
    if (mode != VERSION_ALL) return (a[0].counts[i] > 0) == (a[1].counts[i] > 0);
    return a[0].counts[i] == a[1].counts[i] &&
           memcmp(a[0].pairs[i], a[1].pairs[i], a[0].counts[i] * sizeof(abut_pair)) == 0;
}

static int compare(work* w, version_row* row)
{
    version_answers a[VERSIONS] = {{0}};
    int status = BENCH_OK;
    for (int k = 0; k < VERSIONS && status == BENCH_OK; k++)
        status = version_answer(&w->of[k], row->mode, &a[k]);
    for (size_t i = 0; i < row->queries && status == BENCH_OK; i++)
        row->differ += !is_equal(a, i, row->mode);
    for (int i = 0; i < VERSION_COUNTERS; i++)
        row->counters[i] =
            a[0].counters[i] ? (double)a[1].counters[i] / (double)a[0].counters[i] : 0;
    row->found = a[1].found;
    for (int k = 0; k < VERSIONS; k++)
        version_answers_free(&a[k], row->queries);
    return status;
}

static int time_one(version* v, version_mode mode, long repeats, double* seconds)
{
    int status = BENCH_OK;
    const double start = processor_seconds();
    for (long r = 0; r < repeats && status == BENCH_OK; r++)
        status = version_ask(v, mode);
    *seconds = (processor_seconds() - start) / (double)repeats;
    return status;
}

// A round asks both, and every other round the new one first.
static int measure(work* w, version_row* row, double* ratios)
{
    double once, spent = 0, least[VERSIONS] = {(double)INFINITY, (double)INFINITY};
    int status = time_one(&w->of[0], row->mode, 1, &once);
    const long repeats = once < LEAST_SPAN ? (long)(LEAST_SPAN / (once + 1e-8)) + 1 : 1;
    while (status == BENCH_OK && row->rounds < ROUNDS_MOST && !peer_run_is_stopped() &&
           (spent < w->r->seconds || row->rounds < ROUNDS_LEAST)) {
        double seconds[VERSIONS] = {0};
        for (int x = 0; x < VERSIONS && status == BENCH_OK; x++) {
            const size_t k = (row->rounds + (size_t)x) % VERSIONS;
            status = time_one(&w->of[k], row->mode, repeats, &seconds[k]);
            spent += seconds[k] * (double)repeats;
            least[k] = fmin(least[k], seconds[k]);
        }
        ratios[row->rounds++] = seconds[0] / seconds[1];
    }
    for (int k = 0; k < VERSIONS; k++)
        row->least_us[k] = 1e6 * least[k] / (double)row->queries;
    row->ratio = least[0] / least[1];
    if (row->rounds) row->median = median(ratios, row->rounds);
    return status;
}

// ------------------------------------------------------------------------------------------ the table

static void report_row(const version_row* row, bool csv)
{
    if (csv) {
        printf("%s,%s,%zu,%zu,%.6g,%.6g,%.5g,%.5g,%.6g,%.6g,%.6g,%.6g,%llu,%llu\n", row->scene,
               version_mode_name(row->mode), row->queries, row->rounds, row->least_us[0],
               row->least_us[1], row->ratio, row->median, row->counters[0], row->counters[1],
               row->counters[2], row->counters[3], (unsigned long long)row->found,
               (unsigned long long)row->differ);
    } else {
        printf("%-20s %-8s %7zu %6zu %11.3f %11.3f %7.3f %7.3f  %7.3f %7.3f %7.3f %7.3f  %5llu",
               row->scene, version_mode_name(row->mode), row->queries, row->rounds,
               row->least_us[0], row->least_us[1], row->ratio, row->median, row->counters[0],
               row->counters[1], row->counters[2], row->counters[3],
               (unsigned long long)row->found);
        if (row->differ) printf("  ANSWERS DIFFER: %llu", (unsigned long long)row->differ);
        putchar('\n');
    }
    fflush(stdout);
}

static void report_head(const work* w)
{
    if (w->r->csv) {
        puts("scene,mode,queries,rounds,old_us,new_us,ratio,median_ratio,volumes,triangles,updates,"
             "exact,found,differ");
        return;
    }
    for (int k = 0; k < VERSIONS; k++)
        printf("%s: %s, version %d\n", k ? "new" : "old", w->of[k].path, w->of[k].number());
    printf("\n%-20s %-8s %7s %6s %11s %11s %7s %7s  %7s %7s %7s %7s  %5s\n", "scene", "mode",
           "queries", "rounds", "old us", "new us", "ratio", "median", "volumes", "triang.",
           "updates", "exact", "found");
}

// Returns BENCH_SLOW where answers differ.
static int report_means(const work* w)
{
    uint64_t differ = 0;
    for (version_mode mode = 0; mode < VERSION_MODES; mode++) {
        double ratio = 0, middle = 0;
        size_t count = 0;
        for (size_t i = 0; i < w->row_count; i++) {
            const version_row* row = &w->rows[i];
            if (row->mode != mode) continue;
            ratio += log(row->ratio);
            middle += log(row->median);
            differ += row->differ;
            count++;
        }
        if (count && !w->r->csv)
            printf("mean of %-12zu %-8s %38s %7.3f %7.3f\n", count, version_mode_name(mode), "",
                   exp(ratio / (double)count), exp(middle / (double)count));
    }
    return differ ? BENCH_SLOW : BENCH_OK;
}

// ------------------------------------------------------------------------------------------ all of them

static int measure_modes(work* w, const peer_scene* scene)
{
    double* ratios = malloc(ROUNDS_MOST * sizeof *ratios);
    int status = ratios ? BENCH_OK : bench_fail("out of memory");
    for (version_mode mode = 0; mode < VERSION_MODES && status == BENCH_OK; mode++) {
        version_row row = {.scene = scene->name, .mode = mode, .queries = scene->query_count};
        if (!bench_is_wanted(&w->r->modes, version_mode_name(mode))) continue;
        status = compare(w, &row);
        if (status == BENCH_OK) status = measure(w, &row, ratios);
        if (status != BENCH_OK) break;
        w->rows = peer_run_grow(w->rows, w->row_count, &w->row_room, sizeof row);
        w->rows[w->row_count++] = row;
        report_row(&row, w->r->csv);
    }
    free(ratios);
    return status;
}

static int measure_scene(work* w, const peer_scene* scene)
{
    int status = BENCH_OK;
    for (int k = 0; k < VERSIONS && status == BENCH_OK; k++)
        status = version_load(&w->of[k], scene, w->r->leaf_size);
    if (status == BENCH_OK) status = measure_modes(w, scene);
    for (int k = 0; k < VERSIONS; k++)
        version_unload(&w->of[k]);
    return status;
}

static int measure_all(work* w)
{
    size_t count, made = 0;
    const peer_scene_kind* kinds = peer_scene_kinds(&count);
    int status = BENCH_OK;
    for (size_t i = 0; i < count && status == BENCH_OK; i++) {
        peer_scene scene;
        if (!peer_scene_is_wanted(&kinds[i], &w->r->scenes, &w->r->setup)) continue;
        const int result = peer_scene_make(&scene, &kinds[i], &w->r->setup);
        if (result < 0) status = BENCH_ERROR;
        if (result > 0) status = measure_scene(w, &scene);
        made++;
        peer_scene_free(&scene);
    }
    return made || status != BENCH_OK ? status : bench_fail("no scene has such a name");
}

// ----------------------------------------------------------------------------------------- options

static int take_mode(void* to, const bench_option* option, const char* value)
{
    for (version_mode mode = 0; mode < VERSION_MODES; mode++)
        if (strcmp(version_mode_name(mode), value) == 0) return bench_name(to, option, value);
    return bench_fail("there is no mode %s", value);
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--quick", offsetof(request, setup.is_quick)),
    BENCH_FLAG("--tuning", offsetof(request, setup.is_tuning)),
    BENCH_FLAG("--csv", offsetof(request, csv)),
    BENCH_VALUE("--only", bench_name, offsetof(request, scenes)),
    BENCH_VALUE("--mode", take_mode, offsetof(request, modes)),
    BENCH_VALUE("--seconds", bench_seconds, offsetof(request, seconds)),
    BENCH_NUMBER("--leaf-size", bench_int, offsetof(request, leaf_size), 1, 4),
};

// arguments: the verb, OLD, NEW, options.
static int run(int count, char** arguments)
{
    request r = {.seconds = 1};
    work w = {.r = &r};
    if (count <= VERSIONS || arguments[1][0] == '-' || arguments[2][0] == '-')
        return bench_fail("versions needs two builds of the library: OLD.so NEW.so");
    int status = BENCH_READ_OPTIONS(&r, option_rows, count - VERSIONS, arguments + VERSIONS);
    for (int k = 0; k < VERSIONS && status == BENCH_OK; k++)
        status = version_open(&w.of[k], arguments[1 + k]);
    if (status == BENCH_OK) {
        report_head(&w);
        status = measure_all(&w);
    }
    if (status == BENCH_OK) status = report_means(&w);
    for (int k = 0; k < VERSIONS; k++)
        version_close(&w.of[k]);
    free(w.rows);
    return status;
}

const bench_verb bench_versions = {
    .name = "versions",
    .summary = "two builds of the library on the same scenes: time, work, answers compared",
    .help =
        "abut-bench versions OLD.so NEW.so [options]\n"
        "\n"
        "  --mode NAME     only this mode, may be repeated: first, all, batch (first contacts of\n"
        "                  all queries by one call), coherent (first contacts in turn)\n"
        "  --only TEXT     scenes whose name contains TEXT, may be repeated\n"
        "  --quick         fewer scenes and queries\n"
        "  --seconds S     of the processor for a row (1)\n"
        "  --leaf-size N   of both builds of a model\n"
        "  --tuning        other seeds and sizes\n"
        "  --csv           instead of the table\n"
        "\n"
        "The scenes are those of \"peers\", each whole. Both builds are loaded into this process "
        "and\n"
        "asked by turns. us: the least time of a round, by its queries. ratio: old / new of "
        "these,\n"
        "above 1 is faster; median: of the same ratio in each round. volumes, triang., updates,\n"
        "exact: what the new one counts, by what the old one did. Both need the public structures\n"
        "that this program was compiled with. Exit status: 1 if answers differ.\n",
    .run = run,
};
