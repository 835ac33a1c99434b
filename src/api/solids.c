// solids.c - as api.c, for what solids share, and how deep they are in each other.
#include "api/checks.h"
#include "query/depths/depth_along.h"
#include "query/depths/depth_least.h"
#include "query/depths/reach.h"
#include "query/depths/signed_distance.h"
#include "query/overlaps/regions.h"

#include <math.h>

abut_status abut_solid_check(abut_solid* solid, abut_query* query)
{
    return solid && query ? solid_check(solid, query) : ABUT_BAD_ARGUMENT;
}

abut_status abut_solid_parts(const abut_solid* solid, const abut_solid_part** out, size_t* count)
{
    if (!solid || !out || !count) return ABUT_BAD_ARGUMENT;
    solid_parts(solid, out, count);
    return ABUT_OK;
}

const char* abut_fault_text(abut_fault fault)
{
    return fault_text(fault);
}

const char* abut_curve_end_text(abut_curve_end end)
{
    return curve_end_text(end);
}

const char* abut_curve_kind_text(abut_curve_kind kind)
{
    return curve_kind_text(kind);
}

static int are_there(const abut_query* query, const abut_instance* a, const abut_instance* b,
                     const void* out)
{
    return query && a && a->model && b && b->model && out;
}

abut_status abut_overlap(abut_query* query, const abut_instance* a, const abut_instance* b,
                         const abut_overlap_ask* options, abut_overlap_answer* out)
{
    static const abut_overlap_ask defaults;
    if (!options) options = &defaults;
    if (!are_there(query, a, b, out) || !is_zero(options->reserved) ||
        (unsigned)options->volume > 1)
        return ABUT_BAD_ARGUMENT;
    return overlap_regions(query, a, b, options, out);
}

// Check what is asked of a depth, and of whom. *ask becomes the defaults where it is NULL.
static abut_status depth_check(const abut_query* query, const abut_instance* a,
                               const abut_instance* b, const abut_solids_ask** ask, const void* out)
{
    static const abut_solids_ask defaults;
    if (!*ask) *ask = &defaults;
    const double numbers[] = {(*ask)->absolute, (*ask)->relative, (*ask)->deadline};
    if (!are_there(query, a, b, out) || !is_zero((*ask)->reserved)) return ABUT_BAD_ARGUMENT;
    for (int i = 0; i < 3; i++) {
        if (isnan(numbers[i])) return ABUT_NOT_FINITE;
        if (double_compare(numbers[i], 0) < 0) return ABUT_BAD_ARGUMENT;
    }
    return doubles_are_finite(&(*ask)->deadline, 1) ? ABUT_OK : ABUT_NOT_FINITE;
}

abut_status abut_depth_along(abut_query* query, const abut_instance* a, const abut_instance* b,
                             const double direction[3], const abut_solids_ask* options,
                             abut_depth_along_answer* out)
{
    if (!direction) return ABUT_BAD_ARGUMENT;
    TRY(depth_check(query, a, b, &options, out));
    if (!doubles_are_finite(direction, 3)) return ABUT_NOT_FINITE;
    if (double_is_zero(direction[0]) && double_is_zero(direction[1]) &&
        double_is_zero(direction[2]))
        return ABUT_BAD_ARGUMENT;
    return depth_along(query, a, b, direction, options, out);
}

abut_status abut_depth_least(abut_query* query, const abut_instance* a, const abut_instance* b,
                             const abut_solids_ask* options, abut_depth_least_answer* out)
{
    TRY(depth_check(query, a, b, &options, out));
    return depth_least(query, a, b, options, out);
}

abut_status abut_reach(abut_query* query, const abut_instance* a, const abut_instance* b,
                       const abut_solids_ask* options, abut_reach_answer* out)
{
    TRY(depth_check(query, a, b, &options, out));
    return reach_find(query, a, b, options, out);
}

abut_status abut_signed_distance(abut_query* query, const abut_instance* a, const abut_instance* b,
                                 const abut_solids_ask* options, abut_signed_answer* out)
{
    TRY(depth_check(query, a, b, &options, out));
    return signed_distance(query, a, b, options, out);
}
