// posed_pair.c - the filter: signs in doubles with derived error bounds (docs/proofs/decision.md, "The
// filter"; its symbols u, d, e, L are used here). Undecided signs go to the integers.
#include "geom/posed_pair.h"

#include "base/base.h"
#include "base/bits.h"

#include <float.h>
#include <math.h>

_Static_assert(FLT_EVAL_METHOD == 0, "x87 arithmetic rounds twice: build with SSE2");

// Tests build the library with 1/32 here, to show that the bounds are needed (tests/geom/test_filter).
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

#define U           0x1p-53
#define GUARD       0x1p290    // beyond it the filter says nothing: no overflow below
#define POINT_TINY  0x1p-718   // underflow in placing a point, under any FTZ or DAZ
#define VERTEX_TINY 0x1p-1020  // the same for a vertex that stays where it is
#define SIGN_TINY   0x1p-700   // underflow in a determinant and in its bound

// fmax is a call where the compiler must mind NaN; there is none here.
void posed_triangle_place(posed_triangle* out, const pose_pair* poses, int side,
                          const double* const vertex[3])
{
    ASSERT(side == 0 || side == 1);
    for (int i = 0; i < 3; i++)
        ASSERT(doubles_are_finite(vertex[i], 3));
    double largest = 0;
    out->has_plane = 0;
    for (int i = 0; i < 3; i++) {
        out->vertex[i] = vertex[i];
        for (int c = 0; c < 3; c++)
            largest = double_larger(largest, fabs(vertex[i][c]));
    }
    if (poses->in_place) {
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++)
                out->point[i][c] = vertex[i][c];
        out->error = largest <= GUARD ? VERTEX_TINY : (double)INFINITY;
        return;
    }
    const double(*m)[3] = poses->side[side].matrix;
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) {
            const double* v = vertex[i];
            const double turned = m[c][0] * v[0] + m[c][1] * v[1] + m[c][2] * v[2];
            out->point[i][c] = side ? turned + poses->offset[c] : turned;
        }
    const double reach = poses->row_norm[side] * largest;
    if (side)
        out->error = 8.02 * U * (reach + poses->offset_max) + POINT_TINY;
    else
        out->error = 6.02 * U * reach + POINT_TINY;
    if (!(reach <= GUARD && poses->offset_max <= GUARD && largest <= GUARD))
        out->error = (double)INFINITY;
}

void posed_pair_prepare(posed_pair* out, const pose_pair* poses, const posed_triangle* a,
                        const posed_triangle* b)
{
    out->poses = poses;
    out->triangle[0] = a;
    out->triangle[1] = b;
    out->exact.limbs = 0;
}

static exact_points* exact(posed_pair* pair)
{
    if (!pair->exact.limbs) {
        const double* vertex[6];
        for (int i = 0; i < 6; i++)
            vertex[i] = pair->triangle[i / 3]->vertex[i % 3];
        exact_points_make(&pair->exact, pair->poses, vertex, EXACT_RELATIVE);
    }
    return &pair->exact;
}

static const double* point(const posed_pair* pair, int p)
{
    ASSERT(p >= 0 && p < 6);
    return pair->triangle[p / 3]->point[p % 3];
}

// Whether points that stay as they are in the files have one coordinate of an axis in common: then what is zero is known to be,
// without integers. Parts that stand square to the axes touch in such points.
static inline int is_level(const posed_pair* pair, int axis, int p, int q)
{
    return pair->poses->in_place && !double_compare(point(pair, p)[axis], point(pair, q)[axis]);
}

// Whether four points certainly lie in one plane across an axis.
static int are_level(const posed_pair* pair, int p, int q, int r, int s)
{
    for (int axis = 0; axis < 3; axis++)
        if (is_level(pair, axis, p, q) && is_level(pair, axis, p, r) && is_level(pair, axis, p, s))
            return 1;
    return 0;
}

static double error(const posed_pair* pair, int p)
{
    return pair->triangle[p / 3]->error;
}

typedef struct arm {  // a difference of two points
    double x[3];
    double length;  // L: the sum of |x|
    double error;   // d: the errors of both points
} arm;

static inline arm arm_of(const double from[3], const double to[3], double error)
{
    arm a;
    for (int c = 0; c < 3; c++)
        a.x[c] = to[c] - from[c];
    a.length = fabs(a.x[0]) + fabs(a.x[1]) + fabs(a.x[2]);
    a.error = error;
    return a;
}

static inline arm arm_between(const posed_pair* pair, int p, int q)
{
    return arm_of(point(pair, p), point(pair, q), error(pair, p) + error(pair, q));
}

static inline posed_plane plane_of_arms(const arm* u, const arm* v)
{
    posed_plane p;
    for (int c = 0; c < 3; c++) {
        const int x = (c + 1) % 3, y = (c + 2) % 3;
        p.normal[c] = u->x[x] * v->x[y] - u->x[y] * v->x[x];
    }
    p.per_error = 2.4 * (u->length * v->length);
    p.per_length =
        2.4 * (u->error * v->length + u->length * v->error) + 25 * U * (u->length * v->length);
    return p;
}

// The certain sign, or 0. A bound that is infinite or NaN compares false: uncertain.
static inline int certain_sign(double value, double bound)
{
    bound *= ABUT_BOUND_SCALE;
    return (value > bound) - (value < -bound);
}

static inline int plane_side(const posed_plane* p, const arm* w)
{
    const double height = p->normal[0] * w->x[0] + p->normal[1] * w->x[1] + p->normal[2] * w->x[2];
    return certain_sign(height, p->per_length * w->length + p->per_error * w->error + SIGN_TINY);
}

int orient3d(posed_pair* pair, int p, int q, int r, int s)
{
    const arm u = arm_between(pair, p, q), v = arm_between(pair, p, r), w = arm_between(pair, p, s);
    const posed_plane pl = plane_of_arms(&u, &v);
    const int sign = plane_side(&pl, &w);
    if (sign || are_level(pair, p, q, r, s)) return sign;
    return exact_orient3d(exact(pair), p, q, r, s);
}

static posed_plane plane_of_triangle(const posed_triangle* t)
{
    const arm u = arm_of(t->point[0], t->point[1], t->error + t->error);
    const arm v = arm_of(t->point[0], t->point[2], t->error + t->error);
    return plane_of_arms(&u, &v);
}

void posed_triangle_find_plane(posed_triangle* t)
{
    t->plane = plane_of_triangle(t);
    t->has_plane = 1;
}

void plane_signs(posed_pair* pair, int side, int signs[3])
{
    ASSERT(side == 0 || side == 1);
    const posed_triangle *t = pair->triangle[side], *other = pair->triangle[1 - side];
    posed_plane made;
    if (!t->has_plane) made = plane_of_triangle(t);
    const posed_plane* plane = t->has_plane ? &t->plane : &made;
    const double errors = t->error + other->error;
    for (int i = 0; i < 3; i++) {
        const arm w = arm_of(t->point[0], other->point[i], errors);
        signs[i] = plane_side(plane, &w);
    }
    // Two points on one certain side say nothing of the third: all must be known.
    const int own = 3 * side, others = 3 - own;
    for (int i = 0; i < 3; i++)
        if (!signs[i] && !are_level(pair, others + i, own, own + 1, own + 2))
            signs[i] = exact_plane_sign(exact(pair), side, others + i);
}

// Whether the segment from p to q of other certainly passes inside t, whose plane parts them.
static int passes_inside(const posed_triangle* t, const posed_triangle* other, const double p[3],
                         const double q[3])
{
    const double errors = t->error + other->error;
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        const double* const from = t->point[i];
        const arm edge = arm_of(from, t->point[(i + 1) % 3], t->error + t->error);
        const arm to_p = arm_of(from, p, errors), to_q = arm_of(from, q, errors);
        const posed_plane plane = plane_of_arms(&edge, &to_p);
        sum += plane_side(&plane, &to_q);
    }
    return sum == 3 || sum == -3;
}

// The same so many times as large, a power of two. Its plane and its file are left out.
static posed_triangle times_as_large(const posed_triangle* t, double times)
{
    posed_triangle out = {.error = t->error * times};
    for (int i = 0; i < 9; i++)
        out.point[i / 3][i % 3] = t->point[i / 3][i % 3] * times;
    return out;
}

static double largest_of(const posed_triangle* t)
{
    double out = 0;
    for (int i = 0; i < 9; i++)
        out = fabs(t->point[i / 3][i % 3]) > out ? fabs(t->point[i / 3][i % 3]) : out;
    return out;
}

int posed_triangles_cross(const posed_triangle* a, const posed_triangle* b)
{
    posed_triangle large[2];
    const posed_triangle* triangle[2] = {a, b};
    // No integers come after this: a product of three small lengths must not be as small as what underflows.
    if (largest_of(a) < 0x1p-180 && largest_of(b) < 0x1p-180) {
        for (int side = 0; side < 2; side++) {
            large[side] = times_as_large(triangle[side], 0x1p400);
            triangle[side] = &large[side];
        }
    }
    for (int side = 0; side < 2; side++) {
        const posed_triangle *t = triangle[side], *other = triangle[1 - side];
        const posed_plane plane = plane_of_triangle(t);
        int sign[3];
        for (int i = 0; i < 3; i++) {
            const arm w = arm_of(t->point[0], other->point[i], t->error + other->error);
            sign[i] = plane_side(&plane, &w);
        }
        for (int i = 0; i < 3; i++) {
            const int next = (i + 1) % 3;
            if (sign[i] * sign[next] < 0 &&
                passes_inside(t, other, other->point[i], other->point[next]))
                return 1;
        }
    }
    return 0;
}

int turn2d(posed_pair* pair, int axis, int p, int q, int r, int s)
{
    ASSERT(axis >= 0 && axis < 3);
    const int x = (axis + 1) % 3, y = (axis + 2) % 3;
    const double *o = point(pair, p), *a = point(pair, q), *c = point(pair, r), *b = point(pair, s);
    const double ux = a[x] - o[x], uy = a[y] - o[y], vx = b[x] - c[x], vy = b[y] - c[y];
    const double u_length = fabs(ux) + fabs(uy), v_length = fabs(vx) + fabs(vy);
    const double u_error = error(pair, p) + error(pair, q);
    const double v_error = error(pair, r) + error(pair, s);
    const double bound = 1.8 * (u_error * v_length + u_length * v_error) +
                         14 * U * (u_length * v_length) + SIGN_TINY;
    const int sign = certain_sign(ux * vy - uy * vx, bound);
    if (sign) return sign;
    // Each product has a factor that is zero.
    if ((is_level(pair, x, p, q) || is_level(pair, y, r, s)) &&
        (is_level(pair, y, p, q) || is_level(pair, x, r, s)))
        return 0;
    return exact_turn2d(exact(pair), axis, p, q, r, s);
}

int orient2d(posed_pair* pair, int axis, int p, int q, int r)
{
    return turn2d(pair, axis, p, q, p, r);
}

double edge_share(posed_pair* pair, int p, int q, int side)
{
    return exact_edge_share(exact(pair), p, q, side);
}

// The least and the greatest of some coordinates.
static void find_ends(const posed_pair* pair, int axis, const int* of, int count, double end[2])
{
    end[0] = end[1] = point(pair, of[0])[axis];
    for (int i = 1; i < count; i++) {
        const double x = point(pair, of[i])[axis];
        if (x < end[0]) end[0] = x;
        if (x > end[1]) end[1] = x;
    }
}

int points_are_apart(const posed_pair* pair, const int* of, int of_count, const int* from,
                     int from_count)
{
    const double bound = 1.01 * (error(pair, of[0]) + error(pair, from[0])) * ABUT_BOUND_SCALE;
    for (int axis = 0; axis < 3; axis++) {
        double x[2], y[2];
        find_ends(pair, axis, of, of_count, x);
        find_ends(pair, axis, from, from_count, y);
        if (x[0] - y[1] > bound || y[0] - x[1] > bound) return 1;
    }
    return 0;
}

int compare_points(posed_pair* pair, int axis, int p, int q)
{
    ASSERT(axis >= 0 && axis < 3);
    if (pair->poses->in_place) return double_compare(point(pair, p)[axis], point(pair, q)[axis]);
    const double bound = 1.01 * (error(pair, p) + error(pair, q));
    const int sign = certain_sign(point(pair, p)[axis] - point(pair, q)[axis], bound);
    return sign ? sign : exact_compare(exact(pair), axis, p, q);
}
