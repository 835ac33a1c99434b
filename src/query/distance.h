// distance.h - how far two models are from each other.
#ifndef ABUT_QUERY_DISTANCE_H
#define ABUT_QUERY_DISTANCE_H
#include "query/collide.h"

#include "abut/distance.h"

// Whether a model's method answers how far it is.
int tells_how_far(const abut_model* model);
// Make room for a search for the nearest, of which there is one a query. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status distance_open(abut_query* query);
// Ask a walk of the methods that test one pair of volumes at a time: from the roots, depth first. Returns ABUT_OK or
// ABUT_OUT_OF_MEMORY.
abut_status ask_depth_first(search* s);

// Find the first corner of what two triangles share: its features, and where it is in the world. kind: how they touch. The
// search's poses are prepared for points.
void contact_first_corner(const search* s, abut_pair ids, abut_kind kind, abut_event* features,
                          double point[3]);

// Answer abut_distance, for arguments that the api has checked; poses and options are checked here.
// seed: where it begins, if it is coherent, and where it was is kept; NULL: the query's own.
abut_status distance(abut_query* query, near_seed* seed, const abut_instance* a,
                     const abut_instance* b, const abut_distance_ask* ask,
                     abut_distance_answer* out);

// The same for placed models of one method, which answers that.
abut_status distance_placed(abut_query* query, near_seed* seed, const placed_model* a,
                            const placed_model* b, const abut_distance_ask* ask,
                            abut_distance_answer* out);

#endif
