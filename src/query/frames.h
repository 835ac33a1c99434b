// frames.h - how the two models of a question stand to each other: as their poses say, unless there are frames about these
// that do not drop out (docs/exactness.md, "Frames").
#ifndef ABUT_QUERY_FRAMES_H
#define ABUT_QUERY_FRAMES_H
#include "query/model.h"
#include "search/search.h"

// What is asked: whether there is contact, which any frame keeps, or how far it is.
typedef enum frames_for { FRAMES_FOR_CONTACTS, FRAMES_FOR_LENGTHS } frames_for;

// Check an instance and place it. kept: where what is made of its frame is kept.
// Returns ABUT_OK, or as abut_pose_check, also of the frame.
abut_status model_place(placed_model* out, placed_frame* kept, const abut_instance* instance);

// Whether frames need not be multiplied in.
int frames_drop_out(const placed_model* a, const placed_model* b, frames_for what);

// Set side to how they stand, and poses to what does not change with the next pose_pair_change to side's poses.
// with_world: points of the world are wanted. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status frames_prepare(search* s, const placed_model* a, const placed_model* b, frames_for what,
                           int with_world, pose_pair* poses, relative_side side[2]);

#endif
