// angle.c - Taylor series on an eighth of a turn: only + - * / of doubles, so nothing is left to the
// platform. The first term left out is below 1e-19.
#include "angle.h"

static double sine_small(double x)
{
    const double y = x * x;
    double p = 1.0 / 355687428096000.0;  // 17!
    p = 1.0 / 1307674368000.0 - y * p;
    p = 1.0 / 6227020800.0 - y * p;
    p = 1.0 / 39916800.0 - y * p;
    p = 1.0 / 362880.0 - y * p;
    p = 1.0 / 5040.0 - y * p;
    p = 1.0 / 120.0 - y * p;
    p = 1.0 / 6.0 - y * p;
    return x - x * (y * p);
}

static double cosine_small(double x)
{
    const double y = x * x;
    double p = 1.0 / 20922789888000.0;  // 16!
    p = 1.0 / 87178291200.0 - y * p;
    p = 1.0 / 479001600.0 - y * p;
    p = 1.0 / 3628800.0 - y * p;
    p = 1.0 / 40320.0 - y * p;
    p = 1.0 / 720.0 - y * p;
    p = 1.0 / 24.0 - y * p;
    return 1.0 - (0.5 * y - y * (y * p));
}

void angle_of_turn(uint64_t part, uint64_t whole, double* cosine, double* sine)
{
    part %= whole;
    const uint64_t eighth = 8 * part / whole;
    uint64_t rest = 8 * part - eighth * whole;
    // An odd eighth is reached backwards from the next quarter.
    const int backwards = (int)(eighth % 2);
    if (backwards) rest = whole - rest;

    const double quarter_pi = 0.78539816339744830962, half_root = 0.70710678118654752440;
    const double x = (double)rest / (double)whole * quarter_pi;
    // At an eighth sine and cosine must agree to the last bit, as mirrored angles must.
    const double c = rest == whole ? half_root : cosine_small(x);
    const double forwards = rest == whole ? half_root : sine_small(x);
    const double s = backwards ? 0.0 - forwards : forwards;
    switch ((eighth + 1) / 2 % 4) {
    case 0:
        *cosine = c, *sine = s;
        break;
    case 1:
        *cosine = 0.0 - s, *sine = c;
        break;
    case 2:
        *cosine = 0.0 - c, *sine = 0.0 - s;
        break;
    default:
        *cosine = s, *sine = 0.0 - c;
        break;
    }
}
