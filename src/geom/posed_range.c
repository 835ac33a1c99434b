// posed_range.c - see posed_range.h; in doubles.
#include "geom/posed_range.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/composition.h"
#include "geom/placing.h"
#include "geom/range_parts.h"

#include <string.h>

#define ROUNDED 0x1p-52  // of an operation, in any rounding mode
#define HEIGHT_MOST                                                                                \
    0x1p300  // beyond it a height is certain or nothing: no overflow in what is made of it

// Tests build the library with 1/32 here, to show that the bounds are needed.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

// ------------------------------------------------------------------------------------------------- planes

void posed_range_begin(posed_range* out, const affine* pose)
{
    static const affine none = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    out->is_posed = pose && !affine_equal(pose, &none);
    out->pose = out->is_posed ? *pose : none;
    out->count = 0;
    out->is_exact = 0;
}

// Which axis a normal is along, as range_plane has it.
static int axis_of(const double n[3])
{
    int axis = 0, count = 0;
    for (int k = 0; k < 3; k++) {
        if (double_is_zero(n[k])) continue;
        count++;
        axis = double_is_equal(n[k], 1) || double_is_equal(n[k], -1) ? k + 1 : 0;
    }
    return count == 1 ? axis : 0;
}

// A plane's image: its normal is turned by the cofactors of the matrix, which are those of the inverse but for the determinant.
// All of it is divided by 16, and by a power of two that makes the matrix' entries at most 1: so that no d overflows.
static void turn_plane(range_plane* p, const affine* pose, const double n[3], double d,
                       int exponent)
{
    double m[3][3], cofactor[3][3];
    int top = INT32_MIN;
    for (int i = 0; i < 9; i++) {
        const double x = pose->matrix[i / 3][i % 3];
        if (!double_is_zero(x) && double_top(x) > top) top = double_top(x);
    }
    for (int i = 0; i < 9; i++)
        m[i / 3][i % 3] = double_scale(pose->matrix[i / 3][i % 3], -top);
    for (int i = 0; i < 3; i++)
        cross3(cofactor[i], m[(i + 1) % 3], m[(i + 2) % 3]);
    const double determinant = dot3(m[0], cofactor[0]), part = determinant < 0 ? -0x1p-4 : 0x1p-4;
    for (int k = 0; k < 3; k++)
        p->n[k] = part * dot3(cofactor[k], n);
    p->n_error = 4 * ROUNDED;
    const double scaled = double_scale(d, exponent + top - 4);
    p->d = fabs(determinant) * scaled;
    p->d_error =
        fabs(scaled) < 0x1p1021 ? 64 * ROUNDED * fabs(scaled) + 0x1p-1000 : (double)INFINITY;
}

void posed_range_add(posed_range* r, const double n[3], double d)
{
    ASSERT(r->count < RANGE_PLANES_MOST);
    range_plane* const p = &r->plane[r->count++];
    double unit[3];
    int top = INT32_MIN;
    for (int k = 0; k < 3; k++) {
        p->given[k] = n[k];
        if (!double_is_zero(n[k]) && double_top(n[k]) > top) top = double_top(n[k]);
    }
    ASSERT(top > INT32_MIN);
    p->given[3] = d;
    p->axis = axis_of(n);
    p->sign = p->axis && n[p->axis - 1] < 0 ? -1 : 1;
    for (int k = 0; k < 3; k++)
        unit[k] = double_scale(n[k], -top);
    if (r->is_posed) {
        turn_plane(p, &r->pose, unit, d, -top);
    } else {
        memcpy(p->n, unit, sizeof unit);
        p->n_error = 0x1p-1000;  // of what is too small for doubles
        p->d = double_scale(d, -top);
        p->d_error = double_is_finite(p->d) ? 0x1p-1000 : (double)INFINITY;
    }
    p->n_size = absolute_max3(p->n);
}

int posed_range_plane(const posed_range* r, size_t i, double x[3], double normal[3], double* error,
                      double* normal_error)
{
    const range_plane* const p = &r->plane[i];
    const double foot = p->d / dot3(p->n, p->n);
    double size = 0;
    for (int k = 0; k < 3; k++) {
        normal[k] = p->n[k] / p->n_size;
        x[k] = r->pose.translation[k] + p->n[k] * foot;
        size += fabs(r->pose.translation[k]) + fabs(p->n[k] * foot);
    }
    // The foot is d n / |n|^2: three times what n is off by in proportion.
    *normal_error = 2 * p->n_error / p->n_size + 4 * ROUNDED;
    *error =
        4 * p->d_error / p->n_size + (8 * p->n_error / p->n_size + 16 * ROUNDED) * size + 0x1p-700;
    return size < 0x1p900 && *error < 0x1p900;
}

void posed_range_beside(posed_range* r, const affine* model, const affine* frame)
{
    const double* const t = r->pose.translation;
    r->model = *model;
    r->frame = frame;
    r->placed = *model;
    if (frame) affine_multiply(&r->placed, frame, model);
    r->reach = affine_reach(&r->placed);
    r->offset = frame ? absolute_max3(r->placed.translation) : 0;
    int is_plain = !r->is_posed && !frame;
    for (int k = 0; k < 3; k++) {
        double* const at = &r->placed.translation[k];
        *at = double_is_equal(*at, t[k]) ? 0 : *at - t[k];
        is_plain &= double_is_zero(*at);
        for (int i = 0; i < 3; i++)
            is_plain &= double_is_equal(r->placed.matrix[k][i], k == i);
    }
    const double away = absolute_max3(r->placed.translation);
    r->offset = away > r->offset ? away : r->offset;
    r->is_plain = is_plain;
    r->is_exact = 0;
}

// ------------------------------------------------------------------------------------------------ heights

// How far corners are above planes that they are not certainly behind; and by how much that may be wrong.
typedef struct height_rows {
    int count;
    double height[RANGE_PLANES_MOST][3], wrong[RANGE_PLANES_MOST][3];
} height_rows;

typedef struct placed_corners {
    double y[3][3], reach[3];  // |.|_1
    double error;
} placed_corners;

// Which corners are certainly above a plane, and which certainly are not.
typedef struct plane_corners {
    unsigned above, behind;
} plane_corners;

static plane_corners corners_of(const range_plane* p, const placed_corners* c, double height[3],
                                double wrong[3])
{
    const double size = absolute_sum3(p->n);
    // Of products and sums, for each unit of a place; and by what a place may be wrong.
    const double per_place = 1.02 * (p->n_error + 6 * ROUNDED * p->n_size);
    const double fixed = 1.02 * c->error * size + 4 * p->n_error * c->error + p->d_error +
                         3 * ROUNDED * fabs(p->d) + 0x1p-700;
    plane_corners out = {0, 0};
    for (int i = 0; i < 3; i++) {
        height[i] = dot3(p->n, c->y[i]) - p->d;
        wrong[i] = ABUT_BOUND_SCALE * (per_place * c->reach[i] + fixed);
        if (!(wrong[i] < (double)INFINITY)) continue;
        out.above |= (unsigned)(height[i] > wrong[i]) << i;
        out.behind |= (unsigned)(wrong[i] <= -height[i]) << i;
        if (!(fabs(height[i]) < HEIGHT_MOST)) wrong[i] = (double)INFINITY;
    }
    return out;
}

// As bits: a product with -1 might flush a subnormal number.
static double negative(double x)
{
    return double_from_bits(double_bits(x) ^ UINT64_C(1) << 63);
}

// The same of a plane along an axis, of points that stand where they are: comparing doubles is exact.
static plane_corners corners_along(const range_plane* p, const double* const vertex[3],
                                   double height[3], double wrong[3])
{
    plane_corners out = {0, 0};
    for (int i = 0; i < 3; i++) {
        const double given = vertex[i][p->axis - 1], x = p->sign < 0 ? negative(given) : given;
        const int order = double_compare(x, p->given[3]);
        height[i] = x - p->given[3];
        wrong[i] = fabs(height[i]) < HEIGHT_MOST ? ROUNDED * fabs(height[i]) + 0x1p-1000
                                                 : (double)INFINITY;
        out.above |= (unsigned)(order > 0) << i;
        out.behind |= (unsigned)(order <= 0) << i;
    }
    return out;
}

// ------------------------------------------------------------------------------------------------- cutting

typedef struct near_corner {
    double at[3];  // none is negative, and their sum is about 1
    int row;       // of the edge to the next corner
} near_corner;

typedef struct near_polygon {
    int count;
    near_corner corner[CUT_CORNERS_MOST];
} near_polygon;

static double row_entry(const height_rows* rows, int row, int k)
{
    if (row < CUT_EDGES) return row == k ? -1 : 0;
    return rows->height[row - CUT_EDGES][k];
}

// Cut away what is above a row. Returns 0 if nothing is left: then corner *least was the lowest.
static int cut_near(near_polygon* p, const height_rows* rows, int row, int* least)
{
    near_polygon out;
    double height[CUT_CORNERS_MOST];
    int is_left = 0;
    *least = 0;
    for (int i = 0; i < p->count; i++) {
        height[i] = dot3(rows->height[row - CUT_EDGES], p->corner[i].at);
        is_left |= height[i] <= 0;
        if (height[i] < height[*least]) *least = i;
    }
    if (!is_left) return 0;
    out.count = 0;
    for (int i = 0; i < p->count && out.count < CUT_CORNERS_MOST - 1; i++) {
        const int next = i + 1 < p->count ? i + 1 : 0;
        const near_corner *a = &p->corner[i], *b = &p->corner[next];
        const int stays = height[i] <= 0, goes_on = height[next] <= 0;
        if (stays) out.corner[out.count++] = *a;
        if (stays && !goes_on && !(height[i] < 0)) out.corner[out.count - 1].row = row;
        if (stays == goes_on || !(height[i] < 0 || height[next] < 0)) continue;
        near_corner* const cut = &out.corner[out.count++];
        const double u = fabs(height[next]), v = fabs(height[i]);
        for (int k = 0; k < 3; k++)
            cut->at[k] = (u * a->at[k] + v * b->at[k]) / (u + v);
        cut->row = stays ? row : a->row;
    }
    *p = out;
    return 1;
}

// Whether a point of the triangle is certainly in the range.
static int holds_point(const height_rows* rows, const double at[3])
{
    if (!(at[0] + at[1] + at[2] > 0.5)) return 0;
    for (int r = 0; r < rows->count; r++) {
        double height = 0, wrong = 0, size = 0;
        for (int k = 0; k < 3; k++) {
            const double part = rows->height[r][k] * at[k];
            height += part;
            size += fabs(part);
            wrong += rows->wrong[r][k] * at[k];
        }
        if (!(1.01 * wrong + 8 * ROUNDED * size + 0x1p-1000 <= -height)) return 0;
    }
    return 1;
}

// Whether a row and two others, each times a number that is not negative, are above 0 in all corners: then nothing is in the
// range. The numbers are those that make the sum the same in all three, whatever rounding makes of that.
static int rows_part(const height_rows* rows, int row, const int other[2])
{
    double d[3][2], sum[3], wrong[3];
    const int of[3] = {row, other[0], other[1]};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 2; k++)
            d[i][k] = row_entry(rows, of[i], k + 1) - row_entry(rows, of[i], 0);
    const double whole = d[1][0] * d[2][1] - d[2][0] * d[1][1];
    const double weight[3] = {1, (d[2][0] * d[0][1] - d[0][0] * d[2][1]) / whole,
                              (d[0][0] * d[1][1] - d[1][0] * d[0][1]) / whole};
    for (int k = 0; k < 3; k++)
        sum[k] = wrong[k] = 0;
    for (int i = 0; i < 3; i++) {
        if (!(weight[i] >= 0 && weight[i] < 0x1p500)) return 0;
        if (of[i] < CUT_EDGES) continue;  // it is no more than 0 anywhere: all are more without it
        for (int k = 0; k < 3; k++) {
            const double part = weight[i] * rows->height[of[i] - CUT_EDGES][k];
            sum[k] += part;
            wrong[k] += 1.01 * weight[i] * rows->wrong[of[i] - CUT_EDGES][k] +
                        8 * ROUNDED * fabs(part) + 0x1p-1000;
        }
    }
    return sum[0] > wrong[0] && sum[1] > wrong[1] && sum[2] > wrong[2];
}

// Of a triangle of which some corner is certainly outside, and none certainly in the range.
static range_side cut_rows(const height_rows* rows)
{
    near_polygon p = {.count = 3};
    double middle[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            p.corner[i].at[k] = i == k;
        p.corner[i].row = cut_edge_row(i);
    }
    for (int r = 0; r < rows->count; r++) {
        int least;
        if (cut_near(&p, rows, CUT_EDGES + r, &least)) continue;
        const int before = least ? least - 1 : p.count - 1;
        const int beside[2] = {p.corner[before].row, p.corner[least].row};
        return rows_part(rows, CUT_EDGES + r, beside) ? RANGE_OUTSIDE : RANGE_OPEN;
    }
    for (int i = 0; i < p.count; i++)
        for (int k = 0; k < 3; k++)
            middle[k] += p.corner[i].at[k] / p.count;
    return holds_point(rows, middle) ? RANGE_CROSSING : RANGE_OPEN;
}

range_side posed_range_side(const posed_range* r, uint64_t planes, const double* const vertex[3],
                            uint64_t* open)
{
    height_rows rows;
    placed_corners c;
    unsigned above = 0, within = 7;
    rows.count = 0;
    *open = 0;
    c.error = affine_place_triangle(&r->placed, r->reach, r->offset, vertex, c.y);
    for (int i = 0; i < 3; i++)
        c.reach[i] = absolute_sum3(c.y[i]);
    for (uint64_t left = planes; left; left &= left - 1) {
        const int i = __builtin_ctzll(left);
        const range_plane* const p = &r->plane[i];
        double *height = rows.height[rows.count], *wrong = rows.wrong[rows.count];
        const plane_corners of = r->is_plain && p->axis ? corners_along(p, vertex, height, wrong)
                                                        : corners_of(p, &c, height, wrong);
        if (of.above == 7) return RANGE_OUTSIDE;
        if (of.behind == 7) continue;
        rows.count++;
        *open |= UINT64_C(1) << i;
        above |= of.above;
        within &= of.behind;
    }
    if (!rows.count) return RANGE_INSIDE;
    if (!above) return RANGE_OPEN;
    return within ? RANGE_CROSSING : cut_rows(&rows);
}
