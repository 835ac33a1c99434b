// lattice.h - two triangles whose points are integers of at most 61 bits: the whole decision in machine words.
// Parts that touch where they stand in one file are such pairs, and there most contacts are ties, which no
// arithmetic that rounds can decide (docs/proofs/ties.md, "Machine words").
#ifndef ABUT_GEOM_LATTICE_H
#define ABUT_GEOM_LATTICE_H
#include "geom/pose.h"

#include "abut/abut.h"

#include <stdint.h>

// Where b stands as seen from a, if that takes no multiplication: coordinate c of a point of b is
// sign[c] * v[axis[c]] + offset[c][0] + offset[c][1], that of a point of a is v[c].
typedef struct lattice_pose {
    int axis[3], negative[3];
    double offset[3][2];
    int has_offset;
} lattice_pose;

// Find it. Returns 0 if there is none: if the poses differ by more than an exchange of axes, or are apart by
// a translation that a's matrix would turn. Cost: nothing to speak of.
int lattice_pose_find(lattice_pose* out, const pose_pair* poses);

// Six points as integers, each axis in a unit of its own: such a map keeps the signs of all determinants, or
// turns all of them together. Every |coordinate| < 2^61.
typedef struct lattice_points {
    int64_t x[6][3];
} lattice_points;

// Place three vertices of a and three of b. Returns 0 if an axis has no unit of which all coordinates are multiples
// that are small enough; then out holds nothing.
int lattice_place(lattice_points* out, const lattice_pose* pose, const double* const vertex[6]);

// Decide two triangles that are neither segments nor points: the answer of tri_tri.
abut_kind lattice_tri_tri(const lattice_points* p);

// Find the corners of what two such triangles share: the answer of contact_find without points, but for the order of events.
void lattice_contact(const lattice_points* p, abut_contact* out);

#endif
