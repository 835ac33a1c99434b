// fraction.h - numbers that doubles do not hold, rounded to doubles once, and compared: integers of many limbs
// (limbs.h), and quotients of two.
#ifndef ABUT_GEOM_FRACTION_H
#define ABUT_GEOM_FRACTION_H
#include "geom/exact.h"

#include <stdint.h>

#define FRACTION_LIMBS (4 * EXACT_LIMBS_MAX)  // that a denominator may have

// Round an integer times 2^exponent to nearest even. a is used up.
double integer_round(uint64_t* a, int n, int exponent);
// Round a / b * 2^exponent to nearest even, b > 0. a is used up.
double fraction_round(uint64_t* a, int na, const uint64_t* b, int nb, int exponent);
// The same for any number of limbs: scratch has room for 3 (nb + 2).
double fraction_round_in(uint64_t* scratch, uint64_t* a, int na, const uint64_t* b, int nb,
                         int exponent);

// Compare a * 2^ea with b * 2^eb, neither negative: -1, 0 or 1.
int integers_compare(const uint64_t* a, int na, int ea, const uint64_t* b, int nb, int eb);

#endif
