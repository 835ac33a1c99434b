// texts.h - texts of docs/notes/papers.md that are files here, and are compiled in: head.txt, coverage.txt.
#ifndef ABUT_BENCH_PAPERS_TEXTS_H
#define ABUT_BENCH_PAPERS_TEXTS_H
#include <stddef.h>

extern const char papers_head[], papers_coverage[];
extern const size_t papers_head_size, papers_coverage_size;

#endif
