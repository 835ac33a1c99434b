// foot.c - see foot.h.
#include "engine/leaf/foot.h"

int foot_is_exact(void)
{
    // Volatile: this is what the unit does now, not what the compiler supposes.
    volatile double one = 1, little = 0x1p-60, least = 0x1p-1022, half = 0.5, two = 2;
    const double more = one + little, less = one - little, small = least * half;
    volatile double kept = small;
    const double back = kept * two;
    return more <= 1 && less >= 1 && back > 0x1p-1023;
}
