// report_review.c - what the report of a clash says more where it is a review: of each row, of what is gone, and of what
// was approved, for the page to add to.
#include "clash/write/report_review.h"

#include "picture/report.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_known(const double* values, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!isfinite(values[k])) return false;
    return true;
}

// What is not known is left out.
static void put_known(json* j, const char* key, const double* values, size_t count)
{
    if (is_known(values, count)) json_put_numbers(j, key, values, count);
}

static void put_interval(json* j, const char* key, clash_interval i)
{
    const double ends[2] = {i.lo, i.hi};
    put_known(j, key, ends, 2);
}

// The objects in the order of their ids, as approvals have their hashes.
static void put_sides(json* j, const clash_result* r, const clash_row* row)
{
    const bool swaps = strcmp(clash_id(&r->objects[row->a]), clash_id(&r->objects[row->b])) > 0;
    json_key(j, "sides");
    json_array(j, false);
    json_count(j, swaps ? row->b : row->a);
    json_count(j, swaps ? row->a : row->b);
    json_close(j);
}

static void put_words(json* j, const clash_row* row)
{
    json_key(j, "words");
    json_array(j, false);
    for (int k = 0; k < 2; k++)
        if (row->words[k]) json_string(j, row->words[k]);
    json_close(j);
}

void clash_report_row(json* j, const clash_result* r, size_t i)
{
    const clash_row* row = &r->review.rows[i];
    if (*row->key) json_put_string(j, "key", row->key);
    json_put_string(j, "class", clash_class_text(row->class));
    json_put_string(j, "state", clash_state_text(row->state));
    json_put_string(j, "rule", clash_rule_name(r->review.rules, row->rule));
    json_put_string(j, "relation", abut_relation_text(row->relation));
    if (row->reason) json_put_string(j, "reason", abut_reason_text(row->reason));
    json_put_string(j, "group", row->group);
    json_put_bool(j, "undecided", row->is_undecided);
    put_interval(j, "depth", row->depth);
    put_interval(j, "gap", row->gap);
    put_interval(j, "volume", row->volume);
    put_interval(j, "length", row->length);
    put_known(j, "translation", row->translation, 3);
    if (is_known(row->low, 3) && is_known(row->high, 3)) {
        json_put_numbers(j, "box_low", row->low, 3);
        json_put_numbers(j, "box_high", row->high, 3);
    }
    put_sides(j, r, row);
    put_words(j, row);
}

// -------------------------------------------------------------------------------------- the review

static void put_order(json* j, const clash_result* r)
{
    json_key(j, "order");
    json_array(j, false);
    for (size_t i = 0; i < r->clashes.count; i++)
        json_count(j, r->review.order ? r->review.order[i] : i);
    json_close(j);
}

// The hash of each object that a row is about; null for the others.
static bool put_geometry(json* j, const clash_result* r)
{
    bool* listed = calloc(r->object_count + 1, sizeof *listed);
    if (!listed) return say_no_memory();
    for (size_t i = 0; i < r->clashes.count; i++)
        listed[r->review.rows[i].a] = listed[r->review.rows[i].b] = true;
    json_key(j, "geometry");
    json_array(j, false);
    for (size_t i = 0; i < r->object_count; i++) {
        if (listed[i]) {
            char text[33];
            clash_geometry_text(&r->objects[i], text);
            json_string(j, text);
        } else {
            json_null(j);
        }
    }
    json_close(j);
    free(listed);
    return true;
}

static void put_text_of(json* j, const json_value* object, const char* key)
{
    const json_value* value = json_member(object, key);
    if (value && value->kind == JSON_STRING) json_put_string(j, key, value->text);
}

static void put_texts_of(json* j, const json_value* object, const char* key)
{
    const json_value* list = json_member(object, key);
    if (!list || list->kind != JSON_ARRAY) return;
    json_key(j, key);
    json_array(j, false);
    for (const json_value* v = list->first; v; v = v->next)
        if (v->kind == JSON_STRING) json_string(j, v->text);
    json_close(j);
}

// What the approvals file holds, in its own form: what the page saves has it, too.
static void put_approvals(json* j, const clash_review* v)
{
    static const char* const keys[] = {"key", "a", "b", "author", "reason", "date"};
    const json_value* approvals = json_member(v->approvals.root, "approvals");
    const json_value* groups = json_member(v->approvals.root, "groups");
    json_key(j, "approvals");
    json_array(j, true);
    for (const json_value* one = approvals ? approvals->first : NULL; one; one = one->next) {
        json_object(j, false);
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            put_text_of(j, one, keys[k]);
        put_texts_of(j, one, "geometry");
        json_close(j);
    }
    json_close(j);
    json_key(j, "groups");
    json_array(j, true);
    for (const json_value* one = groups ? groups->first : NULL; one; one = one->next) {
        json_object(j, false);
        put_text_of(j, one, "name");
        put_texts_of(j, one, "keys");
        json_close(j);
    }
    json_close(j);
}

static void put_gone(json* j, const clash_review* v)
{
    json_key(j, "gone");
    json_array(j, true);
    for (size_t i = 0; i < v->gone_count; i++) {
        const clash_gone* gone = &v->gone[i];
        json_object(j, false);
        json_put_string(j, "state", clash_state_text(gone->state));
        json_put_string(j, "a", gone->a);
        json_put_string(j, "b", gone->b);
        json_put_string(j, "why", gone->why);
        json_close(j);
    }
    json_close(j);
}

bool clash_report_review(json* j, const clash_result* r)
{
    const clash_options* o = r->options;
    json_key(j, "review");
    json_object(j, true);
    // What a row becomes whose approval is taken back.
    json_put_string(j, "listed", clash_state_text(o->baseline ? CLASH_ACTIVE : CLASH_NEW));
    json_put_string(j, "file", o->approvals ? report_file_name(o->approvals) : NULL);
    put_order(j, r);
    const bool fine = put_geometry(j, r);
    put_approvals(j, &r->review);
    put_gone(j, &r->review);
    json_close(j);
    return fine;
}

// ---------------------------------------------------------------------------------------- the head

const char* clash_report_verdict(const clash_result* r, const char** mood)
{
    const int status = clash_review_exit(r);
    *mood = status == EXIT_CONTACT ? "" : status == EXIT_UNDECIDED ? "doubt" : "fine";
    if (status == EXIT_CONTACT) return "Clashes";
    if (status == EXIT_UNDECIDED) return "Undecided";
    return r->clashes.count ? "All approved" : "No clash";
}

char* clash_report_states(const clash_result* r)
{
    size_t counts[CLASH_STATES] = {0};
    char text[160] = "";
    size_t length = 0;
    for (size_t i = 0; i < r->clashes.count; i++)
        counts[r->review.rows[i].state]++;
    for (size_t i = 0; i < r->review.gone_count; i++)
        counts[r->review.gone[i].state]++;
    for (int k = 0; k < CLASH_STATES; k++)
        if (counts[k]) {
            snprintf(text + length, sizeof text - length, "%s%zu %s", length ? ", " : "", counts[k],
                     clash_state_text((clash_state)k));
            length = strlen(text);
        }
    return say_text("%s", text);
}
