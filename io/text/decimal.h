// decimal.h - the rare decimal numbers that 128 bits cannot round: many digits, large exponents.
#ifndef ABUT_IO_TEXT_DECIMAL_H
#define ABUT_IO_TEXT_DECIMAL_H
#include <stdint.h>

// The double nearest to digits * 10^exponent, ties to even; infinity if that is too large. The digits
// run from at to end; one point among them, which stands for nothing here, is passed over.
// exponent is the power of ten of the last digit, and far from the limits of int64_t.
// Cost: about a microsecond for short numbers, ten for very long ones.
double decimal_round(const char* at, const char* end, int64_t exponent);

#endif
