// composition.c - see composition.h.
#include "geom/composition.h"

#include "base/base.h"
#include "geom/fraction.h"
#include "geom/moved.h"

#include <math.h>

// Beyond it the difference of two translations might not be a double: then both sides get a half of it.
#define FAR 0x1p1000

// --------------------------------------------------------------------------------------------- sums

// Make the mantissa odd, of a term that is not 0.
static void reduce(exact_term* t)
{
    for (uint64_t word = (uint64_t)t->mantissa; !(word & 1); word = (uint64_t)t->mantissa) {
        const int zeros = word ? __builtin_ctzll(word) : 63;
        t->mantissa >>= zeros;
        t->exponent += zeros;
    }
}

// Put two terms together, if that fits. *out may be 0.
static int merge(const exact_term* x, const exact_term* y, exact_term* out)
{
    const exact_term *low = x->exponent <= y->exponent ? x : y, *high = low == x ? y : x;
    const int shift = high->exponent - low->exponent, most = low->exponent + 126;
    if (exact_term_top(low) > most || exact_term_top(high) > most) return 0;
    const int128 p = (int128)low->mantissa, q = (int128)(high->mantissa << shift);
    const int128 sum = (low->negative ? -p : p) + (high->negative ? -q : q);
    *out = (exact_term){(uint128)(sum < 0 ? -sum : sum), low->exponent, sum < 0};
    if (out->mantissa) reduce(out);
    return 1;
}

static void sum_add(exact_sum* s, exact_term t)
{
    if (!t.mantissa) return;
    for (int i = 0; i < s->count;) {
        exact_term merged;
        if (!merge(&s->term[i], &t, &merged)) {
            i++;
            continue;
        }
        s->term[i] = s->term[--s->count];
        if (!merged.mantissa) return;
        t = merged;
        i = 0;
    }
    ASSERT(s->count < EXACT_TERMS_MOST);
    s->term[s->count++] = t;
}

static void sum_add_double(exact_sum* s, double x, int negative)
{
    const dyadic d = dyadic_from_double(x);
    sum_add(s, (exact_term){d.mantissa, d.exponent, d.negative ^ negative});
}

static void sum_add_product(exact_sum* s, double x, double y)
{
    const dyadic p = dyadic_from_double(x), q = dyadic_from_double(y);
    sum_add(s, (exact_term){(uint128)p.mantissa * q.mantissa, p.exponent + q.exponent,
                            p.negative ^ q.negative});
}

// The numbers of a sum: multiples of 2^*low, the sum below 2^*top. There are some.
static void sum_range(const exact_sum* s, int* low, int* top)
{
    *low = INT32_MAX;
    *top = INT32_MIN;
    for (int i = 0; i < s->count; i++) {
        const int end = exact_term_top(&s->term[i]);
        if (s->term[i].exponent < *low) *low = s->term[i].exponent;
        if (end > *top) *top = end;
    }
    *top += s->count > 4 ? 3 : s->count > 2 ? 2 : s->count - 1;
}

// The sum times 2^exponent, rounded to nearest even.
static double sum_round(const exact_sum* s, int exponent)
{
    uint64_t value[EXACT_LIMBS_MAX] = {0};
    int low, top;
    if (!s->count) return 0;
    sum_range(s, &low, &top);
    const int n = (top - low + 2 + 63) / 64;
    ASSERT(n <= EXACT_LIMBS_MAX);
    for (int i = 0; i < s->count; i++)
        limbs_accumulate(value, n, s->term[i].mantissa, s->term[i].exponent - low,
                         s->term[i].negative);
    return integer_round(value, n, low + exponent);
}

static int sum_is(const exact_sum* s, double x)
{
    exact_sum rest = *s;
    sum_add_double(&rest, x, 1);
    return rest.count == 0;
}

// ------------------------------------------------------------------------------------------ products

static const affine identity = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static void multiply_row(const affine* frame, const affine* pose, int row, exact_sum matrix[3],
                         exact_sum* place)
{
    for (int j = 0; j < 3; j++) {
        matrix[j].count = 0;
        for (int k = 0; k < 3; k++)
            sum_add_product(&matrix[j], frame->matrix[row][k], pose->matrix[k][j]);
    }
    place->count = 0;
    for (int k = 0; k < 3; k++)
        sum_add_product(place, frame->matrix[row][k], pose->translation[k]);
    sum_add_double(place, frame->translation[row], 0);
}

void affine_multiply(affine* out, const affine* frame, const affine* pose)
{
    affine product;
    for (int i = 0; i < 3; i++) {
        exact_sum matrix[3], place;
        multiply_row(frame, pose, i, matrix, &place);
        for (int j = 0; j < 3; j++)
            product.matrix[i][j] = sum_round(&matrix[j], 0);
        product.translation[i] = sum_round(&place, 0);
    }
    *out = product;
}

// Whether the product of a frame and a turn is certainly as rigid as a pose must be, by far; most are. Sums err by less
// than 2^-40.
static int is_surely_rigid(const affine* frame, const affine* turn)
{
    double m[3][3], worst = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = frame->matrix[i][0] * turn->matrix[0][j] +
                      frame->matrix[i][1] * turn->matrix[1][j] +
                      frame->matrix[i][2] * turn->matrix[2][j];
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            const double x = m[0][i] * m[0][j] + m[1][i] * m[1][j] + m[2][i] * m[2][j] - (i == j);
            worst = fabs(x) > worst ? fabs(x) : worst;
        }
    return worst < POSE_TOLERANCE - 0x1p-40;
}

static int are_small(const affine* frame, const abut_pose* pose)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += fabs(frame->translation[i]) / 8 + fabs(pose->translation[i]) / 8;
    return sum < 0x1p1000;
}

// The rare rest, by itself: the product as it is.
static abut_status check_product(const affine* frame, const affine* turn, const abut_pose* pose)
{
    affine product, ignored;
    abut_pose turned = {.scale = 0};
    affine placed = *turn;
    memcpy(placed.translation, pose->translation, sizeof placed.translation);
    affine_multiply(&product, frame, &placed);
    memcpy(turned.rotation, product.matrix, sizeof turned.rotation);
    memcpy(turned.translation, product.translation, sizeof turned.translation);
    return affine_from_pose(&ignored, &turned);
}

abut_status affine_from_frame(affine* out, const abut_pose* frame, const abut_pose* pose)
{
    affine made, turn;
    abut_pose turned = *pose;
    turned.scale = 0;
    TRY(affine_from_pose(&made, frame));
    if (!double_is_zero(frame->scale) && double_compare(frame->scale, 1.0) != 0)
        return ABUT_BAD_SCALE;
    TRY(affine_from_pose(&turn, &turned));
    if (!is_surely_rigid(&made, &turn) || !are_small(&made, pose))
        TRY(check_product(&made, &turn, pose));
    *out = made;
    return ABUT_OK;
}

int frame_keeps_lengths(const affine* frame)
{
    int ones[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double x = frame->matrix[i][j];
            if (double_is_zero(x)) continue;
            if (double_compare(fabs(x), 1.0) != 0) return 0;
            ones[j]++;
        }
    // Rows too have one each: the matrix is nearly a rotation.
    return ones[0] == 1 && ones[1] == 1 && ones[2] == 1;
}

static void find_range(composition* c, int side)
{
    int low = INT32_MAX / 4, top = INT32_MIN / 4;
    for (int i = 0; i < 9; i++) {
        const exact_sum* sum = &c->matrix[side][i / 3][i % 3];
        int own_low, own_top;
        if (!sum->count) continue;
        sum_range(sum, &own_low, &own_top);
        if (own_low < low) low = own_low;
        if (own_top > top) top = own_top;
    }
    c->matrix_low[side] = low;
    c->matrix_top[side] = top;
}

// Round what is b's place less a's, in one axis.
static void round_offset(composition* c, int axis)
{
    const exact_sum* offset = &c->offset[axis];
    double* const a = &c->rounded[0].translation[axis];
    double* const b = &c->rounded[1].translation[axis];
    *a = 0;
    *b = sum_round(offset, 0);
    if (double_is_finite(*b) && fabs(*b) < FAR) {
        c->is_rounded |= !sum_is(offset, *b);
        return;
    }
    *b = sum_round(offset, -1);
    *a = -*b;
    c->is_rounded = 1;
}

void composition_make(composition* out, const affine* a, const affine* a_frame, const affine* b,
                      const affine* b_frame)
{
    const affine* const pose[2] = {a, b};
    const affine* const frame[2] = {a_frame ? a_frame : &identity, b_frame ? b_frame : &identity};
    out->is_rounded = 0;
    for (int side = 0; side < 2; side++) {
        out->given[side][0] = *pose[side];
        out->given[side][1] = *frame[side];
        for (int i = 0; i < 3; i++)
            multiply_row(&out->given[side][1], pose[side], i, out->matrix[side][i],
                         &out->place[side][i]);
        find_range(out, side);
        for (int i = 0; i < 9; i++) {
            const exact_sum* sum = &out->matrix[side][i / 3][i % 3];
            const double x = sum_round(sum, 0);
            out->rounded[side].matrix[i / 3][i % 3] = x;
            out->is_rounded |= !sum_is(sum, x);
        }
    }
    for (int i = 0; i < 3; i++) {
        out->offset[i] = out->place[1][i];
        for (int k = 0; k < out->place[0][i].count; k++) {
            exact_term t = out->place[0][i].term[k];
            t.negative = !t.negative;
            sum_add(&out->offset[i], t);
        }
        round_offset(out, i);
    }
}

// ------------------------------------------------------------------------------------------ quotients

#define CHUNK 126                           // bits of a term
#define LONG  (64 * (EXACT_LIMBS_MAX - 2))  // that a sum may have from its lowest bit to its highest

// CHUNK bits of a number, from one on.
static uint128 chunk_at(const uint64_t* x, int n, int at)
{
    uint128 chunk = 0;
    for (int i = (at + CHUNK - 1) / 64; i >= at / 64; i--) {
        const uint64_t limb = i < n ? x[i] : 0;
        const int up = 64 * i - at;
        chunk |= up >= 0 ? (uint128)limb << up : (uint128)limb >> -up;
    }
    return chunk & (((uint128)1 << CHUNK) - 1);
}

// A number as terms. Returns 0 if they are too many.
static int sum_of_real(exact_sum* out, real x)
{
    uint64_t magnitude[EXACT_LIMBS_MAX];
    const int n = x.limbs;
    out->count = 0;
    if (!n) return 1;
    if (64 * n > LONG) return 0;
    memcpy(magnitude, x.x, (size_t)n * sizeof *magnitude);
    const int negative = (int)(magnitude[n - 1] >> 63);
    if (negative) limbs_negate(magnitude, n);
    const int length = limbs_bit_length(magnitude, n);
    int carry = 0;
    for (int at = 0; at < length || carry; at += CHUNK) {
        // Nearer to 0 or to the next chunk's unit: so long rows of ones are no terms, either.
        uint128 chunk = chunk_at(magnitude, n, at) + (unsigned)carry;
        carry = chunk >> (CHUNK - 1) != 0;
        if (carry) chunk = ((uint128)1 << CHUNK) - chunk;
        if (!chunk) continue;
        if (out->count == EXACT_TERMS_MOST) return 0;
        exact_term* const t = &out->term[out->count++];
        *t = (exact_term){chunk, x.exponent + at, negative ^ carry};
        reduce(t);
    }
    return 1;
}

static int make_moved_side(composition* c, real_stack* stack, int side, const affine* pose,
                           real scale)
{
    c->given[side][0] = *pose;
    c->given[side][1] = identity;
    for (int i = 0; i < 9; i++) {
        const real x = real_multiply(stack, scale, real_of(stack, pose->matrix[i / 3][i % 3]));
        exact_sum* const sum = &c->matrix[side][i / 3][i % 3];
        if (!sum_of_real(sum, x)) return 0;
        const double rounded = sum_round(sum, 0);
        c->rounded[side].matrix[i / 3][i % 3] = rounded;
        c->is_rounded |= !sum_is(sum, rounded);
    }
    find_range(c, side);
    return 1;
}

int composition_make_moved(composition* out, real_stack* stack, const affine* a, const affine* b,
                           const double way[3], real numerator, real denominator)
{
    // So that matrices stay as large as they are.
    const int down = real_top(denominator);
    const real scale = real_scale(denominator, -down), part = real_scale(numerator, -down);
    out->is_rounded = 0;
    if (!make_moved_side(out, stack, 0, a, scale) || !make_moved_side(out, stack, 1, b, scale))
        return 0;
    for (int i = 0; i < 3; i++) {
        const real apart = real_subtract(stack, real_of(stack, b->translation[i]),
                                         real_of(stack, a->translation[i]));
        const real sum = real_add(stack, real_multiply(stack, scale, apart),
                                  real_multiply(stack, part, real_of(stack, way[i])));
        out->place[0][i].count = 0;
        if (!sum_of_real(&out->offset[i], sum)) return 0;
        out->place[1][i] = out->offset[i];
        round_offset(out, i);
        if (fabs(out->rounded[1].translation[i]) >= FAR) return 0;
    }
    return 1;
}
