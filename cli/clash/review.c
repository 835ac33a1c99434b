// review.c - what all steps of a review share: rows that go, and the end.
#include "clash/frames.h"
#include "say/say.h"

#include <stdlib.h>

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
