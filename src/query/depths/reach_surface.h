// reach_surface.h - the surface that reaches into a solid, as pieces of triangles in the world, with how far rounding has put
// them off.
#ifndef ABUT_QUERY_DEPTHS_REACH_SURFACE_H
#define ABUT_QUERY_DEPTHS_REACH_SURFACE_H
#include "geom/exact.h"
#include "query/model.h"

typedef struct reach_surface {
    const placed_model* placed;
    int is_exact;    // places of vertices are doubles of the world
    int exact_cuts;  // and those of halves are, after so many cuts; -1: none
    double size;     // no coordinate of a piece is beyond it
} reach_surface;

enum { REACH_ACTIVE_MOST = 3 };

// A part of a triangle. Its points are within error of the hull of its corners, and these of the surface.
typedef struct reach_piece {
    double corner[3][3];
    double error;
    double hi;          // no point of it is deeper
    uint32_t triangle;  // of which model's triangles it is a part
    int cuts;
    uint32_t range[2];  // of reach_search.c, which keeps ranges of triangles likewise
    // Triangles, and planes of a list, that are likely to tell how deep its parts are.
    uint32_t wall[2 * REACH_ACTIVE_MOST], plane[REACH_ACTIVE_MOST];
    int wall_count, plane_count;
} reach_piece;

// vertices: the range of all coordinates of the model.
void reach_surface_open(reach_surface* out, const placed_model* placed, bit_range vertices);
// A point of a model in the world. Returns how far it may be off, in length; infinite where it is beyond the doubles.
double reach_place(const placed_model* placed, const double x[3], double out[3]);
// The same for a vertex of the surface's model.
double reach_surface_place(const reach_surface* s, const double vertex[3], double out[3]);
void reach_piece_make(const reach_surface* s, uint32_t triangle, reach_piece* out);
// Cut a piece across its longest edge.
void reach_piece_cut(const reach_surface* s, const reach_piece* p, reach_piece out[2]);
// The point of such weights of the corners, 0 or more, whose sum is about 1. Returns how far it may be from the surface.
double reach_piece_point(const reach_surface* s, const reach_piece* p, const double weight[3],
                         double out[3]);
// Move a point up to 14u of a size off, to a multiple of about so much: sizes of 0 and the like leave it as it is.
void reach_snap(double size, double x[3]);
// No less than the length of its longest edge.
double reach_piece_size(const reach_piece* p);
// No less than the length of a vector.
double reach_length(const double x[3]);

#endif
