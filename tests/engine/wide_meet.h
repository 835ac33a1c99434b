// wide_meet.h - the engine's box test (engine/box/box.inl) as functions, one for each instruction set, for tests.
#ifndef ABUT_TESTS_ENGINE_WIDE_MEET_H
#define ABUT_TESTS_ENGINE_WIDE_MEET_H
#include "base/simd_set.h"
#include "engine/box/pose.h"
#include "engine/tree/node.h"

typedef struct wide_met {  // see box_lanes
    uint32_t there, meeting, by_faces;
    float score[WIDE_LANES], size[WIDE_LANES];
} wide_met;

// Place the box of other's lane, and compare it with the children of opened.
typedef void wide_meet(const wide_pose* pose, const wide_node* opened, const wide_node* other,
                       unsigned lane, int with_edges, wide_met* out);
wide_meet ISA(wide_meet);

#endif
