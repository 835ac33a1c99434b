// explain.h - what 'abut explain' knows of each code of io/text/code.h, in a table for each area.
#ifndef ABUT_CLI_EXPLAIN_EXPLAIN_H
#define ABUT_CLI_EXPLAIN_EXPLAIN_H
#include "text/code.h"

#include <stdbool.h>

// One kind of fault. A line of a text that begins with a blank stays as it is: a command, or a row of a list.
typedef struct explanation {
    fault_code code;
    const char* means;    // what happened
    const char* cause;    // why
    const char* cure;     // what to do
    const char* example;  // a message
} explanation;

// Each ends with CODE_NONE.
extern const explanation explain_options[], explain_files[], explain_paths[], explain_nc[],
    explain_clashes[], explain_system[], explain_library[], explain_scenes[], explain_convert[];

enum { EXPLAIN_AREAS = 9 };

// An area: the letter of its codes.
typedef struct explain_area {
    char letter;
    const char *name, *title;
    const explanation* rows;
} explain_area;
extern const explain_area explain_areas[EXPLAIN_AREAS];

// Find what is known of a code; NULL: nothing. *area may be NULL.
const explanation* explain_find(fault_code code, const explain_area** area);

// Take a code, with or without its brackets, or the name of a status, whichever case they have. *code is CODE_NONE for
// ABUT_OK. Returns false if there is none of that name.
bool explain_take(const char* text, fault_code* code);
// What a message says of a word that explain_take does not know: the nearest that there is, or nothing.
char* explain_nearest(const char* text, char meant[64]);

#endif
