// rows.h - rows that ranks found, put in the order of one run: each rank gets a stretch of them.
#ifndef ABUT_MPI_ROWS_H
#define ABUT_MPI_ROWS_H
#include "clash/clash.h"
#include "ranks.h"

typedef struct rank_rows {
    abut_pair* pairs;
    abut_clash* clashes;
    abut_gap* gaps;  // NULL: no clearance is asked
    size_t count;
    uint64_t before;   // rows of the ranks before
    abut_clashes all;  // of all ranks: counts, work and band, but no rows
} rank_rows;

// Exchange what each rank's result has, in any order. All ranks call it. Returns false on all after telling what is wrong. Free
// them in any case.
bool rows_exchange(rank_rows* out, ranks* r, const clash_result* found);
void rows_free(rank_rows* rows);

#endif
