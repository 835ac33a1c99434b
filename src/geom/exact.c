// exact.c - see exact.h. One body for every size; sizes 1 to 3, which is all that CAD data in general
// poses needs, are unrolled by the compiler.
#include "geom/exact.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/composition.h"
#include "geom/fraction.h"
#include "geom/limbs.h"

// ------------------------------------------------------------------------------------------- making

static bit_range range_join(bit_range a, bit_range b)
{
    return (bit_range){a.low < b.low ? a.low : b.low, a.top > b.top ? a.top : b.top};
}

static bit_range range_of_dyadics(const dyadic* d, int count)
{
    bit_range range = BIT_RANGE_EMPTY;
    for (int i = 0; i < count; i++)
        if (d[i].mantissa) {
            const int top = d[i].exponent + 64 - __builtin_clzll(d[i].mantissa);
            range = range_join(range, (bit_range){d[i].exponent, top});
        }
    return range;
}

bit_range bit_range_add(bit_range range, const double* x, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const dyadic d = dyadic_from_double(x[i]);
        range = range_join(range, range_of_dyadics(&d, 1));
    }
    return range;
}

// Which translations are added to the points of a side: +1, 0 or -1 times that of each side.
static void translation_terms(int side, exact_frame frame, int terms[2])
{
    terms[0] = terms[1] = 0;
    if (frame == EXACT_WORLD) {
        terms[side] = 1;
    } else if (side == 1) {
        terms[1] = 1;
        terms[0] = -1;
    }
}

// Translations that are equal in an axis cancel there: the points of b then need fewer bits.
static int terms_cancel(const pose_pair* poses, int axis, const int terms[2])
{
    return terms[0] && terms[1] &&
           double_compare(poses->side[0].translation[axis], poses->side[1].translation[axis]) == 0;
}

// What says where points stand, where the poses do not: frames about them.
static inline const composition* composition_of(const pose_pair* poses, exact_frame frame)
{
    return poses->is_rounded || frame == EXACT_WORLD ? poses->composition : NULL;
}

// What frames and poses add to a coordinate of a side; NULL: nothing.
static const exact_sum* sum_added(const composition* c, int side, exact_frame frame, int axis)
{
    if (frame == EXACT_WORLD) return &c->place[side][axis];
    return side ? &c->offset[axis] : NULL;
}

static bit_range range_in_frames(const composition* c, int side, exact_frame frame, bit_range range)
{
    if (range.top > BIT_RANGE_EMPTY.top) {
        range.low += c->matrix_low[side];
        range.top += c->matrix_top[side] + 2;
    }
    for (int axis = 0; axis < 3; axis++) {
        const exact_sum* added = sum_added(c, side, frame, axis);
        for (int i = 0; added && i < added->count; i++) {
            const exact_term* t = &added->term[i];
            range = range_join(range, (bit_range){t->exponent, exact_term_top(t)});
        }
    }
    range.top += 4;  // up to eight terms, and the point
    return range;
}

// As place_sized.
static void place_in_frames(const exact_grid* grid, const composition* c, int side,
                            exact_frame frame, const dyadic vertex[3], uint64_t* out)
{
    const int n = grid->limbs;
    for (int axis = 0; axis < 3; axis++, out += n) {
        for (int i = 0; i < n; i++)
            out[i] = 0;
        for (int j = 0; j < 3; j++) {
            const exact_sum* entry = &c->matrix[side][axis][j];
            const dyadic v = vertex[j];
            for (int i = 0; v.mantissa && i < entry->count; i++) {
                const exact_term* t = &entry->term[i];
                const int shift = t->exponent + v.exponent - grid->exponent;
                const int negative = t->negative ^ v.negative;
                limbs_accumulate(out, n, limbs_product((uint64_t)t->mantissa, v.mantissa), shift,
                                 negative);
                limbs_accumulate(out, n, (t->mantissa >> 64) * v.mantissa, shift + 64, negative);
            }
        }
        const exact_sum* added = sum_added(c, side, frame, axis);
        for (int i = 0; added && i < added->count; i++)
            limbs_accumulate(out, n, added->term[i].mantissa,
                             added->term[i].exponent - grid->exponent, added->term[i].negative);
    }
}

// range: of the coordinates in the file.
static bit_range range_of_side(const pose_pair* poses, int side, exact_frame frame, bit_range range)
{
    const composition* composed = composition_of(poses, frame);
    if (composed) return range_in_frames(composed, side, frame, range);
    if (frame == EXACT_RELATIVE && poses->in_place) return range;
    if (range.top > BIT_RANGE_EMPTY.top) {
        range.low += poses->matrix_low[side];
        range.top += poses->matrix_top[side] + 2;  // the sum of three products
    }
    int terms[2];
    translation_terms(side, frame, terms);
    for (int other = 0; other < 2; other++)
        for (int c = 0; c < 3; c++)
            if (terms[other] && !terms_cancel(poses, c, terms))
                range = range_join(range, range_of_dyadics(&poses->translation[other][c], 1));
    range.top += (terms[0] != 0) + (terms[1] != 0);
    return range;
}

// n: the grid's limbs, a constant where that is worth it.
ALWAYS_INLINE void place_sized(int n, const exact_grid* grid, const pose_pair* poses, int side,
                               exact_frame frame, const dyadic vertex[3], uint64_t* out)
{
    const int stays = frame == EXACT_RELATIVE && poses->in_place;
    int terms[2];
    translation_terms(side, frame, terms);
    for (int c = 0; c < 3; c++, out += n) {
        for (int i = 0; i < n; i++)
            out[i] = 0;
        if (stays) {
            const dyadic v = vertex[c];
            if (v.mantissa)
                limbs_accumulate(out, n, v.mantissa, v.exponent - grid->exponent, v.negative);
            continue;
        }
        for (int j = 0; j < 3; j++) {
            const dyadic m = poses->matrix[side][c][j], v = vertex[j];
            if (m.mantissa && v.mantissa)
                limbs_accumulate(out, n, limbs_product(m.mantissa, v.mantissa),
                                 m.exponent + v.exponent - grid->exponent, m.negative ^ v.negative);
        }
        for (int other = 0; other < 2; other++) {
            const dyadic t = poses->translation[other][c];
            if (terms[other] && t.mantissa && !terms_cancel(poses, c, terms))
                limbs_accumulate(out, n, t.mantissa, t.exponent - grid->exponent,
                                 t.negative ^ (terms[other] < 0));
        }
    }
}

static void place_point(const exact_grid* grid, const pose_pair* poses, int side, exact_frame frame,
                        const dyadic vertex[3], uint64_t* out)
{
    const composition* composed = composition_of(poses, frame);
    if (composed)
        place_in_frames(grid, composed, side, frame, vertex, out);
    else if (grid->limbs == 1)
        place_sized(1, grid, poses, side, frame, vertex, out);
    else if (grid->limbs == 2)
        place_sized(2, grid, poses, side, frame, vertex, out);
    else if (grid->limbs == 3)
        place_sized(3, grid, poses, side, frame, vertex, out);
    else
        place_sized(grid->limbs, grid, poses, side, frame, vertex, out);
}

static exact_grid grid_of_any_range(bit_range range)
{
    const int empty = range.top <= BIT_RANGE_EMPTY.top + 8192;  // all points are the origin
    const int bits = empty ? 1 : range.top - range.low + 1;     // of a difference
    return (exact_grid){(bits + 2 + 63) / 64, empty ? 0 : range.low};
}

static exact_grid grid_of_range(bit_range range)
{
    const exact_grid grid = grid_of_any_range(range);
    ASSERT(grid.limbs <= EXACT_LIMBS_MAX);
    return grid;
}

static bit_range range_of_both(const pose_pair* poses, const bit_range vertices[2])
{
    return range_join(range_of_side(poses, 0, EXACT_RELATIVE, vertices[0]),
                      range_of_side(poses, 1, EXACT_RELATIVE, vertices[1]));
}

exact_grid exact_grid_make(const pose_pair* poses, const bit_range vertices[2])
{
    return grid_of_range(range_of_both(poses, vertices));
}

int exact_grid_is_there(const pose_pair* poses, const bit_range vertices[2])
{
    return grid_of_any_range(range_of_both(poses, vertices)).limbs <= EXACT_LIMBS_MAX;
}

void exact_grid_place(const exact_grid* grid, const pose_pair* poses, int side,
                      const double vertex[3], uint64_t* out)
{
    ASSERT(side == 0 || side == 1);
    ASSERT(grid->limbs > 0 && grid->limbs <= EXACT_LIMBS_MAX);
    const dyadic v[3] = {dyadic_from_double(vertex[0]), dyadic_from_double(vertex[1]),
                         dyadic_from_double(vertex[2])};
    place_point(grid, poses, side, EXACT_RELATIVE, v, out);
}

#define WORD_BITS 62

// A number as a multiple of 2^low, below 2^WORD_BITS.
static inline int64_t word_of(const dyadic* d, int low)
{
    ASSERT(!d->mantissa || (d->exponent >= low && d->exponent - low < WORD_BITS));
    const int64_t x = d->mantissa ? (int64_t)(d->mantissa << (d->exponent - low)) : 0;
    return d->negative ? -x : x;
}

static inline uint128 shifted(uint128 x, int shift, int negative)
{
    ASSERT(shift >= 0 && shift < 128);
    x <<= shift;
    return negative ? -x : x;
}

// What the translations add to a coordinate of a side, modulo 2^128.
static uint128 translation_in_two(const exact_grid* grid, const pose_pair* poses, int c,
                                  const int terms[2])
{
    uint128 sum = 0;
    for (int other = 0; other < 2; other++) {
        const dyadic* t = &poses->translation[other][c];
        if (terms[other] && t->mantissa && !terms_cancel(poses, c, terms))
            sum += shifted(t->mantissa, t->exponent - grid->exponent,
                           t->negative ^ (terms[other] < 0));
    }
    return sum;
}

// The three points of a side where coordinates have one or two limbs, and both the matrix and the vertices, which
// are multiples of 2^low, fit into words: nearly always. Sums are right modulo 2^128, and they fit.
static void place_side_in_two(const exact_grid* grid, const pose_pair* poses, int side,
                              exact_frame frame, const dyadic* vertices, int low, uint64_t* out)
{
    const int stays = frame == EXACT_RELATIVE && poses->in_place;
    const int up = low - grid->exponent + (stays ? 0 : poses->matrix_low[side]);
    int64_t v[9];
    int terms[2];
    translation_terms(side, frame, terms);
    for (int i = 0; i < 9; i++)
        v[i] = word_of(&vertices[i], low);
    for (int c = 0; c < 3; c++) {
        int64_t m[3] = {c == 0, c == 1, c == 2};
        for (int j = 0; j < 3 && !stays; j++)
            m[j] = word_of(&poses->matrix[side][c][j], poses->matrix_low[side]);
        const uint128 added = stays ? 0 : translation_in_two(grid, poses, c, terms);
        for (int i = 0; i < 3; i++) {
            const int128 turned = limbs_signed_product(m[0], v[3 * i]) +
                                  limbs_signed_product(m[1], v[3 * i + 1]) +
                                  limbs_signed_product(m[2], v[3 * i + 2]);
            const uint128 sum = ((uint128)turned << up) + added;
            uint64_t* x = out + (3 * i + c) * grid->limbs;
            x[0] = (uint64_t)sum;
            if (grid->limbs == 2) x[1] = (uint64_t)(sum >> 64);
        }
    }
}

static int fits_two(const exact_grid* grid, const pose_pair* poses, int side, bit_range range)
{
    return grid->limbs <= 2 && range.top - range.low <= WORD_BITS && range.top > range.low &&
           poses->matrix_top[side] - poses->matrix_low[side] <= WORD_BITS;
}

void exact_points_make(exact_points* out, const pose_pair* poses, const double* const vertex[6],
                       exact_frame frame)
{
    dyadic v[18];
    for (int i = 0; i < 18; i++)
        v[i] = dyadic_from_double(vertex[i / 3][i % 3]);
    const bit_range range[2] = {range_of_dyadics(v, 9), range_of_dyadics(v + 9, 9)};
    const exact_grid grid = grid_of_range(range_join(range_of_side(poses, 0, frame, range[0]),
                                                     range_of_side(poses, 1, frame, range[1])));
    out->exponent = grid.exponent;
    out->limbs = grid.limbs;
    out->has_normal[0] = out->has_normal[1] = 0;
    for (int side = 0; side < 2; side++) {
        uint64_t* to = out->point + side * 9 * grid.limbs;
        if (fits_two(&grid, poses, side, range[side]) && !composition_of(poses, frame)) {
            place_side_in_two(&grid, poses, side, frame, v + 9 * side, range[side].low, to);
            continue;
        }
        for (int i = 0; i < 3; i++)
            place_point(&grid, poses, side, frame, v + 9 * side + 3 * i, to + 3 * i * grid.limbs);
    }
}

// -------------------------------------------------------------------------------------------- signs

#define NAME(x)  x##_1
#define CAPACITY 1
#define COUNT(e) ((void)(e), 1)
#include "geom/exact_signs.inl"

#define NAME(x)  x##_2
#define CAPACITY 2
#define COUNT(e) ((void)(e), 2)
#include "geom/exact_signs.inl"

#define NAME(x)  x##_3
#define CAPACITY 3
#define COUNT(e) ((void)(e), 3)
#include "geom/exact_signs.inl"

#define NAME(x)  x##_any
#define CAPACITY EXACT_LIMBS_MAX
#define COUNT(e) ((e)->limbs)
#include "geom/exact_signs.inl"

#define CHOOSE(function, ...)                                                                      \
    (e->limbs == 1   ? function##_1(__VA_ARGS__)                                                   \
     : e->limbs == 2 ? function##_2(__VA_ARGS__)                                                   \
     : e->limbs == 3 ? function##_3(__VA_ARGS__)                                                   \
                     : function##_any(__VA_ARGS__))

int exact_orient3d(const exact_points* e, int p, int q, int r, int s)
{
    ASSERT(e->limbs > 0);
    return CHOOSE(orient3d, e, p, q, r, s);
}

int exact_plane_sign(exact_points* e, int side, int s)
{
    ASSERT(e->limbs > 0 && (side == 0 || side == 1));
    return CHOOSE(plane_sign, e, side, s);
}

int exact_orient2d(const exact_points* e, int axis, int p, int q, int r)
{
    ASSERT(e->limbs > 0 && axis >= 0 && axis < 3);
    return CHOOSE(orient2d, e, axis, p, q, r);
}

int exact_turn2d(const exact_points* e, int axis, int p, int q, int r, int s)
{
    ASSERT(e->limbs > 0 && axis >= 0 && axis < 3);
    return CHOOSE(turn2d, e, axis, p, q, r, s);
}

int exact_compare(const exact_points* e, int axis, int p, int q)
{
    ASSERT(e->limbs > 0 && axis >= 0 && axis < 3);
    const uint64_t *x = coordinate_any(e, p, axis), *y = coordinate_any(e, q, axis);
    const int top = e->limbs - 1;
    if (x[top] != y[top]) return (int64_t)x[top] < (int64_t)y[top] ? -1 : 1;
    for (int i = top - 1; i >= 0; i--)
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    return 0;
}

// -------------------------------------------------------------------------------------- coordinates

void exact_vertex(const exact_points* e, int p, double out[3])
{
    ASSERT(e->limbs > 0 && p >= 0 && p < 6);
    uint64_t value[EXACT_LIMBS_MAX];
    for (int c = 0; c < 3; c++) {
        memcpy(value, coordinate_any(e, p, c), (size_t)e->limbs * sizeof *value);
        out[c] = integer_round(value, e->limbs, e->exponent);
    }
}

// The point (p |heights of q| + q |height of p|) / (|height of p| + |height of q|); the heights have w
// limbs and strictly opposite signs, and are used up.
static void weighted_point(const exact_points* e, int p, int q, uint64_t* height_p,
                           uint64_t* height_q, int w, double out[3])
{
    ASSERT(limbs_sign(height_p, w) * limbs_sign(height_q, w) < 0);
    const int n = e->limbs;
    uint64_t sum[3 * EXACT_LIMBS_MAX], numerator[4 * EXACT_LIMBS_MAX], term[4 * EXACT_LIMBS_MAX];
    limbs_negate(limbs_sign(height_p, w) < 0 ? height_p : height_q, w);
    limbs_add(sum, height_p, height_q, w);
    for (int c = 0; c < 3; c++) {
        limbs_multiply(numerator, coordinate_any(e, p, c), n, height_q, w);
        limbs_multiply(term, coordinate_any(e, q, c), n, height_p, w);
        limbs_add(numerator, numerator, term, n + w);
        out[c] = fraction_round(numerator, n + w, sum, w, e->exponent);
    }
}

void exact_edge_plane(const exact_points* e, int p, int q, int side, double out[3])
{
    ASSERT(e->limbs > 0 && (side == 0 || side == 1));
    uint64_t normal[3 * 2 * EXACT_LIMBS_MAX], height[2][3 * EXACT_LIMBS_MAX];
    normal_any(e, 3 * side, 3 * side + 1, 3 * side + 2, normal);
    height_any(e, normal, 3 * side, p, height[0]);
    height_any(e, normal, 3 * side, q, height[1]);
    weighted_point(e, p, q, height[0], height[1], 3 * e->limbs, out);
}

double exact_edge_share(const exact_points* e, int p, int q, int side)
{
    ASSERT(e->limbs > 0 && (side == 0 || side == 1));
    const int w = 3 * e->limbs;
    uint64_t normal[3 * 2 * EXACT_LIMBS_MAX], height[2][3 * EXACT_LIMBS_MAX];
    normal_any(e, 3 * side, 3 * side + 1, 3 * side + 2, normal);
    height_any(e, normal, 3 * side, p, height[0]);
    height_any(e, normal, 3 * side, q, height[1]);
    for (int i = 0; i < 2; i++)
        if (limbs_sign(height[i], w) < 0) limbs_negate(height[i], w);
    limbs_add(height[1], height[0], height[1], w);
    return fraction_round(height[0], w, height[1], w, 0);
}

void exact_edge_edge(const exact_points* e, int p, int q, int r, int s, double out[3])
{
    // An axis along which the plane of both projects one to one: not always one that did in another
    // frame, so it is found here.
    int axis = 0;
    while (!exact_orient2d(e, axis, r, s, p))
        axis++;
    ASSERT(axis < 3);
    uint64_t height[2][2 * EXACT_LIMBS_MAX];
    normal_component_any(e, axis, r, s, p, height[0]);
    normal_component_any(e, axis, r, s, q, height[1]);
    weighted_point(e, p, q, height[0], height[1], 2 * e->limbs, out);
}
