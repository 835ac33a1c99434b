// known_long.c - the long run of docs/notes/known-answers.md: known_long [LIST]
//
// Asks every frame of every recorded motion in its exact poses and with rounded vertices, asks every
// assembly, and compares hard pairs of meshes with the oracle. LIST takes a line for each pair of
// triangles that rounding joins or parts. Needs the data pack by ABUT_DATA. Not a test of the suite.
// Exit status 0 if all was asked and is right.
#include "support/assemblies.h"
#include "support/by_oracle.h"
#include "support/data_pack.h"
#include "support/recorded.h"

#include <time.h>

// Of this process, so that other work on the machine does not count.
static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static FILE* list;  // or NULL

static void every_motion(void** state)
{
    (void)state;
    const double start = seconds();
    recording_totals sum = {0};
    for (int i = 0; i <= RECORDING_COUNT; i++) {
        const int path = i == RECORDING_COUNT;
        const char* name = path ? "motion/made/rrt_rob_in_env.path" : recordings[i].answer;
        recording r = path ? recording_read_waypoints() : recording_read(&recordings[i]);
        recording_totals totals = {0};
        if (list) fprintf(list, "# %s\n", name);
        recording_compare(&r, 1, &totals, list);
        recording_totals_print(name, &totals);
        recording_totals_add(&sum, &totals);
        recording_free(&r);
    }
    recording_totals_print("all", &sum);
    printf("motions: %.1f s of processor time\n", seconds() - start);
    assert_int_equal(sum.rounded_wrong, 0);
    assert_int_equal(sum.oracle_wrong, 0);
}

static void every_assembly(void** state)
{
    (void)state;
    const double start = seconds();
    assembly_totals sum = {0};
    for (int i = 0; i < ASSEMBLY_COUNT; i++) {
        assembly_totals totals = {0};
        assembly_compare(&assemblies[i], &totals);
        assembly_totals_print(assemblies[i].answer, &totals);
        assembly_totals_add(&sum, &totals);
    }
    assembly_totals_print("all", &sum);
    printf("assemblies: %.1f s of processor time\n", seconds() - start);
    assert_int_equal(sum.wrong, 0);
    assert_int_equal(sum.turned_wrong, 0);
}

// Pairs of meshes that broke other programs: nearly or exactly coincident faces, a half space as a box of
// the largest floats, a mesh that meets itself. One of them has a published count, 92; the oracle has all.
static void every_hard_pair(void** state)
{
    (void)state;
    const double start = seconds();
    static const char* const files[][2] = {
        {"bad/manifold/Cray_left.obj", "bad/manifold/Cray_right.obj"},
        {"bad/manifold/Generic_Twin_7081.1.t0_left.obj",
         "bad/manifold/Generic_Twin_7081.1.t0_right.obj"},
        {"bad/manifold/Generic_Twin_7863.1.t0_left.obj",
         "bad/manifold/Generic_Twin_7863.1.t0_right.obj"},
        {"bad/manifold/Havocglass8_left.obj", "bad/manifold/Havocglass8_right.obj"},
        {"bad/manifold/self_intersectA.obj", "bad/manifold/self_intersectB.obj"},
    };
    const abut_pose stays = {.scale = 1};
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        mesh a = data_mesh(files[i][0]), b = data_mesh(files[i][1]);
        size_t candidates;
        pair_list truth = pairs_by_oracle(&a, &stays, &b, &stays, &candidates);
        pair_list found = pairs_by_library(&a, &stays, &b, &stays, ABUT_METHOD_AUTO);
        const int equal = pair_lists_equal(&truth, &found);
        wrong += !equal;
        printf("%s: oracle %zu of %zu candidates, found %zu, %s\n", files[i][0], truth.count,
               candidates, found.count, equal ? "the same pairs" : "WRONG");
        fflush(stdout);
        free(truth.pairs);
        free(found.pairs);
        mesh_free(&a);
        mesh_free(&b);
    }
    printf("hard pairs: %.1f s of processor time\n", seconds() - start);
    assert_int_equal(wrong, 0);
}

int main(int argc, char** argv)
{
    if (argc > 2) {
        fprintf(stderr, "usage: known_long [LIST]\n");
        return 2;
    }
    if (!data_pack("everything")) return 2;
    list = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !list) {
        perror(argv[1]);
        return 2;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_motion),
        cmocka_unit_test(every_assembly),
        cmocka_unit_test(every_hard_pair),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (list && fclose(list) != 0) {
        perror(argv[1]);
        return 2;
    }
    return failed != 0;
}
