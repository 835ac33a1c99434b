// run.h - a clash by many ranks: "abut-mpi clash".
#ifndef ABUT_MPI_RUN_H
#define ABUT_MPI_RUN_H
#include "options.h"
#include "ranks.h"

// Do it, on all ranks. Returns the exit status that one run would have had, on rank 0, and there 2 after telling what is wrong;
// on other ranks 0, or 2.
int run_clash(ranks* r, const mpi_options* o);

#endif
