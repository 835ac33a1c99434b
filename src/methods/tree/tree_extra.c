// tree_extra.c - see tree_extra.h. A volume's numbers are known only when they are found, and finding
// them costs more than all else in a build of k-DOPs: so they are found once, into room for the most that
// there may be, a batch of nodes at a time.
#include "methods/tree/tree_extra.h"

#include "base/base.h"
#include "base/host.h"

#include <string.h>

#define BATCH          4096  // nodes
#define NODES_PER_TASK 16

typedef struct filler {
    tree* t;
    float (*listed)[VOLUME_EXTRA_MAX];  // of the batch
    size_t count[BATCH];
    size_t begin, end;  // the batch
} filler;

static void list_task(void* context, size_t index, int worker)
{
    filler* f = context;
    (void)worker;
    const size_t begin = f->begin + index * NODES_PER_TASK;
    for (size_t i = begin; i < f->end && i < begin + NODES_PER_TASK; i++) {
        const size_t place = i - f->begin;
        f->count[place] = f->t->kind->extra(tree_volume(f->t, (uint32_t)i), f->listed[place]);
    }
}

static abut_status append_batch(const filler* f, size_t* capacity, const abut_host* host)
{
    tree* t = f->t;
    size_t wanted = t->extra_count;
    for (size_t i = f->begin; i < f->end; i++)
        wanted += f->count[i - f->begin];
    if (wanted > UINT32_MAX) return ABUT_OUT_OF_MEMORY;
    void* extra = t->extra;
    TRY(host_grow(host, &extra, capacity, t->extra_count, wanted, sizeof *t->extra));
    t->extra = extra;
    for (size_t i = f->begin; i < f->end; i++) {
        const size_t place = i - f->begin, count = f->count[place];
        memcpy(t->extra + t->extra_count, f->listed[place], count * sizeof *t->extra);
        t->kind->place_extra(tree_volume(t, (uint32_t)i), t->extra_count, count);
        t->extra_count += count;
    }
    return ABUT_OK;
}

static abut_status fill_batches(filler* f, size_t* capacity, const abut_host* host)
{
    for (f->begin = 0; f->begin < f->t->node_count; f->begin = f->end) {
        f->end = f->begin + BATCH < f->t->node_count ? f->begin + BATCH : f->t->node_count;
        const size_t tasks = (f->end - f->begin + NODES_PER_TASK - 1) / NODES_PER_TASK;
        host->run(host->user, tasks, list_task, f);
        TRY(append_batch(f, capacity, host));
        TRY(host_progress(host, 1));
    }
    return ABUT_OK;
}

// Give back what the doubling left unused.
static abut_status trim(tree* t, size_t* capacity, const abut_host* host)
{
    if (*capacity == t->extra_count) return ABUT_OK;
    float* kept = host_allocate(host, t->extra_count, sizeof *kept);
    if (!kept) return ABUT_OUT_OF_MEMORY;
    memcpy(kept, t->extra, t->extra_count * sizeof *kept);
    host_release(host, t->extra, *capacity, sizeof *t->extra);
    t->extra = kept;
    *capacity = t->extra_count;
    return ABUT_OK;
}

abut_status tree_fill_extra(tree* t, const abut_host* host)
{
    ASSERT(t->kind->extra && t->node_count);
    ASSERT(!t->extra && !t->extra_count);
    size_t capacity = 0;
    abut_status status = ABUT_OUT_OF_MEMORY;
    filler* f = host_allocate(host, 1, sizeof *f);
    if (f) {
        *f = (filler){.t = t};
        f->listed = host_allocate(host, BATCH, sizeof *f->listed);
        if (f->listed) status = fill_batches(f, &capacity, host);
        host_release(host, f->listed, BATCH, sizeof *f->listed);
    }
    host_release(host, f, 1, sizeof *f);
    if (status == ABUT_OK) status = trim(t, &capacity, host);
    if (status != ABUT_OK) {
        host_release(host, t->extra, capacity, sizeof *t->extra);
        t->extra = NULL;
        t->extra_count = 0;
    }
    return status;
}
