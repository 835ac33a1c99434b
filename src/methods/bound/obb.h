// obb.h - oriented boxes (Gottschalk 1996): their fit, and the test whether two of them are apart.
//
// A box is the real affine set { centre + sum of y[k] * axis k, |y[k]| <= half[k] } of the numbers as
// they are stored. So storing them in float rounds nothing away: the half lengths are found last, for
// the axes and the centre as stored. Margins and proofs: docs/proofs/boxes.md, "Boxes".
#ifndef ABUT_METHODS_BOUND_OBB_H
#define ABUT_METHODS_BOUND_OBB_H
#include "methods/bound/obb_quaternion.h"
#include "methods/bound/volume.h"
#include "search/relative.h"

typedef struct obb {
    matrix3 axes;  // row k is axis k; orthonormal but for what storing them in float changed
    double centre[3], half[3];
} obb;

typedef struct obb_float {  // the same, kept in half the memory
    float axes[3][3], centre[3], half[3];
} obb_float;

// The same, with the axes in four numbers x, y, z, w (Gottschalk 1996, section 7). They need not have
// length one: the axes are the rows of the real matrix of obb_expand, orthogonal and as long as the
// quaternion's square.
typedef struct obb_quaternion {
    double quaternion[4], centre[3], half[3];
} obb_quaternion;

typedef struct obb_quaternion_float {
    float quaternion[4], centre[3], half[3];
} obb_quaternion_float;

#define OBB_CENTRE_MAX 3.5  // |centre| of a fitted box stays below this in every coordinate

// ----------------------------------------------------------------------------------------- fitting

// Fit a box about a set that is not empty: the axes of least surface area among those that
// options->fits names (ABUT_FIT_*, in the order of their values; the first of equals), grown by
// options->widen. parent: the parent's box, or NULL. as_float: every number of out will be a float.
// Works for sets without area or extent. Axes stand in the order of their half lengths, the
// shortest first. The same result on every machine and thread, but for hull fits (hull.h). Cost:
// linear, about ten passes; where a hull is wanted, that of hull_make.
void obb_fit(obb* out, const triangle_set* set, const volume_options* options, const obb* parent,
             int as_float);

// The same for a box that keeps a quaternion, whose axes out will have. Its order holds but for
// rounding.
void obb_fit_quaternion(obb* out, double quaternion[4], const triangle_set* set,
                        const volume_options* options, const obb* parent, int as_float);

static inline matrix3 obb_expand(const double q[4])
{
    matrix3 axes = {{{0}}};
    quaternion_axes(q, axes.row);
    return axes;
}

// A bound on |axis i . axis k - (1 if i = k else 0)| over all i, k.
double obb_defect(const obb* box);

// --------------------------------------------------------------------------------- are two apart?

// Box b in the frame of a, where a's own boxes are scaled by a factor: see relative.h.
typedef struct placed_obb {
    matrix3 axes;
    double centre[3], half[3];
    double error;  // twice the bound on the error of centre in every coordinate
    int is_flat;   // half[0] is hardly anything beside the others: shorter tests do
} placed_obb;

// The part of the margin that stays the same for a whole query.
typedef struct obb_margin {
    double rate_a, rate_b;  // times the sum of half lengths of a, of b
    double fixed;
} obb_margin;

// What does not change during a query.
typedef struct obb_constants {
    const relative_pose* relative;  // borrowed
    obb_margin margin;
    double centre_error, centre_rate;  // placed_obb.error of a centre c: error + rate * |c|1
    double a_defect;                   // bounds obb_defect of all boxes of a
} obb_constants;

// defect: bounds on obb_defect of all boxes of a, of b.
void obb_prepare(obb_constants* out, const relative_pose* r, double a_defect, double b_defect);
// How a box of b is placed, and the test: obb_test.h.

// ------------------------------------------------------------------------------------ other uses

static inline void obb_copy(obb* out, const obb* box)
{
    *out = *box;
}

// Every float is a double, so this rounds nothing.
static inline void obb_from_float(obb* out, const obb_float* box)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out->axes.row[i][k] = (double)box->axes[i][k];
        out->centre[i] = (double)box->centre[i];
        out->half[i] = (double)box->half[i];
    }
}

static inline void obb_from_quaternion(obb* out, const obb_quaternion* box)
{
    out->axes = obb_expand(box->quaternion);
    for (int i = 0; i < 3; i++) {
        out->centre[i] = box->centre[i];
        out->half[i] = box->half[i];
    }
}

static inline void obb_from_quaternion_float(obb* out, const obb_quaternion_float* box)
{
    double q[4];
    for (int i = 0; i < 4; i++)
        q[i] = (double)box->quaternion[i];
    out->axes = obb_expand(q);
    for (int i = 0; i < 3; i++) {
        out->centre[i] = (double)box->centre[i];
        out->half[i] = (double)box->half[i];
    }
}

extern const volume_class obb_class, obb_float_class;
extern const volume_class obb_quaternion_class, obb_quaternion_float_class;

#endif
