// search.h - one search for pairs: what it may cost, what it has found, and the triangle stage that
// every method ends in.
#ifndef ABUT_WALK_SEARCH_H
#define ABUT_WALK_SEARCH_H
#include "base/sort.h"
#include "geom/posed_pair.h"
#include "geom/tri_tri.h"
#include "tree/tree.h"
#include "walk/environment_front.h"
#include "walk/relative_pose.h"

#include <stdatomic.h>

typedef struct placed_ball {  // a sphere about a placed triangle, the error of its points included
    double centre[3], radius;
} placed_ball;

typedef struct placed_range {  // of the coordinates of placed points
    double low[3], high[3];
} placed_range;

// A triangle of a leaf in its pose.
typedef struct placed_triangle {
    posed_triangle posed;
    corners reduced;
    placed_range range;
    placed_ball ball;  // if cull_spheres
} placed_triangle;

// The triangles of a leaf. One leaf meets several of the other side's, most of them soon after each
// other: so the leaves placed last are kept.
typedef struct placed_leaf {
    const uint32_t* ids;  // whose these are; NULL: nobody's
    size_t count;
    uint32_t first_id;
    placed_range all;  // of all triangles
    double error_max;  // of all triangles
    placed_triangle* triangles;
} placed_leaf;

#define LEAF_LINE  4                            // room for so many triangles at least
#define LEAF_LINES (TREE_LEAF_MAX / LEAF_LINE)  // a power of two

// Leaves of one side, each in a place that its address tells.
typedef struct placed_leaves {
    size_t line;  // room for so many triangles each: a power of two
    placed_leaf leaf[LEAF_LINES];
    placed_triangle triangles[TREE_LEAF_MAX];
} placed_leaves;

typedef struct search_team search_team;  // team.h

// Belongs to a query; the arrays are kept from search to search.
typedef struct search {
    const abut_host* host;
    search_team* team;  // those who share a long search; NULL: not needed yet

    // The question.
    const soup_mesh* mesh[2];
    relative_turn turns[2];  // of the engine: of the last poses
    pose_pair poses;         // of the engine: when leaves are tested
    int keep_equal_poses;  // for tests: bit-equal poses do not drop out; the answers stay the same
    size_t limit;
    uint64_t budget;
    uint64_t stop_time;  // of clock_now; 0: none
    uint32_t pair_time;  // with it: nanoseconds to keep for each pair that was found
    int cull_triangles;  // let ranges of coordinates decide; brute force, the oracle, does not
    int cull_spheres;    // and before them spheres about the triangles
    int any;             // with limit 1: whichever contact is found first
    int may_repeat;      // a pair may be found several times: search_end leaves each once
    abut_descent descent;
    abut_traversal traversal;
    abut_intervals intervals;  // of k-DOPs
    int interval_count;        // 0: all
    environment_front*
        front;  // where walks of trees begin, and what they leave; NULL: at the roots, and nothing

    // The answer so far. key = a << 32 | b, value = abut_kind. stopped: limit, budget or deadline ended it.
    sort_record *found, *scratch;
    size_t found_count, found_capacity, scratch_capacity;
    int is_sorted;      // found is, each pair once
    size_t found_stop;  // the number of found ones at which the limit is looked at; 0: never
    abut_status status;
    int stopped;
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;

    // Of a part of a shared search for one contact: the lowest part that has one, asked for now and then. Where that is
    // below, this part need not be done any more. NULL: nobody knows.
    const atomic_size_t* best;
    size_t beaten_below;

    uint64_t searches;  // how many were begun
    size_t last_count;  // how many pairs the last one had found: they stand until some are recorded
    uint64_t next_event, next_progress;  // in tests
    double done;                         // fraction of the work
    placed_leaves leaves[2];             // of each side, those placed last

    void* stack;  // pairs of nodes that may touch, as the walk of the kind keeps them
    size_t stack_bytes;

    // For kinds that place a volume of b once a query: as the walk of the kind keeps them, by node, and
    // the number of the query in which each was placed last.
    void* placed;
    uint32_t* stamps;
    size_t placed_bytes, stamp_capacity;
    uint32_t stamp;  // this query's
    // Where the last climbs to the farthest points of b ended; any numbers will do.
    uint32_t climbed[2 * VOLUME_DIRECTIONS_MAX];
} search;

// Begin: clears the answer. host and the question are the caller's to set before.
void search_begin(search* s);
// End: found is sorted by key, each pair once, and no more than limit. May set s->status.
void search_end(search* s);

// Release the memory of a search, which is zeroed or was used.
void search_free(search* s, const abut_host* host);

// Make room for count placed volumes of size bytes each, none of them placed yet.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Cost: nothing, once there is room.
abut_status search_place_none(search* s, size_t count, size_t size);

// Out of line: what happens when next_event is reached.
int search_event(search* s);

// Whether one more test may be made: asked before each. After a 0 the search must end.
static inline int search_may_test(search* s)
{
    return s->volume_tests + s->triangle_tests < s->next_event || search_event(s);
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

// Add a pair to what was found. May set s->status.
static inline void search_record(search* s, uint32_t a, uint32_t b, abut_kind kind)
{
    if (s->found_count == s->found_capacity && !search_make_room(s)) return;
    s->found[s->found_count++] = (sort_record){(uint64_t)a << 32 | b, (uint32_t)kind};
    if (s->found_count == s->found_stop) s->next_event = 0;
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
    if (s->budget && s->volume_tests + s->triangle_tests + cost > s->budget) {
        s->stopped = 1;
        return 0;
    }
    return search_may_test(s);
}

// Test all triangles a_ids x b_ids. Returns 0 if the search must end. An address is taken to hold the same
// ids as before in this search if their number and the first are the same.
int search_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                     size_t b_count);

// A triangle of each side by itself, ready for tri_tri and contact_find. pair refers to triangle: so it stays where
// it is.
typedef struct placed_pair {
    posed_triangle triangle[2];
    corners reduced[2];
    posed_pair pair;
} placed_pair;

void search_place_pair(const search* s, uint32_t a, uint32_t b, placed_pair* out);

// To be called where ids were overwritten at the same address.
void search_forget_leaves(search* s);

#endif
