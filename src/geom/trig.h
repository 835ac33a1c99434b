// trig.h - sines, cosines and arcs in integers: the same on every machine and in every rounding mode, each with a proved
// error (docs/proofs/motion.md, "Poses in time"). libm promises neither.
#ifndef ABUT_GEOM_TRIG_H
#define ABUT_GEOM_TRIG_H
#include "geom/limbs.h"

// Numbers of size one are whole numbers of 2^-62, angles of 2^-100 degrees.
#define TRIG_ONE    (INT64_C(1) << 62)
#define TRIG_DEGREE ((int128)1 << 100)

// Sine and cosine of an angle of 0 or more, below 2^21 degrees: within 4 units. Multiples of 90 degrees: exactly.
// Returns whether it is one of these.
int trig_turn(int128 degrees, int64_t* sine, int64_t* cosine);

// Sine and cosine of radians, at most 0.8 either way: each a double next to the true number, and but for one in 2^40 the nearest.
// The same in every rounding mode.
void trig_of_radians(double radians, double* sine, double* cosine);

// The angle between the x axis and (x, y), both below 2^63, not both 0: within 2^-58 radians. Exact on the axes and between
// them.
int128 trig_arc(uint64_t y, uint64_t x);

// The root of x < 2^126, rounded down.
uint64_t trig_root(uint128 x);

#endif
