// frames_merge.c - rows of many frames become one of each pair: that of the frame in which it is the worst.
#include "clash/frames.h"
#include "say/say.h"

#include <abut/depth.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Enough to tell frames apart: what is written is measured anew, and better, in the worst one.
#define DEPTH_RELATIVE 1e-2
enum { DEPTH_BUDGET = 1 << 13 };

static bool is_listed(const clash_row* row)
{
    return row->test != CLASH_TESTS;
}

abut_status clash_frames_measure(clash_result* r, abut_query* query, size_t first)
{
    const abut_solids_ask how = {.relative = DEPTH_RELATIVE, .budget = DEPTH_BUDGET};
    abut_status status = ABUT_OK;
    for (size_t i = first; i < r->clashes.count && status == ABUT_OK; i++) {
        clash_row* row = &r->review.rows[i];
        if (!is_listed(row) || row->relation != ABUT_RELATION_CROSSING) continue;
        const clash_object at[2] = {clash_object_at(r, row->a, row->frame_worst),
                                    clash_object_at(r, row->b, row->frame_worst)};
        const abut_instance a = clash_instance(&at[0]), b = clash_instance(&at[1]);
        abut_depth_least_answer least;
        status = abut_depth_least(query, &a, &b, &how, &least);
        if (status == ABUT_OK && !least.reason) row->depth = (clash_interval){least.lo, least.hi};
    }
    return status;
}

static void count_contacts(abut_clash* out, clash_row* row, const abut_hits* hits)
{
    bool has_box = false;
    out->count = hits->count;
    out->complete = hits->complete;
    for (size_t i = 0; i < hits->count; i++) {
        const abut_contact* c = &hits->contacts[i];
        out->kind_count[c->kind]++;
        for (int p = 0; p < c->point_count; p++) {
            for (int k = 0; k < 3; k++) {
                const double x = c->points[p][k];
                if (!has_box || x < out->low[k]) out->low[k] = x;
                if (!has_box || x > out->high[k]) out->high[k] = x;
            }
            has_box = true;
        }
    }
    for (int k = 0; k < 3; k++) {
        row->low[k] = out->low[k];
        row->high[k] = out->high[k];
    }
}

bool clash_frames_describe(clash_result* r, size_t first)
{
    const abut_ask how = {.detail = ABUT_DETAIL_POINTS};
    abut_query* query = NULL;
    abut_status status = abut_query_create(&query, r->host);
    for (size_t i = first; i < r->clashes.count && status == ABUT_OK; i++) {
        clash_row* row = &r->review.rows[i];
        if (row->relation != ABUT_RELATION_TOUCHING) continue;
        const clash_object at[2] = {clash_object_at(r, row->a, row->frame_worst),
                                    clash_object_at(r, row->b, row->frame_worst)};
        const abut_instance a = clash_instance(&at[0]), b = clash_instance(&at[1]);
        abut_hits hits;
        status = abut_collide(query, &a, &b, &how, &hits);
        if (status != ABUT_OK) break;
        r->review.clashes[i] = (abut_clash){.relation = row->relation};
        count_contacts(&r->review.clashes[i], row, &hits);
    }
    abut_query_free(query);
    if (status != ABUT_OK) say_status(NULL, status);
    return status == ABUT_OK;
}

// How bad a relation is, beside its measures.
static int badness(const clash_row* row)
{
    if (!is_listed(row)) return -1;
    switch (row->relation) {
    case ABUT_RELATION_CROSSING:
        return 4;
    case ABUT_RELATION_A_INSIDE_B:
    case ABUT_RELATION_B_INSIDE_A:
        return 3;
    case ABUT_RELATION_UNKNOWN:
        return 2;
    case ABUT_RELATION_TOUCHING:
        return 1;
    case ABUT_RELATION_SEPARATE:
        break;
    }
    return 0;
}

// Whether a row is worse than another of its pair: by its relation, then the larger of what its depth is at least, then the
// smaller gap; of equal ones the earlier frame.
static bool is_worse(const clash_row* x, const clash_row* y)
{
    if (badness(x) != badness(y)) return badness(x) > badness(y);
    const double depth = x->depth.lo, other = y->depth.lo;
    if (!isnan(depth) && (isnan(other) || depth > other)) return true;
    if (!isnan(other) && (isnan(depth) || other > depth)) return false;
    if (x->gap.lo < y->gap.lo) return true;
    return !(x->gap.lo > y->gap.lo) && x->frame_worst < y->frame_worst;
}

// ------------------------------------------------------------------------------------------- merging

// A row, to be sorted by its pair; those of one pair stay in their order.
typedef struct placed {
    uint32_t a, b;
    size_t row;
} placed;

static int compare(const void* x, const void* y)
{
    const placed *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    if (p->b != q->b) return p->b < q->b ? -1 : 1;
    return (p->row > q->row) - (p->row < q->row);
}

// The worst row of a pair, with the frames of all that are listed.
static size_t find_worst(const clash_row* rows, const placed* list, size_t count, clash_row* out)
{
    size_t worst = list[0].row, frames = 0, first = SIZE_MAX;
    for (size_t i = 0; i < count; i++) {
        const clash_row* row = &rows[list[i].row];
        if (is_worse(row, &rows[worst])) worst = list[i].row;
        if (!is_listed(row)) continue;
        frames += row->frame_count;
        if (row->frame_first < first) first = row->frame_first;
    }
    *out = rows[worst];
    if (frames) {
        out->frame_first = first;
        out->frame_count = frames;
    }
    return worst;
}

// Everything that is as long as the rows, made anew.
typedef struct merged {
    abut_pair* pairs;
    abut_clash* clashes;
    abut_gap* gaps;
    clash_row* rows;
} merged;

static void free_merged(merged* m)
{
    free(m->pairs);
    free(m->clashes);
    free(m->gaps);
    free(m->rows);
}

static void take_over(clash_result* r, const merged* m, size_t first, size_t count)
{
    clash_review* v = &r->review;
    memcpy(v->pairs + first, m->pairs, count * sizeof *m->pairs);
    memcpy(v->clashes + first, m->clashes, count * sizeof *m->clashes);
    if (v->gaps) memcpy(v->gaps + first, m->gaps, count * sizeof *m->gaps);
    memcpy(v->rows + first, m->rows, count * sizeof *m->rows);
    r->clashes.count = first + count;
}

static size_t merge(const clash_result* r, const placed* list, size_t list_count, merged* out)
{
    const clash_review* v = &r->review;
    size_t count = 0;
    for (size_t i = 0, next; i < list_count; i = next, count++) {
        next = i + 1;
        while (next < list_count && list[next].a == list[i].a && list[next].b == list[i].b)
            next++;
        const size_t worst = find_worst(v->rows, list + i, next - i, &out->rows[count]);
        out->pairs[count] = v->pairs[worst];
        out->clashes[count] = v->clashes[worst];
        if (v->gaps) out->gaps[count] = v->gaps[worst];
    }
    return count;
}

bool clash_frames_merge(clash_result* r, size_t first)
{
    const size_t count = r->clashes.count - first, room = count + 1;
    placed* list = malloc(room * sizeof *list);
    merged m = {.pairs = calloc(room, sizeof *m.pairs),
                .clashes = calloc(room, sizeof *m.clashes),
                .gaps = calloc(r->review.gaps ? room : 1, sizeof *m.gaps),
                .rows = calloc(room, sizeof *m.rows)};
    const bool fine = list && m.pairs && m.clashes && m.rows && m.gaps;
    for (size_t i = 0; fine && i < count; i++)
        list[i] = (placed){r->review.rows[first + i].a, r->review.rows[first + i].b, first + i};
    if (fine) {
        qsort(list, count, sizeof *list, compare);
        take_over(r, &m, first, merge(r, list, count, &m));
    }
    free_merged(&m);
    free(list);
    return fine || say_no_memory();
}
