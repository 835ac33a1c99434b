// measure.c - see measure.h. What a rank does is what abut-mpi does: it lists all objects, cuts them, and for each cell that it has asks, writes a
// part, and forgets. Each number is of a process of its own, so that its peak of memory is its own, too.
#include "scale/measure.h"

#include "clash/cells.h"
#include "models/threads.h"
#include "scale/part.h"
#include "scale/take.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_MOST = 640, PROCESSES_MOST = 64 };

static double clock_of(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double processor(void)
{
    return clock_of(CLOCK_PROCESS_CPUTIME_ID);
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

// Of all processes that ended and were waited for.
static double processor_of_children(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return seconds_of(u.ru_utime) + seconds_of(u.ru_stime);
}

static scale_spent spent_now(void)
{
    return (scale_spent){processor_of_children(), clock_of(CLOCK_MONOTONIC)};
}

static scale_spent spent_since(scale_spent begin)
{
    const scale_spent now = spent_now();
    return (scale_spent){now.processor - begin.processor, now.clock - begin.clock};
}

// ------------------------------------------------------------------------------------- programs

// Returns the exit status; -1: it did not exit by itself.
static int wait_for(pid_t child)
{
    int status;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int scale_program(const char* program, const char* const* arguments, int fine, scale_spent* out)
{
    union {
        const char* const* given;
        char* const* taken;
    } a = {.given = arguments};
    const scale_spent begin = spent_now();
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        execv(program, a.taken);
        fprintf(stderr, "abut-bench: %s: %s\n", program, strerror(errno));
        _exit(127);
    }
    const int status = child < 0 ? -1 : wait_for(child);
    if (out) *out = spent_since(begin);
    if (status >= 0 && status <= fine) return BENCH_OK;
    return bench_fail("%s %s: exit status %d", program, arguments[1], status);
}

static void path_of(const scale_job* job, char out[PATH_MOST], const char* name)
{
    snprintf(out, PATH_MOST, "%s/%s", job->folder, name);
}

static void path_of_part(const scale_job* job, char out[PATH_MOST], size_t cell)
{
    snprintf(out, PATH_MOST, "%s/part.%06zu", job->folder, cell);
}

// The job's arguments between some before and some behind, ended by NULL; to be freed.
static const char** line_of(const scale_job* job, const char* output)
{
    const char** line = malloc((job->argument_count + 6) * sizeof *line);
    size_t n = 0;
    if (!line) return NULL;
    line[n++] = job->program;
    for (size_t i = 0; i < job->argument_count; i++)
        line[n++] = job->arguments[i];
    line[n++] = "--threads=1";
    line[n++] = "-o";
    line[n++] = output;
    line[n] = NULL;
    return line;
}

int scale_measure_whole(scale_job* job)
{
    char output[PATH_MOST];
    path_of(job, output, "whole");
    const char** line = line_of(job, output);
    scale_spent spent = {0};
    const int status =
        line ? scale_program(job->program, line, 1, &spent) : bench_fail("no memory");
    free(line);
    job->whole = spent.processor;
    return status;
}

static bool are_same(const char* a, const char* b)
{
    FILE *x = fopen(a, "rb"), *y = fopen(b, "rb");
    bool same = x && y;
    while (same) {
        static char in[2][65536];
        const size_t n = fread(in[0], 1, sizeof in[0], x), m = fread(in[1], 1, sizeof in[1], y);
        same = n == m && memcmp(in[0], in[1], n) == 0;
        if (!n) break;
    }
    if (x) fclose(x);
    if (y) fclose(y);
    return same;
}

// Merge all parts, compare with the one run, and remove them.
static int merge(const scale_job* job, size_t cells, scale_spent* out)
{
    char whole[PATH_MOST], output[PATH_MOST];
    path_of(job, whole, "whole");
    path_of(job, output, "merged");
    char(*paths)[PATH_MOST] = malloc(cells * sizeof *paths);
    const char** line = malloc((cells + 5) * sizeof *line);
    int status = paths && line ? BENCH_OK : bench_fail("no memory");
    if (status == BENCH_OK) {
        const char* first[] = {job->program, "merge", "-o", output};
        memcpy(line, first, sizeof first);
        for (size_t i = 0; i < cells; i++) {
            path_of_part(job, paths[i], i);
            line[4 + i] = paths[i];
        }
        line[4 + cells] = NULL;
        status = scale_program(job->program, line, 1, out);
        if (status == BENCH_OK && !are_same(whole, output))
            status = bench_fail("%zu cells, merged, are not what one run writes", cells);
        for (size_t i = 0; i < cells; i++)
            unlink(paths[i]);
        unlink(output);
    }
    free(paths);
    free(line);
    return status;
}

// --------------------------------------------------------------------------------------- a rank

typedef struct worker {
    const scale_job* job;
    clash_options options;
    clash_result r;
    threads t;
    progress p;
    size_t cells;
} worker;

static bool worker_begin(worker* w, const scale_job* job, size_t cells)
{
    int status, count = 0;
    const char** line = line_of(job, "-");
    *w = (worker){.job = job, .cells = cells};
    if (!line) return false;
    while (line[count])
        count++;
    union {
        const char** given;
        char** taken;
    } a = {.given = line + 1};
    progress_open(&w->p, true);
    const bool fine = clash_options_parse(&w->options, count - 1, a.taken, &status) &&
                      threads_open(&w->t, 1, &w->p);
    w->r.options = &w->options;
    w->r.host = &w->t.host;
    return fine && clash_list(&w->r, &w->p) && clash_cells_plan(&w->r, cells);
}

// Ask about a cell. *asked: seconds without the part.
static bool worker_do(worker* w, size_t cell, double* asked)
{
    char path[PATH_MOST];
    const part_head head = {.verb = "clash",
                            .shard = {cell + 1, w->cells},
                            .arguments = w->job->arguments,
                            .argument_count = w->job->argument_count};
    const double begin = processor();
    path_of_part(w->job, path, cell);
    if (!clash_cells_ask(&w->r, cell, cell + 1, &w->p)) return false;
    *asked = processor() - begin;
    FILE* out = fopen(path, "wb");
    if (!out) return false;
    const bool wrote = clash_part_write(&w->r, &head, cell, cell + 1, out);
    clash_forget(&w->r);
    return !fclose(out) && wrote;
}

static double size_of_file(const char* path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (double)about.st_size : 0;
}

// What a rank reads before it knows the objects: all of the sets but their images.
static double bytes_of_list(const clash_result* r)
{
    double bytes = 0;
    for (size_t i = 0; i < r->source_count; i++) {
        const set_file* set = r->sources[i].set;
        bytes += size_of_file(r->sources[i].path);
        for (uint32_t k = 0; set && k < set->model_count; k++)
            bytes -= (double)set_model_size(set, k);
    }
    return bytes;
}

static bool measure(worker* w, scale_times* t)
{
    struct rusage u;
    for (size_t i = 0; i < w->cells; i++) {
        scale_cell* c = &t->cells[i];
        char path[PATH_MOST];
        path_of_part(w->job, path, i);
        const size_t bytes = clash_cells_bytes(&w->r, i);
        if (bytes == SIZE_MAX) return false;
        const double begin = processor();
        if (!worker_do(w, i, &c->ask)) return false;
        c->write = processor() - begin - c->ask;
        c->read = (double)bytes;
        c->written = size_of_file(path);
        t->opened += c->read;
    }
    getrusage(RUSAGE_SELF, &u);
    t->peak = (double)u.ru_maxrss * 1024;
    return true;
}

// The child: what it measures goes to a file. Returns its exit status.
static int measure_alone(const scale_job* job, size_t cells, const char* path)
{
    static worker w;
    scale_table table = {0};
    const double begin = processor();
    if (!worker_begin(&w, job, cells)) return BENCH_ERROR;
    const double list = processor() - begin;
    scale_times* t = scale_table_add(&table, cells);
    if (!t || !measure(&w, t)) return BENCH_ERROR;
    t->whole = job->whole;
    t->list = list;
    t->list_bytes = bytes_of_list(&w.r);
    t->objects = job->images;
    FILE* out = fopen(path, "w");
    if (!out) return bench_fail("%s: %s", path, strerror(errno));
    scale_table_write(&table, out);
    return fclose(out) ? bench_fail("%s: %s", path, strerror(errno)) : BENCH_OK;
}

int scale_measure_cells(const scale_job* job, size_t cells, scale_table* out)
{
    char path[PATH_MOST];
    scale_spent merging;
    path_of(job, path, "times");
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        const int status = measure_alone(job, cells, path);
        fflush(NULL);
        _exit(status);
    }
    if (child < 0 || wait_for(child) != BENCH_OK)
        return bench_fail("%zu cells: the process that asks has failed", cells);
    int status = scale_table_read(out, path);
    unlink(path);
    if (status == BENCH_OK) status = merge(job, cells, &merging);
    if (status == BENCH_OK) out->runs[out->count - 1].merge = merging.processor;
    return status;
}

// ---------------------------------------------------------------------------------- many of them

static int work(const scale_job* job, scale_take* take, size_t cells, size_t rank)
{
    static worker w;
    double asked;
    size_t cell;
    if (!worker_begin(&w, job, cells)) return BENCH_ERROR;
    while (scale_take_next(take, rank, &cell))
        if (!worker_do(&w, cell, &asked)) return BENCH_ERROR;
    return BENCH_OK;
}

int scale_measure_ranks(const scale_job* job, size_t cells, size_t ranks, scale_spent* out)
{
    char path[PATH_MOST];
    pid_t children[PROCESSES_MOST];
    if (ranks > PROCESSES_MOST) return bench_fail("at most %d processes", (int)PROCESSES_MOST);
    path_of(job, path, "counters");
    scale_take* take = scale_take_open(path, ranks, cells);
    if (!take) return BENCH_ERROR;
    const scale_spent begin = spent_now();
    int status = BENCH_OK;
    fflush(stdout);
    for (size_t r = 0; r < ranks; r++) {
        children[r] = fork();
        if (children[r] == 0) {
            const int done = work(job, take, cells, r);
            fflush(NULL);
            _exit(done);
        }
    }
    for (size_t r = 0; r < ranks; r++)
        if (children[r] < 0 || wait_for(children[r]) != BENCH_OK)
            status = bench_fail("%zu ranks: rank %zu has failed", ranks, r);
    scale_take_close(take);
    scale_spent merging;
    if (status == BENCH_OK) status = merge(job, cells, &merging);
    *out = spent_since(begin);
    return status;
}
