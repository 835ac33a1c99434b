// posed_pair.h - the signs of six posed points, exactly: a filter in doubles, then integers.
//
// The six points are the vertices of triangle a (0, 1, 2) and of triangle b (3, 4, 5), each in its
// pose. Every function returns -1, 0 or 1, the sign that real arithmetic gives (docs/proofs/index.md).
// Where equal poses drop out (pose_pair.in_place), the signs are those of the points in their
// files: a pose turns axes and may flip all orientations together, which the callers' reasoning
// allows.
#ifndef ABUT_GEOM_POSED_PAIR_H
#define ABUT_GEOM_POSED_PAIR_H
#include "geom/exact.h"
#include "geom/pose.h"

// The normal of two arms, differences of points, and the parts of the bound that they fix: the sign
// of normal . third arm is certain beyond per_length * L3 + per_error * d3 and something tiny, L3
// the sum of the third arm's |components|, d3 the error of each.
typedef struct posed_plane {
    double normal[3];
    double per_length, per_error;
} posed_plane;

typedef struct posed_triangle {  // one triangle as the filter sees it, relative to a's translation
    const double* vertex[3];     // as in the file
    double point[3][3];
    double error;  // bounds |point - true position| in every coordinate; infinite: do not filter
    posed_plane plane;  // of the three points, if has_plane
    int has_plane;
} posed_triangle;

// Place a triangle of side 0 (a) or 1 (b). The vertices are borrowed.
void posed_triangle_place(posed_triangle* out, const pose_pair* poses, int side,
                          const double* const vertex[3]);

// Find the plane of a triangle that takes part in several pairs: each then costs less.
void posed_triangle_find_plane(posed_triangle* t);

typedef struct posed_pair {
    const pose_pair* poses;
    const posed_triangle* triangle[2];
    exact_points exact;  // made when the filter first fails
} posed_pair;

// Both triangles and the poses are borrowed.
void posed_pair_prepare(posed_pair* out, const pose_pair* poses, const posed_triangle* a,
                        const posed_triangle* b);

// Whether any sign needed integers.
static inline int posed_pair_was_exact(const posed_pair* pair)
{
    return pair->exact.limbs != 0;
}

// Whether an edge of one certainly passes through the inside of the other, wherever within their errors the corners are: by
// the filter alone. Of two that only touch it never does.
int posed_triangles_cross(const posed_triangle* a, const posed_triangle* b);

// Sign of (q - p) x (r - p) . (s - p): 1 if s lies on the side of the plane p q r to which its
// right-handed normal points.
int orient3d(posed_pair* pair, int p, int q, int r, int s);

// orient3d(t0, t1, t2, s) for the triangle t0 t1 t2 of side and the three points s of the other one.
void plane_signs(posed_pair* pair, int side, int signs[3]);

// Whether three signs name both strict sides.
static inline int on_both_sides(const int s[3])
{
    return (s[0] > 0 || s[1] > 0 || s[2] > 0) && (s[0] < 0 || s[1] < 0 || s[2] < 0);
}

// Sign of the z (axis 2), x (axis 0) or y (axis 1) component of (q - p) x (r - p).
int orient2d(posed_pair* pair, int axis, int p, int q, int r);

// Sign of component axis of (q - p) x (s - r).
int turn2d(posed_pair* pair, int axis, int p, int q, int r, int s);

// At which share of the way from p to q, on different sides of the plane of a triangle or one of both in it, that plane is:
// rounded once, from integers.
double edge_share(posed_pair* pair, int p, int q, int side);

// Whether two sets of points, of one to three each, are certainly apart along some axis: by the filter alone.
int points_are_apart(const posed_pair* pair, const int* of, int of_count, const int* from,
                     int from_count);

// Sign of coordinate axis of p - q.
int compare_points(posed_pair* pair, int axis, int p, int q);

#endif
