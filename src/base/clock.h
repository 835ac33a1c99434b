// clock.h - the time, for deadlines.
#ifndef ABUT_BASE_CLOCK_H
#define ABUT_BASE_CLOCK_H
#include <stdint.h>

// Nanoseconds of a clock that only goes forward. Cost: some 25 of them.
uint64_t clock_now(void);
// The time so many microseconds from now; 0 if there are none. At most some thirty years.
uint64_t clock_after(double microseconds);

#endif
