// shape_ray.c - the triangle that a ray meets first.
#include "base/bits.h"
#include "engine/kernels.h"
#include "query/shape.h"

#include <float.h>
#include <math.h>

// A triangle may be met. Returns 0 if the search must end. *is_first: whether nothing is met before it so far.
static int meet(abut_query* q, uint32_t id, int* is_first)
{
    shape_search* const r = q->shapes;
    *is_first = 0;
    if (!shape_make_ready(q)) return 0;
    if (!shape_pair_touches(&r->pair, id)) return 1;
    if (r->first != UINT32_MAX) {
        const int sign = shape_pair_compare_first(&r->pair, id, r->first);
        if (sign > 0 || (sign == 0 && id > r->first)) return 1;
    }
    r->first = id;
    *is_first = 1;
    return 1;
}

static void meet_all(abut_query* q)
{
    search* s = &q->search;
    const size_t count = s->mesh[0]->triangle_count;
    for (size_t i = 0; i < count; i++) {
        if (!soup_mesh_has(s->mesh[0], i)) continue;
        s->done = (double)i / (double)count;
        if (!search_may_test(s)) return;
        s->work.triangle_tests++;
        int is_first;
        if (!meet(q, (uint32_t)i, &is_first)) return;
    }
}

// How far along its box the ray need be followed, in the tree's frame.
static float reach_of(shape_search* r)
{
    double lo, hi;
    shape_pair_first(&r->pair, r->first, &lo, &hi);
    const double along = (hi - r->box_t) * (1 + 0x1p-50) * r->per_t;
    const double reach = core_length(r->place, along > 0 ? along : 0) + r->slack;
    return reach < (double)FLT_MAX ? float_round_up(reach) : INFINITY;
}

static int look(core_walk* w, const uint32_t ids[8], unsigned certain, unsigned open,
                const float lo[8], const float hi[8])
{
    abut_query* const q = w->user;
    (void)lo;
    (void)hi;
    for (unsigned left = certain | open; left; left &= left - 1) {
        int is_first;
        if (!meet(q, ids[__builtin_ctz(left)], &is_first)) return 0;
        if (!is_first) continue;
        const float reach = reach_of(q->shapes);
        if (reach < w->hi) w->hi = reach;
    }
    return 1;
}

static void meet_by_engine(abut_query* q)
{
    core_walk* const w = &q->shapes->walk;
    q->search.work.volume_tests = 1;
    switch (q->shapes->state) {
    case CORE_IS_FAR:
        break;
    case CORE_IS_LARGE:
        meet_all(q);
        break;
    case CORE_IS_PLACED:
        w->s = &q->search;
        w->is_nearest = 1;
        w->is_first = 0;
        w->hi = INFINITY;
        w->look = look;
        w->user = q;
        wide_kernels_now()->core_walk(w);
        break;
    }
}

void shape_find_first(abut_query* query)
{
    search* s = &query->search;
    query->shapes->first = UINT32_MAX;
    if (query->shapes->place)
        meet_by_engine(query);
    else
        meet_all(query);
    if (query->shapes->first == UINT32_MAX) return;
    search_record(s, query->shapes->first, 0, ABUT_KIND_TOUCH);
    s->stopped = 1;  // there may be others
}
