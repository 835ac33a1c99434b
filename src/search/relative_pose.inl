// relative_pose.inl - the relative pose and its errors, bounded after the fact by residuals: that holds for
// any pose, however far from orthonormal, and in any rounding mode. Compiled for each instruction set that a walk is
// compiled for; the same bits in all. u = 2^-53; a rounding errs by at
// most 2 u in any mode. Derivation: docs/proofs/boxes.md, "Boxes".
#ifndef ABUT_SEARCH_RELATIVE_POSE_INL
#define ABUT_SEARCH_RELATIVE_POSE_INL
#include "base/bits.h"
#include "base/simd.h"
#include "search/relative_pose.h"

// The distance of the models in units of their size that is kept without shrinking them.
#define FAR_EXPONENT 200

// 2^exponent, or 0 where its products could underflow; RELATIVE_TINY covers the difference.
static double scale_factor(int exponent)
{
    return exponent < -980 ? 0 : double_scale(1, exponent);
}

// Three numbers beside each other, the third twice: a column or a row of a matrix, coordinates.
typedef quad_double column;

static inline column column_from(const double x[3])
{
    return (column){x[0], x[1], x[2], x[2]};
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

static inline double sum_of(column x)
{
    return x[0] + x[1] + x[2];
}

static inline column multiply(const column m[3], const double x[3])
{
    return m[0] * quad_double_all(x[0]) + m[1] * quad_double_all(x[1]) +
           m[2] * quad_double_all(x[2]);
}

static inline column column_cross(column x, column y)
{
    return QUAD_DOUBLE_SHUFFLE(x, x, 1, 2, 0, 0) * QUAD_DOUBLE_SHUFFLE(y, y, 2, 0, 1, 1) -
           QUAD_DOUBLE_SHUFFLE(x, x, 2, 0, 1, 1) * QUAD_DOUBLE_SHUFFLE(y, y, 1, 2, 0, 0);
}

// Columns of rows, or rows of columns.
static inline void transpose(column out[3], const column in[3])
{
    const column even = QUAD_DOUBLE_SHUFFLE(in[0], in[1], 0, 4, 2, 6),
                 odd = QUAD_DOUBLE_SHUFFLE(in[0], in[1], 1, 5, 1, 5);
    out[0] = QUAD_DOUBLE_SHUFFLE(even, in[2], 0, 1, 4, 4);
    out[1] = QUAD_DOUBLE_SHUFFLE(odd, in[2], 0, 1, 5, 5);
    out[2] = QUAD_DOUBLE_SHUFFLE(even, in[2], 2, 3, 6, 6);
}

// Times 2^exponent. By multiplying where that is so near 1 that what subnormals may lose is below 2^-961, as in
// soup/frame; of a matrix, of its largest entry.
static inline column column_scale(column x, int exponent)
{
    if (exponent >= -60 && exponent <= 60) return x * quad_double_all(double_scale(1, exponent));
    for (int i = 0; i < 4; i++)
        x[i] = double_scale(x[i], exponent);
    return x;
}

static inline void relative_turn_prepare(relative_turn* out, const affine* pose)
{
    column row[3], turned[3], most = {0};
    memcpy(out->matrix, pose->matrix, sizeof out->matrix);
    for (int i = 0; i < 3; i++) {
        row[i] = column_from(pose->matrix[i]);
        most = quad_double_max(quad_double_abs(row[i]), most);
        column_put(out->row[i], row[i]);
    }
    transpose(turned, row);
    for (int k = 0; k < 3; k++)
        column_put(out->column[k], turned[k]);
    out->entry = largest_of(most);
    out->is_measured = out->is_solved = 0;
}

// For one that is zeroed or was prepared.
static inline void relative_turn_change(relative_turn* t, const affine* pose)
{
    if (!doubles_are_same(t->matrix[0], pose->matrix[0], 9)) relative_turn_prepare(t, pose);
}

// Up to this defect a matrix is turned back by its transpose; scales beyond are none, lest products be flushed that matter.
#define TURN_DEFECT 0x1p-44
#define TURN_SCALE  0x1p60

// Three numbers turned by one, or by two.
static inline column next_of(column x)
{
    return QUAD_DOUBLE_SHUFFLE(x, x, 1, 2, 0, 0);
}

static inline column last_of(column x)
{
    return QUAD_DOUBLE_SHUFFLE(x, x, 2, 0, 1, 1);
}

static inline void relative_turn_measure(relative_turn* t)
{
    if (t->is_measured) return;
    const column row[3] = {column_at(t->row[0]), column_at(t->row[1]), column_at(t->row[2])};
    const column square = row[0] * row[0] + row[1] * row[1] + row[2] * row[2],
                 beside = quad_double_abs(row[0] * next_of(row[0]) + row[1] * next_of(row[1]) +
                                          row[2] * next_of(row[2])),
                 one = quad_double_all(1);
    column_put(t->square, square);
    column_put(t->beside, beside);
    t->scale = t->over_scale = 1;
    double off = largest_of(quad_double_max(quad_double_abs(square - one), beside));
    if (!(off < TURN_DEFECT)) {
        t->scale = sqrt(sum_of(square) / 3);
        t->over_scale = 1 / t->scale;
        const column divisor = quad_double_all(t->over_scale * t->over_scale);
        off =
            largest_of(quad_double_max(quad_double_abs(square * divisor - one), beside * divisor));
        if (!(t->scale < TURN_SCALE && t->over_scale < TURN_SCALE)) off = 1;
    }
    t->defect = off + 32 * 0x1p-53;
    t->top = double_top(t->entry);
    t->is_measured = 1;
}

// For any matrix: by its inverse.
static __attribute__((noinline)) void relative_turn_solve(relative_turn* t)
{
    column row[3], of_matrix[3];
    for (int i = 0; i < 3; i++)
        row[i] = column_scale(column_from(t->matrix[i]), -t->top);
    transpose(of_matrix, row);
    const column of_dual[3] = {column_cross(row[1], row[2]), column_cross(row[2], row[0]),
                               column_cross(row[0], row[1])};
    const column determinant = quad_double_all(sum_of(row[0] * of_dual[0]));
    column squares = {0};
    for (int k = 0; k < 3; k++) {
        const column of_inverse = of_dual[k] / determinant;
        squares += of_inverse * of_inverse;
        column_put(t->divided[k], of_matrix[k]);
        column_put(t->inverse[k], of_inverse);
    }
    t->norm = 1.74 * 1.01 * sqrt(sum_of(squares));
    t->is_solved = 1;
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
        product[k] = column_at(t->divided[k]) * quad_double_all(x[k]);
    const column residual = quad_double_abs(right - (product[0] + product[1] + product[2]));
    const column size = quad_double_abs(right) + quad_double_abs(product[0]) +
                        quad_double_abs(product[1]) + quad_double_abs(product[2]);
    const double error =
        largest_of(residual + quad_double_all((10 + 2 * right_roundings) * 0x1p-53) * size);
    if (error > *worst) *worst = error;
    return x;
}

// What the rounding of the poses adds to an error that is at least 10u of solve's sizes: u of these. Entries below the
// normal numbers count for less than 2^-560 here; translations, which are scaled by 2^up, for 2^-1072 before that.
static double error_of_rounded(double error, int up)
{
    return 1.125 * error + 0x1p-560 + double_scale(0x1p-1072, up);
}

// linear = inverse of a * b. Returns a bound on the error of every entry.
static inline double solve_linear(const relative_turn* a, const relative_turn* b, column linear[3])
{
    double worst = 0;
    for (int k = 0; k < 3; k++)
        linear[k] = solve(a, column_at(b->divided[k]), 0, &worst);
    return a->norm * worst + RELATIVE_TINY;
}

static int side_errs(const relative_side* s)
{
    return s->matrix_error > 0 || s->translation_error > 0;
}

// What it adds to the error of solve's x that the divided matrix errs by matrix_error in every entry, and right by
// right_error. size: the sum of x's |coordinates|.
static double error_of_sides(const relative_turn* t, double matrix_error, double right_error,
                             double size)
{
    // So the true inverse is larger by a thousandth at most: norm has room for that.
    if (!(t->norm * matrix_error < 0x1p-11)) return (double)INFINITY;
    return 1.01 * t->norm * (matrix_error * size + right_error);
}

static inline double column_size(column x)
{
    return sum_of(quad_double_abs(x));
}

// The same for the whole of a linear map, of sides a and b.
static double linear_error_of_sides(const relative_side* a, const relative_side* b,
                                    const relative_turn* a_turn, const relative_turn* b_turn,
                                    const column linear[3])
{
    double size = 0;
    for (int k = 0; k < 3; k++) {
        const double of_column = column_size(linear[k]);
        size = of_column > size ? of_column : size;
    }
    return error_of_sides(a_turn, double_scale(a->matrix_error, -a_turn->top),
                          double_scale(b->matrix_error, -b_turn->top), size);
}

// The exponent of the unit. *is_moved: whether the translations differ.
static int unit_exponent(const relative_side* a, const relative_side* b, int a_top, int b_top,
                         int* is_moved)
{
    int unit = a->frame->exponent;
    if (b->frame->exponent + b_top - a_top > unit) unit = b->frame->exponent + b_top - a_top;
    uint64_t largest = 0;  // of coordinates that differ; ordered as the numbers are
    *is_moved = 0;
    for (int k = 0; k < 3; k++) {
        const double from = a->pose->translation[k], to = b->pose->translation[k];
        if (double_is_equal(from, to)) continue;
        *is_moved = 1;
        const uint64_t size[2] = {double_bits(from) & INT64_MAX, double_bits(to) & INT64_MAX};
        if (size[0] > largest) largest = size[0];
        if (size[1] > largest) largest = size[1];
    }
    if (*is_moved) {
        const int far = double_top(double_from_bits(largest)) - a_top - FAR_EXPONENT;
        if (far > unit) unit = far;
    }
    return unit;
}

// From a's place to b's, in units. Coordinates that are equal give 0, however large.
static inline column way_between(const affine* a, const affine* b, int exponent)
{
    const column from = column_from(a->translation), to = column_from(b->translation);
    return quad_double_unless_same(column_scale(to, exponent) - column_scale(from, exponent), from,
                                   to);
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
    const column one[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}};
    column row[3], defect = {0};
    transpose(row, rotation);
    for (int k = 0; k < 3; k++) {
        const column off = quad_double_abs(row[0] * quad_double_all(rotation[k][0]) - one[k] +
                                           row[1] * quad_double_all(rotation[k][1]) +
                                           row[2] * quad_double_all(rotation[k][2]));
        defect = quad_double_max(off, defect);
    }
    r->rotation_defect = largest_of(defect) + 4 * r->rotation_error + 32 * 0x1p-53;
}

// are_equal: whether both matrices are.
static __attribute__((noinline)) void find_relative_pose(relative_pose* out, const relative_side* a,
                                                         const relative_side* b,
                                                         relative_turn* a_turn,
                                                         relative_turn* b_turn, int are_equal)
{
    if (!a_turn->is_solved) relative_turn_solve(a_turn);
    if (!b_turn->is_solved) relative_turn_solve(b_turn);
    const int a_top = a_turn->top, b_top = b_turn->top;
    int is_moved;
    const int unit = unit_exponent(a, b, a_top, b_top, &is_moved);
    const int a_exponent = a->frame->exponent - unit;
    const int b_exponent = b->frame->exponent + b_top - a_top - unit;
    out->a_scale = scale_factor(a_exponent);
    out->b_scale = scale_factor(b_exponent);

    column linear[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}};
    out->linear_error = are_equal ? 0 : solve_linear(a_turn, b_turn, linear);
    if (a->given) out->linear_error = error_of_rounded(out->linear_error, 0);
    const int errs = side_errs(a) || side_errs(b);
    if (errs && !are_equal)
        out->linear_error += linear_error_of_sides(a, b, a_turn, b_turn, linear);

    double a_origin[3], b_origin[3], worst = 0;
    for (int k = 0; k < 3; k++) {
        a_origin[k] = a->frame->origin[k] * out->a_scale;
        b_origin[k] = b->frame->origin[k] * out->b_scale;
    }
    column between = {0};  // what solve finds of zeros
    if (is_moved) between = solve(a_turn, way_between(a->pose, b->pose, -a_top - unit), 1, &worst);
    double between_error = a_turn->norm * worst + RELATIVE_TINY;
    if (a->given) between_error = error_of_rounded(between_error, -a_top - unit);
    if (errs)
        between_error +=
            error_of_sides(a_turn, double_scale(a->matrix_error, -a_top),
                           double_scale(a->translation_error + b->translation_error, -a_top - unit),
                           column_size(between));
    out->translation_error =
        compose_translation(out, linear, between, between_error, a_origin, b_origin, are_equal);
    find_rotation(out, linear, are_equal);
}

// Whether both matrices are the same but for a power of two.
static int turns_are_equal(const relative_turn* a, const relative_turn* b)
{
    if (doubles_are_same(a->matrix[0], b->matrix[0], 9)) return 1;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const double x = a->matrix[i][k], y = b->matrix[i][k];
            if (!double_is_equal(x, a->top == b->top ? y : double_scale(y, a->top - b->top)))
                return 0;
        }
    }
    return 1;
}

// What both directions have in common.
typedef struct relative_pair {
    const relative_side* side[2];
    relative_turn* turn;  // of both
    // What comes next is made when it is needed first.
    int is_multiplied;
    int are_equal;      // both matrices, but for a power of two
    int is_turned;      // errors follow from the defect of a's matrix
    column product[3];  // each column of a, times the columns of b
} relative_pair;

// turn: of a and b, zeroed or prepared before; borrowed.
static inline void relative_pair_prepare(relative_pair* out, const relative_side* a,
                                         const relative_side* b, relative_turn turn[2])
{
    relative_turn_change(&turn[0], a->pose);
    relative_turn_change(&turn[1], b->pose);
    out->side[0] = a;
    out->side[1] = b;
    out->turn = turn;
    out->is_multiplied = 0;
}

// Compare and multiply the matrices.
static inline void relative_pair_multiply(relative_pair* p)
{
    if (p->is_multiplied) return;
    relative_turn *const a = &p->turn[0], *const b = &p->turn[1];
    const relative_side *const a_side = p->side[0], *const b_side = p->side[1];
    relative_turn_measure(a);
    relative_turn_measure(b);
    p->are_equal = turns_are_equal(a, b) && !a_side->given && !(a_side->matrix_error > 0) &&
                   !(b_side->matrix_error > 0);
    const column row[3] = {column_at(a->row[0]), column_at(a->row[1]), column_at(a->row[2])};
    for (int k = 0; k < 3; k++)
        p->product[k] = row[0] * quad_double_all(b->matrix[0][k]) +
                        row[1] * quad_double_all(b->matrix[1][k]) +
                        row[2] * quad_double_all(b->matrix[2][k]);
    p->is_turned = a->defect <= TURN_DEFECT && b->defect <= 0x1p-8 && !a_side->given &&
                   !side_errs(a_side) && !side_errs(b_side);
    p->is_multiplied = 1;
}

// Of a's matrix that is nearly a rotation, but for its scale: the inverse is the transpose.
static inline void turn_relative_pose(relative_pose* out, const relative_pair* p)
{
    const relative_side *const a = p->side[0], *const b = p->side[1];
    const relative_turn *const a_turn = &p->turn[0], *const b_turn = &p->turn[1];
    int is_moved;
    const int unit = unit_exponent(a, b, a_turn->top, b_turn->top, &is_moved);
    const int up = b_turn->top - a_turn->top;
    out->a_scale = scale_factor(a->frame->exponent - unit);
    out->b_scale = scale_factor(b->frame->exponent + up - unit);

    const double error = 3.2 * a_turn->defect + 32 * 0x1p-53;
    column linear[3] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 1}};
    if (p->are_equal) {
        out->linear_error = 0;
        find_rotation(out, linear, 1);
    } else {
        const column divisor = quad_double_all(a_turn->over_scale * b_turn->over_scale);
        out->stretch = double_scale(b_turn->scale * a_turn->over_scale, -up);
        for (int k = 0; k < 3; k++) {
            const column rotation = p->product[k] * divisor;
            linear[k] = rotation * quad_double_all(out->stretch);
            column_put(out->rotation[k], rotation);
            column_put(out->linear[k], linear[k]);
        }
        out->rotation_error = error;
        out->rotation_defect = 4 * error + 1.1 * b_turn->defect + 32 * 0x1p-53;
        out->linear_error = error * out->stretch + RELATIVE_TINY;
    }

    double a_origin[3], b_origin[3];
    for (int k = 0; k < 3; k++) {
        a_origin[k] = a->frame->origin[k] * out->a_scale;
        b_origin[k] = b->frame->origin[k] * out->b_scale;
    }
    column between = {0};
    if (is_moved) {
        const column way = way_between(a->pose, b->pose, -a_turn->top - unit);
        const double divisor = double_scale(a_turn->over_scale * a_turn->over_scale, a_turn->top);
        between = (column_at(a_turn->row[0]) * quad_double_all(way[0]) +
                   column_at(a_turn->row[1]) * quad_double_all(way[1]) +
                   column_at(a_turn->row[2]) * quad_double_all(way[2])) *
                  quad_double_all(divisor);
    }
    const double between_error = 1.05 * error * column_size(between) + RELATIVE_TINY;
    out->translation_error =
        compose_translation(out, linear, between, between_error, a_origin, b_origin, p->are_equal);
}

static inline void relative_pair_b_in_a(relative_pair* p, relative_pose* out)
{
    relative_pair_multiply(p);
    if (p->is_turned)
        turn_relative_pose(out, p);
    else
        find_relative_pose(out, p->side[0], p->side[1], &p->turn[0], &p->turn[1], p->are_equal);
}

// The defect of a rotation up to which it is turned back by its transpose.
#define INVERSE_DEFECT 0x1p-40

// The other direction: the inverse of the first. Of a rotation that is its transpose, but for its defect (docs/proofs/boxes.md,
// "One frame for two models").
static inline void relative_pair_a_in_b(relative_pair* p, const relative_pose* b_in_a,
                                        relative_pose* out)
{
    const double defect = b_in_a->rotation_defect;
    if (!(defect <= INVERSE_DEFECT)) {  // or NaN
        find_relative_pose(out, p->side[1], p->side[0], &p->turn[1], &p->turn[0], p->are_equal);
        return;
    }
    if (p->are_equal) {
        *out = *b_in_a;
        out->a_scale = b_in_a->b_scale;
        out->b_scale = b_in_a->a_scale;
        column_put(out->translation, -column_at(b_in_a->translation));
        return;
    }
    out->a_scale = b_in_a->b_scale;
    out->b_scale = b_in_a->a_scale;
    const double stretch = 1 / b_in_a->stretch;
    const column rotation[3] = {column_at(b_in_a->rotation[0]), column_at(b_in_a->rotation[1]),
                                column_at(b_in_a->rotation[2])};
    column back[3], linear[3];
    transpose(back, rotation);
    for (int k = 0; k < 3; k++) {
        linear[k] = back[k] * quad_double_all(stretch);
        column_put(out->rotation[k], back[k]);
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

#endif
