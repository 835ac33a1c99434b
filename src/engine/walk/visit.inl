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

typedef struct outcome {
    box_lanes lanes;
    uint32_t other;       // the box
    int32_t other_child;  // what is in it
    float other_size;
    uint32_t node;  // opened
    int side;
} outcome;

// Which survivors are leaves, if the other box is one too. Without branches: what depends on a visit's outcome comes late, and
// a branch that is guessed wrongly takes back what was begun of the next visits.
static inline unsigned leaf_lanes(const outcome* o)
{
    return lanes_mask(o->lanes.child & lanes_int_all(o->other_child)) & o->lanes.meeting;
}

static inline wide_pair leaf_pair(const outcome* o, uint32_t child)
{
    const uint32_t other = (uint32_t)~o->other_child;
    return o->side ? (wide_pair){other, child} : (wide_pair){child, other};
}

// What becomes of each child on the stack: it is opened, or the other box is.
static inline void next_visits(const outcome* o, lanes_int* opened, lanes_int* other)
{
    const lanes_int number = {0, 1, 2, 3, 4, 5, 6, 7};
    const lanes_int name = number + (int32_t)(o->node * WIDE_LANES);
    const lanes_int opens_child =
        lanes_int_all(o->other_child >> 31) |
        (~(o->lanes.child >> 31) & ~lanes_above(lanes_all(o->other_size), o->lanes.size));
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

// A visit as its boxes meet: the other box, placed, and the node that is opened.
typedef struct visit_place {
    const wide_pose* pose;
    const wide_node* opened;
    placed_box box;
} visit_place;

ALWAYS_INLINE void begin_visit(walker* w, const visit* v, outcome* o, visit_place* place)
{
    o->side = (int)(v->opened & 1);
    o->node = v->opened / 2;
    o->other = v->other;
    need_pose(w, o->side);
    const wide_node* other = node_at(w, 1 - o->side, v->other / WIDE_LANES);
    const unsigned lane = v->other % WIDE_LANES;
    o->other_child = other->child[lane];
    place->pose = &w->pose[o->side];
    place_box(place->pose, other, lane, &place->box);
    o->other_size = place->box.size;
    place->opened = node_at(w, o->side, o->node);
}

// What is hunted is a contact: there the cross products pay before leaves only.
static inline int visit_edges(const walker* w, const outcome* o, int with_score)
{
    return with_score ? o->other_child < 0 : w->with_edges;
}

ALWAYS_INLINE void end_visit(walker* w, const visit* v, outcome* o, int with_score)
{
    if (WALK_GOAL.order == GOAL_ITSELF) keep_later(v, &o->lanes);
    w->s->work.node_updates++;
    w->s->work.volume_tests += (uint64_t)__builtin_popcount(o->lanes.there);
    if (with_score) return;  // a hunt chooses by itself when the cross products are tried
    w->by_edges += (unsigned)__builtin_popcount(o->lanes.by_faces & ~o->lanes.meeting);
    w->visits++;
}

ALWAYS_INLINE outcome visit_with(walker* w, const visit* v, int with_score, int with_gap)
{
    outcome o;
    visit_place p;
    begin_visit(w, v, &o, &p);
    const int with_edges = visit_edges(w, &o, with_score);
    switch (WALK_GOAL.prune) {
    case GOAL_PRUNES_APART:
        o.lanes = meet_boxes(p.pose, p.opened, &p.box, with_edges, with_score, with_gap);
        break;
    case GOAL_PRUNES_FARTHER:
        o.lanes = near_boxes(p.pose, p.opened, &p.box, w->s->near->box_shrink[o.side],
                             w->s->near->cut_unit);
        break;
    case GOAL_PRUNES_FREE:
        o.lanes = sweep_boxes(p.pose, &w->motion[o.side], p.opened, &p.box);
        break;
    case GOAL_PRUNES_BEYOND:
        o.lanes = close_boxes(p.pose, p.opened, &p.box,
                              (close_bound){w->s->close->box_shrink[o.side], w->s->close->hi_unit,
                                            w->s->close->box_beyond[o.side]},
                              with_edges, with_score);
        break;
    case GOAL_PRUNES_LATER:
        o.lanes = straight_boxes(p.pose, p.opened, &p.box, w->s->near->straight->way[o.side],
                                 w->s->near->straight->way_error[o.side], w->s->near->cut_unit);
        break;
    }
    end_visit(w, v, &o, with_score);
    return o;
}

static inline outcome visit_one(walker* w, const visit* v, int with_score)
{
    return visit_with(w, v, with_score, 0);
}

// The boxes of a visit that begin_visit was called for.
ALWAYS_INLINE void meet_one(walker* w, const visit* v, const visit_place* p, int with_score,
                            outcome* out)
{
    out->lanes =
        meet_boxes(p->pose, p->opened, &p->box, visit_edges(w, out, with_score), with_score, 0);
    end_visit(w, v, out, with_score);
}

#ifdef SIMD_TWICE
// Those of two, beside each other.
ALWAYS_INLINE void meet_two(walker* const w[2], const visit* const v[2],
                            const visit_place* const p[2], int with_score, outcome* const out[2])
{
    unsigned with_edges = 0;
    for (int k = 0; k < 2; k++)
        with_edges |= (unsigned)(visit_edges(w[k], out[k], with_score) != 0) << k;
    meet_twice((const wide_pose* const[2]){p[0]->pose, p[1]->pose},
               (const wide_node* const[2]){p[0]->opened, p[1]->opened},
               (const placed_box* const[2]){&p[0]->box, &p[1]->box}, with_edges, with_score,
               (box_lanes* const[2]){&out[0]->lanes, &out[1]->lanes});
    for (int k = 0; k < 2; k++)
        end_visit(w[k], v[k], out[k], with_score);
}
#endif

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
