// pool.c - see pool.h. The caller of run is worker 0 and takes tasks as all others do, so that what happens to
// the others decides only how long it takes: threads that the system does not give, or that a fork left
// behind, are done without.
#define _XOPEN_SOURCE 700  // pthread_sigmask
#include "exec/pool.h"

#if defined __wasm__  // which has no threads

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

#else

#include "base/base.h"
#include "base/host.h"
#include "exec/processors.h"

#include <fenv.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

// Before a worker sleeps it looks for work so many times, some ten microseconds: steps of a build follow each
// other sooner than a thread is woken. Not where there are more workers than processors.
#define LOOKS 500

// One call of run.
typedef struct job {
    abut_task* task;
    void* context;
    size_t count;
    fenv_t modes;  // rounding and the like of the caller: all workers compute as it would
} job;

typedef struct pool_thread {
    abut_pool* pool;
    pthread_t thread;
    int worker;
} pool_thread;

struct abut_pool {
    abut_host host;  // complete
    int workers;     // the caller of run among them
    int looks;
    int started;   // threads that exist
    long process;  // in which they do
    pthread_mutex_t lock;
    pthread_cond_t work, done;
    // Changed under the lock only.
    job* job;  // that may be joined; NULL: none
    int wanted;
    int stopping;
    atomic_uint jobs;                 // how many there were
    atomic_int inside;                // threads that joined and are not done
    atomic_flag is_busy;              // somebody is in run
    _Alignas(64) atomic_size_t next;  // of the tasks
    _Alignas(64) pool_thread threads[];
};

static void pause_briefly(void)
{
#if defined __x86_64__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

static void take_tasks(abut_pool* p, const job* j, int worker)
{
    for (;;) {
        const size_t i = atomic_fetch_add_explicit(&p->next, 1, memory_order_relaxed);
        if (i >= j->count) return;
        j->task(j->context, i, worker);
    }
}

// ------------------------------------------------------------------------------------------ threads

// Wait for a job, with the lock held. Returns NULL when the pool is freed.
static job* wait_for_job(abut_pool* p)
{
    int looks = 0;
    for (;;) {
        if (p->stopping) return NULL;
        if (p->job && p->wanted) {
            p->wanted--;
            atomic_fetch_add(&p->inside, 1);
            return p->job;
        }
        const unsigned seen = atomic_load(&p->jobs);
        if (looks == p->looks) {
            pthread_cond_wait(&p->work, &p->lock);
            continue;
        }
        pthread_mutex_unlock(&p->lock);
        for (; looks < p->looks && atomic_load(&p->jobs) == seen; looks++)
            pause_briefly();
        pthread_mutex_lock(&p->lock);
    }
}

static void* serve(void* argument)
{
    const pool_thread* const me = argument;
    abut_pool* const p = me->pool;
    pthread_mutex_lock(&p->lock);
    for (job* j; (j = wait_for_job(p));) {
        pthread_mutex_unlock(&p->lock);
        fesetenv(&j->modes);
        take_tasks(p, j, me->worker);
        pthread_mutex_lock(&p->lock);
        if (atomic_fetch_sub(&p->inside, 1) == 1) pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

static void add_threads(abut_pool* p, int wanted)
{
    ASSERT(wanted < p->workers);  // the caller of run is one
    while (p->started < wanted) {
        pool_thread* t = &p->threads[p->started];
        t->pool = p;
        t->worker = p->started + 1;
        if (pthread_create(&t->thread, NULL, serve, t)) break;
        p->started++;
    }
}

// Start threads until there are so many, if the system has them. Signals are for the program's own threads.
static void start_threads(abut_pool* p, int wanted)
{
    if (p->started >= wanted) return;
#ifdef _WIN32  // it has no signals of threads
    add_threads(p, wanted);
#else
    sigset_t all, before;
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before)) return;
    add_threads(p, wanted);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
#endif
}

static void stop_threads(abut_pool* p)
{
    pthread_mutex_lock(&p->lock);
    p->stopping = 1;
    atomic_fetch_add(&p->jobs, 1);
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
    for (int i = 0; i < p->started; i++)
        pthread_join(p->threads[i].thread, NULL);
}

// Make what threads wait by. Returns 0 if the system has none.
static int make_locks(abut_pool* p)
{
    if (pthread_mutex_init(&p->lock, NULL)) return 0;
    if (pthread_cond_init(&p->work, NULL) == 0) {
        if (pthread_cond_init(&p->done, NULL) == 0) return 1;
        pthread_cond_destroy(&p->work);
    }
    pthread_mutex_destroy(&p->lock);
    return 0;
}

static int is_of_other_process(const abut_pool* p)
{
    return p->process != processors_process();
}

// After a fork the pool is a copy without its threads; what they waited by still counts them, and is made anew.
static int revive(abut_pool* p)
{
    if (!make_locks(p)) return 0;
    p->started = 0;
    p->process = processors_process();
    return 1;
}

// ---------------------------------------------------------------------------------------------- run

static void open_job(abut_pool* p, job* j, int helpers)
{
    ASSERT(!p->job && !atomic_load(&p->inside));
    pthread_mutex_lock(&p->lock);
    start_threads(p, helpers);
    if (helpers > p->started) helpers = p->started;
    atomic_store(&p->next, 0);
    p->job = j;
    p->wanted = helpers;
    atomic_fetch_add(&p->jobs, 1);
    for (int i = 0; i < helpers; i++)
        pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->lock);
}

// Nobody joins any more; wait for those who did.
static void close_job(abut_pool* p)
{
    pthread_mutex_lock(&p->lock);
    p->job = NULL;
    pthread_mutex_unlock(&p->lock);
    for (int looks = 0; looks < p->looks && atomic_load(&p->inside); looks++)
        pause_briefly();
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->inside))
        pthread_cond_wait(&p->done, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

// A second run at the same time, of another thread or of a task, does its work alone.
static void pool_run(void* user, size_t count, abut_task* task, void* context)
{
    abut_pool* const p = user;
    const size_t most = (size_t)p->workers < count ? (size_t)p->workers : count;
    int alone = most < 2 || atomic_flag_test_and_set(&p->is_busy);
    if (!alone && is_of_other_process(p) && !revive(p)) {
        atomic_flag_clear(&p->is_busy);
        alone = 1;
    }
    for (size_t i = 0; alone && i < count; i++)
        task(context, i, 0);
    if (alone) return;
    job j = {.task = task, .context = context, .count = count};
    fegetenv(&j.modes);
    open_job(p, &j, (int)most - 1);
    take_tasks(p, &j, 0);
    close_job(p);
    atomic_flag_clear(&p->is_busy);
}

// --------------------------------------------------------------------------------------------- pool

static size_t size_of(int workers)
{
    return sizeof(abut_pool) + (size_t)(workers - 1) * sizeof(pool_thread);
}

abut_status pool_create(abut_pool** out, int workers, const abut_host* host)
{
    ASSERT(workers >= 0 && workers <= POOL_WORKERS_MAX);
    const abut_host complete = host_complete(host);
    const int processors = processors_allowed("");
    if (!workers) workers = processors < POOL_WORKERS_MAX ? processors : POOL_WORKERS_MAX;
    abut_pool* p = host_allocate(&complete, size_of(workers), 1);
    if (!p) return ABUT_OUT_OF_MEMORY;
    *p = (abut_pool){.host = complete, .workers = workers, .is_busy = ATOMIC_FLAG_INIT};
    p->looks = workers <= processors ? LOOKS : 0;
    p->process = processors_process();
    if (make_locks(p)) {
        *out = p;
        return ABUT_OK;
    }
    host_release(&complete, p, size_of(workers), 1);
    return ABUT_OUT_OF_MEMORY;
}

void pool_free(abut_pool* p)
{
    ASSERT(!p->job);  // nobody is in run
    const abut_host host = p->host;
    if (!is_of_other_process(p)) {
        stop_threads(p);
        pthread_cond_destroy(&p->done);
        pthread_cond_destroy(&p->work);
        pthread_mutex_destroy(&p->lock);
    }
    host_release(&host, p, size_of(p->workers), 1);
}

static void* pass_allocate(void* user, size_t size, size_t alignment)
{
    const abut_pool* const p = user;
    return p->host.allocate(p->host.user, size, alignment);
}

static void pass_release(void* user, void* block, size_t size)
{
    const abut_pool* const p = user;
    p->host.release(p->host.user, block, size);
}

static int pass_progress(void* user, double fraction)
{
    const abut_pool* const p = user;
    return p->host.progress(p->host.user, fraction);
}

abut_host pool_host(abut_pool* pool)
{
    return (abut_host){
        .allocate = pass_allocate,
        .release = pass_release,
        .run = pool_run,
        .workers = pool->workers,
        .progress = pool->host.progress ? pass_progress : NULL,
        .user = pool,
    };
}

#endif
