// report.c - what the reports of all verbs have in common.
#include "report.h"

#include "load.h"
#include "say.h"

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
        say("%s: cannot be shown: the coordinates are beyond 1e150", name);
    else
        say("%s: cannot be shown: %s", name, abut_status_text(ABUT_OUT_OF_MEMORY));
    return false;
}

static void write_text(json* j, const char* key, const char* text)
{
    if (!text) return;
    json_key(j, key);
    json_string(j, text);
}

static void write_numbers(json* j, const char* key, const double* values, int count)
{
    json_key(j, key);
    json_array(j, false);
    for (int i = 0; i < count; i++)
        json_number(j, values[i]);
    json_close(j);
}

static void write_models(report* r, const report_model* models)
{
    json* j = &r->json;
    json_key(j, "models");
    json_array(j, true);
    for (size_t i = 0; i < r->part_count; i++) {
        const report_model* m = &models[i];
        json_object(j, false);
        write_text(j, "letter", m->letter);
        write_text(j, "name", m->name);
        write_text(j, "path", m->path);
        write_text(j, "note", m->note);
        write_text(j, "role", m->role);
        if (m->role && strcmp(m->role, "tool") == 0) {
            json_key(j, "tool");
            json_number(j, m->tool);
        }
        json_key(j, "triangles");
        json_count(j, r->parts[i].triangle_count);
        json_key(j, "colour");
        json_number(j, m->colour);
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
    write_text(j, "abut", ABUT_VERSION_STRING);
    json_key(j, "format");
    json_count(j, 1);
    write_text(j, "verb", head->verb);
    write_text(j, "title", head->title);
    json_key(j, "verdict");
    json_object(j, false);
    write_text(j, "text", head->verdict);
    write_text(j, "mood", head->mood);
    json_close(j);
    write_text(j, "summary", head->summary);
    json_key(j, "complete");
    json_bool(j, head->complete);
    write_numbers(j, "view", head->view, 3);
    write_numbers(j, "origin", r->frame.origin, 3);
    json_key(j, "scale");
    json_number(j, r->frame.scale);
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
