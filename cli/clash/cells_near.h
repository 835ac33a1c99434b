// cells_near.h - which boxes meet one of the objects of some cells: a tree over these, in the order of the curve.
#ifndef ABUT_CLI_CLASH_CELLS_NEAR_H
#define ABUT_CLI_CLASH_CELLS_NEAR_H
#include "clash/clash.h"

typedef struct cells_near cells_near;

// NULL: no memory.
cells_near* cells_near_make(const clash_cells* c, size_t first, size_t last);
bool cells_near_meets(const cells_near* n, const clash_box* box);
void cells_near_free(cells_near* n);  // NULL is fine

#endif
