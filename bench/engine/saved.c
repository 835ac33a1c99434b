// saved.c - the verb "saved": a model built, against the same one saved and opened again with all checks on,
// its file in the system's cache. An opening begins with open() and ends when the model can be asked, so
// that the pages are brought in, too.
#define _POSIX_C_SOURCE 200809L
#include "common/options.h"
#include "methods/methods.h"
#include "output/json.h"
#include "scenes.h"

#include <abut/saved.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define OPEN_BAR  0.050  // seconds for a million triangles, in proportion for others
#define RATIO_BAR 10     // building / opening

enum { MOST_RUNS = 99 };

typedef struct request {
    abut_method method;
    uint64_t triangles;
    int runs;
    bool has_bars, json;
} request;

typedef struct figures {  // seconds: of the processor, and by the clock
    size_t triangles, bytes;
    double build, build_clock;
    double open, open_clock, open_least;  // medians, and the least of the processor
} figures;

static double clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

static double median(double* values, long count)
{
    qsort(values, (size_t)count, sizeof *values, compare_doubles);
    return values[count / 2];
}

static int build_model(const request* r, abut_model** out, figures* f)
{
    const uint32_t sides = (uint32_t)sqrt((double)r->triangles / 4);
    mesh m = {0};
    if (torus_make((uint32_t)r->triangles / 2 / sides, sides, 2, 0.75, &m) != SCENE_OK)
        return bench_fail("the torus cannot be made");
    const abut_soup soup = {.vertices = m.vertices,
                            .triangles = m.triangles,
                            .vertex_count = m.vertex_count,
                            .triangle_count = m.triangle_count};
    const abut_build options = {.method = r->method};
    f->triangles = m.triangle_count;
    const double clock = clock_seconds(), processor = processor_seconds();
    const abut_status status = abut_model_build(out, &soup, &options);
    f->build = processor_seconds() - processor;
    f->build_clock = clock_seconds() - clock;
    mesh_free(&m);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s", abut_status_text(status));
}

static abut_status write_bytes(void* user, const void* bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size ? ABUT_OK : ABUT_CANCELLED;
}

// Save a model to a file that has no name any more.
static FILE* save_model(const abut_model* model, size_t* size)
{
    FILE* file = tmpfile();
    if (!file) return NULL;
    if (abut_model_save(model, NULL, write_bytes, file) != ABUT_OK || fflush(file) ||
        fseek(file, 0, SEEK_END)) {
        fclose(file);
        return NULL;
    }
    *size = (size_t)ftell(file);
    return file;
}

// Map the file and open the model; whatever was mapped before is gone.
static abut_status open_once(int descriptor, size_t size, double* processor, double* clock)
{
    abut_model* model = NULL;
    const double clock_start = clock_seconds(), start = processor_seconds();
    void* bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes == MAP_FAILED) return ABUT_OUT_OF_MEMORY;
    const abut_status status = abut_model_open(&model, bytes, size, NULL);
    *processor = processor_seconds() - start;
    *clock = clock_seconds() - clock_start;
    abut_model_free(model);
    munmap(bytes, size);
    return status;
}

static int measure(const request* r, figures* f)
{
    double processor[MOST_RUNS], clock[MOST_RUNS];
    abut_model* model = NULL;
    int result = build_model(r, &model, f);
    if (result != BENCH_OK) return result;
    FILE* file = save_model(model, &f->bytes);
    abut_model_free(model);
    if (!file) return bench_fail("the model cannot be saved: %s", strerror(errno));
    abut_status status = open_once(fileno(file), f->bytes, &processor[0], &clock[0]);
    for (int i = 0; i < r->runs && status == ABUT_OK; i++)
        status = open_once(fileno(file), f->bytes, &processor[i], &clock[i]);
    fclose(file);
    if (status != ABUT_OK) return bench_fail("%s", abut_status_text(status));
    f->open = median(processor, r->runs);
    f->open_least = processor[0];
    f->open_clock = median(clock, r->runs);
    return BENCH_OK;
}

static void write_json(const request* r, const figures* f)
{
    const struct {
        const char* key;
        double value;
    } numbers[] = {
        {"build_seconds", f->build},
        {"build_clock_seconds", f->build_clock},
        {"open_seconds", f->open},
        {"open_least_seconds", f->open_least},
        {"open_clock_seconds", f->open_clock},
        {"times", f->build / f->open},
    };
    json j = {.out = stdout};
    json_object(&j, true);
    json_put_string(&j, "method", abut_method_name(r->method));
    json_put_count(&j, "triangles", f->triangles);
    json_put_count(&j, "bytes", f->bytes);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        json_put_number(&j, numbers[i].key, numbers[i].value);
    }
    json_close(&j);
}

static void write_text(const request* r, const figures* f)
{
    printf("%s, a torus of %zu triangles, saved in %zu bytes\n", abut_method_name(r->method),
           f->triangles, f->bytes);
    printf("built in  %8.1f ms of the processor (%.1f by the clock)\n", 1e3 * f->build,
           1e3 * f->build_clock);
    printf(
        "opened in %8.1f ms of the processor (%.1f by the clock, the least %.1f), median of %d\n",
        1e3 * f->open, 1e3 * f->open_clock, 1e3 * f->open_least, r->runs);
    printf("that is %.0f times as fast\n", f->build / f->open);
}

static int report(const request* r, const figures* f)
{
    const double bar = OPEN_BAR * (double)f->triangles / 1e6;
    const bool met = f->open < bar && f->build >= RATIO_BAR * f->open;
    if (r->json) {
        write_json(r, f);
    } else {
        write_text(r, f);
        if (r->has_bars)
            printf("bars: %.3g ms, %d times: %s\n", 1e3 * bar, RATIO_BAR, met ? "pass" : "FAIL");
    }
    return met || !r->has_bars ? BENCH_OK : BENCH_SLOW;
}

// ------------------------------------------------------------------------------------------ options

static int take_method(void* to, const bench_option* option, const char* value)
{
    abut_method* method = to;
    if (abut_method_from_name(value, method) == ABUT_OK && *method != ABUT_METHOD_AUTO)
        return BENCH_OK;
    return bench_fail("%s needs a method other than auto", option->name);
}

static const bench_option option_rows[] = {
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_NO_FLAG("--no-bars", offsetof(request, has_bars)),
    BENCH_NUMBER("--triangles", bench_count, offsetof(request, triangles), 100, 20000000),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, MOST_RUNS),
    BENCH_VALUE("--method", take_method, offsetof(request, method)),
};

static int run(int count, char** arguments)
{
    request r = {.method = ABUT_METHOD_OBB, .triangles = 1000000, .runs = 9, .has_bars = true};
    figures f = {.bytes = 0};
    int status = BENCH_READ_OPTIONS(&r, option_rows, count, arguments);
    if (status == BENCH_OK) status = measure(&r, &f);
    return status == BENCH_OK ? report(&r, &f) : status;
}

const bench_verb bench_saved = {
    .name = "saved",
    .summary = "a model built, and the same one saved and opened",
    .help = "  --triangles N   of the torus (default 1000000)\n"
            "  --method NAME   default obb\n"
            "  --runs N        openings, of which the median counts (default 9)\n"
            "  --no-bars       only measure\n"
            "  --json          one JSON object\n"
            "\n"
            "The bars, by the time of the processor: 50 ms for a million triangles, and ten times\n"
            "as fast as building.\n",
    .run = run,
};
