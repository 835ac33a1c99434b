// serial.c - see serial.h.
#include "exec/serial.h"

#include <stdatomic.h>

uint64_t serial_next(void)
{
    static atomic_uint_fast64_t last;
    return atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
}
