// lane_boxes.inl - boxes of up to eight leaves or sets at once, a lane each, whose extents were found along their axes as these
// are stored: centres and half lengths of the nodes that they become (docs/proofs/boxes.md, "Boxes of quick builds").
#ifndef ABUT_ENGINE_BUILD_LANE_BOXES_INL
#define ABUT_ENGINE_BUILD_LANE_BOXES_INL
#include "base/simd.h"
#include "engine/build/extents.inl"
#include "engine/build/lanes3.inl"
#include "engine/tree/node.h"

#define CORNERS (3 * WIDE_LEAF)

// A box a lane: along its axes from the lane's origin.
typedef struct lane_boxes {
    lanes3 axis[3];
    lanes low[3], high[3];
    lanes area;  // for whoever compares
} lane_boxes;

// Corner i of eight leaves' triangles.
static inline void load_corner(const wide_leaf* const leaf[WIDE_LANES], int i, lanes out[WIDE_LEAF])
{
    lanes pair[4];
    for (int j = 0; j < 4; j++)
        pair[j] = lanes_pair(leaf[j]->corner[i], leaf[j + 4]->corner[i]);
    const lanes a0 = __builtin_shufflevector(pair[0], pair[1], 0, 8, 1, 9, 4, 12, 5, 13);
    const lanes a1 = __builtin_shufflevector(pair[2], pair[3], 0, 8, 1, 9, 4, 12, 5, 13);
    const lanes b0 = __builtin_shufflevector(pair[0], pair[1], 2, 10, 3, 11, 6, 14, 7, 15);
    const lanes b1 = __builtin_shufflevector(pair[2], pair[3], 2, 10, 3, 11, 6, 14, 7, 15);
    out[0] = __builtin_shufflevector(a0, a1, 0, 1, 8, 9, 4, 5, 12, 13);
    out[1] = __builtin_shufflevector(a0, a1, 2, 3, 10, 11, 6, 7, 14, 15);
    out[2] = __builtin_shufflevector(b0, b1, 0, 1, 8, 9, 4, 5, 12, 13);
    out[3] = __builtin_shufflevector(b0, b1, 2, 3, 10, 11, 6, 7, 14, 15);
}

static inline float lanes_least(lanes x)
{
    const lanes_halves h = lanes_split(x);
    return least(quad_min(h.half[0], h.half[1]));
}

static inline quad_double double_half(lanes x, int half)
{
    return __builtin_convertvector(lanes_split(x).half[half], quad_double);
}

// Centres and half lengths of four boxes as they are stored, and a bound of their defects.
static quad_double close_half(const lane_boxes* b, int half, lanes3 origin, lanes reach,
                              double widen, lanes_halves centre[3], lanes_halves side[3])
{
    const lanes from[3] = {origin.x, origin.y, origin.z};
    quad_double a[3][3], o[3], c[3], h[3], defect = quad_double_all(0), most = defect;
    for (int i = 0; i < 3; i++) {
        a[i][0] = double_half(b->axis[i].x, half);
        a[i][1] = double_half(b->axis[i].y, half);
        a[i][2] = double_half(b->axis[i].z, half);
        o[i] = double_half(from[i], half);
        c[i] = o[i];
    }
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++)
            defect = quad_double_max(defect, quad_double_abs(a[i][0] * a[k][0] + a[i][1] * a[k][1] +
                                                             a[i][2] * a[k][2] - (i == k)));
        const quad_double middle =
            (double_half(b->low[i], half) + double_half(b->high[i], half)) * 0.5;
        for (int k = 0; k < 3; k++)
            c[k] += middle * a[i][k];
    }
    defect += 0x1p-48;  // its own rounding
    for (int k = 0; k < 3; k++) {
        const quad rounded = __builtin_convertvector(c[k], quad);
        centre[k].half[half] =
            (quad)(((rounded > 0x1p-100F) | (rounded < -0x1p-100F)) & (quad_int)rounded);
        c[k] = __builtin_convertvector(centre[k].half[half], quad_double) - o[k];
    }
    const quad_double slack =
        double_half(reach, half) * (ABUT_BOUND_SCALE * 0x1p-19) + (0x1p-43 + widen);
    for (int i = 0; i < 3; i++) {
        const quad_double along = a[i][0] * c[0] + a[i][1] * c[1] + a[i][2] * c[2];
        h[i] = quad_double_max(double_half(b->high[i], half) - along,
                               along - double_half(b->low[i], half)) *
                   (1 + 0x1p-40) +
               slack;
        most = quad_double_max(most, h[i]);
    }
    for (int i = 0; i < 3; i++)
        side[i].half[half] = __builtin_convertvector(
            (h[i] + ABUT_BOUND_SCALE * 3.1 * defect * most) * (1 + 0x1p-22), quad);
    return defect;
}

// Write the boxes of a node's lanes. Returns a bound of their defects.
static double close_boxes(wide_node* n, const lane_boxes* b, uint32_t count, lanes3 origin,
                          lanes reach, double widen)
{
    lanes_halves centre[3], side[3];
    double defect = 0;
    for (int half = 0; half < 2; half++) {
        const quad_double own = close_half(b, half, origin, reach, widen, centre, side);
        for (uint32_t i = 0; i < 4 && 4 * (uint32_t)half + i < count; i++)
            defect = own[i] > defect ? own[i] : defect;
    }
    lanes_int there = lanes_int_all(0);
    for (uint32_t lane = 0; lane < WIDE_LANES; lane++)
        there[lane] = lane < count ? -1 : 0;
    for (int i = 0; i < 3; i++) {
        lanes_store(n->axis[3 * i], (lanes)((lanes_int)b->axis[i].x & there));
        lanes_store(n->axis[3 * i + 1], (lanes)((lanes_int)b->axis[i].y & there));
        lanes_store(n->axis[3 * i + 2], (lanes)((lanes_int)b->axis[i].z & there));
        lanes_store(n->centre[i], (lanes)((lanes_int)centre[i].whole & there));
        lanes_store(n->half[i], lanes_choose(there, side[i].whole, lanes_all(WIDE_NO_HALF)));
    }
    return defect;
}

#endif
