// near.inl - how far one box is at least from the eight children of a node (docs/proofs/distance.md, "Eight distances at once").
//
// By weak duality every vector g bounds the distance of two boxes from below: (g . T - sum a_k |g . A_k| - sum b_l |g . B_l|)
// / |g|. So only three sums need a proof, never the search for g. It is the way between two points that alternating
// projections find: the axes of a box are nearly orthonormal, so the nearest point of a box is a clamp.
#ifndef ABUT_ENGINE_BOX_NEAR_INL
#define ABUT_ENGINE_BOX_NEAR_INL
#include "base/base.h"
#include "engine/box/box.inl"

#include <float.h>

// Tests compile this with 1/32, to show that the margin is needed.
#ifndef ABUT_NEAR_BOUND_SCALE
#define ABUT_NEAR_BOUND_SCALE 1
#endif

#define NEAR_PROJECTIONS 2
#define NEAR_FAR         0x1p58f  // of the sum of coordinates between centres: squares stay below 2^124

static inline lanes near_clamp(lanes x, lanes half)
{
    return lanes_max(lanes_min(x, half), lanes_negate(half));
}

static inline lanes near_dot(const lanes x[3], lanes y0, lanes y1, lanes y2)
{
    return x[0] * y0 + x[1] * y1 + x[2] * y2;
}

// A way from a child to the other box, in the axes of the child, and how far they are apart along it, times its length.
typedef struct near_way {
    lanes g[3], size[3];  // size: |g|
    lanes gap, length;  // not rounded in any direction; NaN in what is made of them proves nothing
    lanes_int is_near;  // beyond that nothing is proved
} near_way;

ALWAYS_INLINE near_way near_gap(const wide_pose* p, const wide_node* n, const placed_box* b,
                                int projections, boxes_facing* f)
{
    near_way out;
    boxes_face(p, n, b, f);
    lanes beta[3], w[3], half[3];
    lanes* g = out.g;
    for (int j = 0; j < 3; j++) {
        half[j] = lanes_all(b->half[j]);
        beta[j] = near_clamp(
            lanes_negate(near_dot(f->t, f->normal[0][j], f->normal[1][j], f->normal[2][j])),
            half[j]);
    }
    for (int turn = 0; turn < projections; turn++) {
        for (int i = 0; i < 3; i++) {
            const lanes z = f->t[i] + (f->normal[i][0] * beta[0] + f->normal[i][1] * beta[1] +
                                       f->normal[i][2] * beta[2]);
            g[i] = z - near_clamp(z, f->half[i]);
        }
        for (int j = 0; j < 3; j++) {
            w[j] = near_dot(g, f->normal[0][j], f->normal[1][j], f->normal[2][j]);
            if (turn + 1 < projections) beta[j] = near_clamp(beta[j] - w[j], half[j]);
        }
    }
    for (int i = 0; i < 3; i++)
        out.size[i] = lanes_abs(g[i]);
    // The margin of a unit axis, and half of it: what its part of the child's half lengths lacks here.
    const lanes margin = 1.5f * ABUT_NEAR_BOUND_SCALE * f->margin;
    out.gap = near_dot(g, f->t[0], f->t[1], f->t[2]) -
              near_dot(out.size, f->half[0], f->half[1], f->half[2]) -
              (half[0] * lanes_abs(w[0]) + half[1] * lanes_abs(w[1]) + half[2] * lanes_abs(w[2])) -
              (out.size[0] + out.size[1] + out.size[2]) * margin;
    out.length = lanes_root(near_dot(g, g[0], g[1], g[2]));
    // Gaps are squares: where they might overflow nothing is proved; nor is any box infinitely far.
    const lanes far = lanes_abs(f->t[0]) + lanes_abs(f->t[1]) + lanes_abs(f->t[2]);
    out.is_near = lanes_above(lanes_all(NEAR_FAR), far);
    return out;
}

// shrink: from a length in the opened frame to the search's unit, rounded down; hi: what is farther is left out.
ALWAYS_INLINE box_lanes near_boxes(const wide_pose* p, const wide_node* n, const placed_box* b,
                                   float shrink, float hi)
{
    box_lanes out;
    boxes_facing f;
    const near_way way = near_gap(p, n, b, NEAR_PROJECTIONS, &f);
    out.child = lanes_int_load(n->child);
    out.size = f.half[0] + f.half[1] + f.half[2];
    const lanes bound = way.gap / way.length * shrink;
    // NaN, of boxes that meet: 0.
    const lanes capped = lanes_min(lanes_max(bound, lanes_all(0)), lanes_all(FLT_MAX));
    out.bound = lanes_choose(way.is_near, capped, lanes_all(0));
    out.score = out.gap = out.before = out.after = out.slack = lanes_all(0);
    out.there = lanes_mask(lanes_above(out.size, lanes_all(-1)));
    out.by_faces = out.there;
    out.meeting =
        PRUNE(1) ? out.there & ~lanes_mask(lanes_above(out.bound, lanes_all(hi))) : out.there;
    return out;
}

#endif
