// threads.c - see threads.h.
#include "threads.h"

#include "say.h"

bool threads_open(threads* out, int count, progress* p)
{
    const abut_host host = {.progress = progress_report, .user = p};
    threads t = {0};
    abut_status status = abut_pool_create(&t.pool, count, &host);
    if (status == ABUT_OK) status = abut_pool_host(t.pool, &t.host);
    if (status != ABUT_OK) {
        say("%s", abut_status_text(status));
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
