// distance.h - how far two models are from each other.
#ifndef ABUT_QUERY_DISTANCE_H
#define ABUT_QUERY_DISTANCE_H
#include "query/collide.h"

#include "abut/distance.h"

// Whether the models' method tells how far.
int distance_is_told(const abut_model* model);

// Answer abut_distance, for arguments that the api has checked; poses and options are checked here.
// seed: where it begins, if it is coherent, and where it was is kept; NULL: the query's own.
abut_status distance(abut_query* query, near_seed* seed, const abut_instance* a,
                     const abut_instance* b, const abut_distance_ask* ask,
                     abut_distance_answer* out);

#endif
