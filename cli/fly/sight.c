// sight.c - what there is to see of a flight, and the picture of its step with most contacts.
#include "fly/sight.h"

#include "say/say.h"

#include <string.h>

static abut_pose complete(const abut_pose* pose)
{
    static const double zeros[3][3] = {{0}};
    abut_pose out = *pose;
    if (memcmp(out.rotation, zeros, sizeof zeros) == 0)
        memcpy(out.rotation, pose_at_rest.rotation, sizeof out.rotation);
    if (out.scale == 0) out.scale = 1;
    return out;
}

void fly_poses(const fly_result* r, size_t step, abut_pose out[2])
{
    const poses* path = &r->path;
    const poses* path_a = &r->path_a;
    out[0] = pose_at_rest;
    if (path->bodies == 2)
        out[0] = complete(&path->poses[2 * step]);
    else if (path_a->count)
        out[0] = complete(&path_a->poses[path_a->count == 1 ? 0 : step]);
    out[1] = complete(path->bodies == 2 ? &path->poses[2 * step + 1] : &path->poses[step]);
}

bool fly_ask_again(fly_sight* s, size_t step, abut_hits* out)
{
    const fly_result* r = s->result;
    abut_pose at[2];
    fly_poses(r, step, at);
    const abut_instance a = {r->sides[0].model, at[0]}, b = {r->sides[1].model, at[1]};
    const abut_ask how = {.limit = r->options->files.limit, .detail = ABUT_DETAIL_POINTS};
    const abut_status status = abut_collide(s->query, &a, &b, &how, out);
    if (status != ABUT_OK) say("%s", abut_status_text(status));
    return status == ABUT_OK;
}

// The step with most pairs; without any the middle one.
static size_t busiest(const fly_result* r)
{
    size_t step = r->path.count / 2, most = 0;
    for (size_t i = 0; i < r->path.count; i++) {
        if (r->steps[i].pair_count <= most) continue;
        most = r->steps[i].pair_count;
        step = i;
    }
    return step;
}

bool fly_see(const fly_result* r, fly_sight* s)
{
    *s = (fly_sight){.result = r, .step = busiest(r)};
    const abut_status status = abut_query_create(&s->query, r->host);
    if (status != ABUT_OK) {
        say("cannot draw: %s", abut_status_text(status));
        return false;
    }
    fly_poses(r, s->step, s->poses);
    if (!fly_ask_again(s, s->step, &s->hits)) return false;
    char* verdict =
        s->hits.count ? say_text("where they meet at step %zu of %zu, the fullest: %zu pair%s",
                                 s->step, r->path.count, s->hits.count, plural(s->hits.count))
                      : say_text("step %zu of %zu; no contact at any step", s->step, r->path.count);
    return pair_see(&s->pair, r->sides, s->poses, &s->hits, verdict);
}

void fly_sight_free(fly_sight* s)
{
    abut_query_free(s->query);
    pair_sight_free(&s->pair);
}
