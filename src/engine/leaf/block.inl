// block.inl - two leaf pairs beside each other: the corners of b in coordinates about the origin of a's leaf.
//
// Bounds: docs/exactness.md, "Eight triangles at once"; its symbols are used here.
#ifndef ABUT_ENGINE_LEAF_BLOCK_INL
#define ABUT_ENGINE_LEAF_BLOCK_INL
#include "base/base.h"
#include "base/simd.h"
#include "engine/leaf/leaf.h"

// Tests compile this with 1/32, to show that the bounds are needed (tests/engine/test_wide_leaf).
#ifndef ABUT_WIDE_BOUND_SCALE
#define ABUT_WIDE_BOUND_SCALE 1
#endif

#define ERROR 0x1p-23f  // what an operation errs by, at most, in any rounding mode
#define GUARD 0x1p24f   // beyond it nothing is decided: no overflow below

#define BLOCK_NUMBERS 19  // rows of a block: the corners of a, then of b, then the error

static inline lanes dot_lanes(const lanes x[3], const lanes y[3])
{
    return x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
}

static inline void cross_lanes(lanes out[3], const lanes x[3], const lanes y[3])
{
    out[0] = x[1] * y[2] - x[2] * y[1];
    out[1] = x[2] * y[0] - x[0] * y[2];
    out[2] = x[0] * y[1] - x[1] * y[0];
}

static inline void subtract_lanes(lanes out[3], const lanes x[3], const lanes y[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = x[k] - y[k];
}

static inline lanes length_lanes(const lanes x[3])
{
    return lanes_abs(x[0]) + lanes_abs(x[1]) + lanes_abs(x[2]);
}

static inline lanes lowest(lanes x, lanes y, lanes z)
{
    return lanes_min(lanes_min(x, y), z);
}

static inline lanes highest(lanes x, lanes y, lanes z)
{
    return lanes_max(lanes_max(x, y), z);
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
    const quad_double y = __builtin_convertvector(b, quad_double);
    const quad_double turned = quad_double_load(pose->column[0]) * quad_double_all(y[0]) +
                               quad_double_load(pose->column[1]) * quad_double_all(y[1]) +
                               quad_double_load(pose->column[2]) * quad_double_all(y[2]);
    const quad_double placed = turned + quad_double_load(pose->translation);
    return __builtin_convertvector(placed - __builtin_convertvector(a, quad_double), quad);
}

// Fill the rows of a block from two leaf pairs, and where the origins of b's leaves are. Returns E, such that computed projections to an axis L
// err by E |L| at most, both sides together.
static inline lanes place_block(lanes row[BLOCK_NUMBERS], const wide_leaf_pose* pose,
                                const wide_leaf* const a[2], const wide_leaf* const b[2],
                                lanes place[3])
{
    const quad a_origin[2] = {origin_of(a[0]), origin_of(a[1])};
    const quad b_origin[2] = {origin_of(b[0]), origin_of(b[1])};
    const lanes placed = lanes_join(place_origin(pose, a_origin[0], b_origin[0]),
                                    place_origin(pose, a_origin[1], b_origin[1]));
    place[0] = LANES_SHUFFLE(placed, 0, 0, 0, 0);
    place[1] = LANES_SHUFFLE(placed, 1, 1, 1, 1);
    place[2] = LANES_SHUFFLE(placed, 2, 2, 2, 2);
    for (int v = 0; v < 3; v++) {
        lanes corner[3];
        for (int k = 0; k < 3; k++) {
            row[3 * v + k] = lanes_pair(a[0]->corner[3 * v + k], a[1]->corner[3 * v + k]);
            corner[k] = lanes_pair(b[0]->corner[3 * v + k], b[1]->corner[3 * v + k]);
        }
        for (int i = 0; i < 3; i++)
            row[9 + 3 * v + i] = pose->turn[i][0] * corner[0] + pose->turn[i][1] * corner[1] +
                                 pose->turn[i][2] * corner[2] + place[i];
    }
    const lanes a_ends = lanes_join(a_origin[0], a_origin[1]);
    const lanes b_ends = lanes_join(b_origin[0], b_origin[1]);
    const lanes a_reach = LANES_SHUFFLE(a_ends, 3, 3, 3, 3);
    const lanes b_reach = LANES_SHUFFLE(b_ends, 3, 3, 3, 3);
    const lanes distance = highest(lanes_abs(place[0]), lanes_abs(place[1]), lanes_abs(place[2]));
    const lanes a_error = pose->own_per_reach * a_reach + 0x1p-50f;
    const lanes b_error = pose->per_reach * b_reach + pose->per_distance * distance + pose->fixed;
    const lanes size = a_reach + (pose->stretch * b_reach + distance);
    const lanes nothing = lanes_all((float)INFINITY);
    const lanes_int guarded = lanes_above(lanes_all(GUARD), size);
    row[18] = lanes_choose(guarded, ABUT_WIDE_BOUND_SCALE * lanes_max(a_error, b_error), nothing);
    return lanes_choose(guarded,
                        ABUT_WIDE_BOUND_SCALE * (1.01f * (a_error + b_error) + 4.1f * ERROR * size),
                        nothing);
}

// Which lanes hold a triangle.
static inline lanes_int triangles_of(const wide_leaf* const leaf[2])
{
    const float* ids[2];
    for (int p = 0; p < 2; p++)
        ids[p] = (const float*)(const void*)leaf[p]->id;
    return ~lanes_int_equal((lanes_int)lanes_pair(ids[0], ids[1]),
                            lanes_int_all((int32_t)WIDE_NOBODY));
}

#endif
