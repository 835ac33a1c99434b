// lift.c - how far up a body must go to be out of a model on a whole move. Along an arc a lift may jump where a wall
// begins, so that chords say nothing of what lies beside them: a body that is larger by as much as the tip is off the
// chord, and all above it, holds the body on the arc.
#include "verb/command.h"

#include <math.h>

enum { LIFT_LEVELS_MOST = 40 };

typedef struct lifting {
    const abut_model* model;
    const abut_turned* solid;
    double slack;       // how much more than needed may be told
    double resolution;  // of a chord's lift
    double lift;        // enough for all that was looked at
} lifting;

// Arcs in the plane of X and Y, and splines, are off their chords on the level: a floor is no nearer for that.
abut_turned nc_larger(const abut_turned* solid, const nc_curve* curve, double error, double* more)
{
    const nc_move* m = curve->move;
    double size = fabs(m->centre[0]) + fabs(m->centre[1]);
    for (int k = 0; k < 3; k++)
        size += fabs(curve->from[k]) + fabs(curve->to[k]);
    const bool is_level = m->spline || (m->first == 0 && m->second == 1);
    const double aside = is_level ? error : 0;
    const double around =
        is_level ? 0x1p-44 * size : error;  // roundings of nc_curve_error, fourfold
    abut_turned t = *solid;
    *more = aside + around;
    for (int i = 0; i < t.ring_count; i++) {
        *more = fmax(*more, aside + around + 0x1p-48 * (t.rings[i].radius + t.rings[i].corner));
        if (is_level) t.rings[i].radius = (t.rings[i].radius + aside) * (1 + 0x1p-50);
        if (around > 0) t.rings[i].corner = (t.rings[i].corner + around) * (1 + 0x1p-50);
    }
    return t;
}

// A piece of an arc, and how deep the body may be on it when it is lifted by `at`.
typedef struct piece {
    nc_curve arc;
    double error, at, hi;
} piece;

static abut_turned solid_on(const lifting* l, const piece* p)
{
    double unused;
    abut_turned t = nc_larger(l->solid, &p->arc, p->error, &unused);
    t.endless = 1;
    return t;
}

// Only whether it is out counts, and roughly how deep it is if not.
static abut_status ask(const lifting* l, piece* p)
{
    p->error = nc_curve_error(&p->arc);
    p->at = l->lift;
    p->hi = HUGE_VAL;
    if (!(p->error < HUGE_VAL)) return ABUT_OK;
    const abut_turned t = solid_on(l, p);
    const double *a = p->arc.from, *b = p->arc.to;
    const double from[3] = {a[0], a[1], a[2] + l->lift}, to[3] = {b[0], b[1], b[2] + l->lift};
    abut_depth d;
    const abut_status status = abut_turned_depth(
        l->model, &t, from, to, &(abut_depth_ask){.resolution = fmax(p->error, l->resolution)}, &d);
    if (status == ABUT_OK) p->hi = d.hi;
    return status;
}

// Raise l->lift until it is enough for a piece; the half that is deeper first, since the other may be out then.
// NOLINTNEXTLINE(misc-no-recursion): as deep as levels
static abut_status lift_piece(lifting* l, piece* p, double before_error, int levels)
{
    abut_status status = p->at < l->lift ? ask(l, p) : ABUT_OK;
    if (status != ABUT_OK || p->hi <= 0) return status;
    const bool no_better = p->error > before_error / 2 || levels == 0;
    if (p->error < HUGE_VAL && (p->error <= l->slack / 4 || no_better)) {
        const abut_turned t = solid_on(l, p);
        double lo, hi;
        status = abut_turned_lift(l->model, &t, p->arc.from, p->arc.to, l->resolution, &lo, &hi);
        if (status == ABUT_OK) l->lift = fmax(l->lift, hi + l->slack);
        return status;
    }
    if (levels == 0) {  // cannot be: a piece so short is straight
        l->lift = HUGE_VAL;
        return ABUT_OK;
    }
    piece halves[2];
    nc_curve_halve(&p->arc, &halves[0].arc, &halves[1].arc);
    for (int i = 0; i < 2 && status == ABUT_OK; i++)
        status = ask(l, &halves[i]);
    const int first = status == ABUT_OK && halves[1].hi > halves[0].hi;
    for (int i = 0; i < 2 && status == ABUT_OK; i++)
        status = lift_piece(l, &halves[i ? !first : first], p->error, levels - 1);
    return status;
}

abut_status nc_lift(const abut_model* model, const tool_body* body, const nc_move* m,
                    const double deepest[3], double size, double tolerance, double* out)
{
    *out = 0;
    for (int i = 0; i < body->count; i++) {
        lifting l = {.model = model, .solid = &body->pieces[i], .resolution = 1e-7 * size};
        double lo;
        abut_status status =
            abut_turned_lift(model, l.solid, nc_is_curved(m) ? deepest : m->from,
                             nc_is_curved(m) ? deepest : m->to, l.resolution, &lo, &l.lift);
        if (status == ABUT_OK && nc_is_curved(m)) {
            piece whole = {.arc = nc_curve_whole(m)};
            l.slack = fmax(0.1 * tolerance, 10 * l.resolution);
            l.lift += l.slack;
            status = ask(&l, &whole);
            if (status == ABUT_OK) status = lift_piece(&l, &whole, HUGE_VAL, LIFT_LEVELS_MOST);
        }
        if (status != ABUT_OK) return status;
        *out = fmax(*out, l.lift);
    }
    return ABUT_OK;
}
