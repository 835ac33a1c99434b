// motion.c - see motion.h. Bounds: docs/proofs/motion.md, "Boxes that move".
#include "engine/box/motion.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <string.h>

#define REACH                                                                                      \
    8  // of a model's frame: no point of a box is farther from the origin, however it is fitted
#define MOST 0x1p40

// Tests compile this with 1/32, to show that the margin is needed.
#ifndef ABUT_MOTION_BOUND_SCALE
#define ABUT_MOTION_BOUND_SCALE 1
#endif

// The opened model's pose, as what turns the world into its frame: (inverse of the matrix) / 2^exponent.
typedef struct opened_frame {
    double inverse[3][3], turn[3][3];  // turn: of axes of rotation
    int exponent;
    double unit;       // >= the 2-norm of the whole
    double defect;     // >= that of matrix' matrix / its scale^2 - 1
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
    out->size =
        absolute_sum3(x->way) + x->angle * (absolute_sum3(f->origin) + absolute_sum3(x->pivot));
}

// The two models: what turns more is taken to move, and the other stands still.
typedef struct movers {
    const sweep_field *moving, *still;
    arm moving_arm, still_arm;
    double base[3], spin[3], way[3];  // as in wide_motion
    // No point of what moves is farther than this from the origin, from its own pivot, and from the other's; and no point of
    // the other from its own.
    double place, own, across, others;
} movers;

static double far_from(const double x[3], const double y[3], double reach)
{
    return fabs(x[0] - y[0]) + fabs(x[1] - y[1]) + fabs(x[2] - y[2]) + reach;
}

static void find_distances(movers* m, const wide_pose* p, int is_child)
{
    static const double none[3] = {0, 0, 0};
    const double other_reach = REACH * (double)p->stretch;
    const double* const moving = is_child ? none : p->translation;
    const double* const still = is_child ? p->translation : none;
    const double reach = is_child ? REACH : other_reach;
    m->place = length3(moving) + reach;
    m->own = far_from(moving, m->moving_arm.pivot, reach);
    m->across = far_from(moving, m->still_arm.pivot, reach);
    m->others = far_from(still, m->still_arm.pivot, is_child ? other_reach : REACH);
}

static void find_movers(movers* m, const opened_frame* f, const wide_pose* p, int is_child)
{
    double way[3], speed[3], spin[3];
    find_arm(&m->moving_arm, f, m->moving);
    find_arm(&m->still_arm, f, m->still);
    for (int k = 0; k < 3; k++) {
        way[k] = m->moving->way[k] - m->still->way[k];
        speed[k] = way[k] + (m->moving_arm.speed[k] - m->still_arm.speed[k]);
        spin[k] = m->moving->spin[k] - m->still->spin[k];
    }
    into_frame(f, speed, m->base);
    into_frame(f, way, m->way);
    multiply3(m->spin, f->turn, spin);
    find_distances(m, p, is_child);
}

// What the numbers lack, of a speed; and by how much speeds change beside what wide_motion.angle says.
static void find_bounds(const movers* m, const opened_frame* f, const wide_pose* p, double defect,
                        double* margin, double* bend)
{
    const sweep_field *moving = m->moving, *still = m->still;
    const double stray = f->unit * moving->way_error + moving->stray * m->own,
                 others_stray = f->unit * still->way_error + still->stray * m->others;
    const double rounding =
        0x1p-18 * (length3(m->base) + length3(m->spin) * m->place) +
        0x1p-46 * f->unit * (m->moving_arm.size + m->still_arm.size) +
        (moving->angle + still->angle) *
            (m->place * (4 * f->defect + 4 * defect) + p->base + f->unit * f->origin_error);
    *margin = 1.02 * (ABUT_MOTION_BOUND_SCALE * rounding + stray + others_stray) + 0x1p-50;
    const double away = absolute_sum3(m->way) + moving->angle * m->own + stray;
    *bend =
        f->unit * moving->angle * moving->way_error + moving->bend * m->own +
        moving->angle * (moving->angle * stray + 2 * *margin + 0x1p-20 * length3(m->way)) +
        still->angle * (moving->angle * m->across + 2 * away + still->angle * (m->across + away));
}

// What |g x spin| lacks, for a unit vector g. Where the other model turns too, that of the middle says nothing.
static float find_lean(const movers* m, const opened_frame* f, double defect)
{
    if (m->still->angle > 0) return INFINITY;
    const double part = ABUT_MOTION_BOUND_SCALE * 0x1p-17 + 4 * f->defect + 8 * defect;
    return float_round_up(1.03 * m->moving->angle * part + m->moving->stray);
}

static void put(float out[4], const double x[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (float)x[k];
}

void wide_motion_prepare(wide_motion* out, const sweep_search* sweep, int opened,
                         const wide_pose* p, double defect)
{
    const sweep_interval* now = &sweep->now;
    const int is_child = now->field[opened].angle > now->field[1 - opened].angle;
    const int mover = is_child ? opened : 1 - opened;
    opened_frame f;
    movers m = {.moving = &now->field[mover], .still = &now->field[1 - mover]};
    double margin, bend;
    open_frame(&f, &sweep->side[opened]);
    find_movers(&m, &f, p, is_child);
    find_bounds(&m, &f, p, defect, &margin, &bend);
    *out = (wide_motion){.margin = INFINITY, .is_child = is_child};
    out->half = float_round_up(now->half * (1 + 0x1p-40) + 0x1p-52);
    const double separation = now->separation * f.unit * (1 + 0x1p-19 + 1.5 * defect);
    const double most = length3(m.base) + length3(m.spin) * m.place + length3(m.way);
    if (!(most < MOST && margin < MOST && bend < MOST && separation < MOST)) return;
    put(out->base, m.base);
    put(out->spin, m.spin);
    put(out->way, m.way);
    out->angle = float_round_up(1.03 * m.moving->angle);
    out->margin = float_round_up(margin);
    out->bend = float_round_up(1.03 * bend);
    out->lean = find_lean(&m, &f, defect);
    out->separation = float_round_up(separation);
}
