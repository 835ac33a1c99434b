// nearest.inl - the nearest points of the two triangles of each of eight pairs, in float, and what the way between them proves.
//
// They are found among nine pairs of edges, and the corner of each that is nearest to the other's plane, if all three are on
// one side. Then the way proves a bound, by weak duality, whatever the arithmetic before did. (Nearest features of a vertex
// and a face are found so: the plane through them, across the way, separates the triangles, so no vertex is nearer to the
// face's plane.)
#ifndef ABUT_ENGINE_LEAF_NEAREST_INL
#define ABUT_ENGINE_LEAF_NEAREST_INL
#include "engine/leaf/block.inl"

#define DIRECTION                                                                                  \
    0x1p-100f  // a direction whose square is below it tells nothing: products with it might underflow

// The lanes of what saves work; none where nothing is left out.
static inline unsigned proved(unsigned lanes_of_it)
{
    return PRUNE(lanes_of_it) ? lanes_of_it : 0;
}

// A triangle's plane as an axis, its own range along that, widened by all errors, and how much a bound is along it.
typedef struct face {
    lanes normal[3], low, high, bound;
} face;

typedef struct nearest {
    lanes square, way[3];
} nearest;

// beyond: the bound. error: of projections, both sides together.
static inline void find_face(face* f, const lanes p[9], lanes error, lanes beyond)
{
    lanes u[3], v[3];
    subtract_lanes(u, p + 3, p);
    subtract_lanes(v, p + 6, p);
    cross_lanes(f->normal, u, v);
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    const lanes square = dot_lanes(f->normal, f->normal);
    const lanes slack = length_lanes(f->normal) * error;
    f->low = lowest(x, y, z) - slack;
    f->high = highest(x, y, z) + slack;
    // Where products might underflow the plane tells nothing.
    f->bound =
        lanes_choose(lanes_above(square, lanes_all(DIRECTION)),
                     beyond * lanes_root(square) * (1 + 0x1p-20f), lanes_all((float)INFINITY));
}

static inline face turn_face(const face* f, int turn)
{
    face out;
    for (int k = 0; k < 3; k++)
        out.normal[k] = lanes_turn(f->normal[k], turn);
    out.low = lanes_turn(f->low, turn);
    out.high = lanes_turn(f->high, turn);
    out.bound = lanes_turn(f->bound, turn);
    return out;
}

// By how much all corners lie beyond the face, on one side.
static inline lanes beyond_face(const face* f, const lanes p[9])
{
    const lanes x = dot_lanes(f->normal, p), y = dot_lanes(f->normal, p + 3),
                z = dot_lanes(f->normal, p + 6);
    return lanes_max(lowest(x, y, z) - f->high, f->low - highest(x, y, z));
}

static inline lanes clamp_lanes(lanes t)
{
    return lanes_min(lanes_max(t, lanes_all(0)), lanes_all(1));
}

static inline void take_nearer(nearest* best, const lanes way[3])
{
    const lanes square = dot_lanes(way, way);
    const lanes_int is_nearer = lanes_above(best->square, square);
    best->square = lanes_choose(is_nearer, square, best->square);
    for (int k = 0; k < 3; k++)
        best->way[k] = lanes_choose(is_nearer, way[k], best->way[k]);
}

// Edges from p along u, and from q along v: nearest points by clamping. Any parameters from 0 to 1 give a way that there is.
static inline void try_edges(nearest* best, const lanes p[3], const lanes u[3], lanes uu,
                             const lanes q[3], const lanes v[3], lanes vv)
{
    lanes r[3], way[3];
    subtract_lanes(r, q, p);
    const lanes uv = dot_lanes(u, v), ur = dot_lanes(u, r), vr = dot_lanes(v, r);
    lanes s = clamp_lanes((ur * vv - vr * uv) / (uu * vv - uv * uv));
    const lanes t = clamp_lanes((uv * s - vr) / vv);
    s = clamp_lanes((uv * t + ur) / uu);
    for (int k = 0; k < 3; k++)
        way[k] = r[k] + (t * v[k] - s * u[k]);
    take_nearer(best, way);
}

// The corner of p that is nearest to the plane of q, where all are on one side. sign: of the way from a to b.
static inline void try_face(nearest* best, const lanes p[9], const lanes q[9], const lanes u[3],
                            const lanes v[3], float sign)
{
    lanes normal[3], arm[3][3], height[3], d[3], way[3];
    cross_lanes(normal, u, v);
    for (int i = 0; i < 3; i++) {
        subtract_lanes(arm[i], p + 3 * i, q);
        height[i] = dot_lanes(normal, arm[i]);
    }
    const lanes low = lowest(height[0], height[1], height[2]),
                high = highest(height[0], height[1], height[2]);
    const lanes zero = lanes_all(0);
    const lanes_int above = lanes_above(low, zero), below = lanes_above(zero, high);
    const lanes wanted = lanes_choose(above, low, high);
    for (int k = 0; k < 3; k++) {
        d[k] = lanes_choose(
            (lanes_int)(~(lanes_above(height[1], wanted) | lanes_above(wanted, height[1]))),
            arm[1][k], arm[0][k]);
        d[k] = lanes_choose(
            (lanes_int)(~(lanes_above(height[2], wanted) | lanes_above(wanted, height[2]))),
            arm[2][k], d[k]);
    }
    const lanes uu = dot_lanes(u, u), vv = dot_lanes(v, v), uv = dot_lanes(u, v),
                du = dot_lanes(d, u), dv = dot_lanes(d, v);
    const lanes whole = uu * vv - uv * uv;
    const lanes s = (du * vv - dv * uv) / whole, t = (dv * uu - du * uv) / whole;
    // Inside by the weights that make the foot: so it is within the triangle but for their rounding.
    const lanes least = lanes_min(lanes_min(s, t), lanes_all(1) - (s + t));
    const lanes_int is_inside = (above | below) & ~lanes_above(zero, least);
    for (int k = 0; k < 3; k++)
        way[k] = sign * (s * u[k] + t * v[k] - d[k]);
    const lanes square = dot_lanes(way, way);
    const lanes_int is_nearer = is_inside & lanes_above(best->square, square);
    best->square = lanes_choose(is_nearer, square, best->square);
    for (int k = 0; k < 3; k++)
        best->way[k] = lanes_choose(is_nearer, way[k], best->way[k]);
}

static inline void find_nearest(nearest* best, const lanes a[9], const lanes b[9])
{
    lanes u[9], v[9], uu[3], vv[3];
    for (int i = 0; i < 3; i++) {
        subtract_lanes(u + 3 * i, a + 3 * ((i + 1) % 3), a + 3 * i);
        subtract_lanes(v + 3 * i, b + 3 * ((i + 1) % 3), b + 3 * i);
        uu[i] = dot_lanes(u + 3 * i, u + 3 * i);
        vv[i] = dot_lanes(v + 3 * i, v + 3 * i);
    }
    best->square = lanes_all((float)INFINITY);
    best->way[0] = best->way[1] = best->way[2] = lanes_all(0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            try_edges(best, a + 3 * i, u + 3 * i, uu[i], b + 3 * j, v + 3 * j, vv[j]);
    lanes back[3];
    for (int k = 0; k < 3; k++)
        back[k] = lanes_negate(v[6 + k]);
    try_face(best, a, b, v, back, 1);
    for (int k = 0; k < 3; k++)
        back[k] = lanes_negate(u[6 + k]);
    try_face(best, b, a, u, back, -1);
}

// What n proves: the sides' projections err by E |n| together.
static inline lanes proved_along(const lanes n[3], const lanes a[9], const lanes b[9], lanes error)
{
    const lanes high = highest(dot_lanes(n, a), dot_lanes(n, a + 3), dot_lanes(n, a + 6));
    const lanes low = lowest(dot_lanes(n, b), dot_lanes(n, b + 3), dot_lanes(n, b + 6));
    const lanes gap = low - high - length_lanes(n) * error;
    return lanes_max(gap / lanes_root(dot_lanes(n, n)) * (1 - 0x1p-20f), lanes_all(0));
}

#endif
