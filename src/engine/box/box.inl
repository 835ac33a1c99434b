// box.inl - one box against the eight children of a node: the fifteen axes of Gottschalk 1996,
// section 5, in eight lanes (docs/proofs/boxes.md, "Eight boxes at once").
#ifndef ABUT_ENGINE_BOX_BOX_INL
#define ABUT_ENGINE_BOX_BOX_INL
#include "base/base.h"
#include "base/simd.h"
#include "engine/box/pose.h"
#include "engine/tree/node.h"

static inline void place_box(const wide_pose* p, const wide_node* node, unsigned lane,
                             placed_box* out)
{
    quad turn[3];
    for (int k = 0; k < 3; k++)
        turn[k] = quad_load(p->rotation[k]);
    for (int j = 0; j < 3; j++) {
        const quad normal = turn[0] * quad_all(node->axis[3 * j][lane]) +
                            turn[1] * quad_all(node->axis[3 * j + 1][lane]) +
                            turn[2] * quad_all(node->axis[3 * j + 2][lane]);
        memcpy(out->normal[j], &normal, sizeof normal);
    }
    const quad_double centre =
        quad_double_load(p->linear[0]) * quad_double_all((double)node->centre[0][lane]) +
        quad_double_load(p->linear[1]) * quad_double_all((double)node->centre[1][lane]) +
        quad_double_load(p->linear[2]) * quad_double_all((double)node->centre[2][lane]) +
        quad_double_load(p->translation);
    const quad rounded = __builtin_convertvector(centre, quad);
    memcpy(out->centre, &rounded, sizeof rounded);
    for (int k = 0; k < 3; k++)
        out->half[k] = p->stretch * node->half[k][lane];
    const double reach = fabs(centre[0]) + fabs(centre[1]) + fabs(centre[2]);
    out->size = out->half[0] + out->half[1] + out->half[2];
    out->margin = (float)(p->base + p->per_other * (double)out->size + p->per_centre * reach);
}

typedef struct box_lanes {
    unsigned there;     // bit i: there is a child i
    unsigned meeting;   // those not proved apart
    unsigned by_faces;  // those that the six faces do not prove apart
    lanes_int child;
    lanes size;  // the sum of half lengths
    // How much they overlap: less the fourth power of distance / reach for each of the six faces, reach
    // without the margin, which is known last.
    lanes score;
    // Of those proved apart: how far, along the axis that tells most; lengths of axes are at most 1.02.
    lanes gap;
    lanes toward[3];  // that axis, in those of the child: from it to the other box
    lanes bound;      // of a search for the nearest: they are at least so far apart (near.inl)
    // Of two that move (sweep.inl): for so long they are free, before and after the time at which they are looked at; and
    // how far they go in the interval, as far as it matters: along the direction that tells, if they are apart.
    lanes before, after, slack;
} box_lanes;

// Take an axis where it tells more than those before. x, y, z: it, in the axes of the child.
static inline void take_axis(box_lanes* out, lanes gap, lanes x, lanes y, lanes z)
{
    const lanes_int is_more = lanes_above(gap, out->gap);
    out->gap = lanes_max(gap, out->gap);
    out->toward[0] = lanes_choose(is_more, x, out->toward[0]);
    out->toward[1] = lanes_choose(is_more, y, out->toward[1]);
    out->toward[2] = lanes_choose(is_more, z, out->toward[2]);
}

// t: the way to the other box, in the axes of the child.
static inline void point_axes(box_lanes* out, const lanes t[3])
{
    const lanes_int along =
        (lanes_int)(t[0] * out->toward[0] + t[1] * out->toward[1] + t[2] * out->toward[2]);
    for (int i = 0; i < 3; i++)
        out->toward[i] = (lanes)((lanes_int)out->toward[i] ^ (along & INT32_MIN));
}

#define MEET(name)           lanes_##name
#define MEET_NAME(name)      boxes_##name
#define MEET_VECTOR          lanes
#define MEET_OF(type, name)  const type* const name
#define MEET_ALL(of, member) (of)->member
#define MEET_ROW(of, row)    lanes_load((of)->row)
#include "engine/box/meet.inl"

#ifdef SIMD_TWICE
#define MEET(name)           twice_##name
#define MEET_NAME(name)      twice_##name
#define MEET_VECTOR          twice
#define MEET_OF(type, name)  const type* const name[2]
#define MEET_ALL(of, member) twice_all((of)[0]->member, (of)[1]->member)
#define MEET_ROW(of, row)    twice_load((of)[0]->row, (of)[1]->row)
#include "engine/box/meet.inl"
#endif

// Those that are left along the nine cross products.
ALWAYS_INLINE lanes_left leave_by_edges(const boxes_facing* f, const placed_box* b, int with_gap,
                                        box_lanes* out)
{
    lanes_left left[3];
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        left[i] = lanes_left_all();
        for (int j = 0; j < 3; j++) {
            lanes distance, reach;
            boxes_edge_gap(f, b, i, j, &distance, &reach);
            left[i] = lanes_leave_above(left[i], distance, reach);
            if (!with_gap) continue;
            lanes axis[3];
            axis[i] = lanes_all(0);
            axis[i1] = lanes_negate(f->normal[i2][j]);
            axis[i2] = f->normal[i1][j];
            take_axis(out, distance - reach, axis[0], axis[1], axis[2]);
        }
    }
    return left[0] & left[1] & left[2];
}

static inline lanes fourth_power(lanes x)
{
    const lanes square = x * x;
    return square * square;
}

// with_edges: try the nine cross products too. with_score: find score. with_gap: find gap and toward.
ALWAYS_INLINE box_lanes meet_boxes(const wide_pose* p, const wide_node* n, const placed_box* b,
                                   int with_edges, int with_score, int with_gap)
{
    box_lanes out;
    boxes_facing f;
    boxes_face(p, n, b, &f);
    out.child = lanes_int_load(n->child);
    out.size = f.half[0] + f.half[1] + f.half[2];
    lanes_left left[2] = {lanes_left_all(), lanes_left_all()};
    lanes score = lanes_all(0);
    const lanes none = lanes_all(0), one = lanes_all(1);
    out.gap = out.toward[0] = out.toward[1] = out.toward[2] = none;
    for (int i = 0; i < 3; i++) {
        const lanes sides = boxes_child_reach(&f, b, i);
        const lanes distance = lanes_abs(f.t[i]), reach = sides + f.margin;
        left[0] = lanes_leave_above(left[0], distance, reach);
        if (with_score) score -= fourth_power(distance / sides);
        if (with_gap)
            take_axis(&out, distance - reach, i == 0 ? one : none, i == 1 ? one : none,
                      i == 2 ? one : none);
    }
    for (int j = 0; j < 3; j++) {
        const lanes sides = boxes_other_reach(&f, b, j);
        const lanes distance = boxes_other_distance(&f, j), reach = sides + f.margin;
        left[1] = lanes_leave_above(left[1], distance, reach);
        if (with_score) score -= fourth_power(distance / sides);
        if (with_gap)
            take_axis(&out, distance - reach, f.normal[0][j], f.normal[1][j], f.normal[2][j]);
    }
    const unsigned there = lanes_mask(lanes_above(out.size, lanes_all(-1)));
    out.score = score;
    out.there = there;
    out.by_faces = PRUNE(1) ? there & lanes_left_mask(left[0] & left[1]) : there;
    out.meeting = out.by_faces;
    if (with_edges && out.by_faces) {
        const unsigned by_edges = lanes_left_mask(leave_by_edges(&f, b, with_gap, &out));
        if (PRUNE(1)) out.meeting &= by_edges;
    }
    if (with_gap) point_axes(&out, f.t);
    return out;
}

#ifdef SIMD_TWICE
static inline twice twice_fourth_power(twice x)
{
    const twice square = x * x;
    return square * square;
}

ALWAYS_INLINE unsigned twice_leave_by_edges(const twice_facing* f, const placed_box* const b[2])
{
    twice_left left[3];
    for (int i = 0; i < 3; i++) {
        left[i] = twice_left_all();
        for (int j = 0; j < 3; j++) {
            twice distance, reach;
            twice_edge_gap(f, b, i, j, &distance, &reach);
            left[i] = twice_leave_above(left[i], distance, reach);
        }
    }
    return twice_left_mask(left[0] & left[1] & left[2]);
}

// As meet_boxes of two visits that have nothing to do with each other. with_edges: a bit for each.
ALWAYS_INLINE void meet_twice(const wide_pose* const p[2], const wide_node* const n[2],
                              const placed_box* const b[2], unsigned with_edges, int with_score,
                              box_lanes* const out[2])
{
    twice_facing f;
    twice_face(p, n, b, &f);
    const twice size = f.half[0] + f.half[1] + f.half[2];
    twice_left left[2] = {twice_left_all(), twice_left_all()};
    twice score = twice_same(0);
    for (int i = 0; i < 3; i++) {
        const twice sides = twice_child_reach(&f, b, i);
        const twice distance = twice_abs(f.t[i]), reach = sides + f.margin;
        left[0] = twice_leave_above(left[0], distance, reach);
        if (with_score) score -= twice_fourth_power(distance / sides);
    }
    for (int j = 0; j < 3; j++) {
        const twice sides = twice_other_reach(&f, b, j);
        const twice distance = twice_other_distance(&f, j), reach = sides + f.margin;
        left[1] = twice_leave_above(left[1], distance, reach);
        if (with_score) score -= twice_fourth_power(distance / sides);
    }
    const unsigned there = twice_above(size, twice_same(-1));
    const unsigned by_faces = PRUNE(1) ? there & twice_left_mask(left[0] & left[1]) : there;
    unsigned meeting = by_faces;
    const unsigned asked = (with_edges & 1 ? 0xff : 0) | (with_edges & 2 ? 0xff00 : 0);
    if (by_faces & asked) {
        const unsigned by_edges = twice_leave_by_edges(&f, b);
        if (PRUNE(1)) meeting &= by_edges | ~asked;
    }
    for (int k = 0; k < 2; k++) {
        out[k]->child = lanes_int_load(n[k]->child);
        out[k]->size = k ? twice_high(size) : twice_low(size);
        out[k]->score = k ? twice_high(score) : twice_low(score);
        out[k]->there = there >> 8 * k & 0xff;
        out[k]->by_faces = by_faces >> 8 * k & 0xff;
        out[k]->meeting = meeting >> 8 * k & 0xff;
    }
}
#endif

#endif
