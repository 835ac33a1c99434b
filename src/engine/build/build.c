// build.c - the build, from a mesh to the tree: split the triangles, choose which splits become
// nodes (wide_collapse), write the leaves, and fit boxes from the leaves upwards.
#include "engine/build/build.h"

#include "base/base.h"
#include "engine/build/collapse.h"
#include "engine/build/fit.h"
#include "engine/build/topology.h"
#include "engine/kernels.h"
#include "engine/tree/pack.h"

#include <math.h>
#include <string.h>

#define LEAVES_PER_TASK 2048
#define PREFETCHED      32

typedef struct fit_task {
    uint32_t begin, end;  // nodes: one, and all below it
    double defect;        // result
} fit_task;

typedef struct builder {
    const abut_host* host;
    soup_mesh* m;
    frame_map place;
    const wide_options* options;
    const fit_kernel* fit;
    binary_tree binary;
    collapse plan;
    fit_summary* summaries;  // of nodes
    fit_task* tasks;
    size_t subtree_count, above_count;
    wide_tree t;
} builder;

static void run_tasks(const builder* b, size_t work, size_t per_task, abut_task* task)
{
    b->host->run(b->host->user, (work + per_task - 1) / per_task, task, (void*)(uintptr_t)b);
}

// ----------------------------------------------------------------------------------------- records

static int is_fast(const builder* b)
{
    return b->options->effort == ABUT_EFFORT_FAST;
}

static abut_status split_triangles(builder* b, split_cuts cuts)
{
    const size_t count = b->m->triangle_count;
    b->binary =
        (binary_tree){.m = b->m,
                      .place = b->place,
                      .count = count,
                      .leaf_size = b->options->leaf_size,
                      .set_size = (uint32_t)b->options->leaf_size * (is_fast(b) ? WIDE_LANES : 1),
                      .cuts = cuts};
    b->binary.slots = host_allocate(b->host, count, sizeof *b->binary.slots);
    b->binary.order = host_allocate(b->host, count, sizeof *b->binary.order);
    if (!b->binary.slots || !b->binary.order) return ABUT_OUT_OF_MEMORY;
    return binary_tree_split(&b->binary, b->host);
}

// ------------------------------------------------------------------------------------------ leaves

static void fill_leaves(void* context, size_t index, int worker)
{
    const builder* b = context;
    (void)worker;
    const size_t begin = index * LEAVES_PER_TASK;
    size_t end = begin + LEAVES_PER_TASK;
    if (end > b->t.leaf_count) end = b->t.leaf_count;
    for (size_t i = begin; i < end; i++) {
        const uint32_t first = b->plan.leaf_first[i];
        // Triangles lie far apart in memory.
        if (first + PREFETCHED < b->m->triangle_count)
            __builtin_prefetch(b->m->triangles + 3 * (size_t)b->binary.order[first + PREFETCHED]);
        b->fit->fill(&b->t.leaves[i], b->m, &b->place, b->binary.order + first,
                     b->plan.leaf_first[i + 1] - first);
    }
}

// ------------------------------------------------------------------------------------------- boxes

// The summaries of a node's children. leaves: room for those that are leaves.
static void list_children(const builder* b, size_t index, fit_summary leaves[WIDE_LANES],
                          const fit_summary* out[WIDE_LANES])
{
    const int32_t* const child = b->t.nodes[index].child;
    for (int lane = 0; lane < b->plan.spans[index].count; lane++) {
        out[lane] = &leaves[lane];
        if (child[lane] < 0)
            b->fit->summarise(&b->t.leaves[~child[lane]], &leaves[lane]);
        else
            out[lane] = &b->summaries[child[lane]];
    }
}

static void join_children(const builder* b, size_t index, const fit_summary* const* sets)
{
    b->summaries[index] = *sets[0];
    for (int lane = 1; lane < b->plan.spans[index].count; lane++)
        b->fit->join(&b->summaries[index], sets[lane]);
}

static double fit_children(const builder* b, size_t index, const fit_summary* const* sets)
{
    const wide_span* span = &b->plan.spans[index];
    fit_request r = {.count = span->count,
                     .first = span->leaf,
                     .leaves = b->t.leaves,
                     .widen = b->options->widen};
    for (int lane = 0; lane < span->count; lane++)
        r.sets[lane] = sets[lane];
    return b->fit->fit(&b->t.nodes[index], &r);
}

// Children first.
static double fit_node(const builder* b, size_t index)
{
    ASSERT(b->plan.spans[index].count >= 1 && b->plan.spans[index].count <= WIDE_LANES);
    fit_summary leaves[WIDE_LANES];
    const fit_summary* sets[WIDE_LANES] = {&leaves[0]};  // or another; every node has a child
    list_children(b, index, leaves, sets);
    join_children(b, index, sets);
    return fit_children(b, index, sets);
}

static void fit_subtree(void* context, size_t index, int worker)
{
    const builder* b = context;
    fit_task* task = &b->tasks[index];
    (void)worker;
    task->defect = 0;
    for (size_t i = task->end; i-- > task->begin;) {
        const double defect = fit_node(b, i);
        if (defect > task->defect) task->defect = defect;
    }
}

static uint32_t leaves_below(const wide_span* s)
{
    return s->leaf[s->count] - s->leaf[0];
}

// A node above the subtrees, whose summary, and its children's, are there.
static void fit_above(void* context, size_t index, int worker)
{
    const builder* b = context;
    fit_task* task = &b->tasks[index];
    fit_summary leaves[WIDE_LANES];
    const fit_summary* sets[WIDE_LANES] = {&leaves[0]};
    (void)worker;
    list_children(b, task->begin, leaves, sets);
    task->defect = fit_children(b, task->begin, sets);
}

// List subtrees that are tasks, and the nodes above them, from the top on; NULL: only count.
static void list_tasks(builder* b, fit_task* subtrees, fit_task* above)
{
    const uint32_t enough =
        b->t.leaf_count / 64 > LEAVES_PER_TASK ? (uint32_t)(b->t.leaf_count / 64) : LEAVES_PER_TASK;
    b->subtree_count = b->above_count = 0;
    for (uint32_t i = 0; i < b->t.node_count;) {
        const wide_span* s = &b->plan.spans[i];
        const int is_above = leaves_below(s) > enough;
        const fit_task task = {.begin = i, .end = is_above ? i + 1 : s->end};
        if (subtrees) *(is_above ? above++ : subtrees++) = task;
        b->subtree_count += is_above ? 0 : 1;
        b->above_count += is_above ? 1 : 0;
        i = task.end;
    }
}

// Subtrees as tasks; what is above them is summed up from the bottom, and then each node of it is a task, too.
static abut_status fit_boxes(builder* b)
{
    list_tasks(b, NULL, NULL);
    const size_t count = b->subtree_count + b->above_count;
    fit_task* const tasks = host_allocate(b->host, count, sizeof *tasks);
    if (!tasks) return ABUT_OUT_OF_MEMORY;
    list_tasks(b, tasks, tasks + b->subtree_count);
    b->tasks = tasks;
    b->host->run(b->host->user, b->subtree_count, fit_subtree, b);
    b->tasks = tasks + b->subtree_count;
    for (size_t i = b->above_count; i-- > 0;) {
        fit_summary leaves[WIDE_LANES];
        const fit_summary* sets[WIDE_LANES] = {&leaves[0]};
        list_children(b, b->tasks[i].begin, leaves, sets);
        join_children(b, b->tasks[i].begin, sets);
    }
    b->host->run(b->host->user, b->above_count, fit_above, b);
    for (size_t i = 0; i < count; i++)
        b->t.defect = tasks[i].defect > b->t.defect ? tasks[i].defect : b->t.defect;
    host_release(b->host, tasks, count, sizeof *tasks);
    return ABUT_OK;
}

abut_status wide_fit_boxes(wide_tree* t, wide_span* spans, double widen, const abut_host* host)
{
    const wide_options options = {.widen = widen};
    builder b = {.host = host,
                 .options = &options,
                 .fit = wide_kernels_now()->fit,
                 .plan = {.spans = spans},
                 .t = *t};
    b.t.defect = 0;
    b.summaries = host_allocate(host, t->node_count, sizeof *b.summaries);
    const abut_status status = b.summaries ? fit_boxes(&b) : ABUT_OUT_OF_MEMORY;
    host_release(host, b.summaries, t->node_count, sizeof *b.summaries);
    if (status == ABUT_OK) t->defect = b.t.defect;
    return status;
}

// Build one tree. It takes the part of the work from begin to end.
static abut_status build_tree(builder* b, split_cuts cuts, double begin, double end)
{
    TRY(split_triangles(b, cuts));
    TRY(host_progress(b->host, begin + 0.5 * (end - begin)));
    // What is looked at together from now on stands together.
    TRY(soup_mesh_arrange(b->m, b->binary.order, b->m->triangle_count, b->host));
    const abut_status planned = collapse_make(&b->plan, &b->binary, b->host);
    b->t = b->plan.t;  // what there is of it, even if memory ran out
    TRY(planned);
    b->t.leaves = host_allocate(b->host, b->t.leaf_count, sizeof *b->t.leaves);
    if (!b->t.leaves) return ABUT_OUT_OF_MEMORY;
    run_tasks(b, b->t.leaf_count, LEAVES_PER_TASK, fill_leaves);
    TRY(host_progress(b->host, begin + 0.7 * (end - begin)));
    b->summaries = host_allocate(b->host, b->t.node_count, sizeof *b->summaries);
    if (!b->summaries) return ABUT_OUT_OF_MEMORY;
    TRY(fit_boxes(b));
    return host_progress(b->host, end);
}

// The same for ABUT_EFFORT_FAST. Vertices stay where they are: few files have them in such an order that it would pay.
static abut_status build_quickly(builder* b)
{
    TRY(split_triangles(b, CUT_FILE));
    TRY(host_progress(b->host, 0.5));
    const quick_request request = {.m = b->m,
                                   .place = &b->place,
                                   .order = b->binary.order,
                                   .plan = &b->plan,
                                   .widen = b->options->widen};
    abut_status status = collapse_make(&b->plan, &b->binary, b->host);
    if (status == ABUT_OK)
        status = quick_build(&b->t, &request, wide_kernels_now()->quick, b->host);
    host_release(b->host, b->plan.t.nodes, b->plan.t.node_count, sizeof *b->plan.t.nodes);
    TRY(status);
    return host_progress(b->host, 1);
}

// All but the tree.
static void release_work(builder* b)
{
    const size_t count = b->m->triangle_count;
    host_release(b->host, b->binary.slots, count, sizeof *b->binary.slots);
    host_release(b->host, b->binary.order, count, sizeof *b->binary.order);
    host_release(b->host, b->summaries, b->t.node_count, sizeof *b->summaries);
    collapse_free(&b->plan, b->host);
    b->plan = (collapse){0};
    b->binary.slots = NULL;
    b->binary.order = NULL;
    b->summaries = NULL;
}

// What a search of a tree will cost, in some unit: the surfaces of all boxes.
static double cost_of_tree(const wide_tree* t)
{
    double cost = 0;
    for (size_t i = 0; i < t->node_count; i++) {
        const wide_node* n = &t->nodes[i];
        for (int lane = 0; lane < WIDE_LANES && n->half[0][lane] >= 0; lane++) {
            const double x = (double)n->half[0][lane], y = (double)n->half[1][lane],
                         z = (double)n->half[2][lane];
            cost += x * y + y * z + z * x;
        }
    }
    return cost;
}

// Build a tree for each of two ways of cutting, and keep the better one.
static abut_status build_best(builder* b)
{
    wide_tree best = {0};
    double least = HUGE_VAL;
    abut_status status = ABUT_OK;
    for (int i = 0; i < 2 && status == ABUT_OK; i++) {
        status = build_tree(b, i ? CUT_FITTED : CUT_TRIED, i ? 0.5 : 0, i ? 1 : 0.5);
        release_work(b);
        const double cost = status == ABUT_OK ? cost_of_tree(&b->t) : HUGE_VAL;
        if (cost < least) {
            const wide_tree worse = best;
            best = b->t;
            b->t = worse;
            least = cost;
        }
        wide_free(&b->t, b->host);
        b->t = (wide_tree){0};
    }
    b->t = best;
    return status;
}

// The mesh's vertices stand in the order of the tree that was built last.
static abut_status arrange_vertices(const builder* b)
{
    uint32_t* order = host_allocate(b->host, b->m->triangle_count, sizeof *order);
    if (!order) return ABUT_OUT_OF_MEMORY;
    size_t count = 0;
    for (size_t i = 0; i < b->t.leaf_count; i++) {
        for (int lane = 0; lane < WIDE_LEAF && b->t.leaves[i].id[lane] != WIDE_NOBODY; lane++)
            order[count++] = b->t.leaves[i].id[lane];
    }
    const abut_status status = soup_mesh_arrange(b->m, order, count, b->host);
    host_release(b->host, order, b->m->triangle_count, sizeof *order);
    return status;
}

int wide_is_whole(const wide_tree* t, const soup_mesh* m, const frame* f, int leaf_size)
{
    const abut_host own = host_complete(NULL);  // the caller's counts what is asked of it
    const char* broken = wide_check(t, m, f, leaf_size, &own);
    return !broken || strcmp(broken, "out of memory") == 0;
}

abut_status wide_build(wide_tree* out, soup_mesh* m, const frame* f, const wide_options* options,
                       const abut_host* host)
{
    ASSERT(options->leaf_size >= 1 && options->leaf_size <= WIDE_LEAF && options->widen >= 0);
    ASSERT((unsigned)options->effort <= ABUT_EFFORT_BEST);
    ASSERT((unsigned)options->memory <= ABUT_MEMORY_COMPACT);
    builder b = {.host = host,
                 .m = m,
                 .place = frame_map_make(f),
                 .options = options,
                 .fit = wide_kernels_now()->fit};
    abut_status status = ABUT_OK;
    if (!m->triangle_count) {
        status = host_progress(host, 1);
    } else if (options->effort == ABUT_EFFORT_BEST) {
        status = build_best(&b);
        if (status == ABUT_OK) status = arrange_vertices(&b);
    } else {
        status = is_fast(&b) ? build_quickly(&b) : build_tree(&b, CUT_TRIED, 0, 1);
        release_work(&b);
    }
    if (status == ABUT_OK) status = wide_pack(&b.t, options->memory, m->triangle_count, host);
    if (status == ABUT_OK) {
        VALIDATE(wide_is_whole(&b.t, m, f, options->leaf_size));
        *out = b.t;
    } else {
        wide_free(&b.t, host);
    }
    return status;
}

void wide_free(wide_tree* t, const abut_host* host)
{
    host_release(host, t->nodes, t->node_count, sizeof *t->nodes);
    host_release(host, t->packed, t->node_count, sizeof *t->packed);
    host_release(host, t->leaves, t->leaf_count, sizeof *t->leaves);
    host_release(host, t->shorts, t->leaf_count, sizeof *t->shorts);
    host_release(host, t->lists, t->leaf_count, sizeof *t->lists);
}

size_t wide_bytes(const wide_tree* t)
{
    return t->node_count * wide_node_size(t) + t->leaf_count * wide_leaf_size(t);
}
