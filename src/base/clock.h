// clock.h - the time, for deadlines.
#ifndef ABUT_BASE_CLOCK_H
#define ABUT_BASE_CLOCK_H
#include <stdint.h>

// Nanoseconds of a clock that only goes forward. Cost: some 25 of them.
uint64_t clock_now(void);
// The time so many microseconds from now; 0 if there are none. At most some thirty years.
static inline uint64_t clock_after(double microseconds)
{
    if (!(microseconds > 0)) return 0;
    const double limit = 1e18, left = microseconds * 1000;
    return clock_now() + (uint64_t)(left < limit ? left : limit) + 1;
}

#endif
