// self_truth.c - see self_truth.h.
#include "support/self_truth.h"

#include <gmp.h>
#include <string.h>

enum { MOST = 24 };

typedef struct point {
    mpq_t x[3];
} point;

// Points whose hull is meant.
typedef struct hull {
    point at[MOST];
    int count;
} hull;

static void point_init(point* p)
{
    for (int k = 0; k < 3; k++)
        mpq_init(p->x[k]);
}

static void point_clear(point* p)
{
    for (int k = 0; k < 3; k++)
        mpq_clear(p->x[k]);
}

static void point_set(point* to, const point* from)
{
    for (int k = 0; k < 3; k++)
        mpq_set(to->x[k], from->x[k]);
}

static int points_equal(const point* p, const point* q)
{
    return mpq_equal(p->x[0], q->x[0]) && mpq_equal(p->x[1], q->x[1]) &&
           mpq_equal(p->x[2], q->x[2]);
}

static void subtract(point* out, const point* p, const point* q)
{
    for (int k = 0; k < 3; k++)
        mpq_sub(out->x[k], p->x[k], q->x[k]);
}

static void negate(point* p)
{
    for (int k = 0; k < 3; k++)
        mpq_neg(p->x[k], p->x[k]);
}

static void cross(point* out, const point* p, const point* q)
{
    mpq_t first, second;
    mpq_init(first);
    mpq_init(second);
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        mpq_mul(first, p->x[i], q->x[j]);
        mpq_mul(second, p->x[j], q->x[i]);
        mpq_sub(out->x[k], first, second);
    }
    mpq_clear(first);
    mpq_clear(second);
}

static void dot(mpq_t out, const point* p, const point* q)
{
    mpq_t product;
    mpq_init(product);
    mpq_set_si(out, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(product, p->x[k], q->x[k]);
        mpq_add(out, out, product);
    }
    mpq_clear(product);
}

static int is_zero(const point* p)
{
    return !mpq_sgn(p->x[0]) && !mpq_sgn(p->x[1]) && !mpq_sgn(p->x[2]);
}

// The sign of g . (p - from).
static int side(const point* g, const point* from, const point* p)
{
    point d;
    mpq_t value;
    point_init(&d);
    mpq_init(value);
    subtract(&d, p, from);
    dot(value, g, &d);
    const int sign = mpq_sgn(value);
    mpq_clear(value);
    point_clear(&d);
    return sign;
}

// --------------------------------------------------------------------------------------- triangles

// A triangle: its different vertices, and what it is.
typedef struct shape {
    point vertex[3];
    int vertex_count;  // different ones
    point end[3];      // the corners of the triangle, the ends of the segment, the point
    int end_count;
    point normal;  // of a triangle
} shape;

static void shape_init(shape* s)
{
    for (int k = 0; k < 3; k++) {
        point_init(&s->vertex[k]);
        point_init(&s->end[k]);
    }
    point_init(&s->normal);
}

static void shape_clear(shape* s)
{
    for (int k = 0; k < 3; k++) {
        point_clear(&s->vertex[k]);
        point_clear(&s->end[k]);
    }
    point_clear(&s->normal);
}

static int compare(const point* p, const point* q)
{
    int sign = 0;
    for (int k = 0; k < 3 && !sign; k++)
        sign = mpq_cmp(p->x[k], q->x[k]);
    return sign;
}

static int has_vertex(const shape* s, const point* p)
{
    for (int i = 0; i < s->vertex_count; i++)
        if (points_equal(&s->vertex[i], p)) return 1;
    return 0;
}

static void shape_make(shape* s, double t[3][3])
{
    point u, v, p;
    point_init(&u);
    point_init(&v);
    point_init(&p);
    s->vertex_count = 0;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            mpq_set_d(p.x[k], t[i][k]);
        if (!has_vertex(s, &p)) point_set(&s->vertex[s->vertex_count++], &p);
    }
    if (s->vertex_count == 3) {
        subtract(&u, &s->vertex[1], &s->vertex[0]);
        subtract(&v, &s->vertex[2], &s->vertex[0]);
        cross(&s->normal, &u, &v);
    }
    if (s->vertex_count == 3 && !is_zero(&s->normal)) {
        s->end_count = 3;
        for (int i = 0; i < 3; i++)
            point_set(&s->end[i], &s->vertex[i]);
    } else {
        int low = 0, high = 0;
        for (int i = 1; i < s->vertex_count; i++) {
            if (compare(&s->vertex[i], &s->vertex[low]) < 0) low = i;
            if (compare(&s->vertex[i], &s->vertex[high]) > 0) high = i;
        }
        s->end_count = low == high ? 1 : 2;
        point_set(&s->end[0], &s->vertex[low]);
        point_set(&s->end[1], &s->vertex[high]);
    }
    point_clear(&u);
    point_clear(&v);
    point_clear(&p);
}

// ----------------------------------------------------------------------------------- the shared set

// Where p q meets the plane g . (x - from) = 0, of which they are on both sides.
static void meet(point* out, const point* g, const point* from, const point* p, const point* q)
{
    point d;
    mpq_t at_p, at_q;
    point_init(&d);
    mpq_init(at_p);
    mpq_init(at_q);
    subtract(&d, p, from);
    dot(at_p, g, &d);
    subtract(&d, q, from);
    dot(at_q, g, &d);
    mpq_sub(at_q, at_p, at_q);
    mpq_div(at_p, at_p, at_q);
    subtract(&d, q, p);
    for (int k = 0; k < 3; k++) {
        mpq_mul(d.x[k], d.x[k], at_p);
        mpq_add(out->x[k], p->x[k], d.x[k]);
    }
    mpq_clear(at_p);
    mpq_clear(at_q);
    point_clear(&d);
}

// Keep what has g . (x - from) >= 0 of points in cyclic order.
static void clip(hull* h, const point* g, const point* from)
{
    static hull out;
    static int is_made;
    for (int i = 0; i < MOST && !is_made; i++)
        point_init(&out.at[i]);
    is_made = 1;
    out.count = 0;
    for (int i = 0; i < h->count; i++) {
        const point *p = &h->at[i], *q = &h->at[(i + 1) % h->count];
        const int s = side(g, from, p), t = side(g, from, q);
        if (s >= 0) point_set(&out.at[out.count++], p);
        if (s * t < 0) meet(&out.at[out.count++], g, from, p, q);
    }
    h->count = out.count;
    for (int i = 0; i < out.count; i++)
        point_set(&h->at[i], &out.at[i]);
}

static void clip_both(hull* h, point* g, const point* from)
{
    clip(h, g, from);
    negate(g);
    clip(h, g, from);
}

// Clip by the half-spaces that a shape is the intersection of.
static void clip_by(hull* h, const shape* s)
{
    point g, d, axis;
    point_init(&g);
    point_init(&d);
    point_init(&axis);
    if (s->end_count == 3) {
        point_set(&g, &s->normal);
        clip_both(h, &g, &s->end[0]);
        for (int i = 0; i < 3; i++) {
            subtract(&d, &s->end[(i + 1) % 3], &s->end[i]);
            cross(&g, &s->normal, &d);
            clip(h, &g, &s->end[i]);
        }
    } else {
        subtract(&d, &s->end[1], &s->end[0]);
        for (int k = 0; k < 3; k++) {
            for (int m = 0; m < 3; m++)
                mpq_set_si(axis.x[m], m == k, 1);
            // Planes along the segment; of a point, those across the axes.
            if (s->end_count == 2)
                cross(&g, &axis, &d);
            else
                point_set(&g, &axis);
            clip_both(h, &g, &s->end[0]);
        }
        if (s->end_count == 2) {
            clip(h, &d, &s->end[0]);
            negate(&d);
            clip(h, &d, &s->end[1]);
        }
    }
    point_clear(&g);
    point_clear(&d);
    point_clear(&axis);
}

static int has_several(const hull* h)
{
    for (int i = 1; i < h->count; i++)
        if (!points_equal(&h->at[0], &h->at[i])) return 1;
    return 0;
}

// A point inside of the hull, relative to it.
static void middle(point* out, const hull* h)
{
    mpq_t count;
    mpq_init(count);
    mpq_set_si(count, h->count, 1);
    for (int k = 0; k < 3; k++) {
        mpq_set_si(out->x[k], 0, 1);
        for (int i = 0; i < h->count; i++)
            mpq_add(out->x[k], out->x[k], h->at[i].x[k]);
        mpq_div(out->x[k], out->x[k], count);
    }
    mpq_clear(count);
}

// ------------------------------------------------------------------------------------ how they meet

// Whether p is on the segment q r; strictly: and is neither end.
static int is_between(const point* p, const point* q, const point* r, int strictly)
{
    point u, v, w;
    point_init(&u);
    point_init(&v);
    point_init(&w);
    subtract(&u, r, q);
    subtract(&v, p, q);
    cross(&w, &u, &v);
    const int on_line = is_zero(&w);
    const int from = side(&u, q, p), to = side(&u, r, p);
    const int is_end = points_equal(p, q) || points_equal(p, r);
    point_clear(&u);
    point_clear(&v);
    point_clear(&w);
    return is_end ? !strictly : on_line && from > 0 && to < 0;
}

static int is_on_border(const shape* s, const point* p)
{
    if (s->end_count < 3) return 1;
    for (int i = 0; i < 3; i++)
        if (is_between(p, &s->end[i], &s->end[(i + 1) % 3], 0)) return 1;
    return 0;
}

static int is_inside_edge(const shape* s, const point* p)
{
    const int edges = s->end_count == 3 ? 3 : s->end_count - 1;
    for (int i = 0; i < edges; i++)
        if (is_between(p, &s->end[i], &s->end[(i + 1) % s->end_count], 1)) return 1;
    return 0;
}

// Whether a corner of one is inside an edge of the other, and no vertex of that.
static int has_joint(const shape* a, const shape* b)
{
    for (int i = 0; i < a->end_count; i++)
        if (is_inside_edge(b, &a->end[i]) && !has_vertex(b, &a->end[i])) return 1;
    return 0;
}

// Whether a plane holds both.
static int are_flat(const shape* a, const shape* b)
{
    const shape *face = a->end_count == 3 ? a : b, *other = face == a ? b : a;
    int flat = 1;
    if (face->end_count == 3) {
        for (int i = 0; i < other->end_count; i++)
            flat &= !side(&face->normal, &face->end[0], &other->end[i]);
        return flat;
    }
    if (a->end_count == 1 || b->end_count == 1) return 1;
    point u, v, n;
    point_init(&u);
    point_init(&v);
    point_init(&n);
    subtract(&u, &a->end[1], &a->end[0]);
    subtract(&v, &b->end[1], &b->end[0]);
    cross(&n, &u, &v);
    flat = !side(&n, &a->end[0], &b->end[0]);
    point_clear(&u);
    point_clear(&v);
    point_clear(&n);
    return flat;
}

static int is_on_both_sides(const shape* face, const shape* other)
{
    int above = 0, below = 0;
    if (face->end_count < 3) return 0;
    for (int i = 0; i < other->end_count; i++) {
        const int s = side(&face->normal, &face->end[0], &other->end[i]);
        above |= s > 0;
        below |= s < 0;
    }
    return above && below;
}

// Of two triangles in one plane: whether their third vertices are on one side of the common edge.
static int are_folded(const shape* a, const shape* b, const hull* common)
{
    const shape* both[2] = {a, b};
    point u, v, n[2];
    mpq_t value;
    point_init(&u);
    point_init(&v);
    mpq_init(value);
    subtract(&u, &common->at[1], &common->at[0]);
    for (int k = 0; k < 2; k++) {
        point_init(&n[k]);
        for (int i = 0; i < 3; i++) {
            const point* p = &both[k]->end[i];
            if (points_equal(p, &common->at[0]) || points_equal(p, &common->at[1])) continue;
            subtract(&v, p, &common->at[0]);
            cross(&n[k], &u, &v);
        }
    }
    dot(value, &n[0], &n[1]);
    const int sign = mpq_sgn(value);
    mpq_clear(value);
    point_clear(&u);
    point_clear(&v);
    point_clear(&n[0]);
    point_clear(&n[1]);
    return sign > 0;
}

static int is_within(const hull* shared, const hull* common)
{
    for (int i = 0; i < shared->count; i++) {
        const point* p = &shared->at[i];
        if (common->count == 0) return 0;
        if (common->count == 1 && !points_equal(p, &common->at[0])) return 0;
        if (common->count == 2 && !is_between(p, &common->at[0], &common->at[1], 0)) return 0;
    }
    return 1;
}

static abut_kind kind_of(const shape* a, const shape* b, const hull* shared)
{
    if (!shared->count) return ABUT_KIND_APART;
    if (!has_several(shared)) return ABUT_KIND_TOUCH;
    if (is_on_both_sides(a, b) && is_on_both_sides(b, a)) return ABUT_KIND_CROSS;
    return are_flat(a, b) ? ABUT_KIND_COPLANAR : ABUT_KIND_TOUCH;
}

static int class_of(const shape* a, const shape* b, const hull* shared, const hull* common,
                    abut_kind kind)
{
    if (common->count == a->vertex_count && common->count == b->vertex_count)
        return ABUT_SELF_DUPLICATE;
    if (is_within(shared, common)) return 0;
    if (common->count == 2 && a->end_count == 3 && b->end_count == 3 && are_flat(a, b) &&
        are_folded(a, b, common))
        return ABUT_SELF_FOLDED;
    if (kind == ABUT_KIND_CROSS) return ABUT_SELF_CROSSING;
    point inside;
    point_init(&inside);
    middle(&inside, shared);
    const int on_borders = is_on_border(a, &inside) && is_on_border(b, &inside);
    point_clear(&inside);
    if (kind == ABUT_KIND_COPLANAR && !on_borders) return ABUT_SELF_OVERLAP;
    return on_borders && (has_joint(a, b) || has_joint(b, a)) ? ABUT_SELF_T_JOINT
                                                              : ABUT_SELF_TOUCHING;
}

self_truth self_truth_of(double a[3][3], double b[3][3])
{
    shape s[2];
    hull shared, common;
    self_truth out;
    for (int i = 0; i < MOST; i++) {
        point_init(&shared.at[i]);
        point_init(&common.at[i]);
    }
    shape_init(&s[0]);
    shape_init(&s[1]);
    shape_make(&s[0], a);
    shape_make(&s[1], b);
    common.count = 0;
    for (int i = 0; i < s[0].vertex_count; i++)
        if (has_vertex(&s[1], &s[0].vertex[i]))
            point_set(&common.at[common.count++], &s[0].vertex[i]);
    shared.count = s[0].end_count;
    for (int i = 0; i < shared.count; i++)
        point_set(&shared.at[i], &s[0].end[i]);
    clip_by(&shared, &s[1]);
    out.kind = kind_of(&s[0], &s[1], &shared);
    out.how = class_of(&s[0], &s[1], &shared, &common, out.kind);
    out.shared_vertices = common.count;
    out.degenerate = (s[0].end_count < 3) | (s[1].end_count < 3) << 1;
    shape_clear(&s[0]);
    shape_clear(&s[1]);
    for (int i = 0; i < MOST; i++) {
        point_clear(&shared.at[i]);
        point_clear(&common.at[i]);
    }
    return out;
}
