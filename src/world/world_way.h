// world_way.h - the room that an instance takes on its whole way, and how fast it goes at most.
#ifndef ABUT_WORLD_WORLD_WAY_H
#define ABUT_WORLD_WORLD_WAY_H
#include "geom/motion.h"
#include "query/model.h"
#include "world/world_tree.h"

// Return a box in the world that holds every point of a model at all times of a piece, in any rounding mode. *speed: none of
// its points is faster; it may be infinite.
world_box world_way_box(const placed_model* placed, const motion_piece* piece, double* speed);

// Return a time before which no two points of two boxes are as near as the separation, if none is faster than that.
double world_way_time(const world_box* a, const world_box* b, double separation, double speed);

#endif
