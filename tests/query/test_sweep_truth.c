// test_sweep_truth.c - the oracle of moving bodies (support/sweep_oracle.h) and the walk in doubles, before they judge anything: against
// the oracles of triangles at rest, which share no code with it, against each other, and against closed forms.
#include "support/boxes.h"
#include "support/oracle.h"
#include "support/oracle_distance.h"
#include "support/random_pairs.h"
#include "support/share.h"
#include "support/soups.h"
#include "support/sweep_oracle.h"
#include "support/sweep_walk.h"

#include <stdio.h>

enum { BITS = 512, MANY_BITS = 2400 };

static void flat(double out[9], const double in[3][3])
{
    memcpy(out, in, 9 * sizeof *out);
}

// Of pairs made to be hard: who touches, and how far others are, is what the oracles at rest say.
static void pairs_at_rest_are_as_other_oracles_say(void** state)
{
    (void)state;
    const uint64_t count = CASES(1500);
    oracle* o = oracle_create();
    oracle_gap gap;
    oracle_gap_init(&gap);
    moved_pair pair;
    moved_place place[2];
    moved_pair_init(&pair, MANY_BITS);
    moved_place_init(&place[0], MANY_BITS), moved_place_init(&place[1], MANY_BITS);
    size_t meeting = 0, apart = 0;
    for (uint64_t i = 0; i < count; i++) {
        const random_pair p = random_pair_make(2400, i);
        if (p.size == SIZE_SUBNORMAL || p.size == SIZE_LARGEST || p.size == SIZE_SCALED) continue;
        const affine map[2] = {oracle_affine(&p.a_pose), oracle_affine(&p.b_pose)};
        oracle_load(o, p.a, &map[0], p.b, &map[1]);
        const abut_kind kind = oracle_decide(o);
        double a[9], b[9];
        flat(a, p.a), flat(b, p.b);
        moved_place_begin(&place[0], &p.a_pose), moved_place_begin(&place[1], &p.b_pose);
        moved_pair_set(&pair, a, &place[0], b, &place[1]);
        assert_int_equal(mpz_sgn(pair.off), 0);
        assert_int_equal(moved_pair_meets(&pair), kind == ABUT_KIND_APART ? -1 : 1);
        moved_pair_measure(&pair);
        if (kind != ABUT_KIND_APART) {
            assert_int_equal(mpq_sgn(pair.square), 0);
            meeting++;
            continue;
        }
        oracle_gap_find(&gap, p.a, &map[0], p.b, &map[1]);
        assert_true(mpq_equal(gap.square, pair.square));
        apart++;
    }
    assert_true(meeting > count / 10 && apart > count / 10);
    oracle_gap_clear(&gap);
    oracle_free(o);
    moved_pair_clear(&pair);
    moved_place_clear(&place[0]), moved_place_clear(&place[1]);
}

static void seen_as(double out[3][3], const moved_place* p)
{
    for (int i = 0; i < 9; i++) {
        long exponent;
        const double x = mpz_get_d_2exp(&exponent, p->m[i / 3][i % 3]);
        out[i / 3][i % 3] = ldexp(x, (int)exponent - p->bits);
    }
}

// A matrix times its transpose is the identity, to within what is said to be off, of which there is little.
static void rotations_are_rotations(void** state)
{
    (void)state;
    rng r = {241};
    moved_place p;
    moved_place_init(&p, BITS);
    mpz_t sum, off, one;
    mpz_inits(sum, off, one, NULL);
    mpz_ui_pow_ui(one, 4, BITS);
    for (int i = 0; i < CASES(200); i++) {
        const abut_motion m = {.axis = {rng_signed(&r), rng_signed(&r), i % 3 ? rng_signed(&r) : 0},
                               .degrees = ldexp(rng_signed(&r), (int)rng_below(&r, 30) - 10)};
        const double tau = fabs(rng_signed(&r));
        moved_place_begin(&p, NULL);
        moved_place_go(&p, &m, tau);
        assert_true(mpz_sizeinbase(p.m_off, 2) < 32);
        for (int a = 0; a < 3; a++)
            for (int b = 0; b < 3; b++) {
                mpz_set_ui(sum, 0);
                for (int c = 0; c < 3; c++)
                    mpz_addmul(sum, p.m[a][c], p.m[b][c]);
                if (a == b) mpz_sub(sum, sum, one);
                mpz_mul_2exp(off, p.m_off, BITS + 3);
                assert_true(mpz_cmpabs(sum, off) <= 0);
            }
        // The walk in doubles turns alike; so does the library's constructor, at the end.
        const sweep_body body = {.pieces = &m};
        sweep_spot spot;
        double matrix[3][3];
        sweep_spot_find(&spot, &body, 1, tau);
        seen_as(matrix, &p);
        const double near = 1e-15 * (4 + fabs(m.degrees));
        for (int k = 0; k < 9; k++)
            assert_true(fabs(matrix[k / 3][k % 3] - spot.m[k / 3][k % 3]) < near);
        abut_pose pose;
        assert_int_equal(abut_pose_from_axis_angle(&pose, m.axis, m.degrees * tau), ABUT_OK);
        assert_true(moved_place_is_near(&p, &pose, near * 0x1p53));
    }
    mpz_clears(sum, off, one, NULL);
    moved_place_clear(&p);
}

// Quarters of turns about axes of coordinates are exact, many turns too, and about any axis whole turns.
static void quarters_are_exact(void** state)
{
    (void)state;
    moved_place p;
    moved_place_init(&p, BITS);
    for (int quarter = -9; quarter <= 9; quarter++)
        for (int axis = 0; axis < 4; axis++) {
            abut_motion m = {.degrees = 720 + 90.0 * quarter, .axis = {0.3, -0.2, 0.1}};
            if (axis < 3) memset(m.axis, 0, sizeof m.axis), m.axis[axis] = -3;
            moved_place_begin(&p, NULL);
            moved_place_go(&p, &m, 1);
            const int is_exact = axis < 3 || quarter % 4 == 0;
            assert_int_equal(mpz_sgn(p.m_off) == 0, is_exact);
            abut_pose pose;
            assert_int_equal(abut_pose_from_axis_angle(&pose, m.axis, m.degrees), ABUT_OK);
            assert_true(moved_place_is_near(&p, &pose, axis < 3 ? 0 : 4));
        }
    moved_place_clear(&p);
}

static void corners_of(double out[108], const box_soup* box)
{
    for (size_t i = 0; i < 36; i++)
        memcpy(out + 3 * i, box->vertices + 3 * (size_t)box->soup.triangles[i], 3 * sizeof *out);
}

// C6: a bar of length 2 and a half width of 0.1 turns towards a wall: within 2^-400 of the first contact it is told from both sides, and
// the walk finds it to the last places.
static void a_bar_meets_a_wall_when_it_should(void** state)
{
    (void)state;
    box_soup bar;
    double corners[108];
    const double wall[9] = {-9, 1, -9, 9, 1, -9, 0, 1, 9};
    box_soup_make(&bar, 0, -.1, -.1, 2, .1, .1);
    corners_of(corners, &bar);
    const abut_motion turn = {.axis = {0, 0, 1}, .degrees = 90};
    const sweep_case c = {
        .body = {{corners, 12, {.scale = 0}, &turn}, {wall, 1, {.scale = 0}, NULL}}, .pieces = 1};
    sweep_seen seen;
    sweep_walk(&c, 0, 1, 1e-4, &seen);
    sweep_bisect(&c, &seen);
    assert_true(seen.meets && fabs(seen.time - 0.30107034501512736) < 1e-15);
    moved_place place[2];
    moved_pair pair;
    moved_place_init(&place[0], BITS), moved_place_init(&place[1], BITS);
    moved_pair_init(&pair, BITS);
    moved_place_begin(&place[1], NULL);
    int meets[2] = {0};
    for (int late = 0; late < 2; late++)
        for (int i = 0; i < 12; i++) {
            moved_place_find(&place[0], NULL, &turn, 1, seen.time + (late ? 1e-14 : -1e-14));
            moved_pair_set(&pair, corners + 9 * i, &place[0], wall, &place[1]);
            assert_true(mpz_sgn(pair.off) > 0);
            const int it = moved_pair_meets(&pair);
            assert_int_not_equal(it, 0);
            meets[late] += it > 0;
        }
    assert_int_equal(meets[0], 0);
    assert_true(meets[1] > 0);
    moved_place_clear(&place[0]), moved_place_clear(&place[1]);
    moved_pair_clear(&pair);
}

// At a time that is a fraction: points become whole numbers of 2^-BITS / its denominator.
static int meets_at(moved_pair* pair, mpz_t way[3], const mpq_t time)
{
    moved_pair there;
    moved_pair_init(&there, BITS);
    for (int k = 0; k < 18; k++) {
        mpz_mul(there.point[k / 3][k % 3], pair->point[k / 3][k % 3], mpq_denref(time));
        if (k >= 9) mpz_addmul(there.point[k / 3][k % 3], way[k % 3], mpq_numref(time));
    }
    const int out = moved_pair_meets(&there);
    moved_pair_clear(&there);
    return out;
}

static void some_corners(rng* r, int index, double a[9], double b[9])
{
    const size_t range = index % 2 ? 3 : 5;
    for (int k = 0; k < 9; k++) {
        a[k] = (double)rng_below(r, range), b[k] = (double)rng_below(r, range) + 2;
        if (index % 7 == 0 && k % 3 == 2) a[k] = b[k] = 1;
    }
}

// Both ends, a little beyond each, and between.
static void set_time(mpq_t time, int which, const mpq_t first, const mpq_t last)
{
    mpq_t beyond;
    mpq_init(beyond);
    mpq_set_si(beyond, which == 1 ? -1 : 1, 1000000007);
    mpq_set(time, which == 0 || which == 1 ? first : last);
    if (which == 1 || which == 3) mpq_add(time, time, beyond);
    if (which == 4) mpq_add(time, first, last), mpq_div_2exp(time, time, 1);
    mpq_clear(beyond);
}

// From when to when two triangles meet that go straight: at both ends they do, at exactly those times and not beyond, by the
// decision at rest. Corners on a small grid, many in one plane, or without extent.
static void straight_ways_meet_when_they_do(void** state)
{
    (void)state;
    rng r = {242};
    moved_place at[2];
    moved_pair pair;
    moved_place_init(&at[0], BITS), moved_place_init(&at[1], BITS);
    moved_pair_init(&pair, BITS);
    mpz_t way[3], den;
    mpq_t first, last, time, x, y;
    mpz_inits(way[0], way[1], way[2], den, NULL);
    mpq_inits(first, last, time, x, y, NULL);
    moved_place_begin(&at[0], NULL), moved_place_begin(&at[1], NULL);
    int met = 0, ends = 0;
    const int count = CASES(1500);
    for (int i = 0; i < count; i++) {
        double a[9], b[9];
        some_corners(&r, i, a, b);
        moved_pair_set(&pair, a, &at[0], b, &at[1]);
        for (int c = 0; c < 3; c++) {
            mpz_set_si(way[c], (long)rng_below(&r, 9) - 7);
            mpz_mul_2exp(way[c], way[c], BITS);
        }
        if (!moved_pair_straight(&pair, way, first, last)) {
            mpq_set_ui(first, 0, 1);  // then at no time that is tried
            mpq_set_ui(last, 0, 1);
        } else {
            met++;
        }
        const int is_met = moved_pair_straight(&pair, way, x, y);
        for (int t = 0; t < 5; t++) {
            set_time(time, t, first, last);
            if (mpq_sgn(time) < 0 || mpq_cmp_ui(time, 1, 1) > 0) continue;
            assert_int_equal(meets_at(&pair, way, time), is_met && t != 1 && t != 3 ? 1 : -1);
            ends += t < 4;
        }
    }
    assert_true(met > count / 8 && met < count - count / 8 && ends > count);
    mpz_clears(way[0], way[1], way[2], den, NULL);
    mpq_clears(first, last, time, x, y, NULL);
    moved_place_clear(&at[0]), moved_place_clear(&at[1]);
    moved_pair_clear(&pair);
}

// The walk's distance of two triangles is that of rationals, to the last places.
static void gaps_are_gaps(void** state)
{
    (void)state;
    rng r = {243};
    moved_place at;
    moved_pair pair;
    moved_place_init(&at, BITS);
    moved_pair_init(&pair, BITS);
    moved_place_begin(&at, NULL);
    int apart = 0;
    for (int i = 0; i < CASES(2000); i++) {
        double a[3][3], b[3][3], flat_a[9], flat_b[9];
        for (int k = 0; k < 9; k++) {
            a[k / 3][k % 3] = rng_signed(&r);
            b[k / 3][k % 3] = rng_signed(&r) + (k % 3 == i % 3);
        }
        flat(flat_a, (const double(*)[3])a), flat(flat_b, (const double(*)[3])b);
        moved_pair_set(&pair, flat_a, &at, flat_b, &at);
        moved_pair_measure(&pair);
        const double gap = sweep_gap(a, b), truth = sqrt(mpq_get_d(pair.square));
        if (fabs(gap - truth) > 1e-12) fail_msg("%d: %.17g, not %.17g", i, gap, truth);
        assert_true(moved_pair_is_within(&pair, truth + 1e-15));
        assert_true(moved_pair_is_beyond(&pair, truth - 1e-15));
        assert_true(truth == 0 || !moved_pair_is_beyond(&pair, truth + 1e-15));
        apart += truth > 0;
    }
    assert_true(apart > CASES(1000));
    moved_place_clear(&at);
    moved_pair_clear(&pair);
}

// Between two poses: the ends are both poses, the walk in doubles goes the same way, and so does a screw where it is one.
static void ways_between_poses_are_alike(void** state)
{
    (void)state;
    rng r = {244};
    moved_place p;
    moved_place_init(&p, BITS);
    for (int i = 0; i < CASES(300); i++) {
        const abut_pose from = pose_random(&r, 3), to = pose_random(&r, 3);
        const abut_motion m = {.to = &to, .pivot = {rng_signed(&r), rng_signed(&r), 2}};
        const sweep_body body = {.pose = from, .pieces = &m};
        for (int k = 0; k <= 8; k++) {
            sweep_spot spot;
            abut_pose pose = {.scale = 1};
            sweep_spot_find(&spot, &body, 1, k / 8.0);
            memcpy(pose.rotation, spot.m, sizeof spot.m);
            memcpy(pose.translation, spot.t, sizeof spot.t);
            moved_place_find(&p, &from, &m, 1, k / 8.0);
            if (!moved_place_is_near(&p, &pose, 64)) fail_msg("motion %d at %d / 8", i, k);
            if (k == 0) assert_true(moved_place_is_near(&p, &from, 0));
            if (k == 8) assert_true(moved_place_is_near(&p, &to, 0));
        }
    }
    moved_place_clear(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_at_rest_are_as_other_oracles_say),
        cmocka_unit_test(rotations_are_rotations),
        cmocka_unit_test(quarters_are_exact),
        cmocka_unit_test(a_bar_meets_a_wall_when_it_should),
        cmocka_unit_test(straight_ways_meet_when_they_do),
        cmocka_unit_test(gaps_are_gaps),
        cmocka_unit_test(ways_between_poses_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
