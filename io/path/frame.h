// frame.h - frames: the numbers of a pose side by side, as a line of text holds them (poses.h), or bytes.
//
// As bytes numbers are little-endian, doubles or floats, with nothing between them or between frames: what a program has
// as an array, such as NumPy's array.tofile writes it.
#ifndef ABUT_IO_PATH_FRAME_H
#define ABUT_IO_PATH_FRAME_H
#include "abut/abut.h"

#include <stdbool.h>
#include <stddef.h>

enum { FRAME_NUMBERS_MOST = 24, FRAME_BODIES_MOST = 2, FRAME_WHY = 120 };

// Make poses of so many numbers: of 7 (x y z qx qy qz qw), 12 or 16 (a matrix of 3 or 4 rows, row by row) one, of 24 (a position
// and a rotation of two bodies, one after the other) two. Each passes abut_pose_check; quaternions are normalised, a matrix
// that is rigid is kept bit by bit. Returns false where it is no pose; then why says so, and out may be filled in part.
bool frame_take(size_t count, const double* numbers, abut_pose* out, char why[FRAME_WHY]);

// What a frame is as bytes.
typedef struct frame_form {
    const char* name;  // "pose7f"
    size_t numbers;    // of a frame
    size_t bodies;     // poses in it
    bool is_float;
} frame_form;

enum { FRAME_FORMS = 8 };
extern const frame_form frame_forms[FRAME_FORMS];

size_t frame_size(const frame_form* form);  // in bytes

// Make poses of the bytes of a frame, as frame_take.
bool frame_read(const frame_form* form, const char* bytes, abut_pose* out, char why[FRAME_WHY]);

#endif
