// test_cases.c - the cases of cases/pairs.json: bug reports of other libraries, with exact answers.
#include "mesh/mesh.h"
#include "support/method_here.h"
#include "support/oracle.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

static cJSON* cases;

// -------------------------------------------------------------------------------------------- reading

static int load_cases(void** state)
{
    (void)state;
    FILE* const file = fopen(ABUT_CASES, "rb");
    if (!file) return -1;
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    rewind(file);
    char* const text = size > 0 ? calloc((size_t)size + 1, 1) : NULL;
    if (text && fread(text, 1, (size_t)size, file) == (size_t)size) cases = cJSON_Parse(text);
    free(text);
    fclose(file);
    return cJSON_GetArraySize(cases) > 0 ? 0 : -1;
}

static int free_cases(void** state)
{
    (void)state;
    cJSON_Delete(cases);
    return 0;
}

typedef struct body {
    abut_soup soup;
    double* vertices;
    uint32_t* triangles;
} body;

static body body_read(const cJSON* of_case, const char* name)
{
    const cJSON* const object = cJSON_GetObjectItemCaseSensitive(of_case, name);
    const cJSON* const vertices = cJSON_GetObjectItemCaseSensitive(object, "vertices");
    const cJSON* const triangles = cJSON_GetObjectItemCaseSensitive(object, "triangles");
    const size_t vertex_count = (size_t)cJSON_GetArraySize(vertices);
    const size_t triangle_count = (size_t)cJSON_GetArraySize(triangles);
    body out = {.vertices = malloc(sizeof(double) * 3 * (vertex_count + 1)),
                .triangles = malloc(sizeof(uint32_t) * 3 * (triangle_count + 1))};
    assert_true(out.vertices && out.triangles && triangle_count > 0);
    const cJSON* item;
    double* v = out.vertices;
    uint32_t* t = out.triangles;
    cJSON_ArrayForEach(item, vertices) for (int i = 0; i < 3; i++)* v++ =
        cJSON_GetArrayItem(item, i)->valuedouble;
    cJSON_ArrayForEach(item, triangles) for (int i = 0; i < 3; i++)* t++ =
        (uint32_t)cJSON_GetArrayItem(item, i)->valuedouble;
    out.soup = (abut_soup){.vertices = out.vertices,
                           .triangles = out.triangles,
                           .vertex_count = vertex_count,
                           .triangle_count = triangle_count};
    return out;
}

static void body_free(body* b)
{
    free(b->vertices);
    free(b->triangles);
}

static void corner_of(const body* b, size_t triangle, int corner, double out[3])
{
    memcpy(out, b->vertices + 3 * (size_t)b->triangles[3 * triangle + (size_t)corner],
           3 * sizeof *out);
}

// --------------------------------------------------------------------------------------------- asking

// The pairs of a case as a table of a's triangles by b's.
static unsigned char* expected_table(const cJSON* of_case, size_t columns, size_t cells)
{
    const cJSON* const pairs = cJSON_GetObjectItemCaseSensitive(of_case, "pairs");
    unsigned char* const out = calloc(cells, 1);
    assert_non_null(out);
    const cJSON* item;
    cJSON_ArrayForEach(item, pairs)
    {
        const size_t i = (size_t)cJSON_GetArrayItem(item, 0)->valuedouble;
        const size_t j = (size_t)cJSON_GetArrayItem(item, 1)->valuedouble;
        assert_true(i * columns + j < cells);
        out[i * columns + j] = 1;
    }
    const cJSON* const count = cJSON_GetObjectItemCaseSensitive(of_case, "pair_count");
    assert_int_equal(count->valueint, cJSON_GetArraySize(pairs));
    return out;
}

static void expect_hits(const abut_hits* hits, const unsigned char* table, size_t columns,
                        size_t cells, int swapped)
{
    size_t expected = 0;
    for (size_t k = 0; k < cells; k++)
        expected += table[k];
    assert_int_equal(hits->count, expected);
    assert_true(hits->complete);
    for (size_t k = 0; k < hits->count; k++) {
        const abut_pair pair = hits->pairs[k];
        const size_t i = swapped ? pair.b : pair.a, j = swapped ? pair.a : pair.b;
        assert_true(table[i * columns + j]);
        if (k == 0) continue;
        const abut_pair last = hits->pairs[k - 1];
        assert_true(last.a < pair.a || (last.a == pair.a && last.b < pair.b));
    }
}

static void collide_with(const body* a, const body* b, const unsigned char* table,
                         const abut_build* build)
{
    abut_instance side[2] = {{NULL, {{{0}}, {0}, 0}}, {NULL, {{{0}}, {0}, 0}}};
    abut_model* model[2] = {NULL, NULL};
    abut_query* query = NULL;
    abut_hits hits;
    const size_t columns = b->soup.triangle_count, cells = a->soup.triangle_count * columns;
    assert_int_equal(abut_model_build(&model[0], &a->soup, build), ABUT_OK);
    assert_int_equal(abut_model_build(&model[1], &b->soup, build), ABUT_OK);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    side[0].model = model[0], side[1].model = model[1];
    assert_int_equal(abut_collide(query, &side[0], &side[1], NULL, &hits), ABUT_OK);
    expect_hits(&hits, table, columns, cells, 0);
    assert_int_equal(abut_collide(query, &side[1], &side[0], NULL, &hits), ABUT_OK);
    expect_hits(&hits, table, columns, cells, 1);
    const abut_ask first = {.limit = 1};
    assert_int_equal(abut_collide(query, &side[0], &side[1], &first, &hits), ABUT_OK);
    assert_int_equal(hits.count > 0, memchr(table, 1, cells) != NULL);
    abut_query_free(query);
    abut_model_free(model[0]);
    abut_model_free(model[1]);
}

// Calls ask for every case.
static void for_each_case(void (*ask)(const body*, const body*, const unsigned char*))
{
    const cJSON* item;
    cJSON_ArrayForEach(item, cases)
    {
        body a = body_read(item, "a"), b = body_read(item, "b");
        const size_t columns = b.soup.triangle_count, cells = a.soup.triangle_count * columns;
        unsigned char* const table = expected_table(item, columns, cells);
        print_message("%s\n", cJSON_GetObjectItemCaseSensitive(item, "name")->valuestring);
        ask(&a, &b, table);
        free(table);
        body_free(&a);
        body_free(&b);
    }
}

// ---------------------------------------------------------------------------------------------- tests

static void collide_all_ways(const body* a, const body* b, const unsigned char* table)
{
    static const int leaf_sizes[] = {0, 1, 2, 4};
    for (int m = 0; m < 64; m++) {
        if (!method_is_here(m)) continue;
        for (int k = 0; k < (m == ABUT_METHOD_BRUTE ? 1 : 4); k++) {
            const abut_build build = {.method = (abut_method)m, .leaf_size = leaf_sizes[k]};
            collide_with(a, b, table, &build);
        }
    }
}

static void every_method_and_leaf_size(void** state)
{
    (void)state;
    for_each_case(collide_all_ways);
}

// Single triangles, in all 36 orders of vertices, swapped too.
static void touch_all_orders(const body* a, const body* b, const unsigned char* table)
{
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    if (a->soup.triangle_count * b->soup.triangle_count != 1) return;
    for (int order = 0; order < 36; order++) {
        double p[9], q[9];
        abut_contact contact;
        for (int k = 0; k < 3; k++) {
            corner_of(a, 0, orders[order / 6][k], p + 3 * k);
            corner_of(b, 0, orders[order % 6][k], q + 3 * k);
        }
        assert_int_equal(abut_triangles_touch(p, NULL, q, NULL, &contact), ABUT_OK);
        assert_int_equal(contact.kind != ABUT_KIND_APART, table[0]);
        assert_int_equal(abut_triangles_touch(q, NULL, p, NULL, &contact), ABUT_OK);
        assert_int_equal(contact.kind != ABUT_KIND_APART, table[0]);
    }
}

static void every_vertex_order(void** state)
{
    (void)state;
    for_each_case(touch_all_orders);
}

// The file's answers and the oracle's were found by different programs.
static void ask_the_oracle(const body* a, const body* b, const unsigned char* table)
{
    const affine identity = oracle_affine(NULL);
    oracle* const o = oracle_create();
    for (size_t i = 0; i < a->soup.triangle_count; i++)
        for (size_t j = 0; j < b->soup.triangle_count; j++) {
            double p[3][3], q[3][3];
            for (int k = 0; k < 3; k++)
                corner_of(a, i, k, p[k]), corner_of(b, j, k, q[k]);
            oracle_load(o, (const double(*)[3])p, &identity, (const double(*)[3])q, &identity);
            assert_int_equal(oracle_decide(o) != ABUT_KIND_APART,
                             table[i * b->soup.triangle_count + j]);
        }
    oracle_free(o);
}

static void by_the_oracle(void** state)
{
    (void)state;
    for_each_case(ask_the_oracle);
}

// ------------------------------------------------------------------------------------------- writing

static int write_body(const cJSON* of_case, const char* name, const char* folder, int number)
{
    char path[4096];
    mesh_error error;
    body b = body_read(of_case, name);
    const mesh m = {.vertices = b.vertices,
                    .vertex_count = b.soup.vertex_count,
                    .triangles = b.triangles,
                    .triangle_count = b.soup.triangle_count};
    snprintf(path, sizeof path, "%s/case-%02d-%s.off", folder, number, name);
    const mesh_status status = mesh_write_file(&m, path, MESH_OFF, &error);
    if (status != MESH_OK) fprintf(stderr, "%s: %s\n", path, error.text);
    body_free(&b);
    return status == MESH_OK;
}

// Not a test: every case as two files, for programs that cannot read pairs.json (tools/test_aarch64).
static int write_cases(const char* folder)
{
    int number = 0, written = 1;
    const cJSON* item;
    if (load_cases(NULL)) return 2;
    cJSON_ArrayForEach(item, cases)
    {
        written &= write_body(item, "a", folder, number) && write_body(item, "b", folder, number);
        number++;
    }
    free_cases(NULL);
    printf("%d cases\n", number);
    return written ? 0 : 2;
}

int main(int argc, char** argv)
{
    if (argc == 3 && !strcmp(argv[1], "--write")) return write_cases(argv[2]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_and_leaf_size),
        cmocka_unit_test(every_vertex_order),
        cmocka_unit_test(by_the_oracle),
    };
    return cmocka_run_group_tests(tests, load_cases, free_cases);
}
