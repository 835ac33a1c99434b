// sweep_kernel.c - the walk of two trees that move, over one interval of time (walk.h).
//
// It begins with what an earlier interval kept. A pair of boxes that is not free is opened where that may tell more: where
// the larger one is long beside the way that both go in the interval. Else it is kept as it stands, since parts of the
// interval will tell more. Leaves are kept with the pairs of triangles that are still open; those of which floats cannot tell
// that they are apart at the middle are looked at in doubles, which may find that they are in contact. Then the walk ends.
//
// A long front is walked in parts, one after the other, or by the workers of the host. Where the parts begin and end does not
// depend on these, nor does what a part does: so neither do the entries that are kept, their order and the counters. What
// was found in the lowest part counts, and the work of all parts before it.
#include "search/goal.h"
#undef WALK_GOAL
#define WALK_GOAL goal_sweep

#include "engine/walk/begin.inl"
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"
#include "engine/walk/walk.h"
#include "search/sweep.h"
#include "search/team.h"

#define OPENED 5.0F  // a box is opened that is longer than so many times the way

// A front of so many entries is long, and a part of it has at least so many.
#define FRONT_LONG   256
#define PART_ENTRIES 64

static inline int queue_leaves(walker* w, uint32_t a, uint32_t b, uint32_t open)
{
    prefetch_leaf(w, 0, a);
    prefetch_leaf(w, 1, b);
    w->work->open[w->queued] = open;
    w->work->queue[w->queued++] = (wide_pair){a, b};
    // A few first: the walk ends with a pair that is in contact.
    if (w->queued < w->queue_most) return 1;
    if (w->queue_most < WIDE_PAIRS_MAX) w->queue_most *= 2;
    return empty_queue(w);
}

// Keep what is small, and pass on the rest. Returns how many, or -1 if the search must end.
static inline int sort_out(walker* w, const outcome* o, lanes_int opened, lanes_int other,
                           uint32_t open, unsigned which, visit out[WIDE_LANES])
{
    const box_lanes* boxes = &o->lanes;
    float before[WIDE_LANES], after[WIDE_LANES];
    uint32_t first[WIDE_LANES], second[WIDE_LANES];
    const lanes half = lanes_all(w->motion[o->side].half);
    lanes_store(before, lanes_min(boxes->before, half));
    lanes_store(after, lanes_min(boxes->after, half));
    memcpy(first, &opened, sizeof first);
    memcpy(second, &other, sizeof second);
    const lanes longest = lanes_max(boxes->size, lanes_all(o->other_size));
    // A proof goes down to triangles, also where the way is not known: what it keeps it calls apart.
    const int is_proof = !(w->s->sweep->now.half > 0);
    const unsigned small = is_proof ? 0 : lanes_mask(lanes_above(OPENED * boxes->slack, longest));
    int count = 0;
    for (; which; which &= which - 1) {
        const unsigned i = (unsigned)__builtin_ctz(which);
        if (!(small >> i & 1))
            out[count++] = (visit){first[i], second[i]};
        else if (!sweep_keep(w->s, (sweep_entry){first[i], second[i], before[i], after[i], open}))
            return -1;
    }
    return count;
}

// What is left of a visit. Returns 0 if the search must end.
static int take_outcome(walker* w, const outcome* o)
{
    if (!o->lanes.meeting) return 1;
    lanes_int opened, other;
    visit next[WIDE_LANES];
    const unsigned leaves = leaf_lanes(o), rest = o->lanes.meeting & ~leaves;
    if (leaves) {
        const lanes_int single = lanes_int_all(~o->other_child);
        opened = o->side ? single : ~o->lanes.child;
        other = o->side ? ~o->lanes.child : single;
        const int count = sort_out(w, o, opened, other, WIDE_ALL_OPEN, leaves, next);
        if (count < 0) return 0;
        for (int i = 0; i < count; i++)
            if (!queue_leaves(w, next[i].opened, next[i].other, WIDE_ALL_OPEN)) return 0;
    }
    if (!rest) return 1;
    next_visits(o, &opened, &other);
    const int count = sort_out(w, o, opened, other, 0, rest, next);
    if (count < 0) return 0;
    memcpy(w->stack + w->height, next, (size_t)count * sizeof *next);
    w->height += (size_t)count;
    return 1;
}

// Visits from the stack, several in flight: each waits long for its own numbers, so what depends on these comes when all are
// there. Returns 0 if the search must end.
static int sweep_down(walker* w)
{
    visit flight[FLIGHT];
    outcome outcomes[FLIGHT];
    while (w->height) {
        size_t count = 0;
        while (w->height && count < FLIGHT) {
            flight[count] = w->stack[--w->height];
            prefetch(w, &flight[count++]);
        }
        if (!reserve(w, FLIGHT * WIDE_LANES)) return 0;
        for (size_t i = 0; i < count; i++) {
            if (!search_may_cost(w->s, WIDE_LANES)) return 0;
            outcomes[i] = visit_with(w, &flight[i], 0, 0);
        }
        for (size_t i = 0; i < count; i++)
            if (!take_outcome(w, &outcomes[i])) return 0;
    }
    return empty_queue(w);
}

// Count entries of the front of a search from first on: what is free by its window is left out, boxes go to the stack, leaves
// to the queue. Then all of that is walked. Returns 0 if the search must end.
static int walk_front(walker* w, const sweep_search* front, size_t first, size_t count)
{
    for (size_t i = first, end = first + count; i < end; i++) {
        const sweep_entry e = front->entries[i];  // they may move as more are kept
        if (PRUNE(sweep_is_within(front, &e))) continue;
        if (e.open) {
            if (!queue_leaves(w, e.opened, e.other, e.open)) return 0;
            continue;
        }
        if (!reserve(w, 1)) return 0;
        w->stack[w->height++] = (visit){e.opened, e.other};
    }
    return sweep_down(w);
}

// ---------------------------------------------------------------------------------------------- parts

static size_t parts_of(size_t count)
{
    return count / PART_ENTRIES < TEAM_PARTS_MOST ? count / PART_ENTRIES : TEAM_PARTS_MOST;
}

// Part after part, by one worker.
static void walk_parts(walker* w)
{
    const sweep_search* const sweep = w->s->sweep;
    const size_t size = team_part_size(sweep->count, parts_of(sweep->count));
    int goes_on = 1;
    for (size_t done = 0; goes_on && done < sweep->count; done += size) {
        const size_t left = sweep->count - done;
        w->queue_most = QUEUE_LEAST;
        goes_on = walk_front(w, sweep, sweep->first + done, left < size ? left : size);
    }
}

typedef struct sweep_sharing {
    const walker* plan;  // with all that was prepared
    sweep_search* whole;
    search_team* team;
} sweep_sharing;

static abut_status take_part(void* context, size_t index, int worker)
{
    const sweep_sharing* const sh = context;
    const team_part* const part = &sh->team->parts[index];
    search* s;
    if (team_is_beaten(sh->team, index, 0)) return ABUT_OK;
    TRY(team_search(sh->team, worker, &s));
    TRY(sweep_open_part(s, sh->whole));
    walker w = *sh->plan;
    w.s = s;
    w.work = NULL;
    forget_room(&w.in_room);
    w.height = w.capacity = w.queued = 0;
    w.queue_most = QUEUE_LEAST;
    if (!reserve(&w, FLIGHT * WIDE_LANES)) return s->status;
    team_open_part(sh->team, index, worker, s);
    (void)walk_front(&w, sh->whole, part->first, part->count);
    sweep_close_part(s, &sh->whole->parts[index]);
    team_close_part(sh->team, index, s);
    if (s->sweep->has_found) team_claim(sh->team, index);
    return s->status;
}

// All parts, or those up to the lowest that found something. The search has another sweep_search meanwhile.
static abut_status walk_round(sweep_sharing* sh, search* s)
{
    search_team* const t = sh->team;
    sweep_search* const whole = sh->whole;
    s->sweep = whole->own;
    const abut_status status = crew_run(&t->crew, t->part_count, take_part, sh, s->done, s->done);
    s->sweep = whole;
    TRY(status);
    if (!team_close_round(t)) return sweep_gather(whole, t->part_count, s->host);
    sweep_gather_found(whole, atomic_load(&t->best));
    return ABUT_OK;
}

// By all workers.
static void share_parts(walker* w)
{
    search* const s = w->s;
    sweep_search* const whole = s->sweep;
    if (!s->team) s->status = team_create(&s->team, s->host);
    if (s->status == ABUT_OK) s->status = sweep_share(whole, s->host);
    if (s->status != ABUT_OK) return;
    need_pose(w, 0);
    need_pose(w, 1);
    need_leaves(w);
    sweep_sharing sh = {.plan = w, .whole = whole, .team = s->team};
    team_divide(s->team, whole->first, whole->first + whole->count, parts_of(whole->count));
    team_begin(s->team, s);
    const abut_status status = walk_round(&sh, s);
    const abut_status joined = team_end(s->team);
    s->status = status != ABUT_OK ? status : joined;
}

void ISA(wide_sweep)(search* s, const wide_side* a, const wide_side* b)
{
    walker w;
    relative_pair pair;
    relative_pose b_in_a;
    relative_pair_prepare(&pair, &a->side, &b->side, s->turns);
    relative_pair_b_in_a(&pair, &b_in_a);
    begin(&w, s, (const wide_side* const[2]){a, b}, &pair, &b_in_a);
    w.queue_most = QUEUE_LEAST;
    if (!reserve(&w, FLIGHT * WIDE_LANES)) return;
    const sweep_search* const sweep = s->sweep;
    if (sweep->is_root) {
        w.stack[w.height++] = first_visit(&w);
        (void)sweep_down(&w);
    } else if (sweep->count < FRONT_LONG) {
        (void)walk_front(&w, sweep, sweep->first, sweep->count);
    } else if (s->host->workers == 1 || s->budget || s->stop_time) {
        walk_parts(&w);
    } else {
        share_parts(&w);
    }
}
