// closure.h - exact tests of two DOPs of one set (Klosowski 1998, chapter 4). Intervals along the set's own directions
// may overlap where the DOPs do not. Two polytopes are apart only if a plane along a facet of one, or along an edge
// of each, says so: so the directions across any two edges, with the set's own, decide. Edges of a DOP lie along the
// crossings of two of its planes.
#ifndef ABUT_BENCH_CLOSURE_H
#define ABUT_BENCH_CLOSURE_H
#include "papers/quickcd_walk.h"

enum { CLOSURE_MOST = 128, EDGES_MOST = 32 };

typedef struct closure {
    int count, edge_count;  // of directions, those of the set first; of directions of edges
    int direction[CLOSURE_MOST][3];
} closure;

void closure_find(closure* out, const kdop_set* set);

// The largest gap between two DOPs along any direction of a closure, in parts of their reach: above 0, they are apart, but
// for rounding of some 2^-36.
double closure_gap(const closure* c, const kdop_set* set, const dop_pair* p);

// Whether a linear program proves that they are apart: their common part is one DOP, of the closer offsets.
bool dops_apart_by_program(const kdop_set* set, const dop_pair* p);

#endif
