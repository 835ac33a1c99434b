// report.c - the report of a check: the page with both models, and the list of all pairs.
#include "picture/report.h"

#include "check/check.h"
#include "picture/way.h"

#include "abut/abut.h"

#include <stdlib.h>
#include <string.h>

static void take_contact(void* user, size_t index, see_contact* out, abut_kind* kind)
{
    const check_result* r = user;
    const abut_contact* contact = &r->hits.contacts[index];
    *kind = contact->kind;
    *out = (see_contact){.part = {0, 1},
                         .triangle = {r->hits.pairs[index].a, r->hits.pairs[index].b},
                         .point_count = contact->point_count};
    memcpy(out->points, contact->points, sizeof out->points);
}

// What is known of the insides of both.
static depth_state insides_of(const check_result* r)
{
    return depth_is_asked(&r->options->depth) ? depth_state_of(&r->depth) : DEPTH_FREE;
}

static const char* mood_of(const check_result* r)
{
    if (r->hits.count || insides_of(r) == DEPTH_BLOCKED) return "";
    return r->hits.complete && insides_of(r) == DEPTH_FREE ? "fine" : "doubt";
}

static const char* verdict_of(const check_result* r)
{
    if (r->hits.count) return "Contact";
    if (insides_of(r) == DEPTH_BLOCKED) return "Inside";
    if (!r->hits.complete || insides_of(r) == DEPTH_UNDECIDED) return "Undecided";
    if (!r->options->inside || r->containment.relation == ABUT_RELATION_SEPARATE) return "Apart";
    return abut_relation_text(r->containment.relation);
}

static void write_facts(report* p, const check_result* r)
{
    report_facts(p);
    pair_report_files(p, r->sides);
    if (r->options->inside)
        report_fact(p, "relation", "%s", abut_relation_text(r->containment.relation));
    if (r->options->clearance.is_given) way_report_limit(p, &r->options->clearance);
    if (!r->hits.complete)
        report_fact(p, "search", "%s",
                    check_is_hollow(r) ? "there was nothing to check"
                                       : "ended early, by a limit or a budget: there may be more");
    if (depth_is_asked(&r->options->depth)) depth_report_facts(&r->depth, p);
    pair_report_search(p, r->sides, r->query_seconds);
    json_close(&p->json);
}

static bool write_report(const check_result* r, const pair_sight* s, const depth_sight* depth,
                         const char* title, output* out)
{
    report p;
    report_model models[2];
    const report_contacts contacts = {r->hits.count, take_contact, (void*)(uintptr_t)r};
    pair_report_models(r->sides, models);
    const report_head head = {.verb = "check",
                              .title = title,
                              .verdict = verdict_of(r),
                              .mood = mood_of(r),
                              .complete = r->hits.complete,
                              .view = r->view,
                              .untinted = r->options->result.picture.how.untinted};
    if (!report_begin(&p, r->options->result.picture.report, out, &head, s->scene.parts, models, 2))
        return false;
    pair_report_meeting(&p, r->hits.count);
    if (depth_is_asked(&r->options->depth)) depth_put_sight(&r->depth, depth, &p.json);
    write_facts(&p, r);
    if (!report_models(&p, &r->warnings)) return false;
    pair_report_numbers(&p, r->sides);
    if (r->hits.count) report_write_contacts(&p, &contacts);
    return report_end(&p);
}

bool check_write_report(const check_result* r, const pair_sight* s, const depth_sight* depth,
                        output* out)
{
    if (!r->options->result.picture.report) return true;
    char* title = pair_report_title(r->sides);
    const bool written = title && write_report(r, s, depth, title, out);
    if (!title) say_status(NULL, ABUT_OUT_OF_MEMORY);
    free(title);
    return written;
}
