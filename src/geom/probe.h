// probe.h - is a point inside a surface? Exact also for points that are no vertices, and for points
// infinitely near to a surface (docs/proofs/inside.md, "Inside and outside").
//
// A probe is the set of points p + x d0 + x^2 d1 + x^3 d2 for small x > 0: p a posed vertex or a point
// where two posed triangles meet, the d directions in which p is left, of which the first that tells
// two sides apart decides. All signs are those of real arithmetic.
#ifndef ABUT_GEOM_PROBE_H
#define ABUT_GEOM_PROBE_H
#include "geom/posed_pair.h"

#define PROBE_DIRECTIONS_MAX 3

typedef struct probe_space {  // one for a query
    const pose_pair* poses;
    exact_grid grid;
} probe_space;

// point / weight is p on the grid, in integers. Large: 11 kilobytes.
typedef struct probe {
    int weight_limbs;  // 0: the weight is 1, and point has the grid's limbs
    int direction_count;
    uint64_t point[3 * 4 * EXACT_LIMBS_MAX];  // packed, grid limbs + weight limbs each
    uint64_t weight[3 * EXACT_LIMBS_MAX];     // positive
    uint64_t direction[PROBE_DIRECTIONS_MAX][3 * EXACT_LIMBS_MAX];
    double near[3];  // p, rounded, relative to the translation of a
    double error;    // bounds |near - p| in every coordinate; infinite: do not filter
} probe;

// Make a probe at p, without directions.
void probe_at_vertex(probe* out, const probe_space* space, int side, const double* vertex);
// Where an edge, whose ends lie strictly on both sides, meets the plane of a triangle of the other
// side; side is the edge's.
void probe_at_plane(probe* out, const probe_space* space, int side, const double* const edge[2],
                    const double* const triangle[3]);
// Where an edge of a crosses one of b in one point inside both.
void probe_at_crossing(probe* out, const probe_space* space, const double* const a_edge[2],
                       const double* const b_edge[2]);

// Add a direction: from one vertex of a side to another of it, or against that.
void probe_add_direction(probe* p, const probe_space* space, int side, const double* from,
                         const double* to, int against);
// Add a coordinate axis as a direction, in the sense of sign.
void probe_add_axis(probe* p, const probe_space* space, int axis, int sign);
// Whether the last two directions lie on one line.
int probe_is_straight(const probe* p, const probe_space* space);

// The sign of coordinate axis of p of one probe less that of another.
int probe_compare(const probe* p, const probe* q, const probe_space* space, int axis);

// The direction of a ray: integers below 2^40, in the axes in which points are placed.
typedef struct ray_direction {
    double x[3];
} ray_direction;

// The direction of the next try: an arbitrary one, the same on every machine. Few tries meet an edge.
ray_direction ray_direction_choose(uint32_t try_index);

typedef enum ray_result {
    RAY_MISSES,
    RAY_HITS,    // the inside of the triangle, behind the start
    RAY_ON,      // the start lies in the closed triangle
    RAY_UNSURE,  // the ray meets an edge or lies in the plane: try another direction
} ray_result;

// Decide a ray from a probe against a triangle of a side that is not degenerate.
ray_result ray_triangle(const probe* p, const probe_space* space, const ray_direction* ray,
                        const posed_triangle* triangle, int side);
// Of one that it hits: 1 if it runs to the side to which the triangle's right-handed normal points, else -1.
int ray_leaves(const probe* p, const probe_space* space, const ray_direction* ray,
               const posed_triangle* triangle, int side);

#endif
