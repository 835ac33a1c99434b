// rays.c - as api.c, for rays.
#include "query/rays.h"

#include "api/checks.h"

#include "abut/ray.h"

#include <math.h>

const char* abut_facing_text(abut_facing facing)
{
    return facing_text(facing);
}

static abut_status ray_ask_check(const abut_ray_ask* ask)
{
    if (!is_zero(ask->reserved) || (unsigned)ask->segments > 1) return ABUT_BAD_ARGUMENT;
    if ((unsigned)ask->want > ABUT_RAY_WANT_COUNT) return ABUT_BAD_ARGUMENT;
    if (!double_is_finite(ask->t_least) || isnan(ask->t_most)) return ABUT_NOT_FINITE;
    // As bits, for subnormal numbers count, too.
    const int64_t least = double_order(ask->t_least), most = double_order(ask->t_most);
    if (least < 0 || most < 0) return ABUT_BAD_ARGUMENT;
    return most && least > most ? ABUT_BAD_ARGUMENT : ABUT_OK;
}

static int is_no_direction(const double x[3])
{
    return double_is_zero(x[0]) && double_is_zero(x[1]) && double_is_zero(x[2]);
}

abut_status abut_rays(abut_batch* batch, const abut_instance* instance, const double* origins,
                      const double* directions, size_t count, const abut_ray_ask* ask,
                      const abut_ray_answer** out)
{
    static const abut_ray_ask defaults;
    if (!ask) ask = &defaults;
    if (!batch || !instance || !instance->model || !out) return ABUT_BAD_ARGUMENT;
    if ((!origins || !directions) && count) return ABUT_BAD_ARGUMENT;
    TRY(ray_ask_check(ask));
    for (size_t i = 0; i < count; i++) {
        const double* const way = directions + 3 * i;
        if (!doubles_are_finite(origins + 3 * i, 3) || !doubles_are_finite(way, 3))
            return ABUT_NOT_FINITE;
        if (!ask->segments && is_no_direction(way)) return ABUT_BAD_ARGUMENT;
    }
    return batch_rays(batch, instance, origins, directions, count, ask, out);
}
