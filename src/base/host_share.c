// host_share.c - see host_share.h. All but progress is handed on.
#include "base/host_share.h"

#include "base/base.h"

static void* share_allocate(void* user, size_t size, size_t alignment)
{
    const host_share* s = user;
    return s->own->allocate(s->own->user, size, alignment);
}

static void share_release(void* user, void* block, size_t size)
{
    const host_share* s = user;
    s->own->release(s->own->user, block, size);
}

static void share_run(void* user, size_t count, abut_task* task, void* context)
{
    const host_share* s = user;
    s->own->run(s->own->user, count, task, context);
}

static int share_progress(void* user, double fraction)
{
    const host_share* s = user;
    const double whole = s->from + (s->to - s->from) * fraction;
    return host_progress(s->own, whole < 1 ? whole : 1) != ABUT_OK;
}

void host_share_begin(host_share* out, const abut_host* own)
{
    ASSERT(own->allocate && own->run);  // complete
    *out = (host_share){.host = {.allocate = share_allocate,
                                 .release = share_release,
                                 .run = share_run,
                                 .workers = own->workers,
                                 .progress = own->progress ? share_progress : NULL,
                                 .user = out},
                        .own = own,
                        .from = 0,
                        .to = 1};
}
