// distance.c - a search for all pairs that may be the nearest, then what is exact at the end.
//
// The walk leaves few pairs of triangles. They are bounded in doubles, and what is still open is compared as quotients of
// integers. Whether the models touch at all is a question of its own, asked when a pair is met that may.
#include "query/distance.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "geom/nearest.h"
#include "methods/walk/near.h"
#include "query/methods.h"
#include "search/near.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define BLOCK 64  // triangles, of brute force

typedef struct asked {
    abut_query* query;
    const placed_model *a, *b;
    const abut_distance_ask* ask;
} asked;

// --------------------------------------------------------------------------------------- triangles

static void place_triangle(const search* s, int side, uint32_t id, posed_triangle* out)
{
    const double* vertex[3];
    soup_mesh_vertices(s->mesh[side], id, vertex);
    posed_triangle_place(out, &s->near->poses, side, vertex);
}

static void bound_pair(const search* s, uint32_t a, uint32_t b, nearest_bounds* out)
{
    posed_triangle t[2];
    place_triangle(s, 0, a, &t[0]);
    place_triangle(s, 1, b, &t[1]);
    nearest_bound(&t[0], &t[1], out);
}

static void make_points(const search* s, uint32_t a, uint32_t b, exact_frame where,
                        exact_points* out)
{
    const double* vertex[6];
    soup_mesh_vertices(s->mesh[0], a, vertex);
    soup_mesh_vertices(s->mesh[1], b, vertex + 3);
    exact_points_make(out, &s->near->poses, vertex, where);
}

// --------------------------------------------------------------------------------------- searching

// Every pair of triangles, bounded in doubles.
static void search_all_pairs(search* s)
{
    const size_t a_count = s->mesh[0]->triangle_count, b_count = s->mesh[1]->triangle_count;
    uint32_t a_ids[BLOCK], b_ids[BLOCK];
    for (size_t i = 0; i < a_count; i += BLOCK) {
        size_t a_block = 0;
        for (; a_block < BLOCK && i + a_block < a_count; a_block++)
            a_ids[a_block] = (uint32_t)(i + a_block);
        s->done = (double)i / (double)a_count;
        for (size_t k = 0; k < b_count; k += BLOCK) {
            size_t b_block = 0;
            for (; b_block < BLOCK && k + b_block < b_count; b_block++)
                b_ids[b_block] = (uint32_t)(k + b_block);
            if (near_triangles(s, a_ids, a_block, b_ids, b_block)) continue;
            near_stop(s->near, 0);
            return;
        }
    }
}

static void walk(const asked* q)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    n->count = 0;
    n->may_touch = 0;
    n->floor = (double)INFINITY;
    search_begin(s);
    if (q->a->model->method == ABUT_METHOD_BRUTE) {
        search_all_pairs(s);
        return;
    }
    if (q->a->model->method != ABUT_METHOD_WIDE) {
        const relative_side a = {&q->a->pose, &q->a->model->frame},
                            b = {&q->b->pose, &q->b->model->frame};
        relative_pose relative;
        relative_pose_prepare(&relative, &a, &b);
        method_nearest(q->a->model->tree.kind)(s, &q->a->model->tree, &q->b->model->tree,
                                               &relative);
        return;
    }
    const wide_side a = {&q->a->model->wide, {&q->a->pose, &q->a->model->frame}};
    const wide_side b = {&q->b->model->wide, {&q->b->pose, &q->b->model->frame}};
    wide_kernels_now()->nearest(s, &a, &b);
}

// ------------------------------------------------------------------------------------------- contact

// Whether they touch. Where the least pair is wanted, all pairs are found.
static abut_status ask_contact(const asked* q, const abut_instance* a, const abut_instance* b,
                               int all, abut_hits* out)
{
    const abut_ask ask = {.limit = all ? 0 : 1,
                          .any = !all && q->a->model->method == ABUT_METHOD_WIDE,
                          .budget = q->ask->budget,
                          .deadline = q->ask->deadline,
                          .detail = all ? q->ask->detail : ABUT_DETAIL_PAIRS};
    return collide(q->query, a, b, &ask, out);
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

static int is_exact(const abut_distance_ask* ask)
{
    return double_is_zero(ask->absolute) && double_is_zero(ask->relative);
}

// They touch, which hits says of some pair. Fills the answer.
static abut_status answer_contact(const asked* q, const abut_instance* a, const abut_instance* b,
                                  abut_hits* hits, abut_distance_answer* out)
{
    if (is_exact(q->ask) || q->ask->detail == ABUT_DETAIL_POINTS) {
        TRY(ask_contact(q, a, b, 1, hits));
        add_work(out, hits);
    }
    out->lo = out->hi = 0;
    out->has_pair = hits->count != 0;
    out->complete = hits->complete || !is_exact(q->ask);
    if (!out->has_pair) return ABUT_OK;
    out->pair = hits->pairs[0];
    if (q->ask->detail != ABUT_DETAIL_POINTS) return ABUT_OK;
    const abut_contact* contact = &hits->contacts[0];
    out->features = contact->events[0];
    for (int c = 0; c < 3; c++)
        out->a_point[c] = out->b_point[c] = contact->points[0][c];
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------- end

// The lesser bound first; of equals, the lesser pair.
static int bound_is_less(const near_candidate* p, const near_candidate* q)
{
    if (p->lo < q->lo || p->lo > q->lo) return p->lo < q->lo;
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

static int pair_is_less(const near_candidate* p, const near_candidate* q)
{
    return p->a != q->a ? p->a < q->a : p->b < q->b;
}

typedef int candidate_order(const near_candidate* p, const near_candidate* q);

static void sift(near_candidate* list, size_t at, size_t count, candidate_order* is_less)
{
    const near_candidate c = list[at];
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_less(&list[child], &list[child + 1])) child++;
        if (!is_less(&c, &list[child])) break;
        list[at] = list[child];
    }
    list[at] = c;
}

// In place: that of the C library may ask for memory.
static void sort_candidates(near_candidate* list, size_t count, candidate_order* is_less)
{
    for (size_t i = count / 2; i-- > 0;)
        sift(list, i, count, is_less);
    for (size_t end = count; end-- > 1;) {
        const near_candidate last = list[end];
        list[end] = list[0];
        list[0] = last;
        sift(list, 0, end, is_less);
    }
}

// Bound what the walk kept in doubles, and keep what may still be the nearest. *best: the one with the least upper bound,
// which is *hi. Most others are as far: they share what is nearest with it, and its direction tells.
static void bound_candidates(search* s, near_candidate* best, double* lo, double* hi)
{
    near_search* n = s->near;
    size_t count = 0;
    double normal[3] = {0, 0, 0};
    *hi = (double)INFINITY;
    sort_candidates(n->list, n->count, bound_is_less);
    for (size_t i = 0; i < n->count; i++) {
        near_candidate c = n->list[i];
        if (PRUNE(c.lo > n->hi)) break;
        posed_triangle a, b;
        place_triangle(s, 0, c.a, &a);
        place_triangle(s, 1, c.b, &b);
        const double along = *hi < (double)INFINITY ? nearest_along(&a, &b, normal) : 0;
        c.lo = along > c.lo ? along : c.lo;
        if (PRUNE(c.lo > n->hi)) continue;
        if (along < *hi * (1 - 0x1p-40)) {
            nearest_bounds bounds;
            nearest_bound(&a, &b, &bounds);
            c.lo = bounds.lo > c.lo ? bounds.lo : c.lo;
            near_lower(n, bounds.hi);
            if (bounds.hi < *hi) {
                *hi = bounds.hi;
                *best = c;
                memcpy(normal, bounds.normal, sizeof normal);
            }
        }
        n->list[count++] = c;
    }
    *lo = (double)INFINITY;
    n->count = 0;
    for (size_t i = 0; i < count; i++) {
        if (n->list[i].lo > n->hi) continue;
        *lo = n->list[i].lo < *lo ? n->list[i].lo : *lo;
        n->list[n->count++] = n->list[i];
    }
}

static void exact_square(search* s, const near_candidate* c, int with_least, nearest_square* out)
{
    nearest_bounds bounds;
    exact_points e;
    bound_pair(s, c->a, c->b, &bounds);
    make_points(s, c->a, c->b, EXACT_RELATIVE, &e);
    nearest_exact(&e, bounds.features, with_least, out);
    s->work.exact_tests++;
}

// The corners of a feature, by where the mesh keeps them; NULL behind them.
static void corners_of_feature(const posed_triangle* t, int feature, const double* out[3])
{
    out[0] = out[1] = out[2] = NULL;
    if (feature < ABUT_FEATURE_EDGE_0) {
        out[0] = t->vertex[feature];
    } else if (feature < ABUT_FEATURE_FACE) {
        out[0] = t->vertex[feature - ABUT_FEATURE_EDGE_0];
        out[1] = t->vertex[(feature - ABUT_FEATURE_EDGE_0 + 1) % 3];
    } else {
        for (int i = 0; i < 3; i++)
            out[i] = t->vertex[i];
    }
}

// The nearest so far, as others are measured by it.
typedef struct nearest_pair {
    near_candidate own;
    nearest_square square;
    posed_triangle triangle[2];
    const double* on[2][3];  // corners of its features
    int corner[2];           // one of them
} nearest_pair;

static void nearest_pair_make(nearest_pair* p, const search* s)
{
    const int feature[2] = {p->square.features.a, p->square.features.b};
    place_triangle(s, 0, p->own.a, &p->triangle[0]);
    place_triangle(s, 1, p->own.b, &p->triangle[1]);
    for (int side = 0; side < 2; side++) {
        corners_of_feature(&p->triangle[side], feature[side], p->on[side]);
        p->corner[side] = 0;
        while (p->triangle[side].vertex[p->corner[side]] != p->on[side][0])
            p->corner[side]++;
    }
}

// Whether a pair is certainly not nearer: each of its triangles is on its own side of the two planes across the shortest way.
static int is_no_nearer(const search* s, const nearest_pair* p, const near_candidate* c)
{
    posed_triangle t;
    place_triangle(s, 0, c->a, &t);
    if (!nearest_is_beyond(&t, p->square.normal, -1, &p->triangle[0], p->corner[0], p->on[0]))
        return 0;
    place_triangle(s, 1, c->b, &t);
    return nearest_is_beyond(&t, p->square.normal, 1, &p->triangle[1], p->corner[1], p->on[1]);
}

// The nearest of all that are left, exactly: the least pair of those that are as near.
static near_candidate find_nearest(search* s, nearest_square* out)
{
    near_search* n = s->near;
    ASSERT(n->count);
    sort_candidates(n->list, n->count, pair_is_less);
    nearest_pair best = {.own = n->list[0]};
    exact_square(s, &best.own, 0, &best.square);
    nearest_pair_make(&best, s);
    for (size_t i = 1; i < n->count; i++) {
        const near_candidate* c = &n->list[i];
        if (PRUNE(is_no_nearer(s, &best, c))) continue;
        nearest_square other;
        exact_square(s, c, 0, &other);
        if (nearest_compare(&other, &best.square) >= 0) continue;
        best.own = *c;
        best.square = other;
        nearest_pair_make(&best, s);
    }
    *out = best.square;
    return best.own;
}

static void fill_points(search* s, const near_candidate* c, nearest_square* square,
                        abut_distance_answer* out)
{
    exact_points world;
    if (!square->features_are_least) exact_square(s, c, 1, square);
    out->features = square->features;
    make_points(s, c->a, c->b, EXACT_WORLD, &world);
    nearest_points(&world, square->features, out->a_point, out->b_point);
}

// No pair touches, and the walk came to its end.
static void answer_apart(const asked* q, abut_distance_answer* out)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    const abut_distance_ask* ask = q->ask;
    const double asked_for = ask->within > 0 ? ask->within : (double)INFINITY;
    near_candidate best = {0, 0, 0};
    bound_candidates(s, &best, &out->lo, &out->hi);
    if (!n->count) {  // all are farther
        out->lo = asked_for;
        out->hi = (double)INFINITY;
        out->is_farther = 1;
        return;
    }
    nearest_square square;
    const double enough =
        ask->relative * out->hi > ask->absolute ? ask->relative * out->hi : ask->absolute;
    const int is_enough = !is_exact(ask) && out->hi - out->lo <= enough && out->hi <= asked_for;
    if (!is_enough) {
        best = find_nearest(s, &square);
        if (nearest_compare_double(&square, asked_for) > 0) {
            out->lo = asked_for;
            out->hi = (double)INFINITY;
            out->is_farther = 1;
            return;
        }
        nearest_enclose(&square, &out->lo, &out->hi);
    } else if (ask->detail == ABUT_DETAIL_POINTS) {
        exact_square(s, &best, 1, &square);
    }
    out->has_pair = 1;
    out->pair = (abut_pair){best.a, best.b};
    if (ask->detail == ABUT_DETAIL_POINTS) fill_points(s, &best, &square, out);
}

// The budget or the deadline ended it: what is known.
static void answer_stopped(const asked* q, abut_distance_answer* out)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    near_candidate best = {0, 0, 0};
    const double floor = n->floor;
    bound_candidates(s, &best, &out->lo, &out->hi);
    out->lo = out->lo < floor ? out->lo : floor;
    out->has_pair = out->hi < (double)INFINITY;
    out->pair = (abut_pair){best.a, best.b};
    out->complete = 0;
}

static abut_status open_search(abut_query* query)
{
    search* s = &query->search;
    s->host = &query->host;
    if (s->near) return ABUT_OK;
    s->near = host_allocate(s->host, 1, sizeof *s->near);
    if (!s->near) return ABUT_OUT_OF_MEMORY;
    *s->near = (near_search){.hi = 0};
    return ABUT_OK;
}

// The walks of the other methods: from the roots, depth first.
static abut_status ask_depth_first(search* s)
{
    TRY(scalar_open(s));
    scalar_of(s)->asked =
        (scalar_question){.descent = ABUT_DESCENT_LARGER, .traversal = ABUT_TRAVERSAL_DEPTH};
    scalar_of(s)->front = NULL;
    return ABUT_OK;
}

static void begin(const asked* q)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    const relative_side a = {&q->a->pose, &q->a->model->frame},
                        b = {&q->b->pose, &q->b->model->frame};
    s->mesh[0] = &q->a->model->mesh;
    s->mesh[1] = &q->b->model->mesh;
    s->limit = 0;
    s->any = 0;
    s->budget = q->ask->budget;
    s->stop_time = clock_after(q->ask->deadline);
    s->pair_time = 0;
    pose_pair_prepare(&n->poses, &q->a->pose, &q->b->pose, 0);
    n->unit = near_unit_make(&a, &b);
    n->no_contact = 0;
    n->hi = (double)INFINITY;
    n->hi_unit = INFINITY;
    n->toward[0] = n->toward[1] = n->toward[2] = 0;
    if (q->ask->within > 0) near_lower(n, q->ask->within);
    if (!q->ask->coherent || n->last_serial[0] != q->a->model->serial ||
        n->last_serial[1] != q->b->model->serial)
        return;
    nearest_bounds bounds;
    bound_pair(s, n->last.a, n->last.b, &bounds);
    near_lower(n, bounds.hi);
}

static void remember(const asked* q, abut_pair pair)
{
    near_search* n = q->query->search.near;
    n->last = pair;
    n->last_serial[0] = q->a->model->serial;
    n->last_serial[1] = q->b->model->serial;
}

static int tells_how_far(const abut_model* model)
{
    return !model->tree.kind || method_nearest(model->tree.kind);
}

abut_status distance(abut_query* query, const abut_instance* a, const abut_instance* b,
                     const abut_distance_ask* ask, abut_distance_answer* out)
{
    placed_model placed[2];
    abut_hits hits;
    if (!models_mix(a->model, b->model)) return ABUT_MIXED_METHODS;
    if (!tells_how_far(a->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&placed[0], a));
    TRY(model_place(&placed[1], b));
    TRY(open_search(query));
    if (a->model->tree.kind) TRY(ask_depth_first(&query->search));
    const asked q = {query, &placed[0], &placed[1], ask};
    search* s = &query->search;
    abut_distance_answer answer = {.lo = (double)INFINITY, .hi = (double)INFINITY, .complete = 1};
    if (!a->model->mesh.triangle_count || !b->model->mesh.triangle_count) {
        *out = answer;
        return ABUT_OK;
    }
    begin(&q);
    walk(&q);
    add_own_work(&answer, s);
    if (s->status == ABUT_OK && s->near->may_touch) {
        const double hi = s->near->hi;
        TRY(ask_contact(&q, a, b, 0, &hits));
        add_work(&answer, &hits);
        if (hits.count) {
            TRY(answer_contact(&q, a, b, &hits, &answer));
            *out = answer;
            return ABUT_OK;
        }
        if (a->model->tree.kind) TRY(ask_depth_first(s));
        begin(&q);
        near_lower(s->near, hi);
        s->near->no_contact = hits.complete;
        walk(&q);
        add_own_work(&answer, s);
    }
    TRY(s->status);
    if (s->stopped || s->near->may_touch > s->near->no_contact)
        answer_stopped(&q, &answer);
    else
        answer_apart(&q, &answer);
    if (answer.has_pair) remember(&q, answer.pair);
    *out = answer;
    return ABUT_OK;
}
