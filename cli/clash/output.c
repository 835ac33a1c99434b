// output.c - the result of "abut clash" for people, for programs and for tables.
#include "clash/clash.h"
#include "output/json_parts.h"
#include "output/measured.h"
#include "say/say.h"
#include "system/system.h"
#include "text/printable.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

// A pair of the result, and how far apart its objects are.
typedef struct clash_place {
    size_t index;
    double apart;
} clash_place;

static bool has_contact(const abut_clash* c)
{
    return c->count > 0;
}

// ------------------------------------------------------------------------------------------- text

static void write_heading(const clash_result* r, FILE* out)
{
    const bool gaps = r->options->clearance.is_given;
    if (gaps) fprintf(out, "%-8s %12s ", "state", "apart");
    fprintf(out, "%8s %8s %8s %8s  %-38s", "pairs", "cross", "touch", "coplanar",
            gaps ? "box of the contact, or nearest points" : "box of the contact");
    if (r->options->inside) fprintf(out, "  %-10s", "relation");
    fputs("  objects\n", out);
}

static void write_clash(const clash_result* r, size_t i, FILE* out)
{
    const abut_clash* c = &r->clashes.clashes[i];
    const abut_pair* pair = &r->clashes.pairs[i];
    char box[256] = "";
    const double* ends[2] = {c->low, c->high};
    const abut_gap* gap = clash_gap(r, i);
    if (gap) fprintf(out, "%-8s %12.6g ", abut_band_text(gap->band), gap->distance.lo);
    if (clash_is_close(r, i)) {
        ends[0] = gap->distance.a_point;
        ends[1] = gap->distance.b_point;
    }
    if (has_contact(c) || clash_is_close(r, i))
        snprintf(box, sizeof box, "%.5g,%.5g,%.5g to %.5g,%.5g,%.5g", ends[0][0], ends[0][1],
                 ends[0][2], ends[1][0], ends[1][1], ends[1][2]);
    fprintf(out, "%8zu %8zu %8zu %8zu  %-38s", c->count, c->kind_count[ABUT_KIND_CROSS],
            c->kind_count[ABUT_KIND_TOUCH], c->kind_count[ABUT_KIND_COPLANAR], box);
    if (r->options->inside) fprintf(out, "  %-10s", abut_relation_text(c->relation));
    fputs("  ", out);
    printable_write(clash_name(&r->objects[pair->a]), out);
    fputs(", ", out);
    printable_write(clash_name(&r->objects[pair->b]), out);
    fputc('\n', out);
}

// In contact first, then the nearest.
static int compare_gaps(const void* x, const void* y)
{
    const clash_place *p = x, *q = y;
    if (p->apart < q->apart || p->apart > q->apart) return p->apart < q->apart ? -1 : 1;
    return p->index < q->index ? -1 : 1;
}

// With distances the worst first; as they come, if there is no memory to order them.
static void write_table(const clash_result* r, FILE* out)
{
    const abut_clashes* c = &r->clashes;
    clash_place* order = c->gaps ? calloc(c->count + 1, sizeof *order) : NULL;
    for (size_t i = 0; order && i < c->count; i++)
        order[i] = (clash_place){i, has_contact(&c->clashes[i]) ? -1 : c->gaps[i].distance.lo};
    if (order) qsort(order, c->count, sizeof *order, compare_gaps);
    if (c->count) write_heading(r, out);
    for (size_t i = 0; i < c->count; i++)
        write_clash(r, order ? order[i].index : i, out);
    if (c->count) fputc('\n', out);
    free(order);
}

static json_costs costs_of(const clash_result* r)
{
    const abut_clashes* c = &r->clashes;
    return (json_costs){c->volume_tests, c->triangle_tests, c->node_updates, c->exact_tests,
                        r->read_seconds, r->build_seconds,  r->query_seconds};
}

// Out of core: what it took. It depends on the machine, as times do.
static bool is_told_of_memory(const clash_result* r)
{
    return r->options->memory && !r->options->no_times;
}

static void write_memory(json* j, const clash_result* r)
{
    json_put_count(j, "cells", r->cells.count);
    json_put_count(j, "models_bytes_most", r->cells.bytes_most);
    json_put_count(j, "peak_bytes", (size_t)system_peak_memory());
}

void clash_write_text(const void* result, FILE* out)
{
    const clash_result* r = result;
    const json_costs costs = costs_of(r);
    const abut_clashes* c = &r->clashes;
    const size_t in_contact = clash_contact_count(r);
    uint64_t pairs = 0;
    for (size_t i = 0; i < c->count; i++)
        pairs += c->clashes[i].count;
    if (r->options->is_review)
        clash_review_text(r, out);
    else
        write_table(r, out);
    fprintf(out, "%zu object%s, %zu triangle%s: %zu pair%s of objects in contact", r->object_count,
            plural(r->object_count), r->triangle_count, plural(r->triangle_count), in_contact,
            plural(in_contact));
    if (r->options->inside)
        fprintf(out, ", %zu without contact that are not separate", c->count - in_contact);
    if (r->options->clearance.is_given)
        fprintf(out, ", %zu too close (%s %.17g apart)", c->count - in_contact,
                measure_limit_text(&r->options->clearance), r->options->clearance.distance);
    fprintf(out, "; %zu with boxes that meet\n", c->asked);
    fprintf(out, "%" PRIu64 " pair%s of triangles in contact\n", pairs, plural((size_t)pairs));
    if (clash_is_hollow(r)) fputs("undecided: not all that was asked about can be checked\n", out);
    result_write_sight(&r->options->result, r->view, out);
    if (r->options->stats) costs_write_tests(&costs, out);
    if (is_told_of_memory(r))
        fprintf(out, "memory: %zu cell%s, models of at most %.1f MB at one time; %.1f MB in all\n",
                r->cells.count, plural(r->cells.count), (double)r->cells.bytes_most / 1e6,
                (double)system_peak_memory() / 1e6);
    if (!r->options->no_times) costs_write_seconds(&costs, "search", out);
}

// ------------------------------------------------------------------------------------------- JSON

static void write_objects(json* j, const clash_result* r, size_t first, size_t last)
{
    for (size_t i = first; i < last; i++) {
        const clash_object* object = &r->objects[i];
        json_object(j, false);
        json_put_string(j, "file", object->path);
        if (object->group) {
            json_put_string(j, "group", object->group);
        }
        if (r->options->against_count) {
            json_put_bool(j, "against", object->is_against);
        }
        json_put_count(j, "triangles", object->triangle_count);
        if (r->options->is_review) clash_review_put_object(j, r, i);
        json_close(j);
    }
}

static void write_gap(json* j, const abut_gap* gap)
{
    const abut_distance_answer* d = &gap->distance;
    json_put_string(j, "state", abut_band_text(gap->band));
    json_put_number(j, "lo", d->lo);
    json_put_number(j, "hi", d->hi);
    json_key(j, "pair");
    json_array(j, false);
    json_count(j, d->pair.a);
    json_count(j, d->pair.b);
    json_close(j);
    measured_put_points(j, &d->features, d->a_point, d->b_point);
}

static void write_clashes(json* j, const clash_result* r, size_t first, size_t last)
{
    static const struct {
        const char* key;
        abut_kind kind;
    } kinds[] = {
        {"cross", ABUT_KIND_CROSS}, {"touch", ABUT_KIND_TOUCH}, {"coplanar", ABUT_KIND_COPLANAR}};
    for (size_t i = first; i < last; i++) {
        const abut_clash* c = &r->clashes.clashes[i];
        json_object(j, false);
        json_put_count(j, "a", r->clashes.pairs[i].a);
        json_put_count(j, "b", r->clashes.pairs[i].b);
        json_put_count(j, "pairs", c->count);
        for (int k = 0; k < 3; k++) {
            json_put_count(j, kinds[k].key, c->kind_count[kinds[k].kind]);
        }
        if (has_contact(c)) {
            json_put_numbers(j, "low", c->low, 3);
            json_put_numbers(j, "high", c->high, 3);
        }
        if (clash_gap(r, i)) write_gap(j, clash_gap(r, i));
        if (r->options->inside) {
            json_put_string(j, "relation", abut_relation_text(c->relation));
        }
        if (r->options->inside && c->reason) {
            json_put_string(j, "reason", abut_reason_text(c->reason));
        }
        json_close(j);
    }
}

static void begin_list(json* j, const char* key)
{
    json_key(j, key);
    json_array(j, true);
}

// What stands between the objects and the rows.
static void write_between(json* j, const clash_result* r)
{
    json_close(j);
    json_put_count(j, "boxes_meet", r->clashes.asked);
    json_put_count(j, "clash_count", r->clashes.count);
    json_put_bool(j, "empty", r->is_empty);
    if (r->options->clearance.is_given) json_put_string(j, "state", abut_band_text(clash_band(r)));
}

static void write_end(json* j, const clash_result* r)
{
    const json_costs costs = costs_of(r);
    json_key(j, "warnings");
    warnings_write(&r->warnings, j);
    if (is_told_of_memory(r)) write_memory(j, r);
    // How much is tested depends on the machine's instructions: it is a time, in other words.
    if (!r->options->no_times)
        json_write_costs(j, &costs);
    else if (r->options->stats)
        json_write_tests(j, &costs);
    json_close(j);
}

void clash_write_json(const void* result, FILE* out)
{
    const clash_result* r = result;
    json j = {.out = out};
    json_begin(&j);
    begin_list(&j, "objects");
    write_objects(&j, r, 0, r->object_count);
    write_between(&j, r);
    if (r->options->is_review) {
        clash_review_json(r, &j);
    } else {
        begin_list(&j, "clashes");
        write_clashes(&j, r, 0, r->clashes.count);
        json_close(&j);
    }
    write_end(&j, r);
}

// -------------------------------------------------------------------------------------------- CSV

static void write_gap_cells(const abut_gap* gap, FILE* out)
{
    const abut_distance_answer* d = &gap->distance;
    fprintf(out, ",%s", abut_band_text(gap->band));
    measured_write_cell(d->lo, out);
    measured_write_cell(d->hi, out);
    measured_write_point_cells(d->a_point, d->b_point, out);
}

// Whether objects are groups of files, asked for or of what is always read so.
static bool has_groups(const clash_result* r)
{
    bool some = r->options->groups;
    for (size_t i = 0; i < r->source_count && !some; i++)
        some = r->sources[i].has_groups;
    return some;
}

static csv begin_csv(const clash_result* r, FILE* out)
{
    csv table = result_csv(&r->options->result, out);
    table.safe = r->options->csv_safe;
    return table;
}

static void write_csv_heading(const clash_result* r, FILE* out)
{
    const csv table = begin_csv(r, out);
    fputs("a,b,pairs,cross,touch,coplanar,x_low,y_low,z_low,x_high,y_high,z_high", out);
    if (r->options->inside) fputs(",relation", out);
    if (r->options->clearance.is_given) fputs(",state,lo,hi,x_a,y_a,z_a,x_b,y_b,z_b", out);
    if (has_groups(r)) fputs(",file_a,file_b", out);
    csv_end_line(&table);
}

static void write_csv_rows(const clash_result* r, size_t first, size_t last, FILE* out)
{
    const csv table = begin_csv(r, out);
    const bool groups = has_groups(r);
    for (size_t i = first; i < last; i++) {
        const abut_clash* c = &r->clashes.clashes[i];
        const clash_object* a = &r->objects[r->clashes.pairs[i].a];
        const clash_object* b = &r->objects[r->clashes.pairs[i].b];
        csv_name(&table, clash_name(a));
        fputc(',', out);
        csv_name(&table, clash_name(b));
        fprintf(out, ",%zu,%zu,%zu,%zu", c->count, c->kind_count[ABUT_KIND_CROSS],
                c->kind_count[ABUT_KIND_TOUCH], c->kind_count[ABUT_KIND_COPLANAR]);
        for (int k = 0; k < 6; k++) {
            fputc(',', out);
            if (has_contact(c)) fprintf(out, "%.17g", k < 3 ? c->low[k] : c->high[k - 3]);
        }
        if (r->options->inside) fprintf(out, ",%s", abut_relation_text(c->relation));
        if (clash_gap(r, i)) write_gap_cells(clash_gap(r, i), out);
        if (groups) {
            fputc(',', out);
            csv_name(&table, a->path);
            fputc(',', out);
            csv_name(&table, b->path);
        }
        csv_end_line(&table);
    }
}

void clash_write_csv(const void* result, FILE* out)
{
    const clash_result* r = result;
    if (r->options->is_review) {
        clash_review_csv(r, out);
        return;
    }
    write_csv_heading(r, out);
    write_csv_rows(r, 0, r->clashes.count, out);
}

// ----------------------------------------------------------------------------------------- pieces

void clash_write_piece(const clash_result* r, clash_piece piece, size_t first, size_t last,
                       bool is_first, FILE* out)
{
    const bool is_json = r->options->result.json;
    json begin = {.out = out}, list = json_within_list(out, !is_first);
    switch (piece) {
    case CLASH_PIECE_BEGIN:
        if (!is_json) break;
        json_begin(&begin);
        begin_list(&begin, "objects");
        break;
    case CLASH_PIECE_OBJECTS:
        if (is_json) write_objects(&list, r, first, last);
        break;
    case CLASH_PIECE_BETWEEN:
        if (is_json) {
            write_between(&list, r);
            begin_list(&list, "clashes");
        } else
            write_csv_heading(r, out);
        break;
    case CLASH_PIECE_ROWS:
        if (is_json)
            write_clashes(&list, r, first, last);
        else
            write_csv_rows(r, first, last, out);
        break;
    case CLASH_PIECE_END:
        if (!is_json) break;
        json_close(&list);
        write_end(&list, r);
        break;
    }
}
