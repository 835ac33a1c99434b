// check.c - every move of a program, with every body of the tool, against everything that it must not cut.
//
// Straight moves are asked of the library as they are. An arc or a spline is cut into chords, each with a bound on how far the
// tip is off it: a body that is larger by that (nc_larger), on the chord, holds the body on the curve. Chords are cut until
// they prove what is asked.
#include "say/say.h"
#include "verb/command.h"

#include <abut/contain.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ARC_LEVELS_MOST = 40,
};

typedef struct tool_in_use {
    int number;
    size_t line;
    bool any;  // one was fitted
    tool_body bodies[NC_BODIES];
    double size;
} tool_in_use;

typedef struct checker {
    nc_result* r;
    tool_in_use tool;
    double worst;  // of all depths so far, beyond what is allowed
    progress* progress;
    double told;         // of all moves, what was told of as done
    double begun, part;  // what is asked now: where it begins, and what part of all it is
} checker;

const abut_model* nc_target_model(const nc_target* t)
{
    return t->box ? t->box : t->file.model;
}

double nc_allowed(const nc_options* o, nc_body body)
{
    return body == NC_CUTTER ? o->tolerance : o->tolerance - o->clearance;
}

static bool library_failed(const nc_target* t, abut_status status)
{
    if (status == ABUT_OK) return false;
    say_status(nc_target_name(t), status);
    return true;
}

// ------------------------------------------------------------------------------------------ tools

static double size_of(const abut_turned* t)
{
    double size = 0;
    for (int i = 0; i < t->ring_count; i++) {
        const abut_ring* g = &t->rings[i];
        size = fmax(size, g->radius + fabs(g->height) + g->corner);
    }
    return size;
}

// Find the shape that a move is made with.
static bool shape_of(const nc_result* r, const nc_move* m, tool_shape* out)
{
    const nc_options* o = r->options;
    const tool_entry* e = o->table ? tool_table_find(&r->table, m->tool) : NULL;
    if (e && e->why) {
        say(N010_TOOL_TABLE, "%s:%zu: tool %d cannot be checked: %s", o->table, e->line, m->tool,
            e->why);
        return false;
    }
    if (e) {
        *out = e->shape;
        return true;
    }
    if (o->tool_given) {
        *out = o->tool;
        return true;
    }
    if (m->tool_line == 0)
        say(N011_NO_TOOL, "%s:%zu: a move, but no tool was called (T): give one with --tool",
            o->program, m->line);
    else
        say(N011_NO_TOOL, "%s:%zu: T%d is not in %s: give a --tool for it", o->program,
            m->tool_line, m->tool, o->table ? o->table : "a table");
    return false;
}

bool nc_fit_tool(const nc_result* r, const nc_move* m, tool_body bodies[NC_BODIES])
{
    tool_shape shape;
    if (!shape_of(r, m, &shape) || !tool_shank_fit(&r->options->shank, &shape, &bodies[NC_SHANK]))
        return false;
    bodies[NC_CUTTER] = shape.cutter;
    bodies[NC_HOLDER] = r->options->holder;
    return true;
}

static bool fit_tool(checker* c, const nc_move* m)
{
    tool_in_use* t = &c->tool;
    *t = (tool_in_use){.number = m->tool, .line = m->tool_line, .any = true};
    if (!nc_fit_tool(c->r, m, t->bodies)) return false;
    for (int b = 0; b < NC_BODIES; b++)
        for (int i = 0; i < t->bodies[b].count; i++)
            t->size = fmax(t->size, size_of(&t->bodies[b].pieces[i]));
    return true;
}

// --------------------------------------------------------------------------------------- findings

static bool add_finding(nc_result* r, const nc_finding* f)
{
    if (r->finding_count == r->finding_capacity) {
        const size_t larger = r->finding_capacity * 2 + 64;
        nc_finding* grown = realloc(r->findings, larger * sizeof *grown);
        if (!grown) return say_no_memory();
        r->findings = grown;
        r->finding_capacity = larger;
    }
    r->findings[r->finding_count++] = *f;
    return true;
}

// What is asked of a body on a move, and what was found so far.
typedef struct question {
    checker* checker;
    const abut_model* model;
    const tool_body* body;
    double enough;      // depths up to this are no news
    double allowed;     // beyond it is a finding
    double resolution;  // of a finding
    double least;       // how far an undecided one is followed
    double lo, hi;      // the answer
    abut_depth deepest;
    double time;
    int piece;
} question;

// Tell of progress, within a move, too: a few may take long. A question that is asked again does not go back.
static void tell(checker* c, double share)
{
    c->told = fmax(c->told, c->begun + c->part * share);
    progress_report(c->progress, c->told);
}

// How well a depth must be known: only where what is allowed may lie between, and nothing else is asked, to the last.
static double finest(const question* q)
{
    return q->lo > q->allowed || q->enough < q->allowed ? q->resolution : q->least;
}

// Depths up to this are no news: of the deepest so far others are told apart only by the resolution.
static double bar(const question* q)
{
    return fmax(q->enough, q->lo + (finest(q) > q->least ? finest(q) : 0));
}

// A part of a move, at shares of it, and what its straight way tells: it is the move itself, or the chord of a curve, of which
// the tip is off by no more than error.
typedef struct part {
    nc_curve curve;
    double begin, end;
    double error;  // infinite: no chord is near
    double hi;
} part;

// Ask about a part. A body that is larger by the error, on the chord, holds the body on the curve.
static abut_status ask(question* q, part* p)
{
    const nc_curve* curve = nc_is_curved(p->curve.move) ? &p->curve : NULL;
    const double error = p->error;
    p->hi = -HUGE_VAL;
    tell(q->checker, p->begin);
    for (int i = 0; i < q->body->count; i++) {
        // A chord need not be known better than the curve that it stands for.
        const abut_depth_ask how = {.enough =
                                        fmax(curve ? bar(q) : fmax(q->enough, q->lo), -DBL_MAX),
                                    .resolution = fmax(q->resolution / 10, error / 10)};
        double more = 0;
        const abut_turned piece =
            curve ? nc_larger(&q->body->pieces[i], curve, error, &more) : q->body->pieces[i];
        abut_depth d;
        const abut_status status =
            abut_turned_depth(q->model, &piece, p->curve.from, p->curve.to, &how, &d);
        if (status != ABUT_OK) return status;
        p->hi = fmax(p->hi, d.hi);
        // The body itself is less deep by what it is smaller, and by the error again where it is off.
        const double low = curve ? d.lo - (more + error) * (1 + 0x1p-40) : d.lo;
        if (!(low > q->lo) || d.triangle == UINT32_MAX) continue;
        q->lo = low;
        q->deepest = d;
        q->time = p->begin + (p->end - p->begin) * d.time;
        q->piece = i;
    }
    return ABUT_OK;
}

static abut_status ask_part(question* q, part* p)
{
    p->error = nc_curve_error(&p->curve);
    p->hi = HUGE_VAL;
    if (!(p->error < HUGE_VAL)) return ABUT_OK;
    return ask(q, p);
}

// Whether a part need not be halved. Half a chord is off by a quarter; where it is not, the radii of the program are.
static bool is_known(const question* q, const part* p, double error_before, int levels)
{
    return p->hi <= bar(q) || 2 * p->error <= finest(q) || levels == 0 ||
           (p->error < HUGE_VAL && p->error > error_before / 2);
}

// Follow a curve, or a part of it, down to what is asked; the half that may be deeper first.
// NOLINTNEXTLINE(misc-no-recursion): as deep as levels
static abut_status ask_halves(question* q, const part* whole, int levels)
{
    part halves[2] = {*whole, *whole};
    nc_curve_halve(&whole->curve, &halves[0].curve, &halves[1].curve);
    halves[0].end = halves[1].begin = whole->begin + (whole->end - whole->begin) / 2;
    for (int i = 0; i < 2; i++) {
        const abut_status status = ask_part(q, &halves[i]);
        if (status != ABUT_OK) return status;
    }
    const int first = halves[1].hi > halves[0].hi;
    for (int i = 0; i < 2; i++) {
        const part* p = &halves[i ? !first : first];
        if (is_known(q, p, whole->error, levels)) {
            q->hi = fmax(q->hi, p->hi);
            continue;
        }
        const abut_status status = ask_halves(q, p, levels - 1);
        if (status != ABUT_OK) return status;
    }
    return ABUT_OK;
}

static abut_status ask_move(question* q, const nc_move* m)
{
    part whole = {.curve = {.move = m}, .begin = 0, .end = 1, .error = 0};
    memcpy(whole.curve.from, m->from, sizeof m->from);
    memcpy(whole.curve.to, m->to, sizeof m->to);
    const bool is_curved = nc_is_curved(m);
    if (is_curved) whole.curve = nc_curve_whole(m);
    const abut_status status = is_curved ? ask_part(q, &whole) : ask(q, &whole);
    if (status != ABUT_OK) return status;
    if (is_curved && !is_known(q, &whole, HUGE_VAL, ARC_LEVELS_MOST))
        return ask_halves(q, &whole, ARC_LEVELS_MOST);
    q->hi = fmax(q->hi, whole.hi);
    return ABUT_OK;
}

static void keep_worst(checker* c, nc_body body, double lo, double hi)
{
    nc_worst* w = &c->r->worst[body != NC_CUTTER];
    w->lo = fmax(w->lo, lo);
    w->hi = fmax(w->hi, hi);
    c->worst = fmax(c->worst, lo - nc_allowed(c->r->options, body));
}

// Ask about a body on a move, and keep what is found.
static bool check_body(checker* c, size_t move, nc_body body, size_t target)
{
    nc_result* r = c->r;
    const nc_move* m = &r->program.moves[move];
    const nc_target* t = &r->targets[target];
    question q = {.checker = c,
                  .model = nc_target_model(t),
                  .body = &c->tool.bodies[body],
                  .lo = -HUGE_VAL,
                  .hi = -HUGE_VAL};
    if (q.body->count == 0) return true;
    q.allowed = nc_allowed(r->options, body);
    q.least = 1e-9 * c->tool.size;
    // Along a floor every chord of a curve is as deep as the rest: their number goes with the root of this.
    q.resolution = fmax(q.least, (nc_is_curved(m) ? 1e-2 : 1e-3) * r->options->tolerance);
    // Many moves are as deep as the worst, along a floor say: which of them is deeper by a little need not be known.
    q.enough = fmax(q.allowed + fmin(c->worst + q.resolution, 0), -DBL_MAX);
    if (library_failed(t, ask_move(&q, m))) return false;
    if (q.lo <= q.allowed && q.hi > q.allowed && q.enough < q.allowed) {
        // Now only what is allowed counts, which may be decided to the last bit.
        q.enough = q.allowed;
        q.hi = -HUGE_VAL;
        if (library_failed(t, ask_move(&q, m))) return false;
    }
    keep_worst(c, body, q.lo, q.hi);
    if (q.hi <= q.allowed) return true;
    nc_finding f = {
        .move = move, .body = body, .target = target, .lo = q.lo, .hi = q.hi, .time = q.time};
    f.undecided = !(q.lo > q.allowed);
    f.triangle = t->box ? q.deepest.triangle : model_file_triangle(&t->file, q.deepest.triangle);
    for (int k = 0; k < 3; k++) {
        f.at[k] = q.deepest.point[k];
        f.tool[k] = q.deepest.tool[k];
    }
    if (library_failed(
            t, nc_lift(q.model, q.body, m, f.tool, c->tool.size, r->options->tolerance, &f.lift)))
        return false;
    return add_finding(r, &f);
}

// ---------------------------------------------------------------------------- wholly inside a solid

// Find the middle of a piece, and bounds on the depth that a solid all around it has in it.
static double deepest_inside(const abut_turned* t, double* height, double* most)
{
    double low = HUGE_VAL, high = -HUGE_VAL, radius = 0;
    for (int i = 0; i < t->ring_count; i++) {
        low = fmin(low, t->rings[i].height - t->rings[i].corner);
        high = fmax(high, t->rings[i].height + t->rings[i].corner);
        radius = fmax(radius, t->rings[i].radius + t->rings[i].corner);
    }
    *most = fmin(radius, (high - low) / 2) * (1 + 0x1p-50);
    *height = low / 2 + high / 2;
    const double point[3] = {0, 0, *height}, at[3] = {0};
    const uint32_t corners[3] = {0, 0, 0};
    const abut_soup soup = {
        .vertices = point, .vertex_count = 1, .triangles = corners, .triangle_count = 1};
    abut_model* probe = NULL;
    abut_depth d = {.lo = 0};
    if (abut_model_build(&probe, &soup, &(abut_build){.method = ABUT_METHOD_BRUTE}) == ABUT_OK)
        (void)abut_turned_depth(probe, t, at, at, &(abut_depth_ask){.enough = -DBL_MAX}, &d);
    abut_model_free(probe);
    return d.lo;
}

// Whether a surface is above a point: else no closed one is around it. As cheap as a move; abut_contain is linear.
static abut_status is_covered(const abut_model* model, const double point[3], double size,
                              bool* out)
{
    const abut_turned needle = {.rings = {{1e-6 * size, 0, 0}}, .ring_count = 1, .endless = 1};
    abut_depth d;
    const abut_status status = abut_turned_depth(model, &needle, point, point, NULL, &d);
    *out = status != ABUT_OK || d.hi > 0;
    return status;
}

// Surfaces tell where a tool enters a solid. Where it begins wholly inside of one, no surface does.
static bool check_inside(checker* c, size_t move, nc_body body, size_t target, bool anew)
{
    const nc_move* m = &c->r->program.moves[move];
    const nc_target* t = &c->r->targets[target];
    const tool_body* b = &c->tool.bodies[body];
    for (int i = 0; i < b->count; i++) {
        if (b->pieces[i].endless) continue;  // it passes through every surface above
        double height, most;
        const double depth = deepest_inside(&b->pieces[i], &height, &most);
        const double point[3] = {m->from[0], m->from[1], m->from[2] + height};
        bool covered = true;
        if (!anew &&
            library_failed(t, is_covered(nc_target_model(t), point, c->tool.size, &covered)))
            return false;
        if (!covered) continue;
        const uint32_t corners[3] = {0, 0, 0};
        const abut_soup soup = {
            .vertices = point, .vertex_count = 1, .triangles = corners, .triangle_count = 1};
        abut_instance a = {.model = NULL}, other = {.model = nc_target_model(t)};
        abut_model* probe = NULL;
        abut_query* query = NULL;
        abut_containment answer = {.relation = ABUT_RELATION_SEPARATE};
        abut_model_info info;
        abut_status status = abut_model_describe(other.model, &info);
        if (status == ABUT_OK)
            status = abut_model_build(&probe, &soup, &(abut_build){.method = info.method});
        a.model = probe;
        if (status == ABUT_OK) status = abut_query_create(&query, NULL);
        if (status == ABUT_OK) status = abut_contain(query, &a, &other, NULL, &answer);
        const bool inside = status == ABUT_OK && answer.relation == ABUT_RELATION_A_INSIDE_B;
        abut_query_free(query);
        abut_model_free(probe);
        if (library_failed(t, status)) return false;
        if (!inside) continue;
        nc_finding f = {.move = move,
                        .body = body,
                        .target = target,
                        .lo = depth,
                        .hi = most,
                        .triangle = UINT32_MAX,
                        .lift = (double)NAN};
        for (int k = 0; k < 3; k++) {
            f.at[k] = point[k];
            f.tool[k] = m->from[k];
        }
        keep_worst(c, body, f.lo, f.hi);
        return add_finding(c->r, &f);
    }
    return true;
}

// ------------------------------------------------------------------------------------------ moves

// The cutter may cut the stock, but not in a rapid.
static bool may_cut(const nc_move* m, nc_body body, nc_against kind)
{
    return body == NC_CUTTER && kind == NC_STOCK && !m->rapid;
}

static bool check_move(checker* c, size_t i)
{
    const nc_result* r = c->r;
    const nc_move* m = &r->program.moves[i];
    const bool changed = !c->tool.any || c->tool.number != m->tool || c->tool.line != m->tool_line;
    if (changed && !fit_tool(c, m)) return false;
    const double of_move = 1 / (double)(r->target_count * NC_BODIES + 1);
    c->part = of_move / (double)r->program.move_count;
    const bool after_feed = i > 0 && !r->program.moves[i - 1].rapid && m->rapid;
    for (size_t t = 0; t < r->target_count; t++) {
        for (int b = 0; b < NC_BODIES; b++) {
            const nc_body body = (nc_body)b;
            c->begun = ((double)i + (double)(t * NC_BODIES + (size_t)b) * of_move) /
                       (double)r->program.move_count;
            if (may_cut(m, body, r->targets[t].kind)) continue;
            const size_t before = r->finding_count;
            if (!check_body(c, i, body, t)) return false;
            const bool stock_left =
                after_feed && body == NC_CUTTER && r->targets[t].kind == NC_STOCK;
            if (r->finding_count == before && (changed || stock_left) &&
                !check_inside(c, i, body, t, changed))
                return false;
        }
    }
    return true;
}

static void measure(nc_result* r)
{
    for (int k = 0; k < 3; k++) {
        r->low[k] = HUGE_VAL;
        r->high[k] = -HUGE_VAL;
    }
    for (size_t i = 0; i < r->program.move_count; i++) {
        const nc_move* m = &r->program.moves[i];
        const double length = nc_move_length(m);
        r->length += length;
        if (m->rapid) r->rapid_length += length;
        nc_move_bounds(m, r->low, r->high);
    }
}

bool nc_check(nc_result* r, progress* p)
{
    checker c = {.r = r, .worst = -HUGE_VAL, .progress = p};
    for (int i = 0; i < 2; i++)
        r->worst[i] = (nc_worst){-HUGE_VAL, -HUGE_VAL};
    measure(r);
    progress_begin(p, "checking", path_name(r->options->program));
    bool fine = true;
    for (size_t i = 0; i < r->program.move_count && fine; i++) {
        fine = check_move(&c, i);
    }
    r->check_seconds = progress_end(p);
    return fine;
}
