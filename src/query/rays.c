// rays.c - see rays.h.
#include "query/rays.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "base/sort.h"
#include "engine/kernels.h"
#include "query/methods.h"
#include "query/ray_frame.h"

#include <math.h>
#include <string.h>

#define BRUTE_RAYS_A_TURN 4
#define RAYS_A_TURN       256

#define FOUND_LEAST 64

// Fewer hits are put in order one by one.
#define SORT_LEAST 24

// What a worker has of its own.
typedef struct rays_worker {
    abut_ray_hit* hits;  // of all its rays
    size_t hit_count, hit_capacity;
    abut_ray_hit* unsorted;
    sort_record *records, *scratch;
    size_t unsorted_capacity, record_capacity, scratch_capacity;
    real_stack* stack;  // NULL: not needed yet
    wide_rays walk;     // of the engine
    size_t found_capacity;
} rays_worker;

// Where the hits of an answer are.
typedef struct ray_hits_place {
    const rays_worker* worker;
    size_t first;
} ray_hits_place;

struct rays_kept {
    rays_worker* workers;
    int worker_count;
    abut_ray_answer* answers;
    ray_hits_place* places;
    size_t answer_capacity, place_capacity;
    // The call that runs.
    point_place place;
    point_frame frame;
    ray_space space;
    int is_walked;  // there is a tree, and the frame
    int is_split;   // pairs of doubles tell
    const double *origins, *directions;
    size_t count, per_turn;
    abut_ray_want want;
    int is_segment;
    double least, most;
    crew* crew;
};

// ------------------------------------------------------------------------------------------ memory

static abut_status grow(const abut_host* host, void* block, size_t* capacity, size_t wanted,
                        size_t size)
{
    return host_grow_any(host, block, capacity, 0, wanted ? wanted : 1, size);
}

static void rays_free(struct rays_kept* k, const abut_host* host)
{
    for (int i = 0; i < k->worker_count; i++) {
        rays_worker* w = &k->workers[i];
        host_release(host, w->hits, w->hit_capacity, sizeof *w->hits);
        host_release(host, w->unsorted, w->unsorted_capacity, sizeof *w->unsorted);
        host_release(host, w->records, w->record_capacity, sizeof *w->records);
        host_release(host, w->scratch, w->scratch_capacity, sizeof *w->scratch);
        host_release(host, w->stack, 1, sizeof *w->stack);
        host_release(host, w->walk.found, w->found_capacity, sizeof *w->walk.found);
    }
    host_release(host, k->workers, (size_t)k->worker_count, sizeof *k->workers);
    host_release(host, k->answers, k->answer_capacity, sizeof *k->answers);
    host_release(host, k->places, k->place_capacity, sizeof *k->places);
    host_release(host, k, 1, sizeof *k);
}

static abut_status open_kept(abut_batch* b)
{
    const abut_host* host = &b->crew.host;
    if (b->rays) return ABUT_OK;
    struct rays_kept* k = host_allocate(host, 1, sizeof *k);
    rays_worker* workers = host_allocate(host, (size_t)host->workers, sizeof *workers);
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
    b->rays = k;
    b->rays_free = rays_free;
    return ABUT_OK;
}

// ----------------------------------------------------------------------------------------- one ray

const char* facing_text(abut_facing facing)
{
    switch (facing) {
    case ABUT_FACING_NONE:
        return "none";
    case ABUT_FACING_FRONT:
        return "front";
    case ABUT_FACING_BACK:
        return "back";
    }
    return NULL;
}

// A ray that is asked by a worker.
typedef struct asked_ray {
    const struct rays_kept* kept;
    rays_worker* worker;
    const abut_host* host;
    posed_ray ray;
    abut_ray_answer* answer;
    size_t first;  // of its hits
} asked_ray;

static void corners_of(const asked_ray* r, uint32_t triangle, const double* vertex[3])
{
    soup_mesh_vertices(&r->kept->place.placed.model->mesh, triangle, vertex);
}

static abut_status open_stack(asked_ray* r)
{
    rays_worker* const w = r->worker;
    if (!w->stack) w->stack = host_allocate(r->host, 1, sizeof *w->stack);
    if (!w->stack) return ABUT_OUT_OF_MEMORY;
    w->stack->used = w->stack->peak = 0;
    return ABUT_OK;
}

// Whether and how the ray meets a triangle. is_met: it certainly does, in the inside, between its limits.
static abut_status meet(asked_ray* r, uint32_t triangle, int is_met, ray_meeting* out)
{
    const double* vertex[3];
    const int wants_place = r->kept->want != ABUT_RAY_WANT_COUNT;
    corners_of(r, triangle, vertex);
    if (r->kept->is_split && ray_meet_in_pairs(&r->ray, vertex, is_met, wants_place, out))
        return ABUT_OK;
    TRY(open_stack(r));
    ray_meet_exactly(&r->ray, vertex, wants_place, r->worker->stack, out);
    return ABUT_OK;
}

// Whether two triangles have all corners in one plane across an axis of the file, or the same corners: a ray that is not
// parallel to them meets both at one t. Many models have faces twice.
static int are_flush(const double* const a[3], const double* const b[3])
{
    int common = 0;
    for (int k = 0; k < 3; k++) {
        int same = 1;
        for (int i = 0; i < 3; i++)
            same &= double_is_equal(a[i][k], a[0][k]) & double_is_equal(b[i][k], a[0][k]);
        if (same) return 1;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            common |= doubles_are_same(a[i], b[j], 3) << i;
    return common == 7;
}

// Whether a hit comes before another one.
static abut_status is_before(asked_ray* r, const abut_ray_hit* a, const abut_ray_hit* b, int* out)
{
    const uint64_t a_lo = double_bits(a->t_lo), b_lo = double_bits(b->t_lo);
    const uint64_t a_hi = double_bits(a->t_hi), b_hi = double_bits(b->t_hi);
    *out = a_lo != b_lo ? a_lo < b_lo : a_hi != b_hi ? a_hi < b_hi : a->triangle < b->triangle;
    if (a_lo != b_lo || a_hi != b_hi || a_lo == a_hi) return ABUT_OK;
    const double *first[3], *second[3];
    corners_of(r, a->triangle, first);
    corners_of(r, b->triangle, second);
    if (a->facing && b->facing && PRUNE(are_flush(first, second))) return ABUT_OK;
    TRY(open_stack(r));
    const int sign = ray_compare_exactly(&r->ray, first, second, r->worker->stack);
    if (sign) *out = sign < 0;
    return ABUT_OK;
}

static abut_ray_hit hit_of(uint32_t triangle, const ray_meeting* m)
{
    abut_ray_hit h = {.t_lo = m->lo,
                      .t_hi = m->hi,
                      .triangle = triangle,
                      .feature = (abut_feature)m->feature,
                      .facing = (abut_facing)m->facing,
                      .is_crossing = m->crosses};
    memcpy(h.point, m->point, sizeof h.point);
    return h;
}

static abut_status keep_hit(asked_ray* r, const abut_ray_hit* hit)
{
    rays_worker* const w = r->worker;
    TRY(host_grow_any(r->host, &w->hits, &w->hit_capacity, w->hit_count, w->hit_count + 1,
                      sizeof *w->hits));
    w->hits[w->hit_count++] = *hit;
    return ABUT_OK;
}

// A triangle that the ray may meet. *is_done: no other one need be asked.
static abut_status take(asked_ray* r, uint32_t triangle, int is_met, int* is_done)
{
    rays_worker* const w = r->worker;
    ray_meeting m;
    TRY(meet(r, triangle, is_met, &m));
    *is_done = 0;
    if (!m.touches) return ABUT_OK;
    const abut_ray_want want = r->kept->want;
    if (want == ABUT_RAY_WANT_ALL || want == ABUT_RAY_WANT_COUNT) {
        r->answer->touch_count++;
        r->answer->crossing_count += (size_t)m.crosses;
    }
    if (want == ABUT_RAY_WANT_COUNT) return ABUT_OK;
    const abut_ray_hit hit = hit_of(triangle, &m);
    *is_done = want == ABUT_RAY_WANT_ANY;
    if (want != ABUT_RAY_WANT_FIRST || w->hit_count == r->first) return keep_hit(r, &hit);
    int before;
    TRY(is_before(r, &hit, &w->hits[r->first], &before));
    if (before) w->hits[r->first] = hit;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- order

// Sort by t_lo, those of equal t_lo by triangle.
static abut_status sort_roughly(asked_ray* r, abut_ray_hit* hits, size_t count)
{
    rays_worker* const w = r->worker;
    const abut_host* const host = r->host;
    TRY(grow(host, &w->records, &w->record_capacity, count, sizeof *w->records));
    TRY(grow(host, &w->scratch, &w->scratch_capacity, count, sizeof *w->scratch));
    TRY(grow(host, &w->unsorted, &w->unsorted_capacity, count, sizeof *w->unsorted));
    for (size_t i = 0; i < count; i++)
        w->records[i] = (sort_record){hits[i].triangle, (uint32_t)i};
    sort_records(w->records, w->scratch, count);
    for (size_t i = 0; i < count; i++)
        w->records[i].key = double_bits(hits[w->records[i].value].t_lo);
    sort_records(w->records, w->scratch, count);
    memcpy(w->unsorted, hits, count * sizeof *hits);
    for (size_t i = 0; i < count; i++)
        hits[i] = w->unsorted[w->records[i].value];
    return ABUT_OK;
}

static abut_status sort_hits(asked_ray* r)
{
    rays_worker* const w = r->worker;
    abut_ray_hit* const hits = w->hits + r->first;
    const size_t count = w->hit_count - r->first;
    if (count >= SORT_LEAST) TRY(sort_roughly(r, hits, count));
    for (size_t i = 1; i < count; i++) {
        const abut_ray_hit hit = hits[i];
        size_t at = i;
        for (int before; at > 0; at--) {
            TRY(is_before(r, &hit, &hits[at - 1], &before));
            if (!before) break;
            hits[at] = hits[at - 1];
        }
        hits[at] = hit;
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- turns

static abut_status ask_all(asked_ray* r)
{
    const soup_mesh* const m = &r->kept->place.placed.model->mesh;
    int is_done = 0;
    for (size_t i = 0; i < m->triangle_count && !is_done; i++)
        if (soup_mesh_has(m, i)) TRY(take(r, (uint32_t)i, 0, &is_done));
    return ABUT_OK;
}

// Those that floats leave.
static abut_status ask_found(asked_ray* r, const wide_line* line)
{
    rays_worker* const w = r->worker;
    wide_rays* const s = &w->walk;
    int is_done = 0;
    while (!wide_kernels_now()->rays_walk(s, line)) {
        TRY(grow(r->host, &s->found, &w->found_capacity, 2 * s->capacity + FOUND_LEAST,
                 sizeof *s->found));
        s->capacity = w->found_capacity;
    }
    r->answer->touch_count += s->met_count;
    r->answer->crossing_count += s->met_count;
    for (size_t i = 0; i < s->count && !is_done; i++)
        TRY(take(r, s->found[i].id, s->found[i].is_met, &is_done));
    return ABUT_OK;
}

static abut_status ask_any_way(asked_ray* r)
{
    wide_line line;
    if (!r->kept->is_walked) return ask_all(r);
    switch (ray_frame_place(&r->kept->frame, &r->ray, &line)) {
    case RAY_IS_CLEAR:
        break;
    case RAY_IS_PLACED:
        return ask_found(r, &line);
    case RAY_IS_LARGE:
        return ask_all(r);
    }
    return ABUT_OK;
}

static abut_status answer_ray(struct rays_kept* k, rays_worker* w, const abut_host* host, size_t i)
{
    abut_ray_answer* const answer = &k->answers[i];
    asked_ray r = {.kept = k,
                   .worker = w,
                   .host = host,
                   .ray = {.space = &k->space,
                           .origin = k->origins + 3 * i,
                           .given = k->directions + 3 * i,
                           .is_segment = k->is_segment,
                           .least = k->least,
                           .most = k->most},
                   .answer = answer,
                   .first = w->hit_count};
    *answer = (abut_ray_answer){.hits = NULL};
    k->places[i] = (ray_hits_place){w, r.first};
    TRY(ask_any_way(&r));
    if (k->want == ABUT_RAY_WANT_ALL) TRY(sort_hits(&r));
    answer->hit_count = w->hit_count - r.first;
    return ABUT_OK;
}

static void open_worker(const struct rays_kept* k, rays_worker* w)
{
    static const wide_rays_want wants[] = {[ABUT_RAY_WANT_FIRST] = WIDE_RAYS_FIRST,
                                           [ABUT_RAY_WANT_ANY] = WIDE_RAYS_ANY,
                                           [ABUT_RAY_WANT_ALL] = WIDE_RAYS_ALL,
                                           [ABUT_RAY_WANT_COUNT] = WIDE_RAYS_COUNT};
    const abut_model* const m = k->place.placed.model;
    w->walk.tree = &m->wide;
    w->walk.mesh = &m->mesh;
    w->walk.frame = &m->frame;
    w->walk.want = wants[k->want];
}

static abut_status answer_turn(void* context, size_t turn, int number)
{
    struct rays_kept* const k = context;
    const size_t first = turn * k->per_turn, left = k->count - first;
    const size_t end = first + (left < k->per_turn ? left : k->per_turn);
    const abut_host host = crew_host(k->crew);
    rays_worker* const w = &k->workers[number];
    open_worker(k, w);
    for (size_t i = first; i < end; i++)
        TRY(answer_ray(k, w, &host, i));
    return ABUT_OK;
}

// Of t: from least to most.
static void set_limits(struct rays_kept* k, const abut_ray_ask* ask)
{
    const double end = ask->segments ? 1 : (double)INFINITY;
    k->least = double_is_zero(ask->t_least) ? 0 : ask->t_least;
    k->most = double_is_zero(ask->t_most) ? end : ask->t_most;
    if (double_order(k->most) > double_order(end)) k->most = end;
}

abut_status batch_rays(abut_batch* b, const abut_instance* instance, const double* origins,
                       const double* directions, size_t count, const abut_ray_ask* ask,
                       const abut_ray_answer** out)
{
    const abut_host* host = &b->crew.host;
    if (method_has_tree(instance->model->method)) return ABUT_BAD_COMBINATION;
    TRY(open_kept(b));
    struct rays_kept* const k = b->rays;
    TRY(point_place_make(&k->place, instance));
    ray_space_make(&k->space, &k->place.placed.pose, k->place.placed.frame);
    k->is_split = foot_is_exact();
    k->origins = origins;
    k->directions = directions;
    k->count = count;
    k->want = ask->want;
    k->is_segment = ask->segments;
    set_limits(k, ask);
    k->is_walked = instance->model->method == ABUT_METHOD_WIDE && instance->model->wide.node_count;
    if (k->is_walked) point_frame_make(&k->frame, &k->place, (double)INFINITY);
    k->per_turn = k->is_walked ? RAYS_A_TURN : BRUTE_RAYS_A_TURN;
    TRY(grow(host, &k->answers, &k->answer_capacity, count, sizeof *k->answers));
    TRY(grow(host, &k->places, &k->place_capacity, count, sizeof *k->places));
    for (int i = 0; i < k->worker_count; i++)
        k->workers[i].hit_count = 0;
    TRY(crew_run(&b->crew, (count + k->per_turn - 1) / k->per_turn, answer_turn, k, 0, 1));
    for (size_t i = 0; i < count; i++)
        if (k->want != ABUT_RAY_WANT_COUNT)
            k->answers[i].hits = k->places[i].worker->hits + k->places[i].first;
    *out = k->answers;
    return ABUT_OK;
}
