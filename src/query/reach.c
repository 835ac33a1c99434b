// reach.c - how deep the surface of one model is inside the other solid, by branch and bound over pieces of its triangles
// (docs/exactness.md, "Reach").
//
// Of a piece its middle is asked: how far it is from the solid's surface, and on which side. That bounds all of the piece, and
// so do the distances of its corners from a few triangles of that surface (reach_bound.h), and planes before which is outside
// (reach_plane.h). Where a bound is likely to be reached, that point is asked too: it bounds the answer from below, or finds
// another triangle. The piece with the largest bound is cut next.
#include "query/reach.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"
#include "geom/vector.h"
#include "query/contain.h"
#include "query/reach_plane.h"

#include <math.h>
#include <string.h>

#define U 0x1p-53

#define TOLERANCE   1e-6     // of the box that both boxes share
#define FINEST      0x1p-40  // of it: what is asked for beyond that is not looked for
#define ROUNDS_MOST 3        // points of a piece that are asked, beside its middle
#define NEAR        4        // triangles of a point
#define TURN        64       // pieces between two looks at the host

typedef struct box {
    double low[3], high[3];
} box;

// One way: a surface into a solid.
typedef struct reach_search {
    const abut_depth_ask* ask;
    const abut_host* host;
    const solid_pair* pair;
    int side;  // of the surface
    reach_surface surface;
    solid_point solid;
    const abut_component* parts;  // of the surface's model, if they are known; NULL: they are not
    box shared;
    double absolute;  // a tolerance, beside the relative one
    double most;      // no point is deeper
    double settled;   // nor is one of a piece that is not looked at any more
    uint64_t budget, stop_time;
    int stopped;
    abut_deepest best;
    reach_piece* heap;  // the largest bound first
    size_t count, capacity;
} reach_search;

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

// Ask a point, which may be so far off the surface. *clear: how far it is from the solid's surface, or less.
static abut_status ask_point(reach_search* s, const double point[3], double error,
                             uint32_t triangle, double* clear, int* is_inside)
{
    *is_inside = 0;
    TRY(solid_point_near(&s->solid, point, NEAR, (double)INFINITY));
    const point_distance nearest = s->solid.list[0];
    *clear = nearest.lo;
    if (double_is_zero(nearest.hi)) return ABUT_OK;
    TRY(solid_point_side(&s->solid, point, nearest.lo, is_inside));
    if (!*is_inside) return ABUT_OK;
    const double lo = error > 0 ? (nearest.lo - error * (1 + 8 * U)) * (1 - 8 * U) : nearest.lo;
    if (!(lo > s->best.lo)) return ABUT_OK;
    s->best.lo = lo;
    s->best.triangle = triangle;
    s->best.nearest = nearest.triangle;
    memcpy(s->best.point, point, sizeof s->best.point);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- pieces

// The triangles that tell how deep a piece is, and how far its corners are from them.
typedef struct walls {
    uint32_t triangle[REACH_SETS_MOST];
    reach_game game;
} walls;

static void add_wall(walls* w, uint32_t triangle)
{
    for (size_t i = 0; i < w->game.count; i++)
        if (w->triangle[i] == triangle) return;
    if (w->game.count < REACH_SETS_MOST) w->triangle[w->game.count++] = triangle;
}

static void measure_walls(reach_search* s, const reach_piece* p, walls* w, size_t from)
{
    double points[3 * REACH_SETS_MOST][3], above[3 * REACH_SETS_MOST];
    uint32_t triangles[3 * REACH_SETS_MOST] = {0};
    const size_t count = w->game.count - from;
    for (size_t i = 0; i < 3 * count; i++) {
        memcpy(points[i], p->corner[i % 3], sizeof points[i]);
        triangles[i] = w->triangle[from + i / 3];
    }
    solid_point_measure(&s->solid, (const double(*)[3])points, triangles, 3 * count, above);
    for (size_t i = 0; i < 3 * count; i++)
        w->game.corner[from + i / 3][i % 3] =
            p->error > 0 ? (above[i] + p->error) * (1 + 8 * U) : above[i];
}

// Take what a game proved. The walls that proved it are tried first for what the piece is cut into.
static void take_value(reach_piece* p, const walls* w, size_t wall_count, const reach_value* v)
{
    if (!(v->above < p->hi)) return;
    p->hi = v->above;
    p->wall_count = 0;
    for (size_t i = 0; i < wall_count && p->wall_count < REACH_WALLS; i++)
        if (v->part[i] > 0) p->wall[p->wall_count++] = w->triangle[i];
}

static int is_done(const reach_search* s, const reach_piece* p)
{
    return p->hi <= s->best.lo || is_enough(s, p->hi);
}

// Bound a piece by what its triangles tell, and ask points of it where that may be reached.
static abut_status bound_by_walls(reach_search* s, reach_piece* p, const reach_ball* ball,
                                  int may_be_outside)
{
    walls w = {.game = {.count = 0}};
    size_t planes = 0;
    for (int i = 0; i < p->wall_count; i++)
        add_wall(&w, p->wall[i]);
    for (size_t i = 0; i < s->solid.count && w.game.count < REACH_SETS_MOST - 2; i++)
        add_wall(&w, s->solid.list[i].triangle);
    measure_walls(s, p, &w, 0);
    for (int round = 0; round < ROUNDS_MOST; round++) {
        reach_value v;
        double point[3], clear;
        int is_inside;
        reach_game_solve(&w.game, &v);
        take_value(p, &w, w.game.count - planes, &v);
        if (PRUNE(is_done(s, p))) return ABUT_OK;
        if (may_be_outside && !round) {
            const size_t before = w.game.count;
            TRY(reach_planes_add(&s->solid, p, ball, s->surface.size, &w.game));
            planes = w.game.count - before;
            if (planes) continue;
        }
        const double error = reach_piece_point(&s->surface, p, v.weight, point);
        TRY(ask_point(s, point, error, p->triangle, &clear, &is_inside));
        if (PRUNE(is_done(s, p)) || !is_inside || planes) return ABUT_OK;
        const size_t before = w.game.count;
        add_wall(&w, s->solid.list[0].triangle);
        if (w.game.count == before) return ABUT_OK;
        measure_walls(s, p, &w, before);
    }
    return ABUT_OK;
}

// Look at a piece: its bound gets as small as it can easily be proved.
static abut_status look_at(reach_search* s, reach_piece* p)
{
    static const double thirds[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    reach_ball ball = {.radius = 0};
    double clear;
    const double error = reach_piece_point(&s->surface, p, thirds, ball.centre);
    for (int v = 0; v < 3; v++) {
        double way[3];
        subtract3(way, p->corner[v], ball.centre);
        const double length = reach_length(way);
        if (!(length <= ball.radius)) ball.radius = length;
    }
    ball.radius = (ball.radius + p->error) * (1 + 8 * U);
    TRY(ask_point(s, ball.centre, error, p->triangle, &clear, &ball.is_inside));
    const double above = s->solid.list[0].hi;
    ball.is_on = double_is_zero(above);
    const double hi =
        ball.is_inside ? (above + ball.radius) * (1 + 8 * U) : (ball.radius - clear) * (1 + 8 * U);
    if (hi < p->hi) p->hi = hi;
    if (PRUNE(is_done(s, p))) return ABUT_OK;
    return bound_by_walls(s, p, &ball, !ball.is_inside || !(clear > ball.radius));
}

// What is too small to be cut is settled.
static int is_smallest(const reach_search* s, const reach_piece* p)
{
    double longest = 0;
    for (int v = 0; v < 3; v++) {
        double way[3];
        subtract3(way, p->corner[(v + 1) % 3], p->corner[v]);
        const double length = reach_length(way);
        if (!(length <= longest)) longest = length;
    }
    return !(longest > 16 * p->error + 256 * U * s->surface.size);
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

static int must_stop(reach_search* s)
{
    const struct work* w = &s->solid.work;
    if ((s->budget && work_tests(w) >= s->budget) || (s->stop_time && clock_now() >= s->stop_time))
        s->stopped = 1;
    return s->stopped;
}

static int may_reach(const reach_search* s, uint32_t triangle)
{
    if (!s->parts) return 1;
    const abut_relation is =
        s->parts[component_of(&s->pair->solid[s->side]->parts, triangle)].relation;
    return is != ABUT_RELATION_TOUCHING;
}

static int is_beyond_shared(const reach_search* s, const reach_piece* p)
{
    for (int k = 0; k < 3; k++) {
        const double x = p->corner[0][k], y = p->corner[1][k], z = p->corner[2][k];
        const double low = s->shared.low[k] - p->error, high = s->shared.high[k] + p->error;
        if ((x < low && y < low && z < low) || (x > high && y > high && z > high)) return 1;
    }
    return 0;
}

// Look at each triangle once.
static abut_status look_at_all(reach_search* s)
{
    const size_t count = s->surface.placed->model->mesh.triangle_count;
    for (size_t i = 0; i < count; i++) {
        reach_piece p;
        if (!may_reach(s, (uint32_t)i)) continue;
        reach_piece_make(&s->surface, (uint32_t)i, &p);
        if (PRUNE(is_beyond_shared(s, &p))) continue;
        p.hi = s->most;
        if (i % TURN == 0) TRY(host_progress(s->host, 0));
        if (must_stop(s) || !(p.error < (double)INFINITY)) {
            s->settled = s->most;
            if (s->stopped) return ABUT_OK;
            continue;
        }
        TRY(look_at(s, &p));
        TRY(keep(s, &p));
    }
    return ABUT_OK;
}

// Cut what has the largest bound, until that is near enough.
static abut_status refine(reach_search* s)
{
    for (size_t turn = 0; s->count && !must_stop(s); turn++) {
        if (is_enough(s, s->heap[0].hi)) return ABUT_OK;
        const reach_piece whole = heap_take(s);
        reach_piece half[2];
        if (turn % TURN == 0) TRY(host_progress(s->host, 0));
        reach_piece_cut(&s->surface, &whole, half);
        for (int i = 0; i < 2; i++) {
            TRY(look_at(s, &half[i]));
            TRY(keep(s, &half[i]));
        }
    }
    return ABUT_OK;
}

static abut_status find_deepest(reach_search* s)
{
    TRY(look_at_all(s));
    TRY(refine(s));
    double hi = s->best.lo > s->settled ? s->best.lo : s->settled;
    if (s->count && s->heap[0].hi > hi) hi = s->heap[0].hi;
    s->best.hi = hi;
    if (s->best.nearest != UINT32_MAX)
        solid_point_foot(&s->solid, s->best.point, s->best.nearest, s->best.foot);
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- boxes

// About a placed model, roundings included.
static box box_of(const placed_model* placed)
{
    const abut_model* const m = placed->model;
    box out = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};
    for (int corner = 0; corner < 8; corner++) {
        double x[3], y[3];
        for (int k = 0; k < 3; k++)
            x[k] = corner >> k & 1 ? m->high[k] : m->low[k];
        const double error = reach_place(placed, x, y);
        for (int k = 0; k < 3; k++) {
            const int placed_well = error < (double)INFINITY;
            const double low = placed_well ? y[k] - error : -HUGE_VAL;
            const double high = placed_well ? y[k] + error : HUGE_VAL;
            if (!(low >= out.low[k])) out.low[k] = low - fabs(low) * 4 * U;
            if (!(high <= out.high[k])) out.high[k] = high + fabs(high) * 4 * U;
        }
    }
    return out;
}

// Returns whether there is one.
static int share(const box* a, const box* b, box* out)
{
    for (int k = 0; k < 3; k++) {
        out->low[k] = a->low[k] > b->low[k] ? a->low[k] : b->low[k];
        out->high[k] = a->high[k] < b->high[k] ? a->high[k] : b->high[k];
        if (out->low[k] > out->high[k]) return 0;
    }
    return 1;
}

// A ball in a box is no larger.
static double half_of_least_side(const box* b)
{
    double least = (double)INFINITY;
    for (int k = 0; k < 3; k++) {
        const double side = (b->high[k] / 2 - b->low[k] / 2) * (1 + 8 * U);
        if (side < least) least = side;
    }
    return least;
}

// ------------------------------------------------------------------------------------------ question

static double finest_of(const abut_depth_ask* ask, const box* shared)
{
    double way[3];
    for (int k = 0; k < 3; k++)
        way[k] = shared->high[k] - shared->low[k];
    const double diagonal = reach_length(way);
    const int is_default = double_is_zero(ask->absolute) && double_is_zero(ask->relative);
    const double least = diagonal * FINEST,
                 asked = is_default ? diagonal * TOLERANCE : ask->absolute;
    return asked > least ? asked : least;
}

// What is asked of one way, of a surface into a solid that has an inside.
static abut_status reach_into(reach_search* s, const abut_instance* into, const box boxes[2])
{
    const abut_solid* const solid = s->pair->solid[!s->side];
    s->most = half_of_least_side(&boxes[!s->side]);
    reach_surface_open(&s->surface, &s->pair->placed[s->side], s->pair->solid[s->side]->vertices);
    abut_status status = solid_point_open(&s->solid, solid, into, REACH_NEAR_MOST, s->host);
    if (status == ABUT_OK) status = find_deepest(s);
    solid_point_close(&s->solid);
    host_release(s->host, s->heap, s->capacity, sizeof *s->heap);
    return status;
}

static int is_complete(const abut_deepest* d, const abut_depth_ask* ask, double finest)
{
    const double relative = ask->relative * d->hi;
    const int is_default = double_is_zero(ask->absolute) && double_is_zero(ask->relative);
    const double asked = is_default ? finest : ask->absolute;
    const double width = d->hi - d->lo;
    return width <= (relative > asked ? relative : asked) || double_is_zero(width);
}

static abut_status reach_both(const solid_pair* pair, const abut_instance* const instance[2],
                              const abut_depth_ask* ask, uint64_t stop_time, abut_reach_answer* out)
{
    abut_query* const query = pair->query;
    const box boxes[2] = {box_of(&pair->placed[0]), box_of(&pair->placed[1])};
    const abut_component* parts[2] = {NULL, NULL};
    box shared;
    if (!share(&boxes[0], &boxes[1], &shared)) return ABUT_OK;
    if (!ask->budget && !stop_time) {
        static const abut_ask all;
        abut_containment stand;
        TRY(contain(query, instance[0], instance[1], &all, &stand));
        out->volume_tests += stand.hits.volume_tests;
        out->triangle_tests += stand.hits.triangle_tests;
        out->exact_tests += stand.hits.exact_tests;
        for (int side = 0; side < 2; side++)
            if (!pair->solid[!side]->parts.open_count) parts[side] = side ? stand.b : stand.a;
    }
    const double finest = finest_of(ask, &shared);
    for (int side = 0; side < 2; side++) {
        abut_deepest* const to = side ? &out->b_in_a : &out->a_in_b;
        if (!pair->solid[!side]->bounding) continue;
        if (ask->budget && out->volume_tests + out->triangle_tests >= ask->budget) {
            to->hi = half_of_least_side(&boxes[!side]);
            out->complete = 0;
            continue;
        }
        reach_search s = {.ask = ask,
                          .host = &query->host,
                          .pair = pair,
                          .side = side,
                          .parts = parts[side],
                          .shared = shared,
                          .absolute = finest,
                          .best = *to,
                          .stop_time = stop_time};
        if (ask->budget) s.budget = ask->budget - (out->volume_tests + out->triangle_tests);
        TRY(reach_into(&s, instance[!side], boxes));
        *to = s.best;
        out->complete &= is_complete(to, ask, finest);
        out->volume_tests += s.solid.work.volume_tests;
        out->triangle_tests += s.solid.work.triangle_tests;
        out->exact_tests += s.solid.work.exact_tests;
    }
    return ABUT_OK;
}

abut_status reach_find(abut_query* query, const abut_instance* a, const abut_instance* b,
                       const abut_depth_ask* ask, abut_reach_answer* out)
{
    static const abut_deepest nothing = {.triangle = UINT32_MAX, .nearest = UINT32_MAX};
    const abut_instance* const instance[2] = {a, b};
    const abut_solid* const given[2] = {ask->a_solid, ask->b_solid};
    const uint64_t stop_time = query_stop_time(query, ask->deadline);
    abut_reach_answer found = {.a_in_b = nothing, .b_in_a = nothing, .complete = 1};
    solid_pair pair;
    abut_status status = solid_pair_open(&pair, query, a, b, given, 0);
    if (status == ABUT_OK && !pair.solid[0]->bounding && !pair.solid[1]->bounding)
        found.reason = ABUT_REASON_OPEN;
    else if (status == ABUT_OK)
        status = reach_both(&pair, instance, ask, stop_time, &found);
    solid_pair_close(&pair);
    if (status == ABUT_OK) *out = found;
    return status;
}
