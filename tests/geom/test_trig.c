// test_trig.c - sines, cosines, arcs and numbers in a unit, all in integers, against numbers of 512 bits: within the bounds
// that docs/proofs/index.md proves, and not within an eighth of them.
#include "geom/fixed.h"
#include "geom/trig.h"
#include "support/share.h"
#include "support/slow_motion.h"
#include "support/soups.h"

#include <fenv.h>

// A turn's units of 2^-62 from the truth.
static double units_off(int64_t x, mpf_t truth)
{
    mpf_t y;
    mpf_init(y);
    slow_set(y, x, 62);
    mpf_sub(y, y, truth);
    mpf_mul_2exp(y, y, 62);
    const double out = fabs(mpf_get_d(y));
    mpf_clear(y);
    return out;
}

static int128 random_angle(rng* r, int n)
{
    const int128 any = ((int128)(rng_next(r) >> 7) << 63) ^ (int128)rng_next(r);  // below 2^120
    switch (n % 4) {
    case 0:
        return any >> rng_below(r, 120);
    case 1:
        return any % (400 * TRIG_DEGREE);
    default: {  // about multiples of 45 degrees
        const int128 near = (int128)rng_below(r, 23301) * 45 * TRIG_DEGREE;
        const int128 off = any >> rng_below(r, 120);
        return n % 4 == 2 || off > near ? near + (off >> 14) : near - off;
    }
    }
}

// Four units, and no fewer would do: an eighth of one is exceeded.
static void sines_and_cosines_are_within_four_units(void** state)
{
    (void)state;
    enum { ANGLES = CASES(100000) };
    rng r = {11};
    mpf_t degrees, sine, cosine;
    mpf_inits(degrees, sine, cosine, NULL);
    double most = 0;
    int quarters = 0;
    for (int n = 0; n < ANGLES; n++) {
        const int128 angle = n < 100 ? (int128)n * 90 * TRIG_DEGREE : random_angle(&r, n);
        int64_t s, c;
        const int is_quarter = trig_turn(angle, &s, &c);
        assert_int_equal(is_quarter, angle % (90 * TRIG_DEGREE) == 0);
        slow_set(degrees, angle, 100);
        slow_turn_of(degrees, sine, cosine);
        const double off[2] = {units_off(s, sine), units_off(c, cosine)};
        most = fmax(most, fmax(off[0], off[1]));
        if (is_quarter) {
            quarters++;
            assert_true(off[0] < 0x1p-100 && off[1] < 0x1p-100);
        }
    }
    assert_true(most <= 4);
    assert_true(most > 4.0 / 32);
    assert_true(quarters >= 100);
    print_message("sines and cosines: off by %.2f units at most\n", most);
    mpf_clears(degrees, sine, cosine, NULL);
}

// The arc has the sine and cosine of its sides.
static void arcs_are_those_of_their_sides(void** state)
{
    (void)state;
    enum { ARCS = CASES(20000) };
    rng r = {12};
    mpf_t degrees, sine, cosine, x, y;
    mpf_inits(degrees, sine, cosine, x, y, NULL);
    double most = 0;
    for (int n = 0; n < ARCS; n++) {
        uint64_t side[2] = {rng_next(&r) >> 1, rng_next(&r) >> 1};
        if (n % 3 == 0) side[n & 1] >>= rng_below(&r, 63);
        if (n % 50 == 0) side[rng_below(&r, 2)] = side[rng_below(&r, 2)];
        if (n % 50 == 1) side[rng_below(&r, 2)] = 0;
        if (!side[0] && !side[1]) continue;
        const int128 arc = trig_arc(side[1], side[0]);
        assert_true(arc >= 0 && arc <= 90 * TRIG_DEGREE);
        slow_set(degrees, arc, 100);
        slow_turn_of(degrees, sine, cosine);
        // |cos y - sin x| / |(x, y)| is the sine of what is missing.
        mpf_set_ui(x, side[0]);
        mpf_set_ui(y, side[1]);
        mpf_mul(sine, sine, x);
        mpf_mul(cosine, cosine, y);
        mpf_sub(sine, sine, cosine);
        const double length = hypot((double)side[0], (double)side[1]);
        const double off = fabs(mpf_get_d(sine)) / length;
        most = fmax(most, off);
        if (!side[0] || !side[1] || side[0] == side[1]) assert_true(off < 0x1p-140);
    }
    assert_true(most <= 0x1p-58);
    print_message("arcs: off by %.3g of 2^-58 at most\n", most * 0x1p58);
    mpf_clears(degrees, sine, cosine, x, y, NULL);
}

// By Taylor's series.
static void slow_sines(double radians, mpf_t sine, mpf_t cosine)
{
    mpf_t term, x;
    mpf_inits(term, x, NULL);
    mpf_set_d(x, radians);
    mpf_set_ui(term, 1);
    mpf_set_ui(sine, 0);
    mpf_set_ui(cosine, 0);
    for (unsigned long n = 0; n < 100; n++) {
        mpf_t* const sum = n % 2 ? (mpf_t*)sine : (mpf_t*)cosine;
        (n % 4 < 2 ? mpf_add : mpf_sub)(*sum, *sum, term);
        mpf_mul(term, term, x);
        mpf_div_ui(term, term, n + 1);
    }
    mpf_clears(term, x, NULL);
}

// How far a double is from the truth, in parts of its last bit.
static double bits_off(double x, const mpf_t truth)
{
    mpf_t y;
    int exponent;
    mpf_init_set_d(y, x);
    mpf_sub(y, y, truth);
    frexp(x, &exponent);
    const double out = fabs(mpf_get_d(y)) * ldexp(1, 53 - exponent);
    mpf_clear(y);
    return out;
}

static double random_radians(rng* r, int n)
{
    const double any = 0.7853981633974484 * rng_signed(r);
    switch (n % 4) {
    case 0:
        return ldexp(any, -(int)rng_below(r, 60));
    case 1:
        return (double)(n % 91 - 45) * 0.017453292519943295;
    case 2:
        return ldexp(1, -27) * (1 + ldexp(rng_signed(r), -(int)rng_below(r, 50)));
    default:
        return any;
    }
}

// They are rounded once, to nearest, in any mode.
static void sines_of_radians_are_the_nearest_doubles(void** state)
{
    (void)state;
    enum { ANGLES = CASES(20000) };
    static const int modes[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    rng r = {15};
    mpf_t truth[2];
    mpf_inits(truth[0], truth[1], NULL);
    double most = 0;
    for (int n = 0; n < ANGLES; n++) {
        const double x = random_radians(&r, n);
        double found[4][2];
        for (int k = 0; k < 4; k++) {
            fesetround(modes[k]);
            trig_of_radians(x, &found[k][0], &found[k][1]);
            fesetround(FE_TONEAREST);
            assert_memory_equal(found[k], found[0], sizeof found[0]);
        }
        slow_sines(x, truth[0], truth[1]);
        for (int i = 0; i < 2; i++)
            most = fmax(most, bits_off(found[0][i], truth[i]));
    }
    double sine, cosine;
    trig_of_radians(-0.0, &sine, &cosine);
    assert_true(sine == 0 && signbit(sine) && cosine == 1);
    assert_true(most <= 0.5 + 0x1p-40);
    assert_true(most > 0.49);
    mpf_clears(truth[0], truth[1], NULL);
}

static void roots_are_rounded_down(void** state)
{
    (void)state;
    rng r = {13};
    for (int n = 0; n < 10000; n++) {
        const uint128 x = ((uint128)rng_next(&r) << 64 | rng_next(&r)) >> (2 + rng_below(&r, 124));
        const uint128 root = trig_root(x);
        assert_true(root * root <= x && (root + 1) * (root + 1) > x);
    }
}

static double scaled(rng* r, int exponents)
{
    return ldexp(rng_signed(r), (int)rng_below(r, (size_t)exponents) - exponents / 2);
}

static double random_time(rng* r)
{
    switch (rng_below(r, 5)) {
    case 0:
        return ldexp((double)rng_below(r, 257), -8);
    case 1:
        return ldexp(fabs(rng_signed(r)), -(int)rng_below(r, 1100));
    case 2:
        return 1 - ldexp(fabs(rng_signed(r)), -(int)rng_below(r, 54));
    default:
        return fabs(rng_signed(r));
    }
}

static void numbers_in_a_unit_are_those_that_were_given(void** state)
{
    (void)state;
    rng r = {14};
    mpf_t x, y;
    mpf_inits(x, y, NULL);
    for (int n = 0; n < 20000; n++) {
        const double a = scaled(&r, 200), b = scaled(&r, 200), t = random_time(&r);
        const int bits = 20 - (int)rng_below(&r, 200) + 20;
        int cut[4] = {0};
        if (fabs(a) * ldexp(1, bits) > 0x1p120 || fabs(a * b) * ldexp(1, bits) > 0x1p120) continue;
        const int128 whole = fixed_of(a, bits, &cut[0]);
        const int128 product = fixed_product(a, b, bits, &cut[1]);
        const int128 part = fixed_times(whole, dyadic_from_double(t), &cut[2]);
        const double back = fixed_round(product, -bits, &cut[3]);
        slow_set(x, whole, 0);
        mpf_set_d(y, a);
        mpf_mul_2exp(y, y, 400);
        mpf_div_2exp(y, y, (unsigned long)(400 - bits));
        mpf_sub(x, x, y);
        assert_true(fabs(mpf_get_d(x)) <= 0.5 && cut[0] == (mpf_sgn(x) != 0));
        slow_set(x, product, 0);
        mpf_set_d(y, b);
        mpf_t from;
        mpf_init_set_d(from, a);
        mpf_mul(y, y, from);
        mpf_mul_2exp(y, y, 400);
        mpf_div_2exp(y, y, (unsigned long)(400 - bits));
        mpf_sub(x, x, y);
        assert_true(fabs(mpf_get_d(x)) < 1 && cut[1] == (mpf_sgn(x) != 0));
        slow_set(x, part, 0);
        slow_set(y, whole, 0);
        mpf_set_d(from, t);
        mpf_mul(y, y, from);
        mpf_sub(x, x, y);
        assert_true(fabs(mpf_get_d(x)) < 1 && cut[2] == (mpf_sgn(x) != 0));
        slow_set(x, product, 400);
        mpf_mul_2exp(x, x, (unsigned long)(400 - bits));
        mpf_set_d(y, back);
        mpf_sub(y, y, x);
        assert_true(fabs(mpf_get_d(y)) <= 0x1p-53 * fabs(back) && cut[3] == (mpf_sgn(y) != 0));
        mpf_clear(from);
    }
    mpf_clears(x, y, NULL);
}

static int set_up(void** state)
{
    (void)state;
    slow_begin();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sines_and_cosines_are_within_four_units),
        cmocka_unit_test(sines_of_radians_are_the_nearest_doubles),
        cmocka_unit_test(arcs_are_those_of_their_sides),
        cmocka_unit_test(roots_are_rounded_down),
        cmocka_unit_test(numbers_in_a_unit_are_those_that_were_given),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
