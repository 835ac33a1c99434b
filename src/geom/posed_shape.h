// posed_shape.h - one posed triangle and one convex shape: whether they share a point, and how far they are apart, exactly
// (docs/proofs/distance.md, "Shapes").
//
// The triangle may be degenerate: a segment or a point. All answers are those of real arithmetic on the numbers given.
// Doubles decide where a bound of their error says so, exact numbers of any size (geom/real.h) decide the rest.
#ifndef ABUT_GEOM_POSED_SHAPE_H
#define ABUT_GEOM_POSED_SHAPE_H
#include "geom/pose.h"
#include "geom/real.h"

#include <stddef.h>

typedef enum shape_form {
    SHAPE_HULL,  // of points, and all within a radius of it: a point, a segment, a triangle, a sphere, a capsule
    SHAPE_BOX,         // centre, half lengths along the axes of its pose
    SHAPE_RAY,         // from a point in a direction
    SHAPE_PLANE,       // a point of it, its normal
    SHAPE_HALF_SPACE,  // the same, and all behind it
    SHAPE_CYLINDER,    // both ends of its axis, its radius in the world
    SHAPE_CONE,        // apex, centre of the base, radius of the base in the world
} shape_form;

// Corners that are placed once: exactly, and in doubles.
enum { SHAPE_NEAR_MAX = 8, SHAPE_PLACED_MAX = 64 };

typedef struct posed_shape {
    shape_form form;
    affine pose;           // of the shape's points
    const double* points;  // HULL: count x 3, borrowed
    size_t count;          // of the corners of the core: HULL, BOX 8, others 2
    double given[2][3];    // others: both points
    double radius;  // 0: none. Of a hull: its core is the hull, and it is all within the radius
    affine model;   // the model's pose
    const affine* frame;  // about that; NULL: none; borrowed
    // In doubles: corners in the world, if there are few, and by how much any coordinate of a corner may be wrong: infinite
    // where doubles say nothing. All are within extent of the middle, in each coordinate, roundings included.
    double near[SHAPE_PLACED_MAX][3];
    double error, middle[3], extent;
    double way[3], way_error;  // but for HULL, BOX: the direction, its largest coordinate about 1
    affine placed;             // the model's pose in its frame
    double reach,
        offset;  // of that: the largest sum of |entries| of a row, the largest |translation|
} posed_shape;

// Make a shape of two points; numbers are checked already. A pose has no scale where there is a radius.
void posed_shape_make(posed_shape* out, shape_form form, const affine* pose, const double first[3],
                      const double second[3], double radius);
// Make the convex hull of one point or more, widened by a radius. Points are borrowed.
void posed_shape_make_hull(posed_shape* out, const affine* pose, const double* points, size_t count,
                           double radius);
// Say where the model is of which triangles are asked; frame is borrowed, NULL: none. To be called before all that follows.
void posed_shape_beside(posed_shape* shape, const affine* model, const affine* frame);

// ---------------------------------------------------------------------------------------------- doubles

// What doubles prove of a triangle and a shape.
typedef struct shape_bounds {
    double lo,
        hi;     // 0 <= lo <= distance <= hi; hi may be infinite. hi is 0 where contact is proved
    int count;  // of the pairs of corners about the nearest points; 0: not known
    uint8_t vertex[4];  // the triangle's
    uint32_t point[4];  // the shape's: a box has 8, others as they are numbered
} shape_bounds;

// Bound the distance. vertex: as in the model's file. In every rounding mode. Cost: some 0.3 us, and 50 to 150 ns a point of a hull of more than 8.
void shape_bound(const posed_shape* shape, const double* const vertex[3], shape_bounds* out);
// The same of many triangles, for who asks only for what is at most so far: of others lo may be all that is known, and it is
// above that. way: from the shape to the last one that was bounded wholly, where the search begins; 0: not known.
typedef struct shape_within {
    double most, way[3];
} shape_within;
void shape_bound_within(const posed_shape* shape, const double* const vertex[3],
                        shape_within* within, shape_bounds* out);

// ---------------------------------------------------------------------------------------------- exactly

// Whether they share a point. *was_exact: whether doubles did not tell.
int shape_touches(const posed_shape* shape, const double* const vertex[3], real_stack* scratch,
                  int* was_exact);

// How far they are: the doubles next to the distance, equal if it is one; 0 in contact. Of a cylinder and a cone an interval
// that is certain: about 1e-12 of the largest size wide, and another one in another rounding mode. likely: bounds of these; NULL:
// none are known. Cost: 3 to 15 us, of a cylinder and a cone some 20.
void shape_distance(const posed_shape* shape, const double* const vertex[3],
                    const shape_bounds* likely, real_stack* scratch, double* lo, double* hi);
// The nearest of several triangles, exactly; not of a cylinder or a cone. {0}: none yet. What it needs stays on the scratch stack
// until somebody opens that anew.
typedef struct shape_least {
    int is_there;
    size_t base;                          // where it begins on the stack
    real numerator, denominator, radius;  // of its square; its radius
} shape_least;
typedef enum shape_order {
    SHAPE_NEARER,  // than the least so far, or the first: it is the least now
    SHAPE_AS_NEAR,
    SHAPE_FARTHER,
    SHAPE_IN_CONTACT,  // and the least is as it was
} shape_order;
// Compare another triangle. likely: bounds of it.
shape_order shape_least_take(shape_least* least, const posed_shape* shape,
                             const double* const vertex[3], const shape_bounds* likely,
                             real_stack* scratch);
// How far the least is: as shape_distance.
void shape_least_enclose(const shape_least* least, real_stack* scratch, double* lo, double* hi);
// The feature of the triangle that holds a point as near as any: of several, that with the least dimension, then the least.
// And its point and the shape's. Of several such points, the same every time. The triangle's is rounded once where the shape is
// no cylinder or cone; the shape's too where it has no radius either.
// Of a cylinder or a cone that is apart, the feature is one of those about the point, not always the least.
// In contact: both are a point that they share; of a hull with a radius, the nearest to the core.
void shape_points(const posed_shape* shape, const double* const vertex[3], real_stack* scratch,
                  abut_feature* feature, double model_point[3], double shape_point[3]);

// Whether all of the triangle is in the shape.
int shape_holds(const posed_shape* shape, const double* const vertex[3], real_stack* scratch);

// Where a ray first meets a triangle that it touches: the doubles next to t, equal if it is one. t is 1 where its direction ends.
void shape_ray_first(const posed_shape* ray, const double* const vertex[3], real_stack* scratch,
                     double* lo, double* hi);
// -1, 0 or 1 as it meets the first triangle before, with, or after the second; it touches both.
int shape_ray_compare(const posed_shape* ray, const double* const first[3],
                      const double* const second[3], real_stack* scratch);

// -------------------------------------------------------------------------------------------------- culling

// A box in the world that holds all of the shape, roundings included.
typedef struct shape_room {
    double centre[3], axis[3][3],
        half[3];  // a point of it: centre + sum of x[i] axis[i], |x[i]| <= half[i]
} shape_room;

// Returns 0 where there is none: of a plane, a half-space and a ray, or numbers too large.
int shape_room_find(const posed_shape* shape, shape_room* out);

#endif
