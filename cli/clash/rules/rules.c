// rules.c - which test is asked of which pair of objects: by --rules, or by what the options say; and what the rules say
// of what was measured.
#include "clash/rules/rules.h"

#include "models/load.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char* clash_test_text(clash_test test)
{
    static const char* const texts[CLASH_TESTS] = {"hard", "touch", "clearance", "inside",
                                                   "duplicate"};
    return texts[test];
}

void* rules_grow(void* array, size_t count, size_t size)
{
    if (count && (count & (count - 1))) return array;  // only powers of two are full
    void* grown = realloc(array, (count ? 2 * count : 1) * size);
    if (!grown) say_no_memory();
    return grown;
}

// ----------------------------------------------------------------------------------------------- open

// What the options say: one rule about all.
static bool take_options(rules_reader* r)
{
    const clash_options* o = r->result->options;
    const rule_entry all = {.name = "all",
                            .a = RULE_SET_ALL,
                            .b = RULE_SET_ALL,
                            .demand = {.asks = {[CLASH_HARD] = true,
                                                [CLASH_TOUCH] = o->touch == CLASH_TOUCH_KEEP,
                                                [CLASH_CLEARANCE] = o->clearance.is_given,
                                                [CLASH_INSIDE] = true,
                                                [CLASH_DUPLICATE] = true},
                                       .hard = o->hard,
                                       .clearance = o->clearance.distance,
                                       .is_strict = o->clearance.is_strict,
                                       .touch_is_fine = o->touch == CLASH_TOUCH_HIDE}};
    return rules_add(r, NULL, NULL, &all);
}

static bool read_file(rules_reader* r)
{
    char why[JSON_TREE_WHY];
    size_t size;
    char* text = text_load(r->file, &size);
    if (!text) return false;
    const json_tree_status status = json_tree_read(&r->rules->tree, text, size, why);
    free(text);
    if (status) {
        say(C001_RULES, "%s: %s", r->file, why);
        return false;
    }
    const json_value* root = r->rules->tree.root;
    if (root->kind == JSON_ARRAY) return rules_read_ifcclash(r, root);
    if (root->kind == JSON_OBJECT) return rules_read_own(r, root);
    return rules_fail(r, NULL, root, "rules are an object, and IfcClash's sets an array, not %s",
                      json_kind_text(root->kind));
}

static bool add_set_of_all(rules_reader* r)
{
    if (rules_add_set(r, "all", 0) != RULE_SET_ALL) return false;
    memset(r->rules->sets[RULE_SET_ALL].has, 1, r->result->object_count);
    r->rules->sets[RULE_SET_ALL].count = r->result->object_count;
    return true;
}

// IfcClash looks at each set by itself; here the first set about a pair holds. Warn where that is not the same.
static bool warn_of_earlier(rules_reader* r, const rule_entry* one)
{
    if (one->earlier < 0) return true;
    return rules_warn(r, one->line,
                      "pairs that are in '%s', too, are checked as that set says, not as '%s' does",
                      r->rules->rules[one->earlier].name, one->name);
}

// Warn of rules that are about no pair; where none is about any, nothing is checked.
static bool look_for_use(rules_reader* r)
{
    const clash_rules* rules = r->rules;
    bool is_any = rules->kinds.count > KINDS_ASKED_MOST;  // not each pair was looked at
    for (size_t i = 0; i < rules->rule_count; i++) {
        const rule_entry* one = &rules->rules[i];
        const bool is_known = one->is_used || !one->line || rules->kinds.count > KINDS_ASKED_MOST;
        is_any |= one->is_used;
        if (!is_known && !rules_warn(r, one->line,
                                     "the rule '%s' is about no pair, or earlier rules take all "
                                     "of its pairs",
                                     one->name))
            return false;
        if (one->is_used && !warn_of_earlier(r, one)) return false;
    }
    if (!is_any) r->result->is_empty = true;
    return true;
}

// Whether the models can tell how far apart they are, if that is asked.
static bool methods_fit(const clash_rules* rules)
{
    const clash_result* r = rules->result;
    return !clash_rules_ask(rules, CLASH_CLEARANCE) || !r->object_count ||
           measure_method_fits(r->build.method);
}

static bool open_rules(rules_reader* r)
{
    if (!add_set_of_all(r) || !rules_take_ignored(r->rules, r->result) ||
        !(r->file ? read_file(r) : take_options(r)) || !methods_fit(r->rules) ||
        !rules_sort_kinds(r->rules))
        return false;
    return look_for_use(r);
}

bool clash_rules_open(clash_rules** out, clash_result* r)
{
    rules_reader reader = {.result = r, .file = r->options->rules, .factor = 1};
    *out = reader.rules = calloc(1, sizeof **out);
    if (!*out) return say_no_memory();
    (*out)->result = r;
    return open_rules(&reader);
}

void clash_rules_free(clash_rules* rules)
{
    if (!rules) return;
    json_tree_free(&rules->tree);
    for (size_t i = 0; i < rules->text_count; i++)
        free(rules->texts[i]);
    free(rules->texts);
    for (size_t i = 0; i < rules->set_count; i++)
        free(rules->sets[i].has);
    free(rules->sets);
    free(rules->rules);
    for (size_t i = 0; i < rules->ignore_count; i++)
        free(rules->ignores[i].pairs);
    free(rules->ignores);
    free(rules->kinds.of);
    free(rules->kinds.first);
    free(rules->kinds.size);
    free(rules->kinds.group[0]);
    free(rules->kinds.group[1]);
    free(rules);
}

// ------------------------------------------------------------------------------------------------ ask

size_t clash_rules_count(const clash_rules* rules)
{
    return rules->rule_count;
}

const char* clash_rule_name(const clash_rules* rules, int rule)
{
    return rules->rules[rule].name;
}

bool clash_rules_ask(const clash_rules* rules, clash_test test)
{
    for (size_t i = 0; i < rules->rule_count; i++)
        if (rules->rules[i].demand.asks[test]) return true;
    return false;
}

double clash_rules_clearance(const clash_rules* rules)
{
    double most = 0;
    for (size_t i = 0; i < rules->rule_count; i++) {
        const clash_demand* d = &rules->rules[i].demand;
        if (d->asks[CLASH_CLEARANCE] && d->clearance > most) most = d->clearance;
    }
    return most;
}

double clash_rules_duplicate(const clash_rules* rules)
{
    double most = 0;
    for (size_t i = 0; i < rules->rule_count; i++) {
        const clash_demand* d = &rules->rules[i].demand;
        if (d->asks[CLASH_DUPLICATE] && d->duplicate > most) most = d->duplicate;
    }
    return most;
}

bool clash_rules_use_unit(const clash_rules* rules)
{
    return rules->has_unit;
}

size_t clash_ignore_count(const clash_rules* rules)
{
    return rules->ignore_count;
}

const char* clash_ignore_reason(const clash_rules* rules, size_t i)
{
    return rules->ignores[i].reason;
}

bool rule_is_about(const clash_rules* rules, size_t rule, uint32_t a, uint32_t b)
{
    const unsigned char *in_a = rules->sets[rules->rules[rule].a].has,
                        *in_b = rules->sets[rules->rules[rule].b].has;
    return (in_a[a] && in_b[b]) || (in_a[b] && in_b[a]);
}

int rules_first(const clash_rules* rules, uint32_t a, uint32_t b)
{
    const clash_result* r = rules->result;
    if (r->options->against_count && r->objects[a].is_against == r->objects[b].is_against)
        return CLASH_RULE_NONE;
    for (size_t i = 0; i < rules->rule_count; i++)
        if (rule_is_about(rules, i, a, b)) return (int)i;
    return CLASH_RULE_NONE;
}

int clash_rule_of(const clash_rules* rules, uint32_t a, uint32_t b, clash_demand* demand,
                  const char** why)
{
    const int first = rules_first(rules, a, b);
    if (why) *why = NULL;
    if (first < 0) return first;
    for (size_t i = 0; i < rules->ignore_count; i++)
        if (ignore_holds(rules, &rules->ignores[i], a, b)) {
            if (why) *why = rules->ignores[i].reason;
            return CLASH_RULE_IGNORED;
        }
    *demand = rules->rules[first].demand;
    return first;
}

// ---------------------------------------------------------------------------------------------- judge

// Whether a rule lists a row; *undecided: measures leave that open, and it is listed.
static bool lists(const clash_demand* d, const clash_row* row, bool* undecided)
{
    *undecided = false;
    if (row->test == CLASH_INSIDE) {
        *undecided = row->relation == ABUT_RELATION_UNKNOWN;
        return true;
    }
    if (row->test != CLASH_HARD) return true;
    if (row->relation == ABUT_RELATION_UNKNOWN) {
        // Touching or not: either way it is listed, if both are asked.
        *undecided = d->hard > 0 || !d->asks[CLASH_TOUCH];
        return true;
    }
    // They cross, which is exact, so that what they share is above 0.
    if (!(d->hard > 0)) return true;
    if (row->depth.hi <= d->hard) return false;
    *undecided = !(row->depth.lo > d->hard);
    return true;
}

bool clash_judge(clash_result* r, size_t first)
{
    clash_review* v = &r->review;
    bool* keep = calloc(r->clashes.count - first + 1, sizeof *keep);
    if (!keep) return say_no_memory();
    for (size_t i = first; i < r->clashes.count; i++) {
        clash_row* row = &v->rows[i];
        const clash_demand* d = &v->rules->rules[row->rule].demand;
        keep[i - first] = lists(d, row, &row->is_undecided);
        v->allowed_count += !keep[i - first];
        v->is_undecided |= row->is_undecided;
    }
    clash_rows_keep(r, first, keep);
    free(keep);
    return true;
}
