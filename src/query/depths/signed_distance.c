// signed_distance.c - see signed_distance.h.
#include "query/depths/signed_distance.h"

#include "query/depths/blocked.h"
#include "query/depths/closed_pair.h"
#include "query/depths/depth_least.h"
#include "query/distance.h"

#include <math.h>
#include <string.h>

static abut_status measure(abut_query* query, const placed_model placed[2], double* lo, double* hi)
{
    static const abut_distance_ask exact;
    abut_distance_answer found;
    TRY(distance_placed(query, NULL, &placed[0], &placed[1], &exact, &found));
    *lo = found.lo;
    *hi = found.hi;
    return ABUT_OK;
}

// Of solids that share a point of their insides, or may.
static abut_status tell_depth(const closed_pair* c, const abut_instance* a, const abut_instance* b,
                              const abut_solids_ask* ask, abut_signed_answer* out)
{
    abut_depth_least_answer depth;
    abut_solids_ask same = *ask;
    same.a_solid = c->given.solid[0];
    same.b_solid = c->given.solid[1];
    TRY(depth_least(c->given.query, a, b, &same, &depth));
    out->depth_lo = depth.lo;
    out->depth_hi = depth.hi;
    out->signed_lo = -depth.hi;
    if (relation_is_blocked(out->relation)) out->signed_hi = -depth.lo;
    out->complete = depth.complete;
    memcpy(out->translation, depth.translation, sizeof out->translation);
    return ABUT_OK;
}

static abut_status tell(closed_pair* c, const abut_instance* a, const abut_instance* b,
                        const abut_solids_ask* ask, abut_signed_answer* out)
{
    static const double here[3] = {0, 0, 0};
    abut_query* const query = c->given.query;
    TRY(measure(query, c->given.placed, &out->distance_lo, &out->distance_hi));
    if (!c->has_solids) {
        out->reason = ABUT_REASON_OPEN;
        out->signed_lo = out->signed_hi = (double)NAN;
        return ABUT_OK;
    }
    out->signed_lo = out->distance_lo;
    out->signed_hi = out->distance_hi;
    if (c->model[0] || c->model[1])
        TRY(measure(query, c->pair.placed, &out->signed_lo, &out->signed_hi));
    TRY(blocked_at(&c->pair, here, &out->relation));
    if (out->relation == ABUT_RELATION_UNKNOWN || relation_is_blocked(out->relation))
        return tell_depth(c, a, b, ask, out);
    return ABUT_OK;
}

abut_status signed_distance(abut_query* query, const abut_instance* a, const abut_instance* b,
                            const abut_solids_ask* ask, abut_signed_answer* out)
{
    closed_pair pair;
    abut_signed_answer found = {.complete = 1};
    abut_status status = closed_pair_open(&pair, query, a, b, ask);
    if (status == ABUT_OK) status = tell(&pair, a, b, ask, &found);
    if (status == ABUT_OK) *out = found;
    closed_pair_close(&pair);
    return status;
}
