// core.inl - a core against the triangles of two leaves, up to eight at once (docs/proofs/distance.md, "Cores").
#ifndef ABUT_ENGINE_LEAF_CORE_INL
#define ABUT_ENGINE_LEAF_CORE_INL
#include "base/base.h"
#include "engine/box/core.inl"
#include "engine/leaf/block.inl"
#include "engine/leaf/plane.inl"

#define SQUARE_LEAST 0x1p-100f  // of a direction

// Two leaves beside each other, about a point.
typedef struct core_leaves {
    lanes r[3][3];  // from corner v to the point
    lanes c[3][3];  // the corners, about their leaf's origin
    lanes
        error;  // projections of r to an axis L err by error |L|_1, the dot product's own roundings included
} core_leaves;

// point: errs by error in each coordinate.
ALWAYS_INLINE void place_leaves(core_leaves* out, const wide_leaf* const leaf[2],
                                const float point[3], float error, float corner_error)
{
    const lanes ends = lanes_join(origin_of(leaf[0]), origin_of(leaf[1]));
    const lanes reach = LANES_SHUFFLE(ends, 3, 3, 3, 3);
    const lanes q[3] = {point[0] - LANES_SHUFFLE(ends, 0, 0, 0, 0),
                        point[1] - LANES_SHUFFLE(ends, 1, 1, 1, 1),
                        point[2] - LANES_SHUFFLE(ends, 2, 2, 2, 2)};
    for (int v = 0; v < 3; v++) {
        for (int k = 0; k < 3; k++) {
            out->c[v][k] = rows_of(leaf, 3 * v + k);
            out->r[v][k] = q[k] - out->c[v][k];
        }
    }
    const lanes most = lanes_max(lanes_max(lanes_abs(q[0]), lanes_abs(q[1])), lanes_abs(q[2]));
    out->error = error + ABUT_CORE_BOUND_SCALE *
                             (6 * ERROR * (most + reach) + corner_error * reach + 0x1p-50f);
}

// What a gap along a direction proves. 0 of a direction whose square may have lost what it is made of.
static inline lanes along_direction(lanes gap, const lanes g[3])
{
    const lanes square = dot_lanes(g, g), zero = lanes_all(0);
    const lanes least = lanes_max(gap / lanes_root(square) * (1 - 0x1p-20f), zero);  // NaN: 0
    return lanes_choose(lanes_above(square, lanes_all(SQUARE_LEAST)), least, zero);
}

// The way from the nearest point of a triangle to a point, as computed; and the square of how far some point of it is.
typedef struct core_way {
    lanes way[3], square;
} core_way;

ALWAYS_INLINE void take_edge(core_way* best, const lanes r[3], const lanes e[3])
{
    const lanes s = lanes_min(lanes_max(dot_lanes(r, e) / dot_lanes(e, e), lanes_all(0)),
                              lanes_all(1));  // of an edge without length 0
    const lanes way[3] = {r[0] - s * e[0], r[1] - s * e[1], r[2] - s * e[2]};
    const lanes square = dot_lanes(way, way);
    const lanes_int is_less = lanes_above(best->square, square);
    best->square = lanes_min(square, best->square);
    for (int k = 0; k < 3; k++)
        best->way[k] = lanes_choose(is_less, way[k], best->way[k]);
}

ALWAYS_INLINE void take_face(core_way* best, const core_leaves* l, lanes e[3][3])
{
    lanes n[3], weight[3];
    cross_lanes(n, e[0], e[1]);
    lanes sum = lanes_all(0);
    lanes_int inside = lanes_int_all(-1);
    for (int i = 0; i < 3; i++) {  // of the corner that is not on edge i
        lanes inward[3];
        cross_lanes(inward, n, e[i]);
        weight[(i + 2) % 3] = dot_lanes(inward, l->r[i]);
        inside &= ~lanes_above(lanes_all(0), weight[(i + 2) % 3]);
        sum += weight[(i + 2) % 3];
    }
    inside &= lanes_above(sum, lanes_all(0));
    const lanes s = weight[1] / sum, t = weight[2] / sum;
    const lanes way[3] = {l->r[0][0] - s * e[0][0] + t * e[2][0],
                          l->r[0][1] - s * e[0][1] + t * e[2][1],
                          l->r[0][2] - s * e[0][2] + t * e[2][2]};
    const lanes_int back = (lanes_int)dot_lanes(n, l->r[0]) & INT32_MIN;
    for (int k = 0; k < 3; k++)
        best->way[k] = lanes_choose(inside, (lanes)((lanes_int)n[k] ^ back), best->way[k]);
    best->square = lanes_choose(inside, lanes_min(dot_lanes(way, way), best->square), best->square);
}

// How far a point is from each triangle: at least lo, at most hi, in the frame.
ALWAYS_INLINE void point_leaves(const core_limits* by, const wide_leaf* const leaf[2],
                                float corner_error, lanes* lo, lanes* hi)
{
    core_leaves l;
    core_way best = {.square = lanes_all((float)INFINITY)};
    lanes e[3][3];
    place_leaves(&l, leaf, by->point.at, by->point_error, corner_error);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            e[i][k] = l.c[(i + 1) % 3][k] - l.c[i][k];
            best.way[k] = lanes_all(0);
        }
    }
    for (int i = 0; i < 3; i++)
        take_edge(&best, l.r[i], e[i]);
    take_face(&best, &l, e);
    const lanes* const g = best.way;
    const lanes along =
        lanes_min(lanes_min(dot_lanes(g, l.r[0]), dot_lanes(g, l.r[1])), dot_lanes(g, l.r[2]));
    const lanes size = lanes_abs(g[0]) + lanes_abs(g[1]) + lanes_abs(g[2]);
    *lo = along_direction(along - size * l.error, g);
    *hi = lanes_root(best.square) * (1 + 0x1p-20f) + 8 * l.error;
}

// How far a box is from each triangle at least, in the frame: along its axes, and across the triangle.
ALWAYS_INLINE lanes box_leaves(const core* c, const wide_leaf* const leaf[2], float corner_error)
{
    core_leaves l;
    const placed_box* const b = &c->box;
    place_leaves(&l, leaf, b->centre, b->margin, corner_error);
    lanes square = lanes_all(0), n[3], e[2][3], across = lanes_all(0);
    for (int k = 0; k < 3; k++) {
        e[0][k] = l.c[1][k] - l.c[0][k];
        e[1][k] = l.c[2][k] - l.c[0][k];
    }
    cross_lanes(n, e[0], e[1]);
    for (int j = 0; j < 3; j++) {
        const lanes axis[3] = {lanes_all(b->normal[j][0]), lanes_all(b->normal[j][1]),
                               lanes_all(b->normal[j][2])};
        const lanes x = dot_lanes(axis, l.r[0]), y = dot_lanes(axis, l.r[1]),
                    z = dot_lanes(axis, l.r[2]);
        const lanes low = lanes_min(lanes_min(x, y), z), high = lanes_max(lanes_max(x, y), z);
        const lanes gap = lanes_max(low, lanes_negate(high)) - b->half[j] -
                          (lanes_abs(axis[0]) + lanes_abs(axis[1]) + lanes_abs(axis[2])) * l.error;
        const lanes beyond = lanes_max(gap, lanes_all(0));
        square += beyond * beyond;
        across += b->half[j] * lanes_abs(dot_lanes(axis, n));
    }
    const lanes x = dot_lanes(n, l.r[0]), y = dot_lanes(n, l.r[1]), z = dot_lanes(n, l.r[2]);
    const lanes low = lanes_min(lanes_min(x, y), z), high = lanes_max(lanes_max(x, y), z);
    const lanes size = lanes_abs(n[0]) + lanes_abs(n[1]) + lanes_abs(n[2]);
    const lanes gap = lanes_max(low, lanes_negate(high)) - across - 2 * size * l.error;
    // Axes are nearly orthonormal; the box's margin has what they lack.
    return lanes_max(lanes_root(square) * 0.98f, along_direction(gap, n));
}

// How far each corner is above a plane: the least and the greatest, roundings taken off and added.
ALWAYS_INLINE void plane_leaves(const core* c, float per_place, const wide_leaf* const leaf[2],
                                float corner_error, lanes low[2], lanes high[2])
{
    const leaf_corners l = leaf_corners_of(leaf, corner_error);
    lanes height[3];
    const lanes error = corner_heights(&c->plane, per_place, &l, height);
    const lanes least = lanes_min(lanes_min(height[0], height[1]), height[2]);
    const lanes most = lanes_max(lanes_max(height[0], height[1]), height[2]);
    low[0] = least - error;
    low[1] = least + error;
    high[0] = most - error;
    high[1] = most + error;
}

#endif
