// point_near.c - see point_near.h.
#include "query/point_near.h"

#include "base/base.h"

#include <string.h>

int point_is_degenerate(const point_place* place, uint32_t triangle)
{
    return soup_mesh_corners(&place->placed.model->mesh, triangle).count < 3;
}

static void square_of(const point_place* place, const double point[3], uint32_t triangle,
                      int likely, int with_least, nearest_square* out)
{
    exact_points e;
    point_place_exact(place, point, triangle, EXACT_RELATIVE, &e);
    nearest_exact(&e, (abut_event){(uint8_t)likely, ABUT_FEATURE_VERTEX_0}, with_least, out);
}

void point_measure(const point_place* place, const double point[3], uint32_t triangle, int likely,
                   point_distance* out)
{
    nearest_square square;
    square_of(place, point, triangle, likely, 0, &square);
    *out = (point_distance){.triangle = triangle, .feature = square.features.a};
    nearest_enclose(&square, &out->lo, &out->hi);
}

// By their bits, since one may be infinite. None is negative.
static int order_of(double x, double y)
{
    const int64_t a = double_order(x), b = double_order(y);
    return (a > b) - (a < b);
}

// The mesh's vertices of a feature, the least first; how many.
static int vertices_of(const soup_mesh* m, const point_distance* d, uint32_t out[3])
{
    const uint32_t* corner = m->triangles + (size_t)d->triangle * 3;
    if (d->feature < ABUT_FEATURE_EDGE_0) {
        out[0] = corner[d->feature];
        return 1;
    }
    if (d->feature == ABUT_FEATURE_FACE) return 3;
    const int i = d->feature - ABUT_FEATURE_EDGE_0;
    const uint32_t p = corner[i], q = corner[(i + 1) % 3];
    out[0] = p < q ? p : q;
    out[1] = p < q ? q : p;
    return 2;
}

// Whether two triangles hold their nearest points in the same vertex or edge.
static int share_feature(const soup_mesh* m, const point_distance* x, const point_distance* y)
{
    uint32_t p[3], q[3];
    const int count = vertices_of(m, x, p);
    if (count == 3 || vertices_of(m, y, q) != count) return 0;
    return p[0] == q[0] && (count == 1 || p[1] == q[1]);
}

// -1, 0 or 1 as x is nearer than y, as near, or farther. Between doubles that differ real numbers differ.
static int compare_distances(const point_list* l, const point_distance* x, const point_distance* y)
{
    const int by_low = order_of(x->lo, y->lo);
    if (by_low) return by_low;
    const int by_high = order_of(x->hi, y->hi);
    if (by_high) return by_high;
    if (double_is_equal(x->lo, x->hi)) return 0;  // it is that double
    if (PRUNE(share_feature(&l->place->placed.model->mesh, x, y))) return 0;
    nearest_square square[2];
    square_of(l->place, l->point, x->triangle, x->feature, 0, &square[0]);
    square_of(l->place, l->point, y->triangle, y->feature, 0, &square[1]);
    return nearest_compare(&square[0], &square[1]);
}

static int is_before(const point_list* l, const point_distance* x, const point_distance* y)
{
    const int sign = compare_distances(l, x, y);
    return sign ? sign < 0 : x->triangle < y->triangle;
}

void point_list_add(point_list* l, const point_distance* d)
{
    // The distance is hi, or below it and above the double before: so it is within what hi is within.
    if (order_of(d->hi, l->within) > 0) return;
    size_t low = 0, high = l->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_before(l, d, &l->list[middle]))
            high = middle;
        else
            low = middle + 1;
    }
    if (low == l->most) return;
    if (l->count < l->most) l->count++;
    memmove(l->list + low + 1, l->list + low, (l->count - 1 - low) * sizeof *l->list);
    l->list[low] = *d;
}

int point_take(point_list* l, uint32_t triangle, const foot_found* f)
{
    point_distance d = {.triangle = triangle};
    const int is_measured = f && PRUNE(f->is_measured);
    if (is_measured) {
        d.lo = f->lo;
        d.hi = f->hi;
        d.feature = f->feature;
        d.is_told = f->is_told && !point_is_degenerate(l->place, triangle);
        memcpy(d.point, f->point, sizeof d.point);
    } else {
        point_measure(l->place, l->point, triangle, f ? f->feature : ABUT_FEATURE_FACE, &d);
    }
    point_list_add(l, &d);
    return !is_measured;
}

// In integers: the least feature, and the point.
static void tell(const point_list* l, point_distance* d)
{
    nearest_square square;
    exact_points world;
    double own[3];
    square_of(l->place, l->point, d->triangle, d->feature,
              point_is_degenerate(l->place, d->triangle), &square);
    point_place_exact(l->place, l->point, d->triangle, EXACT_WORLD, &world);
    nearest_points(&world, square.features, d->point, own);
    d->feature = square.features.a;
}

void point_list_tell(const point_list* l, abut_point_near* out)
{
    for (size_t i = 0; i < l->count; i++) {
        point_distance d = l->list[i];
        if (!d.is_told) tell(l, &d);
        out[i] = (abut_point_near){
            .lo = d.lo, .hi = d.hi, .triangle = d.triangle, .feature = (abut_feature)d.feature};
        memcpy(out[i].point, d.point, sizeof d.point);
    }
}
