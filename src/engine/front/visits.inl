// visits.inl - what a front is made of: entries made by visits of pairs of boxes and of leaves, and looked at
// again once motion has used them up.
#ifndef ABUT_ENGINE_FRONT_VISITS_INL
#define ABUT_ENGINE_FRONT_VISITS_INL
#include "engine/front/front.h"
#include "engine/front/plane.inl"
#include "engine/walk/fly.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"

#define TURNED_LITTLE 0x1p-12f
#define FRONT_KEPT    0.97f  // of a gap: what axes are longer than 1, and roundings

typedef struct {
    walker w;
    wide_front* f;
    relative_pair pair;
    relative_pose b_in_a;
    plane_pose planes;
    int is_new;     // made by this question
    int stands;     // in the pose of the last walk
    int may_go_on;  // from where that was interrupted, with what it had found
    int goes_on;
    double unit[2];  // of gaps found in the frame of a, of b: at most so long in that of a
    float earliest;
    uint64_t visits_most;  // in all of the search: where more are made, a front is of no use
    uint64_t plane_tests, plane_pairs;                  // by planes: eight at once, and pairs
    uint32_t vain_gaps;                                 // of pairs of leaves that no plane parts
    uint32_t queue_entry[WIDE_PAIRS_MAX + WIDE_LANES];  // of each queued pair of leaves
} front_walker;

// -------------------------------------------------------------------------------------------- entries

static uint32_t add_entry(wide_front* f, front_entry e, float until)
{
    f->entries[f->count] = e;
    f->until[f->count] = until;
    return (uint32_t)f->count++;
}

static void set_until(front_walker* fw, uint32_t entry, double gap)
{
    const float until = front_until(fw->f->moved, gap);
    fw->f->until[entry] = until;
    if (until < fw->earliest) fw->earliest = until;
}

// The least gap of some lanes, in the frame of a.
static double gap_of(const front_walker* fw, const outcome* o, unsigned which)
{
    float gap[WIDE_LANES], least = INFINITY;
    lanes_store(gap, o->lanes.gap);
    for (unsigned left = which; left; left &= left - 1) {
        const float x = gap[__builtin_ctz(left)];
        if (x < least) least = x;
    }
    return (double)least * fw->unit[o->side];
}

static void find_planes(front_walker* fw, const outcome* o, unsigned which, front_planes* out)
{
    walker* w = &fw->w;
    if (!fw->f->has_planes) return;
    const wide_node* opened = node_at(w, o->side, o->node);
    const wide_node* other = node_at(w, 1 - o->side, o->other / WIDE_LANES);
    const unsigned lane = o->other % WIDE_LANES;
    if (o->side)
        make_planes(&fw->planes, (const wide_node* const[2]){other, opened}, 1, lane, &o->lanes,
                    which, out);
    else
        make_planes(&fw->planes, (const wide_node* const[2]){opened, other}, 0, lane, &o->lanes,
                    which, out);
    out->turned = fw->f->turned;
}

// Everything on the stack becomes part of the front, to be looked at next time. Returns 0 if there is no room.
static int keep_stack(front_walker* fw)
{
    walker* w = &fw->w;
    const abut_status status = front_reserve(fw->f, w->s->host, w->height);
    if (status != ABUT_OK) {
        w->s->status = status;
        return 0;
    }
    while (w->height) {
        const visit v = w->stack[--w->height];
        add_entry(fw->f, (front_entry){v.opened, v.other, 0xff}, -INFINITY);
    }
    return 1;
}

// ---------------------------------------------------------------------------------------------- walk

// Test the queued leaves. Where none of them is in contact, they need not be looked at before anything moves.
static int test_queue(front_walker* fw)
{
    walker* w = &fw->w;
    const size_t count = w->queued, found = w->s->found_count;
    if (!count) return 1;
    if (!empty_queue(w)) return 0;
    if (w->s->found_count != found) {
        for (size_t i = 0; i < count; i++)
            fw->f->until[fw->queue_entry[i]] = FRONT_TOUCHING;
        fw->earliest = -INFINITY;
        return 1;
    }
    for (size_t i = 0; i < count; i++)
        set_until(fw, fw->queue_entry[i], 0);
    return 1;
}

// What meets goes to the stack, or, if leaves, to the queue and into the front. Returns 0 if the search must end.
static int open_outcome(front_walker* fw, const outcome* o)
{
    walker* w = &fw->w;
    const size_t before = w->queued;
    push_all(w, o);
    for (size_t i = before; i < w->queued; i++) {
        const wide_pair* pair = &w->work->queue[i];
        fw->queue_entry[i] =
            add_entry(fw->f, (front_entry){pair->a, pair->b, FRONT_LEAVES}, -INFINITY);
    }
    const size_t most = w->s->budget ? 1 : w->s->limit == 1 ? QUEUE_LEAST : WIDE_PAIRS_MAX;
    return w->queued < most || test_queue(fw);
}

// Whether a front may be visited once more. Returns 0 if the search must end.
static int may_visit(const front_walker* fw)
{
    search* s = fw->w.s;
    return s->work.node_updates < fw->visits_most && search_may_cost(s, WIDE_LANES);
}

// Room for what one visit leaves.
static int make_room(front_walker* fw)
{
    walker* w = &fw->w;
    if (!reserve(w, 2 * WIDE_LANES)) return 0;
    if (fw->f->count + WIDE_LANES + 1 <= fw->f->capacity) return 1;
    w->s->status = front_reserve(fw->f, w->s->host, WIDE_LANES + 1);
    return w->s->status == ABUT_OK;
}

// Visit what is on top of the stack. Returns 0 if the search must end.
static int visit_top(front_walker* fw)
{
    walker* w = &fw->w;
    if (!may_visit(fw) || !make_room(fw)) return 0;
    const visit v = w->stack[--w->height];
    if (w->height) prefetch(w, &w->stack[w->height - 1]);
    const outcome o = visit_with(w, &v, 0, 1);
    const unsigned apart = o.lanes.there & ~o.lanes.meeting;
    if (apart) {
        const uint32_t entry = add_entry(fw->f, (front_entry){v.opened, v.other, apart}, 0);
        set_until(fw, entry, gap_of(fw, &o, apart));
        find_planes(fw, &o, apart, &fw->f->planes[entry]);
    }
    sample(w);
    return open_outcome(fw, &o);
}

// Returns 0 if the search must end.
static int empty_stack(front_walker* fw)
{
    while (fw->w.height) {
        if (!visit_top(fw)) return 0;
    }
    return 1;
}

// --------------------------------------------------------------------------------- looking at it again

static void bury(wide_front* f, uint32_t entry)
{
    f->entries[entry].lanes = 0;
    f->until[entry] = INFINITY;
    f->dead_count++;
}

// Two entries of leaves, or one twice. Those that planes prove apart stay, the others are queued.
static int revisit_leaves(front_walker* fw, const uint32_t entry[2])
{
    walker* w = &fw->w;
    search* s = w->s;
    wide_front* f = fw->f;
    const int count = entry[0] == entry[1] ? 1 : 2;
    const wide_leaf *a[2], *b[2];
    wide_pair pairs[2];
    float gap[2];
    if (!search_may_cost(s, 2 * WIDE_LEAF * WIDE_LEAF)) return 0;
    for (int i = 0; i < 2; i++)
        pairs[i] = (wide_pair){f->entries[entry[i]].opened, f->entries[entry[i]].other};
    const wide_leaf* leaves[2] = {w->tree[0]->leaves, w->tree[1]->leaves};
    const wide_pair* numbers = pairs;
    if (!leaves[0] || !leaves[1])
        numbers = find_leaves(w->tree, w->source, pairs, 2, w->room, &w->in_room, leaves);
    for (int i = 0; i < 2; i++) {
        a[i] = &leaves[0][numbers[i].a];
        b[i] = &leaves[1][numbers[i].b];
    }
    need_leaves(w);
    ISA(wide_leaf_gaps)(&w->leaf_pose, a, b, gap);
    for (int i = 0; i < count; i++) {
        if (gap[i] > 0) {
            s->work.triangle_tests += WIDE_LEAF * WIDE_LEAF;
            set_until(fw, entry[i], (double)gap[i]);
            continue;
        }
        const front_entry* e = &f->entries[entry[i]];
        fw->vain_gaps++;
        f->until[entry[i]] = -INFINITY;
        fw->queue_entry[w->queued] = entry[i];
        w->work->queue[w->queued++] = (wide_pair){e->opened, e->other};
    }
    const size_t most = s->budget ? 1 : s->limit == 1 ? 2 : WIDE_PAIRS_MAX;
    return w->queued < most || test_queue(fw);
}

static int revisit_boxes(front_walker* fw, uint32_t entry)
{
    walker* w = &fw->w;
    wide_front* f = fw->f;
    if (!may_visit(fw) || !make_room(fw)) return 0;
    const front_entry e = f->entries[entry];
    outcome o = visit_with(w, &(visit){e.opened, e.other}, 0, 1);
    o.lanes.meeting &= e.lanes;
    const unsigned apart = e.lanes & o.lanes.there & ~o.lanes.meeting;
    if (apart) {
        f->entries[entry].lanes = apart;
        set_until(fw, entry, gap_of(fw, &o, apart));
        find_planes(fw, &o, apart, &f->planes[entry]);
    } else {
        bury(f, entry);
    }
    sample(w);
    return !o.lanes.meeting || (open_outcome(fw, &o) && empty_stack(fw));
}

static void prefetch_entry(const walker* w, const front_entry* e)
{
    if (e->lanes != FRONT_LEAVES) {
        const visit v = {e->opened, e->other};
        prefetch(w, &v);
        return;
    }
    prefetch_leaf(w, 0, e->opened);
    prefetch_leaf(w, 1, e->other);
}

// Returns 0 if the search must end.
static int revisit(front_walker* fw, size_t due_count)
{
    wide_front* f = fw->f;
    uint32_t waiting[2] = {0, 0};
    int waits = 0;
    for (size_t i = 0; i < due_count; i++) {
        const uint32_t entry = f->due[i];
        fw->w.s->done = (double)i / (double)due_count;
        if (i + 2 < due_count) prefetch_entry(&fw->w, &f->entries[f->due[i + 2]]);
        if (f->entries[entry].lanes != FRONT_LEAVES) {
            if (!revisit_boxes(fw, entry)) return 0;
            continue;
        }
        waiting[waits++] = entry;
        if (waits < 2) continue;
        waits = 0;
        if (!revisit_leaves(fw, waiting)) return 0;
    }
    waiting[1] = waiting[0];
    return !waits || revisit_leaves(fw, waiting);
}

// List what motion has used up, and find the earliest of the others.
static size_t find_due(front_walker* fw)
{
    wide_front* f = fw->f;
    const lanes moved = lanes_all(f->moved);
    const lanes_int number = {0, 1, 2, 3, 4, 5, 6, 7};
    lanes earliest = lanes_all(INFINITY);
    size_t count = 0, i = 0;
    for (; i + WIDE_LANES <= f->count; i += WIDE_LANES) {
        const lanes until = lanes_load(f->until + i);
        const lanes_int is_due = PRUNE(1) ? lanes_above(moved, until) : lanes_int_all(-1);
        earliest = lanes_min(lanes_choose(is_due, lanes_all(INFINITY), until), earliest);
        const unsigned which = lanes_mask(is_due);
        if (!which) continue;
        uint32_t names[WIDE_LANES];
        const size_t some = lanes_compress(names, number + (int32_t)i, which);
        memcpy(f->due + count, names, sizeof names);
        count += some;
    }
    fw->earliest = INFINITY;
    for (int k = 0; k < WIDE_LANES; k++)
        fw->earliest = earliest[k] < fw->earliest ? earliest[k] : fw->earliest;
    for (; i < f->count; i++) {
        if (!PRUNE(f->until[i] >= f->moved))
            f->due[count++] = (uint32_t)i;
        else if (f->until[i] < fw->earliest)
            fw->earliest = f->until[i];
    }
    return count;
}

// The same after finding anew how far b's boxes reach, as they have turned.
static float renewed_slack(const front_walker* fw, const front_entry* e, front_planes* planes)
{
    const int side = (int)(e->opened & 1);
    const wide_tree* b = fw->w.side[1]->tree;
    if (side)
        find_widths(&fw->planes, &b->nodes[e->opened / 2], 1, 0, e->lanes, planes);
    else
        find_widths(&fw->planes, &b->nodes[e->other / WIDE_LANES], 0, e->other % WIDE_LANES,
                    e->lanes, planes);
    planes->turned = fw->f->turned;
    return planes_slack(&fw->planes, planes, planes->turned);
}

// Leave those out that planes still prove apart. Returns 0 if the search must end: then nothing more is left out.
static int test_planes(front_walker* fw, size_t* due_count)
{
    wide_front* f = fw->f;
    search* s = fw->w.s;
    // Unpacking a node takes as long as a visit.
    const int can_renew = fw->w.side[1]->tree->nodes != NULL;
    size_t kept = 0;
    int goes_on = 1;
    for (size_t i = 0; i < *due_count; i++) {
        const uint32_t entry = f->due[i];
        const front_entry* e = &f->entries[entry];
        float slack = 0;
        if (f->until[entry] < 0 && f->until[entry] >= FRONT_TOUCHING) {
            fw->earliest = -INFINITY;
            if (fw->goes_on) continue;
            f->until[entry] = -INFINITY;
        }
        if (goes_on && f->has_planes && e->lanes != FRONT_LEAVES && f->until[entry] >= 0) {
            goes_on = search_may_cost(s, WIDE_LANES);
            if (goes_on) {
                s->work.volume_tests += (uint64_t)__builtin_popcount(e->lanes);
                f->plane_tests++;
                fw->plane_tests++;
                fw->plane_pairs += (uint64_t)__builtin_popcount(e->lanes);
                // Most planes that fail do so by their share of the turn.
                if (!can_renew || f->turned - f->planes[entry].turned < TURNED_LITTLE)
                    slack = planes_slack(&fw->planes, &f->planes[entry], f->turned);
                if (can_renew && !(slack > 0)) slack = renewed_slack(fw, e, &f->planes[entry]);
            }
        }
        if (PRUNE(slack > 0))
            set_until(fw, entry, (double)(slack * FRONT_KEPT));
        else
            f->due[kept++] = entry;
    }
    *due_count = kept;
    return goes_on;
}

#endif
