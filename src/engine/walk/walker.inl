// walker.inl - what walks of two trees keep, and what they prepare when it is needed first. The parts of a walk (visit,
// leaves, hunt) are functions of a walker; a kernel includes those that it calls.
//
// A pair of boxes that may touch waits on the stack with the larger one's node opened: its children are
// tested against the other box when it is popped. Nothing of that branches on single children: survivors
// are packed to the stack and, where both are leaves, to a queue, which the triangle stage empties when it is
// full. For first contact those that overlap most come first, and leaves do not wait.
#ifndef ABUT_ENGINE_WALK_WALKER_INL
#define ABUT_ENGINE_WALK_WALKER_INL
#include "base/base.h"
#include "base/host.h"
#include "engine/box/motion.h"
#include "engine/box/pose.inl"
#include "engine/leaf/exact.h"
#include "engine/leaf/leaf.h"
#include "engine/leaf/neighbours.h"
#include "engine/leaf/sweep.h"
#include "engine/walk/room.inl"
#include "engine/walk/walk.h"
#include "search/goal.h"
#include "search/search.h"

// 1 where all that walks prepare was prepared before: then that is not compiled.
#ifndef WALK_IS_PREPARED
#define WALK_IS_PREPARED 0
#endif
#if !WALK_IS_PREPARED
#include "search/relative_pose.inl"
#endif

#define FLIGHT 8  // visits at once
#define QUEUE_LEAST                                                                                \
    6  // and then so many leaf pairs are tested at once, twice as many each time; up to WIDE_PAIRS_MAX
#define LATER_MOST   64   // in a hunt, so many pairs of triangles wait
#define TIMED_PAIRS  8    // with a deadline, so many leaf pairs at once
#define SAMPLE       64   // visits that tell whether the cross products are worth it
#define SAMPLE_EVERY 512  // visits
#define SAMPLE_LEAST 8    // pairs that only cross products proved apart, in a sample

// The opened node of one side, and the name of the other side's box. side: 0 if a's is opened.
typedef struct visit {
    uint32_t opened;  // 2 * node + side
    uint32_t other;
} visit;

// The block of memory that a search keeps: this, then a wide_room if a tree needs one, then the stack.
typedef struct {
    wide_pair queue[WIDE_PAIRS_MAX + FLIGHT * WIDE_LANES];
    float bound[WIDE_PAIRS_MAX + FLIGHT * WIDE_LANES];  // of a search for the nearest: of each pair
    uint32_t
        open[WIDE_PAIRS_MAX +
             FLIGHT *
                 WIDE_LANES];  // of two that move: which of its pairs of triangles are asked for
    union {
        wide_leaf_result result;
        wide_near_result near;          // of a search for the nearest
        wide_close_result close;        // of one for all that is close
        wide_self_result self;          // of one for what a model shares with itself
        wide_straight_result straight;  // of one for the first time
        wide_sweep_result sweep;        // of one for the first contact
    };
} workspace;

typedef struct {
    search* s;
    const wide_tree* tree[2];
    // What is prepared when it is needed first: a short walk does not open both sides, nor come to leaves.
    const wide_side* side[2];
    struct relative_pair* pair;
    const relative_pose* b_in_a;
    int has_pose[2], has_leaves;
    wide_pose pose[2];      // by the opened side
    wide_motion motion[2];  // likewise, of two that move
    wide_leaf_pose leaf_pose;
    workspace* work;
    wide_room* room;  // NULL: neither tree needs it
    room_content in_room;
    leaf_source source[2];  // of trees with lists
    size_t room_size;       // or 0
    visit* stack;
    size_t height, capacity, queued;
    size_t base, lowest;        // for progress: a height of the stack, and the least since
    unsigned visits, by_edges;  // of this sample
    int with_edges;
    size_t queue_most;  // leaf pairs that are tested at once
    int is_hunt;
    unsigned leaves_tested;  // pairs of leaves that a hunt tested
    wide_decider decider;
    size_t later_count;
    wide_pair later[LATER_MOST];  // of a hunt: pairs of triangles that only integers decide
    visit leaves_at;              // whose leaves a hunt tested last
} walker;

// A node of a tree; it may be used until another one of this side is asked for.
static inline const wide_node* node_at(walker* w, int side, uint32_t node)
{
    const wide_tree* t = w->tree[side];
    ASSERT(t->nodes || w->room);
    return t->nodes ? &t->nodes[node] : unpacked_node(w->room, &w->in_room, side, t->packed, node);
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

// Progress: the share that is gone of what was on the stack when it first was high enough. Everything above
// belongs to what is on top.
static inline void tell_progress(walker* w, size_t height)
{
    if (!w->base) {
        if (height < 32) return;
        w->base = w->lowest = height;
    }
    if (height < w->lowest) w->lowest = height;
    w->s->done = 1 - (double)w->lowest / (double)w->base;
}

// ---------------------------------------------------------------------------------------- the poses

#if WALK_IS_PREPARED

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
    find_wide_pose(&w->pose[side], side ? &a_in_b : w->b_in_a, w->tree[side]->defect,
                   w->tree[1 - side]->defect);
    if (WALK_GOAL.prune == GOAL_PRUNES_FREE)
        wide_motion_prepare(&w->motion[side], w->s->sweep, side, &w->pose[side],
                            w->tree[side]->defect);
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

#endif
