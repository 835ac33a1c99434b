// pose_options.h - the options that place a model, the same for every verb that asks about two.
#ifndef ABUT_CLI_POSE_OPTIONS_H
#define ABUT_CLI_POSE_OPTIONS_H
#include "abut/abut.h"

#include <getopt.h>
#include <stdbool.h>

// Which numbers an option gives. The code of an option is POSE_OPTION_BASE + 2 * part + side.
enum { POSE_SCALE, POSE_ROTATE, POSE_MOVE, POSE_MATRIX, POSE_QUATERNION, POSE_PARTS };
enum { POSE_OPTION_BASE = 512 };

#define POSE_OPTION_ROW(name, part, side)                                                          \
    {                                                                                              \
        name, required_argument, NULL, POSE_OPTION_BASE + 2 * (part) + (side)                      \
    }
// Rows for a table of struct option.
#define POSE_OPTION_ROWS                                                                           \
    POSE_OPTION_ROW("scale-a", POSE_SCALE, 0), POSE_OPTION_ROW("scale-b", POSE_SCALE, 1),          \
        POSE_OPTION_ROW("rotate-a", POSE_ROTATE, 0), POSE_OPTION_ROW("rotate-b", POSE_ROTATE, 1),  \
        POSE_OPTION_ROW("move-a", POSE_MOVE, 0), POSE_OPTION_ROW("move-b", POSE_MOVE, 1),          \
        POSE_OPTION_ROW("pose-a", POSE_MATRIX, 0), POSE_OPTION_ROW("pose-b", POSE_MATRIX, 1),      \
        POSE_OPTION_ROW("quat-a", POSE_QUATERNION, 0),                                             \
        POSE_OPTION_ROW("quat-b", POSE_QUATERNION, 1)

// The options of both sides as they were given. Zeroed: none.
typedef struct pose_options {
    struct {
        bool given[POSE_PARTS];
        double scale, rotate[4], move[3], matrix[16], quaternion[7];
    } sides[2];
} pose_options;

// Take the option with this code. Returns false, after telling why, if its text is wrong, if it was
// given before, or if it excludes another one that was.
bool pose_options_take(pose_options* o, int code, const char* text);

// Make the poses: scale, then rotate, then move, or the matrix, or the quaternion. Returns false,
// after telling what is wrong with which option, if one is no pose.
bool pose_options_finish(const pose_options* o, abut_pose out[2]);

// Write scale * rotation and translation as a 4 x 4 matrix, rows: what the answer was computed with.
void pose_to_matrix(const abut_pose* pose, double out[16]);

#endif
