// reach_shade.h - a triangle outside of a solid that is near a piece: no point of the piece is deeper than the way to it is
// long (docs/proofs/depth.md, "Reach").
#ifndef ABUT_QUERY_DEPTHS_REACH_SHADE_H
#define ABUT_QUERY_DEPTHS_REACH_SHADE_H
#include "query/depths/reach_plane.h"

// Find one whose corners are before the nearest points of the piece's corners, by so much.
// size: as reach_plane_find has it. depth: of each corner of the piece,
// to be interpolated. Returns ABUT_OK or ABUT_OUT_OF_MEMORY.
abut_status reach_shade_find(solid_point* solid, const reach_piece* p, double before, double size,
                             double depth[3], int* found);

#endif
