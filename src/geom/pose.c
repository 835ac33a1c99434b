// pose.c - checks of poses, and what a query computes of them once.
#include "geom/pose.h"

#include "base/base.h"
#include "geom/composition.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define SCALE_MIN 0x1p-300
#define SCALE_MAX 0x1p300

static int all_zero(const double* x, int count)
{
    uint64_t bits = 0;
    for (int i = 0; i < count; i++)
        bits |= double_bits(x[i]);
    return !(bits << 1);
}

// Above what the sum in is_rigid errs by, in any rounding mode, where entries are at most 2.
#define CLOSE_CALL 0x1p-40

// Whether two columns' product is as near to that of a rotation as it may be. In integers, so that no rounding mode matters;
// but products of entries that are below 2^-150 count as 0.
static int is_near_enough(const double r[3][3], int i, int j)
{
    enum { LIMBS = 5, UNIT = 256 };  // 2^-UNIT
    uint64_t defect[LIMBS] = {0};
    for (int k = 0; k < 3; k++) {
        if (!(fabs(r[k][i]) <= 2) || !(fabs(r[k][j]) <= 2)) return 0;
        const dyadic x = dyadic_from_double(r[k][i]), y = dyadic_from_double(r[k][j]);
        const int shift = x.exponent + y.exponent + UNIT;
        if (shift >= 0)
            limbs_accumulate(defect, LIMBS, (uint128)x.mantissa * y.mantissa, shift,
                             x.negative != y.negative);
    }
    if (i == j) limbs_accumulate(defect, LIMBS, 1, UNIT, 1);
    if (defect[LIMBS - 1] >> 63) limbs_negate(defect, LIMBS);
    // At most 2^-10: its last unit more is one too many.
    limbs_accumulate(defect, LIMBS, 1, 0, 1);
    return limbs_bit_length(defect, LIMBS) <= UNIT - 10 || defect[LIMBS - 1] >> 63;
}

static inline double defect_of(const double r[3][3], int i, int j)
{
    return fabs(r[0][i] * r[0][j] + r[1][i] * r[1][j] + r[2][i] * r[2][j] - (i == j));
}

// The rare rest: some defect is near to what is allowed, or beyond it. By itself, so that what is asked with every pose is short.
static __attribute__((noinline)) int is_just_rigid(const double r[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            const double defect = defect_of(r, i, j);
            if (!(defect <= POSE_TOLERANCE + CLOSE_CALL)) return 0;
            if (defect >= POSE_TOLERANCE - CLOSE_CALL && !is_near_enough(r, i, j)) return 0;
        }
    return 1;
}

static int is_rigid(const double r[3][3])
{
    int is_sure = 1;
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            is_sure &= defect_of(r, i, j) < POSE_TOLERANCE - CLOSE_CALL;
    return is_sure || is_just_rigid(r);
}

abut_status affine_from_pose(affine* out, const abut_pose* pose)
{
    static const abut_pose identity;
    if (!pose) pose = &identity;
    const int is_turned = is_rigid(pose->rotation);  // so no entry is infinite or NaN
    if ((!is_turned && !doubles_are_finite(pose->rotation[0], 9)) ||
        !doubles_are_finite(pose->translation, 3) || !double_is_finite(pose->scale))
        return ABUT_NOT_FINITE;
    if (!is_turned && !all_zero(pose->rotation[0], 9)) return ABUT_NOT_RIGID;
    const int is_scaled = !double_is_zero(pose->scale) && double_compare(pose->scale, 1.0) != 0;
    if (is_scaled &&
        (double_compare(pose->scale, SCALE_MIN) < 0 || double_compare(pose->scale, SCALE_MAX) > 0))
        return ABUT_BAD_SCALE;
    static const double no_turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double(*const turn)[3] = is_turned ? pose->rotation : no_turn;
    for (int i = 0; i < 3; i++)  // by rows, as they are read at once
        memcpy(out->matrix[i], turn[i], sizeof out->matrix[i]);
    if (is_scaled)
        for (int i = 0; i < 9; i++)
            out->matrix[i / 3][i % 3] =
                double_multiply_nearest(pose->scale, out->matrix[i / 3][i % 3]);
    memcpy(out->translation, pose->translation, sizeof out->translation);
    return ABUT_OK;
}

int affine_equal(const affine* a, const affine* b)
{
    for (int i = 0; i < 3; i++) {
        if (!double_is_equal(a->translation[i], b->translation[i])) return 0;
        for (int j = 0; j < 3; j++)
            if (!double_is_equal(a->matrix[i][j], b->matrix[i][j])) return 0;
    }
    return 1;
}

static void prepare_matrix(pose_pair* out, int side)
{
    ASSERT(doubles_are_finite(out->side[side].matrix[0], 9));
    const affine* pose = &out->side[side];
    double norm = 0;
    uint64_t largest = 0;
    int low = INT32_MAX / 4;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            const dyadic d = dyadic_from_double(pose->matrix[i][j]);
            const uint64_t size = double_bits(pose->matrix[i][j]) & INT64_MAX;
            out->matrix[side][i][j] = d;
            if (size > largest) largest = size;
            if (size && d.exponent < low) low = d.exponent;
        }
        const double sum =
            fabs(pose->matrix[i][0]) + fabs(pose->matrix[i][1]) + fabs(pose->matrix[i][2]);
        if (sum > norm) norm = sum;
    }
    out->row_norm[side] = norm;
    out->matrix_low[side] = low;
    out->matrix_top[side] = double_top(double_from_bits(largest));
}

static void copy_matrix(pose_pair* pair, int to, int from)
{
    memcpy(pair->matrix[to], pair->matrix[from], sizeof pair->matrix[to]);
    pair->row_norm[to] = pair->row_norm[from];
    pair->matrix_low[to] = pair->matrix_low[from];
    pair->matrix_top[to] = pair->matrix_top[from];
}

static void prepare_translation(pose_pair* out, int side)
{
    ASSERT(doubles_are_finite(out->side[side].translation, 3));
    for (int i = 0; i < 3; i++)
        out->translation[side][i] = dyadic_from_double(out->side[side].translation[i]);
}

static void prepare_both(pose_pair* out, int drop_equal)
{
    const affine *a = &out->side[0], *b = &out->side[1];
    out->in_place = drop_equal && affine_equal(a, b) && !out->is_rounded;
    out->offset_max = 0;
    for (int i = 0; i < 3; i++) {
        out->offset[i] = b->translation[i] - a->translation[i];
        if (fabs(out->offset[i]) > out->offset_max) out->offset_max = fabs(out->offset[i]);
    }
}

void pose_pair_prepare(pose_pair* out, const affine* a, const affine* b, int drop_equal)
{
    out->side[0] = *a;
    out->side[1] = *b;
    out->composition = NULL;
    out->is_rounded = 0;
    for (int side = 0; side < 2; side++) {
        prepare_matrix(out, side);
        prepare_translation(out, side);
    }
    prepare_both(out, drop_equal);
}

// Many questions are about one pose of a, or about poses that are turned alike.
static void change_side(pose_pair* pair, int side, const affine* to)
{
    affine* const was = &pair->side[side];
    const int turns = memcmp(was->matrix, to->matrix, sizeof to->matrix) != 0;
    const int moves = memcmp(was->translation, to->translation, sizeof to->translation) != 0;
    *was = *to;
    if (moves) prepare_translation(pair, side);
    if (!turns) return;
    if (side && !memcmp(pair->side[0].matrix, to->matrix, sizeof to->matrix))
        copy_matrix(pair, 1, 0);
    else
        prepare_matrix(pair, side);
}

void pose_pair_change(pose_pair* pair, const affine* a, const affine* b, int drop_equal)
{
    change_side(pair, 0, a);
    change_side(pair, 1, b);
    prepare_both(pair, drop_equal);
}

void pose_pair_loosen(pose_pair* pair)
{
    pair->is_rounded = 1;
    pair->in_place = 0;
    for (int side = 0; side < 2; side++)
        pair->row_norm[side] *= 1.25;
}

void pose_pair_compose(pose_pair* out, const composition* c, int drop_equal)
{
    pose_pair_prepare(out, &c->rounded[0], &c->rounded[1], drop_equal);
    out->composition = c;
    if (c->is_rounded) pose_pair_loosen(out);
}
