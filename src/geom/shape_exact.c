// shape_exact.c - a triangle and a shape in exact numbers; the questions about them.
#include "base/base.h"
#include "base/bits.h"
#include "geom/shape_parts.h"

#include <math.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------- placing

real3 shape_vector(real_stack* s, const double x[3])
{
    return (real3){{real_of(s, x[0]), real_of(s, x[1]), real_of(s, x[2])}};
}

static real3 turn(const affine* m, real_stack* s, real3 v)
{
    real3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = real3_dot(s, shape_vector(s, m->matrix[k]), v);
    return out;
}

real3 shape_apply(const affine* pose, real_stack* stack, real3 point)
{
    return real3_add(stack, turn(pose, stack, point), shape_vector(stack, pose->translation));
}

real3 shape_turn(const posed_shape* shape, real_stack* stack, real3 vector)
{
    return turn(&shape->pose, stack, vector);
}

static real3 place_corner(const posed_shape* shape, real_stack* s, size_t i)
{
    const size_t mark = real_mark(s);
    real3 v;
    if (shape->form == SHAPE_HULL) {
        v = shape_vector(s, shape->points + 3 * i);
    } else if (shape->form == SHAPE_BOX) {
        const real3 half = shape_vector(s, shape->given[1]);
        v = shape_vector(s, shape->given[0]);
        for (int k = 0; k < 3; k++)
            v.x[k] =
                i >> k & 1 ? real_add(s, v.x[k], half.x[k]) : real_subtract(s, v.x[k], half.x[k]);
    } else if (shape->form == SHAPE_RAY && i) {
        v = real3_add(s, shape_vector(s, shape->given[0]), shape_vector(s, shape->given[1]));
    } else {
        v = shape_vector(s, shape->given[i]);
    }
    return real3_keep(s, mark, shape_apply(&shape->pose, s, v));
}

real3 shape_pair_corner(const shape_pair* p, size_t i)
{
    return p->near_count ? p->near[i] : place_corner(p->shape, p->stack, i);
}

// A corner's foot on the ray is no farther from the start than the corner is: below 2^(top + 2). The way is 2^(bottom - 1) long.
static void cut_ray(shape_pair* p)
{
    real_stack* const s = p->stack;
    const real3 way = real3_subtract(s, p->near[1], p->near[0]);
    const int bottom = real3_top(way);
    int top = REAL_NO_TOP;
    for (int i = 0; i < 3; i++) {
        const int own = real3_top(real3_subtract(s, p->vertex[i], p->near[0]));
        top = own > top ? own : top;
    }
    if (top == REAL_NO_TOP) return;
    real3 far;
    for (int k = 0; k < 3; k++)
        far.x[k] = real_scale(way.x[k], top - bottom + 3);
    p->near[1] = real3_add(s, p->near[0], far);
}

void shape_pair_make(shape_pair* out, const posed_shape* shape, const double* const vertex[3],
                     real_stack* stack)
{
    out->shape = shape;
    out->stack = stack;
    out->count = 3;
    for (int i = 0; i < 3; i++) {
        const size_t mark = real_mark(stack);
        real3 v = shape_apply(&shape->model, stack, shape_vector(stack, vertex[i]));
        if (shape->frame) v = shape_apply(shape->frame, stack, v);
        out->name[i] = i;
        out->vertex[i] = real3_keep(stack, mark, v);
    }
    out->near_count = 0;
    if (shape->count > SHAPE_NEAR_MAX) return;
    if (shape->form == SHAPE_PLANE || shape->form == SHAPE_HALF_SPACE) {
        out->near_count = 1;
        out->near[0] = place_corner(shape, stack, 0);
        return;
    }
    out->near_count = (int)shape->count;
    for (int i = 0; i < out->near_count; i++)
        out->near[i] = place_corner(shape, stack, (size_t)i);
    if (shape->form == SHAPE_RAY) cut_ray(out);
}

int shape_feature_corners(int feature, int corner[3])
{
    if (feature < ABUT_FEATURE_EDGE_0) {
        corner[0] = feature;
        return 1;
    }
    const int i = feature == ABUT_FEATURE_FACE ? 0 : feature - ABUT_FEATURE_EDGE_0;
    corner[0] = i;
    corner[1] = (i + 1) % 3;
    corner[2] = (i + 2) % 3;
    return feature == ABUT_FEATURE_FACE ? 3 : 2;
}

void shape_pair_feature(shape_pair* out, const shape_pair* whole, int feature)
{
    int corner[3];
    *out = *whole;
    out->count = shape_feature_corners(feature, corner);
    for (int i = 0; i < out->count; i++) {
        out->name[i] = whole->name[corner[i]];
        out->vertex[i] = whole->vertex[corner[i]];
    }
}

// ------------------------------------------------------------------------------------------------ squares

static int is_flat(const posed_shape* shape)
{
    return shape->form == SHAPE_PLANE || shape->form == SHAPE_HALF_SPACE;
}

static int is_turned(const posed_shape* shape)
{
    return shape->form == SHAPE_CYLINDER || shape->form == SHAPE_CONE;
}

static shape_square square_find(const shape_pair* p, const shape_bounds* likely)
{
    shape_square out;
    if (is_flat(p->shape)) {
        shape_plane_square(p, &out.numerator, &out.denominator);
    } else {
        hull_gap gap;
        hull_gap_find(p, likely, &gap);
        out.numerator = gap.numerator;
        out.denominator = gap.denominator;
    }
    out.radius = real_of(p->stack, p->shape->radius);
    return out;
}

// -1, 0 or 1 as the distance from the core is less than, as, or more than x and the radius.
static int square_compare(const shape_square* d, double x, real_stack* s)
{
    if (!double_is_finite(x)) return -1;
    const size_t mark = real_mark(s);
    const real sum = real_add(s, d->radius, real_of(s, x));
    const real right = real_multiply(s, d->denominator, real_multiply(s, sum, sum));
    const int sign = real_compare(s, d->numerator, right);
    real_release(s, mark);
    return sign;
}

// About the distance, which is not 0: what is left of the square without the radius', over the sum of both lengths.
static double square_root_about(const shape_square* d, real_stack* s)
{
    const double core = real_root_about(d->numerator, d->denominator);
    if (!d->radius.limbs || !double_is_finite(core)) return core;
    const size_t mark = real_mark(s);
    const real whole = real_multiply(s, d->denominator, real_multiply(s, d->radius, d->radius));
    const real rest = real_subtract(s, d->numerator, whole);
    const real both = real_multiply(s, d->denominator, real_add(s, d->radius, real_of(s, core)));
    const double out = real_root_about(real_multiply(s, rest, rest), real_multiply(s, both, both));
    real_release(s, mark);
    return out;
}

struct square_at {
    const shape_square* square;
    real_stack* stack;
};

static int square_measure(const void* number, double x)
{
    const struct square_at* at = number;
    return square_compare(at->square, x, at->stack);
}

void shape_square_enclose(const shape_square* d, real_stack* s, double* lo, double* hi)
{
    *lo = *hi = 0;
    if (square_compare(d, 0, s) <= 0) return;
    const struct square_at at = {d, s};
    double_enclose(square_measure, &at, square_root_about(d, s), lo, hi);
}

// ------------------------------------------------------------------------------------------------ questions

int shape_touches(const posed_shape* shape, const double* const vertex[3], real_stack* scratch,
                  int* was_exact)
{
    shape_bounds bounds;
    shape_bound(shape, vertex, &bounds);
    *was_exact = !(bounds.lo > 0 || !(bounds.hi > 0));
    if (!*was_exact) return !(bounds.lo > 0);
    const size_t mark = real_mark(scratch);
    shape_pair p;
    shape_pair_make(&p, shape, vertex, scratch);
    int touches;
    if (is_turned(shape)) {
        touches = shape_turned_touches(&p);
    } else {
        const shape_square d = square_find(&p, &bounds);
        touches = square_compare(&d, 0, scratch) <= 0;
    }
    real_release(scratch, mark);
    return touches;
}

void shape_distance(const posed_shape* shape, const double* const vertex[3],
                    const shape_bounds* likely, real_stack* scratch, double* lo, double* hi)
{
    const size_t mark = real_mark(scratch);
    shape_pair p;
    shape_pair_make(&p, shape, vertex, scratch);
    if (is_turned(shape)) {
        shape_turned_distance(&p, lo, hi);
    } else {
        const shape_square d = square_find(&p, likely);
        shape_square_enclose(&d, scratch, lo, hi);
    }
    real_release(scratch, mark);
}

shape_order shape_least_take(shape_least* least, const posed_shape* shape,
                             const double* const vertex[3], const shape_bounds* likely,
                             real_stack* scratch)
{
    const size_t mark = real_mark(scratch), base = least->is_there ? least->base : mark;
    shape_pair p;
    int sign = -1;
    ASSERT(!is_turned(shape));
    shape_pair_make(&p, shape, vertex, scratch);
    const shape_square d = square_find(&p, likely);
    if (square_compare(&d, 0, scratch) <= 0) {
        real_release(scratch, mark);
        return SHAPE_IN_CONTACT;
    }
    if (least->is_there)
        sign = real_compare(scratch, real_multiply(scratch, d.numerator, least->denominator),
                            real_multiply(scratch, least->numerator, d.denominator));
    if (sign >= 0) {
        real_release(scratch, mark);
        return sign ? SHAPE_FARTHER : SHAPE_AS_NEAR;
    }
    // Where the last one was.
    const real3 kept = real3_keep(scratch, base, (real3){{d.numerator, d.denominator, d.radius}});
    *least = (shape_least){1, base, kept.x[0], kept.x[1], kept.x[2]};
    return SHAPE_NEARER;
}

void shape_least_enclose(const shape_least* least, real_stack* scratch, double* lo, double* hi)
{
    const shape_square d = {least->numerator, least->denominator, least->radius};
    shape_square_enclose(&d, scratch, lo, hi);
}

// Whether a feature of a triangle is in contact; of none is it asked in vain.
static int corner_is_inside(const shape_pair* whole, int vertex)
{
    shape_pair p;
    shape_pair_feature(&p, whole, vertex);
    if (is_turned(p.shape)) return shape_turned_touches(&p);
    const shape_square d = square_find(&p, NULL);
    return square_compare(&d, 0, p.stack) <= 0;
}

int shape_holds(const posed_shape* shape, const double* const vertex[3], real_stack* scratch)
{
    int is_known[3] = {0};
    for (int i = 0; i < 3; i++) {
        const double* const corner[3] = {vertex[i], vertex[i], vertex[i]};
        shape_bounds bounds;
        shape_bound(shape, corner, &bounds);
        if (bounds.lo > 0) return 0;
        is_known[i] = !(bounds.hi > 0);
    }
    if (is_known[0] && is_known[1] && is_known[2]) return 1;
    const size_t mark = real_mark(scratch);
    shape_pair p;
    shape_pair_make(&p, shape, vertex, scratch);
    int holds = 1;
    for (int i = 0; i < 3 && holds; i++)
        holds = is_known[i] || corner_is_inside(&p, i);
    real_release(scratch, mark);
    return holds;
}

// --------------------------------------------------------------------------------------------------- points

// The least feature that is as near as the whole: of equal ones, the first.
static int least_feature(const shape_pair* whole, const hull_gap* gap, hull_gap* of_feature)
{
    real_stack* const s = whole->stack;
    for (int feature = 0; feature < ABUT_FEATURE_FACE; feature++) {
        const size_t mark = real_mark(s);
        shape_pair p;
        shape_pair_feature(&p, whole, feature);
        hull_gap_find(&p, NULL, of_feature);
        if (real_compare(s, real_multiply(s, of_feature->numerator, gap->denominator),
                         real_multiply(s, gap->numerator, of_feature->denominator)) <= 0)
            return feature;
        real_release(s, mark);
    }
    *of_feature = *gap;
    return ABUT_FEATURE_FACE;
}

int shape_feature_of(int vertices)
{
    static const uint8_t names[8] = {
        ABUT_FEATURE_FACE,  // of none
        ABUT_FEATURE_VERTEX_0, ABUT_FEATURE_VERTEX_1, ABUT_FEATURE_EDGE_0, ABUT_FEATURE_VERTEX_2,
        ABUT_FEATURE_EDGE_2,   ABUT_FEATURE_EDGE_1,   ABUT_FEATURE_FACE,
    };
    return names[vertices];
}

static int feature_of_gap(const hull_gap* gap)
{
    int vertices = 0;
    for (int i = 0; i < gap->size; i++)
        vertices |= 1 << gap->vertex[i];
    return shape_feature_of(vertices);
}

// Move a point of a core to where the radius about it ends, towards another one, or to that if it is within.
static void widen(double radius, const double from[3], double at[3])
{
    double way[3], length = 0, most = 0;
    for (int k = 0; k < 3; k++) {
        way[k] = 0.5 * from[k] - 0.5 * at[k];
        most = fabs(way[k]) > most ? fabs(way[k]) : most;
    }
    for (int k = 0; k < 3 && most > 0; k++) {
        way[k] /= most;
        length += way[k] * way[k];
    }
    length = sqrt(length);
    const int is_within = !(length > 0) || 2 * most * length <= radius;
    for (int k = 0; k < 3; k++)
        at[k] = is_within ? from[k] : at[k] + radius * (way[k] / length);
}

void shape_points(const posed_shape* shape, const double* const vertex[3], real_stack* scratch,
                  abut_feature* feature, double model_point[3], double shape_point[3])
{
    const size_t mark = real_mark(scratch);
    shape_pair p;
    int name;
    shape_pair_make(&p, shape, vertex, scratch);
    if (is_turned(shape)) {
        name = shape_turned_points(&p, model_point, shape_point);
    } else if (is_flat(shape)) {
        name = shape_plane_points(&p, model_point, shape_point);
    } else {
        hull_gap gap, of_feature;
        hull_gap_find(&p, NULL, &gap);
        if (gap.is_unique) {
            name = feature_of_gap(&gap);
        } else {
            name = least_feature(&p, &gap, &of_feature);
            gap = of_feature;
        }
        shape_pair of_name;
        shape_pair_feature(&of_name, &p, name);
        hull_gap_points(&of_name, &gap, model_point, shape_point);
        if (!double_is_zero(shape->radius)) widen(shape->radius, model_point, shape_point);
    }
    *feature = (abut_feature)name;
    real_release(scratch, mark);
}
