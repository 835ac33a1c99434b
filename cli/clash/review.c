// review.c - what all steps of a review share: rows that come and go, and the end. Clashes without a review are kept the same way.
#include "clash/frames.h"
#include "say/say.h"

#include <stdlib.h>

bool clash_rows_room(clash_result* r, size_t more, bool gaps)
{
    clash_review* v = &r->review;
    const bool has_rows = r->options->is_review;
    const size_t room = r->clashes.count + more + 1;
    abut_pair* pairs = realloc(v->pairs, room * sizeof *pairs);
    if (pairs) r->clashes.pairs = v->pairs = pairs;
    abut_clash* clashes = realloc(v->clashes, room * sizeof *clashes);
    if (clashes) r->clashes.clashes = v->clashes = clashes;
    clash_row* rows = has_rows ? realloc(v->rows, room * sizeof *rows) : NULL;
    if (rows) v->rows = rows;
    abut_gap* all_gaps = gaps ? realloc(v->gaps, room * sizeof *all_gaps) : NULL;
    if (all_gaps) r->clashes.gaps = v->gaps = all_gaps;
    return (pairs && clashes && (rows || !has_rows) && (all_gaps || !gaps)) || say_no_memory();
}

static abut_band worse_band(abut_band x, abut_band y)
{
    static const int badness[] = {[ABUT_BAND_CLEAR] = 0,
                                  [ABUT_BAND_UNDECIDED] = 1,
                                  [ABUT_BAND_CLOSE] = 2,
                                  [ABUT_BAND_CONTACT] = 3};
    return badness[x] > badness[y] ? x : y;
}

void clash_take_counts(clash_result* r, const abut_clashes* found)
{
    abut_clashes* all = &r->clashes;
    all->asked += found->asked;
    all->volume_tests += found->volume_tests;
    all->triangle_tests += found->triangle_tests;
    all->node_updates += found->node_updates;
    all->exact_tests += found->exact_tests;
    all->band = r->is_asked ? worse_band(all->band, found->band) : found->band;
    r->is_asked = true;
}

bool clash_take(clash_result* r, const abut_clashes* found)
{
    const size_t count = r->clashes.count;
    if (!clash_rows_room(r, found->count, found->gaps != NULL)) return false;
    for (size_t i = 0; i < found->count; i++) {
        r->review.pairs[count + i] = found->pairs[i];
        r->review.clashes[count + i] = found->clashes ? found->clashes[i] : (abut_clash){.count = 1};
        if (found->gaps) r->review.gaps[count + i] = found->gaps[i];
    }
    r->clashes.count += found->count;
    clash_take_counts(r, found);
    return true;
}

void clash_rows_keep(clash_result* r, size_t first, const bool* keep)
{
    clash_review* v = &r->review;
    size_t kept = first;
    for (size_t i = first; i < r->clashes.count; i++) {
        if (!keep[i - first]) {
            free(v->rows[i].words[0]);
            free(v->rows[i].words[1]);
            continue;
        }
        v->pairs[kept] = v->pairs[i];
        v->clashes[kept] = v->clashes[i];
        if (v->gaps) v->gaps[kept] = v->gaps[i];
        v->rows[kept++] = v->rows[i];
    }
    r->clashes.count = kept;
}

void clash_review_free(clash_result* r)
{
    clash_review* v = &r->review;
    clash_rules_free(v->rules);
    clash_frames_free(v->frames);
    for (size_t i = 0; v->rows && i < r->clashes.count; i++) {
        free(v->rows[i].words[0]);
        free(v->rows[i].words[1]);
    }
    free(v->rows);
    free(v->pairs);
    free(v->clashes);
    free(v->gaps);
    free(v->order);
    free(v->ignored);
    free(v->groups);
    free(v->boxes);
    free(v->group_text);
    clash_life_close(v);
    *v = (clash_review){0};
}
