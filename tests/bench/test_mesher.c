// test_mesher.c - tetgen, a program beside, makes meshes of tetrahedra that keep the surface (bench/papers/early_mesher.c);
// what it refuses is told. Without it that is told, and one line says what was not shown.
#include "bench.h"
#include "papers/early.h"
#include "scenes.h"
#include "support/soups.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bench_fail(const char* format, ...)
{
    va_list values;
    va_start(values, format);
    vprintf(format, values);
    va_end(values);
    return BENCH_ERROR;
}

// Two surfaces of a scene in one mesh, the second moved.
static mesh two_of(const mesh* one, double by)
{
    const size_t v = one->vertex_count, t = one->triangle_count;
    mesh m = {.vertices = malloc(6 * v * sizeof(double)),
              .triangles = malloc(6 * t * sizeof(uint32_t)),
              .vertex_count = 2 * v,
              .triangle_count = 2 * t};
    assert_non_null(m.vertices);
    assert_non_null(m.triangles);
    for (size_t i = 0; i < 6 * v; i++)
        m.vertices[i] = one->vertices[i % (3 * v)] + (i >= 3 * v ? by : 0);
    for (size_t i = 0; i < 6 * t; i++)
        m.triangles[i] = one->triangles[i % (3 * t)] + (uint32_t)(i >= 3 * t ? v : 0);
    return m;
}

// Both are inside the box that is filled, and their vertices are as they were.
static void a_mesh_keeps_the_surface(void** state)
{
    (void)state;
    mesh one = {0};
    assert_int_equal(icosphere_make(2, 1, &one), SCENE_OK);
    mesh both = two_of(&one, 3);
    tetra_mesh t;
    char text[160];
    const int status = early_mesh(&both, &t, text);
    if (status == BENCH_SLOW) {
        printf("SKIPPED: that tetgen's mesh keeps the surface: %s\n", text);
        assert_non_null(strstr(text, "not installed"));
    } else {
        assert_int_equal(status, BENCH_OK);
        assert_int_equal(t.triangle_count, both.triangle_count);
        assert_memory_equal(t.vertices, both.vertices, 3 * both.vertex_count * sizeof(double));
        size_t inside = 0;
        for (size_t i = 0; i < t.cell_count; i++)
            inside += t.cells[i].is_inside != 0;
        assert_true(inside >= 2 * 80 && inside < t.cell_count);
        assert_true(t.low[0] < -1.5 && t.high[2] > 4.5);
    }
    tetra_mesh_free(&t);
    mesh_free(&one);
    mesh_free(&both);
}

// Surfaces that cross are none that a mesh conforms to.
static void crossing_surfaces_are_refused(void** state)
{
    (void)state;
    mesh one = {0};
    assert_int_equal(icosphere_make(1, 1, &one), SCENE_OK);
    mesh both = two_of(&one, 0.3);
    tetra_mesh t;
    char text[160] = "";
    assert_int_equal(early_mesh(&both, &t, text), BENCH_SLOW);
    assert_true(strlen(text) > 10);
    assert_null(t.cells);
    mesh_free(&one);
    mesh_free(&both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_mesh_keeps_the_surface),
        cmocka_unit_test(crossing_surfaces_are_refused),
    };
    return cmocka_run_group_tests_name("mesher", tests, NULL, NULL);
}
