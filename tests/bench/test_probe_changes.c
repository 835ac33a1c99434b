// test_probe_changes.c - how "abut-bench probes" changes models: an edit replaces a hundredth of the triangles and leaves the
// others, a motion stays within its bound; and when a row meets its bars.
#include "probes/changes.h"
#include "scenes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { RINGS = 30, SIDES = 15, TRIANGLES = 2 * RINGS * SIDES };
#define SIZE 5.4

// Of edits.c, when memory fails.
int bench_fail(const char* format, ...)
{
    fail_msg("%s", format);
    return BENCH_ERROR;
}

// Of main.c: no option is read here.
int bench_take_number(const char* option, const char* text, uint64_t least, uint64_t most,
                      uint64_t* out)  // NOLINT(readability-non-const-parameter): as bench.h has it
{
    (void)text;
    (void)least;
    (void)most;
    (void)out;
    return bench_fail("%s", option);
}

// Of scenes.c, which reads files too.
double probes_random_signed(random_source* r)
{
    return 2 * random_unit(r) - 1;
}

static mesh torus(void)
{
    mesh m;
    assert_int_equal(torus_make(RINGS, SIDES, 2, 0.7, &m), SCENE_OK);
    assert_int_equal(m.triangle_count, TRIANGLES);
    return m;
}

static const double* corner(const mesh* m, size_t triangle, size_t c)
{
    return m->vertices + 3 * (size_t)m->triangles[3 * triangle + c];
}

static double distance(const double* p, const double* q)
{
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                (p[2] - q[2]) * (p[2] - q[2]));
}

// How far the removed triangles are from each other, at most.
static double spread(const mesh* m, const changes_edit* e)
{
    double most = 0;
    for (size_t i = 0; i < e->count; i++)
        for (size_t k = 0; k < i; k++)
            most = fmax(most, distance(corner(m, e->removed[i], 0), corner(m, e->removed[k], 0)));
    return most;
}

static double check_edit(bool is_region)
{
    random_source r = {1};
    mesh before = torus(), after = torus();
    changes_edit e = changes_edit_make(&before, SIZE, is_region, &r);
    assert_int_equal(e.count, TRIANGLES / 100);
    assert_int_equal(e.inserted.triangle_count, e.count);
    for (size_t i = 1; i < e.count; i++)
        assert_true(e.removed[i - 1] < e.removed[i]);
    changes_edit_apply(&e, &after);
    assert_int_equal(after.triangle_count, TRIANGLES);
    assert_int_equal(after.vertex_count, before.vertex_count + 3 * e.count);
    for (size_t i = 0, next = 0; i < TRIANGLES; i++) {
        const bool is_removed = next < e.count && e.removed[next] == i;
        for (size_t c = 0; c < 3; c++) {
            const double moved = distance(corner(&before, i, c), corner(&after, i, c));
            const size_t new = is_removed ? e.inserted.triangles[3 * next + c] : 0;
            if (!is_removed)
                assert_true(moved <= 0);
            else
                assert_true(moved > 0 && moved < 2e-3 * SIZE);
            if (is_removed)
                assert_memory_equal(corner(&after, i, c), e.inserted.vertices + 3 * new, 24);
        }
        next += is_removed;
    }
    const double out = spread(&before, &e);
    changes_edit_free(&e);
    mesh_free(&before);
    mesh_free(&after);
    return out;
}

static void an_edit_replaces_a_hundredth(void** state)
{
    (void)state;
    const double region = check_edit(true), scattered = check_edit(false);
    assert_true(region < SIZE / 4);
    assert_true(scattered > SIZE / 4);
}

static void a_motion_stays_within_its_bound(void** state)
{
    (void)state;
    random_source r = {2};
    probes_scene s = {.mesh = torus(), .size = SIZE};
    double* moved = calloc(3 * s.mesh.vertex_count, sizeof *moved);
    assert_non_null(moved);
    for (int i = 0; i < 100; i++) {
        double most = 0;
        changes_move(&s, &r, 0.01, moved);
        for (size_t k = 0; k < s.mesh.vertex_count; k++)
            most = fmax(most, distance(moved + 3 * k, s.mesh.vertices + 3 * k));
        assert_true(most > 1e-4 && most <= 0.01);
    }
    free(moved);
    mesh_free(&s.mesh);
}

static void each_bar_can_be_missed(void** state)
{
    (void)state;
    assert_true(probes_is_met(&(probes_row){.ours_us = 9, .peer_us = 1}));
    assert_true(probes_is_met(&(probes_row){.ours_us = 3.9, .peer_us = 1, .bar = 0.25}));
    assert_false(probes_is_met(&(probes_row){.ours_us = 4.1, .peer_us = 1, .bar = 0.25}));
    assert_true(probes_is_met(&(probes_row){.ours_us = 2999, .peer_us = 1, .bar_us = 3000}));
    assert_false(probes_is_met(&(probes_row){.ours_us = 3001, .peer_us = 9e9, .bar_us = 3000}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_replaces_a_hundredth),
        cmocka_unit_test(a_motion_stays_within_its_bound),
        cmocka_unit_test(each_bar_can_be_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
