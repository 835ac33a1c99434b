// visit.inl - a box of one tree against the eight children of a node of the other.
#ifndef ABUT_ENGINE_WALK_VISIT_INL
#define ABUT_ENGINE_WALK_VISIT_INL
#include "base/base.h"
#include "engine/box/box.inl"
#include "engine/box/close.inl"
#include "engine/box/near.inl"
#include "engine/box/straight.inl"
#include "engine/box/sweep.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/walker.inl"
#include "search/straight.h"

typedef struct {
    box_lanes lanes;
    uint32_t other;       // the box
    int32_t other_child;  // what is in it
    float other_size;
    uint32_t node;  // opened
    int side;
} outcome;

// Which survivors are leaves, if the other box is one too.
static unsigned leaf_lanes(const outcome* o)
{
    return o->other_child < 0 ? lanes_mask(o->lanes.child) & o->lanes.meeting : 0;
}

static inline wide_pair leaf_pair(const outcome* o, uint32_t child)
{
    const uint32_t other = (uint32_t)~o->other_child;
    return o->side ? (wide_pair){other, child} : (wide_pair){child, other};
}

// What becomes of each child on the stack: it is opened, or the other box is.
static void next_visits(const outcome* o, lanes_int* opened, lanes_int* other)
{
    const lanes_int number = {0, 1, 2, 3, 4, 5, 6, 7};
    const lanes_int name = number + (int32_t)(o->node * WIDE_LANES);
    lanes_int opens_child = lanes_int_all(-1);
    if (o->other_child >= 0)
        opens_child = ~(o->lanes.child < 0) & ~lanes_above(lanes_all(o->other_size), o->lanes.size);
    const int32_t other_opened = o->other_child * 2 + (1 - o->side);
    *opened = (opens_child & (o->lanes.child * 2 + o->side)) | (~opens_child & other_opened);
    *other = (opens_child & (int32_t)o->other) | (~opens_child & name);
}

static inline void prefetch_leaf(const walker* w, int side, uint32_t leaf)
{
    const wide_tree* t = w->tree[side];
    if (t->leaves) {
        const char* at = (const char*)&t->leaves[leaf];
        for (size_t line = 0; line < sizeof(wide_leaf); line += 64)
            simd_prefetch(at + line);
    } else if (t->shorts) {
        const char* at = (const char*)&t->shorts[leaf];
        for (size_t line = 0; line < sizeof(wide_short); line += 64)
            simd_prefetch(at + line);
        simd_prefetch(at + sizeof(wide_short) - 1);  // they are not aligned to lines
    } else {
        simd_prefetch(&t->lists[leaf]);
    }
}

// A box and the node that it is in, of a tree and itself: its later siblings count.
static inline void keep_later(const visit* v, box_lanes* boxes)
{
    if (v->other / WIDE_LANES != v->opened / 2) return;
    const unsigned later = ~1u << v->other % WIDE_LANES;
    boxes->there &= later;
    boxes->by_faces &= later;
    boxes->meeting &= later;
}

ALWAYS_INLINE outcome visit_with(walker* w, const visit* v, int with_score, int with_gap)
{
    outcome o;
    o.side = (int)(v->opened & 1);
    o.node = v->opened / 2;
    o.other = v->other;
    need_pose(w, o.side);
    const wide_node* other = node_at(w, 1 - o.side, v->other / WIDE_LANES);
    const unsigned lane = v->other % WIDE_LANES;
    o.other_child = other->child[lane];
    placed_box box;
    place_box(&w->pose[o.side], other, lane, &box);
    o.other_size = box.size;
    // What is hunted is a contact: there the cross products pay before leaves only.
    const int with_edges = with_score ? o.other_child < 0 : w->with_edges;
    const wide_node* opened = node_at(w, o.side, o.node);
    switch (WALK_GOAL.prune) {
    case GOAL_PRUNES_APART:
        o.lanes = meet_boxes(&w->pose[o.side], opened, &box, with_edges, with_score, with_gap);
        break;
    case GOAL_PRUNES_FARTHER:
        o.lanes = near_boxes(&w->pose[o.side], opened, &box, w->s->near->box_shrink[o.side],
                             w->s->near->cut_unit);
        break;
    case GOAL_PRUNES_FREE:
        o.lanes = sweep_boxes(&w->pose[o.side], &w->motion[o.side], opened, &box);
        break;
    case GOAL_PRUNES_BEYOND:
        o.lanes = close_boxes(&w->pose[o.side], opened, &box,
                              (close_bound){w->s->close->box_shrink[o.side], w->s->close->hi_unit,
                                            w->s->close->box_beyond[o.side]},
                              with_edges, with_score);
        break;
    case GOAL_PRUNES_LATER:
        o.lanes = straight_boxes(&w->pose[o.side], opened, &box, w->s->near->straight->way[o.side],
                                 w->s->near->straight->way_error[o.side], w->s->near->cut_unit);
        break;
    }
    if (WALK_GOAL.order == GOAL_ITSELF) keep_later(v, &o.lanes);
    w->s->work.node_updates++;
    w->s->work.volume_tests += (uint64_t)__builtin_popcount(o.lanes.there);
    w->by_edges += (unsigned)__builtin_popcount(o.lanes.by_faces & ~o.lanes.meeting);
    w->visits++;
    return o;
}

static inline outcome visit_one(walker* w, const visit* v, int with_score)
{
    return visit_with(w, v, with_score, 0);
}

static inline void prefetch_node(const wide_tree* t, uint32_t node)
{
    if (t->nodes) {
        const char* at = (const char*)&t->nodes[node];
        for (size_t line = 0; line < sizeof(wide_node); line += 64)
            simd_prefetch(at + line);
    } else {
        const char* at = (const char*)&t->packed[node];
        for (size_t line = 0; line < sizeof(wide_packed); line += 64)
            simd_prefetch(at + line);
    }
}

static inline void prefetch(const walker* w, const visit* v)
{
    const int side = (int)(v->opened & 1);
    prefetch_node(w->tree[side], v->opened / 2);
    prefetch_node(w->tree[1 - side], v->other / WIDE_LANES);
}

#endif
