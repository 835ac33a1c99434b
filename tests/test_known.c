// test_known.c - real models with answers found by rational arithmetic, or published. Needs the data
// pack by ABUT_DATA; says aloud what it skips without.
#include "models.h"
#include "oracle.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ models

// Read a model of the data pack. Returns 0, aloud, where there is no pack.
static int read_model(mesh* m, const char* name)
{
    const char* folder = getenv("ABUT_DATA");
    if (!folder) {
        print_message("SKIPPED: %s (ABUT_DATA is not set)\n", name);
        return 0;
    }
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    mesh_error error;
    if (mesh_read_file(m, path, NULL, &error) != MESH_OK) fail_msg("%s: %s", path, error.text);
    return 1;
}

static void extent_along_x(const mesh* m, double* low, double* high)
{
    *low = *high = m->vertices[0];
    for (size_t v = 0; v < m->vertex_count; v++) {
        *low = fmin(*low, m->vertices[3 * v]);
        *high = fmax(*high, m->vertices[3 * v]);
    }
}

// ---------------------------------------------------------------------------------- sorted pair lists

typedef struct pair_list {  // a << 32 | b
    uint64_t* pairs;
    size_t count, capacity;
} pair_list;

static void pair_add(pair_list* list, uint64_t pair)
{
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 1024;
        list->pairs = realloc(list->pairs, list->capacity * sizeof *list->pairs);
    }
    list->pairs[list->count++] = pair;
}

static pair_list by_library(const mesh* a, const abut_pose* a_pose, const mesh* b,
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

static span* world_spans(const mesh* m, const affine* pose)
{
    span* spans = malloc(m->triangle_count * sizeof *spans);
    for (size_t t = 0; t < m->triangle_count; t++) {
        span* s = &spans[t];
        s->triangle = (uint32_t)t;
        for (int c = 0; c < 3; c++) {
            double size = fabs(pose->translation[c]);
            s->low[c] = HUGE_VAL;
            s->high[c] = -HUGE_VAL;
            for (int k = 0; k < 3; k++) {
                const double* v = m->vertices + 3 * (size_t)m->triangles[3 * t + (size_t)k];
                double x = pose->translation[c];
                for (int j = 0; j < 3; j++) {
                    x += pose->matrix[c][j] * v[j];
                    size += fabs(pose->matrix[c][j] * v[j]);
                }
                s->low[c] = fmin(s->low[c], x);
                s->high[c] = fmax(s->high[c], x);
            }
            s->low[c] -= 1e-12 * size;
            s->high[c] += 1e-12 * size;
        }
    }
    qsort(spans, m->triangle_count, sizeof *spans, compare_spans);
    return spans;
}

static void corners_at(const mesh* m, uint32_t triangle, double out[3][3])
{
    for (size_t k = 0; k < 3; k++)
        memcpy(out[k], m->vertices + 3 * (size_t)m->triangles[3 * (size_t)triangle + k],
               sizeof out[k]);
}

// All pairs in contact by rational arithmetic: every pair of triangles whose widened boxes meet.
static pair_list by_oracle(const mesh* a, const abut_pose* a_pose, const mesh* b,
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
            corners_at(a, x[i].triangle, p);
            corners_at(b, y[j].triangle, q);
            oracle_load(o, (const double(*)[3])p, &a_affine, (const double(*)[3])q, &b_affine);
            if (oracle_decide(o) != ABUT_APART)
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

static void library_equals_oracle(const char* name, const mesh* a, const abut_pose* a_pose,
                                  const mesh* b, const abut_pose* b_pose)
{
    size_t candidates;
    pair_list truth = by_oracle(a, a_pose, b, b_pose, &candidates);
    pair_list found = by_library(a, a_pose, b, b_pose, ABUT_OBB);
    print_message("%s: oracle %zu pairs in contact of %zu candidates, abut %zu\n", name,
                  truth.count, candidates, found.count);
    assert_true(truth.count > 0);
    assert_int_equal(truth.count, found.count);
    assert_memory_equal(truth.pairs, found.pairs, truth.count * sizeof *truth.pairs);
    free(truth.pairs);
    free(found.pairs);
}

// -------------------------------------------------------------------------------------------- tests

static void bunny_moved_by_half_its_width(void** state)
{
    (void)state;
    mesh m = {0};
    if (!read_model(&m, "scans/bunny.obj")) return;
    double low, high;
    extent_along_x(&m, &low, &high);
    const abut_pose stays = {.scale = 1};
    const abut_pose moved = {.translation = {(high - low) / 2, 0, 0}, .scale = 1};
    library_equals_oracle("bunny moved by half its width", &m, &stays, &m, &moved);
    mesh_free(&m);
}

static void dragon_turned_in_itself(void** state)
{
    (void)state;
    mesh m = {0};
    if (!read_model(&m, "scans/dragon_res4.ply")) return;
    double low, high;
    extent_along_x(&m, &low, &high);
    const double axis[3] = {1, 2, 3};
    abut_pose stays = {.scale = 1}, turned;
    assert_int_equal(abut_pose_from_axis_angle(&turned, axis, 33), ABUT_OK);
    turned.translation[0] = 0.1 * (high - low);
    turned.scale = 0.9;
    library_equals_oracle("dragon turned in itself", &m, &stays, &m, &turned);
    mesh_free(&m);
}

// Every triangle meets itself and its neighbours: almost all pairs are ties.
static void dragon_on_itself(void** state)
{
    (void)state;
    mesh m = {0};
    if (!read_model(&m, "scans/dragon_res4.ply")) return;
    const abut_pose stays = {.scale = 1};
    library_equals_oracle("dragon on itself", &m, &stays, &m, &stays);
    mesh_free(&m);
}

// The published answer is 92 pairs; one of the models is a box of +-3.4e38.
static void cray_in_a_half_space(void** state)
{
    (void)state;
    mesh a = {0}, b = {0};
    if (!read_model(&a, "bad/manifold/Cray_left.obj") ||
        !read_model(&b, "bad/manifold/Cray_right.obj"))
        return;
    const abut_pose stays = {.scale = 1};
    for (int method = ABUT_BRUTE; method <= ABUT_OBB; method += ABUT_OBB - ABUT_BRUTE) {
        pair_list found = by_library(&a, &stays, &b, &stays, (abut_method)method);
        assert_int_equal(found.count, 92);
        free(found.pairs);
    }
    library_equals_oracle("Cray", &a, &stays, &b, &stays);
    mesh_free(&a);
    mesh_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bunny_moved_by_half_its_width),
        cmocka_unit_test(dragon_turned_in_itself),
        cmocka_unit_test(dragon_on_itself),
        cmocka_unit_test(cray_in_a_half_space),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
