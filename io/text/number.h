// number.h - decimal numbers from bytes, correctly rounded whatever the locale.
// strtod follows the locale's decimal comma and accepts "nan", "inf" and hexadecimal; a mesh file may
// hold none of these, and its digits must give the same double everywhere.
#ifndef ABUT_IO_TEXT_NUMBER_H
#define ABUT_IO_TEXT_NUMBER_H
#include <stdbool.h>
#include <stdint.h>

static inline bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

// A lone carriage return ends a line too: old files have nothing else.
static inline bool is_newline(char c)
{
    return c == '\n' || c == '\r';
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// True where a number or a word ends: white space, the start of a comment, or the end of the bytes.
extern const unsigned char byte_ends_token[256];
static inline bool at_token_end(const char* at, const char* end)
{
    return at == end || byte_ends_token[(unsigned char)*at] != 0;
}

typedef enum number_result {
    NUMBER_OK = 0,
    NUMBER_BAD,        // not a decimal number
    NUMBER_TOO_LARGE,  // a decimal number beyond the largest double
} number_result;

// Read [+-] digits [. digits] [e [+-] digits] (a digit on one side of the point is enough) up to the
// end of the token, rounded to the nearest double, ties to even; too small becomes a zero of its
// sign. Moves *at past the number; on failure *at and *out stay as they are. The caller's rounding
// mode must be to nearest. Cost: about 10 ns up to 19 digits with exponents within 27, else some
// hundred.
number_result number_parse(const char** at, const char* end, double* out);

// Read [+-] digits; stops at the first byte that is no digit. A value beyond int64_t becomes
// INT64_MAX or -INT64_MAX, far beyond every count and index. Returns false, with *at and *out as they
// were, if there is no digit.
bool integer_parse(const char** at, const char* end, int64_t* out);

#endif
