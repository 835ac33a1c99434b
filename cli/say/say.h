// say.h - the one way to tell about errors and warnings, so that all lines look alike.
#ifndef ABUT_CLI_SAY_SAY_H
#define ABUT_CLI_SAY_SAY_H
#include "text/code.h"

#include <abut/abut.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define SAY_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define SAY_FORMAT(text, first)
#endif

// Write "abut: ", the text, its code in brackets and a line end to stderr. What a terminal would act on in the text is shown
// (printable.h).
SAY_FORMAT(2, 3) void say(fault_code code, const char* format, ...);
// Tell what a status means, behind a name if there is one. Returns false, for whoever fails so.
bool say_status(const char* name, abut_status status);

// Tell a warning that has its code (warnings.h).
void say_warning(const char* warning);

// Write a line to stderr that is neither an error nor a warning.
SAY_FORMAT(1, 2) void say_note(const char* format, ...);

// What lines begin with instead of "abut", and where they go instead of stderr (NULL). Both are borrowed.
void say_as(const char* name, FILE* out);

// Tell that there is not enough memory. Returns false, for whoever fails so.
static inline bool say_no_memory(void)
{
    return say_status(NULL, ABUT_OUT_OF_MEMORY);
}

// The end of a word for so many.
const char* plural(uint64_t count);

// Return the text in memory of its own, to be freed; NULL if there is none left.
SAY_FORMAT(1, 2) char* say_text(const char* format, ...);
// The same with a code behind it in brackets.
SAY_FORMAT(2, 0) char* say_coded_text(fault_code code, const char* format, va_list list);

#endif
