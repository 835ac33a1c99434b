// counted.c - "abut-bench peers --count": what abut's queries do, without a clock: tests, instructions (by callgrind) and lines of
// memory touched (by a build of the library that calls a function at each load). So progress is seen on a busy machine, too.
#include "bench.h"
#include "common/options.h"
#include "peers/peers.h"

#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Tests of volumes and triangles in the queries of a row: callgrind takes fifty times as long as the processor.
#define TESTS_MOST  4000000
#define TESTS_QUICK 1000000

enum { COUNTERS = 4, NUMBER_MOST = 24 };

typedef struct row {
    const char* scene;
    peer_mode mode;
    size_t* used;  // in the order in which they were chosen
    size_t used_count, queries;
    double counters[COUNTERS];   // volumes, triangles, updates, exact: of all used queries
    size_t found;                // used queries with contact; for all contacts, pairs
    double instructions, lines;  // likewise; below 0: not counted
} row;

typedef struct counting {
    const peer_count_request* r;
    FILE* out;
    char folder[PEER_PATH_ROOM];
    char work[PEER_PATH_ROOM], touched[PEER_PATH_ROOM];  // programs; "": not there
    bool has_valgrind;
} counting;

// ------------------------------------------------------------------------------------- other programs

// Runs a program, whose output goes into a file; NULL: nowhere. Returns whether it succeeded.
static bool run_program(char** arguments, const char* output)
{
    extern char** environ;
    posix_spawn_file_actions_t files;
    pid_t process;
    int how = -1;
    if (posix_spawn_file_actions_init(&files) != 0) return false;
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, output ? output : "/dev/null",
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int failed = posix_spawnp(&process, arguments[0], &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    if (failed) return false;
    while (waitpid(process, &how, 0) < 0)
        ;
    return how == 0;
}

static void find_programs(counting* c)
{
    char valgrind[] = "valgrind", version[] = "--version";
    char* arguments[] = {valgrind, version, NULL};
    c->has_valgrind = run_program(arguments, NULL);
    if (!peer_program_path("abut-peer-work", c->work, sizeof c->work)) c->work[0] = '\0';
    if (!peer_program_path("abut-peer-touched", c->touched, sizeof c->touched))
        c->touched[0] = '\0';
    if (!c->has_valgrind || !c->work[0])
        fprintf(stderr, "abut-bench: SKIPPED: instructions: there is no %s\n",
                c->work[0] ? "valgrind" : "abut-peer-work");
    if (!c->touched[0])
        fprintf(stderr, "abut-bench: SKIPPED: lines: there is no abut-peer-touched "
                        "(tools/build release peers)\n");
}

// The arguments of both programs (work.c), behind those that are there. free frees them.
typedef struct words {
    char** list;
    size_t count, room;
} words;

static void add_word(words* w, const char* text)
{
    w->list = peer_run_grow(w->list, w->count + 1, &w->room, sizeof *w->list);
    w->list[w->count] = strdup(text);
    if (!w->list[w->count++]) exit(bench_fail("out of memory"));
    w->list[w->count] = NULL;
}

static void add_work(words* w, const counting* c, const row rows[PEER_MODES])
{
    add_word(w, rows[0].scene);
    add_word(w, c->r->setup.is_quick ? "quick" : "full");
    add_word(w, c->r->setup.is_tuning ? "tuning" : "report");
    for (peer_mode mode = 0; mode < PEER_MODES; mode++) {
        if (!rows[mode].used_count) continue;
        add_word(w, peer_mode_name(mode));
        for (size_t i = 0; i < rows[mode].used_count; i++) {
            char number[NUMBER_MOST];
            snprintf(number, sizeof number, "%zu", rows[mode].used[i]);
            add_word(w, number);
        }
    }
}

static void free_words(words* w)
{
    for (size_t i = 0; i < w->count; i++)
        free(w->list[i]);
    free(w->list);
}

// ----------------------------------------------------------------------------- instructions and lines

// The number behind a word that begins a line of a file, below 0 if there is none.
static double number_in(const char* path, const char* word)
{
    char line[512];
    double out = -1;
    FILE* in = fopen(path, "r");
    while (in && out < 0 && fgets(line, sizeof line, in))
        if (strncmp(line, word, strlen(word)) == 0) out = strtod(line + strlen(word), NULL);
    if (in) fclose(in);
    return out;
}

// callgrind writes a file after each call of ask_counted, which is one for each mode; and one at the end.
static void count_instructions(const counting* c, row rows[PEER_MODES])
{
    char path[PEER_PATH_ROOM + 64];
    words w = {NULL};
    if (!c->has_valgrind || !c->work[0]) return;
    for (size_t i = 0; i < 5; i++) {
        static const char* const options[] = {"valgrind", "-q", "--tool=callgrind",
                                              "--toggle-collect=ask_counted",
                                              "--dump-after=ask_counted"};
        add_word(&w, options[i]);
    }
    snprintf(path, sizeof path, "--callgrind-out-file=%s/counts", c->folder);
    add_word(&w, path);
    add_word(&w, "--log-file=/dev/null");
    add_word(&w, c->work);
    add_work(&w, c, rows);
    const bool is_done = run_program(w.list, NULL);
    free_words(&w);
    int file = 0;
    for (peer_mode mode = 0; mode < PEER_MODES; mode++) {
        if (!rows[mode].used_count) continue;
        snprintf(path, sizeof path, "%s/counts.%d", c->folder, ++file);
        if (is_done) rows[mode].instructions = number_in(path, "totals: ");
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/counts", c->folder);
    unlink(path);
}

static void count_lines(const counting* c, row rows[PEER_MODES])
{
    char path[PEER_PATH_ROOM + 64];
    words w = {NULL};
    if (!c->touched[0]) return;
    add_word(&w, c->touched);
    add_work(&w, c, rows);
    snprintf(path, sizeof path, "%s/lines", c->folder);
    if (run_program(w.list, path))
        for (peer_mode mode = 0; mode < PEER_MODES; mode++)
            if (rows[mode].used_count) rows[mode].lines = number_in(path, peer_mode_name(mode));
    unlink(path);
    free_words(&w);
}

// ------------------------------------------------------------------------------------------ the counters

// As many queries, spread over the scene, as the tests allow; at least one.
static side_status count_tests(const counting* c, side* ours, row* r)
{
    const double most = c->r->setup.is_quick ? TESTS_QUICK : TESTS_MOST;
    const size_t stride = peer_stride(r->queries);
    for (size_t query = 0; r->used_count < r->queries; query = (query + stride) % r->queries) {
        abut_hits hits;
        const peer_question question = r->mode == PEER_MODE_ALL ? PEER_ALL : PEER_FIRST;
        const side_status status = side_own_hits(ours, question, query, &hits);
        if (status != SIDE_OK) return status;
        r->used[r->used_count++] = query;
        r->counters[0] += (double)hits.volume_tests;
        r->counters[1] += (double)hits.triangle_tests;
        r->counters[2] += (double)hits.node_updates;
        r->counters[3] += (double)hits.exact_tests;
        r->found += hits.count;
        if (r->counters[0] + r->counters[1] > most) break;
    }
    return SIDE_OK;
}

static void report(const counting* c, const row* r)
{
    const double n = (double)r->used_count;
    if (c->r->csv) {
        fprintf(c->out, "%s,%s,%zu,%zu", r->scene, peer_mode_name(r->mode), r->used_count,
                r->queries);
        for (int i = 0; i < COUNTERS; i++)
            fprintf(c->out, ",%.6g", r->counters[i] / n);
        fprintf(c->out, ",%zu,", r->found);
        if (r->instructions >= 0) fprintf(c->out, "%.6g", r->instructions / n);
        fputc(',', c->out);
        if (r->lines >= 0) fprintf(c->out, "%.6g", r->lines / n);
        fputc('\n', c->out);
    } else {
        char instructions[NUMBER_MOST] = "-", lines[NUMBER_MOST] = "-";
        if (r->instructions >= 0)
            snprintf(instructions, sizeof instructions, "%.0f", r->instructions / n);
        if (r->lines >= 0) snprintf(lines, sizeof lines, "%.1f", r->lines / n);
        fprintf(c->out, "%-20s %-5s %7zu %8zu %11.1f %11.1f %9.1f %9.2f %8zu %12s %9s\n", r->scene,
                peer_mode_name(r->mode), r->used_count, r->queries, r->counters[0] / n,
                r->counters[1] / n, r->counters[2] / n, r->counters[3] / n, r->found, instructions,
                lines);
    }
    fflush(c->out);
}

static int count_scene(const counting* c, const peer_scene* scene)
{
    side ours;
    row rows[PEER_MODES];
    size_t* used = malloc((PEER_MODES * scene->query_count + 1) * sizeof *used);
    if (!used) return bench_fail("out of memory");
    side_status status = side_open_own(&ours, scene, ABUT_METHOD_AUTO);
    const bool is_open = status == SIDE_OK;
    for (peer_mode mode = 0; mode < PEER_MODES && status == SIDE_OK; mode++) {
        rows[mode] = (row){.scene = scene->name,
                           .mode = mode,
                           .queries = scene->query_count,
                           .used = used + mode * scene->query_count,
                           .instructions = -1,
                           .lines = -1};
        if (bench_is_wanted(c->r->modes, peer_mode_name(mode)))
            status = count_tests(c, &ours, &rows[mode]);
    }
    if (is_open) ours.calls->close(&ours);
    if (status == SIDE_OK) {
        count_instructions(c, rows);
        count_lines(c, rows);
        for (peer_mode mode = 0; mode < PEER_MODES; mode++)
            if (rows[mode].used_count) report(c, &rows[mode]);
    }
    free(used);
    return status == SIDE_OK ? BENCH_OK : bench_fail("%s: abut: %s", scene->name, ours.error);
}

static void report_head(const counting* c)
{
    if (c->r->csv) {
        fputs("scene,mode,queries,of_queries,volumes,triangles,updates,exact,found,instructions,"
              "lines\n",
              c->out);
        return;
    }
    fputs("Of abut, a query: tests of volumes and of triangles, volumes placed, pairs that needed "
          "integers; instructions (callgrind, the\nform for AVX2); lines of 64 bytes of the "
          "models' memory that are touched, each counted once (of a batch: once in all of it)\n\n",
          c->out);
    fprintf(c->out, "%-20s %-5s %7s %8s %11s %11s %9s %9s %8s %12s %9s\n", "scene", "mode",
            "queries", "of", "volumes", "triangles", "updates", "exact", "found", "instructions",
            "lines");
}

static int count_all(const counting* c)
{
    size_t count, made = 0;
    const peer_scene_kind* kinds = peer_scene_kinds(&count);
    int status = BENCH_OK;
    report_head(c);
    for (size_t i = 0; i < count && status == BENCH_OK && !peer_run_is_stopped(); i++) {
        peer_scene scene;
        if (!peer_scene_is_wanted(&kinds[i], c->r->scenes, &c->r->setup)) continue;
        const int result = peer_scene_make(&scene, &kinds[i], &c->r->setup);
        if (result < 0) status = BENCH_ERROR;
        if (result > 0) status = count_scene(c, &scene);
        made++;
        peer_scene_free(&scene);
    }
    if (peer_run_is_stopped()) return bench_fail("stopped");
    return made || status != BENCH_OK ? status : bench_fail("no scene has such a name");
}

int peer_count(const peer_count_request* r)
{
    peer_run run = {.setup = r->setup};
    counting c = {.r = r, .out = stdout};
    if (peer_run_begin(&run) != BENCH_OK) return BENCH_ERROR;
    snprintf(c.folder, sizeof c.folder, "%s", run.folder);
    if (r->out) c.out = fopen(r->out, "w");
    int status = c.out ? BENCH_OK : bench_fail("%s: cannot be written", r->out);
    if (status == BENCH_OK) {
        find_programs(&c);
        status = count_all(&c);
    }
    if (r->out && c.out && (ferror(c.out) | fclose(c.out)) && status == BENCH_OK)
        status = bench_fail("%s: cannot be written", r->out);
    peer_run_end(&run);
    return status;
}
