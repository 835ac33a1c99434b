// measure.h - the real thing: cells of a clash that are asked about by this program's processes, and merged by "abut".
#ifndef ABUT_BENCH_SCALE_MEASURE_H
#define ABUT_BENCH_SCALE_MEASURE_H
#include "scale/scale.h"

// A clash, and where its files go.
typedef struct scale_job {
    char folder[512];
    char program[512];       // "abut", beside this program
    char rank[512];          // "abut-scale-rank", likewise
    const char** arguments;  // of "abut", from "clash" on, with --no-times, without -o
    size_t argument_count;
    double whole;  // seconds of a processor, of one run
} scale_job;

// Seconds of the processor, and by the clock.
typedef struct scale_spent {
    double processor, clock;
    double longest;  // of the processor, by the process that took most of it; then by who merged
} scale_spent;

// Run the program with these arguments, ended by NULL, and wait. statuses up to `fine` are right. Returns BENCH_OK, or BENCH_ERROR
// after telling why.
int scale_program(const char* program, const char* const* arguments, int fine, scale_spent* out);

// Ask all with one run, whose output is then FOLDER/whole.
int scale_measure_whole(scale_job* job);
// Ask about so many cells, one after the other, in one process; merge the parts, and compare with the one run. Adds the times to the
// table.
int scale_measure_cells(const scale_job* job, size_t cells, scale_table* out);
// Let so many processes do the cells, as ranks do, and merge.
int scale_measure_ranks(const scale_job* job, size_t cells, size_t ranks, scale_spent* out);

#endif
