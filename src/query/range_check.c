// range_check.c - what a range must be, and the planes that it is made of.
#include "base/bits.h"
#include "geom/dop_directions.h"
#include "query/range.h"
#include "query/shape_pair.h"

#include <math.h>

_Static_assert(RANGE_PLANES_MOST == ABUT_RANGE_PLANES_MOST, "as many as the header says");
_Static_assert((int)RANGE_PLANES_MOST == (int)PLANES_MOST, "as many as the engine takes");
_Static_assert(KDOP_HALF_MAX == ABUT_RANGE_INTERVALS_MOST, "as many as the header says");

// The directions of a box or a DOP; NULL: it is none.
static const kdop_set* set_of(const abut_range* r)
{
    if (r->kind == ABUT_RANGE_BOX) return kdop_set_of(6);
    return r->kind == ABUT_RANGE_DOP ? kdop_set_of(r->k) : NULL;
}

static int is_number(double x)
{
    return (double_bits(x) & INT64_MAX) <= double_bits((double)INFINITY);
}

static abut_status check_planes(const abut_range* r)
{
    if (!r->planes || !r->plane_count || r->plane_count > RANGE_PLANES_MOST)
        return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(r->planes, 4 * (int)r->plane_count)) return ABUT_NOT_FINITE;
    for (size_t i = 0; i < r->plane_count; i++) {
        const double* const n = r->planes + 4 * i;
        if (double_is_zero(n[0]) && double_is_zero(n[1]) && double_is_zero(n[2]))
            return ABUT_BAD_ARGUMENT;
    }
    return ABUT_OK;
}

abut_status range_check(const abut_range* r)
{
    affine pose;
    if ((r->reserved[0] | r->reserved[1]) != 0) return ABUT_BAD_ARGUMENT;
    if (r->kind == ABUT_RANGE_PLANES) {
        TRY(check_planes(r));
    } else {
        const kdop_set* const set = set_of(r);
        if (!set) return ABUT_BAD_ARGUMENT;
        for (int i = 0; i < set->half; i++)
            if (!is_number(r->low[i]) || !is_number(r->high[i])) return ABUT_NOT_FINITE;
    }
    return affine_from_pose(&pose, &r->pose);
}

abut_status range_ask_check(const abut_range_ask* ask)
{
    const uint64_t* const r = ask->reserved;
    if ((r[0] | r[1] | r[2] | r[3]) != 0) return ABUT_BAD_ARGUMENT;
    if (!double_is_finite(ask->deadline)) return ABUT_NOT_FINITE;
    return double_compare(ask->deadline, 0) < 0 ? ABUT_BAD_ARGUMENT : ABUT_OK;
}

int range_make(posed_range* out, const abut_range* range, const affine* pose)
{
    posed_range_begin(out, pose);
    if (range->kind == ABUT_RANGE_PLANES) {
        for (size_t i = 0; i < range->plane_count; i++)
            posed_range_add(out, range->planes + 4 * i, range->planes[4 * i + 3]);
        return 1;
    }
    const kdop_set* const set = set_of(range);
    for (int i = 0; set && i < set->half; i++) {
        double n[3], against[3];
        const double low = range->low[i], high = range->high[i];
        if (double_order(low) > double_order(high)) return 0;
        // Of two that are equal and infinite one is beyond all points.
        if (!double_is_finite(low) && double_order(low) == double_order(high)) return 0;
        for (int k = 0; k < 3; k++) {
            n[k] = set->direction[i][k];
            against[k] = -n[k];
        }
        if (double_is_finite(low)) posed_range_add(out, against, -low);
        if (double_is_finite(high)) posed_range_add(out, n, high);
    }
    return 1;
}
