// angle.h - sine and cosine with the same bits on every machine. libm's may differ in the last bit,
// and scenes are compared by hashes.
#ifndef ABUT_SCENES_ANGLE_H
#define ABUT_SCENES_ANGLE_H
#include <stdint.h>

// Find cosine and sine of part / whole of a full turn, whole from 1 to 2^50, part any number.
// Both are within 4e-16 of the true values. Multiples of a quarter turn give exactly 0, 1 and -1,
// never -0. The turn is reduced to an eighth in integers, so mirrored angles give mirrored bits.
// Needs the default rounding mode and no contraction.
void angle_of_turn(uint64_t part, uint64_t whole, double* cosine, double* sine);

#endif
