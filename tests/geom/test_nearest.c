// test_nearest.c - the distance of two triangles against rationals: test_nearest [SEED [COUNT]]
#include "base/bits.h"
#include "geom/nearest.h"
#include "geom/tri_tri.h"
#include "support/float_mode.h"
#include "support/oracle.h"
#include "support/oracle_distance.h"
#include "support/random_pairs.h"
#include "support/share.h"

#include <inttypes.h>
#include <math.h>
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

static uint64_t count = CASES(20000), seed = 1;

#ifdef EXPECT_WRONG
enum { EXPECTS_WRONG = 1 };
#else
enum { EXPECTS_WRONG = 0 };
#endif

typedef struct totals {
    uint64_t apart, bounded, tight, guessed, by_sum[3], degenerate, beyond, no_nearer, unproved;
    uint64_t wrong_lo, wrong_hi, wrong_along, wrong_beyond;  // each has a bound of its own
} totals;

static void check_bounds(totals* t, const nearest_bounds* n, const oracle_gap* truth)
{
    t->bounded += n->lo > 0;
    t->tight += n->hi - n->lo <= 1e-9 * n->hi;
    t->guessed += n->features.a == truth->features.a && n->features.b == truth->features.b;
    t->wrong_lo += oracle_compare_double(n->lo, truth->square) > 0;
    t->wrong_hi += oracle_compare_double(n->hi, truth->square) < 0;
}

static void check_square(const nearest_square* x, const oracle_gap* truth, const char* name)
{
    mpz_t number;
    mpq_t square, power;
    mpz_init(number);
    mpq_inits(square, power, NULL);
    mpz_import(number, (size_t)x->numerator_limbs, -1, 8, 0, 0, x->numerator);
    mpq_set_z(square, number);
    mpz_import(number, (size_t)x->denominator_limbs, -1, 8, 0, 0, x->denominator);
    mpq_set_z(power, number);
    mpq_div(square, square, power);
    if (x->exponent > 0)
        mpq_mul_2exp(square, square, 2 * (mp_bitcnt_t)x->exponent);
    else
        mpq_div_2exp(square, square, 2 * (mp_bitcnt_t)-x->exponent);
    if (mpq_cmp(square, truth->square)) fail_msg("%s: the square is wrong", name);
    mpz_clear(number);
    mpq_clears(square, power, NULL);
}

static void check_doubles(const nearest_square* x, const oracle_gap* truth)
{
    double lo, hi;
    nearest_enclose(x, &lo, &hi);
    assert_true(oracle_compare_double(lo, truth->square) <= 0);
    assert_true(oracle_compare_double(hi, truth->square) >= 0);
    if (double_is_equal(lo, hi))
        assert_int_equal(oracle_compare_double(lo, truth->square), 0);
    else
        assert_int_equal(double_bits(hi), double_bits(lo) + 1);
    assert_int_equal(nearest_compare_double(x, lo), lo == hi ? 0 : 1);
    assert_int_equal(nearest_compare_double(x, hi), lo == hi ? 0 : -1);
}

typedef struct both {
    pose_pair poses;
    posed_triangle triangle[2];
    const double* vertex[6];
} both;

static void make(both* out, const random_pair* pair, const affine pose[2])
{
    pose_pair_prepare(&out->poses, &pose[0], &pose[1], 0);
    for (int i = 0; i < 6; i++)
        out->vertex[i] = i < 3 ? pair->a[i] : pair->b[i - 3];
    posed_triangle_place(&out->triangle[0], &out->poses, 0, out->vertex);
    posed_triangle_place(&out->triangle[1], &out->poses, 1, out->vertex + 3);
}

// What the way between the nearest points proves, rounded to doubles.
static void check_along(totals* t, const both* p, const oracle_gap* truth)
{
    double way[3], largest = 0;
    mpq_t x;
    mpq_init(x);
    for (int c = 0; c < 3; c++) {
        mpq_sub(x, truth->b[c], truth->a[c]);
        way[c] = mpq_get_d(x);
        largest = fabs(way[c]) > largest ? fabs(way[c]) : largest;
    }
    mpq_clear(x);
    if (!(largest > 0x1p-1000 && largest < 0x1p1000)) return;
    for (int c = 0; c < 3; c++)
        way[c] /= largest;
    const double along = nearest_along(&p->triangle[0], &p->triangle[1], way);
    t->wrong_along += oracle_compare_double(along, truth->square) > 0;
}

// The sign of normal . (b - a), for corners in their poses.
static int sign_across(const double normal[3], const double a[3], const affine* a_pose,
                       const double b[3], const affine* b_pose)
{
    mpq_t sum, term, factor;
    mpq_inits(sum, term, factor, NULL);
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < 3; c++)
            for (int j = 0; j < 4; j++) {
                const affine* pose = side ? b_pose : a_pose;
                mpq_set_d(term, j < 3 ? pose->matrix[c][j] : pose->translation[c]);
                mpq_set_d(factor, j < 3 ? (side ? b : a)[j] : 1);
                mpq_mul(term, term, factor);
                mpq_set_d(factor, side ? normal[c] : -normal[c]);
                mpq_mul(term, term, factor);
                mpq_add(sum, sum, term);
            }
    const int sign = mpq_sgn(sum);
    mpq_clears(sum, term, factor, NULL);
    return sign;
}

// Whether b's first corner is beyond the plane through a's first, across a direction that is nearly in it.
static void check_beyond(totals* t, const both* p, const random_pair* pair, const affine pose[2],
                         uint64_t index)
{
    double way[3], largest = 0, normal[3];
    random_source r = random_seeded(seed, index);
    for (int c = 0; c < 3; c++) {
        way[c] = p->triangle[1].point[0][c] - p->triangle[0].point[0][c];
        largest = fabs(way[c]) > largest ? fabs(way[c]) : largest;
    }
    if (!(largest > 0x1p-300 && largest < 0x1p300)) return;
    const double* on[3] = {p->triangle[1].vertex[1], p->triangle[1].vertex[2], NULL};
    for (int turn = 0; turn < 16; turn++) {
        const double other[3] = {random_unit(&r), random_unit(&r), random_unit(&r)};
        const int sign = turn % 2 ? 1 : -1;
        const double tilt = ldexp(random_unit(&r), -54 + turn / 2);
        for (int c = 0; c < 3; c++) {
            const int i = (c + 1) % 3, j = (c + 2) % 3;
            normal[c] = (way[i] * other[j] - way[j] * other[i] + tilt * way[c]) / largest;
        }
        if (!nearest_is_beyond(&p->triangle[1], normal, sign, &p->triangle[0], 0, on)) continue;
        t->beyond++;
        t->wrong_beyond +=
            sign * sign_across(normal, pair->a[0], &pose[0], pair->b[0], &pose[1]) <= 0;
    }
}

// Whether what the shortest way proves of other pairs in the same poses is so: of itself, and of it with a corner moved a
// little.
static void check_way(totals* t, const both* p, const exact_points* e, const nearest_square* square,
                      uint64_t index)
{
    random_source r = random_seeded(seed, index);
    nearest_way way;
    nearest_way_make(&way, e, square->features);
    assert_true(nearest_is_no_nearer(&way, e));
    for (int turn = 0; turn < 8; turn++) {
        const double* vertex[6];
        memcpy(vertex, p->vertex, sizeof vertex);
        const int corner = (int)(3 * (1 + random_unit(&r)));
        double moved[3];
        for (int c = 0; c < 3; c++)
            moved[c] = turn % 2 ? vertex[corner][c] * (1 + random_unit(&r) * 0x1p-50)
                                : vertex[corner][c] + random_unit(&r) / 2;
        vertex[corner] = moved;
        exact_points other;
        exact_points_make(&other, &p->poses, vertex, EXACT_RELATIVE);
        if (!nearest_is_no_nearer(&way, &other)) {
            t->unproved++;
            continue;
        }
        nearest_square its;
        nearest_exact(&other, square->features, 0, &its);
        assert_true(nearest_compare(&its, square) >= 0);
        t->no_nearer++;
    }
}

static void check_pair(totals* t, oracle* o, oracle_gap* truth, uint64_t index)
{
    const random_pair pair = random_pair_make(seed, index);
    const affine pose[2] = {oracle_affine(&pair.a_pose), oracle_affine(&pair.b_pose)};
    oracle_load(o, pair.a, &pose[0], pair.b, &pose[1]);
    if (oracle_decide(o) != ABUT_KIND_APART) return;
    oracle_gap_find(truth, pair.a, &pose[0], pair.b, &pose[1]);
    t->apart++;
    t->degenerate += oracle_rank(o, 0) < 2 || oracle_rank(o, 1) < 2;
    const int sum = (truth->features.a > 2) + (truth->features.a > 5) + (truth->features.b > 2) +
                    (truth->features.b > 5);
    t->by_sum[sum]++;
    both p;
    nearest_bounds bounds;
    nearest_square square, with_features, other;
    exact_points e, world;
    float_mode_enter(&float_modes[index % FLOAT_MODE_COUNT]);
    make(&p, &pair, pose);
    nearest_bound(&p.triangle[0], &p.triangle[1], &bounds);
    exact_points_make(&e, &p.poses, p.vertex, EXACT_RELATIVE);
    nearest_exact(&e, bounds.features, 0, &square);
    nearest_exact(&e, bounds.features, 1, &with_features);
    nearest_exact(&e, (abut_event){(uint8_t)(index % 7), (uint8_t)(index / 7 % 7)}, 0, &other);
    double points[2][3];
    exact_points_make(&world, &p.poses, p.vertex, EXACT_WORLD);
    nearest_points(&world, with_features.features, points[0], points[1]);
    float_mode_leave();
    check_bounds(t, &bounds, truth);
    check_along(t, &p, truth);
    check_beyond(t, &p, &pair, pose, index);
    check_way(t, &p, &e, &square, index);
    check_square(&square, truth, "by the likely features");
    check_square(&with_features, truth, "with the least features");
    check_square(&other, truth, "by any features");
    assert_int_equal(nearest_compare(&square, &with_features), 0);
    assert_true(with_features.features_are_least);
    assert_int_equal(with_features.features.a, truth->features.a);
    assert_int_equal(with_features.features.b, truth->features.b);
    check_doubles(&square, truth);
    for (int c = 0; c < 3; c++) {
        assert_true(oracle_is_rounded(truth->a[c], points[0][c]));
        assert_true(oracle_is_rounded(truth->b[c], points[1][c]));
    }
}

static void same_distances_as_rationals(void** state)
{
    (void)state;
    totals t = {0};
    oracle* const o = oracle_create();
    oracle_gap truth;
    oracle_gap_init(&truth);
    for (uint64_t i = 0; i < count; i++)
        check_pair(&t, o, &truth, i);
    oracle_gap_clear(&truth);
    oracle_free(o);
    printf("%" PRIu64 " pairs apart, %" PRIu64 " bounded, %" PRIu64 " tight, %" PRIu64
           " features guessed, %" PRIu64 " degenerate, %" PRIu64
           " beyond a plane; by sum of dimensions %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
           t.apart, t.bounded, t.tight, t.guessed, t.degenerate, t.beyond, t.by_sum[0], t.by_sum[1],
           t.by_sum[2]);
    printf("wrong: lo %" PRIu64 ", hi %" PRIu64 ", along %" PRIu64 ", beyond %" PRIu64 "\n",
           t.wrong_lo, t.wrong_hi, t.wrong_along, t.wrong_beyond);
    const uint64_t wrong[] = {t.wrong_lo, t.wrong_hi, t.wrong_along, t.wrong_beyond};
    for (int i = 0; i < 4; i++) {
        if (EXPECTS_WRONG)
            assert_true(wrong[i] > 0);
        else
            assert_int_equal(wrong[i], 0);
    }
    printf("by the shortest way: %" PRIu64 " no nearer, %" PRIu64 " open\n", t.no_nearer,
           t.unproved);
    assert_true(t.no_nearer > t.apart && t.unproved > t.apart);
    assert_true(t.apart > count / 5 && t.bounded > t.apart / 2);
    for (int i = 0; i < 3; i++)
        assert_true(t.by_sum[i] > t.apart / 50);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_distances_as_rationals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
