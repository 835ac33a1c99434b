// hybrid.h - a box along the axes of the model's file and a sphere about the same triangles (Wan, Fan,
// Gao 2001): the sphere is quick to test, the box is tight. The box is tested only where it is so much
// smaller than the sphere that this promises something.
#ifndef ABUT_METHODS_BOUND_HYBRID_H
#define ABUT_METHODS_BOUND_HYBRID_H
#include "methods/bound/aabb.h"
#include "methods/bound/sphere.h"

// Which of its two volumes a node tests.
enum { HYBRID_BALL, HYBRID_BOTH, HYBRID_BOX };

typedef struct hybrid {  // the set is where both overlap
    aabb box;
    sphere ball;
    int32_t tests;  // HYBRID_*
} hybrid;

// A volume of b in the frame of a: what it does not test is not set.
typedef struct placed_hybrid {
    placed_sphere ball;
    placed_aabb box;
    int tests;
} placed_hybrid;

typedef struct hybrid_constants {
    sphere_constants ball;
    aabb_constants box;
    // The margin of a sphere of a against a box of b: a factor of its radius, and what is added for
    // each unit of the box and of the distance.
    double radius_factor, box_rate, distance_rate;
} hybrid_constants;

void hybrid_prepare(hybrid_constants* out, const relative_pose* r);
void hybrid_place(const hybrid_constants* c, const hybrid* volume, placed_hybrid* out);
// Find whether a volume of a and a placed one certainly share no point: by their spheres, then by the
// boxes of those that test theirs, each against the other's box or sphere (Wan 2001, figure 3). Nodes
// that test their box alone have no sphere. 0 may also mean that they are too close to tell; an infinite
// or NaN radius or error gives 0.
int hybrid_apart(const hybrid_constants* c, const hybrid* a, const placed_hybrid* b);

// The two tests of a box against a sphere.
int aabb_sphere_apart(const hybrid_constants* c, const aabb* a, const placed_sphere* b);
int sphere_aabb_apart(const hybrid_constants* c, const sphere* a, const placed_aabb* b);

extern const volume_class hybrid_class;

#endif
