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

ray_state ray_frame_place(const point_frame* f, const posed_ray* ray, wide_line* out)
{
    double y[3], way[3], length, across[3];
    for (int k = 0; k < 3; k++)
        way[k] = ray->is_segment ? ray->given[k] - ray->origin[k] : ray->given[k];
    point_frame_about(f, ray->origin, y);
    double error = point_frame_place(f, y, out->at);
    // A difference errs by less than a fifth of what the coordinates of a direction do.
    out->per_along = 1.25 * point_frame_turn(f, way, out->along, &length);
    if (!(error < ERROR_MOST && out->per_along < ERROR_MOST)) return RAY_IS_LARGE;
    // One of t is so much of u: as the frame about the model is scaled.
    const double scale = double_scale(length, -f->about.exponent);
    if (!(scale > 0x1p-900 && scale < 0x1p900)) return RAY_IS_LARGE;
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
