// float_mode.h - the states of the floating-point unit that a caller may leave us in: the rounding
// mode, and subnormals flushed to zero (FTZ and DAZ). Tests enter one around calls of the library only.
#ifndef ABUT_TESTS_SUPPORT_FLOAT_MODE_H
#define ABUT_TESTS_SUPPORT_FLOAT_MODE_H
#include <fenv.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

enum {
    FLUSH_RESULTS = 0x8000,   // FTZ
    FLUSH_OPERANDS = 0x0040,  // DAZ
    FLUSH_BOTH = FLUSH_RESULTS | FLUSH_OPERANDS,
};

typedef struct float_mode {
    const char* name;
    int rounding;
    unsigned flush;  // FLUSH_*, or 0
} float_mode;

enum { FLOAT_MODE_COUNT = 6 };
static const float_mode float_modes[FLOAT_MODE_COUNT] = {
    {"to nearest", FE_TONEAREST, 0},
    {"upward", FE_UPWARD, 0},
    {"downward", FE_DOWNWARD, 0},
    {"toward zero", FE_TOWARDZERO, 0},
    {"flush to zero", FE_TONEAREST, FLUSH_BOTH},
    {"flush to zero, upward", FE_UPWARD, FLUSH_BOTH},
};

static inline void float_mode_enter(const float_mode* mode)
{
    fesetround(mode->rounding);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() | mode->flush);
#endif
}

static inline void float_mode_leave(void)
{
    fesetround(FE_TONEAREST);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() & ~(unsigned)FLUSH_BOTH);
#endif
}

#endif
