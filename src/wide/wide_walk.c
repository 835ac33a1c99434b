// wide_walk.c - the kernel for this machine.
#include "wide/wide_walk.h"

#include "base/simd_set.h"

void wide_walk(search* s, const wide_side* a, const wide_side* b)
{
    static wide_walk_kernel* const kernels[SIMD_SETS] = {
        [SIMD_PORTABLE] = wide_walk_portable,
#if defined __x86_64__
        [SIMD_AVX2] = wide_walk_avx2,
        [SIMD_AVX512] = wide_walk_avx512,
#endif
    };
    kernels[simd_current()](s, a, b);
}
