// fly.h - what the parts of "abut fly" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_FLY_FLY_H
#define ABUT_CLI_FLY_FLY_H
#include "models/threads.h"
#include "options/method.h"
#include "output/result.h"
#include "path/poses.h"
#include "picture/pair.h"
#include "say/warnings.h"

typedef struct fly_options {
    pair_options files;
    const char* path;    // of b, or of both
    const char* path_a;  // NULL: a rests, unless path has it
    method_options build;
    result_options result;
    double deadline;   // microseconds; 0: none
    int thread_count;  // 0: the default
    bool coherent, steps, stats;
} fly_options;

// Read the command line, as command_line_read does.
bool fly_options_parse(fly_options* o, int count, char** arguments, int* status);

typedef struct fly_step {
    double microseconds;    // that its question took
    double distance_least;  // as abut_hits
    size_t pair_count;
    uint8_t state;  // abut_state
    bool complete;
} fly_step;

enum { FLY_STATES = ABUT_STATE_CONTACT + 1 };

typedef struct fly_summary {
    size_t steps[FLY_STATES];
    uint64_t pairs;
    bool complete;                  // of all steps
    double mean, most, percentile;  // microseconds; 99 of 100 steps took no longer than the last
} fly_summary;

typedef struct fly_result {
    const fly_options* options;
    const abut_host* host;  // for questions
    model_file sides[2];
    poses path, path_a;  // path_a: zeroed if there is none
    fly_step* steps;     // path.count
    fly_summary summary;
    // Of all steps, as in abut_hits.
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
    warning_list warnings;
    double query_seconds;
    double view[3];  // where picture and report are seen from
} fly_result;

// Does anything but the exit status tell the answer?
bool fly_is_written(const fly_options* o);

// Whether a model without triangles leaves every step undecided.
bool fly_is_hollow(const fly_result* r);

// Ask every step. The answers, but for the time they took, are the same for any number of workers. Where only
// the exit status is asked for, it ends soon after a contact. Returns false after telling what is wrong.
bool fly_ask(fly_result* r, progress* p);

// Write a result, a fly_result (output/result.h).
void fly_write_text(const void* result, FILE* out);
void fly_write_json(const void* result, FILE* out);
void fly_write_csv(const void* result, FILE* out);

#endif
