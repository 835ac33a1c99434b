// test_turned_dops.c - the directions of k-DOPs turned as one: turns are what they claim, without any error, and the pose
// between two turned frames is within its bound of the true one, in rationals and in every state of the floating-point unit.
#include "methods/turned_dops.h"
#include "search/relative.h"
#include "support/float_mode.h"
#include "support/share.h"

#include <gmp.h>
#include <math.h>
#include <stdio.h>

// ------------------------------------------------------------------------------------------- turns

// An entry of the product of a turn's matrix and its inverse.
static void multiply_entry(mpq_t out, const kdop_turn_map* map, int row, int column)
{
    mpq_t term, other;
    mpq_inits(term, other, NULL);
    mpq_set_ui(out, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(term, map->row[row][k]);
        mpq_set_d(other, map->inverse[k][column]);
        mpq_mul(term, term, other);
        mpq_add(out, out, term);
    }
    mpq_clears(term, other, NULL);
}

static void turns_are_exact(void** state)
{
    (void)state;
    rng r = {1};
    for (int i = 0; i < CASES(3000); i++) {
        const kdop_turn t = random_turn(&r);
        kdop_turn_map map;
        kdop_turn_prepare(&map, &t);
        assert_true(map.scale == (kdop_turn_is_none(&t) ? 1 : kdop_turn_scale(&t)));
        if (!kdop_turn_is_none(&t)) assert_true(map.scale > 0.25 && map.scale <= 0.5);
        mpq_t sum, square;
        mpq_inits(sum, square, NULL);
        mpq_set_d(square, map.scale);
        mpq_mul(square, square, square);
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                multiply_entry(sum, &map, a, b);
                if (a == b)
                    assert_true(mpq_equal(sum, square));
                else
                    assert_int_equal(mpq_sgn(sum), 0);
            }
        }
        mpq_clears(sum, square, NULL);
    }
}

static void turned_points_are_near(void** state)
{
    (void)state;
    rng r = {2};
    double worst = 0;
    for (int i = 0; i < CASES(20000); i++) {
        const kdop_turn t = random_turn(&r);
        double p[3], q[3];
        for (int k = 0; k < 3; k++)
            p[k] = q[k] = rng_below(&r, 4) ? rng_signed(&r) : rng_below(&r, 2) ? 1 : -1;
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        kdop_turn_points(&t, q, 1);
        float_mode_leave();
        kdop_turn_map map;
        kdop_turn_prepare(&map, &t);
        for (int k = 0; k < 3; k++) {
            long double truth = 0;
            for (int l = 0; l < 3; l++)
                truth += (long double)map.row[k][l] * (long double)p[l];
            const double error = (double)fabsl(truth - (long double)q[k]);
            assert_true(error < KDOP_TURN_ERROR - 0x1p-52);  // the rest is the frame's
            assert_true(fabs(q[k]) <= 1);
            worst = error > worst ? error : worst;
        }
    }
    printf("turned points err by at most %.3g of the bound\n", worst / KDOP_TURN_ERROR);
    assert_true(worst > KDOP_TURN_ERROR / 32);
}

// ------------------------------------------------------------------------------------------- poses

static relative_pose random_relative(rng* r, int has_errors)
{
    relative_pose p = {.a_scale = ldexp(1, -(int)rng_below(r, 20)),
                       .b_scale = ldexp(1, -(int)rng_below(r, 20)),
                       .stretch = 1};
    const abut_pose turn = pose_random(r, 1);
    const double scale = ldexp(1 + rng_signed(r) / 2, (int)rng_below(r, 7) - 3);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            p.linear[k][i] = scale * turn.rotation[i][k];
        p.translation[k] = ldexp(rng_signed(r), (int)rng_below(r, 60) - 20);
    }
    p.linear_error = has_errors ? ldexp(1, -20 - (int)rng_below(r, 30)) : RELATIVE_TINY;
    p.translation_error = has_errors ? ldexp(1, -20 - (int)rng_below(r, 30)) : 0;
    return p;
}

typedef struct true_pose {
    mpq_t linear[3][3], translation[3];  // linear: row, column
} true_pose;

// The given pose, wrong by its errors in every entry, towards a side at random.
static void true_begin(true_pose* t, const relative_pose* p, rng* r)
{
    mpq_t error;
    mpq_init(error);
    for (int i = 0; i < 3; i++) {
        mpq_init(t->translation[i]);
        mpq_set_d(t->translation[i], p->translation[i]);
        mpq_set_d(error, rng_below(r, 2) ? p->translation_error : -p->translation_error);
        mpq_add(t->translation[i], t->translation[i], error);
        for (int k = 0; k < 3; k++) {
            mpq_init(t->linear[i][k]);
            mpq_set_d(t->linear[i][k], p->linear[k][i]);
            mpq_set_d(error, rng_below(r, 2) ? p->linear_error : -p->linear_error);
            mpq_add(t->linear[i][k], t->linear[i][k], error);
        }
    }
    mpq_clear(error);
}

static void true_end(true_pose* t)
{
    for (int i = 0; i < 3; i++) {
        mpq_clear(t->translation[i]);
        for (int k = 0; k < 3; k++)
            mpq_clear(t->linear[i][k]);
    }
}

// out += x * y, of a double and a rational.
static void add_times(mpq_t out, double x, const mpq_t y)
{
    mpq_t product;
    mpq_init(product);
    mpq_set_d(product, x);
    mpq_mul(product, product, y);
    mpq_add(out, out, product);
    mpq_clear(product);
}

// Entry i, k of T_A L T_B^-1, or with k = 3 entry i of T_A t.
static void true_entry(mpq_t out, const true_pose* t, const kdop_turn_map* a,
                       const kdop_turn_map* b, int i, int k)
{
    mpq_set_ui(out, 0, 1);
    for (int l = 0; l < 3; l++) {
        mpq_t middle;
        mpq_init(middle);
        if (k == 3) mpq_set(middle, t->translation[l]);
        for (int j = 0; k < 3 && j < 3; j++)
            add_times(middle, b->inverse[j][k], t->linear[l][j]);
        add_times(out, a->row[i][l], middle);
        mpq_clear(middle);
    }
    if (k == 3) return;
    mpq_t square;
    mpq_init(square);
    mpq_set_d(square, b->scale);
    mpq_mul(square, square, square);
    mpq_div(out, out, square);
    mpq_clear(square);
}

static double distance_to(const mpq_t truth, double number)
{
    mpq_t other;
    mpq_init(other);
    mpq_set_d(other, number);
    mpq_sub(other, other, truth);
    const double error = fabs(mpq_get_d(other));
    mpq_clear(other);
    return error;
}

typedef struct pose_tally {
    size_t entries, wrong, beyond;  // beyond: a bound of a 32th of what it is
} pose_tally;

static void tally(pose_tally* t, double error, double bound)
{
    t->entries++;
    t->wrong += !(error <= bound);
    t->beyond += error > bound / 32;
}

static void compare_poses(const relative_pose* given, const relative_pose* out, const kdop_turn* a,
                          const kdop_turn* b, rng* r, pose_tally* linear, pose_tally* shift)
{
    true_pose t;
    kdop_turn_map of_a, of_b;
    mpq_t truth;
    mpq_init(truth);
    true_begin(&t, given, r);
    kdop_turn_prepare(&of_a, a);
    kdop_turn_prepare(&of_b, b);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            true_entry(truth, &t, &of_a, &of_b, i, k);
            tally(linear, distance_to(truth, out->linear[k][i]), out->linear_error);
        }
        true_entry(truth, &t, &of_a, &of_b, i, 3);
        tally(shift, distance_to(truth, out->translation[i]), out->translation_error);
    }
    true_end(&t);
    mpq_clear(truth);
}

static void poses_between_turned_frames_are_within_their_bounds(void** state)
{
    (void)state;
    rng r = {3};
    for (int has_errors = 0; has_errors < 2; has_errors++) {
        pose_tally linear = {0}, shift = {0};
        for (int i = 0; i < CASES(3000); i++) {
            const relative_pose given = random_relative(&r, has_errors);
            const kdop_turn a = random_turn(&r), b = random_turn(&r);
            relative_pose out;
            if (kdop_turn_is_none(&a) && kdop_turn_is_none(&b)) continue;
            float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
            kdop_turn_pose(&out, &given, &a, &b);
            float_mode_leave();
            assert_true(out.a_scale == given.a_scale && out.b_scale == given.b_scale);
            compare_poses(&given, &out, &a, &b, &r, &linear, &shift);
        }
        printf("%s errors: %zu entries, %zu wrong, with 1/32 of the bound %zu; %zu shifts, %zu "
               "wrong, with 1/32 %zu\n",
               has_errors ? "with" : "without", linear.entries, linear.wrong, linear.beyond,
               shift.entries, shift.wrong, shift.beyond);
        assert_true(linear.wrong == 0 && shift.wrong == 0);
        assert_true(linear.beyond > 0 && shift.beyond > 0);
    }
}

// Two frames that are turned alike: no turn is left, and no error but of the translation.
static void shifts_stay_shifts(void** state)
{
    (void)state;
    rng r = {4};
    for (int i = 0; i < 200; i++) {
        relative_pose p = random_relative(&r, 0), out;
        kdop_turn t = random_turn(&r);
        const kdop_turn other = {{1, 0, 3, 0}};
        memset(p.linear, 0, sizeof p.linear);
        for (int k = 0; k < 3; k++)
            p.linear[k][k] = 1;
        p.linear_error = 0;
        if (kdop_turn_is_same(&t, &other)) continue;
        kdop_turn_pose(&out, &p, &t, &t);
        assert_true(relative_is_shift(&out));
        assert_memory_equal(out.linear, p.linear, sizeof p.linear);
        kdop_turn_pose(&out, &p, &t, &other);
        assert_false(relative_is_shift(&out));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_exact),
        cmocka_unit_test(turned_points_are_near),
        cmocka_unit_test(poses_between_turned_frames_are_within_their_bounds),
        cmocka_unit_test(shifts_stay_shifts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
