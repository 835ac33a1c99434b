// sight.c - what there is to see of a motion: both models where they first touch, or at its end; and for a report many places
// on the way, which its slider goes through.
#include "move/move.h"
#include "picture/pair.h"
#include "picture/swept.h"
#include "say/say.h"

#include <stdlib.h>

// What a place on the way is, beside abut_motion_state.
enum { STOP_LATER = ABUT_MOTION_NEAR + 1, STOP_STATES };

typedef struct sight {
    const move_result* r;
    abut_pose poses[2];  // of the picture
    abut_contact contact;
    abut_hits hits;  // none, or that
    pair_sight pair;
    swept way;
    double* times;  // of places on the way
    size_t count;
    size_t first;  // where it is found not to be free; SIZE_MAX: nowhere
} sight;

static abut_motion_state state_of(const move_result* r)
{
    const first_told told = move_told(r);
    return first_state(&told);
}

static bool is_met(const move_result* r)
{
    const abut_motion_state state = state_of(r);
    return state == ABUT_MOTION_CONTACT || state == ABUT_MOTION_NEAR;
}

// Whether what is seen of its pair is a way, and no contact.
static bool is_way(const move_result* r)
{
    return state_of(r) != ABUT_MOTION_CONTACT || r->options->limits.separation > 0;
}

// --------------------------------------------------------------------------------------- picture

static char* verdict_text(const move_result* r)
{
    const first_told told = move_told(r);
    return first_brief(&told);
}

static bool look(sight* s)
{
    const move_result* r = s->r;
    const abut_first* f = &r->first;
    move_poses(r->options, is_met(r) ? f->t_hi : 1, s->poses);
    if (is_met(r) && first_has_points(f)) {
        s->contact = station_contact(f->a_point, f->b_point, is_way(r));
        s->hits = (abut_hits){
            .pairs = &r->first.pair, .contacts = &s->contact, .count = 1, .complete = 1};
    }
    const bool fine = pair_see(&s->pair, r->sides, s->poses, &s->hits, verdict_text(r));
    s->pair.scene.is_apart = is_way(r);
    return fine;
}

// -------------------------------------------------------------------------------- places on the way

static bool list_times(sight* s)
{
    const size_t some = stations_of_piece(1);
    const double first = s->r->first.t_hi;
    bool is_left = is_met(s->r);
    s->times = calloc(some + 2, sizeof *s->times);
    s->first = SIZE_MAX;
    if (!s->times) return say_no_memory();
    for (size_t i = 0; i <= some; i++) {
        const double time = (double)i / (double)some;
        if (is_left && first <= time) {
            s->first = s->count;
            s->times[s->count++] = first;
            is_left = false;
            if (first == time) continue;
        }
        s->times[s->count++] = time;
    }
    return true;
}

static uint8_t state_at(const sight* s, size_t index)
{
    const abut_first* f = &s->r->first;
    const abut_motion_state state = state_of(s->r);
    const double time = s->times[index];
    const bool is_known = state != ABUT_MOTION_UNDECIDED || f->t_lo > 0;
    if (index == s->first) return (uint8_t)state;
    if (state == ABUT_MOTION_FREE || (is_known && time < f->t_lo)) return ABUT_MOTION_FREE;
    if (state == ABUT_MOTION_UNDECIDED) return ABUT_MOTION_UNDECIDED;
    return time > f->t_hi ? STOP_LATER : ABUT_MOTION_NEAR;
}

static void station_at(void* user, size_t index, station* out)
{
    const sight* s = user;
    const bool has_mark = index == s->first && s->hits.count;
    *out = (station){.fraction = s->times[index],
                     .pairs = has_mark && !is_way(s->r),
                     .seen = has_mark,
                     .state = state_at(s, index)};
    move_poses(s->r->options, s->times[index], out->poses);
}

static bool contacts_at(void* user, size_t index, abut_hits* out)
{
    const sight* s = user;
    (void)index;
    *out = s->hits;
    return true;
}

static stations stations_of(sight* s)
{
    return (stations){.count = s->count,
                      .at = station_at,
                      .contacts = contacts_at,
                      .user = s,
                      .is_between = true};
}

static bool sweep(sight* s)
{
    static const uint8_t shades[STOP_STATES] = {[ABUT_MOTION_UNDECIDED] = SWEPT_DOUBT,
                                                [ABUT_MOTION_FREE] = SWEPT_FREE,
                                                [ABUT_MOTION_CONTACT] = SWEPT_MET,
                                                [ABUT_MOTION_NEAR] = SWEPT_DOUBT,
                                                [STOP_LATER] = SWEPT_LATER};
    const stations all = stations_of(s);
    if (!swept_make(&s->way, s->r->sides, &all, shades)) return false;
    pair_see_swept(&s->pair, &s->way);
    return true;
}

// ---------------------------------------------------------------------------------------- report

static void write_facts(report* p, const move_result* r)
{
    const move_options* o = r->options;
    report_facts(p);
    pair_report_files(p, r->sides);
    for (int side = 0; side < 2; side++) {
        char* words = motion_words(move_motion_of(o, side), false);
        report_fact(p, side ? "motion of b" : "motion of a", "%s", words ? words : "");
        free(words);
    }
    if (o->limits.separation > 0)
        report_fact(p, "contact", "at most %.17g apart", o->limits.separation);
    pair_report_search(p, r->sides, r->query_seconds);
    json_close(&p->json);
}

static void write_own(report* p, const sight* s, size_t shown)
{
    json* j = &p->json;
    json_put_count(j, "step", s->first != SIZE_MAX ? s->first : 0);
    json_put_count(j, "stations", s->count);
    if (s->first != SIZE_MAX) json_put_count(j, "stop", s->first);
    json_put_count(j, "stepsWithContacts", shown);
    json_key(j, "states");
    json_array(j, false);
    for (int i = 0; i < STOP_STATES; i++)
        json_string(j, i == STOP_LATER ? "not looked at"
                                       : abut_motion_state_text((abut_motion_state)i));
    json_close(j);
    write_facts(p, s->r);
}

static bool write_page(sight* s, const report_head* head, output* out)
{
    report p;
    report_model models[2];
    see_part parts[2];
    picture_model places[2];
    const move_result* r = s->r;
    const stations all = stations_of(s);
    const size_t shown = stations_with_contacts(&all);
    for (int i = 0; i < 2; i++) {
        places[i] = (picture_model){r->sides[i].model, &pose_at_rest};
        parts[i] = s->pair.scene.parts[i];
        parts[i].user = &places[i];
    }
    pair_report_models(r->sides, models);
    if (!report_begin(&p, r->options->result.picture.report, out, head, parts, models, 2))
        return false;
    write_own(&p, s, shown);
    if (!report_models(&p, &r->warnings)) return false;
    pair_report_numbers(&p, r->sides);
    return stations_write(&p, &all, shown) && report_end(&p);
}

static bool write_report(sight* s, output* out)
{
    static const char* const verdicts[] = {"Undecided", "Free", "Contact", "Near"};
    static const char* const moods[] = {"doubt", "fine", "", "doubt"};
    const move_result* r = s->r;
    if (!r->options->result.picture.report) return true;
    const first_told told = move_told(r);
    const bool is_close = first_state(&told) == ABUT_MOTION_CONTACT && is_way(r);
    char *title = pair_report_title(r->sides), *words = first_words(&told);
    const report_head head = {.verb = "move",
                              .title = title,
                              .verdict = is_close ? "Close" : verdicts[first_state(&told)],
                              .mood = moods[first_state(&told)],
                              .summary = words,
                              .complete = true,
                              .view = r->view,
                              .untinted = r->options->result.picture.how.untinted};
    const bool fine = title && words;
    const bool written = fine && write_page(s, &head, out);
    if (!fine) say_status(NULL, ABUT_OUT_OF_MEMORY);
    free(title);
    free(words);
    return written;
}

bool move_see(void* result, result_files* files)
{
    move_result* r = result;
    sight s = {.r = r};
    const bool written = look(&s) && list_times(&s) && sweep(&s) &&
                         picture_write(&r->options->result.picture, &s.pair.scene, &files->picture,
                                       r->view, &r->warnings) &&
                         write_report(&s, &files->page);
    pair_sight_free(&s.pair);
    swept_free(&s.way);
    free(s.times);
    return written;
}
