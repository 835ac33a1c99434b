// depth_least.c - see depth_least.h: what is proved from above, and who is asked in which order.
#include "query/depths/depth_least.h"

#include "base/base.h"
#include "base/clock.h"
#include "base/host.h"
#include "geom/real.h"
#include "geom/vector.h"
#include "query/depths/blocked.h"
#include "query/depths/convex.h"
#include "query/depths/depth_along.h"
#include "query/least_search.h"

#include <math.h>
#include <string.h>

#define NORMALS_MOST    24    // of faces in contact, that are tried
#define ROUNDS_MOST     8     // from touch to touch
#define POINTS_AT_FIRST 64    // for two balls, before directions are tried
#define POINTS_MOST     1024  // after it
// Cubes of the space of translations that are looked at, where nothing is asked, and else: some 4 and 250 megabytes.
#define CELLS_DEFAULT 4096
#define CELLS_MOST    262144
#define SHARE_DEFAULT 1e-6  // of the box that both share

// ------------------------------------------------------------------------------------------- limits

int least_is_done(const least_search* s)
{
    return !(s->out->hi - s->out->lo > s->tolerance) ||
           (s->ask->relative > 0 && s->out->hi - s->out->lo <= s->ask->relative * s->out->hi);
}

// All that was done.
static struct work work_of(const least_search* s)
{
    struct work all = s->work;
    work_add(&all, &s->solid[0].work);
    work_add(&all, &s->solid[1].work);
    return all;
}

static int is_late(const least_search* s)
{
    const struct work all = work_of(s);
    return (s->ask->budget && work_tests(&all) >= s->ask->budget) ||
           (s->stop_time && clock_now() >= s->stop_time);
}

int least_may_go(least_search* s, abut_status* status)
{
    const double open = s->out->hi > 0 ? (s->out->hi - s->out->lo) / s->out->hi : 0;
    *status = host_progress(&s->pair->pair.query->host, 1 - fmin(fmax(open, 0), 1));
    return *status == ABUT_OK && !is_late(s);
}

// -------------------------------------------------------------------------------------- translations

// The length of a vector, rounded up.
static abut_status length_up(const least_search* s, const double x[3], double* out)
{
    const abut_host* const host = &s->pair->pair.query->host;
    int count = 0, last = 0;
    for (int k = 0; k < 3; k++)
        if (!double_is_zero(x[k])) {
            count++;
            last = k;
        }
    *out = count ? fabs(x[last]) : 0;
    if (count < 2) return ABUT_OK;
    real_stack* const stack = host_allocate(host, 1, sizeof *stack);
    if (!stack) return ABUT_OUT_OF_MEMORY;
    stack->used = stack->peak = 0;
    *out = vector_length_up(stack, x);
    host_release(host, stack, 1, sizeof *stack);
    return ABUT_OK;
}

static abut_status take(least_search* s, const double shift[3])
{
    double length;
    TRY(length_up(s, shift, &length));
    if (!(length < s->out->hi)) return ABUT_OK;
    s->out->hi = length;
    memcpy(s->out->translation, shift, sizeof s->out->translation);
    return ABUT_OK;
}

static abut_status is_blocked(least_search* s, const double shift[3], abut_relation* out)
{
    TRY(blocked_at(&s->pair->pair, shift, out));
    work_add(&s->work, &s->pair->pair.query->search.work);
    return ABUT_OK;
}

abut_status least_try(least_search* s, const double shift[3], int* is_free)
{
    abut_relation relation;
    *is_free = 0;
    if (!doubles_are_finite(shift, 3)) return ABUT_OK;
    TRY(is_blocked(s, shift, &relation));
    *is_free = relation != ABUT_RELATION_UNKNOWN && !relation_is_blocked(relation);
    return *is_free ? take(s, shift) : ABUT_OK;
}

// So far along a direction, or a little farther, where roundings leave it blocked.
static abut_status try_along(least_search* s, const double direction[3], double length)
{
    double more = 0;
    int is_free = 0;
    for (int i = 0; i < 6 && !is_free; i++) {
        double shift[3];
        for (int k = 0; k < 3; k++)
            shift[k] = length * (1 + more) * direction[k];
        if (!(length3(shift) < s->out->hi)) return ABUT_OK;
        TRY(least_try(s, shift, &is_free));
        more = more > 0 ? more * 32 : 0x1p-51;
    }
    return ABUT_OK;
}

abut_status least_push(least_search* s, const double direction[3])
{
    const closed_pair* const c = s->pair;
    abut_solids_ask ask = {.a_solid = c->pair.solid[0], .b_solid = c->pair.solid[1]};
    abut_depth_along_answer found;
    if (double_is_zero(direction[0]) && double_is_zero(direction[1]) &&
        double_is_zero(direction[2]))
        return ABUT_OK;
    if (s->ask->budget) {
        const struct work all = work_of(s);
        const uint64_t used = work_tests(&all);
        ask.budget = used < s->ask->budget ? s->ask->budget - used : 1;
    }
    if (s->stop_time) {
        const uint64_t now = clock_now();
        ask.deadline = now < s->stop_time ? (double)(s->stop_time - now) / 1000 : 1;
    }
    TRY(depth_along(c->pair.query, &c->instance[0], &c->instance[1], direction, &ask, &found));
    work_add(&s->work, &(struct work){found.volume_tests, found.triangle_tests, found.node_updates,
                                      found.exact_tests});
    return doubles_are_finite(&found.depth_hi, 1) ? try_along(s, direction, found.depth_hi)
                                                  : ABUT_OK;
}

// Push only where, just before hi, it is free.
static abut_status push_if_shorter(least_search* s, const double direction[3])
{
    double shift[3], unit[3] = {direction[0], direction[1], direction[2]};
    const double length = (s->out->hi - s->tolerance) * (1 - 0x1p-30);
    int is_free = 0;
    if (!normalise3(unit) || !(length > 0)) return ABUT_OK;
    for (int k = 0; k < 3; k++)
        shift[k] = length * unit[k];
    TRY(least_try(s, shift, &is_free));
    return is_free ? least_push(s, unit) : ABUT_OK;
}

// --------------------------------------------------------------------------------------- directions

// The box of a placed model, rounded outward.
static void find_box(least_search* s, int side)
{
    const placed_model* const p = &s->pair->pair.placed[side];
    const soup_mesh* const m = &p->model->mesh;
    double(*const box)[3] = s->box[side];
    for (int k = 0; k < 3; k++) {
        const double* const row = p->pose.matrix[k];
        double low = (double)INFINITY, high = -(double)INFINITY, most = 0;
        for (size_t i = 0; i < m->vertex_count; i++) {
            const double* const v = m->vertices + 3 * i;
            const double x = dot3(row, v);
            const double size = fabs(row[0] * v[0]) + fabs(row[1] * v[1]) + fabs(row[2] * v[2]);
            if (x < low) low = x;
            if (x > high) high = x;
            if (size > most) most = size;
        }
        const double slack = 0x1p-50 * (most + fabs(p->pose.translation[k])) + 0x1p-1000;
        box[0][k] = low + p->pose.translation[k] - slack;
        box[1][k] = high + p->pose.translation[k] + slack;
    }
}

// What both share; and the ways out of the boxes, which are free.
static abut_status measure_boxes(least_search* s)
{
    double size[3];
    for (int side = 0; side < 2; side++)
        find_box(s, side);
    for (int k = 0; k < 3; k++) {
        s->low[k] = fmax(s->box[0][0][k], s->box[1][0][k]);
        s->high[k] = fmin(s->box[0][1][k], s->box[1][1][k]);
        size[k] = s->high[k] - s->low[k];
        if (!(size[k] > 0)) size[k] = 0;
    }
    const double ask = double_larger(s->ask->absolute, 0);
    s->tolerance = ask > 0 || s->ask->relative > 0 ? ask : SHARE_DEFAULT * length3(size);
    const int is_asked = ask > 0 || s->ask->relative > 0 || s->ask->budget || s->ask->deadline > 0;
    s->cells_most = is_asked ? CELLS_MOST : CELLS_DEFAULT;
    for (int k = 0; k < 3; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double way =
                sign > 0 ? s->box[0][1][k] - s->box[1][0][k] : s->box[1][1][k] - s->box[0][0][k];
            double shift[3] = {0, 0, 0};
            shift[k] = sign * way * (1 + 0x1p-50);
            if (doubles_are_finite(shift, 3)) TRY(take(s, shift));
        }
    return ABUT_OK;
}

static abut_status push_along_axes(least_search* s)
{
    abut_status status = ABUT_OK;
    for (int i = 0; i < 6 && !least_is_done(s) && least_may_go(s, &status); i++) {
        double direction[3] = {0, 0, 0};
        direction[i / 2] = i % 2 ? -1 : 1;
        TRY(least_push(s, direction));
    }
    return status;
}

typedef struct normal_list {
    double normal[NORMALS_MOST][3], weight[NORMALS_MOST];
    int count;
} normal_list;

// Put a normal among those of the largest faces, each direction once.
static void add_normal(normal_list* l, const double normal[3])
{
    double unit[3] = {normal[0], normal[1], normal[2]};
    const double weight = length3(normal);
    int least = 0;
    if (!normalise3(unit)) return;
    for (int i = 0; i < l->count; i++) {
        if (dot3(l->normal[i], unit) > 1 - 0x1p-20) {
            l->weight[i] += weight;
            return;
        }
        if (l->weight[i] < l->weight[least]) least = i;
    }
    if (l->count < NORMALS_MOST)
        least = l->count++;
    else if (!(weight > l->weight[least]))
        return;
    memcpy(l->normal[least], unit, sizeof unit);
    l->weight[least] = weight;
}

static void add_both(normal_list* l, const double normal[3])
{
    const double other[3] = {-normal[0], -normal[1], -normal[2]};
    add_normal(l, normal);
    add_normal(l, other);
}

// The edges of a placed triangle.
static void edges_of(const least_search* s, int side, uint32_t triangle, double out[3][3])
{
    const placed_model* const p = &s->pair->pair.placed[side];
    const double* vertex[3];
    soup_mesh_vertices(&p->model->mesh, triangle, vertex);
    for (int e = 0; e < 3; e++) {
        double edge[3];
        subtract3(edge, vertex[(e + 1) % 3], vertex[e]);
        for (int k = 0; k < 3; k++)
            out[e][k] = dot3(p->pose.matrix[k], edge);
    }
}

// The directions that triangles in contact push b to: across their faces; and across an edge of each, where b hardly touches
// a. Both signs, since windings may be wrong.
static void list_normals(const least_search* s, const abut_hits* hits, int with_edges,
                         normal_list* l)
{
    for (size_t i = 0; i < hits->count; i++) {
        double edge[2][3][3], normal[3];
        edges_of(s, 0, hits->pairs[i].a, edge[0]);
        edges_of(s, 1, hits->pairs[i].b, edge[1]);
        for (int side = 0; side < 2; side++) {
            cross3(normal, edge[side][0], edge[side][1]);
            add_both(l, normal);
        }
        for (int e = 0; with_edges && e < 9; e++) {
            cross3(normal, edge[0][e / 3], edge[1][e % 3]);
            add_both(l, normal);
        }
    }
}

// Push along the normals of what is in contact with b moved by a shift.
static abut_status push_along_normals(least_search* s, const double shift[3], int with_edges)
{
    static const abut_ask all;
    const affine moved = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {shift[0], shift[1], shift[2]}};
    placed_model b = s->pair->pair.placed[1];
    normal_list l = {.count = 0};
    abut_hits hits;
    abut_status status = ABUT_OK;
    b.frame = &moved;
    TRY(collide_placed(s->pair->pair.query, NULL, &s->pair->pair.placed[0], &b, &all, &hits));
    work_add(&s->work, &s->pair->pair.query->search.work);
    list_normals(s, &hits, with_edges, &l);
    for (int i = 0; i < l.count && !least_is_done(s) && least_may_go(s, &status); i++)
        TRY(push_if_shorter(s, l.normal[i]));
    return status;
}

// From the shortest translation so far, which leaves b touching a: a shorter one may be across a face, or two edges, that
// touch there.
static abut_status push_from_touch(least_search* s)
{
    double was = (double)INFINITY;
    for (int i = 0; i < ROUNDS_MOST && s->out->hi < was && !least_is_done(s); i++) {
        double shift[3];
        was = s->out->hi;
        memcpy(shift, s->out->translation, sizeof shift);
        TRY(push_along_normals(s, shift, 1));
    }
    return ABUT_OK;
}

// Pairs of balls about the middle of all contact: where the solids hardly overlap, few other points are within both.
static abut_status begin_in_contact(least_search* s, ball_pair* best)
{
    static const abut_ask with_points = {.detail = ABUT_DETAIL_POINTS};
    const placed_model* const placed = s->pair->pair.placed;
    double middle[3] = {0, 0, 0};
    size_t count = 0;
    abut_hits hits;
    TRY(collide_placed(s->pair->pair.query, NULL, &placed[0], &placed[1], &with_points, &hits));
    work_add(&s->work, &s->pair->pair.query->search.work);
    for (size_t i = 0; i < hits.count; i++)
        count += (size_t)hits.contacts[i].point_count;
    for (size_t i = 0; i < hits.count; i++)
        for (int p = 0; p < hits.contacts[i].point_count; p++)
            for (int k = 0; k < 3; k++)
                middle[k] += hits.contacts[i].points[p][k] / (double)count;
    return count && doubles_are_finite(middle, 3) ? two_balls_begin(s, middle, best) : ABUT_OK;
}

// From the best pair of balls out through the nearest points of both surfaces.
static abut_status push_along_feet(least_search* s, const ball_pair* best)
{
    abut_status status = ABUT_OK;
    for (int side = 0; side < 2; side++) {
        double way[3];
        if (best->found[side].triangle == UINT32_MAX) continue;
        subtract3(way, best->found[side].foot, best->at[side]);
        for (int k = 0; side && k < 3; k++)
            way[k] = -way[k];
        if (!least_is_done(s) && least_may_go(s, &status)) TRY(push_if_shorter(s, way));
    }
    return status;
}

// -------------------------------------------------------------------------------------------- answer

static abut_status search_all(least_search* s)
{
    static const double here[3] = {0, 0, 0};
    const closed_pair* const c = s->pair;
    ball_pair best = {.reach = 0};
    abut_status status = ABUT_OK;
    for (int side = 0; side < 2; side++) {
        best.found[side] =
            (sounding){.lo = (double)INFINITY, .hi = (double)INFINITY, .triangle = UINT32_MAX};
        TRY(solid_point_open(&s->solid[side], c->pair.solid[side], &c->instance[side], 1,
                             &c->pair.query->host));
    }
    if (!least_may_go(s, &status)) return status;
    // Points are cheap: what they prove is there, whatever directions take.
    TRY(begin_in_contact(s, &best));
    TRY(two_balls_search(s, here, (double)INFINITY, POINTS_AT_FIRST, &best));
    if (!least_is_done(s)) TRY(push_along_axes(s));
    if (!least_is_done(s)) TRY(push_along_feet(s, &best));
    if (!least_is_done(s)) TRY(push_along_normals(s, here, 0));
    TRY(push_from_touch(s));
    if (!least_is_done(s)) TRY(two_balls_search(s, here, (double)INFINITY, POINTS_MOST, &best));
    if (!least_is_done(s)) TRY(push_along_feet(s, &best));
    if (!least_is_done(s) && least_may_go(s, &status)) TRY(translations_search(s, &best));
    return status;
}

static abut_status find(least_search* s)
{
    static const double here[3] = {0, 0, 0};
    abut_depth_least_answer* const out = s->out;
    abut_relation relation;
    TRY(is_blocked(s, here, &relation));
    if (relation != ABUT_RELATION_UNKNOWN && !relation_is_blocked(relation)) {
        out->hi = 0;
        out->complete = 1;
        return ABUT_OK;
    }
    TRY(measure_boxes(s));
    if (relation == ABUT_RELATION_UNKNOWN) return ABUT_OK;
    TRY(convex_depth(s));
    if (out->is_convex) return ABUT_OK;
    const abut_status status = search_all(s);
    for (int side = 0; side < 2; side++)
        solid_point_close(&s->solid[side]);
    cell_heap_free(&s->points, &s->pair->pair.query->host);
    out->complete = least_is_done(s);
    return status;
}

abut_status depth_least(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const abut_solids_ask* ask, abut_depth_least_answer* out)
{
    closed_pair pair;
    abut_depth_least_answer found = {.hi = (double)INFINITY};
    const double nowhere[3] = {(double)NAN, (double)NAN, (double)NAN};
    least_search s = {.pair = &pair,
                      .ask = ask,
                      .out = &found,
                      .stop_time = query_stop_time(query, ask->deadline)};
    memcpy(found.point, nowhere, sizeof nowhere);
    abut_status status = closed_pair_open(&pair, query, a, b, ask);
    if (status == ABUT_OK && pair.has_solids) status = find(&s);
    if (status == ABUT_OK && !pair.has_solids) {
        found.hi = 0;
        found.complete = 1;
        found.reason = ABUT_REASON_OPEN;
    }
    if (status == ABUT_OK) {
        double turned[3];
        solid_pair_turn_back(&pair.given, found.translation, turned);
        memcpy(found.translation, turned, sizeof turned);
        closed_pair_tell_point(&pair, found.point, turned);
        memcpy(found.point, turned, sizeof turned);
        const struct work all = work_of(&s);
        found.volume_tests = all.volume_tests;
        found.triangle_tests = all.triangle_tests;
        found.node_updates = all.node_updates;
        found.exact_tests = all.exact_tests;
        *out = found;
    }
    closed_pair_close(&pair);
    return status;
}
