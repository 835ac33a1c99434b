// cell_heap.h - cells of space that wait to be looked at, the one with the least key first.
#ifndef ABUT_QUERY_DEPTHS_CELL_HEAP_H
#define ABUT_QUERY_DEPTHS_CELL_HEAP_H
#include "abut/abut.h"

typedef struct cell {
    double key;
    double middle[3], half[3];
    size_t seed;  // what its owner knows about it
} cell;

typedef struct cell_heap {
    cell* cells;
    size_t count, capacity;
} cell_heap;

// Returns ABUT_OK or ABUT_OUT_OF_MEMORY. Of equal keys the older cell comes first or last, the same on every machine.
abut_status cell_heap_add(cell_heap* h, const cell* c, const abut_host* host);
// Take the least off; there is one.
cell cell_heap_take(cell_heap* h);
void cell_heap_free(cell_heap* h, const abut_host* host);

// The length of a cell's half diagonal, rounded up.
double cell_radius(const cell* c);

#endif
