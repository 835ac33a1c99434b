// ranges.c - as api.c, for ranges.
#include "api/checks.h"

#include "abut/range.h"

abut_status abut_range_direction(int k, int index, double out[3])
{
    (void)k, (void)index, (void)out;
    return ABUT_NOT_AVAILABLE;
}

abut_status abut_frustum_planes(const double matrix[16], int depth_from_zero, double planes[24],
                                size_t* count)
{
    (void)matrix, (void)depth_from_zero, (void)planes, (void)count;
    return ABUT_NOT_AVAILABLE;
}

abut_status abut_range_check(const abut_range* range)
{
    (void)range;
    return ABUT_NOT_AVAILABLE;
}

abut_status abut_range_find(abut_query* query, const abut_instance* instance,
                            const abut_range* range, const abut_range_ask* ask,
                            abut_range_found* out)
{
    (void)query, (void)instance, (void)range, (void)ask, (void)out;
    return ABUT_NOT_AVAILABLE;
}
