// depth_along.c - first from far away back to the last moment at which b is blocked, then ahead to the first at which it is free.
//
// Events are the moments at which some pair of triangles begins or ceases to touch. Between two of them b is blocked all the time,
// or never; pairs that pass through each other prove that it is without looking. See docs/proofs/depth.md, "Depth along a direction".
#include "query/depths/depth_along.h"

#include "base/base.h"
#include "base/bits.h"
#include "query/depths/along_window.h"
#include "query/depths/blocked.h"

#include <math.h>
#include <string.h>

#define FIRST_PART  0x1p-6  // of the way on which it is blocked: the first window of large models
#define SMALL_PAIRS 0x1p22  // of triangles: of smaller ones all the way is the first window
#define FEW         8192    // pairs in a window: the next may be longer
#define MANY        65536   // the next must be shorter

typedef struct along {
    solid_pair pair;
    abut_query* query;
    const abut_solids_ask* ask;
    abut_depth_along_answer* out;
    double way[3];  // the direction, turned into the frames
    // A unit of s is 2^top of the course, whose way is about 1 long; from 2^far of it on b is free.
    int top, far;
    straight_parts parts[2];
    straight_push push;
    straight_ask straight;
    along_window window;
    struct work work;
    uint64_t stop_time;
    int stopped;
    int is_blocked;  // at the window's moment, too
} along;

// ------------------------------------------------------------------------------------------------ numbers

// The doubles next to the time of a course ahead, in units of s.
static void tell_time(along* q, const straight_time* t, double* lo, double* hi)
{
    const straight_time s = {real_scale(t->numerator, -q->top), t->denominator};
    straight_enclose(q->window.stack, &s, 0, lo, hi);
}

// What is t on the way back from far is 2^far (1 - t) ahead.
static straight_time turned_back(const along* q, const straight_time* t)
{
    return (straight_time){
        real_scale(real_subtract(q->window.stack, t->denominator, t->numerator), q->far),
        t->denominator};
}

static straight_time ahead(const along* q, const straight_time* t)
{
    return q->push.is_back ? turned_back(q, t) : *t;
}

// How far a side reaches from where its origin is, in any coordinate.
static double reach_of(const placed_model* side)
{
    double reach = 0;
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        for (int j = 0; j < 3; j++)
            sum += fabs(side->pose.matrix[i][j]) *
                   double_larger(fabs(side->model->low[j]), fabs(side->model->high[j]));
        reach = double_larger(sum, reach);
    }
    return reach;
}

// Find from where on b is free: the way's largest coordinate is at least a half. Returns 0 beyond the doubles.
static int find_far(along* q)
{
    double apart = 0;
    for (int k = 0; k < 3; k++)
        apart = double_larger(
            fabs(q->pair.placed[1].pose.translation[k] - q->pair.placed[0].pose.translation[k]),
            apart);
    const double sum =
        (apart + reach_of(&q->pair.placed[0]) + reach_of(&q->pair.placed[1])) * (1 + 0x1p-40);
    if (!(sum < 0x1p1000)) return 0;
    q->far = double_top(sum > 0x1p-1000 ? sum : 0x1p-1000) + 2;
    return 1;
}

// ------------------------------------------------------------------------------------------------ questions

static void add_work(along* q)
{
    work_add(&q->work, &q->query->search.work);
}

// What is left of the budget; 0: no limit. Sets stopped where nothing is.
static uint64_t budget_left(along* q)
{
    if (!q->ask->budget) return 0;
    const uint64_t used = work_tests(&q->work);
    if (used < q->ask->budget) return q->ask->budget - used;
    q->stopped = 1;
    return 1;
}

// Whether b is blocked at a time of the course.
static abut_status ask_relation(along* q, const straight_time* t, int* is_blocked)
{
    real_stack* const stack = q->window.stack;
    const size_t mark = real_mark(stack);
    const straight_time at = ahead(q, t);
    abut_relation relation;
    *is_blocked = 0;
    (void)budget_left(q);
    if (q->stopped) return ABUT_OK;
    TRY(blocked_along(&q->pair, stack, q->way, real_scale(at.numerator, -q->top), at.denominator,
                      &relation));
    real_release(stack, mark);
    add_work(q);
    q->query->search.stopped = 0;  // the limit of one pair, of what is over
    q->stopped |= relation == ABUT_RELATION_UNKNOWN;
    *is_blocked = relation_is_blocked(relation);
    return ABUT_OK;
}

static abut_status open_course(along* q, int is_back)
{
    along_window* const w = &q->window;
    q->push.is_back = is_back;
    w->course = straight_open(q->query, &q->straight);
    if (!w->course) return ABUT_OUT_OF_MEMORY;
    w->stack = w->course->stack;
    w->mark = real_mark(w->stack);
    return ABUT_OK;
}

// Look at what is next, from the moment on; length: of the window, changed for the next one.
static abut_status look(along* q, double* length)
{
    along_window* const w = &q->window;
    q->straight.budget = budget_left(q);
    if (q->stopped) return ABUT_OK;
    q->straight.kind = (straight_kind){.keeps_all = 1, .parts = q->parts};
    TRY(along_look(w, *length));
    add_work(q);
    q->stopped |= q->query->search.stopped;
    if (w->count < FEW) *length *= 4;
    if (w->count > MANY) *length /= 4;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------ ahead

// How much of the way is looked at first.
static double first_part(const along* q)
{
    const double a = (double)q->pair.placed[0].model->mesh.triangle_count,
                 b = (double)q->pair.placed[1].model->mesh.triangle_count;
    return a * b <= SMALL_PAIRS ? 1 : FIRST_PART;
}

// It is blocked up to the moment, where the pairs that pass through cease to. Find whether it is free there; if not, it is blocked
// up to the next event.
static abut_status pass_stop(along* q, int* is_free)
{
    along_window* const w = &q->window;
    int is_blocked = q->is_blocked, moved, at_end = 0;
    along_next next;
    if (!is_blocked) TRY(ask_relation(q, &w->at, &is_blocked));
    if (q->stopped) return ABUT_OK;
    *is_free = !is_blocked;
    if (*is_free) return ABUT_OK;
    TRY(along_decide(w, 1, 1, &moved, &next));
    if (!moved && !q->query->search.stopped) TRY(along_advance(w, &next, &at_end));
    q->stopped |= q->query->search.stopped;
    q->is_blocked = at_end;
    return ABUT_OK;
}

// Go on through one window while it is blocked.
static abut_status pass_window(along* q, int* is_free)
{
    along_window* const w = &q->window;
    while (!q->stopped && !*is_free && straight_compare_double(w->stack, &w->at, w->to) < 0) {
        int moved;
        TRY(along_chain(w, q->is_blocked, &moved));
        if (!moved) TRY(along_extend(w, &moved));
        q->stopped |= q->query->search.stopped;
        if (q->stopped) break;
        if (moved)
            q->is_blocked = 0;
        else
            TRY(pass_stop(q, is_free));
    }
    return ABUT_OK;
}

static int is_near_enough(const along* q, double lo, double hi)
{
    const double part = q->ask->relative * hi;
    return hi - lo <= double_larger(part, q->ask->absolute) * (1 - 0x1p-40);
}

// From 0 on to the first moment at which it is free. clear: up to when it may be blocked.
static abut_status go_ahead(along* q, double clear)
{
    abut_depth_along_answer* const out = q->out;
    along_window* const w = &q->window;
    double length = clear * first_part(q), lo, hi;
    int is_free = 0, is_blocked;
    TRY(open_course(q, 0));
    along_set_double(w, 0);
    TRY(ask_relation(q, &w->at, &is_blocked));
    if (q->stopped) return ABUT_OK;
    if (!is_blocked) {
        out->depth_lo = out->depth_hi = 0;
        return ABUT_OK;
    }
    q->is_blocked = 1;
    while (!q->stopped && !is_free) {
        TRY(look(q, &length));
        if (!q->stopped) TRY(pass_window(q, &is_free));
        tell_time(q, &w->at, &lo, &hi);
        out->depth_lo = lo < out->depth_hi ? lo : out->depth_hi;
        if (is_free) out->depth_hi = hi;
        if (is_near_enough(q, out->depth_lo, out->depth_hi)) break;
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------ back

// Back from the moment on, where it is free, to where it is blocked for the first time; at least from a time on it is, if there
// is one.
static abut_status find_blocked(along* q, const straight_time* certain)
{
    along_window* const w = &q->window;
    double length = first_part(q) * 0x1p-2;
    while (!q->stopped) {
        TRY(look(q, &length));
        if (q->stopped) return ABUT_OK;
        for (int at_end = 0; !at_end;) {
            int is_blocked, moved;
            along_next next;
            if (straight_compare_double(w->stack, &w->at, 1) >= 0) return ABUT_OK;
            if (certain && straight_compare(w->stack, &w->at, certain) >= 0) {
                along_set(w, *certain);
                return ABUT_OK;
            }
            TRY(along_decide(w, 0, 0, &moved, &next));
            q->stopped |= q->query->search.stopped;
            if (q->stopped) return ABUT_OK;
            const straight_time after = along_between(w, &next);
            TRY(ask_relation(q, &after, &is_blocked));
            if (q->stopped || is_blocked) return ABUT_OK;
            TRY(along_advance(w, &next, &at_end));
            q->stopped |= q->query->search.stopped;
            if (q->stopped) return ABUT_OK;
        }
    }
    return ABUT_OK;
}

static abut_status ask_first(along* q, int crossing, straight_answer* out)
{
    q->straight.budget = budget_left(q);
    *out = (straight_answer){.complete = 0};
    if (q->stopped) return ABUT_OK;
    q->straight.kind = (straight_kind){.crossing = crossing, .parts = q->parts};
    TRY(straight_first(q->query, &q->straight, out));
    work_add(&q->work, &out->work);
    q->stopped |= !out->complete;
    return ABUT_OK;
}

// When a pair first touches, exactly.
static straight_time time_of_pair(const along* q, abut_pair pair)
{
    const double* vertex[6];
    straight_meeting m;
    soup_mesh_vertices(&q->pair.placed[0].model->mesh, pair.a, vertex);
    soup_mesh_vertices(&q->pair.placed[1].model->mesh, pair.b, vertex + 3);
    const int meets = straight_meet(q->window.course, vertex, 0, &m);
    ASSERT(meets && m.has_enter);
    (void)meets;
    return m.enter;
}

// Find the last moment at which it is blocked. *is_never: there is none.
static abut_status go_back(along* q, int* is_never)
{
    along_window* const w = &q->window;
    straight_answer touch, cross;
    TRY(open_course(q, 1));
    TRY(ask_first(q, 0, &touch));
    double lo = 0, hi = 0;
    if (q->stopped) return ABUT_OK;
    *is_never = !touch.has_contact;
    if (*is_never) return ABUT_OK;
    TRY(ask_first(q, 1, &cross));
    if (q->stopped) return ABUT_OK;
    w->mark = real_mark(w->stack);
    const straight_time first = time_of_pair(q, touch.pair);
    const int is_same = cross.has_contact && !straight_compare(w->stack, &first, &cross.time);
    along_set(w, first);
    if (!is_same) TRY(find_blocked(q, cross.has_contact ? &cross.time : NULL));
    const straight_time last = turned_back(q, &w->at);
    *is_never = !q->stopped && real_sign(last.numerator) <= 0;
    if (real_sign(last.numerator) > 0) tell_time(q, &last, &lo, &hi);
    q->out->clear_hi = hi;
    if (!q->stopped) q->out->clear_lo = lo;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------ answer

static void set_up(along* q)
{
    double most = 0;
    for (int k = 0; k < 3; k++)
        most = double_order(fabs(q->way[k])) > double_order(most) ? fabs(q->way[k]) : most;
    q->top = double_top(most);
    for (int side = 0; side < 2; side++) {
        const abut_solid* const s = q->pair.solid[side];
        q->parts[side] = (straight_parts){s->parts.of_vertex, s->part_role, SOLID_BOUNDS};
        q->push.pose[side] = &q->pair.placed[side].pose;
        q->straight.model[side] = q->pair.placed[side].model;
    }
    q->push.way = q->way;
    q->push.exponent = -q->top;
    q->push.far = q->far;
    q->straight.push = &q->push;
    q->straight.until = 1;
    q->straight.stop_time = q->stop_time;
    q->window.query = q->query;
    q->window.ask = &q->straight;
}

static abut_status find_both(along* q)
{
    abut_depth_along_answer* const out = q->out;
    int is_never = 0;
    set_up(q);
    const double all = double_scale(1, q->far - q->top);
    out->depth_hi = out->clear_hi = all;
    TRY(go_back(q, &is_never));
    if (is_never) {
        out->depth_hi = out->clear_hi = 0;
        return ABUT_OK;
    }
    out->depth_hi = out->clear_hi;
    if (q->stopped) return ABUT_OK;
    TRY(go_ahead(q, double_scale(out->clear_hi, q->top)));
    return ABUT_OK;
}

static abut_status answer(along* q, const double direction[3])
{
    abut_depth_along_answer* const out = q->out;
    const abut_solid* const* const solid = q->pair.solid;
    TRY(solid_pair_turn(&q->pair, direction, q->way));
    if (!solid[0]->parts.closed_count || !solid[1]->parts.closed_count) {
        out->reason = ABUT_REASON_OPEN;
        return ABUT_OK;
    }
    if (!find_far(q)) {
        out->complete = 0;
        out->depth_hi = out->clear_hi = (double)INFINITY;
        return ABUT_OK;
    }
    q->stop_time = query_stop_time(q->query, q->ask->deadline);
    const uint64_t was = q->query->stop_time;
    q->query->stop_time = q->stop_time;
    const abut_status status = find_both(q);
    q->query->stop_time = was;
    out->complete = !q->stopped;
    out->leaps = q->window.leaps;
    out->volume_tests = q->work.volume_tests;
    out->triangle_tests = q->work.triangle_tests;
    out->node_updates = q->work.node_updates;
    out->exact_tests = q->work.exact_tests + q->window.exact;
    return status;
}

abut_status depth_along(abut_query* query, const abut_instance* a, const abut_instance* b,
                        const double direction[3], const abut_solids_ask* ask,
                        abut_depth_along_answer* out)
{
    abut_depth_along_answer found = {.complete = 1};
    along q = {.query = query, .ask = ask, .out = &found};
    const abut_solid* const given[2] = {ask->a_solid, ask->b_solid};
    abut_status status = solid_pair_open(&q.pair, query, a, b, given, 0);
    if (status == ABUT_OK) status = answer(&q, direction);
    along_free(&q.window);
    solid_pair_close(&q.pair);
    if (status == ABUT_OK) *out = found;
    return status;
}
