// nearest_pair.h - of the pairs that a search for the nearest kept, the nearest, exactly: in integers, since doubles left
// them open.
#ifndef ABUT_QUERY_NEAREST_PAIR_H
#define ABUT_QUERY_NEAREST_PAIR_H
#include "geom/nearest.h"
#include "search/near.h"

#include "abut/distance.h"

// Bound how far a triangle of a is from one of b, in doubles.
void nearest_pair_bound(const search* s, uint32_t a, uint32_t b, nearest_bounds* out);
// The square of how far, of two that do not touch. with_least: features_are_least is wanted.
void nearest_pair_square(const search* s, const near_candidate* c, int with_least,
                         nearest_square* out);
// The nearest of all candidates: the least pair of those that are as near. There is one at least, and none touches. Long
// ones are shared. Returns 0 if the search was stopped.
int nearest_pair_find(search* s, near_candidate* pair, nearest_square* out);
// Tell features and points of a pair. square: of this pair; its features become the least.
void nearest_pair_points(search* s, const near_candidate* c, nearest_square* square,
                         abut_distance_answer* out);

#endif
