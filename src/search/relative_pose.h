// relative_pose.h - the pose of b in the frame of a, with its errors.
#ifndef ABUT_SEARCH_RELATIVE_POSE_H
#define ABUT_SEARCH_RELATIVE_POSE_H
#include "geom/pose.h"
#include "search/relative.h"
#include "soup/frame.h"

typedef struct relative_side {
    const affine* pose;
    const frame* frame;
    // Of both sides, or neither: the pose is the rounded product of these two, a pose and the frame about it, and what
    // is bounded is the true one (geom/composition.h).
    const affine* given;
    // The true pose is so near to this one, in every entry of its matrix and coordinate of its translation: one of a model
    // that moves (geom/motion.h). At most 2^-30 of the largest entry; 0: the pose is what it says.
    double matrix_error, translation_error;
} relative_side;

// The matrix of a pose, and what is made of it for all questions in which it stands: kept from one to the next.
typedef struct relative_turn {
    double matrix[3][3];
    double row[3][4], column[3][4];  // of it, each with an idle fourth number
    double entry;                    // the largest |entry|
    // What comes next is made when it is needed first.
    int is_measured, is_solved;
    int top;  // 2^top is above entry
    // Each column times itself; times the next one, without the sign.
    double square[4], beside[4];
    // matrix' matrix is scale^2 (1 + E), no |entry| of E above defect; 1 or more: not used.
    double scale, over_scale, defect;
    // Of the matrix divided by 2^top.
    double divided[3][4], inverse[3][4];  // by columns
    double norm;                          // >= the 2-norm of the inverse, times sqrt 3
} relative_turn;

void relative_pose_prepare(relative_pose* out, const relative_side* a, const relative_side* b);

#endif
