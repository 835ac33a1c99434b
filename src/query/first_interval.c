// first_interval.c - intervals of time, the earliest first: what is kept of one is where its parts begin
// (docs/proofs/motion.md, "Intervals").
//
// Of an interval that is not free the parts are left in which the least window of what was kept is no help. A walk that
// comes to a certain contact at the middle ends there: only what is before the middle matters then. So what is left gets
// shorter from both sides, until contact is at its right end and it is short enough.
#include "query/first_interval.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/distance.h"
#include "query/straight.h"
#include "search/sweep.h"

#include <math.h>
#include <string.h>

// Where any contact will do, it is looked for so many times in a piece before the search goes on without.
#define PROBES 4
// With a start that is not free in so short a part of the first piece, contact at the start is decided.
#define START 0x1p-10

// --------------------------------------------------------------------------------------------- search

static abut_status open_search(abut_query* query)
{
    search* s = &query->search;
    s->host = &query->host;
    if (!s->sweep) s->sweep = sweep_create(s->host);
    return s->sweep ? ABUT_OK : ABUT_OUT_OF_MEMORY;
}

// Set the question of the search.
static void ask_search(const first_search* q)
{
    search* s = &q->query->search;
    for (int side = 0; side < 2; side++)
        s->mesh[side] = &q->side[side].model->mesh;
    s->limit = 0;
    s->any = 0;
    s->budget = q->ask->budget;
    s->stop_time = q->stop_time;
    s->pair_time = 0;
}

abut_status first_begin(const first_search* q)
{
    TRY(open_search(q->query));
    search* s = &q->query->search;
    sweep_search* w = s->sweep;
    for (int side = 0; side < 2; side++)
        w->side[side] = (relative_side){.frame = &q->side[side].model->frame};
    w->now.separation = q->ask->separation;
    w->entry_count = 0;
    ask_search(q);
    search_begin(s);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------ intervals

// What an interval begins with.
typedef struct front {
    size_t first, count;
    double middle;
    int is_root;
} front;

static const front root = {.is_root = 1};

static double round_down(double x, double grid)
{
    return floor(x / grid) * grid;
}

// Set an interval of a piece. Returns 0 if the search must end.
static int set_interval(const first_search* q, size_t piece, double low, double high)
{
    const double middle = round_down((low + high) / 2, q->grid);
    sweep_set(&q->query->search, &q->pieces[0][piece], &q->pieces[1][piece], middle, high - middle);
    q->out->intervals++;
    return search_may_test(&q->query->search);
}

// Whether two triangles are certainly in contact at the middle of the interval that is set, as they were later on.
static int is_still_in_contact(search* s, abut_pair pair)
{
    float window[2];
    s->work.triangle_tests++;
    return PRUNE(sweep_pair(s, pair.a, pair.b, window) == SWEEP_FOUND);
}

// Look at the interval that is set; the entries that it keeps come on top. Returns 0 if the search must end.
static int walk(const first_search* q, const front* f)
{
    search* const s = &q->query->search;
    sweep_search* const w = s->sweep;
    w->is_root = f->is_root;
    w->first = f->first;
    w->count = f->count;
    w->front_middle = f->middle;
    if (q->side[0].model->method == ABUT_METHOD_BRUTE) {
        sweep_brute(s);
    } else {
        const wide_side a = {&q->side[0].model->wide, w->side[0]},
                        b = {&q->side[1].model->wide, w->side[1]};
        wide_kernels_now()->sweep(s, &a, &b);
    }
    return s->status == ABUT_OK && !s->stopped;
}

// There is contact at tau of a piece, of this pair.
static void note_contact(const first_search* q, size_t piece, double tau, abut_pair pair)
{
    q->out->t_hi = (double)piece + tau;
    q->out->has_pair = 1;
    q->out->pair = pair;
}

// Whether there is certainly contact at a time, told by what was kept about it: then that is the answer, and 0 is returned,
// as it is if the search must end.
static int is_apart_at(const first_search* q, size_t piece, double tau, const front* f)
{
    sweep_search* const w = q->query->search.sweep;
    const size_t base = w->entry_count;
    const int goes_on = set_interval(q, piece, tau, tau) && walk(q, f);
    w->entry_count = base;
    if (!goes_on || !w->has_found) return goes_on;
    note_contact(q, piece, tau, w->found);
    q->out->state = ABUT_MOTION_CONTACT;
    return 0;
}

// How far the true places of points may be from where a pose has them.
static double looseness(const placed_model* m, const motion_at* at)
{
    double size = 0;  // of the farthest corner, |.|_1
    for (int k = 0; k < 3; k++)
        size += double_larger(fabs(m->model->low[k]), fabs(m->model->high[k]));
    return 1.01 * (at->matrix_error * size + at->translation_error);
}

// NEAR: which pair is the nearest at a time of the piece, and how far.
static abut_status measure(const first_search* q, double tau)
{
    search* const s = &q->query->search;
    const struct work before = s->work;
    const uint64_t spent = work_tests(&before), stop_time = q->query->stop_time;
    const uint64_t budget = !s->budget ? 0 : s->budget > spent ? s->budget - spent : 1;
    const abut_distance_ask ask = {.relative = 0x1p-20, .budget = budget};
    abut_distance_answer found;
    near_seed none = {.serial = {0}};
    placed_model placed[2];
    double loose = 0;
    for (int side = 0; side < 2; side++) {
        motion_at at;
        motion_find(&q->pieces[side][q->piece], tau, &at);
        placed[side] = q->side[side];
        placed[side].pose = at.pose;
        loose += looseness(&placed[side], &at);
    }
    q->query->stop_time = s->stop_time;
    const abut_status status =
        distance_placed(q->query, &none, &placed[0], &placed[1], &ask, &found);
    q->query->stop_time = stop_time;
    TRY(status);
    s->work = (struct work){found.volume_tests, found.triangle_tests, found.node_updates,
                            found.exact_tests};
    work_add(&s->work, &before);
    s->stopped = 0;  // bounds are true, however far it came
    q->out->near_lo = found.lo > loose ? (found.lo - loose) * (1 - 0x1p-50) : 0;
    q->out->near_hi = (found.hi + loose) * (1 + 0x1p-50);
    q->out->has_pair = found.has_pair;
    q->out->pair = found.pair;
    return ABUT_OK;
}

// An interval that is as short as intervals get, and cannot be told.
static void tell_near(const first_search* q, double high)
{
    search* const s = &q->query->search;
    const abut_host host = q->query->host;
    double late = round_down(q->out->t_lo - (double)q->piece + q->resolution, q->grid);
    size_t piece = q->piece;
    if (late > 1 && piece + 1 < q->count) {
        piece++;
        late -= 1;
    }
    // Once more, as late as the resolution lets it.
    if (!is_apart_at(q, piece, late < 1 ? late : 1, &root)) return;
    q->out->state = ABUT_MOTION_NEAR;
    q->out->t_hi = (double)q->piece + high;
    q->query->host.progress = NULL;  // it would begin anew
    s->status = measure(q, high);
    q->query->host.progress = host.progress;
}

// A part of a piece. What comes after a certain contact at high, if there is one, was left out.
typedef struct span {
    double low, high;
    int has_found;
    abut_pair found;  // in contact at high
} span;

// What is left to be looked at: the latest first, so that the earliest is on top. Each interval leaves two of half its length
// at most, down to 2^-50.
enum { SPANS_MOST = 64 };

typedef struct span_stack {
    size_t count;
    struct {
        span i;
        front from;
    } at[SPANS_MOST];
} span_stack;

static void push_span(span_stack* left, span i, const front* from)
{
    ASSERT(left->count < SPANS_MOST);
    left->at[left->count].i = i;
    left->at[left->count++].from = *from;
}

// Of an interval that kept something, what its windows leave. before, after: these windows.
static void push_parts(const first_search* q, span_stack* left, const span* i, const front* kept,
                       double before, double after)
{
    // On the grid, toward the middle.
    const double end = kept->middle - round_down(before, q->grid);
    const double begin = kept->middle + round_down(after, q->grid);
    if (begin < i->high) push_span(left, (span){begin, i->high, i->has_found, i->found}, kept);
    if (end > i->low) push_span(left, (span){.low = i->low, .high = end}, kept);
}

// The last that can be done about an interval up to high that is short. Returns 0 if there is an answer, or the search must
// end.
static int first_at_end(const first_search* q, double length, double high, const front* kept)
{
    if (!is_apart_at(q, q->piece, high, kept)) return 0;
    if (length > q->least) return 1;
    tell_near(q, high);
    return 0;
}

// Look at an interval until its middle is not certainly in contact: what is after that is left out. As above.
static int look_at(first_search* q, span* i, const front* f)
{
    search* const s = &q->query->search;
    sweep_search* const w = s->sweep;
    const size_t base = w->entry_count;
    do {
        // Contact at the very start is decided when the search has come near it.
        if (!q->start_is_free && !q->piece && !(i->low > 0) && i->high <= START) {
            if (!is_apart_at(q, 0, 0, f)) return 0;
            q->start_is_free = 1;
        }
        if (i->has_found && (q->ask->any || i->high - i->low <= q->resolution)) {
            q->out->state = ABUT_MOTION_CONTACT;
            return 0;
        }
        w->entry_count = base;
        if (!set_interval(q, q->piece, i->low, i->high)) return 0;
        if (!(i->has_found && is_still_in_contact(s, i->found)) && !walk(q, f)) return 0;
        if (w->has_found) {
            *i = (span){i->low, w->now.middle, 1, w->found};
            note_contact(q, q->piece, i->high, i->found);
        }
    } while (w->has_found);
    return 1;
}

// Look at an interval, and push what is left of it. As above.
static int divide(first_search* q, span i, const front* from, span_stack* left)
{
    search* const s = &q->query->search;
    sweep_search* const w = s->sweep;
    const size_t base = w->entry_count;
    q->out->t_lo = (double)q->piece + i.low;
    s->done = q->out->t_lo / (double)q->count;
    if (!look_at(q, &i, from)) return 0;
    const front kept = {base, w->entry_count - base, w->now.middle, 0};
    const double before = (double)w->before, after = (double)w->after;
    if (!kept.count) return 1;
    if (PRUNE(q->ask->any && w->may_touch && q->probes < PROBES)) {
        q->probes++;
        if (!is_apart_at(q, q->piece, kept.middle, &kept)) return 0;
    }
    if (i.high - i.low <= q->resolution && !first_at_end(q, i.high - i.low, i.high, &kept))
        return 0;
    push_parts(q, left, &i, &kept, before, after);
    return 1;
}

// Find the first contact in an interval. Returns 0 if there is an answer, or the search must end; 1 if it is free.
static int first_in(first_search* q, span whole)
{
    sweep_search* const w = q->query->search.sweep;
    span_stack left;  // large: not cleared as a whole
    left.count = 0;
    push_span(&left, whole, &root);
    while (left.count) {
        const span i = left.at[--left.count].i;
        const front from = left.at[left.count].from;
        w->entry_count = from.first + from.count;  // what was kept after that is needed no more
        if (!divide(q, i, &from, &left)) return 0;
    }
    return 1;
}

// --------------------------------------------------------------------------------------------- pieces

// Whether the models stand still to each other in a piece.
static int is_still(const first_search* q, const abut_motion* a, const abut_motion* b)
{
    const motion_piece *p = &q->pieces[0][q->piece], *r = &q->pieces[1][q->piece];
    if (p->is_rest && r->is_rest) return 1;
    if (!a || !b || a[q->piece].to || b[q->piece].to) return 0;
    const abut_motion *m = &a[q->piece], *n = &b[q->piece];
    return memcmp(m->way, n->way, sizeof m->way) == 0 &&
           memcmp(m->axis, n->axis, sizeof m->axis) == 0 &&
           memcmp(m->pivot, n->pivot, sizeof m->pivot) == 0 &&
           double_bits(m->degrees) == double_bits(n->degrees);
}

// Whether both models go straight in a piece, from where doubles say exactly.
static int goes_straight(const first_search* q)
{
    const motion_piece *p = &q->pieces[0][q->piece], *r = &q->pieces[1][q->piece];
    return p->is_straight && r->is_straight && p->since >= 0 && r->since >= 0 &&
           !(q->ask->separation > 0);
}

static straight_body straight_body_of(const motion_piece* piece)
{
    const motion_piece* first = piece - piece->since;
    return (straight_body){.start = &first->start.pose,
                           .gone = piece->since ? first->way : NULL,
                           .stride = sizeof *piece / sizeof(double),
                           .count = (size_t)piece->since,
                           .way = piece->has_to ? NULL : piece->way,
                           .to = piece->has_to ? piece->end.pose.translation : NULL};
}

// A straight piece: the first contact is found exactly. Returns as first_in.
static int first_straight(first_search* q)
{
    const double left = q->until - (double)q->piece;
    search* const s = &q->query->search;
    const struct work before = s->work;
    const uint64_t spent = work_tests(&before), next_progress = s->next_progress;
    const abut_host host = q->query->host;
    straight_answer found;
    if (s->budget && spent >= s->budget) {
        s->stopped = 1;
        return 0;
    }
    const straight_ask ask = {
        .model = {q->side[0].model, q->side[1].model},
        .body = {straight_body_of(&q->pieces[0][q->piece]),
                 straight_body_of(&q->pieces[1][q->piece])},
        .piece = q->piece,
        .frame = q->side[0].frame,
        .until = left < 1 ? left : 1,
        .any = q->ask->any,
        .detail = q->ask->detail,
        .budget = s->budget ? s->budget - spent : 0,
        .stop_time = s->stop_time,
    };
    if (q->count > 1) q->query->host.progress = NULL;  // it would begin anew with each
    const abut_status status = straight_first(q->query, &ask, &found);
    q->query->host.progress = host.progress;
    ask_search(q);
    s->status = status;
    if (status != ABUT_OK) return 0;
    s->work = found.work;
    work_add(&s->work, &before);
    s->next_progress = next_progress;
    s->next_event = 0;
    s->stopped = !found.complete;
    q->out->intervals++;
    q->out->t_lo = found.lo;
    if (!found.has_contact) return found.complete;
    q->out->state = ABUT_MOTION_CONTACT;
    q->out->t_hi = found.hi;
    q->out->has_pair = q->has_points = 1;
    q->out->pair = found.pair;
    q->out->features = found.features;
    memcpy(q->out->a_point, found.point, sizeof found.point);
    memcpy(q->out->b_point, found.point, sizeof found.point);
    return 0;
}

// The first contact in a piece. Returns as first_in.
static int first_in_piece(first_search* q, const abut_motion* a, const abut_motion* b)
{
    search* const s = &q->query->search;
    const double left = q->until - (double)q->piece;
    const span whole = {.low = 0, .high = left < 1 ? ceil(left / q->grid) * q->grid : 1};
    q->probes = 0;
    q->out->t_lo = (double)q->piece;
    s->done = q->out->t_lo / (double)q->count;
    if (!search_may_test(s)) return 0;
    if (!(left > 0) || is_still(q, a, b)) return q->start_is_free || is_apart_at(q, 0, 0, &root);
    return goes_straight(q) ? first_straight(q) : first_in(q, whole);
}

int first_in_pieces(first_search* q, const abut_motion* a, const abut_motion* b, size_t first,
                    size_t end)
{
    int goes_on = 1;
    for (q->piece = first; goes_on && q->piece < end; q->piece++) {
        goes_on = first_in_piece(q, a, b);
        q->start_is_free = 1;
    }
    if (!goes_on && q->out->has_pair && q->query->search.stopped)
        q->out->state = ABUT_MOTION_CONTACT;
    return goes_on;
}

int first_at_start(first_search* q)
{
    return is_apart_at(q, 0, 0, &root);
}
