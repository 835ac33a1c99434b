// lattice.c - see lattice.h.
#include "geom/lattice.h"

#include "base/base.h"
#include "geom/lattice_signs.inl"

#include <string.h>

// --------------------------------------------------------------------------------------------- pose

// Which column of a's matrix equals, but for its sign, column j of b's; 3 if none does.
static int find_column(const pose_pair* poses, int j, int* negative)
{
    for (int k = 0; k < 3; k++) {
        // For most poses the first numbers tell that there is none.
        const uint64_t first = double_bits(poses->side[0].matrix[0][k]);
        if ((first ^ double_bits(poses->side[1].matrix[0][j])) << 1) continue;
        // All magnitudes, and whether the signs differ everywhere or nowhere; zeros have none.
        uint64_t differs = 0;
        int same = 0, other = 0;
        for (int i = 0; i < 3; i++) {
            const uint64_t a = double_bits(poses->side[0].matrix[i][k]);
            const uint64_t sign = a ^ double_bits(poses->side[1].matrix[i][j]);
            const int is_there = a << 1 != 0;
            differs |= sign << 1;
            other |= is_there & (int)(sign >> 63);
            same |= is_there & (int)(~sign >> 63);
        }
        if (differs || (same && other)) continue;
        *negative = other;
        return k;
    }
    return 3;
}

// The axis along which a's matrix turns axis k without changing its length; 3 if it does not.
static int unit_axis(const pose_pair* poses, int k, int* negative)
{
    int axis = 3;
    for (int i = 0; i < 3; i++) {
        const double x = poses->side[0].matrix[i][k];
        if (double_is_zero(x)) continue;
        if (axis < 3 || (double_bits(x) << 1) != (double_bits(1.0) << 1)) return 3;
        axis = i;
        *negative = x < 0;
    }
    return axis;
}

int lattice_pose_find(lattice_pose* out, const pose_pair* poses)
{
    *out = (lattice_pose){.axis = {0, 1, 2}};
    if (poses->in_place) return 1;
    if (poses->is_rounded) return 0;  // what looks like an exchange of axes need not be one
    for (int j = 0; j < 3; j++) {
        int negative;
        const int k = find_column(poses, j, &negative);
        if (k == 3) return 0;
        out->axis[k] = j;
        out->negative[k] = negative;
    }
    for (int i = 0; i < 3; i++) {
        const double *a = poses->side[0].translation, *b = poses->side[1].translation;
        out->has_offset |= double_compare(a[i], b[i]) != 0;
    }
    for (int k = 0; k < 3 && out->has_offset; k++) {
        int negative;
        const int i = unit_axis(poses, k, &negative);
        if (i == 3) return 0;
        const double a = poses->side[0].translation[i], b = poses->side[1].translation[i];
        if (double_compare(a, b) == 0) continue;
        out->offset[k][0] = negative ? -b : b;
        out->offset[k][1] = negative ? a : -a;
    }
    return 1;
}

// -------------------------------------------------------------------------------------------- points

// The numbers of one axis: those of a, of b before its sign, and the offsets.
enum { AXIS_MOST = 8 };

// Whether numbers are multiples of what is 1 when down is a power of two. On bits, so that no number that was flushed
// to zero passes.
static int are_multiples(const double* v, const int64_t* x, int count, double down)
{
    uint64_t differs = 0;
    for (int i = 0; i < count; i++)
        differs |= double_bits((double)x[i] * down) ^ double_bits(v[i]);
    return !(differs << 1);
}

// Write numbers as integers below 2^bits times one power of two. Returns 0 if there is no such power, or for
// numbers so small or large that scaling them might not be exact.
ALWAYS_INLINE int place_axis(const double* v, const int count, const int bits, int64_t* out)
{
    uint64_t largest = 0, least = UINT64_MAX;  // of magnitudes, less one: 0 is the largest then
    for (int i = 0; i < count; i++) {
        const uint64_t magnitude = double_bits(v[i]) << 1;
        largest = magnitude > largest ? magnitude : largest;
        least = magnitude - 1 < least ? magnitude - 1 : least;
    }
    if (!largest) {
        for (int i = 0; i < count; i++)
            out[i] = 0;
        return 1;
    }
    const int exponent = (int)(largest >> 53);  // biased: every |v| < 2^(exponent - 1022)
    if (exponent < 300 || exponent > 1700) return 0;
    const double up = double_from_bits((uint64_t)(2045 + bits - exponent) << 52);
    for (int i = 0; i < count; i++)
        out[i] = (int64_t)(v[i] * up);
    // A double has 53 bits: near to the largest nothing is lost.
    if (exponent - (int)((least + 1) >> 53) <= bits - 53) return 1;
    const double down = double_from_bits((uint64_t)(exponent - bits + 1) << 52);
    return are_multiples(v, out, count, down);
}

int lattice_place(lattice_points* out, const lattice_pose* pose, const double* const vertex[6])
{
    ASSERT(pose->axis[0] + pose->axis[1] + pose->axis[2] == 3);  // each axis once
    for (int c = 0; c < 3; c++) {
        double v[AXIS_MOST];
        int64_t x[AXIS_MOST];
        for (int i = 0; i < 3; i++) {
            v[i] = vertex[i][c];
            v[3 + i] = vertex[3 + i][pose->axis[c]];
        }
        v[6] = pose->offset[c][0];
        v[7] = pose->offset[c][1];
        if (!(pose->has_offset ? place_axis(v, AXIS_MOST, 59, x) : place_axis(v, 6, 61, x)))
            return 0;
        const int64_t offset = pose->has_offset ? x[6] + x[7] : 0;
        const int64_t sign = -(int64_t)pose->negative[c];
        for (int i = 0; i < 3; i++) {
            out->x[i][c] = x[i];
            out->x[3 + i][c] = (x[3 + i] ^ sign) - sign + offset;
        }
    }
    return 1;
}

// ------------------------------------------------------------------------------------- in one plane

typedef struct flat {  // six points in a projection, relative to the first
    int64_t x[6], y[6];
} flat;

static inline int128 flat_cross(const flat* f, int p, int q)
{
    return cross(f->x[p], f->y[p], f->x[q], f->y[q]);
}

// Signs as seen from the three edges of a triangle: bit 3 * edge + corner of the other triangle.
typedef struct edge_view {
    unsigned inner, outer;  // strictly
} edge_view;

static inline void look(edge_view* view, int bit, int128 x)
{
    view->inner |= (unsigned)(x > 0) << bit;
    view->outer |= (unsigned)(x < 0) << bit;
}

static inline edge_view turned(edge_view view, int128 orientation)
{
    return orientation < 0 ? (edge_view){view.outer, view.inner} : view;
}

// Every determinant of three of the six points, from ten of two: the first point is the origin.
static void look_from_edges(const flat* f, edge_view* from_a, edge_view* from_b)
{
    int128 a1[3], a2[3], b[3];  // a's corners 1 and 2 with each of b; b's edges
    for (int j = 0; j < 3; j++) {
        a1[j] = flat_cross(f, 1, 3 + j);
        a2[j] = flat_cross(f, 2, 3 + j);
        b[j] = flat_cross(f, 3 + j, 3 + (j + 1) % 3);
    }
    const int128 a_area = flat_cross(f, 1, 2), b_area = b[0] + b[1] + b[2];
    edge_view a_view = {0, 0}, b_view = {0, 0};
    for (int j = 0; j < 3; j++) {
        const int k = (j + 1) % 3;
        look(&a_view, j, a1[j]);
        look(&a_view, 3 + j, a2[j] - a1[j] + a_area);
        look(&a_view, 6 + j, -a2[j]);
        look(&b_view, 3 * j, b[j]);
        look(&b_view, 3 * j + 1, b[j] + a1[j] - a1[k]);
        look(&b_view, 3 * j + 2, b[j] + a2[j] - a2[k]);
    }
    *from_a = turned(a_view, a_area);
    *from_b = turned(b_view, b_area);
}

// Two segments on one line, p q not a point.
static abut_kind intervals_of(const flat* f, int p, int q, int r, int s)
{
    const int64_t* x = f->x[p] != f->x[q] ? f->x : f->y;  // an axis that orders the line
    const int64_t p_low = x[p] < x[q] ? x[p] : x[q], p_high = x[p] < x[q] ? x[q] : x[p];
    const int64_t r_low = x[r] < x[s] ? x[r] : x[s], r_high = x[r] < x[s] ? x[s] : x[r];
    const int64_t low = p_low > r_low ? p_low : r_low, high = p_high < r_high ? p_high : r_high;
    return low > high ? ABUT_KIND_APART : low == high ? ABUT_KIND_TOUCH : ABUT_KIND_COPLANAR;
}

// If an edge of a triangle has the other one on its outer side, store what they share and return 1.
static int separated(const flat* f, const edge_view* view, int base, int other, abut_kind* kind)
{
    for (int edge = 0; edge < 3; edge++) {
        if (view->inner >> 3 * edge & 7) continue;
        const unsigned on_line = ~view->outer >> 3 * edge & 7;
        const int first = other + __builtin_ctz(on_line | 8), last = other + (on_line & 4   ? 2
                                                                              : on_line & 2 ? 1
                                                                                            : 0);
        *kind = on_line ? intervals_of(f, base + edge, base + (edge + 1) % 3, first, last)
                        : ABUT_KIND_APART;
        return 1;
    }
    return 0;
}

static abut_kind planar(const lattice_points* p, const normal* n)
{
    int axis = 0;
    while (!(n->high[axis] | n->low[axis]))
        axis++;
    ASSERT(axis < 3);
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    flat f;
    for (int k = 0; k < 6; k++) {
        f.x[k] = p->x[k][i] - p->x[0][i];
        f.y[k] = p->x[k][j] - p->x[0][j];
    }
    edge_view from_a, from_b;
    abut_kind kind = ABUT_KIND_COPLANAR;
    look_from_edges(&f, &from_a, &from_b);
    if (!separated(&f, &from_a, 0, 3, &kind)) separated(&f, &from_b, 3, 0, &kind);
    return kind;
}

// ------------------------------------------------------------------------------------------ decision

static inline int is_single(unsigned bits)
{
    return bits && !(bits & (bits - 1));
}

// As in tri_tri.c: the corner that is alone on its side of the other's plane, and whether it counts as above.
static inline int lone_corner(const sides* s, int* above)
{
    const unsigned level = ~(s->above | s->below) & 7;
    const int is_above = is_single(s->above), is_below = is_single(s->below);
    *above = is_above || (!is_below && !s->above);
    return __builtin_ctz(is_above ? s->above : is_below ? s->below : level);
}

static inline int are_apart(const sides* s)
{
    return s->above == 7 || s->below == 7;
}

static int are_small(const lattice_points* p)
{
    int small = 1;
    for (int i = 0; i < 18; i++)
        small &= p->x[i / 3][i % 3] > -((int64_t)1 << 61) && p->x[i / 3][i % 3] < (int64_t)1 << 61;
    return small;
}

abut_kind lattice_tri_tri(const lattice_points* p)
{
    VALIDATE(are_small(p));
    sides s, r;  // of a's corners beside b's plane, of b's beside a's
    int a_above, b_above;
    const normal n = find_sides(p, 3, 0, &s);
    if (are_apart(&s)) return ABUT_KIND_APART;
    if (!(s.above | s.below)) return planar(p, &n);
    find_sides(p, 0, 3, &r);
    if (are_apart(&r)) return ABUT_KIND_APART;
    const int a = lone_corner(&s, &a_above), b = lone_corner(&r, &b_above);
    // The corners that follow the lone ones, in the order that the other's side asks for.
    static const uint8_t next[5] = {1, 2, 0, 1, 2};
    const int a_next = next[a + !b_above], a_last = next[a + b_above];
    const int b_next = 3 + next[b + !a_above], b_last = 3 + next[b + a_above];
    const int e = edge_sign(p, a, a_next, 3 + b, b_next);
    const int f = edge_sign(p, a, a_last, b_last, 3 + b);
    if (e > 0 || f > 0) return ABUT_KIND_APART;
    const int crosses = e < 0 && f < 0 && s.above && s.below && r.above && r.below;
    return crosses ? ABUT_KIND_CROSS : ABUT_KIND_TOUCH;
}
