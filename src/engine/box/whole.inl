// whole.inl - whether the boxes about two models are apart: straight from both poses, along the way between their middles
// and along their six faces (docs/proofs/boxes.md, "Two models as wholes"). No axis needs a length, and none of the matrices
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

// A model as it is turned.
typedef struct standing_box {
    const relative_turn* turn;
    column row[3], half;
    column middle;  // in the world, but for the translation
} standing_box;

static inline standing_box stand(const relative_turn* turn, const whole_box* box)
{
    const column by[3] = {column_at(turn->column[0]), column_at(turn->column[1]),
                          column_at(turn->column[2])};
    return (standing_box){
        .turn = turn,
        .row = {column_at(turn->row[0]), column_at(turn->row[1]), column_at(turn->row[2])},
        .half = column_at(box->half),
        .middle = multiply(by, box->centre),
    };
}

// A direction of the world along the columns of a matrix.
static inline column along_columns(const standing_box* s, column way)
{
    return s->row[0] * quad_double_all(way[0]) + s->row[1] * quad_double_all(way[1]) +
           s->row[2] * quad_double_all(way[2]);
}

// Whether there is a face beyond which the other box is. along: the way to it, along the columns; product: a column for each
// axis of the other box, whose half lengths are half. The own columns need not stand square to each other.
static inline int is_beyond_face(const standing_box* s, column along, const column product[3],
                                 const double half[3], double error)
{
    const column beside = column_at(s->turn->beside);
    const column own = column_at(s->turn->square) * s->half + beside * next_of(s->half) +
                       last_of(beside) * last_of(s->half);
    const column other = product[0] * quad_double_all(half[0]) +
                         product[1] * quad_double_all(half[1]) +
                         product[2] * quad_double_all(half[2]);
    const double room = s->turn->entry * error + WHOLE_TINY;
    const quad_long beyond =
        quad_double_above(quad_double_abs(along), own + other + quad_double_all(room));
    return (quad_long_mask(beyond) & 7) != 0;
}

// Whether one of six faces proves it.
static inline int are_apart_by_faces(relative_pair* p, const standing_box side[2],
                                     const column along[2], const whole_box* const box[2],
                                     double error)
{
    column product[3], transposed[3];
    relative_pair_multiply(p);
    for (int k = 0; k < 3; k++)
        product[k] = quad_double_abs(p->product[k]);
    transpose(transposed, product);
    return is_beyond_face(&side[0], along[0], product, box[1]->half, error) ||
           is_beyond_face(&side[1], along[1], transposed, box[0]->half, error);
}

// Faces are asked only where both middles are not much nearer to each other than the boxes reach along the way between them:
// of models whose boxes are deep in each other they would prove nothing.
static inline int wholes_are_apart(relative_pair* p, const whole_box* a_box, const whole_box* b_box)
{
    const affine *const a_pose = p->side[0]->pose, *const b_pose = p->side[1]->pose;
    const column a_place = column_from(a_pose->translation),
                 b_place = column_from(b_pose->translation);
    const standing_box side[2] = {stand(&p->turn[0], a_box), stand(&p->turn[1], b_box)};
    // Nothing is larger, of sizes and places in the world.
    const double far = p->turn[0].entry * a_box->reach + p->turn[1].entry * b_box->reach +
                       largest_of(quad_double_abs(a_place) + quad_double_abs(b_place));
    const double error = ABUT_WHOLE_BOUND_SCALE * 0x1p-44 * far;
    const column way = (side[1].middle + b_place) - (side[0].middle + a_place);
    const column along[2] = {along_columns(&side[0], way), along_columns(&side[1], way)};
    const double square = sum_of(way * way);
    const double reach =
        sum_of(quad_double_abs(along[0]) * side[0].half + quad_double_abs(along[1]) * side[1].half);
    if (!(2 * square > reach && far < WHOLE_MOST)) return 0;
    return square > reach + (error * sum_of(quad_double_abs(way)) + WHOLE_TINY) ||
           are_apart_by_faces(p, side, along, (const whole_box* const[2]){a_box, b_box}, error);
}

#endif
