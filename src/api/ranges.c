// ranges.c - as api.c, for ranges.
#include "api/checks.h"
#include "geom/dop_directions.h"
#include "query/range.h"

abut_status abut_range_direction(int k, int index, double out[3])
{
    const kdop_set* const set = kdop_set_of(k);
    if (!set || index < 0 || index >= set->half || !out) return ABUT_BAD_ARGUMENT;
    for (int i = 0; i < 3; i++)
        out[i] = set->direction[index][i];
    return ABUT_OK;
}

abut_status abut_frustum_planes(const double matrix[16], int depth_from_zero, double planes[24],
                                size_t* count)
{
    // Each plane is a row added to the last one, or taken from it: what is at least 0 there. The near one may be the third alone.
    static const int rows[6] = {0, 0, 1, 1, 2, 2};
    double made[24];
    size_t made_count = 0;
    if (!matrix || (unsigned)depth_from_zero > 1 || !planes || !count) return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(matrix, 16)) return ABUT_NOT_FINITE;
    for (int i = 0; i < 6; i++) {
        const double *const row = matrix + 4 * (size_t)rows[i], *const last = matrix + 12;
        const int is_third = i == 4 && depth_from_zero;
        double* const to = made + 4 * made_count;
        for (int k = 0; k < 4; k++) {
            const double least = is_third ? row[k] : i % 2 ? last[k] - row[k] : last[k] + row[k];
            to[k] = k < 3 ? -least : least;
        }
        if (!doubles_are_finite(to, 4)) return ABUT_NOT_FINITE;
        made_count += !(double_is_zero(to[0]) && double_is_zero(to[1]) && double_is_zero(to[2]));
    }
    if (!made_count) return ABUT_BAD_ARGUMENT;
    for (size_t i = 0; i < 4 * made_count; i++)
        planes[i] = made[i];
    *count = made_count;
    return ABUT_OK;
}

abut_status abut_range_check(const abut_range* range)
{
    return range ? range_check(range) : ABUT_BAD_ARGUMENT;
}

abut_status abut_range_find(abut_query* query, const abut_instance* instance,
                            const abut_range* range, const abut_range_ask* ask,
                            abut_range_found* out)
{
    static const abut_range_ask defaults;
    if (!ask) ask = &defaults;
    if (!query || !instance || !instance->model || !range || !out) return ABUT_BAD_ARGUMENT;
    TRY(range_ask_check(ask));
    TRY(range_check(range));
    return find_range(query, instance, range, ask, out);
}
