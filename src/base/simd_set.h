// simd_set.h - which instruction sets there are; without the vectors themselves (simd.h), which only
// kernels see.
//
// A file named *_kernel.c is compiled once for each set (src/CMakeLists.txt). The build defines ABUT_ISA, the set's name
// in small letters, and ISA(name) is that set's form of a name: wide_walk_avx2.
#ifndef ABUT_BASE_SIMD_SET_H
#define ABUT_BASE_SIMD_SET_H

#ifndef ABUT_ISA
#define ABUT_ISA portable  // where a file is looked at by itself
#endif
#define ISA_JOINED(name, set) name##_##set
#define ISA_FORM(name, set)   ISA_JOINED(name, set)
#define ISA(name)             ISA_FORM(name, ABUT_ISA)

// X(set, NAME) for all sets that kernels are compiled for on this kind of machine, each faster than those before it. As in
// src/CMakeLists.txt.
#if defined __x86_64__
#define SIMD_EACH(X) X(portable, PORTABLE) X(avx2, AVX2) X(avx512, AVX512)
#elif defined __aarch64__
#define SIMD_EACH(X) X(portable, PORTABLE) X(neon, NEON)
#else
#define SIMD_EACH(X) X(portable, PORTABLE)
#define SIMD_ALONE   1  // no other: nothing is chosen at run time
#endif

#define SIMD_NAMED(set, name) SIMD_##name,
typedef enum simd_set { SIMD_EACH(SIMD_NAMED) SIMD_SETS } simd_set;
#undef SIMD_NAMED

// The last one that this machine has.
simd_set simd_best(void);
// The one in use: simd_best, unless simd_use chose another.
simd_set simd_current(void);
// For tests: use another, from now on, in all threads. Returns 0 if the machine does not have it.
int simd_use(simd_set set);

#endif
