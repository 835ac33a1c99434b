// part_read.h - the parts of a clash as they are put together.
#ifndef ABUT_CLI_CLASH_PART_READ_H
#define ABUT_CLI_CLASH_PART_READ_H
#include "clash/part.h"

typedef struct clash_merger {
    clash_result* result;
    const part_list* list;
    const part** told_by;  // of each source: the first part that tells of it; NULL: none yet
    bool* has;             // of each object whether some part has it
} clash_merger;

// All of these return false after telling what is wrong. In this order:

// Whether the files beside the models are what they were for each part.
bool clash_merge_inputs(clash_merger* m);
// What is known of the sources, each by some part and by all alike; the objects, each by one part.
bool clash_merge_sources(clash_merger* m);
bool clash_merge_objects(clash_merger* m);
// Whether lengths of the rules, which are open, were taken in the unit of the job.
bool clash_merge_units(clash_merger* m);
// The number that an object has among all; k is failed: it is none.
uint32_t clash_merge_place(const clash_merger* m, part_reader* k);
// Counters, and rows in the order of parts.
bool clash_merge_sums(clash_merger* m);
bool clash_merge_rows(clash_merger* m);
bool clash_merge_warnings(clash_merger* m);

#endif
