// test_filter.c - the bounds of the filter in doubles, attacked where they decide.
//
// Compiled twice. Against the library every sign must be right, in every floating-point mode. Against
// abut_loose, whose bounds are 1/32 of what they should be, some must be wrong: else the attack is too
// weak to say anything about the bounds.
#include "geom/tri_tri.h"
#include "support/attack_pairs.h"
#include "support/float_mode.h"
#include "support/oracle.h"
#include "support/share.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { TRIALS = CASES(60000) };

typedef struct tally {
    long asked, wrong[3], certain;  // wrong: orient3d, orient2d, compare_points
} tally;

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
        double v[2][3][3];
        affine pose[2];
        attack_pair_make(&random, v, pose);
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
