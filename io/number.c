// number.c - decimal to double in three steps: exact operations on doubles (Clinger 1990), exact
// 128-bit integers, and for large exponents and the closest calls decimal.c. No step asks the C
// library, whose strtod follows the locale.
#include "number.h"

#include "decimal.h"

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

static const char* scan_digits(const char* at, const char* end, uint64_t* value)
{
    uint64_t v = *value;
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
    int64_t value = 0;
    for (; p != end && is_digit(*p); p++) {
        int digit = *p - '0';
        value = value > (INT64_MAX - digit) / 10 ? INT64_MAX : value * 10 + digit;
    }
    *out = negative ? -value : value;
    *at = p;
    return true;
}
