// report.c - the report of a distance: the page with both models, and the shortest way between them.
#include "picture/report.h"

#include "distance/distance.h"

#include <stdlib.h>
#include <string.h>

static void take_way(void* user, size_t index, see_contact* out, abut_kind* kind)
{
    const distance_sight* s = user;
    const abut_contact* way = &s->shown.contacts[index];
    const abut_pair pair = s->shown.pairs[index];
    *kind = way->kind;
    *out = (see_contact){
        .part = {0, 1}, .triangle = {pair.a, pair.b}, .point_count = way->point_count};
    memcpy(out->points, way->points, sizeof out->points);
}

static void write_facts(report* p, const distance_result* r, const char* words)
{
    report_facts(p);
    pair_report_files(p, r->sides);
    report_fact(p, "distance", "%s", words);
    if (!r->answer.complete)
        report_fact(p, "search", "%s",
                    distance_is_hollow(r) ? "there was nothing to check"
                                          : "ended early, by a budget or a deadline");
    pair_report_search(p, r->sides, r->query_seconds);
    json_close(&p->json);
}

static bool write_report(const distance_result* r, const distance_sight* s, const char* title,
                         const char* words, output* out)
{
    static const char* const verdicts[] = {"Contact", "Close", "Clear", "Undecided"};
    static const char* const moods[] = {"", "", "fine", "doubt"};
    report p;
    report_model models[2];
    const distance_state state = distance_state_of(r);
    const report_contacts contacts = {s->shown.count, take_way, (void*)(uintptr_t)s};
    pair_report_models(r->sides, models);
    const report_head head = {.verb = "distance",
                              .title = title,
                              .verdict = verdicts[state],
                              .mood = moods[state],
                              .summary = words,
                              .complete = true,
                              .view = r->view,
                              .untinted = r->options->result.picture.how.untinted};
    if (!report_begin(&p, r->options->result.picture.report, out, &head, s->pair.scene.parts,
                      models, 2))
        return false;
    pair_report_meeting(&p, s->shown.count);
    write_facts(&p, r, words);
    if (!report_models(&p, &r->warnings)) return false;
    pair_report_numbers(&p, r->sides);
    if (s->shown.count) report_write_contacts(&p, &contacts);
    return report_end(&p);
}

bool distance_write_report(const distance_result* r, const distance_sight* s, output* out)
{
    if (!r->options->result.picture.report) return true;
    char *title = pair_report_title(r->sides), *words = distance_words(r);
    const bool fine = title && words;
    const bool written = fine && write_report(r, s, title, words, out);
    if (!fine) say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    free(title);
    free(words);
    return written;
}
