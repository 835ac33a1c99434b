// sweep_meet_kernel.c - see sweep_meet.h.
#include "engine/box/sweep.inl"
#include "engine/sweep_meet.h"

void ISA(sweep_meet)(const wide_pose* pose, const wide_motion* motion, const wide_node* opened,
                     const wide_node* other, unsigned lane, sweep_met* out)
{
    placed_box box;
    place_box(pose, other, lane, &box);
    const box_lanes met = sweep_boxes(pose, motion, opened, &box);
    out->there = met.there;
    out->open = met.meeting;
    lanes_store(out->before, met.before);
    lanes_store(out->after, met.after);
    lanes_store(out->slack, met.slack);
    boxes_facing f;
    const near_way way = near_gap(pose, opened, &box, SWEEP_PROJECTIONS, &f);
    lanes g[3];
    for (int i = 0; i < 3; i++) {
        g[i] = way.g[i] * (1 / way.length);
        lanes_store(out->g[i], g[i]);
    }
    sweep_speeds v;
    if (motion->is_child)
        speeds_of_child(&v, motion, opened, &f, g);
    else
        speeds_of_other(&v, motion, opened, &box, g);
    lanes_store(out->closing[0], v.spread + motion->margin + v.toward);
    lanes_store(out->closing[1], v.spread + motion->margin - v.toward);
}
