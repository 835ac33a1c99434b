// split_kernel.c - the splitter: top down, at the best of several places along each axis by the surface
// area heuristic, where a set of n triangles counts as the leaves that it fills.
#include "base/simd.h"
#include "engine/build/order.inl"
#include "engine/build/record.inl"
#include "engine/build/topology.h"
#include "engine/tree/place.h"

#include <string.h>

#define BINS_MAX 16

typedef int32_t quad_int __attribute__((vector_size(16)));

typedef struct bins {
    lanes box[3][BINS_MAX];
    uint32_t count[3][BINS_MAX];
} bins;

typedef struct split_plan {
    quad from, scale;  // bin = (centre - from) * scale, along each axis
    int bins;
    float edge;
    float cost;
    int axis, bin;  // the cut: bins up to bin go left
    uint32_t left;  // the weight of the left side
    lanes side[2];  // the boxes of both sides
} split_plan;

static inline quad_int bin_of(const split_plan* p, lanes box)
{
    return __builtin_convertvector((centre_of(box) - p->from) * p->scale, quad_int);
}

static void fill_bins(bins* b, const split_plan* p, const split_record* r, uint32_t count)
{
    const lanes nothing = lanes_all(FAR);
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < p->bins; i++) {
            b->box[k][i] = nothing;
            b->count[k][i] = 0;
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        const lanes box = box_of(&r[i]);
        const quad_int bin = bin_of(p, box);
        for (int k = 0; k < 3; k++) {
            b->box[k][bin[k]] = lanes_min(b->box[k][bin[k]], box);
            b->count[k][bin[k]] += r[i].weight;
        }
    }
}

static inline lanes leaves_of(const uint32_t count[SIMD_LANES], int leaf_size)
{
    return leaves_filled(lanes_int_load(count), leaf_size);
}

// What is left and right of each bin's end.
typedef struct sides {
    lanes left[3][BINS_MAX], right[3][BINS_MAX];
    uint32_t left_count[3][BINS_MAX], right_count[3][BINS_MAX];
} sides;

static void sweep_axis(sides* s, const bins* b, int axis, int count)
{
    lanes box = lanes_all(FAR);
    uint32_t sum = 0;
    for (int i = count - 1; i >= 0; i--) {
        s->right[axis][i] = box;
        s->right_count[axis][i] = sum;
        box = lanes_min(box, b->box[axis][i]);
        sum += b->count[axis][i];
    }
    box = lanes_all(FAR);
    sum = 0;
    for (int i = 0; i < count; i++) {
        box = lanes_min(box, b->box[axis][i]);
        sum += b->count[axis][i];
        s->left[axis][i] = box;
        s->left_count[axis][i] = sum;
    }
}

// Of equally good cuts the first lane's is taken, and of these the first axis'.
static void choose_cut(split_plan* p, const sides* s, int leaf_size)
{
    lanes best = lanes_all(FAR);
    lanes_int where = lanes_int_all(0);
    for (int axis = 0; axis < 3; axis++) {
        for (int i = 0; i < p->bins; i += SIMD_LANES) {
            const lanes cost = areas_of(s->left[axis] + i, p->edge) *
                                   leaves_of(s->left_count[axis] + i, leaf_size) +
                               areas_of(s->right[axis] + i, p->edge) *
                                   leaves_of(s->right_count[axis] + i, leaf_size);
            const lanes_int less = cost < best;
            best = lanes_choose(less, cost, best);
            where = (less & lanes_int_all(axis * BINS_MAX + i)) | (~less & where);
        }
    }
    int lane = 0;
    for (int i = 1; i < SIMD_LANES; i++) {
        if (best[i] < best[lane]) lane = i;
    }
    p->cost = best[lane];
    p->axis = where[lane] / BINS_MAX;
    p->bin = where[lane] % BINS_MAX + lane;
    p->left = s->left_count[p->axis][p->bin];
    p->side[0] = s->left[p->axis][p->bin];
    p->side[1] = s->right[p->axis][p->bin];
}

// Find the cut; p->cost stays at FAR if there is none.
static void plan_split(split_plan* p, const split_record* r, const split_job* job, int leaf_size)
{
    bins b;
    const lanes range = lanes_load(job->centre);
    const quad extent = -(low_half(range) + high_half(range));
    p->bins = job->count < 256 ? 8 : BINS_MAX;
    p->from = low_half(range);
    p->cost = FAR;
    float longest = 0;
    for (int k = 0; k < 3; k++) {
        // The last bin's end is not quite reached; an axis without extent has one bin.
        p->scale[k] = extent[k] > 0x1p-60F ? (float)p->bins * (1 - 0x1p-20F) / extent[k] : 0;
        if (extent[k] > longest) longest = extent[k];
    }
    p->scale[3] = 0;
    p->edge = longest * 0x1p-10F;
    if (!(longest > 0x1p-60F)) return;
    fill_bins(&b, p, r, job->count);
    sides s;
    for (int k = 0; k < 3; k++)
        sweep_axis(&s, &b, k, p->bins);
    choose_cut(p, &s, leaf_size);
}

static inline lanes range_with(lanes range, quad centre)
{
    return lanes_min(range, join_halves(centre, -centre));
}

// Put the left side first. Returns how many they are.
static uint32_t part_records(const split_plan* p, split_record* r, uint32_t count, lanes range[2])
{
    const float from = p->from[p->axis], scale = p->scale[p->axis];
    const lanes nowhere = lanes_all(FAR);
    lanes left_range = nowhere, right_range = nowhere;
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lanes_int own = lanes_int_load(&r[i]);
        const quad centre = centre_of(box_of(&r[i]));
        // As bin_of says, bit for bit.
        const float along = r[i].low[p->axis] - r[i].minus_high[p->axis];
        const int is_left = (int)((along - from) * scale) <= p->bin;
        const lanes_int mask = lanes_int_all(-is_left);
        const lanes ends = join_halves(centre, -centre);
        left_range = lanes_min(left_range, lanes_choose(mask, ends, nowhere));
        right_range = lanes_min(right_range, lanes_choose(mask, nowhere, ends));
        memcpy(&r[i], &r[left], sizeof r[i]);
        memcpy(&r[left], &own, sizeof own);
        left += (uint32_t)is_left;
    }
    range[0] = left_range;
    range[1] = right_range;
    return left;
}

static void set_job(split_job* j, uint32_t first, uint32_t count, uint32_t weight, uint32_t depth,
                    lanes box, lanes range)
{
    j->first = first;
    j->count = count;
    j->weight = weight;
    j->depth = depth;
    j->area = area_of(box, 0);
    lanes_store(j->centre, range);
}

static split_job make_job(const split_slot* slots, uint32_t first, uint32_t count, uint32_t depth)
{
    const split_record* const r = &slots[first].record;
    split_job j;
    lanes box = lanes_all(FAR), range = box;
    uint32_t weight = 0;
    for (uint32_t i = 0; i < count; i++) {
        const lanes own = box_of(&r[i]);
        box = lanes_min(box, own);
        range = range_with(range, centre_of(own));
        weight += r[i].weight;
    }
    set_job(&j, first, count, weight, depth, box, range);
    return j;
}

static void split_one(split_slot* slots, int leaf_size, const split_job* job, split_job below[2])
{
    split_plan p = {.cost = FAR};
    if (job->depth < SPLIT_DEPTH_MAX) plan_split(&p, &slots[job->first].record, job, leaf_size);
    if (p.cost < FAR) {
        lanes range[2];
        const uint32_t left = part_records(&p, &slots[job->first].record, job->count, range);
        set_job(&below[0], job->first, left, p.left, job->depth + 1, p.side[0], range[0]);
        set_job(&below[1], job->first + left, job->count - left, job->weight - p.left,
                job->depth + 1, p.side[1], range[1]);
    } else {
        const uint32_t left = job->count / 2;
        below[0] = make_job(slots, job->first, left, job->depth + 1);
        below[1] = make_job(slots, job->first + left, job->count - left, job->depth + 1);
    }
}

// ------------------------------------------------------------------------------------------ records

static inline quad along_axes(const float axes[9], quad x)
{
    quad y = quad_all(0);
    for (int i = 0; i < 3; i++)
        y[i] = axes[3 * i] * x[0] + axes[3 * i + 1] * x[1] + axes[3 * i + 2] * x[2];
    return y;
}

static inline lanes own_box(const binary_tree* t, size_t triangle)
{
    const double* vertex[3];
    lanes corner[3];
    soup_mesh_vertices(t->m, (uint32_t)triangle, vertex);
    for (int v = 0; v < 3; v++) {
        quad x = __builtin_convertvector(quad_double_place(&t->place, vertex[v]), quad);
        if (t->axes) x = along_axes(t->axes, x);
        corner[v] = join_halves(x, -x);
    }
    return lanes_min(lanes_min(corner[0], corner[1]), corner[2]);
}

static inline void store_record(split_slot* to, lanes box, uint32_t triangle)
{
    lanes_int r = (lanes_int)box;
    r[3] = (int32_t)triangle;
    r[7] = 1;
    memcpy(to, &r, sizeof r);
}

// Find the box by which a triangle is cut from others.
static inline lanes record_of(const binary_tree* t, size_t triangle)
{
    if (t->piece_boxes && t->pieces.of[triangle] != PIECE_NONE)
        return box_of(&t->piece_boxes[t->pieces.of[triangle]].record);
    return own_box(t, triangle);
}

static void join_pieces(const binary_tree* t)
{
    const lanes nothing = lanes_all(FAR);
    for (size_t i = 0; i < t->pieces.count; i++)
        memcpy(&t->piece_boxes[i], &nothing, sizeof nothing);
    for (size_t i = 0; i < t->count; i++) {
        if (t->pieces.of[i] == PIECE_NONE) continue;
        split_slot* const piece = &t->piece_boxes[t->pieces.of[i]];
        const lanes both = lanes_min(lanes_load((const float*)piece), own_box(t, i));
        memcpy(piece, &both, sizeof both);
    }
}

// ------------------------------------------------------------------------------- a set of triangles

static split_result join_results(const binary_tree* t, uint32_t first, uint32_t middle, float area,
                                 const split_result below[2], uint32_t* next)
{
    const binary_costs costs[2] = {below[0].costs, below[1].costs};
    const uint32_t leaves[2] = {below[0].leaves, below[1].leaves};
    split_result result;
    binary_node n = {.first = first, .middle = middle, .child = {below[0].number, below[1].number}};
    binary_node_close(&n, area, costs, leaves, &result.costs);
    result.leaves = n.leaves;
    result.number = (*next)++;
    // By bytes, since records are read by other types: so no read of this place comes later.
    memcpy(&t->slots[result.number], &n, sizeof n);
    return result;
}

// Sets that do not fit a node are divided as they were cut.
static split_result divide_set(const binary_tree* t, const small_set* s, uint32_t part,
                               uint32_t first, uint32_t* next)
{
    const small_part* const p = &s->parts[part];
    split_result result = {BINARY_LEAF, 1, {{0}}};
    if (p->leaves <= WIDE_LANES) return result;
    const uint32_t middle = first + s->parts[part + 1].count;
    const split_result below[2] = {divide_set(t, s, part + 1, first, next),
                                   divide_set(t, s, p->right, middle, next)};
    return join_results(t, first, middle, area_of(p->box, 0), below, next);
}

static split_result finish_set(const binary_tree* t, const split_job* job, uint32_t* next)
{
    if (t->set_size > (uint32_t)t->leaf_size) {
        small_set s;
        order_set(&s, t, job->first, job->count);
        return divide_set(t, &s, 0, job->first, next);
    }
    for (uint32_t i = 0; i < job->count; i++)
        t->order[job->first + i] = t->slots[job->first + i].record.triangle;
    return (split_result){BINARY_LEAF, 1, {{0}}};
}

// Whether all records have one centre, as those of a piece.
static inline int is_one_place(const split_job* job)
{
    const lanes range = lanes_load(job->centre);
    const quad extent = -(low_half(range) + high_half(range));
    return extent[0] <= 0 && extent[1] <= 0 && extent[2] <= 0;
}

// From here on each triangle of a set counts by itself.
static split_job part_piece(const binary_tree* t, const split_job* job)
{
    for (uint32_t i = job->first; i < job->first + job->count; i++) {
        const uint32_t triangle = t->slots[i].record.triangle;
        store_record(&t->slots[i], own_box(t, triangle), triangle);
    }
    return make_job(t->slots, job->first, job->count, job->depth);
}

static split_result split_below(const binary_tree* t, const split_job* whole, uint32_t* next)
{
    const split_job* job = whole;
    if (job->count <= t->set_size) return finish_set(t, job, next);
    split_job own;
    if (t->piece_boxes && is_one_place(job)) {
        own = part_piece(t, job);
        job = &own;
    }
    split_job below[2];
    split_result results[2];
    split_one(t->slots, t->leaf_size, job, below);
    for (int i = 0; i < 2; i++)
        results[i] = split_below(t, &below[i], next);
    return join_results(t, job->first, below[1].first, job->area, results, next);
}

static split_result split_all(const binary_tree* t, uint32_t first, uint32_t count, uint32_t depth)
{
    const split_job job = make_job(t->slots, first, count, depth);
    uint32_t next = first;
    return split_below(t, &job, &next);
}

// ------------------------------------------------------------------------------- cells

// Cells are cubes of the frame, which holds twice a centre in -2 to 2, and a little more.
static inline uint32_t cell_of_box(lanes box)
{
    const quad along = (centre_of(box) + quad_all(2)) * quad_all(GRID_SIDE / 4.0F);
    uint32_t cell = 0;
    for (int k = 0; k < 3; k++) {
        const int i = (int)along[k];
        cell = cell * GRID_SIDE + (uint32_t)(i < 0 ? 0 : i < GRID_SIDE ? i : GRID_SIDE - 1);
    }
    return cell;
}

// A record is written as a whole: what is read as a whole next would wait for parts.
static inline void store_cell(split_slot* to, lanes box, uint32_t cell, uint32_t weight)
{
    lanes_int r = (lanes_int)box;
    r[3] = (int32_t)cell;
    r[7] = (int32_t)weight;
    memcpy(to, &r, sizeof r);
}

static inline void join_cell(split_slot* cell, lanes box, uint32_t number, uint32_t weight)
{
    const split_record* const r = &cell->record;
    store_cell(cell, lanes_min(box_of(r), box), number, r->weight + weight);
}

// Neighbours are in the same cell, most often: they are joined before they are stored.
static void fill_cells(const binary_tree* t, size_t begin, size_t end, split_slot* cells,
                       uint16_t* cell_of)
{
    uint32_t last = 0, weight = 0;
    lanes joined = lanes_all(FAR);
    for (uint32_t i = 0; i < GRID_CELLS; i++)
        store_cell(&cells[i], lanes_all(FAR), i, 0);
    for (size_t i = begin; i < end; i++) {
        const lanes box = record_of(t, i);
        const uint32_t cell = cell_of_box(box);
        if (cell != last) {
            join_cell(&cells[last], joined, last, weight);
            joined = lanes_all(FAR);
            weight = 0;
            last = cell;
        }
        joined = lanes_min(joined, box);
        weight++;
        cell_of[i] = (uint16_t)cell;
    }
    join_cell(&cells[last], joined, last, weight);
}

static void join_cells(split_slot* out, const split_slot* grids, size_t count, uint32_t begin,
                       uint32_t end)
{
    for (uint32_t i = begin; i < end; i++) {
        lanes box = lanes_all(FAR);
        uint32_t weight = 0;
        for (size_t k = 0; k < count; k++) {
            const split_record* const r = &grids[k * GRID_CELLS + i].record;
            box = lanes_min(box, box_of(r));
            weight += r->weight;
        }
        store_cell(&out[i], box, i, weight);
    }
}

static void place_triangles(const binary_tree* t, size_t begin, size_t end, const uint16_t* cell_of,
                            uint32_t* place)
{
    for (size_t i = begin; i < end; i++)
        store_record(&t->slots[place[cell_of[i]]++], record_of(t, i), (uint32_t)i);
}

static void fill_slots(const binary_tree* t, uint32_t first, uint32_t count)
{
    for (uint32_t i = first; i < first + count; i++)
        store_record(&t->slots[i], record_of(t, t->order[i]), t->order[i]);
}

const split_kernel ISA(split) = {join_pieces, fill_cells, join_cells, place_triangles,
                                 fill_slots,  make_job,   split_one,  split_all};
