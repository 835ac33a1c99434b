// depth_least.c - see depth_least.h.
#include "query/depth_least.h"

abut_status depth_least(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const abut_depth_ask* ask, abut_depth_least_answer* out)
{
    (void)query;
    (void)a;
    (void)b;
    (void)ask;
    (void)out;
    return ABUT_NOT_AVAILABLE;
}
