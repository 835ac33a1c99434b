// fly.h - what the parts of "abut fly" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_FLY_H
#define ABUT_CLI_FLY_H
#include "load.h"
#include "method_options.h"
#include "picture.h"
#include "poses.h"
#include "threads.h"
#include "warnings.h"

typedef struct fly_options {
    const char* models[2];
    const char* groups[2];  // NULL: the whole file
    const char* path;       // of b, or of both
    const char* path_a;     // NULL: a rests, unless path has it
    method_options build;
    picture_options picture;
    mesh_format format;  // MESH_UNKNOWN: not given
    size_t limit;        // 0: all
    uint64_t budget;     // 0: none
    double deadline;     // microseconds; 0: none
    const char* output;  // NULL: standard output
    int thread_count;    // 0: the default
    bool coherent, steps, stats, json, csv, quiet, drop_bad;
    bool help;  // only the help was asked for
} fly_options;

// Read the command line. Returns false after telling what is wrong with it.
bool fly_options_parse(fly_options* o, int count, char** arguments);

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

// Ask every step. The answers, but for the time they took, are the same for any number of workers. Where only
// the exit status is asked for, it ends soon after a contact. Returns false after telling what is wrong.
bool fly_ask(fly_result* r, const abut_host* host, progress* p);

// Write a result. Errors of the stream stay in the stream. (docs/json.md has JSON and CSV.)
void fly_write_text(const fly_result* r, FILE* out);
void fly_write_json(const fly_result* r, FILE* out);
void fly_write_csv(const fly_result* r, FILE* out);

#endif
