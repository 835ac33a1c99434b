// stream.c - the verb "batch": poses through "abut batch", from a file to a file, against the same questions asked by
// abut_collide_batch with everything in memory, poses made already. The file is in the system's cache. What the program takes
// to start and to open both models, which are saved ones, counts, too. Both are compared first: answers must be the same.
#define _POSIX_C_SOURCE 200809L
#include "common/options.h"
#include "common/temporary.h"
#include "output/json.h"
#include "peers/peers.h"
#include "scale/measure.h"
#include "scenes.h"

#include "abut/saved.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define BAR 0.9  // poses a second, of those of the loop

enum { SCENES = 2, THREADS = 2, NUMBERS = 7, BLOCK = 1 << 16 };

typedef struct request {
    size_t poses;
    int runs;
    bool json, has_bars;
} request;

// Seconds of the processor, and by the clock: of all runs the least.
typedef struct spent {
    double processor, clock;
} spent;

typedef struct scene {
    const char* name;
    uint32_t rings, sides;
    double reach;  // how far b goes
    size_t contacts;
    spent loop[THREADS], program[THREADS];
} scene;

typedef struct bench {
    const request* r;
    char folder[512], program[512];
    char model_path[600], poses_path[600], bits_path[600];
    double* poses;
    abut_model* model;
    abut_question* questions;
    unsigned char* bits;  // as the loop has them
} bench;

// ------------------------------------------------------------------------------------------- loop

static double seconds_of(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void keep_least(spent* least, double processor, double clock)
{
    if (processor < least->processor) least->processor = processor;
    if (clock < least->clock) least->clock = clock;
}

static abut_status ask_all(bench* b, abut_batch* batch)
{
    static const abut_ask any = {.limit = 1};
    const size_t count = b->r->poses;
    for (size_t first = 0; first < count; first += BLOCK) {
        const size_t end = count - first < BLOCK ? count : first + BLOCK;
        const abut_hits* hits;
        const abut_status status =
            abut_collide_batch(batch, b->questions + first, end - first, &any, &hits);
        if (status != ABUT_OK) return status;
        for (size_t i = first; i < end; i++)
            if (hits[i - first].count) b->bits[i / 8] |= (unsigned char)(1U << i % 8);
    }
    return ABUT_OK;
}

static int time_loop(bench* b, int threads, spent* least)
{
    abut_pool* pool = NULL;
    abut_batch* batch = NULL;
    abut_host host;
    memset(b->bits, 0, b->r->poses / 8 + 1);
    abut_status status = abut_pool_create(&pool, threads, NULL);
    if (status == ABUT_OK) status = abut_pool_host(pool, &host);
    if (status == ABUT_OK) status = abut_batch_create(&batch, &host);
    const double clock = seconds_of(CLOCK_MONOTONIC), own = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
    if (status == ABUT_OK) status = ask_all(b, batch);
    keep_least(least, seconds_of(CLOCK_PROCESS_CPUTIME_ID) - own,
               seconds_of(CLOCK_MONOTONIC) - clock);
    abut_batch_free(batch);
    abut_pool_free(pool);
    return status == ABUT_OK ? BENCH_OK : bench_fail("%s", abut_status_text(status));
}

// ---------------------------------------------------------------------------------------- program

static int compare_bits(const bench* b)
{
    const size_t size = (b->r->poses + 7) / 8;
    unsigned char* found = malloc(size + 1);
    FILE* in = fopen(b->bits_path, "rb");
    const size_t got = in && found ? fread(found, 1, size + 1, in) : 0;
    const bool same = got == size && memcmp(found, b->bits, size) == 0;
    if (in) fclose(in);
    free(found);
    return same ? BENCH_OK : bench_fail("abut batch and abut_collide_batch do not agree");
}

static int time_program(bench* b, int threads, spent* least)
{
    char number[16];
    snprintf(number, sizeof number, "%d", threads);
    const char* const line[] = {b->program,   "batch",       b->model_path, b->model_path,
                                "--poses",    b->poses_path, "--quiet",     "-o",
                                b->bits_path, "--threads",   number,        NULL};
    scale_spent took = {0};
    const int status = scale_program(b->program, line, 1, &took);
    if (status != BENCH_OK) return status;
    keep_least(least, took.processor, took.clock);
    return compare_bits(b);
}

// ------------------------------------------------------------------------------------------ scene

static uint64_t random_state;

// From -1 to 1: the same on every machine.
static double random_signed(void)
{
    random_state = random_state * 6364136223846793005U + 1442695040888963407U;
    return (double)(random_state >> 11) * 0x1p-52 - 1;
}

static int make_poses(bench* b, const scene* s)
{
    FILE* out = fopen(b->poses_path, "wb");
    random_state = 1;
    for (size_t i = 0; i < b->r->poses; i++) {
        double* at = b->poses + NUMBERS * i;
        for (int k = 0; k < NUMBERS; k++)
            at[k] = random_signed() * (k < 3 ? s->reach : 1);
        at[6] += at[6] < 0 ? -1 : 1;
        b->questions[i] = (abut_question){.a.model = b->model, .b.model = b->model};
        (void)abut_pose_from_quaternion(&b->questions[i].b.pose, at + 3);  // none is too short
        memcpy(b->questions[i].b.pose.translation, at, 3 * sizeof *at);
    }
    const bool fine =
        out && fwrite(b->poses, NUMBERS * sizeof(double), b->r->poses, out) == b->r->poses;
    if (out && fclose(out) == 0 && fine) return BENCH_OK;
    return bench_fail("%s: cannot write", b->poses_path);
}

static abut_status write_bytes(void* user, const void* bytes, size_t size)
{
    return fwrite(bytes, 1, size, user) == size ? ABUT_OK : ABUT_CANCELLED;
}

static bool save_model(const bench* b)
{
    FILE* out = fopen(b->model_path, "wb");
    const bool saved = out && abut_model_save(b->model, NULL, write_bytes, out) == ABUT_OK;
    return out && fclose(out) == 0 && saved;
}

static int run_scene(bench* b, scene* s)
{
    mesh m = {0};
    if (torus_make(s->rings, s->sides, 1, 0.3, &m) != SCENE_OK) return bench_fail("out of memory");
    const abut_soup soup = {.vertices = m.vertices,
                            .triangles = m.triangles,
                            .vertex_count = m.vertex_count,
                            .triangle_count = m.triangle_count};
    abut_status made = abut_model_build(&b->model, &soup, NULL);
    mesh_free(&m);
    const bool written = made == ABUT_OK && save_model(b);
    int status = written ? make_poses(b, s) : bench_fail("%s", b->model_path);
    for (int t = 0; t < THREADS; t++)
        s->loop[t] = s->program[t] = (spent){(double)INFINITY, (double)INFINITY};
    for (int turn = 0; turn < b->r->runs; turn++)
        for (int t = 0; t < THREADS; t++) {  // by turns
            if (status == BENCH_OK) status = time_loop(b, t + 1, &s->loop[t]);
            if (status == BENCH_OK) status = time_program(b, t + 1, &s->program[t]);
        }
    for (size_t i = 0; i < b->r->poses; i++)
        s->contacts += b->bits[i / 8] >> i % 8 & 1;
    abut_model_free(b->model);
    b->model = NULL;
    return status;
}

// ----------------------------------------------------------------------------------------- report

static double ratio(const scene* s, int t)
{
    return s->loop[t].processor / s->program[t].processor;
}

static void write_text(const request* r, const scene* scenes)
{
    printf("%zu poses; seconds of the processor (by the clock), the least of %d\n\n", r->poses,
           r->runs);
    printf("| scene | contacts | threads | loop in memory | abut batch | of its poses a second |\n"
           "| --- | --- | --- | --- | --- | --- |\n");
    for (const scene* s = scenes; s < scenes + SCENES; s++)
        for (int t = 0; t < THREADS; t++)
            printf("| %s | %zu | %d | %.3f (%.3f) | %.3f (%.3f) | %.2f |\n", s->name, s->contacts,
                   t + 1, s->loop[t].processor, s->loop[t].clock, s->program[t].processor,
                   s->program[t].clock, ratio(s, t));
}

static void put_spent(json* j, const char* key, const spent* s)
{
    json_key(j, key);
    json_object(j, false);
    json_put_number(j, "processor", s->processor);
    json_put_number(j, "clock", s->clock);
    json_close(j);
}

static void write_json(const request* r, const scene* scenes)
{
    json j = {.out = stdout};
    json_object(&j, true);
    json_put_count(&j, "poses", r->poses);
    json_key(&j, "scenes");
    json_array(&j, true);
    for (const scene* s = scenes; s < scenes + SCENES; s++)
        for (int t = 0; t < THREADS; t++) {
            json_object(&j, false);
            json_put_string(&j, "scene", s->name);
            json_put_count(&j, "contacts", s->contacts);
            json_put_count(&j, "threads", (uint64_t)t + 1);
            put_spent(&j, "loop", &s->loop[t]);
            put_spent(&j, "program", &s->program[t]);
            json_close(&j);
        }
    json_close(&j);
    json_close(&j);
    putchar('\n');
}

static int judge(const request* r, const scene* scenes)
{
    int status = BENCH_OK;
    for (const scene* s = scenes; r->has_bars && s < scenes + SCENES; s++)
        for (int t = 0; t < THREADS; t++)
            if (!(ratio(s, t) >= BAR)) {
                fprintf(stderr, "abut-bench: %s, %d threads: %.2f is below %.2f\n", s->name, t + 1,
                        ratio(s, t), BAR);
                status = BENCH_SLOW;
            }
    return status;
}

static int run_all(bench* b, scene* scenes)
{
    const size_t poses = b->r->poses;
    snprintf(b->model_path, sizeof b->model_path, "%s/torus.abut", b->folder);
    snprintf(b->poses_path, sizeof b->poses_path, "%s/poses.bin", b->folder);
    snprintf(b->bits_path, sizeof b->bits_path, "%s/poses.bits", b->folder);
    b->poses = malloc(poses * NUMBERS * sizeof *b->poses);
    b->questions = malloc(poses * sizeof *b->questions);
    b->bits = malloc(poses / 8 + 1);
    int status = b->poses && b->questions && b->bits ? BENCH_OK : bench_fail("out of memory");
    for (int i = 0; i < SCENES && status == BENCH_OK; i++)
        status = run_scene(b, &scenes[i]);
    unlink(b->model_path);
    unlink(b->poses_path);
    unlink(b->bits_path);
    rmdir(b->folder);
    free(b->poses);
    free(b->questions);
    free(b->bits);
    return status;
}

static const bench_option options[] = {
    BENCH_NUMBER("--poses", bench_size, offsetof(request, poses), 1, 1000000000),
    BENCH_NUMBER("--runs", bench_int, offsetof(request, runs), 1, 99),
    BENCH_FLAG("--json", offsetof(request, json)),
    BENCH_NO_FLAG("--no-bars", offsetof(request, has_bars)),
};

static int run(int count, char** arguments)
{
    request r = {.poses = 3000000, .runs = 5, .has_bars = true};
    scene scenes[SCENES] = {
        {.name = "torus, 4096 triangles, most in contact", .rings = 64, .sides = 32, .reach = 1.7},
        {.name = "torus, 50 176 triangles, most are far", .rings = 224, .sides = 112, .reach = 4}};
    int status = BENCH_READ_OPTIONS(&r, options, count, arguments);
    bench b = {.r = &r};
    if (status != BENCH_OK) return status;
    if (!peer_program_path("abut", b.program, sizeof b.program))
        return bench_fail("there is no abut beside this program");
    status = temporary_folder(b.folder, sizeof b.folder);
    if (status == BENCH_OK) status = run_all(&b, scenes);
    if (status != BENCH_OK) return status;
    if (r.json)
        write_json(&r, scenes);
    else
        write_text(&r, scenes);
    return judge(&r, scenes);
}

const bench_verb bench_batch = {
    .name = "batch",
    .summary = "poses as a stream through abut batch, against a loop in memory",
    .help = "  --poses N   random poses (3 000 000)\n"
            "  --runs N    runs of each, by turns; the least counts (5)\n"
            "  --json      for programs\n"
            "  --no-bars   only measure\n",
    .run = run,
};
