// reach.h - how deep the surface of one model is inside the other solid.
#ifndef ABUT_QUERY_DEPTHS_REACH_H
#define ABUT_QUERY_DEPTHS_REACH_H
#include "query/solid_pair.h"

abut_status reach_find(abut_query* query, const abut_instance* a, const abut_instance* b,
                       const abut_solids_ask* ask, abut_reach_answer* out);

#endif
