// number.c - decimal to double in three steps: exact operations on doubles (Clinger 1990), exact
// 128-bit integers, and for large exponents and the closest calls decimal.c. No step asks the C
// library, whose strtod follows the locale.
#include "text/number.h"

#include "text/decimal.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

__extension__ typedef unsigned __int128 uint128;

// The digits of a number as written: its value is digits * 10^exponent. With more than 19 significant
// digits `value` holds the first 19 and `exact` is false.
typedef struct decimal {
    uint64_t value;
    int64_t exponent;
    bool negative;
    bool exact;
} decimal;

enum { EXACT_DIGITS = 19 };  // 10^19 < 2^64

const unsigned char byte_ends_token[256] = {
    [' '] = 1, ['\t'] = 1, ['\v'] = 1, ['\f'] = 1, ['\n'] = 1, ['\r'] = 1, ['#'] = 1};

static const double power_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                      1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                      1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

// 5^0 ... 5^27, all below 2^63.
static const uint64_t power_of_five[] = {UINT64_C(1),
                                         UINT64_C(5),
                                         UINT64_C(25),
                                         UINT64_C(125),
                                         UINT64_C(625),
                                         UINT64_C(3125),
                                         UINT64_C(15625),
                                         UINT64_C(78125),
                                         UINT64_C(390625),
                                         UINT64_C(1953125),
                                         UINT64_C(9765625),
                                         UINT64_C(48828125),
                                         UINT64_C(244140625),
                                         UINT64_C(1220703125),
                                         UINT64_C(6103515625),
                                         UINT64_C(30517578125),
                                         UINT64_C(152587890625),
                                         UINT64_C(762939453125),
                                         UINT64_C(3814697265625),
                                         UINT64_C(19073486328125),
                                         UINT64_C(95367431640625),
                                         UINT64_C(476837158203125),
                                         UINT64_C(2384185791015625),
                                         UINT64_C(11920928955078125),
                                         UINT64_C(59604644775390625),
                                         UINT64_C(298023223876953125),
                                         UINT64_C(1490116119384765625),
                                         UINT64_C(7450580596923828125)};

// The first 128 bits of 1 / 5^1 ... 1 / 5^27, rounded down.
static const uint64_t fraction_of_five[][2] = {
    {0, 0},
    {UINT64_C(0xcccccccccccccccc), UINT64_C(0xcccccccccccccccc)},
    {UINT64_C(0xa3d70a3d70a3d70a), UINT64_C(0x3d70a3d70a3d70a3)},
    {UINT64_C(0x83126e978d4fdf3b), UINT64_C(0x645a1cac083126e9)},
    {UINT64_C(0xd1b71758e219652b), UINT64_C(0xd3c36113404ea4a8)},
    {UINT64_C(0xa7c5ac471b478423), UINT64_C(0x0fcf80dc33721d53)},
    {UINT64_C(0x8637bd05af6c69b5), UINT64_C(0xa63f9a49c2c1b10f)},
    {UINT64_C(0xd6bf94d5e57a42bc), UINT64_C(0x3d32907604691b4c)},
    {UINT64_C(0xabcc77118461cefc), UINT64_C(0xfdc20d2b36ba7c3d)},
    {UINT64_C(0x89705f4136b4a597), UINT64_C(0x31680a88f8953030)},
    {UINT64_C(0xdbe6fecebdedd5be), UINT64_C(0xb573440e5a884d1b)},
    {UINT64_C(0xafebff0bcb24aafe), UINT64_C(0xf78f69a51539d748)},
    {UINT64_C(0x8cbccc096f5088cb), UINT64_C(0xf93f87b7442e45d3)},
    {UINT64_C(0xe12e13424bb40e13), UINT64_C(0x2865a5f206b06fb9)},
    {UINT64_C(0xb424dc35095cd80f), UINT64_C(0x538484c19ef38c94)},
    {UINT64_C(0x901d7cf73ab0acd9), UINT64_C(0x0f9d37014bf60a10)},
    {UINT64_C(0xe69594bec44de15b), UINT64_C(0x4c2ebe687989a9b3)},
    {UINT64_C(0xb877aa3236a4b449), UINT64_C(0x09befeb9fad487c2)},
    {UINT64_C(0x9392ee8e921d5d07), UINT64_C(0x3aff322e62439fcf)},
    {UINT64_C(0xec1e4a7db69561a5), UINT64_C(0x2b31e9e3d06c32e5)},
    {UINT64_C(0xbce5086492111aea), UINT64_C(0x88f4bb1ca6bcf584)},
    {UINT64_C(0x971da05074da7bee), UINT64_C(0xd3f6fc16ebca5e03)},
    {UINT64_C(0xf1c90080baf72cb1), UINT64_C(0x5324c68b12dd6338)},
    {UINT64_C(0xc16d9a0095928a27), UINT64_C(0x75b7053c0f178293)},
    {UINT64_C(0x9abe14cd44753b52), UINT64_C(0xc4926a9672793542)},
    {UINT64_C(0xf79687aed3eec551), UINT64_C(0x3a83ddbd83f52204)},
    {UINT64_C(0xc612062576589dda), UINT64_C(0x95364afe032a819d)},
    {UINT64_C(0x9e74d1b791e07e48), UINT64_C(0x775ea264cf55347d)}};

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define EIGHT_AT_ONCE 1
#else
#define EIGHT_AT_ONCE 0
#endif

// Eight bytes in one word, the first one lowest: a bit is set in each that is no digit, and for certain
// in the first of them.
static inline uint64_t find_others(uint64_t word)
{
    word ^= UINT64_C(0x3030303030303030);
    return ((word + UINT64_C(0x7676767676767676)) | word) & UINT64_C(0x8080808080808080);
}

// The value of eight digits, by ever larger pairs (Langdale and Lemire 2019).
static inline uint64_t value_of_digits(uint64_t word)
{
    word -= UINT64_C(0x3030303030303030);
    word = word * 10 + (word >> 8);
    const uint64_t pairs = UINT64_C(0x000000ff000000ff);
    return ((word & pairs) * UINT64_C(0x000f424000000064) +
            ((word >> 16) & pairs) * UINT64_C(0x0000271000000001)) >>
           32;
}

static inline const char* scan_digits(const char* at, const char* end, uint64_t* value)
{
    static const uint64_t tens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    uint64_t v = *value;
    while (EIGHT_AT_ONCE && end - at >= 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        const uint64_t others = find_others(word);
        if (others != 0) {
            const unsigned count = (unsigned)__builtin_ctzll(others) / 8;
            if (count > 0) {
                // Zeros before the digits there are.
                word = word << (64 - 8 * count) | UINT64_C(0x3030303030303030) >> (8 * count);
                v = v * tens[count] + value_of_digits(word);
            }
            *value = v;
            return at + count;
        }
        v = v * 100000000 + value_of_digits(word);
        at += 8;
    }
    for (; at != end && is_digit(*at); at++)
        v = v * 10 + (unsigned)(*at - '0');
    *value = v;
    return at;
}

// The digits between at and end, with a point or without, when there are more than fit at a glance:
// the first significant ones, and the power of ten of the last of these.
static void collect_digits(const char* at, const char* end, decimal* d)
{
    int count = 0;
    bool fraction = false;
    d->value = 0;
    d->exponent = 0;
    for (; at != end; at++) {
        if (*at == '.') {
            fraction = true;
        } else if (count < EXACT_DIGITS) {
            d->value = d->value * 10 + (unsigned)(*at - '0');
            count += d->value != 0;
            d->exponent -= fraction;
        } else {
            d->exact = false;
            d->exponent += !fraction;
        }
    }
}

// The exponent behind e or E, held far from the limits of its type, where no file has so many digits.
static bool scan_exponent(const char** at, const char* end, int64_t* exponent)
{
    const int64_t limit = INT64_MAX / 4;
    const char* p = *at;
    if (end - p > 3 && (*p == '+' || *p == '-') && is_digit(p[1]) && is_digit(p[2]) &&
        !is_digit(p[3])) {  // as printf writes nearly all of them
        const int64_t value = 10 * (p[1] - '0') + (p[2] - '0');
        *exponent = *p == '-' ? -value : value;
        *at = p + 3;
        return true;
    }
    if (!integer_parse(at, end, exponent)) return false;
    if (*exponent > limit) *exponent = limit;
    if (*exponent < -limit) *exponent = -limit;
    return true;
}

// NULL if there is no number here, or if something is glued to it.
static const char* scan(const char* at, const char* end, decimal* d)
{
    *d = (decimal){.exact = true};
    if (at != end && (*at == '-' || *at == '+')) d->negative = *at++ == '-';
    const char* first = at;
    at = scan_digits(at, end, &d->value);
    ptrdiff_t digits = at - first;
    if (at != end && *at == '.') {
        const char* point = at++;
        at = scan_digits(at, end, &d->value);
        d->exponent = point + 1 - at;
        digits += at - point - 1;
    }
    if (digits == 0) return NULL;
    if (digits > EXACT_DIGITS) collect_digits(first, at, d);
    if (at != end && (*at == 'e' || *at == 'E')) {
        at++;
        int64_t exponent;
        if (!scan_exponent(&at, end, &exponent)) return NULL;
        d->exponent += exponent;
    }
    // "1.#IND" and "1.#INF" are what some programs write for what is not finite: no comment there.
    if (at != end && *at == '#' && at[-1] == '.') return NULL;
    // A backslash may join the next line of an OBJ file; everywhere else its reader stumbles over it.
    return at_token_end(at, end) || *at == '\\' ? at : NULL;
}

// (top + something below one, which is zero only if !sticky) * 2^exponent for top >= 2^62 and a
// small exponent: neither the result nor the power of two leaves the normal range.
static double round_to_double(uint64_t top, bool sticky, int exponent)
{
    int drop = 11 - __builtin_clzll(top);
    uint64_t half = UINT64_C(1) << (drop - 1);
    uint64_t rest = top & (2 * half - 1);
    uint64_t kept = top >> drop;
    if (rest > half || (rest == half && (sticky || (kept & 1) != 0))) kept++;
    uint64_t bits = (uint64_t)(1023 + exponent + drop) << 52;  // a power of two
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return (double)(int64_t)kept * scale;
}

// value * 10^exponent for value > 0 and |exponent| <= 27: 5^27 < 2^63, so that nothing is lost.
static double scale_exactly(uint64_t value, int exponent)
{
    uint64_t five = power_of_five[exponent < 0 ? -exponent : exponent];
    int shift = __builtin_clzll(value);
    value <<= shift;
    int five_shift = __builtin_clzll(five);
    five <<= five_shift;
    if (exponent < 0) {
        // Below the product with the fraction and at most two above it lies the true quotient: that
        // nearly always tells the bits above its last 64, and that they are not all.
        const uint64_t* fraction = fraction_of_five[-exponent];
        const uint128 product =
            (uint128)value * fraction[0] + (uint64_t)(((uint128)value * fraction[1]) >> 64);
        const uint64_t low = (uint64_t)product;
        if (low != 0 && low < UINT64_MAX - 1)
            return round_to_double((uint64_t)(product >> 64), true,
                                   exponent - 63 - shift + five_shift);
        uint128 dividend = (uint128)value
                           << 63;  // value < 2 * five: the quotient has 63 or 64 bits
        uint64_t quotient = (uint64_t)(dividend / five);
        bool sticky = (uint128)quotient * five != dividend;
        return round_to_double(quotient, sticky, exponent - 63 - shift + five_shift);
    }
    uint128 product = (uint128)value * five;  // at least 2^126
    return round_to_double((uint64_t)(product >> 64), (uint64_t)product != 0,
                           exponent + 64 - shift - five_shift);
}

// Digits from at to the end of a number that scan() accepted, without its sign.
static double convert_slowly(const char* at, const char* end, const decimal* d)
{
    const int power = d->exponent >= -27 && d->exponent <= 27 ? (int)d->exponent : 100;
    if (!d->exact && power != 100) {
        // The digits that did not fit matter only if they decide between two doubles.
        double low = scale_exactly(d->value, power), high = scale_exactly(d->value + 1, power);
        if (low == high) return low;
    }
    const char* stop = at;
    int64_t kept = 0, seen = 0;  // significant digits: those in d->value, and all
    for (; stop != end && (is_digit(*stop) || *stop == '.'); stop++) {
        seen += *stop != '.' && (seen > 0 || *stop != '0');
        kept += *stop != '.' && (seen > 0) && kept < EXACT_DIGITS;
    }
    return decimal_round(at, stop, d->exponent - (seen - kept));
}

number_result number_parse(const char** at, const char* end, double* out)
{
    decimal d;
    const char* after = scan(*at, end, &d);
    if (!after) return NUMBER_BAD;
    double value;
    if (d.value == 0 && d.exact) {
        value = 0;
    } else if (d.exact && d.value <= UINT64_C(1) << 53 && d.exponent >= -22 && d.exponent <= 22) {
        value = (double)d.value;
        value =
            d.exponent < 0 ? value / power_of_ten[-d.exponent] : value * power_of_ten[d.exponent];
    } else if (d.exact && d.exponent >= -27 && d.exponent <= 27) {
        value = scale_exactly(d.value, (int)d.exponent);
    } else {
        const char* digits = *at + (**at == '-' || **at == '+');
        value = convert_slowly(digits, after, &d);
        if (isinf(value)) return NUMBER_TOO_LARGE;
    }
    *out = d.negative ? -value : value;
    *at = after;
    return NUMBER_OK;
}

bool integer_parse(const char** at, const char* end, int64_t* out)
{
    const char* p = *at;
    bool negative = false;
    if (p != end && (*p == '-' || *p == '+')) negative = *p++ == '-';
    if (p == end || !is_digit(*p)) return false;
    uint64_t digits = 0;
    const char* after = scan_digits(p, end, &digits);
    int64_t value = (int64_t)digits;
    if (after - p > 18) {  // which may be too many
        for (value = 0; p != after; p++) {
            int digit = *p - '0';
            value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
        }
    }
    *out = negative ? -value : value;
    *at = after;
    return true;
}
