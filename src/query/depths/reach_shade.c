// reach_shade.c - see reach_shade.h.
#include "query/depths/reach_shade.h"

#include "base/base.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define U 0x1p-53

// A corner of the triangle: a corner that is outside itself, or a point just before the foot of one that is inside.
static abut_status make_corner(solid_point* s, const double corner[3], double before, double size,
                               double out[3], int* made)
{
    int inside;
    *made = 0;
    TRY(solid_point_near(s, corner, 1, (double)INFINITY));
    const point_distance nearest = s->list[0];
    if (!(nearest.lo > 0)) return ABUT_OK;
    TRY(solid_point_side(s, corner, nearest.lo, &inside));
    memcpy(out, corner, 3 * sizeof *out);
    if (inside) {
        double way[3];
        if (!nearest.is_told) return ABUT_OK;
        subtract3(way, nearest.point, corner);
        const double length = reach_length(way);
        for (int k = 0; k < 3; k++)
            out[k] = nearest.point[k] + way[k] * (before / length);
        reach_snap(size, out);
    }
    *made = 1;
    return ABUT_OK;
}

// Whether a triangle of the world shares no point with the solid's surface. Where that is not easily proved it does.
static abut_status is_clear(solid_point* s, const double corner[3][3], double size, int* clear)
{
    const double* const all[3] = {corner[0], corner[1], corner[2]};
    double middle[3], radius = 0;
    posed_triangle own, other;
    for (int k = 0; k < 3; k++)
        middle[k] = (corner[0][k] + corner[1][k] + corner[2][k]) / 3;
    reach_snap(size, middle);
    for (int v = 0; v < 3; v++) {
        double way[3];
        subtract3(way, corner[v], middle);
        const double length = reach_length(way);
        if (!(length <= radius)) radius = length;
    }
    *clear = 0;
    TRY(solid_point_near(s, middle, REACH_NEAR_MOST, radius));
    if (s->count == REACH_NEAR_MOST) return ABUT_OK;
    posed_triangle_place(&own, &s->place.poses, 1, all);
    for (size_t i = 0; i < s->count; i++) {
        nearest_bounds between;
        point_place_triangle(&s->place, s->list[i].triangle, &other);
        nearest_bound(&other, &own, &between);
        if (!(between.lo > 0)) return ABUT_OK;
    }
    s->work.triangle_tests += s->count;
    *clear = 1;
    return ABUT_OK;
}

abut_status reach_shade_find(solid_point* solid, const reach_piece* p, double before, double size,
                             double depth[3], int* found)
{
    double corner[3][3];
    int made, clear, inside;
    *found = 0;
    for (int v = 0; v < 3; v++) {
        double way[3];
        TRY(make_corner(solid, p->corner[v], before, size, corner[v], &made));
        if (!made) return ABUT_OK;
        subtract3(way, corner[v], p->corner[v]);
        depth[v] = (reach_length(way) + p->error) * (1 + 8 * U);
    }
    TRY(is_clear(solid, (const double(*)[3])corner, size, &clear));
    if (!clear) return ABUT_OK;
    // It is all on one side.
    TRY(solid_point_side(solid, corner[0], 0, &inside));
    *found = !inside;
    return ABUT_OK;
}
