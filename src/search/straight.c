// straight.c - see straight.h.
#include "search/straight.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <float.h>
#include <math.h>

// ------------------------------------------------------------------------------------------------ window

#define SLACK 0x1p-40  // more than a few dozen roundings

// How both stand along an axis of the world: a's middle and b's are that far apart at 0, within reach they may touch.
typedef struct shadow {
    double apart, speed, reach, speed_error;
} shadow;

static shadow shadow_along(const straight_course* c, const double axis[3], const double between[3],
                           const double* const low[2], const double* const high[2])
{
    double middle[2] = {0, 0}, half = 0, size = 0;
    for (int side = 0; side < 2; side++) {
        for (int j = 0; j < 3; j++) {
            double along = 0, absolute = 0;
            for (int i = 0; i < 3; i++) {
                along += axis[i] * c->side[side].matrix[i][j];
                absolute += fabs(axis[i] * c->side[side].matrix[i][j]);
            }
            const double centre = 0.5 * low[side][j] + 0.5 * high[side][j];
            const double extent = 0.5 * high[side][j] - 0.5 * low[side][j];
            middle[side] += along * centre;
            half += fabs(along) * extent;
            size += absolute * (fabs(centre) + extent);
        }
    }
    const double way =
        fabs(axis[0] * c->way[0]) + fabs(axis[1] * c->way[1]) + fabs(axis[2] * c->way[2]);
    size += fabs(axis[0] * between[0]) + fabs(axis[1] * between[1]) + fabs(axis[2] * between[2]);
    return (shadow){.apart = middle[1] + dot3(axis, between) - middle[0],
                    .speed = dot3(axis, c->way),
                    .reach = half + SLACK * size + DBL_MIN,
                    .speed_error = SLACK * way + DBL_MIN};
}

// Narrow the window by one axis. What is infinite or NaN narrows nothing.
static void narrow(const shadow* s, double* from, double* to)
{
    const double speed = fabs(s->speed), slow = speed - s->speed_error,
                 fast = speed + s->speed_error;
    if (slow > 0) {
        const double ahead = s->speed > 0 ? -s->apart : s->apart;
        const double near_edge = ahead - s->reach, far_edge = ahead + s->reach;
        const double enter = near_edge > 0 ? near_edge / fast : 0;
        const double leave = far_edge > 0 ? far_edge / slow * (1 + SLACK) + DBL_MIN : -1;
        if (enter * (1 - SLACK) > *from) *from = enter * (1 - SLACK);
        if (leave < *to) *to = leave;
    } else if (fabs(s->apart) - s->reach > fast) {
        *to = -1;
    }
}

int straight_window(const straight_course* course, const double* const low[2],
                    const double* const high[2], double* from, double* to)
{
    double axes[4][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}}, between[3];
    const double largest = absolute_max3(course->way);
    straight_between(course, 0, between);
    for (int k = 0; k < 3; k++)
        axes[3][k] = largest > DBL_MIN ? course->way[k] / largest : 0;
    *from = 0;
    *to = 1;
    for (int i = 0; i < 4; i++) {
        const shadow s = shadow_along(course, axes[i], between, low, high);
        narrow(&s, from, to);
    }
    return *from <= *to;
}

// ------------------------------------------------------------------------------------------------ question

#define WAY_MOST 0x1p40  // in sizes of a model a unit of time: beyond it floats say nothing

// How far the moved model goes in the other's frame, from where it stands first to where it stands last.
static void find_way(const relative_side side[2][2], int opened, float way[3], float* way_error)
{
    relative_pose first, last;
    const int other = !opened;
    relative_pose_prepare(&first, &side[0][opened], &side[0][other]);
    relative_pose_prepare(&last, &side[1][opened], &side[1][other]);
    double most = 0, error = 0;
    for (int k = 0; k < 3; k++) {
        const double from = first.translation[k] / first.a_scale,
                     to = last.translation[k] / last.a_scale, x = to - from;
        way[k] = fabs(x) < WAY_MOST ? (float)x : 0;
        most = fabs(x) < most ? most : fabs(x);  // also if it is NaN
        error = error > fabs(from) + fabs(to) ? error : fabs(from) + fabs(to);
    }
    error = 0x1p-50 * error + 1.01 * (first.translation_error / first.a_scale +
                                      last.translation_error / last.a_scale);
    error = 1.01 * (error + 0x1p-23 * most) + 0x1p-100;
    *way_error = most < WAY_MOST && error < WAY_MOST ? float_round_up(error) : INFINITY;
}

void straight_question_prepare(straight_question* out, near_search* n,
                               const straight_course* course, const frame* const frames[2],
                               double to, int any, const straight_kind* kind)
{
    const double last = (to - course->base) * (1 + 0x1p-50);
    const double least =
        course->base * DBL_EPSILON > 0x1p-900 ? course->base * DBL_EPSILON : 0x1p-900;
    const int exponent = double_top(last > least ? last : least);
    affine end = course->side[1];
    straight_between(course, course->base + double_scale(1, exponent), end.translation);
    // The end's time is a double too, but it need not be the sum: what it lacks counts as an error of the place.
    const double end_error =
        1.01 * 0x1p-53 * absolute_max3(end.translation) + DBL_MIN +
        0x1p-52 * (course->base + double_scale(1, exponent)) * absolute_max3(course->way);
    const relative_side a = {.pose = &course->side[0], .frame = frames[0]};
    const relative_side side[2][2] = {
        {a,
         {.pose = &course->side[1], .frame = frames[1], .translation_error = course->place_error}},
        {a, {.pose = &end, .frame = frames[1], .translation_error = end_error}}};
    *out = (straight_question){.course = course,
                               .to = to,
                               .sure = (to - course->base) * (1 - 0x1p-50),
                               .last = last,
                               .any = any,
                               .kind = *kind};
    for (int i = 0; i < 2; i++) {
        find_way(side, i, out->way[i], &out->way_error[i]);
        n->side[i] = side[0][i];
    }
    n->unit = (near_unit){.exponent = exponent, .shrink = {1, 1}, .stretch = 1};
    n->straight = out;
}

// ------------------------------------------------------------------------------------------------ exactly

int straight_pair_time(search* s, abut_pair pair, unsigned axes, straight_first_time* out)
{
    const straight_course* const course = s->near->straight->course;
    real_stack* const stack = course->stack;
    const double* vertex[6];
    straight_meeting m;
    soup_mesh_vertices(s->mesh[0], pair.a, vertex);
    soup_mesh_vertices(s->mesh[1], pair.b, vertex + 3);
    s->work.exact_tests++;
    if (!straight_meet(course, vertex, axes, &m)) return 0;
    if (s->near->straight->kind.crossing && !axes && !m.is_open) return 0;
    if (!axes && m.has_leave && real_sign(m.leave.numerator) < 0) return 0;
    const int is_later = m.has_enter && real_sign(m.enter.numerator) > 0;
    out->time = is_later ? m.enter : (straight_time){real_of(stack, 0), real_of(stack, 1)};
    out->axis = is_later ? m.axis : -1;
    return straight_compare_double(stack, &out->time, s->near->straight->to) <= 0;
}

// A double at or above how long after base it is.
static double time_after(const straight_course* c, const straight_time* time)
{
    const real base = real_multiply(c->stack, real_of(c->stack, c->base), time->denominator);
    const double after =
        real_quotient(c->stack, real_subtract(c->stack, time->numerator, base), time->denominator);
    return (after > 0 ? after : 0) * (1 + 0x1p-50) + DBL_MIN;
}

void straight_decide_early(search* s, int most)
{
    near_search* n = s->near;
    real_stack* const stack = n->straight->course->stack;
    for (int turn = 0; turn < most && !(n->found_hi < (double)INFINITY); turn++) {
        straight_first_time t;
        size_t first = 0;
        for (size_t i = 1; i < n->count; i++)
            first = n->list[i].lo < n->list[first].lo ? i : first;
        if (!n->count || !(n->list[first].lo <= n->cut)) return;
        const abut_pair pair = {n->list[first].a, n->list[first].b};
        const size_t mark = real_mark(stack);
        if (straight_pair_time(s, pair, 0, &t)) {
            near_lower(n, time_after(n->straight->course, &t.time), pair.a, pair.b);
            n->may_touch |= n->straight->any;
        } else {
            n->list[first].lo = (double)INFINITY;  // it does not meet in this piece
        }
        real_release(stack, mark);
    }
}

// ------------------------------------------------------------------------------------------------ pairs

#define UNCERTAIN  UINT64_C(16)  // pairs that are kept, until one of them is decided
#define EARLY_WALK 64            // so often

static int is_less(abut_pair x, uint32_t a, uint32_t b)
{
    return x.a != a ? x.a < a : x.b < b;
}

// They touch from the very beginning on. Of those that do the least counts, and none need be kept.
static void take_first(near_search* n, uint32_t a, uint32_t b)
{
    if (n->found_hi > 0)
        near_lower(n, 0, a, b);
    else if (!is_less(n->found, a, b))
        n->found = (abut_pair){a, b};
}

// Whether a pair is one of those that are looked for.
static int is_asked_for(const search* s, uint32_t a, uint32_t b)
{
    const straight_kind* const kind = &s->near->straight->kind;
    const uint32_t id[2] = {a, b};
    for (int side = 0; side < 2; side++) {
        const soup_mesh* const m = s->mesh[side];
        if (kind->parts) {
            const straight_parts* const p = &kind->parts[side];
            if (!(p->role[p->of_vertex[m->triangles[(size_t)id[side] * 3]]] & p->bit)) return 0;
        }
        if (kind->crossing && m->reduced && soup_mesh_corners(m, id[side]).count < 3) return 0;
    }
    return 1;
}

// Bound one pair. Returns 0 if the search must end.
static int bound_pair(search* s, uint32_t a_id, const posed_triangle* a, uint32_t b_id,
                      const posed_triangle* b)
{
    near_search* n = s->near;
    const straight_question* const q = n->straight;
    straight_bounds bounds;
    if (!search_may_test(s)) return 0;
    s->work.triangle_tests++;
    if ((q->kind.parts || q->kind.crossing) && !is_asked_for(s, a_id, b_id)) return 1;
    straight_bound(q->course, a, b, &bounds);
    if (bounds.is_apart || PRUNE(bounds.enter_lo > n->cut)) return 1;
    if (q->kind.keeps_all) {
        near_keep(s, bounds.enter_lo, a_id, b_id);
        return s->status == ABUT_OK;
    }
    if (straight_is_sure(q, &bounds) && bounds.enter_hi <= q->sure) {
        n->may_touch |= q->any;
        if (!(bounds.enter_hi > 0) && !(q->course->base > 0)) {
            take_first(n, a_id, b_id);
            return !n->may_touch;
        }
        near_lower(n, bounds.enter_hi, a_id, b_id);
    }
    near_keep(s, bounds.enter_lo, a_id, b_id);
    // Parts of a shared walk have no stack of their own; those before them decided some.
    if (!n->is_part && !(n->found_hi < (double)INFINITY) && s->status == ABUT_OK &&
        ++n->uncertain % UNCERTAIN == 0 && n->uncertain <= (uint64_t)UNCERTAIN * EARLY_WALK)
        straight_decide_early(s, 1);
    return s->status == ABUT_OK && !n->may_touch;
}

int straight_triangles(search* s, const uint32_t* a_ids, size_t a_count, const uint32_t* b_ids,
                       size_t b_count)
{
    return near_each_pair(s, &s->near->straight->course->poses, a_ids, a_count, b_ids, b_count,
                          bound_pair);
}

void straight_pair_bound(const search* s, uint32_t a, uint32_t b, straight_bounds* out)
{
    const straight_course* const course = s->near->straight->course;
    posed_triangle t[2];
    near_place_in(s, &course->poses, 0, a, &t[0]);
    near_place_in(s, &course->poses, 1, b, &t[1]);
    straight_bound(course, &t[0], &t[1], out);
}
