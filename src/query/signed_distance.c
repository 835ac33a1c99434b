// signed_distance.c - see signed_distance.h.
#include "query/signed_distance.h"

abut_status signed_distance(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const abut_depth_ask* ask, abut_signed_answer* out)
{
    (void)query;
    (void)a;
    (void)b;
    (void)ask;
    (void)out;
    return ABUT_NOT_AVAILABLE;
}
