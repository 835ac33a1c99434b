// shape_distance.c - how far a shape is from a model's triangles.
//
// The walk leaves few triangles, bounded in doubles; they are compared as quotients of integers. Lengths are those from the core
// of the shape until the end. A triangle that touches ends the walk: then all that touch are found, since the least is told.
#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/shape.h"

#include <float.h>
#include <math.h>

#define NEXT (1 + 0x1p-50)  // more than the roundings of two operations, in any mode

typedef struct asked {
    abut_query* query;
    const placed_model* side;
    const abut_shape* shape;
    const abut_distance_ask* ask;
    uint64_t stop_time;
} asked;

static int has_within(const abut_distance_ask* ask)
{
    return !double_is_zero(ask->within);  // it is not negative
}

static int is_exact(const abut_distance_ask* ask)
{
    return double_is_zero(ask->absolute) && double_is_zero(ask->relative);
}

// --------------------------------------------------------------------------------------- searching

// From the shape, of a length from the core: rounded down.
static double from_shape(const shape_search* n, double length)
{
    const double x = (length - n->pair.radius) - (fabs(length) + n->pair.radius) * 0x1p-50;
    return x > 0 ? x : 0;
}

static void lower_cut(shape_search* n)
{
    const double part = n->relative * from_shape(n, n->hi),
                 off = part > n->absolute ? part : n->absolute;
    n->cut = off > 0 ? n->hi - off : n->hi;
}

static void begin_near(shape_search* n, const abut_distance_ask* ask)
{
    n->absolute = ask->absolute;
    n->relative = ask->relative;
    n->hi = n->found_hi = n->floor = (double)INFINITY;
    n->found = 0;
    n->is_in_contact = 0;
    n->count = 0;
    if (has_within(ask)) n->hi = (ask->within + n->pair.radius) * NEXT + DBL_MIN;
    lower_cut(n);
}

// Keep a triangle. Returns 0, with the search's status set, if there is no memory.
static int keep(abut_query* q, double lo, uint32_t triangle)
{
    shape_search* const n = q->shapes;
    void* list = n->list;
    const abut_status status =
        host_grow(&q->host, &list, &n->capacity, n->count, n->count + 1, sizeof *n->list);
    n->list = list;
    if (status != ABUT_OK) {
        q->search.status = status;
        return 0;
    }
    n->list[n->count++] = (near_candidate){lo, triangle, 0};
    return 1;
}

// A triangle was bounded. Returns 0 if the walk must end.
static int offer(abut_query* q, uint32_t triangle, const nearest_bounds* bounds)
{
    shape_search* const n = q->shapes;
    if (bounds->hi < n->found_hi) {
        n->found_hi = bounds->hi;
        n->found = triangle;
        if (bounds->hi < n->hi) {
            n->hi = bounds->hi;
            lower_cut(n);
        }
        if (bounds->hi < n->pair.radius) {
            n->is_in_contact = 1;
            return 0;
        }
    }
    if (PRUNE(bounds->lo > n->cut)) return 1;
    return keep(q, bounds->lo, triangle);
}

static void walk_by_brute_force(abut_query* q)
{
    search* s = &q->search;
    const size_t count = s->mesh[0]->triangle_count;
    if (!shape_make_ready(q)) return;
    for (size_t i = 0; i < count; i++) {
        nearest_bounds bounds;
        s->done = (double)i / (double)count;
        if (!search_may_test(s)) {
            q->shapes->floor = 0;
            return;
        }
        s->work.triangle_tests++;
        shape_pair_bound(&q->shapes->pair, (uint32_t)i, &bounds);
        if (!offer(q, (uint32_t)i, &bounds)) return;
    }
}

// In the engine's unit: what is farther is left out.
static float cut_of(const shape_search* n)
{
    return n->cut > 0 ? near_units(&n->place->unit, n->cut) : 0;
}

// What the engine found near, the least first. Returns 0 if the walk must end.
static int look(core_walk* w, const uint32_t ids[8], unsigned certain, unsigned open,
                const float lo[8])
{
    abut_query* const q = w->user;
    shape_search* const n = q->shapes;
    if (!shape_make_ready(q)) return 0;
    for (unsigned left = certain | open; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        nearest_bounds bounds;
        if (PRUNE(lo[i] > w->hi)) continue;
        shape_pair_bound(&n->pair, ids[i], &bounds);
        if (!offer(q, ids[i], &bounds)) return 0;
        w->hi = cut_of(n);
    }
    return 1;
}

static void walk_by_engine(abut_query* q)
{
    shape_search* const n = q->shapes;
    core_walk* const w = &n->walk;
    (void)shape_core(n);
    if (!w->core.is_walkable) {
        walk_by_brute_force(q);
        return;
    }
    w->s = &q->search;
    w->is_nearest = 1;
    w->is_first = 0;
    w->hi = cut_of(n);
    w->look = look;
    w->user = q;
    wide_kernels_now()->core_walk(w);
    if (q->search.stopped) n->floor = near_world(&n->place->unit, w->floor) * (1 - 0x1p-20);
}

// --------------------------------------------------------------------------------------------- end

static void add_work(abut_shape_nearest* out, const search* s)
{
    out->volume_tests += s->work.volume_tests;
    out->triangle_tests += s->work.triangle_tests;
    out->node_updates += s->work.node_updates;
    out->exact_tests += s->work.exact_tests;
}

// What is left of the budget; 0: nothing.
static uint64_t budget_left(const asked* q, const abut_shape_nearest* done)
{
    const uint64_t spent = done->volume_tests + done->triangle_tests;
    if (!q->ask->budget) return UINT64_MAX;
    return q->ask->budget > spent ? q->ask->budget - spent : 0;
}

// They touch. triangle: one that does.
static abut_status answer_contact(const asked* q, uint32_t triangle, abut_shape_nearest* out)
{
    search* s = &q->query->search;
    out->lo = out->hi = 0;
    out->has_triangle = 1;
    out->triangle = triangle;
    if (!is_exact(q->ask)) return ABUT_OK;
    const uint64_t left = budget_left(q, out);
    out->complete = left > 0;
    if (!left) return ABUT_OK;
    const shape_limits limits = {.budget = q->ask->budget ? left : 0, .stop_time = q->stop_time};
    TRY(shape_begin(q->query, q->side, NULL, q->shape, &limits));
    shape_find(q->query);
    TRY(s->status);
    add_work(out, s);
    out->complete = !s->stopped;
    if (s->found_count) out->triangle = (uint32_t)(s->found[0].key >> 32);
    return ABUT_OK;
}

// The search was stopped: what is known.
static void answer_known(const asked* q, abut_shape_nearest* out)
{
    const shape_search* n = q->query->shapes;
    double lo = n->floor < n->cut ? n->floor : n->cut;
    for (size_t i = 0; i < n->count; i++)
        lo = n->list[i].lo < lo ? n->list[i].lo : lo;
    out->lo = lo < (double)INFINITY ? from_shape(n, lo) : DBL_MAX;
    out->hi = n->found_hi < (double)INFINITY ? (n->found_hi - n->pair.radius) * NEXT : n->found_hi;
    if (out->hi < 0) out->hi = 0;
    out->has_triangle = n->found_hi < (double)INFINITY;
    out->triangle = n->found;
    out->complete = 0;
}

typedef struct nearest_so_far {
    nearest_square square;
    uint32_t triangle;
    int is_there;
} nearest_so_far;

// Take a triangle where it is nearer. Returns 0 if it touches.
static int take_nearer(shape_pair* p, double lo, uint32_t triangle, nearest_so_far* best)
{
    nearest_bounds bounds;
    nearest_square square;
    if (lo <= p->radius && shape_pair_touches(p, triangle)) return 0;
    shape_pair_bound(p, triangle, &bounds);
    shape_pair_square(p, triangle, bounds.features, 0, &square);
    const int sign = best->is_there ? nearest_compare(&square, &best->square) : -1;
    if (sign < 0 || (sign == 0 && triangle < best->triangle))
        *best = (nearest_so_far){square, triangle, 1};
    return 1;
}

// The nearest of what the walk kept, exactly. Returns 0 if one of them touches, which is *touching then.
static int find_nearest(const asked* q, nearest_so_far* best, uint32_t* touching)
{
    shape_search* const n = q->query->shapes;
    best->is_there = 0;
    for (size_t i = 0; i < n->count; i++) {
        const near_candidate* c = &n->list[i];
        *touching = c->a;
        if (PRUNE(c->lo > n->cut)) continue;
        if (!take_nearer(&n->pair, c->lo, c->a, best)) return 0;
    }
    // With a tolerance, that which made the cut may have been left out itself.
    *touching = n->found;
    return is_exact(q->ask) || !(n->found_hi < (double)INFINITY) ||
           take_nearer(&n->pair, 0, n->found, best);
}

static void add_points(const asked* q, const nearest_so_far* best, abut_shape_nearest* out)
{
    shape_pair* const p = &q->query->shapes->pair;
    nearest_square square;
    shape_pair_square(p, best->triangle, best->square.features, 1, &square);
    out->has_points = 1;
    out->feature = (abut_feature)square.features.a;
    shape_pair_points(p, best->triangle, square.features, out->model_point, out->shape_point);
}

static void answer_farther(const asked* q, abut_shape_nearest* out)
{
    out->lo = q->ask->within;
    out->hi = (double)INFINITY;
    out->is_farther = 1;
}

// The walk came to its end.
static abut_status answer_apart(const asked* q, abut_shape_nearest* out)
{
    search* s = &q->query->search;
    const shape_search* n = q->query->shapes;
    nearest_so_far best;
    uint32_t touching = 0;
    const uint64_t before = n->pair.exact_tests;
    const int is_apart = find_nearest(q, &best, &touching);
    s->work.exact_tests += n->pair.exact_tests - before;
    add_work(out, s);
    if (!is_apart) return answer_contact(q, touching, out);
    if (!best.is_there ||
        (has_within(q->ask) && shape_pair_compare(&n->pair, &best.square, q->ask->within) > 0)) {
        answer_farther(q, out);
        return ABUT_OK;
    }
    shape_pair_enclose(&n->pair, &best.square, &out->lo, &out->hi);
    out->has_triangle = 1;
    out->triangle = best.triangle;
    if (q->ask->detail == ABUT_DETAIL_POINTS) add_points(q, &best, out);
    if (is_exact(q->ask)) return ABUT_OK;
    const double cut = from_shape(n, n->cut);  // what was left out is at least so far
    out->lo = cut < out->lo ? cut : out->lo;
    return ABUT_OK;
}

abut_status shape_distance(abut_query* query, const abut_instance* instance,
                           const abut_shape* shape, const abut_distance_ask* ask,
                           abut_shape_nearest* out)
{
    placed_model side;
    affine about;
    const asked q = {query, &side, shape, ask, query_stop_time(query, ask->deadline)};
    if (!shape_has_method(instance->model) || ask->coherent) return ABUT_BAD_COMBINATION;
    TRY(model_place(&side, &about, instance));
    const shape_limits limits = {.budget = ask->budget, .stop_time = q.stop_time};
    TRY(shape_begin(query, &side, NULL, shape, &limits));
    abut_shape_nearest answer = {.lo = (double)INFINITY, .hi = (double)INFINITY, .complete = 1};
    if (!side.model->mesh.triangle_count) {
        answer.is_farther = has_within(ask) && double_is_finite(ask->within);
        *out = answer;
        return ABUT_OK;
    }
    search* s = &query->search;
    shape_search* const n = query->shapes;
    begin_near(n, ask);
    search_begin(s);
    if (n->place)
        walk_by_engine(query);
    else
        walk_by_brute_force(query);
    TRY(s->status);
    if (n->is_in_contact) {
        add_work(&answer, s);
        TRY(answer_contact(&q, n->found, &answer));
    } else if (s->stopped) {
        add_work(&answer, s);
        answer_known(&q, &answer);
    } else {
        TRY(answer_apart(&q, &answer));
    }
    *out = answer;
    return ABUT_OK;
}
