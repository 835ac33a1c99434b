// uninstrumented.c - part of every test under MemorySanitizer (preset msan). cJSON and GMP are built
// without it, so it cannot see what they write, and takes their memory for never written. Here they get
// memory that is zeroed, which it takes for written. All other memory is watched as usual.
#include <cjson/cJSON.h>
#include <gmp.h>
#include <stdlib.h>
#include <string.h>

// Not every test links both; then these are NULL.
#pragma weak cJSON_InitHooks
#pragma weak __gmp_set_memory_functions

static void* zeroed(size_t size)
{
    void* const block = calloc(1, size);
    if (!block) abort();
    return block;
}

static void* zeroed_again(void* block, size_t old_size, size_t size)
{
    void* const grown = zeroed(size);
    memcpy(grown, block, old_size < size ? old_size : size);
    free(block);
    return grown;
}

static void release(void* block, size_t size)
{
    (void)size;
    free(block);
}

__attribute__((constructor)) static void give_zeroed_memory(void)
{
    cJSON_Hooks hooks = {.malloc_fn = zeroed, .free_fn = free};
    if (cJSON_InitHooks) cJSON_InitHooks(&hooks);
    if (mp_set_memory_functions) mp_set_memory_functions(zeroed, zeroed_again, release);
}
