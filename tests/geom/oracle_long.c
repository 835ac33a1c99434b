// oracle_long.c - the long run of docs/proofs/index.md: oracle_long COUNT SEED [FIRST]
//
// Compares COUNT random pairs with the oracle and prints what they were. Exit status 1 on a mismatch,
// or if the pairs were not as hard as promised.
#include "support/pair_check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char** argv)
{
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: oracle_long COUNT SEED [FIRST]\n");
        return 2;
    }
    const uint64_t count = strtoull(argv[1], NULL, 10), seed = strtoull(argv[2], NULL, 10);
    const uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 0;
    const uint64_t report = 1000000;
    const double start = seconds();
    pair_totals totals = {0};
    oracle* const o = oracle_create();
    for (uint64_t done = 0; done < count; done += report) {
        const uint64_t part = count - done < report ? count - done : report;
        pair_check_range(&totals, o, seed, first + done, part);
        if (count > report)
            fprintf(stderr, "%" PRIu64 " pairs, %" PRIu64 " mismatches, %.0f s\n", done + part,
                    totals.mismatches, seconds() - start);
    }
    oracle_free(o);
    printf("seed %" PRIu64 ", pairs %" PRIu64 " to %" PRIu64 ", %.1f s\n", seed, first,
           first + count, seconds() - start);
    pair_totals_print(&totals);
    return totals.mismatches || !pair_totals_suffice(&totals);
}
