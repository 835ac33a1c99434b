// world_ends.h - sweep and prune: where things begin and end along several directions, in lists that stay sorted while the
// things move, and the pairs that overlap along all of them (Baraff 1992; Cohen et al. 1995; Klosowski 1998, chapter 9).
#ifndef ABUT_WORLD_WORLD_ENDS_H
#define ABUT_WORLD_WORLD_ENDS_H
#include "base/sort.h"

#include "abut/abut.h"

#define WORLD_ENDS_MOST ((size_t)1 << 31)  // things

// Zeroed: empty.
typedef struct world_ends {
    int directions;
    size_t count, there;  // things, and those that have ends
    // Of each thing, along each direction: its beginning and its end, as whole numbers of the same order. What has none
    // begins behind its end.
    int64_t* keys;
    uint32_t*
        order;  // of each direction: 2 * thing, of its beginning, and 2 * thing + 1, of its end
    uint64_t* pairs;  // a << 32 | b, a < b; sorted
    uint64_t* spare;  // what pairs are made in
    size_t pair_count;
    sort_record *added, *scratch;  // keys of pairs that are new; while all is sorted, ends
    uint8_t* moved;                // things whose ends were set since pairs were found
    uint32_t *open, *place;  // while pairs are found: what has begun, and where it stands there
    size_t key_capacity, order_capacity, pair_capacity, spare_capacity, added_capacity,
        scratch_capacity, moved_capacity, open_capacity, place_capacity, added_count;
} world_ends;

// Make room for so many things; none has ends. Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_TOO_LARGE.
abut_status world_ends_begin(world_ends* e, const abut_host* host, int directions, size_t count);
// Say where a thing begins and ends along a direction, low <= high; either may be infinite. Numbers that touch overlap; those
// that are almost equal may.
void world_ends_set(world_ends* e, size_t thing, int direction, double low, double high);
// Sort all, when the ends of all things that have some are set. Returns ABUT_OK or ABUT_OUT_OF_MEMORY; then begin anew.
// Cost: n log n a direction, and of things that were set their overlaps along the direction that has the fewest.
abut_status world_ends_sort(world_ends* e, const abut_host* host);
// Sort what is almost sorted: ends were set of things that had some. Returns as world_ends_sort. Cost: linear in things,
// pairs, and ends that pass each other; if these are many, that of world_ends_sort.
abut_status world_ends_settle(world_ends* e, const abut_host* host);
// The place of the first pair whose first thing is not below this one.
size_t world_ends_place(const world_ends* e, uint32_t thing);
void world_ends_free(world_ends* e, const abut_host* host);

#endif
