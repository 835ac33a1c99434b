// csv.h - what the CSV of all verbs has in common: the ends of lines, and cells that hold a name. Numbers and words of the
// program are written as they are.
#ifndef ABUT_CLI_OUTPUT_CSV_H
#define ABUT_CLI_OUTPUT_CSV_H
#include <stdbool.h>
#include <stdio.h>

typedef struct csv {
    FILE* out;
    bool crlf;  // lines end with CR LF, as RFC 4180 has them, instead of LF
    bool safe;  // a name that a spreadsheet would take for a formula gets a ' in front
} csv;

// Write a name as a cell: what a terminal would act on as printable.h shows it, so that a cell is always within a line; in
// quotes where it has a comma or a quote.
void csv_name(const csv* c, const char* name);
// The same of two texts with a blank between; the second may be NULL.
void csv_texts(const csv* c, const char* first, const char* second);
void csv_end_line(const csv* c);

#endif
