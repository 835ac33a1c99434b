// say.h - the one way to tell about errors and warnings, so that all lines look alike.
#ifndef ABUT_CLI_SAY_SAY_H
#define ABUT_CLI_SAY_SAY_H
#include <abut/abut.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#if defined(__GNUC__)
#define SAY_FORMAT(text, first) __attribute__((format(printf, text, first)))
#else
#define SAY_FORMAT(text, first)
#endif

// Write "abut: ", the text and a line end to stderr. What a terminal would act on in the text is shown (printable.h).
SAY_FORMAT(1, 2) void say(const char* format, ...);

// What lines begin with instead of "abut", and where they go instead of stderr (NULL). Both are borrowed.
void say_as(const char* name, FILE* out);

// Tell that there is not enough memory. Returns false, for whoever fails so.
static inline bool say_no_memory(void)
{
    say("%s", abut_status_text(ABUT_OUT_OF_MEMORY));
    return false;
}

// The end of a word for so many.
const char* plural(uint64_t count);

// Return the text in memory of its own, to be freed; NULL if there is none left.
SAY_FORMAT(1, 2) char* say_text(const char* format, ...);

#endif
