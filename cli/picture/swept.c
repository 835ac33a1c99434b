// swept.c - see swept.h.
#include "picture/swept.h"

#include "say/say.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// As pictures have them: green, grey, amber.
enum { INK_FREE, INK_LATER, INK_DOUBT };

static void place(const abut_pose* pose, const double low[3], const double high[3], int corner,
                  double out[3])
{
    for (int row = 0; row < 3; row++) {
        out[row] = pose->translation[row];
        for (int k = 0; k < 3; k++)
            out[row] += pose->scale * pose->rotation[row][k] * (corner >> k & 1 ? high[k] : low[k]);
    }
}

static int ink_between(const uint8_t* shades, uint8_t from, uint8_t to)
{
    if (shades[from] == SWEPT_MET || shades[from] == SWEPT_LATER || shades[to] == SWEPT_LATER)
        return INK_LATER;
    return shades[to] == SWEPT_DOUBT ? INK_DOUBT : INK_FREE;
}

static void add_side(swept* out, const model_file* model, int side, const stations* s,
                     const uint8_t* shades)
{
    double low[3], high[3];
    station before, here;
    if (!model->info.triangle_count) return;
    model_file_box(model, low, high);
    s->at(s->user, 0, &before);
    for (size_t i = 1; i < s->count; i++, before = here) {
        s->at(s->user, i, &here);
        // One that rests has no way.
        if (memcmp(&before.poses[side], &here.poses[side], sizeof here.poses[side]) == 0) continue;
        for (int corner = 0; corner < 8; corner++) {
            see_line* line = &out->lines[out->count++];
            line->ink = ink_between(shades, before.state, here.state);
            place(&before.poses[side], low, high, corner, line->points[0]);
            place(&here.poses[side], low, high, corner, line->points[1]);
        }
    }
}

bool swept_make(swept* out, const model_file sides[2], const stations* s, const uint8_t* shades)
{
    *out = (swept){.lines = calloc(16 * s->count, sizeof *out->lines)};
    if (!out->lines) {
        say_status("cannot draw", ABUT_OUT_OF_MEMORY);
        return false;
    }
    for (int side = 0; side < 2; side++)
        add_side(out, &sides[side], side, s, shades);
    return true;
}

void swept_free(swept* s)
{
    free(s->lines);
    *s = (swept){0};
}

void swept_show(const swept* s, see_scene* scene)
{
    static const char* const names[] = {[INK_FREE] = "the way of the box about it: free",
                                        [INK_LATER] = "the way of the box about it: not looked at",
                                        [INK_DOUBT] =
                                            "the way of the box about it: near, or undecided"};
    scene->line_count = s->count;
    scene->is_way = s->count > 0;
    for (size_t i = 0; i < s->count; i++)
        scene->inks[s->lines[i].ink] = names[s->lines[i].ink];
}
