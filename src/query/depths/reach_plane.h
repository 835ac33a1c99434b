// reach_plane.h - planes that all of a solid's surface about the foot of a piece is behind, with outside before them: a point of
// the piece is no deeper than it is behind them, however the surface is cut into triangles (docs/proofs/depth.md, "Reach").
#ifndef ABUT_QUERY_DEPTHS_REACH_PLANE_H
#define ABUT_QUERY_DEPTHS_REACH_PLANE_H
#include "query/depths/reach_surface.h"
#include "query/depths/solid_point.h"

enum { REACH_NEAR_MOST = 24 };  // triangles about a foot; where there are more, nothing is told

// A ball about a piece.
typedef struct reach_ball {
    double centre[3], radius;
    double clear, above;  // how far the centre is from the solid's surface: or less, or more
    int is_inside;        // the centre, if it is on no triangle
    int is_on;            // it is on one
} reach_ball;

// No point of a piece is deeper than it is behind the plane; before it none is inside.
typedef struct reach_plane {
    double normal[3];        // of length 1 but for rounding, away from outside
    double base[3], height;  // the plane is so high above this point, or less
    double error;            // of heights of a piece's corners
} reach_plane;

// Find the plane of a triangle near a piece, if that is one. size: no coordinate of the piece is beyond it.
// Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status reach_plane_find(solid_point* solid, const reach_piece* p, const reach_ball* ball,
                             uint32_t triangle, double size, reach_plane* out, int* found);
// How deep a corner of the piece that it was found for, or of a part of that, is behind it, or a little more; negative
// before it.
double reach_plane_depth(const reach_plane* at, const double corner[3], double error);

#endif
