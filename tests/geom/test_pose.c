// test_pose.c - poses from turns, quaternions and matrices keep to what a rotation is; and every pose,
// axis, matrix or triangle that cannot be taken is refused by its own status, with the output untouched.
#include "geom/pose.h"
#include "support/float_mode.h"
#include "support/soups.h"

#include <float.h>
#include <gmp.h>

static const abut_pose untouched = {.translation = {7, 7, 7}, .scale = 7};

static void expect_untouched(const abut_pose* pose)
{
    assert_memory_equal(pose, &untouched, sizeof untouched);
}

static double dot(const double* u, const double* v)
{
    return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

static void cross(double out[3], const double* u, const double* v)
{
    for (int k = 0; k < 3; k++)
        out[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

static void turned(double out[3], const abut_pose* pose, const double* v)
{
    for (int i = 0; i < 3; i++)
        out[i] = dot(pose->rotation[i], v);
}

static void expect_near(double x, double y, double tolerance)
{
    if (!(fabs(x - y) <= tolerance)) fail_msg("%.17g is not within %g of %.17g", x, tolerance, y);
}

// A proper rotation to rounding, without anything else.
static void expect_turn_only(const abut_pose* pose)
{
    const double(*r)[3] = pose->rotation;
    double third[3];
    cross(third, r[0], r[1]);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            expect_near(dot(r[i], r[k]), i == k, 0x1p-48);
        expect_near(third[i], r[2][i], 0x1p-48);
        assert_true(pose->translation[i] == 0);
    }
    assert_true(pose->scale == 1);
    assert_int_equal(abut_pose_check(pose), ABUT_OK);
}

// ------------------------------------------------------------------------------- axis and quaternion

static void turns_are_right_handed_about_their_axis(void** state)
{
    (void)state;
    rng r = {1};
    for (int n = 0; n < 2000; n++) {
        const double axis[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        const double degrees = 400 * rng_signed(&r), length = sqrt(dot(axis, axis));
        const double size = ldexp(1, (int)rng_below(&r, 1800) - 900);
        const double scaled[3] = {axis[0] * size, axis[1] * size, axis[2] * size};
        abut_pose pose = untouched;
        assert_int_equal(abut_pose_from_axis_angle(&pose, scaled, degrees), ABUT_OK);
        expect_turn_only(&pose);
        const double other[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        double across[3], image[3], up[3];
        turned(image, &pose, axis);
        for (int k = 0; k < 3; k++)
            expect_near(image[k], axis[k], 0x1p-49);
        cross(across, axis, other);
        turned(image, &pose, across);
        cross(up, across, image);
        const double radians = degrees * 0.017453292519943295, square = dot(across, across);
        expect_near(dot(across, image), square * cos(radians), 0x1p-46);
        expect_near(dot(up, axis), square * length * sin(radians), 0x1p-46);
    }
}

static void quarter_turns_are_exact(void** state)
{
    (void)state;
    static const double sines[4] = {0, 1, 0, -1};
    for (int axis = 0; axis < 3; axis++) {
        for (int quarter = -8; quarter <= 8; quarter++) {
            for (int sign = -1; sign <= 1; sign += 2) {
                const int j = (axis + 1) % 3, k = (axis + 2) % 3;
                double direction[3] = {0, 0, 0}, expected[3][3] = {{0}};
                direction[axis] = sign * 0.3;
                const double sine = sines[(8 + sign * quarter) % 4];
                const double cosine = sines[(8 + sign * quarter + 1) % 4];
                expected[axis][axis] = 1;
                expected[j][j] = expected[k][k] = cosine;
                expected[k][j] = sine;
                expected[j][k] = -sine;
                abut_pose pose;
                assert_int_equal(abut_pose_from_axis_angle(&pose, direction, 90.0 * quarter), 0);
                for (int i = 0; i < 9; i++)
                    assert_true(pose.rotation[i / 3][i % 3] == expected[i / 3][i % 3]);
            }
        }
    }
}

static void quaternions_turn_as_axis_and_angle_do(void** state)
{
    (void)state;
    rng r = {2};
    for (int n = 0; n < 2000; n++) {
        const double axis[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        const double degrees = 360 * rng_signed(&r), half = degrees / 2 * 0.017453292519943295;
        // Any norm from 0.5 upwards.
        const double size = ldexp(0.51, (int)rng_below(&r, 1000)) / sqrt(dot(axis, axis));
        const double w = ldexp(0.51, (int)lround(log2(size * sqrt(dot(axis, axis)) / 0.51)));
        const double q[4] = {axis[0] * size * sin(half), axis[1] * size * sin(half),
                             axis[2] * size * sin(half), w * cos(half)};
        abut_pose pose = untouched, expected;
        assert_int_equal(abut_pose_from_quaternion(&pose, q), ABUT_OK);
        assert_int_equal(abut_pose_from_axis_angle(&expected, axis, degrees), ABUT_OK);
        expect_turn_only(&pose);
        for (int i = 0; i < 9; i++)
            expect_near(pose.rotation[i / 3][i % 3], expected.rotation[i / 3][i % 3], 0x1p-47);
    }
}

static void bad_turns_are_refused(void** state)
{
    (void)state;
    const double good[3] = {0, 0, 1};
    abut_pose pose = untouched;
    assert_int_equal(abut_pose_from_axis_angle(NULL, good, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_from_axis_angle(&pose, NULL, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_from_axis_angle(&pose, (const double[]){0, -0.0, 0}, 1),
                     ABUT_BAD_ARGUMENT);
    const double wild[3] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(abut_pose_from_axis_angle(&pose, good, wild[i]), ABUT_NOT_FINITE);
        for (int k = 0; k < 3; k++) {
            double axis[3] = {1, 1, 1};
            axis[k] = wild[i];
            assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 1), ABUT_NOT_FINITE);
        }
    }
    expect_untouched(&pose);
}

static void bad_quaternions_are_refused(void** state)
{
    (void)state;
    abut_pose pose = untouched;
    assert_int_equal(abut_pose_from_quaternion(NULL, (const double[]){0, 0, 0, 1}),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_from_quaternion(&pose, NULL), ABUT_BAD_ARGUMENT);
    for (int k = 0; k < 4; k++) {
        double q[4] = {1, 1, 1, 1};
        q[k] = k % 2 ? (double)NAN : HUGE_VAL;
        assert_int_equal(abut_pose_from_quaternion(&pose, q), ABUT_NOT_FINITE);
    }
    const double short_ones[][4] = {{0, 0, 0, 0},         {0, 0, 0, 0x1.fffffffffffffp-2},
                                    {0.1, 0.1, 0.1, 0.1}, {0.24, 0.25, -0.25, 0.25},
                                    {DBL_TRUE_MIN, 0, 0}, {0.2, -0.2, 0.2, 0.35}};
    for (size_t i = 0; i < sizeof short_ones / sizeof *short_ones; i++)
        assert_int_equal(abut_pose_from_quaternion(&pose, short_ones[i]), ABUT_BAD_ARGUMENT);
    expect_untouched(&pose);
    // A norm of 0.5 is enough.
    assert_int_equal(abut_pose_from_quaternion(&pose, (const double[]){0, 0, 0, 0.5}), ABUT_OK);
    expect_turn_only(&pose);
    const double even[4] = {0.25, 0.25, 0.25, 0.25};  // a third of a turn: x to y to z
    assert_int_equal(abut_pose_from_quaternion(&pose, even), ABUT_OK);
    for (int i = 0; i < 9; i++)
        assert_true(pose.rotation[i / 3][i % 3] == (i / 3 == (i % 3 + 1) % 3));
}

// -------------------------------------------------------------------------------------------- matrix

// Rows of a 4 x 4 matrix: factor times rotation, times stretch by axis before the turn.
static void matrix_of(double out[16], const abut_pose* turn, const double stretch[3])
{
    memset(out, 0, 16 * sizeof *out);
    for (int i = 0; i < 9; i++)
        out[4 * (i / 3) + i % 3] = turn->rotation[i / 3][i % 3] * stretch[i % 3];
    out[3] = 1.5, out[7] = -2, out[11] = DBL_MAX;
    out[15] = 1;
}

static void matrices_are_taken_apart(void** state)
{
    (void)state;
    rng r = {3};
    for (int n = 0; n < 2000; n++) {
        const double axis[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        abut_pose turn, pose = untouched;
        assert_int_equal(abut_pose_from_axis_angle(&turn, axis, 180 * rng_signed(&r)), ABUT_OK);
        const double factor =
            n % 3 ? (1.5 + rng_signed(&r)) * ldexp(1, (int)rng_below(&r, 500) - 250) : 1;
        const double mirror = n % 2 ? -1 : 1;
        double m[16];
        matrix_of(m, &turn, (const double[]){factor, mirror * factor, factor});
        assert_int_equal(abut_pose_from_matrix(&pose, m), ABUT_OK);
        assert_int_equal(abut_pose_check(&pose), ABUT_OK);
        assert_true(pose.translation[0] == 1.5 && pose.translation[1] == -2 &&
                    pose.translation[2] == DBL_MAX);
        if (factor == 1) assert_true(pose.scale == 1);
        for (int i = 0; i < 9; i++) {
            const double entry = m[4 * (i / 3) + i % 3], kept = pose.rotation[i / 3][i % 3];
            if (factor == 1) assert_true(kept == entry);
            expect_near(pose.scale * kept, entry, fabs(entry) * 0x1p-52);
        }
        expect_near(pose.scale, factor, factor * 0x1p-50);
    }
}

// Recorded matrices scale their axes a little differently: the median counts.
static void the_scale_is_the_median_of_the_columns(void** state)
{
    (void)state;
    static const double lengths[3] = {2, 2 + 0x1p-12, 2 - 0x1p-12};
    for (int i = 0; i < 9; i++) {
        const int x = i / 3, y = i % 3;
        if (x == y) continue;
        const double m[16] = {lengths[x],         0, 0, 0, 0, lengths[y], 0, 0, 0, 0,
                              lengths[3 - x - y], 0, 0, 0, 0, 1};
        abut_pose pose;
        assert_int_equal(abut_pose_from_matrix(&pose, m), ABUT_OK);
        assert_true(pose.scale == 2);
    }
}

typedef struct bad_matrix {
    double stretch[3];
    double degrees;  // about z, before or after the stretch
    int turn_last;
    abut_status status;
} bad_matrix;

static void matrices_that_are_no_pose_are_refused(void** state)
{
    (void)state;
    static const bad_matrix bad[] = {
        {{1, 2, 3}, 0, 1, ABUT_NON_UNIFORM_SCALE},
        {{1, 2, 1}, 30, 1, ABUT_NON_UNIFORM_SCALE},
        {{1, 2, 3}, 30, 0, ABUT_NON_UNIFORM_SCALE},  // rows, not columns, are perpendicular
        {{1, 0, 0}, 0, 1, ABUT_NON_UNIFORM_SCALE},
        {{1, 1, 0}, 30, 1, ABUT_NON_UNIFORM_SCALE},
        {{0, 0, 0}, 30, 1, ABUT_BAD_SCALE},
        {{0x1p-301, 0x1p-301, 0x1p-301}, 30, 1, ABUT_BAD_SCALE},
        {{0x1p301, 0x1p301, 0x1p301}, 30, 1, ABUT_BAD_SCALE},
        {{0x1p-1050, 0x1p-1050, 0x1p-1050}, 0, 1, ABUT_BAD_SCALE},
    };
    abut_pose pose = untouched;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        abut_pose turn;
        double m[16];
        const double z[3] = {0, 0, 1};
        assert_int_equal(abut_pose_from_axis_angle(&turn, z, bad[i].degrees), ABUT_OK);
        matrix_of(m, &turn, bad[i].stretch);
        for (int k = 0; !bad[i].turn_last && k < 9; k++)  // stretch rows instead
            m[4 * (k / 3) + k % 3] = turn.rotation[k / 3][k % 3] * bad[i].stretch[k / 3];
        assert_int_equal(abut_pose_from_matrix(&pose, m), bad[i].status);
    }
    const double shear[16] = {1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    assert_int_equal(abut_pose_from_matrix(&pose, shear), ABUT_SHEAR);
    assert_int_equal(abut_pose_from_matrix(NULL, shear), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_pose_from_matrix(&pose, NULL), ABUT_BAD_ARGUMENT);
    for (int k = 0; k < 16; k++) {
        double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
        m[k] = k % 2 ? (double)NAN : -HUGE_VAL;
        assert_int_equal(abut_pose_from_matrix(&pose, m), ABUT_NOT_FINITE);
        m[k] = k < 15 ? DBL_TRUE_MIN : 1 + DBL_EPSILON;
        if (k >= 12) assert_int_equal(abut_pose_from_matrix(&pose, m), ABUT_NOT_AFFINE);
    }
    expect_untouched(&pose);
}

// --------------------------------------------------------------------------------------------- check

static void poses_are_checked_to_their_bounds(void** state)
{
    (void)state;
    assert_int_equal(abut_pose_check(NULL), ABUT_BAD_ARGUMENT);
    for (int k = 0; k < 13; k++) {  // nine entries, three of the translation, the scale
        abut_pose pose = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
        double* number = k < 9    ? &pose.rotation[k / 3][k % 3]
                         : k < 12 ? &pose.translation[k - 9]
                                  : &pose.scale;
        *number = k % 2 ? (double)NAN : HUGE_VAL;
        assert_int_equal(abut_pose_check(&pose), ABUT_NOT_FINITE);
    }
    // 1 + 2^-10 exactly in one entry of rotation' * rotation, and a bit more; both also off the diagonal.
    abut_pose pose = {.rotation = {{1, 0x1p-10, 0}, {0, 1, 0}, {0, 0, 1}}};
    assert_int_equal(abut_pose_check(&pose), ABUT_OK);
    pose.rotation[0][1] = 0x1.0000000000001p-10;
    assert_int_equal(abut_pose_check(&pose), ABUT_NOT_RIGID);
    pose = (abut_pose){.rotation = {{1, 0, 0}, {0, 0x1.8p-1, 0}, {0, 0, 1}}};
    assert_int_equal(abut_pose_check(&pose), ABUT_NOT_RIGID);
    pose.rotation[1][1] = 1 + 0x1p-12;
    assert_int_equal(abut_pose_check(&pose), ABUT_OK);
    const double scales[] = {0x1p-300, 0x1p300, 0, -0.0, 0.3};
    for (size_t i = 0; i < 5; i++) {
        pose.scale = scales[i];
        assert_int_equal(abut_pose_check(&pose), ABUT_OK);
    }
    const double bad_scales[] = {0x1.fffffffffffffp-301, 0x1.0000000000001p300, -1, DBL_TRUE_MIN};
    for (size_t i = 0; i < 4; i++) {
        pose.scale = bad_scales[i];
        assert_int_equal(abut_pose_check(&pose), ABUT_BAD_SCALE);
    }
}

// ------------------------------------------------------------------------------------- two triangles

static void triangles_that_cannot_be_taken_are_refused(void** state)
{
    (void)state;
    const double t[9] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    abut_pose skewed = {.rotation = {{1, 1, 0}, {0, 1, 0}, {0, 0, 1}}}, huge = {.scale = 0x1p301};
    abut_contact kept, out;
    memset(&kept, 0x5A, sizeof kept);
    out = kept;
    assert_int_equal(abut_triangles_touch(NULL, NULL, t, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_triangles_touch(t, NULL, NULL, NULL, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_triangles_touch(t, NULL, t, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_triangles_touch(t, &skewed, t, NULL, &out), ABUT_NOT_RIGID);
    assert_int_equal(abut_triangles_touch(t, NULL, t, &huge, &out), ABUT_BAD_SCALE);
    for (int k = 0; k < 9; k++) {
        double bad[9];
        memcpy(bad, t, sizeof bad);
        bad[k] = k % 2 ? (double)NAN : HUGE_VAL;
        assert_int_equal(abut_triangles_touch(bad, NULL, t, NULL, &out), ABUT_NOT_FINITE);
        assert_int_equal(abut_triangles_touch(t, NULL, bad, NULL, &out), ABUT_NOT_FINITE);
    }
    assert_memory_equal(&out, &kept, sizeof out);
}

// Columns whose squares are within rounding of what is allowed: every state of the floating-point unit says the same, which
// is what rational arithmetic says.
static void the_tolerance_is_the_same_in_every_mode(void** state)
{
    (void)state;
    rng r = {23};
    int accepted = 0, refused = 0;
    mpq_t square, term, most;
    mpq_inits(square, term, most, NULL);
    mpq_set_ui(most, 1025, 1024);
    for (int n = 0; n < 2000; n++) {
        const double axis[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        abut_pose pose;
        assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 3 * rng_signed(&r)), ABUT_OK);
        mpq_set_ui(square, 0, 1);
        for (int k = 0; k < 3; k++) {
            pose.rotation[k][1] *= 0x1.001ffe003ff6p+0;  // the root of 1 + 2^-10, nearly
            mpq_set_d(term, pose.rotation[k][1]);
            mpq_mul(term, term, term);
            mpq_add(square, square, term);
        }
        const abut_status wanted = mpq_cmp(square, most) > 0 ? ABUT_NOT_RIGID : ABUT_OK;
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            const abut_status status = abut_pose_check(&pose);
            float_mode_leave();
            assert_int_equal(status, wanted);
        }
        accepted += wanted == ABUT_OK;
        refused += wanted != ABUT_OK;
    }
    mpq_clears(square, term, most, NULL);
    assert_true(accepted > 200 && refused > 200);
}

static void no_pose_is_the_identity(void** state)
{
    (void)state;
    const double a[9] = {0, 0, 0, 2, 0, 0, 0, 2, 0}, b[9] = {1, 0.5, -1, 1, 0.5, 1, 3, 3, 1};
    const abut_pose poses[3] = {{.scale = 0},
                                {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1},
                                {.rotation = {{-0.0, 0, 0}}, .scale = -0.0}};
    abut_contact expected, out;
    assert_int_equal(abut_triangles_touch(a, NULL, b, NULL, &expected), ABUT_OK);
    assert_int_equal(expected.kind, ABUT_KIND_CROSS);
    assert_int_equal(expected.point_count, 2);
    for (int i = 0; i < 9; i++) {
        const abut_pose *p = &poses[i / 3], *q = &poses[i % 3];
        assert_int_equal(abut_triangles_touch(a, p, b, q, &out), ABUT_OK);
        assert_memory_equal(&out, &expected, sizeof out);
    }
}

static int same_dyadics(const dyadic* x, const dyadic* y, int count)
{
    for (int i = 0; i < count; i++)
        if (x[i].mantissa != y[i].mantissa || x[i].exponent != y[i].exponent ||
            x[i].negative != y[i].negative)
            return 0;
    return 1;
}

// What is kept of the pair before is what would be made anew.
static void a_changed_pair_is_a_new_one(void** state)
{
    (void)state;
    static const double zeros[2] = {0.0, -0.0};
    pose_pair kept = {.in_place = 0};
    affine poses[6];
    rng r = {3};
    for (int i = 0; i < 6; i++) {
        // Two turns, with three translations each; the first is the identity, and has both zeros.
        abut_pose pose = {.scale = 0};
        if (i >= 3) pose = pose_random(&(rng){11}, 1);
        if (i % 3) memcpy(pose.translation, pose_random(&r, 2).translation, 24);
        if (i == 3) pose.translation[1] = zeros[1];
        assert_int_equal(affine_from_pose(&poses[i], &pose), ABUT_OK);
    }
    poses[1].matrix[0][1] = zeros[1];
    for (int n = 0; n < 2000; n++) {
        const affine *a = &poses[rng_below(&r, 6)], *b = &poses[rng_below(&r, 6)];
        pose_pair fresh;
        pose_pair_prepare(&fresh, a, b, n % 2);
        pose_pair_change(&kept, a, b, n % 2);
        assert_memory_equal(kept.side, fresh.side, sizeof fresh.side);
        assert_memory_equal(kept.offset, fresh.offset, sizeof fresh.offset);
        assert_memory_equal(kept.row_norm, fresh.row_norm, sizeof fresh.row_norm);
        assert_memory_equal(&kept.offset_max, &fresh.offset_max, sizeof fresh.offset_max);
        assert_memory_equal(kept.matrix_low, fresh.matrix_low, sizeof fresh.matrix_low);
        assert_memory_equal(kept.matrix_top, fresh.matrix_top, sizeof fresh.matrix_top);
        for (int side = 0; side < 2; side++) {
            for (int i = 0; i < 3; i++)
                assert_true(same_dyadics(kept.matrix[side][i], fresh.matrix[side][i], 3));
            assert_true(same_dyadics(kept.translation[side], fresh.translation[side], 3));
        }
        assert_int_equal(kept.in_place, fresh.in_place);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_are_right_handed_about_their_axis),
        cmocka_unit_test(quarter_turns_are_exact),
        cmocka_unit_test(quaternions_turn_as_axis_and_angle_do),
        cmocka_unit_test(bad_turns_are_refused),
        cmocka_unit_test(bad_quaternions_are_refused),
        cmocka_unit_test(matrices_are_taken_apart),
        cmocka_unit_test(the_scale_is_the_median_of_the_columns),
        cmocka_unit_test(matrices_that_are_no_pose_are_refused),
        cmocka_unit_test(poses_are_checked_to_their_bounds),
        cmocka_unit_test(triangles_that_cannot_be_taken_are_refused),
        cmocka_unit_test(the_tolerance_is_the_same_in_every_mode),
        cmocka_unit_test(no_pose_is_the_identity),
        cmocka_unit_test(a_changed_pair_is_a_new_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
