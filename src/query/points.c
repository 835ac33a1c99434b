// points.c - see points.h.
#include "query/points.h"

#include "base/base.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/point_frame.h"
#include "query/point_near.h"
#include "query/point_side.h"

#include <math.h>
#include <string.h>

#define BRUTE_POINTS_A_TURN 16

// Points are looked at along a curve through the space about the model, so that each begins where the last one ended.
#define CELL_BITS  5  // of a coordinate
#define CELLS      (1 << 3 * CELL_BITS)
#define SORT_LEAST 64

#define BRUTE_POINTS_A_TURN 16
#define POINTS_A_TURN       256

// What a worker has of its own.
typedef struct points_worker {
    point_distance* list;  // of a point: the nearest so far
    size_t list_capacity;
    wide_points walk;
    size_t heap_capacity, ids_capacity, lows_capacity;
    // brute: bounds from above of the nearest, the largest first; and of each triangle from below.
    double *heap, *bounds;
    uint8_t* likely;
    size_t brute_capacity, bounds_capacity, likely_capacity;
} points_worker;

struct points_kept {
    points_worker* workers;
    int worker_count;
    abut_point_answer* answers;
    abut_point_near* near;
    uint32_t *order, *cells;
    uint16_t* keys;
    size_t answer_capacity, near_capacity, order_capacity, cell_capacity, key_capacity;
    // The call that runs.
    point_place place;
    point_frame frame;
    const double* points;
    size_t count, most;  // points; nearest of each
    size_t per_turn;
    int is_sorted;  // order is made
    int is_split;   // pairs of doubles tell (engine/leaf/foot.h)
    const abut_point_ask* ask;
    double within;
    crew* crew;
};

// ------------------------------------------------------------------------------------------ memory

static abut_status grow(const abut_host* host, void* block, size_t* capacity, size_t wanted,
                        size_t size)
{
    void* is = *(void**)block;
    const abut_status status = host_grow(host, &is, capacity, 0, wanted ? wanted : 1, size);
    *(void**)block = is;
    return status;
}

void points_free(struct points_kept* k, const abut_host* host)
{
    if (!k) return;
    for (int i = 0; i < k->worker_count; i++) {
        points_worker* w = &k->workers[i];
        host_release(host, w->list, w->list_capacity, sizeof *w->list);
        host_release(host, w->walk.heap, w->heap_capacity, sizeof *w->walk.heap);
        host_release(host, w->walk.ids, w->ids_capacity, sizeof *w->walk.ids);
        host_release(host, w->walk.lows, w->lows_capacity, sizeof *w->walk.lows);
        host_release(host, w->heap, w->brute_capacity, sizeof *w->heap);
        host_release(host, w->bounds, w->bounds_capacity, sizeof *w->bounds);
        host_release(host, w->likely, w->likely_capacity, sizeof *w->likely);
    }
    host_release(host, k->workers, (size_t)k->worker_count, sizeof *k->workers);
    host_release(host, k->answers, k->answer_capacity, sizeof *k->answers);
    host_release(host, k->near, k->near_capacity, sizeof *k->near);
    host_release(host, k->order, k->order_capacity, sizeof *k->order);
    host_release(host, k->cells, k->cell_capacity, sizeof *k->cells);
    host_release(host, k->keys, k->key_capacity, sizeof *k->keys);
    host_release(host, k, 1, sizeof *k);
}

static abut_status open_kept(abut_batch* b)
{
    const abut_host* host = &b->crew.host;
    if (b->points) return ABUT_OK;
    struct points_kept* k = host_allocate(host, 1, sizeof *k);
    points_worker* workers = host_allocate(host, (size_t)host->workers, sizeof *workers);
    if (!k || !workers) {
        host_release(host, k, 1, sizeof *k);
        host_release(host, workers, (size_t)host->workers, sizeof *workers);
        return ABUT_OUT_OF_MEMORY;
    }
    memset(k, 0, sizeof *k);
    memset(workers, 0, (size_t)host->workers * sizeof *workers);
    k->workers = workers;
    k->worker_count = host->workers;
    k->crew = &b->crew;
    b->points = k;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- brute

// Bounds from above of the k nearest: a heap, the largest of them first.
static void heap_add(double* heap, size_t count, double x)
{
    size_t at = 0;
    if (!(x < heap[0])) return;
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && heap[child + 1] > heap[child]) child++;
        if (!(heap[child] > x)) break;
        heap[at] = heap[child];
    }
    heap[at] = x;
}

static void look_at_all(const struct points_kept* k, points_worker* w, const double point[3],
                        point_list* l)
{
    const size_t count = k->place.placed.model->mesh.triangle_count;
    posed_triangle t, p;
    point_place_point(&k->place, point, &p);
    for (size_t i = 0; i < k->most; i++)
        w->heap[i] = k->within;
    for (size_t i = 0; i < count; i++) {
        nearest_bounds bounds;
        point_place_triangle(&k->place, (uint32_t)i, &t);
        nearest_bound(&t, &p, &bounds);
        w->bounds[i] = bounds.lo;
        w->likely[i] = bounds.features.a;
        heap_add(w->heap, k->most, bounds.hi);
    }
    for (size_t i = 0; i < count; i++) {
        point_distance d;
        if (PRUNE(w->bounds[i] > w->heap[0])) continue;
        point_measure(&k->place, point, (uint32_t)i, w->likely[i], &d);
        point_list_add(l, &d);
    }
}

// -------------------------------------------------------------------------------------------- wide

#define ROOM_LEAST 256  // for triangles that may be the nearest of a point

static abut_status more_room(const struct points_kept* k, points_worker* w)
{
    const abut_host host = crew_host(k->crew);
    const size_t wanted = 2 * w->walk.capacity + k->most + ROOM_LEAST;
    TRY(grow(&host, &w->walk.ids, &w->ids_capacity, wanted, sizeof *w->walk.ids));
    TRY(grow(&host, &w->walk.lows, &w->lows_capacity, wanted, sizeof *w->walk.lows));
    w->walk.capacity = wanted;
    return ABUT_OK;
}

// Measure up to four triangles: in pairs of doubles, and in integers where these do not tell.
static void measure_four(const struct points_kept* k, const double point[3], const uint32_t* ids,
                         size_t count, point_list* l)
{
    foot_pair pairs[FOOT_LANES];
    foot_found found[FOOT_LANES];
    for (size_t i = 0; i < FOOT_LANES; i++) {
        pairs[i].point = point;
        soup_mesh_vertices(&k->place.placed.model->mesh, ids[i < count ? i : 0], pairs[i].corner);
    }
    if (k->is_split) wide_kernels_now()->foot(&k->place.placed.pose, pairs, found);
    for (size_t i = 0; i < FOOT_LANES && i < count; i++) {
        const foot_found* f = &found[i];
        point_distance d = {.triangle = ids[i]};
        if (PRUNE(k->is_split && f->is_measured)) {
            d.lo = f->lo;
            d.hi = f->hi;
            d.feature = f->feature;
            d.is_told = f->is_told && !point_is_degenerate(&k->place, ids[i]);
            memcpy(d.point, f->point, sizeof d.point);
        } else {
            point_measure(&k->place, point, ids[i], k->is_split ? f->feature : ABUT_FEATURE_FACE,
                          &d);
        }
        point_list_add(l, &d);
    }
}

static abut_status walk_tree(const struct points_kept* k, points_worker* w, const double point[3],
                             point_list* l)
{
    wide_points_kernel* const walk = wide_kernels_now()->points_walk;
    double y[3], at[3];
    point_frame_about(&k->frame, point, y);
    const double error = point_frame_place(&k->frame, y, at);
    if (!w->walk.capacity) TRY(more_room(k, w));
    while (!walk(&w->walk, at, error))
        TRY(more_room(k, w));
    for (size_t i = 0; i < w->walk.count; i += FOOT_LANES)
        measure_four(k, point, w->walk.ids + i, w->walk.count - i, l);
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------- answers

const char* side_text(abut_side side)
{
    switch (side) {
    case ABUT_SIDE_UNKNOWN:
        return "unknown";
    case ABUT_SIDE_ON:
        return "on";
    case ABUT_SIDE_INSIDE:
        return "inside";
    case ABUT_SIDE_OUTSIDE:
        return "outside";
    }
    return NULL;
}

// Round a winding number outward.
static void tell_winding(const struct points_kept* k, const double point[3], int64_t turns,
                         abut_point_answer* out)
{
    out->winding_lo = out->winding_hi = (double)turns;
    if (!k->ask->solid->partial) return;
    const winding_number w = point_winding_find(k->ask->solid, &k->place, point);
    const double slack = w.error + (fabs(w.value) + fabs((double)turns)) * 0x1p-50;
    out->winding_lo += w.value - slack;
    out->winding_hi += w.value + slack;
}

// All that takes a solid; the nearest triangles are known.
static void tell_side(const struct points_kept* k, const double point[3], abut_point_answer* out)
{
    const abut_solid* s = k->ask->solid;
    const abut_point_near* nearest = out->near_count ? out->near : NULL;
    point_side found = {0, 0};
    if (nearest && double_is_zero(nearest->hi)) {
        out->side = ABUT_SIDE_ON;
        out->signed_lo = out->signed_hi = 0;
        return;
    }
    if (s->bounding) {
        point_side_find(s, &k->place, point, &found);
        out->side = found.is_inside ? ABUT_SIDE_INSIDE : ABUT_SIDE_OUTSIDE;
    }
    if (nearest && s->bounding) {
        out->signed_lo = found.is_inside ? -nearest->hi : nearest->lo;
        out->signed_hi = found.is_inside ? -nearest->lo : nearest->hi;
    }
    if (k->ask->winding) tell_winding(k, point, found.turns, out);
}

// Of a model that has triangles.
static abut_status look(struct points_kept* k, points_worker* w, const double point[3],
                        point_list* l)
{
    if (k->place.placed.model->method == ABUT_METHOD_BRUTE) {
        look_at_all(k, w, point, l);
        return ABUT_OK;
    }
    return walk_tree(k, w, point, l);
}

static abut_status answer_point(struct points_kept* k, points_worker* w, size_t i)
{
    const double* point = k->points + 3 * i;
    point_list l = {
        .place = &k->place, .point = point, .within = k->within, .list = w->list, .most = k->most};
    abut_point_answer* const out = &k->answers[i];
    abut_point_near* const near = k->near + i * k->most;
    if (k->most) TRY(look(k, w, point, &l));
    point_list_tell(&l, near);
    *out = (abut_point_answer){.near = near,
                               .near_count = l.count,
                               .signed_lo = (double)NAN,
                               .signed_hi = (double)NAN,
                               .winding_lo = (double)NAN,
                               .winding_hi = (double)NAN};
    if (k->ask->solid) tell_side(k, point, out);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- order

static unsigned digit_of(double y)
{
    const double x = (y + 1) * (1 << (CELL_BITS - 1));
    if (!(x > 0)) return 0;
    return x < (1 << CELL_BITS) - 1 ? (unsigned)x : (1 << CELL_BITS) - 1;
}

// Bits apart: two others between them.
static unsigned spread_bits(unsigned x)
{
    unsigned out = 0;
    for (int i = 0; i < CELL_BITS; i++)
        out |= (x >> i & 1) << (3 * i);
    return out;
}

static uint16_t cell_of(const point_frame* f, const double point[3])
{
    double y[3];
    point_frame_about(f, point, y);
    return (uint16_t)(spread_bits(digit_of(y[0])) | spread_bits(digit_of(y[1])) << 1 |
                      spread_bits(digit_of(y[2])) << 2);
}

static abut_status sort_points(struct points_kept* k, const abut_host* host)
{
    k->is_sorted = k->count >= SORT_LEAST && k->count <= UINT32_MAX;
    if (!k->is_sorted) return ABUT_OK;
    TRY(grow(host, &k->order, &k->order_capacity, k->count, sizeof *k->order));
    TRY(grow(host, &k->keys, &k->key_capacity, k->count, sizeof *k->keys));
    TRY(grow(host, &k->cells, &k->cell_capacity, CELLS + 1, sizeof *k->cells));
    memset(k->cells, 0, (CELLS + 1) * sizeof *k->cells);
    for (size_t i = 0; i < k->count; i++) {
        k->keys[i] = cell_of(&k->frame, k->points + 3 * i);
        k->cells[k->keys[i] + 1]++;
    }
    for (size_t i = 0; i < CELLS; i++)
        k->cells[i + 1] += k->cells[i];
    for (size_t i = 0; i < k->count; i++)
        k->order[k->cells[k->keys[i]]++] = (uint32_t)i;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- turns

// What a worker needs for a turn.
static abut_status open_worker(const struct points_kept* k, points_worker* w)
{
    const abut_model* m = k->place.placed.model;
    const size_t triangles = m->mesh.triangle_count;
    const abut_host host = crew_host(k->crew);
    TRY(grow(&host, &w->list, &w->list_capacity, k->most, sizeof *w->list));
    if (m->method == ABUT_METHOD_BRUTE) {
        TRY(grow(&host, &w->heap, &w->brute_capacity, k->most, sizeof *w->heap));
        TRY(grow(&host, &w->bounds, &w->bounds_capacity, triangles, sizeof *w->bounds));
        return grow(&host, &w->likely, &w->likely_capacity, triangles, sizeof *w->likely);
    }
    TRY(grow(&host, &w->walk.heap, &w->heap_capacity, k->most, sizeof *w->walk.heap));
    w->walk.tree = &m->wide;
    w->walk.mesh = &m->mesh;
    w->walk.frame = &m->frame;
    w->walk.nearest = k->most;
    w->walk.spread = k->frame.spread;
    w->walk.within = k->frame.within;
    w->walk.leaf = WIDE_NO_LEAF;
    return ABUT_OK;
}

static abut_status answer_turn(void* context, size_t turn, int number)
{
    struct points_kept* const k = context;
    points_worker* const w = &k->workers[number];
    const size_t first = turn * k->per_turn, left = k->count - first;
    const size_t end = first + (left < k->per_turn ? left : k->per_turn);
    TRY(open_worker(k, w));
    for (size_t i = first; i < end; i++)
        TRY(answer_point(k, w, k->is_sorted ? k->order[i] : i));
    return ABUT_OK;
}

abut_status batch_points(abut_batch* b, const abut_instance* instance, const double* points,
                         size_t count, const abut_point_ask* ask, const abut_point_answer** out)
{
    const abut_model* model = instance->model;
    const abut_host* host = &b->crew.host;
    if (model->method != ABUT_METHOD_WIDE && model->method != ABUT_METHOD_BRUTE)
        return ABUT_BAD_COMBINATION;
    TRY(open_kept(b));
    struct points_kept* const k = b->points;
    TRY(point_place_make(&k->place, instance));
    const size_t asked = ask->nearest ? ask->nearest : 1, there = model->mesh.triangle_count;
    const int is_walked = model->method == ABUT_METHOD_WIDE && there;
    k->most = asked < there ? asked : there;
    k->points = points;
    k->count = count;
    k->ask = ask;
    k->within = double_is_zero(ask->within) ? (double)INFINITY : ask->within;
    k->per_turn = is_walked ? POINTS_A_TURN : BRUTE_POINTS_A_TURN;
    k->is_sorted = 0;
    if (k->most && count > SIZE_MAX / sizeof *k->near / k->most) return ABUT_OUT_OF_MEMORY;
    TRY(grow(host, &k->answers, &k->answer_capacity, count, sizeof *k->answers));
    TRY(grow(host, &k->near, &k->near_capacity, count * k->most, sizeof *k->near));
    if (is_walked) {
        point_frame_make(&k->frame, &k->place, k->within);
        TRY(sort_points(k, host));
        k->is_split = !k->place.placed.frame && foot_is_exact();
    }
    const size_t turns = (count + k->per_turn - 1) / k->per_turn;
    TRY(crew_run(&b->crew, turns, answer_turn, k, 0, 1));
    *out = k->answers;
    return ABUT_OK;
}
