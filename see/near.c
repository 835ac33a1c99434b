// near.c - how far each pixel of a pane is from where things meet: of large triangles only what is near is tinted.
#include "drawing.h"

#include <math.h>
#include <stdlib.h>

// Steps to a neighbour beside, across a corner, and like a knight in chess, as whole numbers: within two hundredths of the
// distance, and the same on every machine.
enum { STEP = 5, CORNER = 7, KNIGHT = 11, FAR = 60000 };

typedef struct way {
    int x, y, length;
} way;

// What is above, and to the left; the rest is the same with other signs.
static const way ways[] = {
    {-1, 0, STEP},    {0, -1, STEP},    {-1, -1, CORNER}, {1, -1, CORNER},
    {-2, -1, KNIGHT}, {-1, -2, KNIGHT}, {1, -2, KNIGHT},  {2, -1, KNIGHT},
};

static void shorten(uint16_t* far, int width, int height, int x, int y, int sign)
{
    uint16_t* here = far + (size_t)y * (size_t)width + (size_t)x;
    for (size_t i = 0; i < sizeof ways / sizeof *ways && *here; i++) {
        const int px = x + sign * ways[i].x, py = y + sign * ways[i].y;
        if (px < 0 || py < 0 || px >= width || py >= height) continue;
        const int through = far[(size_t)py * (size_t)width + (size_t)px] + ways[i].length;
        if (through < *here) *here = (uint16_t)through;
    }
}

// Do things meet at a pixel? Along a line that is wrong they do, too.
static bool is_meeting(const pane* p, size_t place)
{
    if (p->marks.depth[place] != -INFINITY) return true;
    return p->lines.depth && p->lines.depth[place] != -INFINITY &&
           p->lines.shade[place] == SEE_INKS - 1;
}

bool find_near(pane* p)
{
    const int width = p->marks.width, height = p->marks.height;
    const size_t count = (size_t)width * (size_t)height;
    p->far = malloc(count * sizeof *p->far);
    if (!p->far) return false;
    for (size_t i = 0; i < count; i++)
        p->far[i] = is_meeting(p, i) ? 0 : FAR;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            shorten(p->far, width, height, x, y, 1);
    for (int y = height - 1; y >= 0; y--)
        for (int x = width - 1; x >= 0; x--)
            shorten(p->far, width, height, x, y, -1);
    return true;
}

bool is_near(const pane* p, size_t place)
{
    return p->far[place] <= TINT_REACH * FINE * STEP;
}
