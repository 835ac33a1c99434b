// check_report.c - the report of a check: the page with both models, and the list of all pairs.
#include "check.h"
#include "report.h"

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

static const char* mood_of(const check_result* r)
{
    return r->hits.count ? "" : r->hits.complete ? "fine" : "doubt";
}

static const char* verdict_of(const check_result* r)
{
    if (r->hits.count) return "Contact";
    if (!r->hits.complete) return "Undecided";
    if (!r->options->inside || r->containment.relation == ABUT_RELATION_SEPARATE) return "Apart";
    return abut_relation_text(r->containment.relation);
}

static void write_facts(report* p, const check_result* r)
{
    report_facts(p);
    for (int i = 0; i < 2; i++) {
        const model_file* side = &r->sides[i];
        report_fact(p, i ? "b" : "a", "%s", path_name(side->path));
        if (side->group) report_fact(p, i ? "group of b" : "group of a", "%s", side->group);
    }
    if (r->options->inside)
        report_fact(p, "relation", "%s", abut_relation_text(r->containment.relation));
    if (!r->hits.complete)
        report_fact(p, "search", "%s",
                    check_is_hollow(r) ? "there was nothing to check"
                                       : "ended early, by a limit or a budget: there may be more");
    report_fact(p, "method", "%s", abut_method_name(r->sides[0].info.method));
    report_fact(p, "seconds", "%.3f to read, %.3f to build, %.6f to search",
                pair_read_seconds(r->sides), pair_build_seconds(r->sides), r->query_seconds);
    report_fact(p, "made by", "abut %s", ABUT_VERSION_STRING);
    json_close(&p->json);
}

static void write_meeting(json* j, size_t count)
{
    json_key(j, "meetings");
    json_array(j, true);
    json_object(j, false);
    json_put_count(j, "a", 0);
    json_put_count(j, "b", 1);
    json_put_count(j, "first", 0);
    json_put_count(j, "count", count);
    json_close(j);
    json_close(j);
}

// The numbers that triangles have in the whole file, where only a group of it was asked about, and their faces.
static void write_numbers(report* p, const model_file* side, size_t index)
{
    for (int kind = 0; kind < 2; kind++) {
        if (kind ? !side->origin.faces : !side->group) continue;
        see_block b = see_block_begin(p->out->stream, kind ? "faces" : "ids", index);
        for (uint32_t i = 0; i < side->info.triangle_count; i++) {
            const uint32_t number = kind ? model_file_face(side, i) : model_file_triangle(side, i);
            see_block_counts(&b, &number, 1);
        }
        see_block_end(&b);
    }
}

static bool write_report(const check_result* r, const pair_sight* s, const char* title, output* out)
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
    write_meeting(&p.json, r->hits.count);
    write_facts(&p, r);
    if (!report_models(&p, &r->warnings)) return false;
    for (size_t i = 0; i < 2; i++)
        write_numbers(&p, &r->sides[i], i);
    if (r->hits.count) report_write_contacts(&p, &contacts);
    return report_end(&p);
}

bool check_write_report(const check_result* r, const pair_sight* s, output* out)
{
    if (!r->options->result.picture.report) return true;
    char* title = pair_report_title(r->sides);
    const bool written = title && write_report(r, s, title, out);
    if (!title) say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    free(title);
    return written;
}
