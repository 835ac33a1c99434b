// scale.h - what the files of the verb "scale" share: how long each cell of a clash took, machines of many ranks, and what
// these would make of the cells.
#ifndef ABUT_BENCH_SCALE_SCALE_H
#define ABUT_BENCH_SCALE_SCALE_H
#include "bench.h"
#include "common/options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

// ------------------------------------------------------------------------- task times (times.c)

// What a rank does for one cell. Seconds are of one processor.
typedef struct scale_cell {
    double ask;      // to open the models that it needs, and to ask
    double write;    // to write the part, and to forget
    double read;     // bytes of the models
    double written;  // bytes of the part
} scale_cell;

// A clash that was cut into so many cells.
typedef struct scale_times {
    double
        whole;  // seconds of one run that has all objects in one cell, from its start until the output is written
    double list;        // seconds until a rank knows all objects and their cells
    double list_bytes;  // that it reads for it
    double merge;       // seconds to make the output of all parts
    double output;      // its bytes
    double peak;        // bytes: the largest VmHWM of a rank
    double opened;      // models, over all cells
    double objects;     // that have models
    scale_cell* cells;
    size_t cell_count;
} scale_times;

// Times of the same clash in several numbers of cells. Zeroed: none.
typedef struct scale_table {
    scale_times* runs;
    size_t count;
} scale_table;

// Add a run of so many cells, zeroed; NULL: there is no memory, which is told.
scale_times* scale_table_add(scale_table* t, size_t cell_count);
void scale_table_free(scale_table* t);
// A line each: "cells 2", "whole 1.5", "list 0.25 1000", "merge 0.5 3000", "peak 1e6", "opened 12 10", and for each cell
// "cell ASK WRITE READ WRITTEN". "cells" begins a run; # begins a comment. Tells the line that is wrong.
int scale_table_read(scale_table* t, const char* path);
void scale_table_write(const scale_table* t, FILE* out);

// --------------------------------------------------------------------------- ranks (simulate.c)

typedef struct scale_machine {
    size_t ranks;
    bool steals;        // else each rank does its own cells alone, as shards do
    bool merges_alone;  // one rank makes the output; else all make an equal share of it
    double latency;     // seconds until a rank knows what another one's counter says
    double
        bandwidth;  // bytes a second of the file system, which all readers and writers share; 0: no limit
    size_t host_ranks;  // ranks of one host read the list of objects once, together; at least 1
} scale_machine;

// Where the time of all ranks went, in seconds summed over ranks: together ranks * seconds.
typedef struct scale_forecast {
    double seconds;  // from the start until the output is written
    double list;     // each rank lists all objects
    double work;     // cells: to open, to ask, to write
    double files;    // waiting for bytes
    double steal;   // looking at counters of other ranks, and telling rank 0 of cells that are done
    double end;     // having nothing to do while others finish
    double merge;   // to make the output, or to wait for it
    size_t stolen;  // cells
} scale_forecast;

// Let the ranks of a machine do a job. Each owns a run of cells, equal in number up to one, and does these in order. Then, if
// they steal, it looks at the counters of the others, nearest first, and takes cells as long as there are some; and tells rank 0 of each cell that
// is done. So abut-mpi does it (mpi/shares.c). The same input gives the same forecast. Returns BENCH_OK, or BENCH_ERROR after telling that there is no memory.
int scale_simulate(const scale_times* times, const scale_machine* machine, scale_forecast* out);

// Of a machine: the work of one run over what all ranks spent.
static inline double scale_efficiency(const scale_times* times, size_t ranks, double seconds)
{
    return times->whole / ((double)ranks * seconds);
}

// Seconds of all ranks that one run does not take.
typedef struct scale_lost {
    double
        halo;  // of cells, beyond one run: models opened for several of them, and what a cell costs by itself
    double list, files, steal, end, merge;
} scale_lost;
scale_lost scale_lost_of(const scale_times* times, const scale_forecast* f);
// What is the most of it: "halo", "list" ...; "-": nothing is lost.
const char* scale_bound(const scale_lost* lost);

// --------------------------------------------------------------------------------- the verb

typedef struct scale_request {
    size_t objects;
    bench_names files, with, cells;
    int runs;
    const char *times, *save;  // files; NULL: none
    size_t ranks, host_ranks;  // the most ranks
    uint64_t bandwidth;        // megabytes a second; 0: no limit
} scale_request;

// Tell what machines of 1 to so many ranks make of each run (report.c).
int scale_report(const scale_table* table, const scale_request* request);

#endif
