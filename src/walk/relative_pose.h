// relative_pose.h - the pose of b in the frame of a, with its errors.
#ifndef ABUT_WALK_RELATIVE_POSE_H
#define ABUT_WALK_RELATIVE_POSE_H
#include "bound/relative.h"
#include "geom/pose.h"
#include "tree/tree.h"

typedef struct relative_side {
    const affine* pose;
    const frame* frame;
} relative_side;

void relative_pose_prepare(relative_pose* out, const relative_side* a, const relative_side* b);

#endif
