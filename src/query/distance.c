// distance.c - a search for all pairs that may be the nearest, then what is exact at the end.
//
// The walk leaves few pairs of triangles. They are bounded in doubles, and what is still open is compared as quotients of
// integers. Whether the models touch at all is a question of its own, asked when a pair is met that may.
#include "query/distance.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "geom/nearest.h"
#include "query/frames.h"
#include "query/methods.h"
#include "query/nearest_pair.h"
#include "search/far.h"
#include "search/near.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Below it the difference of two bounds may be one that the processor takes for 0.
#define LEAST_TOLERANT 0x1p-960

typedef struct asked {
    abut_query* query;
    const placed_model *a, *b;
    const abut_distance_ask* ask;
    near_seed* seed;
    uint64_t stop_time;  // of all parts together; 0: none
} asked;

static int has_within(const abut_distance_ask* ask)
{
    return !double_is_zero(ask->within);  // it is not negative
}

// What is left of the budget after what was done; 0: nothing.
static uint64_t budget_left(const asked* q, const abut_distance_answer* done)
{
    const uint64_t spent = done->volume_tests + done->triangle_tests;
    if (!q->ask->budget) return UINT64_MAX;
    return q->ask->budget > spent ? q->ask->budget - spent : 0;
}

// --------------------------------------------------------------------------------------- searching

static void walk(const asked* q)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    n->count = n->settled = n->first = 0;
    n->normal[0] = n->normal[1] = n->normal[2] = 0;
    n->may_touch = 0;
    n->floor = (double)INFINITY;
    search_begin(s);
    if (q->a->model->method == ABUT_METHOD_BRUTE) {
        if (!query_all_pairs(s, near_triangles)) near_stop(n, 0);
        return;
    }
    if (method_has_tree(q->a->model->method)) {
        relative_pose relative;
        relative_pose_prepare(&relative, &n->side[0], &n->side[1]);
        method_nearest(q->a->model->tree.kind)(s, &q->a->model->tree, &q->b->model->tree,
                                               &relative);
        return;
    }
    const wide_side a = {&q->a->model->wide, n->side[0]}, b = {&q->b->model->wide, n->side[1]};
    wide_kernels_now()->nearest(s, &a, &b);
    if (!n->is_far) return;
    far_nearest(s, &(far_model){n->side[0].pose, q->a->model->low, q->a->model->high},
                &(far_model){n->side[1].pose, q->b->model->low, q->b->model->high});
}

// ------------------------------------------------------------------------------------------- contact

// Whether they touch. Where the least pair is wanted, all pairs are found. done: what the question took so far, of what it
// may take.
static abut_status ask_contact(const asked* q, int all, const abut_distance_answer* done,
                               abut_hits* out)
{
    const uint64_t left = budget_left(q, done);
    const abut_ask ask = {.limit = all ? 0 : 1,
                          .any = !all && q->a->model->method == ABUT_METHOD_WIDE,
                          .budget = q->ask->budget ? left : 0};
    *out = (abut_hits){.count = 0};  // not complete
    if (!left) return ABUT_OK;
    const uint64_t stop_time = q->query->stop_time;
    q->query->stop_time = q->stop_time;
    const abut_status status = collide_placed(q->query, NULL, q->a, q->b, &ask, out);
    q->query->stop_time = stop_time;
    return status;
}

static void add_work(abut_distance_answer* out, const abut_hits* hits)
{
    out->volume_tests += hits->volume_tests;
    out->triangle_tests += hits->triangle_tests;
    out->node_updates += hits->node_updates;
    out->exact_tests += hits->exact_tests;
}

static void add_own_work(abut_distance_answer* out, const search* s)
{
    out->volume_tests += s->work.volume_tests;
    out->triangle_tests += s->work.triangle_tests;
    out->node_updates += s->work.node_updates;
    out->exact_tests += s->work.exact_tests;
}

void contact_first_corner(const search* s, abut_pair ids, abut_kind kind, abut_event* features,
                          double point[3])
{
    placed_pair p;
    abut_contact contact = {.kind = kind};
    search_place_pair(s, ids.a, ids.b, &p);
    contact_find(&p.pair, &p.reduced[0], &p.reduced[1], 1, &contact);
    ASSERT(contact.kind == kind);
    *features = contact.events[0];
    memcpy(point, contact.points[0], sizeof contact.points[0]);
}

static int is_exact(const abut_distance_ask* ask)
{
    return double_is_zero(ask->absolute) && double_is_zero(ask->relative);
}

// They touch, which hits says of some pair. Fills the answer.
static abut_status answer_contact(const asked* q, abut_hits* hits, abut_distance_answer* out)
{
    out->lo = out->hi = 0;
    out->has_pair = 1;
    out->pair = hits->pairs[0];
    if (!is_exact(q->ask) && q->ask->detail != ABUT_DETAIL_POINTS) return ABUT_OK;
    TRY(ask_contact(q, 1, out, hits));
    add_work(out, hits);
    out->complete = hits->complete;
    if (!hits->count) return ABUT_OK;
    out->pair = hits->pairs[0];
    if (q->ask->detail != ABUT_DETAIL_POINTS || !out->complete) return ABUT_OK;
    search* s = &q->query->search;
    relative_side side[2];
    TRY(frames_prepare(s, q->a, q->b, FRAMES_FOR_POINTS, &s->poses, &side[0], &side[1]));
    pose_pair_change(&s->poses, side[0].pose, side[1].pose, !s->keep_equal_poses);
    contact_first_corner(s, out->pair, (abut_kind)s->found[0].value, &out->features, out->a_point);
    memcpy(out->b_point, out->a_point, sizeof out->b_point);
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------- end

// Bound what the walk kept in doubles, and keep what may still be the nearest. *best: that with the least upper bound,
// which is *hi.
static void bound_candidates(search* s, near_candidate* best, double* lo, double* hi)
{
    near_search* n = s->near;
    if (n->found_hi < (double)INFINITY) {  // first, since others are measured by it
        nearest_bounds bounds;
        nearest_pair_bound(s, n->found.a, n->found.b, &bounds);
        near_lower(n, bounds.hi, n->found.a, n->found.b);
        memcpy(n->normal, bounds.normal, sizeof n->normal);
    }
    (void)near_settle(s);
    *lo = n->cut > 0 ? n->cut : 0;
    for (size_t i = 0; i < n->count; i++)
        *lo = n->list[i].lo < *lo ? n->list[i].lo : *lo;
    *hi = n->found_hi;
    *best = (near_candidate){*lo, n->found.a, n->found.b};
}

// The search was stopped: what is known of lo and hi, and of the pair that hi is of.
static void answer_known(const asked* q, const near_candidate* best, abut_distance_answer* out)
{
    const near_search* n = q->query->search.near;
    out->lo = out->lo < n->floor ? out->lo : n->floor;
    if (out->lo > DBL_MAX) out->lo = DBL_MAX;  // there are triangles, so it is finite
    out->pair = (abut_pair){best->a, best->b};
    out->has_pair = out->hi < (double)INFINITY;
    out->complete = 0;
}

// The budget or the deadline ended the walk.
static void answer_stopped(const asked* q, abut_distance_answer* out)
{
    near_candidate best = {0, 0, 0};
    bound_candidates(&q->query->search, &best, &out->lo, &out->hi);
    answer_known(q, &best, out);
}

// With a tolerance: what was left out bounds the distance too, and the pair whose upper bound made the cut may be left out
// itself.
static void widen(const asked* q, near_candidate* best, nearest_square* square,
                  abut_distance_answer* out)
{
    search* s = &q->query->search;
    const near_search* n = s->near;
    const double cut = n->cut > 0 ? n->cut : 0;
    out->lo = cut < out->lo ? cut : out->lo;
    if (!(n->found_hi < out->hi)) return;
    out->hi = n->found_hi;
    *best = (near_candidate){cut, n->found.a, n->found.b};
    if (q->ask->detail != ABUT_DETAIL_POINTS) return;
    nearest_pair_square(s, best, 1, square);
    s->work.exact_tests++;
}

// No pair touches, and the walk came to its end.
static void answer_apart(const asked* q, abut_distance_answer* out)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    const abut_distance_ask* ask = q->ask;
    const double asked_for = has_within(ask) ? ask->within : (double)INFINITY;
    near_candidate best = {0, 0, 0};
    bound_candidates(s, &best, &out->lo, &out->hi);
    if (s->stopped || s->status != ABUT_OK) {
        answer_known(q, &best, out);
        return;
    }
    if (!n->count && !(out->hi <= asked_for)) {  // all are farther
        out->lo = asked_for;
        out->hi = (double)INFINITY;
        out->is_farther = 1;
        return;
    }
    nearest_square square;
    const double enough =
        ask->relative * out->hi > ask->absolute ? ask->relative * out->hi : ask->absolute;
    const int is_enough = !is_exact(ask) && double_is_finite(out->hi) &&
                          out->hi >= LEAST_TOLERANT && out->hi - out->lo <= enough &&
                          out->hi <= asked_for;
    if (!is_enough) {
        near_candidate nearest;
        if (!nearest_pair_find(s, &nearest, &square)) {
            answer_known(q, &best, out);
            return;
        }
        best = nearest;
        if (nearest_compare_double(&square, asked_for) > 0 && !(n->found_hi <= asked_for)) {
            out->lo = asked_for;
            out->hi = (double)INFINITY;
            out->is_farther = 1;
            return;
        }
        nearest_enclose(&square, &out->lo, &out->hi);
        if (!is_exact(ask)) widen(q, &best, &square, out);
    } else if (ask->detail == ABUT_DETAIL_POINTS) {
        nearest_pair_square(s, &best, 1, &square);
        s->work.exact_tests++;
    }
    out->has_pair = 1;
    out->pair = (abut_pair){best.a, best.b};
    if (ask->detail == ABUT_DETAIL_POINTS) nearest_pair_points(s, &best, &square, out);
}

abut_status distance_open(abut_query* query)
{
    search* s = &query->search;
    s->host = &query->host;
    if (s->near) return ABUT_OK;
    s->near = host_allocate(s->host, 1, sizeof *s->near);
    if (!s->near) return ABUT_OUT_OF_MEMORY;
    *s->near = (near_search){.hi = 0};
    return ABUT_OK;
}

abut_status ask_depth_first(search* s)
{
    TRY(scalar_open(s));
    scalar_of(s)->asked =
        (scalar_question){.descent = ABUT_DESCENT_LARGER, .traversal = ABUT_TRAVERSAL_DEPTH};
    scalar_of(s)->front = NULL;
    return ABUT_OK;
}

// done: what the question took so far.
static abut_status begin(const asked* q, const abut_distance_answer* done)
{
    const unsigned points = q->ask->detail == ABUT_DETAIL_POINTS ? FRAMES_FOR_POINTS : 0;
    search* s = &q->query->search;
    near_search* n = s->near;
    s->mesh[0] = &q->a->model->mesh;
    s->mesh[1] = &q->b->model->mesh;
    s->limit = 0;
    s->any = 0;
    s->budget = q->ask->budget ? budget_left(q, done) : 0;
    s->stop_time = q->stop_time;
    s->pair_time = 0;
    TRY(frames_prepare(s, q->a, q->b, FRAMES_FOR_LENGTHS | points, &n->poses, &n->side[0],
                       &n->side[1]));
    pose_pair_change(&n->poses, n->side[0].pose, n->side[1].pose, 0);
    n->unit = near_unit_make(&n->side[0], &n->side[1]);
    n->no_contact = 0;
    n->is_far = 0;
    // Points are found in one way for a pair that touches, in another for one that does not.
    near_begin(n, q->ask->absolute, q->ask->relative, q->ask->detail == ABUT_DETAIL_POINTS);
    if (has_within(q->ask)) near_limit(n, q->ask->within);
    const near_seed* seed = q->seed;
    if (!q->ask->coherent || seed->serial[0] != q->a->model->serial ||
        seed->serial[1] != q->b->model->serial)
        return ABUT_OK;
    nearest_bounds bounds;
    nearest_pair_bound(s, seed->pair.a, seed->pair.b, &bounds);
    near_lower(n, bounds.hi, seed->pair.a, seed->pair.b);
    near_aim(n, bounds.normal);
    return ABUT_OK;
}

static void remember(const asked* q, abut_pair pair)
{
    *q->seed = (near_seed){pair, {q->a->model->serial, q->b->model->serial}};
}

int tells_how_far(const abut_model* model)
{
    return !model->tree.kind || method_nearest(model->tree.kind);
}

// Walk, up to a pair that was found. no_contact: it is known that there is none. Returns the status of the search.
static abut_status walk_again(const asked* q, double hi, abut_pair found, int no_contact,
                              const abut_distance_answer* done)
{
    search* s = &q->query->search;
    if (q->a->model->tree.kind) TRY(ask_depth_first(s));
    TRY(begin(q, done));
    near_lower(s->near, hi, found.a, found.b);
    s->near->no_contact = no_contact;
    walk(q);
    return s->status;
}

// What the walk left, decided. Returns the status of the search.
static abut_status answer_walk(const asked* q, abut_distance_answer* out)
{
    search* s = &q->query->search;
    if (s->stopped || s->near->may_touch > s->near->no_contact)
        answer_stopped(q, out);
    else
        answer_apart(q, out);
    add_own_work(out, s);
    return s->status;
}

abut_status distance(abut_query* query, near_seed* seed, const abut_instance* a,
                     const abut_instance* b, const abut_distance_ask* ask,
                     abut_distance_answer* out)
{
    placed_model placed[2];
    affine frames[2];
    if (!models_mix(a->model, b->model)) return ABUT_MIXED_METHODS;
    if (!tells_how_far(a->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&placed[0], &frames[0], a));
    TRY(model_place(&placed[1], &frames[1], b));
    return distance_placed(query, seed, &placed[0], &placed[1], ask, out);
}

abut_status distance_placed(abut_query* query, near_seed* seed, const placed_model* a,
                            const placed_model* b, const abut_distance_ask* ask,
                            abut_distance_answer* out)
{
    abut_hits hits;
    TRY(distance_open(query));
    search* s = &query->search;
    const asked q = {.query = query,
                     .a = a,
                     .b = b,
                     .ask = ask,
                     .seed = seed ? seed : &s->near->last,
                     .stop_time = query_stop_time(query, ask->deadline)};
    abut_distance_answer answer = {.lo = (double)INFINITY, .hi = (double)INFINITY, .complete = 1};
    if (!soup_mesh_present(&a->model->mesh) || !soup_mesh_present(&b->model->mesh)) {
        answer.is_farther = has_within(ask) && double_is_finite(ask->within);
        *out = answer;
        return ABUT_OK;
    }
    TRY(walk_again(&q, (double)INFINITY, (abut_pair){0, 0}, 0, &answer));
    if (s->near->may_touch) {
        const double hi = s->near->found_hi;
        const abut_pair found = s->near->found;
        add_own_work(&answer, s);
        TRY(ask_contact(&q, 0, &answer, &hits));
        add_work(&answer, &hits);
        if (hits.count) {
            TRY(answer_contact(&q, &hits, &answer));
            *out = answer;
            return ABUT_OK;
        }
        if (!budget_left(&q, &answer)) {
            answer.lo = 0;
            answer.hi = hi;
            answer.pair = found;
            answer.has_pair = hi < (double)INFINITY;
            answer.complete = 0;
            *out = answer;
            return ABUT_OK;
        }
        TRY(walk_again(&q, hi, found, hits.complete, &answer));
    }
    TRY(answer_walk(&q, &answer));
    if (answer.has_pair) remember(&q, answer.pair);
    *out = answer;
    return ABUT_OK;
}
