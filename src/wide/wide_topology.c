// wide_topology.c - the splitter's work, shared out: the top of the tree node by node, and then its
// subtrees as tasks. What each finds does not depend on who does it.
#include "wide/wide_topology.h"

#include "base/base.h"
#include "base/simd_set.h"

#define TASKS_MAX    1024
#define TASK_RECORDS 4096  // smaller sets are not worth a task

typedef struct split_task {
    split_job job;
    uint32_t* number;  // where the number of its node is wanted
} split_task;

typedef struct sharing {
    binary_tree* t;
    const split_kernel* kernel;
    split_task* tasks;
    size_t task_count;
} sharing;

static void run_task(void* context, size_t index, int worker)
{
    const sharing* s = context;
    const split_task* task = &s->tasks[index];
    (void)worker;
    *task->number = s->kernel->all(s->t, &task->job);
}

// Split the largest sets until there are enough. The node of a set stands at the last place that its
// left part does not need.
static void make_tasks(sharing* s)
{
    binary_tree* t = s->t;
    const uint32_t enough =
        (uint32_t)(t->count / 64) > TASK_RECORDS ? (uint32_t)(t->count / 64) : TASK_RECORDS;
    s->tasks[0] = (split_task){s->kernel->whole(t), &t->root};
    s->task_count = 1;
    for (size_t i = 0; i < s->task_count;) {
        split_task* const task = &s->tasks[i];
        if (task->job.count <= enough || s->task_count == TASKS_MAX) {
            i++;
            continue;
        }
        // The place is known only when the set is split.
        split_job below[2];
        binary_node n;
        binary_tree one = *t;
        one.nodes = &n;
        s->kernel->one(&one, &task->job, 0, below);
        const uint32_t place = below[1].first - 1;
        t->nodes[place] = n;
        *task->number = place;
        s->tasks[s->task_count++] = (split_task){below[1], &t->nodes[place].child[1]};
        *task = (split_task){below[0], &t->nodes[place].child[0]};
    }
}

abut_status binary_tree_split(binary_tree* t, const abut_host* host)
{
    static const split_kernel* const kernels[SIMD_SETS] = {&split_portable, &split_avx2,
                                                           &split_avx512};
    sharing s = {.t = t, .kernel = kernels[simd_current()]};
    s.tasks = host_allocate(host, TASKS_MAX, sizeof *s.tasks);
    if (!s.tasks) return ABUT_OUT_OF_MEMORY;
    make_tasks(&s);
    host->run(host->user, s.task_count, run_task, &s);
    host_release(host, s.tasks, TASKS_MAX, sizeof *s.tasks);
    return ABUT_OK;
}
