// groups.c - which group a row is in: one that somebody made by hand, else by --group.
#include "clash/rows/rows.h"
#include "say/say.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- by hand

typedef struct member {
    const char *key, *group;
    size_t order;  // in the file: of several groups with one key the first holds
} member;

static int compare_members(const void* x, const void* y)
{
    const member *p = x, *q = y;
    const int order = strcmp(p->key, q->key);
    return order ? order : (p->order > q->order) - (p->order < q->order);
}

static size_t list_members(const json_value* groups, member* out)
{
    size_t count = 0;
    for (const json_value* g = groups ? groups->first : NULL; g; g = g->next) {
        const json_value *name = json_member(g, "name"), *keys = json_member(g, "keys");
        if (!name || name->kind != JSON_STRING || !keys) continue;
        for (const json_value* k = keys->first; k; k = k->next) {
            if (k->kind != JSON_STRING) continue;
            if (out) out[count] = (member){k->text, name->text, count};
            count++;
        }
    }
    return count;
}

static const char* find_member(const member* list, size_t count, const char* key)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(list[middle].key, key) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && strcmp(list[low].key, key) == 0 ? list[low].group : NULL;
}

static bool group_by_hand(clash_result* r)
{
    clash_review* v = &r->review;
    const json_value* groups = json_member(v->approvals.root, "groups");
    const size_t count = list_members(groups, NULL);
    member* list = calloc(count + 1, sizeof *list);
    if (!list) return say_no_memory();
    list_members(groups, list);
    qsort(list, count, sizeof *list, compare_members);
    for (size_t i = 0; i < r->clashes.count; i++)
        v->rows[i].group = find_member(list, count, v->rows[i].key);
    free(list);
    return true;
}

// ---------------------------------------------------------------------------------------- by object

// An object and how many of the rows that are in no group have it.
typedef struct load {
    size_t rows;
    uint32_t object;
} load;

// A heap of objects, those with most rows first. An entry whose count is not that of the object any more is out of date.
typedef struct heap {
    const clash_result* result;
    load* entries;
    size_t count;
} heap;

static bool is_before(const heap* h, const load* x, const load* y)
{
    if (x->rows != y->rows) return x->rows > y->rows;
    return x->object != y->object && clash_comes_first(h->result, x->object, y->object);
}

static void sink(heap* h, size_t i)
{
    for (;;) {
        size_t first = i;
        for (size_t c = 2 * i + 1; c < h->count && c <= 2 * i + 2; c++)
            if (is_before(h, &h->entries[c], &h->entries[first])) first = c;
        if (first == i) return;
        const load kept = h->entries[i];
        h->entries[i] = h->entries[first];
        h->entries[first] = kept;
        i = first;
    }
}

// Rows of each object, one list behind another.
typedef struct rows_of {
    size_t *rows, *first;  // first: where an object's begin; one more at the end
    size_t* left;          // of each object: its rows that are in no group yet
} rows_of;

static bool list_rows(const clash_result* r, rows_of* o)
{
    const clash_row* rows = r->review.rows;
    o->first = calloc(r->object_count + 2, sizeof *o->first);
    o->left = calloc(r->object_count + 1, sizeof *o->left);
    o->rows = calloc(2 * r->clashes.count + 1, sizeof *o->rows);
    if (!o->first || !o->left || !o->rows) return false;
    for (size_t i = 0; i < r->clashes.count; i++)
        if (!rows[i].group) {
            o->left[rows[i].a]++;
            o->left[rows[i].b]++;
        }
    for (size_t i = 0; i < r->object_count; i++)
        o->first[i + 1] = o->first[i] + o->left[i];
    memset(o->left, 0, r->object_count * sizeof *o->left);
    for (size_t i = 0; i < r->clashes.count; i++)
        if (!rows[i].group) {
            o->rows[o->first[rows[i].a] + o->left[rows[i].a]++] = i;
            o->rows[o->first[rows[i].b] + o->left[rows[i].b]++] = i;
        }
    return true;
}

static void take_rows(clash_result* r, rows_of* o, uint32_t object)
{
    clash_row* rows = r->review.rows;
    for (size_t i = o->first[object]; i < o->first[object + 1]; i++) {
        clash_row* row = &rows[o->rows[i]];
        if (row->group) continue;
        row->group = clash_name(&r->objects[object]);
        o->left[row->a]--;
        o->left[row->b]--;
    }
}

// The object with most rows takes them, and so on with what is left: few groups hold most.
static bool group_by_object(clash_result* r)
{
    rows_of o = {0};
    heap h = {.result = r, .entries = calloc(r->object_count + 1, sizeof *h.entries)};
    const bool fine = list_rows(r, &o) && h.entries;
    for (size_t i = 0; fine && i < r->object_count; i++)
        if (o.left[i]) h.entries[h.count++] = (load){o.left[i], (uint32_t)i};
    for (size_t i = h.count; i-- > 0;)
        sink(&h, i);
    while (fine && h.count) {
        load* top = &h.entries[0];
        if (o.left[top->object] == top->rows) take_rows(r, &o, top->object);
        top->rows = o.left[top->object];
        if (top->rows == 0) *top = h.entries[--h.count];
        sink(&h, 0);
    }
    free(h.entries);
    free(o.rows);
    free(o.first);
    free(o.left);
    return fine || say_no_memory();
}

// ------------------------------------------------------------------------------------ cells, levels

enum { CELL_TEXT = 96 };

// The cell of the grid that the middle of a row's box is in, by whole numbers of edges from the origin.
static void name_cell(const clash_row* row, double edge, char out[CELL_TEXT])
{
    double cell[3];
    for (int k = 0; k < 3; k++)
        cell[k] = floor((row->low[k] / 2 + row->high[k] / 2) / edge) + 0.0;
    snprintf(out, CELL_TEXT, "cell %.0f %.0f %.0f", fmax(-1e15, fmin(cell[0], 1e15)),
             fmax(-1e15, fmin(cell[1], 1e15)), fmax(-1e15, fmin(cell[2], 1e15)));
}

static bool group_by_cell(clash_result* r)
{
    clash_review* v = &r->review;
    v->group_text = calloc(r->clashes.count + 1, CELL_TEXT);
    if (!v->group_text) return say_no_memory();
    for (size_t i = 0; i < r->clashes.count; i++) {
        char* text = v->group_text + CELL_TEXT * i;
        if (v->rows[i].group) continue;
        name_cell(&v->rows[i], r->options->cell, text);
        v->rows[i].group = text;
    }
    return true;
}

// The level of the object that comes first, else that of the other one.
static bool group_by_level(clash_result* r)
{
    for (size_t i = 0; i < r->clashes.count; i++) {
        clash_row* row = &r->review.rows[i];
        const bool turned = clash_comes_first(r, row->b, row->a);
        const clash_object* objects[2] = {&r->objects[turned ? row->b : row->a],
                                          &r->objects[turned ? row->a : row->b]};
        if (!row->group) row->group = clash_attribute(objects[0], "level");
        if (!row->group) row->group = clash_attribute(objects[1], "level");
    }
    return true;
}

bool clash_group_rows(clash_result* r)
{
    if (!group_by_hand(r)) return false;
    switch ((clash_group_by)r->options->group_by) {
    case CLASH_GROUP_OBJECT:
        return group_by_object(r);
    case CLASH_GROUP_CELL:
        return group_by_cell(r);
    case CLASH_GROUP_LEVEL:
        return group_by_level(r);
    case CLASH_GROUP_NONE:
        break;
    }
    return true;
}
