// nc_lift.c - how far up a body must go to be out of a model on a whole move. Along an arc a lift may jump where a wall
// begins, so that chords say nothing of what lies beside them: a body that is larger by as much as the tip is off the
// chord, and all above it, holds the body on the arc.
#include "nc_command.h"

#include <math.h>

enum { LIFT_LEVELS_MOST = 40 };

typedef struct lifting {
    const abut_model* model;
    const abut_turned* solid;
    double slack;       // how much more than needed may be told
    double resolution;  // of a chord's lift
    double lift;        // enough for all that was looked at
} lifting;

static abut_turned larger(const abut_turned* solid, double by)
{
    abut_turned t = *solid;
    for (int i = 0; i < t.ring_count; i++)
        t.rings[i].corner = (t.rings[i].corner + by) * (1 + 0x1p-50);
    t.endless = 1;
    return t;
}

// Raise l->lift until it is enough for a piece of an arc.
// NOLINTNEXTLINE(misc-no-recursion): as deep as levels
static abut_status lift_arc(lifting* l, const nc_curve* arc, double before_error, int levels)
{
    const double error = nc_curve_error(arc);
    if (error < HUGE_VAL) {
        const abut_turned t = larger(l->solid, error);
        const double from[3] = {arc->from[0], arc->from[1], arc->from[2] + l->lift};
        const double to[3] = {arc->to[0], arc->to[1], arc->to[2] + l->lift};
        abut_depth d;
        abut_status status = abut_turned_depth(l->model, &t, from, to, NULL, &d);
        if (status != ABUT_OK || d.hi <= 0) return status;
        if (error <= l->slack / 4 || error > before_error / 2 || levels == 0) {
            double lo, hi;
            status = abut_turned_lift(l->model, &t, arc->from, arc->to, l->resolution, &lo, &hi);
            if (status == ABUT_OK) l->lift = fmax(l->lift, hi + l->slack);
            return status;
        }
    }
    if (levels == 0) {  // cannot be: a piece so short is straight
        l->lift = HUGE_VAL;
        return ABUT_OK;
    }
    nc_curve before, behind;
    nc_curve_halve(arc, &before, &behind);
    const abut_status status = lift_arc(l, &before, error, levels - 1);
    return status == ABUT_OK ? lift_arc(l, &behind, error, levels - 1) : status;
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
            const nc_curve whole = nc_curve_whole(m);
            l.slack = fmax(0.1 * tolerance, 10 * l.resolution);
            l.lift += l.slack;
            status = lift_arc(&l, &whole, HUGE_VAL, LIFT_LEVELS_MOST);
        }
        if (status != ABUT_OK) return status;
        *out = fmax(*out, l.lift);
    }
    return ABUT_OK;
}
