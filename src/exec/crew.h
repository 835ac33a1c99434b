// crew.h - a loop on the workers of a host whose turns may fail, take memory, or be called off.
#ifndef ABUT_EXEC_CREW_H
#define ABUT_EXEC_CREW_H
#include "exec/lock.h"

#include "abut/abut.h"

#include <stdatomic.h>

// One turn of a loop.
typedef abut_status crew_turn(void* context, size_t index, int worker);

// The workers of a host. It stays where it is: what it gives refers to it.
typedef struct crew {
    abut_host host;  // complete
    lock lock;       // about the host's memory: callers need not bear two calls at once
    // Of the loop that runs.
    crew_turn* turn;
    void* context;
    size_t count;
    double from, to;
    const void* caller;     // who the thread is that called
    unsigned caller_turns;  // that it took
    atomic_size_t done;     // turns
    atomic_size_t failed;   // the lowest turn that failed; count: none
    abut_status status;     // of that turn, under the lock
    atomic_int cancelled;
} crew;

// Returns ABUT_OK, or ABUT_OUT_OF_MEMORY if the system has no lock; then there is nothing to close.
abut_status crew_open(crew* out, const abut_host* host);
void crew_close(crew* c);

// Take turns 0 .. count - 1 on all workers. Progress is told on the calling thread only, if it has turns: as
// fractions from .. to of all work.
// Returns ABUT_OK; or the status of the lowest turn that failed, whichever was first; or ABUT_CANCELLED.
abut_status crew_run(crew* c, size_t count, crew_turn* turn, void* context, double from, double to);

// The host for what one worker makes: its memory may be taken in a turn, and its progress, told in the middle of
// a turn, calls off that turn when the loop was called off.
abut_host crew_host(crew* c);

#endif
