// pool.h - threads of the library's own: an abut_host.run for those who have none.
#ifndef ABUT_EXEC_POOL_H
#define ABUT_EXEC_POOL_H
#include "abut/abut.h"

enum { POOL_WORKERS_MAX = 1024 };

// Create a pool; workers: at most so many, or 0. As abut_pool_create, which checks the arguments.
abut_status pool_create(abut_pool** out, int workers, const abut_host* host);
void pool_free(abut_pool* pool);
// The host that uses the pool.
abut_host pool_host(abut_pool* pool);

#endif
