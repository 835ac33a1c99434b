// every_alloc.h - mesh_alloc.h, and what else allocates in the program and in the library. A test that includes it is linked with --wrap
// for these, too.
#ifndef ABUT_TESTS_SUPPORT_EVERY_ALLOC_H
#define ABUT_TESTS_SUPPORT_EVERY_ALLOC_H
#include "support/mesh_alloc.h"

#include <errno.h>

// clang-format off
void* __real_aligned_alloc(size_t alignment, size_t size);
int __real_posix_memalign(void** out, size_t alignment, size_t size);
char* __real_realpath(const char* path, char* resolved);
char* __real_strdup(const char* text);
void* __wrap_aligned_alloc(size_t alignment, size_t size);
int __wrap_posix_memalign(void** out, size_t alignment, size_t size);
char* __wrap_realpath(const char* path, char* resolved);
char* __wrap_strdup(const char* text);
// clang-format on

void* __wrap_aligned_alloc(size_t alignment, size_t size)
{
    return allocation_fails() ? NULL : count_allocation(__real_aligned_alloc(alignment, size));
}

int __wrap_posix_memalign(void** out, size_t alignment, size_t size)
{
    const int status = allocation_fails() ? ENOMEM : __real_posix_memalign(out, alignment, size);
    if (status == 0) count_allocation(*out);
    return status;
}

char* __wrap_realpath(const char* path, char* resolved)
{
    errno = ENOMEM;
    char* out = allocation_fails() ? NULL : __real_realpath(path, resolved);
    return resolved ? out : count_allocation(out);
}

char* __wrap_strdup(const char* text)
{
    return allocation_fails() ? NULL : count_allocation(__real_strdup(text));
}

#endif
