// mechanism.c - gears on a plate, under caps, and a slider that runs into a post: what touches and overlaps, and in which
// frames, is known, since all of it is decided by coordinates that are exact.
#include "maker.h"
#include "parts.h"

#include <inttypes.h>
#include <stdlib.h>

enum { GEARS = 12, NAME_MOST = 16 };

// Gears stand in a row, and reach between each other's teeth without touching.
static const double spacing = 8.25, root = 3.5, tip = 4.375, root_wide = 5,
                    tip_wide = 3;  // degrees

// number: -1 is none.
static void begin_part(maker* k, const char* what, int number)
{
    char* name = malloc(NAME_MOST);
    if (k->status != SCENE_OK || !name) {
        free(name);
        if (k->status == SCENE_OK) k->status = SCENE_OUT_OF_MEMORY;
        return;
    }
    if (number < 0)
        snprintf(name, NAME_MOST, "%s", what);
    else
        snprintf(name, NAME_MOST, "%s_%d", what, number);
    k->m.groups[k->m.group_count++] =
        (mesh_group){.name = name, .kind = 'o', .first_triangle = k->m.triangle_count};
}

static void end_part(maker* k)
{
    if (k->status != SCENE_OK) return;
    mesh_group* g = &k->m.groups[k->m.group_count - 1];
    g->triangle_count = k->m.triangle_count - g->first_triangle;
}

static void block(maker* k, const double low[3], const double high[3])
{
    static const unsigned char quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                              {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
    const uint32_t first = (uint32_t)k->m.vertex_count;
    for (int i = 0; i < 8; i++)
        maker_vertex(k, i & 1 ? high[0] : low[0], i & 2 ? high[1] : low[1],
                     i & 4 ? high[2] : low[2]);
    for (int i = 0; i < 6; i++)
        maker_quad(k, first + quads[i][0], first + quads[i][1], first + quads[i][2],
                   first + quads[i][3]);
}

// Corner i of a gear's outline: four of each tooth. The first tooth is about the x axis, or beside it.
static void outline(uint32_t i, uint32_t teeth, int is_odd, double out[2])
{
    const double wide[4] = {-root_wide, -tip_wide, tip_wide, root_wide};
    const double turns = ((double)(i / 4) + (is_odd ? 0.5 : 0)) / (double)teeth +
                         wide[i % 4] * 12 / (double)teeth / 360;
    const double radius = i % 4 == 0 || i % 4 == 3 ? root : tip;
    out[0] = radius * cowave(turns);
    out[1] = radius * wave(turns);
}

// About the z axis, from z = 0 to 1.
static void gear(maker* k, uint32_t teeth, int is_odd)
{
    const uint32_t first = (uint32_t)k->m.vertex_count, count = 4 * teeth;
    maker_vertex(k, 0, 0, 0);
    maker_vertex(k, 0, 0, 1);
    for (uint32_t i = 0; i < count; i++) {
        double at[2];
        outline(i, teeth, is_odd, at);
        maker_vertex(k, at[0], at[1], 0);
        maker_vertex(k, at[0], at[1], 1);
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t here = first + 2 + 2 * i, next = first + 2 + 2 * ((i + 1) % count);
        maker_quad(k, here, next, next + 1, here + 1);
        maker_triangle(k, first, next, here);
        maker_triangle(k, first + 1, here + 1, next + 1);
    }
}

scene_status mechanism_make(uint32_t teeth, mesh* out)
{
    const double plate[2][3] = {{-8, -32, -1}, {spacing * GEARS, 8, 0}};
    const double slider[2][3] = {{0, -22, 0}, {8, -20, 1}},
                 post[2][3] = {{12, -23, 0}, {14, -19, 2}};
    if (teeth < 6 || teeth > 1000) return SCENE_BAD_VALUE;
    maker k;
    maker_start(&k, 16 * (uint64_t)GEARS * teeth, 16 * (uint64_t)GEARS * teeth);
    if (k.status == SCENE_OK && !(k.m.groups = malloc(MECHANISM_PARTS * sizeof *k.m.groups)))
        k.status = SCENE_OUT_OF_MEMORY;
    begin_part(&k, "plate", -1);
    block(&k, plate[0], plate[1]);
    end_part(&k);
    for (int i = 0; i < GEARS; i++) {
        const double x = spacing * i, low[3] = {x - 1, -1, 1}, high[3] = {x + 1, 1, 2};
        begin_part(&k, "gear", i);
        gear(&k, teeth, i % 2);
        end_part(&k);
        begin_part(&k, "cap", i);
        block(&k, low, high);
        end_part(&k);
    }
    begin_part(&k, "slider", -1);
    block(&k, slider[0], slider[1]);
    end_part(&k);
    begin_part(&k, "post", -1);
    block(&k, post[0], post[1]);
    end_part(&k);
    return maker_finish(&k, out);
}

// Neighbours turn against each other, by one turn in all. The slider goes a sixteenth a frame, and back from the middle on.
int mechanism_write_frames(uint32_t count, FILE* out)
{
    for (uint32_t frame = 0; frame < count && !ferror(out); frame++) {
        const double turn = (double)frame / (double)count;
        const uint32_t back = count - 1 - frame;
        for (int i = 0; i < GEARS; i++) {
            const double c = cowave(turn), s = i % 2 ? 0.0 - wave(turn) : wave(turn);
            fprintf(out, "%" PRIu32 "\tgear_%d\t%.17g %.17g 0 %.17g %.17g %.17g 0 0 0 0 1 0\n",
                    frame, i, c, 0.0 - s, spacing * i, s, c);
        }
        fprintf(out, "%" PRIu32 "\tslider\t%.17g 0 0 0 0 0 1\n", frame,
                (frame < back ? frame : back) / 16.0);
    }
    return !ferror(out);
}
