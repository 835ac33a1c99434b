// rules_read.c - reads a file of rules (docs/reference/schemas/clash-rules.schema.json); every fault is told with its line and key.
#include "clash/rules/rules.h"
#include "clash/sources/sources.h"
#include "say/say.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------- telling

enum { PLACE_MOST = 400 };

// Write a place, as much of it as fits; returns the end.
// NOLINTNEXTLINE(misc-no-recursion): JSON_TREE_DEPTH_MOST deep at most
static size_t write_place(const rules_place* at, char* out, size_t used)
{
    if (!at) return used;
    used = write_place(at->up, out, used);
    if (used + 1 >= PLACE_MOST) return used;
    const int wrote =
        at->key ? snprintf(out + used, PLACE_MOST - used, "%s%s", at->up ? "." : "", at->key)
                : snprintf(out + used, PLACE_MOST - used, "[%zu]", at->index);
    return used + (size_t)wrote < PLACE_MOST ? used + (size_t)wrote : PLACE_MOST - 1;
}

bool rules_fail(const rules_reader* r, const rules_place* at, const json_value* value,
                const char* format, ...)
{
    char place[PLACE_MOST] = "", text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    write_place(at, place, 0);
    if (*place)
        say(C001_RULES, "%s: line %zu: key \"%s\": %s", r->file, value->line, place, text);
    else
        say(C001_RULES, "%s: line %zu: %s", r->file, value->line, text);
    return false;
}

bool rules_warn(rules_reader* r, size_t line, const char* format, ...)
{
    char text[600];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return warnings_add(&r->result->late_warnings, C002_RULE_OF_NOTHING, "%s: line %zu: %s",
                        r->file, line, text);
}

// ------------------------------------------------------------------------------------------- checking

bool rules_expect(const rules_reader* r, const rules_place* at, const json_value* value,
                  json_kind kind)
{
    if (value->kind == kind) return true;
    return rules_fail(r, at, value, "%s is wanted, not %s", json_kind_text(kind),
                      json_kind_text(value->kind));
}

bool rules_keys(const rules_reader* r, const rules_place* at, const json_value* object,
                const char* const* keys)
{
    for (const json_value* m = object->first; m; m = m->next) {
        const char* const* k = keys;
        while (*k && strcmp(*k, m->key) != 0)
            k++;
        if (*k) continue;
        char known[300] = "";
        for (size_t used = 0; *keys && used < sizeof known - 1; keys++)
            used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", used ? ", " : "",
                                     *keys);
        return rules_fail(r, &(rules_place){.up = at, .key = m->key}, m,
                          "is not known here; there are %s", known);
    }
    return true;
}

bool rules_member(const rules_reader* r, const rules_place* at, const json_value* object,
                  const char* key, json_kind kind, const json_value** out)
{
    *out = json_member(object, key);
    if (!*out) {
        rules_fail(r, at, object, "\"%s\" is missing", key);
        return false;
    }
    return rules_expect(r, &(rules_place){.up = at, .key = key}, *out, kind);
}

// A text that is not empty.
static bool text_member(const rules_reader* r, const rules_place* at, const json_value* object,
                        const char* key, const json_value** out)
{
    if (!rules_member(r, at, object, key, JSON_STRING, out)) return false;
    return *(*out)->text ||
           rules_fail(r, &(rules_place){.up = at, .key = key}, *out, "is an empty text");
}

// -------------------------------------------------------------------------------------------- lengths

// A unit in micrometres, if these are a whole number; else 0.
static uint64_t micrometres(double metres)
{
    const double n = nearbyint(metres * 1e6);
    return n >= 1 && n <= 1e9 && n / 1e6 == metres ? (uint64_t)n : 0;
}

bool rules_set_unit(rules_reader* r, double metres)
{
    const double own = clash_unit(r->result);
    r->numerator = micrometres(metres);
    r->denominator = micrometres(own);
    r->factor = metres > 0 && own > 0 ? metres / own : 1;
    r->rules->has_unit = metres > 0;
    // Files that a shard does not read may say it: merging finds out.
    return metres <= 0 || own > 0 || shard_is_given(&r->result->options->shard);
}

__extension__ typedef unsigned __int128 wide;

// value * numerator / denominator, both below 2^30, rounded once. value: finite, 0 or more.
static double scaled(double value, uint64_t numerator, uint64_t denominator)
{
    int exponent;
    const double fraction = frexp(value, &exponent);
    const wide digits = (wide)(uint64_t)ldexp(fraction, 53) * numerator << 44;
    wide quotient = digits / denominator;
    // Far more bits than a double has: the last one stands for all that is cut off.
    if (digits % denominator) quotient |= 1;
    return ldexp((double)quotient, exponent - 53 - 44);
}

bool rules_length(const rules_reader* r, const rules_place* at, const json_value* value,
                  double* out)
{
    if (!rules_expect(r, at, value, JSON_NUMBER)) return false;
    if (value->number < 0) return rules_fail(r, at, value, "a length is 0 or more");
    const double number = value->number > 0 ? value->number : 0;  // no -0
    *out = r->numerator && r->denominator ? scaled(number, r->numerator, r->denominator)
                                          : number * r->factor;
    // Half of it must be a number, too (find.c).
    if (*out == 0 ? number == 0 : *out >= 2 * DBL_MIN && *out <= DBL_MAX / 4) return true;
    return rules_fail(r, at, value, "is too %s for a length", *out < 1 ? "small" : "large");
}

static bool read_unit(rules_reader* r, const json_value* unit)
{
    const rules_place at = {.key = "unit"};
    if (!unit) return rules_set_unit(r, 0);
    if (!rules_expect(r, &at, unit, JSON_STRING)) return false;
    const double metres = clash_unit_metres(unit->text);
    if (!(metres > 0))
        return rules_fail(r, &at, unit, "m, dm, cm, mm, um, in or ft is wanted, not '%s'",
                          unit->text);
    return rules_set_unit(r, metres) ||
           rules_fail(r, &at, unit, "no file says what its unit is: --unit does");
}

// ---------------------------------------------------------------------------------------------- tests

static bool take_clearance(const rules_reader* r, const rules_place* at, const json_value* value,
                           rule_asks* asks)
{
    static const char* const keys[] = {"gap", "strict", "expanded", NULL};
    clash_demand* d = &asks->demand;
    const json_value* gap = value;
    if (value->kind != JSON_OBJECT) return rules_length(r, at, gap, &d->clearance);
    if (!rules_keys(r, at, value, keys) || !rules_member(r, at, value, "gap", JSON_NUMBER, &gap) ||
        !rules_length(r, &(rules_place){.up = at, .key = "gap"}, gap, &d->clearance))
        return false;
    for (const json_value* m = value->first; m; m = m->next) {
        if (m == gap) continue;
        if (m->kind != JSON_TRUE && m->kind != JSON_FALSE)
            return rules_fail(r, &(rules_place){.up = at, .key = m->key}, m,
                              "true or false is wanted, not %s", json_kind_text(m->kind));
        *(*m->key == 's' ? &d->is_strict : &d->expanded) = m->kind == JSON_TRUE;
    }
    return true;
}

bool rules_take_test(const rules_reader* r, const rules_place* at, clash_test test,
                     const json_value* value, rule_asks* asks)
{
    clash_demand* d = &asks->demand;
    if (value->kind == JSON_NULL) return true;
    asks->given[test] = true;
    d->asks[test] = value->kind != JSON_FALSE;
    if (value->kind == JSON_FALSE) return true;
    if (test == CLASH_CLEARANCE) return take_clearance(r, at, value, asks);
    if (value->kind == JSON_TRUE) return true;
    if (test == CLASH_HARD || test == CLASH_DUPLICATE) {
        if (value->kind == JSON_NUMBER)
            return rules_length(r, at, value, test == CLASH_HARD ? &d->hard : &d->duplicate);
        return rules_fail(r, at, value, "a length, true or false is wanted, not %s",
                          json_kind_text(value->kind));
    }
    return rules_fail(r, at, value, "true or false is wanted, not %s", json_kind_text(value->kind));
}

bool rules_finish_asks(rule_asks* asks)
{
    clash_demand* d = &asks->demand;
    // One that is inside is deeper in than any overlap, and equal ones overlap.
    if (!asks->given[CLASH_INSIDE]) d->asks[CLASH_INSIDE] = d->asks[CLASH_HARD];
    if (!asks->given[CLASH_DUPLICATE]) d->asks[CLASH_DUPLICATE] = d->asks[CLASH_HARD];
    d->touch_is_fine = asks->given[CLASH_TOUCH] && !d->asks[CLASH_TOUCH];
    for (int t = 0; t < CLASH_TESTS; t++)
        if (d->asks[t]) return true;
    return false;
}

// ---------------------------------------------------------------------------------------------- rules

const char* rules_keep(rules_reader* r, char* text)
{
    clash_rules* rules = r->rules;
    char** texts = text ? rules_grow(rules->texts, rules->text_count, sizeof *texts) : NULL;
    if (!texts) {
        if (!text) say_no_memory();
        free(text);
        return NULL;
    }
    rules->texts = texts;
    return texts[rules->text_count++] = text;
}

bool rules_add(rules_reader* r, const rules_place* at, const json_value* value,
               const rule_entry* add)
{
    clash_rules* rules = r->rules;
    for (size_t i = 0; i < rules->rule_count; i++)
        if (strcmp(rules->rules[i].name, add->name) == 0)
            return rules_fail(r, at, value, "there is a rule '%s' in line %zu, too", add->name,
                              rules->rules[i].line);
    rule_entry* grown = rules_grow(rules->rules, rules->rule_count, sizeof *grown);
    if (!grown) return false;
    rules->rules = grown;
    grown[rules->rule_count] = *add;
    grown[rules->rule_count++].earlier = CLASH_RULE_NONE;
    return true;
}

static bool read_rule(rules_reader* r, const rules_place* at, const json_value* value)
{
    static const char* const keys[] = {"name",      "a",      "b",         "hard", "touch",
                                       "clearance", "inside", "duplicate", NULL};
    const json_value *name, *a = json_member(value, "a"), *b = json_member(value, "b");
    rule_asks asks = {0};
    if (!rules_expect(r, at, value, JSON_OBJECT) || !rules_keys(r, at, value, keys) ||
        !text_member(r, at, value, "name", &name))
        return false;
    if (!a) return rules_fail(r, at, value, "\"a\" is missing: the set that it is about");
    rule_entry add = {.name = name->text, .line = value->line};
    add.a = rules_set_of(r, &(rules_place){.up = at, .key = "a"}, a);
    if (add.a == SIZE_MAX) return false;
    add.b = b ? rules_set_of(r, &(rules_place){.up = at, .key = "b"}, b) : add.a;
    if (add.b == SIZE_MAX) return false;
    for (clash_test t = 0; t < CLASH_TESTS; t++) {
        const rules_place in = {.up = at, .key = clash_test_text(t)};
        const json_value* test = json_member(value, in.key);
        if (test && !rules_take_test(r, &in, t, test, &asks)) return false;
    }
    if (!rules_finish_asks(&asks))
        return rules_fail(r, at, value,
                          "it asks nothing: hard, touch, clearance, inside or duplicate is "
                          "wanted. What is to be left out stands under \"ignore\"");
    add.demand = asks.demand;
    return rules_add(r, at, name, &add);
}

static bool read_rules(rules_reader* r, const json_value* list)
{
    const rules_place at = {.key = "rules"};
    rules_place in = {.up = &at};
    if (!list) return true;
    if (!rules_expect(r, &at, list, JSON_ARRAY)) return false;
    for (const json_value* v = list->first; v; v = v->next, in.index++)
        if (!read_rule(r, &in, v)) return false;
    return true;
}

bool rules_read_own(rules_reader* r, const json_value* root)
{
    static const char* const keys[] = {"$schema", "abut_rules", "unit",   "sets",
                                       "rules",   "matrix",     "ignore", NULL};
    const json_value *version, *schema = json_member(root, "$schema");
    if (!rules_member(r, NULL, root, "abut_rules", JSON_NUMBER, &version)) return false;
    if (version->number != 1)
        return rules_fail(r, &(rules_place){.key = "abut_rules"}, version,
                          "is %g; this program reads version 1", version->number);
    if (schema && !rules_expect(r, &(rules_place){.key = "$schema"}, schema, JSON_STRING))
        return false;
    if (!rules_keys(r, NULL, root, keys) || !read_unit(r, json_member(root, "unit")) ||
        !rules_read_sets(r, json_member(root, "sets")) ||
        !read_rules(r, json_member(root, "rules")) ||
        !rules_read_matrix(r, json_member(root, "matrix")) ||
        !rules_read_ignores(r, json_member(root, "ignore")))
        return false;
    return r->rules->rule_count || rules_fail(r, NULL, root, "there is no rule in it");
}
