// reach_bound.h - the most that the least of several distances can be on a piece of a triangle (docs/proofs/depth.md, "Reach").
//
// How far a point is from a convex set is a convex function of the point: on a piece it is below what its corners' distances
// give by interpolation. So the least of several such is at most the value of a game of two: one chooses a point of the
// piece, by weights of its corners; the other a set, by chance.
#ifndef ABUT_QUERY_DEPTHS_REACH_BOUND_H
#define ABUT_QUERY_DEPTHS_REACH_BOUND_H
#include <stddef.h>

enum { REACH_SETS_MOST = 16 };

typedef struct reach_game {
    double corner[REACH_SETS_MOST][3];  // from above, of each set: of the corners
    size_t count;
} reach_game;

typedef struct reach_value {
    double above;  // on no point of the piece are all sets farther
    double weight
        [3];  // of the corners: where they are likely to be as far; 0 or more, their sum is 1 but for rounding
    double part[REACH_SETS_MOST];  // that each set has in above
} reach_value;

// Solve a game that has sets. In every rounding mode.
void reach_game_solve(const reach_game* g, reach_value* out);

#endif
