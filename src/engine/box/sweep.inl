// sweep.inl - for how long a box stays free of the eight children of a node, before and after the time at which both are seen
// (docs/proofs/motion.md, "Boxes that move").
//
// The bound of their distance (near.inl) comes with a direction, and the gap along it. Only what closes that gap counts: the
// speed of a box along it is affine, so it is that of the centre and what half lengths add; and by how much that changes is
// known. So the window is what a quadratic equation says.
#ifndef ABUT_ENGINE_BOX_SWEEP_INL
#define ABUT_ENGINE_BOX_SWEEP_INL
#include "base/base.h"
#include "engine/box/motion.h"
#include "engine/box/near.inl"

#define SWEEP_PROJECTIONS                                                                          \
    3  // one more than for distances: what goes across the direction does not count

// For how long a gap stays open that closes at no more than closing, which itself grows by at most bend: the least r with
// gap = closing r + bend r^2 / 2, rounded down. 0 if there is no gap, or any of them is NaN.
static inline lanes sweep_window(lanes gap, lanes closing, lanes bend)
{
    const lanes zero = lanes_all(0);
    // What closes as slowly as this might have a square that is lost.
    const lanes_int is_closing = ~lanes_above(zero, closing);
    closing = lanes_choose(is_closing, closing + 0x1p-50f, closing);
    const lanes root = lanes_root(closing * closing + 2 * bend * gap);
    const lanes above = lanes_choose(is_closing, gap + gap, root - closing),
                below = lanes_choose(is_closing, closing + root, bend);
    const lanes r = above / below * (1 - 0x1p-18f) - 0x1p-51f;
    return lanes_choose(lanes_above(gap, zero), lanes_max(r, zero), zero);
}

// How much of the pull to the axis is along a unit vector g; cross: g x spin.
static inline lanes pull_along(const wide_motion* m, const lanes cross[3])
{
    const lanes square = cross[0] * cross[0] + cross[1] * cross[1] + cross[2] * cross[2];
    return lanes_min(lanes_root(square) * (1 + 0x1p-18f) + m->lean, lanes_all(m->angle));
}

// How fast the mover's centres go, and what half lengths add to that along a direction.
typedef struct sweep_speeds {
    lanes
        toward;  // of centres, along the direction from the child to the other box; away from it is above 0
    lanes spread, most;  // most: in any direction, all together
    lanes bend;
} sweep_speeds;

// g: a unit vector along the child's axes.
ALWAYS_INLINE void speeds_of_other(sweep_speeds* out, const wide_motion* m, const wide_node* n,
                                   const placed_box* b, const lanes g[3])
{
    lanes along[3];
    for (int k = 0; k < 3; k++)
        along[k] = near_dot(g, lanes_load(n->axis[k]), lanes_load(n->axis[3 + k]),
                            lanes_load(n->axis[6 + k]));
    const float *s = m->spin, *c = b->centre;
    const float v[3] = {m->base[0] + (s[1] * c[2] - s[2] * c[1]),
                        m->base[1] + (s[2] * c[0] - s[0] * c[2]),
                        m->base[2] + (s[0] * c[1] - s[1] * c[0])};
    float turning = 0, square = 0, going = 0;
    out->spread = lanes_all(0);
    for (int j = 0; j < 3; j++) {
        const float *x = b->normal[j], h = b->half[j];
        const float t[3] = {h * (s[1] * x[2] - s[2] * x[1]), h * (s[2] * x[0] - s[0] * x[2]),
                            h * (s[0] * x[1] - s[1] * x[0])};
        out->spread += lanes_abs(along[0] * t[0] + along[1] * t[1] + along[2] * t[2]);
        turning += sqrtf(t[0] * t[0] + t[1] * t[1] + t[2] * t[2]);
        const float d = v[j] - m->way[j];
        square += d * d;
        going += v[j] * v[j];
    }
    out->toward = along[0] * v[0] + along[1] * v[1] + along[2] * v[2];
    out->most = lanes_all(sqrtf(going) + turning);
    lanes cross[3];
    for (int k = 0; k < 3; k++)
        cross[k] = along[(k + 1) % 3] * s[(k + 2) % 3] - along[(k + 2) % 3] * s[(k + 1) % 3];
    out->bend = pull_along(m, cross) * (sqrtf(square) + m->angle * b->size) + m->bend;
}

ALWAYS_INLINE void speeds_of_child(sweep_speeds* out, const wide_motion* m, const wide_node* n,
                                   const boxes_facing* f, const lanes g[3])
{
    const float* s = m->spin;
    lanes c[3], v[3], square = lanes_all(0), going = square, spin[3];
    for (int k = 0; k < 3; k++)
        c[k] = lanes_load(n->centre[k]);
    for (int k = 0; k < 3; k++) {
        const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
        v[k] = m->base[k] + (s[k1] * c[k2] - s[k2] * c[k1]);
        const lanes d = v[k] - m->way[k];
        square += d * d;
        going += v[k] * v[k];
    }
    out->toward = lanes_all(0);
    for (int i = 0; i < 3; i++) {
        const lanes x = lanes_load(n->axis[3 * i]), y = lanes_load(n->axis[3 * i + 1]),
                    z = lanes_load(n->axis[3 * i + 2]);
        spin[i] = x * s[0] + y * s[1] + z * s[2];
        out->toward -= g[i] * (x * v[0] + y * v[1] + z * v[2]);
    }
    out->spread = lanes_all(0);
    lanes cross[3];
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        cross[i] = g[i1] * spin[i2] - g[i2] * spin[i1];
        out->spread += f->half[i] * lanes_abs(cross[i]);
    }
    const lanes size = f->half[0] + f->half[1] + f->half[2];
    out->most = lanes_root(going) + m->angle * size;
    out->bend = pull_along(m, cross) * (lanes_root(square) + m->angle * size) + m->bend;
}

ALWAYS_INLINE box_lanes sweep_boxes(const wide_pose* p, const wide_motion* m, const wide_node* n,
                                    const placed_box* b)
{
    box_lanes out;
    boxes_facing f;
    const near_way way = near_gap(p, n, b, SWEEP_PROJECTIONS, &f);
    const lanes inverse = 1 / way.length;
    lanes g[3];
    for (int i = 0; i < 3; i++)
        g[i] = way.g[i] * inverse;
    sweep_speeds v;
    if (m->is_child)
        speeds_of_child(&v, m, n, &f, g);
    else
        speeds_of_other(&v, m, n, b, g);
    const lanes gap =
        lanes_choose(way.is_near, way.gap * inverse * (1 - 0x1p-20f) - m->separation, lanes_all(0));
    const lanes slowest = v.spread + m->margin;
    out.before = sweep_window(gap, slowest + v.toward, v.bend);
    out.after = sweep_window(gap, slowest - v.toward, v.bend);
    out.child = lanes_int_load(n->child);
    out.size = f.half[0] + f.half[1] + f.half[2];
    const lanes half = lanes_all(m->half);
    const lanes_int is_apart = lanes_above(gap, lanes_all(0));
    out.slack = half * (lanes_choose(is_apart, slowest + lanes_abs(v.toward), v.most) +
                        0.5f * half * v.bend);
    out.score = out.gap = out.bound = lanes_all(0);
    out.there = lanes_mask(lanes_above(out.size, lanes_all(-1)));
    out.by_faces = out.there;
    const lanes_int is_open = lanes_above(half, out.before) | lanes_above(half, out.after);
    out.meeting = PRUNE(1) ? out.there & lanes_mask(is_open) : out.there;
    return out;
}

#endif
