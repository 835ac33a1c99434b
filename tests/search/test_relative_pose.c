// test_relative_pose.c - one model in the frame of the other, in both directions, against rational arithmetic: every
// error is within the bound that comes with it, in every state of the floating-point unit.
#include "geom/composition.h"
#include "search/relative_pose.inl"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"

#include <gmp.h>

enum { TRIALS = CASES(600) };

typedef struct side_pose {
    affine pose;
    frame frame;
    affine about;  // the frame about the pose, as composition.h has it
    int has_about;
} side_pose;

// ------------------------------------------------------------------------------------------- in rationals

typedef struct rational_map {
    mpq_t linear[3][3], shift[3];  // of b_scale y
} rational_map;

static void map_begin(rational_map* m)
{
    for (int i = 0; i < 3; i++) {
        mpq_init(m->shift[i]);
        for (int k = 0; k < 3; k++)
            mpq_init(m->linear[i][k]);
    }
}

static void map_end(rational_map* m)
{
    for (int i = 0; i < 3; i++) {
        mpq_clear(m->shift[i]);
        for (int k = 0; k < 3; k++)
            mpq_clear(m->linear[i][k]);
    }
}

static void times_power(mpq_t x, int exponent)
{
    if (exponent >= 0)
        mpq_mul_2exp(x, x, (mp_bitcnt_t)exponent);
    else
        mpq_div_2exp(x, x, (mp_bitcnt_t)-exponent);
}

// out += x y, or -= where sign is negative.
static void add_product(mpq_t out, const mpq_t x, const mpq_t y, int sign)
{
    mpq_t product;
    mpq_init(product);
    mpq_mul(product, x, y);
    if (sign < 0)
        mpq_sub(out, out, product);
    else
        mpq_add(out, out, product);
    mpq_clear(product);
}

// The inverse of a matrix, by cofactors.
static void invert(mpq_t out[3][3], mpq_t m[3][3])
{
    mpq_t determinant;
    mpq_init(determinant);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            mpq_set_ui(out[k][i], 0, 1);
            add_product(out[k][i], m[i1][k1], m[i2][k2], 1);
            add_product(out[k][i], m[i1][k2], m[i2][k1], -1);
        }
    }
    for (int k = 0; k < 3; k++)
        add_product(determinant, m[0][k], out[k][0], 1);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            mpq_div(out[i][k], out[i][k], determinant);
    mpq_clear(determinant);
}

// An entry of the map from the file to the world; k = 3: the translation.
static void set_entry(mpq_t out, const side_pose* s, int i, int k)
{
    mpq_t x, y;
    if (!s->has_about) {
        mpq_set_d(out, k < 3 ? s->pose.matrix[i][k] : s->pose.translation[i]);
        return;
    }
    mpq_inits(x, y, NULL);
    mpq_set_d(out, k < 3 ? 0 : s->about.translation[i]);
    for (int j = 0; j < 3; j++) {
        mpq_set_d(x, s->about.matrix[i][j]);
        mpq_set_d(y, k < 3 ? s->pose.matrix[j][k] : s->pose.translation[j]);
        add_product(out, x, y, 1);
    }
    mpq_clears(x, y, NULL);
}

// Where a point of b truly is, in the units of r: a point v of a model is 2^exponent (origin + y) in its file, and a's
// y stands at a_scale y, so the unit is 2^exponent / a_scale.
static void find_true_map(rational_map* out, const side_pose* a, const side_pose* b,
                          const relative_pose* r)
{
    const int a_exponent = ilogb(r->a_scale) - a->frame.exponent;  // 2^it: from a's file to units
    const int b_exponent = b->frame.exponent - ilogb(r->b_scale);
    rational_map inverse, m;
    mpq_t x;
    map_begin(&inverse);
    map_begin(&m);
    mpq_init(x);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            set_entry(m.linear[i][k], a, i, k);
    invert(inverse.linear, m.linear);
    for (int i = 0; i < 3; i++) {
        // In m: from b's units, and where b's origin is, less a's place.
        set_entry(m.shift[i], b, i, 3);
        set_entry(x, a, i, 3);
        mpq_sub(m.shift[i], m.shift[i], x);
        for (int k = 0; k < 3; k++) {
            set_entry(m.linear[i][k], b, i, k);
            mpq_set_d(x, b->frame.origin[k]);
            times_power(x, b->frame.exponent);
            add_product(m.shift[i], m.linear[i][k], x, 1);
            times_power(m.linear[i][k], b_exponent);
        }
    }
    for (int i = 0; i < 3; i++) {
        mpq_set_ui(out->shift[i], 0, 1);
        for (int j = 0; j < 3; j++) {
            times_power(inverse.linear[i][j], a_exponent);
            add_product(out->shift[i], inverse.linear[i][j], m.shift[j], 1);
        }
        mpq_set_d(x, a->frame.origin[i]);
        times_power(x, ilogb(r->a_scale));
        mpq_sub(out->shift[i], out->shift[i], x);
        for (int k = 0; k < 3; k++) {
            mpq_set_ui(out->linear[i][k], 0, 1);
            for (int j = 0; j < 3; j++)
                add_product(out->linear[i][k], inverse.linear[i][j], m.linear[j][k], 1);
        }
    }
    mpq_clear(x);
    map_end(&m);
    map_end(&inverse);
}

// How much of its bound an error takes: |x - computed| / bound.
static double part_of_bound(const mpq_t x, double computed, double bound)
{
    mpq_t difference;
    mpq_init(difference);
    mpq_set_d(difference, computed);
    mpq_sub(difference, difference, x);
    const double error = fabs(mpq_get_d(difference));  // rounded toward zero
    mpq_clear(difference);
    if (!(error > 0)) return 0;
    return bound > 0 ? error / bound * (1 + 0x1p-50) : HUGE_VAL;
}

// ------------------------------------------------------------------------------------------- judging

// The largest part that an error took of its bound.
typedef struct parts {
    double linear, shift, rotation, defect;
} parts;

static void raise(double* most, double part)
{
    if (part > *most) *most = part;
}

static void judge(const side_pose* a, const side_pose* b, const relative_pose* r, parts* out)
{
    rational_map map;
    mpq_t stretch, off;
    map_begin(&map);
    mpq_init(stretch);
    mpq_init(off);
    find_true_map(&map, a, b, r);
    mpq_set_d(stretch, r->stretch);
    for (int i = 0; i < 3; i++) {
        raise(&out->shift, part_of_bound(map.shift[i], r->translation[i], r->translation_error));
        for (int k = 0; k < 3; k++) {
            raise(&out->linear, part_of_bound(map.linear[i][k], r->linear[k][i], r->linear_error));
            mpq_div(map.linear[i][k], map.linear[i][k], stretch);
            raise(&out->rotation,
                  part_of_bound(map.linear[i][k], r->rotation[k][i], r->rotation_error));
        }
    }
    for (int j = 0; j < 3; j++) {
        for (int k = j; k < 3; k++) {
            mpq_set_ui(off, 0, 1);
            for (int i = 0; i < 3; i++)
                add_product(off, map.linear[i][j], map.linear[i][k], 1);
            raise(&out->defect, part_of_bound(off, j == k, r->rotation_defect));
        }
    }
    mpq_clear(off);
    mpq_clear(stretch);
    map_end(&map);
}

// ------------------------------------------------------------------------------------------- poses

// How far poses are from turns: not at all, by less and by more than what the transpose is taken for, as far as they may.
static const double skews[] = {0, 0, 0x1p-46, 0x1p-45, 0x1p-38, 0x1p-12};

static side_pose random_side(rng* r)
{
    side_pose s = {.has_about = 0};
    abut_pose pose;
    const double axis[3] = {rng_signed(r), rng_signed(r), 1.5};
    const double skew = skews[rng_below(r, sizeof skews / sizeof *skews)];
    const double far = ldexp(1, (int)rng_below(r, 40) - 20);
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 180 * rng_signed(r)), ABUT_OK);
    for (int i = 0; i < 3; i++) {
        pose.translation[i] = far * rng_signed(r);
        for (int k = 0; k < 3; k++)
            pose.rotation[i][k] += skew * rng_signed(r);
    }
    const int is_scaled = rng_below(r, 2) > 0;
    pose.scale = is_scaled ? ldexp(1.5 + 0.4 * rng_signed(r), (int)rng_below(r, 30) - 15) : 1;
    assert_int_equal(affine_from_pose(&s.pose, &pose), ABUT_OK);
    s.frame.exponent = (int)rng_below(r, 40) - 20;
    const double off = rng_below(r, 2) ? 1 : 1000;
    for (int i = 0; i < 3; i++)
        s.frame.origin[i] = off * rng_signed(r);
    return s;
}

// Pairs of poses, of which every fifth is the same one, moved.
static void random_sides(rng* r, side_pose out[2])
{
    out[0] = random_side(r);
    out[1] = random_side(r);
    if (rng_below(r, 5) == 0) out[1].pose = out[0].pose;
    if (rng_below(r, 2)) out[1].pose.translation[0] += 0x1p-30;
}

static void expect_within(const char* what, double part)
{
    if (!(part <= 1)) fail_msg("%s: %g of its bound", what, part);
    print_message("%s: at most %.3f of its bound\n", what, part);
}

static void expect_all_within(const char* direction, const parts* p)
{
    print_message("%s\n", direction);
    expect_within("linear", p->linear);
    expect_within("translation", p->shift);
    expect_within("rotation", p->rotation);
    expect_within("defect", p->defect);
}

static void errors_are_within_their_bounds(void** state)
{
    (void)state;
    rng r = {11};
    parts first = {0}, turned = {0}, back = {0};
    size_t by_transpose = 0, turned_back = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        side_pose s[2];
        random_sides(&r, s);
        const relative_side a = {&s[0].pose, &s[0].frame}, b = {&s[1].pose, &s[1].frame};
        relative_turn turn[2] = {{.matrix = {{0}}}};
        relative_pair pair;
        relative_pose b_in_a, a_in_b;
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        relative_pair_prepare(&pair, &a, &b, turn);
        relative_pair_b_in_a(&pair, &b_in_a);
        relative_pair_a_in_b(&pair, &b_in_a, &a_in_b);
        float_mode_leave();
        judge(&s[0], &s[1], &b_in_a, pair.is_turned ? &turned : &first);
        by_transpose += pair.is_turned != 0;
        judge(&s[1], &s[0], &a_in_b, &back);
        turned_back += b_in_a.rotation_defect <= INVERSE_DEFECT;
    }
    expect_all_within("b in a", &first);
    expect_all_within("b in a, by the transpose", &turned);
    expect_all_within("a in b", &back);
    // Both ways were taken, there and back.
    assert_in_range(by_transpose, TRIALS / 8, TRIALS - TRIALS / 8);
    assert_in_range(turned_back, TRIALS / 5, TRIALS - TRIALS / 5);
    // Bounds that are much too wide would hold, too.
    assert_true(first.linear > 0x1p-8 && first.shift > 0x1p-8 && first.rotation > 0x1p-8);
    assert_true(turned.linear > 0x1p-8 && turned.shift > 0x1p-8 && turned.rotation > 0x1p-8);
    assert_true(back.linear > 0x1p-8 && back.shift > 0x1p-8 && back.rotation > 0x1p-8);
    assert_true(first.defect > 0x1p-4 && turned.defect > 0x1p-7 && back.defect > 0x1p-4);
}

// A double within error of x.
static double within(rng* r, double x, double error)
{
    return x + (rng_below(r, 2) ? 0.999 : rng_signed(r)) * error;
}

// Poses of models that move are known within errors. The bounds have to hold for any pose within them.
static void errors_of_sides_are_within_their_bounds(void** state)
{
    (void)state;
    rng r = {13};
    parts first = {0}, back = {0};
    for (size_t i = 0; i < TRIALS; i++) {
        side_pose s[2], known[2];
        relative_side side[2];
        random_sides(&r, s);
        for (int k = 0; k < 2; k++) {
            known[k] = s[k];
            side[k] = (relative_side){.pose = &known[k].pose, .frame = &known[k].frame};
            if (k && rng_below(&r, 4) == 0) continue;  // exact
            const int down = 31 + (int)rng_below(&r, 18);
            double largest = 0;
            for (int j = 0; j < 9; j++)
                largest = fmax(largest, fabs(s[k].pose.matrix[j / 3][j % 3]));
            side[k].matrix_error = rng_below(&r, 4) ? ldexp(largest, -down) : 0;
            side[k].translation_error = ldexp(1, -(int)rng_below(&r, 50));
            for (int j = 0; j < 9; j++)
                s[k].pose.matrix[j / 3][j % 3] =
                    within(&r, known[k].pose.matrix[j / 3][j % 3], side[k].matrix_error);
            for (int j = 0; j < 3; j++)
                s[k].pose.translation[j] =
                    within(&r, known[k].pose.translation[j], side[k].translation_error);
        }
        relative_turn turn[2] = {{.matrix = {{0}}}};
        relative_pair pair;
        relative_pose b_in_a, a_in_b;
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        relative_pair_prepare(&pair, &side[0], &side[1], turn);
        relative_pair_b_in_a(&pair, &b_in_a);
        relative_pair_a_in_b(&pair, &b_in_a, &a_in_b);
        float_mode_leave();
        judge(&s[0], &s[1], &b_in_a, &first);
        judge(&s[1], &s[0], &a_in_b, &back);
    }
    expect_all_within("b in a, known within errors", &first);
    expect_all_within("a in b, known within errors", &back);
    assert_true(first.linear > 0.1 && first.shift > 0.1 && first.rotation > 0.1);
    assert_true(back.linear > 0x1p-6 && back.shift > 0x1p-6 && back.rotation > 0x1p-6);
}

// A frame that may have a place far off, from which the other one's differs by less.
static void add_frames(rng* r, side_pose s[2])
{
    const double far = ldexp(1, (int)rng_below(r, 40)), near = rng_below(r, 2) ? far : 0x1p-3;
    for (int side = 0; side < 2; side++) {
        const double axis[3] = {rng_signed(r), rng_signed(r), 1.5};
        abut_pose about;
        assert_int_equal(abut_pose_from_axis_angle(&about, axis, 180 * rng_signed(r)), ABUT_OK);
        for (int i = 0; i < 3; i++)
            about.translation[i] =
                side ? s[0].about.translation[i] + near * rng_signed(r) : far * rng_signed(r);
        assert_int_equal(affine_from_pose(&s[side].about, &about), ABUT_OK);
        s[side].has_about = 1;
    }
    if (rng_below(r, 4) == 0) s[1].about = s[0].about;
}

static void errors_of_frames_are_within_their_bounds(void** state)
{
    (void)state;
    static composition c;
    rng r = {12};
    parts first = {0}, back = {0};
    size_t unlike = 0;
    for (size_t i = 0; i < TRIALS; i++) {
        side_pose s[2];
        random_sides(&r, s);
        add_frames(&r, s);
        composition_make(&c, &s[0].pose, &s[0].about, &s[1].pose, &s[1].about);
        assert_true(c.is_rounded);
        const relative_side a = {&c.rounded[0], &s[0].frame, c.given[0]},
                            b = {&c.rounded[1], &s[1].frame, c.given[1]};
        relative_turn turn[2] = {{.matrix = {{0}}}};
        relative_pair pair;
        relative_pose b_in_a, a_in_b;
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        relative_pair_prepare(&pair, &a, &b, turn);
        relative_pair_b_in_a(&pair, &b_in_a);
        relative_pair_a_in_b(&pair, &b_in_a, &a_in_b);
        float_mode_leave();
        judge(&s[0], &s[1], &b_in_a, &first);
        judge(&s[1], &s[0], &a_in_b, &back);
        unlike += memcmp(c.rounded[0].matrix, c.rounded[1].matrix, sizeof c.rounded[0].matrix) != 0;
    }
    expect_all_within("b in a, in frames", &first);
    expect_all_within("a in b, in frames", &back);
    assert_in_range(unlike, TRIALS / 2, TRIALS - 1);
    assert_true(first.linear > 0x1p-8 && first.shift > 0x1p-8 && first.rotation > 0x1p-8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_are_within_their_bounds),
        cmocka_unit_test(errors_of_sides_are_within_their_bounds),
        cmocka_unit_test(errors_of_frames_are_within_their_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
