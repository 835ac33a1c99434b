// small.c - see small.h: a stack of blocks.
#include "base/small.h"

#include "base/base.h"

#include <stdint.h>

static size_t rounded(size_t size)
{
    return (size + 63) / 64 * 64;
}

static void* allocate(void* user, size_t size, size_t alignment)
{
    small_memory* const m = user;
    ASSERT(alignment <= 64);
    if (size > SMALL_MEMORY - m->used || rounded(size) > SMALL_MEMORY - m->used)
        return m->host->allocate(m->host->user, size, alignment);
    void* block = m->bytes + m->used;
    m->used += rounded(size);
    return block;
}

static void release(void* user, void* block, size_t size)
{
    small_memory* const m = user;
    const uintptr_t at = (uintptr_t)block, begin = (uintptr_t)m->bytes;
    if (at < begin || at >= begin + SMALL_MEMORY)
        m->host->release(m->host->user, block, size);
    else if (at - begin + rounded(size) == m->used)
        m->used = at - begin;
}

static int progress(void* user, double fraction)
{
    const small_memory* const m = user;
    return m->host->progress ? m->host->progress(m->host->user, fraction) : 0;
}

abut_host small_memory_host(small_memory* m, const abut_host* host)
{
    m->host = host;
    m->used = 0;
    return (abut_host){
        .allocate = allocate, .release = release, .progress = progress, .user = m, .workers = 1};
}
