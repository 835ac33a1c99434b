// shuffled_run.h - an abut_host.run that is as nasty as it may be: real threads, made anew for each call, that
// take the tasks in another order each time, and wait now and then. For tests of what must not depend on that.
#ifndef ABUT_TESTS_SUPPORT_SHUFFLED_RUN_H
#define ABUT_TESTS_SUPPORT_SHUFFLED_RUN_H
#include "support/soups.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { SHUFFLED_WORKERS_MAX = 16 };

typedef struct shuffled {
    int workers;
    uint64_t seed;               // changes with every call
    atomic_size_t tasks, calls;  // so far
    size_t shared;               // calls in which more than one worker had a task
} shuffled;

typedef struct shuffled_job {
    abut_task* task;
    void* context;
    const size_t* order;
    size_t count;
    atomic_size_t next;
} shuffled_job;

typedef struct shuffled_worker {
    shuffled_job* job;
    rng random;
    size_t done;
    int number;
} shuffled_worker;

static UNUSED void* shuffled_work(void* argument)
{
    shuffled_worker* const me = argument;
    shuffled_job* const j = me->job;
    // Each has a task of its own first, however late its thread begins.
    for (size_t i = (size_t)me->number; i < j->count;
         i = atomic_fetch_add(&j->next, 1), me->done++) {
        for (size_t n = rng_below(&me->random, 4); n > 1; n--)
            sched_yield();
        j->task(j->context, j->order[i], me->number);
    }
    return NULL;
}

static UNUSED size_t* shuffled_order(rng* r, size_t count)
{
    size_t* order = malloc((count + 1) * sizeof *order);
    assert_non_null(order);
    for (size_t i = 0; i < count; i++) {
        const size_t k = rng_below(r, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    return order;
}

static UNUSED void shuffled_run(void* user, size_t count, abut_task* task, void* context)
{
    shuffled* const s = user;
    rng r = {s->seed += 0x1234567};
    size_t* const order = shuffled_order(&r, count);
    shuffled_job j = {.task = task,
                      .context = context,
                      .order = order,
                      .count = count,
                      .next = (size_t)s->workers};
    shuffled_worker workers[SHUFFLED_WORKERS_MAX];
    pthread_t threads[SHUFFLED_WORKERS_MAX];
    size_t busy = 0;
    for (int i = 0; i < s->workers; i++) {
        workers[i] = (shuffled_worker){.job = &j, .random = {rng_next(&r)}, .number = i};
        if (pthread_create(&threads[i], NULL, shuffled_work, &workers[i])) abort();
    }
    for (int i = 0; i < s->workers; i++) {
        pthread_join(threads[i], NULL);
        busy += workers[i].done > 0;
    }
    if (atomic_load(&j.next) < count) abort();
    s->shared += busy > 1;
    atomic_fetch_add(&s->tasks, count);
    atomic_fetch_add(&s->calls, 1);
    free(order);
}

static UNUSED abut_host shuffled_host(shuffled* s, int workers, uint64_t seed)
{
    *s = (shuffled){.workers = workers, .seed = seed};
    return (abut_host){.run = shuffled_run, .workers = workers, .user = s};
}

#endif
