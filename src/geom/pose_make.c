// pose_make.c - poses from an axis and an angle, a quaternion, a matrix.
#include "base/base.h"
#include "geom/pose.h"
#include "geom/trig.h"

#include <math.h>
#include <string.h>

#define RADIANS 0.017453292519943295  // one degree

// Scale numbers by one power of two so that the largest lies in [0.5, 1); return the exponent taken
// out, or INT32_MIN if all are 0.
static int scale_to_one(double* out, const double* x, int count)
{
    int top = INT32_MIN;
    for (int i = 0; i < count; i++)
        if (!double_is_zero(x[i]) && double_top(x[i]) > top) top = double_top(x[i]);
    for (int i = 0; i < count; i++)
        out[i] = top == INT32_MIN ? 0.0 : double_scale(x[i], -top);
    return top;
}

abut_status abut_pose_check(const abut_pose* pose)
{
    affine ignored;
    return pose ? affine_from_pose(&ignored, pose) : ABUT_BAD_ARGUMENT;
}

abut_status abut_pose_from_axis_angle(abut_pose* out, const double axis[3], double degrees)
{
    if (!out || !axis) return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(axis, 3) || !double_is_finite(degrees)) return ABUT_NOT_FINITE;
    double a[3];
    if (scale_to_one(a, axis, 3) == INT32_MIN) return ABUT_BAD_ARGUMENT;
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3; i++)
        a[i] /= length;
    // Quarter turns are taken out exactly, so that their sines and cosines are 0, 1 and -1.
    int quarter;
    const double rest = remquo(degrees, 90.0, &quarter) * RADIANS;
    double sines[2];
    trig_of_radians(rest, &sines[0], &sines[1]);  // those of libm differ from system to system
    const double sine = (quarter & 2 ? -1.0 : 1.0) * sines[quarter & 1];
    const double cosine = ((quarter + 1) & 2 ? -1.0 : 1.0) * sines[!(quarter & 1)];
    abut_pose pose = {.scale = 1};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        // For an axis of the frame these sums have one term that is not zero: nothing is rounded.
        pose.rotation[i][i] = a[i] * a[i] + cosine * (a[j] * a[j] + a[k] * a[k]);
        pose.rotation[i][j] = (1 - cosine) * a[i] * a[j] - sine * a[k] + 0.0;
        pose.rotation[j][i] = (1 - cosine) * a[i] * a[j] + sine * a[k] + 0.0;
    }
    *out = pose;
    return ABUT_OK;
}

abut_status abut_pose_from_quaternion(abut_pose* out, const double xyzw[4])
{
    if (!out || !xyzw) return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(xyzw, 4)) return ABUT_NOT_FINITE;
    double q[4];
    const int exponent = scale_to_one(q, xyzw, 4);
    const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    // The largest component is at most twice smaller than the norm: below 2^-2 the norm is below 0.5.
    if (exponent < -2 || (exponent < 2 && sqrt(n) < ldexp(0.5, -exponent)))
        return ABUT_BAD_ARGUMENT;
    abut_pose pose = {.scale = 1};
    const double w = q[3];
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double x = q[i], y = q[j], z = q[k];
        pose.rotation[i][i] = ((w * w + x * x) - (y * y + z * z)) / n;
        pose.rotation[i][j] = 2 * (x * y - w * z) / n + 0.0;
        pose.rotation[j][i] = 2 * (x * y + w * z) / n + 0.0;
    }
    *out = pose;
    return ABUT_OK;
}

// -------------------------------------------------------------------------------------------- matrix

static void transpose(double out[3][3], double m[3][3])
{
    for (int i = 0; i < 9; i++)
        out[i / 3][i % 3] = m[i % 3][i / 3];
}

// Lengths of the rows of m, and whether they are perpendicular to each other within the tolerance.
static int rows_perpendicular(double m[3][3], double length[3])
{
    int perpendicular = 1;
    for (int i = 0; i < 3; i++)
        length[i] = sqrt(m[i][0] * m[i][0] + m[i][1] * m[i][1] + m[i][2] * m[i][2]);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        const double dot = m[i][0] * m[j][0] + m[i][1] * m[j][1] + m[i][2] * m[j][2];
        if (!(fabs(dot) <= POSE_TOLERANCE * length[i] * length[j])) perpendicular = 0;
    }
    return perpendicular;
}

static double median(const double x[3])
{
    return fmax(fmin(x[0], x[1]), fmin(fmax(x[0], x[1]), x[2]));
}

// Divide a scaled matrix by the median length of its columns, or say why it is no rotation.
static abut_status take_scale(double rotation[3][3], double* scale, double m[3][3])
{
    double columns[3][3], length[3], row_length[3];
    transpose(columns, m);
    const int perpendicular = rows_perpendicular(columns, length);
    if (!perpendicular && !rows_perpendicular(m, row_length)) return ABUT_SHEAR;
    if (!perpendicular)  // perpendicular rows of different lengths: scaled after the turn
        return ABUT_NON_UNIFORM_SCALE;
    *scale = median(length);
    if (!(*scale > 0)) return ABUT_NON_UNIFORM_SCALE;
    for (int i = 0; i < 9; i++)
        rotation[i / 3][i % 3] = m[i / 3][i % 3] / *scale;
    const abut_pose unit = {.rotation = {{rotation[0][0], rotation[0][1], rotation[0][2]},
                                         {rotation[1][0], rotation[1][1], rotation[1][2]},
                                         {rotation[2][0], rotation[2][1], rotation[2][2]}}};
    return abut_pose_check(&unit) == ABUT_OK ? ABUT_OK : ABUT_NON_UNIFORM_SCALE;
}

abut_status abut_pose_from_matrix(abut_pose* out, const double matrix[16])
{
    if (!out || !matrix) return ABUT_BAD_ARGUMENT;
    if (!doubles_are_finite(matrix, 16)) return ABUT_NOT_FINITE;
    if (!double_is_zero(matrix[12]) || !double_is_zero(matrix[13]) || !double_is_zero(matrix[14]) ||
        double_compare(matrix[15], 1.0) != 0)
        return ABUT_NOT_AFFINE;
    abut_pose pose = {.scale = 1};
    for (int i = 0; i < 3; i++) {
        memcpy(pose.rotation[i], matrix + 4 * i, sizeof pose.rotation[i]);
        pose.translation[i] = matrix[4 * i + 3];
    }
    double scaled[3][3];
    const int exponent = scale_to_one(scaled[0], pose.rotation[0], 9);
    if (exponent == INT32_MIN) return ABUT_BAD_SCALE;
    if (abut_pose_check(&pose) != ABUT_OK) {
        double scale;
        TRY(take_scale(pose.rotation, &scale, scaled));
        pose.scale = double_scale(scale, exponent);
        if (double_is_zero(pose.scale)) return ABUT_BAD_SCALE;  // below the normal numbers
        TRY(abut_pose_check(&pose));
    }
    *out = pose;
    return ABUT_OK;
}
