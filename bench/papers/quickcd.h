// quickcd.h - what the experiments on QuickCD share, beside the data sets (run.h).
#ifndef ABUT_BENCH_QUICKCD_H
#define ABUT_BENCH_QUICKCD_H
#include "papers/paper.h"
#include "papers/run.h"

// SOLID 1: boxes along the axes of each model, one triangle a leaf.
abut_build rival_solid_build(void);

// The volumes of all nodes of a tree, in volumes of its root.
double tree_content(const abut_model* m);

// ------------------------------------------------------------------------ memory (quickcd_memory.c)

enum { MEMORY_DOPS = 4, MEMORY_ROWS };  // k = 6, 14, 18, 26; RAPID's options

typedef struct memory_figures {  // bytes; corners and hull are parts of tree
    double mesh, tree, corners, hull, triangles, nodes, leaves;
} memory_figures;

typedef struct memory_row {  // of a data set
    memory_figures environment[MEMORY_ROWS], object[MEMORY_ROWS];
    double hull;  // of the object, which is that of every k
} memory_row;

void memory_find(memory_figures* out, const abut_model* m);
// The bytes of the object's hull; 0 without Qhull. Returns a BENCH_ status.
int memory_of_hull(double* out, const bench_scene* s);
void memory_report(paper* p, const memory_row rows[SET_COUNT]);

#endif
