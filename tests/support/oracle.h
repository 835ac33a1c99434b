// oracle.h - two posed triangles decided in big integers (GMP), as slowly and plainly as possible.
//
// The library finds signs and reasons about them; the oracle never does. It clips the hull of a (a
// triangle, a segment or a point) by the closed half-spaces whose intersection is the hull of b, in
// homogeneous integers, and looks at what is left. Nothing here shares code with src/geom.
#ifndef ABUT_TESTS_SUPPORT_ORACLE_H
#define ABUT_TESTS_SUPPORT_ORACLE_H
#include "geom/pose.h"

#include "abut/abut.h"

#include <gmp.h>

// The scratch numbers of one thread, and the pair that was loaded last.
typedef struct oracle oracle;

// Never NULL: the program ends where memory does, as GMP's do.
oracle* oracle_create(void);
void oracle_free(oracle* o);

// The affine map of a legal pose (NULL: identity), from the words of abut.h.
affine oracle_affine(const abut_pose* pose);

// Take six points: the vertices of a (0, 1, 2) and of b (3, 4, 5), each in its pose. All functions
// below speak of the pair loaded last.
void oracle_load(oracle* o, const double a[3][3], const affine* a_pose, const double b[3][3],
                 const affine* b_pose);

// Put a frame about the three points of each side of the pair that was loaded; NULL: none.
void oracle_frame(oracle* o, const affine* a_frame, const affine* b_frame);

// Move the points of each side of the pair that was loaded. Coordinates of corners mean nothing then.
void oracle_move(oracle* o, mpq_t a[3], mpq_t b[3]);

// 2 a triangle, 1 a segment, 0 a point. side 0 is a, 1 is b.
int oracle_rank(const oracle* o, int side);

// Find the shared set. Returns its kind. Cost: a few microseconds for ordinary exponents.
abut_kind oracle_decide(oracle* o);

// After oracle_decide: how many corners the shared set has, and the corners in cyclic order, each
// with the features of both triangles that hold it and its coordinates rounded to nearest even.
int oracle_corner_count(const oracle* o);
void oracle_corner(oracle* o, int corner, abut_event* event, double point[3]);

// The signs that src/geom/posed_pair.h defines.
int oracle_orient3d(oracle* o, int p, int q, int r, int s);
int oracle_orient2d(oracle* o, int axis, int p, int q, int r);
int oracle_compare(const oracle* o, int axis, int p, int q);

#endif
