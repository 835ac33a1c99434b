// plane.inl - a plane against the eight children of a node (docs/proofs/distance.md, "Cores").
#ifndef ABUT_ENGINE_BOX_PLANE_INL
#define ABUT_ENGINE_BOX_PLANE_INL
#include "base/base.h"
#include "base/simd.h"
#include "engine/shape/core.h"

// Tests compile this with 1/32, to show that the margins are needed.
#ifndef ABUT_CORE_BOUND_SCALE
#define ABUT_CORE_BOUND_SCALE 1
#endif

// What a place errs by for each unit of its |.|1.
static inline float core_per_place(const core_place* p)
{
    return ABUT_CORE_BOUND_SCALE * p->unit.stretch * 0x1p-20f;
}

static inline unsigned children_there(const wide_node* n)
{
    return lanes_mask(lanes_above(lanes_load(n->half[0]), lanes_all(-1)));
}

// |.|1 of the centres, and the sums of the half lengths.
static inline lanes node_sizes(const wide_node* n)
{
    lanes sum = lanes_all(0), place = lanes_all(0);
    for (int k = 0; k < 3; k++)
        place += lanes_abs(lanes_load(n->centre[k]));
    for (int i = 0; i < 3; i++)
        sum += lanes_load(n->half[i]);
    return place + sum;
}

// How far all of a box is above a plane, at least, and how far below.
typedef struct plane_heights {
    lanes above, below;
} plane_heights;

ALWAYS_INLINE plane_heights plane_heights_of(const core_plane* p, float per_place,
                                             const wide_node* n, lanes size)
{
    lanes height = lanes_all(p->offset), reach = lanes_all(0);
    for (int k = 0; k < 3; k++)
        height += lanes_load(n->centre[k]) * p->normal[k];
    for (int i = 0; i < 3; i++) {
        const lanes on = lanes_load(n->axis[3 * i]) * p->normal[0] +
                         lanes_load(n->axis[3 * i + 1]) * p->normal[1] +
                         lanes_load(n->axis[3 * i + 2]) * p->normal[2];
        reach += lanes_load(n->half[i]) * lanes_abs(on);
    }
    const lanes margin = p->fixed + per_place * size;
    return (plane_heights){height - reach - margin, lanes_negate(height) - reach - margin};
}

#endif
