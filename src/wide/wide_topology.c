// wide_topology.c - the splitter's work, shared out: the top of the tree set by set, and then its
// subtrees as tasks. What each finds does not depend on who does it.
#include "wide/wide_topology.h"

#include "base/base.h"
#include "base/simd_set.h"

#include <float.h>

#define TASKS_MAX    512
#define TASK_RECORDS 4096  // smaller sets are not worth a task

// ---------------------------------------------------------------------------------------- collapse

void binary_node_close(binary_node* n, float area, const binary_costs below[2],
                       const uint32_t leaves[2], binary_costs* costs)
{
    float shared[WIDE_LANES];
    n->shares = 0;
    for (int room = 2; room <= WIDE_LANES; room++) {
        uint32_t best = 1;
        float least = FLT_MAX;
        for (int share = 1; share < room; share++) {
            const float cost = below[0].of[share - 1] + below[1].of[room - share - 1];
            best = cost < least ? (uint32_t)share : best;
            least = cost < least ? cost : least;
        }
        shared[room - 1] = least;
        n->shares |= best << 3 * (room - 1);
    }
    costs->of[0] = area + shared[WIDE_LANES - 1];
    for (int room = 2; room <= WIDE_LANES; room++) {
        const float less = costs->of[room - 2];
        const int pays = shared[room - 1] < less;
        costs->of[room - 1] = pays ? shared[room - 1] : less;
        n->shares |= (uint32_t)pays << (22 + room);
    }
    n->leaves = leaves[0] + leaves[1];
}

// -------------------------------------------------------------------------------------------- tasks

// A set at the top of the tree: a task, or split into the sets below and below + 1.
typedef struct top_set {
    split_job job;
    size_t below;  // 0: a task
    split_result result;
} top_set;

typedef struct sharing {
    binary_tree* t;
    const split_kernel* kernel;
    top_set* sets;
    size_t set_count;
    uint32_t* tasks;  // sets
    size_t task_count;
} sharing;

static void run_task(void* context, size_t index, int worker)
{
    const sharing* s = context;
    top_set* set = &s->sets[s->tasks[index]];
    (void)worker;
    set->result = s->kernel->all(s->t, &set->job);
}

// Split sets until they are small enough.
static void make_tasks(sharing* s)
{
    const uint32_t part = (uint32_t)(s->t->count / 64);
    const uint32_t enough = part > TASK_RECORDS ? part : TASK_RECORDS;
    s->sets[0] = (top_set){.job = s->kernel->whole(s->t)};
    s->set_count = 1;
    for (size_t i = 0; i < s->set_count; i++) {
        top_set* set = &s->sets[i];
        if (set->job.count <= enough || s->set_count + 2 > TASKS_MAX) {
            s->tasks[s->task_count++] = (uint32_t)i;
            continue;
        }
        split_job below[2];
        s->kernel->one(s->t, &set->job, below);
        set->below = s->set_count;
        for (int side = 0; side < 2; side++)
            s->sets[s->set_count++] = (top_set){.job = below[side]};
    }
}

// The node of a set stands where its left part leaves a place.
static void close_set(const sharing* s, top_set* set)
{
    const top_set* below = &s->sets[set->below];
    const uint32_t middle = below[1].job.first;
    binary_node* n = &s->t->slots[middle - 1].node;
    const binary_costs costs[2] = {below[0].result.costs, below[1].result.costs};
    const uint32_t leaves[2] = {below[0].result.leaves, below[1].result.leaves};
    *n = (binary_node){.first = set->job.first,
                       .middle = middle,
                       .child = {below[0].result.number, below[1].result.number}};
    binary_node_close(n, set->job.area, costs, leaves, &set->result.costs);
    set->result.number = middle - 1;
    set->result.leaves = n->leaves;
}

abut_status binary_tree_split(binary_tree* t, const abut_host* host)
{
    static const split_kernel* const kernels[SIMD_SETS] = {&split_portable, &split_avx2,
                                                           &split_avx512};
    sharing s = {.t = t, .kernel = kernels[simd_current()]};
    s.sets = host_allocate(host, TASKS_MAX, sizeof *s.sets);
    s.tasks = host_allocate(host, TASKS_MAX, sizeof *s.tasks);
    const int has_memory = s.sets && s.tasks;
    if (has_memory) {
        make_tasks(&s);
        host->run(host->user, s.task_count, run_task, &s);
        for (size_t i = s.set_count; i-- > 0;) {
            if (s.sets[i].below) close_set(&s, &s.sets[i]);
        }
        t->root = s.sets[0].result.number;
        t->leaf_count = s.sets[0].result.leaves;
    }
    host_release(host, s.sets, TASKS_MAX, sizeof *s.sets);
    host_release(host, s.tasks, TASKS_MAX, sizeof *s.tasks);
    return has_memory ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}
