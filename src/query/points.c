// points.c - see points.h.
#include "query/points.h"

#include "base/base.h"
#include "base/host.h"
#include "query/point_near.h"
#include "query/point_side.h"

#include <math.h>
#include <string.h>

#define BRUTE_POINTS_A_TURN 16

// What a worker has of its own.
typedef struct points_worker {
    point_distance* list;  // of a point: the nearest so far
    size_t list_capacity;
    double* heap;  // bounds from above of the nearest, the largest first
    size_t heap_capacity;
    double* bounds;  // brute: of each triangle, from below
    uint8_t* likely;
    size_t bounds_capacity, likely_capacity;
} points_worker;

struct points_kept {
    points_worker* workers;
    int worker_count;
    abut_point_answer* answers;
    abut_point_near* near;
    size_t answer_capacity, near_capacity;
    // The call that runs.
    point_place place;
    const double* points;
    size_t count, most;  // points; nearest of each
    size_t per_turn;
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
        host_release(host, w->heap, w->heap_capacity, sizeof *w->heap);
        host_release(host, w->bounds, w->bounds_capacity, sizeof *w->bounds);
        host_release(host, w->likely, w->likely_capacity, sizeof *w->likely);
    }
    host_release(host, k->workers, (size_t)k->worker_count, sizeof *k->workers);
    host_release(host, k->answers, k->answer_capacity, sizeof *k->answers);
    host_release(host, k->near, k->near_capacity, sizeof *k->near);
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

static void answer_point(struct points_kept* k, points_worker* w, size_t i)
{
    const double* point = k->points + 3 * i;
    point_list l = {
        .place = &k->place, .point = point, .within = k->within, .list = w->list, .most = k->most};
    abut_point_answer* const out = &k->answers[i];
    abut_point_near* const near = k->near + i * k->most;
    look_at_all(k, w, point, &l);
    point_list_tell(&l, near);
    *out = (abut_point_answer){.near = near,
                               .near_count = l.count,
                               .signed_lo = (double)NAN,
                               .signed_hi = (double)NAN,
                               .winding_lo = (double)NAN,
                               .winding_hi = (double)NAN};
    if (k->ask->solid) tell_side(k, point, out);
}

static abut_status answer_turn(void* context, size_t turn, int number)
{
    struct points_kept* const k = context;
    points_worker* const w = &k->workers[number];
    const size_t first = turn * k->per_turn, left = k->count - first;
    const size_t end = first + (left < k->per_turn ? left : k->per_turn);
    const size_t triangles = k->place.placed.model->mesh.triangle_count;
    const abut_host host = crew_host(k->crew);
    TRY(grow(&host, &w->list, &w->list_capacity, k->most, sizeof *w->list));
    TRY(grow(&host, &w->heap, &w->heap_capacity, k->most, sizeof *w->heap));
    TRY(grow(&host, &w->bounds, &w->bounds_capacity, triangles, sizeof *w->bounds));
    TRY(grow(&host, &w->likely, &w->likely_capacity, triangles, sizeof *w->likely));
    for (size_t i = first; i < end; i++)
        answer_point(k, w, i);
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
    k->most = asked < there ? asked : there;
    k->points = points;
    k->count = count;
    k->ask = ask;
    k->within = double_is_zero(ask->within) ? (double)INFINITY : ask->within;
    k->per_turn = BRUTE_POINTS_A_TURN;
    if (k->most && count > SIZE_MAX / sizeof *k->near / k->most) return ABUT_OUT_OF_MEMORY;
    TRY(grow(host, &k->answers, &k->answer_capacity, count, sizeof *k->answers));
    TRY(grow(host, &k->near, &k->near_capacity, count * k->most, sizeof *k->near));
    const size_t turns = (count + k->per_turn - 1) / k->per_turn;
    TRY(crew_run(&b->crew, turns, answer_turn, k, 0, 1));
    *out = k->answers;
    return ABUT_OK;
}
