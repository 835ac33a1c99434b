// along_window.c - see along_window.h.
#include "query/depths/along_window.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "geom/straight_small.h"

#include <float.h>
#include <math.h>

#define PROGRESS_EXACT 256  // exact decisions from one look at the clock to the next

// ------------------------------------------------------------------------------------------------ the moment

// Between which doubles a time is, after the window's beginning.
static void bound_time(const along_window* w, const straight_time* t, double* lo, double* hi)
{
    const size_t mark = real_mark(w->stack);
    const real from = real_multiply(w->stack, real_of(w->stack, w->from), t->denominator);
    const double x =
        real_quotient(w->stack, real_subtract(w->stack, t->numerator, from), t->denominator);
    const double error = fabs(x) * 0x1p-50 + DBL_MIN;
    *lo = x - error;
    *hi = x + error;
    real_release(w->stack, mark);
}

static void set_bounds(along_window* w)
{
    bound_time(w, &w->at, &w->at_lo, &w->at_hi);
    w->is_at_from = straight_compare_double(w->stack, &w->at, w->from) == 0;
}

void along_set(along_window* w, straight_time at)
{
    const real3 both = real3_keep(w->stack, w->mark,
                                  (real3){{at.numerator, at.denominator, {0, 0, w->stack->words}}});
    w->at = (straight_time){both.x[0], both.x[1]};
    w->next_mark = real_mark(w->stack);
    set_bounds(w);
}

void along_set_double(along_window* w, double at)
{
    along_set(w, (straight_time){real_of(w->stack, at), real_of(w->stack, 1)});
}

// ------------------------------------------------------------------------------------------------ window

static abut_status reserve(along_window* w, size_t count)
{
    const abut_host* host = &w->query->host;
    void *pairs = w->pairs, *records = w->records, *scratch = w->scratch;
    const size_t room = count ? count : 1;
    abut_status status = host_grow(host, &pairs, &w->capacity, 0, room, sizeof *w->pairs);
    w->pairs = pairs;
    if (status == ABUT_OK)
        status = host_grow(host, &records, &w->record_capacity, 0, room, sizeof *w->records);
    w->records = records;
    if (status == ABUT_OK)
        status = host_grow(host, &scratch, &w->scratch_capacity, 0, room, sizeof *w->scratch);
    w->scratch = scratch;
    return status;
}

void along_free(along_window* w)
{
    if (!w->query) return;
    const abut_host* host = &w->query->host;
    host_release(host, w->pairs, w->capacity, sizeof *w->pairs);
    host_release(host, w->records, w->record_capacity, sizeof *w->records);
    host_release(host, w->scratch, w->scratch_capacity, sizeof *w->scratch);
}

static void take_bounds(along_pair* out, const straight_bounds* b)
{
    out->enter_lo = b->enter_lo;
    out->enter_hi = b->enter_hi;
    out->leave_lo = b->leave_lo;
    out->leave_hi = b->leave_hi;
    out->is_open = b->is_open != 0;
    out->is_gone = b->is_apart != 0;
}

abut_status along_look(along_window* w, double length)
{
    search* const s = &w->query->search;
    double lo, hi;
    straight_enclose(w->stack, &w->at, 0, &lo, &hi);
    const double before = lo - lo * 0x1p-50;
    w->from = before > DBL_MIN ? before : 0;
    w->to = w->from + length;
    if (!(w->to > hi)) w->to = hi + hi * 0x1p-40 + DBL_MIN;
    set_bounds(w);
    TRY(straight_collect(w->query, w->ask, w->from, w->to));
    w->count = 0;
    if (s->stopped) return ABUT_OK;
    const near_search* const n = s->near;
    TRY(reserve(w, n->count));
    for (size_t i = 0; i < n->count; i++) {
        straight_bounds bounds;
        along_pair* const p = &w->pairs[w->count++];
        p->pair = (abut_pair){n->list[i].a, n->list[i].b};
        straight_pair_bound(s, p->pair.a, p->pair.b, &bounds);
        take_bounds(p, &bounds);
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------ doubles

abut_status along_chain(along_window* w, int held, int* moved)
{
    size_t count = 0;
    for (size_t i = 0; i < w->count; i++) {
        const along_pair* const p = &w->pairs[i];
        if (p->is_gone || !p->is_open || !(p->leave_lo > w->at_lo)) continue;
        w->records[count++] = (sort_record){double_bits(p->enter_hi), (uint32_t)i};
    }
    *moved = 0;
    if (!count) return ABUT_OK;
    sort_records(w->records, w->scratch, count);
    double reach = w->at_lo;
    for (size_t i = 0; i < count; i++) {
        const along_pair* const p = &w->pairs[w->records[i].value];
        const int begins = p->enter_hi < reach || (held && !*moved && p->enter_hi <= reach);
        if (!begins) break;
        if (!(p->leave_lo > reach)) continue;
        reach = p->leave_lo;
        *moved = 1;
        w->leaps++;
    }
    if (!*moved) return ABUT_OK;
    const straight_time at = {
        real_add(w->stack, real_of(w->stack, w->from), real_of(w->stack, reach)),
        real_of(w->stack, 1)};
    // What is below the moment is a bound of it, so it may be no more than the moment itself.
    *moved = straight_compare(w->stack, &at, &w->at) > 0;
    if (*moved)
        along_set(w, at);
    else
        real_release(w->stack, w->next_mark);
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------ exactly

// How a pair stands to the moment.
typedef struct standing {
    int meets, enter, leave;  // -1, 0, 1: it does so before, at or after it
    straight_meeting m;
} standing;

// Numbers are left on the stack.
static abut_status find_standing(along_window* w, along_pair* p, standing* out)
{
    search* const s = &w->query->search;
    const double* vertex[6];
    soup_mesh_vertices(s->mesh[0], p->pair.a, vertex);
    soup_mesh_vertices(s->mesh[1], p->pair.b, vertex + 3);
    out->meets = 0;
    w->exact++;
    if (w->exact % PROGRESS_EXACT == 0) {
        TRY(host_progress(&w->query->host, 0.5));
        if (search_is_late(s)) return ABUT_OK;
    }
    out->meets = straight_meet_small(w->course, vertex, &out->m);
    if (out->meets < 0) out->meets = straight_meet(w->course, vertex, 0, &out->m);
    if (!out->meets) {
        p->is_gone = 1;
        return ABUT_OK;
    }
    double below, above;
    p->enter_lo = p->enter_hi = 0;
    p->leave_lo = p->leave_hi = (double)INFINITY;
    if (out->m.has_enter) {
        bound_time(w, &out->m.enter, &below, &above);
        p->enter_lo = below > 0 ? below : 0;
        p->enter_hi = above > 0 ? above : 0;
    }
    if (out->m.has_leave) bound_time(w, &out->m.leave, &p->leave_lo, &p->leave_hi);
    p->is_open = out->m.is_open != 0;
    out->enter = out->m.has_enter ? straight_compare(w->stack, &out->m.enter, &w->at) : -1;
    out->leave = out->m.has_leave ? straight_compare(w->stack, &out->m.leave, &w->at) : 1;
    return ABUT_OK;
}

// Whether doubles do not tell on which side of the moment one is.
static int is_near(const along_window* w, double lo, double hi)
{
    return lo <= w->at_hi && hi >= w->at_lo;
}

// Likewise of a pair's beginning. Where the window begins at the moment itself, what was before counts as it.
static int is_near_enter(const along_window* w, const along_pair* p)
{
    return is_near(w, p->enter_lo, p->enter_hi) && !(w->is_at_from && !(p->enter_hi > 0));
}

// From when on a pair has an event after the moment, by doubles; infinite: it has none.
static double later_of(const along_window* w, const along_pair* p)
{
    if (p->is_gone) return (double)INFINITY;
    if (p->enter_lo > w->at_hi) return p->enter_lo;
    return p->leave_lo > w->at_hi ? p->leave_lo : (double)INFINITY;
}

static void keep_next(along_window* w, along_next* next, const straight_time* t)
{
    if (next->has_time && straight_compare(w->stack, t, &next->time) >= 0) return;
    const real3 both = real3_keep(w->stack, w->next_mark,
                                  (real3){{t->numerator, t->denominator, {0, 0, w->stack->words}}});
    next->has_time = 1;
    next->time = (straight_time){both.x[0], both.x[1]};
    next->end = real_mark(w->stack);
}

static size_t scratch_mark(const along_window* w, const along_next* next)
{
    return next->has_time ? next->end : w->next_mark;
}

// The first event of a pair after the moment.
static void take_later(along_window* w, const standing* now, along_next* next)
{
    if (now->enter > 0)
        keep_next(w, next, &now->m.enter);
    else if (now->leave > 0 && now->m.has_leave)
        keep_next(w, next, &now->m.leave);
}

abut_status along_extend(along_window* w, int* moved)
{
    const search* const s = &w->query->search;
    *moved = 0;
    for (size_t i = 0; i < w->count && !s->stopped; i++) {
        along_pair* const p = &w->pairs[i];
        standing now;
        // Pairs that only touch are certain of nothing in doubles.
        if (p->is_gone || !p->is_open || !(p->enter_hi < w->at_lo) ||
            !is_near(w, p->leave_lo, p->leave_hi))
            continue;
        TRY(find_standing(w, p, &now));
        const int extends =
            now.meets && !s->stopped && now.m.is_open && now.enter < 0 && now.leave > 0;
        if (!extends || !now.m.has_leave) {
            real_release(w->stack, w->next_mark);
            continue;
        }
        along_set(w, now.m.leave);
        w->leaps++;
        *moved = 1;
    }
    return ABUT_OK;
}

abut_status along_decide(along_window* w, int held, int extends, int* moved, along_next* next)
{
    search* const s = &w->query->search;
    *moved = 0;
    *next = (along_next){.lo = (double)INFINITY};
    for (size_t i = 0; i < w->count && !s->stopped; i++) {
        along_pair* const p = &w->pairs[i];
        standing now;
        if (p->is_gone) continue;
        if (!is_near_enter(w, p) && !is_near(w, p->leave_lo, p->leave_hi)) {
            const double later = later_of(w, p);
            next->lo = later < next->lo ? later : next->lo;
            continue;
        }
        TRY(find_standing(w, p, &now));
        if (s->stopped) break;
        if (now.meets && extends && now.m.is_open && now.m.has_leave && now.leave > 0 &&
            (now.enter < 0 || (held && now.enter == 0))) {
            along_set(w, now.m.leave);
            w->leaps++;
            *moved = 1;
            return ABUT_OK;
        }
        if (now.meets) take_later(w, &now, next);
        real_release(w->stack, scratch_mark(w, next));
    }
    return ABUT_OK;
}

// ------------------------------------------------------------------------------------------------ the next

// Decide a pair of which an event is later. *most: up to when the first one may be.
static abut_status decide_later(along_window* w, along_pair* p, along_next* next, double* most)
{
    standing now;
    double below;
    TRY(find_standing(w, p, &now));
    if (now.meets && !w->query->search.stopped) take_later(w, &now, next);
    if (next->has_time) bound_time(w, &next->time, &below, most);
    real_release(w->stack, scratch_mark(w, next));
    return ABUT_OK;
}

// The pair whose event comes first by doubles; count: there is none.
static size_t find_likely(const along_window* w)
{
    size_t first = w->count;
    double least = (double)INFINITY;
    for (size_t i = 0; i < w->count; i++) {
        const double later = later_of(w, &w->pairs[i]);
        if (!(later < least)) continue;
        least = later;
        first = i;
    }
    return first;
}

// Of the events that doubles tell to be later, decide the first one exactly.
static abut_status find_first_later(along_window* w, along_next* next)
{
    const search* const s = &w->query->search;
    double most = (double)INFINITY, below;
    if (next->has_time) bound_time(w, &next->time, &below, &most);
    while (!next->has_time && !s->stopped) {
        const size_t likely = find_likely(w);
        if (likely == w->count) return ABUT_OK;
        TRY(decide_later(w, &w->pairs[likely], next, &most));
    }
    for (size_t i = 0; i < w->count && !s->stopped; i++) {
        const double later = later_of(w, &w->pairs[i]);
        if (later <= most && later < (double)INFINITY)
            TRY(decide_later(w, &w->pairs[i], next, &most));
    }
    return ABUT_OK;
}

abut_status along_advance(along_window* w, const along_next* next, int* at_end)
{
    along_next first = *next;
    TRY(find_first_later(w, &first));
    if (w->query->search.stopped) return ABUT_OK;
    *at_end = !first.has_time || straight_compare_double(w->stack, &first.time, w->to) > 0;
    if (*at_end)
        along_set_double(w, w->to);
    else
        along_set(w, first.time);
    w->leaps++;
    return ABUT_OK;
}

// from + x, the real sum.
static straight_time time_after(const along_window* w, double x)
{
    return (straight_time){real_add(w->stack, real_of(w->stack, w->from), real_of(w->stack, x)),
                           real_of(w->stack, 1)};
}

straight_time along_between(along_window* w, const along_next* next)
{
    double until = w->to - w->from, below, above;
    until -= until * 0x1p-50;
    if (next->lo < until) until = next->lo;
    if (next->has_time) {
        bound_time(w, &next->time, &below, &above);
        if (below < until) until = below;
    }
    const double middle = w->at_hi + 0.5 * (until - w->at_hi);
    if (middle > w->at_hi && middle < until) return time_after(w, middle);
    // No double is between: exactly half way.
    straight_time end = {real_of(w->stack, w->to), real_of(w->stack, 1)};
    if (next->lo < (double)INFINITY) {
        const straight_time later = time_after(w, next->lo);
        if (straight_compare(w->stack, &later, &end) < 0) end = later;
    }
    if (next->has_time && straight_compare(w->stack, &next->time, &end) < 0) end = next->time;
    const real sum = real_add(w->stack, real_multiply(w->stack, w->at.numerator, end.denominator),
                              real_multiply(w->stack, end.numerator, w->at.denominator));
    const real product = real_multiply(w->stack, w->at.denominator, end.denominator);
    return (straight_time){sum, real_scale(product, 1)};
}
