// straight.c - a search for all pairs that may be the first to meet, then what is exact at the end.
//
// Times are bounded from when on the boxes about both models may touch: there doubles tell most, and floats something.
#include "query/straight.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "query/distance.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define EARLY_TURNS 64
#define VERDICTS    4096  // vertices of a model whose verdicts stand at once

// Whether a vertex of a is behind a plane, or one of b beyond it: of the last vertex of those that share the place.
typedef struct side_verdict {
    const double* vertex;
    uint64_t plane;  // its number; 0: none
    int is_so;
} side_verdict;

struct straight_scratch {
    side_verdict verdict[2][VERDICTS];
    uint64_t planes;  // so many were made
    straight_course course;
    straight_question question;
    real_stack stack;
};

typedef struct asked {
    abut_query* query;
    const straight_ask* ask;
    straight_course* course;
    real_stack* stack;
} asked;

void straight_free(straight_scratch* scratch, const abut_host* host)
{
    host_release(host, scratch, 1, sizeof *scratch);
}

static abut_status open_search(abut_query* query)
{
    TRY(distance_open(query));
    if (query->straight) return ABUT_OK;
    query->straight = host_allocate(&query->host, 1, sizeof *query->straight);
    if (!query->straight) return ABUT_OUT_OF_MEMORY;
    memset(query->straight->verdict, 0, sizeof query->straight->verdict);
    query->straight->planes = 0;
    return ABUT_OK;
}

static void walk(const asked* q)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    n->count = n->settled = n->first = 0;
    n->may_touch = n->no_contact = 0;
    n->floor = (double)INFINITY;
    search_begin(s);
    if (q->ask->model[0]->method == ABUT_METHOD_BRUTE) {
        if (!query_all_pairs(s, straight_triangles)) near_stop(n, 0);
        return;
    }
    const wide_side a = {&q->ask->model[0]->wide, n->side[0]},
                    b = {&q->ask->model[1]->wide, n->side[1]};
    wide_kernels_now()->straight(s, &a, &b);
}

// from, to: when they may meet.
static void begin(const asked* q, double from, double to)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    straight_question* const question = &q->query->straight->question;
    const frame* const frames[2] = {&q->ask->model[0]->frame, &q->ask->model[1]->frame};
    for (int side = 0; side < 2; side++)
        s->mesh[side] = &q->ask->model[side]->mesh;
    s->limit = 0;
    s->any = 0;
    s->budget = q->ask->budget;
    s->stop_time = q->ask->stop_time;
    s->pair_time = 0;
    straight_look_from(q->course, from);
    near_begin(n, 0, 0, 0);
    straight_question_prepare(question, n, q->course, frames, to, q->ask->any, &q->ask->kind);
    near_limit(n, question->last);
}

// ------------------------------------------------------------------------------------------------ the first

// The plane at which a pair meets: others are told by it that they are no earlier.
typedef struct told {
    int is_there;
    straight_plane plane;
    posed_triangle triangle[2];
} told;

// The first pair so far: at time, exactly.
typedef struct first_pair {
    size_t mark, time_end;  // of the stack, before and behind its time
    int is_there;
    abut_pair pair;
    straight_time time;
    int axis;  // along which it meets; -1: none
    told own;  // of this pair, or of one that meets at the same time
    // Another, or of the last that was found to be later. Its exact numbers are not there any more.
    told last;
    uint64_t plane;  // the number of its own
} first_pair;

static void vertices_of(const search* s, abut_pair pair, const double* out[6])
{
    soup_mesh_vertices(s->mesh[0], pair.a, out);
    soup_mesh_vertices(s->mesh[1], pair.b, out + 3);
}

static int is_less(abut_pair x, abut_pair y)
{
    return x.a != y.a ? x.a < y.a : x.b < y.b;
}

// Make the plane at which a pair meets along an axis; there is none if that is -1.
static void make_told(const asked* q, abut_pair pair, int axis, told* out)
{
    const search* s = &q->query->search;
    const double* vertex[6];
    out->is_there = axis >= 0;
    if (!out->is_there) return;
    vertices_of(s, pair, vertex);
    straight_plane_make(q->course, vertex, axis, &out->plane);
    near_place_in(s, &q->course->poses, 0, pair.a, &out->triangle[0]);
    near_place_in(s, &q->course->poses, 1, pair.b, &out->triangle[1]);
}

static int tells(const told* t, const posed_triangle* a, const posed_triangle* b)
{
    return t->is_there && straight_is_no_earlier(&t->plane, t->triangle, a, b);
}

// Where the verdict about a vertex of a, of b stands.
static side_verdict* verdict_of(const asked* q, int side, const double* vertex)
{
    const uintptr_t number = (uintptr_t)vertex / sizeof(double[3]);
    return &q->query->straight->verdict[side][number % VERDICTS];
}

static int knows(const side_verdict* v, const first_pair* best, const double* vertex)
{
    return v->vertex == vertex && v->plane == best->plane;
}

// Whether all vertices of a are behind the plane of the first pair, and all of b beyond, as far as their verdicts are there.
static int is_known_no_earlier(const asked* q, const first_pair* best,
                               const double* const vertex[6])
{
    for (int i = 0; i < 6; i++) {
        const side_verdict* const v = verdict_of(q, i / 3, vertex[i]);
        if (!knows(v, best, vertex[i]) || !v->is_so) return 0;
    }
    return 1;
}

// The same, and what is not known yet is found in exact numbers.
static int is_found_no_earlier(const asked* q, const first_pair* best,
                               const double* const vertex[6])
{
    for (int i = 0; i < 6; i++) {
        side_verdict* const v = verdict_of(q, i / 3, vertex[i]);
        if (!knows(v, best, vertex[i]))
            *v = (side_verdict){
                vertex[i], best->plane,
                straight_is_exactly_beyond(q->course, &best->own.plane, i / 3, vertex[i])};
        if (!v->is_so) return 0;
    }
    return 1;
}

// Faces that come to lie on faces are many pairs that are as early, of few vertices: so a vertex is asked once.
static int is_no_earlier(const asked* q, const first_pair* best, abut_pair pair)
{
    const search* s = &q->query->search;
    const double* vertex[6];
    posed_triangle a, b;
    if (!best->own.is_there && !best->last.is_there) return 0;
    vertices_of(s, pair, vertex);
    if (best->own.is_there && is_known_no_earlier(q, best, vertex)) return 1;
    near_place_in(s, &q->course->poses, 0, pair.a, &a);
    near_place_in(s, &q->course->poses, 1, pair.b, &b);
    if (tells(&best->own, &a, &b) || tells(&best->last, &a, &b)) return 1;
    return best->own.is_there && is_found_no_earlier(q, best, vertex);
}

// Make the plane of a pair that meets first, or as early: either tells of others.
static void take_plane(const asked* q, abut_pair pair, int axis, first_pair* best)
{
    real_release(q->stack, best->time_end);
    make_told(q, pair, axis, &best->own);
    best->plane = ++q->query->straight->planes;
}

// Take a pair if it meets within the piece, and is the first, or the least of those that are as early.
static void take_pair(const asked* q, abut_pair pair, unsigned axes, first_pair* best)
{
    real_stack* const stack = q->stack;
    straight_first_time t;
    const size_t mark = real_mark(stack);
    search* s = &q->query->search;
    const int meets = straight_pair_time(s, pair, axes, &t);
    const int sign = meets && best->is_there ? straight_compare(stack, &t.time, &best->time) : -1;
    if (meets && (sign < 0 || (!sign && is_less(pair, best->pair)))) {
        // What stands where the times before stood is not needed any more.
        const real3 both =
            real3_keep(stack, best->mark,
                       (real3){{t.time.numerator, t.time.denominator, {0, 0, stack->words}}});
        best->is_there = 1;
        best->pair = pair;
        best->time = (straight_time){both.x[0], both.x[1]};
        best->time_end = real_mark(stack);
        best->axis = t.axis;
        take_plane(q, pair, t.axis, best);
        return;
    }
    // Of one that is as early, and of which the first one's plane did not tell, the plane may tell more.
    if (meets && !sign && t.axis >= 0) {
        if (best->own.is_there) best->last = best->own;
        take_plane(q, pair, t.axis, best);
        return;
    }
    if (meets) make_told(q, pair, t.axis, &best->last);  // its exact numbers are dropped
    real_release(stack, mark);
}

// Of those that were kept, exactly. Returns 0 if the search was stopped meanwhile.
static int find_first(const asked* q, first_pair* best)
{
    search* s = &q->query->search;
    near_search* n = s->near;
    straight_decide_early(s, EARLY_TURNS);
    best->mark = real_mark(q->stack);
    best->is_there = best->own.is_there = best->last.is_there = 0;
    best->plane = 0;
    best->axis = -1;
    // Pairs that touch from the beginning on, for certain: others matter only if they do so too, and are less.
    if (!(n->found_hi > 0) && !(q->course->base > 0)) {
        best->is_there = 1;
        best->pair = n->found;
        best->time = (straight_time){real_of(q->stack, 0), real_of(q->stack, 1)};
    }
    best->time_end = real_mark(q->stack);
    near_sort(n->list, n->count);
    for (size_t i = 0; i < n->count; i++) {
        const abut_pair pair = {n->list[i].a, n->list[i].b};
        straight_bounds bounds;
        if (PRUNE(n->list[i].lo > n->cut)) continue;
        if (best->is_there && !real_sign(best->time.numerator) && !is_less(pair, best->pair)) break;
        if (!near_may_go_on(s, i)) return 0;
        if (PRUNE(is_no_earlier(q, best, pair))) continue;
        straight_pair_bound(s, pair.a, pair.b, &bounds);
        take_pair(q, pair, straight_is_sure(n->straight, &bounds) ? bounds.axes : 0, best);
    }
    return 1;
}

// ------------------------------------------------------------------------------------------------ answers

// The doubles below and above piece + base + x, the real sum.
static void write_time(const asked* q, double x, double* lo, double* hi)
{
    real_stack* const stack = q->stack;
    const size_t mark = real_mark(stack);
    const real sum = real_add(stack, real_of(stack, q->course->base), real_of(stack, x));
    const straight_time time = {sum, real_of(stack, 1)};
    straight_enclose(stack, &time, q->ask->piece, lo, hi);
    real_release(stack, mark);
}

// The features and the point of a pair at a time.
static void answer_corner(const asked* q, abut_pair pair, const straight_time* time,
                          const straight_plane* plane, straight_answer* out)
{
    const search* s = &q->query->search;
    const double* vertex[6];
    vertices_of(s, pair, vertex);
    const corners reduced[2] = {soup_mesh_corners(s->mesh[0], pair.a),
                                soup_mesh_corners(s->mesh[1], pair.b)};
    straight_corner(q->course, vertex, reduced, time, plane, q->ask->frame, &out->features,
                    out->point);
}

// Something certainly meets, and it is not asked when exactly, or there was no time to find that. Points are those of when this
// pair does.
static void answer_found(const asked* q, straight_answer* out)
{
    const near_search* n = q->query->search.near;
    first_pair own = {.mark = real_mark(q->stack)};
    double below;
    out->has_contact = 1;
    out->pair = n->found;
    write_time(q, n->found_hi, &below, &out->hi);
    if (q->ask->detail != ABUT_DETAIL_POINTS) return;
    take_pair(q, n->found, 0, &own);
    ASSERT(own.is_there);
    answer_corner(q, own.pair, &own.time, NULL, out);
}

// What is known where the search was stopped.
static void answer_stopped(const asked* q, straight_answer* out)
{
    const near_search* n = q->query->search.near;
    double free_until = n->floor < n->cut ? n->floor : n->cut, above;
    for (size_t i = 0; i < n->count; i++)
        free_until = n->list[i].lo < free_until ? n->list[i].lo : free_until;
    out->complete = 0;
    write_time(q, free_until > 0 ? free_until : 0, &out->lo, &above);
    if (n->found_hi < (double)INFINITY) answer_found(q, out);
}

static void answer_walk(const asked* q, straight_answer* out)
{
    const search* s = &q->query->search;
    first_pair first;
    if (s->stopped) {
        answer_stopped(q, out);
        return;
    }
    if (s->near->may_touch) {
        answer_found(q, out);
        out->lo = (double)q->ask->piece;
    } else if (!find_first(q, &first)) {
        answer_stopped(q, out);
        return;
    } else if (first.is_there) {
        out->has_contact = 1;
        out->pair = first.pair;
        out->has_time = 1;
        out->time = first.time;
        straight_enclose(q->stack, &first.time, q->ask->piece, &out->lo, &out->hi);
        if (q->ask->detail != ABUT_DETAIL_POINTS) return;
        take_plane(q, first.pair, first.axis, &first);
        answer_corner(q, first.pair, &first.time, first.own.is_there ? &first.own.plane : NULL,
                      out);
    }
}

static void prepare_course(const asked* q)
{
    q->stack->used = q->stack->peak = 0;
    if (q->ask->push)
        straight_prepare_push(q->course, q->stack, q->ask->push);
    else
        straight_prepare(q->course, q->stack, q->ask->body);
}

straight_course* straight_open(abut_query* query, const straight_ask* ask)
{
    if (open_search(query) != ABUT_OK) return NULL;
    const asked q = {query, ask, &query->straight->course, &query->straight->stack};
    prepare_course(&q);
    return q.course;
}

abut_status straight_collect(abut_query* query, const straight_ask* ask, double from, double to)
{
    const asked q = {query, ask, &query->straight->course, &query->straight->stack};
    begin(&q, from, to);
    walk(&q);
    return query->search.status;
}

abut_status straight_first(abut_query* query, const straight_ask* ask, straight_answer* out)
{
    TRY(open_search(query));
    straight_scratch* const scratch = query->straight;
    const asked q = {query, ask, &scratch->course, &scratch->stack};
    straight_answer answer = {
        .lo = (double)ask->piece + 1, .hi = (double)ask->piece + 1, .complete = 1};
    const abut_model *a = ask->model[0], *b = ask->model[1];
    double from, to;
    prepare_course(&q);
    const double *const low[2] = {a->low, b->low}, *const high[2] = {a->high, b->high};
    const int is_empty = !soup_mesh_present(&a->mesh) || !soup_mesh_present(&b->mesh);
    const int may_meet =
        !is_empty && straight_window(q.course, low, high, &from, &to) && !(ask->until < from);
    if (is_empty || PRUNE(!may_meet)) {
        *out = answer;
        return ABUT_OK;
    }
    if (!may_meet) {
        from = 0;
        to = 1;
    }
    if (ask->until < to) to = ask->until;
    begin(&q, from, to);
    walk(&q);
    search* s = &query->search;
    if (s->status == ABUT_OK) answer_walk(&q, &answer);
    TRY(s->status);
    answer.work = s->work;
    *out = answer;
    return ABUT_OK;
}
