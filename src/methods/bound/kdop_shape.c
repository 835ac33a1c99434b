// kdop_shape.c - corners, surface and volume of a k-DOP. Only the corners matter to an answer, through
// KDOP_CORNER_ERROR: directions have small integer coordinates, so planes that cross do so at a good
// angle, and a clipped point errs by a few roundings of the reach.
#include "base/base.h"
#include "methods/bound/kdop.h"

#include <string.h>

#define TOLERANCE 0x1p-44  // of the reach: a point so far outside a slab still counts as inside

typedef struct polygon {
    double point[KDOP_FACE_MAX][3];
    int count;
} polygon;

// Keep the part where direction . point <= offset, and a tolerance more; all, should rounding have
// bent the polygon so much that there is no room.
static void clip(polygon* p, const signed char direction[3], double sign, double offset,
                 double tolerance)
{
    double beyond[KDOP_FACE_MAX];
    int is_cut = 0;
    for (int i = 0; i < p->count; i++) {
        beyond[i] = sign * kdop_along(direction, p->point[i]) - offset;
        is_cut |= !(beyond[i] <= tolerance);
    }
    if (!is_cut) return;  // as most planes leave most faces
    polygon out;
    out.count = 0;
    for (int i = 0; i < p->count; i++) {
        if (out.count > KDOP_FACE_MAX - 2) return;
        const int next = i + 1 < p->count ? i + 1 : 0;
        const double *from = p->point[i], *to = p->point[next];
        const double a = beyond[i], b = beyond[next];
        if (a <= tolerance) {
            for (int k = 0; k < 3; k++)
                out.point[out.count][k] = from[k];
            out.count++;
        }
        if ((a <= tolerance) == (b <= tolerance)) continue;
        const double part = a / (a - b);
        for (int k = 0; k < 3; k++)
            out.point[out.count][k] = from[k] + part * (to[k] - from[k]);
        out.count++;
    }
    p->count = out.count;
    memcpy(p->point, out.point, (size_t)out.count * sizeof *out.point);
}

// A square in the plane direction . point = offset, around everything within reach.
static void make_square(polygon* p, const signed char direction[3], double offset, double reach)
{
    const double square =
        direction[0] * direction[0] + direction[1] * direction[1] + direction[2] * direction[2];
    const double length = sqrt(square);
    double normal[3], u[3], v[3];
    int least = 0;
    for (int k = 0; k < 3; k++) {
        normal[k] = direction[k] / length;
        if (fabs(normal[k]) < fabs(normal[least])) least = k;
    }
    double axis[3] = {0, 0, 0};
    axis[least] = 1;
    cross3(u, normal, axis);
    const double u_length = sqrt(dot3(u, u));
    for (int k = 0; k < 3; k++)
        u[k] /= u_length;
    cross3(v, normal, u);
    p->count = 4;
    for (int i = 0; i < 4; i++) {
        const double along_u = i == 0 || i == 3 ? reach : -reach, along_v = i < 2 ? reach : -reach;
        for (int k = 0; k < 3; k++)
            p->point[i][k] = direction[k] * (offset / square) + along_u * u[k] + along_v * v[k];
    }
}

static double area_of(const polygon* p)
{
    double sum[3] = {0, 0, 0};
    for (int i = 2; i < p->count; i++) {
        double u[3], v[3], normal[3];
        subtract3(u, p->point[i - 1], p->point[0]);
        subtract3(v, p->point[i], p->point[0]);
        cross3(normal, u, v);
        for (int k = 0; k < 3; k++)
            sum[k] += normal[k];
    }
    return sqrt(dot3(sum, sum)) / 2;
}

static void add_corner(kdop_shape* shape, const double point[3], double tolerance)
{
    ASSERT(shape->corner_count <= KDOP_CORNERS_MAX);
    for (int i = 0; i < shape->corner_count; i++) {
        double off[3];
        subtract3(off, shape->corner[i], point);
        if (absolute_max3(off) <= tolerance) return;
    }
    for (int k = 0; k < 3; k++)
        shape->corner[shape->corner_count][k] = point[k];
    shape->corner_count++;
}

void kdop_shape_find(const kdop_set* set, const float* low, const float* high, kdop_shape* out)
{
    const double reach = kdop_reach(set, low, high), tolerance = TOLERANCE * reach;
    out->corner_count = 0;
    out->content = out->half_area = 0;
    for (int face = 0; face < 2 * set->half; face++) {
        const int own = face / 2;
        const double sign = face % 2 ? -1 : 1;
        polygon p;
        make_square(&p, set->direction[own], (double)(face % 2 ? low[own] : high[own]), 4 * reach);
        for (int i = 0; i < set->half && p.count; i++) {
            if (i == own) continue;
            clip(&p, set->direction[i], 1, (double)high[i], tolerance);
            clip(&p, set->direction[i], -1, -(double)low[i], tolerance);
        }
        const double area = area_of(&p);
        const double offset = sign * (double)(face % 2 ? low[own] : high[own]);
        out->half_area += area / 2;
        out->content += area * offset / kdop_length(set->direction[own]) / 3;
        for (int i = 0; i < p.count; i++)
            add_corner(out, p.point[i], 4 * tolerance);
    }
    if (out->content < 0) out->content = 0;  // flat, and rounded
}
