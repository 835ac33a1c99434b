// leaf_sixteen_kernel.c - leaf_kernel.c's pairs of triangles, sixteen at once, where the processor has vectors of that length.
#define LEAF_SIXTEEN
#include "base/simd.h"

#ifdef SIMD_TWICE
#include "engine/leaf/leaf_body.inl"

void ISA(wide_leaf_pairs_sixteen)(const wide_leaf_pose* pose, const wide_leaf* a,
                                  const wide_leaf* b, const wide_pair* pairs, size_t count,
                                  wide_leaf_result* out)
{
    test_pairs(pose, a, b, pairs, count, out);
}

void ISA(wide_leaf_blocks_sixteen)(const wide_leaf_block* blocks, size_t count,
                                   wide_leaf_result* out, wide_block_ends* ends)
{
    test_all_blocks(blocks, count, out, ends);
}
#endif
