// moving_pair.c - see moving_pair.h.
#include "geom/moving_pair.h"

#include "base/base.h"
#include "base/bits.h"

#include <math.h>

#ifndef MOVING_MARGIN
#define MOVING_MARGIN 1.0
#endif
#define DIRECTION_MARGIN (MOVING_MARGIN * 0x1p-47)

#define LARGE 0x1p300  // beyond it, or below its inverse, products of two are not trusted

void moving_pair_make(moving_pair* p, const moving_triangle* a, const moving_triangle* b)
{
    *p = (moving_pair){.side = {a, b}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            if (a->id[i] == b->id[k]) p->is_common[0][i] = p->is_common[1][k] = 1;
    for (int i = 0; i < 3; i++)
        p->common += p->is_common[0][i];
}

// ----------------------------------------------------------------------------------------- direction

typedef struct placed {     // both, from a point that goes with the first
    double at[2][2][3][3];  // side, time, vertex
    double most;            // of all coordinates
} placed;

static void place(const moving_pair* p, double until, placed* out)
{
    int origin = 0;  // the common vertex, if there is one: it is in the origin then
    while (origin < 2 && !p->is_common[0][origin])
        origin++;
    if (!p->is_common[0][origin]) origin = 0;
    out->most = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++) {
                const double* const* const v = p->side[side]->at[i];
                const double* const* const o = p->side[0]->at[origin];
                const double begin = v[0][k] - o[0][k], end = v[1][k] - o[1][k];
                out->at[side][0][i][k] = begin;
                out->at[side][1][i][k] = (1 - until) * begin + until * end;
                out->most = fmax(out->most, fmax(fabs(begin), fabs(end)));
            }
}

// Of all coordinates of a side along g at one end, but those of common vertices.
static void range_along(const moving_pair* p, const placed* at, int side, int time,
                        const double g[3], double* least, double* most)
{
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        if (p->is_common[side][i]) continue;
        const double* const v = at->at[side][time][i];
        const double x = g[0] * v[0] + g[1] * v[1] + g[2] * v[2];
        *least = fmin(*least, x);
        *most = fmax(*most, x);
    }
}

// Whether the second is ahead of the first along g at both ends, or behind it at both. With a common vertex: the one ahead of it,
// the other behind it.
static int is_apart_along(const moving_pair* p, const placed* at, const double g[3])
{
    const double margin = DIRECTION_MARGIN * at->most * (fabs(g[0]) + fabs(g[1]) + fabs(g[2]));
    int ahead = 1, behind = 1;
    for (int time = 0; time < 2; time++) {
        double least[2], most[2];
        range_along(p, at, 0, time, g, &least[0], &most[0]);
        range_along(p, at, 1, time, g, &least[1], &most[1]);
        if (p->common) {
            ahead &= least[1] > margin && most[0] < -margin;
            behind &= least[0] > margin && most[1] < -margin;
        } else {
            ahead &= least[1] - most[0] > margin;
            behind &= least[0] - most[1] > margin;
        }
    }
    return ahead | behind;
}

// To about the size of 1, so that products of it are what they should be. Returns 0 for what is nothing.
static int make_moderate(double g[3])
{
    const double most = fmax(fabs(g[0]), fmax(fabs(g[1]), fabs(g[2])));
    if (!(most > 1 / LARGE && most < LARGE)) return 0;
    for (int k = 0; k < 3; k++)
        g[k] /= most;
    return 1;
}

static void middle_of(const placed* at, int side, int i, double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = 0.5 * (at->at[side][0][i][k] + at->at[side][1][i][k]);
}

// From the middle of one to the middle of the other, or the normal of one, halfway.
static void propose(const placed* at, int which, double g[3])
{
    double v[3][3], w[3][3];
    for (int i = 0; i < 3; i++) {
        middle_of(at, which == 2 ? 1 : 0, i, v[i]);
        middle_of(at, 1, i, w[i]);
    }
    for (int k = 0; k < 3; k++) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        g[k] = which == 0 ? (w[0][k] + w[1][k] + w[2][k]) - (v[0][k] + v[1][k] + v[2][k])
                          : (v[1][p] - v[0][p]) * (v[2][q] - v[0][q]) -
                                (v[1][q] - v[0][q]) * (v[2][p] - v[0][p]);
    }
}

static double length_of(const double x[3])
{
    return sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
}

// From the bisector of one to that of the other, in the common vertex: it parts the two of a fan.
static int propose_in_fan(const moving_pair* p, const placed* at, double g[3])
{
    g[0] = g[1] = g[2] = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) {
            double v[3];
            if (p->is_common[side][i]) continue;
            middle_of(at, side, i, v);
            const double length = length_of(v);
            if (!(length > 1 / LARGE)) return 0;
            for (int k = 0; k < 3; k++)
                g[k] += side ? v[k] / length : -v[k] / length;
        }
    return 1;
}

int moving_pair_is_apart(const moving_pair* p, double until)
{
    placed at;
    double g[3];
    if (p->common > 1) return 0;
    place(p, until, &at);
    if (!(at.most > 1 / LARGE && at.most < LARGE)) return 0;
    if (p->common) {
        return propose_in_fan(p, &at, g) && make_moderate(g) && is_apart_along(p, &at, g);
    }
    for (int axis = 0; axis < 3; axis++) {
        const double along[3] = {axis == 0, axis == 1, axis == 2};
        if (is_apart_along(p, &at, along)) return 1;
    }
    for (int which = 0; which < 3; which++) {
        propose(&at, which, g);
        if (make_moderate(g) && is_apart_along(p, &at, g)) return 1;
    }
    return 0;
}

// ------------------------------------------------------------------------------------------ features

// A point of a pair: side * 3 + vertex.
static void take(const moving_pair* p, const int point[4], int is_edges, moving_four* out)
{
    out->is_edges = is_edges;
    for (int i = 0; i < 4; i++)
        for (int time = 0; time < 2; time++)
            out->at[i][time] = p->side[point[i] / 3]->at[point[i] % 3][time];
}

// The feature of one side that has some of its vertices.
static abut_feature feature_of(unsigned vertices)
{
    static const abut_feature features[8] = {
        ABUT_FEATURE_FACE,     ABUT_FEATURE_VERTEX_0, ABUT_FEATURE_VERTEX_1, ABUT_FEATURE_EDGE_0,
        ABUT_FEATURE_VERTEX_2, ABUT_FEATURE_EDGE_2,   ABUT_FEATURE_EDGE_1,   ABUT_FEATURE_FACE};
    return features[vertices & 7];
}

static abut_event event_of(const int point[4], unsigned points)
{
    unsigned vertices = 0;
    for (int i = 0; i < 4; i++)
        if (points >> i & 1) vertices |= 1u << point[i];
    return (abut_event){(uint8_t)feature_of(vertices & 7), (uint8_t)feature_of(vertices >> 3)};
}

static int dimension_of(uint8_t feature)
{
    return feature < ABUT_FEATURE_EDGE_0 ? 0 : feature < ABUT_FEATURE_FACE ? 1 : 2;
}

static int comes_before(abut_event x, abut_event y)
{
    const int sum = dimension_of(x.a) + dimension_of(x.b);
    const int other = dimension_of(y.a) + dimension_of(y.b);
    if (sum != other) return sum < other;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

typedef struct finder {
    real_stack* s;
    const moving_pair* pair;
    double until;
    int found;
    moving_meeting* first;
    abut_event* features;
    moving_work* work;
} finder;

static void consider(finder* f, const int point[4], int is_edges)
{
    moving_four four;
    moving_meeting m;
    take(f->pair, point, is_edges, &four);
    if (PRUNE(moving_bound(&four, f->until, &f->work->intervals) == MOVING_FREE)) return;
    f->work->exact++;
    const size_t mark = real_mark(f->s);
    if (!moving_first(f->s, &four, f->until, &m)) {
        real_release(f->s, mark);
        return;
    }
    const abut_event features = event_of(point, m.points);
    const int order = f->found ? moving_compare(f->s, &m, f->first) : -1;
    if (order > 0 || (order == 0 && !comes_before(features, *f->features))) return;
    *f->first = m;
    *f->features = features;
    f->found = 1;
    f->until = m.hi;
}

int moving_pair_first(real_stack* s, const moving_pair* p, double until, moving_meeting* first,
                      abut_event* features, moving_work* work)
{
    finder f = {s, p, until, 0, first, features, work};
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) {
            const int other = 3 - 3 * side, point[4] = {3 * side + i, other, other + 1, other + 2};
            if (!p->is_common[side][i]) consider(&f, point, 0);
        }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int point[4] = {i, (i + 1) % 3, 3 + k, 3 + (k + 1) % 3};
            const uint32_t* const a = p->side[0]->id;
            const uint32_t* const b = p->side[1]->id;
            const int i2 = (i + 1) % 3, k2 = (k + 1) % 3;
            if (a[i] == b[k] || a[i] == b[k2] || a[i2] == b[k] || a[i2] == b[k2]) continue;
            consider(&f, point, 1);
        }
    return f.found;
}

// -------------------------------------------------------------------------------------------- points

static int corners_of(const moving_pair* p, int side, uint8_t feature, double time,
                      double out[3][3])
{
    const int dimension = dimension_of(feature);
    const int first = feature < ABUT_FEATURE_EDGE_0 ? feature
                      : feature < ABUT_FEATURE_FACE ? feature - ABUT_FEATURE_EDGE_0
                                                    : 0;
    for (int i = 0; i <= dimension; i++)
        for (int k = 0; k < 3; k++) {
            const double* const* const v = p->side[side]->at[(first + i) % 3];
            out[i][k] = (1 - time) * v[0][k] + time * v[1][k];
        }
    return dimension + 1;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void subtract(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = a[k] - b[k];
}

static double clamped(double t)
{
    return t > 0 ? t < 1 ? t : 1 : 0;
}

// About the point of a triangle, an edge or a vertex that is next to another point.
static void next_to(const double x[3], double corner[3][3], int count, double out[3])
{
    double u[3] = {0}, v[3] = {0}, w[3];
    if (count > 1) subtract(corner[1], corner[0], u);
    if (count > 2) subtract(corner[2], corner[0], v);
    subtract(x, corner[0], w);
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
    const double area = uu * vv - uv * uv;
    double s = uu > 0 ? clamped(uw / uu) : 0, t = 0;
    if (area > 0) {
        s = clamped((uw * vv - vw * uv) / area);
        t = clamped((vw * uu - uw * uv) / area);
        t = s + t > 1 ? 1 - s : t;
    }
    for (int k = 0; k < 3; k++)
        out[k] = corner[0][k] + s * u[k] + t * v[k];
}

// About the point of a first edge that is next to the line of a second.
static void next_to_line(double edge[3][3], double line[3][3], double out[3])
{
    double u[3], v[3], w[3];
    subtract(edge[1], edge[0], u);
    subtract(line[1], line[0], v);
    subtract(line[0], edge[0], w);
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), area = uu * vv - uv * uv;
    const double t = area > 0 ? clamped((dot(u, w) * vv - dot(v, w) * uv) / area) : 0;
    for (int k = 0; k < 3; k++)
        out[k] = edge[0][k] + t * u[k];
}

void moving_pair_points(const moving_pair* p, abut_event features, double time, double a_point[3],
                        double b_point[3])
{
    double a[3][3] = {{0}}, b[3][3] = {{0}};
    const int a_count = corners_of(p, 0, features.a, time, a),
              b_count = corners_of(p, 1, features.b, time, b);
    if (a_count == 1) {
        next_to(a[0], a, 1, a_point);
    } else if (b_count == 1) {
        next_to(b[0], a, a_count, a_point);
    } else {
        next_to_line(a, b, a_point);
    }
    next_to(a_point, b, b_count, b_point);
}
