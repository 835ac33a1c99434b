// processors.c - see processors.h. A container is often given a part of the machine's processors by a control
// group only: more threads than that are stopped for most of each period. This is the only file of the
// library that reads files, a few lines of what the kernel says.
#define _GNU_SOURCE  // sched_getaffinity
#include "exec/processors.h"

#if defined __wasm__  // which has no processes

int processors_allowed(const char* root)
{
    (void)root;
    return 1;
}

long processors_process(void)
{
    return 0;
}

#else

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#if defined __linux__
#include <sched.h>
#elif defined _WIN32
#include <pthread.h>
#define O_CLOEXEC O_NOINHERIT  // there are no such files there
#endif

enum { TEXT_SIZE = 4096 };

// ---------------------------------------------------------------------------------------- affinity

static int processors_of_affinity(void)
{
#if defined __linux__
    cpu_set_t sets[16];  // 16384 processors
    memset(sets, 0, sizeof sets);
    if (sched_getaffinity(0, sizeof sets, sets) == 0) {
        const int count = CPU_COUNT_S(sizeof sets, sets);
        if (count > 0) return count;
    }
#endif
#if defined _WIN32
    const long online = pthread_num_processors_np();
#else
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return online < 1 ? 1 : online > 16384 ? 16384 : (int)online;
}

// ----------------------------------------------------------------------------------- control groups

typedef struct text {
    char bytes[TEXT_SIZE];
    size_t size;
} text;

static int append(text* t, const char* more, size_t size)
{
    if (size >= sizeof t->bytes - t->size) return 0;
    memcpy(t->bytes + t->size, more, size);
    t->size += size;
    t->bytes[t->size] = '\0';
    return 1;
}

// Read the beginning of a file, "" if there is none.
static void read_text(const char* path, text* out)
{
    out->size = 0;
    out->bytes[0] = '\0';
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    while (out->size < sizeof out->bytes - 1) {
        const ssize_t got = read(file, out->bytes + out->size, sizeof out->bytes - 1 - out->size);
        if (got <= 0) break;
        out->size += (size_t)got;
    }
    out->bytes[out->size] = '\0';
    close(file);
}

// Read digits; -1 if there are none, as in "max" and "-1".
static double number_at(const char** at)
{
    double value = -1;
    while (**at == ' ' || **at == '\t')
        ++*at;
    for (; **at >= '0' && **at <= '9'; ++*at)
        value = (value < 0 ? 0 : value * 10) + (**at - '0');
    return value;
}

// Join root, folder, the first size bytes of a group's path, and a name, and read that file.
static int read_of_group(const char* root, const char* folder, const char* path, size_t size,
                         const char* name, text* out)
{
    text joined = {.size = 0};
    if (!append(&joined, root, strlen(root)) || !append(&joined, folder, strlen(folder)) ||
        !append(&joined, path, size) || !append(&joined, name, strlen(name)))
        return 0;
    read_text(joined.bytes, out);
    return out->size > 0;
}

static void limit_to(double quota, double period, int* most)
{
    if (!(quota > 0) || !(period > 0)) return;
    const double processors = quota / period;
    const int whole = processors >= *most ? *most : (int)processors;
    *most = whole < 1 ? 1 : whole;
}

// Look at a group and all above it: the least of their limits holds.
static void limit_by_group(const char* root, const char* folder, const char* path, size_t size,
                           int* most)
{
    for (;;) {
        while (size && path[size - 1] == '/')
            size--;
        text first, second;
        if (read_of_group(root, folder, path, size, "/cpu.max", &first)) {
            const char* at = first.bytes;
            const double quota = number_at(&at);
            limit_to(quota, number_at(&at), most);
        }
        if (read_of_group(root, folder, path, size, "/cpu.cfs_quota_us", &first) &&
            read_of_group(root, folder, path, size, "/cpu.cfs_period_us", &second)) {
            const char *quota = first.bytes, *period = second.bytes;
            limit_to(number_at(&quota), number_at(&period), most);
        }
        if (!size) return;
        while (size && path[size - 1] != '/')
            size--;
    }
}

// Whether a list with commas names the processor's controller.
static int names_cpu(const char* list, size_t size)
{
    for (size_t i = 0; i < size;) {
        const char* comma = memchr(list + i, ',', size - i);
        const size_t length = comma ? (size_t)(comma - list) - i : size - i;
        if (length == 3 && memcmp(list + i, "cpu", 3) == 0) return 1;
        i += length + 1;
    }
    return 0;
}

// Lines "number:controllers:path"; the second version of control groups names no controllers.
static void limit_by_groups(const char* root, int* most)
{
    text groups;
    if (!read_of_group(root, "/proc/self", "", 0, "/cgroup", &groups)) return;
    for (const char *line = groups.bytes, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        const char* list = memchr(line, ':', (size_t)(end - line));
        if (!list) continue;
        list++;
        const char* path = memchr(list, ':', (size_t)(end - list));
        if (!path) continue;
        const size_t list_size = (size_t)(path - list);
        path++;
        const size_t size = (size_t)(end - path);
        if (list_size == 0) {
            limit_by_group(root, "/sys/fs/cgroup", path, size, most);
        } else if (names_cpu(list, list_size)) {
            limit_by_group(root, "/sys/fs/cgroup/cpu", path, size, most);
            limit_by_group(root, "/sys/fs/cgroup/cpu,cpuacct", path, size, most);
        }
    }
}

int processors_allowed(const char* root)
{
    int count = processors_of_affinity();
    limit_by_groups(root, &count);
    return count;
}

long processors_process(void)
{
    return (long)getpid();
}

#endif
