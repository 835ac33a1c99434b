// judge.inl - whether the two triangles of each of eight pairs are apart or cross: the nine axes across an edge of each, and
// an edge that pierces the other's face.
//
// Bounds: docs/exactness.md, "Eight triangles at once"; its symbols are used here. A comparison that meets infinity or NaN
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
    lanes corner[9], edge[9], normal[3];  // edge i goes from corner i to the next
    lanes length[3], longest;             // lambda: lengths with their errors
    lanes per_length, fixed;              // of the error of normal . row
    lanes along[3];                       // normal . edges of the other side
    lanes along_error[3];
    lanes height[3], height_error;  // of the other's corners over this plane
} side;

static inline void find_edges(side* s, lanes error)
{
    for (int i = 0; i < 3; i++) {
        subtract_lanes(s->edge + 3 * i, s->corner + 3 * ((i + 1) % 3), s->corner + 3 * i);
        s->length[i] = length_lanes(s->edge + 3 * i) + 3.6f * error;
    }
    s->longest = highest(s->length[0], s->length[1], s->length[2]);
    cross_lanes(s->normal, s->edge, s->edge + 3);
    const lanes area = s->length[0] * s->length[1];
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
static inline void find_heights(side* s, lanes first, lanes arm)
{
    s->height[0] = first;
    s->height[1] = first + s->along[0];
    s->height[2] = first - s->along[2];
    s->height_error = s->per_length * arm + 2 * s->fixed;
}

// How surely an edge of the other side pierces this plane: positive if it does.
static inline lanes pierces_plane(const side* s, int edge)
{
    const lanes p = s->height[edge], q = s->height[(edge + 1) % 3];
    return lanes_min(lanes_max(p, q), lanes_negate(lanes_min(p, q))) - s->height_error;
}

static inline lanes off_plane(const side* s)
{
    return highest(lanes_abs(s->height[0]), lanes_abs(s->height[1]), lanes_abs(s->height[2])) -
           s->height_error;
}

typedef struct verdict {
    lanes_int apart, cross;
} verdict;

// The nine determinants of an edge of each. least[i], most[i]: of edge i of a, over edges of b, the lowest
// determinant less its error, and the highest with it.
typedef struct crossings {
    lanes a_least[3], a_most[3], b_least[3], b_most[3];
    lanes gap;  // positive: an axis separates
} crossings;

static inline void cross_edges(crossings* out, const side* a, const side* b, const lanes arm[9],
                               lanes error)
{
    const lanes reach = length_lanes(arm) + a->longest + 3.6f * error;
    const lanes scale = 16 * ABUT_WIDE_BOUND_SCALE * ERROR * reach + 3.54f * error;
    const lanes spread = 3.54f * error * (reach / scale);
    lanes above[2][3], below[2][3], b_size[3];
    for (int i = 0; i < 3; i++) {
        const lanes zero = lanes_all(0);
        above[0][i] = lanes_max(b->along[i], zero) + b->along_error[i];
        below[0][i] = b->along_error[i] - lanes_min(b->along[i], zero);
        above[1][i] = lanes_max(a->along[i], zero) + a->along_error[i];
        below[1][i] = a->along_error[i] - lanes_min(a->along[i], zero);
        b_size[i] = scale * (b->length[i] + spread);
    }
    out->gap = lanes_all(-1);
    for (int i = 0; i < 3; i++) {
        lanes moment[3];
        cross_lanes(moment, arm + 3 * i, a->edge + 3 * i);
        const lanes a_size = a->length[i] + spread;
        for (int j = 0; j < 3; j++) {
            lanes value = dot_lanes(moment, b->edge + 3 * j);
            lanes bound = a_size * b_size[j] + DET_TINY;
            if (j == 1) {
                value += b->along[i];
                bound += b->along_error[i];
            }
            const lanes least = value - bound, most = value + bound;
            const lanes up = least - (above[0][i] + above[1][j]);
            const lanes down = lanes_negate(most + (below[0][i] + below[1][j]));
            out->gap = highest(up, down, out->gap);
            out->a_least[i] = j ? lanes_min(least, out->a_least[i]) : least;
            out->a_most[i] = j ? lanes_max(most, out->a_most[i]) : most;
            out->b_least[j] = i ? lanes_min(least, out->b_least[j]) : least;
            out->b_most[j] = i ? lanes_max(most, out->b_most[j]) : most;
        }
    }
}

static inline verdict judge_edges(side* a, side* b, lanes error)
{
    find_edges(a, error);
    find_edges(b, error);
    find_along(a, b);
    find_along(b, a);
    lanes arm[9];  // from b's first corner to a's
    for (int i = 0; i < 3; i++)
        subtract_lanes(arm + 3 * i, a->corner + 3 * i, b->corner);
    const lanes reach = length_lanes(arm) + 7.2f * error;
    find_heights(a, lanes_negate(dot_lanes(a->normal, arm)), reach + b->longest);
    find_heights(b, dot_lanes(b->normal, arm), reach + a->longest);
    crossings c;
    cross_edges(&c, a, b, arm, error);
    lanes by_a = lanes_all(-1), by_b = lanes_all(-1);  // an edge of a, or of b, pierces the other
    for (int i = 0; i < 3; i++) {
        const lanes a_sure = lanes_max(c.a_least[i], lanes_negate(c.a_most[i]));
        const lanes b_sure = lanes_max(c.b_least[i], lanes_negate(c.b_most[i]));
        by_a = lanes_max(lanes_min(a_sure, pierces_plane(b, i)), by_a);
        by_b = lanes_max(lanes_min(b_sure, pierces_plane(a, i)), by_b);
    }
    // The other triangle has an inside; this one has if something is off its plane.
    by_a = lanes_min(by_a, off_plane(a));
    by_b = lanes_min(by_b, off_plane(b));
    const lanes zero = lanes_all(0);
    return (verdict){lanes_above(c.gap, zero), lanes_above(lanes_max(by_a, by_b), zero)};
}

#endif
