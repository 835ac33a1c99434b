// moving_pair.c - see moving_pair.h.
#include "geom/moving_pair.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <math.h>

#ifndef MOVING_MARGIN
#define MOVING_MARGIN 1.0
#endif
#define DIRECTION_MARGIN (MOVING_MARGIN * 0x1p-47)

#define FAN_TURNS 12

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

static inline double smaller(double x, double y)
{
    return y < x ? y : x;
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
                out->most = double_larger(double_larger(fabs(end), fabs(begin)), out->most);
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
        *least = smaller(*least, x);
        *most = double_larger(x, *most);
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
    const double most = double_larger(double_larger(fabs(g[2]), fabs(g[1])), fabs(g[0]));
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

// A direction that has all arms of the second ahead of the common vertex and those of the first behind it, at both ends, if there
// is one and it is found soon: their sum, and then some more of the arm that lags (Rosenblatt's perceptron).
static int propose_in_fan(const moving_pair* p, const placed* at, double g[3])
{
    double arm[12][3];
    int count = 0;
    g[0] = g[1] = g[2] = 0;
    for (int i = 0; i < 12; i++) {
        const int side = i & 1, time = i >> 1 & 1, vertex = i >> 2;
        const double* const v = at->at[side][time][vertex];
        const double length = length3(v);
        if (p->is_common[side][vertex]) continue;
        if (!(length > 1 / LARGE)) return 0;
        for (int k = 0; k < 3; k++) {
            arm[count][k] = side ? v[k] / length : -v[k] / length;
            g[k] += arm[count][k];
        }
        count++;
    }
    for (int turn = 0; turn < FAN_TURNS; turn++) {
        double least = HUGE_VAL;
        int last = 0;
        for (int i = 0; i < count; i++) {
            const double along = dot3(g, arm[i]);
            if (!(along < least)) continue;
            least = along;
            last = i;
        }
        if (least > 0x1p-20) return 1;
        for (int k = 0; k < 3; k++)
            g[k] += arm[last][k];
    }
    return 0;
}

// Where a side is along an axis at one end.
static void range_on_axis(const placed* at, int side, int time, int axis, double range[2])
{
    const double x = at->at[side][time][0][axis], y = at->at[side][time][1][axis],
                 z = at->at[side][time][2][axis];
    range[0] = smaller(smaller(x, y), z);
    range[1] = double_larger(z, double_larger(y, x));
}

// Along the axes: the one is ahead up to a time, and ahead or behind along another, from a time before that on.
static int is_apart_by_turns(const placed* at)
{
    const double margin = DIRECTION_MARGIN * at->most;
    double first = 0, last = 1;  // apart before the first, and after the last
    for (int axis = 0; axis < 3; axis++) {
        double range[2][2][2] = {{{0}}};  // time, side
        for (int i = 0; i < 4; i++)
            range_on_axis(at, i & 1, i >> 1, axis, range[i >> 1][i & 1]);
        for (int side = 0; side < 2; side++) {
            const double begin = range[0][side][0] - range[0][!side][1] - margin;
            const double end = range[1][side][0] - range[1][!side][1] - margin;
            if (begin > 0 && end > 0) return 1;
            if (begin > 0) first = double_larger(begin / (begin - end), first);
            if (end > 0) last = smaller(last, begin / (begin - end));
        }
    }
    return first > last + 0x1p-40;
}

// Of two with a common edge: whether four points are on one side of a plane, two and two or one and three, at both ends. The first
// ahead of them are those, by bits: 0 and 1 the edge's, 2 the first's other vertex, 3 the second's.
static int is_parted(const placed* at, const double* v[2][4], unsigned ahead, const double g[3])
{
    const double margin = DIRECTION_MARGIN * at->most * (fabs(g[0]) + fabs(g[1]) + fabs(g[2]));
    int parted = 1;
    for (int time = 0; time < 2; time++) {
        double least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < 4; i++) {
            const double x = g[0] * v[time][i][0] + g[1] * v[time][i][1] + g[2] * v[time][i][2];
            if (ahead >> i & 1)
                least = smaller(least, x);
            else
                most = double_larger(x, most);
        }
        parted &= least - most > margin;
    }
    return parted;
}

// Across the common edge, from the second to the first, halfway; and so much along the edge that the diagonals are parted.
static int propose_at_edge(const double* v[2][4], double across[3], double along[3])
{
    double x[4][3], length[2], edge2, span = 0;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            x[i][k] = 0.5 * (v[0][i][k] + v[1][i][k]) - 0.5 * (v[0][0][k] + v[1][0][k]);
    edge2 = dot3(x[1], x[1]);
    if (!(edge2 > 0)) return 0;
    for (int i = 0; i < 2; i++) {
        const double part = dot3(x[2 + i], x[1]) / edge2;
        for (int k = 0; k < 3; k++)
            x[2 + i][k] -= part * x[1][k];
        length[i] = length3(x[2 + i]);
        if (!(length[i] > 0)) return 0;
    }
    for (int k = 0; k < 3; k++) {
        across[k] = x[2][k] / length[0] - x[3][k] / length[1];
        span += across[k] * (x[2][k] - x[3][k]);
    }
    for (int k = 0; k < 3; k++)
        along[k] = 0.5 * span / edge2 * x[1][k];
    return 1;
}

// The two triangles' other vertices do not meet the other triangle, nor do edges that have no vertex in common.
static int is_apart_at_edge(const moving_pair* p, const placed* at)
{
    const double* v[2][4];
    double across[3], along[3], left[3], right[3];
    int common = 0;
    if (p->is_common[1][0] + p->is_common[1][1] + p->is_common[1][2] != 2) return 0;
    for (int i = 0; i < 3; i++)
        for (int time = 0; time < 2; time++) {
            v[time][p->is_common[0][i] ? common : 2] = at->at[0][time][i];
            if (!p->is_common[1][i]) v[time][3] = at->at[1][time][i];
            common += time && p->is_common[0][i];
        }
    if (common != 2 || !propose_at_edge(v, across, along)) return 0;
    for (int k = 0; k < 3; k++) {
        left[k] = across[k] - along[k];
        right[k] = across[k] + along[k];
    }
    const double back[3] = {-across[0], -across[1], -across[2]};
    return is_parted(at, v, 1u << 2, across) && is_parted(at, v, 1u << 3, back) &&
           is_parted(at, v, 1u << 2 | 1u << 0, left) && is_parted(at, v, 1u << 2 | 1u << 1, right);
}

int moving_pair_is_apart(const moving_pair* p, double until)
{
    placed at;
    double g[3];
    if (p->common > 2) return 0;
    place(p, until, &at);
    if (!(at.most > 1 / LARGE && at.most < LARGE)) return 0;
    if (p->common == 2) return is_apart_at_edge(p, &at);
    if (p->common)
        return propose_in_fan(p, &at, g) && make_moderate(g) && is_apart_along(p, &at, g);
    if (is_apart_by_turns(&at)) return 1;
    for (int which = 0; which < 3; which++) {
        propose(&at, which, g);
        if (make_moderate(g) && is_apart_along(p, &at, g)) return 1;
    }
    return 0;
}

// Whether a point that moves on a line from x[0] to x[1] is ahead of y's until a time, if not then.
static int stays_ahead(real_stack* s, const double x[2], const double y[2],
                       const polynomial_root* time)
{
    if (double_compare(x[0], y[0]) <= 0) return 0;
    if (double_compare(x[1], y[1]) >= 0) return 1;
    const size_t mark = real_mark(s);
    const polynomial gap =
        polynomial_between(s, real_subtract(s, real_of(s, x[0]), real_of(s, y[0])),
                           real_subtract(s, real_of(s, x[1]), real_of(s, y[1])));
    const int sign = polynomial_sign_at(s, &gap, time);
    real_release(s, mark);
    return sign >= 0;
}

static void take_coordinate(const moving_triangle* t, int axis, double out[3][2])
{
    for (int i = 0; i < 3; i++)
        for (int time = 0; time < 2; time++)
            out[i][time] = t->at[i][time][axis];
}

static int is_same_way(const double x[2], const double y[2])
{
    return double_is_equal(x[0], y[0]) && double_is_equal(x[1], y[1]);
}

// Flat ones have one way for three vertices.
static int all_stay_ahead(real_stack* s, double x[3][2], double y[3][2],
                          const polynomial_root* time)
{
    int ahead = 1;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            ahead &= double_compare(x[i][0], y[k][0]) > 0;
    for (int i = 0; i < 3 && ahead; i++)
        for (int k = 0; k < 3 && ahead; k++)
            if (!(i && is_same_way(x[i], x[i - 1])) && !(k && is_same_way(y[k], y[k - 1])))
                ahead = stays_ahead(s, x[i], y[k], time);
    return ahead;
}

int moving_pair_is_no_earlier(real_stack* s, const moving_pair* p, const polynomial_root* time)
{
    if (p->common) return 0;
    for (int axis = 0; axis < 3; axis++) {
        double x[3][2], y[3][2];
        take_coordinate(p->side[0], axis, x);
        take_coordinate(p->side[1], axis, y);
        if (all_stay_ahead(s, x, y, time) || all_stay_ahead(s, y, x, time)) return 1;
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
    size_t base;  // of the stack: the first one's numbers stand there
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
    if (order > 0 || (order == 0 && !comes_before(features, *f->features))) {
        real_release(f->s, mark);
        return;
    }
    polynomial_root_keep(f->s, f->base, &m.time);
    *f->first = m;
    *f->features = features;
    f->found = 1;
    f->until = m.hi;
}

int moving_pair_first(real_stack* s, const moving_pair* p, double until, moving_meeting* first,
                      abut_event* features, moving_work* work)
{
    finder f = {s, p, real_mark(s), until, 0, first, features, work};
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
    const double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v), uw = dot3(u, w),
                 vw = dot3(v, w);
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
    const double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v), area = uu * vv - uv * uv;
    const double t = area > 0 ? clamped((dot3(u, w) * vv - dot3(v, w) * uv) / area) : 0;
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
