// moving_bound.c - see moving.h. Free by a fixed direction: what lies ahead of what at both ends of an interval does so
// throughout, since distances along it are linear. Or by signs: the cubic and the weights of moving_exact.c, as Bernstein
// coefficients on the interval, between the least and the greatest of which their values are. Else the interval is halved.
//
// Roundings, in any mode (docs/proofs/vertices.md, "Vertices that move"): e = 2^-52.
#include "base/base.h"
#include "base/bits.h"
#include "geom/moving.h"
#include "geom/vector.h"

#include <math.h>

// The margins are for what stands beside them, times the largest coordinates of the arms. Tests lower them.
#ifndef MOVING_MARGIN
#define MOVING_MARGIN 1.0
#endif
#define DIRECTION_MARGIN (MOVING_MARGIN * 0x1p-47)
#define CUBIC_END_MARGIN (MOVING_MARGIN * 0x1p-45)
#define CUBIC_MARGIN     (MOVING_MARGIN * 0x1p-43)
#define WEIGHT_MARGIN    (MOVING_MARGIN * 0x1p-38)

#define INTERVALS_MOST 24
#define HEIGHT_MOST    INTERVALS_MOST
#define MODERATE_LOW   0x1p-100
#define MODERATE_HIGH  0x1p100

typedef struct arms {
    double from[3][3], to[3][3];  // of points 1, 2 and 3 from point 0: at time 0 and time 1
    double size[3], most;         // the largest coordinate of each, at both times; of all
    int is_edges;
} arms;

typedef struct span {  // of time; the arms at its ends
    double begin, end;
    double at[2][3][3];
} span;

static inline double smaller(double x, double y)
{
    return y < x ? y : x;
}

// ------------------------------------------------------------------------------------------- vectors

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

// ---------------------------------------------------------------------------------------------- arms

// Returns 0 for sizes at which products may not be trusted, even when they are scaled.
static int arms_make(arms* a, const moving_four* m)
{
    a->is_edges = m->is_edges;
    a->most = 0;
    for (int i = 0; i < 3; i++) {
        subtract(m->at[i + 1][0], m->at[0][0], a->from[i]);
        subtract(m->at[i + 1][1], m->at[0][1], a->to[i]);
        a->size[i] = 0;
        for (int k = 0; k < 3; k++)
            a->size[i] =
                double_larger(double_larger(fabs(a->to[i][k]), fabs(a->from[i][k])), a->size[i]);
        a->most = double_larger(a->size[i], a->most);
    }
    if (a->most >= MODERATE_LOW && a->most <= MODERATE_HIGH) return 1;
    if (!(a->most >= 0x1p-1000 && a->most <= 0x1p1000)) return 0;
    const int top = double_top(a->most);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            a->from[i][k] = double_scale(a->from[i][k], -top);
            a->to[i][k] = double_scale(a->to[i][k], -top);
        }
        a->size[i] = double_scale(a->size[i], -top);
    }
    a->most = double_scale(a->most, -top);
    return 1;
}

static void arms_at(const arms* a, double time, double out[3][3])
{
    const double left = 1 - time;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = left * a->from[i][k] + time * a->to[i][k];
}

// ----------------------------------------------------------------------------------------- direction

// About the point of a segment next to the origin, and the square of how far that is.
static double next_on_segment(const double a[3], const double b[3], double out[3])
{
    double way[3];
    subtract(b, a, way);
    const double length = dot3(way, way), along = -dot3(a, way);
    const double t = along <= 0 ? 0 : along >= length ? 1 : along / length;
    for (int k = 0; k < 3; k++)
        out[k] = a[k] + t * way[k];
    return dot3(out, out);
}

// About the point of a triangle next to the origin: within it, or on an edge.
static void next_on_triangle(double p[3][3], double out[3])
{
    double u[3], v[3], n[3], side[3], best = HUGE_VAL;
    subtract(p[1], p[0], u);
    subtract(p[2], p[0], v);
    cross(u, v, n);
    int is_within = dot3(n, n) > 0;
    for (int i = 0; i < 3 && is_within; i++) {
        cross(p[i], p[(i + 1) % 3], side);
        is_within = dot3(n, side) >= 0;
    }
    if (is_within) {
        const double height = dot3(n, p[0]) / dot3(n, n);
        for (int k = 0; k < 3; k++)
            out[k] = height * n[k];
        return;
    }
    for (int i = 0; i < 3; i++) {
        double on[3];
        const double far = next_on_segment(p[i], p[(i + 1) % 3], on);
        if (!(far < best)) continue;
        best = far;
        for (int k = 0; k < 3; k++)
            out[k] = on[k];
    }
}

// About the shortest way from the edge 0 A to the edge B C.
static void way_between(double p[3][3], double out[3])
{
    double v[3], n[3], side[3], best = HUGE_VAL;
    const double zero[3] = {0, 0, 0};
    subtract(p[2], p[1], v);
    cross(p[0], v, n);
    const double size = dot3(n, n);
    cross(p[1], v, side);
    const double s = dot3(side, n);
    cross(p[1], p[0], side);
    const double t = dot3(side, n);
    if (size > 0 && s >= 0 && s <= size && t >= 0 && t <= size) {
        const double height = dot3(n, p[1]) / size;
        for (int k = 0; k < 3; k++)
            out[k] = height * n[k];
        return;
    }
    for (int i = 0; i < 4; i++) {
        double from[3], to[3], on[3];
        if (i < 2) {  // an end of the first edge, to the second
            subtract(p[1], i ? p[0] : zero, from);
            subtract(p[2], i ? p[0] : zero, to);
        } else {  // the first edge, to an end of the second
            subtract(p[i - 1], zero, from);
            subtract(p[i - 1], p[0], to);
        }
        const double far = next_on_segment(from, to, on);
        if (!(far < best)) continue;
        best = far;
        for (int k = 0; k < 3; k++)
            out[k] = on[k];
    }
}

// How far one side is ahead of the other along g at one end, at least.
static double lead(const arms* a, const double at[3][3], const double g[3])
{
    const double x = dot3(g, at[0]), y = dot3(g, at[1]), z = dot3(g, at[2]);
    if (a->is_edges) return smaller(y, z) - double_larger(x, 0);
    return smaller(x, smaller(y, z));
}

static int is_apart(const arms* a, const span* s)
{
    double middle[3][3], g[3] = {0, 0, 0}, most = 0;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            middle[i][k] = 0.5 * (s->at[0][i][k] + s->at[1][i][k]);
    if (a->is_edges)
        way_between(middle, g);
    else
        next_on_triangle(middle, g);
    for (int k = 0; k < 3; k++)
        most = double_larger(fabs(g[k]), most);
    if (!(most > 0x1p-500)) return 0;
    for (int k = 0; k < 3; k++)
        g[k] /= most;
    const double margin = DIRECTION_MARGIN * a->most * (fabs(g[0]) + fabs(g[1]) + fabs(g[2]));
    return lead(a, s->at[0], g) > margin && lead(a, s->at[1], g) > margin;
}

// ------------------------------------------------------------------------------------------- signs

// A vector whose coordinates are quadratic on the span: its Bernstein coefficients, but twice the one in the middle.
typedef struct quadratic3 {
    double c[3][3];
} quadratic3;

static quadratic3 cross_arms(const span* s, int i, int j)
{
    quadratic3 out = {{{0}}};
    double other[3];
    cross(s->at[0][i], s->at[0][j], out.c[0]);
    cross(s->at[0][i], s->at[1][j], out.c[1]);
    cross(s->at[1][i], s->at[0][j], other);
    for (int k = 0; k < 3; k++)
        out.c[1][k] += other[k];
    cross(s->at[1][i], s->at[1][j], out.c[2]);
    return out;
}

static quadratic3 sum_of(const quadratic3* a, const quadratic3* b)
{
    quadratic3 out;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out.c[i][k] = a->c[i][k] + b->c[i][k];
    return out;
}

// What is known of a polynomial on the span.
typedef struct signs {
    int positive, negative;  // certainly, throughout
    int first, last;         // certain signs at its ends, else 0
} signs;

static int certain(double x, double margin)
{
    return (x > margin) - (x < -margin);
}

static signs signs_of(const double* c, int count, double end_margin, double margin)
{
    signs out = {.first = certain(c[0], end_margin), .last = certain(c[count - 1], end_margin)};
    int sum = out.first + out.last;
    for (int i = 1; i < count - 1; i++)
        sum += certain(c[i], margin);
    out.positive = sum == count;
    out.negative = sum == -count;
    return out;
}

// Of the scalar product of two, each coefficient times some positive number.
static signs weight_of(const quadratic3* a, const quadratic3* b, double margin)
{
    const double c[5] = {dot3(a->c[0], b->c[0]), dot3(a->c[0], b->c[1]) + dot3(a->c[1], b->c[0]),
                         dot3(a->c[0], b->c[2]) + dot3(a->c[1], b->c[1]) + dot3(a->c[2], b->c[0]),
                         dot3(a->c[1], b->c[2]) + dot3(a->c[2], b->c[1]), dot3(a->c[2], b->c[2])};
    return signs_of(c, 5, margin, margin);
}

static signs cubic_of(const arms* a, const span* s, const quadratic3* x)
{
    const double* const from = s->at[0][0];
    const double* const to = s->at[1][0];
    const double size = a->size[0] * a->size[1] * a->size[2];
    const double c[4] = {dot3(from, x->c[0]), dot3(from, x->c[1]) + dot3(to, x->c[0]),
                         dot3(from, x->c[2]) + dot3(to, x->c[1]), dot3(to, x->c[2])};
    // Products of what is far smaller than the largest may have been taken as 0.
    const double least = 0x1p-800;
    return signs_of(c, 4, CUBIC_END_MARGIN * size + least, CUBIC_MARGIN * size + least);
}

static moving_verdict judge(const arms* a, const span* s)
{
    if (is_apart(a, s)) return MOVING_FREE;
    const quadratic3 x = cross_arms(s, 1, 2);
    const signs plane = cubic_of(a, s, &x);
    if (plane.positive || plane.negative) return MOVING_FREE;
    const quadratic3 y = cross_arms(s, 2, 0), z = cross_arms(s, 0, 1);
    const quadratic3 yz = sum_of(&y, &z), all = sum_of(&x, &yz);
    const double size = a->most * a->most, margin = WEIGHT_MARGIN * (size * size);
    signs w[4];
    int count = 3;
    if (a->is_edges) {
        count = 4;
        w[0] = weight_of(&x, &yz, margin);
        w[0] = (signs){w[0].negative, w[0].positive, -w[0].first, -w[0].last};
        w[1] = weight_of(&all, &yz, margin);
        w[2] = weight_of(&z, &yz, margin);
        w[3] = weight_of(&y, &yz, margin);
    } else {
        w[0] = weight_of(&all, &x, margin);
        w[1] = weight_of(&all, &y, margin);
        w[2] = weight_of(&all, &z, margin);
    }
    int meets = plane.first * plane.last < 0;
    for (int i = 0; i < count; i++) {
        if (w[i].negative) return MOVING_FREE;
        meets &= w[i].positive;
    }
    return meets ? MOVING_MEETS : MOVING_OPEN;
}

moving_verdict moving_bound(const moving_four* m, double until, unsigned* intervals)
{
    arms a;
    span stack[HEIGHT_MOST];
    int height = 0, looked_at = 0;
    moving_verdict verdict = MOVING_OPEN;
    if (!arms_make(&a, m)) return MOVING_OPEN;
    stack[0] = (span){.begin = 0, .end = until};
    arms_at(&a, 0, stack[0].at[0]);
    arms_at(&a, until, stack[0].at[1]);
    for (height = 1; height > 0;) {
        span* const s = &stack[height - 1];
        looked_at++;
        verdict = judge(&a, s);
        if (verdict == MOVING_MEETS) break;
        if (verdict == MOVING_FREE) {
            height--;
            continue;
        }
        if (looked_at >= INTERVALS_MOST) break;
        // The left half goes on top.
        const double middle = 0.5 * (s->begin + s->end);
        stack[height] = *s;
        stack[height].end = middle;
        arms_at(&a, middle, stack[height].at[1]);
        s->begin = middle;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                s->at[0][i][k] = stack[height].at[1][i][k];
        height++;
    }
    if (intervals) *intervals += (unsigned)looked_at;
    return verdict;
}
