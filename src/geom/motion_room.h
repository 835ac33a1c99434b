// motion_room.h - room that certainly holds a body on all of its way: cheap, and with plenty to spare
// (docs/proofs/motion.md, "Rooms of ways").
#ifndef ABUT_GEOM_MOTION_ROOM_H
#define ABUT_GEOM_MOTION_ROOM_H
#include "geom/motion.h"

// What is within a radius of a straight way.
typedef struct motion_room {
    double from[3], to[3], radius;
} motion_room;

// Whether a piece that is valid moves nothing.
int motion_is_rest(const abut_motion* motion);

// Find room for all points of a box of the model, low to high, at all times of a piece that begins in a pose with a scale, in
// any rounding mode. Returns 0 if there is none that doubles hold, or if the piece is not one that motion_path_prepare takes.
int motion_room_find(const affine* start, double scale, const abut_motion* motion,
                     const double low[3], const double high[3], motion_room* out);

#endif
