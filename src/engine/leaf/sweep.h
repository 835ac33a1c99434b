// sweep.h - pairs of leaves that move: eight pairs of triangles at once, in float (docs/proofs/motion.md, "Triangles that move").
#ifndef ABUT_ENGINE_LEAF_SWEEP_H
#define ABUT_ENGINE_LEAF_SWEEP_H
#include "engine/box/motion.h"
#include "engine/leaf/leaf.h"

// Of a leaf pair: bit 4 * turn + i: triangle i of a, and triangle (i + turn) % 4 of b.
#define WIDE_ALL_OPEN 0xffffu

// Belongs to the caller, who fills open.
typedef struct wide_sweep_result {
    // Of each leaf pair: which pairs of triangles are not known to be free all through the interval; which of these floats
    // cannot tell to be free even at the middle; and for how long before and after the middle the others are.
    uint32_t open[WIDE_PAIRS_MAX], doubtful[WIDE_PAIRS_MAX];
    float before[WIDE_PAIRS_MAX], after[WIDE_PAIRS_MAX];
    uint64_t triangle_tests;
} wide_sweep_result;

// Look at the open pairs of triangles of count <= WIDE_PAIRS_MAX leaf pairs. motion: with a opened. The same for every
// instruction set.
typedef void wide_sweep_leaves(const wide_leaf_pose* pose, const wide_motion* motion,
                               const wide_leaf* a, const wide_leaf* b, const wide_pair* pairs,
                               size_t count, wide_sweep_result* out);
wide_sweep_leaves ISA(wide_sweep_leaves);

// The triangles of a bit of open.
static inline wide_pair wide_sweep_ids(const wide_leaf* a, const wide_leaf* b, unsigned bit)
{
    const unsigned i = bit % WIDE_LEAF, turn = bit / WIDE_LEAF;
    return (wide_pair){a->id[i], b->id[(i + turn) % WIDE_LEAF]};
}

#endif
