// quickcd_walk.h - QuickCD's walk a second time, only to count: what each comparison of two DOPs takes, in the orders of
// Klosowski 1998, chapter 6, which the library's counters do not tell. It must find as many tests as the library.
#ifndef ABUT_BENCH_QUICKCD_WALK_H
#define ABUT_BENCH_QUICKCD_WALK_H
#include "methods/bound/quickcd.h"
#include "query/model.h"

#include <stdbool.h>

// In which order the slabs of two volumes are compared.
typedef enum walk_order {
    WALK_FIXED,  // as the set has them: widely different directions first
    WALK_FLYER,  // by the widths of the flyer's root, the narrowest first, as the library does
    WALK_ENVIRONMENT,  // by the widths of the environment's node, as chapter 6 does
    WALK_ORDERS,
} walk_order;

typedef struct walk_counts {
    uint64_t tests, overlaps;  // of volumes, and those that did not end
    uint64_t comparisons;      // of two numbers, one or two a slab
    uint64_t misses;           // those of them in tests that ended
    uint64_t triangle_pairs;
} walk_counts;

// Two DOPs whose intervals all overlap, in one frame.
typedef struct dop_pair {
    float low[2][KDOP_HALF_MAX], high[2][KDOP_HALF_MAX];
} dop_pair;

// Of one environment and one flyer, both with trees of one method quickcd, for any number of places.
typedef struct counted_walk {
    const abut_model *a, *b;
    const kdop_set* set;
    walk_order order;
    int most;  // compare only so many slabs; 0: all
    walk_counts counts;
    // Every stride-th pair of volumes that overlap is kept here, while there is room.
    dop_pair* kept;
    size_t kept_count, kept_capacity, stride;
    // Its own.
    unsigned char* orders;  // of a's nodes
    double* placed;         // of b's nodes, lows before highs
    uint32_t *stamps, stamp;
    unsigned char flyer_order[KDOP_HALF_MAX];
} counted_walk;

// Returns a BENCH_ status; in any case counted_walk_end is to be called.
int counted_walk_begin(counted_walk* w, const abut_model* a, const abut_model* b);
// Begin to count anew, in another way.
void counted_walk_change(counted_walk* w, walk_order order, int most);
int counted_walk_ask(counted_walk* w, const abut_pose* a_pose, const abut_pose* b_pose);
void counted_walk_end(counted_walk* w);

#endif
