// box.inl - one box against the eight children of a node: the fifteen axes of Gottschalk 1996,
// section 5, in eight lanes (docs/exactness.md, "Eight boxes at once").
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
    for (int k = 0; k < 3; k++) {
        out->centre[k] = (float)centre[k];
        out->half[k] = p->stretch * node->half[k][lane];
    }
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

// A child as it stands to the other box: its half lengths, the way to the other's centre and its axes, in the child's.
typedef struct facing_boxes {
    lanes half[3], t[3], normal[3][3], size[3][3];  // size: |normal|
    lanes margin;
} facing_boxes;

ALWAYS_INLINE void face_boxes(const wide_pose* p, const wide_node* n, const placed_box* b,
                              facing_boxes* out)
{
    lanes d[3];
    for (int k = 0; k < 3; k++) {
        d[k] = b->centre[k] - lanes_load(n->centre[k]);
        out->half[k] = lanes_load(n->half[k]);
    }
    for (int i = 0; i < 3; i++) {
        const lanes x = lanes_load(n->axis[3 * i]), y = lanes_load(n->axis[3 * i + 1]),
                    z = lanes_load(n->axis[3 * i + 2]);
        out->t[i] = x * d[0] + y * d[1] + z * d[2];
        for (int j = 0; j < 3; j++) {
            out->normal[i][j] = x * b->normal[j][0] + y * b->normal[j][1] + z * b->normal[j][2];
            out->size[i][j] = lanes_abs(out->normal[i][j]);
        }
    }
    out->margin =
        b->margin + p->per_half * (out->half[0] + out->half[1] + out->half[2]) +
        p->per_distance * (lanes_abs(out->t[0]) + lanes_abs(out->t[1]) + lanes_abs(out->t[2]));
}

// Which are apart along one of the nine cross products.
ALWAYS_INLINE lanes_int apart_by_edges(const facing_boxes* f, const placed_box* b, int with_gap,
                                       box_lanes* out)
{
    lanes_int apart = lanes_int_all(0);
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const lanes reach = f->half[i1] * f->size[i2][j] + f->half[i2] * f->size[i1][j] +
                                b->half[j1] * f->size[i][j2] + b->half[j2] * f->size[i][j1] +
                                f->margin;
            const lanes distance =
                lanes_abs(f->t[i2] * f->normal[i1][j] - f->t[i1] * f->normal[i2][j]);
            apart |= lanes_above(distance, reach);
            if (!with_gap) continue;
            lanes axis[3];
            axis[i] = lanes_all(0);
            axis[i1] = lanes_negate(f->normal[i2][j]);
            axis[i2] = f->normal[i1][j];
            take_axis(out, distance - reach, axis[0], axis[1], axis[2]);
        }
    }
    return apart;
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
    facing_boxes f;
    face_boxes(p, n, b, &f);
    out.child = lanes_int_load(n->child);
    out.size = f.half[0] + f.half[1] + f.half[2];
    lanes_int apart = lanes_int_all(0);
    lanes score = lanes_all(0);
    const lanes none = lanes_all(0), one = lanes_all(1);
    out.gap = out.toward[0] = out.toward[1] = out.toward[2] = none;
    for (int i = 0; i < 3; i++) {
        const lanes sides = f.half[i] + f.size[i][0] * b->half[0] + f.size[i][1] * b->half[1] +
                            f.size[i][2] * b->half[2];
        const lanes distance = lanes_abs(f.t[i]), reach = sides + f.margin;
        apart |= lanes_above(distance, reach);
        if (with_score) score -= fourth_power(distance / sides);
        if (with_gap)
            take_axis(&out, distance - reach, i == 0 ? one : none, i == 1 ? one : none,
                      i == 2 ? one : none);
    }
    for (int j = 0; j < 3; j++) {
        const lanes x = f.normal[0][j], y = f.normal[1][j], z = f.normal[2][j];
        const lanes sides = b->half[j] + f.size[0][j] * f.half[0] + f.size[1][j] * f.half[1] +
                            f.size[2][j] * f.half[2];
        const lanes distance = lanes_abs(f.t[0] * x + f.t[1] * y + f.t[2] * z),
                    reach = sides + f.margin;
        apart |= lanes_above(distance, reach);
        if (with_score) score -= fourth_power(distance / sides);
        if (with_gap) take_axis(&out, distance - reach, x, y, z);
    }
    const unsigned there = lanes_mask(lanes_above(out.size, lanes_all(-1)));
    out.score = score;
    out.there = there;
    out.by_faces = PRUNE(1) ? there & ~lanes_mask(apart) : there;
    out.meeting = out.by_faces;
    if (with_edges && out.by_faces) {
        apart |= apart_by_edges(&f, b, with_gap, &out);
        out.meeting = PRUNE(1) ? there & ~lanes_mask(apart) : there;
    }
    if (with_gap) point_axes(&out, f.t);
    return out;
}

#endif
