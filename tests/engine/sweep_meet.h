// sweep_meet.h - boxes that move (engine/box/sweep.inl) as functions, one for each instruction set, for tests.
#ifndef ABUT_TESTS_ENGINE_SWEEP_MEET_H
#define ABUT_TESTS_ENGINE_SWEEP_MEET_H
#include "base/simd_set.h"
#include "engine/box/motion.h"
#include "engine/tree/node.h"

typedef struct sweep_met {
    uint32_t there, open;  // see box_lanes
    float before[WIDE_LANES], after[WIDE_LANES], slack[WIDE_LANES];
    // The direction of each child, in its axes; and how fast the gap along it closes at most, before and after.
    float g[3][WIDE_LANES], closing[2][WIDE_LANES];
} sweep_met;

// Place the box of other's lane, and compare it with the children of opened.
typedef void sweep_meet(const wide_pose* pose, const wide_motion* motion, const wide_node* opened,
                        const wide_node* other, unsigned lane, sweep_met* out);
sweep_meet ISA(sweep_meet);

#endif
