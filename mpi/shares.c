// shares.c - see shares.h.
#include "shares.h"

#include "say/say.h"

#include <stdlib.h>

// A window is a whole line of the cache: on one machine they lie side by side, and MPICH 4.0 lets windows of 24 bytes overlap.
enum { NEXT, DONE, FAILED, COUNTERS = 8 };

static size_t first_of(const shares* s, int rank)
{
    return (size_t)((uint64_t)s->cell_count * (uint64_t)rank / (uint64_t)s->ranks->count);
}

// Add to a counter of a rank; returns what it was.
static uint64_t add(shares* s, int rank, int counter, uint64_t number)
{
    uint64_t before = 0;
    ranks_lock(s->ranks);
    MPI_Fetch_and_op(&number, &before, MPI_UINT64_T, rank, counter, MPI_SUM, s->window);
    MPI_Win_flush(rank, s->window);
    ranks_unlock(s->ranks);
    return before;
}

bool shares_open(shares* s, ranks* r, const size_t* cells, size_t count)
{
    *s = (shares){.ranks = r, .cells = cells, .cell_count = count, .window = MPI_WIN_NULL};
    s->is_through = calloc((size_t)r->count, sizeof *s->is_through);
    const bool fine = s->is_through || say_no_memory();
    if (!ranks_agree(r, fine)) return false;
    MPI_Win_allocate(COUNTERS * sizeof *s->counters, sizeof *s->counters, MPI_INFO_NULL,
                     MPI_COMM_WORLD, &s->counters, &s->window);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, s->window);
    for (int i = 0; i < COUNTERS; i++)
        s->counters[i] = 0;
    MPI_Win_sync(s->window);
    MPI_Barrier(MPI_COMM_WORLD);
    return true;
}

void shares_close(shares* s)
{
    if (s->window != MPI_WIN_NULL) {
        MPI_Win_unlock_all(s->window);
        MPI_Win_free(&s->window);
    }
    free(s->is_through);
    *s = (shares){.window = MPI_WIN_NULL};
}

static bool take_from(shares* s, int rank, size_t* cell)
{
    const size_t first = first_of(s, rank), last = first_of(s, rank + 1);
    if (s->is_through[rank]) return false;
    const uint64_t place = first < last ? add(s, rank, NEXT, 1) : 0;
    s->is_through[rank] = place >= last - first;
    if (s->is_through[rank]) return false;
    *cell = s->cells[first + (size_t)place];
    return true;
}

// One's own; then the next rank's, that of the one before, that of the next but one, and so on.
bool shares_take(shares* s, size_t* cell)
{
    const int rank = s->ranks->rank, count = s->ranks->count;
    if (take_from(s, rank, cell)) return true;
    for (int step = 1; step < count; step++)
        for (int side = 1; side >= -1; side -= 2) {
            const int victim = rank + side * step;
            if (victim >= 0 && victim < count && take_from(s, victim, cell)) return true;
        }
    return false;
}

void shares_tell_done(shares* s)
{
    add(s, 0, DONE, 1);
}

uint64_t shares_done(const shares* s)
{
    uint64_t done = 0;
    const uint64_t nothing = 0;
    MPI_Fetch_and_op(&nothing, &done, MPI_UINT64_T, 0, DONE, MPI_NO_OP, s->window);
    MPI_Win_flush(0, s->window);
    return done;
}

bool shares_tell_failed(shares* s)
{
    return add(s, 0, FAILED, 1) == 0;
}
