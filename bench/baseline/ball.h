// ball.h - balls that move straight, against triangles and trees of k-DOPs (Klosowski 1998, chapter 8): the exact
// test of a sphere at both ends and a cylinder between them, for the solid that is swept. The library's
// abut_turned_depth, which tells how deep, is measured and tested against it.
#ifndef ABUT_BENCH_BALL_H
#define ABUT_BENCH_BALL_H
#include "abut/abut.h"
#include "abut/milling.h"

// A ball whose middle moves straight; from may equal to.
typedef struct ball_move {
    double from[3], to[3];
    double radius;
} ball_move;

// Whether a triangle (nine coordinates) and the swept ball share a point: by signs of polynomials, without a division
// or a root. Exact where doubles hold the polynomials, which are of degree 6 in differences of coordinates (integers
// up to 100, say); else within the roundings of their terms.
int ball_touches(const double triangle[9], const ball_move* b);

typedef struct ball_counts {
    uint64_t volume_tests, triangle_tests, contacts;  // contacts: triangles that are touched
} ball_counts;

// Whether any triangle of a model touches the swept ball. The model's method is one of the k-DOPs. A node is left
// where the ball's interval along a direction is beyond its slab. counts may be NULL; else they are added to.
// Returns ABUT_OK or ABUT_BAD_COMBINATION.
abut_status ball_hits(const abut_model* model, const ball_move* b, int* hit, ball_counts* counts);
// The same of all triangles: counts, which must be there, tells how many are touched.
abut_status ball_contacts(const abut_model* model, const ball_move* b, ball_counts* counts);

// As ball_contacts, of a convex solid of revolution about z (milling.h): a cylinder, rounded corners (a torus and what is
// within it), a cone. Its interval along a direction is that of its rings. Whether a triangle gets inside is proved as
// abut_turned_depth does; touching does not count. Returns also ABUT_NOT_FINITE, ABUT_BAD_SCALE and
// ABUT_BAD_ARGUMENT, for a solid or a way.
abut_status solid_contacts(const abut_model* model, const abut_turned* solid, const double from[3],
                           const double to[3], ball_counts* counts);

#endif
