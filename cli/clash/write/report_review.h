// report_review.h - what the report of a clash says more where it is a review.
#ifndef ABUT_CLI_CLASH_REPORT_REVIEW_H
#define ABUT_CLI_CLASH_REPORT_REVIEW_H
#include "clash/clash.h"

// Write members of the report's object, before its meetings. Returns false after telling what is wrong.
bool clash_report_review(json* j, const clash_result* r);
// Write members of a meeting.
void clash_report_row(json* j, const clash_result* r, size_t i);

// One word for all, and the mood of the report's head ("fine", "doubt" or "").
const char* clash_report_verdict(const clash_result* r, const char** mood);
// How many rows are in which state, to be freed; NULL: no memory.
char* clash_report_states(const clash_result* r);

#endif
