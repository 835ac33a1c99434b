// rays.h - many rays against one model, shared by the workers of a batch: see abut/ray.h.
#ifndef ABUT_QUERY_RAYS_H
#define ABUT_QUERY_RAYS_H
#include "query/batch.h"

#include "abut/ray.h"

// Answer abut_rays, for arguments that the api has checked but for the instance.
abut_status batch_rays(abut_batch* b, const abut_instance* instance, const double* origins,
                       const double* directions, size_t count, const abut_ray_ask* ask,
                       const abut_ray_answer** out);

// As abut_facing_text.
const char* facing_text(abut_facing facing);

#endif
