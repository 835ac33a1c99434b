// spline.c - splines of NC programs (LinuxCNC's G5 and G5.1): cubics and parabolas in the plane of X and Y, and how
// they are cut into pieces that are as straight as one likes.
#include "machine/machine.h"

#include <math.h>

#define ROUNDINGS                                                                                  \
    128  // of the largest coordinate: more than there are in a cut, its 40 ancestors included

enum { LENGTH_LEVELS = 16 };

// ----------------------------------------------------------------------------------------- reading

// What an offset of a control point is, along the axes of the machine; false if neither word stands there.
static bool offset_of(const nc_machine* m, const nc_block* b, char x, char y, double out[2])
{
    const nc_word *first = nc_word_of(b, x), *second = nc_word_of(b, y);
    out[0] = first->given ? nc_length(m, first->value) : 0;
    out[1] = second->given ? nc_length(m, second->value) : 0;
    nc_turn(m, out);
    return first->given || second->given;
}

// I and J lead from the start to the one control point of a parabola, which is a cubic, too.
static nc_status parabola(nc_machine* m, const nc_block* b, nc_move* move)
{
    double offset[2];
    if (!offset_of(m, b, 'i', 'j', offset) || (offset[0] == 0 && offset[1] == 0))
        return nc_fail(m, N012_WORD_MISSING, 0, "G5.1 needs I or J, the way to its control point");
    for (int k = 0; k < 2; k++) {
        const double middle = move->from[k] + offset[k];
        move->control[0][k] = move->from[k] + 2 * (middle - move->from[k]) / 3;
        move->control[1][k] = move->to[k] + 2 * (middle - move->to[k]) / 3;
    }
    return NC_OK;
}

// I and J lead from the start to the first control point, P and Q from the end to the second. In a series I and J may be
// left out: then it goes on in the direction in which the one before ended.
static nc_status cubic(nc_machine* m, const nc_block* b, nc_move* move)
{
    double head[2], tail[2];
    const bool headed = offset_of(m, b, 'i', 'j', head);
    (void)offset_of(m, b, 'p', 'q', tail);
    if (!nc_word_of(b, 'p')->given || !nc_word_of(b, 'q')->given)
        return nc_fail(m, N012_WORD_MISSING, 0,
                       "G5 needs P and Q, the way from its end to its second control point");
    if (headed && (!nc_word_of(b, 'i')->given || !nc_word_of(b, 'j')->given))
        return nc_fail(m, N012_WORD_MISSING, 0, "G5 has both I and J, or in a series neither");
    if (!headed && !m->modal.spline_goes_on)
        return nc_fail(m, N012_WORD_MISSING, 0, "the first G5 of a series needs I and J");
    for (int k = 0; k < 2; k++) {
        move->control[0][k] = move->from[k] + (headed ? head[k] : m->modal.spline_tail[k]);
        move->control[1][k] = move->to[k] + tail[k];
        m->modal.spline_tail[k] = -tail[k];
    }
    m->modal.spline_goes_on = true;
    return NC_OK;
}

nc_status nc_spline_run(nc_machine* m, const nc_block* b)
{
    nc_move move = {.spline = true, .first = 0, .second = 1};
    if (m->modal.third != 2)
        return nc_fail(m, N013_CONFLICT, 0, "splines (G5) are in the plane of X and Y (G17)");
    const nc_word* z = nc_word_of(b, 'z');
    if (z->given) return nc_fail(m, N013_CONFLICT, z->column, "a spline (G5) has no Z");
    for (int k = 0; k < 3; k++)
        move.from[k] = m->at[k];
    nc_target(m, b, false, move.to);
    NC_TRY(m->modal.motion == 51 ? parabola(m, b, &move) : cubic(m, b, &move));
    for (int k = 0; k < 4; k++) {
        double* place = &move.control[k / 2][k % 2];
        if (!isfinite(*place) || fabs(*place) > 1e15)
            return nc_fail(m, N004_BAD_VALUE, 0, "the move leads out of all bounds");
        *place += m->options->origin[k % 2];  // that of the ends is added where they are kept
    }
    return nc_move_keep(m, &move);
}

// ------------------------------------------------------------------------------------------ pieces

void nc_spline_halve(const nc_curve* c, nc_curve* before, nc_curve* behind)
{
    nc_curve low = *c, high = *c;
    low.to[2] = high.from[2] = c->from[2] / 2 + c->to[2] / 2;
    for (int k = 0; k < 2; k++) {  // de Casteljau
        const double p = c->from[k], q = c->control[0][k], r = c->control[1][k], s = c->to[k];
        const double pq = p / 2 + q / 2, qr = q / 2 + r / 2, rs = r / 2 + s / 2;
        const double pqr = pq / 2 + qr / 2, qrs = qr / 2 + rs / 2;
        low.control[0][k] = pq;
        low.control[1][k] = pqr;
        high.control[0][k] = qrs;
        high.control[1][k] = rs;
        low.to[k] = high.from[k] = pqr / 2 + qrs / 2;
    }
    *before = low;
    *behind = high;
}

double nc_spline_error(const nc_curve* c)
{
    // A curve is off its chord, at the same share of time, by at most an eighth of its acceleration; that of a
    // cubic is between its ends', six times these differences.
    double bend = 0, size = 0;
    for (int i = 0; i < 2; i++) {
        double square = 0;
        for (int k = 0; k < 2; k++) {
            const double before = i ? c->control[0][k] : c->from[k];
            const double behind = i ? c->to[k] : c->control[1][k];
            const double d = (before - c->control[i][k]) + (behind - c->control[i][k]);
            square += d * d;
            size += fabs(before) + fabs(behind);
        }
        bend = fmax(bend, square);
    }
    return 0.75 * sqrt(bend) + ROUNDINGS * 0x1p-52 * (size + fabs(c->from[2]) + fabs(c->to[2]));
}

// Between the chord and the sides of the control polygon; of a cubic half of both together is near (Gravesen 1997).
// NOLINTNEXTLINE(misc-no-recursion): as deep as levels
static double length_of(const nc_curve* c, int levels)
{
    const double* corner[4] = {c->from, c->control[0], c->control[1], c->to};
    double sides = 0;
    for (int i = 0; i < 3; i++)
        sides += hypot(corner[i + 1][0] - corner[i][0], corner[i + 1][1] - corner[i][1]);
    const double chord = hypot(c->to[0] - c->from[0], c->to[1] - c->from[1]);
    if (sides - chord <= 1e-6 * sides || levels == 0) return chord / 2 + sides / 2;
    nc_curve before, behind;
    nc_spline_halve(c, &before, &behind);
    return length_of(&before, levels - 1) + length_of(&behind, levels - 1);
}

double nc_spline_length(const nc_curve* c)
{
    return length_of(c, LENGTH_LEVELS);
}

void nc_spline_bounds(const nc_move* m, double low[3], double high[3])
{
    for (int k = 0; k < 2; k++) {
        const double p = m->from[k], q = m->control[0][k], r = m->control[1][k], s = m->to[k];
        // Where the derivative, a t^2 + b t + c, is 0.
        const double a = (s - p) + 3 * (q - r), b = 2 * (p - 2 * q + r), c = q - p;
        const double root = sqrt(fmax(b * b - 4 * a * c, 0)),
                     sum = -(b + (b < 0 ? -root : root)) / 2;
        const double times[2] = {sum / a, c / sum};
        for (int i = 0; i < 2; i++) {
            const double t = times[i], u = 1 - t;
            if (!(t > 0 && t < 1)) continue;
            const double place =
                u * u * u * p + 3 * u * u * t * q + 3 * u * t * t * r + t * t * t * s;
            low[k] = fmin(low[k], place);
            high[k] = fmax(high[k], place);
        }
    }
}
