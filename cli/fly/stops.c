// stops.c - see stops.h.
#include "fly/stops.h"

#include "say/say.h"

#include <math.h>
#include <stdlib.h>

const char* fly_stop_state_text(int state)
{
    static const char* const texts[] = {"free", "near", "not looked at"};
    return state < FLY_STATES ? fly_state_text((fly_state)state) : texts[state - FLY_STATES];
}

// ------------------------------------------------------------------------------------------- stops

static void add_stop(fly_stops* f, size_t step, double fraction, bool is_first)
{
    f->stops[f->count++] = (fly_stop){step, fraction, is_first};
}

// The stops of a piece: its first step, some on the way, and where it is found not to be free, unless a step tells it.
static void add_piece(fly_stops* f, size_t piece, size_t some)
{
    const first_told told = fly_told(f->r, piece);
    const abut_motion_state state = first_state(&told);
    const double time = told.first->t_hi;
    const bool is_met = state == ABUT_MOTION_CONTACT || state == ABUT_MOTION_NEAR;
    const bool is_told = (time == 0 && f->r->steps[piece].state == FLY_CONTACT) ||
                         (time == 1 && f->r->steps[piece + 1].state == FLY_CONTACT);
    const size_t begin = f->count;
    size_t first = SIZE_MAX;
    bool is_left = is_met && !is_told;
    for (size_t i = 0; i <= some; i++) {
        const double fraction = (double)i / (double)some;
        const bool is_here = is_left && i > 0 && time <= fraction;
        if (is_here) {
            first = f->count;
            add_stop(f, piece, time, true);
            is_left = false;
        }
        if (i < some && !(is_here && time == fraction)) add_stop(f, piece, fraction, false);
    }
    if (!is_met || f->first != SIZE_MAX) return;
    f->first = !is_told ? first : time == 0 ? begin : f->count;
}

bool fly_stops_list(fly_stops* f, const fly_result* r, fly_sight* s)
{
    *f = (fly_stops){.r = r, .s = s};
    const size_t pieces = f->r->between.count;
    f->count = f->r->path.count;
    f->first = SIZE_MAX;
    if (!pieces) return true;
    const size_t some = stations_of_piece(pieces);
    f->stops = calloc(pieces * (some + 1) + 1, sizeof *f->stops);
    if (!f->stops) return say_no_memory();
    f->count = 0;
    for (size_t i = 0; i < pieces; i++)
        add_piece(f, i, some);
    add_stop(f, pieces, 0, false);
    return true;
}

// ---------------------------------------------------------------------------------------- stations

fly_stop fly_stop_of(const fly_stops* f, size_t index)
{
    return f->stops ? f->stops[index] : (fly_stop){.step = index};
}

static bool is_step(const fly_stop* at)
{
    return !at->is_first && at->fraction == 0;
}

static uint8_t state_between(const fly_stops* f, const fly_stop* at)
{
    const first_told told = fly_told(f->r, at->step);
    const abut_first* first = told.first;
    const abut_motion_state state = first_state(&told);
    const bool has_separation = f->r->options->limits.separation > 0;
    if (state == ABUT_MOTION_FREE || (at->fraction < first->t_lo && !told.is_hollow))
        return STOP_FREE;
    if (state == ABUT_MOTION_UNDECIDED) return FLY_UNDECIDED;
    if (state == ABUT_MOTION_CONTACT && at->is_first)
        return has_separation ? FLY_CLOSE : FLY_CONTACT;
    return at->fraction > first->t_hi ? STOP_LATER : STOP_NEAR;
}

static station station_of_step(const fly_result* r, size_t step)
{
    const fly_step* found = &r->steps[step];
    station out = {.step = step,
                   .pairs = found->pair_count,
                   .seen = fly_seen(r, step),
                   .microseconds = found->microseconds,
                   .distance = found->near.hi,
                   .state = found->state};
    fly_poses(r, step, out.poses);
    return out;
}

static void station_at(void* user, size_t index, station* out)
{
    const fly_stops* f = user;
    const fly_stop at = fly_stop_of(f, index);
    if (is_step(&at)) {
        *out = station_of_step(f->r, at.step);
        return;
    }
    const fly_piece* piece = &f->r->between.pieces[at.step];
    *out = (station){.step = at.step,
                     .fraction = at.fraction,
                     .seen = at.is_first && first_has_points(&piece->first),
                     .microseconds = piece->microseconds,
                     .distance = (double)INFINITY,
                     .state = state_between(f, &at)};
    out->pairs = out->state == FLY_CONTACT ? out->seen : 0;
    fly_poses_between(f->r, at.step, at.fraction, out->poses);
}

static bool contacts_at(void* user, size_t index, abut_hits* out)
{
    fly_stops* f = user;
    const fly_stop at = fly_stop_of(f, index);
    if (is_step(&at)) return fly_ask_again(f->s, at.step, out);
    const abut_first* first = &f->r->between.pieces[at.step].first;
    f->pair = first->pair;
    f->contact =
        station_contact(first->a_point, first->b_point, state_between(f, &at) != FLY_CONTACT);
    *out = (abut_hits){.pairs = &f->pair, .contacts = &f->contact, .count = 1, .complete = 1};
    return true;
}

stations fly_stations(fly_stops* f)
{
    return (stations){.count = f->count,
                      .at = station_at,
                      .contacts = contacts_at,
                      .user = f,
                      .is_timed = !f->r->options->no_times,
                      .is_measured = f->r->options->clearance.is_given,
                      .is_between = f->stops != NULL};
}

size_t fly_stop_shown(const fly_stops* f)
{
    size_t index = 0;
    if (f->first != SIZE_MAX) return f->first;
    while (f->stops && (f->stops[index].step != f->s->step || !is_step(&f->stops[index])))
        index++;
    return f->stops ? index : f->s->step;
}

bool fly_sweep(fly_stops* f, swept* way)
{
    static const uint8_t shades[STOP_STATES] = {
        [FLY_UNDECIDED] = SWEPT_DOUBT, [FLY_APART] = SWEPT_FREE,  [FLY_CONTACT] = SWEPT_MET,
        [FLY_CLOSE] = SWEPT_MET,       [FLY_CLEAR] = SWEPT_FREE,  [STOP_FREE] = SWEPT_FREE,
        [STOP_NEAR] = SWEPT_DOUBT,     [STOP_LATER] = SWEPT_LATER};
    if (!f->stops) return true;
    const stations all = fly_stations(f);
    if (!swept_make(way, f->r->sides, &all, shades)) return false;
    pair_see_swept(&f->s->pair, way);
    return true;
}

void fly_stops_free(fly_stops* f)
{
    free(f->stops);
    f->stops = NULL;
}
