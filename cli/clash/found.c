// found.c - what was found in all pieces so far: it grows, and is put in order in the end.
#include "clash/cells.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

bool clash_found_room(clash_result* r, size_t more, bool gaps)
{
    clash_review* v = &r->review;
    const size_t room = r->clashes.count + more + 1;
    const bool rows = r->options->is_review;
    if (room > r->found_room) {
        const size_t grown = room > 2 * r->found_room ? room : 2 * r->found_room;
        abut_pair* pairs = realloc(v->pairs, grown * sizeof *pairs);
        if (pairs) v->pairs = pairs;
        abut_clash* clashes = realloc(v->clashes, grown * sizeof *clashes);
        if (clashes) v->clashes = clashes;
        clash_row* all_rows = rows ? realloc(v->rows, grown * sizeof *all_rows) : NULL;
        if (all_rows) v->rows = all_rows;
        abut_gap* all_gaps = gaps ? realloc(v->gaps, grown * sizeof *all_gaps) : NULL;
        if (all_gaps) v->gaps = all_gaps;
        if (!pairs || !clashes || (rows && !all_rows) || (gaps && !all_gaps))
            return say_no_memory();
        r->found_room = grown;
    }
    r->clashes.pairs = v->pairs;
    r->clashes.clashes = v->clashes;
    r->clashes.gaps = v->gaps;
    return true;
}

static abut_band worse_band(abut_band x, abut_band y)
{
    static const int badness[] = {[ABUT_BAND_CLEAR] = 0,
                                  [ABUT_BAND_UNDECIDED] = 1,
                                  [ABUT_BAND_CLOSE] = 2,
                                  [ABUT_BAND_CONTACT] = 3};
    return badness[x] > badness[y] ? x : y;
}

void clash_found_sum(clash_result* r, const abut_clashes* survey, abut_band band)
{
    abut_clashes* all = &r->clashes;
    all->asked += survey->asked;
    all->volume_tests += survey->volume_tests;
    all->triangle_tests += survey->triangle_tests;
    all->node_updates += survey->node_updates;
    all->exact_tests += survey->exact_tests;
    all->band = r->survey_count++ ? worse_band(band, all->band) : band;
}

bool clash_found_add(clash_result* r, const abut_clashes* survey)
{
    static const abut_clash none = {.count = 0};
    clash_review* v = &r->review;
    if (!clash_found_room(r, survey->count, survey->gaps != NULL)) return false;
    clash_found_sum(r, survey, survey->band);
    for (size_t i = 0; i < survey->count; i++) {
        const abut_pair* pair = &survey->pairs[i];
        const size_t at = r->clashes.count++;
        v->pairs[at] = (abut_pair){r->cells.objects[pair->a], r->cells.objects[pair->b]};
        v->clashes[at] = survey->clashes ? survey->clashes[i] : none;
        if (survey->gaps) v->gaps[at] = survey->gaps[i];
    }
    // Surveys of contacts alone have no counts.
    if (!survey->clashes) r->clashes.clashes = NULL;
    return true;
}

// --------------------------------------------------------------------------------------------- order

typedef struct placed {
    abut_pair pair;
    size_t at;
} placed;

static int compare(const void* x, const void* y)
{
    const placed *p = x, *q = y;
    if (p->pair.a != q->pair.a) return p->pair.a < q->pair.a ? -1 : 1;
    if (p->pair.b != q->pair.b) return p->pair.b < q->pair.b ? -1 : 1;
    return (p->at > q->at) - (p->at < q->at);
}

// Put an array in an order, by way of room for as much.
static void arrange(void* array, size_t size, const placed* list, size_t count, void* room)
{
    for (size_t i = 0; i < count; i++)
        memcpy((char*)room + i * size, (const char*)array + list[i].at * size, size);
    memcpy(array, room, count * size);
}

static size_t larger(size_t x, size_t y)
{
    return x > y ? x : y;
}

bool clash_found_sort(clash_result* r)
{
    clash_review* v = &r->review;
    const size_t count = r->clashes.count;
    bool in_order = true;
    for (size_t i = 1; i < count && in_order; i++)
        in_order = compare(&(placed){v->pairs[i - 1], 0}, &(placed){v->pairs[i], 0}) <= 0;
    if (in_order) return true;
    const size_t size = larger(larger(sizeof *v->clashes, sizeof *v->gaps), sizeof *v->rows);
    placed* list = malloc(count * sizeof *list);
    void* room = malloc(count * size);
    for (size_t i = 0; list && i < count; i++)
        list[i] = (placed){v->pairs[i], i};
    if (list && room) {
        qsort(list, count, sizeof *list, compare);
        arrange(v->pairs, sizeof *v->pairs, list, count, room);
        arrange(v->clashes, sizeof *v->clashes, list, count, room);
        if (v->gaps) arrange(v->gaps, sizeof *v->gaps, list, count, room);
        if (v->rows) arrange(v->rows, sizeof *v->rows, list, count, room);
    }
    const bool fine = list && room;
    free(list);
    free(room);
    return fine || say_no_memory();
}

void clash_forget(clash_result* r)
{
    clash_review* v = &r->review;
    for (size_t i = 0; v->rows && i < r->clashes.count; i++) {
        free(v->rows[i].words[0]);
        free(v->rows[i].words[1]);
    }
    const abut_clashes kept = {
        .pairs = v->pairs, .clashes = v->clashes, .gaps = v->gaps, .band = ABUT_BAND_UNDECIDED};
    r->clashes = kept;
    r->survey_count = 0;
    v->ignored_count = v->allowed_count = 0;
    for (size_t i = 0; i < v->ignored_reasons; i++)
        v->ignored[i].pairs = 0;
    v->is_undecided = false;
}
