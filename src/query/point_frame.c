// point_frame.c - see point_frame.h.
#include "query/point_frame.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <math.h>

#define U          0x1p-53
#define DEFECT_MAX 0x1p-7  // of a rotation; poses that are accepted have less

static const double no_turn[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static int is_turned(const affine* a)
{
    int turned = 0;
    for (int i = 0; i < 9; i++)
        turned |= !double_is_equal(a->matrix[i / 3][i % 3], no_turn[i]);
    return turned;
}

int point_frame_is_world(const pose_pair* p)
{
    return !is_turned(&p->side[1]);
}

// Whether the model stands as in its file.
static int is_plain(const pose_pair* p)
{
    int moves = 0;
    for (int k = 0; k < 3; k++)
        moves |= !double_is_equal(p->side[0].translation[k], p->side[1].translation[k]);
    return !moves && !is_turned(&p->side[0]);
}

// The range of the placed model, roughly. Returns 0 where it is beyond the doubles.
static int range_of_placed(const point_place* place, double low[3], double high[3])
{
    const abut_model* m = place->placed.model;
    const affine *a = &place->poses.side[0], *b = &place->poses.side[1];
    for (int i = 0; i < 3; i++) {
        double middle = a->translation[i] - b->translation[i], half = 0;
        for (int k = 0; k < 3; k++) {
            middle += a->matrix[i][k] * (m->low[k] / 2 + m->high[k] / 2);
            half += fabs(a->matrix[i][k]) * (m->high[k] / 2 - m->low[k] / 2);
        }
        low[i] = middle - half;
        high[i] = middle + half;
    }
    return doubles_are_finite(low, 3) && doubles_are_finite(high, 3);
}

// Nothing is known of where points are.
static void lose(point_frame* out)
{
    for (int k = 0; k < 3; k++) {
        out->translation[k] = 0;
        for (int i = 0; i < 3; i++)
            out->column[k][i] = 0;
    }
    out->per_sum = out->per_most = 0;
    out->fixed = (double)INFINITY;
    out->spread = 1;
    out->stretch = 0;
    out->per_length = (double)INFINITY;
    out->within = (float)INFINITY;
}

// Longer proves nothing wrong.
float point_frame_limit(const point_frame* f, double within)
{
    const double length = double_scale(within * f->per_length, -f->about.exponent);
    const double square = (length + 0x1p-50) * (length + 0x1p-50) * (1 + 0x1p-18);
    return square < 0x1p120 ? (float)square : (float)INFINITY;
}

void point_frame_make(point_frame* out, const point_place* place, double within)
{
    const abut_model* m = place->placed.model;
    const pose_pair* p = &place->poses;
    const affine* given[2] = {NULL, NULL};
    out->about = m->frame;
    out->map = frame_map_make(&out->about);
    if (p->is_rounded)
        for (int side = 0; side < 2; side++)
            given[side] = place->composition.given[side];
    if (!is_plain(p)) {
        double low[3], high[3];
        if (!range_of_placed(place, low, high)) {
            lose(out);
            return;
        }
        out->about = frame_of_range(low, high);
        out->map = frame_map_make(&out->about);
    }
    relative_pose r;
    const relative_side a = {&p->side[0], &m->frame, given[0]},
                        b = {&p->side[1], &out->about, given[1]};
    relative_pose_prepare(&r, &a, &b);
    // Both scales are powers of two, or 0: then nothing is proved.
    const double to_tree = 1 / r.a_scale, ratio = r.b_scale * to_tree;
    double rows = 0;
    for (int i = 0; i < 3; i++) {
        double sum = 0;
        out->translation[i] = r.translation[i] * to_tree;
        for (int k = 0; k < 3; k++) {
            out->column[k][i] = r.linear[k][i] * ratio;
            sum += fabs(out->column[k][i]);
        }
        rows = sum > rows ? sum : rows;
    }
    out->per_sum = 1.01 * r.linear_error * ratio;
    out->per_most = 10.2 * U * rows;
    out->fixed = 1.01 * (r.translation_error + RELATIVE_TINY) * to_tree +
                 2.2 * U * absolute_max3(out->translation) + 0x1p-900;
    if (!(out->fixed < 0x1p60 && rows < 0x1p60 && rows > 0x1p-60 &&
          r.rotation_defect < DEFECT_MAX)) {
        lose(out);
        return;
    }
    // Without a turn all lengths are scaled alike, exactly.
    out->stretch = is_turned(&p->side[0]) || p->is_rounded ? 7 * r.rotation_defect : 0;
    out->spread = (float)(1 + 7 * r.rotation_defect + 0x1p-22);
    out->per_length = r.stretch * ratio * (1 + 1.6 * r.rotation_defect);
    out->within = point_frame_limit(out, within);
}

double point_frame_place(const point_frame* f, const double y[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = f->column[0][i] * y[0] + f->column[1][i] * y[1] + f->column[2][i] * y[2] +
                 f->translation[i];
    return f->per_sum * absolute_sum3(y) + f->per_most * absolute_max3(y) + f->fixed;
}

double point_frame_turn(const point_frame* f, const double x[3], double out[3], double* length)
{
    double square = 0;
    for (int i = 0; i < 3; i++) {
        out[i] = f->column[0][i] * x[0] + f->column[1][i] * x[1] + f->column[2][i] * x[2];
        square += out[i] * out[i];
    }
    *length = 1.01 * sqrt(square);
    if (!(*length > 0x1p-400 && *length < 0x1p400)) {
        out[0] = out[1] = out[2] = 0;
        return 2;
    }
    for (int i = 0; i < 3; i++)
        out[i] /= *length;
    return (f->per_sum * absolute_sum3(x) + f->per_most * absolute_max3(x)) / *length + 0x1p-50;
}
