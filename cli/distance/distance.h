// distance.h - what the parts of "abut distance" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_DISTANCE_DISTANCE_H
#define ABUT_CLI_DISTANCE_DISTANCE_H
#include "options/method.h"
#include "options/pose.h"
#include "output/result.h"
#include "picture/pair.h"

#include <abut/distance.h>

typedef struct distance_options {
    pair_options files;
    abut_pose poses[2];
    result_options result;
    method_options build;
    int thread_count;           // 0: the default
    double within;              // look no farther, if has_within
    double absolute, relative;  // tolerances
    double deadline;            // microseconds; 0: none
    bool has_within, stats;
} distance_options;

// Read the command line, as command_line_read does.
bool distance_options_parse(distance_options* o, int count, char** arguments, int* status);
// Whether a method tells how far; false after telling which do.
bool distance_method_fits(abut_method method);

// What is known of the distance.
typedef enum distance_state {
    DISTANCE_CONTACT,
    DISTANCE_CLOSE,  // with --within: at most so far
    DISTANCE_CLEAR,  // farther than that, or apart
    DISTANCE_UNDECIDED,
} distance_state;

typedef struct distance_result {
    const distance_options* options;
    model_file sides[2];
    abut_query* query;
    abut_distance_answer answer;
    bool has_points;  // the answer has features and points
    warning_list warnings;
    double query_seconds;
    double view[3];  // where picture and report are seen from
} distance_result;

distance_state distance_state_of(const distance_result* r);
const char* distance_state_text(distance_state state);
// Whether a model without triangles leaves the question undecided.
bool distance_is_hollow(const distance_result* r);
// The distance in words, "0.75 apart"; to be freed, NULL without memory.
char* distance_words(const distance_result* r);

// Write a result, a distance_result (output/result.h).
void distance_write_text(const void* result, FILE* out);
void distance_write_json(const void* result, FILE* out);
void distance_write_csv(const void* result, FILE* out);

// The nearest pair as a contact, which is the shortest way between the two: what there is to see.
typedef struct distance_sight {
    pair_sight pair;
    abut_pair nearest;
    abut_contact way;
    abut_hits shown;
} distance_sight;
// Look at a result, as pair_see does. Release the sight's pair in any case.
bool distance_see(const distance_result* r, distance_sight* s);
// Write the report that is asked for. Returns false after telling what is wrong.
bool distance_write_report(const distance_result* r, const distance_sight* s, output* out);

#endif
