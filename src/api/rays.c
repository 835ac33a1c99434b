// rays.c - as api.c, for rays.
#include "api/checks.h"

#include "abut/ray.h"

const char* abut_facing_text(abut_facing facing)
{
    (void)facing;
    return NULL;
}

abut_status abut_rays(abut_batch* batch, const abut_instance* instance, const double* origins,
                      const double* directions, size_t count, const abut_ray_ask* ask,
                      const abut_ray_answer** out)
{
    (void)batch, (void)instance, (void)origins, (void)directions, (void)count, (void)ask, (void)out;
    return ABUT_NOT_AVAILABLE;
}
