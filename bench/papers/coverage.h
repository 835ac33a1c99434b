// coverage.h - the table of docs/notes/papers.md that says where each table and figure of the papers is remade.
//
// Its text is coverage.txt, a row a line: | paper | table or figure | section, section | note |. Sections are experiments
// (abut-bench papers --list); one that begins with ` is a command or a test; or COVERAGE_NONE, then the note says why.
#ifndef ABUT_BENCH_PAPERS_COVERAGE_H
#define ABUT_BENCH_PAPERS_COVERAGE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define COVERAGE_NONE "not remade"

// Whether all rows are whole, and each section that they name is an experiment. Returns a BENCH_ status; told if not.
int coverage_check(const char* text, const char* const* names, size_t name_count);
// Write the table, with links to the sections.
void coverage_write(FILE* out, const char* text);

#endif
