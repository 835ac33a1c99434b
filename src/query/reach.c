// reach.c - see reach.h.
#include "query/reach.h"

abut_status reach_find(abut_query* query, const abut_instance* a, const abut_instance* b,
                       const abut_depth_ask* ask, abut_reach_answer* out)
{
    (void)query;
    (void)a;
    (void)b;
    (void)ask;
    (void)out;
    return ABUT_NOT_AVAILABLE;
}
