// sight.c - what there is to see of a flight, and the picture of its step with most contacts.
#include "fly/sight.h"

#include "picture/stations.h"
#include "picture/way.h"
#include "say/say.h"

#include <math.h>

void fly_poses(const fly_result* r, size_t step, abut_pose out[2])
{
    for (int side = 0; side < 2; side++)
        out[side] = fly_pose(r, side, step);
}

void fly_poses_between(const fly_result* r, size_t step, double fraction, abut_pose out[2])
{
    fly_poses(r, step, out);
    for (int side = 0; side < 2; side++) {
        abut_motion motion;
        abut_pose to;
        const abut_pose from = out[side];
        const abut_motion* m = fly_motion(r, side, step, &motion, &to);
        // The question about the piece has checked them: it cannot fail.
        if (m) (void)abut_motion_pose(&from, m, 1, fraction, &out[side]);
    }
}

// The way is known by bounds within the limit: then it is found again, whatever ended the search before.
size_t fly_seen(const fly_result* r, size_t step)
{
    const fly_step* s = &r->steps[step];
    const measure_limit* limit = &r->options->clearance;
    return s->pair_count || !limit->is_given ? s->pair_count : s->near.hi <= limit->distance;
}

static abut_status ask_way(fly_sight* s, const abut_instance* a, const abut_instance* b,
                           abut_hits* out)
{
    abut_distance_ask how = fly_distance_ask(s->result->options);
    abut_distance_answer answer;
    how.detail = ABUT_DETAIL_POINTS;
    const abut_status status = abut_distance(s->query, a, b, &how, &answer);
    if (status != ABUT_OK) return status;
    s->nearest = answer.pair;
    s->way = way_of(&answer);
    s->distance = answer.hi;
    *out = (abut_hits){
        .pairs = &s->nearest, .contacts = &s->way, .count = answer.has_pair ? 1 : 0, .complete = 1};
    return ABUT_OK;
}

bool fly_ask_again(fly_sight* s, size_t step, abut_hits* out)
{
    const fly_result* r = s->result;
    const fly_step* found = &r->steps[step];
    abut_pose at[2];
    fly_poses(r, step, at);
    const abut_instance a = {r->sides[0].model, at[0]}, b = {r->sides[1].model, at[1]};
    const abut_ask how = {.limit = r->options->files.limit, .detail = ABUT_DETAIL_POINTS};
    const abut_status status = !found->pair_count && fly_seen(r, step)
                                   ? ask_way(s, &a, &b, out)
                                   : abut_collide(s->query, &a, &b, &how, out);
    if (status != ABUT_OK) say_status(NULL, status);
    return status == ABUT_OK;
}

// The step with most pairs; without any the nearest one, or the middle one.
static size_t fullest(const fly_result* r)
{
    const bool is_near = r->options->clearance.is_given && r->summary.least.hi < (double)INFINITY;
    size_t step = is_near ? r->summary.least_step : r->path.count / 2, most = 0;
    for (size_t i = 0; i < r->path.count; i++) {
        if (r->steps[i].pair_count <= most) continue;
        most = r->steps[i].pair_count;
        step = i;
    }
    return step;
}

// Whether the first thing to see is where the way is first not free.
static bool has_first(const fly_result* r)
{
    return r->between.first < r->between.count;
}

static char* verdict_text(const fly_result* r, const fly_sight* s)
{
    const size_t step = s->step, count = r->path.count;
    if (has_first(r)) {
        const first_told told = fly_told(r, r->between.first);
        return first_brief(&told);
    }
    if (s->hits.count && s->hits.contacts == &s->way)
        return say_text("the shortest way at step %zu of %zu, the nearest: %.17g", step, count,
                        s->distance);
    if (s->hits.count)
        return say_text("where they meet at step %zu of %zu, the fullest: %zu pair%s", step, count,
                        s->hits.count, plural(s->hits.count));
    if (r->options->continuous)
        return say_text("step %zu of %zu; free between all steps", step, count);
    if (r->options->clearance.is_given)
        return say_text("step %zu of %zu; %s", step, count,
                        r->summary.steps[FLY_CLEAR] == count ? "clear at every step" : "undecided");
    return say_text("step %zu of %zu; no contact at any step", step, count);
}

// Take that, and where both models are there.
static void look_at_first(fly_sight* s)
{
    const fly_result* r = s->result;
    const abut_first* first = &r->between.pieces[r->between.first].first;
    const bool is_apart = first->state != ABUT_MOTION_CONTACT || r->options->limits.separation > 0;
    s->step = r->between.first;
    fly_poses_between(r, s->step, first->t_hi, s->poses);
    s->is_apart = is_apart;
    if (!first_has_points(first)) return;
    s->nearest = first->pair;
    s->way = station_contact(first->a_point, first->b_point, is_apart);
    s->hits = (abut_hits){.pairs = &s->nearest, .contacts = &s->way, .count = 1, .complete = 1};
}

static bool look_at_step(fly_sight* s)
{
    const fly_result* r = s->result;
    s->step = fullest(r);
    fly_poses(r, s->step, s->poses);
    if (!fly_ask_again(s, s->step, &s->hits)) return false;
    s->is_apart = s->hits.contacts == &s->way;
    return true;
}

bool fly_see(const fly_result* r, fly_sight* s)
{
    *s = (fly_sight){.result = r};
    const abut_status status = abut_query_create(&s->query, r->host);
    if (status != ABUT_OK) {
        say_status("cannot draw", status);
        return false;
    }
    if (has_first(r))
        look_at_first(s);
    else if (!look_at_step(s))
        return false;
    const bool fine = pair_see(&s->pair, r->sides, s->poses, &s->hits, verdict_text(r, s));
    s->pair.scene.is_apart = s->is_apart;
    return fine;
}

void fly_sight_free(fly_sight* s)
{
    abut_query_free(s->query);
    pair_sight_free(&s->pair);
}
