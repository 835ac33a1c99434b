// tree_check.c - see tree_check.h. Nothing here shares code with the builder.
#include "methods/tree/tree_check.h"

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
        if (link_is_leaf(link)) {
            if (link.count > leaf_size) return "a leaf is too large";
            if ((size_t)link.first + (size_t)link.count > t->order_count)
                return "a leaf ends outside";
            spans[i].begin = link.first;
            spans[i].end = link.first + (uint32_t)link.count;
            continue;
        }
        const uint32_t degree = link_children(link);
        if (degree < 2 || degree > (uint32_t)t->degree) return "a node has too many children";
        if (link.first <= i || (size_t)link.first + degree > t->node_count)
            return "a child is not behind its parent";
        for (uint32_t k = 0; k < degree; k++) {
            if (spans[link.first + k].depth) return "a node has two parents";
            spans[link.first + k].depth = spans[i].depth + 1;
        }
        children += degree;
    }
    if (children + 1 != t->node_count) return "a node has no parent";
    if (depth != t->depth || depth > TREE_DEPTH_MAX) return "the depth is wrong";
    for (size_t i = t->node_count; i-- > 0;) {
        const node_link link = tree_link(t, (uint32_t)i);
        if (link_is_leaf(link)) continue;
        if (t->may_repeat) continue;
        const span* child = &spans[link.first];
        const uint32_t degree = link_children(link);
        for (uint32_t k = 1; k < degree; k++) {
            if (child[k - 1].end != child[k].begin) return "children do not partition their parent";
        }
        spans[i].begin = child[0].begin;
        spans[i].end = child[degree - 1].end;
    }
    if (!t->may_repeat && (spans[0].begin != 0 || spans[0].end != t->order_count))
        return "the root does not hold every triangle";
    return NULL;
}

static int order_is_permutation(const tree* t, unsigned char* seen)
{
    memset(seen, 0, t->order_count);
    for (size_t i = 0; i < t->order_count; i++) {
        if (t->order[i] >= t->order_count || seen[t->order[i]]++) return 0;
    }
    return 1;
}

// Turn a point as the tree is turned: the definition, by the quaternion.
static void turn_point(const tree* t, long double point[3])
{
    const int16_t* q = t->turn.part;
    if (kdop_turn_is_none(&t->turn)) return;
    long double norm = 0, scale = 1, cross[3], out[3];
    for (int i = 0; i < 4; i++)
        norm += (long double)q[i] * q[i];
    while (scale * norm > 0.5L)
        scale /= 2;
    // N p + 2 v x (v x p) + 2 w v x p, of the quaternion w + v.
    for (int k = 0; k < 3; k++) {
        const int l = (k + 1) % 3, n = (k + 2) % 3;
        cross[k] = q[1 + l] * point[n] - q[1 + n] * point[l];
    }
    for (int k = 0; k < 3; k++) {
        const int l = (k + 1) % 3, n = (k + 2) % 3;
        out[k] =
            norm * point[k] + 2 * (q[1 + l] * cross[n] - q[1 + n] * cross[l]) + 2 * q[0] * cross[k];
    }
    for (int k = 0; k < 3; k++)
        point[k] = scale * out[k];
}

// ------------------------------------------------------------------- triangles in several leaves

// Whether the leaves' ranges fill order without overlap, and name triangles of the mesh.
static int leaves_fill_order(const tree* t, const soup_mesh* m, unsigned char* seen)
{
    size_t total = 0;
    memset(seen, 0, t->order_count);
    for (size_t i = 0; i < t->node_count; i++) {
        const node_link link = tree_link(t, (uint32_t)i);
        for (int32_t k = 0; k < link.count; k++) {
            const size_t at = (size_t)link.first + (size_t)k;
            if (t->order[at] >= m->triangle_count || seen[at]++) return 0;
            total++;
        }
    }
    return total == t->order_count;
}

static int leaf_holds(const tree* t, node_link link, uint32_t triangle)
{
    for (int32_t k = 0; k < link.count; k++) {
        if (t->order[(size_t)link.first + (size_t)k] == triangle) return 1;
    }
    return 0;
}

// Whether volumes that hold the point lead from the root to a leaf with the triangle.
static int has_path(const tree* t, const long double point[3], uint32_t triangle)
{
    uint32_t stack[TREE_DEPTH_MAX * (TREE_DEGREE_MAX - 1) + 1] = {0};
    size_t height = 1;
    while (height) {
        const uint32_t node = stack[--height];
        const node_link link = tree_link(t, node);
        if (!t->kind->holds(tree_volume(t, node), point)) continue;
        if (link_is_leaf(link)) {
            if (leaf_holds(t, link, triangle)) return 1;
            continue;
        }
        for (uint32_t k = link_children(link); k-- > 0;)
            stack[height++] = link.first + k;
    }
    return 0;
}

// Corners, middles of edges, and points towards them from the centre.
static const char* check_paths(const tree* t, const soup_mesh* m, const frame* f, uint32_t triangle)
{
    static const long double weights[][3] = {{1, 0, 0},
                                             {0, 1, 0},
                                             {0, 0, 1},
                                             {0.5L, 0.5L, 0},
                                             {0, 0.5L, 0.5L},
                                             {0.5L, 0, 0.5L},
                                             {0.5L, 0.25L, 0.25L},
                                             {0.125L, 0.75L, 0.125L},
                                             {0.25L, 0, 0.75L},
                                             {0.625L, 0.375L, 0}};
    const double* vertex[3];
    soup_mesh_vertices(m, triangle, vertex);
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++) {
        long double point[3] = {0, 0, 0};
        for (int x = 0; x < 3; x++) {
            for (int k = 0; k < 3; k++)
                point[x] += weights[i][k] * (ldexpl((long double)vertex[k][x], -f->exponent) -
                                             (long double)f->origin[x]);
        }
        turn_point(t, point);
        if (!has_path(t, point, triangle)) return "a point of a triangle has no path to a leaf";
    }
    return NULL;
}

static const char* check_repeating(const tree* t, const soup_mesh* m, const frame* f,
                                   unsigned char* seen)
{
    const char* broken = NULL;
    if (!leaves_fill_order(t, m, seen)) return "the leaves do not fill the order";
    for (size_t i = 0; !broken && i < t->node_count; i++)
        broken = t->kind->check(tree_volume(t, (uint32_t)i), t->defect);
    for (size_t i = 0; !broken && i < m->triangle_count; i++)
        broken = check_paths(t, m, f, (uint32_t)i);
    return broken;
}

// ----------------------------------------------------------------------- triangles in one leaf each

static const char* check_volume(const tree* t, const soup_mesh* m, const frame* f, uint32_t node,
                                const span* range)
{
    const void* volume = tree_volume(t, node);
    const char* broken = t->kind->check(volume, t->defect);
    if (broken) return broken;
    for (uint32_t i = range->begin; i < range->end; i++) {
        const double* vertex[3];
        soup_mesh_vertices(m, t->order[i], vertex);
        for (int k = 0; k < 3; k++) {
            long double point[3];
            for (int x = 0; x < 3; x++)
                point[x] =
                    ldexpl((long double)vertex[k][x], -f->exponent) - (long double)f->origin[x];
            turn_point(t, point);
            if (!t->kind->holds(volume, point)) return "a vertex lies outside a volume";
        }
    }
    return NULL;
}

const char* tree_check(const tree* t, const soup_mesh* m, const frame* f, int leaf_size,
                       const abut_host* host)
{
    if (t->order_count < m->triangle_count) return "the number of triangles is wrong";
    if (!t->may_repeat && t->order_count != m->triangle_count)
        return "the number of triangles is wrong";
    if (!t->order_count) return t->node_count ? "an empty tree has nodes" : NULL;
    const char* broken = "out of memory";
    span* spans = host_allocate(host, t->node_count, sizeof *spans);
    unsigned char* seen = host_allocate(host, t->order_count, 1);
    if (spans && seen) broken = find_spans(t, spans, leaf_size);
    if (!broken && t->may_repeat) {
        broken = check_repeating(t, m, f, seen);
    } else {
        if (!broken && !order_is_permutation(t, seen)) broken = "a triangle is not in one leaf";
        for (size_t i = 0; !broken && i < t->node_count; i++)
            broken = check_volume(t, m, f, (uint32_t)i, &spans[i]);
    }
    host_release(host, spans, t->node_count, sizeof *spans);
    host_release(host, seen, t->order_count, 1);
    return broken;
}
