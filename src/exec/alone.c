// alone.c - pool.h and processors.h where there are no threads and no processes: WebAssembly.
#include "exec/pool.h"
#include "exec/processors.h"

abut_status pool_create(abut_pool** out, int workers, const abut_host* host)
{
    (void)workers;
    (void)host;
    *out = 0;
    return ABUT_NOT_AVAILABLE;
}

void pool_free(abut_pool* pool)
{
    (void)pool;
}

abut_host pool_host(abut_pool* pool)
{
    (void)pool;  // there is none
    return (abut_host){0};
}

int processors_allowed(const char* root)
{
    (void)root;
    return 1;
}

long processors_process(void)
{
    return 0;
}
