// world_list.h - pairs of instances, and what is told of each: a worker finds some, turn by turn, and they are joined.
#ifndef ABUT_WORLD_WORLD_LIST_H
#define ABUT_WORLD_WORLD_LIST_H
#include "abut/world.h"

// What a survey tells of a pair beside its ids.
typedef struct world_parts {
    uint8_t clashes, gaps;
} world_parts;

// Zeroed: empty. Arrays that parts does not name may be NULL.
typedef struct world_list {
    abut_pair* pairs;
    abut_clash* clashes;
    abut_gap* gaps;
    size_t count, pair_capacity, clash_capacity, gap_capacity;
    world_parts parts;
} world_list;

// Empty a list that is to have these parts.
void world_list_begin(world_list* l, world_parts parts);
// Make room for so many; never for none, so that arrays are not NULL afterwards. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status world_list_grow(world_list* l, const abut_host* host, size_t wanted);
// Add a pair; clash and gap may be NULL, if the list lacks that part. Returns as world_list_grow.
abut_status world_list_add(world_list* l, const abut_host* host, abut_pair pair,
                           const abut_clash* clash, const abut_gap* gap);
// Add some of another one, of the same parts, for which there is room.
void world_list_append(world_list* l, const world_list* from, size_t first, size_t count);
// Turn the order of the pairs from .. to - 1 about.
void world_list_reverse(world_list* l, size_t from, size_t to);
void world_list_free(world_list* l, const abut_host* host);

#endif
