// distance.h - what the parts of "abut distance" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_DISTANCE_DISTANCE_H
#define ABUT_CLI_DISTANCE_DISTANCE_H
#include "models/measure.h"
#include "options/method.h"
#include "options/pose.h"
#include "output/json_parts.h"
#include "output/result.h"

typedef struct distance_options {
    pair_options files;
    abut_pose poses[2];
    result_options result;
    method_options build;
    int thread_count;           // 0: the default
    measure_limit within;       // look no farther
    measure_limit all;          // list all pairs up to there
    double absolute, relative;  // tolerances
    double deadline;            // microseconds; 0: none
    bool stats;
} distance_options;

// Read the command line, as command_line_read does.
bool distance_options_parse(distance_options* o, int count, char** arguments, int* status);

typedef struct distance_result {
    const distance_options* options;
    model_file sides[2];
    abut_query* query;
    measure measure;
    abut_clearance_answer all;  // of --all-within
    warning_list warnings;
    double query_seconds;
    double view[3];  // where picture and report are seen from
} distance_result;

json_costs distance_costs(const distance_result* r);
// What ended a search that was stopped.
const char* distance_end_text(const distance_options* o);

// Ask for all pairs (--all-within). answer gets whether that is complete, and the work.
abut_status distance_ask_all(distance_result* r, const abut_instance* a, const abut_instance* b,
                             bool told, abut_distance_answer* answer);
void distance_all_write_text(const void* result, FILE* out);
void distance_all_write_json(const void* result, FILE* out);
void distance_all_write_csv(const void* result, FILE* out);

// Write a result, a distance_result (output/result.h).
void distance_write_text(const void* result, FILE* out);
void distance_write_json(const void* result, FILE* out);
void distance_write_csv(const void* result, FILE* out);

#endif
