// aabb.h - boxes along the axes of the model's file (the tree of such boxes that Gottschalk 1996,
// section 6, compares with). All boxes of a model share their axes, so that a query turns nothing: the
// cosines between both models' axes are found once, and a placed box is its centre and half lengths.
//
// A box is the real set { y : |y[k] - centre[k]| <= half[k] } of the floats as they are stored.
#ifndef ABUT_METHODS_BOUND_AABB_H
#define ABUT_METHODS_BOUND_AABB_H
#include "methods/bound/volume.h"
#include "search/relative.h"

typedef struct aabb {
    float centre[3], half[3];
} aabb;

// Fit a box about a range in [-4, 4]^3, grown by widen and by what covers all roundings.
void aabb_fit(aabb* out, const range3* range, double widen);

// Box b in the frame of a, where a's own boxes are scaled by a factor: see relative.h.
typedef struct placed_aabb {
    double centre[3], half[3];  // half: along b's own axes
    double reach[3];            // of the box along the axes of a
    double error;               // twice the bound on the error of centre in every coordinate
    double margin;              // the part of the margin that a's box does not change
} placed_aabb;

// What does not change during a query.
typedef struct aabb_constants {
    const relative_pose* relative;     // borrowed
    matrix3 size;                      // absolute values of relative->rotation
    double rate;                       // margin per sum of half lengths of b
    double centre_error, centre_rate;  // placed_aabb.error of a centre c: error + rate * |c|1
    int edges;                         // whether cross products of axes are further directions
} aabb_constants;

void aabb_prepare(aabb_constants* out, const relative_pose* r);
// Place a box of b. Cost: 30 multiplications.
void aabb_place(const aabb_constants* c, const aabb* box, placed_aabb* out);
// Find whether a box of a and a placed one certainly share no point, by the 15 axes (Gottschalk 1996,
// section 5) with one additive margin (docs/proofs/boxes.md, "Boxes"). 0 may also mean that they are too
// close to tell; infinite and NaN arguments give 0. Cost: 20 to 150 operations.
int aabb_apart(const aabb_constants* c, const aabb* a, const placed_aabb* b);

// The margin of the test along a unit axis. way: from a's centre to b's; half: of a, scaled.
double aabb_margin(const double way[3], const double half[3], const placed_aabb* b);

// Parts of volume_class that other kinds with such a box share.
int aabb_directions(const aabb* box, double out[VOLUME_DIRECTIONS_MAX][3]);
double aabb_content(const aabb* box);
double aabb_half_area(const aabb* box);
int aabb_holds(const aabb* box, const long double point[3]);
const char* aabb_check(const aabb* box);

// How large it is, to choose which of two to descend.
static inline double aabb_size(const aabb* box)
{
    return (double)box->half[0] + (double)box->half[1] + (double)box->half[2];
}

extern const volume_class aabb_class;

#endif
