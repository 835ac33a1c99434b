// wide_split.inl - the splitter: top down, at the best of several places along each axis by the surface
// area heuristic, where a set of n triangles counts as the leaves that it fills. Included once for each
// instruction set, with KERNEL(name) defined.
#include "base/simd.h"
#include "wide/wide_topology.h"

#include <string.h>

// Stands for the box of nothing: its area is finite, and more than any real one.
#define FAR      1e17F
#define BINS_MAX 16

typedef int32_t quad_int __attribute__((vector_size(16)));

static inline quad low_half(lanes x)
{
    quad half[2];
    memcpy(half, &x, sizeof x);
    return half[0];
}

static inline quad high_half(lanes x)
{
    quad half[2];
    memcpy(half, &x, sizeof x);
    return half[1];
}

static inline lanes join_halves(quad low, quad high)
{
    const quad half[2] = {low, high};
    lanes x;
    memcpy(&x, half, sizeof x);
    return x;
}

// The box of a record, with zeros in place of what is no number.
static inline lanes box_of(const split_record* r)
{
    const lanes_int mask = {-1, -1, -1, 0, -1, -1, -1, 0};
    return (lanes)(lanes_int_load(r) & mask);
}

// Twice the centre.
static inline quad centre_of(lanes box)
{
    return low_half(box) - high_half(box);
}

// Half the surface of a box, and a little for its edges, so that flat and straight sets are told apart.
static inline float area_of(lanes box, float edge)
{
    const quad side = quad_all(edge) - (low_half(box) + high_half(box));
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

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
    lanes side[2];  // the boxes of both sides
} split_plan;

static inline quad_int bin_of(const split_plan* p, lanes box)
{
    return __builtin_convertvector((centre_of(box) - p->from) * p->scale, quad_int);
}

static inline float leaves_of(uint32_t count, uint32_t leaf_size)
{
    // An empty side must cost something.
    return count ? (float)((count + leaf_size - 1) / leaf_size) : 1;
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
            b->count[k][bin[k]]++;
        }
    }
}

static void sweep_axis(split_plan* p, const bins* b, int axis, uint32_t leaf_size)
{
    float cost[BINS_MAX];
    lanes right[BINS_MAX];
    lanes box = lanes_all(FAR);
    uint32_t count = 0;
    for (int i = p->bins - 1; i > 0; i--) {
        box = lanes_min(box, b->box[axis][i]);
        count += b->count[axis][i];
        right[i] = box;
        cost[i] = area_of(box, p->edge) * leaves_of(count, leaf_size);
    }
    box = lanes_all(FAR);
    count = 0;
    for (int i = 0; i + 1 < p->bins; i++) {
        box = lanes_min(box, b->box[axis][i]);
        count += b->count[axis][i];
        const float both = area_of(box, p->edge) * leaves_of(count, leaf_size) + cost[i + 1];
        if (both < p->cost) {
            p->cost = both;
            p->axis = axis;
            p->bin = i;
            p->side[0] = box;
            p->side[1] = right[i + 1];
        }
    }
}

// Find the cut; p->cost stays at FAR if there is none.
static void plan_split(split_plan* p, const split_record* r, const split_job* job,
                       uint32_t leaf_size)
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
    for (int k = 0; k < 3; k++)
        sweep_axis(p, &b, k, leaf_size);
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

static void measure_records(const split_record* r, uint32_t count, lanes* box, lanes* range)
{
    lanes b = lanes_all(FAR), c = lanes_all(FAR);
    for (uint32_t i = 0; i < count; i++) {
        const lanes own = box_of(&r[i]);
        b = lanes_min(b, own);
        c = range_with(c, centre_of(own));
    }
    *box = b;
    *range = c;
}

static void set_job(split_job* j, uint32_t first, uint32_t count, uint32_t depth, lanes box,
                    lanes range)
{
    j->first = first;
    j->count = count;
    j->depth = depth;
    j->area = area_of(box, 0);
    lanes_store(j->centre, range);
}

static void KERNEL(one)(const binary_tree* t, const split_job* job, split_job below[2])
{
    split_record* const r = &t->slots[job->first].record;
    lanes range[2], side[2];
    split_plan p;
    uint32_t left = 0;
    p.cost = FAR;
    if (job->depth < SPLIT_DEPTH_MAX) plan_split(&p, r, job, (uint32_t)t->leaf_size);
    if (p.cost < FAR) {
        left = part_records(&p, r, job->count, range);
        side[0] = p.side[0];
        side[1] = p.side[1];
    } else {
        left = job->count / 2;
        measure_records(r, left, &side[0], &range[0]);
        measure_records(r + left, job->count - left, &side[1], &range[1]);
    }
    set_job(&below[0], job->first, left, job->depth + 1, side[0], range[0]);
    set_job(&below[1], job->first + left, job->count - left, job->depth + 1, side[1], range[1]);
}

static split_result split_below(const binary_tree* t, const split_job* job, uint32_t* next)
{
    split_result result = {BINARY_LEAF, 1, {{0}}};
    if (job->count <= (uint32_t)t->leaf_size) {
        for (uint32_t i = 0; i < job->count; i++)
            t->order[job->first + i] = t->slots[job->first + i].record.triangle;
        return result;
    }
    split_job below[2];
    binary_costs costs[2];
    uint32_t leaves[2];
    KERNEL(one)(t, job, below);
    binary_node n = {.first = job->first, .middle = below[1].first};
    for (int i = 0; i < 2; i++) {
        const split_result r = split_below(t, &below[i], next);
        n.child[i] = r.number;
        costs[i] = r.costs;
        leaves[i] = r.leaves;
    }
    binary_node_close(&n, job->area, costs, leaves, &result.costs);
    result.leaves = n.leaves;
    result.number = (*next)++;
    // By bytes, since records are read by other types: so no read of this place comes later.
    memcpy(&t->slots[result.number], &n, sizeof n);
    return result;
}

static split_result KERNEL(all)(const binary_tree* t, const split_job* job)
{
    uint32_t next = job->first;
    return split_below(t, job, &next);
}

static split_job KERNEL(whole)(const binary_tree* t)
{
    split_job job;
    lanes box, range;
    measure_records(&t->slots->record, (uint32_t)t->count, &box, &range);
    set_job(&job, 0, (uint32_t)t->count, 0, box, range);
    return job;
}
