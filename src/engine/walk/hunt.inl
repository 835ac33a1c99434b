// hunt.inl - where one contact is enough: visits in the order in which they are likely to find it.
#ifndef ABUT_ENGINE_WALK_HUNT_INL
#define ABUT_ENGINE_WALK_HUNT_INL
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"

#include <float.h>

#define HUNT       96                         // so many visits, the most likely ones first
#define CANDIDATES (HUNT * (WIDE_LANES - 1))  // each visit leaves seven at most

// Visits that wait, and how much their boxes overlap: those that overlap most are likely to hold a contact. Most hunts
// need few of them, so they are in no order, but that the first to be taken is known: finding it is not waited for.
typedef struct candidates {
    size_t count;
    size_t best;
    float best_score;
    uint32_t opened[CANDIDATES + WIDE_LANES], other[CANDIDATES + WIDE_LANES];
    float score[CANDIDATES + WIDE_LANES];
} candidates;

// Nothing infinite, and no NaN: all that chooses counts on that.
static inline lanes hunt_scores(const outcome* o)
{
    return lanes_max(o->lanes.score, lanes_all(-FLT_MAX));
}

static inline void add_candidates(candidates* c, const outcome* o, const lanes_int opened,
                                  const lanes_int other, unsigned which)
{
    const lanes scores = hunt_scores(o);
    lanes_compress(c->opened + c->count, opened, which);
    lanes_compress(c->other + c->count, other, which);
    uint32_t score[WIDE_LANES];
    const size_t count = lanes_compress(score, (lanes_int)scores, which);
    memcpy(c->score + c->count, score, sizeof score);
    const unsigned lane = lanes_greatest(scores, which);
    const float best_score = scores[lane];
    if (!c->count || best_score > c->best_score) {
        c->best = c->count + (size_t)__builtin_popcount(which & ((1u << lane) - 1));
        c->best_score = best_score;
    }
    c->count += count;
}

// Find the one with the highest score but for the best, of two at least.
static inline void find_second(candidates* c)
{
    const lanes_int step = {0, 1, 2, 3, 4, 5, 6, 7}, best = lanes_int_all((int32_t)c->best);
    const lanes nothing = lanes_all(-(float)INFINITY);
    const size_t last = c->count - 1, whole = last / WIDE_LANES * WIDE_LANES;
    // What stands behind the last one does not count.
    const lanes_int there = lanes_of((2u << (last - whole)) - 1);
    lanes_int where = step + (int32_t)whole;
    lanes most =
        lanes_choose(there & ~lanes_int_equal(where, best), lanes_load(c->score + whole), nothing);
    for (size_t i = 0; i < whole; i += WIDE_LANES) {
        const lanes score = lanes_load(c->score + i);
        const lanes_int number = step + (int32_t)i;
        const lanes_int is_more = lanes_above(score, most) & ~lanes_int_equal(number, best);
        most = lanes_choose(is_more, score, most);
        where = (is_more & number) | (~is_more & where);
    }
    const unsigned lane = lanes_greatest(most, 0xff);
    c->best = (size_t)where[lane];
    c->best_score = most[lane];
}

static visit take_candidate(candidates* c)
{
    const size_t taken = c->best, last = c->count - 1;
    const visit v = {c->opened[taken], c->other[taken]};
    if (last) find_second(c);
    // The last one fills its place.
    if (c->best == last) c->best = taken;
    c->opened[taken] = c->opened[last];
    c->other[taken] = c->other[last];
    c->score[taken] = c->score[last];
    c->count = last;
    return v;
}

// The leaves of one outcome in the order of their scores.
typedef struct hunted_leaves {
    unsigned count, next;
    wide_pair pair[WIDE_LANES];
} hunted_leaves;

static inline void order_leaves(const outcome* o, const float score[WIDE_LANES], hunted_leaves* out)
{
    unsigned order[WIDE_LANES];
    out->count = out->next = 0;
    for (unsigned left = leaf_lanes(o); left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        unsigned place = out->count++;
        for (; place && score[lane] > score[order[place - 1]]; place--)
            order[place] = order[place - 1];
        order[place] = lane;
    }
    for (unsigned i = 0; i < out->count; i++)
        out->pair[i] = leaf_pair(o, (uint32_t)~o->lanes.child[order[i]]);
}

// How many are tested at once: the first alone, since most often it is enough, the others two by two, which costs as much as
// one.
static inline unsigned next_leaves(const hunted_leaves* l)
{
    return !l->next || l->count - l->next == 1 ? 1 : 2;
}

// Returns 0 if the search must end.
static int test_leaves(walker* w, const outcome* o, const float score[WIDE_LANES])
{
    hunted_leaves l;
    order_leaves(o, score, &l);
    while (l.next < l.count) {
        for (unsigned n = next_leaves(&l); n; n--)
            w->work->queue[w->queued++] = l.pair[l.next++];
        if (!empty_queue(w) || !search_may_decide(w->s)) return 0;
    }
    return 1;
}

// The children that are to be visited: the one numbered best, which has the highest score, replaces v; the others become
// candidates.
static inline void keep_children(candidates* c, visit* v, const outcome* o, unsigned rest,
                                 unsigned best)
{
    lanes_int opened, other;
    next_visits(o, &opened, &other);
    const unsigned left = rest & ~(1u << best);
    if (left) add_candidates(c, o, opened, other, left);
    *v = (visit){(uint32_t)opened[best], (uint32_t)other[best]};
}

// Choose what is visited next. Returns 0 if v has no children that are to be visited.
static inline int choose_child(candidates* c, visit* v, const outcome* o,
                               const float score[WIDE_LANES])
{
    const unsigned rest = o->lanes.meeting & ~leaf_lanes(o);
    if (!rest) return 0;
    // With branches: so the next visit begins on a guess, which is right more often than not, before the scores are there.
    unsigned best = (unsigned)__builtin_ctz(rest);
    for (unsigned left = rest & (rest - 1); left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        if (score[lane] > score[best]) {
            best = lane;
            BRANCH();
        }
    }
    keep_children(c, v, o, rest, best);
    return 1;
}

// Visit v. Its best child, if any is to be visited, replaces it; the others become candidates. Returns 0 if the
// search must end.
static int descend(walker* w, candidates* c, visit* v, int* goes_on)
{
    const outcome o = visit_with(w, v, 1, 0);
    float score[WIDE_LANES];
    lanes_store(score, hunt_scores(&o));
    if (leaf_lanes(&o)) {
        w->leaves_at = *v;
        if (!test_leaves(w, &o, score)) return 0;
    }
    *goes_on = choose_child(c, v, &o, score);
    return 1;
}

// What a hunt leaves goes to the stack. Returns 0 if the search must end.
static int end_hunt(walker* w, const candidates* c, visit v, int goes_on)
{
    w->is_hunt = 0;
    w->queue_most = QUEUE_LEAST;
    if (!decide_later(w) || !reserve(w, c->count + 1)) return 0;
    for (size_t i = 0; i < c->count; i++)
        w->stack[w->height++] = (visit){c->opened[i], c->other[i]};
    if (goes_on) w->stack[w->height++] = v;
    return 1;
}

// First contact: from the candidate with the highest score down to leaves, and again from what is the best then.
// If so many visits find nothing, there may be nothing: what is left goes to the stack. Returns 0 if the search
// must end.
static int hunt(walker* w, visit v)
{
    candidates c;
    int goes_on = 1;
    c.count = 0;
    w->is_hunt = 1;
    for (int i = 0; i < HUNT && (goes_on || c.count); i++) {
        if (!goes_on) v = take_candidate(&c);
        if (!search_may_cost(w->s, WIDE_LANES) || !descend(w, &c, &v, &goes_on)) return 0;
    }
    return end_hunt(w, &c, v, goes_on);
}

#endif
