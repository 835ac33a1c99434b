// general_dop.h - DOPs of any given directions, antiparallel or not (Zachmann 1998, section 4). Everything
// of a DOP-tree works for them, re-alignment too; but without slabs there are no intervals to compare, so
// that two of them are compared by a linear program. Here for that one statement of the paper: no method of the
// library uses it.
//
// A general DOP is the real set { y : direction i . y <= offset[i] } of the floats as stored.
// Directions are small integers: what is said of their positive combinations is then exact.
#ifndef ABUT_BENCH_GENERAL_DOP_H
#define ABUT_BENCH_GENERAL_DOP_H
#include "methods/bound/volume.h"
#include "methods/walk/walk.h"
#include "search/relative.h"

#define GENERAL_MAX 26
#define GENERAL_CONES                                                                              \
    320  // what the hulls of directions that are tested have, coplanar ones several times

typedef struct general_set {
    int count;
    signed char direction[GENERAL_MAX][3];
} general_set;

// The normals of a regular tetrahedron's faces, and three axes that are antiparallel to none.
extern const general_set general7_set;

// A cone of three directions, and its dual but for the division by the determinant, which is above 0.
typedef struct general_cone {
    double dual[3][3], determinant;
    int member[3];
} general_cone;

// Find the cones of all triples that are corners of one face of the hull of all directions at unit
// length. Every vector is in one of them if the directions span space positively, as they must.
// Returns how many. Cost: n^4.
int general_cones(const general_set* set, general_cone out[GENERAL_CONES]);

// A DOP of b enclosed by one with a's directions: as kdop_align.h, a direction at a time.
typedef struct general_align {
    double a_scale;
    double weight[GENERAL_MAX][3];
    unsigned char member[GENERAL_MAX][3];
    double shift[GENERAL_MAX], error[GENERAL_MAX];
} general_align;

void general_align_prepare(general_align* out, const general_set* set, const relative_pose* r,
                           double reach);
void general_align_place(const general_align* c, const general_set* set, const float* offset,
                         double* out);

// ------------------------------------------------------------------------------- the linear program

// Whether { x : direction i . x <= offset[i] } is certainly empty. By Seidel's incremental linear
// program in three variables, in an order that is fixed; then what it names as contradictory, up to four
// constraints, is proved to be: weights w >= 0 with sum of w[i] * direction i = 0, exactly, and sum of
// w[i] * offset[i] < 0, by more than rounding. So 0 may also mean that it is too close to tell; infinities
// and NaN give 0. Cost: linear in the mean over all orders; a microsecond.
int general_is_empty(const general_set* set, const double* offset);

// The least of sum of w[i] * offset[i] / sum of w[i] * |offset[i]| over all sets of two to four
// directions with weights as above; 1 if there are none. The set is empty where it is below 0 (Farkas;
// more than four are never needed). By trying all: what the linear program is tested against.
double general_least_sum(const general_set* set, const double* offset);

// ------------------------------------------------------------------------------------------ the kind

typedef struct general7 {
    float offset[7];
} general7;

extern const volume_class general7_class;
walk_function walk_general7;

// Fit the offsets of a set about triangles.
void general_fit(const general_set* set, float* offset, const triangle_set* triangles,
                 const volume_options* options);

#endif
