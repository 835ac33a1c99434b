// block.inl - leaf pairs beside each other: the corners of b in coordinates about the origin of a's leaf.
//
// Bounds: docs/proofs/eight-triangles.md, "Eight triangles at once"; its symbols are used here.
#ifndef ABUT_ENGINE_LEAF_BLOCK_INL
#define ABUT_ENGINE_LEAF_BLOCK_INL
#include "base/base.h"
#include "base/simd.h"
#include "engine/leaf/group.inl"
#include "engine/leaf/leaf.h"

// Tests compile this with 1/32, to show that the bounds are needed (tests/engine/test_wide_leaf).
#ifndef ABUT_WIDE_BOUND_SCALE
#define ABUT_WIDE_BOUND_SCALE 1
#endif

#define ERROR 0x1p-23f  // what an operation errs by, at most, in any rounding mode
#define GUARD 0x1p24f   // beyond it nothing is decided: no overflow below

#define BLOCK_NUMBERS 19  // rows of a block: the corners of a, then of b, then the error

static inline group dot_lanes(const group x[3], const group y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static inline void cross_lanes(group out[3], const group x[3], const group y[3])
{
    out[0] = x[1] * y[2] - x[2] * y[1];
    out[1] = x[2] * y[0] - x[0] * y[2];
    out[2] = x[0] * y[1] - x[1] * y[0];
}

static inline void subtract_lanes(group out[3], const group x[3], const group y[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = x[k] - y[k];
}

static inline group length_lanes(const group x[3])
{
    return group_abs(x[0]) + group_abs(x[1]) + group_abs(x[2]);
}

static inline group lowest(group x, group y, group z)
{
    return group_min(group_min(x, y), z);
}

static inline group highest(group x, group y, group z)
{
    return group_max(group_max(x, y), z);
}

// ------------------------------------------------------------------------------------ placing corners

// The four numbers from a leaf's origin on: the fourth is its reach.
static inline quad origin_of(const wide_leaf* leaf)
{
    _Static_assert(offsetof(wide_leaf, reach) == offsetof(wide_leaf, origin) + 3 * sizeof(float),
                   "the reach follows the origin");
    return quad_load(
        (const float*)((const void*)((const char*)leaf + offsetof(wide_leaf, origin))));
}

// The origin of b's leaf in coordinates about that of a's.
static inline quad place_origin(const wide_leaf_pose* pose, quad a, quad b)
{
    const quad_double y = quad_double_from_quad(b);
    const quad_double turned = quad_double_load(pose->column[0]) * quad_double_all(y[0]) +
                               quad_double_load(pose->column[1]) * quad_double_all(y[1]) +
                               quad_double_load(pose->column[2]) * quad_double_all(y[2]);
    const quad_double placed = turned + quad_double_load(pose->translation);
    return __builtin_convertvector(placed - quad_double_from_quad(a), quad);
}

// What the poses of leaf pairs are in each lane.
typedef struct block_pose {
    group turn[3][3], per_reach, per_distance, fixed, own_per_reach, stretch;
    const wide_leaf_pose* pose[GROUP_EIGHTS];  // of each two leaf pairs
} block_pose;

#if GROUP_EIGHTS == 2
#define POSE_NUMBER(member) twice_all(p[0]->member, p[1]->member)
#else
#define POSE_NUMBER(member) lanes_all(p[0]->member)
#endif

static inline void take_poses(block_pose* out, const wide_leaf_pose* const p[GROUP_EIGHTS])
{
    for (int i = 0; i < 9; i++)
        out->turn[i / 3][i % 3] = POSE_NUMBER(turn[i / 3][i % 3]);
    out->per_reach = POSE_NUMBER(per_reach);
    out->per_distance = POSE_NUMBER(per_distance);
    out->fixed = POSE_NUMBER(fixed);
    out->own_per_reach = POSE_NUMBER(own_per_reach);
    out->stretch = POSE_NUMBER(stretch);
    for (int i = 0; i < GROUP_EIGHTS; i++)
        out->pose[i] = p[i];
}

// Row k of the corners of leaves.
static inline group corner_row(const wide_leaf* const leaf[GROUP_PAIRS], int k)
{
    quad row[GROUP_PAIRS];
#pragma GCC unroll 4
    for (int i = 0; i < GROUP_PAIRS; i++)
        row[i] = quad_load(leaf[i]->corner[k]);
    return group_from_quads(row);
}

// Fill the rows of a block from leaf pairs, and where the origins of b's leaves are. Returns E, such that computed projections to an axis L
// err by E |L| at most, both sides together.
static inline group place_pairs(group row[BLOCK_NUMBERS], const block_pose* pose,
                                const wide_leaf* const a[GROUP_PAIRS],
                                const wide_leaf* const b[GROUP_PAIRS], group place[3])
{
    quad a_origin[GROUP_PAIRS], b_origin[GROUP_PAIRS], b_place[GROUP_PAIRS];
#pragma GCC unroll 4
    for (int i = 0; i < GROUP_PAIRS; i++) {
        a_origin[i] = origin_of(a[i]);
        b_origin[i] = origin_of(b[i]);
        b_place[i] = place_origin(pose->pose[i / 2], a_origin[i], b_origin[i]);
    }
    const group placed = group_from_quads(b_place);
    place[0] = GROUP_SHUFFLE(placed, 0, 0, 0, 0);
    place[1] = GROUP_SHUFFLE(placed, 1, 1, 1, 1);
    place[2] = GROUP_SHUFFLE(placed, 2, 2, 2, 2);
    for (int v = 0; v < 3; v++) {
        group corner[3];
        for (int k = 0; k < 3; k++) {
            row[3 * v + k] = corner_row(a, 3 * v + k);
            corner[k] = corner_row(b, 3 * v + k);
        }
        for (int i = 0; i < 3; i++)
            row[9 + 3 * v + i] = pose->turn[i][0] * corner[0] + pose->turn[i][1] * corner[1] +
                                 pose->turn[i][2] * corner[2] + place[i];
    }
    const group a_ends = group_from_quads(a_origin), b_ends = group_from_quads(b_origin);
    const group a_reach = GROUP_SHUFFLE(a_ends, 3, 3, 3, 3);
    const group b_reach = GROUP_SHUFFLE(b_ends, 3, 3, 3, 3);
    const group distance = highest(group_abs(place[0]), group_abs(place[1]), group_abs(place[2]));
    const group a_error = pose->own_per_reach * a_reach + 0x1p-50f;
    const group b_error = pose->per_reach * b_reach + pose->per_distance * distance + pose->fixed;
    const group size = a_reach + (pose->stretch * b_reach + distance);
    const group nothing = group_all((float)INFINITY);
    const group_which guarded = group_above(group_all(GUARD), size);
    row[18] = group_choose(guarded, ABUT_WIDE_BOUND_SCALE * group_max(a_error, b_error), nothing);
    return group_choose(guarded,
                        ABUT_WIDE_BOUND_SCALE * (1.01f * (a_error + b_error) + 4.1f * ERROR * size),
                        nothing);
}

// The same for leaf pairs of one pose.
static inline group place_block(group row[BLOCK_NUMBERS], const wide_leaf_pose* pose,
                                const wide_leaf* const a[GROUP_PAIRS],
                                const wide_leaf* const b[GROUP_PAIRS], group place[3])
{
    const wide_leaf_pose* poses[GROUP_EIGHTS];
    for (int i = 0; i < GROUP_EIGHTS; i++)
        poses[i] = pose;
    block_pose one;
    take_poses(&one, poses);
    return place_pairs(row, &one, a, b, place);
}

// The triangles in the lanes, as the bits of floats.
static inline group ids_of(const wide_leaf* const leaf[GROUP_PAIRS])
{
    quad ids[GROUP_PAIRS];
#pragma GCC unroll 4
    for (int i = 0; i < GROUP_PAIRS; i++)
        ids[i] = quad_load((const float*)(const void*)leaf[i]->id);
    return group_from_quads(ids);
}

#if GROUP_EIGHTS == 1
// Which lanes hold a triangle.
static inline lanes_int triangles_of(const wide_leaf* const leaf[2])
{
    return ~lanes_int_equal((lanes_int)ids_of(leaf), lanes_int_all((int32_t)WIDE_NOBODY));
}
#endif

#endif
