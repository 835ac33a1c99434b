// test_mesh_polygon.c - polygons: their triangles cover them exactly once, and none gets lost.
#include "io/mesh_check.h"
#include "support/share.h"

#include <stdbool.h>

// Read one polygon with whole-number corners in a coordinate plane: its triangles must all run the
// polygon's way round and add up to its area.
static void assert_cut_well(int (*xy)[2], size_t count, int axis, bool flip)
{
    size_t size = count * 64 + 64;
    char* text = malloc(size);
    assert_non_null(text);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        size_t from = flip ? count - 1 - i : i;
        int v[3];
        v[axis] = 5;
        v[(axis + 1) % 3] = xy[from][0];
        v[(axis + 2) % 3] = xy[from][1];
        used += (size_t)snprintf(text + used, size - used, "v %d %d %d\n", v[0], v[1], v[2]);
    }
    text[used++] = 'f';
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, size - used, " %zu", i + 1);
    mesh m = read_good(text, MESH_OBJ);
    assert_int_equal(m.triangle_count, count - 2);
    long long whole = 0, sum = 0;
    for (size_t i = 0; i < count; i++) {
        const int *p = xy[i], *q = xy[(i + 1) % count];
        whole += (long long)p[0] * q[1] - (long long)p[1] * q[0];
    }
    size_t u = (size_t)(axis + 1) % 3, v = (size_t)(axis + 2) % 3;
    for (size_t i = 0; i < m.triangle_count; i++) {
        const double* c[3];
        for (size_t k = 0; k < 3; k++)
            c[k] = m.vertices + 3 * (size_t)m.triangles[3 * i + k];
        double area =
            (c[1][u] - c[0][u]) * (c[2][v] - c[0][v]) - (c[1][v] - c[0][v]) * (c[2][u] - c[0][u]);
        if ((flip ? -area : area) < 0) fail_msg("triangle %zu of %zu is turned over", i, count - 2);
        sum += (long long)fabs(area);
        assert_int_equal(m.faces ? m.faces[i] : 0, 0);
    }
    if (sum != whole) fail_msg("%zu corners: area %lld, triangles %lld", count, whole, sum);
    mesh_free(&m);
    free(text);
}

static void concave_polygons_are_cut_without_overlap(void** state)
{
    (void)state;
    int dart[4][2] = {{2, 0}, {1, 1}, {0, 2}, {0, 0}};
    int arrow[4][2] = {{8, 0}, {2, 2}, {0, 8}, {0, 0}};
    int comb[12][2] = {{0, 0}, {9, 0}, {9, 9}, {8, 9}, {8, 1}, {5, 1},
                       {5, 9}, {4, 9}, {4, 1}, {1, 1}, {1, 9}, {0, 9}};
    int spiral[10][2] = {{0, 0}, {9, 0}, {9, 9}, {2, 9}, {2, 4},
                         {4, 4}, {4, 7}, {7, 7}, {7, 2}, {0, 2}};
    int keyhole[10][2] = {{0, 0}, {9, 0}, {9, 9}, {0, 9}, {0, 0},
                          {3, 3}, {3, 6}, {6, 6}, {6, 3}, {3, 3}};
    for (int axis = 0; axis < 3; axis++) {
        for (int flip = 0; flip < 2; flip++) {
            assert_cut_well(dart, 4, axis, flip);
            assert_cut_well(arrow, 4, axis, flip);
            assert_cut_well(comb, 12, axis, flip);
            assert_cut_well(spiral, 10, axis, flip);
            assert_cut_well(keyhole, 10, axis, flip);
        }
    }
}

static void random_stars_are_cut_without_overlap(void** state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    for (int round = 0; round < CASES(3000); round++) {
        int xy[64][2];
        size_t count = 4 + random_below(60);
        // Star-shaped about the origin: simple whatever the radii, as long as no step is a half turn.
        for (size_t i = 0; i < count; i++) {
            double angle = 2 * pi * (double)i / (double)count;
            double radius = (double)(1000 + random_below(100000));
            xy[i][0] = (int)(radius * cos(angle));
            xy[i][1] = (int)(radius * sin(angle));
        }
        assert_cut_well(xy, count, (int)random_below(3), random_below(2) != 0);
    }
}

static void odd_polygons_lose_no_triangle(void** state)
{
    (void)state;
    const char* const texts[] = {
        "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nf 1 2 3 4 1 2\n",                    // collinear
        "v 0 0 0\nf 1 1 1 1 1 1\n",                                               // one point
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 3 2 4 1 2\n",                    // crosses itself
        "v 1e308 0 0\nv -1e308 0 0\nv 0 -1e308 0\nv 0 1e308 0\nf 1 2 3 4 3 2\n",  // overflows
        "v 1e-320 0 0\nv 0 0 0\nv 0 1e-320 0\nv 3e-320 3e-320 0\nf 1 2 3 4 3 2\n",
        "v 0 0 0\nv 1 0 1\nv 1 1 0\nv 0 1 1\nf 1 2 3 4 1 2\n",  // not flat
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        mesh m = read_good(texts[i], MESH_OBJ);
        assert_int_equal(m.triangle_count, 4);
        assert_int_equal(m.face_count, 1);
        mesh_free(&m);
    }
}

static void the_unit_of_length_changes_nothing(void** state)
{
    (void)state;
    const int spiral[10][2] = {{0, 0}, {9, 0}, {9, 9}, {2, 9}, {2, 4},
                               {4, 4}, {4, 7}, {7, 7}, {7, 2}, {0, 2}};
    const int exponents[] = {0, 300, -300, 307, -318};
    mesh first = {0};
    for (size_t e = 0; e < sizeof exponents / sizeof exponents[0]; e++) {
        char text[1024];
        size_t used = 0;
        for (size_t i = 0; i < 10; i++)
            used += (size_t)snprintf(text + used, sizeof text - used, "v %de%d %de%d 0\n",
                                     spiral[i][0], exponents[e], spiral[i][1], exponents[e]);
        snprintf(text + used, sizeof text - used, "f 1 2 3 4 5 6 7 8 9 10\n");
        mesh m = read_good(text, MESH_OBJ);
        assert_int_equal(m.triangle_count, 8);
        if (e == 0) {
            first = m;
            continue;
        }
        assert_memory_equal(m.triangles, first.triangles, 8 * 3 * sizeof(uint32_t));
        mesh_free(&m);
    }
    mesh_free(&first);
}

// A parabola, or one with teeth on it: each second corner is moved up by three times its place.
static mesh_status read_large(size_t count, bool teeth, size_t* triangle_count)
{
    size_t size = count * 48, used = 0;
    char* text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        size_t y = i * i + (teeth && i % 2 != 0 ? 3 * i : 0);
        used += (size_t)snprintf(text + used, size - used, "v %zu %zu 0\n", i, y);
    }
    used += (size_t)snprintf(text + used, size - used, "f");
    for (size_t i = 0; i < count; i++)
        used += (size_t)snprintf(text + used, size - used, " %zu", i + 1);
    mesh m = {0};
    mesh_status status =
        mesh_read_memory(&m, text, used, &(mesh_read_options){.format = MESH_OBJ}, NULL);
    *triangle_count = m.triangle_count;
    mesh_free(&m);
    free(text);
    return status;
}

// Cutting by ears takes quadratic time, so that concave polygons have a limit.
static void large_polygons(void** state)
{
    (void)state;
    size_t triangle_count;
    assert_int_equal(read_large(20000, false, &triangle_count), MESH_OK);
    assert_int_equal(triangle_count, 19998);
    assert_int_equal(read_large(3000, true, &triangle_count), MESH_OK);
    assert_int_equal(triangle_count, 2998);
    assert_int_equal(read_large(20000, true, &triangle_count), MESH_TOO_LARGE);
}

// A file of polygons with teeth, all on the same vertices.
static mesh_status read_many(size_t corners, size_t polygons, const mesh_read_options* options,
                             mesh_error* error)
{
    size_t size = corners * 32 + polygons * (corners * 6 + 8), used = 0;
    char* text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < corners; i++)
        used += (size_t)snprintf(text + used, size - used, "v %zu %zu 0\n", i,
                                 i * i + (i % 2 != 0 ? 3 * i : 0));
    for (size_t k = 0; k < polygons; k++) {
        used += (size_t)snprintf(text + used, size - used, "f");
        for (size_t i = 0; i < corners; i++)
            used += (size_t)snprintf(text + used, size - used, " %zu", i + 1);
        used += (size_t)snprintf(text + used, size - used, "\n");
    }
    mesh m = {0};
    mesh_status status = mesh_read_memory(&m, text, used, options, error);
    mesh_free(&m);
    free(text);
    return status;
}

static int stop_reading(void* user, double fraction)
{
    size_t* calls = user;
    assert_true(fraction >= 0 && fraction <= 1);
    return ++*calls == 3;
}

// Many concave polygons may not take hours either, and whoever waits can give up.
static void work_has_a_limit(void** state)
{
    (void)state;
    mesh_error e;
    assert_int_equal(read_many(4000, 2, NULL, &e), MESH_OK);
    if (ABUT_TEST_SHARE ==
        1) {  // seconds under a sanitizer, where one polygon reached the limit before
        assert_int_equal(read_many(12000, 60, NULL, &e), MESH_TOO_LARGE);
        assert_non_null(strstr(e.text, "reasonable time"));
    }
    size_t calls = 0;
    const mesh_progress progress = {stop_reading, &calls};
    const mesh_read_options options = {.progress = &progress};
    assert_int_equal(read_many(12000, 1, &options, &e), MESH_CANCELLED);
    assert_int_equal(calls, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(concave_polygons_are_cut_without_overlap),
        cmocka_unit_test(random_stars_are_cut_without_overlap),
        cmocka_unit_test(odd_polygons_lose_no_triangle),
        cmocka_unit_test(the_unit_of_length_changes_nothing),
        cmocka_unit_test(large_polygons),
        cmocka_unit_test(work_has_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
