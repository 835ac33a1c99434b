// ray_frame.c - see ray_frame.h.
#include "query/ray_frame.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <math.h>

#define MODEL_MOST 1.75     // no point of a model is farther from its frame's origin
#define ERROR_MOST 0x1p-12  // of a place: beyond it all triangles are asked
#define U          0x1p-52  // what an operation errs by, in any rounding mode

static float down_to(double x)
{
    return -float_round_up(-x);
}

// What is this far is certainly behind the model, for from is below 2^38: else it would err by too much.
#define FAR 0x1p50

// From t to u, less the place that at has, cut off where nothing of the model is. *off: what it errs by, and less.
static double end_of(double t, double scale, double from, double* off)
{
    const double far = t * scale;
    *off = 4 * U * (fabs(from) + (far < FAR ? far : 0)) + 0x1p-40;
    const double u = far - from;
    return u < -WIDE_LINE_MOST ? -WIDE_LINE_MOST : u < WIDE_LINE_MOST ? u : WIDE_LINE_MOST;
}

static void set_ends(const posed_ray* ray, double scale, double from, wide_line* out)
{
    double off;
    const double begin = end_of(ray->least, scale, from, &off);
    out->begin_out = down_to(begin - off);
    out->begin_in = float_round_up(begin + off);
    const double end = end_of(ray->most, scale, from, &off);
    out->end_in = down_to(end - off);
    out->end_out = float_round_up(end + off);
}

// The ray's direction times a power of two, so that its largest coordinate is about 1: what is lost of others is below 2^-900.
// Returns 0 where it is not known. *top: it was 2^top times as much.
static int find_way(const posed_ray* ray, double way[3], int* top)
{
    *top = INT32_MIN;
    for (int k = 0; k < 3; k++) {
        way[k] = ray->is_segment ? ray->given[k] - ray->origin[k] : ray->given[k];
        if (!double_is_finite(way[k])) return 0;
        if (!double_is_zero(way[k]) && double_top(way[k]) > *top) *top = double_top(way[k]);
    }
    // Of a segment, differences that are too small may have been read as 0.
    if (*top == INT32_MIN || (ray->is_segment && *top < -900)) return 0;
    for (int k = 0; k < 3; k++)
        way[k] = double_scale(way[k], -*top);
    return 1;
}

// A direction, and how much of u is one of t; of a segment of one point, any direction, and nothing. Returns 0 where it is not
// known.
static int place_way(const point_frame* f, const posed_ray* ray, wide_line* out, double* scale)
{
    double way[3], length;
    int top;
    if (ray->is_segment && double_is_equal(ray->given[0], ray->origin[0]) &&
        double_is_equal(ray->given[1], ray->origin[1]) &&
        double_is_equal(ray->given[2], ray->origin[2])) {
        out->along[0] = WIDE_LINE_LENGTH;
        out->along[1] = out->along[2] = 0;
        out->per_along = 0x1p-50;
        *scale = 0;
        return 1;
    }
    if (!find_way(ray, way, &top)) return 0;
    // A difference errs by less than a fifth of what the coordinates of a direction do.
    out->per_along = 1.25 * point_frame_turn(f, way, out->along, &length);
    if (!(out->per_along < ERROR_MOST)) return 0;
    // As the frame about the model is scaled. Without ends it does not matter.
    *scale = double_scale(length, top - f->about.exponent);
    if (double_is_zero(ray->least) && !double_is_finite(ray->most)) *scale = 1;
    return *scale > 0x1p-1000 && *scale < 0x1p1000;
}

ray_state ray_frame_place(const point_frame* f, const posed_ray* ray, wide_line* out)
{
    double y[3], across[3], scale;
    point_frame_about(f, ray->origin, y);
    double error = point_frame_place(f, y, out->at);
    if (!(error < ERROR_MOST) || !place_way(f, ray, out, &scale)) return RAY_IS_LARGE;
    const double from = -dot3(out->at, out->along) / (WIDE_LINE_LENGTH * WIDE_LINE_LENGTH);
    error += fabs(from) * out->per_along + 4 * U * (absolute_max3(out->at) + fabs(from));
    if (!(error < ERROR_MOST)) return RAY_IS_LARGE;
    for (int k = 0; k < 3; k++)
        out->at[k] += from * out->along[k];
    out->error = error;
    cross3(across, out->at, out->along);
    // The line is no nearer; with room for errors, and for the direction's length.
    const double nearest = MODEL_MOST * WIDE_LINE_LENGTH;
    if (PRUNE(dot3(across, across) > nearest * nearest)) return RAY_IS_CLEAR;
    set_ends(ray, scale, from, out);
    return PRUNE(out->begin_out > out->end_out) ? RAY_IS_CLEAR : RAY_IS_PLACED;
}
