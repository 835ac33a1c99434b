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
    if (side[0].whole && PRUNE(wholes_are_apart(&h->pair, side[0].whole, side[1].whole))) return 0;
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
    if (!h->goes_on) h->v = take_candidate(&h->c, next_candidate(&h->c, NO_CANDIDATE));
    h->visits++;
    if (!search_may_cost(h->w.s, WIDE_LANES)) return 0;
    prefetch(&h->w, &h->v);
    return 1;
}

// As choose_child, without branches on scores, and without knowing the next candidate in advance: nobody waits for them, and a
// wrong guess would take back what was begun for the others.
static inline void choose(hunter* h)
{
    const outcome* const o = &h->o;
    const unsigned rest = o->lanes.meeting & ~leaf_lanes(o);
    h->goes_on = rest != 0;
    if (!rest) return;
    const lanes scores = hunt_scores(o);
    const unsigned best = lanes_greatest(scores, rest), left = rest & ~(1u << best);
    lanes_int opened, other;
    next_visits(o, &opened, &other);
    if (left) add_candidates(&h->c, scores, opened, other, left);
    h->v = (visit){(uint32_t)opened[best], (uint32_t)other[best]};
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

// ------------------------------------------------------------------------------------------- leaves

// The next leaves of a visit, as a block.
static void next_block(hunter* h, wide_leaf_block* out)
{
    hunted_leaves* const l = &h->leaves;
    const unsigned count = next_leaves(l);
    const wide_pair* const pair = &l->pair[l->next];
    need_leaves(&h->w);
    out->pose = &h->w.leaf_pose;
    for (unsigned i = 0; i < 2; i++) {
        out->a[i] = &h->w.tree[0]->leaves[pair[i < count ? i : 0].a];
        out->b[i] = &h->w.tree[1]->leaves[pair[i < count ? i : 0].b];
    }
    out->is_single = count == 1;
    l->next += count;
}

// What a block found, from and to places in the lists of a result. Returns 0 if the search is over.
static int take_block(hunter* h, const wide_leaf_result* r, const wide_block_ends* from,
                      const wide_block_ends* to)
{
    h->w.s->work.triangle_tests += to->triangle_tests;
    if (!take_found(&h->w, r->crossing + from->crossing_end, to->crossing_end - from->crossing_end,
                    r->undecided + from->undecided_end, to->undecided_end - from->undecided_end,
                    0) ||
        !search_may_decide(h->w.s))
        return 0;
    if (h->leaves.next < h->leaves.count) return 1;
    h->is_at_leaves = 0;
    choose(h);
    return 1;
}

// Test leaves of all searches that wait for that, beside each other. is_over: of each, whether it is; those that go on and
// have no leaves left are to be visited again.
static void test_leaves_of(hunter* const* list, size_t count, unsigned char* const* is_over)
{
    wide_leaf_block block[WIDE_CROWD];
    wide_block_ends ends[WIDE_CROWD + 1] = {{0}};
    wide_leaf_result* const r = &list[0]->w.work->result;  // of all
    for (size_t i = 0; i < count; i++)
        next_block(list[i], &block[i]);
    ISA(wide_leaf_blocks)(block, count, r, ends + 1);
    for (size_t i = 0; i < count; i++)
        *is_over[i] = !take_block(list[i], r, &ends[i], &ends[i + 1]);
    // Only now: the rest of a search writes its own results, and those of the first are where all stand.
    for (size_t i = 0; i < count; i++)
        if (!*is_over[i] && !list[i]->is_at_leaves) *is_over[i] = !next_visit(list[i]);
}

// ------------------------------------------------------------------------------------------ rounds

static void visit_of(hunter* const* list, size_t count)
{
    visit_place place[WIDE_CROWD];
    for (size_t i = 0; i < count; i++)
        begin_visit(&list[i]->w, &list[i]->v, &list[i]->o, &place[i]);
    for (size_t i = 0; i + 1 < count; i += 2) {
        hunter *const h = list[i], *const k = list[i + 1];
        meet_two((walker* const[2]){&h->w, &k->w}, (const visit* const[2]){&h->v, &k->v},
                 (const visit_place* const[2]){&place[i], &place[i + 1]}, 1,
                 (outcome* const[2]){&h->o, &k->o});
    }
    if (count % 2) {
        hunter* const h = list[count - 1];
        const visit_place* const p = &place[count - 1];
        h->o.lanes = meet_boxes(p->pose, p->opened, &p->box, visit_edges(&h->w, &h->o, 1), 1, 0);
        end_visit(&h->w, &h->v, &h->o, 1);
    }
}

// over: which of those under way are.
static void take_round(crowd* c, unsigned char over[WIDE_CROWD])
{
    hunter *visiting[WIDE_CROWD], *testing[WIDE_CROWD];
    unsigned char *visiting_over[WIDE_CROWD], *testing_over[WIDE_CROWD];
    size_t visits = 0, tests = 0;
    for (size_t i = 0; i < c->count; i++) {
        hunter* const h = &c->hunters[c->slot[i]];
        over[i] = 0;
        if (h->is_at_leaves) {
            testing_over[tests] = &over[i];
            testing[tests++] = h;
        } else {
            visiting_over[visits] = &over[i];
            visiting[visits++] = h;
        }
    }
    visit_of(visiting, visits);
    for (size_t i = 0; i < visits; i++) {
        take_outcome(visiting[i]);
        if (!visiting[i]->is_at_leaves) *visiting_over[i] = !next_visit(visiting[i]);
    }
    if (tests) test_leaves_of(testing, tests, testing_over);
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
