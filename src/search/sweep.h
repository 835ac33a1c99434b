// sweep.h - a search for the first contact of two models that move: one interval of time at a time, and what of the
// models cannot be told to be free all through it.
//
// An interval is looked at from its middle: volumes and triangles stand as they do there, and are free if they are
// farther from each other than they can come nearer meanwhile. What is not free is kept: parts of the interval begin with
// it, never from the roots. Of all that was kept the least window (below) says which parts are left.
//
// A walk ends with the first pair that is certainly in contact at the middle: then what comes later does not matter. In an
// interval of no length (half = 0) walks go down to triangles, so that contact is found if it is certain.
#ifndef ABUT_SEARCH_SWEEP_H
#define ABUT_SEARCH_SWEEP_H
#include "geom/motion.h"
#include "search/near.h"

// How one body moves at the middle, in the world: a point that is at x then has the velocity
//     way + spin x (x - pivot)
// but for way_error + stray |x - pivot|, and at all times of the interval an acceleration of at most
//     angle |spin x (x - pivot)| + angle way_error + bend |x - pivot|.
// Roundings of these numbers are within their errors.
typedef struct sweep_field {
    double way[3], spin[3], pivot[3];
    double angle, way_error, stray, bend;
} sweep_field;

typedef struct sweep_interval {
    double middle, half;  // of tau: multiples of 2^-50
    motion_at at[2];      // the poses at the middle
    sweep_field field[2];
    double separation;  // so near or nearer counts as contact
    int is_exact;       // the poses are exact: a proof decides each pair exactly
} sweep_interval;

// What waits: a pair of boxes, or of triangles, as the walk that made it has them. Known to be free from before ahead of the
// middle of the interval that kept it to after behind it: more than nothing only where it is free at the middle.
typedef struct sweep_entry {
    uint32_t opened, other;
    float before, after;
    uint32_t open;  // of the engine: 0: boxes; else leaves, and which of their pairs of triangles
} sweep_entry;

// What came of a part of a front that is shared. by: whose entries they are, count from first on.
typedef struct sweep_part {
    const sweep_search* by;
    size_t first, count;
    float before, after;
    int may_touch, has_found;
    abut_pair found;
} sweep_part;

struct sweep_search {
    // The interval, and how the models stand at its middle.
    sweep_interval now;
    pose_pair poses;  // equal ones are kept
    relative_side side[2];
    near_unit unit;

    // What is kept: a stack. The interval's front is count entries from first on, of an interval with another middle:
    // those with a window that covers this interval need no test. is_root: the front is the roots. A walk puts what it keeps
    // on top, by sweep_keep. Windows are multiples of 2^-48.
    sweep_entry* entries;
    size_t entry_count, entry_capacity;
    int is_root;
    size_t first, count;
    double front_middle;
    float before, after;  // the least windows of what this interval kept
    int may_touch;        // some of that has none: it may be in contact at the middle

    // These are certainly in contact at the middle, or within the separation.
    int has_found;
    abut_pair found;

    // Of a front that is shared: its parts, and what its own worker has, since others read this one meanwhile.
    sweep_part* parts;
    sweep_search* own;
    uint64_t round;
    size_t part_first;  // of a worker: from where on entries belong to its part
};

// What becomes of a pair of triangles.
typedef enum sweep_verdict {
    SWEEP_FREE,   // all through the interval
    SWEEP_OPEN,   // not known: keep it
    SWEEP_FOUND,  // in contact at the middle. The walk ends
} sweep_verdict;

// Make one, empty. Returns NULL if there is no memory.
sweep_search* sweep_create(const abut_host* host);

// Look at one pair of triangles. window: if it is open, how long before and after the middle it is certainly free; any
// float at most half will do for sweep_keep. Counts nothing but exact tests.
sweep_verdict sweep_pair(search* s, uint32_t a, uint32_t b, float window[2]);

// Whether an entry of the front is free all through the interval by its window.
static inline int sweep_is_within(const sweep_search* w, const sweep_entry* e)
{
    const sweep_interval* i = &w->now;
    return e->before + e->after > 0 && w->front_middle - (double)e->before <= i->middle - i->half &&
           i->middle + i->half <= w->front_middle + (double)e->after;
}

// Keep an entry; its windows are those in this interval. Returns 0, with s->status set, if there is no memory.
int sweep_keep(search* s, sweep_entry e);

// The walk of brute force: entries are pairs of triangles. As all walks, it ends early if the search was stopped, failed, or
// has found a pair.
void sweep_brute(search* s);

// Prepare what is needed to share a front: parts and own; and begin a round of it. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status sweep_share(sweep_search* w, const abut_host* host);
// Begin a part, in the search of a worker. Returns ABUT_OK or ABUT_OUT_OF_MEMORY. End it.
abut_status sweep_open_part(search* s, const sweep_search* whole);
void sweep_close_part(const search* s, sweep_part* out);
// Bring what all parts kept on top of the whole, in their order; or what the part found that ended the search. Returns
// ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status sweep_gather(sweep_search* whole, size_t part_count, const abut_host* host);
void sweep_gather_found(sweep_search* whole, size_t part);

// Set the interval about a middle, of two pieces. What was kept is still there.
void sweep_set(search* s, const motion_piece* a, const motion_piece* b, double middle, double half);

void sweep_free(sweep_search* w, const abut_host* host);

#endif
