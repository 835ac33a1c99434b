// kdop_order.c - in which order the slabs of two DOPs are compared (Klosowski 1998, chapters 4 and 6).
// Only the work depends on it.
#include "base/base.h"
#include "methods/bound/kdop.h"

int kdop_order(const kdop_set* set, const float* low, const float* high, abut_intervals intervals,
               int count, unsigned char order[KDOP_HALF_MAX])
{
    ASSERT(count >= 0 && set->half <= KDOP_HALF_MAX);
    double width[KDOP_HALF_MAX];
    for (int i = 0; i < set->half; i++) {
        int place = i;
        const double own = ((double)high[i] - (double)low[i]) / kdop_length(set->direction[i]);
        if (intervals == ABUT_INTERVALS_WIDTH) {
            for (; place > 0 && own < width[place - 1]; place--) {
                width[place] = width[place - 1];
                order[place] = order[place - 1];
            }
        }
        width[place] = own;
        order[place] = (unsigned char)i;
    }
    return count && count < set->half ? count : set->half;
}
