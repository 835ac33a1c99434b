// sets.c - sets of objects, by patterns of what is known of each.
#include "clash/rules/rules.h"
#include "file/memory_limit.h"
#include "say/say.h"
#include "text/pattern.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- patterns

bool patterns_hold(const json_value* patterns, const char* text)
{
    if (patterns->kind == JSON_STRING) return pattern_holds(patterns->text, text);
    for (const json_value* p = patterns->first; p; p = p->next)
        if (pattern_holds(p->text, text)) return true;
    return false;
}

static bool expect_pattern(const rules_reader* r, const rules_place* at, const json_value* value)
{
    if (!rules_expect(r, at, value, JSON_STRING)) return false;
    return pattern_is_whole(value->text) ||
           rules_fail(r, at, value, "'%s' has a [ without a ]", value->text);
}

bool rules_expect_patterns(const rules_reader* r, const rules_place* at, const json_value* value)
{
    if (value->kind == JSON_STRING) return expect_pattern(r, at, value);
    if (value->kind != JSON_ARRAY)
        return rules_fail(r, at, value, "a pattern or an array of patterns is wanted, not %s",
                          json_kind_text(value->kind));
    rules_place in = {.up = at};
    for (const json_value* p = value->first; p; p = p->next, in.index++)
        if (!expect_pattern(r, &in, p)) return false;
    return true;
}

// ----------------------------------------------------------------------------------------------- sets

size_t rules_add_set(rules_reader* r, const char* name, size_t line)
{
    clash_rules* rules = r->rules;
    const size_t objects = r->result->object_count;
    rule_set* sets = rules_grow(rules->sets, rules->set_count, sizeof *sets);
    if (!sets) return SIZE_MAX;
    rules->sets = sets;
    unsigned char* has = memory_allows(objects + 1) ? calloc(objects + 1, 1) : NULL;
    if (!has) {
        say_no_memory();
        return SIZE_MAX;
    }
    sets[rules->set_count] = (rule_set){.name = name, .line = line, .has = has};
    return rules->set_count++;
}

const char* rules_file_name(const char* path)
{
    const char* slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool file_holds(const json_value* patterns, const char* path)
{
    return patterns_hold(patterns, rules_file_name(path)) || patterns_hold(patterns, path);
}

static bool text_holds(const json_value* patterns, const char* text)
{
    return text && patterns_hold(patterns, text);
}

static bool attributes_hold(const json_value* attributes, const clash_object* o)
{
    for (const json_value* m = attributes->first; m; m = m->next)
        if (!text_holds(m, clash_attribute(o, m->key))) return false;
    return true;
}

// Whether an object is as one member of a set's object says, which tells nothing of other sets.
static bool member_holds(const json_value* m, const clash_object* o)
{
    if (strcmp(m->key, "file") == 0) return file_holds(m, o->path);
    if (strcmp(m->key, "name") == 0)
        return patterns_hold(m, clash_name(o)) || text_holds(m, clash_attribute(o, "name"));
    if (strcmp(m->key, "id") == 0) return text_holds(m, clash_id(o));
    if (strcmp(m->key, "attribute") == 0) return attributes_hold(m, o);
    return text_holds(m, clash_attribute(o, m->key));
}

static const char* const set_keys[] = {"file",     "name",      "id",  "class", "level", "layer",
                                       "assembly", "attribute", "not", "any",   NULL};

static bool expect_attributes(const rules_reader* r, const rules_place* at, const json_value* value)
{
    if (!rules_expect(r, at, value, JSON_OBJECT)) return false;
    for (const json_value* m = value->first; m; m = m->next)
        if (!rules_expect_patterns(r, &(rules_place){.up = at, .key = m->key}, m)) return false;
    return true;
}

// Keep what is, or what is not, in another set.
static void keep_in(clash_rules* rules, size_t set, size_t other, bool is_in)
{
    for (size_t i = 0; i < rules->result->object_count; i++)
        rules->sets[set].has[i] &= rules->sets[other].has[i] == is_in;
}

// Sets in sets: no deeper than JSON_TREE_DEPTH_MOST.
// NOLINTBEGIN(misc-no-recursion)

// Keep what is in any of some sets.
static bool keep_any(rules_reader* r, const rules_place* at, const json_value* value, size_t set)
{
    const size_t objects = r->result->object_count;
    if (!rules_expect(r, at, value, JSON_ARRAY)) return false;
    const size_t all = rules_add_set(r, NULL, value->line);
    if (all == SIZE_MAX) return false;
    rules_place in = {.up = at};
    for (const json_value* v = value->first; v; v = v->next, in.index++) {
        const size_t one = rules_set_of(r, &in, v);
        if (one == SIZE_MAX) return false;
        for (size_t i = 0; i < objects; i++)
            r->rules->sets[all].has[i] |= r->rules->sets[one].has[i];
    }
    keep_in(r->rules, set, all, true);
    return true;
}

// Keep the objects of a set that are as a member says.
static bool keep_member(rules_reader* r, const rules_place* at, const json_value* m, size_t set)
{
    if (strcmp(m->key, "any") == 0) return keep_any(r, at, m, set);
    if (strcmp(m->key, "not") == 0) {
        const size_t other = rules_set_of(r, at, m);
        if (other == SIZE_MAX) return false;
        keep_in(r->rules, set, other, false);
        return true;
    }
    if (strcmp(m->key, "attribute") == 0 ? !expect_attributes(r, at, m)
                                         : !rules_expect_patterns(r, at, m))
        return false;
    unsigned char* has = r->rules->sets[set].has;
    for (size_t i = 0; i < r->result->object_count; i++)
        has[i] = has[i] && member_holds(m, &r->result->objects[i]);
    return true;
}

static size_t make_set(rules_reader* r, const rules_place* at, const json_value* value,
                       const char* name)
{
    const size_t objects = r->result->object_count;
    if (!rules_expect(r, at, value, JSON_OBJECT) || !rules_keys(r, at, value, set_keys))
        return SIZE_MAX;
    if (!value->count) {
        rules_fail(r, at, value, "it says nothing of its objects; \"all\" is the set of all");
        return SIZE_MAX;
    }
    const size_t set = rules_add_set(r, NULL, value->line);
    if (set == SIZE_MAX) return SIZE_MAX;
    memset(r->rules->sets[set].has, 1, objects);
    for (const json_value* m = value->first; m; m = m->next)
        if (!keep_member(r, &(rules_place){.up = at, .key = m->key}, m, set)) return SIZE_MAX;
    for (size_t i = 0; i < objects; i++)
        r->rules->sets[set].count += r->rules->sets[set].has[i];
    r->rules->sets[set].name = name;  // only now: it cannot be made of itself
    return set;
}

// SIZE_MAX: there is none of this name.
static size_t find_set(const clash_rules* rules, const char* name)
{
    for (size_t i = 0; i < rules->set_count; i++)
        if (rules->sets[i].name && strcmp(rules->sets[i].name, name) == 0) return i;
    return SIZE_MAX;
}

size_t rules_set_of(rules_reader* r, const rules_place* at, const json_value* value)
{
    if (value->kind == JSON_OBJECT) return make_set(r, at, value, NULL);
    if (value->kind != JSON_STRING) {
        rules_fail(r, at, value, "the name of a set, or a set, is wanted, not %s",
                   json_kind_text(value->kind));
        return SIZE_MAX;
    }
    const size_t set = find_set(r->rules, value->text);
    if (set == SIZE_MAX) rules_fail(r, at, value, "there is no set '%s' above", value->text);
    return set;
}

// NOLINTEND(misc-no-recursion)

bool rules_read_sets(rules_reader* r, const json_value* sets)
{
    const rules_place at = {.key = "sets"};
    if (!sets) return true;
    if (!rules_expect(r, &at, sets, JSON_OBJECT)) return false;
    for (const json_value* m = sets->first; m; m = m->next) {
        const rules_place in = {.up = &at, .key = m->key};
        if (find_set(r->rules, m->key) != SIZE_MAX)
            return rules_fail(r, &in, m, "is there already: it is the set of all objects");
        const size_t set = make_set(r, &in, m, m->key);
        if (set == SIZE_MAX) return false;
        if (!r->rules->sets[set].count &&
            !rules_warn(r, m->line, "no object is in the set '%s'", m->key))
            return false;
    }
    return true;
}
