// point.inl - how far a point is at least from the eight children of a node, squared (docs/proofs/distance.md, "A point and eight
// boxes"). For spheres too: one that is farther from a box than its radius does not touch it.
#ifndef ABUT_ENGINE_BOX_POINT_INL
#define ABUT_ENGINE_BOX_POINT_INL
#include "base/base.h"
#include "base/simd.h"
#include "engine/tree/node.h"

// Tests compile this with 1/32, to show that the margin is needed.
#ifndef ABUT_POINT_BOUND_SCALE
#define ABUT_POINT_BOUND_SCALE 1
#endif

#define BOX_POINT_FAR                                                                              \
    0x1p56  // of a coordinate: beyond it nothing is proved, so that squares stay below 2^120

// A point in the coordinates of the tree's boxes.
typedef struct box_point {
    float at[3];
    // The margin of a coordinate along an axis of a box: base + per_half |h|1 + per_distance |T|1, of the box's half lengths
    // and the way from its centre.
    float base, per_half, per_distance;
    float shrink;  // of squares: axes are not quite across each other; 0: nothing is proved
} box_point;

// error: what each coordinate errs by, at most; defect: of the tree.
static inline void box_point_make(box_point* out, const double at[3], double error, double defect)
{
    double largest = 0;
    for (int k = 0; k < 3; k++) {
        const double size = at[k] < 0 ? -at[k] : at[k];
        largest = size > largest ? size : largest;
    }
    const int is_near = largest < BOX_POINT_FAR && error < BOX_POINT_FAR;  // no NaN
    for (int k = 0; k < 3; k++)
        out->at[k] = is_near ? (float)at[k] : 0;
    const double base = 1.8 * error + 0x1p-22 * largest + 0x1p-60;
    out->base = is_near ? (float)(ABUT_POINT_BOUND_SCALE * (1 + 0x1p-20) * base) : 0;
    out->per_half = (float)(ABUT_POINT_BOUND_SCALE * (1.1 * defect + 0x1p-21));
    out->per_distance = (float)(ABUT_POINT_BOUND_SCALE * 0x1p-20);
    out->shrink = is_near ? (float)(1 - 0x1p-19 - 3.5 * defect) : 0;
}

// Infinite in lanes without a child, unless nothing is proved; never NaN. 45 operations.
ALWAYS_INLINE lanes box_point_squares(const box_point* p, const wide_node* n)
{
    lanes d[3], t[3], half[3];
    for (int k = 0; k < 3; k++) {
        d[k] = p->at[k] - lanes_load(n->centre[k]);
        half[k] = lanes_load(n->half[k]);
    }
    for (int i = 0; i < 3; i++)
        t[i] = lanes_abs(lanes_load(n->axis[3 * i]) * d[0] + lanes_load(n->axis[3 * i + 1]) * d[1] +
                         lanes_load(n->axis[3 * i + 2]) * d[2]);
    const lanes margin = p->base + p->per_half * (half[0] + half[1] + half[2]) +
                         p->per_distance * (t[0] + t[1] + t[2]);
    lanes square = lanes_all(0);
    for (int i = 0; i < 3; i++) {
        const lanes out = lanes_max((t[i] - half[i]) - margin, lanes_all(0));
        square += out * out;
    }
    // Infinity times 0 is no number: then 0.
    return lanes_max(square * p->shrink, lanes_all(0));
}

#endif
