// crowd_kernel.c - many searches for one contact each, several of them under way at once (walk.h).
//
// A hunt (hunt.inl) is a chain: each visit waits for the scores of the last one, and leaves wait for memory. So several
// searches take turns: in a round each of them makes one visit, or tests the next of its leaves, and what it needs in the
// next round is asked for. Each does exactly what it does alone: so answers and counters are the same. Where a hunt ends
// without a contact, the rest of that search is walked at once: there eight visits are in flight.
#define WALK_LONG ISA(wide_walk_long)
#include "engine/walk/two_trees.inl"

// A search that is under way.
typedef struct hunter {
    walker w;
    wide_asked asked;
    relative_pair pair;
    relative_pose b_in_a;
    int visits;   // made
    int goes_on;  // v is the next one; else the best candidate
    int is_at_leaves;
    visit v;
    outcome o;
    hunted_leaves leaves;
    candidates c;
} hunter;
_Static_assert(WIDE_CROWD * sizeof(hunter) <= WIDE_CROWD_BYTES, "there is room for all");
_Static_assert(_Alignof(hunter) <= 64, "at its alignment");

typedef struct crowd {
    const wide_crowd* given;
    hunter* hunters;
    size_t count;                    // under way
    unsigned char slot[WIDE_CROWD];  // theirs
    int has_more, is_over;
} crowd;

// Prepare a search. Returns 0 if it is over already.
static int open_search(hunter* h)
{
    search* const s = h->asked.s;
    const wide_side* const side = h->asked.side;
    relative_pair_prepare(&h->pair, &side[0].side, &side[1].side, s->turns);
    relative_pair_b_in_a(&h->pair, &h->b_in_a);
    if (PRUNE(wide_pose_is_far(&h->b_in_a))) return 0;
    begin(&h->w, s, (const wide_side* const[2]){&side[0], &side[1]}, &h->pair, &h->b_in_a);
    if (!reserve(&h->w, 2 * WIDE_LANES)) return 0;
    h->w.is_hunt = 1;
    h->v = first_visit(&h->w);
    h->goes_on = 1;
    h->visits = h->is_at_leaves = 0;
    h->c.count = 0;
    prefetch(&h->w, &h->v);
    return 1;
}

static void close_slot(crowd* c, size_t slot)
{
    if (!c->given->done(c->given->user, slot)) c->is_over = 1;
}

// Begin with the next search that is not over at once. Returns 0 if there is none.
static int open_slot(crowd* c, size_t slot)
{
    hunter* const h = &c->hunters[slot];
    while (c->has_more && !c->is_over) {
        if (!c->given->next(c->given->user, slot, &h->asked)) {
            c->has_more = 0;
            return 0;
        }
        if (open_search(h)) return 1;
        close_slot(c, slot);
    }
    return 0;
}

// The next visit of a hunt. Returns 0 if the hunt ends here, or the search does.
static int next_visit(hunter* h)
{
    if (h->visits == HUNT || !(h->goes_on || h->c.count)) {
        if (end_hunt(&h->w, &h->c, h->v, h->goes_on)) {
            walker rest = h->w;  // a copy, so that it need not be in memory
            walk_stack(&rest);
        }
        return 0;
    }
    if (!h->goes_on) h->v = take_candidate(&h->c);
    h->visits++;
    if (!search_may_cost(h->w.s, WIDE_LANES)) return 0;
    prefetch(&h->w, &h->v);
    return 1;
}

static inline void choose(hunter* h)
{
    float score[WIDE_LANES];
    lanes_store(score, hunt_scores(&h->o));
    h->goes_on = choose_child(&h->c, &h->v, &h->o, score);
}

// What a visit found.
static void take_outcome(hunter* h)
{
    h->is_at_leaves = leaf_lanes(&h->o) != 0;
    if (!h->is_at_leaves) {
        choose(h);
        return;
    }
    float score[WIDE_LANES];
    lanes_store(score, hunt_scores(&h->o));
    order_leaves(&h->o, score, &h->leaves);
    for (unsigned i = 0; i < h->leaves.count; i++) {
        prefetch_leaf(&h->w, 0, h->leaves.pair[i].a);
        prefetch_leaf(&h->w, 1, h->leaves.pair[i].b);
    }
}

// Test the next leaves of a visit. Returns 0 if the search is over.
static int test_next(hunter* h)
{
    hunted_leaves* const l = &h->leaves;
    for (unsigned n = next_leaves(l); n; n--)
        h->w.work->queue[h->w.queued++] = l->pair[l->next++];
    if (!empty_queue(&h->w) || !search_may_decide(h->w.s)) return 0;
    if (l->next < l->count) return 1;
    h->is_at_leaves = 0;
    choose(h);
    return 1;
}

// One round. over: which of those under way are.
static void take_round(crowd* c, unsigned char over[WIDE_CROWD])
{
    hunter* visiting[WIDE_CROWD];
    visit_place place[WIDE_CROWD];
    size_t number[WIDE_CROWD], count = 0;
    for (size_t i = 0; i < c->count; i++) {
        hunter* const h = &c->hunters[c->slot[i]];
        over[i] = 0;
        if (h->is_at_leaves) {
            over[i] = !test_next(h);
            if (over[i] || h->is_at_leaves) continue;
            over[i] = !next_visit(h);
            continue;
        }
        number[count] = i;
        visiting[count++] = h;
    }
    for (size_t i = 0; i < count; i++)
        begin_visit(&visiting[i]->w, &visiting[i]->v, &visiting[i]->o, &place[i]);
    for (size_t i = 0; i + 1 < count; i += 2) {
        hunter *const h = visiting[i], *const k = visiting[i + 1];
        meet_two((walker* const[2]){&h->w, &k->w}, (const visit* const[2]){&h->v, &k->v},
                 (const visit_place* const[2]){&place[i], &place[i + 1]}, 1,
                 (outcome* const[2]){&h->o, &k->o});
    }
    if (count % 2) {
        hunter* const h = visiting[count - 1];
        const visit_place* const p = &place[count - 1];
        h->o.lanes = meet_boxes(p->pose, p->opened, &p->box, visit_edges(&h->w, &h->o, 1), 1, 0);
        end_visit(&h->w, &h->v, &h->o);
    }
    for (size_t i = 0; i < count; i++) {
        hunter* const h = visiting[i];
        take_outcome(h);
        if (!h->is_at_leaves) over[number[i]] = !next_visit(h);
    }
}

void ISA(wide_walk_crowd)(const wide_crowd* given)
{
    crowd c = {.given = given, .hunters = given->room, .has_more = 1};
    for (size_t slot = 0; slot < WIDE_CROWD; slot++) {
        if (!open_slot(&c, slot)) break;
        if (next_visit(&c.hunters[slot]))
            c.slot[c.count++] = (unsigned char)slot;
        else
            close_slot(&c, slot);
    }
    while (c.count && !c.is_over) {
        unsigned char over[WIDE_CROWD];
        take_round(&c, over);
        size_t left = 0;
        for (size_t i = 0; i < c.count && !c.is_over; i++) {
            const unsigned char slot = c.slot[i];
            int is_open = !over[i];
            while (!is_open && !c.is_over) {
                close_slot(&c, slot);
                if (!open_slot(&c, slot)) break;
                is_open = next_visit(&c.hunters[slot]);
            }
            if (is_open) c.slot[left++] = slot;
        }
        c.count = left;
    }
}
