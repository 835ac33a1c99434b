// merge.h - vertices that are equal bit by bit made one, as many who are asked want them.
#ifndef ABUT_BENCH_COMMON_MERGE_H
#define ABUT_BENCH_COMMON_MERGE_H
#include "mesh/mesh.h"

// Make them one; triangles keep their order. Ends the program where there is no memory.
void mesh_merge(mesh* m);

#endif
