// shape_check.c - what a shape must be.
#include "base/bits.h"
#include "query/shape.h"

#include <string.h>

const char* shape_text(abut_shape_kind kind)
{
    static const char* const texts[] = {
        [ABUT_SHAPE_POINT] = "point",       [ABUT_SHAPE_SEGMENT] = "segment",
        [ABUT_SHAPE_TRIANGLE] = "triangle", [ABUT_SHAPE_RAY] = "ray",
        [ABUT_SHAPE_PLANE] = "plane",       [ABUT_SHAPE_HALF_SPACE] = "half-space",
        [ABUT_SHAPE_SPHERE] = "sphere",     [ABUT_SHAPE_CAPSULE] = "capsule",
        [ABUT_SHAPE_BOX] = "box",           [ABUT_SHAPE_HULL] = "hull",
        [ABUT_SHAPE_CYLINDER] = "cylinder", [ABUT_SHAPE_CONE] = "cone"};
    return kind >= ABUT_SHAPE_POINT && kind <= ABUT_SHAPE_CONE ? texts[kind] : NULL;
}

// How many of its points a kind names.
static int point_count(abut_shape_kind kind)
{
    static const int counts[] = {
        [ABUT_SHAPE_POINT] = 1,  [ABUT_SHAPE_SEGMENT] = 2,  [ABUT_SHAPE_TRIANGLE] = 3,
        [ABUT_SHAPE_RAY] = 2,    [ABUT_SHAPE_PLANE] = 2,    [ABUT_SHAPE_HALF_SPACE] = 2,
        [ABUT_SHAPE_SPHERE] = 1, [ABUT_SHAPE_CAPSULE] = 2,  [ABUT_SHAPE_BOX] = 2,
        [ABUT_SHAPE_HULL] = 0,   [ABUT_SHAPE_CYLINDER] = 2, [ABUT_SHAPE_CONE] = 2};
    return counts[kind];
}

static int has_radius(abut_shape_kind kind)
{
    return kind == ABUT_SHAPE_SPHERE || kind == ABUT_SHAPE_CAPSULE || kind == ABUT_SHAPE_CYLINDER ||
           kind == ABUT_SHAPE_CONE;
}

static int are_equal(const double x[3], const double y[3])
{
    return double_is_equal(x[0], y[0]) && double_is_equal(x[1], y[1]) &&
           double_is_equal(x[2], y[2]);
}

static int is_finite(const abut_shape* s)
{
    if (!doubles_are_finite(s->points[0], 3 * point_count(s->kind))) return 0;
    if (has_radius(s->kind) && !double_is_finite(s->radius)) return 0;
    if (s->kind != ABUT_SHAPE_HULL) return 1;
    for (size_t i = 0; i < s->hull_count; i++)
        if (!doubles_are_finite(s->hull + 3 * i, 3)) return 0;
    return 1;
}

// Whether finite numbers make a shape. As bits: some states of the processor take subnormal numbers for 0.
static int is_a_shape(const abut_shape* s)
{
    const double(*const p)[3] = s->points;
    if (has_radius(s->kind) && double_compare(s->radius, 0) < 0) return 0;
    switch (s->kind) {
    case ABUT_SHAPE_RAY:
    case ABUT_SHAPE_PLANE:
    case ABUT_SHAPE_HALF_SPACE:
        return !are_equal(p[1], (const double[3]){0, 0, 0});
    case ABUT_SHAPE_BOX:
        return double_compare(p[1][0], 0) >= 0 && double_compare(p[1][1], 0) >= 0 &&
               double_compare(p[1][2], 0) >= 0;
    case ABUT_SHAPE_CYLINDER:
    case ABUT_SHAPE_CONE:
        return !are_equal(p[0], p[1]);
    default:
        return 1;
    }
}

static abut_status check_pose(const abut_shape* shape)
{
    affine pose;
    if (!shape_has_pose(shape)) return ABUT_OK;
    TRY(affine_from_pose(&pose, &shape->pose));
    const double scale = shape->pose.scale;
    const int is_scaled = !double_is_zero(scale) && !double_is_equal(scale, 1);
    return has_radius(shape->kind) && is_scaled ? ABUT_BAD_SCALE : ABUT_OK;
}

abut_status shape_check(const abut_shape* shape)
{
    if (shape->kind == ABUT_SHAPE_SPHERE && !(shape->reserved[0] | shape->reserved[1]) &&
        !shape_has_pose(shape)) {  // most are: so soon
        const double numbers[4] = {shape->points[0][0], shape->points[0][1], shape->points[0][2],
                                   shape->radius};
        if (!doubles_are_finite(numbers, 4)) return ABUT_NOT_FINITE;
        return double_compare(shape->radius, 0) < 0 ? ABUT_BAD_ARGUMENT : ABUT_OK;
    }
    if (!shape_text(shape->kind) || (shape->reserved[0] | shape->reserved[1]) != 0)
        return ABUT_BAD_ARGUMENT;
    if (shape->kind == ABUT_SHAPE_HULL && (!shape->hull || !shape->hull_count))
        return ABUT_BAD_ARGUMENT;
    if (!is_finite(shape)) return ABUT_NOT_FINITE;
    return is_a_shape(shape) ? check_pose(shape) : ABUT_BAD_ARGUMENT;
}

abut_status shape_ask_check(const abut_shape_ask* ask)
{
    const uint64_t* const r = ask->reserved;
    if ((r[0] | r[1] | r[2] | r[3]) != 0 || (unsigned)ask->detail > ABUT_DETAIL_POINTS)
        return ABUT_BAD_ARGUMENT;
    if (!double_is_finite(ask->deadline)) return ABUT_NOT_FINITE;
    if (double_compare(ask->deadline, 0) < 0) return ABUT_BAD_ARGUMENT;
    return ask->detail == ABUT_DETAIL_POINTS ? ABUT_BAD_COMBINATION : ABUT_OK;
}
