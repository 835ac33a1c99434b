// host.c - default allocator and parallel-for, and growth of arrays.
#define _DEFAULT_SOURCE  // madvise
#include "base/host.h"

#include "base/base.h"

#include <stdlib.h>
#include <string.h>

#if defined __linux__
#include <sys/mman.h>
#elif defined _WIN32
#include <malloc.h>
#endif

#define BLOCK_ALIGNMENT 64  // a cache line

// Large blocks ask for pages of so many bytes: a build writes each page for the first time, which costs
// as much as the work on it where pages are small, and queries miss the translation of fewer addresses.
#define HUGE_PAGE ((size_t)1 << 21)

static void* own_allocate(void* user, size_t size, size_t alignment)
{
    (void)user;
    if (size > SIZE_MAX - HUGE_PAGE) return NULL;
#if defined __linux__ && defined MADV_HUGEPAGE
    if (size >= HUGE_PAGE && alignment <= HUGE_PAGE) {
        void* block = NULL;
        if (posix_memalign(&block, HUGE_PAGE, size)) return NULL;
        // Advice: where the system has no such pages nothing changes.
        (void)madvise(block, size / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
        return block;
    }
#endif
#if defined _WIN32
    return _aligned_malloc(size, alignment);
#else
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
#endif
}

static void own_release(void* user, void* block, size_t size)
{
    (void)user;
    (void)size;
#if defined _WIN32
    _aligned_free(block);
#else
    free(block);
#endif
}

static void own_run(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t i = 0; i < count; i++)
        task(context, i, 0);
}

abut_host host_complete(const abut_host* given)
{
    abut_host host = {0};
    if (given) host = *given;
    if (!host.allocate || !host.release) {
        host.allocate = own_allocate;
        host.release = own_release;
    }
    if (!host.run) {
        host.run = own_run;
        host.workers = 1;
    }
    if (host.workers < 1) host.workers = 1;
    return host;
}

void* host_allocate(const abut_host* host, size_t count, size_t size)
{
    ASSERT(host->allocate && host->release);  // host_complete was asked
    if (count == 0 || size == 0) count = size = 1;
    if (count > SIZE_MAX / size) return NULL;
    return host->allocate(host->user, count * size, BLOCK_ALIGNMENT);
}

void host_release(const abut_host* host, void* block, size_t count, size_t size)
{
    if (!block) return;
    if (count == 0 || size == 0) count = size = 1;
    host->release(host->user, block, count * size);
}

abut_status host_progress(const abut_host* host, double fraction)
{
    ASSERT(fraction >= 0 && fraction <= 1);
    return host->progress && host->progress(host->user, fraction) ? ABUT_CANCELLED : ABUT_OK;
}

abut_status host_grow(const abut_host* host, void** block, size_t* capacity, size_t used,
                      size_t wanted, size_t size)
{
    ASSERT(size && used <= *capacity && (*block || !used));
    if (wanted <= *capacity) return ABUT_OK;
    const size_t doubled = *capacity > SIZE_MAX / 2 ? wanted : *capacity * 2;
    const size_t next = wanted < 64 ? 64 : (wanted < doubled ? doubled : wanted);
    void* grown = host_allocate(host, next, size);
    if (!grown) return ABUT_OUT_OF_MEMORY;
    if (used) memcpy(grown, *block, used * size);
    host_release(host, *block, *capacity, size);
    *block = grown;
    *capacity = next;
    return ABUT_OK;
}

abut_status host_grow_any(const abut_host* host, void* block, size_t* capacity, size_t used,
                          size_t wanted, size_t size)
{
    void* at;
    memcpy(&at, block, sizeof at);  // pointers of other types may not be read as this one
    const abut_status status = host_grow(host, &at, capacity, used, wanted, size);
    memcpy(block, &at, sizeof at);
    return status;
}
