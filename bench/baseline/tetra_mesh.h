// tetra_mesh.h - a conforming mesh of tetrahedra about obstacles, as another program made it (gmsh, for
// one; there is no tetrahedraliser here), read from a Medit file in ASCII (.mesh).
//
// What a mesh must be, so that walks and searches in it prove anything: it fills a box along the axes,
// obstacles' insides included; its tetrahedra are not flat, and meet in whole faces; the triangles of the
// file that are faces between two tetrahedra are the obstacles' surface. All that is checked.
#ifndef ABUT_BENCH_TETRA_MESH_H
#define ABUT_BENCH_TETRA_MESH_H
#include "abut/abut.h"

#include <stdio.h>

#define TETRA_NONE UINT32_MAX

typedef struct tetra_cell {
    uint32_t corner[4];     // corner 3 is on the positive side of 0, 1, 2 (orient3d)
    uint32_t neighbour[4];  // across the face opposite to each corner; TETRA_NONE: the outside
    uint32_t surface[4];    // the triangle of the surface on that face, or TETRA_NONE
    int is_inside;  // of an obstacle: the surface keeps it from the outside (Klosowski 1998, ch. 2)
} tetra_cell;

typedef struct tetra_mesh {
    double* vertices;  // 3 each
    tetra_cell* cells;
    uint32_t* triangles;  // of the obstacles' surface, 3 vertices each
    size_t vertex_count, cell_count, triangle_count;
    double low[3], high[3];  // of the box that it fills
} tetra_mesh;

// Read and check a mesh. Returns ABUT_OK, or ABUT_OUT_OF_MEMORY or ABUT_BAD_ARGUMENT with the reason in
// text (one line, without a line end); then out is zeroed.
abut_status tetra_mesh_read(tetra_mesh* out, FILE* in, char text[120]);
void tetra_mesh_free(tetra_mesh* m);  // a zeroed one is fine

// The obstacles' surface; borrowed from the mesh.
abut_soup tetra_mesh_surface(const tetra_mesh* m);

// The corners of the face opposite to a corner, in the order in which that corner is on its positive side.
extern const unsigned char tetra_face[4][3];

// For tetra_mesh_read, between its parts: find neighbours, surface and insides, and check all claims.
// triangles: all of the file's; those on the outside of the box are dropped.
abut_status tetra_mesh_finish(tetra_mesh* m, char text[120]);

#endif
