// depth_along.h - how far b has to be pushed along a direction until it is free, exactly.
#ifndef ABUT_QUERY_DEPTHS_DEPTH_ALONG_H
#define ABUT_QUERY_DEPTHS_DEPTH_ALONG_H
#include "query/solid_pair.h"

abut_status depth_along(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const double direction[3], const abut_solids_ask* ask,
                        abut_depth_along_answer* out);

#endif
