// measure_shape.c - how far a shape is from a model's triangles.
//
// The walk leaves few triangles, bounded in doubles; they are compared exactly. A triangle that touches ends the walk: then all
// that touch are found, since the least is told.
#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/shape.h"

#include <float.h>
#include <math.h>

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

static void begin_near(shape_search* n, const abut_distance_ask* ask)
{
    n->absolute = ask->absolute;
    n->relative = ask->relative;
    n->cut = n->within = has_within(ask) ? ask->within : (double)INFINITY;
    n->found_hi = n->floor = (double)INFINITY;
    n->found = 0;
    n->is_in_contact = 0;
    n->count = 0;
}

// Some triangle is at most hi away.
static void lower(shape_search* n, uint32_t triangle, double hi)
{
    const double part = n->relative * hi, off = part > n->absolute ? part : n->absolute;
    const double cut = off > 0 ? hi - off : hi;
    n->found_hi = hi;
    n->found = triangle;
    if (cut < n->cut) n->cut = cut > 0 ? cut : 0;
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

// A triangle was met. Returns 0 if the walk must end.
static int offer(abut_query* q, uint32_t triangle)
{
    shape_search* const n = q->shapes;
    shape_bounds bounds;
    shape_pair_bound(&n->pair, triangle, PRUNE(1) ? n->cut : (double)INFINITY, &bounds);
    if (bounds.hi < n->found_hi) lower(n, triangle, bounds.hi);
    n->is_in_contact = double_is_zero(bounds.hi);
    if (n->is_in_contact) return 0;
    if (PRUNE(bounds.lo > n->cut)) return 1;
    return keep(q, bounds.lo, triangle);
}

static void walk_by_brute_force(abut_query* q)
{
    search* s = &q->search;
    const size_t count = s->mesh[0]->triangle_count;
    if (!shape_make_ready(q)) return;
    for (size_t i = 0; i < count; i++) {
        if (!soup_mesh_has(s->mesh[0], i)) continue;
        s->done = (double)i / (double)count;
        if (!search_may_test(s)) {
            q->shapes->floor = 0;
            return;
        }
        s->work.triangle_tests++;
        if (!offer(q, (uint32_t)i)) return;
    }
}

// In the engine's unit, from the core: what is farther is left out.
static float cut_of(const shape_search* n)
{
    const double length = (n->cut + n->pair.radius) * (1 + 0x1p-50);
    return double_is_zero(length) ? 0 : near_units(&n->place->unit, length);
}

// What the engine found near, the least first. Returns 0 if the walk must end.
static int look(core_walk* w, const uint32_t ids[8], unsigned certain, unsigned open,
                const float lo[8], const float hi[8])
{
    abut_query* const q = w->user;
    shape_search* const n = q->shapes;
    (void)hi;
    if (!shape_make_ready(q)) return 0;
    for (unsigned left = certain | open; left;) {
        int i = __builtin_ctz(left);
        for (unsigned others = left; others; others &= others - 1)
            if (lo[__builtin_ctz(others)] < lo[i]) i = __builtin_ctz(others);
        left &= ~(1u << i);
        if (PRUNE(lo[i] > w->hi)) continue;
        if (!offer(q, ids[i])) return 0;
        w->hi = cut_of(n);
    }
    return 1;
}

// The same about a point: floats bound how far triangles are, and few are kept in the end.
static int look_about(core_walk* w, const uint32_t ids[8], unsigned certain, unsigned open,
                      const float lo[8], const float hi[8])
{
    abut_query* const q = w->user;
    shape_search* const n = q->shapes;
    const near_unit* const unit = &n->place->unit;
    const double radius = n->pair.radius;
    const unsigned all = certain | open;
    int best = __builtin_ctz(all);
    for (unsigned left = all; left; left &= left - 1)
        if (hi[__builtin_ctz(left)] < hi[best]) best = __builtin_ctz(left);
    const double most = near_world(unit, hi[best]) * (1 + 0x1p-50) - radius;
    if (most < n->found_hi) {
        lower(n, ids[best], most > 0 ? most : 0);
        n->is_in_contact = !(most > 0);
        if (n->is_in_contact) return 0;
        w->hi = cut_of(n);
    }
    for (unsigned left = all; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        if (PRUNE(lo[i] > w->hi)) continue;
        const double least = near_world(unit, lo[i]) * (1 - 0x1p-50) - radius;
        if (!keep(q, least > DBL_MIN ? least : 0, ids[i])) return 0;
    }
    return 1;
}

static void walk_by_engine(abut_query* q)
{
    shape_search* const n = q->shapes;
    core_walk* const w = &n->walk;
    if (!w->core.is_walkable) {
        walk_by_brute_force(q);
        return;
    }
    // The nearest point of a ray is in the box about the part of it that passes the model.
    if (w->core.form == CORE_RAY) w->core.form = CORE_BOX;
    q->search.work.volume_tests = 1;  // as for contact
    w->s = &q->search;
    w->place = n->place;
    w->floor = w->inner = 0;
    w->is_nearest = 1;
    w->is_first = 0;
    w->hi = cut_of(n);
    w->look = w->core.form == CORE_POINT ? look_about : look;
    w->user = q;
    wide_kernels_now()->core_walk(w);
    if (!q->search.stopped) return;
    const double floor = near_world(&n->place->unit, w->floor) * (1 - 0x1p-20) - n->pair.radius;
    n->floor = floor > DBL_MIN ? floor * (1 - 0x1p-50) : 0;
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
    q->query->shapes->is_least = 1;
    q->query->shapes->least = triangle;
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
    shape_search* const n = q->query->shapes;
    if (n->place && n->walk.core.form == CORE_POINT && n->found_hi < (double)INFINITY) {
        // So far that is known in floats.
        shape_bounds bounds;
        shape_pair_prepare(&n->pair);
        shape_pair_bound(&n->pair, n->found, (double)INFINITY, &bounds);
        if (bounds.hi < n->found_hi) n->found_hi = bounds.hi;
    }
    double lo = n->floor < n->cut ? n->floor : n->cut;
    for (size_t i = 0; i < n->count; i++)
        lo = n->list[i].lo < lo ? n->list[i].lo : lo;
    out->lo = lo < (double)INFINITY ? lo : DBL_MAX;  // there are triangles, so it is finite
    out->hi = n->found_hi;
    out->has_triangle = n->found_hi < (double)INFINITY;
    out->triangle = n->found;
    out->complete = 0;
}

typedef struct nearest_so_far {
    double lo, hi;
    uint32_t triangle;
    int is_there;
} nearest_so_far;

// Of a cylinder or a cone there are only bounds: any that may be the nearest is as near.
static int is_turned(const shape_pair* p)
{
    return p->shape->kind == ABUT_SHAPE_CYLINDER || p->shape->kind == ABUT_SHAPE_CONE;
}

// Take a triangle of such a shape into account. Returns 0 if it touches; else its lower bound is in c.
static int take(shape_pair* p, near_candidate* c, nearest_so_far* best)
{
    double lo, hi;
    shape_pair_distance(p, c->a, &lo, &hi);
    if (double_is_zero(hi)) return 0;
    c->lo = lo;
    best->lo = best->is_there && best->lo < lo ? best->lo : lo;
    best->hi = best->is_there && best->hi < hi ? best->hi : hi;
    best->triangle = UINT32_MAX;
    best->is_there = 1;
    return 1;
}

// With a tolerance, the triangle that made the cut may have been left out itself.
static int has_made_cut(const asked* q)
{
    return !is_exact(q->ask) && q->query->shapes->found_hi < (double)INFINITY;
}

// Whether a triangle touches, of which lo bounds how far it is.
static int is_touching(shape_pair* p, double lo, uint32_t triangle)
{
    return !(lo > 0) && shape_pair_touches(p, triangle);
}

// The same of a shape with a core. Returns as find_nearest.
static int find_nearest_core(const asked* q, nearest_so_far* best, uint32_t* touching)
{
    shape_search* const n = q->query->shapes;
    shape_pair* const p = &n->pair;
    nearest_square least, square;
    const int has_found = has_made_cut(q);
    for (size_t i = 0; i < n->count + (size_t)has_found; i++) {
        const near_candidate c = i < n->count ? n->list[i] : (near_candidate){0, n->found, 0};
        if (i < n->count && PRUNE(c.lo > n->cut)) continue;
        *touching = c.a;
        if (is_touching(p, c.lo, c.a)) return 0;
        shape_core_pair_square(&n->core, p, c.a, &square);
        p->exact_tests++;
        const int sign = best->is_there ? nearest_compare(&square, &least) : -1;
        if (sign > 0 || (sign == 0 && c.a > best->triangle)) continue;
        least = square;
        best->triangle = c.a;
        best->is_there = 1;
    }
    if (best->is_there) shape_enclose_less(&least, p->radius, &best->lo, &best->hi);
    return 1;
}

// The same of a box, a hull and what is flat.
static int find_nearest_hull(const asked* q, nearest_so_far* best, uint32_t* touching)
{
    shape_search* const n = q->query->shapes;
    shape_pair* const p = &n->pair;
    shape_least least = {.is_there = 0};
    const int has_found = has_made_cut(q);
    for (size_t i = 0; i < n->count + (size_t)has_found; i++) {
        const near_candidate c = i < n->count ? n->list[i] : (near_candidate){0, n->found, 0};
        if (i < n->count && PRUNE(c.lo > n->cut)) continue;
        *touching = c.a;
        const shape_order order = shape_pair_order(p, c.a, &least);
        if (order == SHAPE_IN_CONTACT) return 0;
        if (order == SHAPE_NEARER || (order == SHAPE_AS_NEAR && c.a < best->triangle))
            best->triangle = c.a;
    }
    best->is_there = least.is_there;
    if (least.is_there) shape_least_enclose(&least, p->scratch, &best->lo, &best->hi);
    return 1;
}

// The nearest of what the walk kept, exactly. Returns 0 if one of them touches, which is *touching then.
static int find_nearest(const asked* q, nearest_so_far* best, uint32_t* touching)
{
    shape_search* const n = q->query->shapes;
    shape_pair* const p = &n->pair;
    *best = (nearest_so_far){.is_there = 0};
    if (shape_has_core(p->shape->kind)) return find_nearest_core(q, best, touching);
    if (!is_turned(p)) return find_nearest_hull(q, best, touching);
    near_candidate found = {0, n->found, 0};
    *touching = n->found;
    const int has_found = has_made_cut(q);
    if (has_found && !take(p, &found, best)) return 0;
    for (size_t i = 0; i < n->count; i++) {
        near_candidate* const c = &n->list[i];
        *touching = c->a;
        if (PRUNE(c->lo > n->cut)) continue;
        if (!take(p, c, best)) return 0;
    }
    if (!best->is_there) return 1;
    if (has_found && found.lo <= best->hi) best->triangle = found.a;
    for (size_t i = 0; i < n->count; i++) {
        const near_candidate* const c = &n->list[i];
        if (c->lo <= best->hi && c->a < best->triangle) best->triangle = c->a;
    }
    return 1;
}

// By pairs of doubles. Returns as find_nearest, or -1 where integers must tell of best->triangle, or of all if there is none.
static int find_nearest_point(const asked* q, nearest_so_far* best, uint32_t* touching)
{
    shape_search* const n = q->query->shapes;
    shape_point* const s = &n->point;
    uint32_t ids[FOOT_LANES];
    size_t count = 0;
    *best = (nearest_so_far){.is_there = 0};
    if (!n->place || !shape_point_begin(s, &n->pair)) return -1;
    if (has_made_cut(q)) ids[count++] = n->found;
    for (size_t i = 0; i < n->count; i++) {
        if (PRUNE(n->list[i].lo > n->cut)) continue;
        ids[count++] = n->list[i].a;
        if (count < FOOT_LANES) continue;
        shape_point_take(s, ids, count);
        count = 0;
    }
    if (count) shape_point_take(s, ids, count);
    n->pair.exact_tests += s->exact_tests;
    if (!s->list.count) return 1;
    *touching = best->triangle = s->nearest.triangle;
    best->is_there = 1;
    const shape_point_state state = shape_point_tell(s, n->pair.radius, &best->lo, &best->hi);
    return state == SHAPE_POINT_OPEN ? -1 : state == SHAPE_POINT_APART;
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
    shape_search* const n = q->query->shapes;
    nearest_so_far best;
    uint32_t touching = 0;
    int is_apart = find_nearest_point(q, &best, &touching);
    if (is_apart < 0) {
        if (best.is_there && n->count) {  // it alone is left
            n->list[0] = (near_candidate){0, best.triangle, 0};
            n->count = 1;
        }
        if (shape_has_core(n->pair.shape->kind)) {
            if (q->side->frame) TRY(shape_open_composition(q->query));
            shape_core_pair_prepare(&n->core, &n->pair, s->composition);
        }
        TRY(shape_pair_open(&n->pair, s->host));
        is_apart = find_nearest(q, &best, &touching);
    }
    s->work.exact_tests += n->pair.exact_tests;
    add_work(out, s);
    if (!is_apart) return answer_contact(q, touching, out);
    const int is_beyond = has_within(q->ask) && best.lo >= q->ask->within &&
                          best.hi > q->ask->within && n->cut >= q->ask->within;
    if (!best.is_there || is_beyond) {
        answer_farther(q, out);
        return ABUT_OK;
    }
    out->lo = best.lo;
    out->hi = best.hi;
    out->has_triangle = 1;
    out->triangle = best.triangle;
    // What was left out may be so near.
    if (!is_exact(q->ask) && n->cut < out->lo) out->lo = n->cut;
    return ABUT_OK;
}

// Of the triangle that the answer names.
static abut_status add_points(const asked* q, abut_shape_nearest* out)
{
    shape_pair* const p = &q->query->shapes->pair;
    if (q->ask->detail != ABUT_DETAIL_POINTS || !out->has_triangle || !out->complete)
        return ABUT_OK;
    TRY(shape_pair_open(p, &q->query->host));
    out->has_points = 1;
    shape_pair_points(p, out->triangle, &out->feature, out->model_point, out->shape_point);
    return ABUT_OK;
}

abut_status measure_shape(abut_query* query, const abut_instance* instance, const abut_shape* shape,
                          const abut_distance_ask* ask, abut_shape_nearest* out)
{
    placed_model side;
    affine about;
    const asked q = {query, &side, shape, ask, query_stop_time(query, ask->deadline)};
    if (!shape_has_method(instance->model) || ask->coherent) return ABUT_BAD_COMBINATION;
    TRY(model_place(&side, &about, instance));
    const shape_limits limits = {.budget = ask->budget, .stop_time = q.stop_time};
    TRY(shape_begin(query, &side, NULL, shape, &limits));
    abut_shape_nearest answer = {.lo = (double)INFINITY, .hi = (double)INFINITY, .complete = 1};
    if (!soup_mesh_present(&side.model->mesh)) {
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
    TRY(add_points(&q, &answer));
    *out = answer;
    return ABUT_OK;
}
