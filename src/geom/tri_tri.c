// tri_tri.c - the complete decision for triangles, segments and points, by signs only
// (docs/proofs/decision.md, "The decision"). Two proper triangles: Guigue and Devillers, "Fast and robust
// triangle-triangle overlap test using orientation predicates", Journal of Graphics Tools 8(1), 2003,
// extended to closed sets and to the kind of contact.
#include "geom/tri_tri.h"

#include "base/base.h"

#include <math.h>

typedef struct polygon {  // corners as points of the pair: 3, 2 or 1
    int count;
    int point[3];
} polygon;

static polygon polygon_of(const corners* c, int side)
{
    ASSERT(c->count >= 1 && c->count <= 3);
    polygon p = {c->count, {0}};
    for (int i = 0; i < c->count; i++)
        p.point[i] = 3 * side + c->index[i];
    return p;
}

static int same_strict_side(const int s[3])
{
    return s[0] && s[0] == s[1] && s[1] == s[2];
}

static int all_zero(const int s[3])
{
    return !s[0] && !s[1] && !s[2];
}

// ------------------------------------------------------------------------------------- along a line

// Compare posed points by x, then y, then z: an order along any line.
static int compare_lexicographic(posed_pair* pair, int p, int q)
{
    for (int axis = 0; axis < 3; axis++) {
        const int sign = compare_points(pair, axis, p, q);
        if (sign) return sign;
    }
    return 0;
}

// Two segments on one line (either may be a point).
static abut_kind intervals(posed_pair* pair, int p, int q, int r, int s)
{
    if (compare_lexicographic(pair, p, q) > 0) {
        const int swap = p;
        p = q;
        q = swap;
    }
    if (compare_lexicographic(pair, r, s) > 0) {
        const int swap = r;
        r = s;
        s = swap;
    }
    const int low = compare_lexicographic(pair, p, r) >= 0 ? p : r;
    const int high = compare_lexicographic(pair, q, s) <= 0 ? q : s;
    const int sign = compare_lexicographic(pair, low, high);
    return sign > 0 ? ABUT_KIND_APART : sign == 0 ? ABUT_KIND_TOUCH : ABUT_KIND_COPLANAR;
}

// ------------------------------------------------------------------------------------- in one plane

// An axis along which the plane of a proper triangle projects one to one, and the triangle's
// orientation in that projection. The likely axis first, since then the filter decides.
static int projection_axis(posed_pair* pair, const polygon* t, int* orientation)
{
    const double(*x)[3] = pair->triangle[t->point[0] / 3]->point;
    double n[3];
    for (int c = 0; c < 3; c++) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        n[c] = fabs((x[1][i] - x[0][i]) * (x[2][j] - x[0][j]) -
                    (x[1][j] - x[0][j]) * (x[2][i] - x[0][i]));
    }
    const int likely = n[0] > n[1] ? (n[0] > n[2] ? 0 : 2) : (n[1] > n[2] ? 1 : 2);
    for (int k = 0;; k++) {
        ASSERT(k < 3 && "a proper triangle has a projection that is not flat");
        const int axis = (likely + k) % 3;
        *orientation = orient2d(pair, axis, t->point[0], t->point[1], t->point[2]);
        if (*orientation) return axis;
    }
}

// If the line of edge p q leaves all corners of other on its closed outer side, the shared set lies on
// that line: store its kind and return 1. inner is the sign of the own triangle's side.
static int outer_side(posed_pair* pair, int axis, int p, int q, int inner, const polygon* other,
                      abut_kind* kind)
{
    int on_line[3], count = 0;
    for (int i = 0; i < other->count; i++) {
        const int sign = inner * orient2d(pair, axis, p, q, other->point[i]);
        if (sign > 0) return 0;
        if (sign == 0) on_line[count++] = other->point[i];
    }
    ASSERT(count < 3);
    *kind = count == 0 ? ABUT_KIND_APART : intervals(pair, p, q, on_line[0], on_line[count - 1]);
    return 1;
}

// Separate by an edge of a, a triangle or a segment, in the plane of both.
static int separated_by_edges(posed_pair* pair, int axis, const polygon* a, int orientation,
                              const polygon* b, abut_kind* kind)
{
    if (a->count == 2)
        return outer_side(pair, axis, a->point[0], a->point[1], 1, b, kind) ||
               outer_side(pair, axis, a->point[0], a->point[1], -1, b, kind);
    for (int i = 0; i < 3; i++)
        if (outer_side(pair, axis, a->point[i], a->point[(i + 1) % 3], orientation, b, kind))
            return 1;
    return 0;
}

// A proper triangle a and a triangle or segment b in its plane.
static abut_kind planar(posed_pair* pair, const polygon* a, const polygon* b)
{
    int a_orientation, b_orientation = 0;
    const int axis = projection_axis(pair, a, &a_orientation);
    if (b->count == 3) b_orientation = orient2d(pair, axis, b->point[0], b->point[1], b->point[2]);
    abut_kind kind;
    if (separated_by_edges(pair, axis, a, a_orientation, b, &kind) ||
        separated_by_edges(pair, axis, b, b_orientation, a, &kind))
        return kind;
    return ABUT_KIND_COPLANAR;  // their insides meet
}

// ---------------------------------------------------------------------------------- proper triangles

// Which corner is alone on its side of the other's plane: its sign is strict and no other has it, or it
// lies in the plane and the others strictly on one side.
static int lone_corner(const int s[3])
{
    for (int i = 0;; i++) {
        ASSERT(i < 3 && "signs that are neither all equal nor all zero leave one corner alone");
        const int t = s[(i + 1) % 3], u = s[(i + 2) % 3];
        if (s[i] ? s[i] * t <= 0 && s[i] * u <= 0 : t && t == u) return i;
    }
}

// Number the corners of a triangle from the lone one. Returns whether that one counts as above.
static int turn_to_lone(polygon* t, const int s[3])
{
    const int lone = lone_corner(s), base = t->point[0];
    for (int i = 0; i < 3; i++)
        t->point[i] = base + (lone + i) % 3;
    return s[lone] ? s[lone] > 0 : s[(lone + 1) % 3] < 0;
}

static void swap_last(polygon* t)
{
    const int swap = t->point[1];
    t->point[1] = t->point[2];
    t->point[2] = swap;
}

static abut_kind triangle_triangle(posed_pair* pair, polygon a, polygon b)
{
    int s[3], r[3];  // of a's corners against b's plane, of b's against a's
    plane_signs(pair, 1, s);
    if (same_strict_side(s)) return ABUT_KIND_APART;
    if (all_zero(s)) return planar(pair, &a, &b);
    plane_signs(pair, 0, r);
    if (same_strict_side(r)) return ABUT_KIND_APART;
    // Both cut the line in which the planes meet: compare the ends of the two intervals there.
    const int a_above = turn_to_lone(&a, s), b_above = turn_to_lone(&b, r);
    if (!a_above) swap_last(&b);
    if (!b_above) swap_last(&a);
    const int e = orient3d(pair, a.point[0], a.point[1], b.point[0], b.point[1]);
    if (e > 0) return ABUT_KIND_APART;
    const int f = orient3d(pair, a.point[0], a.point[2], b.point[2], b.point[0]);
    if (f > 0) return ABUT_KIND_APART;
    return e < 0 && f < 0 && on_both_sides(s) && on_both_sides(r) ? ABUT_KIND_CROSS
                                                                  : ABUT_KIND_TOUCH;
}

// ----------------------------------------------------------------------------- segments and points

static abut_kind triangle_segment(posed_pair* pair, const polygon* t, const polygon* segment)
{
    int s[3];
    plane_signs(pair, t->point[0] / 3, s);
    const int p = segment->point[0], q = segment->point[1];
    const int sp = s[p % 3], sq = s[q % 3];
    if (sp && sp == sq) return ABUT_KIND_APART;
    if (!sp && !sq) return planar(pair, t, segment);
    int around[3];
    for (int i = 0; i < 3; i++)
        around[i] = orient3d(pair, p, q, t->point[i], t->point[(i + 1) % 3]);
    return on_both_sides(around) ? ABUT_KIND_APART : ABUT_KIND_TOUCH;
}

static abut_kind triangle_point(posed_pair* pair, const polygon* t, int p)
{
    int s[3], around[3], orientation;
    plane_signs(pair, t->point[0] / 3, s);
    if (s[p % 3]) return ABUT_KIND_APART;
    const int axis = projection_axis(pair, t, &orientation);
    for (int i = 0; i < 3; i++)
        around[i] = orient2d(pair, axis, t->point[i], t->point[(i + 1) % 3], p);
    return on_both_sides(around) ? ABUT_KIND_APART : ABUT_KIND_TOUCH;
}

static abut_kind segment_segment(posed_pair* pair, int p, int q, int r, int s)
{
    if (orient3d(pair, p, q, r, s)) return ABUT_KIND_APART;
    for (int axis = 0; axis < 3; axis++) {
        const int a = orient2d(pair, axis, p, q, r), b = orient2d(pair, axis, p, q, s);
        // The four lie in one plane. Where that projects to a line, all signs are zero; where it
        // projects one to one, both of these are only if all four lie on one line.
        if (!a && !b) continue;
        const int c = orient2d(pair, axis, r, s, p), d = orient2d(pair, axis, r, s, q);
        return a * b <= 0 && c * d <= 0 ? ABUT_KIND_TOUCH : ABUT_KIND_APART;
    }
    return intervals(pair, p, q, r, s);  // all on one line
}

static abut_kind segment_point(posed_pair* pair, int p, int q, int r)
{
    for (int axis = 0; axis < 3; axis++)
        if (orient2d(pair, axis, p, q, r)) return ABUT_KIND_APART;
    return intervals(pair, p, q, r, r);
}

abut_kind tri_tri(posed_pair* pair, const corners* a_corners, const corners* b_corners)
{
    polygon a = polygon_of(a_corners, 0), b = polygon_of(b_corners, 1);
    if (a.count == 3 && b.count == 3) return triangle_triangle(pair, a, b);
    if (a.count < b.count) {
        const polygon swap = a;
        a = b;
        b = swap;
    }
    if (a.count == 3)
        return b.count == 2 ? triangle_segment(pair, &a, &b) : triangle_point(pair, &a, b.point[0]);
    if (b.count == 2) return segment_segment(pair, a.point[0], a.point[1], b.point[0], b.point[1]);
    if (a.count == 2) return segment_point(pair, a.point[0], a.point[1], b.point[0]);
    return compare_lexicographic(pair, a.point[0], b.point[0]) ? ABUT_KIND_APART : ABUT_KIND_TOUCH;
}

// ----------------------------------------------------------------------------------------- reduction

int compare_vertices(const double* v, const double* w)
{
    for (int c = 0; c < 3; c++) {
        const int sign = double_compare(v[c], w[c]);
        if (sign) return sign;
    }
    return 0;
}

corners corners_of_triangle(const double* const vertex[3])
{
    for (int i = 0; i < 3; i++)
        ASSERT(doubles_are_finite(vertex[i], 3));
    static const pose_pair in_place = {.in_place = 1};
    int low = 0, high = 0, distinct = 1;
    for (int i = 1; i < 3; i++) {
        if (compare_vertices(vertex[i], vertex[low]) < 0) low = i;
        if (compare_vertices(vertex[i], vertex[high]) > 0) high = i;
        for (int j = 0; j < i; j++)
            distinct &= compare_vertices(vertex[i], vertex[j]) != 0;
    }
    if (distinct) {
        posed_triangle t;
        posed_pair pair;
        posed_triangle_place(&t, &in_place, 0, vertex);
        posed_pair_prepare(&pair, &in_place, &t, &t);
        for (int axis = 0; axis < 3; axis++)
            if (orient2d(&pair, axis, 0, 1, 2)) return (corners){3, {0, 1, 2}};
    }
    return low == high ? (corners){1, {low, 0, 0}} : (corners){2, {low, high, 0}};
}
