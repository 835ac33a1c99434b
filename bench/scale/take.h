// take.h - which process of this machine does which cell: counters in memory that all have, taken as abut-mpi's ranks take them.
#ifndef ABUT_BENCH_SCALE_TAKE_H
#define ABUT_BENCH_SCALE_TAKE_H
#include <stdbool.h>
#include <stddef.h>

typedef struct scale_take scale_take;

// Make the file that holds the counters. Returns BENCH_OK, or BENCH_ERROR after telling why.
int scale_take_make(const char* path, size_t ranks, size_t cells);
// Map it. NULL: told why.
scale_take* scale_take_open(const char* path, size_t ranks, size_t cells);
// Own cells first, then others', nearest first. Returns false when there are none.
bool scale_take_next(scale_take* t, size_t rank, size_t* cell);
void scale_take_close(scale_take* t);  // NULL is fine

#endif
