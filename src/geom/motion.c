// motion.c - see motion.h. What each number may be off by is derived in docs/proofs/motion.md, "Poses in time".
#include "geom/motion.h"

#include "base/base.h"
#include "geom/fixed.h"
#include "geom/trig.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define DEGREES_MOST 0x1p20
#define PLACE_MOST   1000  // places stay below 2^it

// Tests make bounds smaller, which must show.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif
#define TURN_ERROR (0x1p-54 * ABUT_BOUND_SCALE)  // of a matrix or an arm that was turned, of 2^top
#define LINE_ERROR (0x1p-96 * ABUT_BOUND_SCALE)  // of a place on a line, of 2^top
#define ROUNDING   (0x1p-53 * ABUT_BOUND_SCALE)
#define TINY       0x1p-1000  // above what lies below the normal numbers
// What sums of bounds are multiplied by, so that they are above the true ones in any rounding mode.
#define UP (1 + 0x1p-40)

// ------------------------------------------------------------------------------------------ checks

static int are_zero(const double* x, int count)
{
    for (int i = 0; i < count; i++)
        if (!double_is_zero(x[i])) return 0;
    return 1;
}

// As motion_check. end: where `to` puts it.
static abut_status check_with_end(const abut_motion* m, affine* end)
{
    for (size_t i = 0; i < sizeof m->reserved / sizeof *m->reserved; i++)
        if (m->reserved[i]) return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(m->way, 3) || !doubles_are_finite(m->axis, 3) ||
        !double_is_finite(m->degrees) || !doubles_are_finite(m->pivot, 3))
        return ABUT_NOT_FINITE;
    const int turns = !double_is_zero(m->degrees);
    if (m->to) {
        if (turns || !are_zero(m->way, 3) || !are_zero(m->axis, 3)) return ABUT_BAD_ARGUMENT;
        return affine_from_pose(end, m->to);
    }
    if (turns && (are_zero(m->axis, 3) || !(fabs(m->degrees) <= DEGREES_MOST)))
        return ABUT_BAD_ARGUMENT;
    return ABUT_OK;
}

abut_status motion_check(const abut_motion* m)
{
    affine ignored;
    return check_with_end(m, &ignored);
}

static double scale_of(const abut_pose* pose)
{
    return double_is_zero(pose->scale) ? 1 : pose->scale;
}

static int reflects(const affine* pose, double scale)
{
    matrix3 unit;
    double across[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            unit.row[i][j] = pose->matrix[i][j] / scale;
    cross3(across, unit.row[0], unit.row[1]);
    return dot3(across, unit.row[2]) < 0;
}

abut_status motion_check_piece(const affine* from, double scale, const abut_motion* m, affine* end)
{
    TRY(check_with_end(m, end));
    if (!m->to) return ABUT_OK;
    if (double_compare(scale_of(m->to), scale) != 0) return ABUT_BAD_SCALE;
    return reflects(from, scale) == reflects(end, scale) ? ABUT_OK : ABUT_NOT_RIGID;
}

static int matrices_are_equal(const affine* a, const affine* b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (!double_is_equal(a->matrix[i][j], b->matrix[i][j])) return 0;
    return 1;
}

// ---------------------------------------------------------------------------------------- rotations

// The rotation by an angle about piece->unit, in 2^-62: within 48 of these as an operator.
static motion_matrix turn_by(const motion_piece* piece, int128 degrees, int* is_quarter)
{
    int64_t sine, cosine;
    motion_matrix out;
    *is_quarter = trig_turn(degrees, &sine, &cosine);
    const int64_t* const w = piece->unit;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const int128 across = fixed_shift(((int128)TRIG_ONE - cosine) * w[i], 62);
        const int128 along = (int128)sine * w[k];
        const int128 next = fixed_shift(((int128)TRIG_ONE - cosine) * w[j], 62) * w[i];
        out.row[i][i] = (int64_t)fixed_shift((int128)cosine * TRIG_ONE + across * w[i], 62);
        out.row[i][j] = (int64_t)fixed_shift(next - along, 62);
        out.row[j][i] = (int64_t)fixed_shift(next + along, 62);
    }
    return out;
}

// The direction of a vector whose largest coordinate is from 2^61 to 2^62: within 7 2^-62.
static void set_unit(int64_t unit[3], const int64_t x[3])
{
    uint128 square = 0;
    for (int i = 0; i < 3; i++)
        square += (uint128)((int128)x[i] * x[i]);
    const uint64_t length = trig_root(square);
    const uint64_t inverse = (uint64_t)(((uint128)1 << 124) / length);
    for (int i = 0; i < 3; i++) {
        const int is_alone = !x[(i + 1) % 3] && !x[(i + 2) % 3];
        const int64_t part = (int64_t)((uint128)fixed_size(x[i]) * inverse >> 62);
        const int64_t size = is_alone ? TRIG_ONE : part;
        unit[i] = x[i] < 0 ? -size : size;
    }
}

static int top_of(const double* x, int count, int top)
{
    for (int i = 0; i < count; i++)
        if (!double_is_zero(x[i]) && double_top(x[i]) > top) top = double_top(x[i]);
    return top;
}

static void set_axis(motion_piece* out, const abut_motion* motion)
{
    const int top = top_of(motion->axis, 3, INT16_MIN);
    const int negative = (int)(double_bits(motion->degrees) >> 63);
    int64_t x[3];
    int ignored = 0, zeros = 0;
    for (int i = 0; i < 3; i++) {
        const int64_t size = (int64_t)fixed_of(motion->axis[i], 62 - top, &ignored);
        x[i] = negative ? -size : size;
        zeros += double_is_zero(motion->axis[i]);
    }
    set_unit(out->unit, x);
    out->is_axis_exact = zeros == 2;
}

// ------------------------------------------------------------------------------------- two matrices

// Put the largest of some numbers between 2^61 and 2^62; all 0 stay so.
static void normalise(int64_t* out, const int128* x, int count)
{
    uint128 all = 0;
    for (int i = 0; i < count; i++)
        all |= (uint128)(x[i] < 0 ? -x[i] : x[i]);
    const uint64_t high = (uint64_t)(all >> 64), low = (uint64_t)all;
    const int top = high ? 128 - __builtin_clzll(high) : low ? 64 - __builtin_clzll(low) : 0;
    for (int i = 0; i < count; i++)
        out[i] = (int64_t)(top > 62   ? fixed_shift(x[i], top - 62)
                           : x[i] < 0 ? -(-x[i] << (62 - top))
                                      : x[i] << (62 - top));
}

// The quaternion x, y, z, w of the rotation from one matrix to another, in numbers whose largest is about 2^62: of
// Shepperd's four forms that with the largest diagonal, which cannot be small.
static void quaternion_between(int64_t out[4], const motion_matrix* from, const motion_matrix* to,
                               int64_t scale)
{
    int128 n[3][3], q[4];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int128 sum = 0;  // below 2^124 each: of a row and a column of length 1.75 2^62
            for (int k = 0; k < 3; k++)
                sum += ((int128)to->row[i][k] * from->row[j][k]) >> 3;
            n[i][j] = sum;
        }
    const int128 one = ((int128)scale * scale) >> 3, trace = n[0][0] + n[1][1] + n[2][2];
    const int128 diagonal[4] = {one + 2 * n[0][0] - trace, one + 2 * n[1][1] - trace,
                                one + 2 * n[2][2] - trace, one + trace};
    int best = 3;
    for (int i = 2; i >= 0; i--)
        if (diagonal[i] > diagonal[best]) best = i;
    q[best] = diagonal[best];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const int128 across = n[k][j] - n[j][k];
        if (best == 3)
            q[i] = across;
        else if (best == i)
            q[3] = across;
        else
            q[i] = n[i][best] + n[best][i];
    }
    normalise(out, q, 4);
}

// Set the shorter arc.
static void set_arc(motion_piece* out, const motion_matrix* from, const motion_matrix* to,
                    int64_t scale)
{
    int64_t q[4], x[3];
    quaternion_between(q, from, to, scale);
    const int first = q[0] ? 0 : q[1] ? 1 : 2;
    const int negative = q[3] ? q[3] < 0 : q[first] < 0;
    if (negative)
        for (int i = 0; i < 4; i++)
            q[i] = -q[i];
    out->unit[2] = TRIG_ONE;
    if (!q[first]) return;
    uint128 square = 0;
    for (int i = 0; i < 3; i++)
        square += (uint128)((int128)q[i] * q[i]);
    out->turned = 2 * trig_arc(trig_root(square), (uint64_t)q[3]);
    normalise(x, (const int128[3]){q[0], q[1], q[2]}, 3);
    set_unit(out->unit, x);
}

// more = the second matrix turned back, less the first.
static void set_more(motion_piece* out, const motion_matrix* to)
{
    int is_quarter;
    const motion_matrix turn = turn_by(out, out->turned, &is_quarter);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int128 sum = 0;
            for (int k = 0; k < 3; k++)
                sum += (int128)turn.row[k][i] * to->row[k][j];
            out->more.row[i][j] = (int64_t)(fixed_shift(sum, 62) - out->first.row[i][j]);
        }
}

// ------------------------------------------------------------------------------------------- pieces

// Each entry rounded towards 0, in any rounding mode; what is below the normal numbers is 0 either way.
static void set_matrix(motion_matrix* out, const affine* pose, int top)
{
    const double unit = double_scale(1, 62 - top);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out->row[i][j] = (int64_t)(pose->matrix[i][j] * unit);
}

// The places of a piece without `to`.
static void set_screw_places(motion_piece* out, const abut_motion* motion)
{
    const double* const place = out->start.pose.translation;
    int line_cut = 0, arm_cut = 0;
    int top = top_of(motion->way, 3, top_of(place, 3, -1100));
    if (!out->is_straight) top = top_of(motion->pivot, 3, top);
    out->place_top = top + 2;
    const int bits = 100 - out->place_top;
    for (int i = 0; i < 3; i++) {
        const int128 begins = fixed_of(place[i], bits, out->is_straight ? &line_cut : &arm_cut);
        out->go[i] = fixed_of(motion->way[i], bits, &line_cut);
        out->from[i] = begins;
        out->way[i] = motion->way[i];
        if (out->is_straight) continue;
        out->from[i] = fixed_of(motion->pivot[i], bits, &line_cut);
        out->arm[i] = begins - out->from[i];
        out->has_arm |= out->arm[i] != 0;
        out->pivot[i] = motion->pivot[i];
    }
    out->is_line_exact = !line_cut;
    out->is_arm_exact = !arm_cut && !line_cut;
}

static void set_screw(motion_piece* out, const abut_motion* motion)
{
    out->is_straight = double_is_zero(motion->degrees);
    out->is_rest = out->is_straight && are_zero(motion->way, 3);
    if (!out->is_straight) {
        int cut = 0;
        out->turned = fixed_of(fabs(motion->degrees), 100, &cut);
        set_axis(out, motion);
        out->is_axis_exact &= !cut;
        out->matrix_top = top_of(out->start.pose.matrix[0], 9, INT16_MIN);
        set_matrix(&out->first, &out->start.pose, out->matrix_top);
    }
    set_screw_places(out, motion);
}

// The places of a piece with `to`. pivot: of the model.
static void set_arc_places(motion_piece* out, const double pivot[3])
{
    const affine *const from = &out->start.pose, *const to = &out->end.pose;
    const int pivot_top = top_of(pivot, 3, -1100), product = pivot_top + out->matrix_top;
    int cut = 0, ignored = 0;
    int top = top_of(to->translation, 3, top_of(from->translation, 3, -1100));
    const int has_arm = pivot_top > -1100 && !out->is_straight;
    out->has_arm = has_arm;
    if (has_arm && product > top) top = product;
    out->place_top = top + 3;
    const int bits = 100 - out->place_top;
    for (int i = 0; i < 3; i++) {
        int128 begins = fixed_of(from->translation[i], bits, &cut);
        int128 ends = fixed_of(to->translation[i], bits, &cut), more = 0;
        for (int j = 0; j < 3 && has_arm; j++) {
            const int128 at = fixed_product(from->matrix[i][j], pivot[j], bits, &cut);
            begins += at;
            ends += fixed_product(to->matrix[i][j], pivot[j], bits, &cut);
            out->arm[i] -= at;
            more += out->more.row[i][j] * fixed_of(pivot[j], 62 - pivot_top, &ignored);
        }
        const int shift = out->place_top - product + 24;
        out->arm_more[i] = !has_arm || shift > 126 ? 0 : -fixed_shift(more, shift);
        out->from[i] = begins;
        out->go[i] = ends - begins;
        out->pivot[i] = fixed_round(begins, -bits, &ignored);
        out->way[i] = fixed_round(out->go[i], -bits, &ignored);
    }
    out->is_line_exact = !cut;
    if (!out->is_straight)
        out->place_error += 7 * out->start.matrix_error * absolute_max3(pivot) * UP;
}

static void set_to(motion_piece* out, const abut_motion* motion, double scale)
{
    motion_matrix to;
    int ignored = 0;
    const affine* const from = &out->start.pose;
    const int is_exact = out->start.matrix_error == 0;
    const affine* const end = &out->end.pose;
    out->has_to = 1;
    out->is_straight = is_exact && matrices_are_equal(from, end);
    out->is_rest = out->is_straight && out->start.translation_error == 0 && affine_equal(from, end);
    out->matrix_top = top_of(from->matrix[0], 9, top_of(end->matrix[0], 9, INT16_MIN));
    if (!out->is_straight) {
        set_matrix(&out->first, from, out->matrix_top);
        set_matrix(&to, end, out->matrix_top);
        set_arc(out, &out->first, &to, (int64_t)fixed_of(scale, 62 - out->matrix_top, &ignored));
        set_more(out, &to);
    }
    set_arc_places(out, motion->pivot);
}

// ------------------------------------------------------------------------------------------- places

// The matrix at t, turned: within TURN_ERROR of 2^top before numbers are rounded.
static void find_matrix(const motion_piece* piece, const motion_matrix* turn, dyadic t,
                        motion_at* out)
{
    int ignored = 0;
    int64_t m[3][3];
    const int64_t part = (int64_t)fixed_times(TRIG_ONE, t, &ignored);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++) {
            const int128 more = (int128)piece->more.row[k][j] * part;
            m[k][j] = piece->first.row[k][j] + (int64_t)fixed_shift(more, 62);
        }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int128 sum = 0;
            for (int k = 0; k < 3; k++)
                sum += (int128)turn->row[i][k] * m[k][j];
            out->pose.matrix[i][j] = fixed_round(sum, piece->matrix_top - 124, &ignored);
        }
    out->matrix_error = (piece->start.matrix_error + ROUNDING * piece->column +
                         TURN_ERROR * double_scale(1, piece->matrix_top)) *
                        UP;
}

// A quarter turn about a coordinate axis exchanges rows.
static void exchange_rows(const motion_piece* piece, const motion_matrix* turn, motion_at* out)
{
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            if (!turn->row[i][k]) continue;
            for (int j = 0; j < 3; j++) {
                const double x = piece->start.pose.matrix[k][j];
                out->pose.matrix[i][j] = turn->row[i][k] < 0 && !double_is_zero(x) ? -x : x;
            }
        }
    out->matrix_error = piece->start.matrix_error;
}

// The turned arm, in units of the place.
static void find_arm(const motion_piece* piece, const motion_matrix* turn, dyadic t, int is_exact,
                     int128 out[3])
{
    int128 arm[3];
    int ignored = 0;
    for (int i = 0; i < 3; i++)
        arm[i] = piece->arm[i] + fixed_times(piece->arm_more[i], t, &ignored);
    for (int i = 0; i < 3; i++) {
        out[i] = 0;
        for (int k = 0; k < 3; k++) {
            if (is_exact)  // 1, -1 or 0
                out[i] += turn->row[i][k] < 0 ? -arm[k] : turn->row[i][k] ? arm[k] : 0;
            else
                out[i] += fixed_shift(turn->row[i][k] * fixed_shift(arm[k], 38), 24);
        }
    }
}

// turn: NULL for a straight piece.
static void find_place(const motion_piece* piece, const motion_matrix* turn, dyadic t,
                       int is_quarter, motion_at* out)
{
    int128 arm[3] = {0};
    int cut = !piece->is_line_exact, rounded = 0;
    if (turn && piece->has_arm) find_arm(piece, turn, t, is_quarter, arm);
    double* const place = out->pose.translation;
    for (int i = 0; i < 3; i++) {
        const int128 sum = piece->from[i] + fixed_times(piece->go[i], t, &cut) + arm[i];
        place[i] = fixed_round(sum, piece->place_top - 100, &rounded);
    }
    if (is_quarter) cut |= !piece->is_arm_exact;
    const double unit = double_scale(1, piece->place_top);
    double error = piece->place_error;
    if (turn && !is_quarter) error += TURN_ERROR * unit;
    if (cut) error += LINE_ERROR * unit;
    if (rounded) error += 1.75 * ROUNDING * absolute_max3(place);
    if (cut || rounded || (turn && !is_quarter)) error = (error + TINY) * UP;
    out->translation_error = error;
}

// Between both ends, and at the end that is not given.
static void find_within(const motion_piece* piece, dyadic t, motion_at* out)
{
    if (piece->is_straight) {
        memcpy(out->pose.matrix, piece->start.pose.matrix, sizeof out->pose.matrix);
        out->matrix_error = piece->start.matrix_error;
        find_place(piece, NULL, t, 0, out);
        return;
    }
    int cut = 0, is_quarter;
    const motion_matrix turn = turn_by(piece, fixed_times(piece->turned, t, &cut), &is_quarter);
    is_quarter = is_quarter && !cut && piece->is_axis_exact && !piece->has_to;
    if (is_quarter)
        exchange_rows(piece, &turn, out);
    else
        find_matrix(piece, &turn, t, out);
    find_place(piece, &turn, t, is_quarter, out);
}

void motion_find(const motion_piece* piece, double tau, motion_at* out)
{
    const dyadic t = dyadic_from_double(tau);
    ASSERT(!t.negative && double_compare(tau, 1) <= 0);
    if (!t.mantissa || piece->is_rest)
        *out = piece->start;
    else if (t.mantissa == 1 && t.exponent == 0)
        *out = piece->end;
    else
        find_within(piece, t, out);
}

// ---------------------------------------------------------------------------------------------- all

static void set_speeds(motion_piece* out, double scale)
{
    static const double radians = 0x1.1df46a2529d39p-6;
    int ignored = 0;
    double squares = 0;
    for (int i = 0; i < 3; i++)
        out->axis[i] = fixed_round(out->unit[i], -62, &ignored);
    out->angle = fixed_round(out->turned, -100, &ignored) * radians * (1 + 0x1p-49);
    out->stray = 0x1p-46 * out->angle;
    if (!out->is_straight && !out->has_to) {  // what was cut off degrees
        out->angle += 0x1p-100;
        out->stray += 0x1p-99;
    }
    if (!out->has_to) return;
    const double unit = double_scale(1, out->place_top);
    out->way_error = (1 + 2 * out->angle) * (0x1p-50 * unit + out->place_error + TINY) * UP;
    if (out->is_straight) return;
    const double matrix_unit = double_scale(1, out->matrix_top);
    for (int i = 0; i < 9; i++) {
        const double x = (double)out->more.row[i / 3][i % 3] * 0x1p-62;
        squares += x * x;
    }
    const double errors = 2 * out->start.matrix_error + (sqrt(squares) + 0x1p-53) * matrix_unit;
    out->stray += errors / scale * (1 + 0x1p-5) * UP;
}

static abut_status prepare_piece(motion_piece* out, const motion_at* start, double scale,
                                 const abut_motion* motion)
{
    memset(out, 0, sizeof *out);
    TRY(motion_check_piece(&start->pose, scale, motion, &out->end.pose));
    out->start = *start;
    out->column = 1.01 * scale;
    out->place_error = start->translation_error;
    if (motion->to)
        set_to(out, motion, scale);
    else
        set_screw(out, motion);
    if (out->place_top > PLACE_MOST) return ABUT_NOT_FINITE;
    set_speeds(out, scale);
    if (out->is_rest)
        out->end = out->start;
    else if (!out->has_to)
        find_within(out, (dyadic){1, 0, 0}, &out->end);
    return ABUT_OK;
}

static const abut_motion at_rest;

abut_status motion_path_prepare(const abut_pose* pose, const abut_motion* pieces, size_t count,
                                motion_piece* out)
{
    motion_at start = {.matrix_error = 0};
    TRY(affine_from_pose(&start.pose, pose));
    for (size_t i = 0; i < count; i++) {
        motion_piece* const piece = &out[i];
        TRY(prepare_piece(piece, &start, scale_of(pose), pieces ? &pieces[i] : &at_rest));
        if (start.translation_error > 0) {
            const int follows = piece[-1].is_straight && !piece[-1].has_to && piece[-1].since >= 0;
            piece->since = follows ? piece[-1].since + 1 : -1;
        }
        start = piece->end;
    }
    return ABUT_OK;
}

// Where a path is at a time from 0 to count. *given: the pose that was given there, or NULL. is_unscaled: as if no pose had a
// scale.
static abut_status find_at(const abut_pose* from, const abut_motion* pieces, size_t count,
                           double time, int is_unscaled, motion_at* out, const abut_pose** given)
{
    motion_piece piece;
    motion_at at = {.matrix_error = 0};
    abut_pose begin = *from;
    size_t done = (size_t)time;
    double tau = done ? time - (double)done : time;
    if (done == count && count > 0) {
        done--;
        tau = 1;
    }
    *given = from;
    if (is_unscaled) begin.scale = 1;
    TRY(affine_from_pose(&at.pose, &begin));
    for (size_t i = 0; i < count && pieces; i++) {
        abut_motion motion = pieces[i];
        abut_pose to;
        TRY(motion_check(&motion));
        if (is_unscaled && motion.to) {
            to = *motion.to;
            to.scale = 1;
            motion.to = &to;
        }
        TRY(prepare_piece(&piece, &at, scale_of(&begin), &motion));
        const double until = i < done ? 1 : tau;
        if (i > done || double_is_zero(until) || piece.is_rest) continue;
        motion_find(&piece, until, &at);
        *given = double_compare(until, 1) == 0 ? pieces[i].to : NULL;
    }
    *out = at;
    return ABUT_OK;
}

abut_status motion_pose(const abut_pose* from, const abut_motion* pieces, size_t count, double time,
                        abut_pose* out)
{
    motion_at at, turn;
    const abut_pose* given;
    if (!double_is_finite(time)) return ABUT_NOT_FINITE;
    if (double_compare(time, 0) < 0 || double_compare(time, (double)count) > 0)
        return ABUT_BAD_ARGUMENT;
    TRY(find_at(from, pieces, count, time, 0, &at, &given));
    abut_pose pose = {.scale = scale_of(from)};
    turn = at;
    if (double_compare(pose.scale, 1) != 0)
        TRY(find_at(given ? given : from, given ? NULL : pieces, count, time, 1, &turn, &given));
    memcpy(pose.rotation, turn.pose.matrix, sizeof pose.rotation);
    memcpy(pose.translation, at.pose.translation, sizeof pose.translation);
    *out = pose;
    return ABUT_OK;
}
