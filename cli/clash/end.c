// end.c - after the last question of a clash: what several cells or shards found, in the order of one run; and what a review says of it.
#include "clash/cells.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ order

static int order_of(const abut_pair* p, const abut_pair* q)
{
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

// A pair, and where it is.
typedef struct placed {
    abut_pair pair;
    size_t at;
} placed;

static int compare_placed(const void* x, const void* y)
{
    const placed *p = x, *q = y;
    const int order = order_of(&p->pair, &q->pair);
    return order ? order : (p->at > q->at) - (p->at < q->at);
}

static bool is_sorted(const clash_result* r)
{
    for (size_t i = 1; i < r->clashes.count; i++)
        if (order_of(&r->review.pairs[i - 1], &r->review.pairs[i]) > 0) return false;
    return true;
}

// Put elements of a size in the order of a list. Returns the new array; NULL: there is no memory, and the old one stays.
static void* reorder(void* array, size_t size, const placed* list, size_t count)
{
    char* sorted = malloc(count * size);
    for (size_t i = 0; sorted && i < count; i++)
        memcpy(sorted + i * size, (const char*)array + list[i].at * size, size);
    if (sorted) free(array);
    return sorted;
}

// An array of what was found, by the member that points to it.
#define REORDER(member)                                                           \
    do {                                                                          \
        void* sorted = v->member ? reorder(v->member, sizeof *v->member, list, n) : NULL; \
        if (v->member && !sorted) fine = false;                                   \
        if (sorted) v->member = sorted;                                           \
    } while (0)

static bool sort(clash_result* r)
{
    clash_review* v = &r->review;
    const size_t n = r->clashes.count;
    if (is_sorted(r)) return true;
    placed* list = malloc(n * sizeof *list);
    bool fine = list != NULL;
    for (size_t i = 0; fine && i < n; i++)
        list[i] = (placed){v->pairs[i], i};
    if (fine) {
        qsort(list, n, sizeof *list, compare_placed);
        REORDER(pairs);
        REORDER(clashes);
        REORDER(gaps);
        REORDER(rows);
        r->clashes.pairs = v->pairs;
        r->clashes.clashes = v->clashes;
        r->clashes.gaps = v->gaps;
    }
    free(list);
    return fine || say_no_memory();
}

// --------------------------------------------------------------------------------------- warnings

// All of them in an order that does not depend on who found them.
static bool settle_warnings(clash_result* r)
{
    warning_list* of_rules = &r->rule_warnings;
    for (size_t i = 0; i < of_rules->count; i++) {
        char* text = of_rules->texts[i];
        of_rules->texts[i] = NULL;
        if (!warnings_add(&r->warnings, text)) return false;
    }
    warnings_free(of_rules);
    warnings_sort(&r->warnings);
    return true;
}

bool clash_end(clash_result* r, progress* p)
{
    (void)p;
    if (!sort(r)) return false;
    if (r->options->is_review && (!clash_live(r) || !clash_word(r) || !clash_groups_list(r)))
        return false;
    return settle_warnings(r);
}

void clash_forget(clash_result* r)
{
    clash_review* v = &r->review;
    const abut_clashes nothing = {.pairs = v->pairs, .clashes = v->clashes, .gaps = v->gaps};
    for (size_t i = 0; v->rows && i < r->clashes.count; i++) {
        free(v->rows[i].words[0]);
        free(v->rows[i].words[1]);
    }
    r->clashes = nothing;
    r->is_asked = false;
    for (size_t i = 0; i < v->ignored_reasons; i++)
        v->ignored[i].pairs = 0;
    v->ignored_count = v->allowed_count = 0;
    v->is_undecided = false;
}
