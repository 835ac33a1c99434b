// report.c - the report of a flight: the page with both models, their poses at all steps, and what was found at each.
#include "picture/report.h"

#include "fly/sight.h"
#include "picture/way.h"

#include <stdlib.h>
#include <string.h>

enum { CONTACTS_MOST = 200000 };  // of all steps together: of further steps only the count is shown

// What is written of contacts: three blocks, for which each step is asked thrice, so that no list of all is kept.
typedef enum what { TRIANGLES, KINDS, POINTS, WHATS } what;

static void write_contact(report* p, see_block* b, what kind, const abut_hits* hits, size_t i)
{
    const abut_contact* c = &hits->contacts[i];
    const uint32_t ids[2] = {hits->pairs[i].a, hits->pairs[i].b};
    const uint8_t both = (uint8_t)((unsigned)c->point_count << 4 | (unsigned)c->kind);
    if (kind == TRIANGLES) see_block_counts(b, ids, 2);
    if (kind == KINDS) see_block_bytes(b, &both, 1);
    for (int k = 0; kind == POINTS && k < c->point_count; k++) {
        float point[3];
        see_frame_point(&p->frame, c->points[k], point);
        see_block_floats(b, point, 3);
    }
}

// How many steps, from the first, have their contacts in the page.
static size_t steps_with_contacts(const fly_result* r)
{
    size_t steps = 0;
    for (uint64_t all = 0; steps < r->path.count; steps++) {
        all += fly_seen(r, steps);
        if (all > CONTACTS_MOST) break;
    }
    return steps;
}

static bool write_contacts(report* p, fly_sight* s, size_t steps)
{
    static const char* const names[WHATS] = {"contact-triangles", "contact-kinds",
                                             "contact-points"};
    const fly_result* r = s->result;
    for (int kind = 0; kind < WHATS; kind++) {
        see_block b = see_block_begin(p->out->stream, names[kind], SIZE_MAX);
        for (size_t i = 0; i < steps; i++) {
            abut_hits hits;
            const size_t seen = fly_seen(r, i);
            if (!seen) continue;
            if (!fly_ask_again(s, i, &hits)) return false;
            // A step that a budget ended early found less than there is: only so many are shown.
            for (size_t k = 0; k < hits.count && k < seen; k++)
                write_contact(p, &b, (what)kind, &hits, k);
        }
        see_block_end(&b);
    }
    return true;
}

// Where a model is at a step, as the page's coordinates have it: twelve floats, rows of a matrix.
static void write_pose(see_block* b, const see_frame* f, const abut_pose* pose)
{
    float rows[12];
    for (int i = 0; i < 3; i++) {
        double at = pose->translation[i] - f->origin[i];
        for (int k = 0; k < 3; k++) {
            const double entry = pose->scale * pose->rotation[i][k];
            at += entry * f->origin[k];
            rows[4 * i + k] = (float)entry;
        }
        rows[4 * i + 3] = (float)(at / f->scale);
    }
    see_block_floats(b, rows, 12);
}

// How near they come at each step; infinite where it is not known.
static void write_distances(FILE* out, const fly_result* r)
{
    see_block b = see_block_begin(out, "fly-distances", SIZE_MAX);
    for (size_t i = 0; i < r->path.count; i++) {
        const float value = (float)r->steps[i].near.hi;
        see_block_floats(&b, &value, 1);
    }
    see_block_end(&b);
    b = see_block_begin(out, "fly-seen", SIZE_MAX);
    for (size_t i = 0; i < r->path.count; i++) {
        const uint32_t count = (uint32_t)fly_seen(r, i);
        see_block_counts(&b, &count, 1);
    }
    see_block_end(&b);
}

static void write_steps(report* p, const fly_result* r)
{
    FILE* out = p->out->stream;
    see_block b = see_block_begin(out, "fly-poses", SIZE_MAX);
    for (size_t i = 0; i < r->path.count; i++) {
        abut_pose at[2];
        fly_poses(r, i, at);
        write_pose(&b, &p->frame, &at[0]);
        write_pose(&b, &p->frame, &at[1]);
    }
    see_block_end(&b);
    b = see_block_begin(out, "fly-pairs", SIZE_MAX);
    for (size_t i = 0; i < r->path.count; i++) {
        const uint32_t count = (uint32_t)r->steps[i].pair_count;
        see_block_counts(&b, &count, 1);
    }
    see_block_end(&b);
    b = see_block_begin(out, "fly-states", SIZE_MAX);
    for (size_t i = 0; i < r->path.count; i++)
        see_block_bytes(&b, &r->steps[i].state, 1);
    see_block_end(&b);
    b = see_block_begin(out, "fly-microseconds", SIZE_MAX);
    for (size_t i = 0; i < r->path.count; i++) {
        const float value = (float)r->steps[i].microseconds;
        see_block_floats(&b, &value, 1);
    }
    see_block_end(&b);
    if (r->options->clearance.is_given) write_distances(out, r);
}

static void write_own(report* p, const fly_result* r, const fly_sight* s, size_t steps)
{
    json* j = &p->json;
    json_put_count(j, "step", s->step);
    json_put_count(j, "steps", r->path.count);
    json_put_count(j, "stepsWithContacts", steps);
    json_key(j, "states");
    json_array(j, false);
    for (int i = 0; i < FLY_STATES; i++)
        json_string(j, fly_state_text((fly_state)i));
    json_close(j);
    if (r->options->clearance.is_given)
        json_put_number(j, "clearance", r->options->clearance.distance);
    report_facts(p);
    for (int i = 0; i < 2; i++)
        report_fact(p, i ? "b" : "a", "%s", path_name(r->sides[i].path));
    report_fact(p, "path", "%s, %zu steps", path_name(r->options->path), r->path.count);
    if (r->options->clearance.is_given) way_report_limit(p, &r->options->clearance);
    report_fact(p, "microseconds a step", "%.3f on average, %.3f at most", r->summary.mean,
                r->summary.most);
    if (steps < r->path.count)
        report_fact(p, "contacts", "shown up to step %zu: there are more than %d", steps,
                    CONTACTS_MOST);
    report_fact(p, "made by", "abut %s", ABUT_VERSION_STRING);
    json_close(j);
}

static report_head head_of(const fly_result* r)
{
    const size_t* steps = r->summary.steps;
    const bool meet = steps[FLY_CONTACT] > 0, close = steps[FLY_CLOSE] > 0,
               known = !steps[FLY_UNDECIDED], measured = r->options->clearance.is_given;
    return (report_head){.verb = "fly",
                         .verdict = meet       ? "Contact"
                                    : close    ? "Close"
                                    : !known   ? "Undecided"
                                    : measured ? "Clear"
                                               : "Apart",
                         .mood = meet || close ? ""
                                 : known       ? "fine"
                                               : "doubt",
                         .complete = true,
                         .view = r->view,
                         .untinted = r->options->result.picture.how.untinted};
}

static bool write_report(const fly_result* r, fly_sight* s, const report_head* head, output* out)
{
    report p;
    see_part parts[2];
    report_model models[2];
    picture_model places[2];
    const size_t steps = steps_with_contacts(r);
    for (int i = 0; i < 2; i++) {
        places[i] = (picture_model){r->sides[i].model, &pose_at_rest};
        parts[i] = s->pair.scene.parts[i];
        parts[i].user = &places[i];
    }
    pair_report_models(r->sides, models);
    if (!report_begin(&p, r->options->result.picture.report, out, head, parts, models, 2))
        return false;
    write_own(&p, r, s, steps);
    if (!report_models(&p, &r->warnings)) return false;
    write_steps(&p, r);
    return write_contacts(&p, s, steps) && report_end(&p);
}

static char* summary_of(const fly_result* r)
{
    const measure_limit* limit = &r->options->clearance;
    if (!limit->is_given) return say_text("of %zu in contact", r->path.count);
    return say_text("of %zu in contact, or %s %.17g apart", r->path.count,
                    limit->is_strict ? "less than" : "at most", limit->distance);
}

bool fly_write_report(const fly_result* r, fly_sight* s, output* out)
{
    if (!r->options->result.picture.report) return true;
    char *title = pair_report_title(r->sides), *summary = summary_of(r);
    report_head head = head_of(r);
    head.title = title;
    head.summary = summary;
    const bool fine = title && summary;
    const bool written = fine && write_report(r, s, &head, out);
    if (!fine) say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    free(title);
    free(summary);
    return written;
}
