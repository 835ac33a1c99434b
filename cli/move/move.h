// move.h - what the parts of "abut move" share: its options, its result, its ways to write it.
#ifndef ABUT_CLI_MOVE_MOVE_H
#define ABUT_CLI_MOVE_MOVE_H
#include "models/motion.h"
#include "models/pair.h"
#include "options/method.h"
#include "options/pose.h"
#include "output/first.h"
#include "output/result.h"

// --turn: an axis, degrees, and maybe a point that the axis goes through.
typedef struct move_turn {
    double numbers[7];
} move_turn;

// The motion of a side, as it was given.
typedef struct move_side {
    double way[3], to[16], pivot[3];
    move_turn turn;
} move_side;

typedef struct move_options {
    pair_options files;
    abut_pose poses[2];  // at the beginning
    move_side sides[2];
    abut_motion motions[2];
    bool moves[2];    // else it rests
    abut_pose to[2];  // of motions that end in one
    motion_limits limits;
    result_options result;
    method_options build;
    int thread_count;  // 0: the default
    double deadline;   // microseconds; 0: none
    bool stats;
} move_options;

// Read the command line, as command_line_read does.
bool move_options_parse(move_options* o, int count, char** arguments, int* status);
// The motion of a side; NULL: it rests.
const abut_motion* move_motion_of(const move_options* o, int side);

typedef struct move_result {
    const move_options* options;
    model_file sides[2];
    abut_query* query;
    abut_first first;
    warning_list warnings;
    double query_seconds;
    double view[3];  // where picture and report are seen from
} move_result;

first_told move_told(const move_result* r);
// Where both are at a time, rounded.
void move_poses(const move_options* o, double time, abut_pose out[2]);

// Write a result, a move_result (output/result.h).
void move_write_text(const void* result, FILE* out);
void move_write_json(const void* result, FILE* out);
void move_write_csv(const void* result, FILE* out);
bool move_see(void* result, result_files* files);

#endif
