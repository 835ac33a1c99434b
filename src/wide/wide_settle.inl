// wide_settle.inl - see wide_settle.h. Included with KERNEL, the name of the function.
//
// Three steps, each for four pairs in the lanes of one vector: on which sides of the planes the corners lie; for
// pairs whose planes cross, the ends of the intervals on the common line; for pairs in one plane, the sides of
// edges. Between the steps the pairs are sorted into lists. A sign is certain if the determinant exceeds its bound;
// of exact points it is certainly zero if every product is (docs/exactness.md, "Four pairs at once").
#include "base/base.h"
#include "base/bits.h"
#include "wide/wide_settle.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define QUADS 4
typedef double quad __attribute__((vector_size(32)));
typedef int64_t quad_int __attribute__((vector_size(32)));

#ifdef __OPTIMIZE__
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

// Tests build the library with 1/32 here, as in geom/posed_pair.c.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

#define U          0x1p-53
#define GUARD      0x1p290
#define POINT_TINY 0x1p-718
#define SIGN_TINY  0x1p-700
#define GROUPS     (WIDE_SETTLE_MOST / QUADS)

typedef struct placed_group {
    double point[6][3][QUADS];
    double error[2][QUADS];  // of a's and b's coordinates
    int64_t code[QUADS];     // what is known of the sides
} placed_group;

typedef struct edge_item {  // corners as in geom/lattice.c
    uint8_t pair, a, a_next, a_last, b, b_next, b_last, may_cross;
} edge_item;

typedef struct settle_state {
    placed_group group[GROUPS];
    edge_item edges[WIDE_SETTLE_MOST + QUADS];
    uint8_t flat[WIDE_SETTLE_MOST + QUADS], flat_axis[WIDE_SETTLE_MOST + QUADS];
    size_t edge_count, flat_count;
} settle_state;

INLINE quad all(double x)
{
    return (quad){x, x, x, x};
}

INLINE quad load(const double* from)
{
    quad x;
    memcpy(&x, from, sizeof x);
    return x;
}

INLINE void store(double* to, quad x)
{
    memcpy(to, &x, sizeof x);
}

INLINE quad absolute(quad x)
{
    return (quad)((quad_int)x & INT64_MAX);
}

INLINE quad larger(quad x, quad y)
{
    const quad_int which = x > y;
    return (quad)((which & (quad_int)x) | (~which & (quad_int)y));
}

// Three components of vectors; length and error as in docs/exactness.md, section 3.2.
typedef struct rows {
    quad x[3], length, error;
} rows;

INLINE rows row_between(const quad from[3], const quad to[3], quad error, const int is_exact)
{
    rows r;
    for (int c = 0; c < 3; c++)
        r.x[c] = to[c] - from[c];
    r.error = error;
    if (!is_exact) r.length = absolute(r.x[0]) + absolute(r.x[1]) + absolute(r.x[2]);
    return r;
}

// A normal and what its part of a bound is: for exact points the sums of magnitudes, else per length and per error
// of the third row.
typedef struct planes {
    quad normal[3], magnitude[3], per_length, per_error;
} planes;

INLINE planes plane_of_rows(const rows* u, const rows* v, const int is_exact)
{
    planes p;
    for (int c = 0; c < 3; c++) {
        const int i = (c + 1) % 3, j = (c + 2) % 3;
        const quad x = u->x[i] * v->x[j], y = u->x[j] * v->x[i];
        p.normal[c] = x - y;
        p.magnitude[c] = absolute(x) + absolute(y);
    }
    if (!is_exact) {
        const quad area = u->length * v->length;
        p.per_error = 2.4 * area;
        p.per_length = 2.4 * (u->error * v->length + u->length * v->error) + 25 * U * area;
    }
    return p;
}

// Signs as bits: of lane l of number bit, 1 << bit if above, 1 << (bit + step) if below, 1 << (bit + 2 * step) if
// certainly zero.
INLINE quad_int sign_bits(quad value, quad bound, quad magnitude, int bit, int step,
                          const int is_exact)
{
    bound *= ABUT_BOUND_SCALE;
    quad_int bits = ((value > bound) & ((int64_t)1 << bit)) |
                    ((value < -bound) & ((int64_t)1 << (bit + step)));
    if (is_exact) bits |= (magnitude == 0) & ((int64_t)1 << (bit + 2 * step));
    return bits;
}

INLINE quad_int height_bits(const planes* p, const rows* w, int bit, int step, const int is_exact)
{
    const quad value = p->normal[0] * w->x[0] + p->normal[1] * w->x[1] + p->normal[2] * w->x[2];
    if (!is_exact) {
        const quad bound = p->per_length * w->length + p->per_error * w->error + SIGN_TINY;
        return sign_bits(value, bound, value, bit, step, 0);
    }
    const quad magnitude = p->magnitude[0] * absolute(w->x[0]) +
                           p->magnitude[1] * absolute(w->x[1]) +
                           p->magnitude[2] * absolute(w->x[2]);
    return sign_bits(value, 17 * U * magnitude, magnitude, bit, step, 1);
}

// ------------------------------------------------------------------------------------------- points

// The corners of four pairs: corner[k][lane] for k < 3 of a, then of b.
INLINE void find_corners(const wide_settle_query* q, const wide_pair* pairs,
                         const double* corner[6][QUADS])
{
    for (int lane = 0; lane < QUADS; lane++) {
        const uint32_t* a = q->triangles[0] + 3 * (size_t)pairs[lane].a;
        const uint32_t* b = q->triangles[1] + 3 * (size_t)pairs[lane].b;
        for (int k = 0; k < 3; k++) {
            corner[k][lane] = q->vertices[0] + 3 * (size_t)a[k];
            corner[3 + k][lane] = q->vertices[1] + 3 * (size_t)b[k];
        }
    }
}

INLINE quad gather(const double* const corner[QUADS], int c)
{
    return (quad){corner[0][c], corner[1][c], corner[2][c], corner[3][c]};
}

// Returns the lanes in which a point of b was rounded.
INLINE quad_int place_exactly(const wide_settle_query* q, const double* corner[6][QUADS],
                              quad point[6][3])
{
    quad_int rounded = {0, 0, 0, 0};
    if (q->is_in_place) {
        for (int k = 0; k < 6; k++)
            for (int c = 0; c < 3; c++)
                point[k][c] = gather(corner[k], c);
        return rounded;
    }
    for (int c = 0; c < 3; c++) {
        const quad offset = all(q->offset[c]);
        for (int k = 0; k < 3; k++) {
            point[k][c] = gather(corner[k], c);
            const quad v = gather(corner[3 + k], q->axis[c]) * q->sign[c], x = v + offset;
            // A rounded sum of two doubles differs from one of them by something else than the other.
            rounded |= (x - v != offset) | (x - offset != v);
            point[3 + k][c] = x;
        }
    }
    return rounded;
}

INLINE void place_rounded(const wide_settle_query* q, const double* corner[6][QUADS],
                          quad point[6][3], quad error[2])
{
    for (int side = 0; side < 2; side++) {
        quad largest = all(0);
        for (int k = 3 * side; k < 3 * side + 3; k++) {
            quad v[3];
            for (int c = 0; c < 3; c++) {
                v[c] = gather(corner[k], c);
                largest = larger(absolute(v[c]), largest);
            }
            for (int c = 0; c < 3; c++) {
                const double* row = q->matrix[side][c];
                const quad turned = row[0] * v[0] + row[1] * v[1] + row[2] * v[2];
                point[k][c] = side ? turned + q->shift[c] : turned;
            }
        }
        const quad reach = q->row_norm[side] * largest;
        error[side] = side ? 8.02 * U * (reach + q->shift_max) + POINT_TINY
                           : 6.02 * U * reach + POINT_TINY;
        // Beyond the guard nothing is certain.
        error[side] += (quad)(((reach > GUARD) | (largest > GUARD)) & (quad_int)all((double)INFINITY));
    }
}

// ------------------------------------------------------------------------------------- step 1: sides

// Bits 0-8: a's corners above, below, in b's plane; 9-17: b's beside a's; 18 and 19: the axis along which b's
// projection is largest.
INLINE void find_sides(placed_group* g, const quad point[6][3], const quad error[2],
                       quad_int rounded, const int is_exact)
{
    quad_int code = {0, 0, 0, 0};
    for (int side = 0; side < 2; side++) {
        const int base = side ? 0 : 3, other = side ? 3 : 0, bit = side ? 9 : 0;
        const quad own = is_exact ? all(0) : error[!side] + error[!side];
        const quad both = is_exact ? all(0) : error[0] + error[1];
        const rows u = row_between(point[base], point[base + 1], own, is_exact);
        const rows v = row_between(point[base], point[base + 2], own, is_exact);
        const planes p = plane_of_rows(&u, &v, is_exact);
        for (int k = 0; k < 3; k++) {
            const rows w = row_between(point[base], point[other + k], both, is_exact);
            code |= height_bits(&p, &w, bit + k, 3, is_exact);
        }
        if (side || !is_exact) continue;
        const quad x = absolute(p.normal[0]), y = absolute(p.normal[1]), z = absolute(p.normal[2]);
        const quad_int is_z = (z >= x) & (z >= y), is_y = ~is_z & (y >= x);
        code |= (is_y & ((int64_t)1 << 18)) | (is_z & ((int64_t)1 << 19));
    }
    code &= ~rounded;
    memcpy(g->code, &code, sizeof code);
    for (int k = 0; k < 6; k++)
        for (int c = 0; c < 3; c++)
            store(g->point[k][c], point[k][c]);
    if (is_exact) return;
    store(g->error[0], error[0]);
    store(g->error[1], error[1]);
}

INLINE void place_group(const wide_settle_query* q, const wide_pair* pairs, placed_group* g,
                        const int is_exact)
{
    const double* corner[6][QUADS];
    quad point[6][3], error[2] = {all(0), all(0)};
    quad_int rounded = {0, 0, 0, 0};
    find_corners(q, pairs, corner);
    if (is_exact)
        rounded = place_exactly(q, corner, point);
    else
        place_rounded(q, corner, point, error);
    find_sides(g, (const quad(*)[3])point, error, rounded, is_exact);
}

// ----------------------------------------------------------------------------------------- sorting

static inline int is_single(unsigned bits)
{
    return bits && !(bits & (bits - 1));
}

// The corner alone on its side, and whether it counts as above: see geom/lattice.c.
static inline unsigned lone_corner(unsigned signs, unsigned* above)
{
    const unsigned up = signs & 7, down = signs >> 3 & 7, level = ~(up | down) & 7;
    const int is_above = is_single(up), is_below = is_single(down);
    *above = is_above || (!is_below && !up);
    return (unsigned)__builtin_ctz(is_above ? up : is_below ? down : level);
}

static inline int are_known(unsigned signs)
{
    return ((signs | signs >> 3 | signs >> 6) & 7) == 7;
}

static inline int are_apart(unsigned signs)
{
    return (signs & 7) == 7 || (signs >> 3 & 7) == 7;
}

static inline edge_item edge_item_of(size_t pair, unsigned s, unsigned r)
{
    static const uint8_t next[5] = {1, 2, 0, 1, 2};
    unsigned a_above, b_above;
    const unsigned a = lone_corner(s, &a_above), b = lone_corner(r, &b_above);
    return (edge_item){.pair = (uint8_t)pair,
                       .a = (uint8_t)a,
                       .a_next = next[a + !b_above],
                       .a_last = next[a + b_above],
                       .b = (uint8_t)(3 + b),
                       .b_next = (uint8_t)(3 + next[b + !a_above]),
                       .b_last = (uint8_t)(3 + next[b + a_above]),
                       .may_cross = (s & 7) && (s & 56) && (r & 7) && (r & 56)};
}

static void sort_pair(settle_state* state, size_t pair, uint8_t* kind)
{
    const unsigned code = (unsigned)state->group[pair / QUADS].code[pair % QUADS];
    const unsigned s = code & 511, r = code >> 9 & 511;
    *kind = WIDE_UNSETTLED;
    if (are_apart(s) || are_apart(r)) {
        *kind = ABUT_APART;
    } else if (s >> 6 == 7) {
        state->flat_axis[state->flat_count] = (uint8_t)(code >> 18);
        state->flat[state->flat_count++] = (uint8_t)pair;
    } else if (are_known(s) && are_known(r)) {
        state->edges[state->edge_count++] = edge_item_of(pair, s, r);
    }
}

// ------------------------------------------------------------------------------------ step 2: edges

INLINE quad collect(const settle_state* state, const uint8_t pair[QUADS],
                    const uint8_t corner[QUADS], int c)
{
    quad x;
    for (int lane = 0; lane < QUADS; lane++)
        x[lane] = state->group[pair[lane] / QUADS].point[corner[lane]][c][pair[lane] % QUADS];
    return x;
}

INLINE rows edge_row(const settle_state* state, const edge_item* items, size_t to, quad error,
                     const int is_exact)
{
    quad x[2][3];
    uint8_t pair[QUADS], corner[2][QUADS];
    for (int lane = 0; lane < QUADS; lane++) {
        pair[lane] = items[lane].pair;
        corner[0][lane] = items[lane].a;
        corner[1][lane] = ((const uint8_t*)&items[lane])[to];
    }
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 2; k++)
            x[k][c] = collect(state, pair, corner[k], c);
    return row_between(x[0], x[1], error, is_exact);
}

// Where the intervals end: e = (a_next - a) x (b - a) . (b_next - a), f likewise with the last corners and b
// exchanged. Bits: 0-2 e above, below, zero; 3-5 f.
INLINE void decide_edges(const settle_state* state, const edge_item* items, size_t count,
                         uint8_t* kinds, const int is_exact)
{
    quad own = all(0), both = all(0);
    for (int lane = 0; lane < QUADS && !is_exact; lane++) {
        const placed_group* g = &state->group[items[lane].pair / QUADS];
        const int l = items[lane].pair % QUADS;
        own[lane] = g->error[0][l] + g->error[0][l];
        both[lane] = g->error[0][l] + g->error[1][l];
    }
    const rows w = edge_row(state, items, offsetof(edge_item, b), both, is_exact);
    const rows u = edge_row(state, items, offsetof(edge_item, a_next), own, is_exact);
    const rows v = edge_row(state, items, offsetof(edge_item, b_next), both, is_exact);
    const rows u2 = edge_row(state, items, offsetof(edge_item, a_last), own, is_exact);
    const rows v2 = edge_row(state, items, offsetof(edge_item, b_last), both, is_exact);
    const planes p = plane_of_rows(&u, &w, is_exact), p2 = plane_of_rows(&w, &u2, is_exact);
    const quad_int bits =
        height_bits(&p, &v, 0, 1, is_exact) | height_bits(&p2, &v2, 3, 1, is_exact);
    for (size_t lane = 0; lane < count; lane++) {
        const unsigned e = bits[lane] & 7, f = bits[lane] >> 3 & 7;
        uint8_t kind = WIDE_UNSETTLED;
        if ((e | f) & 1)
            kind = ABUT_APART;
        else if (e && f)
            kind = items[lane].may_cross && (e & f & 2) ? ABUT_CROSS : ABUT_TOUCH;
        kinds[items[lane].pair] = kind;
    }
}

// ------------------------------------------------------------------------------- step 3: in one plane

typedef struct flat_lanes {
    quad x[6], y[6];
} flat_lanes;

INLINE quad_int equal_points(const flat_lanes* f, int p, int q)
{
    return (f->x[p] == f->x[q]) & (f->y[p] == f->y[q]);
}

// Bits of the sign of (q - p) x (r - p); same: lanes in which q is r.
INLINE quad_int flat_bits(const flat_lanes* f, const int at[3], quad_int same, int bit, int step)
{
    const quad ux = f->x[at[1]] - f->x[at[0]], uy = f->y[at[1]] - f->y[at[0]];
    const quad vx = f->x[at[2]] - f->x[at[0]], vy = f->y[at[2]] - f->y[at[0]];
    const quad x = ux * vy, y = uy * vx, magnitude = absolute(x) + absolute(y);
    return sign_bits(x - y, 9 * U * magnitude, magnitude, bit, step, 1) |
           (same & ((int64_t)1 << (bit + 2 * step)));
}

// Of the edges of the triangle at base: bits 0-8 the other's corners inside edge 0, 1, 2; 9-17 outside; 18-26 on
// it. Bits 27-29: the triangle's own orientation.
INLINE quad_int edge_view(const flat_lanes* f, int base, int other, quad_int same[3][3])
{
    quad_int bits = {0, 0, 0, 0};
    for (int edge = 0; edge < 3; edge++)
        for (int k = 0; k < 3; k++) {
            const int at[3] = {base + edge, base + (edge + 1) % 3, other + k};
            const quad_int ends = base ? same[k][(edge + 1) % 3] : same[(edge + 1) % 3][k];
            bits |= flat_bits(f, at, ends, 3 * edge + k, 9);
        }
    const int own[3] = {base, base + 1, base + 2};
    return bits | flat_bits(f, own, (quad_int){0, 0, 0, 0}, 27, 1);
}

typedef struct flat_pair {
    const double (*point)[3][QUADS];  // of the lane that the pair is in
    int x, y;                         // the axes that are kept
} flat_pair;

// Two segments on one line: see geom/lattice.c.
static uint8_t intervals_of(const flat_pair* f, unsigned p, unsigned q, unsigned r, unsigned s)
{
    const int axis = f->point[p][f->x][0] != f->point[q][f->x][0] ? f->x : f->y;
    const double at[4] = {f->point[p][axis][0], f->point[q][axis][0], f->point[r][axis][0],
                          f->point[s][axis][0]};
    const double p_low = at[0] < at[1] ? at[0] : at[1], p_high = at[0] < at[1] ? at[1] : at[0];
    const double r_low = at[2] < at[3] ? at[2] : at[3], r_high = at[2] < at[3] ? at[3] : at[2];
    const double low = p_low > r_low ? p_low : r_low, high = p_high < r_high ? p_high : r_high;
    return low > high ? ABUT_APART : low < high ? ABUT_COPLANAR : ABUT_TOUCH;
}

// What the edges of one triangle say: a kind if one of them separates, WIDE_UNSETTLED if one might, and
// ABUT_COPLANAR if none does.
static uint8_t view_kind(const flat_pair* f, unsigned view, unsigned base, unsigned other)
{
    const unsigned orientation = view >> 27;
    if (!(orientation & 3)) return WIDE_UNSETTLED;
    const unsigned inner = (orientation & 1 ? view : view >> 9) & 511;
    const unsigned outer = (orientation & 1 ? view >> 9 : view) & 511, level = view >> 18 & 511;
    uint8_t kind = ABUT_COPLANAR;
    for (unsigned edge = 0; edge < 3; edge++) {
        const unsigned on = level >> 3 * edge & 7, out = outer >> 3 * edge & 7;
        if (inner >> 3 * edge & 7) continue;
        if ((on | out) != 7) {
            kind = WIDE_UNSETTLED;
            continue;
        }
        if (!on) return ABUT_APART;
        const unsigned first = (unsigned)__builtin_ctz(on), last = on & 4 ? 2 : on & 2 ? 1 : 0;
        return intervals_of(f, base + edge, base + (edge + 1) % 3, other + first, other + last);
    }
    return kind;
}

INLINE void decide_flat(const settle_state* state, const uint8_t* pair, const uint8_t* axis,
                        size_t count, uint8_t* kinds)
{
    flat_lanes f;
    quad_int same[3][3];
    for (int k = 0; k < 6; k++)
        for (int lane = 0; lane < QUADS; lane++) {
            const placed_group* g = &state->group[pair[lane] / QUADS];
            f.x[k][lane] = g->point[k][(axis[lane] + 1) % 3][pair[lane] % QUADS];
            f.y[k][lane] = g->point[k][(axis[lane] + 2) % 3][pair[lane] % QUADS];
        }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            same[i][k] = equal_points(&f, i, 3 + k);
    const quad_int a = edge_view(&f, 0, 3, same), b = edge_view(&f, 3, 0, same);
    for (size_t lane = 0; lane < count; lane++) {
        const placed_group* g = &state->group[pair[lane] / QUADS];
        const flat_pair plane = {
            (const double(*)[3][QUADS])(const void*)&g->point[0][0][pair[lane] % QUADS],
            (axis[lane] + 1) % 3, (axis[lane] + 2) % 3};
        uint8_t kind = view_kind(&plane, (unsigned)a[lane], 0, 3);
        if (kind == ABUT_COPLANAR || kind == WIDE_UNSETTLED) {
            const uint8_t second = view_kind(&plane, (unsigned)b[lane], 3, 0);
            if (second != ABUT_COPLANAR) kind = second;
        }
        kinds[pair[lane]] = kind;
    }
}

// --------------------------------------------------------------------------------------------- all

INLINE void fetch(const wide_settle_query* q, const wide_pair* pair)
{
    const uint32_t* a = q->triangles[0] + 3 * (size_t)pair->a;
    const uint32_t* b = q->triangles[1] + 3 * (size_t)pair->b;
    for (int k = 0; k < 3; k++) {
        __builtin_prefetch(q->vertices[0] + 3 * (size_t)a[k]);
        __builtin_prefetch(q->vertices[1] + 3 * (size_t)b[k]);
    }
}

INLINE void settle(const wide_settle_query* q, const wide_pair* pairs, size_t count,
                   uint8_t* kinds, settle_state* state, const int is_exact)
{
    for (size_t i = 0; i < count; i += QUADS) {
        wide_pair four[QUADS];
        for (size_t k = 0; k < QUADS; k++)
            four[k] = pairs[i + k < count ? i + k : count - 1];
        place_group(q, four, &state->group[i / QUADS], is_exact);
    }
    for (size_t i = 0; i < count; i++)
        sort_pair(state, i, &kinds[i]);
    // The last lists are filled up with what is decided twice.
    for (size_t i = 0; i < QUADS && state->edge_count; i++)
        state->edges[state->edge_count + i] = state->edges[state->edge_count - 1];
    for (size_t i = 0; i < QUADS && state->flat_count; i++) {
        state->flat[state->flat_count + i] = state->flat[state->flat_count - 1];
        state->flat_axis[state->flat_count + i] = state->flat_axis[state->flat_count - 1];
    }
    for (size_t i = 0; i < state->edge_count; i += QUADS)
        decide_edges(state, state->edges + i, QUADS, kinds, is_exact);
    for (size_t i = 0; i < state->flat_count && is_exact; i += QUADS)
        decide_flat(state, state->flat + i, state->flat_axis + i, QUADS, kinds);
}

void KERNEL(const wide_settle_query* q, const wide_pair* pairs, size_t count, uint8_t* kinds)
{
    settle_state state;
    ASSERT(count && count <= WIDE_SETTLE_MOST);
    state.edge_count = state.flat_count = 0;
    for (size_t i = 0; i < count; i++)
        fetch(q, &pairs[i]);
    if (q->is_exact)
        settle(q, pairs, count, kinds, &state, 1);
    else
        settle(q, pairs, count, kinds, &state, 0);
}
