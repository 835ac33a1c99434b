// curves.c - see curves.h. A curve is followed from its least segment back to where it begins, and from there to its end.
#include "query/overlaps/curves.h"

#include "base/host.h"

#define NODES_PER_PROGRESS 65536

void trails_free(trails* t, const abut_host* host)
{
    host_release(host, t->list, t->capacity, sizeof *t->list);
    host_release(host, t->steps, t->step_capacity, sizeof *t->steps);
    *t = (trails){0};
}

abut_status trails_reserve(trails* t, const abut_host* host, size_t more)
{
    TRY(host_grow_any(host, &t->list, &t->capacity, t->count, t->count + 1, sizeof *t->list));
    return host_grow_any(host, &t->steps, &t->step_capacity, t->step_count, t->step_count + more,
                         sizeof *t->steps);
}

// -------------------------------------------------------------------------------------- going along

// A segment, left by its end.
typedef struct place {
    uint32_t segment;
    int end;
} place;

// Whether a curve goes on at a node: two segments are there, and nothing else.
static int goes_on(const event_node* n)
{
    return n->degree == 2 && !n->on_patch;
}

static uint32_t node_at(const events* e, place at)
{
    return e->segments[at.segment].node[at.end];
}

// The next segment at a node where the curve goes on, left by its other end.
static place next_place(const events* e, place at)
{
    const uint32_t node = node_at(e, at);
    const event_node* n = &e->nodes[node];
    const uint32_t segment = n->segment[n->segment[0] == at.segment];
    return (place){segment, e->segments[segment].node[0] == node};
}

// From a segment along the curve through one of its ends: the last that it comes to, or the segment itself if it is a loop.
static place follow(const events* e, place from)
{
    place at = from;
    while (goes_on(&e->nodes[node_at(e, at)])) {
        at = next_place(e, at);
        if (at.segment == from.segment) break;
    }
    return at;
}

static abut_curve_end end_of(const event_node* n)
{
    return n->on_patch || n->degree > 2 ? ABUT_CURVE_END_JUNCTION : ABUT_CURVE_END_OPEN;
}

// What is known of a curve that is followed.
typedef struct curve_sense {
    int crosses;
    unsigned seen;  // senses along it: 1 forward, 2 backward, 4 a contradiction
} curve_sense;

static void step(trails* t, events* e, place at, curve_sense* known)
{
    event_segment* s = &e->segments[at.segment];
    const int sense = at.end ? s->sense : -s->sense;
    t->steps[t->step_count++] =
        (trail_step){.pair = s->pair, .from = (uint8_t)!at.end, .to = (uint8_t)at.end};
    s->is_taken = 1;
    known->crosses |= s->crosses;
    if (s->sense == SENSE_CONTRADICTS)
        known->seen |= 4;
    else if (sense)
        known->seen |= sense > 0 ? 1 : 2;
}

// Turn a row of steps around. A loop keeps its first one first.
static void turn(trail_step* steps, size_t count, int is_closed)
{
    for (size_t i = is_closed ? 1 : 0, k = count - 1; i < k; i++, k--) {
        const trail_step swap = steps[i];
        steps[i] = steps[k];
        steps[k] = swap;
    }
    for (size_t i = 0; i < count; i++)
        steps[i] = (trail_step){steps[i].pair, steps[i].to, steps[i].from};
}

// Whether an undirected curve is to be told from its other end: it begins at the lesser node; or, where it ends where it begins, with
// the lesser pair.
static int is_backward(const trail_step* steps, size_t count, uint32_t begin, uint32_t end)
{
    return begin != end ? end < begin : steps[count - 1].pair < steps[0].pair;
}

static abut_status follow_curve(trails* t, events* e, const abut_host* host, uint32_t segment)
{
    // Segments come in the order of their pairs: this one is the least of its curve.
    place at = follow(e, (place){segment, 0});
    const int is_closed = at.segment == segment && goes_on(&e->nodes[node_at(e, at)]);
    at.end ^= 1;
    if (is_closed) at = (place){segment, 1};
    const uint32_t begin = e->segments[at.segment].node[!at.end];
    trail out = {.key = trail_key(e->segments[segment].pair, 0),
                 .first = (uint32_t)t->step_count,
                 .patch = UINT32_MAX,
                 .is_closed = (uint8_t)is_closed};
    curve_sense known = {0};
    for (const uint32_t first = at.segment;;) {
        TRY(trails_reserve(t, host, 1));
        step(t, e, at, &known);
        out.count++;
        if (!goes_on(&e->nodes[node_at(e, at)])) break;
        const place next = next_place(e, at);
        if (next.segment == first) break;
        at = next;
    }
    const uint32_t end = is_closed ? e->segments[segment].node[1] : node_at(e, at);
    trail_step* const steps = t->steps + out.first;
    out.kind = known.crosses ? ABUT_CURVE_CROSSING : ABUT_CURVE_TOUCHING;
    out.is_directed = known.seen == 1 || known.seen == 2;
    const int turned =
        out.is_directed ? known.seen == 2 : is_backward(steps, out.count, begin, end);
    if (turned) turn(steps, out.count, is_closed);
    if (!is_closed) {
        out.begin = end_of(&e->nodes[turned ? end : begin]);
        out.end = end_of(&e->nodes[turned ? begin : end]);
    }
    t->list[t->count++] = out;
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------- points

static abut_status tell_point(trails* t, const events* e, const abut_host* host, uint32_t node)
{
    const event_node* n = &e->nodes[node];
    TRY(trails_reserve(t, host, 1));
    t->list[t->count++] = (trail){.key = trail_key(n->pair, n->event),
                                  .first = (uint32_t)t->step_count,
                                  .count = 1,
                                  .patch = UINT32_MAX,
                                  .kind = ABUT_CURVE_POINT};
    t->steps[t->step_count++] = (trail_step){.pair = n->pair, .from = n->event, .to = n->event};
    return ABUT_OK;
}

abut_status curves_join(trails* out, events* e, const abut_host* host)
{
    for (uint32_t i = 0; i < e->segment_count; i++)
        if (!e->segments[i].is_taken) TRY(follow_curve(out, e, host, i));
    for (uint32_t i = 0; i < e->names.count; i++) {
        if (i && i % NODES_PER_PROGRESS == 0) TRY(host_progress(host, 1));
        if (!e->nodes[i].degree && !e->nodes[i].on_patch) TRY(tell_point(out, e, host, i));
    }
    return ABUT_OK;
}
