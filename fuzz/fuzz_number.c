// fuzz_number.c - numbers of files against the C library's, which is correctly rounded too (glibc) and
// in the C locale here. What is a number is decided by a grammar written down again.
#include "fuzz.h"
#include "text/number.h"

#include <math.h>
#include <string.h>

static const char* after_digits(const char* at, const char* end)
{
    while (at != end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

static const char* after_sign(const char* at, const char* end)
{
    return at != end && (*at == '+' || *at == '-') ? at + 1 : at;
}

// [+-] digits [. digits] [e [+-] digits]: its end, or NULL.
static const char* after_number(const char* at, const char* end)
{
    const char* first = after_sign(at, end);
    at = after_digits(first, end);
    ptrdiff_t digits = at - first;
    if (at != end && *at == '.') {
        const char* fraction = at + 1;
        at = after_digits(fraction, end);
        digits += at - fraction;
    }
    if (digits == 0) return NULL;
    if (at == end || (*at != 'e' && *at != 'E')) return at;
    first = after_sign(at + 1, end);
    at = after_digits(first, end);
    return at > first ? at : NULL;
}

static void check_number(const char* text, const char* end)
{
    const char* at = text;
    double value = 0.5;
    const number_result result = number_parse(&at, end, &value);
    const char* stop = after_number(text, end);
    // "1.#IND" is no number with a comment behind it.
    if (stop && stop != end && *stop == '#' && stop[-1] == '.') stop = NULL;
    if (!stop || !(at_token_end(stop, end) || *stop == '\\')) {
        CHECK(result == NUMBER_BAD && at == text && value == 0.5);
        return;
    }
    char* copy = calloc(1, (size_t)(stop - text) + 1);
    CHECK(copy);
    memcpy(copy, text, (size_t)(stop - text));
    const double expected = strtod(copy, NULL);
    free(copy);
    if (isinf(expected)) {
        CHECK(result == NUMBER_TOO_LARGE && at == text && value == 0.5);
        return;
    }
    CHECK(result == NUMBER_OK && at == stop);
    CHECK(memcmp(&value, &expected, sizeof value) == 0);
}

static void check_integer(const char* text, const char* end)
{
    const char* at = text;
    int64_t value = 77;
    const bool found = integer_parse(&at, end, &value);
    const char* first = after_sign(text, end);
    const char* stop = after_digits(first, end);
    CHECK(found == (stop > first));
    CHECK(found ? at == stop : at == text && value == 77);
    if (!found) return;
    char* copy = calloc(1, (size_t)(stop - text) + 1);
    CHECK(copy);
    memcpy(copy, text, (size_t)(stop - text));
    const long long expected = strtoll(copy, NULL, 10);
    free(copy);
    CHECK(value == expected || (expected == INT64_MIN && value == -INT64_MAX));
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const char* text = (const char*)data;
    check_number(text, text + size);
    check_integer(text, text + size);
    return 0;
}
