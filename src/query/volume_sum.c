// volume_sum.c - see volume_sum.h. The volume is a sum of cones over the boundary, from the origin: a third of the plane's height
// times the area, and areas are sums over their borders.
#include "query/volume_sum.h"

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
    const double least = value - error, most = value + error;
    *lo = least < 0 ? -scale_up(-least, 3 * p->exponent) : scale_down(least, 3 * p->exponent);
    *hi = most < 0 ? -scale_down(-most, 3 * p->exponent) : scale_up(most, 3 * p->exponent);
}

// A cone over a triangle with two arms from a corner, of which each errs by so much.
typedef struct cone {
    double normal[3], value, error;
} cone;

static cone cone_of(const volume_place* p, const double corner[3], const double u[3],
                    const double w[3], double u_error, double w_error)
{
    cone c;
    cross3(c.normal, u, w);
    c.value = dot3(c.normal, corner);
    const double first = absolute_sum3(u), second = absolute_sum3(w), flat = first * second;
    const double off = u_error * second + w_error * first + 2 * u_error * w_error;
    c.error = absolute_sum3(corner) * (1.01 * off + 10 * TWO_U * flat) + 1.01 * p->error * flat;
    return c;
}

void volume_sum_triangle(volume_sum* s, const volume_place* p, int side,
                         const double* const corner[3], int outward)
{
    double u[3], w[3], n[3];
    subtract3(u, corner[1], corner[0]);
    subtract3(w, corner[2], corner[0]);
    cross3(n, u, w);
    add(s, outward * dot3(n, corner[0]));
    s->error += 5.5 * p->error * absolute_sum3(n) +
                9 * TWO_U * p->reach * absolute_sum3(u) * absolute_sum3(w) + DBL_MIN;
    if (side) return;
    for (int k = 0; k < 3; k++)
        s->area[k] += outward * n[k];
}

// What an event adds, on the edge that the corner 0 is not on: the part of it that is inside ends, or begins, there.
static void add_edge(volume_sum* s, const volume_event* e, const cone* whole, int sense)
{
    add(s, sense * e->share * whole->value);
    s->error += whole->error + (e->slip + 2 * TWO_U) * fabs(whole->value);
    for (int k = 0; k < 3 && !e->side; k++)
        s->area[k] += sense * e->share * whole->normal[k];
}

static void add_side(volume_sum* s, const volume_pair* v, int side, const volume_event ends[2],
                     const int outward[2])
{
    const volume_place* p = v->place;
    const double* const* corner = v->corner[side];
    const int sense = outward[0] * outward[1] * (side ? -1 : 1);
    double arm[2][3], edge[2][3];
    for (int i = 0; i < 2; i++) {
        subtract3(arm[i], ends[i].x, corner[0]);
        subtract3(edge[i], corner[i + 1], corner[0]);
    }
    const cone part = cone_of(p, corner[0], arm[0], arm[1], ends[0].error + p->error,
                              ends[1].error + p->error);
    const cone whole = cone_of(p, corner[0], edge[0], edge[1], 2 * p->error, 2 * p->error);
    add(s, sense * part.value);
    s->error += part.error + 13 * p->reach * p->error * (absolute_sum3(edge[0]) + absolute_sum3(edge[1]) + p->error);
    for (int k = 0; k < 3 && !side; k++)
        s->area[k] += sense * part.normal[k];
    for (int i = 0; i < 2; i++)
        if (ends[i].side == side && ends[i].edge == 1)
            add_edge(s, &ends[i], &whole, outward[0] * outward[1] * ends[i].up);
}

void volume_sum_segment(volume_sum* s, const volume_pair* v, const volume_event ends[2],
                        const int outward[2])
{
    for (int side = 0; side < 2; side++)
        add_side(s, v, side, ends, outward);
    for (int i = 0; i < 2; i++)
        volume_sum_vertex(s, 0, UINT32_MAX, ends[i].x);
}
