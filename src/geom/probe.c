// probe.c - probes on the grid of all vertices of a query: signs in doubles, then in integers. How many
// limbs each number takes is derived in docs/proofs/inside.md, "Inside and outside".
#include "geom/probe.h"

#include "base/base.h"
#include "base/bits.h"
#include "geom/limbs.h"

#include <math.h>

#define N     EXACT_LIMBS_MAX
#define GUARD 0x1p290  // as in posed_pair.c
#define U     0x1p-53

// ------------------------------------------------------------------------------------------- limbs

// Copy a number into more limbs.
static void limbs_extend(uint64_t* out, int n_out, const uint64_t* a, int n)
{
    ASSERT(n > 0 && n_out >= n);
    const uint64_t fill = a[n - 1] >> 63 ? ~UINT64_C(0) : 0;
    for (int i = 0; i < n_out; i++)
        out[i] = i < n ? a[i] : fill;
}

static void integer_to_limbs(uint64_t* out, int n, int64_t x)
{
    const uint64_t low = (uint64_t)x;
    limbs_extend(out, n, &low, 1);
}

// out := q - p, three coordinates of n limbs each.
static void subtract_points(uint64_t* out, const uint64_t* q, const uint64_t* p, int n)
{
    for (int c = 0; c < 3; c++)
        limbs_subtract(out + c * n, q + c * n, p + c * n, n);
}

ALWAYS_INLINE void cross_product_of(uint64_t* out, const uint64_t* u, const uint64_t* v, int n)
{
    uint64_t product[2 * N];
    for (int c = 0; c < 3; c++) {
        const int x = (c + 1) % 3 * n, y = (c + 2) % 3 * n;
        limbs_multiply(out + 2 * n * c, u + x, n, v + y, n);
        limbs_multiply(product, u + y, n, v + x, n);
        limbs_subtract(out + 2 * n * c, out + 2 * n * c, product, 2 * n);
    }
}

ALWAYS_INLINE void dot_product_of(uint64_t* out, const uint64_t* u, int nu, const uint64_t* v,
                                  int nv)
{
    uint64_t product[6 * N];
    limbs_multiply(out, u, nu, v, nv);
    for (int c = 1; c < 3; c++) {
        limbs_multiply(product, u + c * nu, nu, v + c * nv, nv);
        limbs_add(out, out, product, nu + nv);
    }
}

// The sizes of most data, unrolled by the compiler.

// out := u x v, three coordinates of 2 n limbs each.
static void cross_product(uint64_t* out, const uint64_t* u, const uint64_t* v, int n)
{
    switch (n) {
    case 1:
        cross_product_of(out, u, v, 1);
        break;
    case 2:
        cross_product_of(out, u, v, 2);
        break;
    case 3:
        cross_product_of(out, u, v, 3);
        break;
    default:
        cross_product_of(out, u, v, n);
    }
}

// out := u . v, of nu and nv limbs a coordinate.
static void dot_product(uint64_t* out, const uint64_t* u, int nu, const uint64_t* v, int nv)
{
    switch (nu * 16 + nv) {  // nv: of an arm from a vertex, of an arm from two edges
    case 0x21:
        dot_product_of(out, u, 2, v, 1);
        break;
    case 0x23:
        dot_product_of(out, u, 2, v, 3);
        break;
    case 0x42:
        dot_product_of(out, u, 4, v, 2);
        break;
    case 0x46:
        dot_product_of(out, u, 4, v, 6);
        break;
    case 0x63:
        dot_product_of(out, u, 6, v, 3);
        break;
    default:
        dot_product_of(out, u, nu, v, nv);
    }
}

// ------------------------------------------------------------------------------------------- points

void probe_at_vertex(probe* out, const probe_space* space, int side, const double* vertex)
{
    posed_triangle t;
    const double* const all[3] = {vertex, vertex, vertex};
    posed_triangle_place(&t, space->poses, side, all);
    exact_grid_place(&space->grid, space->poses, side, vertex, out->point);
    memcpy(out->near, t.point[0], sizeof out->near);
    out->error = t.error;
    out->weight_limbs = 0;
    out->direction_count = 0;
}

// |a| as mantissa * 2^*exponent; errs by less than 4u of it, in any rounding mode. a is not 0.
static double leading_bits(const uint64_t* a, int n, int* exponent)
{
    ASSERT(limbs_sign(a, n));
    uint64_t magnitude[4 * N];
    memcpy(magnitude, a, (size_t)n * sizeof *a);
    if (limbs_sign(a, n) < 0) limbs_negate(magnitude, n);
    const int bits = limbs_bit_length(magnitude, n), first = bits > 64 ? bits - 64 : 0;
    const int word = first / 64, shift = first % 64;
    uint64_t top = magnitude[word] >> shift;
    if (shift && word + 1 < n) top |= magnitude[word + 1] << (64 - shift);
    *exponent = first;
    return (double)top;
}

// Round p: two numbers of 4u each and a quotient of 2u, 10u in all; below 2^-1021 it may become 0.
static void find_near(probe* p, const probe_space* space)
{
    const int m = p->weight_limbs, n = m + space->grid.limbs;
    int down, up;
    const double weight = leading_bits(p->weight, m, &down);
    double largest = 0;
    for (int c = 0; c < 3; c++) {
        const uint64_t* x = p->point + c * n;
        const int sign = limbs_sign(x, n);
        p->near[c] = 0;
        if (!sign) continue;
        const double quotient = leading_bits(x, n, &up) / weight;
        p->near[c] = sign * double_scale(quotient, up - down + space->grid.exponent);
        if (fabs(p->near[c]) > largest) largest = fabs(p->near[c]);
    }
    p->error = largest <= GUARD ? 12 * U * largest + 0x1p-718 : (double)INFINITY;
}

// p := (q |height of r| + r |height of q|) / (|height of q| + |height of r|). Heights of m limbs, of
// strictly opposite signs; they are used up.
static void weigh(probe* out, const probe_space* space, const uint64_t* q, const uint64_t* r,
                  uint64_t* q_height, uint64_t* r_height, int m)
{
    const int n = space->grid.limbs;
    uint64_t term[4 * N];
    ASSERT(limbs_sign(q_height, m) * limbs_sign(r_height, m) < 0);
    limbs_negate(limbs_sign(q_height, m) < 0 ? q_height : r_height, m);
    limbs_add(out->weight, q_height, r_height, m);
    for (int c = 0; c < 3; c++) {
        uint64_t* x = out->point + c * (n + m);
        limbs_multiply(x, q + c * n, n, r_height, m);
        limbs_multiply(term, r + c * n, n, q_height, m);
        limbs_add(x, x, term, n + m);
    }
    out->weight_limbs = m;
    out->direction_count = 0;
    find_near(out, space);
}

void probe_at_plane(probe* out, const probe_space* space, int side, const double* const edge[2],
                    const double* const triangle[3])
{
    const int n = space->grid.limbs;
    uint64_t end[2][3 * N], corner[3][3 * N], u[3 * N], v[3 * N], normal[6 * N], height[2][3 * N];
    for (int i = 0; i < 3; i++)
        exact_grid_place(&space->grid, space->poses, !side, triangle[i], corner[i]);
    subtract_points(u, corner[1], corner[0], n);
    subtract_points(v, corner[2], corner[0], n);
    cross_product(normal, u, v, n);
    for (int i = 0; i < 2; i++) {
        exact_grid_place(&space->grid, space->poses, side, edge[i], end[i]);
        subtract_points(u, end[i], corner[0], n);
        dot_product(height[i], normal, 2 * n, u, n);
    }
    weigh(out, space, end[0], end[1], height[0], height[1], 3 * n);
}

void probe_at_crossing(probe* out, const probe_space* space, const double* const a_edge[2],
                       const double* const b_edge[2])
{
    const int n = space->grid.limbs;
    uint64_t a[2][3 * N], b[2][3 * N], along[3 * N], arm[3 * N], height[2][6 * N];
    for (int i = 0; i < 2; i++) {
        exact_grid_place(&space->grid, space->poses, 0, a_edge[i], a[i]);
        exact_grid_place(&space->grid, space->poses, 1, b_edge[i], b[i]);
    }
    subtract_points(along, b[1], b[0], n);
    for (int i = 0; i < 2; i++) {
        subtract_points(arm, a[i], b[0], n);
        cross_product(height[i], along, arm, n);
    }
    // Both crosses are normal to the common plane: any axis in which they are not 0 will do.
    int axis = 0;
    while (axis < 2 && !limbs_sign(height[0] + 2 * n * axis, 2 * n))
        axis++;
    weigh(out, space, a[0], a[1], height[0] + 2 * n * axis, height[1] + 2 * n * axis, 2 * n);
}

// --------------------------------------------------------------------------------------- directions

void probe_add_direction(probe* p, const probe_space* space, int side, const double* from,
                         const double* to, int against)
{
    const int n = space->grid.limbs;
    uint64_t start[3 * N], end[3 * N];
    ASSERT(p->direction_count < PROBE_DIRECTIONS_MAX);
    exact_grid_place(&space->grid, space->poses, side, against ? to : from, start);
    exact_grid_place(&space->grid, space->poses, side, against ? from : to, end);
    subtract_points(p->direction[p->direction_count++], end, start, n);
}

void probe_add_axis(probe* p, const probe_space* space, int axis, int sign)
{
    ASSERT(axis >= 0 && axis < 3 && (sign == 1 || sign == -1));
    const int n = space->grid.limbs;
    ASSERT(p->direction_count < PROBE_DIRECTIONS_MAX);
    uint64_t* out = p->direction[p->direction_count++];
    for (int c = 0; c < 3; c++)
        integer_to_limbs(out + c * n, n, c == axis ? sign : 0);
}

int probe_is_straight(const probe* p, const probe_space* space)
{
    const int n = space->grid.limbs, last = p->direction_count - 1;
    uint64_t cross[6 * N];
    ASSERT(last > 0);
    cross_product(cross, p->direction[last - 1], p->direction[last], n);
    for (int c = 0; c < 3; c++)
        if (limbs_sign(cross + 2 * n * c, 2 * n)) return 0;
    return 1;
}

// Coordinate axis of p times the weight of q, in mp + mq + n limbs; a weight of 1 counts as one limb.
static void scaled_coordinate(uint64_t* out, const probe* p, const probe* q, int n, int axis)
{
    const uint64_t one = 1;
    const int np = n + p->weight_limbs;
    uint64_t x[4 * N + 1];
    const int nx = n + (p->weight_limbs ? p->weight_limbs : 1);
    limbs_extend(x, nx, p->point + axis * np, np);
    if (q->weight_limbs) {
        limbs_multiply(out, x, nx, q->weight, q->weight_limbs);
    } else {
        limbs_multiply(out, x, nx, &one, 1);
    }
}

int probe_compare(const probe* p, const probe* q, const probe_space* space, int axis)
{
    ASSERT(axis >= 0 && axis < 3);
    const int n = space->grid.limbs;
    const int limbs =
        n + (p->weight_limbs ? p->weight_limbs : 1) + (q->weight_limbs ? q->weight_limbs : 1);
    uint64_t x[7 * N + 2], y[7 * N + 2];
    scaled_coordinate(x, p, q, n, axis);
    scaled_coordinate(y, q, p, n, axis);
    limbs_subtract(x, x, y, limbs);
    return limbs_sign(x, limbs);
}

// --------------------------------------------------------------------------------------------- rays

ray_direction ray_direction_choose(uint32_t try_index)
{
    ray_direction ray;
    uint64_t state = UINT64_C(0x2545F4914F6CDD1D) * (try_index + 1);
    for (int c = 0; c < 3; c++) {
        state = (state ^ (state >> 29)) * UINT64_C(0xBF58476D1CE4E5B9);
        state ^= state >> 32;
        // In [2^39, 2^40), so that all coordinates are of one size.
        const int64_t size = (int64_t)(state >> 25 | UINT64_C(1) << 39) & ((INT64_C(1) << 40) - 1);
        ray.x[c] = (double)(state & 1 ? -size : size);
    }
    return ray;
}

typedef struct arm {  // as in posed_pair.c
    double x[3], length, error;
} arm;

static arm arm_between(const double from[3], const double to[3], double error)
{
    arm a = {.error = error};
    for (int c = 0; c < 3; c++) {
        a.x[c] = to[c] - from[c];
        a.length += fabs(a.x[c]);
    }
    return a;
}

// The sign of the determinant of three rows if it is certain, else 0 (docs/proofs/decision.md, 3.2).
static int certain_sign(const arm* u, const arm* v, const arm* w)
{
    double value = 0;
    for (int c = 0; c < 3; c++) {
        const int x = (c + 1) % 3, y = (c + 2) % 3;
        value += (u->x[x] * v->x[y] - u->x[y] * v->x[x]) * w->x[c];
    }
    const double flat = u->length * v->length;
    const double bound = 2.4 * (u->error * v->length * w->length +
                                u->length * v->error * w->length + flat * w->error) +
                         25 * U * flat * w->length + 0x1p-700;
    return (value > bound) - (value < -bound);
}

// What one ray and one triangle need; integers when the filter first fails.
typedef struct meeting {
    const probe* p;
    const probe_space* space;
    const ray_direction* ray;
    const posed_triangle* triangle;
    int side, is_exact;
    uint64_t corner[3][3 * N];
} meeting;

static void make_exact(meeting* m)
{
    if (m->is_exact) return;
    for (int i = 0; i < 3; i++)
        exact_grid_place(&m->space->grid, m->space->poses, m->side, m->triangle->vertex[i],
                         m->corner[i]);
    m->is_exact = 1;
}

static void ray_to_limbs(uint64_t* out, const ray_direction* ray, int n)
{
    for (int c = 0; c < 3; c++)
        integer_to_limbs(out + c * n, n, (int64_t)ray->x[c]);
}

// The side of a plane on which the probe is, by its normal and a point on it.
static int exact_side(const probe* p, const uint64_t* normal, const uint64_t* through, int n)
{
    uint64_t arms[3 * 4 * N], value[6 * N];
    const int m = p->weight_limbs, na = n + m;
    if (m) {
        for (int c = 0; c < 3; c++) {
            limbs_multiply(arms + c * na, through + c * n, n, p->weight, m);
            limbs_subtract(arms + c * na, p->point + c * na, arms + c * na, na);
        }
    } else {
        subtract_points(arms, p->point, through, n);
    }
    dot_product(value, normal, 2 * n, arms, na);
    int sign = limbs_sign(value, 2 * n + na);
    for (int i = 0; i < p->direction_count && !sign; i++) {
        dot_product(value, normal, 2 * n, p->direction[i], n);
        sign = limbs_sign(value, 3 * n);
    }
    return sign;
}

static void exact_normal(const meeting* m, uint64_t* normal)
{
    const int n = m->space->grid.limbs;
    uint64_t u[3 * N], v[3 * N];
    subtract_points(u, m->corner[1], m->corner[0], n);
    subtract_points(v, m->corner[2], m->corner[0], n);
    cross_product(normal, u, v, n);
}

// The side of the triangle's plane on which the probe is.
static int plane_side(meeting* m)
{
    const posed_triangle* t = m->triangle;
    const arm u = arm_between(t->point[0], t->point[1], 2 * t->error);
    const arm v = arm_between(t->point[0], t->point[2], 2 * t->error);
    const arm w = arm_between(t->point[0], m->p->near, t->error + m->p->error);
    const int sign = certain_sign(&u, &v, &w);
    if (sign) return sign;
    uint64_t normal[6 * N];
    make_exact(m);
    exact_normal(m, normal);
    return exact_side(m->p, normal, m->corner[0], m->space->grid.limbs);
}

// The side of the triangle's plane to which the ray runs.
static int heading(meeting* m)
{
    static const double origin[3];
    const posed_triangle* t = m->triangle;
    const arm u = arm_between(t->point[0], t->point[1], 2 * t->error);
    const arm v = arm_between(t->point[0], t->point[2], 2 * t->error);
    const arm w = arm_between(origin, m->ray->x, 0);
    const int sign = certain_sign(&u, &v, &w), n = m->space->grid.limbs;
    if (sign) return sign;
    uint64_t normal[6 * N], along[3 * N] = {0}, value[3 * N];
    make_exact(m);
    exact_normal(m, normal);
    ray_to_limbs(along, m->ray, n);
    dot_product(value, normal, 2 * n, along, n);
    return limbs_sign(value, 3 * n);
}

// The side of the plane through edge i along the ray on which the probe is.
static int edge_side(meeting* m, int i)
{
    static const double origin[3];
    const posed_triangle* t = m->triangle;
    const int next = (i + 1) % 3, n = m->space->grid.limbs;
    const arm u = arm_between(t->point[i], t->point[next], 2 * t->error);
    const arm v = arm_between(origin, m->ray->x, 0);
    const arm w = arm_between(t->point[i], m->p->near, t->error + m->p->error);
    const int sign = certain_sign(&u, &v, &w);
    if (sign) return sign;
    uint64_t edge[3 * N], along[3 * N] = {0}, normal[6 * N];
    make_exact(m);
    subtract_points(edge, m->corner[next], m->corner[i], n);
    ray_to_limbs(along, m->ray, n);
    cross_product(normal, edge, along, n);
    return exact_side(m->p, normal, m->corner[i], n);
}

static void meeting_make(meeting* m, const probe* p, const probe_space* space,
                         const ray_direction* ray, const posed_triangle* triangle, int side)
{
    ASSERT(side == 0 || side == 1);
    ASSERT(p->direction_count <= PROBE_DIRECTIONS_MAX);
    m->p = p;
    m->space = space;
    m->ray = ray;
    m->triangle = triangle;
    m->side = side;
    m->is_exact = 0;
}

ray_result ray_triangle(const probe* p, const probe_space* space, const ray_direction* ray,
                        const posed_triangle* triangle, int side)
{
    meeting m;
    meeting_make(&m, p, space, ray, triangle, side);
    const int from = plane_side(&m), to = heading(&m);
    if (from && to != -from) return RAY_MISSES;
    if (!to) return RAY_UNSURE;  // the ray lies in the plane
    int edge[3];
    for (int i = 0; i < 3; i++)
        edge[i] = edge_side(&m, i);
    if (on_both_sides(edge)) return RAY_MISSES;
    if (!from) return RAY_ON;
    return edge[0] && edge[1] && edge[2] ? RAY_HITS : RAY_UNSURE;
}

int ray_leaves(const probe* p, const probe_space* space, const ray_direction* ray,
               const posed_triangle* triangle, int side)
{
    meeting m;
    meeting_make(&m, p, space, ray, triangle, side);
    return heading(&m);
}
