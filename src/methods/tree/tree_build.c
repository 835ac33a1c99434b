// tree_build.c - the builder: breadth first, one level after the other, so that a level's nodes are
// independent tasks and their numbers do not depend on who does which.
#include "base/base.h"
#include "base/host.h"
#include "methods/tree/tree.h"
#include "methods/tree/tree_papers.h"
#include "methods/tree/tree_split.h"

#include <string.h>

#define TASKS_MAX 1024  // of a level; more nodes share a task

typedef struct level_node {
    uint32_t node, parent;
    uint32_t first, count;           // of order
    uint32_t part[TREE_DEGREE_MAX];  // result: triangles of each child
    int part_count;                  // result; 0: a leaf
    double defect;                   // result
} level_node;

typedef struct builder {
    const abut_host* host;
    const soup_mesh* m;
    const tree_options* options;
    atomic_int failure;  // abut_status of a fit that failed, in any task
    tree t;
    double* points;  // the mesh's vertices in its frame
    tree_pieces pieces;
    tree_greedy greedy;
    // What the tree is built over: the mesh's triangles, or their pieces.
    const double* own_points;
    const uint32_t* triangles;
    size_t triangle_count;
    double* keys;
    size_t node_capacity;
    level_node *level, *next;
    size_t level_count, level_capacity, next_count, next_capacity;
    size_t depth, nodes_per_task;
    double progress;
} builder;

static void* volume_of(const builder* b, uint32_t node)
{
    return tree_volume(&b->t, node);
}

static void store_link(const builder* b, uint32_t node, uint32_t first, int32_t count)
{
    *(node_link*)tree_node(&b->t, node) = (node_link){first, count};
}

// Cut a part of a node in two, if the options want it cut; the number of triangles in the first half,
// or 0. volume: about the part.
static size_t cut_part(const builder* b, const triangle_set* part, uint32_t* order, double* keys,
                       const void* volume)
{
    if (part->count <= (size_t)b->options->leaf_size) return 0;
    if (b->depth >= TREE_LEVELS_ANY) return tree_halve(b->options, part, order, keys, volume);
    if (b->options->split == ABUT_SPLIT_GREEDY)
        return b->options->papers->split_greedy(&b->greedy, b->t.order,
                                                (size_t)(order - b->t.order), part->count,
                                                (size_t)b->options->leaf_size);
    return tree_split(b->options, part, order, keys, volume);
}

// Cut a node into up to degree parts: the largest part that can still be cut is next.
static void cut_node(const builder* b, level_node* work)
{
    double scratch[VOLUME_BYTES_MAX / sizeof(double)];
    int whole[TREE_DEGREE_MAX] = {0};  // parts that cannot be cut
    work->part[0] = work->count;
    work->part_count = 1;
    while (work->part_count < b->options->degree) {
        int largest = -1;
        uint32_t first = work->first, begin = 0;
        for (int i = 0; i < work->part_count; i++) {
            if (!whole[i] && (largest < 0 || work->part[i] > work->part[largest])) {
                largest = i;
                begin = first;
            }
            first += work->part[i];
        }
        if (largest < 0) break;
        uint32_t* order = b->t.order + begin;
        const triangle_set part = {b->own_points, b->triangles, order, work->part[largest]};
        const void* volume = volume_of(b, work->node);
        if (work->part_count > 1) {
            b->options->kind->fit(scratch, &part, &b->options->volume, volume);
            volume = scratch;
        }
        const uint32_t left = (uint32_t)cut_part(b, &part, order, b->keys + begin, volume);
        if (!left) {
            whole[largest] = 1;
            continue;
        }
        for (int i = work->part_count++; i > largest + 1; i--) {
            work->part[i] = work->part[i - 1];
            whole[i] = whole[i - 1];
        }
        work->part[largest + 1] = work->part[largest] - left;
        whole[largest + 1] = 0;
        work->part[largest] = left;
    }
    if (work->part_count == 1) work->part_count = 0;
}

static void build_node(const builder* b, level_node* work)
{
    const volume_class* kind = b->options->kind;
    const triangle_set set = {b->own_points, b->triangles, b->t.order + work->first, work->count};
    void* volume = volume_of(b, work->node);
    kind->fit(volume, &set, &b->options->volume, b->depth ? volume_of(b, work->parent) : NULL);
    work->defect = kind->defect ? kind->defect(volume) : 0;
    work->part_count = 0;
    if (b->depth < (size_t)b->options->depth_max) cut_node(b, work);
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
    size_t children = 0;
    for (size_t i = 0; i < b->level_count; i++)
        children += (size_t)b->level[i].part_count;
    TRY(host_grow(b->host, &b->t.nodes, &b->node_capacity, b->t.node_count,
                  b->t.node_count + children, b->t.node_size));
    void* next = b->next;
    TRY(host_grow(b->host, &next, &b->next_capacity, 0, children, sizeof *b->next));
    b->next = next;
    b->next_count = 0;
    double work_left = 0;
    for (size_t i = 0; i < b->level_count; i++) {
        const level_node* work = &b->level[i];
        if (work->defect > b->t.defect) b->t.defect = work->defect;
        if (!work->part_count) {
            store_link(b, work->node, work->first, (int32_t)work->count);
            continue;
        }
        store_link(b, work->node, (uint32_t)b->t.node_count, -work->part_count);
        uint32_t first = work->first;
        for (int k = 0; k < work->part_count; k++) {
            b->next[b->next_count++] = (level_node){.node = (uint32_t)b->t.node_count++,
                                                    .parent = work->node,
                                                    .first = first,
                                                    .count = work->part[k]};
            first += work->part[k];
            work_left += work_below(work->part[k]);
        }
    }
    const double whole = work_below(b->triangle_count);
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
        TRY((abut_status)atomic_load(&b->failure));
        if (b->t.kind->finish_level)
            b->t.kind->finish_level(volume_of(b, b->level[0].node), b->t.node_size, b->level_count,
                                    &b->options->volume);
        TRY(number_children(b));
        TRY(host_progress(b->host, b->progress));
        swap_levels(b);
        if (b->level_count) b->t.depth = ++b->depth;
    }
    ASSERT(b->t.depth <= TREE_DEPTH_MAX);
    return ABUT_OK;
}

// Place the points, and cut long triangles into pieces.
static abut_status find_triangles(builder* b, const frame* f)
{
    const soup_mesh* m = b->m;
    b->points = host_allocate(b->host, m->vertex_count, 3 * sizeof *b->points);
    if (!b->points) return ABUT_OUT_OF_MEMORY;
    for (size_t i = 0; i < m->vertex_count; i++)
        frame_place(f, m->vertices + i * 3, b->points + i * 3);
    if (!kdop_turn_is_none(&b->options->turn))
        b->options->papers->turn_points(&b->options->turn, b->points, m->vertex_count);
    if (b->options->slender > 0)
        TRY(b->options->papers->pieces_make(&b->pieces, b->points, m->vertex_count, m->triangles,
                                            m->triangle_count, b->options->slender, b->host));
    const int is_cut = b->pieces.count != 0;
    b->own_points = is_cut ? b->pieces.points : b->points;
    b->triangles = is_cut ? b->pieces.triangles : m->triangles;
    b->triangle_count = is_cut ? b->pieces.count : m->triangle_count;
    return ABUT_OK;
}

// Lengths of the frame in that of a turn. What grows has to grow by no less.
static void turn_lengths(tree_options* own)
{
    if (kdop_turn_is_none(&own->turn)) return;
    const double scale = own->papers->turn_scale(&own->turn);
    own->slender *= scale;
    own->volume.widen *= scale * (1 + 0x1p-50);
}

// own: the builder's options, which learn where the fits find what is measured.
static abut_status build_begin(builder* b, const frame* f, tree_options* own)
{
    TRY(find_triangles(b, f));
    const size_t count = b->triangle_count;
    if (own->split == ABUT_SPLIT_GREEDY)
        TRY(own->papers->greedy_make(&b->greedy, own->kind->dop, b->own_points, b->triangles, count,
                                     b->host));
    own->volume.offsets = b->greedy.offsets;
    b->t.order_count = count;
    b->t.kind = b->options->kind;
    b->t.node_size = sizeof(node_link) + b->t.kind->size;
    b->t.degree = b->options->degree;
    b->t.turn = b->options->turn;
    b->keys = host_allocate(b->host, count, sizeof *b->keys);
    b->t.order = host_allocate(b->host, count, sizeof *b->t.order);
    if (!b->keys || !b->t.order) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(b->host, &b->t.nodes, &b->node_capacity, 0, 1, b->t.node_size));
    void* level = NULL;
    TRY(host_grow(b->host, &level, &b->level_capacity, 0, 1, sizeof *b->level));
    b->level = level;
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
    const size_t size = b->t.node_size;
    if (b->node_capacity == b->t.node_count) return ABUT_OK;
    void* nodes = host_allocate(b->host, b->t.node_count, size);
    if (!nodes) return ABUT_OUT_OF_MEMORY;
    memcpy(nodes, b->t.nodes, b->t.node_count * size);
    host_release(b->host, b->t.nodes, b->node_capacity, size);
    b->t.nodes = nodes;
    b->node_capacity = b->t.node_count;
    return ABUT_OK;
}

#define PLACE_ERROR KDOP_TURN_ERROR  // more than frame_place's

static abut_status build_end(builder* b)
{
    const soup_mesh* m = b->m;
    const tree_papers* papers = b->options->papers;
    TRY(trim_nodes(b));
    if (b->options->climb)
        TRY(papers->climb_make(&b->t.climb, b->points, m->vertex_count, m->triangles,
                               m->triangle_count, PLACE_ERROR + b->options->volume.widen, b->host));
    if (b->pieces.count) TRY(papers->pieces_join(&b->pieces, &b->t, m->triangle_count, b->host));
    return b->t.kind->extra ? papers->fill_extra(&b->t, b->host) : ABUT_OK;
}

abut_status tree_build(tree* out, const soup_mesh* m, const frame* f, const tree_options* options,
                       const abut_host* host)
{
    ASSERT(options->leaf_size >= 1 && options->leaf_size <= TREE_LEAF_MAX);
    ASSERT(options->depth_max >= 1 && options->depth_max <= TREE_DEPTH_MAX);
    ASSERT(options->degree == 2 || options->degree == 4 || options->degree == 8);
    ASSERT(options->kind && options->volume.widen >= 0 && options->slender >= 0);
    if (options->split == ABUT_SPLIT_CROSSING)
        return options->papers->build_crossing(out, m, f, options, host);
    if (options->turned) return options->papers->build_turned(out, m, f, options, host);
    builder b = {.host = host, .m = m};
    tree_options own = *options;
    turn_lengths(&own);
    atomic_init(&b.failure, ABUT_OK);
    own.volume.failure = &b.failure;
    b.options = &own;
    abut_status status = ABUT_OK;
    if (m->triangle_count) {
        status = build_begin(&b, f, &own);
        if (status == ABUT_OK) status = build_levels(&b);
        if (status == ABUT_OK) status = build_end(&b);
    }
    if (b.pieces.count) options->papers->pieces_free(&b.pieces, host);
    if (b.greedy.count) options->papers->greedy_free(&b.greedy, host);
    host_release(host, b.points, m->vertex_count, 3 * sizeof *b.points);
    host_release(host, b.keys, b.triangle_count, sizeof *b.keys);
    host_release(host, b.level, b.level_capacity, sizeof *b.level);
    host_release(host, b.next, b.next_capacity, sizeof *b.next);
    if (status == ABUT_OK) {
        *out = b.t;
    } else {
        host_release(host, b.t.nodes, b.node_capacity, b.t.node_size);
        host_release(host, b.t.order, b.t.order_count, sizeof *b.t.order);
        climb_free(&b.t.climb, host);
    }
    return status;
}

void tree_free(tree* t, const abut_host* host)
{
    host_release(host, t->nodes, t->node_count, t->node_size);
    host_release(host, t->order, t->order_count, sizeof *t->order);
    host_release(host, t->extra, t->extra_count, sizeof *t->extra);
    climb_free(&t->climb, host);
}

size_t tree_node_bytes(const tree* t)
{
    return t->node_count * t->node_size;
}

size_t tree_bytes(const tree* t)
{
    return tree_node_bytes(t) + t->order_count * sizeof *t->order +
           t->extra_count * sizeof *t->extra + climb_number_bytes(&t->climb) +
           climb_way_bytes(&t->climb);
}
