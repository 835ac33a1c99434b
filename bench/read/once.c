// once.c - one read, timed in a process of its own. The peak is the kernel's count of resident
// memory: what the allocator rounds up and large pages take counts as well.
#include "bench.h"
#include "read/read.h"

#include <errno.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_of(struct timeval t)
{
    return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static double processor_now(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
}

static uint64_t peak_now(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (uint64_t)usage.ru_maxrss * 1024;
}

static void measure(const char* path, mesh_format format, read_once* out)
{
    mesh m = {0};
    mesh_error error = {.text = ""};
    const uint64_t before = peak_now();
    const double start = now(), processor = processor_now();
    out->status = mesh_read_file(&m, path, &(mesh_read_options){.format = format}, &error);
    out->seconds = now() - start;
    out->processor = processor_now() - processor;
    out->peak = peak_now() - before;
    out->triangles = m.triangle_count;
    out->model = m.vertex_count * 3 * sizeof *m.vertices +
                 m.triangle_count * ((m.faces ? 4 : 3) * sizeof *m.triangles);
    memcpy(out->text, error.text, sizeof out->text);
    mesh_free(&m);
}

int read_in_child(const char* path, mesh_format format, read_once* out)
{
    int ends[2];
    if (pipe(ends) != 0) return bench_fail("no pipe: %s", strerror(errno));
    const pid_t child = fork();
    if (child < 0) return bench_fail("no process: %s", strerror(errno));
    if (child == 0) {
        memset(out, 0, sizeof *out);
        measure(path, format, out);
        const ssize_t written = write(ends[1], out, sizeof *out);
        _exit(written == (ssize_t)sizeof *out ? 0 : 1);
    }
    close(ends[1]);
    const ssize_t size = read(ends[0], out, sizeof *out);
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (size != (ssize_t)sizeof *out || status != 0)
        return bench_fail("%s: the process that reads it ended early", path);
    if (out->status != MESH_OK) return bench_fail("%s: %s", path, out->text);
    return BENCH_OK;
}
