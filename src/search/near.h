// near.h - a search for the nearest pair of triangles: how far it need look, and the pairs that may be the nearest.
//
// Walks bound pairs of volumes and triangles from below, and some points of theirs from above. All that may be the
// nearest is kept to the end, when few are left, and decided there (query/distance.h): so which pair it is depends on no
// order, and neither on instruction sets nor threads.
#ifndef ABUT_SEARCH_NEAR_H
#define ABUT_SEARCH_NEAR_H
#include "search/relative_pose.h"
#include "search/search.h"

typedef struct near_candidate {
    double lo;  // the two triangles are at least so far from each other
    uint32_t a, b;
} near_candidate;

// A pair of boxes that waits, of the engine.
typedef struct near_entry {
    float bound;
    uint32_t opened, other;
} near_entry;

// Lengths of the engine's frames in one unit, which is 2^exponent in the world.
typedef struct near_unit {
    int exponent;
    float shrink[2];  // a length in a's, b's frame is at least so many units
    float stretch;    // one in a's frame is at most so many
} near_unit;

// Where the last answer was, of these models; serial numbers begin with 1, so that zeroed it is of none.
typedef struct near_seed {
    abut_pair pair;
    uint64_t serial[2];
} near_seed;

// A triangle of one of two models that are far from each other: how far it reaches toward the other.
typedef struct near_far {
    double reach;
    uint32_t id;
} near_far;

// What came of a part of a shared search.
typedef struct near_part {
    const near_search* by;  // has these:
    size_t first, count;    // candidates
    size_t left, left_end;  // what is left on its stack
    abut_pair found;
    double found_hi;
    float toward[3];
    int may_touch;
} near_part;

typedef struct straight_question straight_question;  // straight.h

struct near_search {
    // Of a search for the first time: times are in the place of distances. NULL: of one for the nearest. Borrowed
    const straight_question* straight;
    uint64_t uncertain;  // likewise: so many pairs were kept while doubles were certain of none
    int is_part;         // of a shared search: it has but a part of the walk
    // Some two points of the models are at most so far from each other, or nobody asks for farther ones.
    double hi;
    double
        cut;  // what is farther than this is left out: hi, or less where the answer may be off by something
    double absolute, relative;  // so much, or so much of hi
    int keep_touching;          // cut is never below 0
    abut_pair found;            // these two are at most found_hi from each other
    double found_hi;            // infinite if there are none
    int no_contact;             // it is known that there is none
    int may_touch;              // there may be, and the walk ended there
    double floor;     // of a search that was stopped: what it did not look at is at least so far
    pose_pair poses;  // equal ones are kept
    relative_side side[2];  // how the models stand, by poses
    near_unit unit;
    float hi_unit,
        cut_unit;          // in units, rounded up; cut_unit below 0: nothing is looked for any more
    float tolerance_unit;  // absolute in units, rounded down
    float box_shrink[2];  // of the engine: unit.shrink, for lengths in the axes of a box of a, of b
    // From a to b where they are the nearest so far, in a's frame; 0 if nowhere yet. Of the engine
    float toward[3];
    near_candidate* list;
    size_t count, capacity;
    size_t settled;    // so many of the list are bounded in doubles
    double normal[3];  // along which the last of these was nearest
    near_entry* stack;
    size_t stack_capacity;
    int is_far;  // the engine did not walk: it is for far.h
    near_far* far;
    size_t far_capacity;
    near_seed last;  // of questions that have none of their own
    // Of a shared search: its parts, and what its own worker has, since others read this one meanwhile.
    near_part* parts;
    near_search* own;
    uint64_t round;
    // Of a worker: from where on list and stack belong to its part.
    size_t first, left;
};

// Find the unit for two models in their poses.
near_unit near_unit_make(const relative_side* a, const relative_side* b);
// hi of a length in units, rounded up; units of a length in the world, rounded up.
double near_world(const near_unit* unit, float length);
float near_units(const near_unit* unit, double length);

// A length in the unit of a relative pose, of which a's frame is a_scale, is at least so many in the world.
double near_least(const near_unit* unit, double a_scale);

// What a search that ended did not look at is at least so far.
static inline void near_stop(near_search* n, double bound)
{
    n->floor = bound < n->floor ? bound : n->floor;
}

// Begin: nothing is known, and the answer may be off by absolute, or by relative of it. The unit is there. keep_touching: what
// may touch is kept, however large these are.
void near_begin(near_search* n, double absolute, double relative, int keep_touching);
// Nobody asks for what is farther.
void near_limit(near_search* n, double hi);
// Some points of two triangles are so far from each other.
void near_lower(near_search* n, double hi, uint32_t a, uint32_t b);
// The nearest so far are so to each other: normal, from a to b in the world, its largest coordinate about 1, or 0.
void near_aim(near_search* n, const double normal[3]);
// Bound all that was kept in doubles, and drop what is out. Returns 0 if the search was stopped meanwhile.
int near_settle(search* s);
// Asked for each of many candidates, by number: whether there is time for more. If not, the search is stopped, or cancelled.
int near_may_go_on(search* s, size_t number);
// Keep a pair of triangles. lo: in the world. May set s->status.
void near_keep(search* s, double lo, uint32_t a, uint32_t b);

// Put candidates in the order of a, then b.
void near_sort(near_candidate* list, size_t count);

// Bound the distances of all triangles a_ids x b_ids, and keep those that may be the nearest. Returns 0 if the search
// must end.
int near_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                   size_t b_count);

// What is asked of each pair of placed triangles. Returns 0 if the search must end.
typedef int near_pair_function(search* s, uint32_t a_id, const posed_triangle* a, uint32_t b_id,
                               const posed_triangle* b);
// Ask it of all triangles a_ids x b_ids. Returns 0 if the search must end.
int near_each_pair(search* s, const pose_pair* poses, const uint32_t* a_ids, size_t a_count,
                   const uint32_t* b_ids, size_t b_count, near_pair_function* ask);

// Prepare what is needed for sharing: parts and own. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status near_share(near_search* n, const abut_host* host);
// Begin a part, which is count entries of the stack of the whole from first on, in the search of a worker. Returns ABUT_OK or
// ABUT_OUT_OF_MEMORY.
abut_status near_open_part(search* s, const near_search* whole, size_t first, size_t count);
// End it: what is left of it is what stands on the stack up to height.
void near_close_part(search* s, near_part* out, size_t height);
// Bring what all parts of a round came to into the whole, in their order. *height: of its stack. Returns ABUT_OK or
// ABUT_OUT_OF_MEMORY.
abut_status near_gather(search* s, near_search* whole, size_t part_count, size_t* height);

// Place a triangle of a (side 0) or b (1) in its pose: one of poses, or of those of s->near.
void near_place_in(const search* s, const pose_pair* poses, int side, uint32_t id,
                   posed_triangle* out);
void near_place(const search* s, int side, uint32_t id, posed_triangle* out);

void near_free(near_search* n, const abut_host* host);

#endif
