// nearest.inl - what a walk for the nearest pair of triangles is made of, or for the first that meet. The includer chooses
// the goal (search/goal.h).
//
// A pair of boxes is left out where it is proved farther than some pair of triangles. What makes that soon true is a good
// first pair, so the walk goes on with the best of what the last visits left, and below that is what was left before them.
// Several visits are under way at once: each waits long for its own numbers, and none for another's.
#ifndef ABUT_ENGINE_WALK_NEAREST_INL
#define ABUT_ENGINE_WALK_NEAREST_INL
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"
#include "engine/walk/walk.h"
#include "search/near.h"

#define CHILDREN (FLIGHT * WIDE_LANES)

// What the visits of a flight leave.
typedef struct waiting {
    size_t count;
    float bound[CHILDREN + WIDE_LANES];  // behind the last there is room for eight
    uint32_t opened[CHILDREN + WIDE_LANES], other[CHILDREN + WIDE_LANES];
} waiting;

typedef struct near_walker {
    walker w;
    near_search* n;
    size_t height, bottom;  // of the stack; what is below bottom is not its own
    waiting boxes;
    waiting leaves;  // opened, other: the leaves of a and b
} near_walker;

static int near_reserve(near_walker* v, size_t count)
{
    near_search* n = v->n;
    if (v->height + count <= n->stack_capacity) return 1;
    search* s = v->w.s;
    void* stack = n->stack;
    s->status = host_grow(s->host, &stack, &n->stack_capacity, v->height, v->height + count,
                          sizeof *n->stack);
    n->stack = stack;
    return s->status == ABUT_OK;
}

static inline void keep_waiting(waiting* to, lanes bound, lanes_int opened, lanes_int other,
                                unsigned which)
{
    uint32_t bits[WIDE_LANES];
    lanes_compress(bits, (lanes_int)bound, which);
    memcpy(to->bound + to->count, bits, sizeof bits);
    lanes_compress(to->opened + to->count, opened, which);
    to->count += lanes_compress(to->other + to->count, other, which);
}

// Leave out what is farther than hi, which may be lower now.
static inline void drop_farther(waiting* list, float hi)
{
    const size_t count = list->count;
    list->count = 0;
    for (size_t i = 0; i < count; i += WIDE_LANES) {
        const lanes bound = lanes_load(list->bound + i);
        const unsigned here = count - i < WIDE_LANES ? (1u << (count - i)) - 1 : 0xff;
        const unsigned far = PRUNE(1) ? lanes_mask(lanes_above(bound, lanes_all(hi))) : 0;
        keep_waiting(list, bound, lanes_int_load(list->opened + i), lanes_int_load(list->other + i),
                     here & ~far);
    }
}

// Find the place of each in the order of bounds. Nothing branches on a bound: it is counted how many are less.
static inline void find_places(const waiting* list, uint32_t place[CHILDREN + 2 * WIDE_LANES])
{
    const lanes_int lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const size_t count = list->count;
    int32_t key[CHILDREN + 2 * WIDE_LANES];
    // The bits of numbers that are not negative are in the numbers' order; the last ones tell equal ones apart.
    for (size_t i = 0; i < count; i += WIDE_LANES) {
        const lanes_int number = lane + (int32_t)i;
        const lanes_int k = (lanes_int_load(list->bound + i) & ~(2 * CHILDREN - 1)) | number;
        memcpy(key + i, &k, sizeof k);
    }
    // Two at once, and those behind the last are more than all.
    const lanes_int most = lanes_int_all(INT32_MAX);
    memcpy(key + count, &most, sizeof most);
    for (size_t i = 0; i < count; i += 2 * WIDE_LANES) {
        const lanes_int k = lanes_int_load(key + i), m = lanes_int_load(key + i + WIDE_LANES);
        lanes_int less = lanes_int_all(0), less_m = less;
        for (size_t j = 0; j < count; j += 4) {
            for (size_t c = 0; c < 4; c++) {
                const lanes_int other = lanes_int_all(key[j + c]);
                less -= lanes_int_below(other, k);
                less_m -= lanes_int_below(other, m);
            }
        }
        memcpy(place + i, &less, sizeof less);
        memcpy(place + i + WIDE_LANES, &less_m, sizeof less_m);
    }
}

// Look at the leaves of a flight, the nearest first. Returns 0 if the search must end.
static int near_queue(near_walker* v)
{
    walker* w = &v->w;
    const waiting* list = &v->leaves;
    uint32_t place[CHILDREN + 2 * WIDE_LANES];
    find_places(list, place);
    for (size_t i = 0; i < list->count; i++) {
        w->work->queue[place[i]] = (wide_pair){list->opened[i], list->other[i]};
        w->work->bound[place[i]] = list->bound[i];
    }
    w->queued = list->count;
    return empty_queue(w);
}

// The least bound goes on top.
static void near_push(near_walker* v)
{
    waiting* list = &v->boxes;
    uint32_t place[CHILDREN + 2 * WIDE_LANES];
    drop_farther(list, v->n->cut_unit);
    find_places(list, place);
    v->height += list->count;
    near_entry* top = v->n->stack + v->height;
    for (size_t i = 0; i < list->count; i++)
        *(top - 1 - place[i]) = (near_entry){list->bound[i], list->opened[i], list->other[i]};
}

static inline void near_visit(near_walker* v, const near_entry* e)
{
    const visit at = {e->opened, e->other};
    const outcome o = visit_with(&v->w, &at, 0, 0);
    unsigned rest = o.lanes.meeting;
    lanes_int opened, other;
    if (o.other_child < 0) {
        const unsigned leaves = leaf_lanes(&o);
        const lanes_int single = lanes_int_all(~o.other_child);
        opened = o.side ? single : ~o.lanes.child;
        other = o.side ? ~o.lanes.child : single;
        keep_waiting(&v->leaves, o.lanes.bound, opened, other, leaves);
        rest &= ~leaves;
    }
    next_visits(&o, &opened, &other);
    keep_waiting(&v->boxes, o.lanes.bound, opened, other, rest);
}

// What was not looked at: what is in flight, and all on the stack.
static int stop_at(const near_walker* v, const near_entry* flight, size_t count)
{
    near_search* n = v->n;
    float bound = INFINITY;
    for (size_t i = 0; i < count; i++)
        bound = flight[i].bound < bound ? flight[i].bound : bound;
    for (size_t i = 0; i < v->height; i++)
        bound = n->stack[i].bound < bound ? n->stack[i].bound : bound;
    near_stop(n, double_scale((double)bound * (1 - 0x1p-22), n->unit.exponent));
    return 0;
}

// The best few of what is on top. Returns 0 if the search must end.
static int near_fly(near_walker* v)
{
    search* s = v->w.s;
    near_entry flight[FLIGHT];
    size_t count = 0;
    while (v->height > v->bottom && count < FLIGHT) {
        const near_entry e = v->n->stack[--v->height];
        if (PRUNE(e.bound > v->n->cut_unit)) continue;
        prefetch(&v->w, &(visit){e.opened, e.other});
        flight[count++] = e;
    }
    v->boxes.count = v->leaves.count = 0;
    for (size_t i = 0; i < count; i++) {
        if (!search_may_cost(s, WIDE_LANES)) return stop_at(v, flight, count);
        near_visit(v, &flight[i]);
    }
    if (v->leaves.count && !near_queue(v)) return stop_at(v, flight, count);
    if (!near_reserve(v, CHILDREN)) return 0;
    near_push(v);
    return 1;
}

#endif
