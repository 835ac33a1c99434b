// leaf_kernel.c - the triangles of leaf pairs (leaf.h): of a block by itself in eight lanes, of more of them in sixteen where
// there are (leaf_sixteen_kernel.c). One block in sixteen lanes would take longer.
#include "engine/leaf/leaf_body.inl"

void ISA(wide_leaf_pairs)(const wide_leaf_pose* pose, const wide_leaf* a, const wide_leaf* b,
                          const wide_pair* pairs, size_t count, wide_leaf_result* out)
{
    ASSERT(count <= WIDE_PAIRS_MAX);
#ifdef SIMD_TWICE
    if (count > 2) {
        ISA(wide_leaf_pairs_sixteen)(pose, a, b, pairs, count, out);
        return;
    }
#endif
    test_pairs(pose, a, b, pairs, count, out);
}

void ISA(wide_leaf_blocks)(const wide_leaf_block* blocks, size_t count, wide_leaf_result* out,
                           wide_block_ends* ends)
{
    ASSERT(count <= WIDE_BLOCKS_MAX);
#ifdef SIMD_TWICE
    if (count > 1) {
        ISA(wide_leaf_blocks_sixteen)(blocks, count, out, ends);
        return;
    }
#endif
    test_all_blocks(blocks, count, out, ends);
}
