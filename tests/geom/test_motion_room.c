// test_motion_room.c - rooms of ways hold every corner of the box that moves, at all times, in every state of the
// floating-point unit. With bounds of 1/32 (EXPECT_WRONG) corners must be found outside.
#include "geom/motion_room.h"
#include "geom/vector.h"
#include "support/float_mode.h"
#include "support/share.h"
#include "support/soups.h"

enum { TIMES = 16 };

static size_t found_outside;

// Some are longer than a rotation by nearly as much as is accepted.
static abut_pose random_pose(rng* r)
{
    abut_pose pose;
    const double axis[3] = {rng_signed(r), rng_signed(r), rng_signed(r) + 2};
    const double longer = rng_below(r, 2) ? 1 + 0x1.f8p-12 : 1;
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 360 * rng_signed(r)), 0);
    for (int i = 0; i < 9; i++)
        pose.rotation[i / 3][i % 3] *= longer;
    for (int k = 0; k < 3; k++)
        pose.translation[k] = 4 * rng_signed(r);
    return pose;
}

// How far a point is from the way of a room.
static double distance_to_way(const motion_room* room, const double x[3])
{
    double way[3], arm[3];
    subtract3(way, room->to, room->from);
    subtract3(arm, x, room->from);
    const double square = dot3(way, way), along = square > 0 ? dot3(way, arm) / square : 0;
    const double t = along < 0 ? 0 : along > 1 ? 1 : along;
    for (int k = 0; k < 3; k++)
        arm[k] -= t * way[k];
    return sqrt(dot3(arm, arm));
}

static void expect_inside(const motion_room* room, const motion_at* at, const double box[2][3])
{
    for (int corner = 0; corner < 8; corner++) {
        double x[3];
        for (int i = 0; i < 3; i++) {
            x[i] = at->pose.translation[i];
            for (int k = 0; k < 3; k++)
                x[i] += at->pose.matrix[i][k] * box[corner >> k & 1][k];
        }
        // What the pose and this test's roundings may lack.
        if (distance_to_way(room, x) > room->radius + 0x1p-40) found_outside++;
    }
}

static void look_at_one(rng* r)
{
    const abut_pose from = random_pose(r), to = random_pose(r);
    abut_motion motion = {.to = NULL};
    double box[2][3];
    motion_piece piece;
    motion_room room;
    for (int k = 0; k < 3; k++) {
        box[0][k] = rng_signed(r);
        box[1][k] = box[0][k] + fabs(rng_signed(r));
        motion.pivot[k] = rng_below(r, 2) ? box[0][k] / 2 + box[1][k] / 2 : rng_signed(r);
    }
    const size_t kind = rng_below(r, 3);
    if (kind == 0) {
        motion.to = &to;
    } else {
        for (int k = 0; k < 3; k++)
            motion.way[k] = 3 * rng_signed(r);
        motion.axis[2] = 1;
        motion.degrees = kind == 1 ? 0 : 500 * rng_signed(r);
    }
    assert_int_equal(motion_path_prepare(&from, &motion, 1, &piece), ABUT_OK);
    assert_true(motion_room_find(&piece.start.pose, 1, &motion, box[0], box[1], &room));
    for (int i = 0; i <= TIMES; i++) {
        motion_at at;
        motion_find(&piece, (double)i / TIMES, &at);
        expect_inside(&room, &at, (const double(*)[3])box);
    }
}

static void test_rooms(void** state)
{
    (void)state;
    rng r = {24};
    for (size_t i = 0; i < CASES(6000); i++) {
        float_mode_enter(&float_modes[i % FLOAT_MODE_COUNT]);
        look_at_one(&r);
        float_mode_leave();
    }
#ifdef EXPECT_WRONG
    assert_true(found_outside > 0);
#else
    assert_int_equal(found_outside, 0);
#endif
}

static void test_what_has_none(void** state)
{
    (void)state;
    static const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
    const affine start = {.matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const abut_pose mirrored = {.rotation = {{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                    larger = {.scale = 2};
    motion_room room;
    const abut_motion wrong[] = {{.to = &mirrored},
                                 {.to = &larger},
                                 {.way = {1e300, 0, 0}},
                                 {.degrees = 1},
                                 {.reserved = {1}}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(motion_room_find(&start, 1, &wrong[i], low, high, &room));
    assert_false(motion_is_rest(&wrong[4]));
    assert_true(motion_is_rest(&(abut_motion){.axis = {1, 0, 0}}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rooms),
        cmocka_unit_test(test_what_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
