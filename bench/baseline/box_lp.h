// box_lp.h - whether two oriented boxes overlap, as a linear program would have it: the rival of the
// separating axes in table 2 of Gottschalk 1996. In doubles, with a tolerance: it proves nothing.
#ifndef ABUT_BENCH_BOX_LP_H
#define ABUT_BENCH_BOX_LP_H

typedef struct plain_box {
    double axes[3][3], centre[3], half[3];  // row k is axis k, of unit length
} plain_box;

// Whether the twelve half-spaces of two boxes have a point in common, by Seidel's incremental program
// (Discrete & Computational Geometry 6, 1991) in three variables, in a fixed random order.
int boxes_meet_by_lp(const plain_box* a, const plain_box* b);

#endif
