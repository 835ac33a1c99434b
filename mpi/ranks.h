// ranks.h - the programs of one run of abut-mpi: who each is, how they agree, and how one of them tells what is wrong.
//
// MPI is entered by one thread at a time (MPI_THREAD_SERIALIZED), under a lock. Where messages go over a network, a
// program that computes does not answer the others' one-sided calls: so between ranks_attend and ranks_leave a thread of
// its own enters MPI every millisecond or two.
#ifndef ABUT_MPI_RANKS_H
#define ABUT_MPI_RANKS_H
#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct attendant attendant;

typedef struct ranks {
    int rank, count;
    char name[MPI_MAX_PROCESSOR_NAME + 64];  // "abut-mpi: rank 3 on node7"
    FILE* held;                              // what this one has to tell
    char* text;
    size_t length;
    attendant* attendant;  // NULL: none
} ranks;

// Returns false after telling what is wrong; then MPI is ended, or never began.
bool ranks_begin(ranks* r, int* count, char*** arguments);
void ranks_end(ranks* r);

// Whether this holds for every rank; all must call it. What was told since the last time is shown then: that of the first
// rank for which it does not hold, or of all if it holds for all.
bool ranks_agree(ranks* r, bool fine);
// One text for all: that of rank 0, in memory of its own. NULL: it has none, or there is no memory.
char* ranks_share_text(ranks* r, const char* text);
uint64_t ranks_share_number(uint64_t number);  // that of rank 0

// MPI, for other threads than the one that began it, and for that one while there is an attendant.
void ranks_lock(ranks* r);
void ranks_unlock(ranks* r);

// Start the attendant. now and then it calls look(user), under the lock. Returns false after telling that there can be none.
bool ranks_attend(ranks* r, void (*look)(void* user), void* user);
void ranks_leave(ranks* r);
// Wait until all ranks are here, without keeping the attendant out.
void ranks_wait(ranks* r);

// End the run now, from any rank: show what was told, unless another rank has shown its own already (is_first), and abort
// all.
_Noreturn void ranks_abort(ranks* r, bool is_first);

#endif
