// duplicates.c - objects of one geometry in one place. Their boxes are equal, so few pairs are compared; what is compared is
// triangles, whatever their order and that of their corners, and under a tolerance points of each against the other's surface.
#include "clash/cells.h"
#include "clash/rows/rows.h"
#include "say/say.h"

#include <abut/point.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- pairs

typedef struct twins {
    uint32_t a, b;  // a < b
    int rule;
    double tolerance;
    bool is_one;  // they are duplicates
    abut_status status;
} twins;

typedef struct search {
    clash_result* result;
    double most;  // the largest tolerance
    twins* pairs;
    size_t count, capacity;
} search;

static bool boxes_agree(const clash_box* a, const clash_box* b, double tolerance)
{
    for (int k = 0; k < 3; k++)
        if (fabs(a->low[k] - b->low[k]) > tolerance || fabs(a->high[k] - b->high[k]) > tolerance)
            return false;
    return true;
}

static bool add_pair(search* s, uint32_t i, uint32_t j)
{
    const clash_result* r = s->result;
    const clash_box* boxes = r->review.boxes;
    clash_demand demand;
    twins pair = {.a = i < j ? i : j, .b = i < j ? j : i};
    const clash_object *a = &r->objects[pair.a], *b = &r->objects[pair.b];
    if (!boxes_agree(&boxes[i], &boxes[j], s->most) || !clash_is_mine(r, pair.a, pair.b))
        return true;
    if (r->options->against_count && a->is_against == b->is_against) return true;
    pair.rule = clash_rule_of(r->review.rules, pair.a, pair.b, &demand, NULL);
    if (pair.rule < 0 || !demand.asks[CLASH_DUPLICATE]) return true;
    pair.tolerance = demand.duplicate;
    if (!boxes_agree(&boxes[i], &boxes[j], pair.tolerance)) return true;
    if (pair.tolerance == 0 && a->triangle_count != b->triangle_count) return true;
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? 2 * s->capacity : 64;
        twins* grown = realloc(s->pairs, capacity * sizeof *grown);
        if (!grown) return say_no_memory();
        s->pairs = grown;
        s->capacity = capacity;
    }
    s->pairs[s->count++] = pair;
    return true;
}

typedef struct placed {
    double low;
    uint32_t object;
} placed;

static int compare_placed(const void* x, const void* y)
{
    const placed *p = x, *q = y;
    if (p->low < q->low || q->low < p->low) return p->low < q->low ? -1 : 1;
    return (p->object > q->object) - (p->object < q->object);
}

// List pairs of objects whose boxes agree, and that a rule asks about.
static bool list_pairs(search* s)
{
    const clash_result* r = s->result;
    size_t count = 0;
    placed* sorted = calloc(r->cells.object_count + 1, sizeof *sorted);
    bool fine = sorted || say_no_memory();
    for (size_t i = 0; fine && i < r->cells.object_count; i++) {
        const uint32_t object = r->cells.objects[i];
        if (r->objects[object].triangle_count)
            sorted[count++] = (placed){r->review.boxes[object].low[0], object};
    }
    if (fine) qsort(sorted, count, sizeof *sorted, compare_placed);
    for (size_t i = 0; fine && i < count; i++)
        for (size_t j = i + 1; fine && j < count && sorted[j].low - sorted[i].low <= s->most; j++)
            fine = add_pair(s, sorted[i].object, sorted[j].object);
    free(sorted);
    return fine;
}

// --------------------------------------------------------------------------------------- comparing

static int compare_triangles(const void* x, const void* y)
{
    const double *p = x, *q = y;
    for (int k = 0; k < 9; k++)
        if (p[k] < q[k] || q[k] < p[k]) return p[k] < q[k] ? -1 : 1;
    return 0;
}

// Triangle by triangle, each with the least corner first, the least triangle first.
static bool are_equal(const clash_result* r, twins* t)
{
    const size_t count = r->objects[t->a].triangle_count;
    double* sides[2] = {clash_corners(&r->objects[t->a]), clash_corners(&r->objects[t->b])};
    bool equal = sides[0] && sides[1];
    if (!equal) t->status = ABUT_OUT_OF_MEMORY;
    for (int s = 0; equal && s < 2; s++) {
        for (size_t i = 0; i < count; i++)
            clash_order_corners(sides[s] + 9 * i);
        qsort(sides[s], count, 9 * sizeof *sides[s], compare_triangles);
    }
    for (size_t i = 0; equal && i < count; i++)
        equal = compare_triangles(sides[0] + 9 * i, sides[1] + 9 * i) == 0;
    free(sides[0]);
    free(sides[1]);
    return equal;
}

enum { POINTS_AT_ONCE = 4096 };

// Whether the corners and centres of one object's triangles are near the other's surface.
static abut_status is_near(const clash_result* r, uint32_t from, uint32_t to, double tolerance,
                           abut_batch* batch, bool* out)
{
    const size_t count = r->objects[from].triangle_count * 4;
    const abut_instance instance = clash_instance(&r->objects[to]);
    const abut_point_ask ask = {.within = tolerance};
    const abut_point_answer* answers;
    double* corners = clash_corners(&r->objects[from]);
    double* points = malloc((count + 1) * 3 * sizeof *points);
    abut_status status = corners && points ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; status == ABUT_OK && i < count / 4; i++) {
        const double* t = corners + 9 * i;
        memcpy(points + 12 * i, t, 9 * sizeof *t);
        for (size_t k = 0; k < 3; k++)
            points[12 * i + 9 + k] = t[k] / 3 + t[3 + k] / 3 + t[6 + k] / 3;
    }
    *out = true;
    for (size_t first = 0, end; status == ABUT_OK && *out && first < count; first = end) {
        end = count - first > POINTS_AT_ONCE ? first + POINTS_AT_ONCE : count;
        status = abut_points(batch, &instance, points + 3 * first, end - first, &ask, &answers);
        for (size_t i = first; status == ABUT_OK && *out && i < end; i++)
            *out = answers[i - first].near_count > 0;
    }
    free(corners);
    free(points);
    return status;
}

static bool are_near(const clash_result* r, twins* t)
{
    abut_batch* batch = NULL;
    bool near = true;
    t->status = abut_batch_create(&batch, NULL);
    if (t->status == ABUT_OK) t->status = is_near(r, t->a, t->b, t->tolerance, batch, &near);
    if (t->status == ABUT_OK && near)
        t->status = is_near(r, t->b, t->a, t->tolerance, batch, &near);
    abut_batch_free(batch);
    return t->status == ABUT_OK && near;
}

static void compare(void* context, size_t index, int worker)
{
    search* s = context;
    twins* t = &s->pairs[index];
    const clash_object *a = &s->result->objects[t->a], *b = &s->result->objects[t->b];
    (void)worker;
    t->is_one = a->triangle_count == b->triangle_count && are_equal(s->result, t);
    if (!t->is_one && t->status == ABUT_OK && t->tolerance > 0) t->is_one = are_near(s->result, t);
}

// -------------------------------------------------------------------------------------------- rows

static int compare_twins(const void* x, const void* y)
{
    const twins *p = x, *q = y;
    if (p->a != q->a) return p->a < q->a ? -1 : 1;
    return (p->b > q->b) - (p->b < q->b);
}

static void take(clash_result* r, clash_row* row, const twins* t)
{
    const clash_box* box = &r->review.boxes[t->a];
    row->test = CLASH_DUPLICATE;
    row->class = CLASH_CLASS_DUPLICATE;
    row->rule = t->rule;
    memcpy(row->low, box->low, sizeof row->low);
    memcpy(row->high, box->high, sizeof row->high);
}

static void put(clash_result* r, size_t i, const twins* t)
{
    clash_review* v = &r->review;
    const clash_interval unknown = {(double)NAN, (double)NAN};
    v->pairs[i] = (abut_pair){t->a, t->b};
    v->clashes[i] = (abut_clash){.relation = ABUT_RELATION_UNKNOWN, .complete = 1};
    if (v->gaps) v->gaps[i] = (abut_gap){.band = ABUT_BAND_CONTACT};
    v->rows[i] = (clash_row){.a = t->a,
                             .b = t->b,
                             .depth = unknown,
                             .translation = {(double)NAN, (double)NAN, (double)NAN},
                             .pierced = -1,
                             .gap = unknown,
                             .volume = unknown,
                             .length = unknown,
                             .area = unknown,
                             .is_complete = true};
    take(r, &v->rows[i], t);
}

// Rows from the first one on are sorted by pairs, and so are twins: merge them from the end, in place.
static void merge(clash_result* r, size_t first, const twins* t, size_t count, size_t added)
{
    clash_review* v = &r->review;
    size_t from = r->clashes.count, to = from + added;
    r->clashes.count = to;
    while (to > first) {
        const bool has_row = from > first;
        const twins row = {.a = has_row ? v->pairs[from - 1].a : 0,
                           .b = has_row ? v->pairs[from - 1].b : 0};
        const int order = !count ? 1 : !has_row ? -1 : compare_twins(&row, &t[count - 1]);
        if (order < 0) {
            put(r, --to, &t[--count]);
            continue;
        }
        to--;
        from--;
        v->pairs[to] = v->pairs[from];
        v->clashes[to] = v->clashes[from];
        if (v->gaps) v->gaps[to] = v->gaps[from];
        v->rows[to] = v->rows[from];
        if (order == 0) take(r, &v->rows[to], &t[--count]);
    }
}

static bool take_all(search* s, size_t first)
{
    clash_result* r = s->result;
    const abut_pair* pairs = r->clashes.pairs;
    size_t found = 0, added = 0;
    for (size_t i = 0; i < s->count; i++) {
        if (s->pairs[i].status != ABUT_OK) {
            say_status(NULL, s->pairs[i].status);
            return false;
        }
        if (s->pairs[i].is_one) s->pairs[found++] = s->pairs[i];
    }
    if (!found) return true;
    qsort(s->pairs, found, sizeof *s->pairs, compare_twins);
    for (size_t i = 0, row = first; i < found; i++) {
        const twins* t = &s->pairs[i];
        while (row < r->clashes.count &&
               (pairs[row].a < t->a || (pairs[row].a == t->a && pairs[row].b < t->b)))
            row++;
        added += !(row < r->clashes.count && pairs[row].a == t->a && pairs[row].b == t->b);
    }
    if (!clash_found_room(r, added, r->review.gaps != NULL)) return false;
    merge(r, first, s->pairs, found, added);
    return true;
}

bool clash_find_duplicates(clash_result* r, size_t first, progress* p)
{
    const clash_rules* rules = r->review.rules;
    search s = {.result = r};
    if (!clash_facts_keep(r)) return false;
    // In frames what counts is where objects are then.
    if (!clash_rules_ask(rules, CLASH_DUPLICATE) || r->review.frames) return true;
    s.most = clash_rules_duplicate(rules);
    progress_begin(p, "comparing", "");
    bool fine = list_pairs(&s);
    if (fine) r->host->run(r->host->user, s.count, compare, &s);
    fine = fine && take_all(&s, first);
    r->query_seconds += progress_end(p);
    free(s.pairs);
    return fine;
}
