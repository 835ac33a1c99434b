// reach_search.c - see reach_search.h.
//
// Of a piece its middle is asked: how far it is from the solid's surface, and on which side. That bounds all of the piece, and
// so do walls and planes (reach_sets.h). Where that bound is likely to be reached, a point is asked too: it bounds the answer
// from below, or finds another wall. The piece with the largest bound is cut next. A piece begins as a range of triangles that
// are near each other, then it is one, then a part of one.
#include "query/depths/reach_search.h"

#include "base/base.h"
#include "base/bit_set.h"
#include "base/clock.h"
#include "base/host.h"
#include "engine/tree/figures.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define U 0x1p-53

#define ROUNDS_MOST 3          // points of a piece that are asked, beside its middle
#define NEAR        4          // triangles of a point that may become walls
#define TURN        64         // parts between two looks at the host
#define RANGES      8          // parts of a range
#define RANGE       (-1)       // cuts of what is one
#define KEPT_MOST   (1 << 15)  // pieces beside those of whole triangles: memory has a bound
#define CUTS_MOST   (1 << 15)  // of pieces, without a budget or a deadline: so has time

// -------------------------------------------------------------------------------------------- heap

static abut_status heap_add(reach_search* s, const reach_piece* p)
{
    void* heap = s->heap;
    const abut_status status =
        host_grow(s->host, &heap, &s->capacity, s->count, s->count + 1, sizeof *s->heap);
    s->heap = heap;
    TRY(status);
    size_t at = s->count++;
    for (size_t parent; at && s->heap[parent = (at - 1) / 2].hi < p->hi; at = parent)
        s->heap[at] = s->heap[parent];
    s->heap[at] = *p;
    return ABUT_OK;
}

static reach_piece heap_take(reach_search* s)
{
    const reach_piece first = s->heap[0], last = s->heap[--s->count];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < s->count; at = child) {
        if (child + 1 < s->count && s->heap[child + 1].hi > s->heap[child].hi) child++;
        if (!(s->heap[child].hi > last.hi)) break;
        s->heap[at] = s->heap[child];
    }
    s->heap[at] = last;
    return first;
}

// ------------------------------------------------------------------------------------------- points

// Whether a bound is near enough to what was found.
static int is_enough(const reach_search* s, double hi)
{
    const double relative = s->ask->relative * hi;
    return hi - s->best.lo <= (relative > s->absolute ? relative : s->absolute);
}

// Ask the middle of a ball: how far it is from so many triangles that are nearest, and on which side.
// triangle: of the surface, if the middle is at most error off it; else UINT32_MAX.
static abut_status ask_middle(reach_search* s, reach_ball* ball, size_t near, uint32_t triangle,
                              double error)
{
    solid_point* const solid = &s->way.solid;
    TRY(solid_point_near(solid, ball->centre, near, (double)INFINITY));
    const point_distance nearest = solid->list[0];
    ball->clear = nearest.lo;
    ball->above = nearest.hi;
    ball->is_inside = 0;
    ball->is_on = double_is_zero(nearest.hi);
    if (ball->is_on) return ABUT_OK;
    TRY(solid_point_side(solid, ball->centre, nearest.lo, &ball->is_inside));
    if (!ball->is_inside || triangle == UINT32_MAX) return ABUT_OK;
    const double lo = error > 0 ? (nearest.lo - error * (1 + 8 * U)) * (1 - 8 * U) : nearest.lo;
    if (!(lo > s->best.lo)) return ABUT_OK;
    s->best.lo = lo;
    s->best.triangle = triangle;
    s->best.nearest = nearest.triangle;
    memcpy(s->best.point, ball->centre, sizeof s->best.point);
    return ABUT_OK;
}

// No point of a ball is deeper than its middle, and the way to there.
static void bound_by_ball(reach_piece* p, const reach_ball* ball)
{
    const double hi = ball->is_inside ? (ball->above + ball->radius) * (1 + 8 * U)
                                      : (ball->radius - ball->clear) * (1 + 8 * U);
    if (hi < p->hi) p->hi = hi;
}

// ------------------------------------------------------------------------------------------- pieces

static int is_done(const reach_search* s, const reach_piece* p)
{
    return p->hi <= s->best.lo || is_enough(s, p->hi);
}

// Bound a piece by walls and planes, and ask points of it where that bound may be reached. The triangles that were found last
// are near its middle.
static abut_status bound_by_sets(reach_search* s, reach_piece* p, const reach_ball* ball)
{
    reach_way* const way = &s->way;
    reach_sets w;
    size_t added = 0;
    reach_sets_begin(way, p, &w);
    reach_sets_solve(p, &w);
    if (PRUNE(is_done(s, p))) return ABUT_OK;
    TRY(reach_sets_add_planes(way, p, ball, &w, &added));
    if (added) reach_sets_solve(p, &w);
    if (PRUNE(is_done(s, p))) return ABUT_OK;
    added = 0;
    TRY(reach_sets_add_shade(way, p, s->absolute / 8, &w, &added));
    if (added) reach_sets_solve(p, &w);
    for (int round = 0; round < ROUNDS_MOST && !PRUNE(is_done(s, p)); round++) {
        reach_ball at = {.radius = 0};
        const double error = reach_piece_point(&way->surface, p, w.value.weight, at.centre);
        TRY(ask_middle(s, &at, 1, p->triangle, error));
        const uint32_t nearest = way->solid.list[0].triangle;
        if (PRUNE(is_done(s, p)) || !reach_sets_add(way, p, &w, nearest)) return ABUT_OK;
        TRY(reach_sets_add_plane(way, p, ball, &w, nearest, &added));
        reach_sets_solve(p, &w);
    }
    return ABUT_OK;
}

// Ask the corners of a triangle that were not asked yet.
static abut_status ask_corners(reach_search* s, const reach_piece* p)
{
    const uint32_t* const vertex =
        s->way.surface.placed->model->mesh.triangles + 3 * (size_t)p->triangle;
    for (int v = 0; v < 3; v++) {
        reach_ball at = {.radius = 0};
        if (bit_set_add(s->asked, vertex[v])) continue;
        memcpy(at.centre, p->corner[v], sizeof at.centre);
        TRY(ask_middle(s, &at, 1, p->triangle, p->error));
    }
    return ABUT_OK;
}

// Look at a piece: its bound gets as small as it can easily be proved.
static abut_status look_at(reach_search* s, reach_piece* p)
{
    static const double thirds[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    reach_ball ball = {.radius = 0};
    const double error = reach_piece_point(&s->way.surface, p, thirds, ball.centre);
    for (int v = 0; v < 3; v++) {
        double way[3];
        subtract3(way, p->corner[v], ball.centre);
        const double length = reach_length(way);
        if (!(length <= ball.radius)) ball.radius = length;
    }
    ball.radius = (ball.radius + p->error) * (1 + 8 * U);
    TRY(ask_middle(s, &ball, 1, p->triangle, error));
    bound_by_ball(p, &ball);
    if (PRUNE(is_done(s, p))) return ABUT_OK;
    if (!p->cuts) TRY(ask_corners(s, p));
    if (PRUNE(is_done(s, p))) return ABUT_OK;
    TRY(solid_point_near(&s->way.solid, ball.centre, NEAR, (double)INFINITY));
    return bound_by_sets(s, p, &ball);
}

// What is too small to be cut is settled.
static int is_smallest(const reach_search* s, const reach_piece* p)
{
    return !(reach_piece_size(p) > 16 * p->error + 256 * U * s->way.surface.size);
}

static abut_status keep(reach_search* s, const reach_piece* p)
{
    if (p->hi <= s->best.lo) return ABUT_OK;
    if (is_enough(s, p->hi) || is_smallest(s, p)) {
        if (p->hi > s->settled) s->settled = p->hi;
        return ABUT_OK;
    }
    return heap_add(s, p);
}

// ------------------------------------------------------------------------------------------- search

static int must_stop(const reach_search* s, size_t turn)
{
    return (!s->budget && !s->stop_time && turn > CUTS_MOST) ||
           s->count > KEPT_MOST + s->pair->placed[s->side].model->mesh.triangle_count ||
           (s->budget && work_tests(&s->way.solid.work) >= s->budget) ||
           (s->stop_time && clock_now() >= s->stop_time);
}

// What only touches the solid is not in it.
static int may_reach(const reach_search* s, uint32_t triangle)
{
    const components* const parts = &s->pair->solid[s->side]->parts;
    return !s->stands ||
           s->stands[component_of(parts, triangle)].relation != ABUT_RELATION_TOUCHING;
}

// Whether a triangle may be deep; a box is put about it, and what it has.
static int add_to_box(const reach_search* s, uint32_t triangle, reach_box* box)
{
    const uint32_t* const vertex =
        s->way.surface.placed->model->mesh.triangles + 3 * (size_t)triangle;
    const double* p[3];
    reach_box sum = *box;
    int is_beyond = 0;
    if (!may_reach(s, triangle)) return 0;
    for (int v = 0; v < 3; v++)
        p[v] = s->places + 3 * (size_t)vertex[v];
    for (int k = 0; k < 3; k++) {
        double low = p[0][k], high = low;
        for (int v = 1; v < 3; v++) {
            low = p[v][k] < low ? p[v][k] : low;
            high = p[v][k] > high ? p[v][k] : high;
        }
        is_beyond |= high < s->shared.low[k] - s->off || low > s->shared.high[k] + s->off;
        sum.low[k] = low < sum.low[k] ? low : sum.low[k];
        sum.high[k] = high > sum.high[k] ? high : sum.high[k];
    }
    if (PRUNE(is_beyond)) return 0;
    *box = sum;
    return 1;
}

// ------------------------------------------------------------------------------------------ ranges

static const reach_box no_box = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

// Find a ball about what may be deep of a range. Returns 0 if nothing may be.
static int ball_of_range(const reach_search* s, size_t first, size_t count, reach_ball* out)
{
    reach_box box = no_box;
    double way[3];
    int any = 0;
    for (size_t i = first; i < first + count; i++)
        any |= add_to_box(s, s->order[i], &box);
    for (int k = 0; k < 3 && any; k++) {
        out->centre[k] = box.low[k] / 2 + box.high[k] / 2;
        way[k] = box.high[k] - box.low[k];
    }
    if (!any) return 0;
    reach_snap(s->way.surface.size, out->centre);
    // Corners of the box are no farther from its middle, but for the roundings of that.
    out->radius = (reach_length(way) / 2 + s->off + 32 * U * s->way.surface.size) * (1 + 8 * U);
    return 1;
}

// Look at a range, and keep it if something of it may be deeper than what was found.
static abut_status look_at_range(reach_search* s, size_t first, size_t count)
{
    reach_piece p = {.cuts = RANGE, .hi = s->most};
    reach_ball ball;
    if (!ball_of_range(s, first, count, &ball)) return ABUT_OK;
    if (ball.radius < (double)INFINITY) {
        TRY(ask_middle(s, &ball, 1, UINT32_MAX, 0));
        bound_by_ball(&p, &ball);
    }
    if (PRUNE(p.hi <= s->best.lo)) return ABUT_OK;
    p.range[0] = (uint32_t)first;
    p.range[1] = (uint32_t)count;
    return heap_add(s, &p);
}

static abut_status open_range(reach_search* s, const reach_piece* range)
{
    const size_t first = range->range[0], count = range->range[1];
    const size_t part = (count + RANGES - 1) / RANGES;
    for (size_t at = 0; at < count && part > 1; at += part)
        TRY(look_at_range(s, first + at, count - at < part ? count - at : part));
    for (size_t at = 0; at < count && part == 1; at++) {
        reach_box box = no_box;
        reach_piece p;
        if (!add_to_box(s, s->order[first + at], &box)) continue;
        reach_piece_make(&s->way.surface, s->order[first + at], &p);
        p.hi = s->most;
        if (p.error < (double)INFINITY) TRY(look_at(s, &p));
        TRY(keep(s, &p));
    }
    return ABUT_OK;
}

static void place_vertices(reach_search* s)
{
    const soup_mesh* const m = &s->way.surface.placed->model->mesh;
    for (size_t v = 0; v < m->vertex_count; v++) {
        double* const to = s->places + 3 * v;
        const double error = reach_surface_place(&s->way.surface, m->vertices + 3 * v, to);
        if (!(error <= s->off)) s->off = error;
    }
}

static void order_triangles(const abut_model* m, uint32_t* order)
{
    size_t count = 0;
    for (size_t leaf = 0; leaf < m->wide.leaf_count; leaf++) {
        const uint32_t* const id = wide_ids(&m->wide, leaf);
        for (size_t k = 0; k < wide_leaf_count(id); k++)
            order[count++] = id[k];
    }
    for (size_t i = 0; !m->wide.leaf_count && i < m->mesh.triangle_count; i++)
        if (soup_mesh_has(&m->mesh, i)) order[count++] = (uint32_t)i;
    ASSERT(count == soup_mesh_present(&m->mesh));
}

// ------------------------------------------------------------------------------------------ search

// Cut what has the largest bound, until that is near enough.
static abut_status refine(reach_search* s)
{
    for (size_t turn = 0; s->count && !must_stop(s, turn); turn++) {
        if (s->heap[0].cuts != RANGE && is_enough(s, s->heap[0].hi)) return ABUT_OK;
        const reach_piece whole = heap_take(s);
        reach_piece half[2];
        if (turn % TURN == 0) TRY(host_progress(s->host, 1));
        if (PRUNE(whole.hi <= s->best.lo)) return ABUT_OK;
        if (whole.cuts == RANGE) {
            TRY(open_range(s, &whole));
            continue;
        }
        reach_piece_cut(&s->way.surface, &whole, half);
        for (int i = 0; i < 2; i++) {
            TRY(look_at(s, &half[i]));
            TRY(keep(s, &half[i]));
        }
    }
    return ABUT_OK;
}

abut_status reach_search_run(reach_search* s, const abut_instance* into)
{
    const abut_model* const m = s->pair->placed[s->side].model;
    const size_t bytes = bit_set_bytes(m->mesh.vertex_count), count = m->mesh.triangle_count;
    const abut_solid* const solid = s->pair->solid[!s->side];
    s->way.host = s->host;
    reach_surface_open(&s->way.surface, &s->pair->placed[s->side],
                       s->pair->solid[s->side]->vertices);
    TRY(solid_point_open(&s->way.solid, solid, into, REACH_NEAR_MOST, s->host));
    s->asked = host_allocate(s->host, bytes, 1);
    s->order = host_allocate(s->host, count, sizeof *s->order);
    s->places = host_allocate(s->host, m->mesh.vertex_count, 3 * sizeof *s->places);
    if (!s->asked || !s->order || !s->places) return ABUT_OUT_OF_MEMORY;
    memset(s->asked, 0, bytes);
    place_vertices(s);
    order_triangles(m, s->order);
    if (must_stop(s, 0))
        s->settled = s->most;
    else
        TRY(look_at_range(s, 0, soup_mesh_present(&m->mesh)));
    TRY(refine(s));
    double hi = s->best.lo > s->settled ? s->best.lo : s->settled;
    if (s->count && s->heap[0].hi > hi) hi = s->heap[0].hi;
    s->best.hi = hi;
    if (s->best.nearest != UINT32_MAX)
        solid_point_foot(&s->way.solid, s->best.point, s->best.nearest, s->best.foot);
    return ABUT_OK;
}

void reach_search_close(reach_search* s)
{
    const soup_mesh* const m = &s->pair->placed[s->side].model->mesh;
    solid_point_close(&s->way.solid);
    host_release(s->host, s->asked, bit_set_bytes(m->vertex_count), 1);
    host_release(s->host, s->order, m->triangle_count, sizeof *s->order);
    host_release(s->host, s->places, m->vertex_count, 3 * sizeof *s->places);
    host_release(s->host, s->heap, s->capacity, sizeof *s->heap);
    host_release(s->host, s->way.planes, s->way.plane_capacity, sizeof *s->way.planes);
}
