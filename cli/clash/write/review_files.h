// review_files.h - the ways to write a review besides text, JSON and CSV.
#ifndef ABUT_CLI_CLASH_REVIEW_FILES_H
#define ABUT_CLI_CLASH_REVIEW_FILES_H
#include "clash/clash.h"

// Whether a row keeps a check from passing: it is decided, and no approval covers it.
static inline bool clash_fails(const clash_row* row)
{
    return row->state != CLASH_APPROVED && !row->is_undecided;
}
// Whether it leaves a check without an answer.
static inline bool clash_leaves_open(const clash_row* row)
{
    return row->state != CLASH_APPROVED && row->is_undecided;
}

// Write a report of tests for CI.
void junit_write(const clash_result* r, FILE* out);

#endif
