// test_needle.c - how thin a triangle is, against arithmetic that rounds nothing.
#include "geom/tri_tri.h"
#include "soup/needle.h"
#include "support/soups.h"

#include <gmp.h>
#include <stdio.h>

enum { BITS = 20000 };  // far more than any of these products needs

// out := the square of longest edge^2 / |normal|, exactly; returns 0 for a degenerate triangle.
static int square_of_ratio(mpf_t out, const double* const v[3])
{
    // Zeroed for MemorySanitizer, which does not see GMP write them.
    mpf_t edge[3][3] = {0}, square[3] = {0}, normal = {0}, area = {0}, term = {0};
    mpf_inits(square[0], square[1], square[2], normal, area, term, NULL);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            mpf_init_set_d(edge[i][k], v[(i + 1) % 3][k]);
            mpf_set_d(term, v[i][k]);
            mpf_sub(edge[i][k], edge[i][k], term);
            mpf_mul(term, edge[i][k], edge[i][k]);
            mpf_add(square[i], square[i], term);
        }
    }
    for (int k = 0; k < 3; k++) {
        mpf_mul(normal, edge[0][(k + 1) % 3], edge[1][(k + 2) % 3]);
        mpf_mul(term, edge[0][(k + 2) % 3], edge[1][(k + 1) % 3]);
        mpf_sub(normal, normal, term);
        mpf_mul(term, normal, normal);
        mpf_add(area, area, term);
    }
    int longest = 0;
    for (int i = 1; i < 3; i++)
        if (mpf_cmp(square[i], square[longest]) > 0) longest = i;
    const int proper = mpf_sgn(area) > 0;
    mpf_mul(out, square[longest], square[longest]);
    if (proper) mpf_div(out, out, area);
    for (int i = 0; i < 9; i++)
        mpf_clear(edge[i / 3][i % 3]);
    mpf_clears(square[0], square[1], square[2], normal, area, term, NULL);
    return proper;
}

// Random triangles of every thinness, near each other and far from the origin.
static void random_triangle(rng* r, double v[9])
{
    double far[3], edge[3], across[3];
    const double size = ldexp(1, (int)rng_below(r, 300) - 150), along = rng_signed(r);
    const double thin = ldexp(1, -(int)rng_below(r, 60));
    const double distance = rng_below(r, 2) ? 0 : size * ldexp(1, (int)rng_below(r, 50));
    for (int k = 0; k < 3; k++) {
        far[k] = distance * rng_signed(r);
        edge[k] = size * rng_signed(r);
        across[k] = size * thin * rng_signed(r);
    }
    for (int k = 0; k < 3; k++) {
        v[k] = far[k];
        v[3 + k] = far[k] + edge[k];
        v[6 + k] = far[k] + along * edge[k] + across[k];
    }
}

static void needles_against_long_floats(void** state)
{
    (void)state;
    mpf_set_default_prec(BITS);
    mpf_t square = {0}, found = {0}, difference = {0};
    mpf_inits(square, found, difference, NULL);
    rng r = {71};
    int compared = 0, bounded = 0;
    for (int i = 0; i < 3000; i++) {
        double v[9];
        random_triangle(&r, v);
        const double* const vertex[3] = {v, v + 3, v + 6};
        if (corners_of_triangle(vertex).count < 3) continue;
        assert_true(square_of_ratio(square, vertex));
        const double ratio = needle_ratio(vertex), bound = needle_bound(vertex);
        assert_true(isfinite(ratio) && bound >= ratio * (1 - 0x1p-50));
        if (ratio < 1000) assert_true(bound < ratio * (1 + 0x1p-34));
        mpf_set_d(found, ratio);
        mpf_mul(found, found, found);
        mpf_sub(difference, found, square);
        mpf_abs(difference, difference);
        mpf_mul_2exp(difference, difference, 49);  // of the square: half of what is promised
        assert_true(mpf_cmp(difference, square) < 0);
        compared++;
        bounded += bound < (double)INFINITY;
    }
    assert_true(compared > 2500 && bounded > compared / 4 && bounded < compared);
    mpf_clears(square, found, difference, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(needles_against_long_floats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
