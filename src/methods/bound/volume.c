// volume.c - measuring a set of triangles.
#include "methods/bound/volume.h"

#include "base/base.h"

range3 range_of_set(const triangle_set* set)
{
    ASSERT(set->count);
    range3 range;
    for (int k = 0; k < 3; k++)
        range.low[k] = range.high[k] =
            set->points[(size_t)set->triangles[(size_t)set->order[0] * 3] * 3 + (size_t)k];
    for (size_t t = 0; t < set->count; t++) {
        const uint32_t* index = set->triangles + (size_t)set->order[t] * 3;
        for (int v = 0; v < 3; v++) {
            const double* point = set->points + (size_t)index[v] * 3;
            for (int k = 0; k < 3; k++) {
                if (point[k] < range.low[k]) range.low[k] = point[k];
                if (point[k] > range.high[k]) range.high[k] = point[k];
            }
        }
    }
    return range;
}
