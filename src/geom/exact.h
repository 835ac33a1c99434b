// exact.h - posed points as integers: the last stage, which always decides (docs/proofs/decision.md,
// "Integers"). Every coordinate of six points is an integer times one common power of two.
#ifndef ABUT_GEOM_EXACT_H
#define ABUT_GEOM_EXACT_H
#include "geom/pose.h"

#include <stddef.h>
#include <stdint.h>

// Enough for all finite doubles under all poses that abut_pose_check accepts, in frames: matrix entries
// are below 2^301 and multiples of 2^-1074, vertices and translations below 2^1024 and multiples of 2^-1074;
// so coordinates are multiples of 2^-2148 below 2^1329, and differences need 3478 bits and a sign. Frames
// are not scaled: they add 1074 bits below and 2 above.
#define EXACT_LIMBS_MAX 73

typedef struct exact_points {
    int limbs;          // of 64 bits a coordinate, two's complement; 0: not made yet
    int exponent;       // a coordinate is its integer * 2^exponent
    int has_normal[2];  // whether normal is made
    uint64_t point[6 * 3 * EXACT_LIMBS_MAX];  // packed: (point * 3 + axis) * limbs
    // Of each triangle: (side * 3 + axis) * 2 * limbs.
    uint64_t normal[2 * 3 * 2 * EXACT_LIMBS_MAX];
} exact_points;

// A range of numbers: multiples of 2^low, all |numbers| below 2^top. Empty, or of zeros only: low > top.
typedef struct bit_range {
    int low, top;
} bit_range;
// Return the range of what is in a range, and some doubles.
bit_range bit_range_add(bit_range range, const double* x, size_t count);
#define BIT_RANGE_EMPTY ((bit_range){INT32_MAX / 4, INT32_MIN / 4})

// Where the points stand: relative to the translation of a (fewer bits; translations that are equal
// drop out, as do bit-equal poses), or in the world. Signs are the same.
typedef enum exact_frame { EXACT_RELATIVE, EXACT_WORLD } exact_frame;

// Make the points of two triangles. vertex: three of a, three of b, as in the files.
void exact_points_make(exact_points* out, const pose_pair* poses, const double* const vertex[6],
                       exact_frame frame);

// The grid of any number of points: coordinates are integers of so many limbs, times 2^exponent.
typedef struct exact_grid {
    int limbs, exponent;
} exact_grid;

// Make the grid of posed vertices, relative to the translation of a. vertices: the range of their
// coordinates in the file, for each side. A difference of two coordinates has two bits to spare.
exact_grid exact_grid_make(const pose_pair* poses, const bit_range vertices[2]);
// Whether there is one: always, but for poses that composition_make_moved made.
int exact_grid_is_there(const pose_pair* poses, const bit_range vertices[2]);
// Place a vertex on the grid: three coordinates of grid->limbs limbs each, packed.
void exact_grid_place(const exact_grid* grid, const pose_pair* poses, int side,
                      const double vertex[3], uint64_t* out);

// The signs of posed_pair.h.
int exact_orient3d(const exact_points* e, int p, int q, int r, int s);
int exact_orient2d(const exact_points* e, int axis, int p, int q, int r);
// Sign of component axis of (q - p) x (s - r).
int exact_turn2d(const exact_points* e, int axis, int p, int q, int r, int s);
int exact_compare(const exact_points* e, int axis, int p, int q);
// orient3d of the triangle of a side and point s; keeps the triangle's normal for the next call.
int exact_plane_sign(exact_points* e, int side, int s);

// Coordinates, rounded once to nearest even; meaningful in the frame that the points were made in.
void exact_vertex(const exact_points* e, int p, double out[3]);
// Where the edge p q, whose ends lie strictly on both sides, meets the plane of the triangle of side.
void exact_edge_plane(const exact_points* e, int p, int q, int side, double out[3]);
// At which share of the way from p to q that is, rounded once; one of both, not both, may also lie in the plane.
double exact_edge_share(const exact_points* e, int p, int q, int side);
// Where the edges p q and r s, which cross in one point inside both, do.
void exact_edge_edge(const exact_points* e, int p, int q, int r, int s, double out[3]);

#endif
