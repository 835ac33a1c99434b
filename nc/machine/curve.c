// curve.c - arcs and splines of NC programs cut into pieces that are as straight as one likes. Where the middle of
// an arc lies is found by square roots alone: sines differ from machine to machine in their last bits.
#include "machine/machine.h"

#include <math.h>

#define PI 3.14159265358979323846
#define ROUNDINGS                                                                                  \
    64  // of the largest coordinate: more than there are in a cut, its 60 ancestors included

// Turn a direction by a quarter: counter-clockwise, or against it.
static void quarter(const double v[2], bool clockwise, double out[2])
{
    const double x = v[0];
    out[0] = clockwise ? v[1] : -v[1];
    out[1] = clockwise ? -x : x;
}

static double length2(const double v[2])
{
    return sqrt(v[0] * v[0] + v[1] * v[1]);
}

// A way of less than a millionth of the radius is a whole turn, as in LinuxCNC: ends are rounded. A turn holds the
// short way, too.
static bool is_whole_turn(const double a[2], const double b[2])
{
    return fabs(a[0] * b[1] - a[1] * b[0]) < 1e-6 && a[0] * b[0] + a[1] * b[1] > 0;
}

nc_curve nc_curve_whole(const nc_move* m)
{
    nc_curve arc = {.move = m, .turns = m->turns};
    for (int k = 0; k < 3; k++) {
        arc.from[k] = m->from[k];
        arc.to[k] = m->to[k];
    }
    for (int k = 0; k < 4 && m->spline; k++)
        arc.control[k / 2][k % 2] = m->control[k / 2][k % 2];
    if (m->spline) return arc;
    for (int k = 0; k < 2; k++) {
        const int axis = k ? m->second : m->first;
        arc.a[k] = m->from[axis] - m->centre[k];
        arc.b[k] = m->to[axis] - m->centre[k];
    }
    arc.a_radius = length2(arc.a);
    arc.b_radius = length2(arc.b);
    for (int k = 0; k < 2; k++) {
        arc.a[k] /= arc.a_radius;
        arc.b[k] /= arc.b_radius;
    }
    // From here on a whole turn has ends that are equal bit by bit, and so has nothing else.
    if (is_whole_turn(arc.a, arc.b)) {
        arc.b[0] = arc.a[0];
        arc.b[1] = arc.a[1];
    }
    return arc;
}

// Find the direction in the middle of the way from a to b, of at most a turn.
static void middle_of(const double a[2], const double b[2], bool clockwise, double out[2])
{
    const double sum[2] = {a[0] + b[0], a[1] + b[1]};
    const double difference[2] = {a[0] - b[0], a[1] - b[1]};
    double cross = a[0] * b[1] - a[1] * b[0];
    if (clockwise) cross = -cross;
    if (a[0] == b[0] && a[1] == b[1]) {  // a whole turn
        out[0] = -a[0];
        out[1] = -a[1];
        return;
    }
    // Of two ways to the same direction the one with the larger vector.
    const double s = length2(sum), d = length2(difference);
    if (s > d) {
        for (int k = 0; k < 2; k++)
            out[k] = cross > 0 ? sum[k] / s : -sum[k] / s;
    } else {
        const double unit[2] = {difference[0] / d, difference[1] / d};
        quarter(unit, clockwise, out);
    }
}

void nc_curve_halve(const nc_curve* arc, nc_curve* before, nc_curve* behind)
{
    const nc_move* m = arc->move;
    double middle[2];
    if (m->spline) {
        nc_spline_halve(arc, before, behind);
        return;
    }
    middle_of(arc->a, arc->b, m->clockwise, middle);
    if (arc->turns % 2) {  // half of an odd number of turns is half a turn more
        middle[0] = -middle[0];
        middle[1] = -middle[1];
    }
    const double radius = (arc->a_radius + arc->b_radius) / 2;
    nc_curve low = *arc, high = *arc;
    double point[3];
    for (int k = 0; k < 3; k++)
        point[k] = (arc->from[k] + arc->to[k]) / 2;
    point[m->first] = m->centre[0] + radius * middle[0];
    point[m->second] = m->centre[1] + radius * middle[1];
    for (int k = 0; k < 2; k++)
        low.b[k] = high.a[k] = middle[k];
    for (int k = 0; k < 3; k++)
        low.to[k] = high.from[k] = point[k];
    low.b_radius = high.a_radius = radius;
    // With w the way from a to b and n turns, half is w/2 + n half turns; an odd n leaves more than half a
    // turn, which middle_of finds, unless w is a whole turn: then that half is a whole turn and n/2.
    low.turns = high.turns = arc->turns / 2;
    *before = low;
    *behind = high;
}

double nc_curve_error(const nc_curve* arc)
{
    const nc_move* m = arc->move;
    if (m->spline) return nc_spline_error(arc);
    const double cosine = arc->a[0] * arc->b[0] + arc->a[1] * arc->b[1];
    double sine = arc->a[0] * arc->b[1] - arc->a[1] * arc->b[0];
    if (m->clockwise) sine = -sine;
    if (arc->turns > 0 || !(cosine >= 0) || !(sine > 0)) return HUGE_VAL;
    // A curve is off its chord, at the same share of time, by at most an eighth of its acceleration: radius
    // times the square of the angle. With x half the chord on the circle of radius 1, half the angle is asin x,
    // and (asin x)^2 <= x^2 (1 + 0.4675 x^2) where x^2 <= 1/2.
    const double chord[2] = {arc->b[0] - arc->a[0], arc->b[1] - arc->a[1]};
    const double x2 = (chord[0] * chord[0] + chord[1] * chord[1]) / 4 * (1 + 0x1p-40);
    const double low = arc->a_radius < arc->b_radius ? arc->a_radius : arc->b_radius;
    const double high = arc->a_radius < arc->b_radius ? arc->b_radius : arc->a_radius;
    double size = high + fabs(m->centre[0]) + fabs(m->centre[1]);
    for (int k = 0; k < 3; k++)
        size += fabs(arc->from[k]) + fabs(arc->to[k]);
    // A radius that changes is off by no more than all of its change in the whole move; and the end of a
    // whole turn may lie beside its start.
    const nc_curve whole = nc_curve_whole(m);
    const double off[2] = {m->to[m->first] - (m->centre[0] + whole.b_radius * whole.b[0]),
                           m->to[m->second] - (m->centre[1] + whole.b_radius * whole.b[1])};
    const double wrong = fabs(whole.a_radius - whole.b_radius) + length2(off);
    return high * (x2 * (1 + 0.4675 * x2) / 2) + (high - low) + wrong + ROUNDINGS * 0x1p-52 * size;
}

// The angle from the start of an arc, the way that it runs, to a direction; above 0, at most a turn.
static double angle_to(const nc_curve* whole, const double direction[2])
{
    const double* a = whole->a;
    const double cosine = a[0] * direction[0] + a[1] * direction[1];
    const double sine = a[0] * direction[1] - a[1] * direction[0];
    const double angle = atan2(whole->move->clockwise ? -sine : sine, cosine);
    return angle > 0 ? angle : angle + 2 * PI;
}

double nc_move_length(const nc_move* m)
{
    double way[3];
    for (int k = 0; k < 3; k++)
        way[k] = m->to[k] - m->from[k];
    if (!nc_is_curved(m)) return sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
    const nc_curve whole = nc_curve_whole(m);
    if (m->spline) return nc_spline_length(&whole);
    const double angle = angle_to(&whole, whole.b) + 2 * PI * m->turns;
    const double radius = (whole.a_radius + whole.b_radius) / 2;
    const double rise = way[3 - m->first - m->second];
    return sqrt(angle * radius * (angle * radius) + rise * rise);
}

void nc_move_bounds(const nc_move* m, double low[3], double high[3])
{
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(low[k], fmin(m->from[k], m->to[k]));
        high[k] = fmax(high[k], fmax(m->from[k], m->to[k]));
    }
    if (m->spline) nc_spline_bounds(m, low, high);
    if (!m->arc) return;
    const nc_curve whole = nc_curve_whole(m);
    const double end = angle_to(&whole, whole.b) + 2 * PI * m->turns;
    const double radius = fmax(whole.a_radius, whole.b_radius);
    for (int i = 0; i < 4; i++) {  // along each axis, to both sides
        const double side = i % 2 ? -1 : 1;
        const double direction[2] = {i < 2 ? side : 0, i < 2 ? 0 : side};
        const int axis = i < 2 ? m->first : m->second;
        if (angle_to(&whole, direction) > end) continue;
        const double place = m->centre[i / 2] + side * radius;
        low[axis] = fmin(low[axis], place);
        high[axis] = fmax(high[axis], place);
    }
}
