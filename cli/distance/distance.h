// distance.h - what the parts of "abut distance" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_DISTANCE_DISTANCE_H
#define ABUT_CLI_DISTANCE_DISTANCE_H
#include "models/measure.h"
#include "options/method.h"
#include "options/pose.h"
#include "output/json.h"
#include "output/result.h"

typedef struct distance_options {
    pair_options files;
    abut_pose poses[2];
    result_options result;
    method_options build;
    int thread_count;           // 0: the default
    measure_limit within;       // look no farther
    bool lists_all;             // all pairs within it
    double absolute, relative;  // tolerances
    double deadline;            // microseconds; 0: none
    bool stats;
} distance_options;

// Read the command line, as command_line_read does.
bool distance_options_parse(distance_options* o, int count, char** arguments, int* status);
// How far to look. Whoever wants the status alone asks about contact.
double distance_reach(const distance_options* o);
// What may end it early, in words.
const char* distance_end_text(const distance_options* o);

// Do it all where a shape stands for one of the models. Returns the exit status; errors are told.
int distance_shape_run(const distance_options* o);

typedef struct distance_result {
    const distance_options* options;
    model_file sides[2];
    abut_query* query;
    abut_clearance_answer all;  // what measure refers to where all pairs are listed
    measure measure;
    warning_list warnings;
    double query_seconds;
    double view[3];  // where picture and report are seen from
} distance_result;

// Ask for all pairs (--all-within). told: they are listed, and not only the exit status is wanted.
abut_status distance_ask_all(distance_result* r, const abut_instance* a, const abut_instance* b,
                             bool told);
// The parts of a result that list them, and the CSV of it.
void distance_all_write_table(const distance_result* r, FILE* out);
void distance_all_put_counts(json* j, const distance_result* r);
void distance_all_put_pairs(json* j, const distance_result* r);
void distance_all_write_csv(const distance_result* r, const csv* table);

// Write a result, a distance_result (output/result.h).
void distance_write_text(const void* result, FILE* out);
void distance_write_json(const void* result, FILE* out);
void distance_write_csv(const void* result, FILE* out);

#endif
