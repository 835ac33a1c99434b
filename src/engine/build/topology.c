// topology.c - the splitter's work, shared out: the top of the tree over the cells of a grid, then
// its subtrees as tasks. What each finds does not depend on who does it.
#include "engine/build/topology.h"

#include "base/base.h"
#include "engine/build/axes.h"
#include "engine/build/fitted.h"
#include "engine/kernels.h"

#include <float.h>
#include <string.h>

#define SETS_MAX  16384
#define SMALL_SET 4096  // not worth a task of its own
#define WINDOWS   8     // parts of the mesh on which axes are tried

#define RANGE_LEAST    65536  // triangles that are worth a grid of their own
#define RANGES_MAX     8
#define CELLS_PER_TASK 4096  // a part of GRID_CELLS
#define WINDOW_MAX     1024  // triangles

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
    size_t ranges;        // of the mesh, each a task
    split_slot* grids;    // GRID_CELLS of each range
    split_slot* cells;    // all ranges'
    uint32_t cell_count;  // with triangles in them
    uint16_t* cell_of;
    uint32_t* place;  // of each range and cell, its next triangle's
    top_set* sets;
    size_t set_count;
    uint32_t* tasks;  // sets
    size_t task_count;
    fitted_room room;  // CUT_FITTED
} sharing;

split_result binary_set_close(const binary_tree* t, uint32_t first, uint32_t middle, float area,
                              const split_result below[2])
{
    ASSERT(middle > first);  // its place holds the node
    binary_node n = {.first = first, .middle = middle, .child = {below[0].number, below[1].number}};
    const binary_costs costs[2] = {below[0].costs, below[1].costs};
    const uint32_t leaves[2] = {below[0].leaves, below[1].leaves};
    split_result result = {.number = middle - 1};
    binary_node_close(&n, area, costs, leaves, &result.costs);
    result.leaves = n.leaves;
    memcpy(&t->slots[result.number], &n, sizeof n);
    return result;
}

static void run_task(void* context, size_t index, int worker)
{
    const sharing* s = context;
    top_set* set = &s->sets[s->tasks[index]];
    const uint32_t depth = set->job.depth;
    (void)worker;
    if (s->t->cuts == CUT_FITTED) {
        for (uint32_t i = set->first; i < set->first + set->count; i++)
            s->t->order[i] = s->t->slots[i].record.triangle;
        set->result = fitted_split(s->t, &s->room, set->first, set->count, depth);
    } else {
        set->result = s->kernel->all(s->t, set->first, set->count, depth);
    }
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
    const uint32_t enough = s->t->set_size > (uint32_t)s->t->leaf_size ? s->t->set_size
                            : part > SMALL_SET                         ? part
                                                                       : SMALL_SET;
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

// Where a range of the mesh begins.
static size_t range_begin(const sharing* s, size_t range)
{
    return (size_t)((uint64_t)s->t->count * range / s->ranges);
}

static void fill_range(void* context, size_t index, int worker)
{
    const sharing* s = context;
    (void)worker;
    s->kernel->fill_cells(s->t, range_begin(s, index), range_begin(s, index + 1),
                          s->grids + index * GRID_CELLS, s->cell_of);
}

static void join_range(void* context, size_t index, int worker)
{
    const sharing* s = context;
    const uint32_t begin = (uint32_t)index * CELLS_PER_TASK;
    (void)worker;
    s->kernel->join_cells(s->cells, s->grids, s->ranges, begin, begin + CELLS_PER_TASK);
}

static void place_range(void* context, size_t index, int worker)
{
    const sharing* s = context;
    (void)worker;
    s->kernel->place_triangles(s->t, range_begin(s, index), range_begin(s, index + 1), s->cell_of,
                               s->place + index * GRID_CELLS);
}

// Triangles stand in the order of their cells, and in each cell as in the mesh.
static void find_places(const sharing* s)
{
    uint32_t first = 0;
    for (uint32_t i = 0; i < s->cell_count; i++) {
        const uint32_t cell = s->cells[i].record.triangle;
        for (size_t k = 0; k < s->ranges; k++) {
            s->place[k * GRID_CELLS + cell] = first;
            first += s->grids[k * GRID_CELLS + cell].record.weight;
        }
    }
    ASSERT(first == s->t->count);
}

static void split_large(sharing* s, const abut_host* host)
{
    host->run(host->user, s->ranges, fill_range, s);
    host->run(host->user, GRID_CELLS / CELLS_PER_TASK, join_range, s);
    pack_cells(s);
    split_top(s);
    find_places(s);
    host->run(host->user, s->ranges, place_range, s);
    host->run(host->user, s->task_count, run_task, s);
    for (size_t i = s->set_count; i-- > 0;) {
        top_set* const set = &s->sets[i];
        if (!set->below) continue;
        const top_set* below = &s->sets[set->below];
        const split_result results[2] = {below[0].result, below[1].result};
        set->result = binary_set_close(s->t, set->first, below[1].first, set->job.area, results);
    }
    s->t->root = s->sets[0].result.number;
    s->t->leaf_count = s->sets[0].result.leaves;
}

static void split_small(binary_tree* t, const split_kernel* kernel)
{
    kernel->fill_slots(t, 0, (uint32_t)t->count);
    const split_result result = kernel->all(t, 0, (uint32_t)t->count, 0);
    t->root = result.number;
    t->leaf_count = result.leaves;
}

static abut_status split_with_memory(sharing* s, const abut_host* host)
{
    const size_t count = s->t->count;
    const size_t wanted = (count + RANGE_LEAST - 1) / RANGE_LEAST;
    s->ranges = wanted < RANGES_MAX ? wanted : RANGES_MAX;
    s->grids = host_allocate(host, s->ranges * GRID_CELLS, sizeof *s->grids);
    s->cells = host_allocate(host, GRID_CELLS, sizeof *s->cells);
    s->cell_of = host_allocate(host, count, sizeof *s->cell_of);
    s->place = host_allocate(host, s->ranges * GRID_CELLS, sizeof *s->place);
    s->sets = host_allocate(host, SETS_MAX, sizeof *s->sets);
    s->tasks = host_allocate(host, SETS_MAX, sizeof *s->tasks);
    int has_memory = s->grids && s->cells && s->cell_of && s->place && s->sets && s->tasks;
    if (has_memory && s->t->cuts == CUT_FITTED) {
        s->room.triangles = host_allocate(host, count, sizeof *s->room.triangles);
        s->room.order = host_allocate(host, count, sizeof *s->room.order);
        has_memory = s->room.triangles && s->room.order;
    }
    if (has_memory) split_large(s, host);
    host_release(host, s->grids, s->ranges * GRID_CELLS, sizeof *s->grids);
    host_release(host, s->cells, GRID_CELLS, sizeof *s->cells);
    host_release(host, s->cell_of, count, sizeof *s->cell_of);
    host_release(host, s->place, s->ranges * GRID_CELLS, sizeof *s->place);
    host_release(host, s->sets, SETS_MAX, sizeof *s->sets);
    host_release(host, s->tasks, SETS_MAX, sizeof *s->tasks);
    host_release(host, s->room.triangles, count, sizeof *s->room.triangles);
    host_release(host, s->room.order, count, sizeof *s->room.order);
    return has_memory ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// Try axes on some windows of the mesh, a quarter of it at most: in files what is close together mostly
// stands together.
static const float* axes_by_windows(binary_tree* t, float axes[9])
{
    const size_t part = t->count / (4 * WINDOWS), size = part < WINDOW_MAX ? part : WINDOW_MAX;
    if (size < 2) return NULL;
    const axes_trial trial = {.ids = t->order,
                              .sets = WINDOWS,
                              .step = (t->count - size) / (WINDOWS - 1),
                              .size = size,
                              .slots = t->slots,
                              .order = (uint32_t*)(void*)(t->slots + size)};
    return wide_choose_axes(t, &trial, axes);
}

static void release_pieces(binary_tree* t, const abut_host* host)
{
    host_release(host, t->piece_boxes, t->pieces.count, sizeof *t->piece_boxes);
    t->piece_boxes = NULL;
    small_pieces_free(&t->pieces, t->m, host);
}

static abut_status find_pieces(binary_tree* t, const split_kernel* kernel, const abut_host* host)
{
    t->piece_boxes = NULL;
    t->pieces = (small_pieces){0};
    if (t->cuts == CUT_FITTED || t->set_size > (uint32_t)t->leaf_size) return ABUT_OK;
    TRY(small_pieces_find(&t->pieces, t->m, host));
    if (!t->pieces.of) return ABUT_OK;
    t->piece_boxes = host_allocate(host, t->pieces.count, sizeof *t->piece_boxes);
    if (t->piece_boxes)
        kernel->join_pieces(t);
    else
        release_pieces(t, host);
    return t->piece_boxes ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

abut_status binary_tree_split(binary_tree* t, const abut_host* host)
{
    ASSERT(t->count >= 1 && t->count == t->m->triangle_count && t->slots && t->order);
    ASSERT(t->leaf_size >= 1 && t->leaf_size <= WIDE_LEAF && (unsigned)t->cuts <= CUT_FITTED);
    sharing s = {.t = t, .kernel = wide_kernels_now()->split};
    float axes[9];
    for (size_t i = 0; i < t->count; i++)
        t->order[i] = (uint32_t)i;
    t->axes = NULL;
    if (t->cuts == CUT_TRIED) t->axes = axes_by_windows(t, axes);
    TRY(find_pieces(t, s.kernel, host));
    abut_status status = ABUT_OK;
    if (t->count <= 2 * SMALL_SET && t->cuts != CUT_FITTED) {
        split_small(t, s.kernel);
    } else {
        status = split_with_memory(&s, host);
    }
    release_pieces(t, host);
    t->axes = NULL;
    return status;
}
