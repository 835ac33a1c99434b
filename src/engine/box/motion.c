// motion.c - see motion.h. Bounds: docs/exactness.md, "Boxes that move".
#include "engine/box/motion.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <string.h>

#define REACH 8  // of a model's frame: no point of a box is farther from the origin, however it is fitted
#define MOST  0x1p40

// Tests compile this with 1/32, to show that the margin is needed.
#ifndef ABUT_MOTION_BOUND_SCALE
#define ABUT_MOTION_BOUND_SCALE 1
#endif

// The opened model's pose, as what turns the world into its frame: (inverse of the matrix) / 2^exponent.
typedef struct opened_frame {
    double inverse[3][3], turn[3][3];  // turn: of axes of rotation
    int exponent;
    double unit;    // >= the 2-norm of the whole
    double defect;  // >= that of matrix' matrix / its scale^2 - 1
    double origin[3];  // of the frame, in the world
    double origin_error;
} opened_frame;

static void multiply3(double out[3], const double m[3][3], const double x[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2];
}

static void invert(opened_frame* f, const double m[3][3])
{
    double dual[3][3];
    for (int i = 0; i < 3; i++)
        cross3(dual[i], m[(i + 1) % 3], m[(i + 2) % 3]);
    const double determinant = m[0][0] * dual[0][0] + m[0][1] * dual[0][1] + m[0][2] * dual[0][2];
    double squares = 0, off = 0;
    for (int i = 0; i < 9; i++)
        squares += m[i / 3][i % 3] * m[i / 3][i % 3];
    const double scale = sqrt(squares / 3), one = determinant < 0 ? -1 / scale : 1 / scale;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            f->inverse[i][k] = dual[k][i] / determinant;
            f->turn[i][k] = one * m[k][i];
            double x = i == k ? -1 : 0;
            for (int j = 0; j < 3; j++)
                x += m[j][i] / scale * (m[j][k] / scale);
            off = fabs(x) > off ? fabs(x) : off;
        }
    }
    f->defect = 3 * off + 0x1p-46;
    f->unit = (1 + f->defect) / scale;
}

static void open_frame(opened_frame* f, const relative_side* side)
{
    double place[3];
    invert(f, side->pose->matrix);
    f->exponent = side->frame->exponent;
    f->unit = double_scale(f->unit, -f->exponent);
    for (int k = 0; k < 3; k++)
        place[k] = double_scale(side->frame->origin[k], f->exponent);
    multiply3(f->origin, side->pose->matrix, place);
    for (int k = 0; k < 3; k++)
        f->origin[k] += side->pose->translation[k];
    f->origin_error = 2 * side->translation_error + 2 * side->matrix_error * absolute_sum3(place);
}

static void into_frame(const opened_frame* f, const double world[3], double out[3])
{
    multiply3(out, f->inverse, world);
    for (int k = 0; k < 3; k++)
        out[k] = double_scale(out[k], -f->exponent);
}

static void turn_spin(const opened_frame* f, const double spin[3], double out[3])
{
    multiply3(out, f->turn, spin);
}

// What is known of one model's motion, in the opened frame.
typedef struct arm {
    double speed[3];  // in the world: of the frame's origin, taken along
    double size;      // >= everything that was added to it
    double pivot[3];
} arm;

static void find_arm(arm* out, const opened_frame* f, const sweep_field* x)
{
    double from[3], turned[3];
    for (int k = 0; k < 3; k++)
        from[k] = f->origin[k] - x->pivot[k];
    cross3(turned, x->spin, from);
    for (int k = 0; k < 3; k++) {
        out->speed[k] = turned[k];
        from[k] = -from[k];
    }
    into_frame(f, from, out->pivot);
    out->size = absolute_sum3(x->way) +
                x->angle * (absolute_sum3(f->origin) + absolute_sum3(x->pivot));
}

static double far_from(const double x[3], const double y[3], double reach)
{
    return fabs(x[0] - y[0]) + fabs(x[1] - y[1]) + fabs(x[2] - y[2]) + reach;
}

static void put(float out[4], const double x[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (float)x[k];
    out[3] = 0;
}

void wide_motion_prepare(wide_motion* out, const sweep_search* sweep, int opened,
                         const wide_pose* p, double defect)
{
    const int is_child = sweep->now.field[opened].angle > sweep->now.field[1 - opened].angle;
    const int mover = is_child ? opened : 1 - opened;
    const sweep_field *moving = &sweep->now.field[mover], *still = &sweep->now.field[1 - mover];
    opened_frame f;
    arm arms[2];  // of what moves, of what does not
    open_frame(&f, &sweep->side[opened]);
    find_arm(&arms[0], &f, moving);
    find_arm(&arms[1], &f, still);
    double way[3], speed[3], spin[3], base_at[3], way_at[3], spin_at[3];
    for (int k = 0; k < 3; k++) {
        way[k] = moving->way[k] - still->way[k];
        speed[k] = way[k] + (arms[0].speed[k] - arms[1].speed[k]);
        spin[k] = moving->spin[k] - still->spin[k];
    }
    into_frame(&f, speed, base_at);
    into_frame(&f, way, way_at);
    turn_spin(&f, spin, spin_at);
    const double none[3] = {0, 0, 0};
    const double* const centre[2] = {is_child ? none : p->translation,
                                     is_child ? p->translation : none};
    const double reach[2] = {REACH * (is_child ? 1 : (double)p->stretch),
                             REACH * (is_child ? (double)p->stretch : 1)};
    // How far points of what moves are from its pivot, and from the other's; and the other's from its own.
    const double own = far_from(centre[0], arms[0].pivot, reach[0]),
                 across = far_from(centre[0], arms[1].pivot, reach[0]),
                 others = far_from(centre[1], arms[1].pivot, reach[1]);
    const double place = absolute_sum3(centre[0]) + reach[0];
    const double stray = f.unit * moving->way_error + moving->stray * own,
                 others_stray = f.unit * still->way_error + still->stray * others;
    const double at_most = absolute_sum3(base_at) + absolute_sum3(spin_at) * place;
    double margin =
        0x1p-17 * at_most + 0x1p-46 * f.unit * (arms[0].size + arms[1].size) +
        (moving->angle + still->angle) *
            (place * (4 * f.defect + 4 * defect) + p->base + f.unit * f.origin_error);
    margin =
        ABUT_MOTION_BOUND_SCALE * 1.02 * margin + 1.02 * (stray + others_stray) + 0x1p-50;
    const double away = absolute_sum3(way_at) + moving->angle * own + stray;
    const double bend = f.unit * moving->angle * moving->way_error + moving->bend * own +
                        moving->angle * (moving->angle * stray + 2 * margin) +
                        still->angle * (moving->angle * across + 2 * away +
                                        still->angle * (across + away));
    memset(out, 0, sizeof *out);
    out->is_child = is_child;
    const double half = sweep->now.half * (1 + 0x1p-40) + 0x1p-52;
    out->half = float_round_up(half);
    out->margin = INFINITY;
    if (!(at_most < MOST && margin < MOST && bend < MOST)) return;
    put(out->base, base_at);
    put(out->spin, spin_at);
    put(out->way, way_at);
    out->angle = float_round_up(1.03 * moving->angle);
    out->margin = float_round_up(margin);
    out->bend = float_round_up(1.03 * bend);
    out->separation =
        float_round_up(sweep->now.separation * f.unit * (1 + 0x1p-19 + 1.5 * defect));
}
