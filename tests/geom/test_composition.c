// test_composition.c - poses in frames, against rational arithmetic: every number of the product, exactly and rounded; pairs
// of triangles that are hard, in frames that cancel, in six floating-point states.
//     test_composition [SEED [COUNT]]
#include "geom/composition.h"
#include "geom/nearest.h"
#include "geom/tri_tri.h"
#include "support/attack_pairs.h"
#include "support/float_mode.h"
#include "support/oracle.h"
#include "support/oracle_distance.h"
#include "support/pair_check.h"
#include "support/random_pairs.h"
#include "support/share.h"
#include "support/soups.h"

#include <gmp.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static uint64_t seed = 1, count = CASES(20000);

// ------------------------------------------------------------------------------------------ numbers

static void set_sum(mpq_t out, const exact_sum* s)
{
    mpq_t term;
    mpq_init(term);
    mpq_set_ui(out, 0, 1);
    for (int i = 0; i < s->count; i++) {
        const exact_term* t = &s->term[i];
        assert_true(t->mantissa & 1);
        mpz_set_ui(mpq_numref(term), (unsigned long)(t->mantissa >> 64));
        mpz_mul_2exp(mpq_numref(term), mpq_numref(term), 64);
        mpz_add_ui(mpq_numref(term), mpq_numref(term), (unsigned long)t->mantissa);
        mpz_set_ui(mpq_denref(term), 1);
        if (t->negative) mpq_neg(term, term);
        if (t->exponent >= 0)
            mpq_mul_2exp(term, term, (mp_bitcnt_t)t->exponent);
        else
            mpq_div_2exp(term, term, (mp_bitcnt_t)-t->exponent);
        mpq_add(out, out, term);
    }
    mpq_clear(term);
}

static void add_product(mpq_t sum, double x, double y)
{
    mpq_t p, q;
    mpq_inits(p, q, NULL);
    mpq_set_d(p, x), mpq_set_d(q, y);
    mpq_mul(p, p, q);
    mpq_add(sum, sum, p);
    mpq_clears(p, q, NULL);
}

// Entry (i, j) of frame * pose; j = 3: the translation.
static void product_entry(mpq_t out, const affine* frame, const affine* pose, int i, int j)
{
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; k++)
        add_product(out, frame->matrix[i][k], j < 3 ? pose->matrix[k][j] : pose->translation[k]);
    if (j == 3) add_product(out, frame->translation[i], 1);
}

// Whether no double is nearer, and of two as near it is the even one.
static int is_rounded_once(double x, const mpq_t truth)
{
    mpq_t own, other;
    mpq_inits(own, other, NULL);
    mpq_set_d(own, x);
    mpq_sub(own, own, truth), mpq_abs(own, own);
    int nearest = 1;
    for (int side = 0; side < 2; side++) {
        const double next = nextafter(x, side ? HUGE_VAL : -HUGE_VAL);
        if (!isfinite(next)) continue;
        mpq_set_d(other, next);
        mpq_sub(other, other, truth), mpq_abs(other, other);
        const int order = mpq_cmp(own, other);
        nearest &= order < 0 || (order == 0 && !(double_bits(x) & 1));
    }
    mpq_clears(own, other, NULL);
    return nearest;
}

static void expect_entry(const exact_sum* sum, const mpq_t truth, const double* rounded)
{
    mpq_t got;
    mpq_init(got);
    set_sum(got, sum);
    assert_true(mpq_equal(got, truth));
    if (rounded) assert_true(is_rounded_once(*rounded, truth));
    mpq_clear(got);
}

static double any_double(rng* r, int low, int high)
{
    const double x = ldexp(rng_signed(r), low + (int)rng_below(r, (size_t)(high - low)));
    return rng_below(r, 8) ? x : rng_below(r, 2) ? 0 : ldexp(1, low);
}

static void any_affine(rng* r, affine* out, int low, int high)
{
    for (int i = 0; i < 12; i++) {
        double* x = i < 9 ? &out->matrix[i / 3][i % 3] : &out->translation[i - 9];
        *x = i < 9 ? any_double(r, -1100, 1) : any_double(r, low, high);
    }
}

static void sums_are_those_of_rationals(void** state)
{
    (void)state;
    static composition c;
    rng r = {seed};
    mpq_t truth, a_truth;
    mpq_inits(truth, a_truth, NULL);
    size_t exact = 0;
    for (size_t n = 0; n < CASES(600); n++) {
        affine pose[2];
        affine frames[2];
        const int spread = n % 3 == 0;
        for (int side = 0; side < 2; side++) {
            any_affine(&r, &pose[side], spread ? -1070 : -20, spread ? 1020 : 20);
            any_affine(&r, &frames[side], spread ? -1070 : -20, spread ? 1020 : 20);
            for (int i = 0; i < 9 && n % 3 == 1; i++) {  // whole numbers: nothing is rounded
                pose[side].matrix[i / 3][i % 3] = (double)rng_below(&r, 5) - 2;
                frames[side].matrix[i / 3][i % 3] = (double)rng_below(&r, 3) - 1;
                pose[side].translation[i % 3] = (double)rng_below(&r, 99);
                frames[side].translation[i % 3] = (double)rng_below(&r, 99);
            }
        }
        float_mode_enter(&float_modes[n % FLOAT_MODE_COUNT]);
        composition_make(&c, &pose[0], &frames[0], &pose[1], n % 5 ? &frames[1] : NULL);
        float_mode_leave();
        exact += !c.is_rounded;
        if (n % 3 == 1) assert_false(c.is_rounded);
        for (int side = 0; side < 2; side++)
            for (int i = 0; i < 3; i++) {
                for (int j = 0; j < 3; j++) {
                    product_entry(truth, &c.given[side][1], &pose[side], i, j);
                    expect_entry(&c.matrix[side][i][j], truth, &c.rounded[side].matrix[i][j]);
                }
                product_entry(truth, &c.given[side][1], &pose[side], i, 3);
                expect_entry(&c.place[side][i], truth, NULL);
                if (!side) continue;
                product_entry(a_truth, &c.given[0][1], &pose[0], i, 3);
                mpq_sub(truth, truth, a_truth);
                if (c.rounded[0].translation[i] == 0) {
                    expect_entry(&c.offset[i], truth, &c.rounded[1].translation[i]);
                } else {  // halves
                    expect_entry(&c.offset[i], truth, NULL);
                    mpq_div_2exp(truth, truth, 1);
                    assert_true(is_rounded_once(c.rounded[1].translation[i], truth));
                    assert_true(c.rounded[0].translation[i] == -c.rounded[1].translation[i]);
                    assert_true(c.is_rounded);
                }
            }
    }
    mpq_clears(truth, a_truth, NULL);
    assert_true(exact > CASES(600) / 4 && exact < CASES(600) / 2);
}

// -------------------------------------------------------------------------------------------- pairs

static void random_frame(random_source* random, affine* out)
{
    abut_pose pose = {.scale = 1};
    random_rotation(random, pose.rotation);
    const int sort = random_below(random, 4);
    for (int i = 0; i < 9 && sort == 1; i++)  // exchanged axes: products of grids stay exact
        pose.rotation[i / 3][i % 3] = i % 3 == (i / 3 + 1) % 3 ? (i / 3 ? 1 : -1) : 0;
    for (int i = 0; i < 9 && sort == 2; i++)  // as far from rigid as recordings are
        pose.rotation[i / 3][i % 3] += 0x1p-13 * random_unit(random);
    const double far = random_below(random, 3) ? 0 : pow(10, random_between(random, 0, 9));
    for (int i = 0; i < 3; i++)
        pose.translation[i] =
            sort == 1 ? floor(4 * random_unit(random)) : far * random_unit(random);
    *out = oracle_affine(&pose);
}

// About inverse(frame) * pose, so that in the frame the points are where they were, but for its rounding.
static void take_out(affine* pose, const affine* frame)
{
    affine out;
    for (int i = 0; i < 3; i++) {
        out.translation[i] = 0;
        for (int k = 0; k < 3; k++)
            out.translation[i] +=
                frame->matrix[k][i] * (pose->translation[k] - frame->translation[k]);
        for (int j = 0; j < 3; j++) {
            out.matrix[i][j] = 0;
            for (int k = 0; k < 3; k++)
                out.matrix[i][j] += frame->matrix[k][i] * pose->matrix[k][j];
        }
    }
    *pose = out;
}

typedef struct framed_pair {
    double v[2][3][3];
    affine pose[2];
    affine frames[2];
} framed_pair;

static framed_pair make_pair(uint64_t index)
{
    framed_pair p;
    random_source random = random_seeded(seed + 77, index);
    if (index % 2) {
        attack_pair_make(&random, p.v, p.pose);
    } else {
        const random_pair pair = random_pair_make(seed, index / 2);
        memcpy(p.v[0], pair.a, sizeof pair.a);
        memcpy(p.v[1], pair.b, sizeof pair.b);
        p.pose[0] = oracle_affine(&pair.a_pose);
        p.pose[1] = oracle_affine(&pair.b_pose);
    }
    random_frame(&random, &p.frames[0]);
    random_frame(&random, &p.frames[1]);
    const int sort = random_below(&random, 4);
    if (sort == 0) p.frames[1] = p.frames[0];
    if (sort) {
        take_out(&p.pose[0], &p.frames[0]);
        take_out(&p.pose[1], &p.frames[1]);
    }
    for (int side = 0; side < 2; side++)  // what would not be taken
        for (int i = 0; i < 3; i++)
            if (!isfinite(p.pose[side].translation[i])) p.pose[side].translation[i] = 0;
    return p;
}

typedef struct totals {
    uint64_t integers, wrong, kinds[4], rounded, far, corners;
} totals;

static void check_gap(const framed_pair* p, const posed_triangle t[2], const posed_pair* posed,
                      totals* sum)
{
    const double* vertex[6];
    nearest_bounds bounds;
    static nearest_square square;
    static exact_points points;
    oracle_gap gap;
    mpq_t bound;
    for (int i = 0; i < 6; i++)
        vertex[i] = p->v[i / 3][i % 3];
    oracle_gap_init(&gap);
    mpq_init(bound);
    oracle_gap_find_in(&gap, p->v[0], &p->pose[0], &p->frames[0], p->v[1], &p->pose[1],
                       &p->frames[1]);
    nearest_bound(&t[0], &t[1], &bounds);
    mpq_set_d(bound, bounds.lo), mpq_mul(bound, bound, bound);
    int wrong = mpq_cmp(bound, gap.square) > 0;
    if (isfinite(bounds.hi)) {
        mpq_set_d(bound, bounds.hi), mpq_mul(bound, bound, bound);
        wrong |= mpq_cmp(bound, gap.square) < 0;
    }
    double lo, hi;
    exact_points_make(&points, posed->poses, vertex, EXACT_RELATIVE);
    nearest_exact(&points, bounds.features, 1, &square);
    nearest_enclose(&square, &lo, &hi);
    mpq_set_d(bound, lo), mpq_mul(bound, bound, bound);
    wrong |= mpq_cmp(bound, gap.square) > 0;
    if (isfinite(hi)) {
        mpq_set_d(bound, hi), mpq_mul(bound, bound, bound);
        wrong |= mpq_cmp(bound, gap.square) < 0;
    }
    wrong |= square.features.a != gap.features.a || square.features.b != gap.features.b;
    sum->wrong += (uint64_t)wrong;
    sum->far++;
    mpq_clear(bound);
    oracle_gap_clear(&gap);
}

static void pairs_in_frames_are_as_rationals_say(void** state)
{
    (void)state;
    oracle* const o = oracle_create();
    static composition c;
    totals sum = {0};
    for (uint64_t n = 0; n < count; n++) {
        const framed_pair p = make_pair(n);
        const double* const a[3] = {p.v[0][0], p.v[0][1], p.v[0][2]};
        const double* const b[3] = {p.v[1][0], p.v[1][1], p.v[1][2]};
        const corners corners_a = corners_of_triangle(a), corners_b = corners_of_triangle(b);
        pose_pair poses;
        posed_triangle t[2];
        posed_pair posed;
        oracle_load(o, p.v[0], &p.pose[0], p.v[1], &p.pose[1]);
        oracle_frame(o, &p.frames[0], &p.frames[1]);
        const abut_kind expected = oracle_decide(o);
        abut_contact contact;
        float_mode_enter(&float_modes[n % FLOAT_MODE_COUNT]);
        composition_make(&c, &p.pose[0], &p.frames[0], &p.pose[1], &p.frames[1]);
        pose_pair_compose(&poses, &c, n % 16 != 1);  // not where lengths are asked for
        posed_triangle_place(&t[0], &poses, 0, a);
        posed_triangle_place(&t[1], &poses, 1, b);
        posed_pair_prepare(&posed, &poses, &t[0], &t[1]);
        const abut_kind kind = tri_tri(&posed, &corners_a, &corners_b);
        const int was_exact = posed_pair_was_exact(&posed);
        posed_pair_prepare(&posed, &poses, &t[0], &t[1]);
        contact_find(&posed, &corners_a, &corners_b, 1, &contact);
        float_mode_leave();
        sum.kinds[expected]++;
        sum.integers += (uint64_t)was_exact;
        sum.rounded += (uint64_t)c.is_rounded;
        sum.wrong += kind != expected || contact.kind != expected;
        if (expected != ABUT_KIND_APART && kind == expected) {
            sum.corners++;
            sum.wrong += !corners_agree(o, &contact);
        }
        if (expected == ABUT_KIND_APART && n % 16 == 1) check_gap(&p, t, &posed, &sum);
    }
    printf("%" PRIu64 " pairs, %" PRIu64 " in integers, %" PRIu64
           " of rounded poses; apart %" PRIu64 ", touch %" PRIu64 ", cross %" PRIu64
           ", coplanar %" PRIu64 "; corners %" PRIu64 ", distances %" PRIu64 "; %" PRIu64
           " wrong\n",
           count, sum.integers, sum.rounded, sum.kinds[0], sum.kinds[1], sum.kinds[2], sum.kinds[3],
           sum.corners, sum.far, sum.wrong);
#ifdef EXPECT_WRONG
    assert_true(sum.wrong > 0);
#else
    assert_int_equal(sum.wrong, 0);
    assert_true(sum.integers > count / 20 && sum.rounded > count / 2 && sum.far > count / 100);
    for (int k = 0; k < 4; k++)
        assert_true(sum.kinds[k] > count / 100);
#endif
    oracle_free(o);
}

int main(int argc, char** argv)
{
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    if (argc > 2) count = strtoull(argv[2], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(sums_are_those_of_rationals),
                                       cmocka_unit_test(pairs_in_frames_are_as_rationals_say)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
