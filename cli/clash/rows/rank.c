// rank.c - the order of rows, the worst first, whatever the order of files.
#include "clash/rows/rows.h"
#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// What a row is ordered by: less comes first.
typedef struct placed {
    int kind;
    double size;
    const char *first, *second;  // names, or NULL
    const char* key;
    uint32_t ids[2];  // objects, that whose id comes first
    const clash_result* result;
    size_t row;
} placed;

// What has a depth is first, the deepest of it; then duplicates, what is not known, what touches, and what is too close, the
// nearest first.
static void place_by_depth(const clash_row* row, placed* p)
{
    const bool is_deep = !isnan(row->depth.hi) && row->depth.hi > 0;
    p->kind = row->class == CLASH_CLASS_DUPLICATE  ? 1
              : is_deep                            ? 0
              : row->class == CLASH_CLASS_TOUCHING ? 3
              : row->class == CLASH_CLASS_CLOSE    ? 4
                                                   : 2;
    if (p->kind == 0) p->size = -row->depth.hi;
    if (p->kind == 4) p->size = row->gap.lo;
}

static void place_by_volume(const clash_row* row, placed* p)
{
    const bool has_volume = !isnan(row->volume.hi) && row->volume.hi > 0;
    place_by_depth(row, p);
    p->kind = has_volume ? 0 : p->kind + 1;
    if (has_volume) p->size = -row->volume.hi;
}

static placed place(const clash_result* r, size_t i)
{
    const clash_row* row = &r->review.rows[i];
    const bool turned = clash_comes_first(r, row->b, row->a);
    placed p = {.result = r, .row = i, .key = row->key};
    p.ids[0] = turned ? row->b : row->a;
    p.ids[1] = turned ? row->a : row->b;
    if (r->options->rank == CLASH_RANK_NAME) {
        p.first = clash_name(&r->objects[p.ids[0]]);
        p.second = clash_name(&r->objects[p.ids[1]]);
    } else if (r->options->rank == CLASH_RANK_VOLUME) {
        place_by_volume(row, &p);
    } else {
        place_by_depth(row, &p);
    }
    return p;
}

static int compare_objects(const clash_result* r, uint32_t i, uint32_t j)
{
    return i == j ? 0 : clash_comes_first(r, i, j) ? -1 : 1;
}

static int compare_placed(const void* x, const void* y)
{
    const placed *p = x, *q = y;
    int order = 0;
    if (p->kind != q->kind) return p->kind < q->kind ? -1 : 1;
    if (p->size < q->size || q->size < p->size) return p->size < q->size ? -1 : 1;
    if (p->first) order = strcmp(p->first, q->first);
    if (order == 0 && p->first) order = strcmp(p->second, q->second);
    if (order == 0) order = strcmp(p->key, q->key);
    // Two pairs of one key: of objects that have one id.
    if (order == 0) order = compare_objects(p->result, p->ids[0], q->ids[0]);
    return order ? order : compare_objects(p->result, p->ids[1], q->ids[1]);
}

bool clash_rank_rows(clash_result* r)
{
    clash_review* v = &r->review;
    placed* list = calloc(r->clashes.count + 1, sizeof *list);
    v->order = calloc(r->clashes.count + 1, sizeof *v->order);
    if (list && v->order) {
        for (size_t i = 0; i < r->clashes.count; i++)
            list[i] = place(r, i);
        qsort(list, r->clashes.count, sizeof *list, compare_placed);
        for (size_t i = 0; i < r->clashes.count; i++)
            v->order[i] = list[i].row;
    } else {
        say_status(NULL, ABUT_OUT_OF_MEMORY);
    }
    free(list);
    return list && v->order;
}
