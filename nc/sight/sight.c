// sight.c - what there is to see of an NC program: parts, path, tools, and where the worst finding is.
#include "sight/sight.h"

#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALVES_MOST = 9 };  // of an arc that is drawn

// ------------------------------------------------------------------------------------------- tools

static bool fill_tool(nc_seen_tool* t, const tool_body bodies[NC_BODIES])
{
    double top = 0;
    for (int b = 0; b < NC_BODIES; b++)
        for (int i = 0; i < bodies[b].count; i++) {
            const abut_turned* piece = &bodies[b].pieces[i];
            for (int k = 0; k < piece->ring_count; k++) {
                const abut_ring* r = &piece->rings[k];
                if (b == NC_CUTTER) t->size = fmax(t->size, r->radius + r->corner);
                top = fmax(top, r->height + r->corner);
            }
            t->endless |= piece->endless != 0;
        }
    top += t->endless ? 6 * t->size : 0;
    for (int b = 0; b < NC_BODIES; b++)
        for (int i = 0; i < bodies[b].count; i++)
            if (!nc_mesh_add(&t->bodies[b], &bodies[b].pieces[i], top) ||
                !nc_mesh_add(&t->all, &bodies[b].pieces[i], top))
                return false;
    return true;
}

// Find the tools of all moves. Of more than can be seen the last one stands for the others.
static bool find_tools(nc_sight* s)
{
    const nc_program* p = &s->result->program;
    for (size_t i = 0; i < p->move_count; i++) {
        const nc_move* m = &p->moves[i];
        size_t k = 0;
        while (k < s->tool_count && s->tools[k].number != m->tool)
            k++;
        if (k == s->tool_count && k < NC_TOOLS_MOST) {
            tool_body bodies[NC_BODIES];
            if (!nc_fit_tool(s->result, m, bodies)) return false;
            s->tools[k].number = m->tool;
            s->tool_count++;
            if (!fill_tool(&s->tools[k], bodies)) return false;
        }
        s->move_tools[i] = (uint8_t)(k < s->tool_count ? k : s->tool_count - 1);
    }
    return true;
}

// -------------------------------------------------------------------------------------------- path

static bool add_point(nc_sight* s, const double p[3])
{
    if (s->point_count == s->point_capacity) {
        s->point_capacity = 2 * s->point_capacity + 1024;
        double* grown = realloc(s->points, 3 * s->point_capacity * sizeof *grown);
        if (!grown) return false;
        s->points = grown;
    }
    memcpy(s->points + 3 * s->point_count++, p, 3 * sizeof *p);
    return true;
}

// NOLINTNEXTLINE(misc-no-recursion): as deep as halves
static bool add_curve(nc_sight* s, const nc_curve* curve, double error, int halves)
{
    if (nc_curve_error(curve) <= error || halves == 0) return add_point(s, curve->to);
    nc_curve before, behind;
    nc_curve_halve(curve, &before, &behind);
    return add_curve(s, &before, error, halves - 1) && add_curve(s, &behind, error, halves - 1);
}

static bool find_path(nc_sight* s)
{
    const nc_result* r = s->result;
    double extent = 0;
    for (int k = 0; k < 3 && r->program.move_count; k++)
        extent = fmax(extent, r->high[k] - r->low[k]);
    for (size_t i = 0; i < r->program.move_count; i++) {
        const nc_move* m = &r->program.moves[i];
        s->starts[i] = (uint32_t)s->point_count;
        if (!add_point(s, m->from)) return false;
        if (nc_is_curved(m)) {
            const nc_curve whole = nc_curve_whole(m);
            if (!add_curve(s, &whole, extent / 4000, HALVES_MOST)) return false;
        } else if (!add_point(s, m->to)) {
            return false;
        }
    }
    s->starts[r->program.move_count] = (uint32_t)s->point_count;
    s->line_count = s->point_count - r->program.move_count;
    s->line_move = malloc((s->line_count + 1) * sizeof *s->line_move);
    if (!s->line_move) return false;
    size_t line = 0;
    for (size_t i = 0; i < r->program.move_count; i++)
        for (uint32_t k = s->starts[i]; k + 1 < s->starts[i + 1]; k++)
            s->line_move[line++] = i;
    return true;
}

static void colour_moves(nc_sight* s)
{
    const nc_result* r = s->result;
    double most = -HUGE_VAL;
    s->worst = SIZE_MAX;
    for (size_t i = 0; i < r->program.move_count; i++)
        s->inks[i] = r->program.moves[i].rapid ? NC_INK_RAPID : NC_INK_FEED;
    for (size_t i = 0; i < r->finding_count; i++) {
        const nc_finding* f = &r->findings[i];
        const uint8_t ink = f->undecided ? NC_INK_UNDECIDED : NC_INK_CUT;
        const double beyond = f->lo - nc_allowed(r->options, f->body);
        if (ink > s->inks[f->move]) s->inks[f->move] = ink;
        if (s->worst != SIZE_MAX && !(beyond > most)) continue;
        most = beyond;
        s->worst = i;
    }
    if (s->worst != SIZE_MAX) {
        s->shown_tool = s->move_tools[r->findings[s->worst].move];
        memcpy(s->tip, r->findings[s->worst].tool, sizeof s->tip);
    } else if (r->program.move_count) {  // where the program is done with half of its moves
        const size_t middle = r->program.move_count / 2;
        s->shown_tool = s->move_tools[middle];
        memcpy(s->tip, r->program.moves[middle].to, sizeof s->tip);
    }
}

// ------------------------------------------------------------------------------------------- scene

void nc_target_corners(void* user, size_t first, size_t count, double* out)
{
    const nc_target* t = user;
    (void)abut_model_triangles(nc_target_model(t), first, count,
                               out);  // it has them: it cannot fail
}

static void take_tool(void* user, size_t first, size_t count, double* out)
{
    const nc_sight* s = user;
    const double* from = s->tools[s->shown_tool].all.triangles + 9 * first;
    for (size_t i = 0; i < 9 * count; i++)
        out[i] = from[i] + s->tip[i % 3];
}

static void take_line(void* user, size_t index, see_line* out)
{
    const nc_sight* s = user;
    const size_t move = s->line_move[index];
    const double* from = s->points + 3 * (index + move);  // a move has one more point than lines
    memcpy(out->points, from, sizeof out->points);
    out->ink = s->inks[move];
}

static void take_finding(void* user, size_t index, see_contact* out)
{
    const nc_sight* s = user;
    const nc_finding* f = &s->result->findings[index];
    const int part = f->triangle == UINT32_MAX ? -1 : s->target_parts[f->target];
    *out = (see_contact){.part = {part, -1}, .triangle = {f->triangle, 0}, .point_count = 1};
    memcpy(out->points[0], f->at, sizeof f->at);
}

static bool add_part(nc_sight* s, const see_part* part, char* note)
{
    see_scene* scene = &s->scene;
    s->notes[scene->part_count] = note;
    scene->parts[scene->part_count] = *part;
    scene->parts[scene->part_count++].note = note;
    return note != NULL;
}

// The first targets, as many as there are parts for, then the tool.
static bool add_parts(nc_sight* s)
{
    static const char* const labels[] = {"part: ", "stock: ", "fixture: "};
    static const int colours[] = {0, 6, 3};
    const nc_result* r = s->result;
    for (size_t i = 0; i < r->target_count; i++) {
        const nc_target* t = &r->targets[i];
        abut_model_info info = {0};
        s->target_parts[i] = -1;
        if (s->scene.part_count == SEE_PARTS_MOST - 1) continue;
        s->target_parts[i] = s->scene.part_count;
        if (abut_model_describe(nc_target_model(t), &info) != ABUT_OK) return false;
        const see_part part = {.label = labels[t->kind],
                               .name = nc_target_name(t),
                               .colour = colours[t->kind],
                               .triangle_count = info.triangle_count,
                               .corners = nc_target_corners,
                               .user = (void*)(uintptr_t)t};
        if (!add_part(
                s, &part,
                say_text(", %zu triangle%s", info.triangle_count, plural(info.triangle_count))))
            return false;
    }
    if (!s->tool_count) return true;
    const nc_seen_tool* t = &s->tools[s->shown_tool];
    const see_part part = {.label = "tool",
                           .name = "",
                           .colour = SEE_PARTS_MOST - 1,
                           .triangle_count = t->all.count,
                           .corners = take_tool,
                           .user = s};
    return add_part(s, &part,
                    s->worst != SIZE_MAX
                        ? say_text(" where it cuts worst, line %zu%s",
                                   r->program.moves[r->findings[s->worst].move].line,
                                   t->endless ? "; it goes on upward" : "")
                        : say_text(" on its way%s", t->endless ? "; it goes on upward" : ""));
}

static void name_inks(nc_sight* s)
{
    static const char* const names[SEE_INKS] = {"path: clean, feed", "path: clean, rapid",
                                                "path: undecided", "path: cuts what it must not"};
    for (size_t i = 0; s->inks && i < s->result->program.move_count; i++)
        s->scene.inks[s->inks[i]] = names[s->inks[i]];
}

static char* verdict_of(const nc_result* r)
{
    size_t cuts = 0;
    for (size_t i = 0; i < r->finding_count; i++)
        cuts += !r->findings[i].undecided;
    if (cuts) return say_text("cut that must not be: %zu place%s", cuts, cuts == 1 ? "" : "s");
    return r->finding_count ? say_text("undecided: %zu places", r->finding_count)
                            : say_text("clean: nothing is cut that must not be");
}

bool nc_see(const nc_result* r, nc_sight* s)
{
    const size_t moves = r->program.move_count;
    *s = (nc_sight){.result = r,
                    .move_tools = calloc(moves + 1, 1),
                    .inks = calloc(moves + 1, 1),
                    .starts = calloc(moves + 1, sizeof *s->starts),
                    .verdict = verdict_of(r)};
    bool fine =
        s->move_tools && s->inks && s->starts && s->verdict && find_tools(s) && find_path(s);
    if (fine) {
        colour_moves(s);
        fine = add_parts(s);
    }
    s->scene.user = s;
    s->scene.verdict = s->verdict;
    s->scene.contact = take_finding;
    s->scene.contact_count = r->finding_count;
    s->scene.line = take_line;
    s->scene.line_count = s->line_count;
    s->scene.is_way = true;
    name_inks(s);
    if (!fine) say_status("cannot draw", ABUT_OUT_OF_MEMORY);
    return fine;
}

void nc_sight_free(nc_sight* s)
{
    for (size_t i = 0; i < s->tool_count; i++) {
        free(s->tools[i].all.triangles);
        for (int b = 0; b < NC_BODIES; b++)
            free(s->tools[i].bodies[b].triangles);
    }
    for (int i = 0; i < SEE_PARTS_MOST; i++)
        free(s->notes[i]);
    free(s->move_tools);
    free(s->inks);
    free(s->points);
    free(s->starts);
    free(s->line_move);
    free(s->verdict);
}
