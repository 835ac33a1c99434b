// rings.c - a ring around each place of contact that is so small in the picture that the eye could miss it.
#include "drawing.h"
#include "paint.h"

#include <math.h>
#include <stdlib.h>

enum {
    CELL = 16,        // places less than about so many pixels apart count as one
    SMALL = 28,       // pixels
    RINGS_MOST = 24,  // more would hide what they show
};

typedef struct cell {
    bool used;
    int left, right, top, bottom;  // pixels of the picture
} cell;

typedef struct cell_grid {
    int width, height;
    cell* cells;
    int* stack;
} cell_grid;

static void fill(cell_grid* g, const layer* marks)
{
    for (int y = 0; y < marks->height; y++) {
        for (int x = 0; x < marks->width; x++) {
            if (marks->depth[(size_t)y * (size_t)marks->width + (size_t)x] == -INFINITY) continue;
            const int px = x / FINE, py = y / FINE;
            cell* c = &g->cells[py / CELL * g->width + px / CELL];
            if (!c->used) *c = (cell){true, px, px, py, py};
            if (px < c->left) c->left = px;
            if (px > c->right) c->right = px;
            if (py > c->bottom) c->bottom = py;
        }
    }
}

// Take a cell and all that hang together with it out of the grid; return their extent.
static cell take_cluster(cell_grid* g, int start)
{
    cell all = g->cells[start];
    int count = 0;
    g->stack[count++] = start;
    g->cells[start].used = false;
    while (count) {
        const int at = g->stack[--count], x = at % g->width, y = at / g->width;
        const cell* c = &g->cells[at];
        if (c->left < all.left) all.left = c->left;
        if (c->right > all.right) all.right = c->right;
        if (c->top < all.top) all.top = c->top;
        if (c->bottom > all.bottom) all.bottom = c->bottom;
        for (int i = 0; i < 9; i++) {
            const int nx = x + i % 3 - 1, ny = y + i / 3 - 1;
            if (nx < 0 || ny < 0 || nx >= g->width || ny >= g->height) continue;
            if (!g->cells[ny * g->width + nx].used) continue;
            g->cells[ny * g->width + nx].used = false;
            g->stack[count++] = ny * g->width + nx;
        }
    }
    return all;
}

static void ring(drawing* d, const pane* from, const cell* c)
{
    static const uint8_t white[3] = {255, 255, 255};
    const double middle[2] = {(c->left + c->right + 1) / 2.0 + from->left,
                              (c->top + c->bottom + 1) / 2.0 + from->top};
    const double width = c->right - c->left + 1, height = c->bottom - c->top + 1;
    const double radius = sqrt(width * width + height * height) / 2 + 8;
    paint_ring(&d->image, middle, radius, 2.5, white);
    paint_ring(&d->image, middle, radius, 1.2, marks_colour);
}

bool ring_small_marks(drawing* d, const pane* from)
{
    cell_grid g = {.width = from->width / CELL + 1, .height = from->height / CELL + 1};
    const size_t count = (size_t)g.width * (size_t)g.height;
    g.cells = calloc(count, sizeof *g.cells);
    g.stack = malloc(count * sizeof *g.stack);
    const bool fine = g.cells && g.stack;
    if (fine) fill(&g, &from->marks);
    int rings = 0;
    for (int i = 0; fine && i < (int)count && rings < RINGS_MOST; i++) {
        if (!g.cells[i].used) continue;
        const cell all = take_cluster(&g, i);
        if (all.right - all.left >= SMALL || all.bottom - all.top >= SMALL) continue;
        ring(d, from, &all);
        rings++;
    }
    free(g.cells);
    free(g.stack);
    return fine;
}
