// regions.c - see regions.h.
#include "query/regions.h"

abut_status overlap_regions(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const abut_overlap_ask* ask, abut_overlap_answer* out)
{
    (void)query;
    (void)a;
    (void)b;
    (void)ask;
    (void)out;
    return ABUT_NOT_AVAILABLE;
}

const char* curve_end_text(abut_curve_end end)
{
    (void)end;
    return NULL;
}

const char* curve_kind_text(abut_curve_kind kind)
{
    (void)kind;
    return NULL;
}
