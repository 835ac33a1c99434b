// trig.c - see trig.h. Taylor's series, since their remainders need no proof of their own.
#include "geom/trig.h"

#include "base/base.h"
#include "base/bits.h"

#include <math.h>

enum { TERMS = 10 };

// Coefficients in 2^-63, rounded to nearest. Signs alternate.
static const uint64_t sine_terms[TERMS] = {  // 1 / (2 k + 1)!
    0x8000000000000000, 0x1555555555555555, 0x0111111111111111, 0x0006806806806807,
    0x0000171de3a556c7, 0x00000035cc8acfeb, 0x000000005849184f, 0x00000000006b9fd0,
    0x000000000000654b, 0x000000000000004c};
static const uint64_t cosine_terms[TERMS] = {  // 1 / (2 k)!
    0x8000000000000000, 0x4000000000000000, 0x0555555555555555, 0x002d82d82d82d82e,
    0x0000d00d00d00d01, 0x0000024fc9f6ef14, 0x000000047bb63bfe, 0x00000000064e5d2a,
    0x000000000006b9fd, 0x00000000000005a1};
static const uint64_t arc_terms[TERMS] = {  // 1 / (2 k + 1)
    0x8000000000000000, 0x2aaaaaaaaaaaaaab, 0x199999999999999a, 0x1249249249249249,
    0x0e38e38e38e38e39, 0x0ba2e8ba2e8ba2e9, 0x09d89d89d89d89d9, 0x0888888888888889,
    0x0787878787878788, 0x06bca1af286bca1b};

#define RADIANS 0x8efa351294e9c8ae  // of a degree, in 2^-69
#define DEGREES 0xe52ee0d31e0fbdc3  // of a radian, in 2^-58

// 1 - y terms[1] + y^2 terms[2] - ..., in 2^-63; y < 1 in 2^-64.
static uint64_t series(const uint64_t terms[TERMS], uint64_t y)
{
    uint64_t sum = terms[TERMS - 1];
    for (int k = TERMS - 2; k >= 0; k--)
        sum = terms[k] - (uint64_t)((uint128)y * sum >> 64);
    return sum;
}

int trig_turn(int128 degrees, int64_t* sine, int64_t* cosine)
{
    ASSERT(degrees >= 0 && degrees >> 100 < 1 << 21);
    const int quarters = ((int)(degrees >> 100) + 45) / 90;
    const int128 rest = degrees - quarters * (90 * TRIG_DEGREE);  // from -45 to less than 45
    const uint64_t size = (uint64_t)((rest < 0 ? -rest : rest) >> 43);
    const uint64_t x = (uint64_t)((uint128)size * RADIANS >> 63);  // in 2^-63
    const uint64_t square = (uint64_t)((uint128)x * x >> 62);
    const int64_t up = (int64_t)((uint128)x * series(sine_terms, square) >> 64);
    const int64_t s = rest < 0 ? -up : up;
    const int64_t c = (int64_t)(series(cosine_terms, square) >> 1);
    const int64_t around[5] = {s, c, -s, -c, s};
    *sine = around[quarters & 3];
    *cosine = around[(quarters & 3) + 1];
    return rest == 0;
}

// The high half of a product.
static uint128 multiply_high(uint128 x, uint128 y)
{
    const uint64_t a = (uint64_t)(x >> 64), b = (uint64_t)x;
    const uint64_t c = (uint64_t)(y >> 64), d = (uint64_t)y;
    const uint128 first = (uint128)a * d + (uint64_t)((uint128)b * d >> 64);
    const uint128 second = (uint128)b * c + (uint64_t)first;
    return (uint128)a * c + (first >> 64) + (second >> 64);
}

// 1 - y / (k (k + 1)) + y^2 / (k (k + 1) (k + 2) (k + 3)) - ..., in 2^-127; y < 0.65 in 2^-128. The first term left out is
// below 2^-128, and what is rounded makes less than 2^-126.
static uint128 long_series(uint128 y, unsigned k)
{
    enum { LONG_TERMS = 16 };
    const uint128 one = (uint128)1 << 127;
    uint128 sum = one;
    for (unsigned i = LONG_TERMS; i-- > 0;) {
        const unsigned n = k + 2 * i;
        sum = one - multiply_high(y, sum) / (n * (n + 1));
    }
    return sum;
}

// x in 2^-127, at least 2^-28, with its sign.
static double nearest_of(uint128 x, int negative)
{
    const uint64_t high = (uint64_t)(x >> 64);
    const int drop = 64 - __builtin_clzll(high);
    const int sticky = x << (128 - drop) != 0;
    return double_round_nearest((uint64_t)(x >> drop), sticky, drop - 127, negative);
}

void trig_of_radians(double radians, double* sine, double* cosine)
{
    const dyadic d = dyadic_from_double(radians);
    ASSERT(double_compare(fabs(radians), 0.8) <= 0);
    if (double_compare(fabs(radians), 0x1p-27) <
        0) {  // what is missing is less than half of a last bit
        *sine = radians;
        *cosine = 1;
        return;
    }
    const uint128 x = (uint128)d.mantissa << (128 + d.exponent);
    const uint128 square = multiply_high(x, x);
    *sine = nearest_of(multiply_high(x, long_series(square, 2)), d.negative);
    *cosine = nearest_of(long_series(square, 1), 0);
}

// y is at most x.
static int128 arc_up_to_half(uint64_t y, uint64_t x)
{
    // The arcs of 0, 1/4, 1/2, 3/4 and 1; what is left is at most an eighth.
    static const uint64_t table[5][2] = {{0, 0},
                                         {0xe0947407d7, 0x16f781f78ed41cd},
                                         {0x1a90a731a61, 0xdc3cfe9b09b23cfb},
                                         {0x24deb19cb3c, 0x478602c9ec9b860b},
                                         {0x2d000000000, 0}};
    const uint64_t slope = (uint64_t)(((uint128)y << 63) / x);
    const uint64_t near = (slope + (UINT64_C(1) << 60)) >> 61;
    const int64_t over = (int64_t)(slope - (near << 61));
    const uint64_t below = (uint64_t)TRIG_ONE + (slope >> 3) * near;
    const uint64_t z = (uint64_t)(((uint128)(over < 0 ? -over : over) << 62) / below);
    const uint64_t square = (uint64_t)((uint128)z * z >> 62);
    const uint64_t arc = (uint64_t)((uint128)z * series(arc_terms, square) >> 63);
    const int128 part = (int128)((uint128)arc * DEGREES >> 21);
    const int128 whole = (int128)((uint128)table[near][0] << 64 | table[near][1]);
    return over < 0 ? whole - part : whole + part;
}

int128 trig_arc(uint64_t y, uint64_t x)
{
    ASSERT((x || y) && !((x | y) >> 63));
    return y > x ? 90 * TRIG_DEGREE - arc_up_to_half(x, y) : arc_up_to_half(y, x);
}

uint64_t trig_root(uint128 x)
{
    ASSERT(!(x >> 126));
    if (!x) return 0;
    // A root in doubles is within 2^-50 of it in any rounding mode, one step of Newton's within one unit or so.
    const uint64_t guess = (uint64_t)sqrt((double)x) + 1;
    uint64_t root = (uint64_t)((guess + x / guess) / 2);
    while ((uint128)root * root > x)
        root--;
    while ((uint128)(root + 1) * (root + 1) <= x)
        root++;
    return root;
}
