// wide_topology.c - the splitter's work, shared out: the top of the tree over the cells of a grid, then
// its subtrees as tasks. What each finds does not depend on who does it.
#include "wide/wide_topology.h"

#include "base/base.h"
#include "base/simd_set.h"

#include <float.h>
#include <string.h>

#define SETS_MAX  4096
#define SMALL_SET 4096  // not worth a task of its own

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

// ------------------------------------------------------------------------------------ top of the tree

// A set of cells, later of their triangles: a task, or split into the sets below and below + 1.
typedef struct top_set {
    split_job job;          // of cells
    uint32_t first, count;  // of triangles
    size_t below;           // 0: a task
    split_result result;
} top_set;

typedef struct sharing {
    binary_tree* t;
    const split_kernel* kernel;
    split_slot* cells;
    uint32_t cell_count;  // with triangles in them
    uint16_t* cell_of;
    uint32_t* place;  // of each cell, its next triangle's
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
    set->result = s->kernel->all(s->t, set->first, set->count, set->job.depth);
}

// Keep the cells that hold something.
static void pack_cells(sharing* s)
{
    for (uint32_t i = 0; i < GRID_CELLS; i++) {
        if (s->cells[i].record.weight) s->cells[s->cell_count++] = s->cells[i];
    }
}

// Split sets of cells until they are small enough, or one cell.
static void split_top(sharing* s)
{
    const uint32_t part = (uint32_t)(s->t->count / 128);
    const int is_fast = s->t->effort == ABUT_EFFORT_FAST;
    const uint32_t small = is_fast ? SMALL_SET / 8 : SMALL_SET;
    const uint32_t enough = part > small && !is_fast ? part : small;
    s->sets[0] = (top_set){.job = s->kernel->job(s->cells, 0, s->cell_count, 0)};
    s->set_count = 1;
    for (size_t i = 0; i < s->set_count; i++) {
        top_set* set = &s->sets[i];
        set->count = set->job.weight;
        if (set->count <= enough || set->job.count == 1 || s->set_count + 2 > SETS_MAX) {
            s->tasks[s->task_count++] = (uint32_t)i;
            continue;
        }
        split_job below[2];
        s->kernel->one(s->cells, s->t->leaf_size, &set->job, below);
        set->below = s->set_count;
        s->sets[s->set_count++] = (top_set){.job = below[0], .first = set->first};
        s->sets[s->set_count++] = (top_set){.job = below[1], .first = set->first + below[0].weight};
    }
}

// Triangles stand in the order of their cells.
static void place_triangles(const sharing* s)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < s->cell_count; i++) {
        s->place[s->cells[i].record.triangle] = first;
        first += s->cells[i].record.weight;
    }
    s->kernel->fill_slots(s->t, 0, s->t->count, s->cell_of, s->place);
}

// The node of a set stands where its left part leaves a place.
static void close_set(const sharing* s, top_set* set)
{
    const top_set* below = &s->sets[set->below];
    binary_node n = {.first = set->first,
                     .middle = below[1].first,
                     .child = {below[0].result.number, below[1].result.number}};
    const binary_costs costs[2] = {below[0].result.costs, below[1].result.costs};
    const uint32_t leaves[2] = {below[0].result.leaves, below[1].result.leaves};
    binary_node_close(&n, set->job.area, costs, leaves, &set->result.costs);
    set->result.number = n.middle - 1;
    set->result.leaves = n.leaves;
    memcpy(&s->t->slots[set->result.number], &n, sizeof n);
}

static void split_large(sharing* s, const abut_host* host)
{
    s->kernel->fill_cells(s->t, s->cells, s->cell_of);
    pack_cells(s);
    split_top(s);
    place_triangles(s);
    host->run(host->user, s->task_count, run_task, s);
    for (size_t i = s->set_count; i-- > 0;) {
        if (s->sets[i].below) close_set(s, &s->sets[i]);
    }
    s->t->root = s->sets[0].result.number;
    s->t->leaf_count = s->sets[0].result.leaves;
    s->t->cost = s->sets[0].result.costs.of[0];
}

static void split_small(binary_tree* t, const split_kernel* kernel)
{
    kernel->fill_slots(t, 0, t->count, NULL, NULL);
    const split_result result = kernel->all(t, 0, (uint32_t)t->count, 0);
    t->root = result.number;
    t->leaf_count = result.leaves;
    t->cost = result.costs.of[0];
}

abut_status binary_tree_split(binary_tree* t, const abut_host* host)
{
    static const split_kernel* const kernels[SIMD_SETS] = {&split_portable, &split_avx2,
                                                           &split_avx512};
    sharing s = {.t = t, .kernel = kernels[simd_current()]};
    if (t->count <= 2 * SMALL_SET || t->effort == ABUT_EFFORT_BEST) {
        split_small(t, s.kernel);
        return ABUT_OK;
    }
    s.cells = host_allocate(host, GRID_CELLS, sizeof *s.cells);
    s.cell_of = host_allocate(host, t->count, sizeof *s.cell_of);
    s.place = host_allocate(host, GRID_CELLS, sizeof *s.place);
    s.sets = host_allocate(host, SETS_MAX, sizeof *s.sets);
    s.tasks = host_allocate(host, SETS_MAX, sizeof *s.tasks);
    const int has_memory = s.cells && s.cell_of && s.place && s.sets && s.tasks;
    if (has_memory) split_large(&s, host);
    host_release(host, s.cells, GRID_CELLS, sizeof *s.cells);
    host_release(host, s.cell_of, t->count, sizeof *s.cell_of);
    host_release(host, s.place, GRID_CELLS, sizeof *s.place);
    host_release(host, s.sets, SETS_MAX, sizeof *s.sets);
    host_release(host, s.tasks, SETS_MAX, sizeof *s.tasks);
    return has_memory ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}
