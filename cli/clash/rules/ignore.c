// ignore.c - pairs that are left out, each with a reason.
#include "clash/rules/rules.h"
#include "say/say.h"
#include "text/pattern.h"

#include <stdlib.h>
#include <string.h>

static int compare_pairs(const void* x, const void* y)
{
    const abut_pair *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static void sort_pairs(rule_ignore* ignore)
{
    for (size_t i = 0; i < ignore->pair_count; i++) {
        abut_pair* p = &ignore->pairs[i];
        if (p->a > p->b) *p = (abut_pair){p->b, p->a};
    }
    if (ignore->pair_count)
        qsort(ignore->pairs, ignore->pair_count, sizeof *ignore->pairs, compare_pairs);
}

// ---------------------------------------------------------------------------------------------- holds

static bool is_same(const char* column, const clash_object* a, const clash_object* b)
{
    if (strcmp(column, "file") == 0) return a->source == b->source;
    const char *x = clash_attribute(a, column), *y = clash_attribute(b, column);
    return x && y && strcmp(x, y) == 0;
}

// Whether a word of "voids:ID fills:ID" names an object in a way that is among some.
static bool word_joins(const char* word, size_t length, const char* id, const json_value* patterns)
{
    const char* colon = memchr(word, ':', length);
    if (!colon || strlen(id) != length - (size_t)(colon - word) - 1 ||
        memcmp(colon + 1, id, strlen(id)) != 0)
        return false;
    char way[32];
    if ((size_t)(colon - word) >= sizeof way) return false;
    memcpy(way, word, (size_t)(colon - word));
    way[colon - word] = '\0';
    return patterns_hold(patterns, way);
}

// Whether what is known of one object joins it to another one of the same file.
static bool joins(const clash_object* a, const clash_object* b, const json_value* patterns)
{
    const char *at = clash_attribute(a, "joined"), *id = clash_id(b);
    while (at && *at) {
        const size_t length = strcspn(at, " ");
        if (word_joins(at, length, id, patterns)) return true;
        at += length + (at[length] == ' ');
    }
    return false;
}

bool ignore_holds(const clash_rules* rules, const rule_ignore* ignore, uint32_t a, uint32_t b)
{
    const clash_object *x = &rules->result->objects[a], *y = &rules->result->objects[b];
    const abut_pair pair = a < b ? (abut_pair){a, b} : (abut_pair){b, a};
    if (ignore->has_sets) {
        const unsigned char *in_a = rules->sets[ignore->a].has, *in_b = rules->sets[ignore->b].has;
        if (!(in_a[a] && in_b[b]) && !(in_a[b] && in_b[a])) return false;
    }
    if (ignore->same && !is_same(ignore->same, x, y)) return false;
    if (ignore->joined &&
        (x->source != y->source || (!joins(x, y, ignore->joined) && !joins(y, x, ignore->joined))))
        return false;
    return !ignore->has_pairs ||
           (ignore->pair_count &&
            bsearch(&pair, ignore->pairs, ignore->pair_count, sizeof pair, compare_pairs) != NULL);
}

// -------------------------------------------------------------------------------------------- reading

static bool add_ignore(rules_reader* r, const rule_ignore* ignore)
{
    clash_rules* rules = r->rules;
    rule_ignore* grown = rules_grow(rules->ignores, rules->ignore_count, sizeof *grown);
    if (!grown) return false;
    rules->ignores = grown;
    grown[rules->ignore_count++] = *ignore;
    return true;
}

static bool is_named(const clash_object* o, const char* text)
{
    return strcmp(clash_id(o), text) == 0 || strcmp(clash_name(o), text) == 0;
}

// Mark the objects of an id or a name; where there is none, warn.
static bool mark_named(rules_reader* r, const rules_place* at, const json_value* name,
                       unsigned char* marks)
{
    bool found = false;
    if (!rules_expect(r, at, name, JSON_STRING)) return false;
    for (size_t i = 0; i < r->result->object_count; i++) {
        marks[i] = is_named(&r->result->objects[i], name->text);
        found |= marks[i];
    }
    return found || rules_warn(r, name->line, "there is no object '%s'", name->text);
}

static bool add_pair(rule_ignore* ignore, uint32_t a, uint32_t b)
{
    abut_pair* grown = rules_grow(ignore->pairs, ignore->pair_count, sizeof *grown);
    if (!grown) return false;
    ignore->pairs = grown;
    grown[ignore->pair_count++] = (abut_pair){a, b};
    return true;
}

static bool take_pair(rules_reader* r, const rules_place* at, const json_value* pair,
                      rule_ignore* ignore, unsigned char* marks[2])
{
    const uint32_t count = (uint32_t)r->result->object_count;
    if (!rules_expect(r, at, pair, JSON_ARRAY)) return false;
    if (pair->count != 2)
        return rules_fail(r, at, pair, "two ids or names are wanted, not %zu", pair->count);
    if (!mark_named(r, &(rules_place){.up = at, .index = 0}, pair->first, marks[0]) ||
        !mark_named(r, &(rules_place){.up = at, .index = 1}, pair->first->next, marks[1]))
        return false;
    for (uint32_t a = 0; a < count; a++)
        for (uint32_t b = 0; marks[0][a] && b < count; b++)
            if (a != b && marks[1][b] && !add_pair(ignore, a, b)) return false;
    return true;
}

static bool take_pairs(rules_reader* r, const rules_place* at, const json_value* list,
                       rule_ignore* ignore)
{
    const size_t count = r->result->object_count;
    unsigned char* marks[2] = {malloc(count + 1), malloc(count + 1)};
    rules_place in = {.up = at};
    bool fine = marks[0] && marks[1];
    if (!fine) say_no_memory();
    fine = fine && rules_expect(r, at, list, JSON_ARRAY);
    ignore->has_pairs = true;
    for (const json_value* p = list->first; fine && p; p = p->next, in.index++)
        fine = take_pair(r, &in, p, ignore, marks);
    free(marks[0]);
    free(marks[1]);
    sort_pairs(ignore);
    return fine;
}

// What joins by design; a pattern that is none of these would hold nothing, unseen.
static bool expect_joined(const rules_reader* r, const rules_place* at, const json_value* value)
{
    static const char* const ways[] = {"voids", "fills",  "hosts",   "connects",
                                       "ports", "covers", "projects"};
    if (!rules_expect_patterns(r, at, value)) return false;
    const json_value* p = value->kind == JSON_ARRAY ? value->first : value;
    rules_place in = {.up = at};
    for (; p; p = p == value ? NULL : p->next, in.index++) {
        size_t i = 0;
        while (i < sizeof ways / sizeof ways[0] && !pattern_holds(p->text, ways[i]))
            i++;
        if (i == sizeof ways / sizeof ways[0])
            return rules_fail(
                r, p == value ? at : &in, p,
                "voids, fills, hosts, connects, ports, covers or projects is wanted, not '%s'",
                p->text);
    }
    return true;
}

static bool take_sets(rules_reader* r, const rules_place* at, const json_value* a,
                      const json_value* b, rule_ignore* ignore)
{
    if (!a) return true;
    ignore->has_sets = true;
    ignore->a = ignore->b = rules_set_of(r, &(rules_place){.up = at, .key = "a"}, a);
    if (ignore->a == SIZE_MAX) return false;
    if (b) ignore->b = rules_set_of(r, &(rules_place){.up = at, .key = "b"}, b);
    return ignore->b != SIZE_MAX;
}

static bool read_ignore(rules_reader* r, const rules_place* at, const json_value* value,
                        rule_ignore* ignore)
{
    static const char* const keys[] = {"reason", "same", "joined", "a", "b", "pairs", NULL};
    const json_value *reason, *same = json_member(value, "same"), *a = json_member(value, "a"),
                              *b = json_member(value, "b"), *pairs = json_member(value, "pairs");
    const rules_place of_same = {.up = at, .key = "same"};
    ignore->joined = json_member(value, "joined");
    if (!rules_expect(r, at, value, JSON_OBJECT) || !rules_keys(r, at, value, keys) ||
        !rules_member(r, at, value, "reason", JSON_STRING, &reason))
        return false;
    if (!*reason->text)
        return rules_fail(r, &(rules_place){.up = at, .key = "reason"}, reason, "is an empty text");
    ignore->reason = reason->text;
    if (value->count == 1 || (b && !a))
        return rules_fail(r, at, value,
                          b ? "\"b\" stands without \"a\""
                            : "it does not say what is ignored: same, joined, a and "
                              "b, or pairs");
    if (same && !rules_expect(r, &of_same, same, JSON_STRING)) return false;
    ignore->same = same ? same->text : NULL;
    if (ignore->joined &&
        !expect_joined(r, &(rules_place){.up = at, .key = "joined"}, ignore->joined))
        return false;
    return take_sets(r, at, a, b, ignore) &&
           (!pairs || take_pairs(r, &(rules_place){.up = at, .key = "pairs"}, pairs, ignore));
}

bool rules_read_ignores(rules_reader* r, const json_value* ignores)
{
    const rules_place at = {.key = "ignore"};
    rules_place in = {.up = &at};
    if (!ignores) return true;
    if (!rules_expect(r, &at, ignores, JSON_ARRAY)) return false;
    for (const json_value* v = ignores->first; v; v = v->next, in.index++) {
        rule_ignore ignore = {0};
        if (read_ignore(r, &in, v, &ignore) && add_ignore(r, &ignore)) continue;
        free(ignore.pairs);
        return false;
    }
    return true;
}

bool rules_take_ignored(clash_rules* rules, clash_result* result)
{
    rule_ignore ignore = {.reason = "--ignore", .has_pairs = true};
    rules_reader r = {.rules = rules, .result = result};
    if (!result->options->ignore) return true;
    const bool fine = clash_ignored_load(result, &ignore.pairs);
    ignore.pair_count = result->ignored_count;
    sort_pairs(&ignore);
    if (fine && add_ignore(&r, &ignore)) return true;
    free(ignore.pairs);
    return false;
}
