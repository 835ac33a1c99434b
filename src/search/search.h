// search.h - one search for pairs: the question, what it may cost, and what it has found. It knows no tree.
#ifndef ABUT_SEARCH_SEARCH_H
#define ABUT_SEARCH_SEARCH_H
#include "base/base.h"
#include "base/sort.h"
#include "geom/composition.h"
#include "geom/posed_pair.h"
#include "geom/tri_tri.h"
#include "search/relative_pose.h"
#include "search/work.h"
#include "soup/soup.h"

#include <stdatomic.h>

#define FOUND_CLOSE                                                                                \
    4u  // beyond the kinds of contacts, and not 0, which means that nothing was found

// What a wing of methods keeps with a search, beyond what every walk needs: the first member of the wing's own struct.
typedef struct search_wing {
    void (*begin)(struct search_wing* wing);  // with each question
    void (*release)(struct search_wing* wing, const abut_host* host);
} search_wing;

typedef struct search_team search_team;        // team.h
typedef struct near_search near_search;        // near.h
typedef struct close_question close_question;  // close.h
typedef struct sweep_search sweep_search;      // sweep.h

// Belongs to a query; the arrays are kept from search to search.
typedef struct search {
    const abut_host* host;
    search_team* team;  // those who share a long search; NULL: not needed yet

    // The question.
    const soup_mesh* mesh[2];
    relative_turn turns[2];    // of the engine: of the last poses
    pose_pair poses;           // of the engine: when leaves are tested
    composition* composition;  // where frames are multiplied in; NULL: not needed yet
    int keep_equal_poses;  // for tests: bit-equal poses do not drop out; the answers stay the same
    size_t limit;
    uint64_t budget;
    uint64_t stop_time;  // of clock_now; 0: none
    uint32_t pair_time;  // with it: nanoseconds to keep for each pair that was found
    int any;             // with limit 1: whichever contact is found first
    int may_repeat;      // a pair may be found several times: search_end leaves each once
    // Who is told of each pair of triangles that is tested; NULL: nobody. Such a search is not shared.
    void (*considered)(void* user, uint32_t a, uint32_t b);
    void* considered_user;

    // The answer so far. key = a << 32 | b, value = abut_kind or FOUND_CLOSE. stopped: limit, budget or deadline ended it.
    sort_record *found, *scratch;
    size_t found_count, found_capacity, scratch_capacity;
    int is_sorted;      // found is, each pair once
    size_t found_stop;  // the number of found ones at which the limit is looked at; 0: never
    abut_status status;
    int stopped;
    struct work work;

    // Of a part of a shared search for one contact: the lowest part that has one, asked for now and then. Where that is
    // below, this part need not be done any more. NULL: nobody knows.
    const atomic_size_t* best;
    size_t beaten_below;

    uint64_t next_event, next_progress;  // in tests
    double done;                         // fraction of the work
    void* stack;  // pairs of nodes that may touch, as the walk of the kind keeps them
    size_t stack_bytes;
    search_wing* wing;            // NULL: not needed yet
    near_search* near;            // of a search for the nearest pair; NULL: not needed yet
    const close_question* close;  // of a search for all that is close; borrowed
    sweep_search* sweep;          // of a search for the first contact; NULL: not needed yet
} search;

// Begin: clears the answer. host and the question are the caller's to set before.
void search_begin(search* s);
// End: found is sorted by key, each pair once, and no more than limit. May set s->status.
void search_end(search* s);

// Release the memory of a search, which is zeroed or was used.
void search_free(search* s, const abut_host* host);

// Out of line: what happens when next_event is reached.
int search_event(search* s);

// Whether one more test may be made: asked before each. After a 0 the search must end.
static inline int search_may_test(search* s)
{
    return work_tests(&s->work) < s->next_event || search_event(s);
}

// Out of line: whether the deadline, which there is, has come. If so, the search is stopped.
int search_clock_is_late(search* s);

// Whether a deadline has come. If so, the search is stopped.
static inline int search_is_late(search* s)
{
    return s->stop_time && search_clock_is_late(s);
}

// Out of line: make room for one more pair. Returns 0, with s->status set, if there is none.
int search_make_room(search* s);

// Begin with pairs that an earlier search for the same had found. Returns 0 if there is no memory: then with none.
int search_recall(search* s, const sort_record* found, size_t count);

// Whether so many pairs may be added without asking whether the search must end, or whether there is memory.
static inline int search_has_room(const search* s, size_t count)
{
    return s->status == ABUT_OK && !s->found_stop && s->found_capacity - s->found_count >= count;
}

// Add a pair to what was found. May set s->status.
static inline void search_add(search* s, uint32_t a, uint32_t b, uint32_t value)
{
    ASSERT(a < s->mesh[0]->triangle_count && b < s->mesh[1]->triangle_count);
    if (s->found_count == s->found_capacity && !search_make_room(s)) return;
    s->found[s->found_count++] = (sort_record){(uint64_t)a << 32 | b, value};
    if (s->found_count == s->found_stop) s->next_event = 0;
}

// One in contact.
static inline void search_record(search* s, uint32_t a, uint32_t b, abut_kind kind)
{
    ASSERT(kind > ABUT_KIND_APART && kind <= ABUT_KIND_COPLANAR);
    search_add(s, a, b, (uint32_t)kind);
}

// One that is not, but close.
static inline void search_record_close(search* s, uint32_t a, uint32_t b)
{
    search_add(s, a, b, FOUND_CLOSE);
}

// Out of line: whether enough was found, or memory failed.
int search_ends(search* s);

// Whether pairs that were tested already may still be decided: unlike search_may_test, the budget does not
// matter here. Asked before each. After a 0 the search must end.
static inline int search_may_decide(search* s)
{
    return (s->status == ABUT_OK && (!s->found_stop || s->found_count < s->found_stop)) ||
           !search_ends(s);
}

// The same for work that takes up to cost tests at once: a budget is never exceeded.
static inline int search_may_cost(search* s, uint64_t cost)
{
    if (s->budget && work_tests(&s->work) + cost > s->budget) {
        s->stopped = 1;
        return 0;
    }
    return search_may_test(s);
}

// A triangle of each side by itself, ready for tri_tri and contact_find. pair refers to triangle: so it stays where
// it is.
typedef struct placed_pair {
    posed_triangle triangle[2];
    corners reduced[2];
    posed_pair pair;
} placed_pair;

void search_place_pair(const search* s, uint32_t a, uint32_t b, placed_pair* out);

#endif
