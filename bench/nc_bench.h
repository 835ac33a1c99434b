// nc_bench.h - the experiments of nc.c, which papers.c lists.
#ifndef ABUT_BENCH_NC_BENCH_H
#define ABUT_BENCH_NC_BENCH_H
#include "papers/paper.h"

// Tools over terrains (Klosowski 1998, chapter 8). Return a BENCH_ status.
int nc_terrains(paper* report);
// abut_turned_depth against sampling by FCL; where there is no FCL, that is told.
int nc_against_fcl(paper* report);

#endif
