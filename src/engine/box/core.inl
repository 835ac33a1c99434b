// core.inl - a core against the eight children of a node (docs/proofs/distance.md, "Cores").
#ifndef ABUT_ENGINE_BOX_CORE_INL
#define ABUT_ENGINE_BOX_CORE_INL
#include "base/base.h"
#include "engine/box/close.inl"
#include "engine/box/plane.inl"
#include "engine/box/point.inl"
#include "engine/shape/core.h"

// Tests compile this with 1/32, to show that the margins are needed.
#ifndef ABUT_CORE_BOUND_SCALE
#define ABUT_CORE_BOUND_SCALE 1
#endif

// What a walk makes of how far it looks, for its form of core.
typedef struct core_limits {
    float hi;           // in units, or along a ray
    box_point point;    // POINT
    float point_error;  // of each of its coordinates, roundings to floats included
    float square;       // POINT: of hi in the tree's frame, rounded up
    float per_place;    // PLANE, HALF_SPACE: what a place errs by for each unit of its |.|1
    close_bound close;  // BOX, RAY; shrink also of a search for the nearest
} core_limits;

typedef struct core_lanes {
    unsigned there;    // bit i: there is a child i
    unsigned meeting;  // those not proved farther than is looked
    unsigned within;   // those all of whose points are certainly in the shape
    lanes_int child;
    lanes
        key;  // the order of the walk: the least comes first. Of a search for the nearest, in its measure
} core_lanes;

ALWAYS_INLINE core_lanes point_boxes(const core_limits* by, const wide_node* n)
{
    core_lanes out;
    out.there = children_there(n);
    out.child = lanes_int_load(n->child);
    out.key = box_point_squares(&by->point, n);
    out.within = 0;
    out.meeting =
        PRUNE(1) ? out.there & ~lanes_mask(lanes_above(out.key, lanes_all(by->square))) : out.there;
    return out;
}

// A box that holds the shape. is_nearest: bounds are wanted.
ALWAYS_INLINE core_lanes box_boxes(const core* c, const core_place* p, const core_limits* by,
                                   const wide_node* n, int is_nearest)
{
    core_lanes out;
    const box_lanes b = is_nearest ? near_boxes(&p->pose, n, &c->box, by->close.shrink, by->hi)
                                   : close_boxes(&p->pose, n, &c->box, by->close, 1, 1);
    out.there = b.there;
    out.meeting = b.meeting;
    out.within = 0;
    out.child = b.child;
    out.key = is_nearest ? b.bound : lanes_negate(b.score);
    return out;
}

// A ray: where along it, from the beginning of its box, the children begin.
ALWAYS_INLINE core_lanes ray_boxes(const core* c, const core_place* p, const core_limits* by,
                                   const wide_node* n)
{
    core_lanes out = box_boxes(c, p, by, n, 0);
    const placed_box* const b = &c->box;
    lanes along = lanes_all(0), size = lanes_all(0), place = lanes_all(0), sum = lanes_all(0);
    for (int k = 0; k < 3; k++) {
        const lanes d = lanes_load(n->centre[k]) - b->centre[k];
        along += d * b->normal[0][k];
        place += lanes_abs(d);
    }
    for (int i = 0; i < 3; i++) {
        const lanes half = lanes_load(n->half[i]);
        const lanes on = lanes_load(n->axis[3 * i]) * b->normal[0][0] +
                         lanes_load(n->axis[3 * i + 1]) * b->normal[0][1] +
                         lanes_load(n->axis[3 * i + 2]) * b->normal[0][2];
        size += half * lanes_abs(on);
        sum += half;
    }
    const lanes margin = b->margin + p->pose.per_half * sum + p->pose.per_distance * place;
    out.key = lanes_max(along - size - margin + b->half[0], lanes_all(0));
    out.meeting =
        PRUNE(1) ? out.meeting & ~lanes_mask(lanes_above(out.key, lanes_all(by->hi))) : out.meeting;
    return out;
}

// A plane, and what is behind it if it is a half-space.
ALWAYS_INLINE core_lanes plane_boxes(const core* c, const core_limits* by, const wide_node* n,
                                     int is_solid)
{
    core_lanes out;
    const plane_heights h = plane_heights_of(&c->plane, by->per_place, n, node_sizes(n));
    out.there = children_there(n);
    out.child = lanes_int_load(n->child);
    out.within = is_solid ? out.there & lanes_mask(lanes_above(h.below, lanes_all(0))) : 0;
    out.key = lanes_max(is_solid ? h.above : lanes_max(h.above, h.below), lanes_all(0));
    out.meeting =
        PRUNE(1) ? out.there & ~lanes_mask(lanes_above(out.key, lanes_all(by->hi))) : out.there;
    return out;
}

#endif
