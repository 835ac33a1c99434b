// base.h - small macros that every chapter uses.
#ifndef ABUT_BASE_BASE_H
#define ABUT_BASE_BASE_H
#include "abut/abut.h"

#include <assert.h>

#ifdef __FAST_MATH__
#error "abut decides signs by error bounds: never build it with -ffast-math"
#endif

// Programmer errors inside the library; gone in release. Errors in data are statuses, never these.
#define ASSERT(condition) assert(condition)

// The same about a whole structure, which takes a pass over it or more: so only where the build asks for it, as debug builds
// do (CMake: ABUT_VALIDATE). Elsewhere the condition is compiled, and never evaluated.
#ifdef ABUT_VALIDATE
#ifdef NDEBUG
#error "ABUT_VALIDATE needs assertions: build without NDEBUG, for instance the type Debug"
#endif
#define VALIDATE(condition) assert(condition)
#else
#define VALIDATE(condition) ((void)(0 && (condition)))
#endif

// Return from the enclosing function with a status that is not ABUT_OK.
#define TRY(expression)                                                                            \
    do {                                                                                           \
        const abut_status try_status = (expression);                                               \
        if (try_status != ABUT_OK) return try_status;                                              \
    } while (0)

// Within an if: it stays a branch, which the processor guesses. Without, both ways may be computed, and waited for.
#define BRANCH() __asm__ volatile("")

// A function that its callers must have inside of them, since what they give it is constant there: loops unroll, branches go.
// Not in unoptimised builds, so that their coverage counts each branch once; nor where all must be small (CMake: ABUT_SMALL).
#if defined __OPTIMIZE__ && !defined ABUT_SMALL
#define ALWAYS_INLINE static inline __attribute__((always_inline))
#else
#define ALWAYS_INLINE static inline
#endif

// A condition that only saves work: taken as false when built with ABUT_PRUNE_OFF, and then every
// answer must stay the same (tests/methods/test_prune.c).
#ifdef ABUT_PRUNE_OFF
#define PRUNE(condition) ((void)(condition), 0)
#else
#define PRUNE(condition) (condition)
#endif

#endif
