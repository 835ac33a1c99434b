// first_contact.c - intervals of time, the earliest first: what is kept of one is where its parts begin
// (docs/exactness.md, "Motions").
//
// Of an interval that is not free the parts are left in which the least window of what was kept is no help. A walk that
// comes to a certain contact at the middle ends there: only what is before the middle matters then. So what is left gets
// shorter from both sides, until contact is at its right end and it is short enough.
#include "query/first_contact.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "engine/kernels.h"
#include "geom/nearest.h"
#include "query/distance.h"
#include "query/straight.h"
#include "search/sweep.h"

#include <math.h>
#include <string.h>

#define RESOLUTION 1e-7
#define GRID       0x1p-50
// What is not told yet within the resolution is cut so many times more.
#define BELOW 0x1p-10
// Where any contact will do, it is looked for so many times in a piece before the search goes on without.
#define PROBES 4
// With a start that is not free in so short a part of the first piece, contact at the start is decided.
#define START 0x1p-10

typedef struct asked {
    abut_query* query;
    placed_model side[2];
    const motion_piece* pieces[2];  // count of each
    size_t count;
    const abut_motion_ask* ask;
    // Ends and middles of intervals are multiples of grid, a power of two: so they are exact as parts of a piece and as times.
    double grid;
    double resolution,
        least;  // so short are intervals when contact is looked for at their ends, and when nothing is
    abut_first* out;
    double until;        // nothing after it matters
    size_t piece;        // that is looked at
    int probes;          // of this piece
    uint64_t stop_time;  // 0: none
    int has_points;      // features and points are told
    int start_is_free;   // it is known that there is no contact at 0
} asked;

const char* motion_state_text(abut_motion_state state)
{
    switch (state) {
    case ABUT_MOTION_UNDECIDED:
        return "undecided";
    case ABUT_MOTION_FREE:
        return "free";
    case ABUT_MOTION_CONTACT:
        return "contact";
    case ABUT_MOTION_NEAR:
        return "near";
    }
    return NULL;
}

static double larger(double x, double y)
{
    return x > y ? x : y;
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
static int set_interval(const asked* q, size_t piece, double low, double high)
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
static int walk(const asked* q, const front* f)
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
static void note_contact(const asked* q, size_t piece, double tau, abut_pair pair)
{
    q->out->t_hi = (double)piece + tau;
    q->out->has_pair = 1;
    q->out->pair = pair;
}

// Whether there is certainly contact at a time, told by what was kept about it: then that is the answer, and 0 is returned,
// as it is if the search must end.
static int is_apart_at(const asked* q, size_t piece, double tau, const front* f)
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
        size += larger(fabs(m->model->low[k]), fabs(m->model->high[k]));
    return 1.01 * (at->matrix_error * size + at->translation_error);
}

// NEAR: which pair is the nearest at a time of the piece, and how far.
static abut_status measure(const asked* q, double tau)
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
static void tell_near(const asked* q, double high)
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

static int first_in(asked* q, span i, const front* f);

// Of an interval that kept something, what its windows leave. before, after: these windows.
static int first_in_parts(asked* q, const span* i, const front* kept, double before, double after)
{
    // On the grid, toward the middle.
    const double left = kept->middle - round_down(before, q->grid);
    const double right = kept->middle + round_down(after, q->grid);
    if (left > i->low && !first_in(q, (span){.low = i->low, .high = left}, kept)) return 0;
    return !(right < i->high) || first_in(q, (span){right, i->high, i->has_found, i->found}, kept);
}

// The last that can be done about an interval up to high that is short. Returns 0 if there is an answer, or the search must
// end.
static int first_at_end(const asked* q, double length, double high, const front* kept)
{
    if (!is_apart_at(q, q->piece, high, kept)) return 0;
    if (length > q->least) return 1;
    tell_near(q, high);
    return 0;
}

// Look at an interval until its middle is not certainly in contact: what is after that is left out. As above.
static int look_at(asked* q, span* i, const front* f)
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

// Find the first contact in an interval that begins with a front. Returns 0 if there is an answer, or the search must end; 1
// if the interval is free.
static int first_in(asked* q, span i, const front* f)
{
    search* const s = &q->query->search;
    sweep_search* const w = s->sweep;
    const size_t base = w->entry_count;
    q->out->t_lo = (double)q->piece + i.low;
    s->done = q->out->t_lo / (double)q->count;
    if (!look_at(q, &i, f)) return 0;
    const front kept = {base, w->entry_count - base, w->now.middle, 0};
    const double before = (double)w->before, after = (double)w->after;
    if (!kept.count) return 1;
    if (PRUNE(q->ask->any && w->may_touch && q->probes < PROBES)) {
        q->probes++;
        if (!is_apart_at(q, q->piece, kept.middle, &kept)) return 0;
    }
    if (i.high - i.low <= q->resolution && !first_at_end(q, i.high - i.low, i.high, &kept))
        return 0;
    const int is_free = first_in_parts(q, &i, &kept, before, after);
    w->entry_count = base;
    return is_free;
}

// --------------------------------------------------------------------------------------------- pieces

// Whether the models stand still to each other in a piece.
static int is_still(const asked* q, const abut_motion* a, const abut_motion* b)
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
static int goes_straight(const asked* q)
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

static void ask_search(const asked* q);

// A straight piece: the first contact is found exactly. Returns as first_in.
static int first_straight(asked* q)
{
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
static int first_in_piece(asked* q, const abut_motion* a, const abut_motion* b)
{
    search* const s = &q->query->search;
    const double left = q->until - (double)q->piece;
    const span whole = {.low = 0, .high = left < 1 ? ceil(left / q->grid) * q->grid : 1};
    q->probes = 0;
    q->out->t_lo = (double)q->piece;
    s->done = q->out->t_lo / (double)q->count;
    if (!search_may_test(s)) return 0;
    if (!(left > 0) || is_still(q, a, b)) return q->start_is_free || is_apart_at(q, 0, 0, &root);
    return goes_straight(q) ? first_straight(q) : first_in(q, whole, &root);
}

static void search_pieces(asked* q, const abut_motion* a, const abut_motion* b)
{
    abut_first* const out = q->out;
    int goes_on = q->count || is_apart_at(q, 0, 0, &root);
    for (q->piece = 0; goes_on && q->piece < q->count; q->piece++) {
        goes_on = first_in_piece(q, a, b);
        q->start_is_free = 1;
    }
    if (goes_on) {
        out->state = ABUT_MOTION_FREE;
        out->t_lo = out->t_hi = (double)q->count;
    } else if (out->has_pair && q->query->search.stopped) {
        out->state = ABUT_MOTION_CONTACT;
    }
}

// Of both: count pieces, at least one. They are kept by the query.
static abut_status prepare_pieces(asked* q, const abut_motion_question* motion)
{
    abut_query* const query = q->query;
    const size_t count = q->count ? q->count : 1;
    const abut_instance* const instance[2] = {motion->a, motion->b};
    const abut_motion* const pieces[2] = {q->count ? motion->a_pieces : NULL,
                                          q->count ? motion->b_pieces : NULL};
    void* block = query->motion;
    if (count > SIZE_MAX / 2) return ABUT_OUT_OF_MEMORY;
    TRY(host_grow(&query->host, &block, &query->motion_capacity, 0, 2 * count,
                  sizeof *query->motion));
    query->motion = block;
    for (int side = 0; side < 2; side++) {
        motion_piece* const out = query->motion + (size_t)side * count;
        TRY(motion_path_prepare(&instance[side]->pose, pieces[side], count, out));
        q->pieces[side] = out;
    }
    return ABUT_OK;
}

// --------------------------------------------------------------------------------------------- answer

static abut_status open_search(abut_query* query)
{
    search* s = &query->search;
    s->host = &query->host;
    if (s->sweep) return ABUT_OK;
    s->sweep = host_allocate(s->host, 1, sizeof *s->sweep);
    if (!s->sweep) return ABUT_OUT_OF_MEMORY;
    *s->sweep = (sweep_search){.now.half = 0};
    return ABUT_OK;
}

// Set the question of the search.
static void ask_search(const asked* q)
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

static void begin(const asked* q)
{
    search* s = &q->query->search;
    sweep_search* w = s->sweep;
    for (int side = 0; side < 2; side++)
        w->side[side] = (relative_side){.frame = &q->side[side].model->frame};
    w->now.separation = q->ask->separation;
    w->entry_count = 0;
    ask_search(q);
    search_begin(s);
}

// Where a point goes, rounded.
static void map_point(const affine* map, double point[3])
{
    const double x[3] = {point[0], point[1], point[2]};
    for (int i = 0; i < 3; i++)
        point[i] = map->matrix[i][0] * x[0] + map->matrix[i][1] * x[1] + map->matrix[i][2] * x[2] +
                   map->translation[i];
}

// Features and points of the pair, as the models stand at t_hi.
static void tell_points(const asked* q)
{
    search* s = &q->query->search;
    sweep_search* w = s->sweep;
    abut_first* const out = q->out;
    const double last = (double)q->count - 1, whole = floor(out->t_hi);
    const double piece = whole < last ? whole : last > 0 ? last : 0;
    const motion_piece *a = &q->pieces[0][(size_t)piece], *b = &q->pieces[1][(size_t)piece];
    sweep_set(s, a, b, out->t_hi - piece, 0);
    memset(&s->poses, 0, sizeof s->poses);  // may be of frames
    pose_pair_change(&s->poses, w->side[0].pose, w->side[1].pose, 0);
    placed_pair p;
    search_place_pair(s, out->pair.a, out->pair.b, &p);
    const abut_kind kind = tri_tri(&p.pair, &p.reduced[0], &p.reduced[1]);
    if (kind != ABUT_KIND_APART) {
        contact_first_corner(s, out->pair, kind, &out->features, out->a_point);
        memcpy(out->b_point, out->a_point, sizeof out->b_point);
    } else {
        nearest_bounds bounds;
        nearest_square square;
        exact_points e;
        const double* vertex[6];
        nearest_bound(&p.triangle[0], &p.triangle[1], &bounds);
        soup_mesh_vertices(s->mesh[0], out->pair.a, vertex);
        soup_mesh_vertices(s->mesh[1], out->pair.b, vertex + 3);
        exact_points_make(&e, &s->poses, vertex, EXACT_RELATIVE);
        nearest_exact(&e, bounds.features, 1, &square);
        exact_points_make(&e, &s->poses, vertex, EXACT_WORLD);
        out->features = square.features;
        nearest_points(&e, square.features, out->a_point, out->b_point);
    }
    for (int side = 0; side < 2; side++)
        if (q->side[side].frame) map_point(q->side[side].frame, side ? out->b_point : out->a_point);
}

// Whether frames, if there are any, drop out.
static int frames_are_equal(const asked* q)
{
    const unsigned what = q->ask->separation > 0 ? FRAMES_FOR_LENGTHS : 0;
    return frames_drop_out(&q->side[0], &q->side[1], what);
}

abut_status first_contact(abut_query* query, const abut_motion_question* motion,
                          const abut_motion_ask* ask, double until, abut_first* out)
{
    const abut_instance *a = motion->a, *b = motion->b;
    const size_t count = motion->count;
    affine frames[2];
    abut_first answer = {.t_hi = (double)count, .complete = 1};
    const double wanted = double_is_zero(ask->resolution) ? RESOLUTION : ask->resolution;
    asked q = {.query = query, .count = count, .until = until, .ask = ask, .out = &answer};
    for (q.grid = GRID; (double)count > q.grid * 0x1p52; q.grid *= 2)
        continue;
    q.resolution = larger(wanted, 16 * q.grid);
    q.least = larger(q.resolution * BELOW, 4 * q.grid);
    if (!models_mix(a->model, b->model)) return ABUT_MIXED_METHODS;
    if (!first_contact_has_method(a->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&q.side[0], &frames[0], a));
    TRY(model_place(&q.side[1], &frames[1], b));
    if (!frames_are_equal(&q)) return ABUT_BAD_COMBINATION;
    q.stop_time = query_stop_time(query, ask->deadline);
    TRY(open_search(query));
    TRY(prepare_pieces(&q, motion));
    begin(&q);
    search* const s = &query->search;
    if (s->mesh[0]->triangle_count && s->mesh[1]->triangle_count) {
        search_pieces(&q, motion->a_pieces, motion->b_pieces);
        TRY(s->status);
    } else {
        answer.state = ABUT_MOTION_FREE;
        answer.t_lo = (double)count;
    }
    answer.complete = !s->stopped;
    if (ask->detail == ABUT_DETAIL_POINTS && answer.has_pair && !q.has_points) tell_points(&q);
    answer.volume_tests = s->work.volume_tests;
    answer.triangle_tests = s->work.triangle_tests;
    answer.node_updates = s->work.node_updates;
    answer.exact_tests = s->work.exact_tests;
    *out = answer;
    return ABUT_OK;
}
