// refit_kernel.c - boxes measured anew along the axes that they have, eight leaves of a node at once (refit.h). What extents
// err by is in docs/proofs/boxes.md, "Boxes of quick builds".
#include "base/base.h"
#include "engine/build/lane_boxes.inl"
#include "engine/build/refit.h"
#include "engine/tree/unpack.inl"

#include <float.h>

// What is measured for the lanes of a node.
typedef struct lane_extents {
    lane_boxes boxes;
    lanes3 origin;
    lanes reach;
} lane_extents;

static void put_lane(lane_extents* e, int lane, const float low[3], const float high[3],
                     const float origin[3], float reach)
{
    for (int i = 0; i < 3; i++) {
        e->boxes.low[i][lane] = low[i];
        e->boxes.high[i][lane] = high[i];
    }
    e->origin.x[lane] = origin[0];
    e->origin.y[lane] = origin[1];
    e->origin.z[lane] = origin[2];
    e->reach[lane] = reach;
}

// ------------------------------------------------------------------------------------------ leaves

// Of all lanes that are leaves; others get what means nothing.
static void measure_eight(lane_extents* e, const wide_leaf* const leaf[WIDE_LANES])
{
    lanes low[3], high[3];
    for (int i = 0; i < 3; i++)
        low[i] = high[i] = lanes_all(FLT_MAX);
    for (int v = 0; v < 3; v++) {
        lanes x[WIDE_LEAF], y[WIDE_LEAF], z[WIDE_LEAF];
        load_corner(leaf, 3 * v, x);
        load_corner(leaf, 3 * v + 1, y);
        load_corner(leaf, 3 * v + 2, z);
        for (int i = 0; i < 3; i++) {
            const lanes3 axis = e->boxes.axis[i];
            for (int t = 0; t < WIDE_LEAF; t++) {
                const lanes along = dot(axis, (lanes3){x[t], y[t], z[t]});
                low[i] = lanes_min(low[i], along);
                high[i] = lanes_min(high[i], -along);
            }
        }
    }
    for (int i = 0; i < 3; i++) {
        e->boxes.low[i] = low[i];
        e->boxes.high[i] = -high[i];
    }
    for (int lane = 0; lane < WIDE_LANES; lane++) {
        e->origin.x[lane] = leaf[lane]->origin[0];
        e->origin.y[lane] = leaf[lane]->origin[1];
        e->origin.z[lane] = leaf[lane]->origin[2];
        e->reach[lane] = leaf[lane]->reach;
    }
}

// Of a lane of several leaves.
static void measure_some(lane_extents* e, int lane, const wide_leaf* leaves, size_t count)
{
    const float* const origin = leaves[count / 2].origin;
    const lanes3* const axis = e->boxes.axis;
    double along[9], from[3];
    extents own;
    for (int i = 0; i < 3; i++) {
        along[3 * i] = (double)axis[i].x[lane];
        along[3 * i + 1] = (double)axis[i].y[lane];
        along[3 * i + 2] = (double)axis[i].z[lane];
        from[i] = (double)origin[i];
    }
    measure_leaves(&own, along, from, leaves, count);
    put_lane(e, lane, own.low, own.high, origin, own.reach + own.offset);
}

// ------------------------------------------------------------------------------------------- boxes

// Of a lane of many leaves: from their boxes, which are in nodes begin to end - 1. Returns 0 if some are so large beside all
// that they would tell too little: they reach out of the box.
static int measure_many(lane_extents* e, int lane, const wide_node* nodes, uint32_t begin,
                        uint32_t end, const float origin[3])
{
    const lanes3 from = {lanes_all(origin[0]), lanes_all(origin[1]), lanes_all(origin[2])};
    const lanes far = lanes_all(FLT_MAX);
    lanes low[3], high[3], most = lanes_all(0), sum = most;
    lanes3 axis[3];
    for (int i = 0; i < 3; i++) {
        const lanes3* const own = &e->boxes.axis[i];
        low[i] = high[i] = far;
        axis[i] =
            (lanes3){lanes_all(own->x[lane]), lanes_all(own->y[lane]), lanes_all(own->z[lane])};
    }
    for (uint32_t index = begin; index < end; index++) {
        const wide_node* const n = &nodes[index];
        const lanes_int there = lanes_int_load(n->child) < 0;
        if (!lanes_mask(there)) continue;
        const lanes half[3] = {lanes_load(n->half[0]), lanes_load(n->half[1]),
                               lanes_load(n->half[2])};
        const lanes3 centre = subtract(
            (lanes3){lanes_load(n->centre[0]), lanes_load(n->centre[1]), lanes_load(n->centre[2])},
            from);
        for (int i = 0; i < 3; i++) {
            lanes size = lanes_all(0);
            for (int j = 0; j < 3; j++) {
                const lanes3 own = {lanes_load(n->axis[3 * j]), lanes_load(n->axis[3 * j + 1]),
                                    lanes_load(n->axis[3 * j + 2])};
                size += lanes_abs(dot(axis[i], own)) * half[j];
            }
            const lanes along = dot(axis[i], centre);
            low[i] = lanes_min(low[i], lanes_choose(there, along - size, far));
            high[i] = lanes_min(high[i], lanes_choose(there, -along - size, far));
        }
        const lanes reach =
            lanes_max(lanes_max(lanes_abs(centre.x), lanes_abs(centre.y)), lanes_abs(centre.z));
        most = lanes_max(most, lanes_choose(there, reach, lanes_all(0)));
        sum = lanes_max(sum, lanes_choose(there, half[0] + half[1] + half[2], lanes_all(0)));
    }
    float least_of[3], most_of[3];
    for (int i = 0; i < 3; i++) {
        least_of[i] = lanes_least(low[i]);
        most_of[i] = -lanes_least(high[i]);
    }
    const float reach = -lanes_least(-most), size = -lanes_least(-sum);
    put_lane(e, lane, least_of, most_of, origin, reach + size);
    return 2 * size < reach;
}

// ------------------------------------------------------------------------------------------- nodes

static void load_axes(lane_boxes* b, const wide_node* n)
{
    for (int i = 0; i < 3; i++)
        b->axis[i] = (lanes3){lanes_load(n->axis[3 * i]), lanes_load(n->axis[3 * i + 1]),
                              lanes_load(n->axis[3 * i + 2])};
}

// The axes of the file, where a tree's are none, as those of bytes that anybody may have written.
static int are_axes(const lane_boxes* b, int count)
{
    lanes worst = lanes_all(0);
    for (int i = 0; i < 3; i++) {
        for (int k = i; k < 3; k++) {
            const lanes off = lanes_abs(dot(b->axis[i], b->axis[k]) - lanes_all(i == k));
            // Also what is no number.
            worst = lanes_choose(off < 0x1p-11F, worst, lanes_all(1));
        }
    }
    return !(lanes_mask(worst > 0) & ((1u << count) - 1));
}

static void take_axes(const refit_request* q, size_t index, int count, lane_boxes* b)
{
    if (q->from->packed) {
        wide_node unpacked;
        unpack_node(&q->from->packed[index], &unpacked);
        load_axes(b, &unpacked);
    } else {
        load_axes(b, &q->from->nodes[index]);
    }
    if (are_axes(b, count)) return;
    for (int i = 0; i < 3; i++)
        b->axis[i] = (lanes3){lanes_all(i == 0), lanes_all(i == 1), lanes_all(i == 2)};
}

// Half the surfaces of a node's boxes.
static double surface_of(const lanes half[3])
{
    const lanes sides = half[0] * half[1] + half[1] * half[2] + half[2] * half[0];
    const lanes_halves h = lanes_split(lanes_choose(half[0] >= 0, sides, lanes_all(0)));
    return (double)sum_of(h.half[0]) + (double)sum_of(h.half[1]);
}

static double refit_surface(const wide_node* n)
{
    const lanes half[3] = {lanes_load(n->half[0]), lanes_load(n->half[1]), lanes_load(n->half[2])};
    return surface_of(half);
}

// Of lanes of few leaves.
static void measure_few(const refit_request* q, const wide_span* s, lane_extents* e)
{
    int single = -1;
    for (int lane = s->count; lane-- > 0;) {
        if (s->leaf[lane + 1] - s->leaf[lane] == 1) single = lane;
    }
    if (single >= 0) {
        const wide_leaf* leaf[WIDE_LANES];
        for (int lane = 0; lane < WIDE_LANES; lane++) {
            const int is_single = lane < s->count && s->leaf[lane + 1] - s->leaf[lane] == 1;
            leaf[lane] = &q->leaves[s->leaf[is_single ? lane : single]];
        }
        measure_eight(e, leaf);
    }
    for (int lane = 0; lane < s->count; lane++) {
        const uint32_t count = s->leaf[lane + 1] - s->leaf[lane];
        if (count > 1 && count <= REFIT_FEW)
            measure_some(e, lane, q->leaves + s->leaf[lane], count);
    }
}

static double refit_few(const refit_request* q, size_t index)
{
    const wide_span* const s = &q->spans[index];
    wide_node* const n = &q->nodes[index];
    lane_extents e = {.reach = lanes_all(0)};
    e.origin = (lanes3){e.reach, e.reach, e.reach};
    for (int i = 0; i < 3; i++)
        e.boxes.low[i] = e.boxes.high[i] = e.reach;
    take_axes(q, index, s->count, &e.boxes);
    memcpy(n->child, wide_children(q->from, index), sizeof n->child);
    measure_few(q, s, &e);
    return close_boxes(n, &e.boxes, (uint32_t)s->count, e.origin, e.reach, q->widen);
}

static void refit_many(const refit_request* q, size_t index, wide_node* out)
{
    const wide_span* const s = &q->spans[index];
    const wide_node* const n = &q->nodes[index];
    lane_extents e = {.reach = lanes_all(0)};
    e.origin = (lanes3){e.reach, e.reach, e.reach};
    for (int i = 0; i < 3; i++)
        e.boxes.low[i] = e.boxes.high[i] = e.reach;
    load_axes(&e.boxes, n);
    for (int lane = 0; lane < s->count; lane++) {
        const uint32_t first = s->leaf[lane], count = s->leaf[lane + 1] - first;
        if (count > REFIT_FEW) {
            const uint32_t child = (uint32_t)n->child[lane];
            if (!measure_many(&e, lane, q->nodes, child, q->spans[child].end,
                              q->leaves[first + count / 2].origin))
                measure_some(&e, lane, q->leaves + first, count);
        }
    }
    (void)close_boxes(out, &e.boxes, (uint32_t)s->count, e.origin, e.reach, q->widen);
}

const refit_kernel ISA(refit) = {refit_few, refit_many, refit_surface};
