// test_motion.c - poses in time against numbers of 512 bits: every pose within the bound that is told with it, every velocity
// too; ends, half turns and quarter turns exactly; in every state of the floating-point unit. With bounds of 1/32
// (EXPECT_WRONG) poses must be found outside.
#include "geom/motion.h"
#include "geom/trig.h"
#include "geom/vector.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/slow_motion.h"
#include "support/soups.h"

#ifdef EXPECT_WRONG
static size_t found_outside;
#endif
static double most_matrix, most_place;

// size: of what is compared; the truth itself is known to 2^-280 of it.
static void expect_within(double lack, double error, double size, double* most)
{
    lack -= 0x1p-280 * size;
#ifdef EXPECT_WRONG
    if (lack > error) found_outside++;
    (void)most;
#else
    if (lack > error) fail_msg("off by %g, where %g is the bound", lack, error);
    if (error > 0 && lack / error > *most) *most = lack / error;
#endif
}

// size: of the places on the way.
static void expect_pose(slow_map* truth, const motion_at* at, double size)
{
    const double(*const m)[3] = at->pose.matrix;
    for (int j = 0; j < 3; j++)
        expect_within(
            slow_lack(truth->m[0][j], m[0][j], truth->m[1][j], m[1][j], truth->m[2][j], m[2][j]),
            at->matrix_error, 4 * absolute_max3(m[0]) + 4 * absolute_max3(m[1]), &most_matrix);
    const double* const t = at->pose.translation;
    expect_within(slow_lack(truth->t[0], t[0], truth->t[1], t[1], truth->t[2], t[2]),
                  at->translation_error, size, &most_place);
}

// --------------------------------------------------------------------------------- random motions

static double scaled(rng* r, int exponents)
{
    return ldexp(rng_signed(r), (int)rng_below(r, (size_t)exponents) - exponents / 2);
}

static abut_pose random_pose(rng* r, double scale, int exponents)
{
    abut_pose pose;
    const double axis[3] = {rng_signed(r), rng_signed(r), rng_signed(r)};
    const double coordinate[3] = {0, 1, 0};
    const size_t kind = rng_below(r, 6);
    const double degrees = kind == 0   ? 90.0 * (double)rng_below(r, 4)
                           : kind == 1 ? scaled(r, 80)
                                       : 360 * rng_signed(r);
    assert_int_equal(abut_pose_from_axis_angle(&pose, kind == 0 ? coordinate : axis, degrees), 0);
    if (kind == 2)  // as files have them
        for (int i = 0; i < 9; i++)
            pose.rotation[i / 3][i % 3] = (double)(float)pose.rotation[i / 3][i % 3];
    if (kind == 3)
        for (int i = 0; i < 9; i++)
            pose.rotation[i / 3][i % 3] += 0x1p-13 * rng_signed(r);
    for (int i = 0; i < 3; i++)
        pose.translation[i] = rng_below(r, 8) ? scaled(r, exponents) : 0;
    pose.scale = scale;
    assert_int_equal(abut_pose_check(&pose), 0);
    return pose;
}

static abut_motion random_screw(rng* r, int exponents)
{
    abut_motion m = {.degrees = 0};
    const size_t kind = rng_below(r, 8);
    for (int i = 0; i < 3; i++) {
        m.way[i] = rng_below(r, 4) ? scaled(r, exponents) : 0;
        m.pivot[i] = rng_below(r, 4) ? scaled(r, exponents) : 0;
        m.axis[i] = scaled(r, rng_below(r, 2) ? 2 : 400);
    }
    if (kind == 0) m.axis[0] = m.axis[1] = 0;
    m.degrees = kind < 2    ? 90.0 * ((double)rng_below(r, 9) - 4)
                : kind == 2 ? 0
                : kind == 3 ? 0x1p20 * rng_signed(r)
                : kind == 4 ? ldexp(rng_signed(r), 20 - (int)rng_below(r, 240))
                            : 400 * rng_signed(r);
    return m;
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

enum { PIECES = 4 };

typedef struct random_path {
    abut_pose from, to[PIECES];
    abut_motion motion[PIECES];
} random_path;

static void random_path_make(rng* r, random_path* p)
{
    const double scale =
        rng_below(r, 3) ? 1 : ldexp(1 + fabs(rng_signed(r)), (int)rng_below(r, 600) - 300);
    const int exponents = rng_below(r, 4) ? 8 : 400;
    p->from = random_pose(r, scale, exponents);
    for (int i = 0; i < PIECES; i++) {
        p->motion[i] = random_screw(r, exponents);
        if (rng_below(r, 2)) continue;
        p->to[i] = random_pose(r, scale, exponents);
        abut_motion m = {.to = &p->to[i]};
        for (int k = 0; k < 3 && rng_below(r, 2); k++)
            m.pivot[k] = scaled(r, exponents);
        if (rng_below(r, 8) == 0)  // straight, or without any turn to speak of
            memcpy(p->to[i].rotation,
                   i && p->motion[i - 1].to ? p->to[i - 1].rotation : p->from.rotation,
                   sizeof p->to[i].rotation);
        p->motion[i] = m;
    }
}

// ------------------------------------------------------------------------------------------- tests

// Where the true path is after each piece, and within it.
static void every_pose_is_within_its_bound(void** state)
{
    (void)state;
    enum { PATHS = CASES(2500) };
    rng r = {15};
    slow_map truth;
    slow_map_init(&truth);
    int exact = 0;
    for (int n = 0; n < PATHS; n++) {
        random_path path;
        motion_piece piece[PIECES];
        random_path_make(&r, &path);
        assert_int_equal(motion_path_prepare(&path.from, path.motion, PIECES, piece), 0);
        slow_motion slow;
        slow_motion_init(&slow);
        slow_map_set(&slow.start, &piece[0].start.pose);
        for (int i = 0; i < PIECES; i++) {
            slow_motion_set(&slow, &path.motion[i], &piece[i]);
            for (int k = 0; k < 4; k++) {
                const double tau = k == 0 ? 0 : k == 1 ? 1 : random_time(&r);
                motion_at at;
                motion_find(&piece[i], tau, &at);
                slow_find(&slow, tau, &truth);
                expect_pose(&truth, &at, ldexp(1, piece[i].place_top));
                exact += at.matrix_error == 0 && at.translation_error == 0;
            }
            slow_find(&slow, 1, &truth);
            slow_map_copy(&slow.start, &truth);
            if (piece[i].has_to) slow_map_set(&slow.start, &piece[i].end.pose);
        }
        slow_motion_clear(&slow);
    }
    slow_map_clear(&truth);
    assert_true(exact > PATHS);
#ifdef EXPECT_WRONG
    print_message("%zu poses were outside\n", found_outside);
    assert_true(found_outside > PATHS);
#else
    print_message("of the bounds %.2f and %.2f were used\n", most_matrix, most_place);
    assert_true(most_matrix > 0.1 && most_place > 0.1);
#endif
}

#ifndef EXPECT_WRONG

// Poses have the same bits in every state of the unit, and bounds hold there too.
static void poses_are_the_same_in_every_mode(void** state)
{
    (void)state;
    rng r = {16};
    for (int n = 0; n < CASES(2000); n++) {
        random_path path;
        motion_piece piece[FLOAT_MODE_COUNT][PIECES];
        motion_at at[FLOAT_MODE_COUNT];
        abut_pose pose[FLOAT_MODE_COUNT];
        random_path_make(&r, &path);
        const double tau = random_time(&r), time = (double)rng_below(&r, PIECES) + tau;
        const size_t which = rng_below(&r, PIECES);
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            const abut_status status =
                motion_path_prepare(&path.from, path.motion, PIECES, piece[mode]);
            motion_find(&piece[mode][which], tau, &at[mode]);
            const abut_status told =
                abut_motion_pose(&path.from, path.motion, PIECES, time, &pose[mode]);
            float_mode_leave();
            assert_int_equal(status, 0);
            assert_int_equal(told, 0);
            assert_memory_equal(&at[mode].pose, &at[0].pose, sizeof at[0].pose);
            assert_memory_equal(&pose[mode], &pose[0], sizeof pose[0]);
            assert_true(at[mode].matrix_error >= at[0].matrix_error * (1 - 0x1p-40));
            assert_true(at[mode].translation_error >= at[0].translation_error * (1 - 0x1p-40));
            for (int i = 0; i < PIECES; i++) {
                assert_memory_equal(piece[mode][i].unit, piece[0][i].unit, sizeof piece[0][i].unit);
                assert_true(piece[mode][i].turned == piece[0][i].turned);
                assert_true(piece[mode][i].angle >= piece[0][i].angle * (1 - 0x1p-49));
                assert_true(piece[mode][i].stray >= piece[0][i].stray * (1 - 0x1p-40));
                assert_true(piece[mode][i].way_error >= piece[0][i].way_error * (1 - 0x1p-40));
            }
        }
    }
}

// What the bounds of speed say of one point from tau on for a while, either way: *most gets how much of the first bound was
// used.
static void expect_speed(const motion_piece* piece, slow_motion* slow, double tau, double step,
                         const slow3* v, double* most)
{
    slow_map map;
    slow3 x, y, arm, along;
    mpf_t t, term, sum;
    slow_map_init(&map);
    slow3_init(&x);
    slow3_init(&y);
    slow3_init(&arm);
    slow3_init(&along);
    mpf_inits(t, term, sum, NULL);
    slow_find(slow, tau, &map);
    slow_place(&x, &map, v);
    slow_find(slow, tau + step, &map);
    slow_place(&y, &map, v);
    for (int i = 0; i < 3; i++) {
        mpf_set_d(t, piece->way[i]);
        mpf_set_d(term, tau);
        mpf_mul(t, t, term);
        mpf_set_d(term, piece->pivot[i]);
        mpf_sub(arm.x[i], x.x[i], t);
        mpf_sub(arm.x[i], arm.x[i], term);
    }
    double far = 0, across = 0, off = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        mpf_set_d(t, piece->axis[j]);
        mpf_mul(along.x[i], t, arm.x[k]);
        mpf_set_d(t, piece->axis[k]);
        mpf_mul(t, t, arm.x[j]);
        mpf_sub(along.x[i], along.x[i], t);
        far = hypot(far, mpf_get_d(arm.x[i]));
        across = hypot(across, mpf_get_d(along.x[i]));
        mpf_set_d(t, piece->angle);  // the velocity
        mpf_mul(t, t, along.x[i]);
        mpf_set_d(term, piece->way[i]);
        mpf_add(t, t, term);
        mpf_set_d(term, step);
        mpf_mul(t, t, term);
        mpf_sub(sum, y.x[i], x.x[i]);
        mpf_sub(sum, sum, t);
        off = hypot(off, mpf_get_d(sum));
    }
    const double first = fabs(step) * (piece->way_error + piece->stray * far);
    const double second =
        step * step / 2 * piece->angle *
        (piece->angle * across + piece->way_error + (2 + piece->angle) * piece->stray * far) *
        (1 + 0x1p-40);
    off -= 0x1p-280 * (far + ldexp(1, piece->place_top));  // as the truth is known
    if (off > first + second) fail_msg("goes %g, where %g + %g is the bound", off, first, second);
    if (off > second && first > 0) *most = fmax(*most, (off - second) / first);
    slow_map_clear(&map);
    slow3_clear(&x);
    slow3_clear(&y);
    slow3_clear(&arm);
    slow3_clear(&along);
    mpf_clears(t, term, sum, NULL);
}

static void no_point_goes_faster_than_is_told(void** state)
{
    (void)state;
    rng r = {17};
    slow3 v;
    slow3_init(&v);
    double most = 0;
    for (int n = 0; n < CASES(1000); n++) {
        random_path path;
        motion_piece piece[PIECES];
        slow_motion slow;
        slow_map truth;
        slow_motion_init(&slow);
        slow_map_init(&truth);
        random_path_make(&r, &path);
        assert_int_equal(motion_path_prepare(&path.from, path.motion, PIECES, piece), 0);
        slow_map_set(&slow.start, &piece[0].start.pose);
        for (int i = 0; i < PIECES; i++) {
            slow_motion_set(&slow, &path.motion[i], &piece[i]);
            for (int k = 0; k < 3; k++) {
                for (int c = 0; c < 3; c++)
                    mpf_set_d(v.x[c], scaled(&r, 16));
                const double tau = 0.25 + ldexp((double)rng_below(&r, 129), -8);
                const double step = ldexp(k & 1 ? -0.25 : 0.25, -(int)rng_below(&r, 40));
                expect_speed(&piece[i], &slow, tau, step, &v, &most);
            }
            slow_find(&slow, 1, &truth);
            slow_map_copy(&slow.start, &truth);
        }
        slow_map_clear(&truth);
        slow_motion_clear(&slow);
    }
    slow3_clear(&v);
    assert_true(most > 1.0 / 32);
    print_message("of the bounds of speed %.3f was used\n", most);
}

static void ends_are_what_was_given(void** state)
{
    (void)state;
    rng r = {18};
    for (int n = 0; n < CASES(2000); n++) {
        random_path path;
        abut_pose pose;
        motion_piece piece[PIECES];
        random_path_make(&r, &path);
        assert_int_equal(motion_path_prepare(&path.from, path.motion, PIECES, piece), 0);
        assert_int_equal(abut_motion_pose(&path.from, path.motion, PIECES, 0, &pose), 0);
        assert_memory_equal(&pose, &path.from, sizeof pose);
        for (int i = 0; i < PIECES; i++) {
            motion_at at;
            motion_find(&piece[i], 0, &at);
            assert_memory_equal(&at, &piece[i].start, sizeof at);
            motion_find(&piece[i], 1, &at);
            assert_memory_equal(&at, &piece[i].end, sizeof at);
            if (i) assert_memory_equal(&piece[i].start, &piece[i - 1].end, sizeof at);
            if (!path.motion[i].to) continue;
            assert_true(at.matrix_error == 0 && at.translation_error == 0);
            assert_int_equal(abut_motion_pose(&path.from, path.motion, PIECES, i + 1, &pose), 0);
            assert_memory_equal(&pose, &path.to[i], sizeof pose);
        }
    }
}

// The whole way by the shorter arc: what is blended in is rounding alone, and the angle is that of the trace.
static void two_poses_are_joined_by_the_shorter_arc(void** state)
{
    (void)state;
    rng r = {19};
    for (int n = 0; n < CASES(20000); n++) {
        abut_pose from, to, turn;
        motion_piece piece;
        const double axis[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        const double other[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        const double degrees = n % 3 == 0   ? 180 - ldexp(rng_signed(&r), -(int)rng_below(&r, 50))
                               : n % 3 == 1 ? ldexp(180, -(int)rng_below(&r, 60))
                                            : 720 * rng_signed(&r);
        abut_pose_from_axis_angle(&from, other, 360 * rng_signed(&r));
        abut_pose_from_axis_angle(&turn, axis, degrees);
        to = (abut_pose){.scale = 1};
        for (int i = 0; i < 9; i++)
            for (int k = 0; k < 3; k++)
                to.rotation[i / 3][i % 3] += turn.rotation[i / 3][k] * from.rotation[k][i % 3];
        const abut_motion motion = {.to = &to};
        assert_int_equal(motion_path_prepare(&from, &motion, 1, &piece), 0);
        for (int i = 0; i < 9; i++)
            assert_true(fabs(ldexp((double)piece.more.row[i / 3][i % 3], -60)) < 0x1p-47);
        const double about = remainder(degrees, 360) * 0.017453292519943295;
        assert_true(fabs(piece.angle - fabs(about)) < 0x1p-46);
        assert_true(piece.angle < 3.1415926535898);
        assert_true(piece.stray < 0x1p-41);
        const double length = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
        if (piece.angle > 0x1p-20 && piece.angle < 3.14)
            for (int i = 0; i < 3; i++) {
                const double sign = about < 0 ? -1 : 1;
                assert_true(fabs(piece.axis[i] - sign * axis[i] / length) < 0x1p-24);
            }
    }
}

// Of the two shorter arcs of a half turn, about the axis whose first coordinate that is not 0 is positive.
static void half_turns_are_about_the_positive_axis(void** state)
{
    (void)state;
    static const double axes[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1},
                                      {0, 3, 4}, {3, 4, 0}, {0, -3, 4}};
    for (int n = 0; n < 12; n++) {
        const double* const given = axes[n / 2];
        const double sign = n & 1 ? -1 : 1;
        double w[3], length = 0;
        for (int i = 0; i < 3; i++)
            length = hypot(length, given[i]);
        for (int i = 0; i < 3; i++)
            w[i] = sign * given[i] / length;
        abut_pose from = {.scale = 2}, to = {.scale = 2};
        for (int i = 0; i < 3; i++) {
            from.rotation[i][i] = 1;
            for (int j = 0; j < 3; j++)
                to.rotation[i][j] = 2 * w[i] * w[j] - (i == j);
        }
        const abut_motion motion = {.to = &to};
        motion_piece piece;
        assert_int_equal(motion_path_prepare(&from, &motion, 1, &piece), 0);
        assert_true(piece.turned == 180 * TRIG_DEGREE);
        const double up = given[1] < 0 ? -1 : 1;
        for (int i = 0; i < 3; i++)
            assert_true(fabs(piece.axis[i] - up * given[i] / length) < 0x1p-52);
        abut_pose middle;
        assert_int_equal(abut_motion_pose(&from, &motion, 1, 0.5, &middle), 0);
        assert_true(middle.scale == 2);
        abut_pose expected;
        abut_pose_from_axis_angle(
            &expected, (const double[3]){up * given[0], up * given[1], up * given[2]}, 90);
        for (int i = 0; i < 9; i++)
            assert_true(fabs(middle.rotation[i / 3][i % 3] - expected.rotation[i / 3][i % 3]) <
                        0x1p-51);
    }
}

// Quarter turns about coordinate axes, and ways that doubles hold, leave nothing to be rounded.
static void quarter_turns_are_exact(void** state)
{
    (void)state;
    abut_pose from;
    assert_int_equal(abut_pose_from_axis_angle(&from, (const double[3]){1, 2, 3}, 40), 0);
    from.translation[0] = 5;
    const abut_motion motion = {
        .way = {0, 0, 2}, .axis = {0, 0, -7}, .degrees = -360, .pivot = {1, 1, 0}};
    motion_piece piece;
    assert_int_equal(motion_path_prepare(&from, &motion, 1, &piece), 0);
    static const double place[5][3] = {{5, 0, 0}, {2, 5, 0.5}, {-3, 2, 1}, {0, -3, 1.5}, {5, 0, 2}};
    static const int sine[5] = {0, 1, 0, -1, 0};
    for (int n = 0; n <= 4; n++) {
        motion_at at;
        const double s = sine[n], c = sine[4 - n < 4 ? (n + 1) % 4 : 1];
        motion_find(&piece, n / 4.0, &at);
        assert_true(at.matrix_error == 0 && at.translation_error == 0);
        for (int j = 0; j < 3; j++) {
            double(*const m)[3] = from.rotation;
            assert_true(at.pose.matrix[0][j] == c * m[0][j] - s * m[1][j]);
            assert_true(at.pose.matrix[1][j] == s * m[0][j] + c * m[1][j]);
            assert_true(at.pose.matrix[2][j] == m[2][j]);
            assert_true(at.pose.translation[j] == place[n][j]);
        }
    }
}

// How far back the exact start of a straight piece is.
static void starts_are_sums_of_ways(void** state)
{
    (void)state;
    const abut_pose from = {.scale = 1}, to = {.translation = {4, 5, 6}};
    const abut_motion straight = {.way = {1, 2, 3}}, tenth = {.way = {0.1, 0x1p-80, 0}},
                      turn = {.axis = {0, 0, 1}, .degrees = 30}, rest = {.degrees = 0},
                      there = {.to = &to};
    const abut_motion list[] = {straight, tenth, tenth, rest, tenth, turn, tenth, there, straight};
    static const int since[] = {0, 0, 1, 2, 3, 4, -1, -1, 0};
    enum { COUNT = sizeof list / sizeof *list };
    motion_piece piece[COUNT];
    assert_int_equal(motion_path_prepare(&from, list, COUNT, piece), 0);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(piece[i].since, since[i]);
        assert_int_equal(piece[i].is_straight, i != 5 && i != 7);
        assert_int_equal(piece[i].is_rest, i == 3);
    }
    assert_int_equal(motion_path_prepare(&from, NULL, COUNT, piece), 0);
    for (int i = 0; i < COUNT; i++)
        assert_true(piece[i].is_rest && piece[i].is_straight && piece[i].since == 0);
}

static void motions_that_are_none_are_refused(void** state)
{
    (void)state;
    abut_pose out = {.scale = 3}, small = {.scale = 0.5},
              bent = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 2}}};
    abut_pose mirror = {.rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, -1}}};
    const abut_pose before = out, one = {.scale = 1};
    const struct {
        abut_motion motion;
        abut_status check, pose;
    } cases[] = {
        {{.degrees = 1}, ABUT_BAD_ARGUMENT, ABUT_BAD_ARGUMENT},
        {{.axis = {1}, .degrees = 0x1p20}, ABUT_OK, ABUT_OK},
        {{.axis = {1}, .degrees = -0x1.0000000000001p20}, ABUT_BAD_ARGUMENT, ABUT_BAD_ARGUMENT},
        {{.axis = {(double)NAN}}, ABUT_NOT_FINITE, ABUT_NOT_FINITE},
        {{.way = {(double)INFINITY}}, ABUT_NOT_FINITE, ABUT_NOT_FINITE},
        {{.pivot = {0, 0, (double)NAN}}, ABUT_NOT_FINITE, ABUT_NOT_FINITE},
        {{.degrees = (double)NAN}, ABUT_NOT_FINITE, ABUT_NOT_FINITE},
        {{.way = {0x1p998}}, ABUT_OK, ABUT_NOT_FINITE},
        {{.reserved = {0, 0, 0, 1}}, ABUT_BAD_ARGUMENT, ABUT_BAD_ARGUMENT},
        {{.to = &one, .way = {1}}, ABUT_BAD_ARGUMENT, ABUT_BAD_ARGUMENT},
        {{.to = &one, .axis = {0, 1}}, ABUT_BAD_ARGUMENT, ABUT_BAD_ARGUMENT},
        {{.to = &one, .axis = {1}, .degrees = 1}, ABUT_BAD_ARGUMENT, ABUT_BAD_ARGUMENT},
        {{.to = &bent}, ABUT_NOT_RIGID, ABUT_NOT_RIGID},
        {{.to = &small}, ABUT_OK, ABUT_BAD_SCALE},
        {{.to = &mirror}, ABUT_OK, ABUT_NOT_RIGID},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(abut_motion_check(&cases[i].motion), cases[i].check);
        assert_int_equal(abut_motion_pose(&one, &cases[i].motion, 1, 0, &out), cases[i].pose);
        if (cases[i].pose == ABUT_OK)
            out = before;
        else
            assert_memory_equal(&out, &before, sizeof out);
    }
    const abut_motion fine = {.way = {1}};
    assert_int_equal(abut_motion_check(NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_motion_pose(NULL, &fine, 1, 0, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_motion_pose(&one, &fine, 1, 0, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_motion_pose(&one, &fine, 1, -0x1p-1000, &out), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_motion_pose(&one, &fine, 1, 0x1.0000000000001p0, &out),
                     ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_motion_pose(&one, &fine, 1, (double)NAN, &out), ABUT_NOT_FINITE);
    assert_int_equal(abut_motion_pose(&bent, NULL, 1, 0, &out), ABUT_NOT_RIGID);
    assert_memory_equal(&out, &before, sizeof out);
    assert_int_equal(abut_motion_pose(&small, NULL, 7, 6.5, &out), ABUT_OK);
    assert_true(out.rotation[0][0] == 1 && out.scale == 0.5);
}
#endif

static int set_up(void** state)
{
    (void)state;
    slow_begin();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pose_is_within_its_bound),
#ifndef EXPECT_WRONG
        cmocka_unit_test(poses_are_the_same_in_every_mode),
        cmocka_unit_test(no_point_goes_faster_than_is_told),
        cmocka_unit_test(ends_are_what_was_given),
        cmocka_unit_test(two_poses_are_joined_by_the_shorter_arc),
        cmocka_unit_test(half_turns_are_about_the_positive_axis),
        cmocka_unit_test(quarter_turns_are_exact),
        cmocka_unit_test(starts_are_sums_of_ways),
        cmocka_unit_test(motions_that_are_none_are_refused),
#endif
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
