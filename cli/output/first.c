// first.c - see first.h.
#include "output/first.h"

#include "output/measured.h"
#include "say/say.h"

#include <inttypes.h>
#include <math.h>

abut_motion_state first_state(const first_told* t)
{
    return t->is_hollow ? ABUT_MOTION_UNDECIDED : t->first->state;
}

// ------------------------------------------------------------------------------------------- text

const char* first_time(const first_told* t, double time, char out[FIRST_TIME_SIZE])
{
    if (t->is_piece)
        snprintf(out, FIRST_TIME_SIZE, "step %zu + %.17g", t->step, time);
    else
        snprintf(out, FIRST_TIME_SIZE, "%.17g", time);
    return out;
}

static char* contact_words(const first_told* t, const char* lo, const char* hi)
{
    const abut_first* f = t->first;
    const double s = t->limits->separation;
    char near[64] = "";
    if (s > 0) snprintf(near, sizeof near, "at most %.17g apart ", s);
    const char* of = t->is_piece ? "" : " of the motion";
    if (t->limits->any) return say_text("%sat %s%s, and maybe before", near, hi, of);
    if (f->t_lo == f->t_hi) return say_text("%sat %s%s, and not before", near, hi, of);
    return say_text("%sat %s%s, and not before %s", near, hi, of, lo);
}

char* first_words(const first_told* t)
{
    const abut_first* f = t->first;
    char low[FIRST_TIME_SIZE], high[FIRST_TIME_SIZE];
    const char *lo = first_time(t, f->t_lo, low), *hi = first_time(t, f->t_hi, high);
    const char* of = t->is_piece ? "" : " of the motion";
    switch (first_state(t)) {
    case ABUT_MOTION_FREE:
        if (t->limits->separation > 0)
            return say_text("more than %.17g apart all the time", t->limits->separation);
        return say_text("no contact at any time");
    case ABUT_MOTION_CONTACT:
        return contact_words(t, lo, hi);
    case ABUT_MOTION_NEAR:
        if (!(f->near_hi < (double)INFINITY))
            return say_text("free before %s%s; from then to %s nearer than can be told", lo, of,
                            hi);
        return say_text(
            "free before %s%s; from then to %s nearer than can be told: there from %.17g "
            "to %.17g apart",
            lo, of, hi, f->near_lo, f->near_hi);
    case ABUT_MOTION_UNDECIDED:
        break;
    }
    if (t->is_hollow) return say_text("nothing to check");
    return say_text("free before %s%s, then the %s ended the search", lo, of, t->end);
}

char* first_brief(const first_told* t)
{
    const abut_motion_state state = first_state(t);
    const char* name = abut_motion_state_text(state);
    const double time = state == ABUT_MOTION_UNDECIDED ? t->first->t_lo : t->first->t_hi;
    if (t->is_hollow) return say_text("nothing to check");
    if (state == ABUT_MOTION_FREE) return say_text("%s all the time", name);
    if (t->is_piece) return say_text("%s at step %zu + %.6g", name, t->step, time);
    return say_text("%s at %.6g of the motion", name, time);
}

bool first_has_points(const abut_first* f)
{
    return f->has_pair && f->complete;
}

void first_write_pair(const abut_first* f, const model_file sides[2], FILE* out)
{
    if (!f->has_pair) return;
    const pair_origin from = pair_origin_of(sides, f->pair);
    for (int side = 0; side < 2; side++) {
        fprintf(out, "%s triangle %" PRIu32, side ? "    and" : "between", from.triangle[side]);
        if (sides[side].origin.faces) fprintf(out, " (face %" PRIu32 ")", from.face[side]);
        fprintf(out, " of %c", 'a' + side);
        if (first_has_points(f)) {
            fputs(", ", out);
            measured_write_where(side ? f->features.b : f->features.a,
                                 side ? f->b_point : f->a_point, out);
        }
        fputc('\n', out);
    }
}

// ------------------------------------------------------------------------------------------- JSON

static void put_or_null(json* j, const char* key, bool is_known, double value)
{
    json_put_number(j, key, is_known ? value : (double)NAN);
}

void first_put(json* j, const first_told* t, const model_file sides[2])
{
    const abut_first* f = t->first;
    const bool is_near = first_state(t) == ABUT_MOTION_NEAR;
    json_put_string(j, "state", abut_motion_state_text(first_state(t)));
    put_or_null(j, "t_lo", !t->is_hollow, f->t_lo);
    put_or_null(j, "t_hi", !t->is_hollow, f->t_hi);
    json_put_bool(j, "complete", f->complete && !t->is_hollow);
    measured_put_pair(j, sides, f->has_pair, f->pair);
    if (first_has_points(f))
        measured_put_points(j, &f->features, f->a_point, f->b_point);
    else
        measured_put_no_points(j);
    put_or_null(j, "near_lo", is_near, f->near_lo);
    put_or_null(j, "near_hi", is_near, f->near_hi);
}

// -------------------------------------------------------------------------------------------- CSV

void first_write_heading(const model_file sides[2], FILE* out)
{
    fputs("state,t_lo,t_hi,a,b", out);
    pair_write_face_heading(sides, out);
    measured_write_where_heading(out);
    fputs(",near_lo,near_hi", out);
}

void first_write_cells(const first_told* t, const model_file sides[2], FILE* out)
{
    const abut_first* f = t->first;
    const bool is_near = first_state(t) == ABUT_MOTION_NEAR;
    pair_origin from = {{0}, {0}};
    if (f->has_pair) from = pair_origin_of(sides, f->pair);
    fputs(abut_motion_state_text(first_state(t)), out);
    measured_write_cell(t->is_hollow ? (double)NAN : f->t_lo, out);
    measured_write_cell(t->is_hollow ? (double)NAN : f->t_hi, out);
    for (int side = 0; side < 2; side++) {
        fputc(',', out);
        if (f->has_pair) fprintf(out, "%" PRIu32, from.triangle[side]);
    }
    pair_write_face_cells(sides, f->has_pair ? &from : NULL, out);
    measured_write_where_cells(first_has_points(f) ? &f->features : NULL, f->a_point, f->b_point,
                               out);
    measured_write_cell(is_near ? f->near_lo : (double)NAN, out);
    measured_write_cell(is_near ? f->near_hi : (double)NAN, out);
}
