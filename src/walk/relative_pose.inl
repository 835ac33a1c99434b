// relative_pose.inl - the relative pose and its errors, bounded after the fact by residuals: that holds for
// any pose, however far from orthonormal, and in any rounding mode. Compiled for each instruction set that a walk is
// compiled for; the same bits in all. u = 2^-53; a rounding errs by at
// most 2 u in any mode. Derivation: docs/exactness.md, "Boxes".
#include "base/bits.h"
#include "base/simd.h"
#include "walk/relative_pose.h"

// The distance of the models in units of their size that is kept without shrinking them.
#define FAR_EXPONENT 200

static int matrix_top(const double m[3][3])
{
    uint64_t largest = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const uint64_t size = double_bits(m[i][k]) & INT64_MAX;  // ordered as the numbers are
            if (size > largest) largest = size;
        }
    }
    return largest ? double_top(double_from_bits(largest)) : -5000;
}

// Times 2^exponent. By multiplying where that is so near 1 that what subnormals may lose is below 2^-961 of the
// largest entry, as in soup/frame.
static matrix3 matrix_scale(const double m[3][3], int exponent)
{
    matrix3 out;
    const int is_near = exponent >= -60 && exponent <= 60;
    const double factor = is_near ? double_scale(1, exponent) : 1;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out.row[i][k] = is_near ? m[i][k] * factor : double_scale(m[i][k], exponent);
    }
    return out;
}

static int turns_are_equal(const relative_turn* a, const relative_turn* b)
{
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++) {
            if (!double_is_equal(a->column[k][i], b->column[k][i])) return 0;
        }
    }
    return 1;
}

// 2^exponent, or 0 where its products could underflow; RELATIVE_TINY covers the difference.
static double scale_factor(int exponent)
{
    return exponent < -980 ? 0 : double_scale(1, exponent);
}

// Three numbers beside each other, the third twice: a column of a matrix, coordinates.
typedef quad_double column;

static inline column column_from(const double x[3])
{
    return (column){x[0], x[1], x[2], x[2]};
}

static inline column column_of(const matrix3* m, int k)
{
    return (column){m->row[0][k], m->row[1][k], m->row[2][k], m->row[2][k]};
}

static inline column column_at(const double x[4])
{
    return quad_double_load(x);
}

static inline void column_put(double out[4], column x)
{
    memcpy(out, &x, sizeof x);
}

static inline double largest_of(column x)
{
    const double xy = x[0] > x[1] ? x[0] : x[1];
    return xy > x[2] ? xy : x[2];
}

static inline column multiply(const column m[3], const double x[3])
{
    return m[0] * quad_double_all(x[0]) + m[1] * quad_double_all(x[1]) +
           m[2] * quad_double_all(x[2]);
}

static void relative_turn_prepare(relative_turn* out, const affine* pose)
{
    const int top = matrix_top(pose->matrix);
    memcpy(out->matrix, pose->matrix, sizeof out->matrix);
    const matrix3 divided = matrix_scale(pose->matrix, -top), dual = dual3(&divided);
    out->top = top;
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        sum += dot3(dual.row[i], dual.row[i]);
        column_put(out->column[i], column_of(&divided, i));
        column_put(out->inverse[i], column_from(dual.row[i]));
    }
    out->norm = 1.74 * 1.01 * sqrt(sum);
}

// For one that is zeroed or was prepared.
static void relative_turn_change(relative_turn* t, const affine* pose)
{
    if (memcmp(t->matrix, pose->matrix, sizeof t->matrix) != 0) relative_turn_prepare(t, pose);
}

// Solve matrix * x = right, where right itself errs by up to right_roundings * 2 u of its size. worst: raised to
// what bounds the errors of x in every coordinate, divided by the norm.
static inline column solve(const relative_turn* t, column right, double right_roundings,
                           double* worst)
{
    const column inverse[3] = {column_at(t->inverse[0]), column_at(t->inverse[1]),
                               column_at(t->inverse[2])};
    const column x = multiply(inverse, (const double[3]){right[0], right[1], right[2]});
    column product[3];
    for (int k = 0; k < 3; k++)
        product[k] = column_at(t->column[k]) * quad_double_all(x[k]);
    const column residual = quad_double_abs(right - (product[0] + product[1] + product[2]));
    const column size = quad_double_abs(right) + quad_double_abs(product[0]) +
                        quad_double_abs(product[1]) + quad_double_abs(product[2]);
    const double error =
        largest_of(residual + quad_double_all((10 + 2 * right_roundings) * 0x1p-53) * size);
    if (error > *worst) *worst = error;
    return x;
}

// linear = inverse of a * b. Returns a bound on the error of every entry.
static inline double solve_linear(const relative_turn* a, const relative_turn* b, column linear[3])
{
    double worst = 0;
    for (int k = 0; k < 3; k++)
        linear[k] = solve(a, column_at(b->column[k]), 0, &worst);
    return a->norm * worst + RELATIVE_TINY;
}

// The exponent of the unit.
static int unit_exponent(const relative_side* a, const relative_side* b, int a_top, int b_top)
{
    int unit = a->frame->exponent;
    if (b->frame->exponent + b_top - a_top > unit) unit = b->frame->exponent + b_top - a_top;
    for (int k = 0; k < 3; k++) {
        const double from = a->pose->translation[k], to = b->pose->translation[k];
        if (double_is_equal(from, to)) continue;
        const double ends[2] = {from, to};
        for (int e = 0; e < 2; e++) {
            if (double_is_zero(ends[e])) continue;
            const int far = double_top(ends[e]) - a_top - FAR_EXPONENT;
            if (far > unit) unit = far;
        }
    }
    return unit;
}

// The translation, from the translation between the poses (already in a's axes, with error) and the
// origins of both frames. Returns a bound on its error.
static inline double compose_translation(relative_pose* r, const column linear[3], column between,
                                         double error, const double a_origin[3],
                                         const double b_origin[3], int linear_is_one)
{
    const column a = column_from(a_origin), b = column_from(b_origin);
    column placed;
    double size;
    if (linear_is_one) {
        // The origins may be large and nearly equal: take their difference first.
        placed = (b - a) + between;
        size = largest_of(quad_double_abs(b - a));
    } else {
        const double row_sum = largest_of(quad_double_abs(linear[0]) + quad_double_abs(linear[1]) +
                                          quad_double_abs(linear[2]));
        placed = multiply(linear, b_origin) + between - a;
        size = row_sum * absolute_max3(b_origin) + absolute_max3(a_origin);
    }
    column_put(r->translation, placed);
    return error + r->linear_error * absolute_sum3(b_origin) +
           32 * 0x1p-53 * (size + largest_of(quad_double_abs(between))) + RELATIVE_TINY;
}

// Divide the stretch out of linear, and bound how far the true rotation is from orthonormal.
static inline void find_rotation(relative_pose* r, const column linear[3], int linear_is_one)
{
    if (linear_is_one) {  // what follows, of the identity
        r->stretch = 1;
        for (int k = 0; k < 3; k++) {
            column_put(r->linear[k], linear[k]);
            column_put(r->rotation[k], linear[k]);
        }
        r->rotation_error = 4 * 0x1p-53;
        r->rotation_defect = 4 * r->rotation_error + 32 * 0x1p-53;
        return;
    }
    const column squares = linear[0] * linear[0] + linear[1] * linear[1] + linear[2] * linear[2];
    r->stretch = sqrt((squares[0] + squares[1] + squares[2]) / 3);
    column rotation[3];
    for (int k = 0; k < 3; k++) {
        rotation[k] = linear[k] / quad_double_all(r->stretch);
        column_put(r->linear[k], linear[k]);
        column_put(r->rotation[k], rotation[k]);
    }
    r->rotation_error = 1.01 * r->linear_error / r->stretch + 4 * 0x1p-53;
    double defect = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            const column product = rotation[i] * rotation[k];
            const double off = (i == k ? -1 : 0) + product[0] + product[1] + product[2];
            if (fabs(off) > defect) defect = fabs(off);
        }
    }
    r->rotation_defect = defect + 4 * r->rotation_error + 32 * 0x1p-53;
}

// are_equal: whether both matrices are.
static void find_relative_pose(relative_pose* out, const relative_side* a, const relative_side* b,
                               const relative_turn* a_turn, const relative_turn* b_turn,
                               int are_equal)
{
    const int a_top = a_turn->top, b_top = b_turn->top;
    const int unit = unit_exponent(a, b, a_top, b_top);
    const int a_exponent = a->frame->exponent - unit;
    const int b_exponent = b->frame->exponent + b_top - a_top - unit;
    out->a_scale = scale_factor(a_exponent);
    out->b_scale = scale_factor(b_exponent);

    column linear[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}};
    out->linear_error = are_equal ? 0 : solve_linear(a_turn, b_turn, linear);

    double world[3] = {0, 0, 0}, a_origin[3], b_origin[3], worst = 0;
    int is_moved = 0;
    for (int k = 0; k < 3; k++) {
        const double from = a->pose->translation[k], to = b->pose->translation[k];
        if (!double_is_equal(from, to)) {
            world[k] = double_scale(to, -a_top - unit) - double_scale(from, -a_top - unit);
            is_moved = 1;
        }
        a_origin[k] = a->frame->origin[k] * out->a_scale;
        b_origin[k] = b->frame->origin[k] * out->b_scale;
    }
    // What solve finds of zeros.
    const column nothing = {0, 0, 0, 0};
    const column between = is_moved ? solve(a_turn, column_from(world), 1, &worst) : nothing;
    out->translation_error = compose_translation(
        out, linear, between, a_turn->norm * worst + RELATIVE_TINY, a_origin, b_origin, are_equal);
    find_rotation(out, linear, are_equal);
}

// What both directions have in common.
typedef struct relative_pair {
    const relative_side* side[2];
    const relative_turn* turn;  // of both
    int are_equal;
} relative_pair;

// turn: of a and b, zeroed or prepared before; borrowed.
static void relative_pair_prepare(relative_pair* out, const relative_side* a,
                                  const relative_side* b, relative_turn turn[2])
{
    relative_turn_change(&turn[0], a->pose);
    relative_turn_change(&turn[1], b->pose);
    *out = (relative_pair){.side = {a, b},
                           .turn = turn,
                           .are_equal = turns_are_equal(&turn[0], &turn[1])};
}

static void relative_pair_b_in_a(const relative_pair* p, relative_pose* out)
{
    find_relative_pose(out, p->side[0], p->side[1], &p->turn[0], &p->turn[1], p->are_equal);
}

// The defect of a rotation up to which it is turned back by its transpose.
#define INVERSE_DEFECT 0x1p-40

// The other direction: the inverse of the first. Of a rotation that is its transpose, but for its defect (docs/exactness.md,
// "One frame for two models").
static inline void relative_pair_a_in_b(const relative_pair* p, const relative_pose* b_in_a,
                                 relative_pose* out)
{
    const double defect = b_in_a->rotation_defect;
    if (!(defect <= INVERSE_DEFECT)) {  // or NaN
        find_relative_pose(out, p->side[1], p->side[0], &p->turn[1], &p->turn[0], p->are_equal);
        return;
    }
    out->a_scale = b_in_a->b_scale;
    out->b_scale = b_in_a->a_scale;
    const column to = column_at(b_in_a->translation);
    if (p->are_equal) {
        memcpy(out->linear, b_in_a->linear, sizeof out->linear);
        memcpy(out->rotation, b_in_a->rotation, sizeof out->rotation);
        column_put(out->translation, -to);
        out->stretch = b_in_a->stretch;
        out->linear_error = b_in_a->linear_error;
        out->translation_error = b_in_a->translation_error;
        out->rotation_error = b_in_a->rotation_error;
        out->rotation_defect = defect;
        return;
    }
    const double stretch = 1 / b_in_a->stretch;
    column linear[3];
    for (int k = 0; k < 3; k++) {
        const column back = {b_in_a->rotation[0][k], b_in_a->rotation[1][k],
                             b_in_a->rotation[2][k], b_in_a->rotation[2][k]};
        linear[k] = back * quad_double_all(stretch);
        column_put(out->rotation[k], back);
        column_put(out->linear[k], linear[k]);
    }
    column_put(out->translation, -multiply(linear, b_in_a->translation));
    out->stretch = stretch;
    out->rotation_error = 2.5 * defect;
    out->rotation_defect = 3.5 * defect;
    out->linear_error = 2.5 * defect * stretch + RELATIVE_TINY;
    out->translation_error = 1.8 * stretch * b_in_a->translation_error +
                             1.5 * out->linear_error * absolute_sum3(b_in_a->translation) +
                             RELATIVE_TINY;
}
