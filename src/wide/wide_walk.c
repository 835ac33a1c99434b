// wide_walk.c - the poses of a query, and the kernel for this machine.
#include "wide/wide_walk.h"

#include "base/base.h"
#include "base/simd_set.h"
#include "wide/wide_pose.h"

void wide_walk(search* s, const wide_tree* a, const wide_tree* b, const relative_side* a_side,
               const relative_side* b_side)
{
    static wide_walk_kernel* const kernels[SIMD_SETS] = {
        [SIMD_PORTABLE] = wide_walk_portable,
#if defined __x86_64__
        [SIMD_AVX2] = wide_walk_avx2,
        [SIMD_AVX512] = wide_walk_avx512,
#endif
    };
    relative_pose b_in_a, a_in_b;
    relative_pose_prepare(&b_in_a, a_side, b_side);
    if (PRUNE(wide_pose_is_far(&b_in_a))) return;
    relative_pose_prepare(&a_in_b, b_side, a_side);
    kernels[simd_current()](s, a, b, &b_in_a, &a_in_b);
}
