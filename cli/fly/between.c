// between.c - the pieces of "abut fly --continuous", asked by all workers: each takes a few of them at a time. An answer
// depends on its piece alone, so it is the same for any number of workers, but where the clock ends a search.
#include "fly/fly.h"
#include "options/pose.h"
#include "say/say.h"

#include <stdlib.h>
#include <string.h>

enum {
    STRETCH = 4,              // pieces: few, for one in contact takes longer than others
    STRETCHES_A_WORKER = 16,  // in a round; after it failures and contacts are looked at
};

typedef struct between_ask {
    fly_result* r;
    abut_motion_ask how;
    abut_query** queries;   // of each worker
    abut_status* statuses;  // of each piece
    size_t first, end;      // stretch of this round, and behind the last one
    progress* p;
} between_ask;

// ---------------------------------------------------------------------------------------- motions

// Whether motions lead from step to step of a body: of one size, and mirrored always or never.
static bool steps_fit(poses* p, size_t body, const char* file)
{
    const size_t bodies = (size_t)p->bodies;
    for (size_t i = 1; i < p->count; i++) {
        char* where = say_text("%s: line %zu", path_name(file), p->lines[i]);
        const bool fits = motion_can_end(&p->poses[body], &p->poses[bodies * i + body],
                                         where ? where : path_name(file), "step 0");
        free(where);
        if (!fits) return false;
    }
    return true;
}

bool fly_between_fits(fly_result* r)
{
    const fly_options* o = r->options;
    if (r->path.count < 2) {
        say(P010_ONE_POSE, "%s: it has one pose: there is nothing between steps for --continuous",
            path_name(o->path));
        return false;
    }
    if (o->has_pivot_a && !fly_moves(r, 0)) {
        say(O007_NO_EFFECT, "option --pivot-a has no effect: a rests");
        return false;
    }
    return steps_fit(&r->path, 0, o->path) &&
           (r->path.bodies == 1 || steps_fit(&r->path, 1, o->path)) &&
           (!r->path_a.count || steps_fit(&r->path_a, 0, o->path_a));
}

const abut_motion* fly_motion_kind(const fly_result* r, int side, abut_motion* out, abut_pose* to)
{
    if (!fly_moves(r, side)) return NULL;
    *to = pose_at_rest;
    *out = (abut_motion){.to = to};
    memcpy(out->pivot, r->options->pivots[side], sizeof out->pivot);
    return out;
}

const abut_motion* fly_motion(const fly_result* r, int side, size_t piece, abut_motion* out,
                              abut_pose* to)
{
    if (!fly_motion_kind(r, side, out, to)) return NULL;
    *to = fly_pose(r, side, piece + 1);
    return out;
}

// ------------------------------------------------------------------------------------------ asking

static abut_status ask_piece(const between_ask* b, abut_query* query, size_t piece)
{
    fly_result* r = b->r;
    fly_piece* out = &r->between.pieces[piece];
    abut_motion motions[2];
    abut_pose to[2];
    const abut_instance ia = {r->sides[0].model, fly_pose(r, 0, piece)};
    const abut_instance ib = {r->sides[1].model, fly_pose(r, 1, piece)};
    const abut_motion *ma = fly_motion(r, 0, piece, &motions[0], &to[0]),
                      *mb = fly_motion(r, 1, piece, &motions[1], &to[1]);
    const double before = progress_clock();
    const abut_status status = abut_first_contact(query, &ia, ma, &ib, mb, 1, &b->how, &out->first);
    out->microseconds = 1e6 * (progress_clock() - before);
    return status;
}

static void ask_stretch(void* context, size_t index, int worker)
{
    between_ask* b = context;
    const size_t count = b->r->between.count, start = (b->first + index) * STRETCH;
    abut_query** query = &b->queries[worker];
    for (size_t piece = start; piece < start + STRETCH && piece < count; piece++) {
        // The pool's worker 0 is the thread that the terminal belongs to.
        if (worker == 0) progress_report(b->p, (double)piece / (double)count);
        abut_status* status = &b->statuses[piece];
        *status = *query ? ABUT_OK : abut_query_create(query, NULL);
        if (*status == ABUT_OK) *status = ask_piece(b, *query, piece);
        if (*status != ABUT_OK) return;
    }
}

static bool tell_failure(const fly_result* r, size_t piece, abut_status status)
{
    say(fault_code_of_status(status), "%s: lines %zu and %zu, between the steps %zu and %zu: %s",
        path_name(r->options->path), r->path.lines[piece], r->path.lines[piece + 1], piece,
        piece + 1, motion_status_text(status));
    return false;
}

// Add up a round. *contact: whether there was one. Returns false after telling of a failure.
static bool end_round(between_ask* b, size_t end, bool* contact)
{
    fly_result* r = b->r;
    for (size_t i = b->first * STRETCH; i < end; i++) {
        if (b->statuses[i] != ABUT_OK) return tell_failure(r, i, b->statuses[i]);
        const abut_first* f = &r->between.pieces[i].first;
        r->between.intervals += f->intervals;
        r->volume_tests += f->volume_tests;
        r->triangle_tests += f->triangle_tests;
        r->node_updates += f->node_updates;
        r->exact_tests += f->exact_tests;
        *contact |= f->state == ABUT_MOTION_CONTACT;
    }
    return true;
}

static bool ask_all(between_ask* b, const abut_host* host)
{
    const size_t last = b->r->between.last_asked;
    const size_t round = (size_t)host->workers * STRETCHES_A_WORKER;
    const bool is_written = fly_is_written(b->r->options);
    bool contact = false;
    for (; b->first < b->end && (is_written || !contact); b->first += round) {
        const size_t left = b->end - b->first, some = left < round ? left : round;
        const size_t end = (b->first + some) * STRETCH;
        host->run(host->user, some, ask_stretch, b);
        if (!end_round(b, end < last ? end : last, &contact)) return false;
    }
    return true;
}

void fly_shard_pieces(const fly_options* o, size_t count, size_t* first, size_t* last)
{
    const size_t pieces = count - 1;
    shard_range(&o->shard, (pieces + STRETCH - 1) / STRETCH, first, last);
    *first *= STRETCH;
    *last = *last * STRETCH < pieces ? *last * STRETCH : pieces;
    if (*first > *last) *first = *last;
}

void fly_sum_up_between(fly_result* r)
{
    fly_between* b = &r->between;
    b->first = b->count;
    for (size_t i = b->count; i-- > 0;) {
        const first_told told = fly_told(r, i);
        const abut_motion_state state = first_state(&told);
        b->states[state]++;
        if (state != ABUT_MOTION_FREE) b->first = i;
    }
}

bool fly_ask_between(fly_result* r, progress* p)
{
    const fly_options* o = r->options;
    const abut_host* host = r->host;
    const bool is_known = r->summary.steps[FLY_CONTACT] || r->summary.steps[FLY_CLOSE];
    if (is_known && !fly_is_written(o)) return true;  // for the status that will do
    fly_between* between = &r->between;
    between->count = r->path.count - 1;
    fly_shard_pieces(o, r->path.count, &between->first_asked, &between->last_asked);
    between->pieces = calloc(between->count, sizeof *between->pieces);
    between_ask b = {.r = r,
                     .how = motion_ask_of(&o->limits, o->files.budget, o->deadline),
                     .queries = calloc((size_t)host->workers, sizeof(abut_query*)),
                     .statuses = calloc(between->count, sizeof(abut_status)),
                     .first = (between->first_asked + STRETCH - 1) / STRETCH,
                     .end = (between->last_asked + STRETCH - 1) / STRETCH,
                     .p = p};
    const bool has_room = between->pieces && b.queries && b.statuses;
    if (fly_is_written(o))
        b.how.detail = ABUT_DETAIL_POINTS;
    else
        b.how.any = 1;
    progress_begin(p, "proving what lies between the steps of", path_name(o->path));
    const bool fine = has_room && ask_all(&b, host);
    between->seconds = progress_end(p);
    if (!has_room) say_status(NULL, ABUT_OUT_OF_MEMORY);
    if (fine && !shard_is_given(&o->shard)) fly_sum_up_between(r);
    for (int i = 0; b.queries && i < host->workers; i++)
        abut_query_free(b.queries[i]);
    free(b.queries);
    free(b.statuses);
    return fine;
}

void fly_between_free(fly_between* b)
{
    free(b->pieces);
    *b = (fly_between){0};
}

const char* fly_end_text(const fly_options* o)
{
    if (!(o->deadline > 0)) return "budget";
    return o->files.budget ? "budget or the deadline" : "deadline";
}

first_told fly_told(const fly_result* r, size_t piece)
{
    return (first_told){.first = &r->between.pieces[piece].first,
                        .limits = &r->options->limits,
                        .end = fly_end_text(r->options),
                        .is_hollow = fly_is_hollow(r),
                        .is_piece = true,
                        .step = piece};
}
