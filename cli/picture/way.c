// way.c - see way.h.
#include "picture/way.h"

#include "output/measured.h"
#include "picture/report.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

abut_contact way_of(const abut_distance_answer* answer)
{
    abut_contact way = {.kind = ABUT_KIND_APART, .point_count = answer->hi > 0 ? 2 : 1};
    memcpy(way.points[0], answer->a_point, sizeof answer->a_point);
    memcpy(way.points[1], answer->b_point, sizeof answer->b_point);
    return way;
}

static char* verdict_text(const measure* m)
{
    char* words = measured_words(m);
    const char* what = !m->has_points ? "" : m->answer.hi > 0 ? "the shortest way: " : "contact: ";
    char* text = words ? say_text("%s%s", what, words) : NULL;
    free(words);
    return text;
}

bool way_see(way_sight* s, const measure* m, const abut_pose poses[2])
{
    *s = (way_sight){.nearest = m->answer.pair, .way = way_of(&m->answer)};
    s->shown = (abut_hits){.pairs = &s->nearest, .contacts = &s->way, .count = m->has_points};
    const bool fine = pair_see(&s->pair, m->sides, poses, &s->shown, verdict_text(m));
    s->pair.scene.is_apart = m->answer.hi > 0;
    return fine;
}

void way_sight_free(way_sight* s)
{
    pair_sight_free(&s->pair);
}

// ----------------------------------------------------------------------------------------- report

static void take_way(void* user, size_t index, see_contact* out, abut_kind* kind)
{
    const way_sight* s = user;
    (void)index;
    *kind = s->way.kind;
    *out = (see_contact){.part = {0, 1},
                         .triangle = {s->nearest.a, s->nearest.b},
                         .point_count = s->way.point_count};
    memcpy(out->points, s->way.points, sizeof out->points);
}

static void write_facts(report* p, const measure* m, const way_report* how, const char* words)
{
    report_facts(p);
    pair_report_files(p, m->sides);
    report_fact(p, "distance", "%s", words);
    if (m->limit.is_given)
        report_fact(p, "too close", "%s %.17g", m->limit.is_strict ? "less than" : "at most",
                    m->limit.distance);
    if (!m->answer.complete)
        report_fact(p, "search", "%s",
                    m->is_hollow ? "there was nothing to check"
                                 : "ended early, by a budget or a deadline");
    pair_report_search(p, m->sides, how->query_seconds);
    json_close(&p->json);
}

static bool write_report(const measure* m, const way_sight* s, const way_report* how,
                         const char* title, const char* words, output* out)
{
    static const char* const verdicts[] = {"Undecided", "Contact", "Close", "Clear"};
    static const char* const moods[] = {"doubt", "", "", "fine"};
    report p;
    report_model models[2];
    const measure_state state = measure_state_of(m);
    const report_contacts contacts = {s->shown.count, take_way, (void*)(uintptr_t)s};
    pair_report_models(m->sides, models);
    const report_head head = {.verb = how->verb,
                              .title = title,
                              .verdict = verdicts[state],
                              .mood = moods[state],
                              .summary = words,
                              .complete = true,
                              .view = how->view,
                              .untinted = how->picture->how.untinted};
    if (!report_begin(&p, how->picture->report, out, &head, s->pair.scene.parts, models, 2))
        return false;
    pair_report_meeting(&p, s->shown.count);
    write_facts(&p, m, how, words);
    if (!report_models(&p, how->warnings)) return false;
    pair_report_numbers(&p, m->sides);
    if (s->shown.count) report_write_contacts(&p, &contacts);
    return report_end(&p);
}

bool way_write_report(const measure* m, const way_sight* s, const way_report* how, output* out)
{
    if (!how->picture->report) return true;
    char *title = pair_report_title(m->sides), *words = measured_words(m);
    const bool fine = title && words;
    const bool written = fine && write_report(m, s, how, title, words, out);
    if (!fine) say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    free(title);
    free(words);
    return written;
}
