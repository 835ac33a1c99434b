// relative_pose.c - the relative pose and its errors, bounded after the fact by residuals: that holds for
// any pose, however far from orthonormal, and in any rounding mode. u = 2^-53; a rounding errs by at
// most 2 u in any mode. Derivation: docs/exactness.md, "Boxes".
#include "walk/relative_pose.h"

#include "base/bits.h"

#define U    0x1p-53
#define TINY RELATIVE_TINY

// The distance of the models in units of their size that is kept without shrinking them.
#define FAR_EXPONENT 200

static int matrix_top(const double m[3][3])
{
    int top = -5000;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            if (!double_is_zero(m[i][k]) && double_top(m[i][k]) > top) top = double_top(m[i][k]);
        }
    }
    return top;
}

static matrix3 matrix_scale(const double m[3][3], int exponent)
{
    matrix3 out;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out.row[i][k] = double_scale(m[i][k], exponent);
    }
    return out;
}

static int matrices_are_equal(const matrix3* a, const matrix3* b)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            if (double_compare(a->row[i][k], b->row[i][k])) return 0;
        }
    }
    return 1;
}

// 2^exponent, or 0 where its products could underflow; TINY covers the difference.
static double scale_factor(int exponent)
{
    return exponent < -980 ? 0 : double_scale(1, exponent);
}

// The inverse of a's matrix, times something.
typedef struct solver {
    const matrix3* matrix;
    matrix3 dual;
    double norm;  // >= the 2-norm of the inverse, times sqrt 3
} solver;

static solver solver_of(const matrix3* matrix)
{
    solver s = {matrix, dual3(matrix), 0};
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += dot3(s.dual.row[i], s.dual.row[i]);
    s.norm = 1.74 * 1.01 * sqrt(sum);
    return s;
}

// Solve matrix * x = right, where right itself errs by up to right_roundings * 2 u of its size.
// Returns a bound on the error of x in every coordinate.
static double solve(const solver* s, const double right[3], double right_roundings, double x[3])
{
    for (int i = 0; i < 3; i++)
        x[i] = s->dual.row[0][i] * right[0] + s->dual.row[1][i] * right[1] +
               s->dual.row[2][i] * right[2];
    double worst = 0;
    for (int i = 0; i < 3; i++) {
        const double* row = s->matrix->row[i];
        const double residual = fabs(right[i] - dot3(row, x));
        const double size =
            fabs(right[i]) + fabs(row[0] * x[0]) + fabs(row[1] * x[1]) + fabs(row[2] * x[2]);
        const double error = residual + (10 + 2 * right_roundings) * U * size;
        if (error > worst) worst = error;
    }
    return s->norm * worst + TINY;
}

// linear = inverse of a * b. Returns a bound on the error of every entry.
static double solve_linear(const solver* s, const matrix3* b, matrix3* linear)
{
    double worst = 0;
    for (int k = 0; k < 3; k++) {
        const double column[3] = {b->row[0][k], b->row[1][k], b->row[2][k]};
        double x[3];
        const double error = solve(s, column, 0, x);
        if (error > worst) worst = error;
        for (int i = 0; i < 3; i++)
            linear->row[i][k] = x[i];
    }
    return worst;
}

// The exponent of the unit.
static int unit_exponent(const relative_side* a, const relative_side* b, int a_top, int b_top)
{
    int unit = a->frame->exponent;
    if (b->frame->exponent + b_top - a_top > unit) unit = b->frame->exponent + b_top - a_top;
    for (int k = 0; k < 3; k++) {
        const double from = a->pose->translation[k], to = b->pose->translation[k];
        if (double_compare(from, to) == 0) continue;
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
static double compose_translation(relative_pose* r, const double between[3], double error,
                                  double linear_error, const double a_origin[3],
                                  const double b_origin[3], int linear_is_one)
{
    double row_sum = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        const double sum = absolute_sum3(r->linear.row[i]);
        if (sum > row_sum) row_sum = sum;
        if (linear_is_one) {
            // The origins may be large and nearly equal: take their difference first.
            const double origins = b_origin[i] - a_origin[i];
            r->translation[i] = origins + between[i];
            if (fabs(origins) > size) size = fabs(origins);
        } else {
            r->translation[i] = dot3(r->linear.row[i], b_origin) + between[i] - a_origin[i];
        }
    }
    if (!linear_is_one) size = row_sum * absolute_max3(b_origin) + absolute_max3(a_origin);
    return error + linear_error * absolute_sum3(b_origin) +
           32 * U * (size + absolute_max3(between)) + TINY;
}

// Divide the stretch out of linear, and bound how far the true rotation is from orthonormal.
static void find_rotation(relative_pose* r)
{
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += dot3(r->linear.row[i], r->linear.row[i]);
    r->stretch = sqrt(sum / 3);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            r->rotation.row[i][k] = r->linear.row[i][k] / r->stretch;
    }
    r->rotation_error = 1.01 * r->linear_error / r->stretch + 4 * U;
    double defect = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            double product = i == k ? -1 : 0;
            for (int j = 0; j < 3; j++)
                product += r->rotation.row[j][i] * r->rotation.row[j][k];
            if (fabs(product) > defect) defect = fabs(product);
        }
    }
    r->rotation_defect = defect + 4 * r->rotation_error + 32 * U;
}

void relative_pose_prepare(relative_pose* out, const relative_side* a, const relative_side* b)
{
    const int a_top = matrix_top(a->pose->matrix), b_top = matrix_top(b->pose->matrix);
    const matrix3 a_matrix = matrix_scale(a->pose->matrix, -a_top);
    const matrix3 b_matrix = matrix_scale(b->pose->matrix, -b_top);
    const int unit = unit_exponent(a, b, a_top, b_top);
    const int a_exponent = a->frame->exponent - unit;
    const int b_exponent = b->frame->exponent + b_top - a_top - unit;
    out->a_scale = scale_factor(a_exponent);
    out->b_scale = scale_factor(b_exponent);

    const solver s = solver_of(&a_matrix);
    const int linear_is_one = matrices_are_equal(&a_matrix, &b_matrix);
    double linear_error = 0;
    if (linear_is_one) {
        out->linear = (matrix3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    } else {
        linear_error = solve_linear(&s, &b_matrix, &out->linear);
    }

    double world[3], between[3], a_origin[3], b_origin[3];
    for (int k = 0; k < 3; k++) {
        const double from = a->pose->translation[k], to = b->pose->translation[k];
        const int same = double_compare(from, to) == 0;
        world[k] = same ? 0 : double_scale(to, -a_top - unit) - double_scale(from, -a_top - unit);
        a_origin[k] = double_scale(a->frame->origin[k], a_exponent);
        b_origin[k] = double_scale(b->frame->origin[k], b_exponent);
    }
    const double between_error = solve(&s, world, 1, between);
    out->linear_error = linear_error;
    out->translation_error = compose_translation(out, between, between_error, linear_error,
                                                 a_origin, b_origin, linear_is_one);
    find_rotation(out);
}
