// report.c - the report of a flight: the page with both models, their poses at all steps, and what was found at each; with
// --continuous also some poses between them, and the first contact of each piece.
#include "fly/sight.h"
#include "picture/stations.h"
#include "picture/way.h"

#include <math.h>
#include <stdlib.h>

// Where the slider stops: at a step, or somewhere behind it.
typedef struct stop {
    size_t step;
    double fraction;
    bool is_first;  // where the piece that begins at the step is found not to be free
} stop;

typedef struct flight {
    const fly_result* r;
    fly_sight* s;
    stop* stops;  // NULL: the steps alone
    size_t count;
    size_t first;  // the first of them that is not free; SIZE_MAX: all are
    abut_pair pair;
    abut_contact contact;
} flight;

// What a stop between steps is, beside what steps are.
enum { STOP_FREE = FLY_STATES, STOP_NEAR, STOP_LATER, STOP_STATES };

static const char* stop_state_text(int state)
{
    static const char* const texts[] = {"free", "near", "not looked at"};
    return state < FLY_STATES ? fly_state_text((fly_state)state) : texts[state - FLY_STATES];
}

// ------------------------------------------------------------------------------------------- stops

static void add_stop(flight* f, size_t step, double fraction, bool is_first)
{
    f->stops[f->count++] = (stop){step, fraction, is_first};
}

// The stops of a piece: its first step, some on the way, and where it is found not to be free, unless a step tells it.
static void add_piece(flight* f, size_t piece, size_t some)
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

static bool list_stops(flight* f)
{
    const size_t pieces = f->r->between.count;
    f->count = f->r->path.count;
    f->first = SIZE_MAX;
    if (!pieces) return true;
    const size_t some = stations_of_piece(pieces);
    f->stops = calloc(pieces * (some + 1) + 1, sizeof *f->stops);
    if (!f->stops) {
        say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
        return false;
    }
    f->count = 0;
    for (size_t i = 0; i < pieces; i++)
        add_piece(f, i, some);
    add_stop(f, pieces, 0, false);
    return true;
}

// ---------------------------------------------------------------------------------------- stations

static stop stop_of(const flight* f, size_t index)
{
    return f->stops ? f->stops[index] : (stop){.step = index};
}

static bool is_step(const stop* at)
{
    return !at->is_first && at->fraction == 0;
}

static uint8_t state_between(const flight* f, const stop* at)
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
    const flight* f = user;
    const stop at = stop_of(f, index);
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
    flight* f = user;
    const stop at = stop_of(f, index);
    if (is_step(&at)) return fly_ask_again(f->s, at.step, out);
    const abut_first* first = &f->r->between.pieces[at.step].first;
    f->pair = first->pair;
    f->contact =
        station_contact(first->a_point, first->b_point, state_between(f, &at) != FLY_CONTACT);
    *out = (abut_hits){.pairs = &f->pair, .contacts = &f->contact, .count = 1, .complete = 1};
    return true;
}

static stations stations_of(flight* f)
{
    return (stations){.count = f->count,
                      .at = station_at,
                      .contacts = contacts_at,
                      .user = f,
                      .is_timed = true,
                      .is_measured = f->r->options->clearance.is_given,
                      .is_between = f->stops != NULL};
}

// Which station is seen first: that of a step, or where it is first not free.
static size_t station_shown(const flight* f)
{
    size_t index = 0;
    if (f->first != SIZE_MAX) return f->first;
    while (f->stops && (f->stops[index].step != f->s->step || !is_step(&f->stops[index])))
        index++;
    return f->stops ? index : f->s->step;
}

// ---------------------------------------------------------------------------------------- the page

static void write_between_facts(report* p, const fly_result* r)
{
    for (int side = 0; side < 2; side++) {
        char* words = fly_motion_words(r, side);
        report_fact(p, side ? "motion of b" : "motion of a", "%s", words ? words : "");
        free(words);
    }
    if (r->options->limits.separation > 0)
        report_fact(p, "between steps", "at most %.17g apart is contact",
                    r->options->limits.separation);
}

static void write_states(json* j, int count)
{
    json_key(j, "states");
    json_array(j, false);
    for (int i = 0; i < count; i++)
        json_string(j, stop_state_text(i));
    json_close(j);
}

static void write_own(report* p, const flight* f, size_t shown)
{
    const fly_result* r = f->r;
    json* j = &p->json;
    json_put_count(j, "step", station_shown(f));
    json_put_count(j, "steps", r->path.count);
    if (f->stops) json_put_count(j, "stations", f->count);
    if (f->first != SIZE_MAX) json_put_count(j, "stop", f->first);
    json_put_count(j, "stepsWithContacts", shown);
    write_states(j, f->stops ? STOP_STATES : FLY_STATES);
    if (r->options->clearance.is_given)
        json_put_number(j, "clearance", r->options->clearance.distance);
    report_facts(p);
    for (int i = 0; i < 2; i++)
        report_fact(p, i ? "b" : "a", "%s", path_name(r->sides[i].path));
    report_fact(p, "path", "%s, %zu steps", path_name(r->options->path), r->path.count);
    if (r->options->clearance.is_given) way_report_limit(p, &r->options->clearance);
    if (f->stops) write_between_facts(p, r);
    report_fact(p, "microseconds a step", "%.3f on average, %.3f at most", r->summary.mean,
                r->summary.most);
    if (shown < f->count)
        report_fact(p, "contacts", "shown up to step %zu: there are more than %d",
                    stop_of(f, shown).step, STATIONS_CONTACTS_MOST);
    report_fact(p, "made by", "abut %s", ABUT_VERSION_STRING);
    json_close(j);
}

static report_head head_of(const fly_result* r)
{
    const size_t *steps = r->summary.steps, *pieces = r->between.states;
    const bool meet = steps[FLY_CONTACT] || pieces[ABUT_MOTION_CONTACT], close = steps[FLY_CLOSE],
               known = !steps[FLY_UNDECIDED] && !pieces[ABUT_MOTION_UNDECIDED],
               near = pieces[ABUT_MOTION_NEAR], measured = r->options->clearance.is_given;
    return (report_head){.verb = "fly",
                         .verdict = meet                     ? "Contact"
                                    : close                  ? "Close"
                                    : !known                 ? "Undecided"
                                    : near                   ? "Near"
                                    : r->options->continuous ? "Free"
                                    : measured               ? "Clear"
                                                             : "Apart",
                         .mood = meet || close    ? ""
                                 : known && !near ? "fine"
                                                  : "doubt",
                         .complete = true,
                         .view = r->view,
                         .untinted = r->options->result.picture.how.untinted};
}

static bool write_report(flight* f, const report_head* head, output* out)
{
    report p;
    see_part parts[2];
    report_model models[2];
    picture_model places[2];
    const fly_result* r = f->r;
    const stations all = stations_of(f);
    const size_t shown = stations_with_contacts(&all);
    for (int i = 0; i < 2; i++) {
        places[i] = (picture_model){r->sides[i].model, &pose_at_rest};
        parts[i] = f->s->pair.scene.parts[i];
        parts[i].user = &places[i];
    }
    pair_report_models(r->sides, models);
    if (!report_begin(&p, r->options->result.picture.report, out, head, parts, models, 2))
        return false;
    write_own(&p, f, shown);
    return report_models(&p, &r->warnings) && stations_write(&p, &all, shown) && report_end(&p);
}

static char* summary_of(const fly_result* r)
{
    const measure_limit* limit = &r->options->clearance;
    const size_t free_pieces = r->between.states[ABUT_MOTION_FREE];
    if (r->options->continuous)
        return say_text("free in %zu of %zu piece%s between the steps", free_pieces,
                        r->between.count, plural(r->between.count));
    if (!limit->is_given) return say_text("of %zu in contact", r->path.count);
    return say_text("of %zu in contact, or %s %.17g apart", r->path.count,
                    measure_limit_text(limit), limit->distance);
}

bool fly_write_report(const fly_result* r, fly_sight* s, output* out)
{
    if (!r->options->result.picture.report) return true;
    flight f = {.r = r, .s = s};
    char *title = pair_report_title(r->sides), *summary = summary_of(r);
    report_head head = head_of(r);
    head.title = title;
    head.summary = summary;
    const bool fine = title && summary;
    const bool written = fine && list_stops(&f) && write_report(&f, &head, out);
    if (!fine) say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    free(title);
    free(summary);
    free(f.stops);
    return written;
}
