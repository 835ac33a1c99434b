// shape_parts.h - what the files about posed shapes (posed_shape.h) have in common.
#ifndef ABUT_GEOM_SHAPE_PARTS_H
#define ABUT_GEOM_SHAPE_PARTS_H
#include "geom/posed_shape.h"

// ---------------------------------------------------------------------------------------------- doubles

#define SHAPE_U 0x1p-53

// Tests build the library with 1/32 here, to show that the bounds are needed.
#ifndef ABUT_BOUND_SCALE
#define ABUT_BOUND_SCALE 1
#endif

// Place the triangle in the world. Returns by how much any coordinate may be wrong; infinite: doubles say nothing.
double shape_place_triangle(const posed_shape* shape, const double* const vertex[3],
                            double out[3][3]);
// Place a corner of the core.
void shape_place_corner(const posed_shape* shape, size_t i, double out[3]);

void shape_bound_plane(const posed_shape* shape, const double* const vertex[3], shape_bounds* out);

// Bounds for a cylinder or a cone, whose ends near are, from any origin; and two points, one in each, that are hi apart.
typedef struct shape_near {
    double lo, hi, p[3], q[3];
    int vertices;  // bit i: vertex i takes part in p
} shape_near;

// p: the triangle, each coordinate of it off by at most error. Returns 0 where doubles say nothing.
int shape_near_turned(const posed_shape* shape, double p[3][3], double error, shape_near* out);

// ---------------------------------------------------------------------------------------------- exactly

// A triangle, or only some of its corners, and a shape, in exact numbers in the world.
typedef struct shape_pair {
    const posed_shape* shape;
    real_stack* stack;
    int count;    // of the corners that are asked about
    int name[3];  // which these are
    real3 vertex[3];
    int near_count;  // of corners of the core that are placed here
    real3 near[SHAPE_NEAR_MAX];
} shape_pair;

// Place all. A ray is cut off behind the triangle: no point of it is nearest to what is beyond.
void shape_pair_make(shape_pair* out, const posed_shape* shape, const double* const vertex[3],
                     real_stack* stack);
// Some corners of the triangle of a pair only: those of a feature.
void shape_pair_feature(shape_pair* out, const shape_pair* whole, int feature);
// Place a corner of the core.
real3 shape_pair_corner(const shape_pair* p, size_t i);
// A vector of doubles; where a pose takes a point.
real3 shape_vector(real_stack* stack, const double x[3]);
real3 shape_apply(const affine* pose, real_stack* stack, real3 point);
// The linear part of the shape's pose, of a vector.
real3 shape_turn(const posed_shape* shape, real_stack* stack, real3 vector);

// The nearest points of a triangle and a hull.
typedef struct hull_gap {
    int size;           // of the pairs of corners about the nearest points: 1 to 4
    uint8_t vertex[4];  // of the pair's
    uint32_t point[4];
    real weight[4], weights;      // of them, all positive, and their sum
    real numerator, denominator;  // of the square of the distance; the denominator is positive
    int is_unique;  // 1: the features that hold the nearest points are known to be the least
} hull_gap;

// Find it. likely: corners to try first; NULL: none are known, and then the points are the same every time.
void hull_gap_find(const shape_pair* p, const shape_bounds* likely, hull_gap* out);
// Its points.
void hull_gap_points(const shape_pair* p, const hull_gap* g, double of_triangle[3],
                     double of_hull[3]);

// The square of the distance from a plane or a half-space.
void shape_plane_square(const shape_pair* p, real* numerator, real* denominator);
// As shape_points; the feature.
int shape_plane_points(const shape_pair* p, double model_point[3], double shape_point[3]);

// The same of a cylinder or a cone; the distance of what is apart is between lo and hi.
int shape_turned_touches(const shape_pair* p);
void shape_turned_distance(const shape_pair* p, double* lo, double* hi);
int shape_turned_points(const shape_pair* p, double model_point[3], double shape_point[3]);

// The square of the distance of a triangle and a core, a quotient; and the radius about the core.
typedef struct shape_square {
    real numerator, denominator, radius;
} shape_square;

// The doubles next to the distance from all within the radius, equal if it is one; 0 in contact.
void shape_square_enclose(const shape_square* d, real_stack* s, double* lo, double* hi);

// The feature that some vertices, as bits, make.
int shape_feature_of(int vertices);
// A feature's corners: 1 to 3.
int shape_feature_corners(int feature, int corner[3]);

#endif
