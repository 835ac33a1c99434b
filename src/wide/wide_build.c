// wide_build.c - from a binary tree to the wide one: which binary nodes become boxes (the least sum of
// areas of the nodes that are opened), the boxes, and the leaves.
#include "wide/wide_build.h"

#include "base/base.h"
#include "bound/obb.h"
#include "wide/wide_topology.h"

#include <float.h>
#include <math.h>
#include <string.h>

// What the subtree of a binary node costs as children of a wide node: at most k + 1 of them. A node
// that is opened costs its area.
typedef struct collapse {
    float cost[WIDE_LANES];
} collapse;

typedef struct builder {
    const abut_host* host;
    const soup_mesh* m;
    const wide_options* options;
    double* points;     // the mesh's vertices in its frame
    float *low, *high;  // boxes of triangles
    topology binary;
    collapse* costs;  // of binary nodes
    wide_tree t;
} builder;

static abut_status place_points(builder* b, const frame* f)
{
    const soup_mesh* m = b->m;
    b->points = host_allocate(b->host, m->vertex_count, 3 * sizeof *b->points);
    b->low = host_allocate(b->host, m->triangle_count, 3 * sizeof *b->low);
    b->high = host_allocate(b->host, m->triangle_count, 3 * sizeof *b->high);
    if (!b->points || !b->low || !b->high) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < m->vertex_count; i++)
        frame_place(f, m->vertices + i * 3, b->points + i * 3);
    for (size_t i = 0; i < m->triangle_count; i++) {
        for (size_t k = 0; k < 3; k++) {
            float low = FLT_MAX, high = -FLT_MAX;
            for (size_t v = 0; v < 3; v++) {
                const float x = (float)b->points[3 * (size_t)m->triangles[3 * i + v] + k];
                if (x < low) low = x;
                if (x > high) high = x;
            }
            b->low[3 * i + k] = low;
            b->high[3 * i + k] = high;
        }
    }
    return ABUT_OK;
}

// ---------------------------------------------------------------------------------------- collapse

// The least cost of left and right with at most k + 1 children in all; parts of them go left.
static float best_share(const collapse* left, const collapse* right, int k, int* parts)
{
    float best = FLT_MAX;
    for (int i = 0; i < k; i++) {
        const float cost = left->cost[i] + right->cost[k - 1 - i];
        if (cost < best) {
            best = cost;
            *parts = i + 1;
        }
    }
    return best;
}

static void find_costs(builder* b)
{
    for (size_t i = b->binary.node_count; i-- > 0;) {
        const binary_node* n = &b->binary.nodes[i];
        collapse* c = &b->costs[i];
        *c = (collapse){{0}};
        if (!n->child[0]) continue;
        const collapse *left = &b->costs[n->child[0]], *right = &b->costs[n->child[1]];
        int parts;
        c->cost[0] = n->area + best_share(left, right, WIDE_LANES - 1, &parts);
        for (int k = 1; k < WIDE_LANES; k++) {
            const float shared = best_share(left, right, k, &parts);
            c->cost[k] = shared < c->cost[k - 1] ? shared : c->cost[k - 1];
        }
    }
}

// List the binary nodes that become the children of a wide node for the subtree of one.
static int list_children(const builder* b, uint32_t node, int room, uint32_t* out)
{
    const binary_node* n = &b->binary.nodes[node];
    const collapse* c = &b->costs[node];
    while (room > 1 && c->cost[room - 1] >= c->cost[room - 2])
        room--;
    if (room == 1 || !n->child[0]) {
        out[0] = node;
        return 1;
    }
    int parts = 1;
    best_share(&b->costs[n->child[0]], &b->costs[n->child[1]], room - 1, &parts);
    const int count = list_children(b, n->child[0], parts, out);
    return count + list_children(b, n->child[1], room - parts, out + count);
}

static int list_below(const builder* b, uint32_t node, uint32_t out[WIDE_LANES])
{
    const binary_node* n = &b->binary.nodes[node];
    int parts = 1;
    best_share(&b->costs[n->child[0]], &b->costs[n->child[1]], WIDE_LANES - 1, &parts);
    const int count = list_children(b, n->child[0], parts, out);
    return count + list_children(b, n->child[1], WIDE_LANES - parts, out + count);
}

// ------------------------------------------------------------------------------------------- boxes

static void store_box(builder* b, wide_node* n, int lane, const obb* box)
{
    const double defect = obb_defect(box);
    if (defect > b->t.defect) b->t.defect = defect;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            n->axis[3 * i + k][lane] = (float)box->axes.row[i][k];
        n->centre[i][lane] = (float)box->centre[i];
        n->half[i][lane] = (float)box->half[i];
    }
}

static void store_leaf(const builder* b, wide_leaf* leaf, const uint32_t* order, uint32_t count)
{
    const double* const origin = b->points + 3 * (size_t)b->m->triangles[3 * (size_t)order[0]];
    leaf->reach = 0;
    for (int k = 0; k < 3; k++)
        leaf->origin[k] = (float)origin[k];
    for (uint32_t lane = 0; lane < WIDE_LEAF; lane++) {
        const uint32_t triangle = order[lane < count ? lane : 0];
        leaf->id[lane] = lane < count ? triangle : WIDE_NOBODY;
        for (int v = 0; v < 3; v++) {
            const double* point =
                b->points + 3 * (size_t)b->m->triangles[3 * (size_t)triangle + (size_t)v];
            for (int k = 0; k < 3; k++) {
                const float corner = (float)(point[k] - (double)leaf->origin[k]);
                leaf->corner[3 * v + k][lane] = corner;
                if (fabsf(corner) > leaf->reach) leaf->reach = fabsf(corner);
            }
        }
    }
}

typedef struct opened {
    uint32_t node;  // binary
    uint32_t from;  // the wide node
    int lane;
    uint32_t depth;
    obb box;
} opened;

// Number of wide nodes and leaves, for exact allocation.
static void count_wide(builder* b, opened* stack)
{
    size_t count = 1;
    stack[0].node = 0;
    b->t.node_count = 1;
    while (count) {
        const uint32_t node = stack[--count].node;
        uint32_t children[WIDE_LANES];
        if (!b->binary.nodes[node].child[0]) {
            b->t.leaf_count++;
            continue;
        }
        b->t.node_count++;
        const int n = list_below(b, node, children);
        for (int i = n; i-- > 0;)
            stack[count++].node = children[i];
    }
}

static void clear_node(wide_node* n)
{
    memset(n, 0, sizeof *n);
    for (int i = 0; i < 3; i++) {
        for (int lane = 0; lane < WIDE_LANES; lane++)
            n->half[i][lane] = WIDE_NO_HALF;
    }
}

static void emit(builder* b, opened* stack)
{
    const volume_options how = {.fits = ABUT_FIT_AABB | ABUT_FIT_PCA | ABUT_FIT_PARENT |
                                        ABUT_FIT_DITO14,
                                .widen = b->options->widen};
    size_t count = 1, nodes = 1, leaves = 0;
    clear_node(&b->t.nodes[0]);
    stack[0] = (opened){.node = 0};
    while (count) {
        const opened at = stack[--count];
        const binary_node* n = &b->binary.nodes[at.node];
        wide_node* from = &b->t.nodes[at.from];
        obb box;
        const triangle_set set = {b->points, b->m->triangles, b->binary.order + n->first, n->count};
        obb_fit(&box, &set, &how, at.depth ? &at.box : NULL, 1);
        store_box(b, from, at.lane, &box);
        if (!n->child[0]) {
            from->child[at.lane] = ~(int32_t)leaves;
            store_leaf(b, &b->t.leaves[leaves++], set.order, n->count);
            continue;
        }
        if (at.depth + 1 > b->t.depth) b->t.depth = at.depth + 1;
        const uint32_t own = (uint32_t)nodes++;
        from->child[at.lane] = (int32_t)own;
        clear_node(&b->t.nodes[own]);
        uint32_t children[WIDE_LANES];
        const int children_count = list_below(b, at.node, children);
        for (int i = children_count; i-- > 0;)
            stack[count++] = (opened){
                .node = children[i], .from = own, .lane = i, .depth = at.depth + 1, .box = box};
    }
}

#define STACK_MAX (7 * 80 + 8)

static abut_status build(builder* b, const frame* f)
{
    opened stack[STACK_MAX];
    TRY(place_points(b, f));
    TRY(topology_make(&b->binary, b->low, b->high, b->m->triangle_count, b->options->leaf_size,
                      b->host));
    TRY(host_progress(b->host, 0.5));
    b->costs = host_allocate(b->host, b->binary.node_count, sizeof *b->costs);
    if (!b->costs) return ABUT_OUT_OF_MEMORY;
    find_costs(b);
    count_wide(b, stack);
    b->t.nodes = host_allocate(b->host, b->t.node_count, sizeof *b->t.nodes);
    b->t.leaves = host_allocate(b->host, b->t.leaf_count, sizeof *b->t.leaves);
    if (!b->t.nodes || !b->t.leaves) return ABUT_OUT_OF_MEMORY;
    emit(b, stack);
    return host_progress(b->host, 1);
}

abut_status wide_build(wide_tree* out, const soup_mesh* m, const frame* f,
                       const wide_options* options, const abut_host* host)
{
    builder b = {.host = host, .m = m, .options = options};
    abut_status status = ABUT_OK;
    if (m->triangle_count) status = build(&b, f);
    host_release(host, b.points, m->vertex_count, 3 * sizeof *b.points);
    host_release(host, b.low, m->triangle_count, 3 * sizeof *b.low);
    host_release(host, b.high, m->triangle_count, 3 * sizeof *b.high);
    host_release(host, b.costs, b.binary.node_count, sizeof *b.costs);
    topology_free(&b.binary, host);
    if (status == ABUT_OK) {
        *out = b.t;
    } else {
        wide_free(&b.t, host);
    }
    return status;
}

void wide_free(wide_tree* t, const abut_host* host)
{
    host_release(host, t->nodes, t->node_count, sizeof *t->nodes);
    host_release(host, t->leaves, t->leaf_count, sizeof *t->leaves);
}

size_t wide_bytes(const wide_tree* t)
{
    return t->node_count * sizeof *t->nodes + t->leaf_count * sizeof *t->leaves;
}

size_t wide_order(const wide_tree* t, uint32_t* order)
{
    size_t count = 0;
    for (size_t i = 0; i < t->leaf_count; i++) {
        for (int lane = 0; lane < WIDE_LEAF && t->leaves[i].id[lane] != WIDE_NOBODY; lane++)
            order[count++] = t->leaves[i].id[lane];
    }
    return count;
}
