// report.c - the report of a flight: the page with both models, their poses at all steps, and what was found at each; with
// --continuous also some poses between them, and the first contact of each piece.
#include "fly/stops.h"
#include "picture/way.h"

#include <stdlib.h>

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
        json_string(j, fly_stop_state_text(i));
    json_close(j);
}

static void write_own(report* p, const fly_stops* f, size_t shown)
{
    const fly_result* r = f->r;
    json* j = &p->json;
    json_put_count(j, "step", fly_stop_shown(f));
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
    if (r->options->depth)
        report_fact(p, "deepest", "%.17g, at step %zu", fly_deepest(r, 0, r->path.count, NULL).hi,
                    r->summary.deepest);
    if (!r->options->no_times)
        report_fact(p, "microseconds a step", "%.3f on average, %.3f at most", r->summary.mean,
                    r->summary.most);
    if (shown < f->count)
        report_fact(p, "contacts", "shown up to step %zu: there are more than %d",
                    fly_stop_of(f, shown).step, STATIONS_CONTACTS_MOST);
    report_fact(p, "made by", "abut %s", ABUT_VERSION_STRING);
    json_close(j);
}

static report_head head_of(const fly_result* r)
{
    const size_t *steps = r->summary.steps, *pieces = r->between.states;
    const bool is_contact = r->options->limits.separation == 0;  // what pieces are in
    const bool meet = steps[FLY_CONTACT] || (is_contact && pieces[ABUT_MOTION_CONTACT]),
               close = steps[FLY_CLOSE] || pieces[ABUT_MOTION_CONTACT],
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

static bool write_report(fly_stops* f, const report_head* head, output* out)
{
    report p;
    see_part parts[2];
    report_model models[2];
    picture_model places[2];
    const fly_result* r = f->r;
    const stations all = fly_stations(f);
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

bool fly_write_report(fly_stops* f, output* out)
{
    const fly_result* r = f->r;
    if (!r->options->result.picture.report) return true;
    char *title = pair_report_title(r->sides), *summary = summary_of(r);
    report_head head = head_of(r);
    head.title = title;
    head.summary = summary;
    const bool fine = title && summary;
    const bool written = fine && write_report(f, &head, out);
    if (!fine) say_status(NULL, ABUT_OUT_OF_MEMORY);
    free(title);
    free(summary);
    return written;
}
