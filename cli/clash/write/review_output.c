// review_output.c - rows for people, for programs and for tables.
#include "clash/sources/sources.h"
#include "clash/write/review_files.h"
#include "output/measured.h"
#include "say/say.h"
#include "text/printable.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool is_known(double value)
{
    return !isnan(value);
}

static bool has_box(const clash_row* row)
{
    return is_known(row->low[0]);
}

// ------------------------------------------------------------------------------------------- text

// The size of a row in words: what its class is measured by. What is not within an interval is told as both of its ends.
static void write_size(const clash_row* row, FILE* out)
{
    const bool is_apart = is_known(row->gap.lo);
    const clash_interval* size = is_apart ? &row->gap : &row->depth;
    char text[64] = "";
    if (is_known(size->lo)) {
        char lo[24], hi[24];
        snprintf(lo, sizeof lo, "%.4g", size->lo);
        snprintf(hi, sizeof hi, "%.4g", size->hi);
        snprintf(text, sizeof text, "%s%s%s %s", lo, strcmp(lo, hi) ? " to " : "",
                 strcmp(lo, hi) ? hi : "", is_apart ? "apart" : "deep");
    }
    fprintf(out, "%-26s", text);
}

static void write_pair(const char* a, const char* b, FILE* out)
{
    printable_write(a, out);
    fputs(", ", out);
    printable_write(b, out);
}

static void write_row(const clash_result* r, size_t rank, FILE* out)
{
    const clash_row* row = clash_ranked(r, rank);
    fprintf(out, "%-13s %-11s", clash_state_text(row->state), clash_class_text(row->class));
    write_size(row, out);
    write_pair(clash_name(&r->objects[row->a]), clash_name(&r->objects[row->b]), out);
    if (row->is_undecided) fputs(" (undecided)", out);
    fputc('\n', out);
    for (int k = 0; k < 2; k++) {
        fputs("    ", out);
        printable_write(row->words[k], out);
        fputc('\n', out);
    }
    if (r->review.frames)
        fprintf(out, "    In %zu frame%s, from %zu on; the worst is %zu.\n", row->frame_count,
                plural(row->frame_count), row->frame_first, row->frame_worst);
    if (row->approval) {
        fputs("    Approved by ", out);
        printable_write(row->approval->author, out);
        fputs(": ", out);
        printable_write(row->approval->reason, out);
        fputc('\n', out);
    }
}

static void write_rows(const clash_result* r, const char* group, FILE* out)
{
    for (size_t i = 0; i < r->clashes.count; i++) {
        const char* in = clash_ranked(r, i)->group;
        if (group ? in && strcmp(in, group) == 0 : !in) write_row(r, i, out);
    }
}

// Groups in the order of their first rows; what is in none comes last.
static void write_table(const clash_result* r, FILE* out)
{
    const clash_review* v = &r->review;
    if (!r->clashes.count) return;
    fprintf(out, "%-13s %-11s%-26s%s\n", "state", "class", "size", "objects");
    size_t in_groups = 0;
    for (size_t i = 0; i < v->group_count; i++) {
        const clash_group* g = &v->groups[i];
        in_groups += g->rows;
        fputs("\nGroup ", out);
        printable_write(g->name, out);
        fprintf(out, ", %zu row%s\n", g->rows, plural(g->rows));
        write_rows(r, g->name, out);
    }
    if (in_groups && in_groups < r->clashes.count) fputs("\nIn no group\n", out);
    write_rows(r, NULL, out);
    fputc('\n', out);
}

static void write_gone(const clash_result* r, FILE* out)
{
    const clash_review* v = &r->review;
    for (size_t i = 0; i < v->gone_count; i++) {
        const clash_gone* gone = &v->gone[i];
        fprintf(out, "%-13s ", clash_state_text(gone->state));
        write_pair(gone->a, gone->b, out);
        if (gone->why) {
            fputs(": ", out);
            printable_write(gone->why, out);
        }
        fputc('\n', out);
    }
    if (v->gone_count) fputc('\n', out);
}

static void write_counts(const clash_result* r, FILE* out)
{
    const clash_review* v = &r->review;
    const char* before = ": ";
    fprintf(out, "%zu row%s", r->clashes.count, plural(r->clashes.count));
    for (int s = 0; s < CLASH_STATES; s++) {
        if (!v->counts[s]) continue;
        fprintf(out, "%s%zu %s", before, v->counts[s], clash_state_text((clash_state)s));
        before = ", ";
    }
    fprintf(out, "; %zu allowed, %zu ignored\n", v->allowed_count, v->ignored_count);
}

void clash_review_text(const clash_result* r, FILE* out)
{
    write_table(r, out);
    write_gone(r, out);
    write_counts(r, out);
}

// ------------------------------------------------------------------------------------------- JSON

// A unit by its name; one that has none by its metres.
static void put_unit(json* j, double metres)
{
    char text[40];
    if (!(metres > 0)) return;
    const char* name = clash_unit_name(metres);
    snprintf(text, sizeof text, "%.17g m", metres);
    json_put_string(j, "unit", name ? name : text);
}

static void put_interval(json* j, const char* key, const clash_interval* v)
{
    const double ends[2] = {v->lo, v->hi};
    if (is_known(v->lo)) json_put_numbers(j, key, ends, 2);
}

static void put_frames(json* j, const clash_row* row)
{
    json_key(j, "frames");
    json_object(j, false);
    json_put_count(j, "first", row->frame_first);
    json_put_count(j, "worst", row->frame_worst);
    json_put_count(j, "count", row->frame_count);
    json_close(j);
}

static void put_sources(json* j, const clash_result* r)
{
    size_t object = 0;  // they come in the order of their sources
    json_key(j, "sources");
    json_array(j, true);
    for (size_t i = 0; i < r->source_count; i++) {
        const clash_source* s = &r->sources[i];
        const size_t first = object;
        char hash[33];
        while (object < r->object_count && r->objects[object].source == s)
            object++;
        snprintf(hash, sizeof hash, "%016" PRIx64 "%016" PRIx64, s->hash[0], s->hash[1]);
        json_object(j, false);
        json_put_string(j, "file", s->path);
        if (s->hash[0] || s->hash[1]) json_put_string(j, "hash", hash);
        put_unit(j, s->unit);
        json_put_string(j, "converter", s->table.converter);
        if (s->table.rounding > 0) json_put_number(j, "rounding", s->table.rounding);
        json_put_count(j, "objects", object - first);
        json_put_bool(j, "against", s->is_against);
        if (s->is_missing) json_put_bool(j, "missing", true);
        if (s->is_partial) json_put_bool(j, "partial", true);
        json_close(j);
    }
    json_close(j);
}

static void put_rules(json* j, const clash_result* r)
{
    const clash_rules* rules = r->review.rules;
    json_key(j, "rules");
    json_array(j, true);
    for (size_t i = 0; i < clash_rules_count(rules); i++) {
        size_t rows = 0, undecided = 0;
        for (size_t k = 0; k < r->clashes.count; k++) {
            const clash_row* row = &r->review.rows[k];
            rows += row->rule == (int)i;
            undecided += row->rule == (int)i && row->is_undecided;
        }
        json_object(j, false);
        json_put_string(j, "name", clash_rule_name(rules, (int)i));
        json_put_count(j, "rows", rows);
        json_put_count(j, "undecided", undecided);
        json_close(j);
    }
    json_close(j);
    json_put_string(j, "rules_file", r->options->rules);
}

// What was found of the pair, as without a review.
static void put_contact(json* j, const abut_clash* c)
{
    json_put_count(j, "pairs", c->count);
    json_put_count(j, "cross", c->kind_count[ABUT_KIND_CROSS]);
    json_put_count(j, "touch", c->kind_count[ABUT_KIND_TOUCH]);
    json_put_count(j, "coplanar", c->kind_count[ABUT_KIND_COPLANAR]);
    if (!c->count) return;
    json_put_numbers(j, "low", c->low, 3);
    json_put_numbers(j, "high", c->high, 3);
}

static void put_measures(json* j, const clash_row* row)
{
    put_interval(j, "depth", &row->depth);
    if (is_known(row->translation[0])) json_put_numbers(j, "translation", row->translation, 3);
    if (row->pierced >= 0) json_put_string(j, "pierced", row->pierced ? "b" : "a");
    put_interval(j, "gap", &row->gap);
    put_interval(j, "volume", &row->volume);
    put_interval(j, "length", &row->length);
    if (row->class == CLASH_CLASS_TOUCHING) put_interval(j, "area", &row->area);
    if (row->near_count) json_put_count(j, "near", row->near_count);
    if (!has_box(row)) return;
    json_key(j, "box");
    json_object(j, false);
    json_put_numbers(j, "low", row->low, 3);
    json_put_numbers(j, "high", row->high, 3);
    json_close(j);
}

static void put_life(json* j, const clash_row* row)
{
    json_put_string(j, "state", clash_state_text(row->state));
    if (row->approval) {
        json_key(j, "approval");
        json_object(j, false);
        json_put_string(j, "author", row->approval->author);
        json_put_string(j, "reason", row->approval->reason);
        json_put_string(j, "date", row->approval->date);
        json_close(j);
    }
    json_put_string(j, "group", row->group);
    json_key(j, "text");
    json_array(j, false);
    json_string(j, row->words[0]);
    json_string(j, row->words[1]);
    json_close(j);
}

static void put_row(json* j, const clash_result* r, const clash_row* row)
{
    json_object(j, false);
    json_put_count(j, "a", row->a);
    json_put_count(j, "b", row->b);
    put_contact(j, &r->clashes.clashes[row - r->review.rows]);
    json_put_string(j, "key", row->key);
    json_put_string(j, "rule", clash_rule_name(r->review.rules, row->rule));
    json_put_string(j, "test", clash_test_text(row->test));
    json_put_string(j, "class", clash_class_text(row->class));
    json_put_string(j, "relation", abut_relation_text(row->relation));
    if (row->reason) json_put_string(j, "reason", abut_reason_text(row->reason));
    put_measures(j, row);
    if (r->review.frames) put_frames(j, row);
    json_put_bool(j, "complete", row->is_complete);
    json_put_bool(j, "undecided", row->is_undecided);
    put_life(j, row);
    json_close(j);
}

static void put_rows(json* j, const clash_result* r)
{
    json_key(j, "clashes");
    json_array(j, true);
    for (size_t i = 0; i < r->clashes.count; i++)
        put_row(j, r, clash_ranked(r, i));
    json_close(j);
    json_key(j, "gone");
    json_array(j, true);
    for (size_t i = 0; i < r->review.gone_count; i++)
        clash_gone_json(&r->review.gone[i], j);
    json_close(j);
}

static void put_counts(json* j, const clash_review* v)
{
    static const char* const keys[CLASH_STATES] = {
        [CLASH_NEW] = "new",           [CLASH_ACTIVE] = "active",
        [CLASH_CHANGED] = "changed",   [CLASH_APPROVED] = "approved",
        [CLASH_RESOLVED] = "resolved", [CLASH_NOT_RETESTED] = "not_retested"};
    json_key(j, "counts");
    json_object(j, false);
    for (int s = 0; s < CLASH_STATES; s++)
        json_put_count(j, keys[s], v->counts[s]);
    json_close(j);
    json_put_count(j, "ignored", v->ignored_count);
    json_key(j, "ignored_by");
    json_array(j, true);
    for (size_t i = 0; i < v->ignored_reasons; i++) {
        json_object(j, false);
        json_put_string(j, "reason", v->ignored[i].reason);
        json_put_count(j, "pairs", v->ignored[i].pairs);
        json_close(j);
    }
    json_close(j);
    json_put_count(j, "allowed", v->allowed_count);
}

static void put_groups(json* j, const clash_review* v)
{
    json_key(j, "groups");
    json_array(j, true);
    for (size_t i = 0; i < v->group_count; i++) {
        json_object(j, false);
        json_put_string(j, "name", v->groups[i].name);
        json_put_count(j, "rows", v->groups[i].rows);
        json_put_bool(j, "by_hand", v->groups[i].is_by_hand);
        json_close(j);
    }
    json_close(j);
}

void clash_review_json(const clash_result* r, json* j)
{
    const clash_review* v = &r->review;
    json_put_count(j, "review", 1);
    if (*v->date) json_put_string(j, "date", v->date);
    if (clash_unit(r) > 0) put_unit(j, clash_unit(r));
    put_sources(j, r);
    put_rules(j, r);
    put_rows(j, r);
    put_counts(j, v);
    put_groups(j, v);
}

void clash_review_put_object(json* j, const clash_result* r, size_t i)
{
    static const char* const keys[] = {"name", "class", "level", "layer", "assembly"};
    const clash_object* object = &r->objects[i];
    char hash[33];
    json_put_string(j, "id", clash_id(object));
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
        json_put_string(j, keys[k], clash_attribute(object, keys[k]));
    clash_geometry_text(object, hash);
    if (*hash) json_put_string(j, "geometry", hash);
    json_put_count(j, "source", (size_t)(object->source - r->sources));
}

// -------------------------------------------------------------------------------------------- CSV

static void write_interval_cells(const clash_interval* v, FILE* out)
{
    measured_write_cell(v->lo, out);
    measured_write_cell(v->hi, out);
}

static void write_name_cell(const csv* table, const char* name)
{
    fputc(',', table->out);
    if (name) csv_name(table, name);
}

// The names of a row, up to its state.
static void write_head_cells(const csv* table, const clash_result* r, const clash_row* row)
{
    const clash_object *a = &r->objects[row->a], *b = &r->objects[row->b];
    csv_name(table, clash_name(a));
    write_name_cell(table, clash_name(b));
    write_name_cell(table, clash_id(a));
    write_name_cell(table, clash_id(b));
    write_name_cell(table, clash_rule_name(r->review.rules, row->rule));
    fprintf(table->out, ",%s,%s,%s", clash_test_text(row->test), clash_class_text(row->class),
            clash_state_text(row->state));
}

static void write_line(const csv* table, const clash_result* r, const clash_row* row)
{
    FILE* out = table->out;
    write_head_cells(table, r, row);
    write_interval_cells(&row->depth, out);
    write_interval_cells(&row->gap, out);
    write_interval_cells(&row->volume, out);
    write_interval_cells(&row->length, out);
    for (int k = 0; k < 3; k++)
        measured_write_cell(row->low[k], out);
    for (int k = 0; k < 3; k++)
        measured_write_cell(row->high[k], out);
    for (int k = 0; k < 3; k++)
        measured_write_cell(row->translation[k], out);
    write_name_cell(table, row->group);
    fprintf(out, ",%s,", row->key);
    csv_texts(table, row->words[0], row->words[1]);
    if (r->review.frames)
        fprintf(out, ",%zu,%zu,%zu", row->frame_first, row->frame_worst, row->frame_count);
    csv_end_line(table);
}

// Of a pair that is gone its names, its state, its key and why; the other cells are empty.
static void write_gone_line(const csv* table, const clash_gone* gone, bool has_frames)
{
    enum { BEFORE_STATE = 5, BEFORE_KEY = 18 };
    csv_name(table, gone->a);
    write_name_cell(table, gone->b);
    for (int i = 0; i < BEFORE_STATE; i++)
        fputc(',', table->out);
    fprintf(table->out, ",%s", clash_state_text(gone->state));
    for (int i = 0; i < BEFORE_KEY; i++)
        fputc(',', table->out);
    fprintf(table->out, ",%s", gone->key);
    write_name_cell(table, gone->why);
    if (has_frames) fputs(",,,", table->out);
    csv_end_line(table);
}

void clash_review_csv(const clash_result* r, FILE* out)
{
    csv table = result_csv(&r->options->result, out);
    table.safe = r->options->csv_safe;
    fputs("a,b,id_a,id_b,rule,test,class,state,depth_lo,depth_hi,gap_lo,gap_hi,volume_lo,volume_hi,"
          "length_lo,length_hi,x_low,y_low,z_low,x_high,y_high,z_high,dx,dy,dz,group,key,text",
          out);
    if (r->review.frames) fputs(",frame_first,frame_worst,frame_count", out);
    csv_end_line(&table);
    for (size_t i = 0; i < r->clashes.count; i++)
        write_line(&table, r, clash_ranked(r, i));
    for (size_t i = 0; i < r->review.gone_count; i++)
        write_gone_line(&table, &r->review.gone[i], r->review.frames != NULL);
}
