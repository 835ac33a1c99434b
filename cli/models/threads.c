// threads.c - see threads.h.
#define _POSIX_C_SOURCE 200809L  // posix_memalign
#include "models/threads.h"

#include "file/memory_limit.h"
#include "say/say.h"

#include <stdlib.h>

// As the library itself allocates: what fills large pages begins at one.
static void* allocate(void* user, size_t size, size_t alignment)
{
    enum { LARGE_PAGE = 2 << 20 };
    void* block = NULL;
    (void)user;
    if (!memory_allows(size)) return NULL;
    if (size >= LARGE_PAGE && alignment < LARGE_PAGE) alignment = LARGE_PAGE;
    if (posix_memalign(&block, alignment, size) != 0) return NULL;
    advise_large_block(block, size);
    return block;
}

static void release(void* user, void* block, size_t size)
{
    (void)user;
    (void)size;
    free(block);
}

abut_host host_of_program(progress* p)
{
    return (abut_host){
        .allocate = allocate, .release = release, .progress = progress_report, .user = p};
}

static void run_alone(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t i = 0; i < count; i++)
        task(context, i, 0);
}

// In WebAssembly the program is a thread, and has no others.
static bool open_alone(threads* out, int count, const abut_host* host)
{
    *out = (threads){.host = *host};
    out->host.run = run_alone;
    out->host.workers = 1;
    if (count > 1)
        say(S006_THREADS,
            "--threads %d: this program cannot have more than one thread here; leave it out",
            count);
    return count <= 1;
}

bool threads_open(threads* out, int count, progress* p)
{
    const abut_host host = host_of_program(p);
    threads t = {0};
    abut_status status = abut_pool_create(&t.pool, count, &host);
    if (status == ABUT_NOT_AVAILABLE) return open_alone(out, count, &host);
    if (status == ABUT_OK) status = abut_pool_host(t.pool, &t.host);
    if (status != ABUT_OK) {
        say_status(NULL, status);
        return false;
    }
    *out = t;
    return true;
}

void threads_close(threads* t)
{
    abut_pool_free(t->pool);
    *t = (threads){0};
}
