// nearest_exact.c - the square of the distance of two triangles, in integers.
//
// Sizes: a difference of coordinates has n limbs and at most 64 n - 2 bits, a product of two vectors 2 n limbs, and so
// on: limbs add. Every sum below fits, since no difference uses its last two bits (docs/proofs/distance.md, "Distance").
#include "base/base.h"
#include "geom/fraction.h"
#include "geom/limbs.h"
#include "geom/nearest.h"

#include <math.h>
#include <string.h>

#define MAX EXACT_LIMBS_MAX

typedef struct feature {
    int dimension;  // 0, 1, 2
    int count;      // of its corners
    int point[3];   // of the six
} feature;

static feature feature_of(int name, int side)
{
    ASSERT(name >= ABUT_FEATURE_VERTEX_0 && name <= ABUT_FEATURE_FACE);
    const int base = 3 * side;
    if (name < ABUT_FEATURE_EDGE_0) return (feature){0, 1, {base + name}};
    if (name == ABUT_FEATURE_FACE) return (feature){2, 3, {base, base + 1, base + 2}};
    const int i = name - ABUT_FEATURE_EDGE_0;
    return (feature){1, 2, {base + i, base + (i + 1) % 3}};
}

// ---------------------------------------------------------------------------------------------- vectors

// At least one, which the compiler cannot know.
static inline int limbs_of(const exact_points* e)
{
    ASSERT(e->limbs > 0);
    return e->limbs > 0 ? e->limbs : 1;
}

// q - p, packed.
ALWAYS_INLINE void difference(const exact_points* e, int n, int p, int q, uint64_t* out)
{
    for (int c = 0; c < 3; c++)
        limbs_subtract(out + c * n, e->point + (q * 3 + c) * n, e->point + (p * 3 + c) * n, n);
}

// na + nb limbs.
ALWAYS_INLINE void dot(const uint64_t* a, int na, const uint64_t* b, int nb, uint64_t* out)
{
    uint64_t product[7 * MAX];
    ASSERT(na + nb <= 7 * MAX);
    limbs_multiply(out, a, na, b, nb);
    for (int c = 1; c < 3; c++) {
        limbs_multiply(product, a + c * na, na, b + c * nb, nb);
        limbs_add(out, out, product, na + nb);
    }
}

// Three components of 2 n limbs.
ALWAYS_INLINE void cross(const uint64_t* a, const uint64_t* b, int n, uint64_t* out)
{
    uint64_t product[2 * MAX];
    for (int c = 0; c < 3; c++) {
        const int x = (c + 1) % 3, y = (c + 2) % 3;
        limbs_multiply(out + c * 2 * n, a + x * n, n, b + y * n, n);
        limbs_multiply(product, a + y * n, n, b + x * n, n);
        limbs_subtract(out + c * 2 * n, out + c * 2 * n, product, 2 * n);
    }
}

static void copy(uint64_t* to, const uint64_t* from, int n)
{
    memcpy(to, from, (size_t)n * sizeof *to);
}

// Whether 0 < x < y.
ALWAYS_INLINE int is_between(const uint64_t* x, const uint64_t* y, int n)
{
    uint64_t rest[4 * MAX];
    if (limbs_sign(x, n) <= 0) return 0;
    limbs_subtract(rest, y, x, n);
    return limbs_sign(rest, n) > 0;
}

// --------------------------------------------------------------------------------------------- features

// What two features say. numerator of up to 6 n limbs, denominator of up to 4 n. normal: from a's to b's, along the
// shortest way between their planes, lines or points, times some positive number.
typedef struct gap {
    int numerator_limbs, denominator_limbs, normal_limbs;
    uint64_t numerator[6 * MAX], denominator[4 * MAX], normal[3 * 3 * MAX];
} gap;

ALWAYS_INLINE void negate_vector(uint64_t* v, int n)
{
    for (int c = 0; c < 3; c++)
        limbs_negate(v + c * n, n);
}

ALWAYS_INLINE void gap_of_vertices(const exact_points* e, int n, int p, int q, gap* g)
{
    difference(e, n, p, q, g->normal);
    dot(g->normal, n, g->normal, n, g->numerator);
    g->denominator[0] = 1;
    g->numerator_limbs = 2 * n;
    g->denominator_limbs = 1;
    g->normal_limbs = n;
}

// From vertex p to the edge; 0 if its foot is not strictly between the ends.
ALWAYS_INLINE int gap_of_vertex_edge(const exact_points* e, int n, int p, const int edge[2], gap* g)
{
    uint64_t along[3 * MAX], r[3 * MAX], t[2 * MAX], product[3 * MAX], x[3 * 2 * MAX];
    difference(e, n, edge[0], edge[1], along);
    difference(e, n, edge[0], p, r);
    dot(along, n, along, n, g->denominator);
    dot(along, n, r, n, t);
    if (!is_between(t, g->denominator, 2 * n)) return 0;
    cross(r, along, n, x);
    dot(x, 2 * n, x, 2 * n, g->numerator);
    // From p to the foot: along t - r |along|^2.
    for (int c = 0; c < 3; c++) {
        limbs_multiply(g->normal + c * 3 * n, along + c * n, n, t, 2 * n);
        limbs_multiply(product, r + c * n, n, g->denominator, 2 * n);
        limbs_subtract(g->normal + c * 3 * n, g->normal + c * 3 * n, product, 3 * n);
    }
    g->numerator_limbs = 4 * n;
    g->denominator_limbs = 2 * n;
    g->normal_limbs = 3 * n;
    return 1;
}

// From vertex p to the face; 0 if its foot is not strictly inside.
ALWAYS_INLINE int gap_of_vertex_face(const exact_points* e, int n, int p, const int face[3], gap* g)
{
    uint64_t u[3 * MAX], v[3 * MAX], x[3 * 2 * MAX], area[4 * MAX], height[3 * MAX];
    difference(e, n, face[0], face[1], u);
    difference(e, n, face[0], face[2], v);
    cross(u, v, n, g->normal);
    for (int i = 0; i < 3; i++) {
        difference(e, n, face[i], face[(i + 1) % 3], u);
        difference(e, n, face[i], p, v);
        cross(u, v, n, x);
        dot(g->normal, 2 * n, x, 2 * n, area);
        if (limbs_sign(area, 4 * n) <= 0) return 0;
    }
    difference(e, n, p, face[0], v);
    dot(g->normal, 2 * n, v, n, height);
    if (limbs_sign(height, 3 * n) < 0) negate_vector(g->normal, 2 * n);
    limbs_multiply(g->numerator, height, 3 * n, height, 3 * n);
    dot(g->normal, 2 * n, g->normal, 2 * n, g->denominator);
    g->numerator_limbs = 6 * n;
    g->denominator_limbs = 4 * n;
    g->normal_limbs = 2 * n;
    return 1;
}

// Of two edges; 0 if they are parallel, or if a nearest point of their lines is not strictly between ends.
ALWAYS_INLINE int gap_of_edges(const exact_points* e, int n, const int a[2], const int b[2], gap* g)
{
    uint64_t u[3 * MAX], v[3 * MAX], r[3 * MAX], x[3 * 2 * MAX], t[4 * MAX], height[3 * MAX];
    difference(e, n, a[0], a[1], u);
    difference(e, n, b[0], b[1], v);
    difference(e, n, a[0], b[0], r);
    cross(u, v, n, g->normal);
    dot(g->normal, 2 * n, g->normal, 2 * n, g->denominator);
    cross(r, v, n, x);
    dot(g->normal, 2 * n, x, 2 * n, t);
    if (!is_between(t, g->denominator, 4 * n)) return 0;
    cross(r, u, n, x);
    dot(g->normal, 2 * n, x, 2 * n, t);
    if (!is_between(t, g->denominator, 4 * n)) return 0;
    dot(g->normal, 2 * n, r, n, height);
    if (limbs_sign(height, 3 * n) < 0) negate_vector(g->normal, 2 * n);
    limbs_multiply(g->numerator, height, 3 * n, height, 3 * n);
    g->numerator_limbs = 6 * n;
    g->denominator_limbs = 4 * n;
    g->normal_limbs = 2 * n;
    return 1;
}

// Whether two features have nearest points strictly inside both, and the gap between these. False for those that are
// never the only nearest: a face and an edge or a face.
ALWAYS_INLINE int gap_of(const exact_points* e, int n, const feature* a, const feature* b, gap* g)
{
    if (a->dimension + b->dimension > 2) return 0;
    if (a->dimension == 1 && b->dimension == 1) return gap_of_edges(e, n, a->point, b->point, g);
    if (!a->dimension && !b->dimension) {
        gap_of_vertices(e, n, a->point[0], b->point[0], g);
        return 1;
    }
    const feature *vertex = a->dimension ? b : a, *other = a->dimension ? a : b;
    const int p = vertex->point[0];
    if (!(other->dimension == 1 ? gap_of_vertex_edge(e, n, p, other->point, g)
                                : gap_of_vertex_face(e, n, p, other->point, g)))
        return 0;
    if (a->dimension) negate_vector(g->normal, g->normal_limbs);  // it pointed from b's vertex to a
    return 1;
}

// ------------------------------------------------------------------------------------------- the nearest

static int is_corner_of(const feature* f, int point)
{
    return point == f->point[0] || (f->dimension && point == f->point[1]) || f->dimension == 2;
}

// Whether no corner of a side is beyond the plane through its feature, seen along the normal, which is across it. only: whether
// no other corners lie in that plane.
ALWAYS_INLINE int is_behind(const exact_points* e, int n, const gap* g, int side, const feature* f,
                            int* only)
{
    const int w = g->normal_limbs + n;
    uint64_t arm[3 * MAX], height[4 * MAX];
    for (int i = 3 * side; i < 3 * side + 3; i++) {
        if (is_corner_of(f, i)) continue;
        difference(e, n, f->point[0], i, arm);
        dot(g->normal, g->normal_limbs, arm, n, height);
        const int sign = limbs_sign(height, w);
        if (side ? sign < 0 : sign > 0) return 0;
        *only &= sign != 0;
    }
    return 1;
}

// Round a direction, so that its largest coordinate is about 1.
static void round_normal(const gap* g, double out[3])
{
    const int n = g->normal_limbs;
    uint64_t x[3 * 3 * MAX];
    int top = 0, negative[3];
    copy(x, g->normal, 3 * n);
    for (int c = 0; c < 3; c++) {
        negative[c] = limbs_sign(x + c * n, n) < 0;
        if (negative[c]) limbs_negate(x + c * n, n);
        const int bits = limbs_bit_length(x + c * n, n);
        top = bits > top ? bits : top;
    }
    for (int c = 0; c < 3; c++) {
        const double size = integer_round(x + c * n, n, -top);
        out[c] = negative[c] ? -size : size;
    }
}

static void take(nearest_square* out, const exact_points* e, const gap* g, abut_event features)
{
    round_normal(g, out->normal);
    out->numerator_limbs = g->numerator_limbs;
    out->denominator_limbs = g->denominator_limbs;
    out->exponent = e->exponent;
    out->features = features;
    copy(out->numerator, g->numerator, g->numerator_limbs);
    copy(out->denominator, g->denominator, g->denominator_limbs);
}

// The convex sets of all of a and of all of b have one shortest way between them. It is g's if both lie behind the
// planes across it at its ends: then nothing is nearer (the conditions of Karush, Kuhn and Tucker). Only the features'
// own corners in these planes: then no other features are as near.
ALWAYS_INLINE int is_nearest(const exact_points* e, int n, const feature* a, const feature* b,
                             const gap* g, int* is_only)
{
    *is_only = 1;
    if (!is_behind(e, n, g, 0, a, is_only)) return 0;
    if (!is_behind(e, n, g, 1, b, is_only)) return 0;
    return 1;
}

// Whether the likely features are the nearest; then out holds their square. n: the limbs, a constant where that is worth it.
ALWAYS_INLINE int try_likely(const exact_points* e, int n, abut_event likely, int with_least,
                             nearest_square* out)
{
    const feature a = feature_of(likely.a, 0), b = feature_of(likely.b, 1);
    gap g;
    int is_only = 0;
    if (!gap_of(e, n, &a, &b, &g) || !is_nearest(e, n, &a, &b, &g, &is_only)) return 0;
    if (with_least && !is_only) return 0;
    take(out, e, &g, likely);
    out->features_are_least = is_only;
    return 1;
}

static int try_likely_1(const exact_points* e, abut_event likely, int with_least,
                        nearest_square* out)
{
    return try_likely(e, 1, likely, with_least, out);
}

static int try_likely_2(const exact_points* e, abut_event likely, int with_least,
                        nearest_square* out)
{
    return try_likely(e, 2, likely, with_least, out);
}

static int try_likely_3(const exact_points* e, abut_event likely, int with_least,
                        nearest_square* out)
{
    return try_likely(e, 3, likely, with_least, out);
}

static int try_likely_any(const exact_points* e, abut_event likely, int with_least,
                          nearest_square* out)
{
    return try_likely(e, limbs_of(e), likely, with_least, out);
}

static int try_pair(const exact_points* e, abut_event likely, int with_least, nearest_square* out)
{
    switch (e->limbs) {
    case 1:
        return try_likely_1(e, likely, with_least, out);
    case 2:
        return try_likely_2(e, likely, with_least, out);
    case 3:
        return try_likely_3(e, likely, with_least, out);
    default:
        return try_likely_any(e, likely, with_least, out);
    }
}

// Whether two features of one triangle have a corner in common.
static int are_neighbours(int x, int y)
{
    static const uint8_t corners[] = {1,     2,     4, 1 | 2,
                                      2 | 4, 4 | 1, 7};  // edge i is from corner i on
    return (corners[x] & corners[y]) != 0;
}

// Pairs of features whose dimensions have a sum, the least features first, until one is the nearest. near: only neighbours
// of these; NULL: all.
static int try_sum(const exact_points* e, int sum, const abut_event* near, nearest_square* out)
{
    for (int a = 0; a <= ABUT_FEATURE_FACE; a++)
        for (int b = 0; b <= ABUT_FEATURE_FACE; b++) {
            if (feature_of(a, 0).dimension + feature_of(b, 1).dimension != sum) continue;
            if (near && !(are_neighbours(a, near->a) && are_neighbours(b, near->b))) continue;
            if (try_pair(e, (abut_event){(uint8_t)a, (uint8_t)b}, 0, out)) return 1;
        }
    return 0;
}

void nearest_exact(const exact_points* e, abut_event likely, int with_least, nearest_square* out)
{
    ASSERT(e->limbs > 0);
    if (try_pair(e, likely, with_least, out)) return;
    // Where edges or planes are all but parallel, doubles take the border of a feature for the feature, or the other way
    // round. There is seldom a tie, so large features are the likely ones.
    for (int sum = 2; sum >= 0 && !with_least; sum--)
        if (try_sum(e, sum, &likely, out)) return;
    int is_found = 0;
    for (int sum = 0; sum <= 2 && !is_found; sum++)
        is_found = try_sum(e, sum, NULL, out);
    ASSERT(is_found);
    out->features_are_least = 1;
}

// ------------------------------------------------------------------------------------------------- ways

void nearest_way_make(nearest_way* out, const exact_points* e, abut_event features)
{
    const int n = limbs_of(e);
    const feature f[2] = {feature_of(features.a, 0), feature_of(features.b, 1)};
    gap g;
    out->limbs = n;
    out->exponent = e->exponent;
    out->normal_limbs = gap_of(e, n, &f[0], &f[1], &g) ? g.normal_limbs : 0;
    copy(out->normal, g.normal, 3 * out->normal_limbs);
    for (int side = 0; side < 2; side++)
        copy(out->corner[side], e->point + (size_t)f[side].point[0] * 3 * (size_t)n, 3 * n);
}

// On one grid coordinates of all points differ by as little as those of six.
ALWAYS_INLINE int is_on_own_side(const nearest_way* way, const exact_points* e, int n, int side)
{
    uint64_t arm[3 * MAX], height[4 * MAX];
    for (int i = 3 * side; i < 3 * side + 3; i++) {
        for (int c = 0; c < 3; c++)
            limbs_subtract(arm + c * n, e->point + (i * 3 + c) * n, way->corner[side] + c * n, n);
        dot(way->normal, way->normal_limbs, arm, n, height);
        const int sign = limbs_sign(height, way->normal_limbs + n);
        if (side ? sign < 0 : sign > 0) return 0;
    }
    return 1;
}

ALWAYS_INLINE int are_on_own_sides(const nearest_way* way, const exact_points* e, int n)
{
    return is_on_own_side(way, e, n, 0) && is_on_own_side(way, e, n, 1);
}

int nearest_is_no_nearer(const nearest_way* way, const exact_points* e)
{
    if (!way->normal_limbs || way->limbs != e->limbs || way->exponent != e->exponent) return 0;
    if (e->limbs == 2) return are_on_own_sides(way, e, 2);
    return e->limbs == 3 ? are_on_own_sides(way, e, 3) : are_on_own_sides(way, e, limbs_of(e));
}

// --------------------------------------------------------------------------------------------- squares

int nearest_compare(const nearest_square* x, const nearest_square* y)
{
    uint64_t left[10 * MAX], right[10 * MAX];
    limbs_multiply(left, x->numerator, x->numerator_limbs, y->denominator, y->denominator_limbs);
    limbs_multiply(right, y->numerator, y->numerator_limbs, x->denominator, x->denominator_limbs);
    return integers_compare(left, x->numerator_limbs + y->denominator_limbs, 2 * x->exponent, right,
                            y->numerator_limbs + x->denominator_limbs, 2 * y->exponent);
}

int nearest_compare_double(const nearest_square* x, double y)
{
    if (!double_is_finite(y)) return -1;
    const dyadic d = dyadic_from_double(y);
    ASSERT(!d.negative || !d.mantissa);
    const uint128 square = (uint128)d.mantissa * d.mantissa;
    const uint64_t squared[2] = {(uint64_t)square, (uint64_t)(square >> 64)};
    uint64_t right[4 * MAX + 2];
    limbs_multiply(right, x->denominator, x->denominator_limbs, squared, 2);
    return integers_compare(x->numerator, x->numerator_limbs, 2 * x->exponent, right,
                            x->denominator_limbs + 2, 2 * d.exponent);
}

// The largest double and the least take 1024 + 1074 bits; a sum one more, and one for its sign.
#define SUM_LIMBS 34

int nearest_compare_sum(const nearest_square* x, double y, double z)
{
    const dyadic term[2] = {dyadic_from_double(y), dyadic_from_double(z)};
    ASSERT((!term[0].negative || !term[0].mantissa) && (!term[1].negative || !term[1].mantissa));
    if (!term[0].mantissa || !term[1].mantissa)
        return nearest_compare_double(x, term[0].mantissa ? y : z);
    const int larger = term[1].exponent > term[0].exponent;
    const int top = term[larger].exponent, low = term[!larger].exponent;
    const int n = (top - low + 53 + 1) / 64 + 1;
    uint64_t sum[SUM_LIMBS] = {0}, square[2 * SUM_LIMBS], right[4 * MAX + 2 * SUM_LIMBS];
    ASSERT(n <= SUM_LIMBS);
    for (int i = 0; i < 2; i++)
        limbs_accumulate(sum, n, term[i].mantissa, term[i].exponent - low, 0);
    limbs_multiply(square, sum, n, sum, n);
    limbs_multiply(right, x->denominator, x->denominator_limbs, square, 2 * n);
    return integers_compare(x->numerator, x->numerator_limbs, 2 * x->exponent, right,
                            x->denominator_limbs + 2 * n, 2 * low);
}

#define LARGEST UINT64_C(0x7FEFFFFFFFFFFFFF)  // as bits

// The bits of a double that is within a few units of the root, or of 0 or the largest double beyond the doubles.
static uint64_t root_guess(const nearest_square* x)
{
    const int top = limbs_bit_length(x->numerator, x->numerator_limbs);
    const int bottom = limbs_bit_length(x->denominator, x->denominator_limbs);
    if (!top) return 0;
    double ratio = (double)limbs_word_below(x->numerator, top) /
                   (double)limbs_word_below(x->denominator, bottom);
    int exponent = top - bottom + 2 * x->exponent;
    if (exponent & 1) {
        ratio *= 2;
        exponent--;
    }
    exponent /= 2;
    const uint64_t bits = double_bits(sqrt(ratio));  // of a number from 0.7 to 2
    const int field = (int)(bits >> 52) + exponent;
    const uint64_t mantissa = bits & 0xFFFFFFFFFFFFFu;
    if (field >= 0x7FF) return LARGEST;
    if (field >= 1) return (uint64_t)field << 52 | mantissa;
    return field < -62 ? 0 : (mantissa | UINT64_C(1) << 52) >> (1 - field);
}

void nearest_enclose(const nearest_square* x, double* lo, double* hi)
{
    uint64_t bits = root_guess(x);
    while (bits > 0 && nearest_compare_double(x, double_from_bits(bits)) < 0)
        bits--;
    int sign = nearest_compare_double(x, double_from_bits(bits));
    while (sign > 0 && bits < LARGEST) {
        const int next = nearest_compare_double(x, double_from_bits(bits + 1));
        if (next < 0) break;
        bits++;
        sign = next;
    }
    *lo = double_from_bits(bits);
    *hi = double_from_bits(sign ? bits + 1 : bits);  // after the largest comes infinity
}

// ---------------------------------------------------------------------------------------------- points

// (p of[0] + q of[1]) / whole: weights of limbs each, positive.
typedef struct weights {
    const uint64_t *of[2], *whole;
    int limbs;
} weights;

static void weigh(const exact_points* e, int p, int q, const weights* by, double out[3])
{
    const int n = limbs_of(e);
    const int w = by->limbs;
    uint64_t sum[5 * MAX], term[5 * MAX];
    for (int c = 0; c < 3; c++) {
        limbs_multiply(sum, e->point + (p * 3 + c) * n, n, by->of[0], w);
        limbs_multiply(term, e->point + (q * 3 + c) * n, n, by->of[1], w);
        limbs_add(sum, sum, term, n + w);
        out[c] = fraction_round(sum, n + w, by->whole, w, e->exponent);
    }
}

static void foot_on_edge(const exact_points* e, int p, const int edge[2], double out[3])
{
    const int n = limbs_of(e);
    uint64_t along[3 * MAX], r[3 * MAX], whole[2 * MAX], t[2 * MAX], rest[2 * MAX];
    difference(e, n, edge[0], edge[1], along);
    difference(e, n, edge[0], p, r);
    dot(along, n, along, n, whole);
    dot(along, n, r, n, t);
    limbs_subtract(rest, whole, t, 2 * n);
    weigh(e, edge[0], edge[1], &(weights){{rest, t}, whole, 2 * n}, out);
}

// p - normal (normal . (p - face)) / |normal|^2
static void foot_on_face(const exact_points* e, int p, const int face[3], double out[3])
{
    const int n = limbs_of(e);
    uint64_t u[3 * MAX], v[3 * MAX], normal[3 * 2 * MAX], whole[4 * MAX], height[3 * MAX],
        sum[5 * MAX], term[5 * MAX];
    difference(e, n, face[0], face[1], u);
    difference(e, n, face[0], face[2], v);
    cross(u, v, n, normal);
    dot(normal, 2 * n, normal, 2 * n, whole);
    difference(e, n, face[0], p, u);
    dot(normal, 2 * n, u, n, height);
    for (int c = 0; c < 3; c++) {
        limbs_multiply(sum, e->point + (p * 3 + c) * n, n, whole, 4 * n);
        limbs_multiply(term, normal + c * 2 * n, 2 * n, height, 3 * n);
        limbs_subtract(sum, sum, term, 5 * n);
        out[c] = fraction_round(sum, 5 * n, whole, 4 * n, e->exponent);
    }
}

// On both edges, where their lines are nearest.
static void feet_on_edges(const exact_points* e, const int a[2], const int b[2], double a_point[3],
                          double b_point[3])
{
    const int n = limbs_of(e);
    uint64_t u[3 * MAX], v[3 * MAX], r[3 * MAX], normal[3 * 2 * MAX], x[3 * 2 * MAX],
        whole[4 * MAX], t[4 * MAX], rest[4 * MAX];
    difference(e, n, a[0], a[1], u);
    difference(e, n, b[0], b[1], v);
    difference(e, n, a[0], b[0], r);
    cross(u, v, n, normal);
    dot(normal, 2 * n, normal, 2 * n, whole);
    cross(r, v, n, x);
    dot(normal, 2 * n, x, 2 * n, t);
    limbs_subtract(rest, whole, t, 4 * n);
    weigh(e, a[0], a[1], &(weights){{rest, t}, whole, 4 * n}, a_point);
    cross(r, u, n, x);
    dot(normal, 2 * n, x, 2 * n, t);
    limbs_subtract(rest, whole, t, 4 * n);
    weigh(e, b[0], b[1], &(weights){{rest, t}, whole, 4 * n}, b_point);
}

static void foot_on(const exact_points* e, int p, const feature* f, double out[3])
{
    if (f->dimension == 0)
        exact_vertex(e, f->point[0], out);
    else if (f->dimension == 1)
        foot_on_edge(e, p, f->point, out);
    else
        foot_on_face(e, p, f->point, out);
}

void nearest_points(const exact_points* e, abut_event features, double a_point[3],
                    double b_point[3])
{
    const feature a = feature_of(features.a, 0), b = feature_of(features.b, 1);
    if (a.dimension == 1 && b.dimension == 1) {
        feet_on_edges(e, a.point, b.point, a_point, b_point);
        return;
    }
    ASSERT(!a.dimension || !b.dimension);
    foot_on(e, b.point[0], &a, a_point);
    foot_on(e, a.point[0], &b, b_point);
}
