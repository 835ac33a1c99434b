// common_motion.h - motions of everything that are exact: turns by multiples of 90 degrees, powers of two, and for what
// stands at the origin of its file any place. Distances stay, or are scaled, to the last bit.
#ifndef ABUT_TESTS_SUPPORT_COMMON_MOTION_H
#define ABUT_TESTS_SUPPORT_COMMON_MOTION_H
#include "support/soups.h"

typedef struct common_motion {
    const char* name;
    int power;        // of two: the scale
    int turn[3];      // world row i becomes row |turn| - 1, with its sign; 0 0 0: none
    double place[3];  // of poses that turn about the origin; others keep theirs, turned and scaled
} common_motion;

static const common_motion common_motions[] = {
    {.name = "as it is"},
    {.name = "2^-250", .power = -250},
    {.name = "2^250", .power = 250},
    {.name = "turned", .turn = {2, -1, 3}},
    {.name = "turned and moved", .turn = {-3, -1, 2}, .place = {1e6, -0.1, 1e-9}},
    {.name = "mirrored, moved, small", .power = -40, .turn = {1, 3, 2}, .place = {-8e-9, 1e-3, 3}},
};
enum { COMMON_MOTIONS = sizeof common_motions / sizeof *common_motions };

static UNUSED abut_pose common_motion_of(const common_motion* m, const abut_pose* pose)
{
    abut_pose from = *pose, out = *pose;
    int turns = 0, is_placed = 0;
    for (int i = 0; i < 9; i++)
        turns += fabs(from.rotation[i / 3][i % 3]) > 0;
    for (int i = 0; i < 3; i++) {
        if (!turns) from.rotation[i][i] = 1;
        is_placed |= fabs(from.translation[i]) > 0;
    }
    for (int i = 0; i < 3; i++) {
        const int turn = m->turn[i], row = turn ? abs(turn) - 1 : i, sign = turn < 0 ? -1 : 1;
        for (int j = 0; j < 3; j++)
            out.rotation[i][j] = sign * from.rotation[row][j];
        out.translation[i] =
            is_placed ? ldexp(sign * from.translation[row], m->power) : m->place[i];
    }
    out.scale = ldexp(from.scale > 0 ? from.scale : 1, m->power);
    return out;
}

// For both: either both turn about the origin, or neither, so that they move alike.
static UNUSED void common_motion_apply(const common_motion* m, const abut_pose in[2],
                                       abut_pose out[2])
{
    common_motion all = *m;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 3; i++)
            if (fabs(in[side].translation[i]) > 0) memset(all.place, 0, sizeof all.place);
    for (int side = 0; side < 2; side++)
        out[side] = common_motion_of(&all, &in[side]);
}

#endif
