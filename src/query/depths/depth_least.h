// depth_least.h - the shortest translation that frees b, between bounds that are proved.
#ifndef ABUT_QUERY_DEPTHS_DEPTH_LEAST_H
#define ABUT_QUERY_DEPTHS_DEPTH_LEAST_H
#include "query/solid_pair.h"

abut_status depth_least(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const abut_solids_ask* ask, abut_depth_least_answer* out);

#endif
