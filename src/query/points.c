// points.c - see points.h.
#include "query/points.h"

#include "base/base.h"
#include "base/host.h"
#include "base/sort.h"
#include "engine/kernels.h"
#include "query/methods.h"
#include "query/point_frame.h"
#include "query/point_near.h"
#include "query/point_side.h"

#include <math.h>
#include <string.h>

// Points are looked at along a curve through the space about the model, so that each begins where the last one ended.
// Cells of it are as small as there are points for.
#define CELL_BITS_MOST 7  // of a coordinate
#define SORT_LEAST     64

#define BRUTE_POINTS_A_TURN 16
#define POINTS_A_TURN       256

// Points are measured in blocks, so that four triangles are there for each measurement.
#define BLOCK_POINTS 32

// Where more are wanted, they are put in order before they are put in the list: else each would move all behind it.
#define UNSORTED_MOST 64

// A triangle that may be among the nearest of a point of the block.
typedef struct block_pair {
    uint32_t triangle, point;
} block_pair;

// What a worker has of its own.
typedef struct points_worker {
    point_distance* list;  // of a point: the nearest so far
    size_t list_capacity;
    point_distance* all;  // where many are wanted: all that were measured
    sort_record *records, *scratch;
    size_t all_count, all_capacity, record_capacity, scratch_capacity;
    point_walk walk;
    block_pair* pairs;  // of a block
    foot_found* found;  // of each of these
    size_t pair_capacity, found_capacity;
    // The last point whose side was found, what that was, and how far no triangle is from it; 0: none.
    point_side side;
    double last[3], reach;
    // brute: bounds from above of the nearest, the largest first; and of each triangle from below.
    double *heap, *bounds;
    uint8_t* likely;
    size_t heap_capacity, bounds_capacity, likely_capacity;
} points_worker;

struct points_kept {
    points_worker* workers;
    int worker_count;
    abut_point_answer* answers;
    abut_point_near* near;
    uint32_t *order, *cells;
    uint32_t* keys;
    size_t answer_capacity, near_capacity, order_capacity, cell_capacity, key_capacity;
    // The call that runs.
    point_place place;
    point_frame frame;
    const double* points;
    size_t count, most;  // points; nearest of each
    size_t per_turn;
    int is_walked;  // there is a tree
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
    return host_grow_any(host, block, capacity, 0, wanted ? wanted : 1, size);
}

void points_free(struct points_kept* k, const abut_host* host)
{
    if (!k) return;
    for (int i = 0; i < k->worker_count; i++) {
        points_worker* w = &k->workers[i];
        host_release(host, w->list, w->list_capacity, sizeof *w->list);
        host_release(host, w->all, w->all_capacity, sizeof *w->all);
        host_release(host, w->records, w->record_capacity, sizeof *w->records);
        host_release(host, w->scratch, w->scratch_capacity, sizeof *w->scratch);
        point_walk_free(&w->walk, host);
        host_release(host, w->pairs, w->pair_capacity, sizeof *w->pairs);
        host_release(host, w->found, w->found_capacity, sizeof *w->found);
        host_release(host, w->heap, w->heap_capacity, sizeof *w->heap);
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

// ---------------------------------------------------------------------------------------- measured

static abut_status add_measured(points_worker* w, const abut_host* host, point_list* l,
                                const point_distance* d)
{
    if (l->most <= UNSORTED_MOST) {
        point_list_add(l, d);
        return ABUT_OK;
    }
    TRY(host_grow_any(host, &w->all, &w->all_capacity, w->all_count, w->all_count + 1,
                      sizeof *w->all));
    w->all[w->all_count++] = *d;
    return ABUT_OK;
}

// Nearly sorted: what is between the same two doubles finds its place in the list.
static abut_status end_list(points_worker* w, const abut_host* host, point_list* l)
{
    const size_t count = w->all_count;
    if (!count) return ABUT_OK;
    TRY(grow(host, &w->records, &w->record_capacity, count, sizeof *w->records));
    TRY(grow(host, &w->scratch, &w->scratch_capacity, count, sizeof *w->scratch));
    for (size_t i = 0; i < count; i++)
        w->records[i] = (sort_record){(uint64_t)double_order(w->all[i].lo), (uint32_t)i};
    sort_records(w->records, w->scratch, count);
    for (size_t i = 0; i < count; i++)
        point_list_add(l, &w->all[w->records[i].value]);
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

static abut_status look_at_all(const struct points_kept* k, points_worker* w,
                               const point_asked* asked, point_list* l)
{
    const double* const point = asked->point;
    const soup_mesh* const m = &k->place.placed.model->mesh;
    const size_t count = m->triangle_count;
    posed_triangle t, p;
    point_place_point(&k->place, point, &p);
    for (size_t i = 0; i < k->most; i++)
        w->heap[i] = k->within;
    for (size_t i = 0; i < count; i++) {
        nearest_bounds bounds;
        if (!soup_mesh_has(m, i)) continue;
        point_place_triangle(&k->place, (uint32_t)i, &t);
        nearest_bound(&t, &p, &bounds);
        w->bounds[i] = bounds.lo;
        w->likely[i] = bounds.features.a;
        heap_add(w->heap, k->most, bounds.hi);
    }
    for (size_t i = 0; i < count; i++) {
        point_distance d;
        if (!soup_mesh_has(m, i) || PRUNE(w->bounds[i] > w->heap[0])) continue;
        point_measure(&k->place, point, (uint32_t)i, w->likely[i], &d);
        TRY(add_measured(w, asked->host, l, &d));
    }
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- wide

// Find what may be the nearest of each point of a block. first: where the triangles of each begin, and the end.
static abut_status walk_block(points_worker* w, const point_asked* asked, size_t count,
                              size_t first[BLOCK_POINTS + 1])
{
    const wide_points* s = &w->walk.s;
    first[0] = 0;
    for (size_t b = 0; b < count; b++) {
        const size_t at = first[b];
        TRY(point_walk_nearest(&w->walk, &asked[b].at, asked[b].host));
        first[b + 1] = at + s->count;
        TRY(host_grow_any(asked[b].host, &w->pairs, &w->pair_capacity, at, first[b + 1] + 1,
                          sizeof *w->pairs));
        for (size_t i = 0; i < s->count; i++)
            w->pairs[at + i] = (block_pair){s->ids[i], (uint32_t)b};
    }
    return ABUT_OK;
}

// Measure them in pairs of doubles.
static abut_status measure_block(const struct points_kept* k, points_worker* w,
                                 const point_asked* asked, size_t count)
{
    foot_kernel* const find = wide_kernels_now()->foot;
    foot_pair pairs[FOOT_LANES];
    TRY(grow(asked->host, &w->found, &w->found_capacity, count + FOOT_LANES, sizeof *w->found));
    for (size_t i = 0; i < count; i += FOOT_LANES) {
        for (size_t l = 0; l < FOOT_LANES; l++) {
            const block_pair at = w->pairs[i + l < count ? i + l : i];
            pairs[l].point = asked[at.point].point;
            soup_mesh_vertices(&k->place.placed.model->mesh, at.triangle, pairs[l].corner);
        }
        find(&k->place.placed.pose, pairs, w->found + i);
    }
    return ABUT_OK;
}

// Put the triangles of a point in order: those that pairs of doubles do not tell are measured in integers.
static abut_status list_measured(const struct points_kept* k, points_worker* w,
                                 const abut_host* host, size_t first, size_t end, point_list* l)
{
    for (size_t i = first; i < end; i++) {
        point_distance d;
        (void)point_weigh(l, w->pairs[i].triangle, k->is_split ? &w->found[i] : NULL, &d);
        TRY(add_measured(w, host, l, &d));
    }
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
static abut_status tell_winding(const point_asked* p, int64_t turns, abut_point_answer* out)
{
    winding_number w;
    out->winding_lo = out->winding_hi = (double)turns;
    if (!p->solid->partial) return ABUT_OK;
    TRY(point_winding_find(p, &w));
    const double slack = w.error + (fabs(w.value) + fabs((double)turns)) * 0x1p-50;
    out->winding_lo += w.value - slack;
    out->winding_hi += w.value + slack;
    return ABUT_OK;
}

static abut_status find_side(points_worker* w, const point_asked* p, const abut_point_near* nearest)
{
    if (!PRUNE(point_is_beside(w->last, w->reach, p->point))) TRY(point_side_find(p, &w->side));
    w->reach = nearest ? nearest->lo : 0;
    memcpy(w->last, p->point, sizeof w->last);
    return ABUT_OK;
}

// All that takes a solid; the nearest triangles are known.
static abut_status tell_side(const struct points_kept* k, points_worker* w, const point_asked* p,
                             abut_point_answer* out)
{
    const abut_point_near* nearest = out->near_count ? out->near : NULL;
    if (nearest && double_is_zero(nearest->hi)) {
        out->side = ABUT_SIDE_ON;
        out->signed_lo = out->signed_hi = 0;
        return ABUT_OK;
    }
    if (p->solid->bounding) {
        TRY(find_side(w, p, nearest));
        const int inside = w->side.is_inside;
        out->side = inside ? ABUT_SIDE_INSIDE : ABUT_SIDE_OUTSIDE;
        if (nearest) {
            out->signed_lo = inside ? -nearest->hi : nearest->lo;
            out->signed_hi = inside ? -nearest->lo : nearest->hi;
        }
    }
    return k->ask->winding ? tell_winding(p, p->solid->bounding ? w->side.turns : 0, out) : ABUT_OK;
}

static point_asked asked_of(const struct points_kept* k, points_worker* w, const abut_host* host,
                            size_t i)
{
    point_asked p = {.solid = k->ask->solid,
                     .place = &k->place,
                     .point = k->points + 3 * i,
                     .frame = k->is_walked ? &k->frame : NULL,
                     .walk = &w->walk,
                     .host = host};
    if (k->is_walked) p.at = point_at_make(&k->frame, p.point);
    return p;
}

// The nearest are in the list.
static abut_status answer_point(const struct points_kept* k, points_worker* w, const point_asked* p,
                                const point_list* l)
{
    const size_t i = (size_t)(p->point - k->points) / 3;
    abut_point_answer* const out = &k->answers[i];
    abut_point_near* const near = k->near + i * k->most;
    point_list_tell(l, near);
    *out = (abut_point_answer){.near = near,
                               .near_count = l->count,
                               .signed_lo = (double)NAN,
                               .signed_hi = (double)NAN,
                               .winding_lo = (double)NAN,
                               .winding_hi = (double)NAN};
    return p->solid ? tell_side(k, w, p, out) : ABUT_OK;
}

// Up to BLOCK_POINTS, by their places in the order.
static abut_status answer_block(const struct points_kept* k, points_worker* w,
                                const abut_host* host, size_t from, size_t count)
{
    point_asked asked[BLOCK_POINTS];
    size_t first[BLOCK_POINTS + 1] = {0};
    for (size_t b = 0; b < count; b++)
        asked[b] = asked_of(k, w, host, k->is_sorted ? k->order[from + b] : from + b);
    if (k->is_walked) TRY(walk_block(w, asked, count, first));
    if (k->is_walked && k->is_split) TRY(measure_block(k, w, asked, first[count]));
    for (size_t b = 0; b < count; b++) {
        point_list l = {.place = &k->place,
                        .point = asked[b].point,
                        .within = k->within,
                        .list = w->list,
                        .most = k->most};
        w->all_count = 0;
        if (k->is_walked)
            TRY(list_measured(k, w, host, first[b], first[b + 1], &l));
        else if (k->most)
            TRY(look_at_all(k, w, &asked[b], &l));
        TRY(end_list(w, host, &l));
        TRY(answer_point(k, w, &asked[b], &l));
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- order

static int cell_bits_for(size_t count)
{
    return count >= (size_t)1 << 19 ? CELL_BITS_MOST : count >= (size_t)1 << 14 ? 6 : 5;
}

static uint32_t digit_of(double y, int bits)
{
    const double x = (y + 1) * (double)(1 << (bits - 1));
    if (!(x > 0)) return 0;
    return x < (1 << bits) - 1 ? (uint32_t)x : (1u << bits) - 1;
}

// Up to eight bits apart: two others between them.
static uint32_t spread_bits(uint32_t x)
{
    x = (x | x << 8) & 0x0000F00F;
    x = (x | x << 4) & 0x000C30C3;
    return (x | x << 2) & 0x00249249;
}

static uint32_t cell_of(const point_frame* f, const double point[3], int bits)
{
    double y[3];
    point_frame_about(f, point, y);
    return spread_bits(digit_of(y[0], bits)) | spread_bits(digit_of(y[1], bits)) << 1 |
           spread_bits(digit_of(y[2], bits)) << 2;
}

static abut_status sort_points(struct points_kept* k, const abut_host* host)
{
    k->is_sorted = k->count >= SORT_LEAST && k->count <= UINT32_MAX;
    if (!k->is_sorted) return ABUT_OK;
    TRY(grow(host, &k->order, &k->order_capacity, k->count, sizeof *k->order));
    TRY(grow(host, &k->keys, &k->key_capacity, k->count, sizeof *k->keys));
    const int bits = cell_bits_for(k->count);
    const size_t cells = (size_t)1 << 3 * bits;
    TRY(grow(host, &k->cells, &k->cell_capacity, cells + 1, sizeof *k->cells));
    memset(k->cells, 0, (cells + 1) * sizeof *k->cells);
    for (size_t i = 0; i < k->count; i++) {
        k->keys[i] = cell_of(&k->frame, k->points + 3 * i, bits);
        k->cells[k->keys[i] + 1]++;
    }
    for (size_t i = 0; i < cells; i++)
        k->cells[i + 1] += k->cells[i];
    for (size_t i = 0; i < k->count; i++)
        k->order[k->cells[k->keys[i]]++] = (uint32_t)i;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- turns

// What a worker needs for a turn.
static abut_status open_worker(const struct points_kept* k, points_worker* w, const abut_host* host)
{
    const abut_model* m = k->place.placed.model;
    const size_t triangles = m->mesh.triangle_count;
    w->reach = 0;
    TRY(grow(host, &w->list, &w->list_capacity, k->most, sizeof *w->list));
    if (k->is_walked) return point_walk_open(&w->walk, m, &k->frame, k->most, host);
    TRY(grow(host, &w->heap, &w->heap_capacity, k->most, sizeof *w->heap));
    TRY(grow(host, &w->bounds, &w->bounds_capacity, triangles, sizeof *w->bounds));
    return grow(host, &w->likely, &w->likely_capacity, triangles, sizeof *w->likely);
}

static abut_status answer_turn(void* context, size_t turn, int number)
{
    struct points_kept* const k = context;
    points_worker* const w = &k->workers[number];
    const size_t first = turn * k->per_turn, left = k->count - first;
    const size_t end = first + (left < k->per_turn ? left : k->per_turn);
    const abut_host host = crew_host(k->crew);
    TRY(open_worker(k, w, &host));
    for (size_t i = first; i < end; i += BLOCK_POINTS)
        TRY(answer_block(k, w, &host, i, end - i < BLOCK_POINTS ? end - i : BLOCK_POINTS));
    return ABUT_OK;
}

abut_status batch_points(abut_batch* b, const abut_instance* instance, const double* points,
                         size_t count, const abut_point_ask* ask, const abut_point_answer** out)
{
    const abut_model* model = instance->model;
    const abut_host* host = &b->crew.host;
    if (method_has_tree(model->method)) return ABUT_BAD_COMBINATION;
    TRY(open_kept(b));
    struct points_kept* const k = b->points;
    TRY(point_place_make(&k->place, instance));
    const size_t asked = ask->nearest ? ask->nearest : 1, there = soup_mesh_present(&model->mesh);
    k->is_walked = model->method == ABUT_METHOD_WIDE && there;
    k->most = asked < there ? asked : there;
    k->points = points;
    k->count = count;
    k->ask = ask;
    k->within = double_is_zero(ask->within) ? (double)INFINITY : ask->within;
    k->per_turn = k->is_walked ? POINTS_A_TURN : BRUTE_POINTS_A_TURN;
    k->is_sorted = 0;
    if (k->most && count > SIZE_MAX / sizeof *k->near / k->most) return ABUT_OUT_OF_MEMORY;
    TRY(grow(host, &k->answers, &k->answer_capacity, count, sizeof *k->answers));
    TRY(grow(host, &k->near, &k->near_capacity, count * k->most, sizeof *k->near));
    if (k->is_walked) {
        point_frame_make(&k->frame, &k->place, k->within);
        TRY(sort_points(k, host));
        k->is_split = !k->place.placed.frame && foot_is_exact();
    }
    const size_t turns = (count + k->per_turn - 1) / k->per_turn;
    TRY(crew_run(&b->crew, turns, answer_turn, k, 0, 1));
    *out = k->answers;
    return ABUT_OK;
}
