// reach_plane.h - planes that all of a solid's surface near a piece is behind: outside is before them, so a point of the piece
// is no deeper than it is behind them (docs/exactness.md, "Reach").
#ifndef ABUT_QUERY_REACH_PLANE_H
#define ABUT_QUERY_REACH_PLANE_H
#include "query/reach_bound.h"
#include "query/reach_surface.h"
#include "query/solid_point.h"

enum { REACH_NEAR_MOST = 24 };  // triangles near a piece; where there are more, nothing is told

// A piece about a point, all of whose points are within radius.
typedef struct reach_ball {
    double centre[3], radius;
    int is_inside;  // the centre, if it is on no triangle
    int is_on;      // it is on one
} reach_ball;

// Add what such planes tell to a game. size: no coordinate of the piece is beyond it. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status reach_planes_add(solid_point* solid, const reach_piece* p, const reach_ball* ball,
                             double size, reach_game* g);

#endif
