// compare.c - two results: which objects of the older one are which of the newer one's, and so which rows; and what is
// new, the same or changed. Objects are the same by their ids; order counts nowhere.
#include "clash/life/life.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- objects

// How many words two objects have in common: id, stem of the file, its path, name, geometry.
enum { WORDS = 5, SAME_ID = 1, SAME_STEM, SAME_PATH, SAME_NAME, SAME_ALL };

typedef struct found {
    life_object* object;
    uint32_t index;
    bool is_old;
    const char* words[WORDS];
} found;

static int compare_words(const found* p, const found* q, int* common)
{
    for (*common = 0; *common < WORDS; ++*common) {
        const int order = strcmp(p->words[*common], q->words[*common]);
        if (order) return order;
    }
    return 0;
}

static int compare_found(const void* x, const void* y)
{
    int common;
    const found *p = x, *q = y;
    const int order = compare_words(p, q, &common);
    if (order) return order;
    if (p->is_old != q->is_old) return p->is_old ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

static found* list_objects(life_result* old, life_result* now, size_t* count)
{
    life_result* const both[2] = {old, now};
    found* list = malloc((old->object_count + now->object_count + 1) * sizeof *list);
    *count = 0;
    for (int k = 0; list && k < 2; k++)
        for (uint32_t i = 0; i < both[k]->object_count; i++) {
            life_object* o = &both[k]->objects[i];
            const life_source* s = &both[k]->sources[o->source];
            if (k == 1 && o->is_extra) continue;  // it is not there
            list[(*count)++] =
                (found){o, i, k == 0, {o->id, s->stem, s->path, o->name, o->geometry}};
        }
    if (list && *count) qsort(list, *count, sizeof *list, compare_found);
    return list;
}

static size_t run_end(const found* list, size_t from, size_t end, int level)
{
    int common;
    size_t at = from + 1;
    while (at < end && (compare_words(&list[from], &list[at], &common), common >= level))
        at++;
    return at;
}

// Those of which all is the same, one after the other: nothing tells which is which, and nothing depends on it.
static void join_equal(found* list, size_t from, size_t end)
{
    size_t now = from;
    while (now < end && list[now].is_old)
        now++;
    for (size_t old = from, next = now; old < now; old++) {
        if (list[old].object->is_extra || next == end) continue;
        list[old].object->match = list[next].index;
        list[next++].object->match = list[old].index;
    }
}

// What is in a run: how many objects, and one of each result.
typedef struct census {
    size_t olds, nows;
    found *old, *now;
} census;

// Count those of one id, file and name. What only pairs that were gone tell of may be there more often: it is one.
static void count_alike(census* c, found* list, size_t from, size_t end, bool counts_all)
{
    size_t own = 0, extra = 0;
    for (size_t i = from; i < end; i++) {
        found* at = &list[i];
        if (!counts_all && at->object->match != LIFE_NONE) continue;
        own += at->is_old && !at->object->is_extra;
        extra += at->is_old && at->object->is_extra;
        c->nows += !at->is_old;
        if (!at->is_old)
            c->now = at;
        else if (!c->old || c->old->object->is_extra)
            c->old = at;
    }
    c->olds += own ? own : extra > 0;
}

// Join what is alike up to a level in a run, if one of each is left; where what tells several apart in their keys is the
// next word, if there was one of each.
static void join_run(found* list, size_t from, size_t end, bool counts_all)
{
    census c = {0};
    for (size_t i = from, next; i < end; i = next) {
        next = run_end(list, i, end, SAME_NAME);
        count_alike(&c, list, i, next, counts_all);
    }
    if (c.olds != 1 || c.nows != 1) return;
    for (size_t i = from; i < end; i++)
        if (list[i].is_old && list[i].object->match == LIFE_NONE)
            list[i].object->match = c.now->index;
    if (c.now->object->match == LIFE_NONE) c.now->object->match = c.old->index;
}

static void join_level(found* list, size_t count, int level)
{
    for (size_t i = 0, next; i < count; i = next) {
        next = run_end(list, i, count, level);
        if (level == SAME_ALL)
            join_equal(list, i, next);
        else
            join_run(list, i, next, level <= SAME_STEM);
    }
}

static void mark_unclear(found* list, size_t count)
{
    for (size_t i = 0, next; i < count; i = next) {
        bool has_now = false;
        next = run_end(list, i, count, SAME_ID);
        for (size_t k = i; k < next; k++)
            has_now |= !list[k].is_old;
        for (size_t k = i; k < next; k++)
            list[k].object->is_unclear = has_now && list[k].object->match == LIFE_NONE;
    }
}

static bool match_objects(life_result* old, life_result* now)
{
    size_t count;
    found* list = list_objects(old, now, &count);
    if (!list) return false;
    for (int level = SAME_ALL; level >= SAME_ID; level--)
        join_level(list, count, level);
    mark_unclear(list, count);
    free(list);
    return true;
}

char* life_why_not_there(const life_result* old, uint32_t object, const life_result* now)
{
    const life_object* o = &old->objects[object];
    const char* file = path_name(old->sources[o->source].path);
    bool is_there = false;
    for (size_t i = 0; i < now->source_count; i++)
        is_there |=
            !now->sources[i].is_missing && strcmp(path_name(now->sources[i].path), file) == 0;
    if (!is_there) return say_text("%s is missing", file);
    if (o->is_unclear)
        return say_text("which object %s is now is not clear: several have its id", life_said(o));
    return say_text("%s is not in %s any more", life_said(o), file);
}

bool life_was_skipped(const life_result* now, const life_object* a, const life_object* b)
{
    return a->is_empty || b->is_empty || now->sources[a->source].is_partial ||
           now->sources[b->source].is_partial;
}

char* life_why_skipped(const life_result* now, const life_object* a, const life_object* b)
{
    const life_source *from = &now->sources[a->source], *of = &now->sources[b->source];
    if (a->is_empty || b->is_empty)
        return say_text("%s has no triangles now", life_said(a->is_empty ? a : b));
    return say_text("faults of %s were left out",
                    path_name(from->is_partial ? from->path : of->path));
}

// ------------------------------------------------------------------------------------------- rows

typedef struct pair_of_row {
    uint32_t low, high;
    size_t row;
} pair_of_row;

static int compare_pairs(const void* x, const void* y)
{
    const pair_of_row *p = x, *q = y;
    if (p->low != q->low) return p->low < q->low ? -1 : 1;
    return (p->high > q->high) - (p->high < q->high);
}

static pair_of_row pair_of(uint32_t a, uint32_t b, size_t row)
{
    return (pair_of_row){a < b ? a : b, a < b ? b : a, row};
}

// The rows that are listed, by their pairs.
static pair_of_row* list_pairs(const life_result* l, size_t* count)
{
    pair_of_row* list = malloc((l->row_count + 1) * sizeof *list);
    *count = 0;
    for (size_t i = 0; list && i < l->row_count; i++)
        if (!l->rows[i].is_gone) list[(*count)++] = pair_of(l->rows[i].a, l->rows[i].b, i);
    if (list && *count) qsort(list, *count, sizeof *list, compare_pairs);
    return list;
}

static bool match_rows(life_result* old, life_result* now)
{
    size_t count;
    pair_of_row* list = list_pairs(now, &count);
    if (!list) return false;
    for (size_t i = 0; i < old->row_count; i++) {
        life_row* was = &old->rows[i];
        const uint32_t a = old->objects[was->a].match, b = old->objects[was->b].match;
        if (a == LIFE_NONE || b == LIFE_NONE || (was->is_gone && was->state == CLASH_RESOLVED))
            continue;
        const pair_of_row wanted = pair_of(a, b, 0);
        const pair_of_row* is = bsearch(&wanted, list, count, sizeof *list, compare_pairs);
        if (!is) continue;
        was->match = is->row;
        if (now->rows[is->row].match == LIFE_NO_MATCH) now->rows[is->row].match = i;
    }
    free(list);
    return true;
}

// ----------------------------------------------------------------------------------------- states

static bool is_known(clash_interval x)
{
    return !isnan(x.lo) && !isnan(x.hi);
}

// What is written anew by another program is rounded anew. A change below a thousandth shows in no sentence.
static const double less_than_all = 0.999, part_of_box = 0.001;

static bool is_less(clash_interval x, clash_interval y)
{
    return x.hi < y.lo * less_than_all;
}

// Whether both boxes have nothing in common, by more than a part of the larger one. Never where one is not known.
static bool is_elsewhere(const life_row* was, const life_row* is)
{
    double size = 0;
    for (int k = 0; k < 3; k++)
        size = fmax(size, fmax(was->high[k] - was->low[k], is->high[k] - is->low[k]));
    for (int k = 0; k < 3; k++)
        if (is->low[k] - was->high[k] > size * part_of_box ||
            was->low[k] - is->high[k] > size * part_of_box)
            return true;
    return false;
}

static bool has_other_shape(const life_object* was, const life_object* is)
{
    return strcmp(was->geometry, is->geometry) != 0;
}

// Whether a person must look again: another test or class, a measure that cannot be the same, another place; and where
// nothing is measured, another shape.
static bool has_changed(const life_result* old, const life_row* was, const life_result* now,
                        const life_row* is)
{
    bool is_measured = false;
    if (was->test != is->test || was->class != is->class || is_elsewhere(was, is)) return true;
    for (int m = 0; m < LIFE_MEASURES; m++) {
        const clash_interval x = was->measures[m], y = is->measures[m];
        if (!is_known(x) || !is_known(y)) continue;
        is_measured = true;
        if (is_less(x, y) || is_less(y, x)) return true;
    }
    const uint32_t a = old->objects[was->a].match, b = old->objects[was->b].match;
    return !is_measured && (has_other_shape(&old->objects[was->a], &now->objects[a]) ||
                            has_other_shape(&old->objects[was->b], &now->objects[b]));
}

bool life_compare(life_result* old, life_result* now)
{
    if (!match_objects(old, now) || !match_rows(old, now)) return say_no_memory();
    for (size_t i = 0; i < now->row_count; i++) {
        life_row* is = &now->rows[i];
        if (is->is_gone || is->state == CLASH_APPROVED) continue;
        const life_row* was = is->match == LIFE_NO_MATCH ? NULL : &old->rows[is->match];
        // What was approved and is not: its approval does not hold any more.
        is->state = !was                                                             ? CLASH_NEW
                    : was->state == CLASH_APPROVED || has_changed(old, was, now, is) ? CLASH_CHANGED
                                                                                     : CLASH_ACTIVE;
    }
    return true;
}
