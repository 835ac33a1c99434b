// test_front_planes.c - planes that part the boxes of a front: what they prove, in the pose they were made in and in later
// ones, holds in long double for the boxes as stored; and without the share of the turn it does not.
#include "base/simd.h"
#include "soups.h"
#include "walk/relative_pose.h"
#include "wide/wide_box.inl"
#include "wide/wide_front.h"
#include "wide/wide_plane.inl"

enum { TRIALS = 1500, STEPS = 6 };

static const frame no_frame = {.exponent = 0};

static abut_pose turned_pose(rng* r, const double axis[3], double degrees, const double place[3])
{
    abut_pose pose;
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, degrees), ABUT_OK);
    for (int i = 0; i < 3; i++) {
        pose.translation[i] = place[i];
        pose.rotation[i][i] *= 1 + 0x1p-14 * rng_signed(r);
    }
    return pose;
}

static void make_node(rng* r, double size, wide_node* n)
{
    for (unsigned lane = 0; lane < WIDE_LANES; lane++) {
        abut_pose pose;
        const double axis[3] = {rng_signed(r), rng_signed(r), 1.5};
        assert_int_equal(abut_pose_from_axis_angle(&pose, axis, 180 * rng_signed(r)), ABUT_OK);
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                n->axis[3 * i + k][lane] = (float)pose.rotation[i][k];
            n->centre[i][lane] = (float)(0.9 * rng_signed(r));
            n->half[i][lane] = (float)(size * (0.1 + fabs(rng_signed(r))));
        }
        n->child[lane] = -1;
    }
}

// How far two boxes are apart along a plane's normal, less what the code says: never below zero, but for roundings here.
static long double true_slack(const front_place* p, const wide_node* a, unsigned a_lane,
                              const wide_node* b, unsigned b_lane, const front_planes* f,
                              unsigned lane)
{
    long double apart = 0;
    for (int i = 0; i < 3; i++) {
        long double centre = (long double)p->translation[i];
        for (int k = 0; k < 3; k++)
            centre += (long double)p->linear[i][k] * (long double)b->centre[k][b_lane];
        apart += (long double)f->normal[i][lane] * (centre - (long double)a->centre[i][a_lane]);
    }
    for (int j = 0; j < 3; j++) {
        long double of_a = 0, of_b = 0;
        for (int i = 0; i < 3; i++) {
            long double axis = 0;
            for (int k = 0; k < 3; k++)
                axis += (long double)p->linear[i][k] * (long double)b->axis[3 * j + k][b_lane];
            of_a += (long double)f->normal[i][lane] * (long double)a->axis[3 * j + i][a_lane];
            of_b += (long double)f->normal[i][lane] * axis;
        }
        apart -= fabsl(of_a) * (long double)a->half[j][a_lane] +
                 fabsl(of_b) * (long double)b->half[j][b_lane];
    }
    return apart;
}

typedef struct tally {
    int made, later, renewed, wrong, wrong_without_turn;
} tally;

// Whether a slack that was told holds for every pair that is meant.
static int slack_holds(const front_place* p, const wide_node* a, const wide_node* b, int side,
                       unsigned lane, unsigned which, const front_planes* f, float slack)
{
    for (unsigned left = which; left; left &= left - 1) {
        const unsigned child = (unsigned)__builtin_ctz(left);
        if (true_slack(p, a, side ? lane : child, b, side ? child : lane, f, child) <
            (long double)slack)
            return 0;
    }
    return 1;
}

static void place_both(const affine poses[2], relative_pose* r, front_place* place, plane_pose* p)
{
    const relative_side a = {&poses[0], &no_frame}, b = {&poses[1], &no_frame};
    relative_pose_prepare(r, &a, &b);
    *place = front_place_of(r);
    plane_pose_prepare(p, place, r);
}

static void try_pair(rng* r, tally* t)
{
    wide_node a, b;
    make_node(r, 0.1, &a);
    make_node(r, 0.1, &b);
    const int side = (int)rng_below(r, 2);
    const unsigned lane = (unsigned)rng_below(r, WIDE_LANES);
    double axis[3] = {rng_signed(r), rng_signed(r), 1.5}, degrees = 180 * rng_signed(r);
    double place_b[3] = {1.5 * rng_signed(r), 1.5 * rng_signed(r), 1.5 * rng_signed(r)};
    const double nowhere[3] = {0, 0, 0}, about[3] = {1, 2, 3};
    affine poses[2];
    abut_pose pose = turned_pose(r, about, 20, nowhere);
    assert_int_equal(affine_from_pose(&poses[0], &pose), ABUT_OK);
    pose = turned_pose(r, axis, degrees, place_b);
    pose.scale = rng_below(r, 3) ? 1 : 0.3;
    assert_int_equal(affine_from_pose(&poses[1], &pose), ABUT_OK);

    relative_pose b_in_a, a_in_b;
    wide_front front = {.half = {1, 1, 1}};
    plane_pose planes;
    place_both(poses, &b_in_a, &front.place, &planes);
    const relative_side sides[2] = {{&poses[0], &no_frame}, {&poses[1], &no_frame}};
    relative_pose_prepare(&a_in_b, &sides[1], &sides[0]);
    wide_pose box_pose;
    wide_pose_prepare(&box_pose, side ? &a_in_b : &b_in_a, 0x1p-21, 0x1p-21);
    const wide_node *opened = side ? &b : &a, *other = side ? &a : &b;
    placed_box box;
    place_box(&box_pose, other, lane, &box);
    const box_lanes met = meet_boxes(&box_pose, opened, &box, 1, 0, 1);
    const unsigned which = met.there & ~met.meeting & (unsigned)rng_below(r, 256);
    if (!which) return;

    front_planes f;
    if (side)
        make_planes(&planes, &a, &b, 1, lane, &met, which, &f);
    else
        make_planes(&planes, &a, &b, 0, lane, &met, which, &f);
    f.turned = 0;
    const float at_first = planes_slack(&planes, &f, 0);
    t->made += at_first > 0;
    t->wrong += !slack_holds(&front.place, &a, &b, side, lane, which, &f, at_first) && at_first > 0;
    for (int step = 0; step < STEPS; step++) {
        for (int k = 0; k < 3; k++)
            place_b[k] += 0.01 * rng_signed(r);
        degrees += 3 * rng_signed(r);
        const double scale = pose.scale;
        pose = turned_pose(r, axis, degrees, place_b);
        pose.scale = scale;
        assert_int_equal(affine_from_pose(&poses[1], &pose), ABUT_OK);
        front_place to;
        place_both(poses, &b_in_a, &to, &planes);
        double turn;
        (void)front_motion(&front, &to, &turn);
        front.turned = front_moved_after(front.turned, turn);
        front.place = to;
        const float slack = planes_slack(&planes, &f, front.turned);
        const float without_turn = planes_slack(&planes, &f, f.turned);
        t->later += slack > 0;
        t->wrong += slack > 0 && !slack_holds(&to, &a, &b, side, lane, which, &f, slack);
        t->wrong_without_turn +=
            without_turn > 0 && !slack_holds(&to, &a, &b, side, lane, which, &f, without_turn);
        if (step % 2) continue;
        if (side)
            find_widths(&planes, &b, 1, lane, which, &f);
        else
            find_widths(&planes, &b, 0, lane, which, &f);
        f.turned = front.turned;
        const float again = planes_slack(&planes, &f, f.turned);
        t->renewed += again > 0;
        t->wrong += again > 0 && !slack_holds(&to, &a, &b, side, lane, which, &f, again);
    }
}

static void planes_prove_what_they_say(void** state)
{
    (void)state;
    rng r = {4711};
    tally t = {0};
    for (int i = 0; i < TRIALS; i++)
        try_pair(&r, &t);
    print_message(
        "%d made, %d held later, %d after they were renewed; %d wrong, without turns %d\n", t.made,
        t.later, t.renewed, t.wrong, t.wrong_without_turn);
    assert_int_equal(t.wrong, 0);
    assert_true(t.made > TRIALS / 2 && t.later > TRIALS && t.renewed > 20);
    assert_true(t.wrong_without_turn > 20);
}

// Where floats do not tell enough, nothing is proved.
static void nothing_is_proved_far_away(void** state)
{
    (void)state;
    rng r = {1};
    wide_node a, b;
    make_node(&r, 0.1, &a);
    make_node(&r, 0.1, &b);
    front_planes f = {.turned = 0};
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        f.normal[0][lane] = 1;
        f.offset[lane] = 2;
    }
    const double places[] = {10, 0x1p19, 0x1p21, 1e30, 1e300};
    for (int i = 0; i < 5; i++) {
        const double place[3] = {places[i], 0, 0}, axis[3] = {0, 0, 1};
        affine poses[2];
        abut_pose pose = {.scale = 1};
        assert_int_equal(affine_from_pose(&poses[0], &pose), ABUT_OK);
        pose = turned_pose(&r, axis, 30, place);
        assert_int_equal(affine_from_pose(&poses[1], &pose), ABUT_OK);
        relative_pose b_in_a;
        front_place to;
        plane_pose planes;
        place_both(poses, &b_in_a, &to, &planes);
        assert_true((planes_slack(&planes, &f, 0) > 0) == (i < 2));
        assert_false(planes_slack(&planes, &f, (float)INFINITY) > 0 && f.reach[0] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_prove_what_they_say),
        cmocka_unit_test(nothing_is_proved_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
