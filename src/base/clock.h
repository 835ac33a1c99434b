// clock.h - the time, for deadlines.
#ifndef ABUT_BASE_CLOCK_H
#define ABUT_BASE_CLOCK_H
#include <stdint.h>

// Nanoseconds of a clock that only goes forward. Cost: some 25 of them.
uint64_t clock_now(void);

#endif
