// distance.h - how far two models are from each other.
#ifndef ABUT_QUERY_DISTANCE_H
#define ABUT_QUERY_DISTANCE_H
#include "query/collide.h"

#include "abut/distance.h"

// Answer abut_distance, for arguments that the api has checked; poses and options are checked here.
abut_status distance(abut_query* query, const abut_instance* a, const abut_instance* b,
                     const abut_distance_ask* ask, abut_distance_answer* out);

#endif
