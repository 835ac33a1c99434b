// crew.c - see crew.h.
#include "exec/crew.h"

#include "base/base.h"
#include "base/host.h"

#define TURNS_A_POLL                                                                               \
    4  // of the calling thread; turns may be short, and a host's answer take its time

// Its address is another in each thread, and tells whether a turn is taken by the thread that called.
static _Thread_local char thread_mark;

abut_status crew_open(crew* out, const abut_host* host)
{
    *out = (crew){.host = host_complete(host)};
    return lock_open(&out->lock) ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

void crew_close(crew* c)
{
    lock_close(&c->lock);
}

static void fail(crew* c, size_t index, abut_status status)
{
    lock_take(&c->lock);
    if (index < atomic_load(&c->failed)) {
        atomic_store(&c->failed, index);
        c->status = status;
    }
    lock_leave(&c->lock);
}

// Whether the loop is called off; the calling thread asks the host.
static int poll(crew* c)
{
    if (atomic_load_explicit(&c->cancelled, memory_order_relaxed)) return 1;
    if (c->caller != &thread_mark || !c->host.progress) return 0;
    const double done = (double)atomic_load_explicit(&c->done, memory_order_relaxed);
    const double fraction = c->from + (c->to - c->from) * done / (double)c->count;
    if (host_progress(&c->host, fraction < c->to ? fraction : c->to) == ABUT_OK) return 0;
    atomic_store(&c->cancelled, 1);
    return 1;
}

// Turns above one that failed are left out: so the lowest that fails is always found.
static void take_turn(void* context, size_t index, int worker)
{
    ASSERT(worker >= 0 && worker < ((crew*)context)->host.workers);
    ASSERT(index < ((crew*)context)->count);
    crew* const c = context;
    if (index > atomic_load_explicit(&c->failed, memory_order_relaxed)) return;
    const int asks = c->caller != &thread_mark || c->caller_turns++ % TURNS_A_POLL == 0;
    if (asks && poll(c)) return;
    const abut_status status = c->turn(c->context, index, worker);
    atomic_fetch_add_explicit(&c->done, 1, memory_order_relaxed);
    if (status != ABUT_OK && !atomic_load(&c->cancelled)) fail(c, index, status);
}

abut_status crew_run(crew* c, size_t count, crew_turn* turn, void* context, double from, double to)
{
    ASSERT(turn && from >= 0 && from <= to && to <= 1);
    c->turn = turn;
    c->context = context;
    c->count = count;
    c->from = from;
    c->to = to;
    c->caller = &thread_mark;
    c->caller_turns = 0;
    c->status = ABUT_OK;
    atomic_store(&c->done, 0);
    atomic_store(&c->failed, count);
    atomic_store(&c->cancelled, 0);
    if (count) c->host.run(c->host.user, count, take_turn, c);
    return atomic_load(&c->cancelled) ? ABUT_CANCELLED : c->status;
}

// ------------------------------------------------------------------------------------------- a host

static void* crew_allocate(void* user, size_t size, size_t alignment)
{
    crew* const c = user;
    lock_take(&c->lock);
    void* block = c->host.allocate(c->host.user, size, alignment);
    lock_leave(&c->lock);
    return block;
}

static void crew_release(void* user, void* block, size_t size)
{
    crew* const c = user;
    lock_take(&c->lock);
    c->host.release(c->host.user, block, size);
    lock_leave(&c->lock);
}

static int crew_progress(void* user, double fraction)
{
    (void)fraction;
    return poll(user);
}

abut_host crew_host(crew* c)
{
    return (abut_host){
        .allocate = crew_allocate,
        .release = crew_release,
        .progress = crew_progress,
        .user = c,
    };
}
