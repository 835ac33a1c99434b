// kd.c - the k-d tree (Klosowski 1998, chapter 2): cells cut by planes across the axes, the triangles of
// a cell listed in its leaf.
//
// A common point x of a triangle and a box is in the halves that a look-up visits for it, down to a leaf:
// the box reaches to the side of the cut on which x lies. The leaf's cell holds x, so that
// triangle_meets_box, which has more to spare than any rounding, put the triangle there.
#include "base/base.h"
#include "baseline/structure.h"

#include <stdlib.h>
#include <string.h>

#define THRESHOLD 8
#define PATIENCE  3
#define DEPTH_MAX 40
#define THIN      0x1p-36  // a side that is no longer is not cut

typedef struct kd_node {
    double cut;
    uint32_t first;  // the first of two children, or of the leaf's triangles
    uint32_t count;  // of those
    int axis;        // -1: a leaf
} kd_node;

typedef struct kd_tree {
    kd_node* nodes;
    uint32_t* triangles;
    size_t node_count, node_capacity, triangle_count, triangle_capacity;
} kd_tree;

typedef struct builder {
    kd_tree* t;
    const environment* e;
    kd_rule rule;
    int at_median, patience, depth_max;
    size_t threshold;
    double keep;  // a half with more than this part of the triangles gains nothing
} builder;

// A cell that is to become a node, with the triangles that meet it.
typedef struct part {
    range3 cell;
    uint32_t* triangles;
    size_t count;
    int depth, waited;  // waited: cuts in a row, above it, that did not gain
} part;

static int make_room(void** block, size_t* capacity, size_t wanted, size_t size)
{
    if (wanted <= *capacity) return 1;
    const size_t grown = wanted > 2 * *capacity ? wanted : 2 * *capacity;
    ASSERT(grown > 0 && size > 0);
    void* more = grown > UINT32_MAX ? NULL : realloc(*block, grown * size);
    if (!more) return 0;
    *block = more;
    *capacity = grown;
    return 1;
}

static int compare_doubles(const void* x, const void* y)
{
    const double a = *(const double*)x, b = *(const double*)y;
    return (a > b) - (a < b);
}

static const double* corner_of(const environment* e, uint32_t triangle, size_t k)
{
    return e->points + 3 * (size_t)e->mesh.triangles[3 * (size_t)triangle + k];
}

// Where an axis is cut: the middle of the cell, or the median of those vertices that are inside it.
static double cut_of(const builder* b, const part* p, int axis)
{
    const double low = p->cell.low[axis], high = p->cell.high[axis];
    double cut = low / 2 + high / 2;
    double* inside = b->at_median ? malloc(3 * p->count * sizeof *inside) : NULL;
    size_t count = 0;
    for (size_t i = 0; inside && i < p->count; i++) {
        for (size_t k = 0; k < 3; k++) {
            const double x = corner_of(b->e, p->triangles[i], k)[axis];
            if (x > low && x < high) inside[count++] = x;
        }
    }
    if (count) {
        qsort(inside, count, sizeof *inside, compare_doubles);
        cut = inside[count / 2];
    }
    free(inside);
    return cut;
}

static range3 half_of(const range3* cell, int axis, double cut, int is_upper)
{
    range3 half = *cell;
    if (is_upper)
        half.low[axis] = cut;
    else
        half.high[axis] = cut;
    return half;
}

// The triangles of a part that meet a half of it. out may be NULL.
static size_t list_half(const builder* b, const part* p, const range3* half, uint32_t* out)
{
    size_t count = 0;
    for (size_t i = 0; i < p->count; i++) {
        const uint32_t t = p->triangles[i];
        const double* const corner[3] = {corner_of(b->e, t, 0), corner_of(b->e, t, 1),
                                         corner_of(b->e, t, 2)};
        if (!triangle_meets_box(corner, half->low, half->high)) continue;
        if (out) out[count] = t;
        count++;
    }
    return count;
}

static double cost_of(kd_rule rule, double n, double m)
{
    if (rule == KD_SUM) return n + m;
    return rule == KD_DIFFERENCE ? fabs(n - m) : n * m;
}

// The axis of a part's cut, or -1 if all sides are too short; the first of equals.
static int choose_axis(const builder* b, const part* p, double* cut)
{
    int best = -1;
    double least = HUGE_VAL;
    for (int axis = 0; axis < 3; axis++) {
        const double side = p->cell.high[axis] - p->cell.low[axis];
        if (!(side > THIN)) continue;
        double cost = -side;
        if (b->rule != KD_LONGEST) {
            const double at = cut_of(b, p, axis);
            const range3 lower = half_of(&p->cell, axis, at, 0);
            const range3 upper = half_of(&p->cell, axis, at, 1);
            cost = cost_of(b->rule, (double)list_half(b, p, &lower, NULL),
                           (double)list_half(b, p, &upper, NULL));
        }
        if (!(cost < least)) continue;
        least = cost;
        best = axis;
    }
    if (best >= 0) *cut = cut_of(b, p, best);
    return best;
}

static abut_status make_leaf(const builder* b, size_t node, const part* p)
{
    kd_tree* t = b->t;
    void* triangles = t->triangles;
    if (!make_room(&triangles, &t->triangle_capacity, t->triangle_count + p->count,
                   sizeof *t->triangles))
        return ABUT_OUT_OF_MEMORY;
    t->triangles = triangles;
    if (p->count)
        memcpy(t->triangles + t->triangle_count, p->triangles, p->count * sizeof *p->triangles);
    t->nodes[node] =
        (kd_node){.first = (uint32_t)t->triangle_count, .count = (uint32_t)p->count, .axis = -1};
    t->triangle_count += p->count;
    return ABUT_OK;
}

// NOLINTBEGIN(misc-no-recursion): as deep as depth_max

static abut_status make_node(const builder* b, size_t node, const part* p);

// Hand both halves on. Returns ABUT_CANCELLED if the cut does not gain and no patience is left.
static abut_status cut_part(const builder* b, size_t node, const part* p, int axis, double cut)
{
    kd_tree* t = b->t;
    abut_status status = ABUT_OK;
    part half[2] = {{.depth = p->depth + 1}, {.depth = p->depth + 1}};
    int gains = 1;
    for (int side = 0; side < 2; side++) {
        half[side].cell = half_of(&p->cell, axis, cut, side);
        half[side].triangles = malloc(p->count * sizeof *p->triangles);
        if (!half[side].triangles) status = ABUT_OUT_OF_MEMORY;
        if (status == ABUT_OK)
            half[side].count = list_half(b, p, &half[side].cell, half[side].triangles);
        if (half[side].count == p->count || (double)half[side].count > b->keep * (double)p->count)
            gains = 0;
    }
    if (!gains && p->waited >= b->patience && status == ABUT_OK) status = ABUT_CANCELLED;
    void* nodes = t->nodes;
    if (status == ABUT_OK &&
        !make_room(&nodes, &t->node_capacity, t->node_count + 2, sizeof *t->nodes))
        status = ABUT_OUT_OF_MEMORY;
    t->nodes = nodes;
    if (status == ABUT_OK) {
        const size_t first = t->node_count;
        t->nodes[node] = (kd_node){cut, (uint32_t)first, 0, axis};
        t->node_count += 2;
        for (int side = 0; side < 2 && status == ABUT_OK; side++) {
            half[side].waited = gains ? 0 : p->waited + 1;
            status = make_node(b, first + (size_t)side, &half[side]);
        }
    }
    free(half[0].triangles);
    free(half[1].triangles);
    return status;
}

static abut_status make_node(const builder* b, size_t node, const part* p)
{
    double cut = 0;
    if (p->count > b->threshold && p->depth < b->depth_max) {
        const int axis = choose_axis(b, p, &cut);
        if (axis >= 0) {
            const abut_status status = cut_part(b, node, p, axis, cut);
            if (status != ABUT_CANCELLED) return status;
        }
    }
    return make_leaf(b, node, p);
}

// NOLINTEND(misc-no-recursion)

static void free_tree(void* structure)
{
    kd_tree* t = structure;
    free(t->nodes);
    free(t->triangles);
    free(t);
}

// Depth 8 + 1.3 log2 of the triangles, as usual for such trees: below, lists would only be copied.
static int depth_for(size_t count)
{
    int levels = 0;
    while (count >> levels > 1)
        levels++;
    const int depth = 8 + levels * 13 / 10;
    return depth < DEPTH_MAX ? depth : DEPTH_MAX;
}

static abut_status build(void** out, const environment* e, const baseline_options* o)
{
    const size_t count = e->mesh.triangle_count;
    builder b = {.t = calloc(1, sizeof *b.t),
                 .e = e,
                 .rule = o->rule,
                 .at_median = o->at_median,
                 .patience = o->patience == 0  ? PATIENCE
                             : o->patience < 0 ? 0
                                               : o->patience,
                 .depth_max = depth_for(count),
                 .threshold = o->threshold ? o->threshold : THRESHOLD,
                 .keep = 1 - o->gain};
    part root = {
        .cell = e->range, .triangles = malloc(count * sizeof *root.triangles), .count = count};
    abut_status status = ABUT_OUT_OF_MEMORY;
    if (b.t && root.triangles) {
        void* nodes = NULL;
        for (size_t i = 0; i < count; i++)
            root.triangles[i] = (uint32_t)i;
        if (make_room(&nodes, &b.t->node_capacity, 1, sizeof *b.t->nodes)) {
            b.t->nodes = nodes;
            b.t->node_count = 1;
            status = make_node(&b, 0, &root);
        }
    }
    free(root.triangles);
    if (status == ABUT_OK)
        *out = b.t;
    else if (b.t)
        free_tree(b.t);
    return status;
}

static size_t bytes(const void* structure)
{
    const kd_tree* t = structure;
    return sizeof *t + t->node_count * sizeof *t->nodes + t->triangle_count * sizeof *t->triangles;
}

static size_t stored(const void* structure)
{
    return ((const kd_tree*)structure)->triangle_count;
}

static int look_up(const void* structure, const environment* e, baseline_query* q,
                   const range3* box)
{
    const kd_tree* t = structure;
    uint32_t stack[DEPTH_MAX + 2];
    size_t height = 0;
    stack[height++] = 0;
    while (height) {
        const kd_node* node = &t->nodes[stack[--height]];
        if (node->axis < 0) {
            for (uint32_t i = 0; i < node->count; i++) {
                if (!query_offer(q, e, t->triangles[node->first + i], box)) return 0;
            }
            continue;
        }
        if (!query_test(q)) return 0;
        if (!PRUNE(box->high[node->axis] < node->cut)) stack[height++] = node->first + 1;
        if (!PRUNE(box->low[node->axis] > node->cut)) stack[height++] = node->first;
    }
    return 1;
}

const structure_class kd_class = {.looks_up_triangles = 1,
                                  .build = build,
                                  .free = free_tree,
                                  .bytes = bytes,
                                  .stored = stored,
                                  .look_up = look_up};
