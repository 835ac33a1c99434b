// tree_build.c - the builder: breadth first, one level after the other, so that a level's nodes are
// independent tasks and their numbers do not depend on who does which.
#include "base/base.h"
#include "base/host.h"
#include "tree/tree.h"
#include "tree/tree_split.h"

#include <string.h>

#define ANY_SPLIT_LEVELS 48    // deeper nodes are halved by count
#define TASKS_MAX        1024  // of a level; more nodes share a task

typedef struct level_node {
    uint32_t node, parent;
    uint32_t first, count;  // of order
    uint32_t left_count;    // result: triangles of the first child; 0: a leaf
    double defect;          // result
} level_node;

typedef struct builder {
    const abut_host* host;
    const soup_mesh* m;
    const tree_options* options;
    tree t;
    double* points;  // the mesh's vertices in its frame
    double* keys;
    size_t node_capacity;
    level_node *level, *next;
    size_t level_count, level_capacity, next_count, next_capacity;
    size_t depth, nodes_per_task;
    double progress;
} builder;

static size_t node_bytes(int as_float)
{
    return as_float ? sizeof(node_float) : sizeof(node_double);
}

static void store_box(const tree* t, uint32_t node, const obb* box)
{
    if (!t->as_float) {
        ((node_double*)t->nodes + node)->box = *box;
        return;
    }
    obb_float* to = &((node_float*)t->nodes + node)->box;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            to->axes[i][k] = (float)box->axes.row[i][k];
        to->centre[i] = (float)box->centre[i];
        to->half[i] = (float)box->half[i];
    }
}

static void store_link(const tree* t, uint32_t node, uint32_t first, uint32_t count)
{
    if (t->as_float) {
        node_float* n = (node_float*)t->nodes + node;
        n->first = first;
        n->count = count;
    } else {
        node_double* n = (node_double*)t->nodes + node;
        n->first = first;
        n->count = count;
    }
}

static void build_node(const builder* b, level_node* work)
{
    uint32_t* order = b->t.order + work->first;
    const triangle_set set = {b->points, b->m->triangles, order, work->count};
    obb box, parent;
    if (b->depth) tree_box(&b->t, work->parent, &parent);
    obb_fit(&box, &set, b->options->fits, b->depth ? &parent : NULL, b->t.as_float);
    store_box(&b->t, work->node, &box);
    work->defect = obb_defect(&box);
    work->left_count = 0;
    if (work->count <= (uint32_t)b->options->leaf_size) return;
    double* keys = b->keys + work->first;
    const int by_count = b->options->split == ABUT_SPLIT_MEDIAN || b->depth >= ANY_SPLIT_LEVELS;
    work->left_count = (uint32_t)(by_count ? split_at_median(&set, order, keys, &box)
                                           : split_at_mean(&set, order, keys, &box));
}

static void build_task(void* context, size_t index, int worker)
{
    builder* b = context;
    (void)worker;
    const size_t begin = index * b->nodes_per_task;
    size_t end = begin + b->nodes_per_task;
    if (end > b->level_count) end = b->level_count;
    for (size_t i = begin; i < end; i++)
        build_node(b, &b->level[i]);
}

static double work_below(size_t count)
{
    return count > 1 ? (double)count * log2((double)count) : 0;
}

// Number the children of the level's nodes, in order.
static abut_status number_children(builder* b)
{
    size_t inner = 0;
    for (size_t i = 0; i < b->level_count; i++)
        inner += b->level[i].left_count != 0;
    TRY(host_grow(b->host, &b->t.nodes, &b->node_capacity, b->t.node_count,
                  b->t.node_count + 2 * inner, node_bytes(b->t.as_float)));
    void* next = b->next;
    TRY(host_grow(b->host, &next, &b->next_capacity, 0, 2 * inner, sizeof *b->next));
    b->next = next;
    b->next_count = 0;
    double work_left = 0;
    for (size_t i = 0; i < b->level_count; i++) {
        const level_node* work = &b->level[i];
        if (work->defect > b->t.defect) b->t.defect = work->defect;
        if (!work->left_count) {
            store_link(&b->t, work->node, work->first, work->count);
            continue;
        }
        const uint32_t child = (uint32_t)b->t.node_count;
        const uint32_t right_count = work->count - work->left_count;
        store_link(&b->t, work->node, child, 0);
        b->next[b->next_count++] = (level_node){
            .node = child, .parent = work->node, .first = work->first, .count = work->left_count};
        b->next[b->next_count++] = (level_node){.node = child + 1,
                                                .parent = work->node,
                                                .first = work->first + work->left_count,
                                                .count = right_count};
        b->t.node_count += 2;
        work_left += work_below(work->left_count) + work_below(right_count);
    }
    const double whole = work_below(b->m->triangle_count);
    const double done = whole > 0 ? 1 - work_left / whole : 1;
    if (done > b->progress) b->progress = done;
    return ABUT_OK;
}

static void swap_levels(builder* b)
{
    level_node* const nodes = b->level;
    const size_t capacity = b->level_capacity;
    b->level = b->next;
    b->level_capacity = b->next_capacity;
    b->level_count = b->next_count;
    b->next = nodes;
    b->next_capacity = capacity;
    b->next_count = 0;
}

static abut_status build_levels(builder* b)
{
    while (b->level_count) {
        b->nodes_per_task = (b->level_count + TASKS_MAX - 1) / TASKS_MAX;
        const size_t tasks = (b->level_count + b->nodes_per_task - 1) / b->nodes_per_task;
        b->host->run(b->host->user, tasks, build_task, b);
        TRY(number_children(b));
        TRY(host_progress(b->host, b->progress));
        swap_levels(b);
        if (b->level_count) b->t.depth = ++b->depth;
    }
    ASSERT(b->t.depth <= TREE_DEPTH_MAX);
    return ABUT_OK;
}

static abut_status build_begin(builder* b, const frame* f)
{
    const size_t count = b->m->triangle_count;
    b->t.triangle_count = count;
    b->points = host_allocate(b->host, b->m->vertex_count, 3 * sizeof *b->points);
    b->keys = host_allocate(b->host, count, sizeof *b->keys);
    b->t.order = host_allocate(b->host, count, sizeof *b->t.order);
    if (!b->points || !b->keys || !b->t.order) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(b->host, &b->t.nodes, &b->node_capacity, 0, 1, node_bytes(b->t.as_float)));
    void* level = NULL;
    TRY(host_grow(b->host, &level, &b->level_capacity, 0, 1, sizeof *b->level));
    b->level = level;
    for (size_t i = 0; i < b->m->vertex_count; i++)
        frame_place(f, b->m->vertices + i * 3, b->points + i * 3);
    for (size_t i = 0; i < count; i++)
        b->t.order[i] = (uint32_t)i;
    b->level[0] = (level_node){.count = (uint32_t)count};
    b->level_count = 1;
    b->t.node_count = 1;
    return ABUT_OK;
}

// Give back what the doubling left unused.
static abut_status trim_nodes(builder* b)
{
    const size_t size = node_bytes(b->t.as_float);
    if (b->node_capacity == b->t.node_count) return ABUT_OK;
    void* nodes = host_allocate(b->host, b->t.node_count, size);
    if (!nodes) return ABUT_OUT_OF_MEMORY;
    memcpy(nodes, b->t.nodes, b->t.node_count * size);
    host_release(b->host, b->t.nodes, b->node_capacity, size);
    b->t.nodes = nodes;
    b->node_capacity = b->t.node_count;
    return ABUT_OK;
}

abut_status tree_build(tree* out, const soup_mesh* m, const frame* f, const tree_options* options,
                       const abut_host* host)
{
    builder b = {.host = host, .m = m, .options = options};
    b.t.as_float = options->as_float;
    abut_status status = ABUT_OK;
    if (m->triangle_count) {
        status = build_begin(&b, f);
        if (status == ABUT_OK) status = build_levels(&b);
        if (status == ABUT_OK) status = trim_nodes(&b);
    }
    host_release(host, b.points, m->vertex_count, 3 * sizeof *b.points);
    host_release(host, b.keys, m->triangle_count, sizeof *b.keys);
    host_release(host, b.level, b.level_capacity, sizeof *b.level);
    host_release(host, b.next, b.next_capacity, sizeof *b.next);
    if (status == ABUT_OK) {
        *out = b.t;
    } else {
        host_release(host, b.t.nodes, b.node_capacity, node_bytes(b.t.as_float));
        host_release(host, b.t.order, m->triangle_count, sizeof *b.t.order);
    }
    return status;
}

void tree_free(tree* t, const abut_host* host)
{
    host_release(host, t->nodes, t->node_count, node_bytes(t->as_float));
    host_release(host, t->order, t->triangle_count, sizeof *t->order);
}

size_t tree_node_bytes(const tree* t)
{
    return t->node_count * node_bytes(t->as_float);
}

size_t tree_bytes(const tree* t)
{
    return tree_node_bytes(t) + t->triangle_count * sizeof *t->order;
}
