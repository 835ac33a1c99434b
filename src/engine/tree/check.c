// check.c - see engine/build/build.h. Nothing here shares code with the builder.
#include "engine/build/build.h"
#include "engine/tree/pack.h"

#include <math.h>
#include <string.h>

#define DEFECT_MOST 0.001  // for which bounds are derived

typedef struct checker {
    const wide_tree* t;
    const soup_mesh* m;
    const frame* f;
    int leaf_size;
    unsigned char* seen;  // of each triangle
    uint32_t* order;      // triangles, leaf by leaf
    size_t order_count;
    size_t node_count, leaf_count;  // met so far
    size_t depth;
} checker;

static void point_of(const checker* c, uint32_t triangle, int corner, long double point[3])
{
    const double* vertex[3];
    soup_mesh_vertices(c->m, triangle, vertex);
    for (int k = 0; k < 3; k++)
        point[k] =
            ldexpl((long double)vertex[corner][k], -c->f->exponent) - (long double)c->f->origin[k];
}

// Whether a box holds a point: its coordinates there in units of the half lengths, by Cramer's rule.
static int box_holds(const wide_node* n, int lane, const long double point[3])
{
    long double axis[3][3], cross[3], from[3];
    for (int k = 0; k < 3; k++) {
        from[k] = point[k] - (long double)n->centre[k][lane];
        for (int i = 0; i < 3; i++)
            axis[i][k] = (long double)n->axis[3 * i + k][lane];
    }
    for (int i = 0; i < 3; i++) {
        const long double *u = axis[(i + 1) % 3], *w = axis[(i + 2) % 3];
        long double along = 0, determinant = 0;
        for (int k = 0; k < 3; k++) {
            cross[k] = u[(k + 1) % 3] * w[(k + 2) % 3] - u[(k + 2) % 3] * w[(k + 1) % 3];
            along += cross[k] * from[k];
            determinant += cross[k] * axis[i][k];
        }
        if (!(fabsl(along / determinant) <= (long double)n->half[i][lane])) return 0;
    }
    return 1;
}

static const char* check_numbers(const checker* c, const wide_node* n, int lane)
{
    for (int i = 0; i < 3; i++) {
        if (!(fabsf(n->centre[i][lane]) < 3.5F)) return "a box is far away";
        if (!(n->half[i][lane] >= 0)) return "a box has a side below 0";
        for (int k = 0; k < 3; k++) {
            long double product = i == k ? -1 : 0;
            for (int x = 0; x < 3; x++)
                product +=
                    (long double)n->axis[3 * i + x][lane] * (long double)n->axis[3 * k + x][lane];
            if (!(fabsl(product) <= (long double)c->t->defect)) return "the defect is too small";
        }
    }
    return NULL;
}

static const char* check_empty_lane(const wide_node* n, int lane)
{
    for (int i = 0; i < 3; i++) {
        if (n->half[i][lane] != WIDE_NO_HALF) return "a lane without a child has half lengths";
        if (n->centre[i][lane] != 0) return "a lane without a child has a centre";
    }
    for (int i = 0; i < 9; i++) {
        if (n->axis[i][lane] != 0) return "a lane without a child has axes";
    }
    return n->child[lane] != 0 ? "a lane without a child has one" : NULL;
}

static const char* check_packed_empty_lane(const wide_packed* p, int lane)
{
    for (int i = 0; i < 3; i++) {
        if (p->half[i][lane] != p->half[0][WIDE_LANES - 1])
            return "a lane without a child has half lengths";
        if (p->centre[i][lane] != 0) return "a lane without a child has a centre";
        if (p->turn[i][lane] != 0) return "a lane without a child has axes";
    }
    return p->child[lane] != 0 ? "a lane without a child has one" : NULL;
}

static const char* check_grid(const wide_packed* p)
{
    int exponent;
    if (frexpf(p->unit, &exponent) != 0.5F || !(p->unit >= 0x1p-22F)) return "a unit is wrong";
    for (int k = 0; k < 3; k++) {
        const float units = p->origin[k] / p->unit;
        if (!(fabsf(units) <= 0x1p24F) || units != floorf(units))
            return "an origin is off the grid";
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------ leaves

static const char* check_leaf_lane(const checker* c, const wide_leaf* leaf, int lane,
                                   uint32_t triangle)
{
    // Units below 2^-110 are 0, and so are corners up to 2^-88.
    const long double more =
        c->t->shorts ? (long double)WIDE_SHORT_ERROR * (long double)leaf->reach + 0x1p-87L : 0;
    for (int v = 0; v < 3; v++) {
        long double point[3];
        point_of(c, triangle, v, point);
        for (int k = 0; k < 3; k++) {
            const float corner = leaf->corner[3 * v + k][lane];
            const long double exact = point[k] - (long double)leaf->origin[k];
            // The difference in double, then rounded: 2^-23 in any rounding mode.
            const long double error =
                0x1.01p-23L * fabsl(exact) + 0x1p-51L * fabsl(point[k]) + 0x1p-120L + more;
            if (!(fabsl((long double)corner - exact) <= error)) return "a corner is misplaced";
            if (!(fabsf(corner) <= leaf->reach)) return "a leaf reaches too short";
        }
    }
    return NULL;
}

static const char* check_leaf(checker* c, size_t index)
{
    if (index != c->leaf_count++) return "leaves are not depth-first";
    wide_leaf longer;
    if (c->t->shorts) wide_lengthen(&c->t->shorts[index], &longer);
    const wide_leaf* leaf = c->t->shorts ? &longer : c->t->leaves ? &c->t->leaves[index] : NULL;
    const uint32_t* ids = wide_ids(c->t, index);
    int count = 0;
    while (count < WIDE_LEAF && ids[count] != WIDE_NOBODY)
        count++;
    if (count < 1 || count > c->leaf_size) return "a leaf has too many triangles, or none";
    for (int k = 0; leaf && k < 3; k++) {
        if (!((double)fabsf(leaf->origin[k]) <= WIDE_ORIGIN_MAX)) return "a leaf's origin is far";
    }
    for (int lane = 0; lane < WIDE_LEAF; lane++) {
        const uint32_t id = ids[lane];
        if (lane >= count) {
            if (id != WIDE_NOBODY) return "a triangle stands behind nobody";
        } else {
            if (id >= c->m->triangle_count || !soup_mesh_has(c->m, id) || c->seen[id]++)
                return "a triangle is not in one leaf";
            c->order[c->order_count++] = id;
        }
        if (!leaf) continue;
        const char* broken = check_leaf_lane(c, leaf, lane, lane < count ? id : ids[0]);
        if (broken) return broken;
    }
    return NULL;
}

// ------------------------------------------------------------------------------------------- nodes

static const char* check_node(checker* c, size_t index, size_t depth);

static const char* check_child(checker* c, const wide_node* n, int lane, size_t depth)
{
    const size_t begin = c->order_count;
    const int32_t child = n->child[lane];
    const char* broken =
        child < 0 ? check_leaf(c, (size_t)~child) : check_node(c, (size_t)child, depth + 1);
    if (!broken) broken = check_numbers(c, n, lane);
    for (size_t i = begin; !broken && i < c->order_count; i++) {
        for (int v = 0; v < 3; v++) {
            long double point[3];
            point_of(c, c->order[i], v, point);
            if (!box_holds(n, lane, point)) return "a vertex lies outside a box";
        }
    }
    return broken;
}

static const char* check_node(checker* c, size_t index, size_t depth)
{
    if (index >= c->t->node_count || index != c->node_count++) return "nodes are not depth-first";
    wide_node unpacked;
    const wide_packed* p = c->t->packed ? &c->t->packed[index] : NULL;
    if (p) wide_unpack(p, &unpacked);
    const wide_node* n = p ? &unpacked : &c->t->nodes[index];
    if (depth > c->depth) c->depth = depth;
    if (depth > 128) return "the tree is too deep";
    int count = 0;
    while (count < WIDE_LANES && n->half[0][count] > -1)
        count++;
    if (index == 0 ? count != 1 : count < 2)
        return "a node has too few children, or node 0 has two";
    const char* broken = p ? check_grid(p) : NULL;
    for (int lane = 0; !broken && lane < count; lane++) {
        if (n->child[lane] < 0 && (size_t)~n->child[lane] >= c->t->leaf_count)
            return "a leaf does not exist";
        broken = check_child(c, n, lane, depth);
    }
    for (int lane = count; !broken && lane < WIDE_LANES; lane++)
        broken = p ? check_packed_empty_lane(p, lane) : check_empty_lane(n, lane);
    return broken;
}

const char* wide_check(const wide_tree* t, const soup_mesh* m, const frame* f, int leaf_size,
                       const abut_host* host)
{
    if (!soup_mesh_present(m))
        return t->nodes || t->packed || t->leaves || t->shorts || t->lists || t->node_count ||
                       t->leaf_count || t->depth
                   ? "an empty tree has nodes"
                   : NULL;
    if (!t->nodes == !t->packed || !t->leaves + !t->shorts + !t->lists != 2 || !t->node_count)
        return "a tree has no nodes, or in two forms";
    if ((uintptr_t)t->nodes % 64 || (uintptr_t)t->packed % 64 || (uintptr_t)t->leaves % 16 ||
        (uintptr_t)t->shorts % 16 || (uintptr_t)t->lists % 16)
        return "nodes are not aligned";
    if (!(t->defect < DEFECT_MOST)) return "the axes of a box are not orthonormal";
    const char* broken = "out of memory";
    checker c = {.t = t, .m = m, .f = f, .leaf_size = leaf_size};
    c.seen = host_allocate(host, m->triangle_count, 1);
    c.order = host_allocate(host, m->triangle_count, sizeof *c.order);
    if (c.seen && c.order) {
        memset(c.seen, 0, m->triangle_count);
        broken = check_node(&c, 0, 0);
        if (!broken && c.order_count != soup_mesh_present(m)) broken = "a triangle is in no leaf";
        if (!broken && c.node_count != t->node_count) broken = "a node has no parent";
        if (!broken && c.leaf_count != t->leaf_count) broken = "a leaf has no parent";
        if (!broken && c.depth != t->depth) broken = "the depth is wrong";
    }
    host_release(host, c.seen, m->triangle_count, 1);
    host_release(host, c.order, m->triangle_count, sizeof *c.order);
    return broken;
}
