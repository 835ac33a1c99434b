// touching_boxes.h - boxes fitted to small soups, in random poses, that touch or have a gap: made in long double,
// for every test of two boxes that must never call touching ones apart.
#ifndef ABUT_TESTS_SUPPORT_TOUCHING_BOXES_H
#define ABUT_TESTS_SUPPORT_TOUCHING_BOXES_H
#include "methods/bound/obb.h"
#include "support/fitted.h"
#include "support/long_place.h"

#define ALL_FITS 15u

// A point of the frame as multiples of the box's axes from its centre, and back.
long3 in_box(const obb* box, const long3* y);
long3 of_box(const obb* box, const long3* along);

void fit_with(obb* box, const triangle_set* set, unsigned fits, int as_float);

enum { POOL = 96 };

// Fit boxes to soups of every sort. floats: every number of every box is a float; else of two boxes in three.
void make_pool(obb pool[POOL], int floats);

typedef struct placed_side {
    frame frame;
    abut_pose pose;
    affine map;  // of pose; tests move its translation
    obb box;
} placed_side;

// A box of the pool, in a frame and a pose at random, mirrored or scaled now and then; map is not set.
placed_side random_side(rng* r, const obb pool[POOL], double reach);
// Two of them, near or far from the origin, in every fourth pair with the same axes or nearly; maps set. Returns 0 if
// a pose is refused.
int random_sides(rng* r, const obb pool[POOL], size_t number, placed_side* a, placed_side* b);

// Move b so that a point of its border comes to lie on one of a's; return whether, after the rounding
// of b's translation, that point of a still lies in b.
int make_touch(rng* r, placed_side* a, placed_side* b);
// Move other beyond one of face's faces, to a distance of gap times its size.
void make_gap(rng* r, const placed_side* face, placed_side* other, double gap);

#endif
