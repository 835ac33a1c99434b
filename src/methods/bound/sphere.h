// sphere.h - spheres about triangles (Quinlan's trees, with which Gottschalk 1996, section 7.3,
// compares; Wan 2001, section 4).
//
// A sphere is the real set { y : |y - centre| <= radius } of the floats as they are stored.
#ifndef ABUT_METHODS_BOUND_SPHERE_H
#define ABUT_METHODS_BOUND_SPHERE_H
#include "methods/bound/volume.h"
#include "search/relative.h"

typedef struct sphere {
    float centre[3], radius;
} sphere;

#define SPHERE_EXACT_MAX 6  // so many different points get their least sphere

// Fit a sphere about a set that is not empty, grown by widen and by what covers all roundings: by
// Ritter's two passes (Graphics Gems 1990), or the least one, as far as floats go, about up to
// SPHERE_EXACT_MAX vertices. Cost: linear, about three passes; some 5000 operations for a least one.
void sphere_fit(sphere* out, const triangle_set* set, double widen);
// The sphere about a point set that lies within size of centre: radius is rounded up from it.
void sphere_store(sphere* out, const double centre[3], double size);

// Sphere b in the frame of a, where a's own spheres are scaled by a factor: see relative.h.
typedef struct placed_sphere {
    double centre[3];
    double radius;  // with all errors but those of arithmetic with a's sphere
} placed_sphere;

// What does not change during a query.
typedef struct sphere_constants {
    const relative_pose* relative;     // borrowed
    double b_factor;                   // of radii of b
    double centre_error, centre_rate;  // margin of a centre c: error + rate * |c|1
} sphere_constants;

void sphere_prepare(sphere_constants* out, const relative_pose* r);
// Place a sphere of b. Cost: 15 multiplications.
void sphere_place(const sphere_constants* c, const sphere* ball, placed_sphere* out);
// Find whether a sphere of a and a placed one certainly share no point: first by the cubes about them,
// then by the squared distance (Wan 2001, section 4.2). 0 may also mean that they are too close to
// tell; an infinite or NaN radius gives 0. Cost: 10 to 15 operations.
int sphere_apart(const sphere_constants* c, const sphere* a, const placed_sphere* b);
// How far they are at least from each other; 0 also where nothing is proved.
double sphere_least(const sphere_constants* c, const sphere* a, const placed_sphere* b);

// How large it is, to choose which of two to descend.
static inline double sphere_size(const sphere* ball)
{
    return (double)ball->radius;
}

// Parts of volume_class that other kinds with such a sphere share.
double sphere_content(const sphere* ball);
int sphere_holds(const sphere* ball, const long double point[3]);
const char* sphere_check(const sphere* ball);

extern const volume_class sphere_class;

#endif
