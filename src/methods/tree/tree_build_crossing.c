// tree_build_crossing.c - the builder of Wan, Fan, Gao 2001, section 4.1: a node's cell is cut in two by
// a plane across an axis of the file, and triangles that cross the plane go to both sides. A node's
// volume is about what lies in its cell, so that every point of a triangle is in one of the two. The
// paper lets a triangle's sphere say on which sides it is; here its own range does, which costs no more
// and crosses less: a long triangle's sphere reaches far beyond it. (For straight pipes that makes
// queries 45 times faster.) Breadth first, as tree_build.c, but a level has its own list of triangles,
// longer than the last one's.
#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "base/sort.h"
#include "methods/tree/tree.h"

#include <string.h>

#define TASKS_MAX 1024  // of a level; more nodes share a task

// A guard that the paper does not have: all leaves together hold the triangles at most so many times. Its
// own rules do not bound that: in a heap of large triangles nine tenths may go to both sides, again and
// again. Of 175 real models none comes near it (docs/notes/methods.md); what it keeps whole is counted.
#define GROWTH_MAX 64

// Every rule of the paper that ends the recursion is in depth_limit or in build_node. The more triangles,
// the deeper the tree may be, says the paper, but not how deep: here so many times what halving needs.
#define DEPTH_TIMES 2

#define CELL_SIZE 2.0  // the root's cell: more than triangles in [-1, 1]^3 need

typedef struct cell_node {
    uint32_t node;
    uint32_t first, count;  // of the level's entries
    range3 cell;
    // The result; left is 0 for a leaf.
    int axis;
    double plane;
    uint32_t left, right;  // triangles of the children
} cell_node;

// A level's nodes, and the triangles of each, one node behind the other.
typedef struct level {
    cell_node* nodes;
    uint32_t* entries;
    size_t node_count, node_capacity, entry_count, entry_capacity;
} level;

typedef struct builder {
    const abut_host* host;
    const soup_mesh* m;
    const tree_options* options;
    tree t;
    double* points;  // the mesh's vertices in its frame
    size_t node_capacity, order_capacity;
    level now, next;
    sort_record* records;  // three for each entry
    size_t record_capacity;
    size_t depth, depth_max, nodes_per_task;
    double progress;
} builder;

// --------------------------------------------------------------------------------------- the plane

// Where a triangle certainly begins and ends along an axis: the slack covers the rounding of points.
static void find_extent(const builder* b, uint32_t triangle, int axis, double* low, double* high)
{
    const uint32_t* index = b->m->triangles + (size_t)triangle * 3;
    *low = *high = b->points[(size_t)index[0] * 3 + (size_t)axis];
    for (int v = 1; v < 3; v++) {
        const double x = b->points[(size_t)index[v] * 3 + (size_t)axis];
        if (x < *low) *low = x;
        if (x > *high) *high = x;
    }
    *low -= VOLUME_SLACK;
    *high += VOLUME_SLACK;
    // Subnormal numbers would differ from 0 in keys and not in comparisons, under denormals-are-zero.
    if (fabs(*low) < 0x1p-100) *low = 0;
    if (fabs(*high) < 0x1p-100) *high = 0;
}

static uint64_t key_of(double x)
{
    return (uint64_t)double_order(x) + 0x8000000000000000u;
}

static double value_of(uint64_t key)
{
    const uint64_t sign = 0x8000000000000000u;
    return double_from_bits(key >= sign ? key - sign : (sign - key) | sign);
}

typedef struct sweep {
    const sort_record *lows, *highs;  // sorted
    size_t count, low_done, high_done;
} sweep;

static double next_value(const sweep* s)
{
    if (s->low_done == s->count) return value_of(s->highs[s->high_done].key);
    const uint64_t low = s->lows[s->low_done].key, high = s->highs[s->high_done].key;
    return value_of(low < high ? low : high);
}

// Take all ends up to a value.
static void pass_value(sweep* s, double value)
{
    const uint64_t key = key_of(value);
    while (s->low_done < s->count && s->lows[s->low_done].key <= key)
        s->low_done++;
    while (s->high_done < s->count && s->highs[s->high_done].key <= key)
        s->high_done++;
}

// Try the planes across an axis: one between each two successive ends of triangles, for nothing changes
// between them. A triangle is on the left if it begins before the plane, on the right if it does not
// end before it.
static void try_planes(const builder* b, cell_node* work, int axis, sweep* s, double* best)
{
    const double low = work->cell.low[axis], high = work->cell.high[axis];
    double from = next_value(s);
    pass_value(s, from);
    while (s->high_done < s->count) {
        const double to = next_value(s);
        const double begin = from > low ? from : low, end = to < high ? to : high;
        const size_t only_left = s->high_done, only_right = s->count - s->low_done;
        const size_t crossing = s->count - only_left - only_right;
        const size_t difference =
            only_left > only_right ? only_left - only_right : only_right - only_left;
        const double penalty = (double)difference + b->options->lambda * (double)crossing;
        if (begin < end && penalty < *best) {
            const double middle = begin / 2 + end / 2;
            *best = penalty;
            work->axis = axis;
            work->plane = middle > begin ? middle : end;
            work->left = (uint32_t)(only_left + crossing);
            work->right = (uint32_t)(only_right + crossing);
        }
        pass_value(s, to);
        from = to;
    }
}

// Find the plane of least |left - right| + lambda * crossing; of equal ones the first across the
// longest side of the box. None is found where one beside all triangles is as good.
static void find_plane(const builder* b, cell_node* work)
{
    const uint32_t* entries = b->now.entries + work->first;
    sort_record* lows = b->records + (size_t)work->first * 3;
    sort_record* highs = lows + work->count;
    sort_record* scratch = highs + work->count;
    double directions[VOLUME_DIRECTIONS_MAX][3];
    double best = (double)work->count;  // a plane beside all
    const int count = b->t.kind->directions(tree_volume(&b->t, work->node), 0, directions);
    for (int d = 0; d < count; d++) {
        const int axis = directions[d][0] > 0 ? 0 : (directions[d][1] > 0 ? 1 : 2);
        for (uint32_t i = 0; i < work->count; i++) {
            double low, high;
            find_extent(b, entries[i], axis, &low, &high);
            lows[i] = (sort_record){key_of(low), entries[i]};
            highs[i] = (sort_record){key_of(high), entries[i]};
        }
        sort_records(lows, scratch, work->count);
        sort_records(highs, scratch, work->count);
        sweep s = {.lows = lows, .highs = highs, .count = work->count};
        try_planes(b, work, axis, &s, &best);
    }
}

static void build_node(const builder* b, cell_node* work)
{
    const tree_options* o = b->options;
    const triangle_set set = {b->points, b->m->triangles, b->now.entries + work->first,
                              work->count};
    b->t.kind->fit_part(tree_volume(&b->t, work->node), &set, &work->cell, &o->volume);
    work->left = work->right = 0;
    if (work->count <= (uint32_t)o->leaf_size || b->depth >= b->depth_max) return;
    find_plane(b, work);
    const uint32_t larger = work->left > work->right ? work->left : work->right;
    if (larger == work->count || (double)larger > o->child_ratio * (double)work->count)
        work->left = work->right = 0;
}

static void build_task(void* context, size_t index, int worker)
{
    builder* b = context;
    (void)worker;
    const size_t begin = index * b->nodes_per_task;
    size_t end = begin + b->nodes_per_task;
    if (end > b->now.node_count) end = b->now.node_count;
    for (size_t i = begin; i < end; i++)
        build_node(b, &b->now.nodes[i]);
}

// --------------------------------------------------------------------------------------- the levels

static abut_status grow_level(const builder* b, level* l, size_t nodes, size_t entries)
{
    void *node_block = l->nodes, *entry_block = l->entries;
    if (entries > UINT32_MAX) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(b->host, &node_block, &l->node_capacity, 0, nodes, sizeof *l->nodes));
    l->nodes = node_block;
    TRY(host_grow(b->host, &entry_block, &l->entry_capacity, 0, entries, sizeof *l->entries));
    l->entries = entry_block;
    l->node_count = l->entry_count = 0;
    return ABUT_OK;
}

static abut_status grow_records(builder* b, size_t entries)
{
    void* records = b->records;
    const abut_status status =
        host_grow(b->host, &records, &b->record_capacity, 0, 3 * entries, sizeof *b->records);
    b->records = records;
    return status;
}

// Make a leaf of a node: its triangles go to the end of the order.
static abut_status store_leaf(builder* b, const cell_node* work)
{
    void* order = b->t.order;
    if (b->t.order_count + work->count > UINT32_MAX) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(b->host, &order, &b->order_capacity, b->t.order_count,
                  b->t.order_count + work->count, sizeof *b->t.order));
    b->t.order = order;
    *(node_link*)tree_node(&b->t, work->node) =
        (node_link){(uint32_t)b->t.order_count, (int32_t)work->count};
    memcpy(b->t.order + b->t.order_count, b->now.entries + work->first,
           work->count * sizeof *b->t.order);
    b->t.order_count += work->count;
    return ABUT_OK;
}

// Number the two children of a node, and hand it its triangles in their order.
static void make_children(builder* b, const cell_node* work)
{
    level* next = &b->next;
    *(node_link*)tree_node(&b->t, work->node) = (node_link){(uint32_t)b->t.node_count, -2};
    cell_node child[2];
    for (int side = 0; side < 2; side++) {
        child[side] = (cell_node){.node = (uint32_t)b->t.node_count++,
                                  .count = side ? work->right : work->left,
                                  .cell = work->cell};
    }
    child[0].first = (uint32_t)next->entry_count;
    child[1].first = child[0].first + work->left;
    child[0].cell.high[work->axis] = child[1].cell.low[work->axis] = work->plane;
    uint32_t *left = next->entries + child[0].first, *right = next->entries + child[1].first;
    for (uint32_t i = 0; i < work->count; i++) {
        const uint32_t triangle = b->now.entries[work->first + i];
        double low, high;
        find_extent(b, triangle, work->axis, &low, &high);
        if (low < work->plane) *left++ = triangle;
        if (!(high < work->plane)) *right++ = triangle;
    }
    ASSERT(left == next->entries + child[1].first);
    next->entry_count += (size_t)work->left + work->right;
    ASSERT(right == next->entries + next->entry_count);
    next->nodes[next->node_count++] = child[0];
    next->nodes[next->node_count++] = child[1];
}

static double work_below(size_t count)
{
    return count > 1 ? (double)count * log2((double)count) : 0;
}

// Count the children of a level, and the triangles in them.
static void count_children(const builder* b, size_t* nodes, size_t* entries)
{
    *nodes = *entries = 0;
    for (size_t i = 0; i < b->now.node_count; i++) {
        const cell_node* work = &b->now.nodes[i];
        *nodes += work->left ? 2 : 0;
        *entries += (size_t)work->left + work->right;
    }
}

// The guard: make leaves of a level's nodes if their children would hold too much.
static void guard_level(builder* b)
{
    size_t nodes, entries, kept = b->t.order_count;
    count_children(b, &nodes, &entries);
    for (size_t i = 0; i < b->now.node_count; i++)
        kept += b->now.nodes[i].left ? 0 : b->now.nodes[i].count;
    if (kept + entries <= GROWTH_MAX * b->m->triangle_count) return;
    for (size_t i = 0; i < b->now.node_count; i++)
        b->now.nodes[i].left = b->now.nodes[i].right = 0;
    b->t.guarded_count += nodes / 2;
}

static abut_status number_children(builder* b)
{
    size_t nodes, entries;
    guard_level(b);
    count_children(b, &nodes, &entries);
    TRY(host_grow(b->host, &b->t.nodes, &b->node_capacity, b->t.node_count, b->t.node_count + nodes,
                  b->t.node_size));
    TRY(grow_level(b, &b->next, nodes, entries));
    TRY(grow_records(b, entries));
    double work_left = 0;
    for (size_t i = 0; i < b->now.node_count; i++) {
        const cell_node* work = &b->now.nodes[i];
        if (!work->left) {
            TRY(store_leaf(b, work));
            continue;
        }
        make_children(b, work);
        work_left += work_below(work->left) + work_below(work->right);
    }
    const double whole = work_below(b->m->triangle_count);
    const double done = whole > 0 ? 1 - work_left / whole : 1;
    if (done > b->progress) b->progress = done;
    return ABUT_OK;
}

static abut_status build_levels(builder* b)
{
    while (b->now.node_count) {
        level* now = &b->now;
        b->nodes_per_task = (now->node_count + TASKS_MAX - 1) / TASKS_MAX;
        const size_t tasks = (now->node_count + b->nodes_per_task - 1) / b->nodes_per_task;
        b->host->run(b->host->user, tasks, build_task, b);
        if (b->t.kind->finish_level)
            b->t.kind->finish_level(tree_volume(&b->t, now->nodes[0].node), b->t.node_size,
                                    now->node_count, &b->options->volume);
        TRY(number_children(b));
        TRY(host_progress(b->host, b->progress));
        const level done = *now;
        *now = b->next;
        b->next = done;
        if (now->node_count) b->t.depth = ++b->depth;
    }
    ASSERT(b->t.depth <= TREE_DEPTH_MAX);
    return ABUT_OK;
}

static size_t depth_limit(size_t triangle_count)
{
    size_t halvings = 0;
    for (size_t left = triangle_count; left > 1; left = (left + 1) / 2)
        halvings++;
    return DEPTH_TIMES * halvings;
}

static abut_status build_begin(builder* b, const frame* f)
{
    const size_t count = b->m->triangle_count;
    const size_t limit = depth_limit(count);
    b->depth_max = (size_t)b->options->depth_max;
    if (b->depth_max > limit) b->depth_max = limit;
    b->t.kind = b->options->kind;
    b->t.node_size = sizeof(node_link) + b->t.kind->size;
    b->t.degree = 2;
    b->t.may_repeat = 1;
    b->points = host_allocate(b->host, b->m->vertex_count, 3 * sizeof *b->points);
    if (!b->points) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(b->host, &b->t.nodes, &b->node_capacity, 0, 1, b->t.node_size));
    TRY(grow_level(b, &b->now, 1, count));
    TRY(grow_records(b, count));
    for (size_t i = 0; i < b->m->vertex_count; i++)
        frame_place(f, b->m->vertices + i * 3, b->points + i * 3);
    for (size_t i = 0; i < count; i++)
        b->now.entries[i] = (uint32_t)i;
    b->now.nodes[0] = (cell_node){
        .count = (uint32_t)count,
        .cell = {{-CELL_SIZE, -CELL_SIZE, -CELL_SIZE}, {CELL_SIZE, CELL_SIZE, CELL_SIZE}}};
    b->now.node_count = b->t.node_count = 1;
    b->now.entry_count = count;
    return ABUT_OK;
}

// Give back what the doubling left unused.
static abut_status trim(const abut_host* host, void** block, size_t* capacity, size_t count,
                        size_t size)
{
    if (*capacity == count) return ABUT_OK;
    void* kept = host_allocate(host, count, size);
    if (!kept) return ABUT_OUT_OF_MEMORY;
    memcpy(kept, *block, count * size);
    host_release(host, *block, *capacity, size);
    *block = kept;
    *capacity = count;
    return ABUT_OK;
}

static abut_status build_end(builder* b)
{
    void* order = b->t.order;
    TRY(trim(b->host, &b->t.nodes, &b->node_capacity, b->t.node_count, b->t.node_size));
    const abut_status status =
        trim(b->host, &order, &b->order_capacity, b->t.order_count, sizeof *b->t.order);
    b->t.order = order;
    return status;
}

static void level_free(const builder* b, level* l)
{
    host_release(b->host, l->nodes, l->node_capacity, sizeof *l->nodes);
    host_release(b->host, l->entries, l->entry_capacity, sizeof *l->entries);
}

abut_status tree_build_crossing(tree* out, const soup_mesh* m, const frame* f,
                                const tree_options* options, const abut_host* host)
{
    ASSERT(options->leaf_size >= 1 && options->leaf_size <= TREE_LEAF_MAX);
    ASSERT(options->lambda >= 0 && options->child_ratio > 0);
    builder b = {.host = host, .m = m, .options = options};
    abut_status status = ABUT_OK;
    ASSERT(options->kind->fit_part && options->degree == 2);
    if (m->triangle_count) {
        status = build_begin(&b, f);
        if (status == ABUT_OK) status = build_levels(&b);
        if (status == ABUT_OK) status = build_end(&b);
    }
    host_release(host, b.points, m->vertex_count, 3 * sizeof *b.points);
    host_release(host, b.records, b.record_capacity, sizeof *b.records);
    level_free(&b, &b.now);
    level_free(&b, &b.next);
    if (status == ABUT_OK) {
        *out = b.t;
    } else {
        host_release(host, b.t.nodes, b.node_capacity, b.t.node_size);
        host_release(host, b.t.order, b.order_capacity, sizeof *b.t.order);
    }
    return status;
}
