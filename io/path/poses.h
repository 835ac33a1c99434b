// poses.h - paths: files of poses, one after the other, that a body takes, or two bodies.
//
// The number of numbers on a line tells what they are; all lines have the same:
//     7           x y z qx qy qz qw
//     8           t x y z qx qy qz qw (TUM's trajectories), t being a time
//     12, 16      a matrix of 3 or 4 rows and 4 columns, row by row
//     24          two bodies: position (3) and rotation (9, rows) of the first, then of the second
//     1           how many poses follow, each as a rotation (9, rows) and a position (3), three numbers a line
//                 (the paths of PQP's demos)
// Blanks, a comma or both stand between numbers; empty lines and what follows a # do not matter. Before lines of 7 or 8 numbers
// a line with the names of the columns may stand, as in CSV.
//
// Who reads poses links the library, too: it says what a pose is.
#ifndef ABUT_IO_PATH_POSES_H
#define ABUT_IO_PATH_POSES_H
#include "text/code.h"

#include "abut/abut.h"

#include <stddef.h>

typedef enum poses_layout {
    POSES_UNKNOWN = 0,
    POSES_QUATERNIONS,
    POSES_TIMED,
    POSES_ROWS,
    POSES_MATRICES,
    POSES_PAIRS,
    POSES_BLOCKS,
} poses_layout;

// Return a few words of English: "x y z qx qy qz qw". NULL if there is no such layout.
const char* poses_layout_text(poses_layout layout);

typedef struct poses {
    poses_layout layout;
    int bodies;        // 1, or 2 for POSES_PAIRS
    size_t count;      // how many poses of each body; never 0
    abut_pose* poses;  // count x bodies: each passes abut_pose_check
    double* times;     // count, for POSES_TIMED; NULL else
    size_t* lines;     // count: where each begins in its file
} poses;
void poses_free(poses* p);  // a zeroed one is fine; leaves it zeroed

typedef enum poses_status {
    POSES_OK = 0,
    POSES_OUT_OF_MEMORY,
    POSES_CANNOT_OPEN,
    POSES_SYNTAX,    // numbers that are none, too many or too few
    POSES_BAD_POSE,  // numbers that are no pose
} poses_status;

typedef struct poses_error {
    poses_status status;
    size_t line;  // from 1; 0 where the fault has no place
    fault_code code;
    char text[240];  // with the line, without the path and the code
} poses_error;

// Read poses. Quaternions are normalised, a matrix that is rigid is kept bit by bit: see abut_pose_from_quaternion
// and abut_pose_from_matrix. On failure out is untouched and error, which may be NULL, says what is wrong
// and where. The result does not depend on locale or rounding mode.
poses_status poses_read_memory(poses* out, const void* bytes, size_t size, poses_error* error);
// The same from a file; path "-" is standard input.
poses_status poses_read_file(poses* out, const char* path, poses_error* error);

#endif
