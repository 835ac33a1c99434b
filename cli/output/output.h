// output.h - where results go: standard output, or a file that appears whole or not at all.
#ifndef ABUT_CLI_OUTPUT_OUTPUT_H
#define ABUT_CLI_OUTPUT_OUTPUT_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct output {
    const char* name;  // as it was given
    FILE* stream;
    char* path;       // with links followed; NULL: standard output
    char* temporary;  // NULL: written in place (a device, a pipe)
    mode_t mode;
} output;

// All return false after telling what is wrong.

// Find where name leads (NULL and "-": standard output) and whether it can be written, before hours of
// work are lost. Refuses a directory, and a file that is one of the inputs. Writes nothing yet.
bool output_prepare(output* o, const char* name, const char* const* inputs, size_t input_count);
// Refuse two outputs that are one file. Standard output may take both.
bool output_differs(const output* a, const output* b);
// Whether -o name (NULL: not given) goes with --quiet, under which only a file is written. shown: an option that asks
// for more to be written, or NULL.
bool output_fits_quiet(const char* name, const char* shown);
// Open o->stream.
bool output_open(output* o);
// Finish: the file takes its name only now. Errors of standard output are left to the end of main.
bool output_close(output* o);
// Give up, or release what is left: remove the unfinished file. Fine after any of the above.
void output_discard(output* o);

#endif
