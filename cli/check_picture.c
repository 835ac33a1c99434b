// check_picture.c - the picture of a check: both models in their poses, and where they meet.
#include "check.h"
#include "picture.h"
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

bool check_write_picture(check_result* r, output* out)
{
    picture_model models[2];
    static const char* const labels[2] = {"a: ", "b: "};
    char* notes[2] = {part_note(&r->sides[0]), part_note(&r->sides[1])};
    char* verdict = verdict_text(r);
    see_scene scene = {.part_count = 2,
                       .contact_count = r->hits.count,
                       .contact = take_contact,
                       .user = r,
                       .verdict = verdict};
    for (int i = 0; i < 2; i++) {
        models[i] = (picture_model){r->sides[i].model, &r->options->poses[i]};
        scene.parts[i] = (see_part){.label = labels[i],
                                    .name = path_name(r->sides[i].path),
                                    .note = notes[i],
                                    .triangle_count = r->sides[i].info.triangle_count,
                                    .corners = picture_corners,
                                    .user = &models[i]};
    }
    bool fine = notes[0] && notes[1] && verdict;
    if (!fine)
        say("%s: cannot draw: %s", r->options->picture.path, abut_status_text(ABUT_OUT_OF_MEMORY));
    fine = fine && picture_write(&r->options->picture, &scene, out, r->view);
    free(notes[0]);
    free(notes[1]);
    free(verdict);
    return fine;
}
