// life.c - the life of rows: their keys, their states by an older result and by approvals, and pairs that are gone.
#include "clash/life/life.h"

#include "say/say.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char* clash_state_text(clash_state s)
{
    static const char* const texts[CLASH_STATES] = {"new",      "active",   "changed",
                                                    "approved", "resolved", "not retested"};
    return texts[s];
}

bool clash_life_open(clash_result* r)
{
    const char* baseline = r->options->baseline;
    return (!baseline || life_load(&r->review.old, baseline, "review", "the result of a review")) &&
           clash_approvals_read(r) && clash_date_open(r);
}

bool clash_source_may_miss(const clash_result* r, const char* path)
{
    const json_value* sources = json_member(r->review.old.root, "sources");
    if (!sources || strcmp(path, "-") == 0 || access(path, F_OK) == 0 || errno != ENOENT)
        return false;
    for (const json_value* at = sources->first; at; at = at->next) {
        const json_value* file = json_member(at, "file");
        if (file && file->kind == JSON_STRING &&
            strcmp(path_name(file->text), path_name(path)) == 0)
            return true;
    }
    return false;
}

// ------------------------------------------------------------------------------------------- gone

// Why a pair whose objects are both there was not tested; to be freed. *fine is false if there is no memory. NULL: it was.
static char* why_not_asked(const clash_result* r, const life_result* now, const life_row* was,
                           uint32_t a, uint32_t b, bool* fine)
{
    clash_demand demand;
    const char* reason = NULL;
    char* why = NULL;
    const life_object *one = &now->objects[a], *other = &now->objects[b];
    const life_source *from = &now->sources[one->source], *of = &now->sources[other->source];
    const int rule = clash_rule_of(r->review.rules, a, b, &demand, &reason);
    if (life_was_skipped(now, one, other))
        why = life_why_skipped(now, one, other);
    else if (r->options->against_count && from->is_against == of->is_against)
        why = say_text("both are on one side of --against now");
    else if (rule == CLASH_RULE_IGNORED)
        why = say_text("left out: %s", reason ? reason : "it is to be ignored");
    else if (rule < 0)
        why = say_text("no rule is about it now");
    else if (!demand.asks[was->test])
        why = say_text("the rule %s does not ask for %s", clash_rule_name(r->review.rules, rule),
                       clash_test_text(was->test));
    else
        return NULL;
    *fine = why != NULL;
    return why;
}

static bool fill_gone(clash_gone* gone, const clash_result* r, const life_result* old,
                      const life_row* was, const life_result* now)
{
    const uint32_t sides[2] = {was->a, was->b};
    bool fine = true;
    uint32_t there[2];
    snprintf(gone->key, sizeof gone->key, "%s", was->key);
    gone->was = was->value;
    gone->a = say_text("%s", old->objects[was->a].name);
    gone->b = say_text("%s", old->objects[was->b].name);
    for (int k = 0; k < 2; k++) {
        const life_object* o = &old->objects[sides[k]];
        there[k] = o->match;
        gone->sides[k].file = old->sources[o->source].path;
        gone->sides[k].id = o->id;
        gone->sides[k].geometry = *o->geometry ? o->geometry : NULL;
        if (there[k] != LIFE_NONE || gone->why || !fine) continue;
        gone->why = life_why_not_there(old, sides[k], now);
        fine = gone->why != NULL;
    }
    if (fine && !gone->why) gone->why = why_not_asked(r, now, was, there[0], there[1], &fine);
    gone->state = gone->why ? CLASH_NOT_RETESTED : CLASH_RESOLVED;
    return fine && gone->a && gone->b;
}

// Pairs of the older result that are not listed now. Those that were resolved then are forgotten.
static bool find_gone(clash_result* r, const life_result* old, const life_result* now)
{
    clash_review* v = &r->review;
    v->gone = calloc(old->row_count + 1, sizeof *v->gone);
    if (!v->gone) return say_no_memory();
    v->gone_capacity = old->row_count + 1;
    for (size_t i = 0; i < old->row_count; i++) {
        const life_row* was = &old->rows[i];
        if (was->match != LIFE_NO_MATCH || (was->is_gone && was->state == CLASH_RESOLVED)) continue;
        if (!fill_gone(&v->gone[v->gone_count++], r, old, was, now)) return say_no_memory();
    }
    return true;
}

static bool compare_with_baseline(clash_result* r, life_result* old, life_result* now)
{
    if (!r->options->baseline) return true;
    if (!life_read(old, &r->review.old, r->options->baseline) || !life_compare(old, now))
        return false;
    for (size_t i = 0; i < r->clashes.count; i++)
        r->review.rows[i].state = now->rows[i].state;
    return find_gone(r, old, now);
}

// ------------------------------------------------------------------------------------------ states

static bool warn_of_twins(clash_result* r, const life_result* now)
{
    size_t count = 0;
    for (size_t i = 0; i < now->object_count; i++)
        count += now->objects[i].key_name || now->objects[i].key_number;
    return !count || warnings_add(&r->warnings, C012_SAME_IDS,
                                  "%zu objects have the id of another in their file: "
                                  "their keys depend on names and shapes, too",
                                  count);
}

static void count_states(clash_review* v, size_t row_count)
{
    for (size_t i = 0; i < row_count; i++)
        v->counts[v->rows[i].state]++;
    for (size_t i = 0; i < v->gone_count; i++)
        v->counts[v->gone[i].state]++;
}

bool clash_live(clash_result* r)
{
    life_result now = {0}, old = {0};
    const bool fine = life_of(&now, r, r->options->baseline || r->options->approvals) &&
                      warn_of_twins(r, &now) && compare_with_baseline(r, &old, &now) &&
                      clash_approvals_apply(r, &now);
    if (fine) {
        count_states(&r->review, r->clashes.count);
        clash_date_finish(r);
    }
    life_free(&now);
    life_free(&old);
    return fine;
}

int clash_review_exit(const clash_result* r)
{
    const clash_review* v = &r->review;
    size_t certain = 0, open = 0, undecided = 0;
    for (size_t i = 0; i < r->clashes.count; i++) {
        const bool is_open = v->rows[i].state != CLASH_APPROVED;
        open += is_open;
        certain += is_open && !v->rows[i].is_undecided;
        undecided += v->rows[i].is_undecided;
    }
    if (certain) return EXIT_CONTACT;
    // What is undecided is a row, if any row is: where all of these are approved, so is what they leave open.
    const bool is_undecided = open || (v->is_undecided && !undecided);
    return is_undecided || v->counts[CLASH_NOT_RETESTED] || clash_is_hollow(r) ? EXIT_UNDECIDED
                                                                               : EXIT_APART;
}

// ------------------------------------------------------------------------------------------- JSON

// Write numbers of an older result as they were; null for what is none.
static void put_numbers(json* j, const json_value* object, const char* key)
{
    const json_value* list = json_member(object, key);
    if (!list || list->kind != JSON_ARRAY) return;
    json_key(j, key);
    json_array(j, false);
    for (const json_value* at = list->first; at; at = at->next)
        if (at->kind == JSON_NUMBER)
            json_number(j, at->number);
        else
            json_null(j);
    json_close(j);
}

static void put_text(json* j, const json_value* object, const char* key)
{
    const json_value* value = json_member(object, key);
    if (value && value->kind == JSON_STRING) json_put_string(j, key, value->text);
}

void clash_gone_json(const clash_gone* gone, json* j)
{
    static const char* const texts[] = {"rule", "test", "class"};
    static const char* const measures[] = {"depth", "gap", "volume", "length", "area"};
    const json_value* box = json_member(gone->was, "box");
    json_object(j, false);
    json_put_string(j, "key", gone->key);
    json_put_string(j, "state", clash_state_text(gone->state));
    json_put_string(j, "a", gone->a);
    json_put_string(j, "b", gone->b);
    json_put_string(j, "why", gone->why);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        put_text(j, gone->was, texts[i]);
    for (size_t i = 0; i < sizeof measures / sizeof measures[0]; i++)
        put_numbers(j, gone->was, measures[i]);
    if (box) {
        json_key(j, "box");
        json_object(j, false);
        put_numbers(j, box, "low");
        put_numbers(j, box, "high");
        json_close(j);
    }
    json_key(j, "sides");
    json_array(j, false);
    for (int k = 0; k < 2; k++) {
        json_object(j, false);
        json_put_string(j, "file", gone->sides[k].file);
        json_put_string(j, "id", gone->sides[k].id);
        json_put_string(j, "geometry", gone->sides[k].geometry);
        json_close(j);
    }
    json_close(j);
    json_close(j);
}

void clash_life_close(clash_review* v)
{
    for (size_t i = 0; i < v->gone_count; i++) {
        free(v->gone[i].a);
        free(v->gone[i].b);
        free(v->gone[i].why);
    }
    free(v->gone);
    free(v->approved);
    json_tree_free(&v->old);
    json_tree_free(&v->approvals);
}
