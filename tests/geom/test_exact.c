// test_exact.c - every sign of posed_pair.h against big integers, for doubles of any size from 2^-1074
// to 1.8e308 in any two poses.
#include "geom/tri_tri.h"
#include "support/float_mode.h"
#include "support/oracle.h"
#include "support/random_pairs.h"
#include "support/share.h"

#include <math.h>
#include <string.h>

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>  // needs the four above
// clang-format on

enum { TRIALS = CASES(20000) };

static double from_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

// A finite double, its exponent within spread of base.
static double random_double(random_source* random, int base, int spread)
{
    int field = base + random_between(random, -spread, spread);
    field = field < 0 ? 0 : field > 2046 ? 2046 : field;
    uint64_t mantissa = random_bits(random) >> 12;
    if (random_below(random, 4) == 0) mantissa &= (uint64_t)0xFF << 44;
    const uint64_t sign = random_bits(random) & (uint64_t)1 << 63;
    return from_bits(sign | (uint64_t)field << 52 | mantissa);
}

typedef struct trial {
    double v[2][3][3];
    affine pose[2];
    int drop_equal;
    const float_mode* mode;
} trial;

// Equal points, collinear points, and points in a common plane: signs that are 0.
static void make_ties(random_source* random, trial* t)
{
    const int side = random_below(random, 2);
    switch (random_below(random, 6)) {
    case 0:
        memcpy(t->v[side][1], t->v[side][0], sizeof t->v[0][0]);
        break;
    case 1:
        memcpy(t->v[0][random_below(random, 3)], t->v[1][0], sizeof t->v[0][0]);
        break;
    case 2:
        for (int k = 0; k < 3; k++)
            t->v[0][k][0] = t->v[1][k][0] = t->v[0][0][0];
        break;
    case 3:
        for (int i = 0; i < 3; i++)
            t->v[0][2][i] = 0, t->v[0][1][i] = -t->v[0][0][i];
        break;
    default:
        break;
    }
}

static trial trial_make(uint64_t n)
{
    static const int spreads[] = {0, 2, 60, 300, 1000, 2047};
    random_source random = random_seeded(5, n);
    trial t = {.drop_equal = (int)(n % 2), .mode = &float_modes[n / 2 % FLOAT_MODE_COUNT]};
    const int base = random_below(&random, 3) ? random_below(&random, 2047) : 1023;
    const int spread = spreads[random_below(&random, 6)];
    for (int k = 0; k < 18; k++)
        t.v[k / 9][k / 3 % 3][k % 3] = random_double(&random, base, spread);
    for (int side = 0; side < 2; side++) {
        abut_pose pose = {
            .scale = ldexp(1 + random_unit(&random) / 8,
                           random_below(&random, 2) ? 0 : random_between(&random, -299, 299))};
        random_rotation(&random, pose.rotation);
        for (int i = 0; i < 3 && random_below(&random, 4); i++)
            pose.translation[i] = random_double(&random, base, spread);
        t.pose[side] = oracle_affine(&pose);
    }
    if (random_below(&random, 3) == 0) t.pose[1] = t.pose[0];
    make_ties(&random, &t);
    return t;
}

static void expect_signs(oracle* o, const trial* t, posed_pair* pair)
{
    for (int k = 0; k < 360; k++) {
        const int p = k % 6, q = (p + 1 + k / 6 % 5) % 6, r = (q + 1 + k % 4) % 6,
                  s = (r + 1 + k % 3) % 6;
        if (k % 24 == 0) {
            float_mode_enter(t->mode);
            const int sign = orient3d(pair, p, q, r, s);
            float_mode_leave();
            assert_int_equal(sign, oracle_orient3d(o, p, q, r, s));
        }
        if (k % 12 == 1) {
            float_mode_enter(t->mode);
            const int sign = orient2d(pair, k % 3, p, q, r);
            const int order = compare_points(pair, k % 3, p, q);
            float_mode_leave();
            assert_int_equal(sign, oracle_orient2d(o, k % 3, p, q, r));
            assert_int_equal(order, oracle_compare(o, k % 3, p, q));
        }
    }
    for (int side = 0; side < 2; side++) {
        int signs[3];
        const int base = 3 * side;
        float_mode_enter(t->mode);
        plane_signs(pair, side, signs);
        float_mode_leave();
        for (int k = 0; k < 3; k++)
            assert_int_equal(signs[k], oracle_orient3d(o, base, base + 1, base + 2, 3 - base + k));
    }
}

static void any_doubles_in_any_poses(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    int integers = 0, contacts = 0;
    for (uint64_t n = 0; n < TRIALS; n++) {
        const trial t = trial_make(n);
        const double* const a[3] = {t.v[0][0], t.v[0][1], t.v[0][2]};
        const double* const b[3] = {t.v[1][0], t.v[1][1], t.v[1][2]};
        pose_pair poses;
        posed_triangle placed[2];
        posed_pair pair;
        oracle_load(o, t.v[0], &t.pose[0], t.v[1], &t.pose[1]);
        float_mode_enter(t.mode);
        pose_pair_prepare(&poses, &t.pose[0], &t.pose[1], t.drop_equal);
        posed_triangle_place(&placed[0], &poses, 0, a);
        posed_triangle_place(&placed[1], &poses, 1, b);
        posed_pair_prepare(&pair, &poses, &placed[0], &placed[1]);
        const corners corners_a = corners_of_triangle(a), corners_b = corners_of_triangle(b);
        const abut_kind kind = tri_tri(&pair, &corners_a, &corners_b);
        float_mode_leave();
        assert_int_equal(corners_a.count, oracle_rank(o, 0) + 1);
        assert_int_equal(corners_b.count, oracle_rank(o, 1) + 1);
        assert_int_equal(kind, oracle_decide(o));
        if (poses.in_place) {
            // Poses that drop out leave the signs of the points in their files.
            const affine identity = oracle_affine(NULL);
            oracle_load(o, t.v[0], &identity, t.v[1], &identity);
        }
        expect_signs(o, &t, &pair);
        integers += posed_pair_was_exact(&pair);
        contacts += kind != ABUT_KIND_APART;
    }
    oracle_free(o);
    print_message("%d pairs, %d reached integers, %d contacts\n", TRIALS, integers, contacts);
    assert_in_range(integers, TRIALS / 5, TRIALS);
    assert_in_range(contacts, TRIALS / 50, TRIALS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(any_doubles_in_any_poses)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
