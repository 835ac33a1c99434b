// whole.inl - whether the boxes about two models are apart: straight from both poses, along the way between their middles
// and along their six faces (docs/exactness.md, "Two models as wholes"). No axis needs a length, and none of the matrices
// need be near to a rotation.
#ifndef ABUT_ENGINE_BOX_WHOLE_INL
#define ABUT_ENGINE_BOX_WHOLE_INL
#include "base/simd.h"
#include "engine/box/whole.h"
#include "search/relative_pose.inl"

// Tests make the bound too small.
#ifndef ABUT_WHOLE_BOUND_SCALE
#define ABUT_WHOLE_BOUND_SCALE 1
#endif

#define WHOLE_MOST 0x1p200   // sizes and places in the world, above which nothing is proved
#define WHOLE_TINY 0x1p-500  // above all that is flushed

// A model in its pose.
typedef struct standing_box {
    column row[3], half;
    column middle;  // in the world
    double entry;   // the largest |entry| of the matrix
    double far;     // sizes and places: none is larger in the world
} standing_box;

// Row i of a matrix, and a number that stands behind it; the last row is followed by the translation.
static inline column row_at(const affine* pose, int i)
{
    column x;
    memcpy(&x, (const char*)pose + sizeof(double[3]) * (size_t)i, sizeof x);
    return x;
}

// Three numbers turned by one, or by two.
static inline column next_of(column x)
{
    return QUAD_DOUBLE_SHUFFLE(x, x, 1, 2, 0, 0);
}

static inline column last_of(column x)
{
    return QUAD_DOUBLE_SHUFFLE(x, x, 2, 0, 1, 1);
}

static inline standing_box stand(const affine* pose, const whole_box* box)
{
    standing_box out;
    column turned[3], most = {0};
    for (int i = 0; i < 3; i++) {
        out.row[i] = row_at(pose, i);
        most = quad_double_max(quad_double_abs(out.row[i]), most);
    }
    const column translation = column_from(pose->translation);
    transpose(turned, out.row);
    out.half = column_at(box->half);
    out.middle = multiply(turned, box->centre) + translation;
    out.entry = largest_of(most);
    out.far = out.entry * box->reach + largest_of(quad_double_abs(translation));
    return out;
}

// A direction of the world along the columns of a matrix.
static inline column along_columns(const standing_box* s, column way)
{
    return s->row[0] * quad_double_all(way[0]) + s->row[1] * quad_double_all(way[1]) +
           s->row[2] * quad_double_all(way[2]);
}

// How far the box reaches along each column of its matrix, which need not stand square to each other.
static inline column reach_of_own(const standing_box* s)
{
    column square = s->row[0] * s->row[0], beside = s->row[0] * next_of(s->row[0]);
    for (int i = 1; i < 3; i++) {
        square += s->row[i] * s->row[i];
        beside += s->row[i] * next_of(s->row[i]);
    }
    beside = quad_double_abs(beside);
    return square * s->half + beside * next_of(s->half) + last_of(beside) * last_of(s->half);
}

// How far a box reaches along three directions. product: a column for each of its axes.
static inline column reach_of_other(const column product[3], const double half[3])
{
    return product[0] * quad_double_all(half[0]) + product[1] * quad_double_all(half[1]) +
           product[2] * quad_double_all(half[2]);
}

static inline int is_beyond(column distance, column reach, double error)
{
    const quad_long beyond =
        quad_double_above(quad_double_abs(distance), reach + quad_double_all(error + WHOLE_TINY));
    return (quad_long_mask(beyond) & 7) != 0;
}

static inline int wholes_are_apart(const affine* a_pose, const whole_box* a_box,
                                   const affine* b_pose, const whole_box* b_box)
{
    const standing_box a = stand(a_pose, a_box), b = stand(b_pose, b_box);
    const double far = a.far + b.far;
    if (!(far < WHOLE_MOST)) return 0;
    const double error = ABUT_WHOLE_BOUND_SCALE * 0x1p-44 * far;
    const column way = b.middle - a.middle;
    const column of_a = along_columns(&a, way), of_b = along_columns(&b, way);
    const column gap =
        way * way - quad_double_abs(of_a) * a.half - quad_double_abs(of_b) * b.half;
    if (sum_of(gap) > error * sum_of(quad_double_abs(way)) + WHOLE_TINY) return 1;
    column product[3], transposed[3];  // each column of a by each of b
    for (int k = 0; k < 3; k++)
        product[k] = quad_double_abs(a.row[0] * quad_double_all(b_pose->matrix[0][k]) +
                                     a.row[1] * quad_double_all(b_pose->matrix[1][k]) +
                                     a.row[2] * quad_double_all(b_pose->matrix[2][k]));
    transpose(transposed, product);
    return is_beyond(of_a, reach_of_own(&a) + reach_of_other(product, b_box->half),
                     a.entry * error) ||
           is_beyond(of_b, reach_of_own(&b) + reach_of_other(transposed, a_box->half),
                     b.entry * error);
}

#endif
