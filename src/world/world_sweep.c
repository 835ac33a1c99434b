// world_sweep.c - instances that move: which of them meet during a step, and when. First the pairs whose boxes about the
// whole way meet, then first_contact of each, on all workers. If only the earliest meeting is wanted, those that may be the
// earliest are asked first, and others no later than the earliest contact that is known.
#include "base/base.h"
#include "base/bits.h"
#include "base/clock.h"
#include "base/host.h"
#include "query/first_contact.h"
#include "world/world.h"
#include "world/world_way.h"

#include <math.h>

#define WAYS_A_TURN  16
#define PAIRS_A_TURN 4
#define ROUND_LEAST  16  // pairs, where the earliest is wanted; then twice as many each time
#define ROUND_MOST   4096
#define BOXES_PART   0.1  // of the progress

struct world_sweeping {
    abut_motion_ask ask;
    double until;    // later contacts do not matter
    double* speeds;  // of members
    sort_record*
        order;  // places of pairs, in the order in which they are asked about; key: the time before which none meet
    sort_record* scratch;
    abut_first* firsts;  // of the pairs, by place
    abut_pair* pairs;    // of the answer
    abut_first* told;
    size_t speed_capacity, order_capacity, scratch_capacity, first_capacity, pair_capacity,
        told_capacity;
    size_t round_first, round_count;
};

void world_sweeping_free(abut_world* w)
{
    const abut_host* const host = &w->crew.host;
    world_sweeping* const s = w->sweeping;
    if (!s) return;
    host_release(host, s->speeds, s->speed_capacity, sizeof *s->speeds);
    host_release(host, s->order, s->order_capacity, sizeof *s->order);
    host_release(host, s->scratch, s->scratch_capacity, sizeof *s->scratch);
    host_release(host, s->firsts, s->first_capacity, sizeof *s->firsts);
    host_release(host, s->pairs, s->pair_capacity, sizeof *s->pairs);
    host_release(host, s->told, s->told_capacity, sizeof *s->told);
    host_release(host, s, 1, sizeof *s);
}

abut_status world_motion_set(abut_world* w, uint32_t id, const abut_motion* motion)
{
    const abut_host* const host = &w->crew.host;
    if (!world_has(w, id)) return ABUT_BAD_ARGUMENT;
    world_member* const m = &w->members[id];
    if (!motion) {
        host_release(host, m->motion, 1, sizeof *m->motion);
        m->motion = NULL;
        return ABUT_OK;
    }
    if (!m->motion) m->motion = host_allocate(host, 1, sizeof *m->motion);
    if (!m->motion) return ABUT_OUT_OF_MEMORY;
    m->motion->motion = *motion;
    if (!motion->to) return ABUT_OK;
    m->motion->end = *motion->to;
    m->motion->motion.to = &m->motion->end;
    return ABUT_OK;
}

static const abut_motion* motion_of(const world_member* m)
{
    return m->motion ? &m->motion->motion : NULL;
}

// --------------------------------------------------------------------------------------------- boxes

static abut_status find_way(void* context, size_t turn, int number)
{
    abut_world* const w = context;
    const size_t from = turn * WAYS_A_TURN;
    const size_t to = w->count - from < WAYS_A_TURN ? w->count : from + WAYS_A_TURN;
    (void)number;
    for (size_t i = from; i < to; i++) {
        const world_member* const m = &w->members[i];
        world_box* const box = &w->swept.boxes[i];
        double* const speed = &w->sweeping->speeds[i];
        motion_piece piece;
        *speed = 0;
        *box = w->plain.boxes[i];
        if (m->motion) {
            TRY(motion_path_prepare(&m->instance.pose, motion_of(m), 1, &piece));
            *box = world_way_box(&m->placed, &piece, speed);
        }
        *box = world_box_grown(box, w->sweeping->ask.separation / 2);
    }
    return ABUT_OK;
}

static abut_status find_ways(abut_world* w, double from, double to)
{
    const abut_host* const host = &w->crew.host;
    world_sweeping* const s = w->sweeping;
    void *boxes = w->swept.boxes, *speeds = s->speeds;
    const size_t turns = w->count / WAYS_A_TURN + (w->count % WAYS_A_TURN != 0);
    TRY(host_grow(host, &boxes, &w->swept.capacity, 0, w->count, sizeof *w->swept.boxes));
    w->swept.boxes = boxes;
    TRY(host_grow(host, &speeds, &s->speed_capacity, 0, w->count, sizeof *s->speeds));
    s->speeds = speeds;
    w->swept.has_moved = 1;
    return crew_run(&w->crew, turns, find_way, w, from, to);
}

// --------------------------------------------------------------------------------------------- pairs

// Whether time is up. However short it is, one pair is asked about.
static int is_late(const abut_world* w, size_t place)
{
    return w->stop_time && place && clock_now() >= w->stop_time;
}

static abut_status ask_turn(void* context, size_t turn, int number)
{
    abut_world* const w = context;
    world_sweeping* const s = w->sweeping;
    world_worker* const worker = &w->workers[number];
    const abut_host host = crew_host(&w->crew);
    const size_t from = s->round_first + turn * PAIRS_A_TURN;
    const size_t left = s->round_first + s->round_count - from;
    const size_t to = from + (left < PAIRS_A_TURN ? left : PAIRS_A_TURN);
    if (!worker->query) TRY(query_create(&worker->query, &host));
    worker->query->stop_time = w->stop_time;
    for (size_t i = from; i < to && !is_late(w, i); i++) {
        const size_t place = s->order[i].value;
        const abut_pair pair = w->asked.pairs[place];
        const world_member *a = &w->members[pair.a], *b = &w->members[pair.b];
        const abut_motion_question q = {&a->instance, &b->instance, motion_of(a), motion_of(b), 1};
        TRY(first_contact(worker->query, &q, &s->ask, s->until, &s->firsts[place]));
    }
    return ABUT_OK;
}

static abut_status make_room(abut_world* w)
{
    const abut_host* const host = &w->crew.host;
    world_sweeping* const s = w->sweeping;
    const size_t room = w->asked.count ? w->asked.count : 1;
    void *order = s->order, *scratch = s->scratch, *firsts = s->firsts;
    if (room > UINT32_MAX) return ABUT_TOO_LARGE;
    TRY(host_grow(host, &order, &s->order_capacity, 0, room, sizeof *s->order));
    s->order = order;
    TRY(host_grow(host, &scratch, &s->scratch_capacity, 0, room, sizeof *s->scratch));
    s->scratch = scratch;
    TRY(host_grow(host, &firsts, &s->first_capacity, 0, room, sizeof *s->firsts));
    s->firsts = firsts;
    return ABUT_OK;
}

// In the order of their ids; if the earliest is wanted, of the times before which they do not meet.
static void set_order(abut_world* w, int earliest)
{
    world_sweeping* const s = w->sweeping;
    for (size_t i = 0; i < w->asked.count; i++) {
        const abut_pair pair = w->asked.pairs[i];
        const double speed = s->speeds[pair.a] + s->speeds[pair.b];
        const double time = world_way_time(&w->plain.boxes[pair.a], &w->plain.boxes[pair.b],
                                           s->ask.separation, speed);
        s->order[i] = (sort_record){earliest ? double_bits(time) : 0, (uint32_t)i};
        s->firsts[i] = (abut_first){.t_lo = time < 1 ? time : 1, .t_hi = 1};
    }
    if (earliest) sort_records(s->order, s->scratch, w->asked.count);
}

// The end of a round that begins with the pairs asked so far: none of the rest can meet before what is known.
static size_t round_end(const abut_world* w, size_t first, size_t size)
{
    const world_sweeping* const s = w->sweeping;
    const size_t left = w->asked.count - first, most = first + (size < left ? size : left);
    size_t end = first;
    while (end < most && !PRUNE(double_from_bits(s->order[end].key) > s->until))
        end++;
    return end;
}

static abut_status ask_rounds(abut_world* w, int earliest, double from, double to)
{
    world_sweeping* const s = w->sweeping;
    const size_t all = w->asked.count;
    size_t size = earliest ? ROUND_LEAST : all;
    s->until = 1;
    s->round_first = 0;
    for (size_t end; (end = round_end(w, s->round_first, size)) > s->round_first;) {
        const double share = (to - from) / (double)all;
        s->round_count = end - s->round_first;
        TRY(crew_run(&w->crew, s->round_count / PAIRS_A_TURN + (s->round_count % PAIRS_A_TURN != 0),
                     ask_turn, w, from + share * (double)s->round_first,
                     from + share * (double)end));
        for (size_t i = s->round_first; i < end && earliest; i++) {
            const abut_first* const first = &s->firsts[s->order[i].value];
            const int meets =
                first->state == ABUT_MOTION_CONTACT || first->state == ABUT_MOTION_NEAR;
            if (meets && first->t_hi < s->until) s->until = first->t_hi;
        }
        s->round_first = end;
        if (size < ROUND_MOST) size *= 2;
    }
    for (size_t i = s->round_first; i < all; i++)  // later than what is known
        s->firsts[s->order[i].value].state = ABUT_MOTION_FREE;
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------- answer

// What is told of all pairs, whether they meet or not.
static void add_up(const abut_world* w, abut_meetings* out)
{
    size_t states[4] = {0};
    for (size_t i = 0; i < w->asked.count; i++) {
        const abut_first* const first = &w->sweeping->firsts[i];
        states[first->state]++;
        out->complete &= first->complete || first->state == ABUT_MOTION_FREE;
        out->intervals += first->intervals;
        out->volume_tests += first->volume_tests;
        out->triangle_tests += first->triangle_tests;
        out->node_updates += first->node_updates;
        out->exact_tests += first->exact_tests;
    }
    out->state = states[ABUT_MOTION_CONTACT]     ? ABUT_MOTION_CONTACT
                 : states[ABUT_MOTION_UNDECIDED] ? ABUT_MOTION_UNDECIDED
                 : states[ABUT_MOTION_NEAR]      ? ABUT_MOTION_NEAR
                                                 : ABUT_MOTION_FREE;
}

static abut_status tell(abut_world* w, int earliest, abut_meetings* out)
{
    const abut_host* const host = &w->crew.host;
    world_sweeping* const s = w->sweeping;
    size_t count = 0;
    for (size_t i = 0; i < w->asked.count; i++)
        if (s->firsts[i].state != ABUT_MOTION_FREE)
            s->order[count++] = (sort_record){double_bits(s->firsts[i].t_lo), (uint32_t)i};
    sort_records(s->order, s->scratch, count);
    if (earliest && count) count = 1;
    void *pairs = s->pairs, *told = s->told;
    const size_t room = count ? count : 1;
    TRY(host_grow(host, &pairs, &s->pair_capacity, 0, room, sizeof *s->pairs));
    s->pairs = pairs;
    TRY(host_grow(host, &told, &s->told_capacity, 0, room, sizeof *s->told));
    s->told = told;
    for (size_t i = 0; i < count; i++) {
        s->pairs[i] = w->asked.pairs[s->order[i].value];
        s->told[i] = s->firsts[s->order[i].value];
    }
    abut_meetings found = {.pairs = s->pairs,
                           .firsts = s->told,
                           .count = count,
                           .asked = w->asked.count,
                           .t_lo = count ? s->told[0].t_lo : 1,
                           .complete = 1};
    add_up(w, &found);
    *out = found;
    return ABUT_OK;
}

static abut_status open_sweeping(abut_world* w)
{
    if (w->sweeping) return ABUT_OK;
    w->sweeping = host_allocate(&w->crew.host, 1, sizeof *w->sweeping);
    if (!w->sweeping) return ABUT_OUT_OF_MEMORY;
    *w->sweeping = (world_sweeping){.until = 1};
    return ABUT_OK;
}

abut_status world_sweep(abut_world* w, const abut_motion_ask* ask, int earliest, abut_meetings* out)
{
    if (w->someone != NOBODY && !first_contact_has_method(w->members[w->someone].placed.model))
        return ABUT_BAD_COMBINATION;
    TRY(open_sweeping(w));
    w->sweeping->ask = *ask;
    w->sweeping->ask.deadline = 0;  // which is that of all pairs together
    w->stop_time = clock_after(ask->deadline);
    TRY(find_ways(w, 0, BOXES_PART / 2));
    TRY(world_list_layer(w, &w->swept, BOXES_PART / 2, BOXES_PART));
    TRY(make_room(w));
    set_order(w, earliest);
    TRY(ask_rounds(w, earliest, BOXES_PART, 1));
    return tell(w, earliest, out);
}
