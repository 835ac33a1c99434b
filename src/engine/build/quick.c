// quick.c - see quick.h: sets are numbered, and built and fitted as tasks.
#include "engine/build/quick.h"

#include "base/base.h"

#include <string.h>

#define GROUPS_PER_TASK 8   // of eight sets
#define NODES_PER_TASK  64  // above

typedef struct quick_tree {
    quick_request r;
    const quick_kernel* kernel;
    uint32_t* number;
    uint32_t* depth;  // of the plan's nodes
    double* defects;  // of tasks
    wide_tree t;
} quick_tree;

// Nodes of the plan and of sets, depth first: those of the plan stand in that order, and begin with the set leaf[0].
static void number_all(quick_tree* q)
{
    const collapse* c = q->r.plan;
    uint32_t node = 0, next = 0, leaf = 0;
    for (uint32_t i = 0; i < c->t.leaf_count; i++) {
        quick_set* s = &q->r.sets[i];
        for (; next < c->t.node_count && c->spans[next].leaf[0] <= i; next++)
            q->number[next] = node++;
        s->first = c->leaf_first[i];
        s->count = c->leaf_first[i + 1] - s->first;
        s->leaves = 0;
        for (uint32_t k = s->first; k < s->first + s->count; k++)
            s->leaves += q->r.order[k] / QUICK_FIRST;
        s->leaf = leaf;
        s->node = node;
        leaf += s->leaves;
        node += s->leaves > 1;
    }
    q->t.node_count = node;
    q->t.leaf_count = leaf;
}

// Copy the plan's nodes, link them with sets, and find how deep the tree is.
static void link_nodes(quick_tree* q)
{
    const collapse* c = q->r.plan;
    q->depth[0] = 0;
    for (size_t i = 0; i < c->t.node_count; i++) {
        wide_node* n = &q->t.nodes[q->number[i]];
        *n = c->t.nodes[i];
        for (int lane = 0; lane < c->spans[i].count; lane++) {
            size_t deepest = q->depth[i];
            if (n->child[lane] >= 0) {
                const uint32_t child = (uint32_t)n->child[lane];
                q->depth[child] = q->depth[i] + 1;
                deepest = q->depth[child];
                n->child[lane] = (int32_t)q->number[child];
            } else {
                const quick_set* s = &q->r.sets[~n->child[lane]];
                deepest += s->leaves > 1;
                n->child[lane] = s->leaves > 1 ? (int32_t)s->node : ~(int32_t)s->leaf;
            }
            if (deepest > q->t.depth) q->t.depth = deepest;
        }
    }
}

static void build_sets(void* context, size_t index, int worker)
{
    const quick_tree* q = context;
    const size_t count = q->r.plan->t.leaf_count;
    (void)worker;
    q->defects[index] = 0;
    for (size_t k = 0; k < GROUPS_PER_TASK; k++) {
        const size_t first = (index * GROUPS_PER_TASK + k) * WIDE_LANES;
        if (first >= count) return;
        const double defect =
            q->kernel->sets(&q->r, first, count - first < WIDE_LANES ? count - first : WIDE_LANES);
        if (defect > q->defects[index]) q->defects[index] = defect;
    }
}

static void build_above(void* context, size_t index, int worker)
{
    const quick_tree* q = context;
    const size_t count = q->r.plan->t.node_count;
    (void)worker;
    q->defects[index] = 0;
    for (size_t k = 0; k < NODES_PER_TASK && index * NODES_PER_TASK + k < count; k++) {
        const double defect = q->kernel->above(&q->r, index * NODES_PER_TASK + k);
        if (defect > q->defects[index]) q->defects[index] = defect;
    }
}

void quick_moments_add(quick_moments* sum, const quick_moments* other)
{
    const float weight = other->weight;
    float d[3];
    for (int k = 0; k < 3; k++)
        d[k] = other->reference[k] - sum->reference[k];
    for (int i = 0, n = 0; i < 3; i++) {
        for (int k = i; k < 3; k++, n++)
            sum->second[n] += other->second[n] + other->first[i] * d[k] + d[i] * other->first[k] +
                              weight * d[i] * d[k];
    }
    for (int k = 0; k < 3; k++)
        sum->first[k] += other->first[k] + weight * d[k];
    sum->weight += weight;
}

static void sum_moments(const quick_tree* q)
{
    const collapse* c = q->r.plan;
    for (size_t i = c->t.node_count; i-- > 0;) {
        quick_moments* sum = &q->r.above[i];
        memset(sum, 0, sizeof *sum);
        memcpy(sum->reference, q->r.moments[c->spans[i].leaf[0]].reference, sizeof sum->reference);
        for (int lane = 0; lane < c->spans[i].count; lane++) {
            const int32_t child = c->t.nodes[i].child[lane];
            quick_moments_add(sum, child < 0 ? &q->r.moments[~child] : &q->r.above[child]);
        }
    }
}

static void run_tasks(quick_tree* q, const abut_host* host, size_t count, abut_task* task)
{
    host->run(host->user, count, task, q);
    for (size_t i = 0; i < count; i++)
        q->t.defect = q->defects[i] > q->t.defect ? q->defects[i] : q->t.defect;
}

static abut_status build_all(quick_tree* q, size_t nodes, size_t groups, const abut_host* host)
{
    q->r.sets = host_allocate(host, groups * WIDE_LANES, sizeof *q->r.sets);
    q->r.boxes = host_allocate(host, groups, sizeof *q->r.boxes);
    q->r.moments = host_allocate(host, groups * WIDE_LANES, sizeof *q->r.moments);
    q->r.above = host_allocate(host, nodes, sizeof *q->r.above);
    q->number = host_allocate(host, nodes, sizeof *q->number);
    q->depth = host_allocate(host, nodes, sizeof *q->depth);
    q->defects = host_allocate(host, groups + nodes, sizeof *q->defects);
    if (!q->r.sets || !q->r.boxes || !q->r.moments || !q->r.above || !q->number || !q->depth ||
        !q->defects)
        return ABUT_OUT_OF_MEMORY;
    number_all(q);
    q->t.nodes = host_allocate(host, q->t.node_count, sizeof *q->t.nodes);
    q->t.leaves = host_allocate(host, q->t.leaf_count, sizeof *q->t.leaves);
    if (!q->t.nodes || !q->t.leaves) return ABUT_OUT_OF_MEMORY;
    link_nodes(q);
    q->r.number = q->number;
    q->r.nodes = q->t.nodes;
    q->r.leaves = q->t.leaves;
    run_tasks(q, host, (groups + GROUPS_PER_TASK - 1) / GROUPS_PER_TASK, build_sets);
    sum_moments(q);
    run_tasks(q, host, (nodes + NODES_PER_TASK - 1) / NODES_PER_TASK, build_above);
    return ABUT_OK;
}

abut_status quick_build(wide_tree* out, const quick_request* request, const quick_kernel* kernel,
                        const abut_host* host)
{
    ASSERT(request->plan->t.node_count && request->widen >= 0);
    quick_tree q = {.r = *request, .kernel = kernel};
    const size_t nodes = request->plan->t.node_count,
                 groups = (request->plan->t.leaf_count + WIDE_LANES - 1) / WIDE_LANES;
    const abut_status status = build_all(&q, nodes, groups, host);
    host_release(host, q.r.sets, groups * WIDE_LANES, sizeof *q.r.sets);
    host_release(host, q.r.boxes, groups, sizeof *q.r.boxes);
    host_release(host, q.r.moments, groups * WIDE_LANES, sizeof *q.r.moments);
    host_release(host, q.r.above, nodes, sizeof *q.r.above);
    host_release(host, q.number, nodes, sizeof *q.number);
    host_release(host, q.depth, nodes, sizeof *q.depth);
    host_release(host, q.defects, groups + nodes, sizeof *q.defects);
    *out = q.t;
    return status;
}
