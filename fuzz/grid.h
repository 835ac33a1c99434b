// grid.h - triangles and poses from few bytes: coordinates on a small grid, so that equal points,
// lines and planes are common, some of them moved by one last bit.
#ifndef ABUT_FUZZ_GRID_H
#define ABUT_FUZZ_GRID_H
#include "fuzz.h"

#include "abut/abut.h"

#include <math.h>

static inline double grid_number(byte_source* s)
{
    const unsigned byte = take_byte(s);
    const double value = (double)(byte & 7) - 2;
    if (byte >> 6 == 1) return nextafter(value, (double)INFINITY);
    if (byte >> 6 == 2) return nextafter(value, -(double)INFINITY);
    return value;
}

static inline void grid_triangle(byte_source* s, double out[9])
{
    for (int i = 0; i < 9; i++)
        out[i] = grid_number(s);
}

// Five bytes: the axis and the angle (quarter turns, which are exact, or any number of degrees),
// translation, scale and reflection.
static inline abut_pose grid_pose(byte_source* s)
{
    abut_pose pose = {0};
    const unsigned kind = take_byte(s), angle = take_byte(s);
    if (kind & 1) {
        const double axis[3] = {(double)(kind >> 1 & 1), (double)(kind >> 2 & 1),
                                (kind & 6) == 0 || (kind & 8) ? 1.0 : 0.0};
        const double degrees = angle & 1 ? (double)angle : (double)(angle >> 1 & 3) * 90;
        CHECK(abut_pose_from_axis_angle(&pose, axis, degrees) == ABUT_OK);
        for (int i = 0; i < 3 && (kind & 16); i++)
            pose.rotation[i][0] = -pose.rotation[i][0];
    }
    pose.scale = kind & 32 ? 0.5 : kind & 64 ? 0.1 : 0;
    for (int i = 0; i < 3; i++)
        pose.translation[i] = grid_number(s);
    return pose;
}

#endif
