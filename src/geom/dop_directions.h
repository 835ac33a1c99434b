// dop_directions.h - the directions of k-DOPs: those of the papers' methods, of ranges, and of a world's sweep and prune.
#ifndef ABUT_GEOM_DOP_DIRECTIONS_H
#define ABUT_GEOM_DOP_DIRECTIONS_H

#define KDOP_HALF_MAX 13  // slabs of a 26-DOP

// A set of directions: A three axes, C four corners of the cube, E six edges of the cube.
typedef struct kdop_set {
    int half;  // k / 2
    signed char direction[KDOP_HALF_MAX][3];
} kdop_set;

// k = 6: A. 8: C. 12: E. 14: A C. 18: A E. 20: C E. 26: A C E. In that order, so that widely different
// directions come first.
extern const kdop_set kdop6_set, kdop8_set, kdop12_set, kdop14_set, kdop18_set, kdop20_set,
    kdop26_set;

// The set of k; NULL: there is none.
const kdop_set* kdop_set_of(int k);

#endif
