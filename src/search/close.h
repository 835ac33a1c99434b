// close.h - a search for all pairs of triangles that are not farther from each other than a margin.
//
// The bound is fixed before the walk begins. What floats or doubles prove nearer or farther is decided there; the rest is
// compared as integers, with the sum of two margins as it is.
#ifndef ABUT_SEARCH_CLOSE_H
#define ABUT_SEARCH_CLOSE_H
#include "search/near.h"

// What a search asks, prepared for it. Others read it meanwhile.
typedef struct close_question {
    pose_pair poses;        // equal ones are kept
    relative_side side[2];  // how the models stand, by poses
    double margin[2];       // what is as far as their sum is close, too,
    int strict;             // unless this is set
    double lo, hi;          // lo <= their sum <= hi
    near_unit unit;
    float hi_unit;        // hi in units, rounded up
    float box_shrink[2];  // of the engine: unit.shrink, for lengths in the axes of a box of a, of b
    float box_beyond[2];  // likewise: hi in these axes, rounded up, times 1.02
    // In a's frame: what is below inner is nearer than lo, what is beyond outer farther than hi.
    float inner, outer;
} close_question;

// Prepare all but box_shrink. The question is zeroed or was prepared before.
void close_question_prepare(close_question* out, const relative_side* a, const relative_side* b,
                            const double margin[2], int strict);

// Whether the sum of two margins is 0.
static inline int margins_are_zero(const double margin[2])
{
    return double_is_zero(margin[0]) && double_is_zero(margin[1]);
}

// Whether two triangles that share no point are close. Counts what needed integers.
int close_is_within(search* s, uint32_t a, uint32_t b);

// Record which of the triangles a_ids x b_ids are close. Returns 0 if the search must end.
int close_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                    size_t b_count);

#endif
