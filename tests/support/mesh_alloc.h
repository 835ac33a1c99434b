// mesh_alloc.h - counts what io/ allocates, and makes allocations fail. A test that includes it is
// linked with --wrap for malloc, calloc, realloc and free, so that the calls in io/ come here.
#ifndef ABUT_TESTS_SUPPORT_MESH_ALLOC_H
#define ABUT_TESTS_SUPPORT_MESH_ALLOC_H
#include <malloc.h>
#include <stddef.h>
#include <stdlib.h>

static struct {
    size_t live;     // bytes allocated and not freed
    size_t peak;     // the most of them since allocations_begin
    size_t blocks;   // allocated and not freed
    size_t calls;    // since allocations_begin
    size_t fail_at;  // this call, counted from one, and all later ones return NULL; 0: none
} allocations;

static inline void allocations_begin(size_t fail_at)
{
    allocations.peak = allocations.live;
    allocations.calls = 0;
    allocations.fail_at = fail_at;
}

// clang-format off
void* __real_malloc(size_t size);
void* __real_calloc(size_t count, size_t size);
void* __real_realloc(void* block, size_t size);
void __real_free(void* block);
void* __wrap_malloc(size_t size);
void* __wrap_calloc(size_t count, size_t size);
void* __wrap_realloc(void* block, size_t size);
void __wrap_free(void* block);
// clang-format on

static inline int allocation_fails(void)
{
    allocations.calls++;
    return allocations.fail_at != 0 && allocations.calls >= allocations.fail_at;
}

static inline void* count_allocation(void* block)
{
    if (!block) return NULL;
    allocations.blocks++;
    allocations.live += malloc_usable_size(block);
    if (allocations.live > allocations.peak) allocations.peak = allocations.live;
    return block;
}

static inline void count_release(size_t size)
{
    allocations.blocks--;
    allocations.live -= size;
}

void* __wrap_malloc(size_t size)
{
    return allocation_fails() ? NULL : count_allocation(__real_malloc(size));
}

void* __wrap_calloc(size_t count, size_t size)
{
    return allocation_fails() ? NULL : count_allocation(__real_calloc(count, size));
}

// While a block grows, old and new may both be there: the peak counts both.
void* __wrap_realloc(void* block, size_t size)
{
    if (allocation_fails()) return NULL;
    const size_t before = block ? malloc_usable_size(block) : 0;
    void* larger = __real_realloc(block, size);
    if (!larger) return NULL;
    count_allocation(larger);
    if (block) count_release(before);
    return larger;
}

void __wrap_free(void* block)
{
    if (block) count_release(malloc_usable_size(block));
    __real_free(block);
}

#endif
