// tree_check.c - see tree_check.h. Nothing here shares code with the builder. Comparisons are written
// so that a NaN is found.
#include "tree/tree_check.h"

#include "base/host.h"

#include <string.h>

typedef struct span {
    uint32_t begin, end;  // of order
    uint32_t depth;
} span;

// Children stand behind their parent, so one pass downwards finds depths and one upwards finds spans.
static const char* find_spans(const tree* t, span* spans, int leaf_size)
{
    size_t depth = 0, children = 0;
    memset(spans, 0, t->node_count * sizeof *spans);
    for (size_t i = 0; i < t->node_count; i++) {
        const node_link link = tree_link(t, (uint32_t)i);
        if (spans[i].depth > depth) depth = spans[i].depth;
        if (link.count) {
            if (link.count > (uint32_t)leaf_size) return "a leaf is too large";
            if ((size_t)link.first + link.count > t->triangle_count) return "a leaf ends outside";
            spans[i].begin = link.first;
            spans[i].end = link.first + link.count;
            continue;
        }
        if (link.first <= i || (size_t)link.first + 2 > t->node_count)
            return "a child is not behind its parent";
        if (spans[link.first].depth) return "a node has two parents";
        spans[link.first].depth = spans[link.first + 1].depth = spans[i].depth + 1;
        children += 2;
    }
    if (children + 1 != t->node_count) return "a node has no parent";
    if (depth != t->depth || depth > TREE_DEPTH_MAX) return "the depth is wrong";
    for (size_t i = t->node_count; i-- > 0;) {
        const node_link link = tree_link(t, (uint32_t)i);
        if (link.count) continue;
        const span *left = &spans[link.first], *right = &spans[link.first + 1];
        if (left->end != right->begin) return "children do not partition their parent";
        spans[i].begin = left->begin;
        spans[i].end = right->end;
    }
    if (spans[0].begin != 0 || spans[0].end != t->triangle_count)
        return "the root does not hold every triangle";
    return NULL;
}

static int order_is_permutation(const tree* t, unsigned char* seen)
{
    memset(seen, 0, t->triangle_count);
    for (size_t i = 0; i < t->triangle_count; i++) {
        if (t->order[i] >= t->triangle_count || seen[t->order[i]]++) return 0;
    }
    return 1;
}

// Coordinates of v in the box, in units of its half lengths.
static int is_inside(const obb* box, const frame* f, const double* v)
{
    long double from[3], cross[3][3], determinant = 0;
    for (int k = 0; k < 3; k++)
        from[k] = ldexpl((long double)v[k], -f->exponent) - (long double)f->origin[k] -
                  (long double)box->centre[k];
    for (int i = 0; i < 3; i++) {
        const double *u = box->axes.row[(i + 1) % 3], *w = box->axes.row[(i + 2) % 3];
        for (int k = 0; k < 3; k++) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            cross[i][k] =
                (long double)u[k1] * (long double)w[k2] - (long double)u[k2] * (long double)w[k1];
        }
    }
    for (int k = 0; k < 3; k++)
        determinant += cross[0][k] * (long double)box->axes.row[0][k];
    for (int i = 0; i < 3; i++) {
        long double along = 0;
        for (int k = 0; k < 3; k++)
            along += cross[i][k] * from[k];
        if (!(fabsl(along / determinant) <= (long double)box->half[i])) return 0;
    }
    return 1;
}

static int defect_is_bounded(const obb* box, double bound)
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            long double product = i == k ? -1 : 0;
            for (int x = 0; x < 3; x++)
                product += (long double)box->axes.row[i][x] * (long double)box->axes.row[k][x];
            if (!(fabsl(product) <= (long double)bound)) return 0;
        }
    }
    return 1;
}

static const char* check_box(const tree* t, const soup_mesh* m, const frame* f, uint32_t node,
                             const span* range)
{
    obb box;
    tree_box(t, node, &box);
    for (int k = 0; k < 3; k++) {
        if (!(fabs(box.centre[k]) < OBB_CENTRE_MAX)) return "a box is far away";
    }
    if (!defect_is_bounded(&box, t->defect)) return "the defect is too small";
    for (uint32_t i = range->begin; i < range->end; i++) {
        const double* vertex[3];
        soup_mesh_vertices(m, t->order[i], vertex);
        for (int k = 0; k < 3; k++) {
            if (!is_inside(&box, f, vertex[k])) return "a vertex lies outside a box";
        }
    }
    return NULL;
}

const char* tree_check(const tree* t, const soup_mesh* m, const frame* f, int leaf_size,
                       const abut_host* host)
{
    if (t->triangle_count != m->triangle_count) return "the number of triangles is wrong";
    if (!t->triangle_count) return t->node_count ? "an empty tree has nodes" : NULL;
    const char* broken = "out of memory";
    span* spans = host_allocate(host, t->node_count, sizeof *spans);
    unsigned char* seen = host_allocate(host, t->triangle_count, 1);
    if (spans && seen) broken = find_spans(t, spans, leaf_size);
    if (!broken && !order_is_permutation(t, seen)) broken = "a triangle is not in one leaf";
    for (size_t i = 0; !broken && i < t->node_count; i++)
        broken = check_box(t, m, f, (uint32_t)i, &spans[i]);
    host_release(host, spans, t->node_count, sizeof *spans);
    host_release(host, seen, t->triangle_count, 1);
    return broken;
}
