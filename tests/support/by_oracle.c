// by_oracle.c - the same question to the library and to rational arithmetic (see by_oracle.h).
#include "support/by_oracle.h"

#include "support/models.h"
#include "support/oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void pair_add(pair_list* list, uint64_t pair)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 1024;
        list->pairs = realloc(list->pairs, list->capacity * sizeof *list->pairs);
    }
    list->pairs[list->count++] = pair;
}

pair_list pairs_by_library(const mesh* a, const abut_pose* a_pose, const mesh* b,
                           const abut_pose* b_pose, abut_method method)
{
    abut_model *a_model = model_of_mesh(a, method), *b_model = model_of_mesh(b, method);
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_instance x = {a_model, *a_pose}, y = {b_model, *b_pose};
    abut_hits hits;
    assert_int_equal(abut_collide(query, &x, &y, NULL, &hits), ABUT_OK);
    pair_list list = {0};
    for (size_t i = 0; i < hits.count; i++)
        pair_add(&list, (uint64_t)hits.pairs[i].a << 32 | hits.pairs[i].b);
    abut_query_free(query);
    abut_model_free(a_model);
    abut_model_free(b_model);
    return list;
}

// -------------------------------------------------------------------------------------- the oracle

typedef struct span {  // world box of a triangle, widened beyond every rounding
    double low[3], high[3];
    uint32_t triangle;
} span;

static int compare_spans(const void* x, const void* y)
{
    const double a = ((const span*)x)->low[0], b = ((const span*)y)->low[0];
    return (a > b) - (a < b);
}

static void make_span(const mesh* m, size_t triangle, const affine* pose, span* out)
{
    out->triangle = (uint32_t)triangle;
    for (int c = 0; c < 3; c++) {
        double size = fabs(pose->translation[c]);
        out->low[c] = HUGE_VAL;
        out->high[c] = -HUGE_VAL;
        for (size_t k = 0; k < 3; k++) {
            const double* v = m->vertices + 3 * (size_t)m->triangles[3 * triangle + k];
            double x = pose->translation[c];
            for (int j = 0; j < 3; j++) {
                x += pose->matrix[c][j] * v[j];
                size += fabs(pose->matrix[c][j] * v[j]);
            }
            out->low[c] = fmin(out->low[c], x);
            out->high[c] = fmax(out->high[c], x);
        }
        out->low[c] -= 1e-12 * size;
        out->high[c] += 1e-12 * size;
    }
}

static span* world_spans(const mesh* m, const affine* pose)
{
    span* spans = malloc(m->triangle_count * sizeof *spans);
    for (size_t t = 0; t < m->triangle_count; t++)
        make_span(m, t, pose, &spans[t]);
    qsort(spans, m->triangle_count, sizeof *spans, compare_spans);
    return spans;
}

// All pairs in contact by rational arithmetic: every pair of triangles whose widened boxes meet.
pair_list pairs_by_oracle(const mesh* a, const abut_pose* a_pose, const mesh* b,
                          const abut_pose* b_pose, size_t* candidates)
{
    oracle* o = oracle_create();
    const affine a_affine = oracle_affine(a_pose), b_affine = oracle_affine(b_pose);
    span *x = world_spans(a, &a_affine), *y = world_spans(b, &b_affine);
    double widest = 0;
    for (size_t j = 0; j < b->triangle_count; j++)
        widest = fmax(widest, y[j].high[0] - y[j].low[0]);
    pair_list list = {0};
    size_t first = 0;
    *candidates = 0;
    for (size_t i = 0; i < a->triangle_count; i++) {
        while (first < b->triangle_count && y[first].low[0] + widest < x[i].low[0])
            first++;
        for (size_t j = first; j < b->triangle_count && y[j].low[0] <= x[i].high[0]; j++) {
            int apart = 0;
            for (int c = 0; c < 3; c++)
                apart |= y[j].high[c] < x[i].low[c] || x[i].high[c] < y[j].low[c];
            if (apart) continue;
            double p[3][3], q[3][3];
            triangle_corners(a, x[i].triangle, p);
            triangle_corners(b, y[j].triangle, q);
            oracle_load(o, (const double(*)[3])p, &a_affine, (const double(*)[3])q, &b_affine);
            if (oracle_decide(o) != ABUT_KIND_APART)
                pair_add(&list, (uint64_t)x[i].triangle << 32 | y[j].triangle);
            ++*candidates;
        }
    }
    qsort(list.pairs, list.count, sizeof *list.pairs, compare_keys);
    free(x);
    free(y);
    oracle_free(o);
    return list;
}

int pair_lists_equal(const pair_list* x, const pair_list* y)
{
    if (x->count != y->count) return 0;
    return x->count == 0 || memcmp(x->pairs, y->pairs, x->count * sizeof *x->pairs) == 0;
}
