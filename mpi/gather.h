// gather.h - warnings of all ranks, on rank 0.
#ifndef ABUT_MPI_GATHER_H
#define ABUT_MPI_GATHER_H
#include "ranks.h"
#include "say/warnings.h"

// Sorted there, without repeats. All ranks call it; false on all after telling that there is no memory.
bool gather_warnings(ranks* r, warning_list* list);

#endif
