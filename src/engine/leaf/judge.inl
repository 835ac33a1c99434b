// judge.inl - whether the two triangles of each of eight pairs are apart or cross: the nine axes across an edge of each, and
// an edge that pierces the other's face.
//
// Bounds: docs/proofs/eight-triangles.md, "Eight triangles at once"; its symbols are used here. A comparison that meets infinity or NaN
// proves nothing.
#ifndef ABUT_ENGINE_LEAF_JUDGE_INL
#define ABUT_ENGINE_LEAF_JUDGE_INL
#include "engine/leaf/block.inl"

#define DET_TINY 0x1p-90f

// Row k of eight lanes, each from a place of its own.
static inline lanes gather_row(const float* const from[SIMD_LANES], int k)
{
    const int at = k * SIMD_LANES;
    return (lanes){from[0][at], from[1][at], from[2][at], from[3][at],
                   from[4][at], from[5][at], from[6][at], from[7][at]};
}

// ------------------------------------------------------------------------------------- edges, as axes

// A triangle of each of eight pairs. Lengths are sums of |components|.
typedef struct side {
    group corner[9], edge[9], normal[3];  // edge i goes from corner i to the next
    group length[3], longest;             // lambda: lengths with their errors
    group per_length, fixed;              // of the error of normal . row
    group along[3];                       // normal . edges of the other side
    group along_error[3];
    group height[3], height_error;  // of the other's corners over this plane
} side;

static inline void find_edges(side* s, group error)
{
    for (int i = 0; i < 3; i++) {
        subtract_lanes(s->edge + 3 * i, s->corner + 3 * ((i + 1) % 3), s->corner + 3 * i);
        s->length[i] = length_lanes(s->edge + 3 * i) + 3.6f * error;
    }
    s->longest = highest(s->length[0], s->length[1], s->length[2]);
    cross_lanes(s->normal, s->edge, s->edge + 3);
    const group area = s->length[0] * s->length[1];
    s->per_length =
        16 * ABUT_WIDE_BOUND_SCALE * ERROR * area + 3.54f * error * (s->length[0] + s->length[1]);
    s->fixed = 3.54f * error * area + DET_TINY;
}

static inline void find_along(side* s, const side* other)
{
    for (int i = 0; i < 3; i++) {
        s->along[i] = dot_lanes(s->normal, other->edge + 3 * i);
        s->along_error[i] = s->per_length * other->length[i] + s->fixed;
    }
}

// The heights of three corners, from that of the first.
static inline void find_heights(side* s, group first, group arm)
{
    s->height[0] = first;
    s->height[1] = first + s->along[0];
    s->height[2] = first - s->along[2];
    s->height_error = s->per_length * arm + 2 * s->fixed;
}

// How surely an edge of the other side pierces this plane: positive if it does.
static inline group pierces_plane(const side* s, int edge)
{
    const group p = s->height[edge], q = s->height[(edge + 1) % 3];
    return group_min(group_max(p, q), group_negate(group_min(p, q))) - s->height_error;
}

static inline group off_plane(const side* s)
{
    return highest(group_abs(s->height[0]), group_abs(s->height[1]), group_abs(s->height[2])) -
           s->height_error;
}

typedef struct verdict {
    group_which apart, cross;
} verdict;

// The nine determinants of an edge of each. least[i], most[i]: of edge i of a, over edges of b, the lowest
// determinant less its error, and the highest with it.
typedef struct crossings {
    group a_least[3], a_most[3], b_least[3], b_most[3];
    group gap;  // positive: an axis separates
} crossings;

static inline void cross_edges(crossings* out, const side* a, const side* b, const group arm[9],
                               group error)
{
    const group reach = length_lanes(arm) + a->longest + 3.6f * error;
    const group scale = 16 * ABUT_WIDE_BOUND_SCALE * ERROR * reach + 3.54f * error;
    const group spread = 3.54f * error * (reach / scale);
    group above[2][3], below[2][3], b_size[3];
    for (int i = 0; i < 3; i++) {
        const group zero = group_all(0);
        above[0][i] = group_max(b->along[i], zero) + b->along_error[i];
        below[0][i] = b->along_error[i] - group_min(b->along[i], zero);
        above[1][i] = group_max(a->along[i], zero) + a->along_error[i];
        below[1][i] = a->along_error[i] - group_min(a->along[i], zero);
        b_size[i] = scale * (b->length[i] + spread);
    }
    out->gap = group_all(-1);
    for (int i = 0; i < 3; i++) {
        group moment[3];
        cross_lanes(moment, arm + 3 * i, a->edge + 3 * i);
        const group a_size = a->length[i] + spread;
        for (int j = 0; j < 3; j++) {
            group value = dot_lanes(moment, b->edge + 3 * j);
            group bound = a_size * b_size[j] + DET_TINY;
            if (j == 1) {
                value += b->along[i];
                bound += b->along_error[i];
            }
            const group least = value - bound, most = value + bound;
            const group up = least - (above[0][i] + above[1][j]);
            const group down = group_negate(most + (below[0][i] + below[1][j]));
            out->gap = highest(up, down, out->gap);
            out->a_least[i] = j ? group_min(least, out->a_least[i]) : least;
            out->a_most[i] = j ? group_max(most, out->a_most[i]) : most;
            out->b_least[j] = i ? group_min(least, out->b_least[j]) : least;
            out->b_most[j] = i ? group_max(most, out->b_most[j]) : most;
        }
    }
}

static inline verdict judge_edges(side* a, side* b, group error)
{
    find_edges(a, error);
    find_edges(b, error);
    find_along(a, b);
    find_along(b, a);
    group arm[9];  // from b's first corner to a's
    for (int i = 0; i < 3; i++)
        subtract_lanes(arm + 3 * i, a->corner + 3 * i, b->corner);
    const group reach = length_lanes(arm) + 7.2f * error;
    find_heights(a, group_negate(dot_lanes(a->normal, arm)), reach + b->longest);
    find_heights(b, dot_lanes(b->normal, arm), reach + a->longest);
    crossings c;
    cross_edges(&c, a, b, arm, error);
    group by_a = group_all(-1), by_b = group_all(-1);  // an edge of a, or of b, pierces the other
    for (int i = 0; i < 3; i++) {
        const group a_sure = group_max(c.a_least[i], group_negate(c.a_most[i]));
        const group b_sure = group_max(c.b_least[i], group_negate(c.b_most[i]));
        by_a = group_max(group_min(a_sure, pierces_plane(b, i)), by_a);
        by_b = group_max(group_min(b_sure, pierces_plane(a, i)), by_b);
    }
    // The other triangle has an inside; this one has if something is off its plane.
    by_a = group_min(by_a, off_plane(a));
    by_b = group_min(by_b, off_plane(b));
    const group zero = group_all(0);
    return (verdict){group_above(c.gap, zero), group_above(group_max(by_a, by_b), zero)};
}

#endif
