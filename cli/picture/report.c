// report.c - what the reports of all verbs have in common.
#include "picture/report.h"

#include "models/load.h"
#include "say/say.h"

#include "abut/abut.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

const char* report_file_name(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path_name(path);
}

static bool fail(const char* name, see_status status)
{
    if (status == SEE_TOO_LARGE)
        say(Q017_TOO_FAR_TO_DRAW, "%s: cannot be shown: the coordinates are beyond 1e150", name);
    else
        say(S001_OUT_OF_MEMORY, "%s: cannot be shown: %s", name,
            abut_status_text(ABUT_OUT_OF_MEMORY));
    return false;
}

static void write_models(report* r, const report_model* models)
{
    json* j = &r->json;
    json_key(j, "models");
    json_array(j, true);
    for (size_t i = 0; i < r->part_count; i++) {
        const report_model* m = &models[i];
        json_object(j, false);
        json_put_string(j, "letter", m->letter);
        json_put_string(j, "name", m->name);
        json_put_string(j, "path", m->path);
        json_put_string(j, "note", m->note);
        json_put_string(j, "role", m->role);
        if (m->role && strcmp(m->role, "tool") == 0) json_put_number(j, "tool", m->tool);
        json_put_count(j, "triangles", r->parts[i].triangle_count);
        json_put_number(j, "colour", m->colour);
        json_close(j);
    }
    json_close(j);
}

bool report_begin(report* r, const char* name, output* out, const report_head* head,
                  const see_part* parts, const report_model* models, size_t count)
{
    *r = (report){.name = name, .out = out, .parts = parts, .part_count = count};
    const see_status status = see_frame_of(&r->frame, parts, count);
    if (status != SEE_OK) return fail(name, status);
    if (!output_open(out)) return false;
    see_page_begin(out->stream);
    json* j = &r->json;
    *j = (json){.out = out->stream, .in_page = true};
    json_object(j, true);
    json_put_string(j, "abut", ABUT_VERSION_STRING);
    json_put_count(j, "format", 1);
    json_put_string(j, "verb", head->verb);
    json_put_string(j, "title", head->title);
    json_key(j, "verdict");
    json_object(j, false);
    json_put_string(j, "text", head->verdict);
    json_put_string(j, "mood", head->mood);
    json_close(j);
    json_put_string(j, "summary", head->summary);
    json_put_bool(j, "complete", head->complete);
    json_put_numbers(j, "view", head->view, 3);
    json_put_bool(j, "tint", !head->untinted);
    json_put_numbers(j, "origin", r->frame.origin, 3);
    json_put_number(j, "scale", r->frame.scale);
    write_models(r, models);
    return true;
}

void report_facts(report* r)
{
    json_key(&r->json, "facts");
    json_array(&r->json, true);
}

void report_fact(report* r, const char* name, const char* format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_array(&r->json, false);
    json_string(&r->json, name);
    json_string(&r->json, text);
    json_close(&r->json);
}

bool report_models(report* r, const warning_list* warnings)
{
    json_key(&r->json, "warnings");
    warnings_write(warnings, &r->json);
    json_close(&r->json);
    see_page_data(r->out->stream);
    for (size_t i = 0; i < r->part_count; i++) {
        const see_status status = see_page_part(r->out->stream, &r->parts[i], i, &r->frame);
        if (status != SEE_OK) return fail(r->name, status);
    }
    return true;
}

bool report_end(report* r)
{
    see_page_end(r->out->stream);
    return output_close(r->out);
}

void report_write_contacts(report* r, const report_contacts* c)
{
    FILE* out = r->out->stream;
    see_contact contact;
    abut_kind kind;
    see_block b = see_block_begin(out, "contact-triangles", SIZE_MAX);
    for (size_t i = 0; i < c->count; i++) {
        c->contact(c->user, i, &contact, &kind);
        const uint32_t ids[2] = {(uint32_t)contact.triangle[0], (uint32_t)contact.triangle[1]};
        see_block_counts(&b, ids, 2);
    }
    see_block_end(&b);
    b = see_block_begin(out, "contact-kinds", SIZE_MAX);
    for (size_t i = 0; i < c->count; i++) {
        c->contact(c->user, i, &contact, &kind);
        const uint8_t both = (uint8_t)((unsigned)contact.point_count << 4 | (unsigned)kind);
        see_block_bytes(&b, &both, 1);
    }
    see_block_end(&b);
    b = see_block_begin(out, "contact-points", SIZE_MAX);
    for (size_t i = 0; i < c->count; i++) {
        c->contact(c->user, i, &contact, &kind);
        for (int k = 0; k < contact.point_count; k++) {
            float p[3];
            see_frame_point(&r->frame, contact.points[k], p);
            see_block_floats(&b, p, 3);
        }
    }
    see_block_end(&b);
}
