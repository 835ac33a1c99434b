// whole.c - see whole.h.
#include "engine/box/whole.h"

#include "base/bits.h"
#include "geom/vector.h"

whole_box whole_box_of_range(const double low[3], const double high[3])
{
    whole_box out = {.reach = 0};
    for (int k = 0; k < 3; k++) {
        out.centre[k] = low[k] / 2 + high[k] / 2;
        // Both differences may be rounded down; numbers below the normal ones may be read as 0.
        out.half[k] =
            double_larger(high[k] - out.centre[k], out.centre[k] - low[k]) * (1 + 0x1p-50) +
            0x1p-1000;
    }
    out.reach = absolute_sum3(out.centre) + absolute_sum3(out.half);
    return out;
}
