// straight.c - where bodies are that go straight, and bounds in doubles of when two of their triangles meet (straight.h). The
// symbols of docs/proofs/motion.md, "Straight ways", are used here.
#include "geom/straight.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <float.h>
#include <math.h>
#include <string.h>

// Tests build the library with 1/32 here, to show that the bounds are needed.
#ifndef ABUT_STRAIGHT_SCALE
#define ABUT_STRAIGHT_SCALE 1
#endif

#define V         0x1p-52    // what an operation errs by, at most, in any rounding mode
#define GUARD     0x1p290    // as in posed_pair.c: no overflow below
#define LEAST_WAY 0x1p-400   // below it a subnormal coordinate may err by too much
#define SIGN_TINY 0x1p-700   // likewise: underflow in a determinant and in its bound
#define QUOTIENT  0x1p-50    // what a quotient of bounds, rounded outwards, errs by
#define TIME_TINY 0x1p-1000  // and what it may lose below the normal numbers

// --------------------------------------------------------------------------------------------- bodies

// The sum of one coordinate of where a body starts and of all that it has gone since.
static real place_of(real_stack* stack, const straight_body* b, int axis)
{
    const size_t mark = real_mark(stack);
    real sum = real_of(stack, b->start->translation[axis]);
    for (size_t i = 0; i < b->count; i++)
        sum =
            real_keep(stack, mark,
                      real_add(stack, sum, real_of(stack, b->gone[i * b->stride + (size_t)axis])));
    return sum;
}

// Of what is in reals, all that is in doubles.
static void prepare_doubles(straight_course* out, real_stack* stack)
{
    out->between = real3_subtract(stack, out->place[1], out->place[0]);
    out->relative = real3_subtract(stack, out->go[1], out->go[0]);
    const real one = real_of(stack, 1);
    for (int k = 0; k < 3; k++) {
        out->side[0].translation[k] = 0;
        out->way[k] = real_quotient(stack, out->relative.x[k], one);
    }
    const double most = absolute_max3(out->way);
    out->is_moderate = real3_is_zero(out->relative) || (most >= LEAST_WAY && most <= GUARD);
    memset(&out->poses, 0, sizeof out->poses);
    straight_look_from(out, 0);
}

void straight_prepare_push(straight_course* out, real_stack* stack, const straight_push* push)
{
    out->stack = stack;
    for (int side = 0; side < 2; side++) {
        memcpy(out->side[side].matrix, push->pose[side]->matrix, sizeof push->pose[side]->matrix);
        for (int k = 0; k < 3; k++) {
            out->place[side].x[k] = real_of(stack, push->pose[side]->translation[k]);
            out->go[side].x[k] = (real){0, 0, stack->words};
        }
    }
    for (int k = 0; k < 3; k++) {
        const real way = real_scale(real_of(stack, push->way[k]), push->exponent);
        out->go[1].x[k] = way;
        if (!push->is_back) continue;
        const real far = real_scale(way, push->far);
        out->go[1].x[k] = real_negate(stack, far);
        out->place[1].x[k] = real_add(stack, out->place[1].x[k], far);
    }
    prepare_doubles(out, stack);
}

void straight_prepare(straight_course* out, real_stack* stack, const straight_body body[2])
{
    const real zero = {0, 0, stack->words};
    out->stack = stack;
    for (int side = 0; side < 2; side++) {
        const straight_body* b = &body[side];
        memcpy(out->side[side].matrix, b->start->matrix, sizeof b->start->matrix);
        for (int k = 0; k < 3; k++) {
            out->place[side].x[k] = place_of(stack, b, k);
            out->go[side].x[k] =
                b->way  ? real_of(stack, b->way[k])
                : b->to ? real_subtract(stack, real_of(stack, b->to[k]), out->place[side].x[k])
                        : zero;
        }
    }
    prepare_doubles(out, stack);
}

void straight_between(const straight_course* s, double time, double out[3])
{
    const size_t mark = real_mark(s->stack);
    const real tau = real_of(s->stack, time), one = real_of(s->stack, 1);
    for (int k = 0; k < 3; k++) {
        const real way = real_multiply(s->stack, s->relative.x[k], tau);
        const double x = real_quotient(s->stack, real_add(s->stack, s->between.x[k], way), one);
        // Beyond the doubles nothing is bounded by doubles, so any number beyond the guard will do.
        out[k] = double_is_finite(x) ? x : double_bits(x) >> 63 ? -DBL_MAX : DBL_MAX;
    }
    real_release(s->stack, mark);
}

void straight_look_from(straight_course* s, double base)
{
    s->base = base;
    straight_between(s, base, s->side[1].translation);
    s->place_error = 1.01 * 0x1p-53 * absolute_max3(s->side[1].translation) + DBL_MIN;
    pose_pair_change(&s->poses, &s->side[0], &s->side[1], 0);
}

// ------------------------------------------------------------------------------------------------ axes

// Six points, the way, and what is needed of the axes: all relative to a's first corner.
typedef struct six {
    double point[2][3][3];                           // of a, of b
    double edge[2][3][3], length[2][3], span[2][3];  // |edge|, and lambda: with its errors
    double reach;                                    // of both sides, errors included
    double error;                                    // of each coordinate of a point
    double way[3], way_length;
} six;

// How two triangles stand along an axis: b is so far beyond a, or a beyond b, where that is more than 0.
typedef struct slab {
    double gap[2], gap_error;
    double speed, speed_error;
} slab;

// The bound of a determinant of two edges and of two points, or of the way.
typedef struct pair_of_edges {
    double area, fixed;  // lambda lambda; errors of these
} pair_of_edges;

static double least3(const double x[3])
{
    const double y = x[0] < x[1] ? x[0] : x[1];
    return y < x[2] ? y : x[2];
}

static double most3(const double x[3])
{
    return double_larger(double_larger(x[0], x[1]), x[2]);
}

static void six_of(six* out, const straight_course* s, const posed_triangle* a,
                   const posed_triangle* b)
{
    const posed_triangle* const t[2] = {a, b};
    double far[2] = {0, 0};
    out->error = s->is_moderate ? double_larger(a->error, b->error) : (double)INFINITY;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 3; i++) {
            subtract3(out->point[side][i], t[side]->point[i], a->point[0]);
            subtract3(out->edge[side][i], t[side]->point[(i + 1) % 3], t[side]->point[i]);
            out->length[side][i] = absolute_sum3(out->edge[side][i]);
            out->span[side][i] = out->length[side][i] + 3.6 * out->error;
            far[side] = double_larger(absolute_sum3(out->point[side][i]), far[side]);
        }
    }
    out->reach = far[0] + far[1] + 7.2 * out->error;
    memcpy(out->way, s->way, sizeof out->way);
    out->way_length = absolute_sum3(s->way);
}

static pair_of_edges pair_bound(const six* x, double span, double other)
{
    return (pair_of_edges){span * other, 3.54 * x->error * (span + other)};
}

// What a difference of two projections errs by, and a speed: the axis is the cross product of two edges.
static void bound_slab(slab* out, const six* x, const pair_of_edges* p)
{
    const double area = 18 * V * p->area + p->fixed;
    out->gap_error =
        ABUT_STRAIGHT_SCALE * (area * x->reach + 7.08 * x->error * p->area + SIGN_TINY);
    out->speed_error = ABUT_STRAIGHT_SCALE * (area * x->way_length + SIGN_TINY);
}

static void open_gaps(slab* out, const double a[3], const double b[3])
{
    out->gap[0] = least3(b) - most3(a);
    out->gap[1] = least3(a) - most3(b);
}

// ------------------------------------------------------------------------------------------------ times

static inline double rounded_down(double x)
{
    return x - fabs(x) * QUOTIENT - TIME_TINY;
}

static inline double rounded_up(double x)
{
    return x + fabs(x) * QUOTIENT + TIME_TINY;
}

// At least, or at most, how long a distance takes at speeds from slow to fast.
static inline double least_time(double way, double slow, double fast)
{
    return rounded_down(way > 0 ? way / fast : way / slow);
}

static inline double most_time(double way, double slow, double fast)
{
    return rounded_up(way > 0 ? way / slow : way / fast);
}

// Narrow the bounds by one axis. *enters: until when it has been met, certainly.
static inline void take_slab(straight_bounds* out, const slab* s, double* enters)
{
    const double speed = fabs(s->speed), slow = speed - s->speed_error,
                 fast = speed + s->speed_error;
    const double nearer = s->gap[0] > s->gap[1] ? s->gap[0] : s->gap[1];
    *enters = (double)INFINITY;
    if (slow > 0) {
        const int first = s->speed > 0;
        const double enter = s->gap[first], leave = -s->gap[!first];
        const double lo = least_time(enter - s->gap_error, slow, fast);
        *enters = most_time(enter + s->gap_error, slow, fast);
        out->enter_lo = double_larger(lo, out->enter_lo);
        const double hi = most_time(leave + s->gap_error, slow, fast),
                     least = least_time(leave - s->gap_error, slow, fast);
        if (hi < out->leave_hi) out->leave_hi = hi;
        if (least < out->leave_lo) out->leave_lo = least;
    } else if (nearer - s->gap_error > 0) {
        // It may come from either side, or never.
        out->enter_lo = double_larger(rounded_down((nearer - s->gap_error) / fast), out->enter_lo);
        out->leave_lo = -1;
    } else if (nearer + s->gap_error < 0) {
        const double until = rounded_down(-(nearer + s->gap_error) / fast);
        *enters = 0;
        if (until < out->leave_lo) out->leave_lo = until;
    } else {
        out->leave_lo = -1;
    }
}

// ------------------------------------------------------------------------------------------------ faces and edges

// What is known of all axes.
typedef struct axes {
    six x;
    double height[2][3], height_error[2];  // of the other's corners over a plane
    double normal[2][3], climb[2], climb_error[2];
    double beside[3][3],
        beside_error[3][3];               // det(edge of a, edge of b, from the one to the other)
    double turn[3][3], turn_error[3][3];  // the same of the way
    double enters[STRAIGHT_AXES];
    int may_be_parallel;
} axes;

// The normal of one triangle, and whether an edge of the other one certainly leaves its plane.
static void take_face(axes* v, straight_bounds* out, int side)
{
    six* const x = &v->x;
    double own[3], other[3];
    slab s;
    cross3(v->normal[side], x->edge[side][0], x->edge[side][1]);
    const pair_of_edges p = pair_bound(x, x->span[side][0], x->span[side][1]);
    for (int i = 0; i < 3; i++) {
        own[i] = dot3(v->normal[side], x->point[side][i]);
        other[i] = dot3(v->normal[side], x->point[!side][i]);
    }
    open_gaps(&s, side ? other : own, side ? own : other);
    s.speed = dot3(v->normal[side], x->way);
    bound_slab(&s, x, &p);
    take_slab(out, &s, &v->enters[side]);
    v->climb[side] = side ? -s.speed : s.speed;
    v->climb_error[side] = s.speed_error;
    v->height_error[side] = s.gap_error;
    for (int i = 0; i < 3; i++)
        v->height[side][i] = other[i] - own[0];
    if (most3(other) - least3(other) > 2 * s.gap_error) v->may_be_parallel = 0;
}

static void take_edges(axes* v, straight_bounds* out, int i, int j)
{
    const six* const x = &v->x;
    double axis[3];
    slab s;
    cross3(axis, x->edge[0][i], x->edge[1][j]);
    const pair_of_edges p = pair_bound(x, x->span[0][i], x->span[1][j]);
    const double at = dot3(axis, x->point[0][i]), a = dot3(axis, x->point[0][(i + 2) % 3]),
                 bt = dot3(axis, x->point[1][j]), b = dot3(axis, x->point[1][(j + 2) % 3]);
    open_gaps(&s, (const double[3]){at, a, a}, (const double[3]){bt, b, b});
    s.speed = dot3(axis, x->way);
    bound_slab(&s, x, &p);
    take_slab(out, &s, &v->enters[2 + 3 * i + j]);
    v->beside[i][j] = bt - at;
    v->beside_error[i][j] = s.gap_error;
    v->turn[i][j] = s.speed;
    v->turn_error[i][j] = s.speed_error;
}

// Triangles in parallel planes, or nearly so, are parted by edges in these. Any axis proves what it proves, as it is.
static void take_in_plane(const axes* v, straight_bounds* out)
{
    const six* const x = &v->x;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < 3; i++) {
            double axis[3], a[3], b[3], enters;
            slab s;
            cross3(axis, v->normal[side], x->edge[side][i]);
            for (int k = 0; k < 3; k++) {
                a[k] = dot3(axis, x->point[0][k]);
                b[k] = dot3(axis, x->point[1][k]);
            }
            const double size = absolute_sum3(axis);
            open_gaps(&s, a, b);
            s.speed = dot3(axis, x->way);
            s.gap_error =
                ABUT_STRAIGHT_SCALE * (size * (2.02 * x->error + 6 * V * x->reach) + SIGN_TINY);
            s.speed_error = ABUT_STRAIGHT_SCALE * (size * 6 * V * x->way_length + SIGN_TINY);
            take_slab(out, &s, &enters);
        }
    }
}

// ------------------------------------------------------------------------------------------------ certainty

// -1, 0 or 1 as what is now, and changes so, certainly is after a time.
static int sign_after(double now, double error, double change, double change_error, double time)
{
    const double more = time * change, value = now + more;
    const double bound = error + time * change_error + 4 * V * (fabs(now) + fabs(more));
    return (value > bound) - (value < -bound);
}

// Whether, after a time, an edge of one triangle certainly pierces the face of the other.
static int pierces(const axes* v, double time)
{
    int beside[3][3];
    for (int i = 0; i < 9; i++)
        beside[i / 3][i % 3] = sign_after(v->beside[i / 3][i % 3], v->beside_error[i / 3][i % 3],
                                          v->turn[i / 3][i % 3], v->turn_error[i / 3][i % 3], time);
    for (int side = 0; side < 2; side++) {
        int above[3];
        for (int i = 0; i < 3; i++)
            above[i] = sign_after(v->height[side][i], v->height_error[side], v->climb[side],
                                  v->climb_error[side], time);
        for (int e = 0; e < 3; e++) {
            int sum = 0;
            for (int f = 0; f < 3; f++)
                sum += side ? beside[e][f] : beside[f][e];
            if (above[e] * above[(e + 1) % 3] < 0 && (sum == 3 || sum == -3)) return 1;
        }
    }
    return 0;
}

// The latest time at which they meet along an axis of which that is known.
static double latest_known(const axes* v)
{
    double latest = 0;
    for (int i = 0; i < STRAIGHT_AXES; i++)
        if (v->enters[i] < (double)INFINITY && v->enters[i] > latest) latest = v->enters[i];
    return latest;
}

// Say whether they certainly meet, and up to when first.
static void find_certain(const axes* v, straight_bounds* out)
{
    double latest = 0;
    for (int i = 0; i < STRAIGHT_AXES; i++)
        latest = double_larger(v->enters[i], latest);
    out->enter_hi = (double)INFINITY;
    if (!v->may_be_parallel && latest <= out->leave_lo) {
        out->enter_hi = latest;
        out->is_certain = 1;
        out->is_open = latest < out->leave_lo;
    } else {
        // Where some axis tells nothing, a look at a time right behind those that do.
        const double known = latest_known(v), step = known - out->enter_lo;
        for (int turn = 0; turn < 2 && !out->is_certain; turn++) {
            const double at = known + (turn ? 0x1p14 : 16) * step;
            if (!(at < out->leave_hi) || !pierces(v, at)) continue;
            out->enter_hi = at;
            out->is_certain = out->is_open = 1;
        }
    }
    out->axes = 0;
    for (int i = 0; i < STRAIGHT_AXES; i++)
        out->axes |= (unsigned)(v->enters[i] >= out->enter_lo) << i;
}

void straight_bound(const straight_course* s, const posed_triangle* a, const posed_triangle* b,
                    straight_bounds* out)
{
    axes v;
    six_of(&v.x, s, a, b);
    *out = (straight_bounds){.leave_lo = (double)INFINITY, .leave_hi = (double)INFINITY};
    v.may_be_parallel = 1;
    for (int side = 0; side < 2; side++)
        take_face(&v, out, side);
    out->is_apart = out->enter_lo > out->leave_hi;
    for (int i = 0; i < 9 && !out->is_apart; i++) {
        take_edges(&v, out, i / 3, i % 3);
        out->is_apart = out->enter_lo > out->leave_hi;
    }
    if (out->is_apart) return;
    if (v.may_be_parallel) take_in_plane(&v, out);
    out->is_apart = out->enter_lo > out->leave_hi;
    if (!out->is_apart) find_certain(&v, out);
}
