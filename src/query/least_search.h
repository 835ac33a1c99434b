// least_search.h - what the parts of abut_depth_least share: the two solids, what is proved so far, and what it may cost
// (docs/proofs/depth.md, "The least depth").
//
// From above: a translation that frees b. From below: two balls. If a ball about p is within a, and one about q within b,
// the insides meet at every translation t of b that brings q nearer to p than their radii reach together:
// |p - q - t| < reach. So a pair of balls is a ball of translations that are all blocked.
#ifndef ABUT_QUERY_LEAST_SEARCH_H
#define ABUT_QUERY_LEAST_SEARCH_H
#include "query/depths/cell_heap.h"
#include "query/depths/closed_pair.h"
#include "query/depths/solid_point.h"

// How far a point is from a solid's surface.
typedef struct sounding {
    double lo, hi;      // the doubles next to it
    int is_inside;      // 0 on the surface
    uint32_t triangle;  // the least that is so near
    double foot[3];     // its nearest point
} sounding;

// A point of a's side and one of b's, as b stands, with what was found about each.
typedef struct ball_pair {
    double at[2][3];
    sounding found[2];
    double middle[3];  // of the translations that are blocked: at[0] - at[1], rounded
    double reach;      // no more than the sum of both radii; 0: one point is not within its solid
} ball_pair;

typedef struct least_search {
    closed_pair* pair;
    const abut_solids_ask* ask;
    uint64_t stop_time;  // of clock_now; 0: none
    struct work work;
    solid_point solid[2];          // asked about points
    double box[2][2][3];           // of each placed solid, rounded outward: low and high
    double low[3], high[3];        // of what both boxes share
    double tolerance;              // hi - lo may be so much
    cell_heap points;              // of two_balls.c
    size_t cells_most;             // of the space of translations
    abut_depth_least_answer* out;  // lo, hi, translation and point: what is proved
} least_search;

// Whether lo and hi are as near as was asked for.
int least_is_done(const least_search* s);
// Whether more may be spent. *status: ABUT_CANCELLED ends it too.
int least_may_go(least_search* s, abut_status* status);

// A translation is offered that may be shorter than hi: it is taken if it frees b.
abut_status least_try(least_search* s, const double shift[3], int* is_free);
// The same along a direction, of any length: as far as b is blocked.
abut_status least_push(least_search* s, const double direction[3]);

// Look at a translation's pair of balls about a point of a, or of b's when it is moved.
abut_status ball_find(least_search* s, const double shift[3], const double point[3],
                      ball_pair* out);
// Move the point up to so many times, to where the balls are larger. reach: what is hoped for; the first step is half of it, or of
// what is there.
abut_status ball_climb(least_search* s, const double shift[3], double reach, int steps,
                       ball_pair* best);
// How good a pair of balls is: reach, or, where it has none, how far it is from having one, negative.
double ball_value(const ball_pair* b);

// two_balls.c: find a pair of balls at a translation that reaches farther than is enough; of so many points at most. enough is
// infinite, and the translation 0: raise lo by all that are found. best: where it begins, and the best.
abut_status two_balls_search(least_search* s, const double shift[3], double enough, size_t most,
                             ball_pair* best);

// Begin with a point, and with one between its feet on both surfaces.
abut_status two_balls_begin(least_search* s, const double point[3], ball_pair* best);

// translations.c: from both sides, by cells of the space of translations. seed: what two_balls_search found.
abut_status translations_search(least_search* s, const ball_pair* seed);

#endif
