// walk.inl - two trees walked together, a box against eight at a time, up to eight such visits in
// flight. Part of walk_kernel.c; of long_kernel.c, which defines WIDE_LONG, for the rest of long walks; and of
// engine/front/front_kernel.c, which defines WIDE_FRONT, and takes the parts.
//
// A pair of boxes that may touch waits on the stack with the larger one's node opened: its children are
// tested against the other box when it is popped. Nothing of that branches on single children: survivors
// are packed to the stack and, where both are leaves, to a queue, which the triangle stage empties when it is
// full. For first contact those that overlap most come first, and leaves do not wait.
#include "base/base.h"
#include "base/host.h"
#include "engine/box/box.inl"
#include "engine/box/pose.h"
#include "engine/leaf/exact.h"
#include "engine/leaf/leaf.h"
#include "engine/walk/room.inl"
#include "engine/walk/walk.h"
#include "search/search.h"
#include "search/team.h"
#if !defined WIDE_LONG
#include "search/relative_pose.inl"
#endif

#include <float.h>

#define FLIGHT 8   // visits at once
#define HUNT   96  // first contact: so many visits, the most likely ones first
#define QUEUE_LEAST                                                                                \
    6  // and then so many leaf pairs are tested at once, twice as many each time; up to WIDE_PAIRS_MAX
#define LATER_MOST   64   // in a hunt, so many pairs of triangles wait
#define TIMED_PAIRS  8    // with a deadline, so many leaf pairs at once
#define SAMPLE       64   // visits that tell whether the cross products are worth it
#define SAMPLE_EVERY 512  // visits
#define SAMPLE_LEAST 8    // pairs that only cross products proved apart, in a sample
#define SHARE_AFTER  512  // visits: a longer walk is shared (share.inl)

// The opened node of one side, and the name of the other side's box. side: 0 if a's is opened.
typedef struct visit {
    uint32_t opened;  // 2 * node + side
    uint32_t other;
} visit;

// The block of memory that a search keeps: this, then a wide_room if a tree needs one, then the stack.
typedef struct {
    wide_pair queue[WIDE_PAIRS_MAX + WIDE_LANES];
    wide_leaf_result result;
} workspace;

typedef struct {
    search* s;
    const wide_tree* tree[2];
    // What is prepared when it is needed first: a short walk does not open both sides, nor come to leaves.
    const wide_side* side[2];
    const struct relative_pair* pair;
    const relative_pose* b_in_a;
    int has_pose[2], has_leaves;
    wide_pose pose[2];  // by the opened side
    wide_leaf_pose leaf_pose;
    workspace* work;
    wide_room* room;                 // NULL: neither tree needs it
    const wide_packed* unpacked[2];  // what stands in its nodes
    leaf_source source[2];           // of trees with lists
    size_t room_size;                // or 0
    visit* stack;
    size_t height, capacity, queued;
    size_t base, lowest;        // for progress: a height of the stack, and the least since
    unsigned visits, by_edges;  // of this sample
    int with_edges;
    size_t queue_most;  // leaf pairs that are tested at once
    int is_hunt;
    wide_decider decider;
    size_t later_count;
    wide_pair later[LATER_MOST];  // of a hunt: pairs of triangles that only integers decide
#if defined WIDE_FRONT
    visit leaves_at;  // whose leaves a hunt tested last
#endif
} walker;

// A node of a tree. role: 0 if it is opened, 1 if a box of it is the other.
static inline const wide_node* node_at(walker* w, int side, uint32_t node, int role)
{
    const wide_tree* t = w->tree[side];
    return t->nodes ? &t->nodes[node]
                    : unpack_into(&w->room->node[role], &w->unpacked[role], &t->packed[node]);
}

static int reserve(walker* w, size_t count)
{
    if (w->height + count <= w->capacity) return 1;
    search* s = w->s;
    const size_t before = sizeof *w->work + w->room_size;
    const size_t used = w->work ? before + w->height * sizeof *w->stack : 0;
    const size_t wanted = before + (w->height + count) * sizeof *w->stack;
    s->status = host_grow(s->host, &s->stack, &s->stack_bytes, used, wanted, 1);
    if (s->status != ABUT_OK) return 0;
    w->work = s->stack;
    w->room = w->room_size ? (wide_room*)(w->work + 1) : NULL;
    w->stack = w->room ? (visit*)(w->room + 1) : (visit*)(w->work + 1);
    w->capacity = (s->stack_bytes - before) / sizeof *w->stack;
    return 1;
}

// ---------------------------------------------------------------------------------------- the poses

#if defined WIDE_LONG

// Long walks come with all of it.
static inline void need_pose(const walker* w, int side)
{
    (void)w;
    (void)side;
    ASSERT(w->has_pose[side]);
}

static inline void need_leaves(const walker* w)
{
    (void)w;
    ASSERT(w->has_leaves);
}

#else

static __attribute__((noinline)) void prepare_pose(walker* w, int side)
{
    relative_pose a_in_b;
    if (side) relative_pair_a_in_b(w->pair, w->b_in_a, &a_in_b);
    wide_pose_prepare(&w->pose[side], side ? &a_in_b : w->b_in_a, w->tree[side]->defect,
                      w->tree[1 - side]->defect);
    w->has_pose[side] = 1;
}

static inline void need_pose(walker* w, int side)
{
    if (!w->has_pose[side]) prepare_pose(w, side);
}

static void prepare_pair(const walker* w)
{
    search* s = w->s;
    pose_pair_change(&s->poses, w->side[0]->side.pose, w->side[1]->side.pose, !s->keep_equal_poses);
}

// Whether the models may stand to each other by an exchange of axes. Then each entry x of the true rotation is 0, 1 or -1,
// and |x| |(|x| - 1)| of a computed one, which errs by e, is at most e (1 + e).
static inline int may_be_exchange(const relative_pose* r)
{
    const column one = quad_double_all(1);
    column off = {0};
    for (int k = 0; k < 3; k++) {
        const column size = quad_double_abs(column_at(r->rotation[k]));
        off = quad_double_max(size * quad_double_abs(size - one), off);
    }
    return !(largest_of(off) > 0x1p-20 && r->rotation_error < 0x1p-21);
}

static __attribute__((noinline)) void prepare_leaves(walker* w)
{
    wide_leaf_prepare(&w->leaf_pose, w->b_in_a, wide_corner_error(w->tree[0]),
                      wide_corner_error(w->tree[1]));
    if (w->pair->are_equal || may_be_exchange(w->b_in_a)) {
        prepare_pair(w);
        wide_decider_prepare(&w->decider, w->s, ISA(wide_settle));
    } else {
        const affine* const pose[2] = {w->side[0]->side.pose, w->side[1]->side.pose};
        wide_decider_put_off(&w->decider, pose, ISA(wide_settle));
    }
    w->leaf_pose.only_planes = w->decider.settle && w->decider.has_lattice;
    w->has_leaves = 1;
}

static inline void need_leaves(walker* w)
{
    if (!w->has_leaves) prepare_leaves(w);
}

#endif

// ---------------------------------------------------------------------------------------- triangles

// Decide those that were left for later. Returns 0 if the search must end.
static int decide_later(walker* w)
{
    const size_t count = w->later_count;
    w->later_count = 0;
    return !count || wide_decide(&w->decider, w->s, w->later, count);
}

// Decide what floats did not. Returns 0 if the search must end.
static int decide(walker* w)
{
    const wide_leaf_result* r = &w->work->result;
    if (!w->is_hunt) return wide_decide(&w->decider, w->s, r->undecided, r->undecided_count);
    // Where one contact is enough, a cheaper one may be next.
    if (w->later_count + r->undecided_count > LATER_MOST && !decide_later(w)) return 0;
    return wide_decide_quickly(&w->decider, w->s, r->undecided, r->undecided_count, w->later,
                               &w->later_count);
}

// Test the triangles of queued leaves. Returns 0 if the search must end.
static int empty_queue(walker* w)
{
    search* s = w->s;
    const wide_pair* pairs = w->work->queue;
    wide_leaf_result* r = &w->work->result;
    size_t left = w->queued;
    if (left) need_leaves(w);
    const size_t most = s->budget ? 1 : s->stop_time ? TIMED_PAIRS : WIDE_PAIRS_MAX;
    w->queued = 0;
    while (left) {
        const size_t count = left < most ? left : most;
        if (s->budget && !search_may_cost(s, WIDE_LEAF * WIDE_LEAF)) return 0;
        if (pairs != w->work->queue && search_is_late(s)) return 0;
        const wide_leaf* leaves[2] = {w->tree[0]->leaves, w->tree[1]->leaves};
        const wide_pair* numbers = pairs;
        if (!leaves[0] || !leaves[1])
            numbers = find_leaves(w->tree, w->source, pairs, count, w->room, leaves);
        ISA(wide_leaf_pairs)(&w->leaf_pose, leaves[0], leaves[1], numbers, count, r);
        s->work.triangle_tests += r->triangle_tests;
        for (size_t i = 0; i < r->crossing_count; i++)
            search_record(s, r->crossing[i].a, r->crossing[i].b, ABUT_KIND_CROSS);
        pairs += count;
        left -= count;
        // Asked where work remains: what was recorded may be enough.
        if (r->crossing_count && (left || r->undecided_count) && !search_may_decide(s)) return 0;
        if (r->undecided_count && !decide(w)) return 0;
    }
    return 1;
}

// -------------------------------------------------------------------------------------------- visits

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

static wide_pair leaf_pair(const outcome* o, uint32_t child)
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

static void prefetch_leaf(const walker* w, int side, uint32_t leaf)
{
    const wide_tree* t = w->tree[side];
    if (t->leaves) {
        const char* at = (const char*)&t->leaves[leaf];
        for (size_t line = 0; line < sizeof(wide_leaf); line += 64)
            simd_prefetch(at + line);
    } else if (t->shorts) {
        simd_prefetch(&t->shorts[leaf]);
        simd_prefetch(t->shorts[leaf].id);
    } else {
        simd_prefetch(&t->lists[leaf]);
    }
}

static void push_all(walker* w, const outcome* o)
{
    const unsigned leaves = leaf_lanes(o);
    uint32_t first[WIDE_LANES], second[WIDE_LANES];
    if (leaves) {
        const size_t count = lanes_compress(first, ~o->lanes.child, leaves);
        prefetch_leaf(w, 1 - o->side, (uint32_t)~o->other_child);
        for (size_t i = 0; i < count; i++) {
            prefetch_leaf(w, o->side, first[i]);
            w->work->queue[w->queued++] = leaf_pair(o, first[i]);
        }
    }
    const unsigned rest = o->lanes.meeting & ~leaves;
    if (!rest) return;
    lanes_int opened, other;
    next_visits(o, &opened, &other);
    const size_t count = lanes_compress(first, opened, rest);
    lanes_compress(second, other, rest);
    for (size_t i = 0; i < WIDE_LANES; i++)
        w->stack[w->height + i] = (visit){first[i], second[i]};
    w->height += count;
}

static inline __attribute__((always_inline)) outcome visit_with(walker* w, const visit* v,
                                                                int with_score, int with_gap)
{
    outcome o;
    o.side = (int)(v->opened & 1);
    o.node = v->opened / 2;
    o.other = v->other;
    need_pose(w, o.side);
    const wide_node* other = node_at(w, 1 - o.side, v->other / WIDE_LANES, 1);
    const unsigned lane = v->other % WIDE_LANES;
    o.other_child = other->child[lane];
    placed_box box;
    place_box(&w->pose[o.side], other, lane, &box);
    o.other_size = box.size;
    // What is hunted is a contact: there the cross products pay before leaves only.
    const int with_edges = with_score ? o.other_child < 0 : w->with_edges;
    o.lanes = meet_boxes(&w->pose[o.side], node_at(w, o.side, o.node, 0), &box, with_edges,
                         with_score, with_gap);
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

// On close surfaces boxes are thin, and the faces do nearly all: then the cross products are left out for a
// while (only the work depends on it).
static void sample(walker* w)
{
    if (w->with_edges) {
        if (w->visits < SAMPLE) return;
        w->with_edges = w->by_edges >= SAMPLE_LEAST;
        if (!w->with_edges) return;
    } else if (w->visits < SAMPLE_EVERY) {
        return;
    }
    w->visits = w->by_edges = 0;
    w->with_edges = 1;
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

static void prefetch(const walker* w, const visit* v)
{
    const int side = (int)(v->opened & 1);
    prefetch_node(w->tree[side], v->opened / 2);
    prefetch_node(w->tree[1 - side], v->other / WIDE_LANES);
}

static int fly(walker* w)
{
    visit flight[FLIGHT];
    size_t count = w->height < FLIGHT ? w->height : FLIGHT;
    if (w->s->budget) count = 1;
    w->height -= count;
    for (size_t i = 0; i < count; i++)
        flight[i] = w->stack[w->height + count - 1 - i];
    if (!reserve(w, (FLIGHT + 1) * WIDE_LANES)) return 0;
    for (size_t i = 0; i < count; i++)
        prefetch(w, &flight[i]);
    for (size_t i = 0; i < count; i++) {
        const outcome o = visit_one(w, &flight[i], 0);
        push_all(w, &o);
        if (w->queued < (w->s->budget ? 1 : w->queue_most)) continue;
        if (!empty_queue(w)) return 0;
        if (w->queue_most < WIDE_PAIRS_MAX) w->queue_most *= 2;
    }
    sample(w);
    return 1;
}

#if !defined WIDE_FRONT && !defined WIDE_LONG

// Progress: the share that is gone of what was on the stack when it first was high enough. Everything above
// belongs to what is on top.
static void tell_progress(walker* w)
{
    if (!w->base) {
        if (w->height < 32) return;
        w->base = w->lowest = w->height;
    }
    if (w->height < w->lowest) w->lowest = w->height;
    w->s->done = 1 - (double)w->lowest / (double)w->base;
}

#endif

#if defined WIDE_LONG
#include "engine/walk/share.inl"
#else

#include "engine/walk/hunt.inl"

// ------------------------------------------------------------------------------------ the whole walk

// What trees without nodes or leaves need.
static __attribute__((noinline)) void prepare_room(walker* w)
{
    for (int i = 0; i < 2; i++) {
        const wide_tree* t = w->tree[i];
        if (t->nodes && t->leaves) continue;
        w->room_size = sizeof(wide_room);
        w->source[i] = (leaf_source){w->s->mesh[i], frame_map_make(w->side[i]->side.frame)};
    }
}

// All but what is prepared for the poses. It is large, so it is not cleared as a whole.
static void begin(walker* w, search* s, const wide_side* const side[2], const relative_pair* pair,
                  const relative_pose* b_in_a)
{
    w->s = s;
    for (int i = 0; i < 2; i++) {
        w->side[i] = side[i];
        w->tree[i] = side[i]->tree;
    }
    w->pair = pair;
    w->b_in_a = b_in_a;
    w->has_pose[0] = w->has_pose[1] = w->has_leaves = 0;
    w->work = NULL;
    w->room = NULL;
    w->room_size = 0;
    w->unpacked[0] = w->unpacked[1] = NULL;
    w->stack = NULL;
    w->height = w->capacity = w->queued = 0;
    w->base = w->lowest = 0;
    w->visits = w->by_edges = 0;
    w->with_edges = 1;
    w->queue_most = WIDE_PAIRS_MAX;
    w->is_hunt = 0;
    w->later_count = 0;
    prepare_room(w);
}

#if !defined WIDE_FRONT

// The sum of the half lengths of the whole model's box.
static float size_of(const wide_tree* t)
{
    return wide_half(t, 0, 0, 0) + wide_half(t, 0, 1, 0) + wide_half(t, 0, 2, 0);
}

// Node 0 has one child, the whole model, and most often both wholes meet: so the larger one is opened at once. Where
// both are leaves, the visit of a's node 0 tests them.
static visit first_visit(const walker* w)
{
    const int32_t a = wide_children(w->tree[0], 0)[0], b = wide_children(w->tree[1], 0)[0];
    if (a < 0 && b < 0) return (visit){0, 0};
    const relative_pose* const r = w->b_in_a;
    const double b_size = r->stretch * (r->b_scale / r->a_scale) * (double)size_of(w->tree[1]);
    if (b < 0 || (a >= 0 && (double)size_of(w->tree[0]) >= b_size))
        return (visit){2 * (uint32_t)a, 0};
    return (visit){2 * (uint32_t)b + 1, 0};
}

void ISA(wide_walk)(search* s, const wide_side* a, const wide_side* b)
{
    walker w;
    relative_pair pair;
    relative_pose b_in_a;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&pair, &b_in_a);
    if (PRUNE(wide_pose_is_far(&b_in_a))) return;
    begin(&w, s, (const wide_side* const[2]){a, b}, &pair, &b_in_a);
    if (!reserve(&w, 2 * WIDE_LANES)) return;
    const visit first = first_visit(&w);
    if (s->limit != 1)
        w.stack[w.height++] = first;
    else if (!hunt(&w, first))
        return;
    const uint64_t share_at = s->budget || s->stop_time || s->limit > 1 ? UINT64_MAX : SHARE_AFTER;
    while (w.height) {
        if (!search_may_cost(s, WIDE_LANES) || !fly(&w)) return;
        if (s->work.node_updates >= share_at) {
            need_pose(&w, 1);
            need_leaves(&w);
            wide_decider_complete(&w.decider, s);
            walker rest = w;  // a copy, so that w need not be in memory
            ISA(wide_walk_long)(&rest);
            return;
        }
        tell_progress(&w);
    }
    (void)empty_queue(&w);
}

#endif
#endif
