// arguments.h - values of options: read completely, or refused with a line that says why.
#ifndef ABUT_CLI_OPTIONS_ARGUMENTS_H
#define ABUT_CLI_OPTIONS_ARGUMENTS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// All functions return false after telling what is wrong with the option's text.

// Read exactly count finite numbers, separated by commas, white space or both.
bool argument_numbers(const char* option, const char* text, size_t count, double* out);

// Read a whole number in [lowest, highest], digits only.
bool argument_count(const char* option, const char* text, uint64_t lowest, uint64_t highest,
                    uint64_t* out);

// Read a duration: a number above 0 with its unit right behind it, us, ms or s.
bool argument_microseconds(const char* option, const char* text, double* out);

// Read an amount of memory, at least 1M: a whole number with its unit right behind it, K, M, G or T (of 1024).
bool argument_bytes(const char* option, const char* text, uint64_t* out);

// Find text among count names; *out is its place.
bool argument_choice(const char* option, const char* text, const char* const* names, size_t count,
                     size_t* out);

#endif
