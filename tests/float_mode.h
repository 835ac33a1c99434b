// float_mode.h - the states of the floating-point unit that a caller may leave us in: the rounding
// mode, and subnormals flushed to zero (FTZ and DAZ). Tests enter one around calls of the library only.
#ifndef ABUT_TESTS_FLOAT_MODE_H
#define ABUT_TESTS_FLOAT_MODE_H
#include <fenv.h>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

typedef struct float_mode {
    const char* name;
    int rounding, flush;
} float_mode;

enum { FLOAT_MODE_COUNT = 6 };
static const float_mode float_modes[FLOAT_MODE_COUNT] = {
    {"to nearest", FE_TONEAREST, 0},    {"upward", FE_UPWARD, 0},
    {"downward", FE_DOWNWARD, 0},       {"toward zero", FE_TOWARDZERO, 0},
    {"flush to zero", FE_TONEAREST, 1}, {"flush to zero, upward", FE_UPWARD, 1},
};

static inline void float_mode_enter(const float_mode* mode)
{
    fesetround(mode->rounding);
#if defined(__SSE2__)
    const unsigned flush_bits = 0x8040;  // FTZ and DAZ
    if (mode->flush) _mm_setcsr(_mm_getcsr() | flush_bits);
#endif
}

static inline void float_mode_leave(void)
{
    fesetround(FE_TONEAREST);
#if defined(__SSE2__)
    _mm_setcsr(_mm_getcsr() & ~0x8040u);
#endif
}

#endif
