// float.c - the only part of the program that touches the floating-point unit's controls. C has
// no words for flushing, so that is said per architecture, without intrinsics headers.
#include "self_test/float.h"

#include <fenv.h>
#include <string.h>

// Where these are missing, as in WebAssembly, all is rounded to nearest: fesetround refuses any number but that.
#ifndef FE_UPWARD
#define FE_UPWARD     1
#define FE_DOWNWARD   2
#define FE_TOWARDZERO 3
#endif

const float_mode float_modes[FLOAT_MODES] = {
    {"to nearest", FE_TONEAREST, false},   {"upward", FE_UPWARD, false},
    {"downward", FE_DOWNWARD, false},      {"toward zero", FE_TOWARDZERO, false},
    {"flush to zero", FE_TONEAREST, true}, {"flush to zero, upward", FE_UPWARD, true},
};

#if defined(__SSE2__)
#define FLUSH_BITS 0x8040u  // MXCSR: FTZ and DAZ
#define FLAG_BITS  0x003Fu
static uint64_t read_control(void)
{
    return __builtin_ia32_stmxcsr();
}
static void write_control(uint64_t control)
{
    __builtin_ia32_ldmxcsr((unsigned)control);
}
#elif defined(__aarch64__)
#define FLUSH_BITS 0x1000000u  // FPCR: FZ, for operands and results
#define FLAG_BITS  0u          // they are in another register
static uint64_t read_control(void)
{
    uint64_t control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}
static void write_control(uint64_t control)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(control));
}
#else
#define FLUSH_BITS 0u
#define FLAG_BITS  0u
static uint64_t read_control(void)
{
    return 0;
}
static void write_control(uint64_t control)
{
    (void)control;
}
#endif

bool float_flush_is_known(void)
{
    return FLUSH_BITS != 0;
}

void float_mode_enter(const float_mode* mode)
{
    fesetround(mode->rounding);
    if (mode->flush) write_control(read_control() | FLUSH_BITS);
}

void float_mode_leave(void)
{
    fesetround(FE_TONEAREST);
    write_control(read_control() & ~(uint64_t)FLUSH_BITS);
}

uint64_t float_control(void)
{
    return (read_control() & ~(uint64_t)FLAG_BITS) << 16 | (uint64_t)(unsigned)fegetround();
}

static bool is_zero(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits << 1 == 0;
}

bool float_mode_shows(const float_mode* mode)
{
    // Volatile, so that the compiler neither computes them beforehand nor moves them.
    volatile double one = 1, minus = -1, little = 0x1p-60, more = 0x1.02p-53;
    volatile double normal = 0x1p-1022, half = 0.5, tiny = 0x1p-1074, large = 0x1p60;
    volatile double up = one + little, down = minus - little, near = one + more;
    volatile double result = normal * half, operand = tiny * large;
    const bool is_up = mode->rounding == FE_UPWARD, is_down = mode->rounding == FE_DOWNWARD;
    const bool is_cut = is_down || mode->rounding == FE_TOWARDZERO;
    return (up > 1) == is_up && (down < -1) == is_down && (near > 1) == !is_cut &&
           is_zero(result) == mode->flush && is_zero(operand) == mode->flush;
}
