// tree_figures.h - numbers by which trees are compared without asking them anything.
#ifndef ABUT_METHODS_TREE_TREE_FIGURES_H
#define ABUT_METHODS_TREE_TREE_FIGURES_H
#include "methods/tree/tree.h"

// Count the leaves. Cost: one pass.
size_t tree_leaves(const tree* t);

// Sum the surfaces of boxes by that of the root's: of inner nodes, and of leaves times their triangles
// (Goldsmith & Salmon, Automatic creation of object hierarchies for ray tracing, 1987). 0 for an empty
// tree. Rounded. Cost: one pass.
void tree_areas(const tree* t, double* inner, double* leaf);

// Count the leaves at each depth, and the triangles in them, into arrays of capacity > t->depth
// entries; either may be NULL. Cost: one pass.
void tree_depths(const tree* t, size_t* leaves, size_t* triangles, size_t capacity);

#endif
