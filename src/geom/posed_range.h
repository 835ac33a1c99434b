// posed_range.h - what several half-spaces in a pose have in common, and one posed triangle: whether the triangle is in it, crosses
// it or is outside, exactly (docs/proofs/boxes.md, "Ranges").
//
// The triangle may be degenerate: a segment or a point. Doubles decide where a bound of their error says so, exact numbers of
// any size (geom/real.h) decide the rest.
#ifndef ABUT_GEOM_POSED_RANGE_H
#define ABUT_GEOM_POSED_RANGE_H
#include "geom/pose.h"
#include "geom/real.h"

#include <stddef.h>

enum { RANGE_PLANES_MOST = 64 };

typedef enum range_side {
    RANGE_OUTSIDE,   // no point of the triangle is in the range
    RANGE_CROSSING,  // some are
    RANGE_INSIDE,    // all are
    RANGE_OPEN,      // doubles do not tell
} range_side;

typedef struct range_plane {
    double given[4];  // n . x <= d, in the range's own coordinates
    // In doubles, about the range's translation: n . y <= d where y is in the range. Each coordinate of n is off by at most
    // n_error, which is beside n_size, the largest of n. d may be infinite: then they say nothing.
    double n[3], n_error, n_size, d, d_error;
    int axis;  // 1 to 3: n is this axis, or against it if sign is -1. 0: another
    int sign;
} range_plane;

// So that planes are a set of bits.
typedef struct posed_range {
    affine pose;
    int is_posed;  // 0: pose is the identity
    size_t count;
    range_plane plane[RANGE_PLANES_MOST];
    affine model;                     // the model's pose
    const affine* frame;              // about that; NULL: none; borrowed
    affine placed;                    // both, less the range's translation
    double reach, offset;             // of that (placing.h)
    int is_plain;                     // the world, the file and the range have the same coordinates
    int is_exact;                     // what follows was made, on the stack that is handed in
    real3 normal[RANGE_PLANES_MOST];  // normal . x <= height, in the world
    real height[RANGE_PLANES_MOST];
    size_t mark;  // of the stack, behind these
} posed_range;

// Begin a range without planes; pose: NULL, the identity.
void posed_range_begin(posed_range* out, const affine* pose);
// Add n . x <= d: finite, n not 0. At most RANGE_PLANES_MOST.
void posed_range_add(posed_range* r, const double n[3], double d);
// Say where the model is of which triangles are asked; frame is borrowed. To be called before all that follows.
void posed_range_beside(posed_range* r, const affine* model, const affine* frame);

// A plane in the world, in doubles: a point of it that errs by error in each coordinate, and a normal likewise, its largest
// coordinate about 1. Returns 0 where doubles say nothing.
int posed_range_plane(const posed_range* r, size_t i, double x[3], double normal[3], double* error,
                      double* normal_error);

// Whether a triangle is in a range, as doubles tell: of planes alone, all others being known to have it inside. vertex: as in the
// model's file. *open: the planes of which doubles do not tell that it is inside them. In every rounding mode.
range_side posed_range_side(const posed_range* r, uint64_t planes, const double* const vertex[3],
                            uint64_t* open);
// The same, exactly: never RANGE_OPEN. scratch is the range's from posed_range_beside on.
range_side posed_range_decide(posed_range* r, uint64_t planes, const double* const vertex[3],
                              real_stack* scratch);

#endif
