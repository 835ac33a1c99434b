// fly.h - what the parts of "abut fly" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_FLY_FLY_H
#define ABUT_CLI_FLY_FLY_H
#include "fly/between.h"
#include "models/measure.h"
#include "models/solids.h"
#include "models/threads.h"
#include "options/method.h"
#include "output/first.h"
#include "output/result.h"
#include "path/poses.h"
#include "picture/pair.h"
#include "say/warnings.h"
#include "scale/part.h"

#include <abut/depth.h>

typedef struct fly_options {
    pair_options files;
    const char* path;    // of b, or of both
    const char* path_a;  // NULL: a rests, unless path has it
    method_options build;
    result_options result;
    measure_limit clearance;
    double deadline;   // microseconds; 0: none
    int thread_count;  // 0: the default
    bool depth;
    double tolerance;  // of depths; 0: the default
    bool coherent, steps, stats;
    bool continuous;  // and between the steps:
    motion_limits limits;
    double pivots[2][3];
    bool has_pivot_a;
    bool no_times;
    shard shard;     // zeroed: all steps
    part_head head;  // of its part; the arguments are to be freed
} fly_options;

// Read the command line, as command_line_read does.
bool fly_options_parse(fly_options* o, int count, char** arguments, int* status);

void fly_options_free(fly_options* o);

// What is known of a step: one of the first three, or with --clearance any but apart.
typedef enum fly_state {
    FLY_UNDECIDED,
    FLY_APART,
    FLY_CONTACT,
    FLY_CLOSE,  // too close, and no contact
    FLY_CLEAR,
    FLY_STATES
} fly_state;
const char* fly_state_text(fly_state state);

// How near the models come.
typedef struct fly_near {
    double lo, hi;   // as abut_distance_answer
    abut_pair pair;  // where hi is finite
} fly_near;

// How deep the models are in each other.
typedef struct fly_depth {
    double lo, hi, translation[3];  // as abut_depth_least_answer
    bool complete;
} fly_depth;

typedef struct fly_step {
    double microseconds;    // that its question took
    double distance_least;  // as abut_hits
    fly_near near;          // with --clearance
    fly_depth depth;        // with --depth
    size_t pair_count;
    uint8_t state;  // fly_state
    bool complete;
} fly_step;

typedef struct fly_summary {
    size_t steps[FLY_STATES];
    uint64_t pairs;
    fly_near least;       // of all steps, with --clearance
    size_t least_step;    // the first one that is so near, where hi is finite
    size_t deep, unsure;  // with --depth: steps where they are in each other; where they may be
    size_t deepest;       // and the first one that is deepest, by hi
    bool complete;        // of all steps
    double mean, most, percentile;  // microseconds; 99 of 100 steps took no longer than the last
} fly_summary;

typedef struct fly_result {
    const fly_options* options;
    const abut_host* host;  // for questions
    model_file sides[2];
    solids solids;                 // with --depth
    poses path, path_a;            // path_a: zeroed if there is none
    fly_step* steps;               // path.count
    size_t first_step, last_step;  // that were asked: all but the last
    fly_summary summary;
    fly_between between;
    // Of all steps, as in abut_hits.
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
    warning_list warnings;
    double query_seconds;
    double view[3];          // where picture and report are seen from
    const part_list* parts;  // to be merged
} fly_result;

// Does anything but the exit status tell the answer?
bool fly_is_written(const fly_options* o);

// Whether a model without triangles leaves every step undecided.
bool fly_is_hollow(const fly_result* r);

// How a step is measured, without budget and deadline.
abut_distance_ask fly_distance_ask(const fly_options* o);
// The nearer of steps first to last - 1; *step, which may be NULL: the first that is so near.
fly_near fly_nearest(const fly_result* r, size_t first, size_t last, size_t* step);

// The deeper of steps first to last - 1; *step, which may be NULL: the first that is so deep.
fly_depth fly_deepest(const fly_result* r, size_t first, size_t last, size_t* step);

// Where a model is at a step; complete.
abut_pose fly_pose(const fly_result* r, int side, size_t step);
// Whether a model moves at all, and not only the other one.
bool fly_moves(const fly_result* r, int side);

// Whether there is a motion between each step and the next: false after telling where not. Makes one size of sizes that
// differ by rounding.
bool fly_between_fits(fly_result* r);
// Ask every piece, as fly_ask the steps.
bool fly_ask_between(fly_result* r, progress* p);
void fly_between_free(fly_between* b);
// How a side moves in every piece, without where it ends; NULL: it rests.
const abut_motion* fly_motion_kind(const fly_result* r, int side, abut_motion* out, abut_pose* to);
// The motion of a side within a piece, which refers to *to; NULL: it rests.
const abut_motion* fly_motion(const fly_result* r, int side, size_t piece, abut_motion* out,
                              abut_pose* to);
// It in words; to be freed, NULL without memory.
char* fly_motion_words(const fly_result* r, int side);
first_told fly_told(const fly_result* r, size_t piece);
// What may have ended a search.
const char* fly_end_text(const fly_options* o);

// Lines of a text, and members of an object, about what lies between.
void fly_write_between(const fly_result* r, FILE* out);
void fly_write_pieces(const fly_result* r, FILE* out);
void fly_put_between(json* j, const fly_result* r);
// The cells of a row, each behind a comma, and their heading; the last step has empty ones.
void fly_write_between_heading(FILE* out);
void fly_write_between_cells(const fly_result* r, size_t step, FILE* out);

// Ask every step. The answers, but for the time they took, are the same for any number of workers. Where only
// the exit status is asked for, it ends soon after a contact. Returns false after telling what is wrong.
bool fly_ask(fly_result* r, progress* p);

// Which steps, and which pieces, are the shard's, of a path of so many steps: whole stretches.
void fly_shard_steps(const fly_options* o, size_t count, size_t* first, size_t* last);
void fly_shard_pieces(const fly_options* o, size_t count, size_t* first, size_t* last);
// Of steps that are all known make the summary; false without memory. Of pieces, their states.
bool fly_sum_up(fly_result* r);
void fly_sum_up_between(fly_result* r);
// Write the part of a shard, a fly_result. Returns false after telling what is wrong.
bool fly_write_part(const void* result, FILE* out);
// Make a result of the parts. Models and paths are not read. Returns false after telling what is wrong.
bool fly_read_parts(fly_result* r);

// Write a result, a fly_result (output/result.h).
void fly_write_text(const void* result, FILE* out);
void fly_write_json(const void* result, FILE* out);
void fly_write_csv(const void* result, FILE* out);

#endif
