// lock.h - a lock between threads; nothing at all where there are no threads.
#ifndef ABUT_EXEC_LOCK_H
#define ABUT_EXEC_LOCK_H
#if defined __wasm__

typedef struct lock {
    char unused;
} lock;

static inline int lock_open(lock* l)
{
    l->unused = 0;
    return 1;
}
static inline void lock_close(lock* l)
{
    (void)l;
}
static inline void lock_take(lock* l)
{
    (void)l;
}
static inline void lock_leave(lock* l)
{
    (void)l;
}

#else
#include <pthread.h>

typedef pthread_mutex_t lock;

// Returns 0 if the system gives none.
static inline int lock_open(lock* l)
{
    return pthread_mutex_init(l, 0) == 0;
}
static inline void lock_close(lock* l)
{
    pthread_mutex_destroy(l);
}
static inline void lock_take(lock* l)
{
    pthread_mutex_lock(l);
}
static inline void lock_leave(lock* l)
{
    pthread_mutex_unlock(l);
}

#endif
#endif
