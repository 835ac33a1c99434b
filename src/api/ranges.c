// ranges.c - as api.c, for regions.
#include "api/checks.h"

#include "abut/range.h"

abut_status abut_region_direction(int k, int index, double out[3])
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

abut_status abut_region_check(const abut_region* region)
{
    (void)region;
    return ABUT_NOT_AVAILABLE;
}

abut_status abut_range(abut_query* query, const abut_instance* instance, const abut_region* region,
                       const abut_range_ask* ask, abut_range_found* out)
{
    (void)query, (void)instance, (void)region, (void)ask, (void)out;
    return ABUT_NOT_AVAILABLE;
}
