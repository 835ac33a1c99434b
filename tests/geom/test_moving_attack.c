// test_moving_attack.c - four points in one plane all the time, and triangles that touch one: whatever doubles say of them is noise,
// in every rounding mode, against integers. With margins that are too small (EXPECT_WRONG) they must err.
#include "geom/moving_pair.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"

#ifndef EXPECT_WRONG
#define EXPECT_WRONG 0
#endif

enum { TRIES = 12000 };

// A coordinate with 46 bits.
static double dense(rng* r)
{
    return (double)(int64_t)(rng_next(r) >> 18) * 0x1p-46 * (rng_below(r, 2) ? 1 : -1);
}

// In the plane 3 x + 5 y + 7 z = 0, exactly; or so far above it.
static void put(double to[3], double u, double v, double above)
{
    to[0] = 5 * u + 7 * v;
    to[1] = -3 * u;
    to[2] = -3 * v + above;
}

static void put_anywhere(rng* r, double to[3])
{
    const double x = dense(r), y = dense(r);
    put(to, x, y, 0);
}

// About the origin, which is inside.
static void put_triangle(rng* r, double to[3][3])
{
    static const double about[3][2] = {{-1, -1}, {1, -1}, {0, 1}};
    for (int i = 0; i < 3; i++)
        put(to[i], about[i][0] + 0.25 * dense(r), about[i][1] + 0.25 * dense(r), 0);
}

static size_t wrong_of_four(rng* r, real_stack* numbers, const float_mode* mode)
{
    double at[2][4][3];
    moving_four m = {.is_edges = rng_below(r, 2) != 0};
    const double until = 0.25 + 0.75 * (double)(rng_next(r) >> 40) * 0x1p-24;
    for (int time = 0; time < 2; time++)
        for (int i = 0; i < 4; i++) {
            put_anywhere(r, at[time][i]);
            m.at[i][time] = at[time][i];
        }
    float_mode_enter(mode);
    const moving_verdict verdict = moving_bound(&m, until, NULL);
    float_mode_leave();
    if (verdict == MOVING_OPEN) return 0;
    moving_meeting first;
    numbers->used = 0;
    return (verdict == MOVING_MEETS) != moving_first(numbers, &m, until, &first);
}

// A vertex of the one is in the other all the time; the rest of it is above.
static size_t wrong_of_pair(rng* r, const float_mode* mode)
{
    double at[2][2][3][3];
    moving_triangle t[2];
    moving_pair p;
    const double until = 0.25 + 0.75 * (double)(rng_next(r) >> 40) * 0x1p-24;
    for (int time = 0; time < 2; time++) {
        put_triangle(r, at[0][time]);
        for (int i = 0; i < 3; i++)
            put(at[1][time][i], 0.125 * dense(r), 0.125 * dense(r), i ? 1 : 0);
    }
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++) {
            t[side].id[i] = (uint32_t)(3 * side + i);
            for (int time = 0; time < 2; time++)
                t[side].at[i][time] = at[side][time][i];
        }
    moving_pair_make(&p, &t[0], &t[1]);
    float_mode_enter(mode);
    const int is_apart = moving_pair_is_apart(&p, until);
    float_mode_leave();
    return (size_t)is_apart;
}

static void noise_decides_nothing(void** state)
{
    (void)state;
    rng r = {31};
    real_stack* const numbers = malloc(sizeof *numbers);
    assert_non_null(numbers);
    numbers->used = numbers->peak = 0;
    size_t four = 0, pair = 0;
    for (int n = 0; n < CASES(TRIES); n++) {
        const float_mode* const mode = &float_modes[n % FLOAT_MODE_COUNT];
        four += wrong_of_four(&r, numbers, mode);
        pair += wrong_of_pair(&r, mode);
    }
    free(numbers);
    print_message("wrong: %zu of four points, %zu of pairs\n", four, pair);
    if (EXPECT_WRONG)
        assert_true(four > 0 && pair > 0);
    else
        assert_true(four == 0 && pair == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(noise_decides_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
