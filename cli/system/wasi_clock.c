// wasi_clock.c - the library's clock in programs for WASI. In a module for JavaScript whoever loads it gives one (src/base/clock.c).
#define _POSIX_C_SOURCE 200809L  // clock_gettime
#include <time.h>

double abut_clock(void);

double abut_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}
