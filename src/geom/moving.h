// moving.h - points that go straight from where they are at time 0 to where they are at time 1: when do a vertex and a triangle,
// or two edges, first share a point? (docs/proofs/vertices.md, "Vertices that move".)
//
// All is about four points. Bounds in doubles prove most of them free; the rest is decided at the roots of polynomials, exactly:
// the four are in one plane at the roots of a cubic, and what else must hold there are signs of others.
#ifndef ABUT_GEOM_MOVING_H
#define ABUT_GEOM_MOVING_H
#include "geom/polynomial.h"

// Either a vertex, point 0, and a triangle, points 1, 2 and 3; or an edge from 0 to 1, and one from 2 to 3. Any of them may be
// degenerate, at any time.
typedef struct moving_four {
    const double* at[4][2];  // at time 0 and at time 1; borrowed
    int is_edges;
} moving_four;

typedef enum moving_verdict {
    MOVING_OPEN,   // not decided
    MOVING_FREE,   // they share no point until then
    MOVING_MEETS,  // they do
} moving_verdict;

// Decide by bounds in doubles, until a time in [0, 1], in any rounding mode (moving_bound.c). intervals: how many it looked at are
// added; NULL: who cares. Cost: 0.1 us where they are far apart for their size, 2 us where it ends open.
moving_verdict moving_bound(const moving_four* m, double until, unsigned* intervals);

// Where four points first meet.
typedef struct moving_meeting {
    polynomial_root time;
    double lo, hi;  // the doubles next to it, equal if it is one
    unsigned
        points;  // bit i: point i is a corner of the least part of its triangle or edge that the others meet
} moving_meeting;

// Find the first time in [0, until] that they share a point, exactly (moving_exact.c). Returns 0 if they never do. The numbers
// stand on the stack. Cost: some 10 us, more for each root that is looked at.
int moving_first(real_stack* s, const moving_four* m, double until, moving_meeting* out);

// -1, 0 or 1 as a is earlier than, as, or later than b.
int moving_compare(real_stack* s, const moving_meeting* a, const moving_meeting* b);

#endif
