// simd_set.h - which instruction sets there are; without the vectors themselves (simd.h), which only
// kernels see.
#ifndef ABUT_BASE_SIMD_SET_H
#define ABUT_BASE_SIMD_SET_H

// Instruction sets that kernels are compiled for, each faster than those before it.
typedef enum simd_set { SIMD_PORTABLE, SIMD_AVX2, SIMD_AVX512, SIMD_SETS } simd_set;
// The last one that this machine has.
simd_set simd_best(void);
// The one in use: simd_best, unless simd_use chose another.
simd_set simd_current(void);
// For tests: use another, from now on, in all threads. Returns 0 if the machine does not have it.
int simd_use(simd_set set);

#endif
