// box_edges.h - whether two oriented boxes overlap, by their edges and faces: the simple way that Gottschalk 1996,
// section 5, begins with. In doubles, without a tolerance: it proves nothing.
#ifndef ABUT_BENCH_BOX_EDGES_H
#define ABUT_BENCH_BOX_EDGES_H
#include "baseline/box_lp.h"

// Whether an edge of one goes through a face of the other, 144 tests at most, or else one lies within the other.
int boxes_meet_by_edges(const plain_box* a, const plain_box* b);

#endif
