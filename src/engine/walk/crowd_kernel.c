// crowd_kernel.c - many searches for one contact each, several of them under way at once (walk.h).
//
// A hunt (hunt.inl) is a chain: each visit waits for the scores of the last one, and leaves wait for memory. So several
// searches take turns: in a round each of them makes one visit, or tests the next of its leaves, and what it needs in the
// next round is asked for. Each does exactly what it does alone: so answers and counters are the same. Where a hunt ends
// without a contact, the rest of that search is walked at once: there eight visits are in flight.
#define WALK_LONG ISA(wide_walk_long)
#include "engine/walk/two_trees.inl"

// A processor guesses branches by what went before: here that was another search, so guesses are bad, and each wrong one takes
// back what was begun for the others. So a round goes step by step, each step for all whose turn it is, and whose turn it is
// is found without branches.

// A search that is under way.
typedef struct hunter {
    walker w;
    wide_asked asked;
    relative_pair pair;
    relative_pose b_in_a;
    int visits;   // made
    int goes_on;  // v is the next one; else the best candidate
    visit v;
    outcome o;
    unsigned rest;  // of the lanes of o: what is to be visited
    hunted_leaves hunted;
    candidates c;
} hunter;
_Static_assert(WIDE_CROWD * sizeof(hunter) <= WIDE_CROWD_BYTES, "there is room for all");
_Static_assert(_Alignof(hunter) <= 64, "at its alignment");

typedef struct hunters {
    size_t count;
    hunter* at[WIDE_CROWD];
} hunters;

typedef struct crowd {
    const wide_crowd* given;
    hunter* all;
    hunters visiting, testing;  // whose next visit is known; who is at leaves
    int has_more;
} crowd;

// Add one if it is so.
static inline void add_if(hunters* list, hunter* h, int is_so)
{
    list->at[list->count] = h;
    list->count += is_so != 0;
}

// ----------------------------------------------------------------------------------- begin and end

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
    h->w.leaves_tested = 0;
    h->v = first_visit(&h->w);
    h->goes_on = 1;
    h->visits = 0;
    h->c.count = 0;
    return 1;
}

// Make the next visit known. Returns 0 if the search is over.
static int next_visit(hunter* h)
{
    if (h->visits == HUNT || h->w.leaves_tested >= HUNT_LEAVES || !(h->goes_on || h->c.count)) {
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

static void close_search(const crowd* c, const hunter* h)
{
    c->given->done(c->given->user, (size_t)(h - c->all));
}

// Begin with the next search that is not over at once, if there is one, where h was.
static void begin_next(crowd* c, hunter* h)
{
    while (c->has_more) {
        c->has_more = c->given->next(c->given->user, (size_t)(h - c->all), &h->asked);
        if (!c->has_more) return;
        if (open_search(h) && next_visit(h)) {
            add_if(&c->visiting, h, 1);
            return;
        }
        close_search(c, h);
    }
}

// ------------------------------------------------------------------------------------------ visits

static void make_visits(const hunters* list)
{
    visit_place place[WIDE_CROWD];
    for (size_t i = 0; i < list->count; i++) {
        hunter* const h = list->at[i];
        begin_visit(&h->w, &h->v, &h->o, &place[i]);
    }
    size_t met = 0;
#ifdef SIMD_TWICE
    for (; met + 1 < list->count; met += 2) {
        hunter *const h = list->at[met], *const k = list->at[met + 1];
        meet_two((walker* const[2]){&h->w, &k->w}, (const visit* const[2]){&h->v, &k->v},
                 (const visit_place* const[2]){&place[met], &place[met + 1]}, 1,
                 (outcome* const[2]){&h->o, &k->o});
    }
#endif
    for (; met < list->count; met++) {
        hunter* const h = list->at[met];
        meet_one(&h->w, &h->v, &place[met], 1, &h->o);
    }
}

// The best of the children that are to be visited is the next visit; the others become candidates. As choose_child, without
// branches on scores, and without knowing the next candidate in advance.
static inline void choose(hunter* h)
{
    const lanes scores = hunt_scores(&h->o);
    const unsigned best = lanes_greatest(scores, h->rest);
    lanes_int opened, other;
    next_visits(&h->o, &opened, &other);
    add_candidates(&h->c, scores, opened, other, h->rest & ~(1u << best));
    h->v = (visit){(uint32_t)opened[best], (uint32_t)other[best]};
}

// ------------------------------------------------------------------------------------------ leaves

static void begin_leaves(hunter* h)
{
    float score[WIDE_LANES];
    lanes_store(score, hunt_scores(&h->o));
    order_leaves(&h->o, score, &h->hunted);
    for (unsigned i = 0; i < h->hunted.count; i++) {
        prefetch_leaf(&h->w, 0, h->hunted.pair[i].a);
        prefetch_leaf(&h->w, 1, h->hunted.pair[i].b);
    }
}

// The next leaves of a visit, as a block.
static void next_block(hunter* h, wide_leaf_block* out)
{
    hunted_leaves* const l = &h->hunted;
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
    h->w.leaves_tested += count;
}

// What a block found, from and to places in the lists of a result. Returns 0 if the search is over.
static int take_block(hunter* h, const wide_leaf_result* r, const wide_block_ends* from,
                      const wide_block_ends* to)
{
    h->w.s->work.triangle_tests += to->triangle_tests;
    return take_found(&h->w, r->crossing + from->crossing_end,
                      to->crossing_end - from->crossing_end, r->undecided + from->undecided_end,
                      to->undecided_end - from->undecided_end, 0) &&
           search_may_decide(h->w.s);
}

// Test the next leaves of all, beside each other. over: whose search is over; chosen: who is through with a visit's leaves;
// those that are left go on with theirs.
static void test_leaves_of(hunters* list, hunters* over, hunters* chosen)
{
    wide_leaf_block block[WIDE_CROWD];
    wide_block_ends ends[WIDE_CROWD + 1] = {{0}};
    const size_t count = list->count;
    wide_leaf_result* const r = &list->at[0]->w.work->result;  // of all
    for (size_t i = 0; i < count; i++)
        next_block(list->at[i], &block[i]);
    ISA(wide_leaf_blocks)(block, count, r, ends + 1);
    list->count = 0;
    for (size_t i = 0; i < count; i++) {
        hunter* const h = list->at[i];
        const int goes_on = take_block(h, r, &ends[i], &ends[i + 1]);
        const int has_leaves = h->hunted.next < h->hunted.count;
        add_if(over, h, !goes_on);
        add_if(chosen, h, goes_on && !has_leaves);
        add_if(list, h, goes_on && has_leaves);
    }
}

// ------------------------------------------------------------------------------------------ rounds

static void take_round(crowd* c)
{
    hunters visited = c->visiting, through = {0}, over = {0}, lost = {0}, has_children = {0},
            at_leaves = {0};
    c->visiting.count = 0;
    if (visited.count) make_visits(&visited);
    // Those that waited for leaves use a result of their own: before any search's rest is walked.
    if (c->testing.count) test_leaves_of(&c->testing, &over, &through);
    for (size_t i = 0; i < visited.count; i++) {
        hunter* const h = visited.at[i];
        const unsigned leaves = leaf_lanes(&h->o);
        h->rest = h->o.lanes.meeting & ~leaves;
        add_if(&at_leaves, h, leaves != 0);
        add_if(&through, h, leaves == 0);
    }
    for (size_t i = 0; i < at_leaves.count; i++) {
        begin_leaves(at_leaves.at[i]);
        add_if(&c->testing, at_leaves.at[i], 1);
    }
    for (size_t i = 0; i < through.count; i++) {
        hunter* const h = through.at[i];
        h->goes_on = h->rest != 0;
        add_if(&has_children, h, h->goes_on);
        add_if(&lost, h, !h->goes_on);
    }
    for (size_t i = 0; i < has_children.count; i++)
        choose(has_children.at[i]);
    for (size_t i = 0; i < has_children.count; i++) {
        hunter* const h = has_children.at[i];
        const int goes_on = next_visit(h);
        add_if(&c->visiting, h, goes_on);
        add_if(&over, h, !goes_on);
    }
    for (size_t i = 0; i < lost.count; i++) {
        hunter* const h = lost.at[i];
        const int goes_on = next_visit(h);
        add_if(&c->visiting, h, goes_on);
        add_if(&over, h, !goes_on);
    }
    for (size_t i = 0; i < over.count; i++) {
        close_search(c, over.at[i]);
        begin_next(c, over.at[i]);
    }
}

void ISA(wide_walk_crowd)(const wide_crowd* given)
{
    crowd c = {.given = given, .all = given->room, .has_more = 1};
    for (size_t i = 0; i < WIDE_CROWD; i++)
        begin_next(&c, &c.all[i]);
    while (c.visiting.count || c.testing.count)
        take_round(&c);
}
