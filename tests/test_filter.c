// test_filter.c - the bounds of the filter in doubles, attacked where they decide.
//
// Compiled twice. Against the library every sign must be right, in every floating-point mode. Against
// abut_loose, whose bounds are 1/32 of what they should be, some must be wrong: else the attack is too
// weak to say anything about the bounds.
#include "float_mode.h"
#include "geom/tri_tri.h"
#include "oracle.h"
#include "random_pairs.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { TRIALS = 60000 };

typedef struct tally {
    long asked, wrong[3], certain;  // wrong: orient3d, orient2d, compare_points
} tally;

// A small turn, which leaves the bounds of a posed point no slack in its norms.
static void small_attack_pose(random_source* random, affine* out)
{
    double q[4] = {0, 0, 0, 1};
    abut_pose pose;
    for (int i = 0; i < 3; i++)
        q[i] = 1e-3 * random_unit(random);
    assert_int_equal(abut_pose_from_quaternion(&pose, q), ABUT_OK);
    *out = oracle_affine(&pose);
}

static void random_attack_pose(random_source* random, affine* out)
{
    abut_pose pose = {
        .scale = random_below(random, 2) ? 1 : 0.125 * exp2(3 * (1 + random_unit(random)))};
    random_rotation(random, pose.rotation);
    const double far = random_below(random, 3) ? 0 : pow(10, random_between(random, 0, 5));
    for (int i = 0; i < 3; i++)
        pose.translation[i] = far * random_unit(random);
    *out = oracle_affine(&pose);
}

// Vertices that the pose takes near to the world points; nearest for a plain rotation and scale.
static void pull_back(double out[3][3], const affine* pose, const double world[3][3])
{
    double square = 0;
    for (int j = 0; j < 3; j++)
        square += pose->matrix[j][0] * pose->matrix[j][0];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++) {
            out[k][i] = 0;
            for (int j = 0; j < 3; j++)
                out[k][i] += pose->matrix[j][i] * (world[k][j] - pose->translation[j]) / square;
        }
}

// Two triangles whose points lie in each other's planes and on each other's edges but for heights of
// the size of rounding errors.
static void attack_world(random_source* random, double a[3][3], double b[3][3])
{
    const double size = random_below(random, 4) ? 1 : pow(10, random_between(random, -3, 3));
    const double far = random_below(random, 3) ? 0 : pow(10, random_between(random, 0, 5));
    double middle[3], largest = size + far;
    for (int i = 0; i < 3; i++)
        middle[i] = far * random_unit(random);
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            a[k][i] = middle[i] + size * random_unit(random);
    const double height = largest * exp2(-53 + 8 * random_unit(random));
    for (int k = 0; k < 3; k++) {
        // On an edge of a, or in its plane.
        const double u = random_unit(random), v = random_below(random, 2) ? 0 : random_unit(random);
        for (int i = 0; i < 3; i++)
            b[k][i] = a[0][i] + u * (a[1][i] - a[0][i]) + v * (a[2][i] - a[0][i]) +
                      height * random_unit(random);
    }
    // A common coordinate now and then, for the orders along an axis.
    if (random_below(random, 4) == 0) b[0][0] = a[0][0];
}

// Edges along the axes, far up a third one: there the bounds are as tight as they get.
static void attack_table(random_source* random, double a[3][3], double b[3][3])
{
    const double up = exp2(4 * random_unit(random)),
                 size = up * exp2(-4 * fabs(random_unit(random)));
    const int x = random_below(random, 3), y = (x + 1) % 3, z = (x + 2) % 3;
    for (int k = 0; k < 3; k++) {
        a[k][x] = k == 1 ? size : 0;
        a[k][y] = k == 2 ? size : 0;
        a[k][z] = up;
        b[k][x] = size * fabs(random_unit(random));
        b[k][y] = random_below(random, 2) ? 0 : size * fabs(random_unit(random));
        b[k][z] = up * (1 + exp2(-53 + 3 * random_unit(random)) * random_unit(random));
    }
}

static void judge(tally* t, int which, const posed_pair* before, int got, int expected)
{
    t->asked++;
    t->certain += !posed_pair_was_exact(before);
    t->wrong[which] += got != expected;
}

static void ask_signs(tally* t, oracle* o, const posed_pair* fresh, const float_mode* mode)
{
    static const int quads[8][4] = {{0, 1, 2, 3}, {0, 1, 2, 4}, {0, 1, 2, 5}, {3, 4, 5, 0},
                                    {3, 4, 5, 1}, {0, 1, 3, 4}, {1, 2, 4, 5}, {2, 0, 5, 3}};
    static const int triples[4][3] = {{0, 1, 3}, {0, 1, 4}, {3, 4, 0}, {0, 2, 5}};
    for (int k = 0; k < 8; k++) {
        const int* const q = quads[k];
        posed_pair pair = *fresh;
        float_mode_enter(mode);
        const int sign = orient3d(&pair, q[0], q[1], q[2], q[3]);
        float_mode_leave();
        judge(t, 0, &pair, sign, oracle_orient3d(o, q[0], q[1], q[2], q[3]));
    }
    for (int k = 0; k < 12; k++) {
        const int* const q = triples[k / 3];
        posed_pair pair = *fresh;
        float_mode_enter(mode);
        const int sign = orient2d(&pair, k % 3, q[0], q[1], q[2]);
        const int order = compare_points(&pair, k % 3, q[0], q[2]);
        float_mode_leave();
        judge(t, 1, &pair, sign, oracle_orient2d(o, k % 3, q[0], q[1], q[2]));
        t->wrong[2] += order != oracle_compare(o, k % 3, q[0], q[2]);
    }
}

static tally attack(const float_mode* mode, uint64_t seed)
{
    tally t = {0, {0, 0, 0}, 0};
    oracle* const o = oracle_create();
    for (uint64_t n = 0; n < TRIALS; n++) {
        random_source random = random_seeded(seed, n);
        double world[2][3][3], v[2][3][3];
        affine pose[2];
        const int table = random_below(&random, 2);
        if (table)
            attack_table(&random, world[0], world[1]), small_attack_pose(&random, &pose[0]);
        else
            attack_world(&random, world[0], world[1]), random_attack_pose(&random, &pose[0]);
        pose[1] = pose[0];
        memcpy(v, world, sizeof v);
        if (random_below(&random, 4)) {
            if (table)
                small_attack_pose(&random, &pose[1]);
            else
                random_attack_pose(&random, &pose[1]);
            for (int side = 0; side < 2; side++)
                pull_back(v[side], &pose[side], (const double(*)[3])world[side]);
        }
        const double* const a[3] = {v[0][0], v[0][1], v[0][2]};
        const double* const b[3] = {v[1][0], v[1][1], v[1][2]};
        pose_pair poses;
        posed_triangle placed[2];
        posed_pair pair;
        float_mode_enter(mode);
        pose_pair_prepare(&poses, &pose[0], &pose[1], (int)(n % 2));
        posed_triangle_place(&placed[0], &poses, 0, a);
        posed_triangle_place(&placed[1], &poses, 1, b);
        posed_pair_prepare(&pair, &poses, &placed[0], &placed[1]);
        float_mode_leave();
        // Poses that drop out leave the signs of the points in their files.
        if (poses.in_place) pose[0] = pose[1] = oracle_affine(NULL);
        oracle_load(o, (const double(*)[3])v[0], &pose[0], (const double(*)[3])v[1], &pose[1]);
        ask_signs(&t, o, &pair, mode);
    }
    oracle_free(o);
    print_message(
        "%s: %ld signs, %ld by the filter; wrong: %ld orient3d, %ld orient2d, %ld order\n",
        mode->name, t.asked, t.certain, t.wrong[0], t.wrong[1], t.wrong[2]);
    return t;
}

#ifdef EXPECT_WRONG

static void loose_bounds_are_caught(void** state)
{
    (void)state;
    for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
        const tally t = attack(&float_modes[m], (uint64_t)m + 1);
        for (int k = 0; k < 3; k++)
            assert_true(t.wrong[k] > 0);
    }
}

#else

static void no_sign_is_wrong(void** state)
{
    (void)state;
    for (int m = 0; m < FLOAT_MODE_COUNT; m++) {
        const tally t = attack(&float_modes[m], (uint64_t)m + 1);
        for (int k = 0; k < 3; k++)
            assert_int_equal(t.wrong[k], 0);
        // Where the filter decides nothing, nothing is shown about it.
        assert_true(t.certain > t.asked / 20);
        assert_true(t.certain < t.asked);
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef EXPECT_WRONG
        cmocka_unit_test(loose_bounds_are_caught),
#else
        cmocka_unit_test(no_sign_is_wrong),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
