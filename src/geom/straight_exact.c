// straight_exact.c - when two triangles meet that go straight, in exact numbers of any size (straight.h).
#include "base/base.h"
#include "base/bits.h"
#include "geom/nearest.h"
#include "geom/straight.h"

#include <math.h>

// ------------------------------------------------------------------------------------------------ times

static real product(real_stack* s, real a, real b)
{
    return real_multiply(s, a, b);
}

int straight_compare(real_stack* stack, const straight_time* x, const straight_time* y)
{
    const size_t mark = real_mark(stack);
    const real left = product(stack, x->numerator, y->denominator),
               right = product(stack, y->numerator, x->denominator);
    const int sign = real_compare(stack, left, right);
    real_release(stack, mark);
    return sign;
}

int straight_compare_double(real_stack* stack, const straight_time* x, double y)
{
    const size_t mark = real_mark(stack);
    const straight_time at = {real_of(stack, y), real_of(stack, 1)};
    const int sign = straight_compare(stack, x, &at);
    real_release(stack, mark);
    return sign;
}

typedef struct measured {
    real_stack* stack;
    straight_time time;
} measured;

static int measure(const void* number, double x)
{
    const measured* const m = number;
    return straight_compare_double(m->stack, &m->time, x);
}

void straight_enclose(real_stack* stack, const straight_time* x, size_t piece, double* lo,
                      double* hi)
{
    const size_t mark = real_mark(stack);
    measured m = {stack, *x};
    const uint32_t high = (uint32_t)((uint64_t)piece >> 32), low = (uint32_t)piece;
    const real before =
        real_add(stack, real_scale(real_of(stack, (double)high), 32), real_of(stack, (double)low));
    m.time.numerator = real_add(stack, x->numerator, product(stack, before, x->denominator));
    ASSERT(real_sign(m.time.numerator) >= 0);
    double_enclose(measure, &m, real_quotient(stack, m.time.numerator, m.time.denominator), lo, hi);
    real_release(stack, mark);
}

// ------------------------------------------------------------------------------------------------ triangles

typedef struct posed {
    real3 corner[2][3];  // relative to a's translation, at 0
    real3 edge[2][3];    // from a corner to the next
} posed;

static real3 turned(const straight_course* s, int side, const double v[3])
{
    real_stack* const stack = s->stack;
    real3 out, x;
    for (int k = 0; k < 3; k++)
        x.x[k] = real_of(stack, v[k]);
    for (int i = 0; i < 3; i++) {
        const size_t mark = real_mark(stack);
        const double* const row = s->side[side].matrix[i];
        const real3 of_row = {
            {real_of(stack, row[0]), real_of(stack, row[1]), real_of(stack, row[2])}};
        out.x[i] = real_keep(stack, mark, real3_dot(stack, of_row, x));
    }
    return out;
}

static void pose_both(const straight_course* s, const double* const vertex[6], posed* out)
{
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 3; i++) {
            real3 x = turned(s, side, vertex[3 * side + i]);
            if (side) x = real3_add(s->stack, x, s->between);
            out->corner[side][i] = x;
        }
        for (int i = 0; i < 3; i++)
            out->edge[side][i] =
                real3_subtract(s->stack, out->corner[side][(i + 1) % 3], out->corner[side][i]);
    }
}

static int are_parallel(real_stack* stack, real3 u, real3 v)
{
    const size_t mark = real_mark(stack);
    const int is_zero = real3_is_zero(real3_cross(stack, u, v));
    real_release(stack, mark);
    return is_zero;
}

// ------------------------------------------------------------------------------------------------ axes

static void take_later(real_stack* stack, straight_meeting* m, const straight_time* t, int number)
{
    if (m->has_enter && straight_compare(stack, t, &m->enter) <= 0) return;
    m->has_enter = 1;
    m->axis = number;
    m->enter = *t;
}

static void take_earlier(real_stack* stack, straight_meeting* m, const straight_time* t)
{
    if (m->has_leave && straight_compare(stack, t, &m->leave) >= 0) return;
    m->has_leave = 1;
    m->leave = *t;
}

static void range_along(real_stack* stack, const real3 corner[3], real3 axis, real* least,
                        real* most)
{
    for (int i = 0; i < 3; i++) {
        const real x = real3_dot(stack, axis, corner[i]);
        if (!i || real_compare(stack, x, *least) < 0) *least = x;
        if (!i || real_compare(stack, x, *most) > 0) *most = x;
    }
}

// Narrow it by one axis, any. number: of its bit, or -1. Returns whether they may meet still.
static int take_axis(const straight_course* s, const posed* p, real3 axis, int number,
                     straight_meeting* m)
{
    real_stack* const stack = s->stack;
    if (real3_is_zero(axis)) return 1;
    real a_least, a_most, b_least, b_most;
    range_along(stack, p->corner[0], axis, &a_least, &a_most);
    range_along(stack, p->corner[1], axis, &b_least, &b_most);
    const real beyond = real_subtract(stack, b_least, a_most),
               behind = real_subtract(stack, a_least, b_most),
               speed = real3_dot(stack, axis, s->relative);
    const int sign = real_sign(speed);
    if (!sign) {
        const int beyond_sign = real_sign(beyond), behind_sign = real_sign(behind);
        m->is_open &= beyond_sign < 0 && behind_sign < 0;
        return beyond_sign <= 0 && behind_sign <= 0;
    }
    const real size = sign > 0 ? speed : real_negate(stack, speed);
    const straight_time enter = {sign > 0 ? behind : beyond, size},
                        leave = {real_negate(stack, sign > 0 ? beyond : behind), size};
    take_later(stack, m, &enter, number);
    take_earlier(stack, m, &leave);
    return 1;
}

// The directions of all edges: a line, a plane or space; or none, of points.
typedef struct directions {
    int rank;
    real3 first;   // rank 1
    real3 normal;  // rank 2
} directions;

static directions directions_of(const straight_course* s, const posed* p)
{
    directions d = {.rank = 0};
    for (int e = 0; e < 6 && d.rank < 3; e++) {
        const real3 edge = p->edge[e / 3][e % 3];
        if (real3_is_zero(edge)) continue;
        if (d.rank == 0) {
            d.first = edge;
            d.rank = 1;
        } else if (d.rank == 1) {
            if (are_parallel(s->stack, d.first, edge)) continue;
            d.normal = real3_cross(s->stack, d.first, edge);
            d.rank = 2;
        } else if (real3_dot(s->stack, d.normal, edge).limbs) {
            d.rank = 3;
        }
    }
    return d;
}

static real3 axis_of(const straight_course* s, const posed* p, int number)
{
    if (number >= STRAIGHT_AXES) {
        const directions d = directions_of(s, p);
        const int e = number - STRAIGHT_AXES;
        return real3_cross(s->stack, d.normal, p->edge[e / 3][e % 3]);
    }
    if (number < 2) return real3_cross(s->stack, p->edge[number][0], p->edge[number][1]);
    return real3_cross(s->stack, p->edge[0][(number - 2) / 3], p->edge[1][(number - 2) % 3]);
}

static int take_space(const straight_course* s, const posed* p, unsigned axes, straight_meeting* m)
{
    for (int i = 0; i < STRAIGHT_AXES; i++)
        if (axes >> i & 1 && !take_axis(s, p, axis_of(s, p, i), i, m)) return 0;
    return 1;
}

static int take_plane(const straight_course* s, const posed* p, real3 normal, straight_meeting* m)
{
    // The normal of a triangle, if one of them is one, is this one.
    int number = 0;
    while (number < 2 && are_parallel(s->stack, p->edge[number][0], p->edge[number][1]))
        number++;
    if (!take_axis(s, p, normal, number < 2 ? number : -1, m)) return 0;
    for (int e = 0; e < 6; e++)
        if (!take_axis(s, p, real3_cross(s->stack, normal, p->edge[e / 3][e % 3]),
                       STRAIGHT_AXES + e, m))
            return 0;
    return 1;
}

// Both on parallel lines, or points. Across the first edge three axes are enough; of points, the three of space.
static int take_line(const straight_course* s, const posed* p, const directions* d,
                     straight_meeting* m)
{
    for (int k = 0; k < 3; k++) {
        real3 axis = {{{0, 0, s->stack->words}, {0, 0, s->stack->words}, {0, 0, s->stack->words}}};
        axis.x[k] = real_of(s->stack, 1);
        if (d->rank) axis = real3_cross(s->stack, d->first, axis);
        if (!take_axis(s, p, axis, -1, m)) return 0;
    }
    return !d->rank || take_axis(s, p, d->first, -1, m);
}

int straight_meet(const straight_course* s, const double* const vertex[6], unsigned axes,
                  straight_meeting* out)
{
    posed p;
    pose_both(s, vertex, &p);
    *out = (straight_meeting){.axis = -1, .is_open = 1};
    if (axes) return take_space(s, &p, axes, out);  // they meet
    const directions d = directions_of(s, &p);
    const int may_meet = d.rank == 3   ? take_space(s, &p, ~0u, out)
                         : d.rank == 2 ? take_plane(s, &p, d.normal, out)
                                       : take_line(s, &p, &d, out);
    const int order = out->has_enter && out->has_leave
                          ? straight_compare(s->stack, &out->enter, &out->leave)
                          : -1;
    // The difference of two triangles that are not parallel is a solid, and these axes are the normals of all its faces.
    out->is_open = may_meet && out->is_open && order < 0 && d.rank == 3 &&
                   !are_parallel(s->stack, p.edge[0][0], p.edge[0][1]) &&
                   !are_parallel(s->stack, p.edge[1][0], p.edge[1][1]);
    return may_meet && order <= 0;
}

// ------------------------------------------------------------------------------------------------ plane

// The corners that are farthest along an axis, and how far.
static real find_farthest(real_stack* stack, const real3 corner[3], real3 axis,
                          const double* const vertex[3], const double* on[3], int* first)
{
    real along[3];
    int best = 0, count = 0;
    for (int i = 0; i < 3; i++) {
        along[i] = real3_dot(stack, axis, corner[i]);
        if (real_compare(stack, along[i], along[best]) > 0) best = i;
    }
    *first = best;
    on[0] = on[1] = on[2] = NULL;
    for (int i = 0; i < 3; i++)
        if (real_compare(stack, along[i], along[best]) == 0) on[count++] = vertex[i];
    return along[best];
}

static real3 turned_back(real_stack* stack, real3 x)
{
    for (int k = 0; k < 3; k++)
        x.x[k] = real_negate(stack, x.x[k]);
    return x;
}

void straight_plane_make(const straight_course* s, const double* const vertex[6], int axis,
                         straight_plane* out)
{
    real_stack* const stack = s->stack;
    posed p;
    pose_both(s, vertex, &p);
    real3 n = axis_of(s, &p, axis);
    ASSERT(!real3_is_zero(n));
    // b comes from where the normal points to.
    if (real_sign(real3_dot(stack, n, s->relative)) > 0) n = turned_back(stack, n);
    out->exact = n;
    out->reach[0] = find_farthest(stack, p.corner[0], n, vertex, out->on[0], &out->corner[0]);
    out->reach[1] = real_negate(stack, find_farthest(stack, p.corner[1], turned_back(stack, n),
                                                     vertex + 3, out->on[1], &out->corner[1]));
    const size_t mark = real_mark(stack);
    const int top = real3_top(n);
    const real one = real_of(stack, 1);
    for (int k = 0; k < 3; k++)
        out->normal[k] = real_quotient(stack, real_scale(n.x[k], -top), one);
    real_release(stack, mark);
}

int straight_is_exactly_beyond(const straight_course* s, const straight_plane* plane, int side,
                               const double vertex[3])
{
    real_stack* const stack = s->stack;
    const size_t mark = real_mark(stack);
    real3 x = turned(s, side, vertex);
    if (side) x = real3_add(stack, x, s->between);
    const int sign = real_compare(stack, real3_dot(stack, plane->exact, x), plane->reach[side]);
    real_release(stack, mark);
    return side ? sign >= 0 : sign <= 0;
}

int straight_is_no_earlier(const straight_plane* plane, const posed_triangle from[2],
                           const posed_triangle* a, const posed_triangle* b)
{
    return nearest_is_beyond(a, plane->normal, -1, &from[0], plane->corner[0], plane->on[0]) &&
           nearest_is_beyond(b, plane->normal, 1, &from[1], plane->corner[1], plane->on[1]);
}
