// certain.c - see certain.h.
#include "nc/certain.h"

#include "base/base.h"
#include "base/bits.h"

#include <math.h>

#define TINY 0x1p-900  // a product below this may have lost bits

static double next_up(double x)
{
    if (!double_is_finite(x)) return x;
    if (x == 0) return 0x1p-1022;
    const uint64_t bits = double_bits(x);
    return double_from_bits(x > 0 ? bits + 1 : bits - 1);
}

// Return a number that is at least a + b, and that sum itself if it is a double (Knuth's error of a sum).
static double add_up(double a, double b)
{
    const double sum = a + b, part = sum - a;
    const double error = (a - (sum - part)) + (b - part);
    return error > 0 ? next_up(sum) : sum;
}

static void split(double x, double* high, double* low)
{
    const double c = 134217729.0 * x;  // 2^27 + 1
    *high = c - (c - x);
    *low = x - *high;
}

// The same for a * b (Dekker's error of a product).
static double multiply_up(double a, double b)
{
    const double product = a * b;
    if (a == 0 || b == 0) return product;
    if (!(fabs(product) > TINY) || fabs(a) > 0x1p500 || fabs(b) > 0x1p500) return next_up(product);
    double ah, al, bh, bl;
    split(a, &ah, &al);
    split(b, &bh, &bl);
    const double error = ((ah * bh - product) + ah * bl + al * bh) + al * bl;
    return error > 0 ? next_up(product) : product;
}

// At least, or at most, sqrt(x * x + y * y + z * z), for numbers that are no larger than 2^400.
static double length_up(double x, double y, double z)
{
    const double square = add_up(add_up(multiply_up(x, x), multiply_up(y, y)), multiply_up(z, z));
    const double root = sqrt(square);
    return -multiply_up(-root, root) >= square ? root : next_up(root);
}

static double length_down(double x, double y, double z)
{
    const double square =
        -add_up(add_up(multiply_up(-x, x), multiply_up(-y, y)), multiply_up(-z, z));
    const double root = square > 0 ? sqrt(square) : 0;
    return multiply_up(root, root) <= square ? root : -next_up(-root);
}

// Whether reach(w) - w.(p - c) <= limit * |w| at all corners p and both ends c.
static int proves(const turned* t, const prism_ends* p, double limit, const double w[3])
{
    if (t->shape.endless && w[2] > 0) return 0;
    const double radial = length_up(w[0], w[1], 0);
    const double length = length_up(w[0], w[1], w[2]);
    if (!(length > 0x1p-400) || !(length < 0x1p400)) return 0;
    double reach = -HUGE_VAL;
    for (int i = 0; i < t->shape.ring_count; i++) {
        const abut_ring* r = &t->shape.rings[i];
        const double here =
            add_up(add_up(multiply_up(r->radius, radial), multiply_up(r->height, w[2])),
                   multiply_up(r->corner, length));
        if (here > reach) reach = here;
    }
    const double allowed = limit > 0 ? multiply_up(-limit, length_down(w[0], w[1], w[2]))
                                     : multiply_up(-limit, length);  // -limit * |w|, upward
    for (int i = 0; i < 3; i++) {
        for (int e = 0; e < 2; e++) {
            const double* c = e ? p->to : p->from;
            double sum = add_up(reach, allowed);
            for (int k = 0; k < 3; k++) {
                // Where the difference is exact, so is its product more often than both products.
                const double up = add_up(c[k], -p->corner[i][k]),
                             down = -add_up(p->corner[i][k], -c[k]);
                sum = add_up(sum, multiply_up(w[k], w[k] > 0 ? up : down));
            }
            if (!(sum <= 0)) return 0;
        }
    }
    return 1;
}

static int proves_either(const turned* t, const prism_ends* p, double limit, const double w[3])
{
    const double back[3] = {-w[0], -w[1], -w[2]};
    return proves(t, p, limit, w) || proves(t, p, limit, back);
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        out[k] = a[i] * b[j] - a[j] * b[i];
    }
}

// Faces of the prism, and upright planes along its edges.
static int faces_prove(const turned* t, const prism_ends* p, double limit, const double edges[4][3])
{
    double w[3];
    for (int i = 0; i < 4; i++) {
        for (int j = 0; j < i; j++) {
            cross(edges[i], edges[j], w);
            if (proves_either(t, p, limit, w)) return 1;
        }
        const double upright[3] = {edges[i][1], -edges[i][0], 0};
        if (proves_either(t, p, limit, upright)) return 1;
    }
    return 0;
}

// From a point on the axis, the middle of a ball, to corners and edges; and straight away from the axis.
static int corners_prove(const turned* t, const prism_ends* p, double limit,
                         const double edges[4][3])
{
    for (int i = 0; i < 6; i++) {
        const double *v = p->corner[i % 3], *c = i < 3 ? p->from : p->to;
        const double away[3] = {v[0] - c[0], v[1] - c[1], 0};
        if (proves(t, p, limit, away)) return 1;
        for (int k = 0; k < t->shape.ring_count; k++) {
            if (t->shape.rings[k].radius != 0) continue;
            const double m[3] = {away[0], away[1], v[2] - c[2] - t->shape.rings[k].height};
            if (proves(t, p, limit, m)) return 1;
            for (int e = 0; e < 4; e++) {
                const double* d = edges[e];
                const double along = m[0] * d[0] + m[1] * d[1] + m[2] * d[2];
                const double square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
                double w[3];
                for (int x = 0; x < 3; x++)
                    w[x] = m[x] * square - along * d[x];
                if (proves(t, p, limit, w)) return 1;
            }
        }
    }
    return 0;
}

int certainly_at_most(const turned* t, const prism_ends* p, double limit)
{
    ASSERT(t->edge_count && !isnan(limit));
    // The errors of sums and products are right only where numbers are rounded to nearest.
    const volatile double one = 1, less = 0x1p-60;
    if (one + less != one || one - less != one || -one - less != -one) return 0;
    static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; k++)
        if (proves_either(t, p, limit, axes[k])) return 1;
    double edges[4][3];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < 3; i++)
            edges[i][k] = p->corner[(i + 1) % 3][k] - p->corner[i][k];
        edges[3][k] = p->to[k] - p->from[k];
    }
    const double(*all)[3] = (const double(*)[3])edges;
    return faces_prove(t, p, limit, all) || corners_prove(t, p, limit, all);
}
