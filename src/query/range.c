// range.c - see range.h.
#include "query/range.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/shape.h"

#include <math.h>
#include <string.h>

#define LISTED_PER_PROGRESS ((size_t)1 << 18)  // triangles that are listed without a test

void range_free(range_search* r, const abut_host* host)
{
    range_list_free(&r->inside, host);
    range_list_free(&r->crossing, host);
    range_order_free(&r->order, host);
    host_release(host, r, 1, sizeof *r);
}

static abut_status open_ranges(abut_query* q)
{
    if (q->ranges) return ABUT_OK;
    range_search* const r = host_allocate(&q->host, 1, sizeof *r);
    if (!r) return ABUT_OUT_OF_MEMORY;
    memset(r, 0, sizeof *r);
    q->ranges = r;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------- finding

// Add triangles to a list, and no more than the limit allows. Returns 0 if the search must end.
static int add(abut_query* q, range_list* to, const uint32_t* ids, size_t count)
{
    search* const s = &q->search;
    if (s->status != ABUT_OK) return 0;
    const size_t left = s->limit ? s->limit - s->found_count : SIZE_MAX;
    if (count > left) {
        count = left;
        s->stopped = 1;
    }
    s->status = range_list_add(to, ids, count, &q->host);
    if (s->status == ABUT_OK) s->found_count += count;
    return s->status == ABUT_OK && !s->stopped;
}

// Ask doubles about a triangle, then integers. planes: of which it is not known to be inside them. Returns 0 if the search must
// end.
static int settle(abut_query* q, uint32_t triangle, uint64_t planes)
{
    range_search* const r = q->ranges;
    const double* vertex[3];
    uint64_t open;
    if (!search_may_decide(&q->search)) return 0;
    soup_mesh_vertices(q->search.mesh[0], triangle, vertex);
    range_side side = posed_range_side(&r->posed, planes, vertex, &open);
    if (!PRUNE(side != RANGE_OPEN)) {
        q->search.status = shape_open_scratch(q);
        if (q->search.status != ABUT_OK) return 0;
        side = posed_range_decide(&r->posed, PRUNE(1) ? open : planes, vertex,
                                  q->shapes->pair.scratch);
        r->exact_tests++;
    }
    if (side == RANGE_OUTSIDE) return 1;
    return add(q, side == RANGE_INSIDE ? &r->inside : &r->crossing, &triangle, 1);
}

static uint64_t all_planes(const posed_range* r)
{
    return r->count < 64 ? (UINT64_C(1) << r->count) - 1 : UINT64_MAX;
}

static void find_by_brute_force(abut_query* q, uint64_t planes)
{
    search* const s = &q->search;
    const size_t count = s->mesh[0]->triangle_count;
    for (size_t i = 0; i < count; i++) {
        if (!soup_mesh_has(s->mesh[0], i)) continue;
        s->done = (double)i / (double)count;
        if (!search_may_test(s)) return;
        s->work.triangle_tests++;
        if (!settle(q, (uint32_t)i, planes)) return;
    }
}

static int look(planes_walk* w, const uint32_t ids[8], unsigned inside, unsigned crossing,
                unsigned open, uint64_t planes)
{
    abut_query* const q = w->user;
    range_search* const r = q->ranges;
    for (unsigned left = inside | crossing; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        if (!search_may_decide(w->s)) return 0;
        if (!add(q, inside >> i & 1 ? &r->inside : &r->crossing, &ids[i], 1)) return 0;
    }
    for (unsigned left = open; left; left &= left - 1)
        if (!settle(q, ids[__builtin_ctz(left)], planes)) return 0;
    return 1;
}

static int list(planes_walk* w, const uint32_t* ids, size_t count)
{
    abut_query* const q = w->user;
    search* const s = w->s;
    const size_t before = q->ranges->inside.count;
    if (!add(q, &q->ranges->inside, ids, count)) return 0;
    if (before / LISTED_PER_PROGRESS != (before + count) / LISTED_PER_PROGRESS)
        s->status = host_progress(s->host, fmin(s->done, 1));
    return s->status == ABUT_OK && !search_is_late(s);
}

// ------------------------------------------------------------------------------------------------- placing

// Ask a plane about the box about the model, where floats cannot hold it. Returns on which side of it all of the box is.
static abut_status ask_box(abut_query* q, const abut_model* m, size_t plane, range_side* side)
{
    range_search* const r = q->ranges;
    const uint64_t bit = UINT64_C(1) << plane;
    double corner[8][3];
    int found[4] = {0};
    for (int i = 0; i < 8; i++) {
        uint64_t open;
        for (int k = 0; k < 3; k++)
            corner[i][k] = i >> k & 1 ? m->high[k] : m->low[k];
        const double* const vertex[3] = {corner[i], corner[i], corner[i]};
        range_side of = posed_range_side(&r->posed, bit, vertex, &open);
        if (of == RANGE_OPEN) {
            TRY(shape_open_scratch(q));
            of = posed_range_decide(&r->posed, bit, vertex, q->shapes->pair.scratch);
        }
        found[of]++;
    }
    *side = found[RANGE_INSIDE] == 8    ? RANGE_INSIDE
            : found[RANGE_OUTSIDE] == 8 ? RANGE_OUTSIDE
                                        : RANGE_CROSSING;
    return ABUT_OK;
}

// Place the planes in the tree's frame. *planes: those that not all of the model is inside of. *is_clear: all of it is outside.
static abut_status place_planes(abut_query* q, const abut_model* m, uint64_t* planes, int* is_clear)
{
    range_search* const r = q->ranges;
    const core_place* const place = q->shapes->place;
    *planes = all_planes(&r->posed);
    *is_clear = 0;
    for (size_t i = 0; i < r->posed.count; i++) {
        double x[3], normal[3], error, normal_error;
        core_plane* const to = &r->walk.plane[i];
        if (place && posed_range_plane(&r->posed, i, x, normal, &error, &normal_error) &&
            core_place_plane(to, place, x, normal, error, normal_error))
            continue;
        if (place) *to = planes_unknown();
        range_side side;
        TRY(ask_box(q, m, i, &side));
        if (PRUNE(side == RANGE_OUTSIDE)) *is_clear = 1;
        if (PRUNE(side == RANGE_INSIDE)) *planes &= ~(UINT64_C(1) << i);
    }
    return ABUT_OK;
}

static void search_range(abut_query* q, const abut_model* m)
{
    search* const s = &q->search;
    range_search* const r = q->ranges;
    uint64_t planes;
    int is_clear;
    s->work.volume_tests = q->shapes->place != NULL;  // what is about the whole model
    s->status = place_planes(q, m, &planes, &is_clear);
    if (s->status != ABUT_OK || is_clear) return;
    if (!q->shapes->place) {
        find_by_brute_force(q, planes);
        return;
    }
    r->walk.s = s;
    r->walk.place = q->shapes->place;
    r->walk.planes = planes;
    r->walk.look = look;
    r->walk.list = list;
    r->walk.user = q;
    wide_kernels_now()->planes_walk(&r->walk);
}

// ------------------------------------------------------------------------------------------------- answering

static abut_status prepare(abut_query* q, const placed_model* side, const abut_range* range,
                           const abut_range_ask* ask, int* is_there)
{
    search* const s = &q->search;
    affine pose;
    TRY(open_ranges(q));
    range_search* const r = q->ranges;
    TRY(affine_from_pose(&pose, &range->pose));
    *is_there = range_make(&r->posed, range, &pose) && soup_mesh_present(&side->model->mesh) > 0;
    r->inside.count = r->crossing.count = 0;
    r->exact_tests = 0;
    s->host = &q->host;
    s->mesh[0] = &side->model->mesh;
    s->mesh[1] = NULL;
    s->limit = ask->limit;
    s->any = 0;
    s->budget = ask->budget;
    s->considered = NULL;
    s->stop_time = query_stop_time(q, ask->deadline);
    s->pair_time = 0;
    s->may_repeat = 0;
    s->close = NULL;
    search_begin(s);
    if (!*is_there) return ABUT_OK;
    TRY(shape_place_model(q, side));
    posed_range_beside(&r->posed, &side->pose, side->frame);
    return ABUT_OK;
}

abut_status find_range(abut_query* query, const abut_instance* instance, const abut_range* range,
                       const abut_range_ask* ask, abut_range_found* out)
{
    static const uint32_t none;
    search* const s = &query->search;
    placed_model side;
    affine about;
    int is_there;
    if (!shape_has_method(instance->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&side, &about, instance));
    TRY(prepare(query, &side, range, ask, &is_there));
    range_search* const r = query->ranges;
    const size_t triangles = side.model->mesh.triangle_count;
    if (is_there) search_range(query, side.model);
    s->found_count = 0;  // they are in no list of the search
    TRY(s->status);
    TRY(range_order_sort(&r->order, &r->inside, triangles, &query->host));
    TRY(range_order_sort(&r->order, &r->crossing, triangles, &query->host));
    *out = (abut_range_found){
        .inside = r->inside.count ? r->inside.ids : &none,
        .inside_count = r->inside.count,
        .crossing = r->crossing.count ? r->crossing.ids : &none,
        .crossing_count = r->crossing.count,
        .complete = !s->stopped,
        .volume_tests = s->work.volume_tests,
        .triangle_tests = s->work.triangle_tests,
        .node_updates = s->work.node_updates,
        .exact_tests = r->exact_tests,
    };
    return ABUT_OK;
}
