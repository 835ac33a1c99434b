// team.h - what a search needs when its host's workers share it: memory for each of them, the list of what is left to
// do, and what became of each part of it. All of it is kept from search to search.
#ifndef ABUT_SEARCH_TEAM_H
#define ABUT_SEARCH_TEAM_H
#include "exec/crew.h"
#include "search/search.h"

// A pair of nodes that is to be visited, as the walk that shares keeps it.
typedef struct team_visit {
    uint32_t first, second;
} team_visit;

// A list of them, which grows.
typedef struct team_list {
    team_visit* at;
    size_t count, capacity;
} team_list;

enum { TEAM_BUCKETS = 128 };

// What a worker has. The first one has the search that is shared.
typedef struct team_member {
    search* search;                // NULL: not needed yet
    uint32_t number;               // of the sharing that it took part in last
    team_list left;                // of its parts in this round
    size_t buckets[TEAM_BUCKETS];  // where what it found goes
} team_member;

// A part of the list: a task. What is left of it, or comes of it, is in left of a member.
typedef struct team_part {
    size_t first, count;  // in the list
    size_t left_first, left_count;
    int worker;
    // What it did, for searches that end at the first contact.
    sort_record found;
    struct work work;
    int is_unfinished;  // it ended before its end
} team_part;

enum { TEAM_PARTS_MOST = 256 };

struct search_team {
    crew crew;
    abut_host host;           // for what members make
    const abut_host* before;  // of the search that is shared
    team_member* members;     // one for each worker
    uint32_t number;          // of this sharing
    team_list list;
    team_part parts[TEAM_PARTS_MOST];
    size_t part_count;
    size_t bucket_count;  // of this sharing's pairs, when they are sorted
    uint64_t bucket_scale;
    struct work* earlier[2];  // of walks that are divided (breadth.c): by the pairs of a list
    size_t earlier_capacity[2];
    atomic_size_t best;  // the lowest part that found the first contact, or part_count
    // Of all rounds that were closed: the work, with that before them, and the first contact, if its value is a kind.
    struct work work;
    sort_record found;
};

// Make a team for the workers of a host. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status team_create(search_team** out, const abut_host* host);
void team_free(search_team* t);

// Begin to share a search: what is on its list is to be done.
void team_begin(search_team* t, search* s);
// The search of a worker, who asks the same question; made where it is needed. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status team_search(search_team* t, int worker, search** out);
// Bring what the others found into the search that is shared, and the work of all rounds; many pairs are sorted at once,
// by all. Returns ABUT_OK, ABUT_OUT_OF_MEMORY or ABUT_CANCELLED.
abut_status team_end(search_team* t);

// Append count visits to a list. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status team_append(team_list* list, const team_visit* visits, size_t count,
                        const abut_host* host);
// Append one.
static inline abut_status team_push(team_list* list, team_visit v, const abut_host* host)
{
    if (list->count == list->capacity) return team_append(list, &v, 1, host);
    list->at[list->count++] = v;
    return ABUT_OK;
}

// How large the parts are when count are divided into at most most of them.
static inline size_t team_part_size(size_t count, size_t most)
{
    return (count + most - 1) / most;
}
// Divide a list of count from first on into parts of equal size, at most most of them.
void team_divide(search_team* t, size_t first, size_t count, size_t most);
// Make a list of what was before first, and what is left of the parts, in their order. Returns ABUT_OK or
// ABUT_OUT_OF_MEMORY.
abut_status team_gather(search_team* t, size_t first);

// Whether a part need not be done any more: for first contact the lowest part that has one counts. any: any.
static inline int team_is_beaten(search_team* t, size_t index, int any)
{
    const size_t best = atomic_load_explicit(&t->best, memory_order_relaxed);
    return best < index || (any && best < t->part_count);
}
// A part found what ends the search: parts above it need not be done any more.
void team_claim(search_team* t, size_t index);
// Begin and end a part: what it found, if one contact is wanted, and its work are moved from the worker's search to it.
void team_open_part(search_team* t, size_t index, int worker, const search* s);
void team_close_part(search_team* t, size_t index, search* s);
// When all parts are done: count their work, or that up to the one whose contact counts. Returns whether there is one.
int team_close_round(search_team* t);

#endif
