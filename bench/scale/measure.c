// measure.c - see measure.h. Each number is of a process of its own, so that its peak of memory is its own, too.
#include "scale/measure.h"

#include "scale/take.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
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

// Begin a program. Returns its process; -1: it could not be begun.
static pid_t begin(const char* program, const char* const* arguments)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child != 0) return child;
    execv(program, (char* const*)(uintptr_t)arguments);
    fprintf(stderr, "abut-bench: %s: %s\n", program, strerror(errno));
    _exit(127);
}

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
    const scale_spent before = spent_now();
    const pid_t child = begin(program, arguments);
    const int status = child < 0 ? -1 : wait_for(child);
    if (out) *out = spent_since(before);
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
static const char** line_of(const scale_job* job, const char* to)
{
    const char** line = malloc((job->argument_count + 6) * sizeof *line);
    size_t n = 0;
    if (!line) return NULL;
    line[n++] = job->program;
    for (size_t i = 0; i < job->argument_count; i++)
        line[n++] = job->arguments[i];
    line[n++] = "--threads=1";
    line[n++] = "-o";
    line[n++] = to;
    line[n] = NULL;
    return line;
}

int scale_measure_whole(scale_job* job)
{
    char whole[PATH_MOST];
    path_of(job, whole, "whole");
    const char** line = line_of(job, whole);
    scale_spent spent = {0};
    const int status =
        line ? scale_program(job->program, line, 1, &spent) : bench_fail("no memory");
    free(line);
    job->whole = spent.processor;
    return status;
}

static double size_of_file(const char* path)
{
    struct stat about;
    return stat(path, &about) == 0 ? (double)about.st_size : 0;
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
    char whole[PATH_MOST], merged[PATH_MOST];
    path_of(job, whole, "whole");
    path_of(job, merged, "merged");
    char(*paths)[PATH_MOST] = malloc(cells * sizeof *paths);
    const char** line = malloc((cells + 5) * sizeof *line);
    int status = paths && line ? BENCH_OK : bench_fail("no memory");
    if (status == BENCH_OK) {
        const char* first[] = {job->program, "merge", "-o", merged};
        memcpy(line, first, sizeof first);
        for (size_t i = 0; i < cells; i++) {
            path_of_part(job, paths[i], i);
            line[4 + i] = paths[i];
        }
        line[4 + cells] = NULL;
        status = scale_program(job->program, line, 1, out);
        if (status == BENCH_OK && !are_same(whole, merged))
            status = bench_fail("%zu cells, merged, are not what one run writes", cells);
        for (size_t i = 0; i < cells; i++)
            unlink(paths[i]);
        unlink(merged);
    }
    free(paths);
    free(line);
    return status;
}

// ---------------------------------------------------------------------------------------- ranks

enum { RANK_ARGUMENTS = 6 };

// The command line of abut-scale-rank, to be freed. counters: NULL where it is to measure.
static const char** rank_line(const scale_job* job, char numbers[3][32], const char* file)
{
    const char** line = malloc((job->argument_count + RANK_ARGUMENTS + 1) * sizeof *line);
    const char* first[RANK_ARGUMENTS] = {job->rank,  job->folder, file,
                                         numbers[0], numbers[1],  numbers[2]};
    if (!line) return NULL;
    memcpy(line, first, sizeof first);
    memcpy(line + RANK_ARGUMENTS, job->arguments, job->argument_count * sizeof *line);
    line[RANK_ARGUMENTS + job->argument_count] = NULL;
    return line;
}

int scale_measure_cells(const scale_job* job, size_t cells, scale_table* out)
{
    char path[PATH_MOST], numbers[3][32] = {"", "0", "0"};
    scale_spent merging;
    path_of(job, path, "times");
    snprintf(numbers[0], sizeof numbers[0], "%zu", cells);
    const char** line = rank_line(job, numbers, path);
    int status = line ? scale_program(job->rank, line, 0, NULL) : bench_fail("no memory");
    free(line);
    if (status == BENCH_OK) status = scale_table_read(out, path);
    unlink(path);
    if (status == BENCH_OK) status = merge(job, cells, &merging);
    if (status != BENCH_OK) return status;
    scale_times* t = &out->runs[out->count - 1];
    t->whole = job->whole;
    t->merge = merging.processor;
    path_of(job, path, "whole");
    t->output = size_of_file(path);
    return BENCH_OK;
}

int scale_measure_ranks(const scale_job* job, size_t cells, size_t ranks, scale_spent* out)
{
    char path[PATH_MOST];
    pid_t children[PROCESSES_MOST];
    if (ranks > PROCESSES_MOST) return bench_fail("at most %d processes", (int)PROCESSES_MOST);
    path_of(job, path, "counters");
    if (scale_take_make(path, ranks, cells) != BENCH_OK) return BENCH_ERROR;
    const scale_spent before = spent_now();
    int status = BENCH_OK;
    for (size_t r = 0; r < ranks; r++) {
        char numbers[3][32];
        snprintf(numbers[0], sizeof numbers[0], "%zu", cells);
        snprintf(numbers[1], sizeof numbers[1], "%zu", ranks);
        snprintf(numbers[2], sizeof numbers[2], "%zu", r);
        const char** line = rank_line(job, numbers, path);
        children[r] = line ? begin(job->rank, line) : -1;
        free(line);
    }
    double longest = 0;
    for (size_t r = 0; r < ranks; r++) {
        const double others = processor_of_children();
        if (children[r] < 0 || wait_for(children[r]) != 0)
            status = bench_fail("%zu ranks: rank %zu has failed", ranks, r);
        const double own = processor_of_children() - others;
        if (own > longest) longest = own;
    }
    unlink(path);
    scale_spent merging = {0};
    if (status == BENCH_OK) status = merge(job, cells, &merging);
    *out = spent_since(before);
    out->longest = longest + merging.processor;
    return status;
}
