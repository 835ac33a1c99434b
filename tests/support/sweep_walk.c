// sweep_walk.c - see sweep_walk.h.
#include "support/sweep_walk.h"

#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

// -------------------------------------------------------------------------------------------- spots

static double product(const double x[3], const double y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static void cross(double out[3], const double x[3], const double y[3])
{
    out[0] = x[1] * y[2] - x[2] * y[1];
    out[1] = x[2] * y[0] - x[0] * y[2];
    out[2] = x[0] * y[1] - x[1] * y[0];
}

static void rotation_about(double out[3][3], const double axis[3], double degrees)
{
    const double length = sqrt(product(axis, axis)), angle = fmod(degrees, 360) * (pi / 180);
    const double s = sin(angle), c = cos(angle);
    const double w[3] = {axis[0] / length, axis[1] / length, axis[2] / length};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int q = 0; q < 3; q++)
            out[i][q] = (1 - c) * w[i] * w[q];
        out[i][i] += c;
        out[i][j] -= s * w[k];
        out[i][k] += s * w[j];
    }
}

static void spot_apply(const sweep_spot* s, const double v[3], double out[3])
{
    double x[3];
    for (int i = 0; i < 3; i++)
        x[i] = product(s->m[i], v) + s->t[i];
    memcpy(out, x, sizeof x);
}

static void spot_screw(sweep_spot* s, const abut_motion* piece, double tau)
{
    if (piece->degrees != 0) {
        double r[3][3], arm[3];
        rotation_about(r, piece->axis, piece->degrees * tau);
        const sweep_spot from = *s;
        for (int i = 0; i < 3; i++)
            arm[i] = from.t[i] - piece->pivot[i];
        for (int i = 0; i < 3; i++) {
            s->t[i] = piece->pivot[i] + product(r[i], arm);
            for (int k = 0; k < 3; k++)
                s->m[i][k] =
                    r[i][0] * from.m[0][k] + r[i][1] * from.m[1][k] + r[i][2] * from.m[2][k];
        }
    }
    for (int i = 0; i < 3; i++)
        s->t[i] += piece->way[i] * tau;
}

double sweep_arc(const double from[3][3], const double to[3][3], double scale, double axis[3])
{
    double r[3][3], q[4];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            r[i][k] = product(to[i], from[k]);
    // Of the four products of the quaternion x, y, z, w with itself the row of the greatest square.
    const double one = scale * scale, trace = r[0][0] + r[1][1] + r[2][2];
    const double squares[4] = {one + 2 * r[0][0] - trace, one + 2 * r[1][1] - trace,
                               one + 2 * r[2][2] - trace, one + trace};
    int best = 3;
    for (int i = 2; i >= 0; i--)
        if (squares[i] > squares[best]) best = i;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        if (best == 3 || best == i) q[best == 3 ? i : 3] = r[k][j] - r[j][k];
        if (best != 3 && best != i) q[i] = r[i][best] + r[best][i];
    }
    q[best] = squares[best];
    const double length = sqrt(product(q, q));
    int first = 0;
    while (first < 2 && !(fabs(q[first]) > 0))
        first++;
    const double sign = q[3] < 0 || (!(q[3] > 0) && q[first] < 0) ? -1 : 1;
    for (int i = 0; i < 3; i++)
        axis[i] = sign * q[i] / one;
    if (!(length > 0)) axis[0] = 1;
    return 2 * atan2(length, fabs(q[3])) * (180 / pi);
}

static double scale_of(const abut_pose* pose)
{
    return pose->scale > 0 ? pose->scale : 1;
}

static void spot_between(sweep_spot* s, const abut_motion* piece, double tau)
{
    const affine end = oracle_affine(piece->to);
    double axis[3], r[3][3], back[3][3], p[3], e[3], now[3][3];
    const double degrees =
        sweep_arc((const double(*)[3])s->m, end.matrix, scale_of(piece->to), axis);
    rotation_about(r, axis, degrees * tau);
    rotation_about(back, axis, -degrees);
    spot_apply(s, piece->pivot, p);
    for (int i = 0; i < 3; i++) {
        e[i] = product(end.matrix[i], piece->pivot) + end.translation[i];
        p[i] += tau * (e[i] - p[i]);
        for (int k = 0; k < 3; k++) {
            const double there = back[i][0] * end.matrix[0][k] + back[i][1] * end.matrix[1][k] +
                                 back[i][2] * end.matrix[2][k];
            now[i][k] = s->m[i][k] + tau * (there - s->m[i][k]);
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            s->m[i][k] = r[i][0] * now[0][k] + r[i][1] * now[1][k] + r[i][2] * now[2][k];
        s->t[i] = p[i] - product(s->m[i], piece->pivot);
    }
}

static void spot_go(sweep_spot* s, const abut_motion* piece, double tau)
{
    if (piece->to)
        spot_between(s, piece, tau);
    else
        spot_screw(s, piece, tau);
}

static void spot_begin(sweep_spot* s, const abut_pose* pose)
{
    const affine map = oracle_affine(pose);
    memcpy(s->m, map.matrix, sizeof s->m);
    memcpy(s->t, map.translation, sizeof s->t);
}

void sweep_spot_find(sweep_spot* out, const sweep_body* body, size_t pieces, double time)
{
    spot_begin(out, &body->pose);
    if (!body->pieces) return;
    for (size_t i = 0; i < pieces && (double)i < time; i++)
        spot_go(out, &body->pieces[i], fmin(time - (double)i, 1));
}

// ----------------------------------------------------------------------------------------- distances

static void minus(double out[3], const double x[3], const double y[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = x[i] - y[i];
}

static double volume(const double p[3], const double q[3], const double r[3], const double s[3])
{
    double x[3], y[3], z[3], n[3];
    minus(x, q, p), minus(y, r, p), minus(z, s, p);
    cross(n, x, y);
    return product(n, z);
}

static int edge_goes_through(double p[3], double q[3], double t[3][3])
{
    const double above = volume(t[0], t[1], t[2], p), below = volume(t[0], t[1], t[2], q);
    if ((above > 0 && below > 0) || (above < 0 && below < 0)) return 0;
    const double x = volume(p, q, t[0], t[1]), y = volume(p, q, t[1], t[2]),
                 z = volume(p, q, t[2], t[0]);
    return (x > 0 && y > 0 && z > 0) || (x < 0 && y < 0 && z < 0);
}

static double within(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

// The square of the distance of two segments (Ericson 2005).
static double edges_square(double p[3], double q[3], double r[3], double s[3])
{
    double u[3], v[3], w[3];
    minus(u, q, p), minus(v, s, r), minus(w, p, r);
    const double uu = product(u, u), vv = product(v, v), uv = product(u, v), uw = product(u, w),
                 vw = product(v, w), whole = uu * vv - uv * uv;
    double x = whole > 0 ? within((uv * vw - uw * vv) / whole) : 0;
    double y = vv > 0 ? (uv * x + vw) / vv : 0;
    if (y < 0 || y > 1) {
        y = within(y);
        x = uu > 0 ? within((uv * y - uw) / uu) : 0;
    }
    if (vv > 0) y = within((uv * x + vw) / vv);
    double d[3];
    for (int i = 0; i < 3; i++)
        d[i] = w[i] + x * u[i] - y * v[i];
    return product(d, d);
}

// The square of the distance from a corner to the plane, if it is over the inside.
static double face_square(const double p[3], double t[3][3])
{
    double u[3], v[3], w[3], n[3], x[3];
    minus(u, t[1], t[0]), minus(v, t[2], t[0]), minus(w, p, t[0]);
    cross(n, u, v);
    const double nn = product(n, n);
    if (nn <= 0) return (double)INFINITY;
    cross(x, u, w);
    const double b = product(x, n);
    cross(x, w, v);
    const double a = product(x, n);
    if (a < 0 || b < 0 || a + b > nn) return (double)INFINITY;
    const double h = product(n, w);
    return h * h / nn;
}

double sweep_gap(double a[3][3], double b[3][3])
{
    double least = (double)INFINITY;
    for (int i = 0; i < 3; i++)
        if (edge_goes_through(a[i], a[(i + 1) % 3], b) ||
            edge_goes_through(b[i], b[(i + 1) % 3], a))
            return 0;
    for (int i = 0; i < 3; i++) {
        least = fmin(least, fmin(face_square(a[i], b), face_square(b[i], a)));
        for (int k = 0; k < 3; k++)
            least = fmin(least, edges_square(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]));
    }
    return sqrt(least);
}

// -------------------------------------------------------------------------------------------- looking

typedef struct placed {
    double corner[3][3], centre[3], radius;
} placed;

static placed* place_all(const sweep_body* body, const sweep_spot* spot)
{
    placed* const out = malloc((body->count + 1) * sizeof *out);
    if (!out) abort();
    for (size_t i = 0; i < body->count; i++) {
        placed* const p = &out[i];
        for (int k = 0; k < 3; k++)
            spot_apply(spot, body->corners + 9 * i + 3 * k, p->corner[k]);
        p->radius = 0;
        for (int c = 0; c < 3; c++)
            p->centre[c] = (p->corner[0][c] + p->corner[1][c] + p->corner[2][c]) / 3;
        for (int k = 0; k < 3; k++) {
            double d[3];
            minus(d, p->corner[k], p->centre);
            p->radius = fmax(p->radius, sqrt(product(d, d)));
        }
    }
    return out;
}

static void look_at(const sweep_case* c, const sweep_spot spot[2], sweep_seen* out)
{
    placed* const a = place_all(&c->body[0], &spot[0]);
    placed* const b = place_all(&c->body[1], &spot[1]);
    out->least = (double)INFINITY;
    for (size_t i = 0; i < c->body[0].count && out->least > 0; i++)
        for (size_t k = 0; k < c->body[1].count && out->least > 0; k++) {
            double d[3];
            minus(d, a[i].centre, b[k].centre);
            if (sqrt(product(d, d)) - a[i].radius - b[k].radius >= out->least) continue;
            const double gap = sweep_gap(a[i].corner, b[k].corner);
            if (gap >= out->least) continue;
            out->least = gap, out->a = i, out->b = k;
        }
    free(a);
    free(b);
    out->meets = out->least <= c->separation;
}

void sweep_look(const sweep_case* c, double time, sweep_seen* out)
{
    sweep_spot spot[2];
    for (int side = 0; side < 2; side++)
        sweep_spot_find(&spot[side], &c->body[side], c->pieces, time);
    out->time = out->before = time;
    look_at(c, spot, out);
}

// ------------------------------------------------------------------------------------------- walking

// At most how fast a point of a body goes in a piece, and a little.
static double speed_of(const sweep_body* body, size_t piece, const sweep_spot* begin)
{
    if (!body->pieces) return 0;
    const abut_motion* const m = &body->pieces[piece];
    if (m->to) {  // what a corner goes is at most what the pivot goes, and its arc
        sweep_spot end = *begin;
        double p[3], q[3], d[3], axis[3], most = 0;
        spot_go(&end, m, 1);
        spot_apply(begin, m->pivot, p), spot_apply(&end, m->pivot, q);
        minus(d, q, p);
        const double angle = sweep_arc((const double(*)[3])begin->m, (const double(*)[3])end.m,
                                       scale_of(m->to), axis);
        for (size_t i = 0; i < 3 * body->count; i++) {
            double x[3], arm[3];
            spot_apply(begin, body->corners + 3 * i, x);
            minus(arm, x, p);
            most = fmax(most, sqrt(product(arm, arm)));
        }
        return 1.01 * (sqrt(product(d, d)) + (angle * (pi / 180) + 0x1p-8) * most);
    }
    double most = 0;
    for (size_t i = 0; i < 3 * body->count && m->degrees != 0; i++) {
        double x[3], arm[3], across[3];
        spot_apply(begin, body->corners + 3 * i, x);
        minus(arm, x, m->pivot);
        cross(across, m->axis, arm);
        most = fmax(most, sqrt(product(across, across) / product(m->axis, m->axis)));
    }
    return 1.0001 * (sqrt(product(m->way, m->way)) + fabs(m->degrees) * (pi / 180) * most);
}

void sweep_bisect(const sweep_case* c, sweep_seen* out)
{
    for (int i = 0; i < 60; i++) {
        const double middle = out->before + (out->time - out->before) / 2;
        if (middle <= out->before || middle >= out->time) return;
        sweep_seen there;
        sweep_look(c, middle, &there);
        if (there.meets) {
            there.before = out->before;
            *out = there;
        } else {
            out->before = middle;
        }
    }
}

void sweep_walk(const sweep_case* c, double from, double until, double step, sweep_seen* out)
{
    sweep_seen nearest = {.least = (double)INFINITY};
    double time = from, before = from;
    size_t piece = SIZE_MAX;
    double speed = 0;
    sweep_spot begin[2], spot[2];
    for (;;) {
        const size_t here = (size_t)fmin(floor(time), (double)c->pieces - 1);
        if (here != piece) {
            piece = here;
            speed = 0;
            for (int side = 0; side < 2; side++) {
                sweep_spot_find(&begin[side], &c->body[side], c->pieces, (double)piece);
                speed += speed_of(&c->body[side], piece, &begin[side]);
            }
        }
        for (int side = 0; side < 2; side++) {
            spot[side] = begin[side];
            if (c->body[side].pieces && time > (double)piece)
                spot_go(&spot[side], &c->body[side].pieces[piece], time - (double)piece);
        }
        look_at(c, spot, out);
        out->time = time, out->before = before;
        if (out->meets) return;
        if (out->least < nearest.least) nearest = *out;
        if (time >= until) break;
        before = time;
        const double far = speed > 0 ? (out->least - c->separation) / speed : 1;
        time = fmin(time + fmax(far, step), until);
        if (before < (double)piece + 1 && time > (double)piece + 1) time = (double)piece + 1;
    }
    *out = nearest;
}
