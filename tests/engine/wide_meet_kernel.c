// wide_meet_kernel.c - see wide_meet.h.
#include "engine/box/box.inl"
#include "engine/wide_meet.h"

void ISA(wide_meet)(const wide_pose* pose, const wide_node* opened, const wide_node* other,
                    unsigned lane, int with_edges, wide_met* out)
{
    placed_box box;
    place_box(pose, other, lane, &box);
    const box_lanes met = meet_boxes(pose, opened, &box, with_edges, 1, 0);
    out->there = met.there;
    out->meeting = met.meeting;
    out->by_faces = met.by_faces;
    lanes_store(out->score, met.score);
    lanes_store(out->size, met.size);
}
