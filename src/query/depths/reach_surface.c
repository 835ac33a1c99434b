// reach_surface.c - see reach_surface.h. Its bounds: docs/proofs/depth.md, "Reach".
#include "query/depths/reach_surface.h"

#include "base/base.h"
#include "geom/vector.h"

#include <math.h>
#include <string.h>

#define U 0x1p-53

// Tests build this with a part of it, to show that the bound is needed.
#ifndef ABUT_REACH_BOUND_SCALE
#define ABUT_REACH_BOUND_SCALE 1
#endif

// -------------------------------------------------------------------------------------------- exact

// Coordinates are multiples of 2^low below 2^top: whether sums of two are doubles.
static int sums_are_exact(bit_range r)
{
    return r.top + 1 - r.low <= 53 && r.low > -1000 && r.top < 1000;
}

// Whether a pose places points of a range without rounding: it exchanges axes and scales by powers of two. *r becomes the
// range of the placed ones.
static int keeps_bits(const affine* a, bit_range* r)
{
    const bit_range empty = BIT_RANGE_EMPTY;
    bit_range placed = bit_range_add(empty, a->translation, 3);
    for (int i = 0; i < 3; i++) {
        int entries = 0;
        for (int k = 0; k < 3; k++) {
            const dyadic d = dyadic_from_double(a->matrix[i][k]);
            if (!d.mantissa) continue;
            if (d.mantissa != 1 || entries++) return 0;
            if (r->low + d.exponent < placed.low) placed.low = r->low + d.exponent;
            if (r->top + d.exponent > placed.top) placed.top = r->top + d.exponent;
        }
    }
    if (!sums_are_exact(placed)) return 0;
    placed.top++;
    *r = placed;
    return 1;
}

// No coordinate of the placed model, as it is rounded, is beyond it.
static double size_of(const placed_model* placed)
{
    const abut_model* const m = placed->model;
    double size = 0;
    for (int corner = 0; corner < 8; corner++) {
        double x[3], y[3];
        for (int k = 0; k < 3; k++)
            x[k] = corner >> k & 1 ? m->high[k] : m->low[k];
        const double far = 2 * reach_place(placed, x, y) + absolute_max3(y);
        if (!(far <= size)) size = far;
    }
    return size * (1 + 64 * U);
}

void reach_surface_open(reach_surface* out, const placed_model* placed, bit_range vertices)
{
    bit_range r = vertices;
    *out = (reach_surface){.placed = placed, .exact_cuts = -1, .size = size_of(placed)};
    if (vertices.low > vertices.top) return;  // all are 0
    out->is_exact =
        keeps_bits(&placed->pose, &r) && (!placed->frame || keeps_bits(placed->frame, &r));
    if (!out->is_exact) return;
    const int bits = 52 - (r.top - r.low), small = r.low + 999;
    out->exact_cuts = bits < small ? bits : small;
}

// -------------------------------------------------------------------------------------------- places

// Returns how far the place is off by rounding: an operation errs by at most 2u of its result.
static double place_by(const affine* a, const double x[3], double out[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double* const m = a->matrix[i];
        out[i] = m[0] * x[0] + m[1] * x[1] + m[2] * x[2] + a->translation[i];
        sum += fabs(m[0] * x[0]) + fabs(m[1] * x[1]) + fabs(m[2] * x[2]) + fabs(a->translation[i]);
    }
    return ABUT_REACH_BOUND_SCALE * (10 * U * sum) + 0x1p-1000;
}

double reach_place(const placed_model* placed, const double x[3], double out[3])
{
    double error = place_by(&placed->pose, x, out);
    if (placed->frame) {
        double inner[3];
        memcpy(inner, out, sizeof inner);
        error = 1.01 * error + place_by(placed->frame, inner, out);
    }
    return doubles_are_finite(out, 3) && error < 0x1p1000 ? error : (double)INFINITY;
}

// Numbers with bits far below the others would take integers of many words.
void reach_snap(double size, double x[3])
{
    if (!(size > 0x1p-900 && size < 0x1p900)) return;
    const double far = double_scale(3, double_top(size));
    for (int k = 0; k < 3; k++)
        x[k] = (x[k] + far) - far;
}

double reach_surface_place(const reach_surface* s, const double vertex[3], double out[3])
{
    const double error = reach_place(s->placed, vertex, out);
    if (!(error < (double)INFINITY)) return error;
    if (s->is_exact) return 0;
    reach_snap(s->size, out);
    return error + 16 * U * s->size;
}

void reach_piece_make(const reach_surface* s, uint32_t triangle, reach_piece* out)
{
    const double* vertex[3];
    soup_mesh_vertices(&s->placed->model->mesh, triangle, vertex);
    *out = (reach_piece){.triangle = triangle};
    for (int v = 0; v < 3; v++) {
        const double error = reach_surface_place(s, vertex[v], out->corner[v]);
        if (!(error <= out->error)) out->error = error;
    }
}

double reach_length(const double x[3])
{
    const double most = absolute_max3(x);
    if (!(most > 0x1p-400 && most < 0x1p400)) return absolute_sum3(x) * (1 + 8 * U);
    return sqrt(dot3(x, x)) * (1 + 16 * U);
}

// ------------------------------------------------------------------------------------------- pieces

// The edge from corner *at on is the longest.
static double longest_edge(const reach_piece* p, int* at)
{
    double longest = -1;
    for (int v = 0; v < 3; v++) {
        double way[3];
        subtract3(way, p->corner[(v + 1) % 3], p->corner[v]);
        const double length = reach_length(way);
        if (!(length > longest)) continue;
        longest = length;
        *at = v;
    }
    return longest;
}

double reach_piece_size(const reach_piece* p)
{
    int at;
    return longest_edge(p, &at);
}

// Halves of what may be rounded.
static double error_after(const reach_surface* s, const reach_piece* p)
{
    return p->cuts <= s->exact_cuts ? p->error : (p->error + 8 * U * s->size) * (1 + 8 * U);
}

static void middle_of(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = (a[k] + b[k]) / 2;
}

void reach_piece_cut(const reach_surface* s, const reach_piece* p, reach_piece out[2])
{
    int v = 0;
    double middle[3];
    (void)longest_edge(p, &v);
    const int w = (v + 1) % 3;
    middle_of(p->corner[v], p->corner[w], middle);
    out[0] = out[1] = *p;
    memcpy(out[0].corner[w], middle, sizeof middle);
    memcpy(out[1].corner[v], middle, sizeof middle);
    out[0].error = out[1].error = error_after(s, p);
    out[0].cuts = out[1].cuts = p->cuts + 1;
}

double reach_piece_point(const reach_surface* s, const reach_piece* p, const double weight[3],
                         double out[3])
{
    for (int v = 0; v < 3; v++) {
        const int w = (v + 1) % 3;
        if (weight[v] >= 1) {
            memcpy(out, p->corner[v], sizeof p->corner[v]);
            return p->error;
        }
        if (double_is_equal(weight[v], 0.5) && double_is_equal(weight[w], 0.5)) {
            middle_of(p->corner[v], p->corner[w], out);
            return error_after(s, p);
        }
    }
    for (int k = 0; k < 3; k++)
        out[k] =
            weight[0] * p->corner[0][k] + weight[1] * p->corner[1][k] + weight[2] * p->corner[2][k];
    return (p->error + 64 * U * s->size) * (1 + 8 * U);
}
