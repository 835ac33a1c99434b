// distance.h - what the parts of "abut distance" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_DISTANCE_DISTANCE_H
#define ABUT_CLI_DISTANCE_DISTANCE_H
#include "options/method.h"
#include "options/pose.h"
#include "output/json_parts.h"
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
    double all_within;          // list all pairs up to there, if has_all
    double absolute, relative;  // tolerances
    double deadline;            // microseconds; 0: none
    bool has_within, has_all, stats;
    bool strict;  // what is exactly as far as these is far enough
} distance_options;

// Read the command line, as command_line_read does.
bool distance_options_parse(distance_options* o, int count, char** arguments, int* status);
// Whether a method tells how far; false after telling which do.
bool distance_method_fits(abut_method method);

// What is known of the distance.
typedef enum distance_state {
    DISTANCE_CONTACT,
    DISTANCE_CLOSE,  // with --within or --all-within: at most so far
    DISTANCE_CLEAR,  // farther than that, or apart
    DISTANCE_UNDECIDED,
} distance_state;

typedef struct distance_result {
    const distance_options* options;
    model_file sides[2];
    abut_distance_answer answer;  // with --all-within: whether it is complete, and the work
    bool has_points;              // the answer has features and points
    abut_clearance_answer all;    // of --all-within
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

// What a feature is called; sets of triangles, by how they meet.
const char* distance_feature_text(int feature);
json_costs distance_costs(const distance_result* r);
// What ended a search that was stopped, as a line of text; nothing if it was not.
void distance_write_stop(const distance_result* r, FILE* out);
// The members "features", "a_point" and "b_point"; NULL: null.
void distance_write_points(json* j, const abut_event* features, const double* a_point,
                           const double* b_point);
// One value behind a comma; nothing for what is not finite.
void distance_write_cell(double value, FILE* out);

// Ask for all pairs (--all-within). Returns what abut_clearance does.
abut_status distance_ask_all(distance_result* r, abut_query* query, const abut_instance* a,
                             const abut_instance* b, bool told);
char* distance_all_words(const distance_result* r);
void distance_all_write_text(const void* result, FILE* out);
void distance_all_write_json(const void* result, FILE* out);
void distance_all_write_csv(const void* result, FILE* out);

// Write a result, a distance_result (output/result.h).
void distance_write_text(const void* result, FILE* out);
void distance_write_json(const void* result, FILE* out);
void distance_write_csv(const void* result, FILE* out);

// The nearest pair as a contact, which is the shortest way between the two: what there is to see. With --all-within each
// pair's.
typedef struct distance_sight {
    pair_sight pair;
    abut_pair nearest;
    abut_contact way;
    abut_contact* ways;  // of all pairs
    abut_hits shown;
} distance_sight;
// Look at a result, as pair_see does. Release the sight in any case.
bool distance_see(const distance_result* r, distance_sight* s);
void distance_sight_free(distance_sight* s);
// Write the report that is asked for. Returns false after telling what is wrong.
bool distance_write_report(const distance_result* r, const distance_sight* s, output* out);

#endif
