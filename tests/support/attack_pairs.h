// attack_pairs.h - pairs of triangles made to sit at the bounds of filters in doubles.
#ifndef ABUT_TESTS_SUPPORT_ATTACK_PAIRS_H
#define ABUT_TESTS_SUPPORT_ATTACK_PAIRS_H
#include "geom/pose.h"
#include "support/random_pairs.h"

// Make vertices of a and b, and a pose for each; in a quarter of the pairs the poses are equal.
void attack_pair_make(random_source* random, double v[2][3][3], affine pose[2]);

#endif
