// nearest.c - bounds of the distance of two triangles, in doubles (docs/proofs/distance.md, "Distance").
//
// By weak duality any vector n bounds the distance from below: (min n . b - max n . a) / |n|, over the corners. So the
// search for nearest features needs no proof, only these few sums; and from above any two points of the triangles do.
#include "geom/nearest.h"

#include "base/base.h"

#include <math.h>

#define U 0x1p-53
// Coordinates about corner 0 of a, all at most 1 after scaling, take part in the sums below.
#define LEAST 0x1p-600  // below it squares might underflow: no bound
#define MOST  0x1p289   // beyond it placed points are not bounded either
// A sum of three products of such coordinates with a vector's, and what it took to place them, for each unit of the
// vector's |.|_1: in any rounding mode.
#define ROUNDED (24 * U)
// How far a point made of weights from 0 to 1 can be from its edge or face, with its own rounding, and the difference of
// two such.
#define FEASIBLE (256 * U)
#define SHRINK   (1 - 32 * U)
#define GROW     (1 + 32 * U)

#define DIRECTION 0x1p-900  // below it squares of directions might underflow: they prove nothing

// Tests build the library with 1/32 here, to show that the bounds are needed.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

typedef struct vec {
    double x[3];
} vec;

static inline vec minus(vec a, vec b)
{
    return (vec){{a.x[0] - b.x[0], a.x[1] - b.x[1], a.x[2] - b.x[2]}};
}

static inline vec plus(vec a, vec b, double t)
{
    return (vec){{a.x[0] + t * b.x[0], a.x[1] + t * b.x[1], a.x[2] + t * b.x[2]}};
}

static inline double dot(vec a, vec b)
{
    return a.x[0] * b.x[0] + a.x[1] * b.x[1] + a.x[2] * b.x[2];
}

static inline vec cross(vec a, vec b)
{
    return (vec){{a.x[1] * b.x[2] - a.x[2] * b.x[1], a.x[2] * b.x[0] - a.x[0] * b.x[2],
                  a.x[0] * b.x[1] - a.x[1] * b.x[0]}};
}

typedef struct closest {
    double square;  // of the distance of two points, one of each triangle
    abut_event features;
    vec normal;  // across the features
} closest;

static inline double clamped(double t)
{
    return t > 0 ? (t < 1 ? t : 1) : 0;  // NaN: 0
}

// The feature of edge i at parameter t.
static inline int feature_at(int i, double t)
{
    return t <= 0 ? i : t >= 1 ? (i + 1) % 3 : ABUT_FEATURE_EDGE_0 + i;
}

// ------------------------------------------------------------------------------------------- features

// Across two features on edges u and v, r between nearest points: so that it does not lose what r lost by cancellation.
static vec across_edges(int a, int b, vec u, vec v, vec r)
{
    const int a_edge = a >= ABUT_FEATURE_EDGE_0, b_edge = b >= ABUT_FEATURE_EDGE_0;
    vec n = r;
    if (a_edge && b_edge) {
        n = cross(u, v);
        if (dot(n, r) < 0) n = (vec){{-n.x[0], -n.x[1], -n.x[2]}};
    } else if (a_edge || b_edge) {
        const vec e = a_edge ? u : v;
        n = plus(r, e, -(dot(r, e) / dot(e, e)));
    }
    return n;
}

// Edges i of a and j of b: the nearest points of both, clamped to them (Ericson, Real-Time Collision Detection, 5.1.9).
static void try_edges(const vec a[3], const vec b[3], int i, int j, closest* best)
{
    const vec u = minus(a[(i + 1) % 3], a[i]), v = minus(b[(j + 1) % 3], b[j]);
    const vec r = minus(b[j], a[i]);
    const double uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), ur = dot(u, r), vr = dot(v, r);
    const double denominator = uu * vv - uv * uv;
    double s = denominator > 0 ? clamped((ur * vv - vr * uv) / denominator) : 0;
    const double t = vv > 0 ? clamped((uv * s - vr) / vv) : 0;
    s = uu > 0 ? clamped((uv * t + ur) / uu) : 0;
    const vec way = plus(plus(r, v, t), u, -s);
    const double square = dot(way, way);
    if (!(square < best->square)) return;
    best->square = square;
    best->features = (abut_event){(uint8_t)feature_at(i, s), (uint8_t)feature_at(j, t)};
    best->normal = across_edges(best->features.a, best->features.b, u, v, way);
}

// Corner i of p above the face of q. side: 0 if p is a.
static void try_face(const vec p[3], const vec q[3], vec normal, int i, int side, closest* best)
{
    const vec r = minus(p[i], q[0]);
    const double height = dot(normal, r), whole = dot(normal, normal);
    if (!(whole > 0) || !(height * height < best->square * whole)) return;
    double weight[3];
    for (int k = 0; k < 3; k++) {
        const vec e = minus(q[(k + 1) % 3], q[k]);
        weight[(k + 2) % 3] = dot(cross(e, minus(p[i], q[k])), normal);
    }
    const double sum = weight[0] + weight[1] + weight[2];
    if (!(weight[0] >= 0 && weight[1] >= 0 && weight[2] >= 0 && sum > 0)) return;
    const vec foot = plus(plus(q[0], minus(q[1], q[0]), clamped(weight[1] / sum)),
                          minus(q[2], q[0]), clamped(weight[2] / sum));
    const vec way = minus(p[i], foot);
    const double square = dot(way, way);
    if (!(square < best->square)) return;
    best->square = square;
    best->features = side ? (abut_event){ABUT_FEATURE_FACE, (uint8_t)i}
                          : (abut_event){(uint8_t)i, ABUT_FEATURE_FACE};
    // From a to b.
    const double sign = (height < 0) == (side == 0) ? 1 : -1;
    best->normal = (vec){{sign * normal.x[0], sign * normal.x[1], sign * normal.x[2]}};
}

// ------------------------------------------------------------------------------------------------ bounds

// What n proves, for corners that err by error in each coordinate.
static double least_along(vec n, const vec a[3], const vec b[3], double error)
{
    double high = dot(n, a[0]), low = dot(n, b[0]);
    for (int i = 1; i < 3; i++) {
        const double x = dot(n, a[i]), y = dot(n, b[i]);
        high = x > high ? x : high;
        low = y < low ? y : low;
    }
    const double size = fabs(n.x[0]) + fabs(n.x[1]) + fabs(n.x[2]);
    const double gap = low - high - size * ((1.01 * error + ROUNDED) * ABUT_BOUND_SCALE);
    const double square = dot(n, n);
    if (!(square >= DIRECTION)) return 0;
    const double bound = gap / sqrt(square) * SHRINK;
    return bound > 0 && bound < (double)INFINITY ? bound : 0;  // NaN: 0
}

// Make the largest coordinate about 1, so that no product underflows. Returns the power of two, or 0 if there is none.
static int scale_of(const posed_triangle* a, const posed_triangle* b, double* scale)
{
    double largest = 0;
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) {
            const double x = fabs(a->point[i][c] - a->point[0][c]);
            const double y = fabs(b->point[i][c] - a->point[0][c]);
            largest = x > largest ? x : largest;
            largest = y > largest ? y : largest;
        }
    if (!(largest >= LEAST && largest <= MOST)) return 0;
    *scale =
        double_from_bits((uint64_t)(2045 - double_field(largest)) << 52);  // largest * scale < 1
    return 1;
}

void nearest_bound(const posed_triangle* a, const posed_triangle* b, nearest_bounds* out)
{
    *out = (nearest_bounds){.hi = (double)INFINITY};
    double scale;
    if (!(a->error + b->error < (double)INFINITY) || !scale_of(a, b, &scale)) return;
    vec p[3], q[3];
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) {
            p[i].x[c] = (a->point[i][c] - a->point[0][c]) * scale;
            q[i].x[c] = (b->point[i][c] - a->point[0][c]) * scale;
        }
    closest best = {.square = (double)INFINITY};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_edges(p, q, i, j, &best);
    const vec a_normal = cross(minus(p[1], p[0]), minus(p[2], p[0]));
    const vec b_normal = cross(minus(q[1], q[0]), minus(q[2], q[0]));
    for (int i = 0; i < 3; i++) {
        try_face(p, q, b_normal, i, 0, &best);
        try_face(q, p, a_normal, i, 1, &best);
    }
    if (!(best.square < (double)INFINITY)) return;
    const double error = (a->error + b->error) * scale;
    const double down = 1 / scale;  // a power of two
    out->features = best.features;
    double largest = 0;
    for (int c = 0; c < 3; c++)
        largest = fabs(best.normal.x[c]) > largest ? fabs(best.normal.x[c]) : largest;
    const double to_one =
        largest >= LEAST ? double_from_bits((uint64_t)(2045 - double_field(largest)) << 52) : 0;
    for (int c = 0; c < 3; c++)
        out->normal[c] = best.normal.x[c] * to_one;
    out->lo = least_along(best.normal, p, q, error) * down;
    out->hi = (sqrt(best.square) * GROW + (FEASIBLE + 1.8 * error) * ABUT_BOUND_SCALE) * down;
}

static vec vec_of(const double x[3])
{
    return (vec){{x[0], x[1], x[2]}};
}

// What a projection of differences of corners errs by, for each unit of |normal|_1.
static double projection_error(const posed_triangle* s, const posed_triangle* t, double largest)
{
    return (1.01 * (s->error + t->error) + 32 * U * largest + 0x1p-900) * ABUT_BOUND_SCALE;
}

double nearest_along(const posed_triangle* a, const posed_triangle* b, const double normal[3])
{
    const vec n = vec_of(normal), origin = vec_of(a->point[0]);
    double high = 0, low = (double)INFINITY, largest = 0;
    for (int i = 0; i < 3; i++) {
        const vec x = minus(vec_of(a->point[i]), origin), y = minus(vec_of(b->point[i]), origin);
        const double p = dot(n, x), q = dot(n, y);
        high = p > high ? p : high;
        low = q < low ? q : low;
        for (int c = 0; c < 3; c++) {
            largest = fabs(x.x[c]) > largest ? fabs(x.x[c]) : largest;
            largest = fabs(y.x[c]) > largest ? fabs(y.x[c]) : largest;
        }
    }
    const double size = fabs(n.x[0]) + fabs(n.x[1]) + fabs(n.x[2]);
    const double bound =
        (low - high - size * projection_error(a, b, largest)) / sqrt(dot(n, n)) * SHRINK;
    return bound > 0 && bound < (double)INFINITY ? bound : 0;  // NaN: 0
}

int nearest_is_beyond(const posed_triangle* t, const double normal[3], int sign,
                      const posed_triangle* from, int corner, const double* const on[3])
{
    const vec n = vec_of(normal), origin = vec_of(from->point[corner]);
    const double size = fabs(n.x[0]) + fabs(n.x[1]) + fabs(n.x[2]);
    for (int i = 0; i < 3; i++) {
        if (t->vertex[i] == on[0] || t->vertex[i] == on[1] || t->vertex[i] == on[2]) continue;
        const vec x = minus(vec_of(t->point[i]), origin);
        const double largest = fabs(x.x[0]) + fabs(x.x[1]) + fabs(x.x[2]);
        if (!(sign * dot(n, x) > size * projection_error(t, from, largest))) return 0;
    }
    return 1;
}
