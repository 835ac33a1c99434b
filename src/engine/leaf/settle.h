// settle.h - most of the pairs that floats left undecided are decided here, four at once in doubles: thin
// triangles, for which floats are too coarse, and ties along the axes of the file, where zero is exactly zero.
#ifndef ABUT_ENGINE_LEAF_SETTLE_H
#define ABUT_ENGINE_LEAF_SETTLE_H
#include "base/simd_set.h"
#include "engine/leaf/pair.h"
#include "geom/lattice.h"
#include "soup/soup.h"

#define WIDE_SETTLE_MOST 96    // pairs at once
#define WIDE_UNSETTLED   0xFF  // in place of a kind: integers must decide

// The question as the kernel reads it.
typedef struct wide_settle_query {
    const double* vertices[2];
    const uint32_t* triangles[2];
    // Whether points are taken without rounding: a's as they are, b's with coordinates exchanged, turned and moved
    // by a double. Where that rounds the pair is left unsettled.
    int is_exact, is_in_place;  // in place: not even exchanged
    int axis[3];
    double sign[3], offset[3];
    double limit3, limit2;  // sums of products of three and of two up to this are not rounded
    // Otherwise points are placed as geom/posed_pair.c does, with its bounds. Where both poses leave an axis as it is
    // (is_level), coordinates along it are exact; it is made the last one, by a cyclic exchange.
    int is_level;
    double matrix[2][3][3], row_norm[2], shift[3], shift_max;
} wide_settle_query;

// Find how the models stand to each other; exchange: what lattice_pose_find found, or NULL. Returns 0 if the kernel
// would be of no use.
int wide_settle_prepare(wide_settle_query* out, const soup_mesh* const mesh[2],
                        const pose_pair* poses, const lattice_pose* exchange);

// Decide count pairs of proper triangles, at most WIDE_SETTLE_MOST: kinds[i] is the abut_kind of pair i, or
// WIDE_UNSETTLED. For other triangles it is anything. The same in every form.
typedef void wide_settle_kernel(const wide_settle_query* q, const wide_pair* pairs, size_t count,
                                uint8_t* kinds);
wide_settle_kernel ISA(wide_settle);
wide_settle_kernel ISA(wide_settle_eight);  // its form for more pairs, where vectors are long

#endif
