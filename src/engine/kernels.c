// kernels.c - see kernels.h.
#include "engine/kernels.h"

#ifndef SIMD_ALONE
#define DECLARE(set, name) extern const wide_kernels wide_kernels_##set;
SIMD_EACH(DECLARE)

const wide_kernels* wide_kernels_of(simd_set set)
{
#define ENTRY(set, name) [SIMD_##name] = &wide_kernels_##set,
    static const wide_kernels* const tables[SIMD_SETS] = {SIMD_EACH(ENTRY)};
    return tables[set];
}

const wide_kernels* wide_kernels_now(void)
{
    return wide_kernels_of(simd_current());
}
#endif
