// tri_tri.h - do two posed triangles share a point, and how (docs/proofs/decision.md, "The decision").
#ifndef ABUT_GEOM_TRI_TRI_H
#define ABUT_GEOM_TRI_TRI_H
#include "geom/posed_pair.h"

// A triangle reduced to what it is: a triangle (3), a segment (2) or a point (1).
typedef struct corners {
    int count;
    int index[3];  // which of its vertices: all three in order; the ends of the segment, the
                   // lexicographic minimum first; or the point. The lowest index among equals.
} corners;

// Compare vertices of a file by x, then y, then z, on their bits: -1, 0 or 1.
int compare_vertices(const double* v, const double* w);

// Reduce a triangle in its file's coordinates, exactly. Invariant under any pose.
corners corners_of_triangle(const double* const vertex[3]);

// Decide. a and b are the corners of pair's two triangles.
abut_kind tri_tri(posed_pair* pair, const corners* a, const corners* b);

enum { CONTACT_BELOW = 1, CONTACT_ABOVE = 2, CONTACT_CONTRADICTS = 32 };  // of contact_find
// Decide by features alone, and find all shared corners, slower than tri_tri and independently. with_points: fill out->points too.
// Returns 1 for a polygon if normals, by the order of corners, are parallel, -1 if opposite. For a segment: 1 if what is below b is on
// the left of who goes on a, its normal upward, from event 0 to 1; -1 for the way back; times 1 more than on which sides of b's plane a
// touches it, and 4 times those of b at a's. Or CONTACT_CONTRADICTS; else 0. Signs are as posed_pair.h has them.
int contact_find(posed_pair* pair, const corners* a, const corners* b, int with_points,
                 abut_contact* out);

// Which edges of the two triangles a corner lies on, ends included: bit i for edge i of a, bit 3 + i for
// edge i of b. Neighbours among the corners of a contact share one.
int contact_edges(abut_event event);

#endif
