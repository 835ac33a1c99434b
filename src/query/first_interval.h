// first_interval.h - the first contact in pieces of a way, one interval of time after the other.
#ifndef ABUT_QUERY_FIRST_INTERVAL_H
#define ABUT_QUERY_FIRST_INTERVAL_H
#include "geom/motion.h"
#include "query/collide.h"

#include "abut/motion.h"

// A question about two models that move, as a query searches for its answer.
typedef struct first_search {
    abut_query* query;
    placed_model side[2];
    const motion_piece* pieces[2];  // count of each
    size_t count;
    const abut_motion_ask* ask;
    // Ends and middles of intervals are multiples of grid, a power of two: so they are exact as parts of a piece and as times.
    double grid;
    double resolution,
        least;  // so short are intervals when contact is looked for at their ends, and when nothing is
    abut_first* out;     // FREE is the caller's to tell
    double until;        // nothing after it matters
    size_t piece;        // that is looked at
    int probes;          // of this piece
    uint64_t stop_time;  // 0: none
    int has_points;      // features and points are told
    int start_is_free;   // it is known that there is no contact at 0
} first_search;

// Begin: nothing is known yet. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status first_begin(const first_search* q);
// Find the first contact in pieces first to end - 1. a, b: all pieces of both, as they were given. Returns 0 if there is an answer
// in out, or the search ended before; 1 if these pieces are free.
int first_in_pieces(first_search* q, const abut_motion* a, const abut_motion* b, size_t first,
                    size_t end);
// The same for contact at the very start alone.
int first_at_start(first_search* q);

#endif
