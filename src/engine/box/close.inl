// close.inl - which of the eight children of a node may be as near to a box as a bound that stays.
//
// The fifteen axes of contact tell, with a margin that is larger by the bound. What they leave is bounded by the nearest points
// (near.inl) where the bound is not small beside the box: then corners matter, of which axes know little.
#ifndef ABUT_ENGINE_BOX_CLOSE_INL
#define ABUT_ENGINE_BOX_CLOSE_INL
#include "base/base.h"
#include "engine/box/near.inl"

#define CLOSE_CORNERS 0.5F  // bounds beyond so much of the sum of half lengths are not small

typedef struct close_bound {
    float shrink, hi;  // as of near_boxes
    float beyond;      // hi in the opened frame, rounded up, times 1.02, since no axis is longer
} close_bound;

ALWAYS_INLINE box_lanes close_boxes(const wide_pose* p, const wide_node* n, const placed_box* b,
                                    close_bound bound, int with_edges, int with_score)
{
    placed_box wider = *b;
    wider.margin += bound.beyond;
    box_lanes out = meet_boxes(p, n, &wider, with_edges, with_score, 0);
    if (out.meeting && bound.beyond > CLOSE_CORNERS * b->size)
        out.meeting &= near_boxes(p, n, b, bound.shrink, bound.hi).meeting;
    return out;
}

#endif
