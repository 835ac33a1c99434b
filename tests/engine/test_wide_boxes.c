// test_wide_boxes.c - the engine's test of a box against eight children never calls touching boxes apart, in either
// direction, in every lane and floating-point state; and calls apart what has a small gap. Every instruction set
// finds the same bits.
#include "base/simd_set.h"
#include "engine/wide_meet.h"
#include "search/relative_pose.h"
#include "support/float_mode.h"
#include "support/pruning.h"
#include "support/share.h"
#include "support/touching_boxes.h"

#include <stdio.h>

#define DECLARE(set, name) wide_meet wide_meet_##set;
#define ENTRY(set, name)   [SIMD_##name] = wide_meet_##set,
SIMD_EACH(DECLARE)
static wide_meet* const meets[SIMD_SETS] = {SIMD_EACH(ENTRY)};

static void set_child(wide_node* n, unsigned lane, const obb* box)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            n->axis[3 * i + k][lane] = (float)box->axes.row[i][k];
        n->centre[i][lane] = (float)box->centre[i];
        n->half[i][lane] = (float)box->half[i];
    }
}

// Children at random, box in the lane; and none in some of the lanes behind it.
static unsigned make_node(rng* r, const obb pool[POOL], const obb* box, unsigned lane,
                          wide_node* out)
{
    memset(out, 0, sizeof *out);
    const unsigned count = lane + 1 + (unsigned)rng_below(r, WIDE_LANES - lane);
    for (unsigned i = 0; i < count; i++)
        set_child(out, i, i == lane ? box : &pool[rng_below(r, POOL)]);
    for (unsigned i = count; i < WIDE_LANES; i++) {
        for (int k = 0; k < 3; k++)
            out->half[k][i] = WIDE_NO_HALF;
    }
    return count;
}

// Two boxes in lanes of two nodes, and what both directions need to know.
typedef struct meeting {
    wide_node node[2];
    unsigned lane[2], count[2];
    wide_pose pose[2];  // by the opened side
} meeting;

static void make_nodes(rng* r, const obb pool[POOL], size_t number, const placed_side* a,
                       const placed_side* b, meeting* out)
{
    out->lane[0] = (unsigned)(number % WIDE_LANES);
    out->lane[1] = (unsigned)(number / WIDE_LANES % WIDE_LANES);
    out->count[0] = make_node(r, pool, &a->box, out->lane[0], &out->node[0]);
    out->count[1] = make_node(r, pool, &b->box, out->lane[1], &out->node[1]);
}

static void make_poses(const placed_side* a, const placed_side* b, meeting* out)
{
    const placed_side* side[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        const placed_side *opened = side[i], *other = side[1 - i];
        const relative_side to = {&opened->map, &opened->frame},
                            from = {&other->map, &other->frame};
        relative_pose relative;
        relative_pose_prepare(&relative, &to, &from);
        wide_pose_prepare(&out->pose[i], &relative, obb_defect(&opened->box),
                          obb_defect(&other->box));
    }
}

static wide_met meet(const meeting* m, int opened, int with_edges, simd_set set)
{
    wide_met met;
    memset(&met, 0, sizeof met);
    meets[set](&m->pose[opened], &m->node[opened], &m->node[1 - opened], m->lane[1 - opened],
               with_edges, &met);
    return met;
}

// Whether the two boxes are called apart when that side is opened.
static int are_apart(const meeting* m, int opened, int with_edges)
{
    return !(meet(m, opened, with_edges, simd_best()).meeting >> m->lane[opened] & 1);
}

static void scale_margins(meeting* m, double factor)
{
    for (int i = 0; i < 2; i++) {
        wide_pose* p = &m->pose[i];
        p->base *= factor;
        p->per_other *= factor;
        p->per_centre *= factor;
        p->per_half *= (float)factor;
        p->per_distance *= (float)factor;
    }
}

// Both directions, with and without edges, in every instruction set, are of one opinion about all lanes. Returns what
// is wrong, or NULL. To be called in any state of the floating-point unit; flushed: where differences vanish.
static const char* contradiction(const meeting* m, int flushed)
{
    for (int opened = 0; opened < 2; opened++) {
        const wide_met whole = meet(m, opened, 1, SIMD_PORTABLE),
                       faces = meet(m, opened, 0, SIMD_PORTABLE);
        if (whole.there != (1u << m->count[opened]) - 1)
            return "children that are not there, or missing";
        if (whole.by_faces & ~whole.there || whole.meeting & ~whole.by_faces)
            return "survivors from nowhere";
        if (faces.meeting != whole.by_faces || faces.by_faces != whole.by_faces)
            return "faces depend on edges";
        // Of distance / reach without margins: six fourth powers, each at most 1 if no face separates, else one above 1.
        meeting bare = *m;
        scale_margins(&bare, 0);
        const wide_met narrow = meet(&bare, opened, 1, SIMD_PORTABLE);
        if (memcmp(narrow.score, whole.score, sizeof whole.score) != 0)
            return "the score has a margin in it";
        for (unsigned lane = 0; PRUNING && !flushed && lane < m->count[opened]; lane++) {
            const double powers = -(double)narrow.score[lane];
            if (!(powers >= 0) || (narrow.by_faces >> lane & 1 ? powers > 6.001 : powers < 1))
                return "score";
        }
        for (int set = SIMD_PORTABLE + 1; set <= (int)simd_best(); set++) {
            const wide_met other = meet(m, opened, 1, (simd_set)set);
            if (memcmp(&other, &whole, sizeof whole) != 0)
                return "another instruction set finds something else";
            const wide_met other_faces = meet(m, opened, 0, (simd_set)set);
            if (memcmp(&other_faces, &faces, sizeof faces) != 0)
                return "another instruction set, without edges";
        }
    }
    return NULL;
}

static void touching_boxes_are_never_apart(void** state)
{
    (void)state;
    static obb pool[POOL];
    make_pool(pool, 1);
    rng r = {41};
    size_t touching = 0, missed[2] = {0, 0};
    for (size_t i = 0; touching < CASES(200000); i++) {
        placed_side a, b;
        meeting m;
        if (!random_sides(&r, pool, i, &a, &b) || !make_touch(&r, &a, &b)) continue;
        const float_mode* mode = &float_modes[i % FLOAT_MODE_COUNT];
        make_nodes(&r, pool, touching++, &a, &b, &m);
        float_mode_enter(mode);
        make_poses(&a, &b, &m);
        const int apart = are_apart(&m, 0, 1) || are_apart(&m, 1, 1) || are_apart(&m, 0, 0) ||
                          are_apart(&m, 1, 0);
        const char* wrong = i % 4 ? NULL : contradiction(&m, mode->flush != 0);
        float_mode_leave();
        if (apart) fail_msg("pair %zu is called apart (%s)", i, mode->name);
        if (wrong) fail_msg("pair %zu (%s): %s", i, mode->name, wrong);
        for (int k = 0; k < 2; k++) {
            scale_margins(&m, k ? 0 : 0x1p-5);
            missed[k] += (size_t)(are_apart(&m, 0, 1) || are_apart(&m, 1, 1));
        }
    }
    print_message("called apart with a 32nd of the margin: %zu, without: %zu of %zu\n", missed[0],
                  missed[1], touching);
    assert_true(!PRUNING ||
                (missed[0] > CASES(100) && missed[1] > touching / 100));  // the attack does attack
}

static void boxes_at_a_small_gap_are_apart(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is apart");
    static obb pool[POOL];
    make_pool(pool, 1);
    rng r = {42};
    size_t apart = 0, total = 0;
    for (size_t i = 0; i < 20000; i++) {
        placed_side a = random_side(&r, pool, 1), b = random_side(&r, pool, 1);
        meeting m;
        if (affine_from_pose(&a.map, &a.pose) || affine_from_pose(&b.map, &b.pose)) continue;
        make_gap(&r, i % 2 ? &a : &b, i % 2 ? &b : &a, 1e-3);
        make_nodes(&r, pool, i, &a, &b, &m);
        make_poses(&a, &b, &m);
        for (int opened = 0; opened < 2; opened++) {
            total++;
            apart += (size_t)are_apart(&m, opened, 0);  // the gap is at a face
        }
    }
    print_message("apart: %zu of %zu\n", apart, total);
    assert_true(total > 20000);
    assert_true((double)apart > 0.99 * (double)total);
}

// Up to 2^100 apart in size boxes are told apart as others; beyond, floats overflow, and nothing is claimed.
static void sizes_may_differ_by_any_power_of_two(void** state)
{
    (void)state;
    static obb pool[POOL];
    make_pool(pool, 1);
    rng r = {43};
    size_t touching = 0, far = 0;
    for (size_t i = 0; i < 20000; i++) {
        const int smaller = i % 4 ? (int)rng_below(&r, 100) : (int)rng_below(&r, 1050);
        placed_side a = random_side(&r, pool, 1), b = random_side(&r, pool, 1);
        meeting m;
        if (i % 2 && smaller < 290)
            a.pose.scale = ldexp(1, -smaller);
        else
            a.frame.exponent -= smaller;
        if (affine_from_pose(&a.map, &a.pose) || affine_from_pose(&b.map, &b.pose)) continue;
        if (!make_touch(&r, &a, &b)) continue;
        touching++;
        make_nodes(&r, pool, i, &a, &b, &m);
        make_poses(&a, &b, &m);
        for (int opened = 0; opened < 2; opened++) {
            if (are_apart(&m, opened, 1)) fail_msg("pair %zu, 2^-%d: called apart", i, smaller);
        }
        if (!PRUNING || smaller > 90) continue;
        b.map.translation[i % 3] += 4096;
        make_poses(&a, &b, &m);
        for (int opened = 0; opened < 2; opened++) {
            if (!are_apart(&m, opened, 0))
                fail_msg("pair %zu, 2^-%d: far, yet not apart", i, smaller);
        }
        far++;
    }
    assert_true(touching > 5000 && (!PRUNING || far > 3000));
}

// Two unit cubes, one nine lengths away: apart as they stand, and not with any number beyond all measure.
static meeting distant_cubes(void)
{
    const obb cube = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}, {1, 1, 1}};
    meeting m;
    memset(&m, 0, sizeof m);
    for (int side = 0; side < 2; side++) {
        wide_pose* p = &m.pose[side];
        p->stretch = 1;
        p->translation[0] = side ? -9 : 9;
        for (int k = 0; k < 3; k++) {
            p->linear[k][k] = 1;
            p->rotation[k][k] = 1;
        }
        m.count[side] = WIDE_LANES;
        for (unsigned lane = 0; lane < WIDE_LANES; lane++)
            set_child(&m.node[side], lane, &cube);
    }
    return m;
}

static void nothing_is_claimed_of_infinite_boxes(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is claimed anyhow");
    const meeting cubes = distant_cubes();
    for (unsigned lane = 0; lane < WIDE_LANES; lane++) {
        for (int k = 0; k < 10; k++) {
            meeting m = cubes;
            m.lane[0] = m.lane[1] = lane;
            assert_true(are_apart(&m, 0, 1) && are_apart(&m, 0, 0) && are_apart(&m, 1, 1));
            const double beyond = k < 5 ? (double)INFINITY : (double)NAN;
            wide_pose* p = &m.pose[0];
            if (k % 5 == 0) p->base = beyond;
            if (k % 5 == 1) p->per_other = beyond;
            if (k % 5 == 2) p->per_half = (float)beyond;
            if (k % 5 == 3) p->translation[1] = beyond;
            if (k % 5 == 4) p->stretch = (float)beyond;
            p->per_centre = 0x1p-20;
            p->per_distance = 0x1p-20f;
            for (int set = 0; set <= (int)simd_best(); set++) {
                assert_int_equal(meet(&m, 0, 1, (simd_set)set).meeting, 0xFF);
                assert_int_equal(meet(&m, 0, 0, (simd_set)set).meeting, 0xFF);
            }
        }
    }
}

// Two unit cubes, b turned by 45 degrees about z: they touch at a distance of 1/2 + sqrt(1/2).
static void the_textbook_distance_is_found(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is apart");
    const double touch = 1.2071067811865475, axis[3] = {0, 0, 1};
    placed_side a = {.box = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0}, {0.5, 0.5, 0.5}}};
    placed_side b = a;
    meeting m;
    assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 45), ABUT_OK);
    assert_int_equal(affine_from_pose(&a.map, &a.pose), ABUT_OK);
    assert_int_equal(affine_from_pose(&b.map, &b.pose), ABUT_OK);
    for (int beyond = 0; beyond < 2; beyond++) {
        memset(&m, 0, sizeof m);
        for (unsigned lane = 0; lane < WIDE_LANES; lane++) {
            set_child(&m.node[0], lane, &a.box);
            set_child(&m.node[1], lane, &b.box);
        }
        b.map.translation[0] = beyond ? touch * (1 + 1e-4) : touch;
        make_poses(&a, &b, &m);
        assert_int_equal(are_apart(&m, 0, 1), beyond);
        assert_int_equal(are_apart(&m, 1, 1), beyond);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(touching_boxes_are_never_apart),
        cmocka_unit_test(boxes_at_a_small_gap_are_apart),
        cmocka_unit_test(sizes_may_differ_by_any_power_of_two),
        cmocka_unit_test(nothing_is_claimed_of_infinite_boxes),
        cmocka_unit_test(the_textbook_distance_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
