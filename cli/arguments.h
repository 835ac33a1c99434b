// arguments.h - values of options: read completely, or refused with a line that says why.
#ifndef ABUT_CLI_ARGUMENTS_H
#define ABUT_CLI_ARGUMENTS_H
#include <getopt.h>
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

// Find text among count names; *out is its place.
bool argument_choice(const char* option, const char* text, const char* const* names, size_t count,
                     size_t* out);

enum { ARGUMENT_END = -1, ARGUMENT_OPERAND = 1, ARGUMENT_WRONG = '?' };

// Walk over the arguments of a verb with getopt_long: the next option's code, ARGUMENT_OPERAND (a file
// name, in optarg), ARGUMENT_END or ARGUMENT_WRONG (already told). Unlike bare getopt_long it finds
// options after operands whatever the environment says, and takes no abbreviations: these would
// change their meaning when an option is added. short_options starts with
// "-:". Set optind to 1 before the first call.
int argument_next(int count, char** arguments, const char* short_options,
                  const struct option* long_options);

#endif
