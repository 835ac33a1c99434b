// memory_limit.c - see memory_limit.h.
#define _DEFAULT_SOURCE  // madvise
#include "file/memory_limit.h"

#include "text/number.h"

#include <limits.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#elif !defined __wasm__
#include <sys/mman.h>
#include <unistd.h>
#endif

static size_t limit = SIZE_MAX;
static atomic_size_t unasked;  // bytes allowed since the system was asked
static atomic_bool reached;

#ifdef __wasm__  // a module has no files of the system to look into

enum { WASM_PAGE = 1 << 16 };

size_t memory_limit_default(void)
{
    return SIZE_MAX;  // whoever loads the module limits it
}

// All memory of the module.
static size_t bytes_held(void)
{
    return __builtin_wasm_memory_size(0) * WASM_PAGE;
}

#else

// ------------------------------------------------------------------------------ what there is

// The first whole numbers in a file of a line, which are counts. Returns how many there are.
static size_t numbers_in(const char* path, size_t most, size_t* out)
{
    char text[256];
    FILE* in = fopen(path, "r");
    if (!in) return 0;
    const char* at = text;
    const char* end = text + fread(text, 1, sizeof text, in);
    fclose(in);
    size_t count = 0;
    for (int64_t value; count < most && integer_parse(&at, end, &value) && value >= 0; count++) {
        out[count] = (size_t)value;
        while (at != end && is_blank(*at))
            at++;
    }
    return count;
}

// The least limit of a control group and of those that it is part of. group: its path, which is cut.
static size_t limit_of_group(const char* root, char* group, const char* file)
{
    size_t least = SIZE_MAX;
    for (;;) {
        char path[PATH_MAX];
        const int length = snprintf(path, sizeof path, "%s%s/%s", root, group, file);
        size_t found = SIZE_MAX;  // "max" is no number
        if (length < PATH_MAX && numbers_in(path, 1, &found) == 1 && found < least) least = found;
        char* slash = strrchr(group, '/');
        if (!slash) return least;
        *slash = '\0';
    }
}

// A line is NUMBER:CONTROLLERS:PATH; version 2 of control groups has no controllers there.
static size_t limit_of_groups(void)
{
    size_t least = SIZE_MAX;
    char line[PATH_MAX + 256];
    FILE* in = fopen("/proc/self/cgroup", "r");
    if (!in) return SIZE_MAX;
    while (fgets(line, sizeof line, in)) {
        line[strcspn(line, "\n")] = '\0';
        char* controllers = strchr(line, ':');
        char* group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group) continue;
        *group++ = '\0';
        size_t found = SIZE_MAX;
        if (strcmp(controllers, ":") == 0)
            found = limit_of_group("/sys/fs/cgroup", group, "memory.max");
        else if (strcmp(controllers, ":memory") == 0)
            found = limit_of_group("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
        if (found < least) least = found;
    }
    fclose(in);
    return least;
}

// SIZE_MAX where the system does not say.
static size_t bytes_of_machine(void)
{
#ifdef _WIN32
    MEMORYSTATUSEX status = {.dwLength = sizeof status};
    return GlobalMemoryStatusEx(&status) ? (size_t)status.ullTotalPhys : SIZE_MAX;
#else
    const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    const bool known = pages > 0 && page > 0 && (size_t)pages < SIZE_MAX / (size_t)page;
    return known ? (size_t)pages * (size_t)page : SIZE_MAX;
#endif
}

size_t memory_limit_default(void)
{
    size_t there_is = limit_of_groups();
    const size_t physical = bytes_of_machine();
    if (physical < there_is) there_is = physical;
    return there_is == SIZE_MAX ? SIZE_MAX : there_is / 4 * 3;
}

// -------------------------------------------------------------------------------- what is taken

static size_t page_size(void)
{
#ifdef _WIN32
    return 4096;
#else
    const long page = sysconf(_SC_PAGESIZE);
    return page > 0 ? (size_t)page : 0;
#endif
}

// Bytes of the process in memory that are no file's; 0 where the system does not say.
static size_t bytes_held(void)
{
    size_t pages[3];  // all, in memory, of these of files
    if (numbers_in("/proc/self/statm", 3, pages) < 3 || pages[1] <= pages[2]) return 0;
    return (pages[1] - pages[2]) * page_size();
}

#endif

void memory_limit_set(size_t bytes)
{
    limit = bytes;
    atomic_store(&reached, false);
}

size_t memory_limit(void)
{
    return limit;
}

bool memory_allows(size_t bytes)
{
    enum { ASK_EVERY = 1 << 20 };
    if (limit == SIZE_MAX) return true;
    if (bytes < ASK_EVERY) {
        const size_t before = atomic_fetch_add(&unasked, bytes);
        if (before + bytes < ASK_EVERY) return true;
        bytes += before;
    }
    atomic_store(&unasked, 0);
    const size_t held = bytes_held();
    const bool allowed = bytes <= limit && held <= limit - bytes;
    if (!allowed) atomic_store(&reached, true);
    return allowed;
}

bool memory_limit_was_reached(void)
{
    return atomic_load(&reached);
}

void advise_large_block(void* block, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096, LEAST = 4 << 20 };
    if (size < LEAST) return;
    size_t skip = (PAGE - (uintptr_t)block % PAGE) % PAGE;
    madvise((char*)block + skip, size - skip, MADV_HUGEPAGE);
#else
    (void)block;
    (void)size;
#endif
}
