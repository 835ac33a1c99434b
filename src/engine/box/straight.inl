// straight.inl - when one box may first touch the eight children of a node, if it goes straight (docs/proofs/motion.md, "Straight
// ways").
//
// Along each of the fifteen axes it comes into reach and leaves it again at a time of its own. It can only touch after it
// has come into reach along all of them, and before it has left any. These axes are all that can part two boxes, so nothing
// but the margins is lost.
#ifndef ABUT_ENGINE_BOX_STRAIGHT_INL
#define ABUT_ENGINE_BOX_STRAIGHT_INL
#include "base/base.h"
#include "engine/box/box.inl"

#include <float.h>

// Tests compile this with 1/32, to show that the margins are needed.
#ifndef ABUT_STRAIGHT_BOX_SCALE
#define ABUT_STRAIGHT_BOX_SCALE 1
#endif

#define STRAIGHT_ROUNDING 0x1p-20F  // more than quotients, and differences before them, err by

// From when to when.
typedef struct span {
    lanes enter, leave;
} span;

static inline span span_begin(void)
{
    return (span){lanes_all(0), lanes_all(INFINITY)};
}

// Narrow it where what comes from ahead, at a speed within slip, is beyond or behind by these, within slack.
ALWAYS_INLINE void narrow_span(span* out, lanes beyond, lanes behind, lanes slack, lanes speed,
                               lanes slip)
{
    const lanes size = lanes_abs(speed), slow = size - slip;
    const lanes_int moves = lanes_above(slow, lanes_all(0)),
                    falls = lanes_above(lanes_all(0), speed);
    const lanes ahead = lanes_choose(falls, beyond, behind),
                gone = lanes_choose(falls, behind, beyond);
    // What hardly moves may come from either side.
    const lanes wait = lanes_choose(moves, ahead, lanes_max(beyond, behind));
    out->enter = lanes_max((wait - slack) / (size + slip), out->enter);
    out->leave =
        lanes_min(lanes_choose(moves, (slack - gone) / slow, lanes_all(INFINITY)), out->leave);
}

// What is certain: bounds rounded outwards, and which lanes do not certainly miss each other before a time.
ALWAYS_INLINE lanes_int close_span(span* s, lanes last)
{
    const lanes part = lanes_all(STRAIGHT_ROUNDING);
    s->enter = lanes_min(s->enter - s->enter * part, lanes_all(FLT_MAX));
    s->leave = s->leave + lanes_abs(s->leave) * part;
    return ~(lanes_above(s->enter, s->leave) | lanes_above(s->enter, last));
}

// A child as it stands to the other box, and how that moves.
typedef struct passing_boxes {
    boxes_facing f;
    lanes way[3], slip;
} passing_boxes;

ALWAYS_INLINE void pass_boxes(const wide_pose* p, const wide_node* n, const placed_box* b,
                              const float way[3], float way_error, passing_boxes* out)
{
    boxes_face(p, n, b, &out->f);
    for (int i = 0; i < 3; i++)
        out->way[i] = lanes_load(n->axis[3 * i]) * way[0] +
                      lanes_load(n->axis[3 * i + 1]) * way[1] +
                      lanes_load(n->axis[3 * i + 2]) * way[2];
    out->slip = ABUT_STRAIGHT_BOX_SCALE *
                (2 * way_error + 0x1p-100F +
                 p->per_distance *
                     (lanes_abs(out->way[0]) + lanes_abs(out->way[1]) + lanes_abs(out->way[2])));
    out->f.margin *= ABUT_STRAIGHT_BOX_SCALE;
}

// sides: both half lengths along the axis.
ALWAYS_INLINE void pass_axis(span* s, const passing_boxes* b, lanes distance, lanes sides,
                             lanes speed)
{
    narrow_span(s, distance - sides, lanes_negate(distance) - sides, b->f.margin, speed, b->slip);
}

ALWAYS_INLINE void pass_edges(span* s, const passing_boxes* b, const float half[3])
{
    const boxes_facing* const f = &b->f;
    for (int i = 0; i < 3; i++) {
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; j++) {
            const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const lanes sides = f->half[i1] * f->size[i2][j] + f->half[i2] * f->size[i1][j] +
                                half[j1] * f->size[i][j2] + half[j2] * f->size[i][j1];
            pass_axis(s, b, f->t[i2] * f->normal[i1][j] - f->t[i1] * f->normal[i2][j], sides,
                      b->way[i2] * f->normal[i1][j] - b->way[i1] * f->normal[i2][j]);
        }
    }
}

// way: how far the other box goes in a unit of time, in the frame of the children; last: what touches later is left out.
ALWAYS_INLINE box_lanes straight_boxes(const wide_pose* p, const wide_node* n, const placed_box* b,
                                       const float way[3], float way_error, float last)
{
    box_lanes out;
    passing_boxes both;
    pass_boxes(p, n, b, way, way_error, &both);
    const boxes_facing* const f = &both.f;
    out.child = lanes_int_load(n->child);
    out.size = f->half[0] + f->half[1] + f->half[2];
    span s = span_begin();
    for (int i = 0; i < 3; i++) {
        const lanes sides = f->half[i] + f->size[i][0] * b->half[0] + f->size[i][1] * b->half[1] +
                            f->size[i][2] * b->half[2];
        pass_axis(&s, &both, f->t[i], sides, both.way[i]);
    }
    for (int j = 0; j < 3; j++) {
        const lanes x = f->normal[0][j], y = f->normal[1][j], z = f->normal[2][j];
        const lanes sides = b->half[j] + f->size[0][j] * f->half[0] + f->size[1][j] * f->half[1] +
                            f->size[2][j] * f->half[2];
        pass_axis(&s, &both, f->t[0] * x + f->t[1] * y + f->t[2] * z, sides,
                  both.way[0] * x + both.way[1] * y + both.way[2] * z);
    }
    pass_edges(&s, &both, b->half);
    const lanes_int meets = close_span(&s, lanes_all(last));
    out.bound = s.enter;
    out.score = out.gap = out.before = out.after = out.slack = lanes_all(0);
    out.there = lanes_mask(lanes_above(out.size, lanes_all(-1)));
    out.by_faces = out.there;
    out.meeting = PRUNE(1) ? out.there & lanes_mask(meets) : out.there;
    return out;
}

#endif
