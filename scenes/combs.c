// combs.c - two combs, each tooth of one beside each tooth of the other, and none may keep them apart but the teeth
// themselves: comb a is a stack of plates, right triangles of legs 1 and 2; the teeth of b are needles that stand along
// the plates' long sides, through all of the stack. Every volume about a plate that is larger than it on that side holds
// a part of every needle. (Zachmann 1998, footnote 1: for any algorithm there are two objects for which it takes the
// square of their triangles.)
#include "maker.h"
#include "scenes.h"

#include <math.h>

#define GRID  0x1p-30  // so that a needle's place is exact
#define WIDTH 0x1p-10  // of a needle

// Where needle j stands along the long side: from a quarter to three quarters of it.
static double place_of(uint32_t j, uint32_t teeth)
{
    const double x = 0.25 + 0.5 * (j + 0.5) / teeth;
    return floor(x / GRID) * GRID;
}

scene_status combs_make(uint32_t teeth, double gap, int is_b, mesh* out)
{
    if (teeth < 1 || !(gap >= 0 && gap <= 0.25)) return SCENE_BAD_VALUE;
    maker k;
    maker_start(&k, 3 * (uint64_t)teeth, teeth);
    for (uint32_t i = 0; i < teeth && k.status == SCENE_OK; i++) {
        uint32_t corner[3];
        if (is_b) {
            const double x = place_of(i, teeth), y = 2 - 2 * x + gap;
            corner[0] = maker_vertex(&k, x, y, -0.125);
            corner[1] = maker_vertex(&k, x + WIDTH, y + WIDTH, 0.5);
            corner[2] = maker_vertex(&k, x, y, 1.125);
        } else {
            const double z = (i + 0.5) / teeth;
            corner[0] = maker_vertex(&k, 0, 0, z);
            corner[1] = maker_vertex(&k, 1, 0, z);
            corner[2] = maker_vertex(&k, 0, 2, z);
        }
        maker_triangle(&k, corner[0], corner[1], corner[2]);
    }
    return maker_finish(&k, out);
}
