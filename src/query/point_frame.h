// point_frame.h - points of the world in the frame of a model's tree, with their errors (docs/proofs/distance.md, "A point and
// eight boxes").
#ifndef ABUT_QUERY_POINT_FRAME_H
#define ABUT_QUERY_POINT_FRAME_H
#include "query/point_place.h"
#include "search/relative_pose.h"

typedef struct point_frame {
    frame about;  // of points, in the world, about the placed model
    frame_map map;
    double column[3][3], translation[3];  // from there to the tree's frame
    // A coordinate errs by per_sum |y|1 + per_most |y|max + fixed, of y in the frame about the model.
    double per_sum, per_most, fixed;
    float
        spread;  // two squares in the tree's frame of which one is so many times the other may be as large in the world
    double stretch;  // spread is above 1 by that, but for what floats need
    float within;    // the square of a limit of the world, rounded up
    double
        per_length;  // of the tree's frame, at most so much is 1 of the world, but for the exponent of about
} point_frame;

// Whether points are of the world as it stands: then there is such a frame.
int point_frame_is_world(const pose_pair* p);
// Prepare it for a model that has triangles. within: a length of the world, or infinite.
void point_frame_make(point_frame* out, const point_place* place, double within);

// Where a point is in the frame about the model.
static inline void point_frame_about(const point_frame* f, const double point[3], double y[3])
{
    frame_map_place(&f->map, point, y);
}

// From there to the tree's frame. Returns what each coordinate errs by; it may be infinite.
double point_frame_place(const point_frame* f, const double y[3], double out[3]);

// The square of another limit, rounded up.
float point_frame_limit(const point_frame* f, double within);

// A direction of the world in the tree's frame, of length 1 or less. Returns what each coordinate errs by, 1 or more where it
// is not known. *length, if it is: x is out times so much, in units of the frame about the model.
double point_frame_turn(const point_frame* f, const double x[3], double out[3], double* length);

#endif
