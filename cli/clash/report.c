// report.c - the report of a clash: the page with all objects, and the list of the pairs of them that meet.
#include "picture/report.h"

#include "clash/sight.h"
#include "clash/write/report_review.h"
#include "picture/way.h"

#include <stdlib.h>
#include <string.h>

static void take_contact(void* user, size_t index, see_contact* out, abut_kind* kind)
{
    const clash_sight* s = user;
    const clash_contact* c = &s->contacts[index];
    *kind = (abut_kind)c->kind;
    *out =
        (see_contact){.triangle = {c->triangle[0], c->triangle[1]}, .point_count = c->point_count};
    memcpy(out->points, s->points + 3 * c->first, 3 * (size_t)c->point_count * sizeof(double));
}

// The ends of the shortest way, as the box of what is close.
static void write_way(json* j, const abut_distance_answer* d)
{
    double low[3], high[3];
    for (int k = 0; k < 3; k++) {
        low[k] = d->a_point[k] < d->b_point[k] ? d->a_point[k] : d->b_point[k];
        high[k] = d->a_point[k] < d->b_point[k] ? d->b_point[k] : d->a_point[k];
    }
    json_put_number(j, "apart", d->lo);
    json_put_numbers(j, "low", low, 3);
    json_put_numbers(j, "high", high, 3);
}

static void write_meetings(json* j, const clash_result* r)
{
    size_t first = 0;
    json_key(j, "meetings");
    json_array(j, true);
    for (size_t i = 0; i < r->clashes.count; i++) {
        const abut_clash* c = &r->clashes.clashes[i];
        json_object(j, false);
        json_put_count(j, "a", r->clashes.pairs[i].a);
        json_put_count(j, "b", r->clashes.pairs[i].b);
        json_put_count(j, "first", first);
        json_put_count(j, "count", c->count + clash_is_close(r, i));
        json_put_count(j, "pairs", c->count);
        json_put_count(j, "cross", c->kind_count[ABUT_KIND_CROSS]);
        json_put_count(j, "touch", c->kind_count[ABUT_KIND_TOUCH]);
        json_put_count(j, "coplanar", c->kind_count[ABUT_KIND_COPLANAR]);
        if (c->count) {
            json_put_numbers(j, "low", c->low, 3);
            json_put_numbers(j, "high", c->high, 3);
        }
        if (clash_is_close(r, i)) write_way(j, &clash_gap(r, i)->distance);
        if (r->options->is_review)
            clash_report_row(j, r, i);
        else if (r->options->inside)
            json_put_string(j, "relation", abut_relation_text(c->relation));
        json_close(j);
        first += c->count + clash_is_close(r, i);
    }
    json_close(j);
}

static void write_review_facts(report* p, const clash_result* r)
{
    const clash_options* o = r->options;
    const clash_review* v = &r->review;
    if (o->rules) report_fact(p, "rules", "%s", path_name(o->rules));
    if (o->hard > 0) report_fact(p, "allowed depth", "%.17g", o->hard);
    if (v->ignored_count)
        report_fact(p, "left out", "%zu pair%s, by rules", v->ignored_count,
                    plural(v->ignored_count));
    if (v->allowed_count)
        report_fact(p, "allowed", "%zu pair%s, by rules", v->allowed_count,
                    plural(v->allowed_count));
    if (o->baseline) report_fact(p, "compared with", "%s", path_name(o->baseline));
    if (o->approvals) report_fact(p, "approvals", "%s", path_name(o->approvals));
    if (*v->date) report_fact(p, "date", "%s", v->date);
}

static void write_facts(report* p, const clash_result* r)
{
    report_facts(p);
    for (size_t i = 0; i < r->options->path_count && i < 8; i++)
        report_fact(p, i ? "" : "files", "%s", path_name(r->options->paths[i]));
    if (r->options->path_count > 8) report_fact(p, "", "and %zu more", r->options->path_count - 8);
    report_fact(p, "objects", "%zu, %zu triangle%s", r->object_count, r->triangle_count,
                plural(r->triangle_count));
    if (r->options->clearance.is_given) way_report_limit(p, &r->options->clearance);
    report_fact(p, "boxes that meet", "%zu", r->clashes.asked);
    if (r->options->ignore)
        report_fact(p, "left out", "%zu pair%s, by %s", r->ignored_count, plural(r->ignored_count),
                    r->options->ignore);
    if (r->options->is_review) write_review_facts(p, r);
    if (!r->options->no_times)
        report_fact(p, "seconds", "%.3f to read, %.3f to build, %.6f to search", r->read_seconds,
                    r->build_seconds, r->query_seconds);
    report_fact(p, "made by", "abut %s", ABUT_VERSION_STRING);
    json_close(&p->json);
}

static const char* verdict_of(const clash_result* r, const char** mood)
{
    static const char* const bands[MEASURE_BANDS] = {"Undecided", "Contact", "Close", "Clear"};
    if (r->options->is_review) return clash_report_verdict(r, mood);
    *mood = r->clashes.count ? "" : clash_is_hollow(r) ? "doubt" : "fine";
    if (r->clashes.gaps) return bands[clash_band(r)];
    return r->clashes.count ? "Contact" : clash_is_hollow(r) ? "Undecided" : "Apart";
}

static bool write_report(const clash_result* r, const clash_sight* s, see_part* parts,
                         report_model* models, const char* texts[2], output* out)
{
    report p;
    const report_contacts contacts = {s->contact_count, take_contact, (void*)(uintptr_t)s};
    const bool many = r->object_count > CLASH_COLOURS;
    for (size_t i = 0; i < r->object_count; i++) {
        clash_object* o = &r->objects[i];
        const bool is_grey = s->colours[i] == CLASH_GREY;
        parts[i] = (see_part){
            .triangle_count = o->triangle_count, .corners = clash_object_corners, .user = o};
        models[i] = (report_model){.name = o->group ? (*o->group ? o->group : "(no name)")
                                                    : report_file_name(o->path),
                                   .path = path_name(o->path),
                                   .note = !many || !is_grey ? NULL
                                           : r->clashes.gaps ? "clear"
                                                             : "no contact",
                                   .colour = is_grey ? -1 : s->colours[i]};
    }
    const char* mood;
    const char* verdict = verdict_of(r, &mood);
    const report_head head = {.verb = "clash",
                              .title = texts[0],
                              .verdict = verdict,
                              .mood = mood,
                              .summary = texts[1],
                              .complete = true,
                              .view = r->view,
                              .untinted = r->options->result.picture.how.untinted};
    if (!report_begin(&p, r->options->result.picture.report, out, &head, parts, models,
                      r->object_count))
        return false;
    if (r->options->is_review && !clash_report_review(&p.json, r)) return false;
    write_meetings(&p.json, r);
    write_facts(&p, r);
    if (!report_models(&p, &r->warnings)) return false;
    report_write_contacts(&p, &contacts);
    return report_end(&p);
}

static char* summary_of(const clash_result* r, const clash_sight* s)
{
    const size_t close = clash_close_count(r);
    const size_t pairs = s->contact_count - close;
    if (!close) return say_text("%zu pair%s of triangles", pairs, plural(pairs));
    return say_text("%zu too close; %zu pair%s of triangles in contact", close, pairs,
                    plural(pairs));
}

bool clash_write_report(const clash_result* r, const clash_sight* s, output* out)
{
    if (!r->options->result.picture.report) return true;
    see_part* parts = calloc(r->object_count + 1, sizeof *parts);
    report_model* models = calloc(r->object_count + 1, sizeof *models);
    char* title = say_text("%s%s", report_file_name(r->options->paths[0]),
                           r->options->path_count > 1 ? " and others" : "");
    char* summary = r->options->is_review ? clash_report_states(r) : summary_of(r, s);
    const char* texts[2] = {title, summary};
    const bool fine = parts && models && title && summary;
    const bool written = fine && write_report(r, s, parts, models, texts, out);
    if (!fine) say_status(NULL, ABUT_OUT_OF_MEMORY);
    free(parts);
    free(models);
    free(title);
    free(summary);
    return written;
}
