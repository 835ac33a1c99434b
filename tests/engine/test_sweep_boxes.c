// test_sweep_boxes.c - boxes that move: how fast a gap closes is never found too small, and they do not meet while they are
// called free, in every lane and floating-point state. Every instruction set finds the same bits.
#include "base/simd_set.h"
#include "engine/sweep_meet.h"
#include "search/relative_pose.h"
#include "search/sweep.h"
#include "support/float_mode.h"
#include "support/long_motion.h"
#include "support/pruning.h"
#include "support/share.h"
#include "support/touching_boxes.h"

#include <stdio.h>

#define DECLARE(set, name) sweep_meet sweep_meet_##set;
#define ENTRY(set, name)   [SIMD_##name] = sweep_meet_##set,
SIMD_EACH(DECLARE)
static sweep_meet* const meets[SIMD_SETS] = {SIMD_EACH(ENTRY)};

enum { TIMES = 9 };

// A model's boxes, how it stands at the middle, and how it moves.
typedef struct body {
    wide_node node;
    unsigned lane;  // of the box that is compared with the other's node
    placed_side side;
    double defect;
} body;

typedef struct meeting {
    body at[2];
    sweep_search sweep;
    wide_pose pose[2];  // by the opened side
    wide_motion motion[2];
} meeting;

// ----------------------------------------------------------------------------------------------- making

static void set_child(wide_node* n, unsigned lane, const obb* box)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            n->axis[3 * i + k][lane] = (float)box->axes.row[i][k];
        n->centre[i][lane] = (float)box->centre[i];
        n->half[i][lane] = (float)box->half[i];
    }
}

static void make_node(rng* r, const obb pool[POOL], body* out)
{
    memset(&out->node, 0, sizeof out->node);
    out->defect = 0;
    for (unsigned i = 0; i < WIDE_LANES; i++) {
        obb box = i == out->lane ? out->side.box : pool[rng_below(r, POOL)];
        const double size = ldexp(1, -(int)rng_below(r, 8));
        for (int k = 0; k < 3 && i != out->lane; k++)
            box.half[k] = (double)(float)(size * box.half[k]);
        const double defect = obb_defect(&box);
        out->defect = defect > out->defect ? defect : out->defect;
        set_child(&out->node, i, &box);
    }
}

static double size_of_side(const placed_side* s)
{
    return ldexp(s->pose.scale > 0 ? s->pose.scale : 1, s->frame.exponent);
}

// Returns 0 if a pose is refused. half: of the interval.
static int make_meeting(rng* r, const obb pool[POOL], size_t number, double half, meeting* out)
{
    placed_side a, b;
    if (!random_sides(r, pool, number, &a, &b)) return 0;
    make_gap(r, number & 1 ? &a : &b, number & 1 ? &b : &a,
             ldexp(1, -(int)rng_below(r, 12)) * (number & 2 ? 1 : 1e-3));
    const placed_side* const sides[2] = {&a, &b};
    memset(&out->sweep, 0, sizeof out->sweep);
    out->sweep.now.half = half;
    for (int i = 0; i < 2; i++) {
        out->at[i].side = *sides[i];
        out->at[i].lane = (unsigned)(i ? number / WIDE_LANES : number) % WIDE_LANES;
        make_node(r, pool, &out->at[i]);
        out->sweep.now.field[i] =
            random_field(r, sides[i]->map.translation, size_of_side(sides[i]));
    }
    return 1;
}

// Outside of make_meeting: in the state of the floating-point unit that is tested.
static void prepare(meeting* m)
{
    for (int i = 0; i < 2; i++)
        m->sweep.side[i] =
            (relative_side){.pose = &m->at[i].side.map, .frame = &m->at[i].side.frame};
    for (int i = 0; i < 2; i++) {
        relative_pose relative;
        relative_pose_prepare(&relative, &m->sweep.side[i], &m->sweep.side[1 - i]);
        wide_pose_prepare(&m->pose[i], &relative, m->at[i].defect, m->at[1 - i].defect);
        wide_motion_prepare(&m->motion[i], &m->sweep, i, &m->pose[i], m->at[i].defect);
    }
}

static sweep_met meet(const meeting* m, int opened, simd_set set)
{
    sweep_met met;
    memset(&met, 0, sizeof met);
    meets[set](&m->pose[opened], &m->motion[opened], &m->at[opened].node, &m->at[1 - opened].node,
               m->at[1 - opened].lane, &met);
    return met;
}

// ------------------------------------------------------------------------------------------- the truth

// A box in the world: its centre, and half of each of its edges.
typedef struct world_box {
    long3 centre, edge[3];
} world_box;

static world_box place_in_world(const body* b, unsigned lane)
{
    world_box out;
    long3 y;
    for (int k = 0; k < 3; k++)
        y.x[k] = (long double)b->node.centre[k][lane];
    out.centre = long_to_world(&b->side.frame, &b->side.map, &y);
    for (int i = 0; i < 3; i++) {
        long3 end = y;
        for (int k = 0; k < 3; k++)
            end.x[k] +=
                (long double)b->node.axis[3 * i + k][lane] * (long double)b->node.half[i][lane];
        out.edge[i] = long_to_world(&b->side.frame, &b->side.map, &end);
        for (int k = 0; k < 3; k++)
            out.edge[i].x[k] -= out.centre.x[k];
    }
    return out;
}

static world_box move_box(const world_box* b, const sweep_field* f, long double tau)
{
    world_box out;
    out.centre = move_long(f, tau, &b->centre);
    for (int i = 0; i < 3; i++)
        out.edge[i] = turn_long(f, tau, &b->edge[i]);
    return out;
}

// How far two boxes are apart along an axis, times its length.
static long double gap_along(const world_box* a, const world_box* b, const long3* axis)
{
    long3 way;
    for (int k = 0; k < 3; k++)
        way.x[k] = b->centre.x[k] - a->centre.x[k];
    long double gap = fabsl(dot_long(axis, &way));
    for (int i = 0; i < 3; i++)
        gap -= fabsl(dot_long(axis, &a->edge[i])) + fabsl(dot_long(axis, &b->edge[i]));
    return gap;
}

// Whether some of the fifteen axes tells them apart, with no more than roundings to spare.
static int are_apart(const world_box* a, const world_box* b)
{
    const world_box* const box[2] = {a, b};
    for (int i = 0; i < 3; i++) {
        for (int side = 0; side < 2; side++) {
            const long3 face = cross_long(&box[side]->edge[i], &box[side]->edge[(i + 1) % 3]);
            if (gap_along(a, b, &face) > 0) return 1;
        }
        for (int j = 0; j < 3; j++) {
            const long3 axis = cross_long(&a->edge[i], &b->edge[j]);
            if (gap_along(a, b, &axis) > 0) return 1;
        }
    }
    return 0;
}

// Whether they are at some time in the window in which they are called free.
static int meet_within(const meeting* m, int opened, unsigned lane, const sweep_met* met)
{
    const sweep_field* f = m->sweep.now.field;
    const world_box child = place_in_world(&m->at[opened], lane),
                    other = place_in_world(&m->at[1 - opened], m->at[1 - opened].lane);
    const float window[2] = {met->before[lane], met->after[lane]};
    for (int side = 0; side < 2; side++) {
        if (!(window[side] > 0)) continue;
        const long double most = window[side] < 1 ? (long double)window[side] : 1;
        for (int i = 0; i < TIMES; i++) {
            const long double tau = (side ? 1 : -1) * most * (i + 1) / TIMES;
            const world_box x = move_box(&child, &f[opened], tau),
                            y = move_box(&other, &f[1 - opened], tau);
            if (!are_apart(&x, &y)) return 1;
        }
    }
    return 0;
}

// Whether some corner of what moves against the other comes faster than found, before or after the middle.
static int is_faster(const meeting* m, int opened, unsigned lane, const sweep_met* met)
{
    const sweep_field* f = m->sweep.now.field;
    const int mover = m->motion[opened].is_child ? opened : 1 - opened;
    const world_box box = place_in_world(&m->at[mover], mover == opened ? lane : m->at[mover].lane);
    // The direction in the frame of the opened model; then a vector of the world that has its products.
    long_rows rows;
    long3 along = {{0, 0, 0}};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            along.x[k] += (long double)met->g[i][lane] *
                          (long double)m->at[opened].node.axis[3 * i + k][lane];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            rows.row[i][k] = ldexpl((long double)m->at[opened].side.map.matrix[i][k],
                                    m->at[opened].side.frame.exponent);
    const long3 in_world = long_coordinates(&rows, &along);
    long double most[2] = {-(long double)INFINITY, -(long double)INFINITY};
    for (unsigned corner = 0; corner < 8; corner++) {
        long3 x = box.centre, speed;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                x.x[k] += corner >> i & 1 ? box.edge[i].x[k] : -box.edge[i].x[k];
        speed = (long3){{0, 0, 0}};
        for (int side = 0; side < 2; side++) {
            const long3 spin = long_of(f[side].spin);
            long3 arm;
            for (int k = 0; k < 3; k++)
                arm.x[k] = x.x[k] - (long double)f[side].pivot[k];
            const long3 turned = cross_long(&spin, &arm);
            for (int k = 0; k < 3; k++)
                speed.x[k] +=
                    (side == opened ? 1 : -1) * ((long double)f[side].way[k] + turned.x[k]);
        }
        const long double closing = dot_long(&in_world, &speed);
        most[1] = closing > most[1] ? closing : most[1];
        most[0] = -closing > most[0] ? -closing : most[0];
    }
    return most[0] > (long double)met->closing[0][lane] ||
           most[1] > (long double)met->closing[1][lane];
}

// ------------------------------------------------------------------------------------------------ tests

static int all_sets_agree(const meeting* m)
{
    for (int opened = 0; opened < 2; opened++) {
        const sweep_met met = meet(m, opened, SIMD_PORTABLE);
        for (int set = SIMD_PORTABLE + 1; set <= (int)simd_best(); set++) {
            const sweep_met other = meet(m, opened, (simd_set)set);
            // A direction is NaN where boxes meet; its sign may differ.
            if (met.there != other.there || met.open != other.open ||
                memcmp(met.before, other.before, sizeof met.before) != 0 ||
                memcmp(met.after, other.after, sizeof met.after) != 0)
                return 0;
        }
    }
    return 1;
}

// How many directions there are, and in how many of them something is faster than found.
static size_t count_faster(const meeting* m, int opened, const sweep_met* met, size_t* looked)
{
    size_t faster = 0;
    for (unsigned lane = 0; lane < WIDE_LANES; lane++) {
        if (!(met->g[0][lane] <= 1)) continue;  // NaN: they meet
        ++*looked;
        faster += (size_t)is_faster(m, opened, lane, met);
    }
    return faster;
}

static void speeds_are_never_found_too_small(void** state)
{
    (void)state;
    static obb pool[POOL];
    make_pool(pool, 1);
    rng r = {241};
    size_t looked = 0, again = 0, missed = 0;
    for (size_t i = 0; looked < CASES(100000); i++) {
        const float_mode* mode = &float_modes[i % FLOAT_MODE_COUNT];
        meeting m;
        if (!make_meeting(&r, pool, i, 1, &m)) continue;
        float_mode_enter(mode);
        prepare(&m);
        const int agree = i % 8 || all_sets_agree(&m);
        const sweep_met met[2] = {meet(&m, 0, simd_best()), meet(&m, 1, simd_best())};
        for (int opened = 0; opened < 2; opened++)
            m.motion[opened].margin /= 32;
        const sweep_met loose[2] = {meet(&m, 0, simd_best()), meet(&m, 1, simd_best())};
        float_mode_leave();
        if (!agree) fail_msg("case %zu (%s): instruction sets differ", i, mode->name);
        for (int opened = 0; opened < 2; opened++) {
            if (count_faster(&m, opened, &met[opened], &looked))
                fail_msg("case %zu (%s): faster than found", i, mode->name);
            missed += count_faster(&m, opened, &loose[opened], &again);
        }
    }
    print_message("with a 32nd of the margin, too small: %zu of %zu\n", missed, looked);
    assert_true(missed > CASES(20));  // the attack does attack
}

static void boxes_are_apart_within_their_windows(void** state)
{
    (void)state;
    static obb pool[POOL];
    make_pool(pool, 1);
    rng r = {242};
    size_t looked = 0, whole = 0, missed = 0;
    for (size_t i = 0; looked < CASES(60000); i++) {
        const float_mode* mode = &float_modes[i % FLOAT_MODE_COUNT];
        const double half = ldexp(1, -(int)rng_below(&r, 12));
        meeting m;
        if (!make_meeting(&r, pool, i, half, &m)) continue;
        const int opened = (int)(i % 2);
        float_mode_enter(mode);
        prepare(&m);
        const sweep_met met = meet(&m, opened, simd_best());
        meeting bent = m;
        bent.motion[opened].angle /= 32;
        bent.motion[opened].bend /= 32;
        const sweep_met loose = meet(&bent, opened, simd_best());
        float_mode_leave();
        for (unsigned lane = 0; lane < WIDE_LANES; lane++) {
            const int is_free = !(met.open >> lane & 1);
            if (is_free && !((double)met.before[lane] >= half && (double)met.after[lane] >= half))
                fail_msg("case %zu (%s), lane %u: free beyond its window", i, mode->name, lane);
            whole += (size_t)is_free;
            if (!(met.before[lane] > 0)) continue;
            looked++;
            if (meet_within(&m, opened, lane, &met))
                fail_msg("case %zu (%s), lane %u: they meet", i, mode->name, lane);
            missed += (size_t)meet_within(&m, opened, lane, &loose);
        }
    }
    print_message("free all through: %zu; with a 32nd of the bend they meet: %zu of %zu\n", whole,
                  missed, looked);
    assert_true(!PRUNING || whole > looked / 20);
    assert_true(missed > looked / 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speeds_are_never_found_too_small),
        cmocka_unit_test(boxes_are_apart_within_their_windows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
