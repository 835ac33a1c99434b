// clock.c - see clock.h.
#define _POSIX_C_SOURCE 200809L  // clock_gettime
#include "base/clock.h"

#if defined __wasm__
// WebAssembly has no clock: whoever loads the module gives one, in milliseconds.
__attribute__((import_module("abut"), import_name("now"))) double abut_clock(void);

uint64_t clock_now(void)
{
    return (uint64_t)(abut_clock() * 1e6);
}
#else
#include <time.h>

uint64_t clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
#endif
