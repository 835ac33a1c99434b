// plane.inl - a plane against the corners of two leaves, up to eight triangles at once (docs/proofs/distance.md, "Cores").
#ifndef ABUT_ENGINE_LEAF_PLANE_INL
#define ABUT_ENGINE_LEAF_PLANE_INL
#include "engine/box/plane.inl"
#include "engine/leaf/block.inl"

static inline lanes rows_of(const wide_leaf* const leaf[2], int row)
{
    return lanes_pair(leaf[0]->corner[row], leaf[1]->corner[row]);
}

// Two leaves beside each other.
typedef struct leaf_corners {
    lanes o[3], corner[3][3];  // their origins, and the corners about these
    lanes size, error;         // of all places; what corners err by
} leaf_corners;

ALWAYS_INLINE leaf_corners leaf_corners_of(const wide_leaf* const leaf[2], float corner_error)
{
    const lanes ends = lanes_join(origin_of(leaf[0]), origin_of(leaf[1]));
    const lanes reach = LANES_SHUFFLE(ends, 3, 3, 3, 3);
    leaf_corners out = {.o = {LANES_SHUFFLE(ends, 0, 0, 0, 0), LANES_SHUFFLE(ends, 1, 1, 1, 1),
                              LANES_SHUFFLE(ends, 2, 2, 2, 2)}};
    for (int i = 0; i < 9; i++)
        out.corner[i / 3][i % 3] = rows_of(leaf, i);
    out.size = lanes_abs(out.o[0]) + lanes_abs(out.o[1]) + lanes_abs(out.o[2]) + 3 * reach;
    out.error = 1.8f * (corner_error * reach + 0x1p-50f);
    return out;
}

// How far each corner is above a plane. Returns what that errs by.
ALWAYS_INLINE lanes corner_heights(const core_plane* p, float per_place, const leaf_corners* l,
                                   lanes height[3])
{
    const lanes normal[3] = {lanes_all(p->normal[0]), lanes_all(p->normal[1]),
                             lanes_all(p->normal[2])};
    const lanes base = dot_lanes(normal, l->o) + p->offset;
    for (int v = 0; v < 3; v++)
        height[v] = dot_lanes(normal, l->corner[v]) + base;
    return p->fixed + per_place * l->size + l->error;
}

#endif
