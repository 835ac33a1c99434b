// pair.c - see pair.h.
#include "picture/pair.h"

#include "say/say.h"

#include <stdlib.h>
#include <string.h>

static void take_contact(void* user, size_t index, see_contact* out)
{
    const abut_hits* hits = ((const pair_sight*)user)->hits;
    const abut_contact* contact = &hits->contacts[index];
    *out = (see_contact){.part = {0, 1},
                         .triangle = {hits->pairs[index].a, hits->pairs[index].b},
                         .point_count = contact->point_count};
    memcpy(out->points, contact->points, sizeof out->points);
}

static void take_line(void* user, size_t index, see_line* out)
{
    *out = ((const pair_sight*)user)->lines[index];
}

static char* note_of(const model_file* file)
{
    const size_t count = file->info.triangle_count;
    return say_text("%s%s, %zu triangle%s", file->group ? ", group " : "",
                    file->group ? file->group : "", count, plural(count));
}

bool pair_see(pair_sight* s, const model_file sides[2], const abut_pose poses[2],
              const abut_hits* hits, char* verdict)
{
    static const char* const labels[2] = {"a: ", "b: "};
    *s = (pair_sight){.notes = {note_of(&sides[0]), note_of(&sides[1])}};
    s->verdict = verdict;
    s->hits = hits;
    s->scene = (see_scene){.part_count = 2,
                           .contact_count = hits->count,
                           .contact = take_contact,
                           .line = take_line,
                           .user = s,
                           .verdict = verdict};
    for (int i = 0; i < 2; i++) {
        s->models[i] = (picture_model){sides[i].model, &poses[i]};
        s->scene.parts[i] = (see_part){.label = labels[i],
                                       .name = path_name(sides[i].path),
                                       .note = s->notes[i],
                                       .colour = i,
                                       .triangle_count = sides[i].info.triangle_count,
                                       .corners = picture_corners,
                                       .user = &s->models[i]};
    }
    if (s->notes[0] && s->notes[1] && s->verdict) return true;
    say_status("cannot draw", ABUT_OUT_OF_MEMORY);
    return false;
}

void pair_see_swept(pair_sight* s, const swept* way)
{
    s->lines = way->lines;
    swept_show(way, &s->scene);
}

void pair_sight_free(pair_sight* s)
{
    free(s->notes[0]);
    free(s->notes[1]);
    free(s->verdict);
}

void pair_report_models(const model_file sides[2], report_model out[2])
{
    for (int i = 0; i < 2; i++)
        out[i] = (report_model){.letter = i ? "b" : "a",
                                .name = report_file_name(sides[i].path),
                                .path = path_name(sides[i].path),
                                .note = sides[i].group,
                                .colour = i};
}

char* pair_report_title(const model_file sides[2])
{
    return say_text("%s, %s", report_file_name(sides[0].path), report_file_name(sides[1].path));
}

void pair_report_files(report* p, const model_file sides[2])
{
    for (int i = 0; i < 2; i++) {
        const model_file* side = &sides[i];
        report_fact(p, i ? "b" : "a", "%s", path_name(side->path));
        if (side->group) report_fact(p, i ? "group of b" : "group of a", "%s", side->group);
    }
}

void pair_report_search(report* p, const model_file sides[2], double query_seconds)
{
    report_fact(p, "method", "%s", abut_method_name(sides[0].info.method));
    report_fact(p, "seconds", "%.3f to read, %.3f to build, %.6f to search",
                pair_read_seconds(sides), pair_build_seconds(sides), query_seconds);
    report_fact(p, "made by", "abut %s", ABUT_VERSION_STRING);
}

void pair_report_meeting(report* p, size_t count)
{
    json* j = &p->json;
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

void pair_report_numbers(report* p, const model_file sides[2])
{
    for (size_t i = 0; i < 2; i++)
        write_numbers(p, &sides[i], i);
}
