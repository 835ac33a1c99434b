// check_picture.c - what there is to see of a check: both models in their poses, and where they meet; and the picture of
// it.
#include "check.h"
#include "say.h"

#include <stdlib.h>
#include <string.h>

static void take_contact(void* user, size_t index, see_contact* out)
{
    const check_result* r = user;
    const abut_contact* contact = &r->hits.contacts[index];
    *out = (see_contact){.part = {0, 1},
                         .triangle = {r->hits.pairs[index].a, r->hits.pairs[index].b},
                         .point_count = contact->point_count};
    memcpy(out->points, contact->points, sizeof out->points);
}

static char* part_note(const model_file* file)
{
    const size_t count = file->info.triangle_count;
    return say_text("%s%s, %zu triangle%s", file->group ? ", group " : "",
                    file->group ? file->group : "", count, count == 1 ? "" : "s");
}

static char* verdict_text(const check_result* r)
{
    const size_t count = r->hits.count;
    if (count)
        return say_text("where they meet: %s%zu pair%s", r->hits.complete ? "" : "at least ", count,
                        count == 1 ? "" : "s");
    if (!r->hits.complete) return say_text("undecided: no contact found within the budget");
    const bool inside = r->options->inside && r->containment.relation != ABUT_SEPARATE;
    return say_text("no contact%s%s", inside ? "; " : "",
                    inside ? abut_relation_text(r->containment.relation) : "");
}

bool check_see(check_result* r, check_sight* s)
{
    static const char* const labels[2] = {"a: ", "b: "};
    const check_options* o = r->options;
    *s = (check_sight){.notes = {part_note(&r->sides[0]), part_note(&r->sides[1])},
                       .verdict = verdict_text(r)};
    s->scene = (see_scene){.part_count = 2,
                           .contact_count = r->hits.count,
                           .contact = take_contact,
                           .user = r,
                           .verdict = s->verdict};
    for (int i = 0; i < 2; i++) {
        s->models[i] = (picture_model){r->sides[i].model, &o->poses[i]};
        s->scene.parts[i] = (see_part){.label = labels[i],
                                       .name = path_name(r->sides[i].path),
                                       .note = s->notes[i],
                                       .colour = i,
                                       .triangle_count = r->sides[i].info.triangle_count,
                                       .corners = picture_corners,
                                       .user = &s->models[i]};
    }
    if (s->notes[0] && s->notes[1] && s->verdict) return true;
    say("%s: cannot draw: %s", o->picture.path ? o->picture.path : o->picture.report,
        abut_status_text(ABUT_OUT_OF_MEMORY));
    return false;
}

void check_sight_free(check_sight* s)
{
    free(s->notes[0]);
    free(s->notes[1]);
    free(s->verdict);
}

bool check_write_picture(check_result* r, const check_sight* s, output* out)
{
    return !r->options->picture.path ||
           picture_write(&r->options->picture, &s->scene, out, r->view);
}
