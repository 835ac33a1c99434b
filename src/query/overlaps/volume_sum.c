// volume_sum.c - see volume_sum.h. The volume is a sum of cones over the boundary, from the origin: a third of the plane's height
// times the area, and areas are sums over their borders.
#include "query/overlaps/volume_sum.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/vector.h"

#include <float.h>
#include <math.h>

#define TWO_U 0x1p-52  // of one operation, in any rounding mode

volume_sum volume_sum_none(void)
{
    volume_sum s = {.high = 0};
    for (int k = 0; k < 3; k++) {
        s.box[0][k] = HUGE_VAL;
        s.box[1][k] = -HUGE_VAL;
        s.vertex[0][k] = s.vertex[1][k] = UINT32_MAX;
    }
    return s;
}

static inline void add(volume_sum* s, double x)
{
    const double sum = s->high + x, part = sum - s->high;
    s->low += (s->high - (sum - part)) + (x - part);
    s->high = sum;
}

void volume_sum_join(volume_sum* out, const volume_sum* other)
{
    add(out, other->high);
    out->low += other->low;
    out->error += other->error;
    out->more += other->more;
    out->less += other->less;
    for (int k = 0; k < 3; k++) {
        out->area[k] += other->area[k];
        for (int end = 0; end < 2; end++) {
            const double x = other->box[end][k];
            if (end ? x <= out->box[end][k] : x >= out->box[end][k]) continue;
            out->box[end][k] = x;
            out->vertex[end][k] = other->vertex[end][k];
            out->side[end][k] = other->side[end][k];
        }
    }
}

// From the unit of a place: nothing that is more than 0 becomes 0 from above, or infinite from below.
static double scale_down(double x, int exponent)
{
    const double out = double_scale(x, exponent);
    return out > DBL_MAX ? DBL_MAX : out;
}

static double scale_up(double x, int exponent)
{
    const double out = double_scale(x, exponent);
    return x > 0 && double_is_zero(out) ? DBL_MIN : out;
}

void volume_sum_bounds(const volume_sum* s, const volume_place* p, double* lo, double* hi)
{
    *lo = *hi = 0;
    if (double_is_zero(s->error)) return;  // nothing was added
    const double value = (s->high + s->low) / 6;
    const double error =
        ABUT_BOUND_SCALE * (s->error / 6 * (1 + 0x1p-10) + 6 * TWO_U * fabs(value));
    const double least = value - error - s->less / 6 * (1 + 0x1p-40);
    const double most = value + error + s->more / 6 * (1 + 0x1p-40);
    *lo = least < 0 ? -scale_up(-least, 3 * p->exponent) : scale_down(least, 3 * p->exponent);
    *hi = most < 0 ? -scale_down(-most, 3 * p->exponent) : scale_up(most, 3 * p->exponent);
}

// A cone over two arms from a corner, times 6, and how much roundings make it wrong.
typedef struct cone {
    double normal[3], size, value, rounding;
} cone;

static inline cone cone_of(const double corner[3], const double u[3], const double w[3],
                           double reach)
{
    cone c;
    cross3(c.normal, u, w);
    c.size = absolute_sum3(c.normal);
    c.value = dot3(c.normal, corner);
    c.rounding = 9 * TWO_U * reach * absolute_sum3(u) * absolute_sum3(w) + DBL_MIN;
    return c;
}

// A surface whose corners move sweeps at most so much, times 6: the sum of how far each moves along an axis, times this.
static inline double sweep(double size)
{
    return 1.75 * size;
}

void volume_sum_triangle(volume_sum* s, const volume_place* p, int side,
                         const double* const corner[3], int outward)
{
    double u[3], w[3];
    subtract3(u, corner[1], corner[0]);
    subtract3(w, corner[2], corner[0]);
    const cone c = cone_of(corner[0], u, w, p->reach);
    add(s, outward * c.value);
    s->error += sweep(3 * p->error * c.size) + c.rounding;
    if (side) return;
    for (int k = 0; k < 3; k++)
        s->area[k] += outward * c.normal[k];
}

// What an event adds on an edge of a triangle: the part of it that is inside ends, or begins, there. The point was rounded, and
// may be off the edge.
static void add_edge(volume_sum* s, const volume_place* p, const volume_event* e,
                     const double* const corner[3], int sense)
{
    double u[3], w[3];
    subtract3(u, corner[1], corner[0]);
    subtract3(w, corner[2], corner[0]);
    s->error += 3.1 * p->error * absolute_sum3(corner[0]) *
                (absolute_sum3(u) + absolute_sum3(w) + 4 * p->error);
    if (e->edge != 1) return;  // the others run from corner 0
    const cone c = cone_of(corner[0], u, w, p->reach);
    add(s, sense * e->share * c.value);
    s->error += sweep((2 * p->error + e->error) * c.size) + c.rounding + 2 * TWO_U * fabs(c.value);
    for (int k = 0; k < 3 && !e->side; k++)
        s->area[k] += sense * e->share * c.normal[k];
}

static void add_side(volume_sum* s, const volume_pair* v, int side, const volume_event ends[2],
                     const int outward[2])
{
    const volume_place* p = v->place;
    const double* const* corner = v->corner[side];
    const int sense = outward[0] * outward[1] * (side ? -1 : 1);
    double u[3], w[3];
    subtract3(u, ends[0].x, corner[0]);
    subtract3(w, ends[1].x, ends[0].x);
    const cone c = cone_of(corner[0], u, w, p->reach);
    const double slip = ends[0].error + ends[1].error;
    add(s, sense * c.value);
    s->error +=
        c.rounding + sweep((p->error + slip) *
                           (c.size + 4 * slip * (absolute_sum3(u) + absolute_sum3(w) + slip)));
    for (int k = 0; k < 3 && !side; k++)
        s->area[k] += sense * c.normal[k];
    for (int i = 0; i < 2; i++)
        if (ends[i].side == side)
            add_edge(s, p, &ends[i], corner, outward[0] * outward[1] * ends[i].up);
}

void volume_sum_segment(volume_sum* s, const volume_pair* v, const volume_event ends[2],
                        const int outward[2])
{
    for (int side = 0; side < 2; side++)
        add_side(s, v, side, ends, outward);
    for (int i = 0; i < 2; i++)
        volume_sum_vertex(s, 0, UINT32_MAX, ends[i].x);
}

void volume_sum_flush(volume_sum* s, volume_pair* v, const abut_contact* contact,
                      const int outward[2])
{
    double n[2][3], area[3] = {0, 0, 0};
    if (contact->kind != ABUT_KIND_COPLANAR || contact->point_count < 3) return;
    for (int side = 0; side < 2; side++) {
        double u[3], w[3];
        subtract3(u, v->corner[side][1], v->corner[side][0]);
        subtract3(w, v->corner[side][2], v->corner[side][0]);
        cross3(n[side], u, w);
    }
    for (int i = 1; i + 1 < contact->point_count; i++) {
        double u[3], w[3], c[3];
        subtract3(u, contact->points[i], contact->points[0]);
        subtract3(w, contact->points[i + 1], contact->points[0]);
        cross3(c, u, w);
        for (int k = 0; k < 3; k++)
            area[k] += double_scale(c[k], -2 * v->place->exponent);
    }
    const int alike = dot3(n[0], n[1]) * outward[0] * outward[1] > 0;
    const int is_inside = volume_shift_sign(v, 0) * outward[0] * (alike ? 1 : -1) > 0;
    const double turn = dot3(n[0], area) * outward[0] < 0 ? -1 : 1;  // to where a faces
    const double share = alike ? 0.5 - is_inside : -is_inside;
    for (int k = 0; k < 3; k++)
        s->area[k] += turn * share * area[k];
}
