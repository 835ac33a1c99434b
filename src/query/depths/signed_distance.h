// signed_distance.h - how far two solids are apart, or how deep in each other.
#ifndef ABUT_QUERY_DEPTHS_SIGNED_DISTANCE_H
#define ABUT_QUERY_DEPTHS_SIGNED_DISTANCE_H
#include "query/solid_pair.h"

abut_status signed_distance(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const abut_solids_ask* ask, abut_signed_answer* out);

#endif
