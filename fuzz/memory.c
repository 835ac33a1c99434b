// memory.c - how much memory a reader holds at its peak. The linker sends every malloc, calloc, realloc
// and free of the program here (-Wl,--wrap); the size of a block is what the allocator says.
#define _GNU_SOURCE
#include "fuzz.h"

#include <malloc.h>

void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void __real_free(void* block);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* block, size_t size);
void __wrap_free(void* block);

static size_t held, start, peak;

static void* count_in(void* block)
{
    if (block) held += malloc_usable_size(block);
    if (held > peak) peak = held;
    return block;
}

// Blocks from within the C library are not counted in: held would wrap around.
static void count_out(size_t size)
{
    held = held > size ? held - size : 0;
}

void* __wrap_malloc(size_t size)
{
    return count_in(__real_malloc(size));
}

void* __wrap_calloc(size_t count, size_t size)
{
    return count_in(__real_calloc(count, size));
}

// While realloc copies, both blocks are there.
void* __wrap_realloc(void* block, size_t size)
{
    const size_t old = block ? malloc_usable_size(block) : 0;
    void* const larger = count_in(__real_realloc(block, size));
    if (larger || size == 0) count_out(old);
    return larger;
}

void __wrap_free(void* block)
{
    if (block) count_out(malloc_usable_size(block));
    __real_free(block);
}

void memory_start(void)
{
    start = peak = held;
}

size_t memory_peak(void)
{
    return peak - start;
}
