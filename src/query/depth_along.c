// depth_along.c - see depth_along.h.
#include "query/depth_along.h"

abut_status depth_along(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const double direction[3], const abut_depth_ask* ask,
                        abut_depth_along_answer* out)
{
    (void)query;
    (void)a;
    (void)b;
    (void)direction;
    (void)ask;
    (void)out;
    return ABUT_NOT_AVAILABLE;
}
