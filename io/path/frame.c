// frame.c - see frame.h.
#include "path/frame.h"

#include "file/bytes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static bool fail(char* why, const char* text, const char* reason)
{
    snprintf(why, FRAME_WHY, "%s%s", text, reason);
    return false;
}

static bool take_pose(abut_status status, abut_pose* pose, char* why)
{
    if (status == ABUT_OK) status = abut_pose_check(pose);
    if (status == ABUT_OK) return true;
    if (status == ABUT_BAD_ARGUMENT) return fail(why, "", "a quaternion whose norm is below 0.5");
    return fail(why, "not a pose: ", abut_status_text(status));
}

// What comes of a quaternion is a rotation; so only the position can be wrong. Of many poses that take a fraction of a microsecond
// each, a check would be a part that shows.
static bool take_quaternion(const double* at, abut_pose* out, char* why)
{
    const abut_status status = abut_pose_from_quaternion(out, at + 3);
    if (status != ABUT_OK) return take_pose(status, out, why);
    memcpy(out->translation, at, sizeof out->translation);
    return (isfinite(at[0]) && isfinite(at[1]) && isfinite(at[2])) || take_pose(status, out, why);
}

// Make a matrix of a rotation, rows of so many numbers, and a position, of which each number is so many behind the last.
static void fill_matrix(const double* rotation, size_t row_length, const double* position,
                        size_t step, double matrix[16])
{
    static const double last[4] = {0, 0, 0, 1};
    for (size_t i = 0; i < 3; i++) {
        memcpy(matrix + 4 * i, rotation + row_length * i, 3 * sizeof *matrix);
        matrix[4 * i + 3] = position[step * i];
    }
    memcpy(matrix + 12, last, sizeof last);
}

static bool take_matrix(const double matrix[16], abut_pose* out, char* why)
{
    bool zero = true;  // to the library that is the identity, but in a file it is a mistake
    for (int i = 0; i < 12; i++)
        zero = zero && (matrix[i] == 0 || i % 4 == 3);
    if (zero) return fail(why, "", "not a pose: a matrix of zeros");
    return take_pose(abut_pose_from_matrix(out, matrix), out, why);
}

bool frame_take(size_t count, const double* numbers, abut_pose* out, char why[FRAME_WHY])
{
    double matrix[16];
    switch (count) {
    case 7:
        return take_quaternion(numbers, out, why);
    case 12:
        fill_matrix(numbers, 4, numbers + 3, 4, matrix);
        return take_matrix(matrix, out, why);
    case 16:
        return take_matrix(numbers, out, why);
    case 24:
        for (int body = 0; body < 2; body++) {
            const double* own = numbers + (size_t)12 * (size_t)body;
            fill_matrix(own + 3, 3, own, 1, matrix);
            if (!take_matrix(matrix, out + body, why)) return false;
        }
        return true;
    default:
        return fail(why, "", "not a pose: it has so many numbers as none has");
    }
}

// ------------------------------------------------------------------------------------------- bytes

const frame_form frame_forms[FRAME_FORMS] = {
    {"pose7", 7, 1, false},   {"pose12", 12, 1, false}, {"pose16", 16, 1, false},
    {"pose24", 24, 2, false}, {"pose7f", 7, 1, true},   {"pose12f", 12, 1, true},
    {"pose16f", 16, 1, true}, {"pose24f", 24, 2, true},
};

size_t frame_size(const frame_form* form)
{
    return form->numbers * (form->is_float ? sizeof(float) : sizeof(double));
}

bool frame_read(const frame_form* form, const char* bytes, abut_pose* out, char why[FRAME_WHY])
{
    double numbers[FRAME_NUMBERS_MOST];
    for (size_t i = 0; i < form->numbers; i++)
        numbers[i] =
            form->is_float ? load_f32(bytes + 4 * i, false) : load_f64(bytes + 8 * i, false);
    return frame_take(form->numbers, numbers, out, why);
}
