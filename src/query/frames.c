// frames.c - see frames.h.
#include "query/frames.h"

#include "base/base.h"
#include "base/host.h"

#include <string.h>

abut_status model_place(placed_model* out, affine* kept, const abut_instance* instance)
{
    placed_model placed = {.model = instance->model};
    TRY(affine_from_pose(&placed.pose, &instance->pose));
    if (instance->frame) {
        TRY(affine_from_frame(kept, instance->frame, &instance->pose));
        placed.frame = kept;
    }
    *out = placed;
    return ABUT_OK;
}

int frames_are_dropped(const placed_model* a, const placed_model* b, frames_for what)
{
    return a->frame && b->frame && affine_equal(a->frame, b->frame) &&
           (what == FRAMES_FOR_CONTACTS || frame_keeps_lengths(a->frame));
}

abut_status frames_multiply(search* s, const placed_model* a, const placed_model* b,
                            frames_for what, int with_world, pose_pair* poses,
                            relative_side* a_side, relative_side* b_side)
{
    // Of another question: nothing of it may be taken for what this one has.
    if (poses->composition) memset(poses, 0, sizeof *poses);
    if (!a->frame && !b->frame) return ABUT_OK;
    const int drops = frames_drop_out(a, b, what);
    if (drops && !with_world) return ABUT_OK;
    if (!s->composition) s->composition = host_allocate(s->host, 1, sizeof *s->composition);
    if (!s->composition) return ABUT_OUT_OF_MEMORY;
    composition* const c = s->composition;
    composition_make(c, &a->pose, a->frame, &b->pose, b->frame);
    if (drops) {
        memset(poses, 0, sizeof *poses);  // as above, but for the world
        poses->composition = c;
        return ABUT_OK;
    }
    pose_pair_compose(poses, c, what == FRAMES_FOR_CONTACTS && !s->keep_equal_poses);
    a_side->pose = &c->rounded[0];
    b_side->pose = &c->rounded[1];
    a_side->given = c->is_rounded ? c->given[0] : NULL;
    b_side->given = c->is_rounded ? c->given[1] : NULL;
    return ABUT_OK;
}
