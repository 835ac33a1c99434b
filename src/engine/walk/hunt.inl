// hunt.inl - where one contact is enough: visits in the order in which they are likely to find it.
#ifndef ABUT_ENGINE_WALK_HUNT_INL
#define ABUT_ENGINE_WALK_HUNT_INL
#include "engine/walk/leaves.inl"
#include "engine/walk/visit.inl"

#include <float.h>

// Who has found nothing after so many visits, or pairs of leaves, is mostly apart.
#define HUNT        96
#define HUNT_LEAVES 24
#define CANDIDATES  (HUNT * (WIDE_LANES - 1))  // each visit leaves seven at most

// Visits that wait, and how much their boxes overlap: those that overlap most are likely to hold a contact. Most hunts need few
// of them, so they are in no order. The next one is that with the highest score; of several, the first.
typedef struct candidates {
    size_t count;
    uint32_t opened[CANDIDATES + WIDE_LANES], other[CANDIDATES + WIDE_LANES];
    float score[CANDIDATES + WIDE_LANES];
} candidates;

// Nothing infinite, and no NaN: all that chooses counts on that.
static inline lanes hunt_scores(const outcome* o)
{
    return lanes_max(o->lanes.score, lanes_all(-FLT_MAX));
}

static inline void add_candidates(candidates* c, lanes scores, const lanes_int opened,
                                  const lanes_int other, unsigned which)
{
    uint32_t score[WIDE_LANES];
    lanes_compress(c->opened + c->count, opened, which);
    lanes_compress(c->other + c->count, other, which);
    const size_t count = lanes_compress(score, (lanes_int)scores, which);
    memcpy(c->score + c->count, score, sizeof score);
    c->count += count;
}

// Look at eight more candidates, from number on.
static inline void look_further(lanes* most, lanes_int* where, lanes score, lanes_int number,
                                lanes_int counts)
{
    const lanes_int is_more = lanes_above(score, *most) & counts;
    *most = lanes_choose(is_more, score, *most);
    *where = (is_more & number) | (~is_more & *where);
}

// Which candidate is the next but for one, of one at least. but: NO_CANDIDATE, or where another is.
#define NO_CANDIDATE UINT32_MAX
static inline uint32_t next_candidate(const candidates* c, uint32_t but)
{
    const lanes_int step = {0, 1, 2, 3, 4, 5, 6, 7}, taken = lanes_int_all((int32_t)but);
    const size_t whole = (c->count - 1) / WIDE_LANES * WIDE_LANES;
    lanes_int where = lanes_int_all(INT32_MAX), number = step;
    lanes most = lanes_all(-(float)INFINITY);
    for (size_t i = 0; i < whole; i += WIDE_LANES) {
        look_further(&most, &where, lanes_load(c->score + i), number,
                     ~lanes_int_equal(number, taken));
        number += WIDE_LANES;
    }
    // What stands behind the last one does not count.
    look_further(&most, &where, lanes_load(c->score + whole), number,
                 ~lanes_int_equal(number, taken) & lanes_of((2u << (c->count - 1 - whole)) - 1));
    return (uint32_t)lanes_int_least(where | (lanes_above(lanes_most(most), most) & INT32_MAX));
}

// The last one fills the place of the one that is taken.
static inline visit take_candidate(candidates* c, uint32_t taken)
{
    const size_t last = --c->count;
    const visit v = {c->opened[taken], c->other[taken]};
    c->opened[taken] = c->opened[last];
    c->other[taken] = c->other[last];
    c->score[taken] = c->score[last];
    return v;
}

// Candidates of a hunt by itself: the next one is known before it is asked for, so that nobody waits for it.
typedef struct hunted {
    candidates c;
    uint32_t next;  // NO_CANDIDATE: none
    float next_score;
} hunted;

static inline void add_hunted(hunted* h, lanes scores, const lanes_int opened,
                              const lanes_int other, unsigned which)
{
    const unsigned lane = lanes_greatest(scores, which);
    const float score = scores[lane];
    if (h->next == NO_CANDIDATE || score > h->next_score) {
        h->next = (uint32_t)h->c.count + (uint32_t)__builtin_popcount(which & ((1u << lane) - 1));
        h->next_score = score;
    }
    add_candidates(&h->c, scores, opened, other, which);
}

static inline visit take_hunted(hunted* h)
{
    const uint32_t taken = h->next, last = (uint32_t)h->c.count - 1;
    h->next = NO_CANDIDATE;
    if (last) {
        h->next = next_candidate(&h->c, taken);
        h->next_score = h->c.score[h->next];
    }
    if (h->next == last) h->next = taken;
    return take_candidate(&h->c, taken);
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
        for (unsigned n = next_leaves(&l); n; n--, w->leaves_tested++)
            w->work->queue[w->queued++] = l.pair[l.next++];
        if (!empty_queue(w) || !search_may_decide(w->s)) return 0;
    }
    return 1;
}

// Choose what is visited next: the child that has the highest score. Returns 0 if v has none that is to be visited.
static inline int choose_child(hunted* h, visit* v, const outcome* o, const float score[WIDE_LANES])
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
    lanes_int opened, other;
    next_visits(o, &opened, &other);
    if (rest & ~(1u << best)) add_hunted(h, hunt_scores(o), opened, other, rest & ~(1u << best));
    *v = (visit){(uint32_t)opened[best], (uint32_t)other[best]};
    return 1;
}

// Visit v. Its best child, if any is to be visited, replaces it; the others become candidates. Returns 0 if the
// search must end.
static int descend(walker* w, hunted* h, visit* v, int* goes_on)
{
    const outcome o = visit_with(w, v, 1, 0);
    float score[WIDE_LANES];
    lanes_store(score, hunt_scores(&o));
    if (leaf_lanes(&o)) {
        w->leaves_at = *v;
        if (!test_leaves(w, &o, score)) return 0;
    }
    *goes_on = choose_child(h, v, &o, score);
    return 1;
}

// What a hunt leaves goes to the stack, the most likely ones on top: they are the first flight. Returns 0 if the search must end.
static int end_hunt(walker* w, candidates* c, visit v, int goes_on)
{
    visit first[FLIGHT];
    size_t count = 0;
    w->is_hunt = 0;
    w->queue_most = QUEUE_LEAST;
    if (!decide_later(w) || !reserve(w, c->count + 1)) return 0;
    while (count < FLIGHT && c->count)
        first[count++] = take_candidate(c, next_candidate(c, NO_CANDIDATE));
    for (size_t i = 0; i < c->count; i++)
        w->stack[w->height++] = (visit){c->opened[i], c->other[i]};
    while (count)
        w->stack[w->height++] = first[--count];
    if (goes_on) w->stack[w->height++] = v;
    return 1;
}

// First contact: from the candidate with the highest score down to leaves, and again from what is the best then.
// If so many visits, or pairs of leaves, find nothing, there may be nothing: what is left goes to the stack, where eight visits
// are in flight and leaves are tested many at a time. Returns 0 if the search must end.
static int hunt(walker* w, visit v)
{
    hunted h;
    int goes_on = 1;
    h.c.count = 0;
    h.next = NO_CANDIDATE;
    w->is_hunt = 1;
    w->leaves_tested = 0;
    for (int i = 0; i < HUNT && w->leaves_tested < HUNT_LEAVES && (goes_on || h.c.count); i++) {
        if (!goes_on) v = take_hunted(&h);
        if (!search_may_cost(w->s, WIDE_LANES) || !descend(w, &h, &v, &goes_on)) return 0;
    }
    return end_hunt(w, &h.c, v, goes_on);
}

#endif
