// report.c - the report of an NC program: the page with what it is checked against, the path and the tool, and the list
// of what was found.
#include "picture/report.h"

#include "sight/sight.h"

#include <stdlib.h>

// A body of a tool, where the tool is shown at first.
typedef struct body_in_place {
    const nc_mesh* mesh;
    const double* tip;
} body_in_place;

static void take_body(void* user, size_t first, size_t count, double* out)
{
    const body_in_place* b = user;
    for (size_t i = 0; i < 9 * count; i++)
        out[i] = b->mesh->triangles[9 * first + i] + b->tip[i % 3];
}

static void write_finding(json* j, const nc_result* r, const nc_finding* f)
{
    const nc_move* m = &r->program.moves[f->move];
    const nc_target* t = &r->targets[f->target];
    const bool gouge = f->body == NC_CUTTER && t->kind == NC_PART;
    json_object(j, false);
    json_put_number(j, "line", (double)m->line);
    json_put_number(j, "move", (double)f->move);
    json_put_string(j, "what", gouge ? "gouge" : "collision");
    json_put_string(j, "body", nc_body_name(f->body));
    json_put_string(j, "against", nc_against_name(t->kind));
    json_put_bool(j, "rapid", m->rapid);
    json_put_bool(j, "undecided", f->undecided);
    json_put_number(j, "lo", f->lo);
    json_put_number(j, "hi", f->hi);
    json_put_number(j, "lift", f->lift);
    json_put_number(j, "beyond", f->lo - nc_allowed(r->options, f->body));
    json_put_numbers(j, "at", f->at, 3);
    json_put_numbers(j, "tool", f->tool, 3);
    json_key(j, "triangle");
    if (f->triangle == UINT32_MAX)
        json_null(j);
    else
        json_count(j, f->triangle);
    json_close(j);
}

static void write_facts(report* p, const nc_result* r)
{
    const char* unit = nc_unit_name(r->program.unit);
    report_facts(p);
    report_fact(p, "program", "%s", path_name(r->options->program));
    report_fact(p, "moves", "%zu, %.6g %s long, of these %.6g rapid", r->program.move_count,
                r->length, unit, r->rapid_length);
    report_fact(p, "tolerance", "%.6g %s", r->options->tolerance, unit);
    if (r->options->clearance > 0)
        report_fact(p, "clearance", "%.6g %s", r->options->clearance, unit);
    report_fact(p, "seconds", "%.3f to check", r->check_seconds);
    report_fact(p, "made by", "abut %s", ABUT_VERSION_STRING);
    json_close(&p->json);
}

static void write_own(report* p, const nc_result* r, const nc_sight* s)
{
    json* j = &p->json;
    json_put_string(j, "unit", nc_unit_name(r->program.unit));
    json_put_numbers(j, "tip", s->tip, 3);
    json_put_number(j, "toolSize", s->tool_count ? s->tools[s->shown_tool].size : 1);
    json_key(j, "findings");
    json_array(j, true);
    for (size_t i = 0; i < r->finding_count; i++)
        write_finding(j, r, &r->findings[i]);
    json_close(j);
    write_facts(p, r);
}

static void write_path(report* p, const nc_result* r, const nc_sight* s)
{
    // As the page has them: bit 0 rapid, bit 1 cuts, bit 2 undecided.
    static const uint8_t flags[] = {0, 1, 4, 2};
    const size_t moves = r->program.move_count;
    FILE* out = p->out->stream;
    see_block b = see_block_begin(out, "path-points", SIZE_MAX);
    for (size_t i = 0; i < s->point_count; i++) {
        float point[3];
        see_frame_point(&p->frame, s->points + 3 * i, point);
        see_block_floats(&b, point, 3);
    }
    see_block_end(&b);
    b = see_block_begin(out, "path-starts", SIZE_MAX);
    see_block_counts(&b, s->starts, moves + 1);
    see_block_end(&b);
    b = see_block_begin(out, "path-tools", SIZE_MAX);
    see_block_bytes(&b, s->move_tools, moves);
    see_block_end(&b);
    b = see_block_begin(out, "path-flags", SIZE_MAX);
    for (size_t i = 0; i < moves; i++) {
        const uint8_t rapid = r->program.moves[i].rapid;
        const uint8_t flag = (uint8_t)(flags[s->inks[i]] | rapid);
        see_block_bytes(&b, &flag, 1);
    }
    see_block_end(&b);
    b = see_block_begin(out, "path-lines", SIZE_MAX);
    for (size_t i = 0; i < moves; i++) {
        const uint32_t line = (uint32_t)r->program.moves[i].line;
        see_block_counts(&b, &line, 1);
    }
    see_block_end(&b);
}

// What the page shows: all targets, then the bodies of all tools.
typedef struct shown {
    see_part* parts;
    report_model* models;
    body_in_place* bodies;
    size_t count, body_count;
} shown;

static void add_tools(shown* w, const nc_sight* s)
{
    static const int colours[NC_BODIES] = {7, 5, 4};
    for (size_t i = 0; i < s->tool_count; i++) {
        for (int b = 0; b < NC_BODIES; b++) {
            const nc_seen_tool* t = &s->tools[i];
            body_in_place* body = &w->bodies[w->body_count++];
            if (!t->bodies[b].count) continue;
            *body = (body_in_place){&t->bodies[b], s->tip};
            w->parts[w->count] = (see_part){
                .triangle_count = t->bodies[b].count, .corners = take_body, .user = body};
            w->models[w->count++] =
                (report_model){.name = nc_body_name((nc_body)b),
                               .note = t->endless && b == NC_CUTTER ? "it goes on upward" : NULL,
                               .role = "tool",
                               .tool = (int)i,
                               .colour = colours[b]};
        }
    }
}

static bool gather(shown* w, nc_result* r, const nc_sight* s)
{
    static const int colours[] = {0, 6, 3};
    const size_t most = r->target_count + NC_BODIES * s->tool_count + 1;
    *w = (shown){calloc(most, sizeof *w->parts), calloc(most, sizeof *w->models),
                 calloc(most, sizeof *w->bodies), 0, 0};
    if (!w->parts || !w->models || !w->bodies) return false;
    for (size_t i = 0; i < r->target_count; i++) {
        nc_target* t = &r->targets[i];
        abut_model_info info = {0};
        if (abut_model_describe(nc_target_model(t), &info) != ABUT_OK) return false;
        w->parts[w->count] = (see_part){
            .triangle_count = info.triangle_count, .corners = nc_target_corners, .user = t};
        w->models[w->count++] = (report_model){
            .letter = nc_against_name(t->kind),
            .name = t->box ? "a box" : report_file_name(t->file.path),
            .path = t->box ? NULL : path_name(t->file.path),
            .role = nc_against_name(t->kind),
            .colour = colours[t->kind],
        };
    }
    add_tools(w, s);
    return true;
}

static bool write_report(const nc_result* r, const nc_sight* s, const shown* w, output* out)
{
    static const char* const verdicts[] = {"Clean", "Gouge", "Collision", "Undecided"};
    static const char* const moods[] = {"fine", "", "", "doubt"};
    const nc_verdict verdict = nc_verdict_of(r);
    char moves[48];
    report p;
    snprintf(moves, sizeof moves, "in %zu moves", r->program.move_count);
    const report_head head = {.verb = "nc",
                              .title = report_file_name(r->options->program),
                              .verdict = verdicts[verdict],
                              .mood = moods[verdict],
                              .summary = moves,
                              .complete = true,
                              .view = r->view,
                              .untinted = r->options->result.picture.how.untinted};
    if (!report_begin(&p, r->options->result.picture.report, out, &head, w->parts, w->models,
                      w->count))
        return false;
    write_own(&p, r, s);
    if (!report_models(&p, &r->warnings)) return false;
    write_path(&p, r, s);
    return report_end(&p);
}

bool nc_write_report(nc_result* r, const nc_sight* s, output* out)
{
    shown w;
    if (!r->options->result.picture.report) return true;
    const bool gathered = gather(&w, r, s);
    if (!gathered) say_status(NULL, ABUT_OUT_OF_MEMORY);
    const bool written = gathered && write_report(r, s, &w, out);
    free(w.parts);
    free(w.models);
    free(w.bodies);
    return written;
}
