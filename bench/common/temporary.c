// temporary.c - see temporary.h.
#include "common/temporary.h"

#include "bench.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int temporary_folder(char* out, size_t size)
{
    const char* base = getenv("TMPDIR");
    const int wrote = snprintf(out, size, "%s/abut-bench-XXXXXX", base && *base ? base : "/tmp");
    if (wrote < 0 || (size_t)wrote >= size || !mkdtemp(out))
        return bench_fail("no temporary folder: %s", strerror(errno));
    return BENCH_OK;
}
