// cells.h - solids made of cells of a lattice, for tests that count what holds of them.
#ifndef ABUT_TESTS_QUERY_CELLS_H
#define ABUT_TESTS_QUERY_CELLS_H
#include "query/solids.h"

enum { SIDE = 7, CELLS = SIDE * SIDE * SIDE };

typedef struct cells {
    uint8_t full[SIDE][SIDE][SIDE];
} cells;

static UNUSED int cell_at(const cells* c, const int at[3])
{
    for (int k = 0; k < 3; k++)
        if (at[k] < 0 || at[k] >= SIDE) return 0;
    return c->full[at[0]][at[1]][at[2]];
}

// Fill blocks of size^3 cells that start at multiples of size beyond shift, each with a chance.
static UNUSED cells cells_random(rng* r, int size, int shift, int percent)
{
    cells c;
    memset(&c, 0, sizeof c);
    for (int i = shift; i + size < SIDE; i += size)
        for (int j = shift; j + size < SIDE; j += size)
            for (int k = shift; k + size < SIDE; k += size) {
                if (rng_below(r, 100) >= (size_t)percent) continue;
                for (int n = 0; n < size * size * size; n++)
                    c.full[i + n % size][j + n / size % size][k + n / size / size] = 1;
            }
    return c;
}

// The faces between full and empty cells; squares of size^2 of them, where blocks are.
static UNUSED solid cells_surface(const cells* c, int size, int shift)
{
    solid s = {0};
    for (int axis = 0; axis < 3; axis++)
        for (int n = 0; n < (SIDE + 1) * SIDE * SIDE; n++) {
            const int x = (axis + 1) % 3, y = (axis + 2) % 3;
            int above[3], below[3];
            above[axis] = n % (SIDE + 1);
            above[x] = n / (SIDE + 1) % SIDE;
            above[y] = n / (SIDE + 1) / SIDE;
            memcpy(below, above, sizeof below);
            below[axis]--;
            if ((above[x] - shift) % size || (above[y] - shift) % size) continue;
            const int up = cell_at(c, above), down = cell_at(c, below);
            const double low[2] = {above[x], above[y]};
            const double high[2] = {above[x] + size, above[y] + size};
            if (up != down) solid_add_face(&s, axis, above[axis], low, high, down ? 1 : -1);
        }
    return s;
}

// Points of the doubled lattice, whose cells meet there: odd coordinates are inside a cell's extent.
static UNUSED void cells_around(const int point[3], int out[8][3])
{
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            out[i][k] = point[k] % 2 ? point[k] / 2 : point[k] / 2 - (i >> k & 1);
}

#endif
