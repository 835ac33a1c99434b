// settle_body.inl - see settle.h.
//
// Pairs in the lanes of a vector (pack.inl); no lane knows of another, so that makes no
// difference to what comes out. On which sides of the planes the corners lie; the ends of the intervals on the
// line that the planes share; and, for pairs in one plane, which are few and are collected first, the sides of edges.
// A sign is certain if the determinant exceeds its bound; of exact points it is certainly zero if all products are, or
// if it comes out as zero without any rounding (docs/proofs/ties.md, "Four pairs at once").
#ifndef ABUT_ENGINE_LEAF_SETTLE_BODY_INL
#define ABUT_ENGINE_LEAF_SETTLE_BODY_INL
#include "base/base.h"
#include "base/bits.h"
#include "engine/leaf/pack.inl"
#include "engine/leaf/settle.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// Tests build the library with 1/32 here, as in geom/posed_pair.c.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

// What it would cost to do without exactness: signs as they come out. Only bench/peers/programs/rounded.cpp is built so.
#ifdef ABUT_ROUNDED
#define IS_ROUNDED 1
#else
#define IS_ROUNDED 0
#endif

#define U          0x1p-53
#define GUARD      0x1p290
#define POINT_TINY 0x1p-718
#define SIGN_TINY  0x1p-700
#define GROUPS     (WIDE_SETTLE_MOST / LANES)
#define FLAT       0xFE  // in place of a kind: in one plane

// What is known of the points.
enum {
    PLACED,  // rounded, within a bound
    LEVEL,   // the same, but for the last coordinate, which is exact
    EXACT,
};

typedef struct placed_group {
    double point[6][3][LANES];
} placed_group;

typedef struct settle_state {
    const double* corner[WIDE_SETTLE_MOST + LANES][6];  // three of a, three of b
    placed_group group[GROUPS];
    uint8_t flat[WIDE_SETTLE_MOST + LANES], flat_axis[WIDE_SETTLE_MOST + LANES];
    size_t flat_count;
} settle_state;

// ------------------------------------------------------------------------------------------- signs

typedef struct signs {
    pack_which above, below, zero;  // certainly
} signs;

ALWAYS_INLINE signs signs_of(pack value, pack bound, pack magnitude, double limit, const int mode)
{
    const pack zero = all(0);
    if (IS_ROUNDED)
        return (signs){is_above(value, zero), is_above(zero, value), is_equal(value, zero)};
    bound *= ABUT_BOUND_SCALE;
    signs s = {is_above(value, bound), is_above(-bound, value), which_none()};
    if (mode == EXACT) s.zero = is_equal(value, zero) & is_at_most(magnitude, all(limit));
    return s;
}

ALWAYS_INLINE pack_which are_known(const signs* s)
{
    return s->above | s->below | s->zero;
}

// Three components of vectors; length and error as in docs/proofs/decision.md, section 3.2.
typedef struct rows {
    pack x[3], length, error;
} rows;

ALWAYS_INLINE rows row_between(const pack from[3], const pack to[3], pack error, const int mode)
{
    rows r;
    for (int c = 0; c < 3; c++)
        r.x[c] = to[c] - from[c];
    r.error = error;
    r.length = mode == EXACT ? error : absolute(r.x[0]) + absolute(r.x[1]) + absolute(r.x[2]);
    return r;
}

// A normal and what its part of a bound is: for exact points the sums of magnitudes, else per length and per error
// of the third row.
typedef struct planes {
    pack normal[3], magnitude[3], per_length, per_error;
    pack_which is_level;  // LEVEL: neither row leaves the last axis' level
} planes;

// is_rounded: of the points.
ALWAYS_INLINE planes plane_of_rows(const rows* u, const rows* v, pack_which is_rounded)
{
    planes p;
    for (int c = 0; c < 3; c++) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        const pack x = u->x[i] * v->x[j], y = u->x[j] * v->x[i];
        p.normal[c] = x - y;
        p.magnitude[c] = absolute(x) + absolute(y);
    }
    p.is_level = is_equal(u->x[2], all(0)) & is_equal(v->x[2], all(0)) & ~is_rounded;
    const pack area = u->length * v->length;
    p.per_error = 2.4 * area;
    p.per_length = 2.4 * (u->error * v->length + u->length * v->error) + 25 * U * area;
    return p;
}

ALWAYS_INLINE signs height_signs(const planes* p, const rows* w, double limit, const int mode)
{
    const pack value = p->normal[0] * w->x[0] + p->normal[1] * w->x[1] + p->normal[2] * w->x[2];
    if (mode != EXACT) {
        const pack bound = p->per_length * w->length + p->per_error * w->error + SIGN_TINY;
        signs s = signs_of(value, bound, value, limit, mode);
        // Every product of the determinant has one of the three as a factor.
        if (mode == LEVEL) s.zero |= p->is_level & is_equal(w->x[2], all(0));
        return s;
    }
    const pack magnitude = p->magnitude[0] * absolute(w->x[0]) +
                           p->magnitude[1] * absolute(w->x[1]) +
                           p->magnitude[2] * absolute(w->x[2]);
    return signs_of(value, 17 * U * magnitude, magnitude, limit, mode);
}

// ------------------------------------------------------------------------------------------- points

typedef struct points {
    pack x[6][3];
    pack error[2];          // of a's and b's coordinates
    pack_which is_rounded;  // EXACT: where a point is not; LEVEL: where a last coordinate is not
} points;

ALWAYS_INLINE void find_corners(settle_state* state, const wide_settle_query* q,
                                const wide_pair* pairs, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t* a = q->triangles[0] + 3 * (size_t)pairs[i].a;
        const uint32_t* b = q->triangles[1] + 3 * (size_t)pairs[i].b;
        for (int k = 0; k < 3; k++) {
            state->corner[i][k] = q->vertices[0] + 3 * (size_t)a[k];
            state->corner[i][3 + k] = q->vertices[1] + 3 * (size_t)b[k];
        }
        for (int k = 0; k < 6; k++)
            __builtin_prefetch(state->corner[i][k]);
    }
    // The last group is filled up with what is decided twice.
    for (size_t i = count; i < count + LANES; i++)
        memcpy(state->corner[i], state->corner[count - 1], sizeof *state->corner);
}

// Corner k of all lanes: two coordinates at once, which stand beside each other, and the third.
ALWAYS_INLINE void gather(const settle_state* state, size_t first, int k, pack out[3])
{
    two_doubles at[LANES];
    for (int i = 0; i < LANES; i++)
        memcpy(&at[i], state->corner[first + (size_t)i][k], sizeof at[i]);
    out[0] = first_of(at);
    out[1] = second_of(at);
#define LANE(i) state->corner[first + (i)][k][2]
    out[2] = (pack)EACH(LANE);
#undef LANE
}

// Where the sum of two doubles is rounded: it differs from one of them by something else than the other.
ALWAYS_INLINE pack_which rounding_of(pack x, double y, pack sum)
{
    if (IS_ROUNDED) return which_none();
    return ~(is_equal(sum - x, all(y)) & is_equal(sum - y, x));
}

ALWAYS_INLINE void place_exactly(const wide_settle_query* q, const settle_state* state,
                                 size_t first, points* p)
{
    for (int k = 0; k < 6; k++)
        gather(state, first, k, p->x[k]);
    p->is_rounded = which_none();
    if (q->is_in_place) return;
    for (int k = 3; k < 6; k++) {
        const pack from[3] = {p->x[k][0], p->x[k][1], p->x[k][2]};
        for (int c = 0; c < 3; c++) {
            const pack v = from[q->axis[c]] * q->sign[c], x = v + q->offset[c];
            p->is_rounded |= rounding_of(v, q->offset[c], x);
            p->x[k][c] = x;
        }
    }
}

ALWAYS_INLINE void place_rounded(const wide_settle_query* q, const settle_state* state,
                                 size_t first, points* p, const int mode)
{
    p->is_rounded = which_none();
    for (int side = 0; side < 2; side++) {
        pack largest = all(0);
        for (int k = 3 * side; k < 3 * side + 3; k++) {
            pack v[3];
            gather(state, first, k, v);
            for (int c = 0; c < 3; c++)
                largest = larger(absolute(v[c]), largest);
            for (int c = 0; c < 3; c++) {
                const double* row = q->matrix[side][c];
                const pack turned = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
                p->x[k][c] = side ? turned + q->shift[c] : turned;
                if (mode == LEVEL && side && c == 2)
                    p->is_rounded |= rounding_of(turned, q->shift[c], p->x[k][c]);
            }
        }
        const pack reach = q->row_norm[side] * largest;
        const pack error =
            side ? 8.02 * U * (reach + q->shift_max) + POINT_TINY : 6.02 * U * reach + POINT_TINY;
        // Beyond the guard nothing is certain.
        p->error[side] = choose(is_at_most(reach, all(GUARD)) & is_at_most(largest, all(GUARD)),
                                error, all((double)INFINITY));
    }
}

// ------------------------------------------------------------------------------------------- sides

// Of the three corners of one triangle, beside the plane of the other.
typedef struct sides {
    signs corner[3];
    pack_which above, below, level;  // some corner is
    pack_which known, apart;         // all corners are, on one strict side
    planes plane;
} sides;

ALWAYS_INLINE sides find_sides(const points* p, int base, int other, double limit, const int mode)
{
    sides s;
    const pack none = all(0);
    const pack own = mode == EXACT ? none : p->error[base / 3] + p->error[base / 3];
    const pack both = mode == EXACT ? none : p->error[0] + p->error[1];
    const rows u = row_between(p->x[base], p->x[base + 1], own, mode);
    const rows v = row_between(p->x[base], p->x[base + 2], own, mode);
    s.plane = plane_of_rows(&u, &v, p->is_rounded);
    for (int k = 0; k < 3; k++) {
        const rows w = row_between(p->x[base], p->x[other + k], both, mode);
        s.corner[k] = height_signs(&s.plane, &w, limit, mode);
    }
    const signs *x = &s.corner[0], *y = &s.corner[1], *z = &s.corner[2];
    s.above = x->above | y->above | z->above;
    s.below = x->below | y->below | z->below;
    s.level = x->zero | y->zero | z->zero;
    s.known = are_known(x) & are_known(y) & are_known(z);
    s.apart = (x->above & y->above & z->above) | (x->below & y->below & z->below);
    return s;
}

// The corner that is alone on its side, and whether it counts as above (see geom/lattice.c); for sides that are
// known and not of one sort only.
typedef struct lone_corner {
    pack_which is[3], above, is_level;
} lone_corner;

ALWAYS_INLINE lone_corner find_lone_corner(const sides* s)
{
    const signs* k = s->corner;
    // One or three are above, and not three.
    const pack_which one_above = k[0].above ^ k[1].above ^ k[2].above;
    const pack_which one_below = (k[0].below ^ k[1].below ^ k[2].below) & ~one_above;
    lone_corner lone;
    for (int i = 0; i < 3; i++)
        lone.is[i] = (one_above & k[i].above) | (one_below & k[i].below) |
                     (k[i].zero & ~(one_above | one_below));
    lone.is_level = ~one_above & ~one_below;
    lone.above = one_above | (~one_below & ~s->above);
    return lone;
}

// The corner that stands so many places behind the lone one, or before it where back is set.
ALWAYS_INLINE void pick_corner(const points* p, int base, const lone_corner* lone, int places,
                               pack_which back, pack out[3])
{
    pack_which from[3];
    for (int i = 0; i < 3; i++) {
        const pack_which ahead = lone->is[(i + 3 - places) % 3],
                         behind = lone->is[(i + places) % 3];
        from[i] = pick_which(back, behind, ahead);
    }
    for (int c = 0; c < 3; c++)
        out[c] =
            choose(from[0], p->x[base][c], choose(from[1], p->x[base + 1][c], p->x[base + 2][c]));
}

// Pairs whose planes cross: how the two intervals on the common line lie, as geom/tri_tri.c has it.
ALWAYS_INLINE pack_int decide_edges(const points* p, const sides* s, const sides* r, double limit,
                                    const int mode)
{
    const lone_corner a_lone = find_lone_corner(s), b_lone = find_lone_corner(r);
    pack a[3][3], b[3][3];  // the lone corner, the next, the last
    for (int k = 0; k < 3; k++) {
        pick_corner(p, 0, &a_lone, k, ~b_lone.above, a[k]);
        pick_corner(p, 3, &b_lone, k, ~a_lone.above, b[k]);
    }
    const pack own = mode == EXACT ? all(0) : p->error[0] + p->error[0];
    const pack both = mode == EXACT ? all(0) : p->error[0] + p->error[1];
    // Seen from either end of a's edge the determinant is the same; from one in b's plane, that of a tie is more
    // likely to be made of zeros.
    pack from[2][3];
    for (int c = 0; c < 3; c++) {
        from[0][c] = choose(a_lone.is_level, a[0][c], a[1][c]);
        from[1][c] = choose(a_lone.is_level, a[0][c], a[2][c]);
    }
    const rows u1 = row_between(a[0], a[1], own, mode);
    const rows w1 = row_between(from[0], b[0], both, mode);
    const rows v1 = row_between(from[0], b[1], both, mode);
    const rows u2 = row_between(a[0], a[2], own, mode);
    const rows w2 = row_between(from[1], b[0], both, mode);
    const rows v2 = row_between(from[1], b[2], both, mode);
    const planes first = plane_of_rows(&u1, &w1, p->is_rounded);
    const planes second = plane_of_rows(&w2, &u2, p->is_rounded);
    const signs e = height_signs(&first, &v1, limit, mode);
    const signs f = height_signs(&second, &v2, limit, mode);
    const pack_which apart = e.above | f.above, known = are_known(&e) & are_known(&f);
    const pack_which cross = e.below & f.below & s->above & s->below & r->above & r->below;
    const pack_int met = pick(cross, whole(ABUT_KIND_CROSS), whole(ABUT_KIND_TOUCH));
    return pick(apart, whole(ABUT_KIND_APART), pick(known, met, whole(WIDE_UNSETTLED)));
}

// Those of the first few lanes.
ALWAYS_INLINE void write_kinds(uint8_t* to, pack_int kind, size_t count)
{
#if LANES == 8
    const uint64_t bytes = eight_long_bytes(kind);
    if (count >= LANES)
        memcpy(to, &bytes, sizeof bytes);
    else
        for (size_t lane = 0; lane < count; lane++)
            to[lane] = (uint8_t)(bytes >> 8 * lane);
#else
    for (size_t lane = 0; lane < LANES && lane < count; lane++)
        to[lane] = (uint8_t)kind[lane];
#endif
}

ALWAYS_INLINE void settle_group(settle_state* state, const wide_settle_query* q, size_t first,
                                size_t count, uint8_t* kinds, const int mode)
{
    points p;
    if (mode == EXACT)
        place_exactly(q, state, first, &p);
    else
        place_rounded(q, state, first, &p, mode);
    const int has_flat =
        mode == EXACT || IS_ROUNDED;  // else edges in one plane have no certain sides
    const sides s = find_sides(&p, 3, 0, q->limit3, mode);
    const sides r = find_sides(&p, 0, 3, q->limit3, mode);
    const pack_which usable = mode == EXACT ? ~p.is_rounded : which_all();
    const pack_which apart = (s.apart | r.apart) & usable;
    const pack_which flat = s.known & ~s.above & ~s.below & usable;
    const pack_which crossing = s.known & r.known & ~flat & ~apart & usable;
    pack_int kind =
        pick(apart, whole(ABUT_KIND_APART),
             pick(flat, whole(has_flat ? FLAT : WIDE_UNSETTLED), whole(WIDE_UNSETTLED)));
    if (any_of(crossing)) kind = pick(crossing, decide_edges(&p, &s, &r, q->limit3, mode), kind);
    write_kinds(kinds + first, kind, count - first);
    if (!has_flat || !any_of(flat)) return;
    for (int k = 0; k < 6; k++)
        for (int c = 0; c < 3; c++)
            store(state->group[first / LANES].point[k][c], p.x[k][c]);
    const pack x = absolute(s.plane.normal[0]), y = absolute(s.plane.normal[1]),
               z = absolute(s.plane.normal[2]);
    const pack_which is_z = is_at_most(x, z) & is_at_most(y, z), is_y = ~is_z & is_at_most(x, y);
    for (size_t lane = 0; lane < LANES && first + lane < count; lane++) {
        state->flat[state->flat_count] = (uint8_t)(first + lane);
        state->flat_axis[state->flat_count] =
            (uint8_t)(lane_of(is_y, lane) | lane_of(is_z, lane) << 1);
        state->flat_count += lane_of(flat, lane);
    }
}

// ------------------------------------------------------------------------------- in one plane--------

typedef struct flat_lanes {
    pack x[6], y[6];
} flat_lanes;

ALWAYS_INLINE pack_which equal_points(const flat_lanes* f, int p, int q)
{
    return is_equal(f->x[p], f->x[q]) & is_equal(f->y[p], f->y[q]);
}

ALWAYS_INLINE pack_int bit_where(pack_which which, int bit)
{
    return pick(which, whole((int64_t)1 << bit), whole(0));
}

// Signs as bits: of each lane, 1 << bit if above, 1 << (bit + step) if below, 1 << (bit + 2 * step) if zero.
ALWAYS_INLINE pack_int sign_bits(const signs* s, int bit, int step)
{
    return bit_where(s->above, bit) | bit_where(s->below, bit + step) |
           bit_where(s->zero, bit + 2 * step);
}

// The sign of (q - p) x (r - p).
ALWAYS_INLINE signs flat_signs(const flat_lanes* f, const int at[3], double limit)
{
    const pack ux = f->x[at[1]] - f->x[at[0]], uy = f->y[at[1]] - f->y[at[0]];
    const pack vx = f->x[at[2]] - f->x[at[0]], vy = f->y[at[2]] - f->y[at[0]];
    const pack x = ux * vy, y = uy * vx, magnitude = absolute(x) + absolute(y);
    return signs_of(x - y, 9 * U * magnitude, magnitude, limit, EXACT);
}

// Of the edges of the triangle at base: bits 0-8 the other's corners inside edge 0, 1, 2; 9-17 outside; 18-26 on
// it. Bits 27 and 28: the triangle's own orientation.
// same: which corners are one point.
ALWAYS_INLINE pack_int edge_view(const flat_lanes* f, int base, int other, pack_which same[3][3],
                                 double limit)
{
    pack_int bits = whole(0);
    for (int edge = 0; edge < 3; edge++)
        for (int k = 0; k < 3; k++) {
            const int at[3] = {base + edge, base + (edge + 1) % 3, other + k};
            const pack_which ends = base ? same[k][(edge + 1) % 3] : same[(edge + 1) % 3][k];
            signs sign = flat_signs(f, at, limit);
            sign.zero |= ends;
            bits |= sign_bits(&sign, 3 * edge + k, 9);
        }
    const int own[3] = {base, base + 1, base + 2};
    const signs orientation = flat_signs(f, own, limit);
    return bits | bit_where(orientation.above, 27) | bit_where(orientation.below, 28);
}

typedef struct flat_pair {
    const double* at;  // coordinate c of corner k is at[(3 * k + c) * LANES]
    int x, y;          // the axes that are kept
} flat_pair;

static double coordinate(const flat_pair* f, unsigned corner, int axis)
{
    return f->at[(3 * corner + (unsigned)axis) * LANES];
}

// Two segments on one line: see geom/lattice.c.
static uint8_t intervals_of(const flat_pair* f, unsigned p, unsigned q, unsigned r, unsigned s)
{
    const int axis = coordinate(f, p, f->x) != coordinate(f, q, f->x) ? f->x : f->y;
    const double at[4] = {coordinate(f, p, axis), coordinate(f, q, axis), coordinate(f, r, axis),
                          coordinate(f, s, axis)};
    const double p_low = at[0] < at[1] ? at[0] : at[1], p_high = at[0] < at[1] ? at[1] : at[0];
    const double r_low = at[2] < at[3] ? at[2] : at[3], r_high = at[2] < at[3] ? at[3] : at[2];
    const double low = p_low > r_low ? p_low : r_low, high = p_high < r_high ? p_high : r_high;
    return low > high ? ABUT_KIND_APART : low < high ? ABUT_KIND_COPLANAR : ABUT_KIND_TOUCH;
}

// What the edges of one triangle say: a kind if one of them separates, WIDE_UNSETTLED if one might, and
// ABUT_KIND_COPLANAR if none does.
static uint8_t view_kind(const flat_pair* f, unsigned view, unsigned base, unsigned other)
{
    const unsigned orientation = view >> 27;
    if (!(orientation & 3)) return WIDE_UNSETTLED;
    const unsigned inner = (orientation & 1 ? view : view >> 9) & 511;
    const unsigned outer = (orientation & 1 ? view >> 9 : view) & 511, level = view >> 18 & 511;
    // Three bits an edge: the lowest of each says whether no corner is inside, and whether all are certainly not.
    const unsigned known = level | outer;
    const unsigned open = ~(inner | inner >> 1 | inner >> 2) & 0111;
    const unsigned parts = open & known & known >> 1 & known >> 2;
    if (!parts) return open ? WIDE_UNSETTLED : ABUT_KIND_COPLANAR;
    const unsigned bit = (unsigned)__builtin_ctz(parts), on = level >> bit & 7, edge = bit / 3;
    if (!on) return ABUT_KIND_APART;
    const unsigned first = (unsigned)__builtin_ctz(on), last = on & 4 ? 2 : on & 2 ? 1 : 0;
    return intervals_of(f, base + edge, base + (edge + 1) % 3, other + first, other + last);
}

// The first few of a group, which is filled up.
ALWAYS_INLINE void decide_flat(const settle_state* state, const uint8_t* pair, const uint8_t* axis,
                               size_t count, double limit, uint8_t* kinds)
{
    flat_lanes f;
    pack_which same[3][3];
    const double *x[LANES], *y[LANES];
    for (int lane = 0; lane < LANES; lane++) {
        const placed_group* g = &state->group[pair[lane] / LANES];
        x[lane] = &g->point[0][(axis[lane] + 1) % 3][pair[lane] % LANES];
        y[lane] = &g->point[0][(axis[lane] + 2) % 3][pair[lane] % LANES];
    }
    // Put together in registers: what has just been stored by parts would have to be waited for.
    for (int k = 0; k < 6; k++) {
        const ptrdiff_t at = (ptrdiff_t)k * 3 * LANES;
#define LANE(i) x[i][at]
        f.x[k] = (pack)EACH(LANE);
#undef LANE
#define LANE(i) y[i][at]
        f.y[k] = (pack)EACH(LANE);
#undef LANE
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            same[i][k] = equal_points(&f, i, 3 + k);
    const pack_int a = edge_view(&f, 0, 3, same, limit), b = edge_view(&f, 3, 0, same, limit);
    for (size_t lane = 0; lane < LANES && lane < count; lane++) {
        const placed_group* g = &state->group[pair[lane] / LANES];
        const flat_pair plane = {&g->point[0][0][pair[lane] % LANES], (axis[lane] + 1) % 3,
                                 (axis[lane] + 2) % 3};
        uint8_t kind = view_kind(&plane, (unsigned)a[lane], 0, 3);
        if (kind == ABUT_KIND_COPLANAR || kind == WIDE_UNSETTLED) {
            const uint8_t second = view_kind(&plane, (unsigned)b[lane], 3, 0);
            if (second != ABUT_KIND_COPLANAR) kind = second;
        }
        kinds[pair[lane]] = kind;
    }
}

// --------------------------------------------------------------------------------------------- all

ALWAYS_INLINE void settle(const wide_settle_query* q, const wide_pair* pairs, size_t count,
                          uint8_t* kinds, settle_state* state, const int mode)
{
    find_corners(state, q, pairs, count);
    for (size_t i = 0; i < count; i += LANES)
        settle_group(state, q, i, count, kinds, mode);
    if (!state->flat_count) return;
    for (size_t i = 0; i < LANES; i++) {
        state->flat[state->flat_count + i] = state->flat[state->flat_count - 1];
        state->flat_axis[state->flat_count + i] = state->flat_axis[state->flat_count - 1];
    }
    for (size_t i = 0; i < state->flat_count; i += LANES)
        decide_flat(state, state->flat + i, state->flat_axis + i, state->flat_count - i, q->limit2,
                    kinds);
}

static inline void settle_pairs(const wide_settle_query* q, const wide_pair* pairs, size_t count,
                                uint8_t* kinds)
{
    settle_state state;
    ASSERT(count && count <= WIDE_SETTLE_MOST);
    state.flat_count = 0;
    if (q->is_exact)
        settle(q, pairs, count, kinds, &state, EXACT);
    else if (q->is_level)
        settle(q, pairs, count, kinds, &state, LEVEL);
    else
        settle(q, pairs, count, kinds, &state, PLACED);
}

#endif
