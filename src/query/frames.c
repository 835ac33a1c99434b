// frames.c - see frames.h.
#include "query/frames.h"

#include "base/base.h"
#include "base/host.h"

#include <float.h>
#include <math.h>
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

int frames_are_dropped(const placed_model* a, const placed_model* b, unsigned what)
{
    return a->frame && b->frame && affine_equal(a->frame, b->frame) &&
           (!(what & FRAMES_FOR_LENGTHS) || frame_keeps_lengths(a->frame));
}

// The numbers of a quotient are rounded by themselves, and not as a product of a frame and a pose.
static void stand_moved(const composition* c, pose_pair* poses, relative_side* a_side,
                        relative_side* b_side)
{
    relative_side* const side[2] = {a_side, b_side};
    pose_pair_compose(poses, c, 0);
    for (int i = 0; i < 2; i++) {
        double most = 0, farthest = 0;
        for (int k = 0; k < 9; k++)
            most = double_larger(fabs(c->rounded[i].matrix[k / 3][k % 3]), most);
        for (int k = 0; k < 3; k++)
            farthest = double_larger(fabs(c->rounded[i].translation[k]), farthest);
        side[i]->pose = &c->rounded[i];
        if (!c->is_rounded) continue;
        side[i]->matrix_error = 0x1.1p-53 * most + DBL_MIN;
        side[i]->translation_error = 0x1.1p-53 * farthest + DBL_MIN;
    }
}

abut_status frames_multiply(search* s, const placed_model* a, const placed_model* b, unsigned what,
                            pose_pair* poses, relative_side* a_side, relative_side* b_side)
{
    // Of another question: nothing of it may be taken for what this one has.
    if (poses->composition) memset(poses, 0, sizeof *poses);
    if (!a->frame && !b->frame) return ABUT_OK;
    if (b->moved) {
        stand_moved(b->moved, poses, a_side, b_side);
        return ABUT_OK;
    }
    const int drops = frames_drop_out(a, b, what);
    if (drops && !(what & FRAMES_FOR_POINTS)) return ABUT_OK;
    if (!s->composition) s->composition = host_allocate(s->host, 1, sizeof *s->composition);
    if (!s->composition) return ABUT_OUT_OF_MEMORY;
    composition* const c = s->composition;
    composition_make(c, &a->pose, a->frame, &b->pose, b->frame);
    if (drops) {
        memset(poses, 0, sizeof *poses);  // as above, but for the world
        poses->composition = c;
        return ABUT_OK;
    }
    pose_pair_compose(poses, c, !(what & FRAMES_FOR_LENGTHS) && !s->keep_equal_poses);
    a_side->pose = &c->rounded[0];
    b_side->pose = &c->rounded[1];
    a_side->given = c->is_rounded ? c->given[0] : NULL;
    b_side->given = c->is_rounded ? c->given[1] : NULL;
    return ABUT_OK;
}
