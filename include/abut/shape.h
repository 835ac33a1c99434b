// shape.h - simple shapes and a model: which triangles they touch, and how far they are, exactly
// SPDX-License-Identifier: MIT
//
//     abut_shape ball = {.kind = ABUT_SHAPE_SPHERE, .points = {{2, 2, 2}}, .radius = 1.5};
//     abut_shape_collide(query, &instance, &ball, NULL, &hits);
//     abut_probe_batch(batch, &instance, balls, 60, &first, &answers);      a whole robot at once
#ifndef ABUT_SHAPE_H
#define ABUT_SHAPE_H
#include "abut/abut.h"
#include "abut/distance.h"
#include "abut/point.h"

#ifdef __cplusplus
extern "C" {
#endif

// ----------------------------------------------------------------------------------------- shapes

// All are convex and closed. Sphere, capsule, box, hull, half-space, cylinder and cone are solid:
// a triangle within one is in contact, as is one that only touches it.
typedef enum abut_shape_kind {
    ABUT_SHAPE_POINT = 1,
    ABUT_SHAPE_SEGMENT = 2,     // its ends may be equal
    ABUT_SHAPE_TRIANGLE = 3,    // it may be degenerate, as those of a soup
    ABUT_SHAPE_RAY = 4,         // begins at a point, and has no end
    ABUT_SHAPE_PLANE = 5,       // both sides are outside
    ABUT_SHAPE_HALF_SPACE = 6,  // a plane and all behind it
    ABUT_SHAPE_SPHERE = 7,
    ABUT_SHAPE_CAPSULE = 8,  // all points within the radius of a segment
    ABUT_SHAPE_BOX = 9,
    ABUT_SHAPE_HULL = 10,      // the convex hull of points, however few
    ABUT_SHAPE_CYLINDER = 11,  // with flat ends, square to its axis
    ABUT_SHAPE_CONE = 12,      // with a flat base, square to its axis
} abut_shape_kind;

// Return the kind in lower case ("half-space"); NULL if there is no such value.
ABUT_API const char* abut_shape_text(abut_shape_kind kind);

// A shape in a pose; borrowed. Nothing of it is rounded: its points in the world are what real
// arithmetic makes of the numbers, as those of a model are.
typedef struct abut_shape {
    abut_shape_kind kind;
    abut_pose pose;  // of the points; zeroed: none
    // POINT: [0]. SEGMENT: its ends [0] and [1]. TRIANGLE: its corners. SPHERE: its centre [0].
    // RAY: where it begins [0], and its direction [1]: a vector of any length but 0, turned by the
    // pose. Its point at t is [0] + t [1], t >= 0.
    // PLANE, HALF_SPACE: a point of the plane [0], and the normal [1], which points out of the
    // half-space: a vector of any length but 0, turned by the pose.
    // BOX: its centre [0], and its half lengths [1] along the axes of the pose, 0 or more.
    // CAPSULE, CYLINDER: the ends of its axis [0] and [1]. CONE: apex [0], centre of the base [1].
    // What a kind does not name is not read.
    double points[3][3];
    // SPHERE, CAPSULE, CYLINDER, CONE (of the base): in the world, 0 or more. A pose whose scale
    // is not 1 is refused for these: it would leave the radius as it is.
    double radius;
    const double* hull;    // HULL: hull_count x 3, borrowed
    size_t hull_count;     // HULL: 1 or more
    void* user;            // yours, never looked into
    uint64_t reserved[2];  // zero
} abut_shape;

// Find whether the functions below would take a shape. Returns ABUT_OK; ABUT_BAD_ARGUMENT for
// NULL, an unknown kind, a negative radius or half length, a direction or a normal of length 0,
// equal ends of the axis of a cylinder or a cone, a hull without points, or a reserved
// field; ABUT_NOT_FINITE for a number that is not finite; ABUT_BAD_SCALE for a radius in a pose
// with a scale; or as abut_pose_check. Cost: linear for a hull.
ABUT_API abut_status abut_shape_check(const abut_shape* shape);

// ---------------------------------------------------------------------------------------- contact

// What is wanted. Zeroed: all triangles, without details.
typedef struct abut_shape_ask {
    // Stop after so many triangles; 0: find all. 1: any will do; but of a RAY it is always the
    // first that it meets, of those with the least t the least index. Where a budget or a deadline
    // ended the search, it is the first of those that were met.
    size_t limit;
    abut_detail detail;    // KINDS: of a RAY also t. POINTS is refused: ABUT_BAD_COMBINATION
    uint64_t budget;       // tests of volumes and triangles, never more; 0: no limit
    double deadline;       // microseconds from the call on; 0: none. Of a batch: of each shape
    uint64_t reserved[4];  // zero
} abut_shape_ask;

// The answer. It lives in the query, until the query's next call.
typedef struct abut_shape_hits {
    const uint32_t* triangles;  // in contact, sorted
    // RAY with details: t of the first point that it shares with each triangle: the doubles next
    // to it, equal if it is one. Else NULL.
    const double (*at)[2];
    size_t count;  // how many
    // 1: these are all. 0: a limit, a budget or a deadline ended the search early.
    int complete;
    abut_state state;
    // As in abut_hits: boxes tested against the shape; triangles; nodes of the tree that were
    // opened; triangles that needed integers. The same on every machine.
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;
} abut_shape_hits;

// Find the triangles of a model that share at least one point with a shape: in real arithmetic, so
// a sphere of exactly the distance touches. Touching the model's inside is no contact: see
// abut_shape_contain. The model's method is ABUT_METHOD_WIDE (the default) or ABUT_METHOD_BRUTE,
// else ABUT_BAD_COMBINATION. ask may be NULL. The answer is the same for both methods, but which
// triangles are found under a limit. Returns ABUT_OK, ABUT_OUT_OF_MEMORY, ABUT_BAD_ARGUMENT,
// ABUT_NOT_FINITE (a deadline), ABUT_BAD_COMBINATION, ABUT_CANCELLED, or as abut_shape_check and
// abut_pose_check.
// Cost: under a microsecond where little is near. Of a hull of more than 8 points each triangle
// near it takes some 50 to 150 nanoseconds a point: 10 milliseconds for 100 000 points. A long
// shape, or a ray that begins far away, by 10^14 times the model's size, asks every triangle, in
// some 20 microseconds. Allocates in the first calls only.
// Source: the duals of Gilbert, Johnson & Keerthi 1988.
ABUT_API abut_status abut_shape_collide(abut_query* query, const abut_instance* instance,
                                        const abut_shape* shape, const abut_shape_ask* ask,
                                        abut_shape_hits* out);

// Ask abut_shape_collide of many shapes and one instance, on all workers of the batch's host: what
// the instance needs is prepared once. ask as there, the same for all. *out: count answers in the
// order of the shapes, which live in the batch until its next call. They are those of
// abut_shape_collide, counters included, for any number of workers.
// Returns as abut_shape_collide: the status of the first that fails, and then no answers.
// Cost: some 40 nanoseconds a sphere that is far from all, some 100 where one is near.
ABUT_API abut_status abut_probe_batch(abut_batch* batch, const abut_instance* instance,
                                      const abut_shape* shapes, size_t count,
                                      const abut_shape_ask* ask, const abut_shape_hits** out);

// --------------------------------------------------------------------------------------- distance

// The distance is the least |p - q| of points p of the model's triangles and q of the shape, in
// the world, in real arithmetic: lo <= distance <= hi, always. Of a solid, what is inside is at 0.
typedef struct abut_shape_nearest {
    // Exact: the doubles next to the distance, equal if it is one. Of a cylinder and a cone, which
    // no formula tells: about 1e-12 of their size apart, by the rounding mode. Infinite: the model
    // is empty.
    double lo, hi;
    int complete;      // 0 if the budget or the deadline ended it
    int is_farther;    // 1 if it is known to exceed what was asked within
    int has_triangle;  // 1 if there is a triangle:
    // At most hi from the shape. Exact: of the nearest, the least; of a cylinder and a cone, of
    // those that may be the nearest by lo and hi.
    uint32_t triangle;
    int has_points;  // 1 if points were asked for, and the search is complete:
    // The feature of the triangle that holds a nearest point, the point, and the nearest point of
    // the shape; in contact both are a point that they share. Of several features as near, the one
    // with the least dimension, then the least. Each coordinate is rounded once; of a cylinder, a
    // cone, and the shape's own with a radius, a few times. |p - q| need not round to lo or hi.
    abut_feature feature;
    double model_point[3], shape_point[3];                             // in the world
    uint64_t volume_tests, triangle_tests, node_updates, exact_tests;  // as in abut_shape_hits
} abut_shape_nearest;

// Find how far a shape is from a model's triangles. options as for abut_distance, but coherent
// must be 0, else ABUT_BAD_COMBINATION. It may be NULL: exactly. 0 if abut_shape_collide finds a
// triangle; it is then the least in contact. Methods and statuses as abut_shape_collide; and as
// abut_distance for options.
// Cost: some four microseconds for points and spheres, fifteen for segments and capsules, thirty
// for boxes, a hundred and more for triangles and large hulls; each triangle that is as near costs
// a few more.
// Allocates in the first calls only.
ABUT_API abut_status abut_shape_distance(abut_query* query, const abut_instance* instance,
                                         const abut_shape* shape, const abut_distance_ask* options,
                                         abut_shape_nearest* out);

// ------------------------------------------------------------------------------------ containment

// How a shape and a model stand to each other: the first that holds, but for what is unknown.
typedef enum abut_shape_relation {
    ABUT_SHAPE_RELATION_UNKNOWN = 0,       // no contact, and the model has no inside (point.h)
    ABUT_SHAPE_RELATION_APART = 1,         // no contact, and the shape is not inside
    ABUT_SHAPE_RELATION_CONTACT = 2,       // they share a point of the model's triangles
    ABUT_SHAPE_RELATION_SHAPE_INSIDE = 3,  // no contact, and the shape is inside the solid
    // All triangles are in the shape, which is solid.
    ABUT_SHAPE_RELATION_MODEL_INSIDE = 4,
} abut_shape_relation;

// Return the relation in lower case ("shape inside"); NULL if there is no such value.
ABUT_API const char* abut_shape_relation_text(abut_shape_relation relation);

// Find how a shape and a model stand to each other, exactly. solid: that of the instance's model;
// what is inside is told by parity, as in point.h. A ray, a plane and a half-space have no end:
// what they do not touch does not enclose them. Returns as abut_shape_collide;
// ABUT_BAD_COMBINATION also for a solid of another model.
// Cost: that of abut_shape_collide for one triangle; some microseconds where the shape is near
// without contact, and some tenths of a microsecond a triangle where all of the model is in it.
ABUT_API abut_status abut_shape_contain(abut_query* query, const abut_instance* instance,
                                        const abut_solid* solid, const abut_shape* shape,
                                        abut_shape_relation* out);

#ifdef __cplusplus
}
#endif
#endif
