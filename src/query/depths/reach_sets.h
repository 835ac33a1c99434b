// reach_sets.h - what tells how deep a piece of a surface is in a solid: walls and planes of that (docs/proofs/depth.md, "Reach").
#ifndef ABUT_QUERY_DEPTHS_REACH_SETS_H
#define ABUT_QUERY_DEPTHS_REACH_SETS_H
#include "query/depths/reach_bound.h"
#include "query/depths/reach_plane.h"
#include "query/depths/reach_shade.h"

// One way: a surface into a solid.
typedef struct reach_way {
    const abut_host* host;
    reach_surface surface;
    solid_point solid;
    reach_plane* planes;  // that were found
    size_t plane_count, plane_capacity;
} reach_way;

// A triangle, or two that are as good as a convex quadrangle; UINT32_MAX: none.
typedef struct reach_wall {
    uint32_t triangle[2];
} reach_wall;

// Walls and planes of a piece, as columns of a game.
typedef struct reach_sets {
    reach_wall wall[REACH_SETS_MOST];
    uint32_t plane[REACH_SETS_MOST];  // its number; UINT32_MAX: it is a wall
    reach_game game;
    reach_value value;
} reach_sets;

// Begin with what told of the piece that it was cut from, and with the triangles that were found last.
void reach_sets_begin(reach_way* s, const reach_piece* p, reach_sets* w);
// Add a triangle. Returns 0 if it is there already, or if there is no room.
int reach_sets_add(reach_way* s, const reach_piece* p, reach_sets* w, uint32_t triangle);
// Add the plane of a triangle, if there is one. *added counts. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status reach_sets_add_plane(reach_way* s, const reach_piece* p, const reach_ball* ball,
                                 reach_sets* w, uint32_t triangle, size_t* added);
// The same for those of the walls that told the most.
abut_status reach_sets_add_planes(reach_way* s, const reach_piece* p, const reach_ball* ball,
                                  reach_sets* w, size_t* added);
// Add a shade, which is so much before the solid's surface, if there is one. *added counts. Returns as above.
abut_status reach_sets_add_shade(reach_way* s, const reach_piece* p, double before, reach_sets* w,
                                 size_t* added);
// Solve the game, and lower the piece's bound to what that proves.
void reach_sets_solve(reach_piece* p, reach_sets* w);

#endif
