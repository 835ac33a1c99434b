// first_contact.c - the question, and its answer: see first_interval.h for the search.
#include "query/first_contact.h"

#include "base/base.h"
#include "base/bits.h"
#include "base/host.h"
#include "geom/motion_room.h"
#include "geom/nearest.h"
#include "query/distance.h"
#include "query/first_interval.h"
#include "query/first_share.h"
#include "query/shape.h"
#include "search/sweep.h"

#include <math.h>
#include <string.h>

#define RESOLUTION 1e-7
#define GRID       0x1p-50
// What is not told yet within the resolution is cut so many times more.
#define BELOW 0x1p-10

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

// Of both: count pieces, at least one. They are kept by the query.
static abut_status prepare_pieces(first_search* q, const abut_motion_question* motion)
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

static void tell_free(const first_search* q)
{
    q->out->state = ABUT_MOTION_FREE;
    q->out->t_lo = q->out->t_hi = (double)q->count;
}

static void search_way(first_search* q, const abut_motion* a, const abut_motion* b)
{
    size_t done = 0;
    // The first look at all of the way (is_clear_at_once) may have been all that the budget allows.
    int goes_on = !q->query->search.stopped && (q->count || first_at_start(q));
    // What is short is not worth sharing.
    for (; goes_on && done < q->count && !first_is_worth_sharing(q, done); done++)
        goes_on = first_in_pieces(q, a, b, done, done + 1);
    if (goes_on && done < q->count) goes_on = first_share(q, a, b, done);
    if (goes_on) tell_free(q);
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
static void tell_points(const first_search* q)
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

// --------------------------------------------------------------------------------------------- all of it

static const abut_motion at_rest;

// Whether one piece is certainly free, since all the room that the body may take is: so most of a planner's edges. Nothing is
// prepared for it but the model that rests, and that once. May set the search's status.
static int is_clear_at_once(const first_search* q, const abut_motion_question* motion)
{
    const abut_motion* const piece[2] = {motion->a_pieces ? motion->a_pieces : &at_rest,
                                         motion->b_pieces ? motion->b_pieces : &at_rest};
    const int moving = piece[0]->to || !motion_is_rest(piece[0]) ? 0 : 1;
    const abut_instance* const instance = moving ? motion->b : motion->a;
    const double scale = double_is_zero(instance->pose.scale) ? 1 : instance->pose.scale;
    const abut_model* const model = q->side[moving].model;
    motion_room room;
    placed_model rests = q->side[!moving];
    if (!motion_is_rest(piece[!moving]) || rests.model->method != ABUT_METHOD_WIDE ||
        !motion_room_find(&q->side[moving].pose, scale, piece[moving], model->low, model->high,
                          &room))
        return 0;
    abut_shape shape = {.kind = ABUT_SHAPE_CAPSULE};
    memcpy(shape.points[0], room.from, sizeof room.from);
    memcpy(shape.points[1], room.to, sizeof room.to);
    shape.radius = (room.radius + q->ask->separation) * (1 + 0x1p-50);
    rests.frame = NULL;  // which is that of both
    q->out->intervals++;
    return shape_is_clear(q->query, &rests, &shape);
}

// Whether frames, if there are any, drop out.
static int frames_are_equal(const first_search* q)
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
    first_search q = {.query = query, .count = count, .until = until, .ask = ask, .out = &answer};
    q.grid = GRID;
    while ((double)count > q.grid * 0x1p52)
        q.grid *= 2;
    q.resolution = double_larger(wanted, 16 * q.grid);
    // A coarse resolution says how exactly contact is told, not what is near.
    const double short_of = q.resolution < RESOLUTION ? q.resolution : RESOLUTION;
    q.least = double_larger(short_of * BELOW, 4 * q.grid);
    if (!models_mix(a->model, b->model)) return ABUT_MIXED_METHODS;
    if (!first_contact_has_method(a->model)) return ABUT_BAD_COMBINATION;
    TRY(model_place(&q.side[0], &frames[0], a));
    TRY(model_place(&q.side[1], &frames[1], b));
    if (!frames_are_equal(&q)) return ABUT_BAD_COMBINATION;
    q.stop_time = query_stop_time(query, ask->deadline);
    TRY(first_begin(&q));
    search* const s = &query->search;
    const int has_triangles = soup_mesh_present(s->mesh[0]) && soup_mesh_present(s->mesh[1]);
    const int is_clear = PRUNE(count == 1 && has_triangles) && is_clear_at_once(&q, motion);
    TRY(s->status);
    if (!is_clear) TRY(prepare_pieces(&q, motion));
    if (has_triangles && !is_clear) {
        search_way(&q, motion->a_pieces, motion->b_pieces);
        TRY(s->status);
    } else {
        tell_free(&q);
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
