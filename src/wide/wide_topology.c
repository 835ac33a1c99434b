// wide_topology.c - top down, at the best of 16 places along each axis by the surface area heuristic,
// where a set of n triangles counts as the leaves that it fills.
#include "wide/wide_topology.h"

#include "base/base.h"

#include <float.h>
#include <string.h>

#define BINS 16
// Deeper nodes are halved by count: so no tree is deeper than 48 + 31.
#define DEPTH_OF_SPLITS 48

typedef struct bounds {
    float low[3], high[3];
} bounds;

typedef struct splitter {
    topology t;
    const float *low, *high;
    int leaf_size;
} splitter;

typedef struct job {
    uint32_t node, depth;
} job;

static bounds no_bounds(void)
{
    return (bounds){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
}

static void grow_bounds(bounds* b, const float* low, const float* high)
{
    for (int k = 0; k < 3; k++) {
        if (low[k] < b->low[k]) b->low[k] = low[k];
        if (high[k] > b->high[k]) b->high[k] = high[k];
    }
}

static float half_area(const bounds* b)
{
    const float x = b->high[0] - b->low[0], y = b->high[1] - b->low[1], z = b->high[2] - b->low[2];
    return x * y + y * z + z * x;
}

static float centre_of(const splitter* s, size_t triangle, int axis)
{
    return (s->low + 3 * triangle)[axis] + (s->high + 3 * triangle)[axis];
}

typedef struct bin {
    bounds b;
    uint32_t count;
} bin;

// Where to cut: centres in bins up to bin go left.
typedef struct cut {
    int axis, bin;
    float from, scale;
    float cost;
} cut;

static int bin_of(const cut* c, float centre)
{
    const int i = (int)((centre - c->from) * c->scale);
    return i < 0 ? 0 : i >= BINS ? BINS - 1 : i;
}

static float leaves_of(const splitter* s, uint32_t count)
{
    return (float)((count + (uint32_t)s->leaf_size - 1) / (uint32_t)s->leaf_size);
}

static void try_axis(const splitter* s, const binary_node* n, int axis, float from, float to,
                     cut* best)
{
    bin bins[BINS];
    cut c = {.axis = axis, .from = from, .scale = BINS * (1 - 0x1p-20F) / (to - from)};
    for (int i = 0; i < BINS; i++)
        bins[i] = (bin){no_bounds(), 0};
    for (uint32_t i = 0; i < n->count; i++) {
        const uint32_t t = s->t.order[n->first + i];
        bin* b = &bins[bin_of(&c, centre_of(s, t, axis))];
        grow_bounds(&b->b, s->low + 3 * (size_t)t, s->high + 3 * (size_t)t);
        b->count++;
    }
    float right_cost[BINS];
    bounds side = no_bounds();
    uint32_t count = 0;
    for (int i = BINS - 1; i > 0; i--) {
        grow_bounds(&side, bins[i].b.low, bins[i].b.high);
        count += bins[i].count;
        right_cost[i] = count ? half_area(&side) * leaves_of(s, count) : FLT_MAX;
    }
    side = no_bounds();
    count = 0;
    for (int i = 0; i + 1 < BINS; i++) {
        grow_bounds(&side, bins[i].b.low, bins[i].b.high);
        count += bins[i].count;
        if (!count || count == n->count) continue;
        c.cost = half_area(&side) * leaves_of(s, count) + right_cost[i + 1];
        c.bin = i;
        if (c.cost < best->cost) *best = c;
    }
}

// Returns how many triangles stand left.
static uint32_t split_node(const splitter* s, const binary_node* n)
{
    bounds centres = no_bounds();
    uint32_t* order = s->t.order + n->first;
    for (uint32_t i = 0; i < n->count; i++) {
        float centre[3];
        for (int k = 0; k < 3; k++)
            centre[k] = centre_of(s, order[i], k);
        grow_bounds(&centres, centre, centre);
    }
    cut best = {.cost = FLT_MAX};
    for (int k = 0; k < 3; k++) {
        if (centres.high[k] - centres.low[k] > 0x1p-60F)
            try_axis(s, n, k, centres.low[k], centres.high[k], &best);
    }
    if (!(best.cost < FLT_MAX)) return n->count / 2;
    uint32_t left = 0, right = n->count;
    while (left < right) {
        const uint32_t t = order[left];
        if (bin_of(&best, centre_of(s, t, best.axis)) <= best.bin) {
            left++;
        } else {
            order[left] = order[--right];
            order[right] = t;
        }
    }
    return left;
}

static void measure_node(const splitter* s, binary_node* n)
{
    bounds b = no_bounds();
    for (uint32_t i = 0; i < n->count; i++) {
        const size_t t = s->t.order[n->first + i];
        grow_bounds(&b, s->low + 3 * t, s->high + 3 * t);
    }
    n->area = half_area(&b);
}

static void split_all(splitter* s, job* jobs)
{
    size_t job_count = 1;
    jobs[0] = (job){0, 0};
    while (job_count) {
        const job j = jobs[--job_count];
        binary_node* n = &s->t.nodes[j.node];
        measure_node(s, n);
        if (n->count <= (uint32_t)s->leaf_size) continue;
        const uint32_t left = j.depth < DEPTH_OF_SPLITS ? split_node(s, n) : n->count / 2;
        n->child[0] = (uint32_t)s->t.node_count++;
        n->child[1] = (uint32_t)s->t.node_count++;
        s->t.nodes[n->child[0]] = (binary_node){.first = n->first, .count = left};
        s->t.nodes[n->child[1]] = (binary_node){.first = n->first + left, .count = n->count - left};
        jobs[job_count++] = (job){n->child[1], j.depth + 1};
        jobs[job_count++] = (job){n->child[0], j.depth + 1};
    }
}

abut_status topology_make(topology* out, const float* low, const float* high, size_t count,
                          int leaf_size, const abut_host* host)
{
    splitter s = {.low = low, .high = high, .leaf_size = leaf_size};
    job jobs[DEPTH_OF_SPLITS + 40];
    s.t.count = count;
    s.t.node_capacity = 2 * count;
    s.t.order = host_allocate(host, count, sizeof *s.t.order);
    s.t.nodes = host_allocate(host, s.t.node_capacity, sizeof *s.t.nodes);
    if (!s.t.order || !s.t.nodes) {
        topology_free(&s.t, host);
        return ABUT_OUT_OF_MEMORY;
    }
    for (size_t i = 0; i < count; i++)
        s.t.order[i] = (uint32_t)i;
    s.t.nodes[0] = (binary_node){.count = (uint32_t)count};
    s.t.node_count = 1;
    split_all(&s, jobs);
    *out = s.t;
    return ABUT_OK;
}

void topology_free(topology* t, const abut_host* host)
{
    host_release(host, t->order, t->count, sizeof *t->order);
    host_release(host, t->nodes, t->node_capacity, sizeof *t->nodes);
}
