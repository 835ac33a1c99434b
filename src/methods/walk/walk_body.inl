// walk_body.inl - two trees walked together (Gottschalk 1996, section 5), compiled once for each kind of
// volume and each goal (search/goal.h). The includer defines
//   WALK       the function's name
//   VOLUME     what a node holds            CONSTANTS  what does not change during a query
//   PLACED     a volume of b in the frame of a
//   PREPARE(c, r, a, b)        fill the constants, for a relative pose and both trees
//   PLACE(c, volume, node, p)  place a volume of b, which stands in that node
//   APART(c, volume, p)        whether a volume of a and a placed one certainly share no point
//   SIZE(volume)               how large it is, to choose which of two to descend
//   A_UNIT(c), B_UNIT(c)       what sizes of a, of b are multiplied by to compare them
// and may define
//   FIND(c, node, p)           whether that node's volume of b was placed before: then p is it
//   LEAST(c, volume, p)        for goals that ask how far: a bound from below of a volume's distance from a placed one, in
//                              the unit of the relative pose; 0 also where it proves nothing
// PREPARE may set s->status to end the search.
// A pair of nodes is tested when it is pushed. Depth first, a volume of b is placed once, and stays while a is
// descended. Breadth first (breadth.h) only the two nodes wait, and it is placed again when a is to be descended.

#include "base/base.h"
#include "base/host.h"
#include "methods/walk/breadth.h"
#include "methods/walk/near.h"
#include "methods/walk/walk.h"
#include "search/close.h"
#include "search/goal.h"
#include "search/near.h"

#ifndef WALK  // the file by itself
#include "methods/walk/kind_aabb.h"
#endif

// Tests, some 100 us or more: a longer walk may be divided among workers. For first contact, where to divide it is work
// lost if there is one soon, later.
#define DIVIDE_AFTER       4096
#define DIVIDE_FIRST_AFTER 16384

#ifdef FIND
#define KEEPS_PLACED 1  // in the search: so workers have none in common
#else
#define KEEPS_PLACED     0
#define FIND(c, node, p) 0
#endif

typedef struct {
    node_link link;
    VOLUME volume;
} walk_node;

#ifndef LEAST
#define LEAST(c, volume, p) 0
#endif

// A pair that may touch, where the volume of b stands placed, and its share of the whole work, for progress. Where the
// nearest is searched for, no share is known: then its place holds how far they are at least, in the world.
typedef struct {
    uint32_t a, b;
    uint32_t slot;
    double share;
} walk_pair;

typedef struct {
    search* s;
    const tree *a, *b;
    const walk_node *a_nodes, *b_nodes;
    double a_unit, b_unit;
    walk_pair* stack;  // breadth first: of the children of one pair
    size_t height, capacity;
    // Volumes of b are placed in slots. Slots of pairs on the stack never fall from the bottom up, so those behind
    // the slot of the pair that was on top are free.
    PLACED* slots;
    size_t slot_capacity;
    double near_factor;  // from the unit of the relative pose to the world, rounded down
    CONSTANTS constants;
} walker;

static PLACED* next_slot(const walker* w, uint32_t slot)
{
    ASSERT(slot < w->slot_capacity);
    return &w->slots[slot];
}

static void place_b(walker* w, uint32_t node, PLACED* out)
{
    if (FIND(&w->constants, node, out)) return;
    PLACE(&w->constants, &w->b_nodes[node].volume, node, out);
    w->s->work.node_updates++;
}

// Whether nothing that the goal asks for can be in a pair. share: what walk_pair keeps of it.
static inline int is_pruned(const walker* w, const VOLUME* a, const PLACED* b, double* share)
{
    switch (WALK_GOAL.prune) {
    case GOAL_PRUNES_APART:
        (void)share;
        return PRUNE(APART(&w->constants, a, b));
    case GOAL_PRUNES_FARTHER:
        *share = w->near_factor * (double)LEAST(&w->constants, a, b);
        return PRUNE(*share > w->s->near->cut);
    case GOAL_PRUNES_BEYOND:
        return PRUNE(w->near_factor * (double)LEAST(&w->constants, a, b) > w->s->close->hi);
    case GOAL_PRUNES_FREE:  // the engine alone
    case GOAL_PRUNES_LATER:
        break;
    }
    return 0;
}

// Whether a pair that waited need not be looked at any more.
static inline int is_late(const walker* w, const walk_pair* pair)
{
    return WALK_GOAL.prune == GOAL_PRUNES_FARTHER && PRUNE(pair->share > w->s->near->cut);
}

// What the goal asks of the triangles of two leaves. Returns 0 if the search must end.
static inline int ask_leaves(const walker* w, node_link a, node_link b)
{
    switch (WALK_GOAL.leaf) {
    case GOAL_LEAVES_TOUCH:
        return scalar_triangles(w->s, w->a->order + a.first, (size_t)a.count, w->b->order + b.first,
                                (size_t)b.count);
    case GOAL_LEAVES_NEAREST:
        return near_triangles(w->s, w->a->order + a.first, (size_t)a.count, w->b->order + b.first,
                              (size_t)b.count);
    case GOAL_LEAVES_CLOSE:
        return close_triangles(w->s, w->a->order + a.first, (size_t)a.count, w->b->order + b.first,
                               (size_t)b.count);
    case GOAL_LEAVES_SELF:  // the engine alone
    case GOAL_LEAVES_FREE:
    case GOAL_LEAVES_FIRST:
        break;
    }
    return 0;
}

// Pairs of which all have one b go into the order of their bounds. Others had their volumes of b placed for them: they are
// placed anew, in slots that do not fall.
static inline void nearest_first(walker* w, size_t before)
{
    int is_moved = 0;
    for (size_t i = before + 1; i < w->height; i++) {
        const walk_pair pair = w->stack[i];
        size_t at = i;
        for (; at > before && w->stack[at - 1].share < pair.share; at--)
            w->stack[at] = w->stack[at - 1];
        w->stack[at] = pair;
        is_moved |= at != i;
    }
    if (!is_moved || w->stack[before].b == w->stack[w->height - 1].b) return;
    uint32_t slot = UINT32_MAX;
    for (size_t i = before; i < w->height; i++)
        slot = w->stack[i].slot < slot ? w->stack[i].slot : slot;
    for (size_t i = before; i < w->height; i++, slot++) {
        w->stack[i].slot = slot;
        place_b(w, w->stack[i].b, next_slot(w, slot));
    }
}

// Bring what a step has pushed on top of so many pairs into the goal's order: the last one is next. Whoever moves pairs
// must place volumes of b again, since slots never fall from the bottom up.
static inline void arrange_pairs(walker* w, size_t before)
{
    switch (WALK_GOAL.order) {
    case GOAL_LIKELY_FIRST:  // so they were pushed
        (void)w;
        (void)before;
        break;
    case GOAL_NEAREST_FIRST:
        nearest_first(w, before);
        break;
    case GOAL_ITSELF:  // the engine alone
    case GOAL_ANY:
        break;
    }
}

// Test a pair and push it, unless it is pruned. Returns 0 if the search must end.
static int visit(walker* w, uint32_t a, uint32_t b, uint32_t slot, double share)
{
    search* s = w->s;
    if (!search_may_test(s)) return 0;
    s->work.volume_tests++;
    if (is_pruned(w, &w->a_nodes[a].volume, &w->slots[slot], &share)) {
        if (WALK_GOAL.prune != GOAL_PRUNES_FARTHER) s->done += share;
        if (scalar_of(s)->front && b == 0) environment_front_keep(scalar_of(s)->front, a, 1);
    } else {
        ASSERT(w->height < w->capacity);
        w->stack[w->height++] = (walk_pair){a, b, slot, share};
    }
    return 1;
}

// The last child goes first, so that the first is on top of the stack.
static int descend_a(walker* w, const walk_pair* pair, node_link a)
{
    const double share = pair->share / link_children(a);
    for (uint32_t child = link_children(a); child-- > 0;) {
        if (visit(w, a.first + child, pair->b, pair->slot, share)) continue;
        for (child++; scalar_of(w->s)->front && pair->b == 0 && child-- > 0;)
            environment_front_keep(scalar_of(w->s)->front, a.first + child, 0);
        return 0;
    }
    return 1;
}

static int descend_b(walker* w, const walk_pair* pair, node_link b)
{
    const double share = pair->share / link_children(b);
    uint32_t slot = pair->slot;
    for (uint32_t child = link_children(b); child-- > 0;) {
        place_b(w, b.first + child, next_slot(w, ++slot));
        if (!visit(w, pair->a, b.first + child, slot, share)) return 0;
    }
    return 1;
}

// What Klosowski 1998, chapter 4, tries instead of descend_b: b's children are searched for from a's
// root. That finds again whatever b itself still had to be tested with: those pairs, which are on top of
// the stack, are dropped.
static int restart(walker* w, const walk_pair* pair, node_link b)
{
    double share = pair->share;
    while (w->height && w->stack[w->height - 1].b == pair->b)
        share += w->stack[--w->height].share;
    walk_pair root = *pair;
    root.a = 0;
    root.share = share;
    return descend_b(w, &root, b);
}

static int descend_both(walker* w, const walk_pair* pair, node_link a, node_link b)
{
    const double share = pair->share / link_children(a) / link_children(b);
    uint32_t slot = pair->slot;
    for (uint32_t b_child = link_children(b); b_child-- > 0;) {
        place_b(w, b.first + b_child, next_slot(w, ++slot));
        for (uint32_t a_child = link_children(a); a_child-- > 0;) {
            if (!visit(w, a.first + a_child, b.first + b_child, slot, share)) return 0;
        }
    }
    return 1;
}

// Whether a, not a leaf, is descended rather than b, not a leaf.
static int descends_a(const walker* w, const walk_pair* pair)
{
    if (scalar_of(w->s)->asked.descent == ABUT_DESCENT_ENVIRONMENT ||
        scalar_of(w->s)->asked.descent == ABUT_DESCENT_RESTART)
        return 1;
    return SIZE(&w->a_nodes[pair->a].volume) * w->a_unit >=
           SIZE(&w->b_nodes[pair->b].volume) * w->b_unit;
}

// Go down a level from a pair of nodes that are not both leaves. Returns 0 if the search must end.
static int descend(walker* w, const walk_pair* pair, node_link a, node_link b)
{
    const abut_descent how = scalar_of(w->s)->asked.descent;
    if (link_is_leaf(a)) {
        return how == ABUT_DESCENT_RESTART ? restart(w, pair, b) : descend_b(w, pair, b);
    }
    if (link_is_leaf(b)) return descend_a(w, pair, a);
    if (how == ABUT_DESCENT_BOTH) return descend_both(w, pair, a, b);
    return descends_a(w, pair) ? descend_a(w, pair, a) : descend_b(w, pair, b);
}

// The search ends in the middle of a pair. Returns 0.
static inline int stop_at(const walker* w, const walk_pair* pair)
{
    if (WALK_GOAL.prune == GOAL_PRUNES_FARTHER) near_stop(w->s->near, pair->share);
    return 0;
}

static int step(walker* w)
{
    search* s = w->s;
    const walk_pair pair = w->stack[--w->height];
    if (is_late(w, &pair)) return 1;
    const node_link a = w->a_nodes[pair.a].link, b = w->b_nodes[pair.b].link;
    if (link_is_leaf(a)) {
        if (scalar_of(s)->front && pair.b == 0)
            environment_front_keep(scalar_of(s)->front, pair.a, 0);
        if (link_is_leaf(b)) {
            if (!ask_leaves(w, a, b)) return stop_at(w, &pair);
            if (WALK_GOAL.prune != GOAL_PRUNES_FARTHER) s->done += pair.share;
            return 1;
        }
    }
    const size_t before = w->height;
    if (!descend(w, &pair, a, b)) return stop_at(w, &pair);
    arrange_pairs(w, before);
    return 1;
}

// Steps until the stack is empty, or after at least one so many tests were made. Returns 0 if the search must end.
static int walk_on(walker* w, uint64_t until)
{
    while (w->height) {
        // Asked here too: what is on the stack is work that remains.
        if (!search_may_test(w->s) || !step(w)) return 0;
        if (work_tests(&w->s->work) >= until) break;
    }
    return 1;
}

// A step takes one pair off the stack, and puts on it at most as many as it goes down a level with.
static size_t stack_height(const walker* w)
{
    const size_t a = (size_t)w->a->degree, b = (size_t)w->b->degree;
    if (scalar_of(w->s)->asked.descent == ABUT_DESCENT_BOTH)
        return (w->a->depth + w->b->depth) * (a * b - 1) + 1;
    return w->a->depth * (a - 1) + w->b->depth * (b - 1) + 1;
}

// The stack and the slots of the walker's search. Returns 0 if there is no memory.
static int make_room(walker* w)
{
    search* s = w->s;
    const size_t slot_bytes = w->slot_capacity * sizeof(PLACED);
    s->status = host_grow(s->host, &s->stack, &s->stack_bytes, 0,
                          slot_bytes + w->capacity * sizeof(walk_pair), 1);
    w->stack = s->stack;
    w->slots = (void*)(w->stack + w->capacity);
    return s->status == ABUT_OK;
}

// Whether a step descends a with b as it is: then b's volume must be in its slot.
static int needs_placed(const walker* w, const walk_pair* pair)
{
    if (link_is_leaf(w->a_nodes[pair->a].link)) return 0;
    if (link_is_leaf(w->b_nodes[pair->b].link)) return 1;
    return scalar_of(w->s)->asked.descent != ABUT_DESCENT_BOTH && descends_a(w, pair);
}

static int visit_pairs(const void* walk, search* s, const team_visit* pairs, size_t count,
                       team_list* out)
{
    walker w = *(const walker*)walk;
    w.s = s;
    if (!make_room(&w)) return 0;
    for (size_t i = 0; i < count; i++) {
        const walk_pair pair = {pairs[i].first, pairs[i].second, 0, 0};
        // Before b is placed, which is counted: or a contact in the pair before would cost more than at the end of a part.
        if (!search_may_test(s)) return 0;
        if (needs_placed(&w, &pair)) {
            place_b(&w, pair.b, next_slot(&w, 0));
            // Only because others have a part of the walk: the work counted is that of one worker.
            if (scalar_of(s)->asked.traversal != ABUT_TRAVERSAL_BREADTH) s->work.node_updates--;
        }
        w.stack[w.height++] = pair;
        if (!walk_on(&w, out ? 0 : UINT64_MAX)) return 0;
        while (w.height && s->status == ABUT_OK) {
            const walk_pair* child = &w.stack[--w.height];
            s->status = team_push(out, (team_visit){child->a, child->b}, s->host);
        }
        if (s->status != ABUT_OK) return 0;
    }
    return 1;
}

// Depth first, by several workers where it takes long.
static void walk_deep(walker* w, const breadth_walk* walk)
{
    search* s = w->s;
    const uint64_t most = s->limit ? DIVIDE_FIRST_AFTER : DIVIDE_AFTER;
    if (WALK_GOAL.prune == GOAL_PRUNES_FARTHER) {
        if (walk_on(w, UINT64_MAX)) return;
        for (size_t i = 0; i < w->height; i++)
            near_stop(s->near, w->stack[i].share);
        return;
    }
    if (!walk_on(w, breadth_may_divide(s, walk) ? most : UINT64_MAX) || !w->height) return;
    if (!search_may_test(s)) return;  // the last step may have found enough
    if (!s->team) s->status = team_create(&s->team, s->host);
    if (s->status == ABUT_OK) s->team->list.count = 0;
    while (w->height && s->status == ABUT_OK) {
        const walk_pair* pair = &w->stack[--w->height];
        s->status = team_push(&s->team->list, (team_visit){pair->a, pair->b}, s->host);
    }
    if (s->status == ABUT_OK) breadth_divide(s, walk);
}

static int parent_is_apart(void* walk, uint32_t parent)
{
    walker* w = walk;
    search* s = w->s;
    if (s->budget && work_tests(&s->work) >= s->budget) return 0;
    s->work.volume_tests++;
    double share;
    return is_pruned(w, &w->a_nodes[parent].volume, &w->slots[0], &share);
}

// From the front, node by node. However it ends, every leaf of a stands below one node of the new one.
static void walk_front(walker* w)
{
    search* s = w->s;
    environment_front* f = scalar_of(s)->front;
    const double share = 1 / (double)f->last_count;
    size_t i = 0;
    while (i < f->last_count && visit(w, f->last[i], 0, 0, share)) {
        i++;
        if (!walk_on(w, UINT64_MAX)) break;
    }
    while (w->height) {
        const walk_pair* pair = &w->stack[--w->height];
        if (pair->b == 0) environment_front_keep(f, pair->a, 0);
    }
    for (; i < f->last_count; i++)
        environment_front_keep(f, f->last[i], 0);
    environment_front_end(f, w->a, parent_is_apart, w);
}

void WALK(search* s, const tree* a, const tree* b, const relative_pose* relative)
{
    walker w = {.s = s, .a = a, .b = b, .a_nodes = a->nodes, .b_nodes = b->nodes};
    ASSERT(a->node_size == sizeof(walk_node) && b->node_size == sizeof(walk_node));
    PREPARE(&w.constants, relative, a, b);
    if (s->status != ABUT_OK) return;
    w.a_unit = A_UNIT(&w.constants);
    w.b_unit = B_UNIT(&w.constants);
    if (WALK_GOAL.prune == GOAL_PRUNES_FARTHER)
        w.near_factor = near_least(&s->near->unit, relative->a_scale);
    if (WALK_GOAL.prune == GOAL_PRUNES_BEYOND)
        w.near_factor = near_least(&s->close->unit, relative->a_scale);
    w.capacity = stack_height(&w);
    w.slot_capacity = b->depth * (size_t)b->degree + 1;
    if (!make_room(&w)) return;
    place_b(&w, 0, next_slot(&w, 0));
    if (scalar_of(s)->front) {
        walk_front(&w);
        return;
    }
    if (!visit(&w, 0, 0, 0, 1)) return;
    const breadth_walk walk = {visit_pairs, &w, a->depth + b->depth + 1, KEEPS_PLACED};
    if (scalar_of(s)->asked.traversal != ABUT_TRAVERSAL_BREADTH) {
        walk_deep(&w, &walk);
    } else if (w.height) {
        w.height = 0;
        breadth_search(s, &walk);
    }
}

#undef WALK
#undef VOLUME
#undef CONSTANTS
#undef PLACED
#undef PREPARE
#undef PLACE
#undef APART
#undef SIZE
#undef A_UNIT
#undef B_UNIT
#undef FIND
#undef LEAST
#undef KEEPS_PLACED
#undef DIVIDE_AFTER
#undef DIVIDE_FIRST_AFTER
#ifdef WALK_GOAL
#undef WALK_GOAL
#endif
