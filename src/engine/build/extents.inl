// extents.inl - how far leaves reach along axes, and what becomes of it in a node.
#ifndef ABUT_ENGINE_BUILD_EXTENTS_INL
#define ABUT_ENGINE_BUILD_EXTENTS_INL
#include "base/simd.h"
#include "engine/tree/node.h"

#include <float.h>
#include <math.h>

#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1  // for tests that must find the bound too small
#endif

static inline float sum_of(quad x)
{
    return (x[0] + x[1]) + (x[2] + x[3]);
}

// Subnormal numbers would read as 0 under denormals-are-zero, so they are 0 already here.
static inline float as_stored(double x)
{
    return fabs(x) < 0x1p-100 ? 0 : (float)x;
}

typedef struct extents {
    float low[3], high[3];  // along the dual axes, from the reference point
    float reach, offset;  // the largest of the leaves, of an origin's coordinate along a dual axis
} extents;

static inline float least(quad x)
{
    const float a = x[0] < x[1] ? x[0] : x[1], b = x[2] < x[3] ? x[2] : x[3];
    return a < b ? a : b;
}

// A leaf's corners in the low half, the next one's in the high half.
static inline lanes corners_of_pair(const wide_leaf* const leaf[2], int i)
{
    lanes x;
    memcpy(&x, leaf[0]->corner[i], sizeof x / 2);
    memcpy((char*)&x + sizeof x / 2, leaf[1]->corner[i], sizeof x / 2);
    return x;
}

static void measure_leaves(extents* e, const double dual[9], const double from[3],
                           const wide_leaf* leaves, size_t count)
{
    lanes low[3], high[3], row[3][3];
    quad furthest = quad_all(0);
    quad_double column[3];
    float farthest = 0;
    for (int i = 0; i < 3; i++) {
        low[i] = high[i] = lanes_all(FLT_MAX);
        column[i] = (quad_double){dual[i], dual[3 + i], dual[6 + i], 0};
        for (int k = 0; k < 3; k++)
            row[i][k] = lanes_all((float)dual[3 * i + k]);
    }
    for (size_t n = 0; n < count; n += 2) {
        // The last of an odd number twice.
        const wide_leaf* const leaf[2] = {&leaves[n], &leaves[n + 1 < count ? n + 1 : n]};
        quad offset[2];
        for (int p = 0; p < 2; p++) {
            const float* const o = leaf[p]->origin;
            offset[p] = __builtin_convertvector(column[0] * ((double)o[0] - from[0]) +
                                                    column[1] * ((double)o[1] - from[1]) +
                                                    column[2] * ((double)o[2] - from[2]),
                                                quad);
            furthest = quad_min(furthest, quad_min(offset[p], -offset[p]));
            farthest = leaf[p]->reach > farthest ? leaf[p]->reach : farthest;
        }
        lanes corner[9];
        for (int i = 0; i < 9; i++)
            corner[i] = corners_of_pair(leaf, i);
        for (int i = 0; i < 3; i++) {
            const float o0 = offset[0][i], o1 = offset[1][i];
            const lanes origin = {o0, o0, o0, o0, o1, o1, o1, o1};
            for (int v = 0; v < 9; v += 3) {
                const lanes along = row[i][0] * corner[v] + row[i][1] * corner[v + 1] +
                                    row[i][2] * corner[v + 2] + origin;
                low[i] = lanes_min(low[i], along);
                high[i] = lanes_min(high[i], -along);
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        quad half[2];
        memcpy(half, &low[i], sizeof half);
        e->low[i] = least(quad_min(half[0], half[1]));
        memcpy(half, &high[i], sizeof half);
        e->high[i] = -least(quad_min(half[0], half[1]));
    }
    e->reach = farthest;
    e->offset = -least(furthest);
}

static inline void copy_lane_from(wide_node* to, int to_lane, const wide_node* from, int lane)
{
    for (int i = 0; i < 9; i++)
        to->axis[i][to_lane] = from->axis[i][lane];
    for (int k = 0; k < 3; k++) {
        to->centre[k][to_lane] = from->centre[k][lane];
        to->half[k][to_lane] = from->half[k][lane];
    }
}

#endif
