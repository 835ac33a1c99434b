// posed_shape.c - shapes made ready: where their corners are, in doubles, and how wrong these may be.
#include "geom/posed_shape.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/composition.h"
#include "geom/placing.h"
#include "geom/shape_parts.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

// Make the largest coordinate about 1, by a power of two. Returns 0 if there is none.
static int scale_to_one(double x[3])
{
    int top = INT32_MIN;
    for (int k = 0; k < 3; k++)
        if (!double_is_zero(x[k]) && double_top(x[k]) > top) top = double_top(x[k]);
    for (int k = 0; k < 3 && top > INT32_MIN; k++)
        x[k] = double_scale(x[k], -top);
    return top > INT32_MIN;
}

// The direction of a ray, an axis or a normal, in the world. given: its largest coordinate about 1, each off by at most 2 u.
static void find_way(posed_shape* s, const double given[3])
{
    for (int k = 0; k < 3; k++)
        s->way[k] = dot3(s->pose.matrix[k], given);
    const double before = absolute_max3(s->way), reach = affine_reach(&s->pose);
    s->way_error = (double)INFINITY;
    if (!(before > 0x1p-310 && before < 0x1p310) || !scale_to_one(s->way)) return;
    s->way_error = PLACING_ERROR * (reach * (absolute_max3(s->way) / before)) + 0x1p-600;
}

static void find_axis(posed_shape* s)
{
    // Differences of large numbers might overflow.
    double way[3];
    for (int k = 0; k < 3; k++)
        way[k] = double_scale(s->given[1][k], -2) - double_scale(s->given[0][k], -2);
    s->way_error = (double)INFINITY;
    if (absolute_max3(way) > 0x1p-900 && scale_to_one(way)) find_way(s, way);
}

static size_t corners_bounded(const posed_shape* s)
{
    return s->form == SHAPE_RAY || s->form == SHAPE_PLANE || s->form == SHAPE_HALF_SPACE ? 1
                                                                                         : s->count;
}

// Place the corners, and find a box about them.
static void find_corners(posed_shape* s, double largest)
{
    double low[3] = {0}, high[3] = {0};
    const size_t count = corners_bounded(s);
    s->error = placing_error(affine_reach(&s->pose), absolute_max3(s->pose.translation), largest);
    for (size_t i = 0; i < count; i++) {
        double x[3];
        shape_place_corner(s, i, x);
        if (i < SHAPE_PLACED_MAX) memcpy(s->near[i], x, sizeof x);
        for (int k = 0; k < 3; k++) {
            low[k] = i && low[k] < x[k] ? low[k] : x[k];
            high[k] = i && high[k] > x[k] ? high[k] : x[k];
        }
    }
    s->extent = 0;
    for (int k = 0; k < 3; k++) {
        s->middle[k] = 0.5 * low[k] + 0.5 * high[k];
        const double up = high[k] - s->middle[k], down = s->middle[k] - low[k];
        const double most = (up > down ? up : down) * (1 + 8 * SHAPE_U) + s->error;
        s->extent = most > s->extent ? most : s->extent;
    }
}

void shape_place_corner(const posed_shape* shape, size_t i, double out[3])
{
    if (shape->form != SHAPE_BOX) {
        affine_place(&shape->pose,
                     shape->form == SHAPE_HULL ? shape->points + 3 * i : shape->given[i], out);
        return;
    }
    double corner[3];
    for (int k = 0; k < 3; k++)
        corner[k] = shape->given[0][k] + (i >> k & 1 ? shape->given[1][k] : -shape->given[1][k]);
    affine_place(&shape->pose, corner, out);
}

static double largest_of(const double* x, size_t count)
{
    double most = 0;
    for (size_t i = 0; i < count; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

void posed_shape_make(posed_shape* out, shape_form form, const affine* pose, const double first[3],
                      const double second[3], double radius)
{
    ASSERT(form != SHAPE_HULL);
    out->form = form;
    out->pose = *pose;
    out->points = NULL;
    out->count = form == SHAPE_BOX ? 8 : 2;
    memcpy(out->given[0], first, sizeof out->given[0]);
    memcpy(out->given[1], second, sizeof out->given[1]);
    out->radius = radius;
    const double a = largest_of(first, 3), b = largest_of(second, 3);
    if (form == SHAPE_RAY || form == SHAPE_PLANE || form == SHAPE_HALF_SPACE) {
        double way[3] = {second[0], second[1], second[2]};
        scale_to_one(way);
        find_way(out, way);
        find_corners(out, a);
    } else {
        if (form != SHAPE_BOX) find_axis(out);
        find_corners(out, form == SHAPE_BOX ? a + b : a > b ? a : b);
    }
}

void posed_shape_make_hull(posed_shape* out, const affine* pose, const double* points, size_t count,
                           double radius)
{
    ASSERT(count > 0);
    out->form = SHAPE_HULL;
    out->pose = *pose;
    out->points = points;
    out->count = count;
    out->radius = radius;
    find_corners(out, largest_of(points, 3 * count));
}

void posed_shape_beside(posed_shape* shape, const affine* model, const affine* frame)
{
    shape->model = *model;
    shape->frame = frame;
    shape->placed = *model;
    if (frame) affine_multiply(&shape->placed, frame, model);
    shape->reach = affine_reach(&shape->placed);
    shape->offset = absolute_max3(shape->placed.translation);
}

double shape_place_triangle(const posed_shape* shape, const double* const vertex[3],
                            double out[3][3])
{
    return affine_place_triangle(&shape->placed, shape->reach, shape->offset, vertex, out);
}

// -------------------------------------------------------------------------------------------------- culling

// Along the axis of a shape that has one. Axes are square to each other within a few u.
static int room_about_axis(const posed_shape* s, shape_room* out)
{
    static const double unit[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    matrix3 axes;
    double half[3], most = 0;
    int least = 0;
    for (int k = 0; k < 3; k++) {
        out->centre[k] = 0.5 * s->near[0][k] + 0.5 * s->near[1][k];
        half[k] = axes.row[0][k] = 0.5 * s->near[1][k] - 0.5 * s->near[0][k];
        most += fabs(half[k]);
        if (fabs(half[k]) < fabs(half[least])) least = k;
    }
    // Ends that are near each other in the world hardly tell which way the discs of a cylinder and a cone look.
    double turn = 0;
    if (s->form != SHAPE_HULL) {
        turn = 4 * s->way_error;
        if (!(turn < 0x1p-20)) return 0;
        for (int k = 0; k < 3; k++) {
            axes.row[0][k] = s->way[k];
            if (fabs(s->way[k]) < fabs(s->way[least])) least = k;
        }
    }
    memcpy(axes.row[1], unit[least], sizeof axes.row[1]);
    memcpy(axes.row[2], unit[(least + 1) % 3], sizeof axes.row[2]);
    if (!orthonormalise(&axes)) return 0;
    const double room = (0x1p-40 + turn) * (most + s->radius) + 4 * s->error + 0x1p-700;
    memcpy(out->axis, axes.row, sizeof out->axis);
    // A disc at an end of a cylinder reaches no farther along the axis; a ball does.
    out->half[0] = sqrt(dot3(half, half)) + (s->form == SHAPE_HULL ? s->radius : 0) + room;
    out->half[1] = out->half[2] = s->radius + room;
    return out->half[0] < (double)INFINITY;
}

static int room_of_box(const posed_shape* s, shape_room* out)
{
    double most = 0;
    affine_place(&s->pose, s->given[0], out->centre);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            out->axis[i][k] = s->pose.matrix[k][i];
            most = fabs(out->axis[i][k]) > most ? fabs(out->axis[i][k]) : most;
        }
    // The centre may be wrong by its error in each coordinate: rows of the matrix' inverse have a sum of |entries| below 1.8 / most.
    for (int i = 0; i < 3; i++)
        out->half[i] = (s->given[1][i] + 2 * (s->error / most)) * (1 + 8 * SHAPE_U);
    return absolute_max3(out->half) < (double)INFINITY;
}

int shape_room_find(const posed_shape* shape, shape_room* out)
{
    if (!(shape->error < (double)INFINITY)) return 0;
    if (shape->form == SHAPE_RAY || shape->form == SHAPE_PLANE || shape->form == SHAPE_HALF_SPACE)
        return 0;
    if (shape->form == SHAPE_BOX) return room_of_box(shape, out);
    if (shape->count == 2 && room_about_axis(shape, out)) return 1;
    const double half = (shape->extent + shape->radius) * (1 + 8 * SHAPE_U) + 0x1p-700;
    memset(out->axis, 0, sizeof out->axis);
    for (int k = 0; k < 3; k++) {
        out->centre[k] = shape->middle[k];
        out->axis[k][k] = 1;
        out->half[k] = half;
    }
    return half < (double)INFINITY;
}
