// output.c - the result of "abut nc" for people, for programs and for tables.
#include "output/json_parts.h"
#include "say/say.h"
#include "text/printable.h"
#include "verb/command.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

const char* nc_body_name(nc_body body)
{
    static const char* const names[] = {"cutter", "shank", "holder"};
    return names[body];
}

const char* nc_against_name(nc_against against)
{
    static const char* const names[] = {"part", "stock", "fixture"};
    return names[against];
}

const char* nc_target_name(const nc_target* t)
{
    return t->box ? "the box of --stock" : path_name(t->file.path);
}

nc_verdict nc_verdict_of(const nc_result* r)
{
    nc_verdict verdict =
        result_is_hollow(&r->options->result, r->is_empty) ? NC_UNDECIDED : NC_CLEAN;
    for (size_t i = 0; i < r->finding_count; i++) {
        const nc_finding* f = &r->findings[i];
        if (f->undecided) {
            if (verdict == NC_CLEAN) verdict = NC_UNDECIDED;
        } else if (f->body != NC_CUTTER || r->targets[f->target].kind != NC_PART) {
            return NC_COLLISION;
        } else {
            verdict = NC_GOUGE;
        }
    }
    return verdict;
}

static const char* verdict_text(nc_verdict verdict)
{
    static const char* const texts[] = {"clean", "gouge", "collision", "undecided"};
    return texts[verdict];
}

// The bounds of the worst depth: that which is farthest beyond what is allowed.
static nc_worst worst_of(const nc_result* r)
{
    const double cutter = r->worst[0].lo - nc_allowed(r->options, NC_CUTTER);
    const double other = r->worst[1].lo - nc_allowed(r->options, NC_SHANK);
    return r->worst[other > cutter];
}

// ------------------------------------------------------------------------------------------- text

static double beyond(const nc_result* r, const nc_finding* f)
{
    return f->lo - nc_allowed(r->options, f->body);
}

typedef struct ranked {
    double beyond;
    size_t finding;
} ranked;

static int compare_ranked(const void* x, const void* y)
{
    const ranked *a = x, *b = y;
    if (a->beyond != b->beyond) return a->beyond > b->beyond ? -1 : 1;
    return (a->finding > b->finding) - (a->finding < b->finding);
}

// The worst findings first; of equal ones the first in the program. To be freed; NULL without memory.
static ranked* worst_first(const nc_result* r)
{
    ranked* order = malloc((r->finding_count + 1) * sizeof *order);
    for (size_t i = 0; order && i < r->finding_count; i++)
        order[i] = (ranked){beyond(r, &r->findings[i]), i};
    if (order) qsort(order, r->finding_count, sizeof *order, compare_ranked);
    return order;
}

static void write_finding(const nc_result* r, const nc_finding* f, FILE* out)
{
    const nc_move* m = &r->program.moves[f->move];
    const nc_target* t = &r->targets[f->target];
    fprintf(out, "  line %zu, move %zu%s: %s in %s", m->line, f->move, m->rapid ? " (rapid)" : "",
            nc_body_name(f->body), nc_against_name(t->kind));
    if (t->kind == NC_FIXTURE) {
        fputc(' ', out);
        printable_write(nc_target_name(t), out);
    }
    if (f->triangle == UINT32_MAX) {
        fputs(": begins wholly inside\n", out);
        return;
    }
    fprintf(out,
            ": depth %.9g%s, lift %.9g\n    at %.9g, %.9g, %.9g, tip at %.9g, %.9g, %.9g, triangle "
            "%" PRIu32 "\n",
            f->lo, f->undecided ? " at least, undecided" : "", f->lift, f->at[0], f->at[1],
            f->at[2], f->tool[0], f->tool[1], f->tool[2], f->triangle);
}

void nc_write_text(const void* result, FILE* out)
{
    const nc_result* r = result;
    const nc_program* p = &r->program;
    const char* unit = nc_unit_name(p->unit);
    fputs("program: ", out);
    printable_write(path_name(r->options->program), out);
    fprintf(out, ", %zu move%s, %.9g %s long, of these %.9g rapid\n", p->move_count,
            plural(p->move_count), r->length, unit, r->rapid_length);
    if (p->move_count > 0)
        fprintf(out, "the tip: x %.9g to %.9g, y %.9g to %.9g, z %.9g to %.9g\n", r->low[0],
                r->high[0], r->low[1], r->high[1], r->low[2], r->high[2]);
    for (size_t i = 0; i < r->target_count; i++) {
        const nc_target* t = &r->targets[i];
        fprintf(out, "%s: ", nc_against_name(t->kind));
        printable_write(nc_target_name(t), out);
        if (!t->box)
            fprintf(out, ", %zu triangle%s", t->file.info.triangle_count,
                    plural(t->file.info.triangle_count));
        fputc('\n', out);
    }
    const nc_verdict verdict = nc_verdict_of(r);
    const bool is_hollow = verdict == NC_UNDECIDED && r->is_empty && r->finding_count == 0;
    fprintf(out, "verdict: %s%s\n", verdict_text(verdict),
            is_hollow ? ": not all that was asked about can be checked" : "");
    const nc_worst worst = worst_of(r);
    if (isfinite(worst.lo))
        fprintf(out, "worst depth: %.9g to %.9g %s\n", worst.lo, worst.hi, unit);
    ranked* order = worst_first(r);
    const size_t asked = (size_t)r->options->worst;
    const size_t shown = !order ? 0 : r->finding_count < asked ? r->finding_count : asked;
    fprintf(out, "findings: %zu", r->finding_count);
    if (shown < r->finding_count)
        fprintf(out, ", the worst %zu of %zu shown", shown, r->finding_count);
    fputc('\n', out);
    for (size_t i = 0; i < shown; i++)
        write_finding(r, &r->findings[order[i].finding], out);
    free(order);
    result_write_sight(&r->options->result, r->view, out);
    double seconds = 0;
    for (size_t i = 0; i < r->target_count; i++)
        seconds += r->targets[i].file.read_seconds + r->targets[i].file.build_seconds;
    fprintf(out, "seconds: %.3f to read and build, %.3f to check\n", seconds, r->check_seconds);
}

// ------------------------------------------------------------------------------------------- JSON

static void write_finding_json(const nc_result* r, const nc_finding* f, json* j)
{
    const nc_move* m = &r->program.moves[f->move];
    json_object(j, false);
    json_put_count(j, "line", m->line);
    json_put_count(j, "move", f->move);
    json_put_string(j, "body", nc_body_name(f->body));
    json_put_bool(j, "rapid", m->rapid);
    json_put_string(j, "against", nc_against_name(r->targets[f->target].kind));
    json_put_number(j, "lo", f->lo);
    json_put_number(j, "hi", f->hi);
    json_put_number(j, "lift", f->lift);
    json_put_number(j, "time", f->time);
    json_put_numbers(j, "at", f->at, 3);
    json_put_numbers(j, "tool", f->tool, 3);
    json_key(j, "triangle");
    if (f->triangle == UINT32_MAX)
        json_null(j);
    else
        json_count(j, f->triangle);
    json_put_string(j, "file",
                    r->targets[f->target].box ? "" : nc_target_name(&r->targets[f->target]));
    json_put_bool(j, "undecided", f->undecided);
    json_close(j);
}

void nc_write_json(const void* result, FILE* out)
{
    const nc_result* r = result;
    json j = {.out = out};
    const nc_worst worst = worst_of(r);
    json_begin(&j);
    json_put_string(&j, "program", r->options->program);
    json_put_count(&j, "moves", r->program.move_count);
    json_put_number(&j, "length", r->length);
    json_put_string(&j, "units", nc_unit_name(r->program.unit));
    json_put_numbers(&j, "low", r->low, 3);
    json_put_numbers(&j, "high", r->high, 3);
    json_put_number(&j, "tolerance", r->options->tolerance);
    json_put_string(&j, "verdict", verdict_text(nc_verdict_of(r)));
    json_put_bool(&j, "empty", r->is_empty);
    json_key(&j, "worst");
    json_object(&j, false);
    json_put_number(&j, "lo", worst.lo);
    json_put_number(&j, "hi", worst.hi);
    json_close(&j);
    json_key(&j, "findings");
    json_array(&j, true);
    for (size_t i = 0; i < r->finding_count; i++)
        write_finding_json(r, &r->findings[i], &j);
    json_close(&j);
    json_key(&j, "warnings");
    warnings_write(&r->warnings, &j);
    json_put_seconds(&j, "seconds", r->check_seconds);
    json_close(&j);
}

void nc_write_csv(const void* result, FILE* out)
{
    const nc_result* r = result;
    const csv table = result_csv(&r->options->result, out);
    fputs("line,move,body,rapid,against,lo,hi,lift,time,at_x,at_y,at_z,tool_x,tool_y,tool_z,"
          "triangle,undecided",
          out);
    csv_end_line(&table);
    for (size_t i = 0; i < r->finding_count; i++) {
        const nc_finding* f = &r->findings[i];
        const nc_move* m = &r->program.moves[f->move];
        fprintf(out, "%zu,%zu,%s,%d,%s,%.17g,%.17g,", m->line, f->move, nc_body_name(f->body),
                m->rapid, nc_against_name(r->targets[f->target].kind), f->lo, f->hi);
        if (isfinite(f->lift)) fprintf(out, "%.17g", f->lift);
        fprintf(out, ",%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,%.17g,", f->time, f->at[0], f->at[1],
                f->at[2], f->tool[0], f->tool[1], f->tool[2]);
        if (f->triangle != UINT32_MAX) fprintf(out, "%" PRIu32, f->triangle);
        fprintf(out, ",%d", f->undecided);
        csv_end_line(&table);
    }
}
