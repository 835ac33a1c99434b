// quickcd.c - corners as they are kept, and the constants of a query, with everything that rounding may do
// to a placed DOP in one error for each direction (docs/proofs/boxes.md, "Tumbled DOPs"). u = 2^-53; a
// rounding errs by at most 2 u in any mode.
#include "methods/bound/quickcd.h"

#include "base/base.h"
#include "methods/bound/kdop_class.h"

#define U 0x1p-53

// Without the axes each coordinate is the mean of two offsets, or of one and a negated one.
double quickcd_reach(const kdop_set* set, const float* low, const float* high)
{
    static const kdop_set axes = {3, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return kdop_reach(kdop_has_axes(set) ? &axes : set, low, high);
}

// The corners of the box about points, in place of them.
static void replace_by_box(float out[VOLUME_EXTRA_MAX], const kdop_shape* shape)
{
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = high[k] = shape->corner[0][k];
        for (int i = 1; i < shape->corner_count; i++) {
            if (shape->corner[i][k] < low[k]) low[k] = shape->corner[i][k];
            if (shape->corner[i][k] > high[k]) high[k] = shape->corner[i][k];
        }
    }
    for (int i = 0; i < 8; i++) {
        for (int k = 0; k < 3; k++)
            out[3 * i + k] = (float)(i >> k & 1 ? high[k] : low[k]);
    }
}

size_t quickcd_keep_corners(const kdop_shape* shape, float out[VOLUME_EXTRA_MAX])
{
    if (shape->corner_count > QUICKCD_CORNERS_MAX) {
        replace_by_box(out, shape);
        return 24;
    }
    for (int i = 0; i < shape->corner_count; i++) {
        for (int k = 0; k < 3; k++)
            out[3 * i + k] = (float)shape->corner[i][k];
    }
    return (size_t)shape->corner_count * 3;
}

size_t quickcd_corners(const kdop_set* set, const float* low, const float* high,
                       float out[VOLUME_EXTRA_MAX])
{
    kdop_shape shape;
    kdop_shape_find(set, low, high, &shape);
    return quickcd_keep_corners(&shape, out);
}

// A point y of b errs by e in every coordinate, so g . linear y by e times the 1-norm of the row vector
// g . linear. The entries of linear err by linear_error; y has a 1-norm of at most 3 reach. Placing takes
// three products and two sums a coordinate, and two sums along g: 12 u of the sum of all sizes; the
// shift 4 u of its own; adding all up 5 u.
double quickcd_error(const signed char direction[3], const relative_pose* r, double reach,
                     double point_error)
{
    double row[3] = {0, 0, 0}, size = 0, shift_size = 0, coordinates = 0;
    for (int x = 0; x < 3; x++) {
        for (int k = 0; k < 3; k++) {
            row[k] += direction[x] * r->linear[k][x];
            size += fabs(direction[x] * r->linear[k][x]);
        }
        shift_size += fabs(direction[x] * r->translation[x]);
        coordinates += fabs((double)direction[x]);
    }
    const double of_points =
        r->b_scale *
        (absolute_sum3(row) * point_error +
         coordinates * 3 * r->linear_error * (reach + point_error) + 32 * U * size * reach);
    return 1.01 * (of_points + coordinates * r->translation_error + 32 * U * shift_size) +
           RELATIVE_TINY;
}

void quickcd_prepare(quickcd_constants* out, const kdop_set* set, const relative_pose* r,
                     double reach)
{
    ASSERT(reach >= 0);
    out->is_shift = relative_is_shift(r);
    // Slabs are what they are; of corners: subnormal floats, flushed.
    const double point_error = out->is_shift ? 0 : QUICKCD_CORNER_ERROR * reach + 0x1p-120;
    out->a_scale = r->a_scale;
    out->b_scale = r->b_scale;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->linear[i][k] = r->b_scale * r->linear[k][i];
    }
    for (int i = 0; i < set->half; i++) {
        out->shift[i] = kdop_along(set->direction[i], r->translation);
        out->error[i] = quickcd_error(set->direction[i], r, reach, point_error);
        out->shift_low[i] = out->shift[i] - out->error[i];
        out->shift_high[i] = out->shift[i] + out->error[i];
    }
}

// ------------------------------------------------------------------------------------------ classes

#define QUICKCD_CLASS(k)                                                                           \
    KDOP_FUNCTIONS(quickcd##k, k)                                                                  \
    static void fit##k(void* out, const triangle_set* set, const volume_options* options,          \
                       const void* parent)                                                         \
    {                                                                                              \
        quickcd##k* v = out;                                                                       \
        (void)parent;                                                                              \
        kdop_fit(&kdop##k##_set, v->low, v->high, set, options);                                   \
        v->corner_first = v->corner_count = 0;                                                     \
    }                                                                                              \
    static double defect##k(const void* volume)                                                    \
    {                                                                                              \
        const quickcd##k* v = volume;                                                              \
        return quickcd_reach(&kdop##k##_set, v->low, v->high);                                     \
    }                                                                                              \
    static size_t extra##k(const void* volume, float out[VOLUME_EXTRA_MAX])                        \
    {                                                                                              \
        const quickcd##k* v = volume;                                                              \
        return quickcd_corners(&kdop##k##_set, v->low, v->high, out);                              \
    }                                                                                              \
    static void place_extra##k(void* volume, size_t first, size_t count)                           \
    {                                                                                              \
        quickcd##k* v = volume;                                                                    \
        v->corner_first = (uint32_t)(first / 3);                                                   \
        v->corner_count = (uint32_t)(count / 3);                                                   \
    }                                                                                              \
    static void find_extra##k(const void* volume, size_t* first, size_t* count)                    \
    {                                                                                              \
        const quickcd##k* v = volume;                                                              \
        *first = (size_t)v->corner_first * 3;                                                      \
        *count = (size_t)v->corner_count * 3;                                                      \
    }                                                                                              \
    static const char* check##k(const void* volume, double defect)                                 \
    {                                                                                              \
        const quickcd##k* v = volume;                                                              \
        if (!(defect##k(v) <= defect)) return "a DOP is beyond the reach";                         \
        if (!v->corner_count) return "a DOP has no corners";                                       \
        return kdop_check(&kdop##k##_set, v->low, v->high, HUGE_VAL);                              \
    }                                                                                              \
    const volume_class quickcd##k##_class = {                                                      \
        .size = sizeof(quickcd##k),                                                                \
        .dop = &kdop##k##_set,                                                                     \
        .fit = fit##k,                                                                             \
        .directions = directions##k,                                                               \
        .content = content##k,                                                                     \
        .half_area = half_area##k,                                                                 \
        .defect = defect##k,                                                                       \
        .extra = extra##k,                                                                         \
        .place_extra = place_extra##k,                                                             \
        .find_extra = find_extra##k,                                                               \
        .holds = holds##k,                                                                         \
        .check = check##k,                                                                         \
    };

QUICKCD_CLASS(6)
QUICKCD_CLASS(8)
QUICKCD_CLASS(12)
QUICKCD_CLASS(14)
QUICKCD_CLASS(18)
QUICKCD_CLASS(20)
QUICKCD_CLASS(26)
