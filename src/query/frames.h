// frames.h - how the two models of a question stand to each other: as their poses say, unless there are frames about these
// that do not drop out (docs/proofs/boxes.md, "Frames").
#ifndef ABUT_QUERY_FRAMES_H
#define ABUT_QUERY_FRAMES_H
#include "query/model.h"
#include "search/search.h"

// What is asked: 0, whether there is contact, which any frame keeps; or how far it is. And points of the world.
enum { FRAMES_FOR_LENGTHS = 1, FRAMES_FOR_POINTS = 2 };

// Check an instance and place it. kept: where its frame is kept, if it has one.
// Returns ABUT_OK, or as abut_pose_check, also of the frame.
abut_status model_place(placed_model* out, affine* kept, const abut_instance* instance);

// Out of line: the same two for models of which one has a frame, or had when poses were prepared.
int frames_are_dropped(const placed_model* a, const placed_model* b, unsigned what);
abut_status frames_multiply(search* s, const placed_model* a, const placed_model* b, unsigned what,
                            pose_pair* poses, relative_side* a_side, relative_side* b_side);

// Whether frames need not be multiplied in.
static inline int frames_drop_out(const placed_model* a, const placed_model* b, unsigned what)
{
    return (!a->frame && !b->frame) || frames_are_dropped(a, b, what);
}

// Set a_side and b_side to how they stand, and poses to what does not change with the next pose_pair_change to the poses
// of these.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
static inline abut_status frames_prepare(search* s, const placed_model* a, const placed_model* b,
                                         unsigned what, pose_pair* poses, relative_side* a_side,
                                         relative_side* b_side)
{
    *a_side = (relative_side){&a->pose, &a->model->frame, NULL};
    *b_side = (relative_side){&b->pose, &b->model->frame, NULL};
    if (!a->frame && !b->frame && !poses->composition) return ABUT_OK;
    return frames_multiply(s, a, b, what, poses, a_side, b_side);
}

#endif
