// test_front_planes.c - planes that part the boxes of a front: what they prove, in the pose they were made in and in later
// ones, holds in long double for the boxes as stored; and without the share of the turn it does not.
#include "base/simd.h"
#include "engine/box/box.inl"
#include "engine/front/front.h"
#include "engine/front/plane.inl"
#include "search/relative_pose.h"
#include "support/soups.h"

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

// Two nodes, the planes between boxes of them, and how b moves.
typedef struct moving_nodes {
    wide_node node[2];
    int side;  // whose node is opened
    unsigned lane, which;
    affine poses[2];
    double axis[3], degrees, place_b[3], scale;
    wide_front front;
    plane_pose planes;
    front_planes f;
} moving_nodes;

// Whether a slack that was told holds for every pair that is meant, where b is now.
static int slack_holds(const moving_nodes* m, float slack)
{
    for (unsigned left = m->which; left; left &= left - 1) {
        const unsigned child = (unsigned)__builtin_ctz(left);
        const unsigned a_lane = m->side ? m->lane : child, b_lane = m->side ? child : m->lane;
        if (true_slack(&m->front.place, &m->node[0], a_lane, &m->node[1], b_lane, &m->f, child) <
            (long double)slack)
            return 0;
    }
    return 1;
}

// Count a slack that was told. Returns whether it tells anything.
static int judge(const moving_nodes* m, float slack, int* wrong)
{
    if (!(slack > 0)) return 0;
    *wrong += !slack_holds(m, slack);
    return 1;
}

static void place_both(const affine poses[2], relative_pose* b_in_a, front_place* place,
                       plane_pose* planes)
{
    const relative_side a = {&poses[0], &no_frame}, b = {&poses[1], &no_frame};
    relative_pose_prepare(b_in_a, &a, &b);
    *place = front_place_of(b_in_a);
    plane_pose_prepare(planes, place, b_in_a);
}

static void place_b(moving_nodes* m, rng* r, relative_pose* b_in_a, front_place* place)
{
    abut_pose pose = turned_pose(r, m->axis, m->degrees, m->place_b);
    pose.scale = m->scale;
    assert_int_equal(affine_from_pose(&m->poses[1], &pose), ABUT_OK);
    place_both(m->poses, b_in_a, place, &m->planes);
}

static void make_nodes(rng* r, moving_nodes* m, relative_pose* b_in_a)
{
    const double nowhere[3] = {0, 0, 0}, about[3] = {1, 2, 3};
    make_node(r, 0.1, &m->node[0]);
    make_node(r, 0.1, &m->node[1]);
    m->side = (int)rng_below(r, 2);
    m->lane = (unsigned)rng_below(r, WIDE_LANES);
    for (int k = 0; k < 3; k++) {
        m->axis[k] = k < 2 ? rng_signed(r) : 1.5;
        m->place_b[k] = 1.5 * rng_signed(r);
    }
    m->degrees = 180 * rng_signed(r);
    m->scale = rng_below(r, 3) ? 1 : 0.3;
    m->front = (wide_front){.half = {1, 1, 1}};
    const abut_pose pose = turned_pose(r, about, 20, nowhere);
    assert_int_equal(affine_from_pose(&m->poses[0], &pose), ABUT_OK);
    place_b(m, r, b_in_a, &m->front.place);
}

// Planes of some of the pairs that a visit proves apart. Returns 0 if there are none.
static int make_all_planes(rng* r, moving_nodes* m, const relative_pose* b_in_a)
{
    const relative_side sides[2] = {{&m->poses[0], &no_frame}, {&m->poses[1], &no_frame}};
    relative_pose a_in_b;
    wide_pose box_pose;
    placed_box box;
    relative_pose_prepare(&a_in_b, &sides[1], &sides[0]);
    wide_pose_prepare(&box_pose, m->side ? &a_in_b : b_in_a, 0x1p-21, 0x1p-21);
    place_box(&box_pose, &m->node[1 - m->side], m->lane, &box);
    const box_lanes met = meet_boxes(&box_pose, &m->node[m->side], &box, 1, 0, 1);
    m->which = met.there & ~met.meeting & (unsigned)rng_below(r, 256);
    if (!m->which) return 0;
    const wide_node* const nodes[2] = {&m->node[0], &m->node[1]};
    if (m->side)
        make_planes(&m->planes, nodes, 1, m->lane, &met, m->which, &m->f);
    else
        make_planes(&m->planes, nodes, 0, m->lane, &met, m->which, &m->f);
    m->f.turned = 0;
    return 1;
}

static void move_on(rng* r, moving_nodes* m)
{
    relative_pose b_in_a;
    front_place to;
    double turn;
    for (int k = 0; k < 3; k++)
        m->place_b[k] += 0.01 * rng_signed(r);
    m->degrees += 3 * rng_signed(r);
    place_b(m, r, &b_in_a, &to);
    (void)front_motion(&m->front, &to, &turn);
    m->front.turned = front_moved_after(m->front.turned, turn);
    m->front.place = to;
}

static void try_pair(rng* r, tally* t)
{
    moving_nodes m = {.f = {.turned = 0}};
    relative_pose b_in_a;
    make_nodes(r, &m, &b_in_a);
    if (!make_all_planes(r, &m, &b_in_a)) return;
    t->made += judge(&m, planes_slack(&m.planes, &m.f, 0), &t->wrong);
    for (int step = 0; step < STEPS; step++) {
        move_on(r, &m);
        t->later += judge(&m, planes_slack(&m.planes, &m.f, m.front.turned), &t->wrong);
        (void)judge(&m, planes_slack(&m.planes, &m.f, m.f.turned), &t->wrong_without_turn);
        if (step % 2) continue;
        if (m.side)
            find_widths(&m.planes, &m.node[1], 1, m.lane, m.which, &m.f);
        else
            find_widths(&m.planes, &m.node[1], 0, m.lane, m.which, &m.f);
        m.f.turned = m.front.turned;
        t->renewed += judge(&m, planes_slack(&m.planes, &m.f, m.f.turned), &t->wrong);
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
