// test_known.c - real models with answers found by rational arithmetic, or published. Needs the data
// pack by ABUT_DATA; says aloud what it skips without.
#include "support/by_oracle.h"
#include "support/method_here.h"
#include "support/models.h"

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

// -------------------------------------------------------------------------------------- the oracle

static void library_equals_oracle(const char* name, const mesh* a, const abut_pose* a_pose,
                                  const mesh* b, const abut_pose* b_pose)
{
    size_t candidates;
    pair_list truth = pairs_by_oracle(a, a_pose, b, b_pose, &candidates);
    pair_list found = pairs_by_library(a, a_pose, b, b_pose, SOME_TREE);
    print_message("%s: oracle %zu pairs in contact of %zu candidates, abut %zu\n", name,
                  truth.count, candidates, found.count);
    assert_true(truth.count > 0);
    assert_true(pair_lists_equal(&truth, &found));
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
    for (int method = ABUT_METHOD_BRUTE; method <= SOME_TREE;
         method += SOME_TREE - ABUT_METHOD_BRUTE) {
        pair_list found = pairs_by_library(&a, &stays, &b, &stays, (abut_method)method);
        assert_int_equal(found.count, 92);
        free(found.pairs);
    }
    library_equals_oracle("Cray", &a, &stays, &b, &stays);
    mesh_free(&a);
    mesh_free(&b);
}

// Nearly or exactly coincident faces, and a mesh that meets itself. (A larger pair: known_long.)
static void faces_that_nearly_coincide(void** state)
{
    (void)state;
    static const char* const files[][2] = {
        {"bad/manifold/Generic_Twin_7863.1.t0_left.obj",
         "bad/manifold/Generic_Twin_7863.1.t0_right.obj"},
        {"bad/manifold/Havocglass8_left.obj", "bad/manifold/Havocglass8_right.obj"},
        {"bad/manifold/self_intersectA.obj", "bad/manifold/self_intersectB.obj"},
    };
    const abut_pose stays = {.scale = 1};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        mesh a = {0}, b = {0};
        if (!read_model(&a, files[i][0]) || !read_model(&b, files[i][1])) return;
        library_equals_oracle(files[i][0], &a, &stays, &b, &stays);
        mesh_free(&a);
        mesh_free(&b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bunny_moved_by_half_its_width),
        cmocka_unit_test(dragon_turned_in_itself),
        cmocka_unit_test(dragon_on_itself),
        cmocka_unit_test(cray_in_a_half_space),
        cmocka_unit_test(faces_that_nearly_coincide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
