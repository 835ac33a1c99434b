// pose.h - the options that place a model, the same for every verb that asks about two.
#ifndef ABUT_CLI_OPTIONS_POSE_H
#define ABUT_CLI_OPTIONS_POSE_H
#include "options/options.h"

#include "abut/abut.h"

// Where a model is that nothing moves; complete.
extern const abut_pose pose_at_rest;

// Which numbers an option gives.
enum { POSE_SCALE, POSE_ROTATE, POSE_MOVE, POSE_MATRIX, POSE_QUATERNION, POSE_PARTS };

// The options of both sides as they were given. Zeroed: none.
typedef struct pose_options {
    bool given[2 * POSE_PARTS];
    struct {
        double scale, rotate[4], move[3], matrix[16], quaternion[7];
    } sides[2];
} pose_options;

// The options that place two models: of both sides the same.
option_group pose_options_group(pose_options* o);

// Make the poses: scale, then rotate, then move, or the matrix, or the quaternion. Returns false,
// after telling what is wrong with which option, if one is no pose.
bool pose_options_finish(const pose_options* o, abut_pose out[2]);

// Make one pose of a matrix, which the option of that name was given. Returns false after telling what is wrong with it.
bool pose_of_matrix(const char* name, const double m[16], abut_pose* out);

// Write scale * rotation and translation as a 4 x 4 matrix, rows: what the answer was computed with.
void pose_to_matrix(const abut_pose* pose, double out[16]);

#endif
