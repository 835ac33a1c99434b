// files.h - what files.c and figures.c share: how files are written.
#ifndef ABUT_BENCH_PAPERS_FILES_H
#define ABUT_BENCH_PAPERS_FILES_H
#include "papers/paper.h"

#include <stdio.h>

enum { PATH_MOST = 4096, FILE_MOST = PATH_MOST + 256 };

// NULL after telling why not.
FILE* paper_open(const char* path);
// Returns a BENCH_ status.
int paper_close(FILE* out, const char* path);

// Data, a gnuplot script and, where there is gnuplot, the picture. Returns a BENCH_ status.
int figure_write(const figure* f, const char* folder);
bool has_gnuplot(void);

#endif
