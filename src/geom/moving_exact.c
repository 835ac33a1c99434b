// moving_exact.c - see moving.h. From point 0 the others are at A, B and C. With X = B x C, Y = C x A and Z = A x B
//
//     A . X                  0: the four are in one plane
//     X + Y + Z              the normal n of the triangle A B C; n . X, n . Y and n . Z are n . n times the weights of A, B and C
//                            in point 0
//     Y + Z                  the normal n of both edges, but for its sign; the point of each in which their lines meet is told by
//                            - X . n and (X + n) . n on the first, Z . n and Y . n on the second
//
// Where n is 0, the triangle or the edges are on a line, or these are parallel: then they meet where a vertex lies on an edge.
// Where A . X is 0 always, they are first met by a vertex on an edge, too: for the motion is in a plane, if in one that turns.
#include "base/base.h"
#include "base/bits.h"
#include "geom/moving.h"

typedef struct polynomial3 {
    polynomial x[3];
} polynomial3;

typedef struct four {
    real_stack* s;
    int is_edges;
    real end;  // of the time that is asked about
    polynomial3 point[4];
    polynomial3 a, x, y, z;
} four;

// ------------------------------------------------------------------------------------------- vectors

static polynomial3 subtract(real_stack* s, const polynomial3* a, const polynomial3* b)
{
    polynomial3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = polynomial_subtract(s, &a->x[k], &b->x[k]);
    return out;
}

static polynomial3 add(real_stack* s, const polynomial3* a, const polynomial3* b)
{
    polynomial3 out;
    for (int k = 0; k < 3; k++)
        out.x[k] = polynomial_add(s, &a->x[k], &b->x[k]);
    return out;
}

static polynomial3 cross(real_stack* s, const polynomial3* a, const polynomial3* b)
{
    polynomial3 out;
    for (int k = 0; k < 3; k++) {
        const int p = (k + 1) % 3, q = (k + 2) % 3;
        const polynomial left = polynomial_multiply(s, &a->x[p], &b->x[q]),
                         right = polynomial_multiply(s, &a->x[q], &b->x[p]);
        out.x[k] = polynomial_subtract(s, &left, &right);
    }
    return out;
}

static polynomial dot(real_stack* s, const polynomial3* a, const polynomial3* b)
{
    polynomial out = polynomial_multiply(s, &a->x[0], &b->x[0]);
    for (int k = 1; k < 3; k++) {
        const polynomial more = polynomial_multiply(s, &a->x[k], &b->x[k]);
        out = polynomial_add(s, &out, &more);
    }
    return out;
}

static int is_zero_at(real_stack* s, const polynomial3* a, const polynomial_root* time)
{
    return !polynomial_sign_at(s, &a->x[0], time) && !polynomial_sign_at(s, &a->x[1], time) &&
           !polynomial_sign_at(s, &a->x[2], time);
}

static void four_make(four* f, real_stack* s, const moving_four* m, double until)
{
    polynomial3 b, c;
    f->s = s;
    f->is_edges = m->is_edges;
    f->end = real_of(s, until);
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            f->point[i].x[k] =
                polynomial_between(s, real_of(s, m->at[i][0][k]), real_of(s, m->at[i][1][k]));
    f->a = subtract(s, &f->point[1], &f->point[0]);
    b = subtract(s, &f->point[2], &f->point[0]);
    c = subtract(s, &f->point[3], &f->point[0]);
    f->x = cross(s, &b, &c);
    f->y = cross(s, &c, &f->a);
    f->z = cross(s, &f->a, &b);
}

// ------------------------------------------------------------------------------------- vertex on edge

static const int edges_of_triangle[3][3] = {
    {0, 1, 2}, {0, 2, 3}, {0, 3, 1}};  // a vertex, the edge's ends
static const int edges_of_edges[4][3] = {{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}};

static const int (*vertices_on_edges(const four* f, int* count))[3]
{
    *count = f->is_edges ? 4 : 3;
    return f->is_edges ? edges_of_edges : edges_of_triangle;
}

// The one that says more of where they meet: the fewest points, then the lowest.
static int says_more(unsigned points, unsigned than)
{
    const int fewer = __builtin_popcount(points) - __builtin_popcount(than);
    return !than || fewer < 0 || (fewer == 0 && points < than);
}

static unsigned points_at(const four* f, const int who[3], const polynomial3* to_a,
                          const polynomial3* to_b, const polynomial_root* time)
{
    const unsigned vertex = 1u << who[0], a = 1u << who[1], b = 1u << who[2];
    if (is_zero_at(f->s, to_a, time)) return vertex | a;
    return is_zero_at(f->s, to_b, time) ? vertex | b : vertex | a | b;
}

// Whether a vertex lies on an edge at a time; the points that it takes. Returns 0 if not.
static unsigned lies_on_edge(const four* f, const int who[3], const polynomial_root* time)
{
    real_stack* const s = f->s;
    const size_t mark = real_mark(s);
    const polynomial3 to_a = subtract(s, &f->point[who[1]], &f->point[who[0]]),
                      to_b = subtract(s, &f->point[who[2]], &f->point[who[0]]);
    const polynomial3 across = cross(s, &to_a, &to_b);
    const polynomial between = dot(s, &to_a, &to_b);
    const int lies = is_zero_at(s, &across, time) && polynomial_sign_at(s, &between, time) <= 0;
    const unsigned points = lies ? points_at(f, who, &to_a, &to_b, time) : 0;
    real_release(s, mark);
    return points;
}

static unsigned lies_on_some_edge(const four* f, const polynomial_root* time)
{
    unsigned best = 0;
    int count;
    const int(*const who)[3] = vertices_on_edges(f, &count);
    for (int i = 0; i < count; i++) {
        const unsigned points = lies_on_edge(f, who[i], time);
        if (points && says_more(points, best)) best = points;
    }
    return best;
}

// All in one line, always: the first time that the vertex is not beside the edge. Returns 0 if there is none.
static int first_in_line(const four* f, const polynomial* between, polynomial_root* out)
{
    const real start = {0, 0, f->s->words};
    polynomial_root roots[POLYNOMIAL_ROOTS_MOST];
    if (between->degree < 0 || polynomial_sign(f->s, between, start) <= 0) {
        *out = (polynomial_root){.of = {.degree = -1}, .low = start, .high = start, .is_exact = 1};
        return 1;
    }
    if (!polynomial_roots(f->s, between, start, f->end, roots)) return 0;
    *out = roots[0];
    return 1;
}

// The first time that a vertex lies on an edge. Returns 0 if it never does.
static int first_on_edge(const four* f, const int who[3], polynomial_root* out)
{
    real_stack* const s = f->s;
    const polynomial3 to_a = subtract(s, &f->point[who[1]], &f->point[who[0]]),
                      to_b = subtract(s, &f->point[who[2]], &f->point[who[0]]);
    const polynomial3 across = cross(s, &to_a, &to_b);
    polynomial_root roots[POLYNOMIAL_ROOTS_MOST];
    int k = 0;
    while (k < 3 && across.x[k].degree < 0)
        k++;
    if (k == 3) {
        const polynomial between = dot(s, &to_a, &to_b);
        return first_in_line(f, &between, out);
    }
    const int count = polynomial_roots(s, &across.x[k], (real){0, 0, s->words}, f->end, roots);
    for (int i = 0; i < count; i++) {
        if (!lies_on_edge(f, who, &roots[i])) continue;
        *out = roots[i];
        return 1;
    }
    return 0;
}

// The motion is in a plane.
static int first_in_plane(const four* f, polynomial_root* out)
{
    int count, found = 0;
    const int(*const who)[3] = vertices_on_edges(f, &count);
    polynomial_root time;
    for (int i = 0; i < count; i++) {
        if (!first_on_edge(f, who[i], &time)) continue;
        if (!found || polynomial_roots_compare(f->s, &time, out) < 0) *out = time;
        found = 1;
    }
    return found;
}

// ------------------------------------------------------------------------------------------ in space

// Whether the points of the triangle or the edges, now in one plane, share one; who takes part. Returns 0 if not.
static unsigned meets_at(const four* f, const polynomial_root* time)
{
    // Who is not needed where a weight is 0.
    static const unsigned without[2][4] = {{1u << 1, 1u << 2, 1u << 3, 0},
                                           {1u << 1, 1u << 0, 1u << 3, 1u << 2}};
    real_stack* const s = f->s;
    const size_t mark = real_mark(s);
    const polynomial3 yz = add(s, &f->y, &f->z), all = add(s, &yz, &f->x);
    polynomial weight[4];
    int count = 3;
    if (f->is_edges) {
        const polynomial minus = dot(s, &f->x, &yz);
        weight[0] = polynomial_subtract(s, &(polynomial){.degree = -1}, &minus);
        weight[1] = dot(s, &all, &yz);
        weight[2] = dot(s, &f->z, &yz);
        weight[3] = dot(s, &f->y, &yz);
        count = 4;
    } else {
        weight[0] = dot(s, &all, &f->x);
        weight[1] = dot(s, &all, &f->y);
        weight[2] = dot(s, &all, &f->z);
    }
    unsigned points = 0xf;
    int is_proper = 0, is_within = 1;
    for (int i = 0; i < count && is_within; i++) {
        const int sign = polynomial_sign_at(s, &weight[i], time);
        is_within = sign >= 0;
        is_proper |= sign > 0;
        if (!sign) points &= ~without[f->is_edges][i];
    }
    real_release(s, mark);
    if (!is_within) return 0;
    return is_proper ? points : lies_on_some_edge(f, time);
}

static int first_in_space(const four* f, const polynomial* plane, polynomial_root* out)
{
    polynomial_root roots[POLYNOMIAL_ROOTS_MOST];
    const int count = polynomial_roots(f->s, plane, (real){0, 0, f->s->words}, f->end, roots);
    for (int i = 0; i < count; i++) {
        if (!meets_at(f, &roots[i])) continue;
        *out = roots[i];
        return 1;
    }
    return 0;
}

int moving_first(real_stack* s, const moving_four* m, double until, moving_meeting* out)
{
    four f;
    four_make(&f, s, m, until);
    const polynomial plane = dot(s, &f.a, &f.x);
    const polynomial_root start = {
        .of = {.degree = -1}, .low = {0, 0, s->words}, .high = {0, 0, s->words}, .is_exact = 1};
    const int is_flat = plane.degree < 0;
    if (is_flat && meets_at(&f, &start))
        out->time = start;  // a vertex may begin inside the triangle, where it crosses no edge
    else if (!(is_flat ? first_in_plane(&f, &out->time) : first_in_space(&f, &plane, &out->time)))
        return 0;
    out->points = meets_at(&f, &out->time);
    ASSERT(out->points);
    polynomial_root_enclose(s, &out->time, &out->lo, &out->hi);
    return 1;
}

int moving_compare(real_stack* s, const moving_meeting* a, const moving_meeting* b)
{
    const int lo = double_compare(a->lo, b->lo);
    if (lo) return lo;
    const int hi = double_compare(a->hi, b->hi);
    if (hi || !double_compare(a->lo, a->hi)) return hi;
    const size_t mark = real_mark(s);
    const int order = polynomial_roots_compare(s, &a->time, &b->time);
    real_release(s, mark);
    return order;
}
