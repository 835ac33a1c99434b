// faces.inl - the planes of triangles, as axes that part them from others.
//
// Bounds: docs/proofs/eight-triangles.md, "Eight triangles at once"; its symbols are used here. A comparison that meets infinity or NaN
// proves nothing.
#ifndef ABUT_ENGINE_LEAF_FACES_INL
#define ABUT_ENGINE_LEAF_FACES_INL
#include "engine/leaf/block.inl"

#define AXIS_TINY 0x1p-120f

// A triangle's axis, and its own ranges along that and along the coordinates, widened by all errors.
typedef struct leaf_face {
    group normal[3], low, high;
    group floor[3], ceiling[3];
} leaf_face;

// spread: twice the error of a corner for one of the two sides, 0 for the other.
static inline void find_face(leaf_face* f, const group p[9], group error, group spread)
{
    group u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    cross_lanes(f->normal, u, v);
    const group x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    const group slack = length_lanes(f->normal) * error + AXIS_TINY;
    f->low = lowest(x, y, z) - slack;
    f->high = highest(x, y, z) + slack;
    for (int k = 0; k < 3; k++) {
        f->floor[k] = lowest(p[k], p[3 + k], p[6 + k]) - spread;
        f->ceiling[k] = highest(p[k], p[3 + k], p[6 + k]) + spread;
    }
}

// By how much all corners lie beyond the face, on one side; gap if that is more.
static inline group beyond_face(const leaf_face* f, const group p[9], group gap)
{
    const group x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    return highest(lowest(x, y, z) - f->high, f->low - highest(x, y, z), gap);
}

static inline group beyond_ranges(const leaf_face* f, const leaf_face* g, group gap)
{
    for (int k = 0; k < 3; k++)
        gap = highest(f->floor[k] - g->ceiling[k], g->floor[k] - f->ceiling[k], gap);
    return gap;
}

// What becomes of a face where the triangle of b is turn lanes on from that of a.
static inline leaf_face turn_face(const leaf_face* face, int turn)
{
    leaf_face out;
    for (int k = 0; k < 3; k++) {
        out.normal[k] = group_turn(face->normal[k], turn);
        out.floor[k] = group_turn(face->floor[k], turn);
        out.ceiling[k] = group_turn(face->ceiling[k], turn);
    }
    out.low = group_turn(face->low, turn);
    out.high = group_turn(face->high, turn);
    return out;
}

#endif
