// shares.h - which rank does which cell: each has a stretch of them along the curve, and when it is through helps the others.
//
// A rank's place in its stretch is a counter in a window, which whoever takes a cell adds one to (MPI_Fetch_and_op):
// nobody waits for the one that owns it. What is next to one's own stretch is helped first: its models are near.
#ifndef ABUT_MPI_SHARES_H
#define ABUT_MPI_SHARES_H
#include "ranks.h"

typedef struct shares {
    ranks* ranks;
    MPI_Win window;
    uint64_t*
        counters;  // of this rank: next; on rank 0 also how many cells are done, and how many have told of a failure
    const size_t* cells;  // what is to be done, the same on every rank
    size_t cell_count;
    bool* is_through;  // ranks with nothing left
} shares;

// All ranks call it, and shares_close. cells: what is to be done, in order. Returns false after telling that there is no memory.
bool shares_open(shares* s, ranks* r, const size_t* cells, size_t count);
void shares_close(shares* s);

// Take a cell; false: none is left anywhere.
bool shares_take(shares* s, size_t* cell);
// Say that one more is done.
void shares_tell_done(shares* s);
// On rank 0, under the lock: how many are.
uint64_t shares_done(const shares* s);
// Whether this is the first rank that says it failed.
bool shares_tell_failed(shares* s);

#endif
