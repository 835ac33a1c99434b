// hybrid_hand.c - case 2 of Wan, Fan and Gao 2001, section 6: a hand of over 30000 triangles moves along a path to the
// door of a car of over 60000, its fingers first, and goes on into the car.
#include "bench.h"
#include "papers/hybrid.h"

#include <stdlib.h>

static int ask_pose(hand_case* h, size_t pose, const pair_built* built, abut_query* query)
{
    const bench_scene* s = &h->scene;
    const abut_instance of[2] = {{built->a, s->a_pose, NULL}, {built->b, s->poses[pose], NULL}};
    const mesh* const meshes[2] = {&s->a, &s->b};
    abut_hits hits;
    inside_answer inside = {false, false};
    const abut_status status = abut_collide(query, &of[0], &of[1], &(abut_ask){.limit = 1}, &hits);
    if (status != ABUT_OK) return bench_fail("hand: %s", abut_status_text(status));
    h->touching[pose] = hits.count > 0;
    h->touching_count += hits.count > 0;
    if (hits.count && h->first_contact == s->pose_count) h->first_contact = pose;
    if (!h->touching[pose] && inside_of(query, of, meshes, &inside) != BENCH_OK) return BENCH_ERROR;
    h->asked_inside += inside.is_asked;
    h->inside_count += inside.is_inside;
    return BENCH_OK;
}

static int answer_all(hand_case* h)
{
    const abut_build engine = {.method = ABUT_METHOD_WIDE};
    pair_built built;
    abut_query* query = NULL;
    int status = pair_build(&built, &h->scene, &engine, NULL);
    if (status == BENCH_OK && abut_query_create(&query, NULL) != ABUT_OK)
        status = bench_fail("out of memory");
    for (size_t i = 0; i < h->scene.pose_count && status == BENCH_OK; i++)
        status = ask_pose(h, i, &built, query);
    abut_query_free(query);
    pair_free(&built);
    return status;
}

int hand_make(hand_case* h, bool quick)
{
    static const double z[3] = {0, 0, 1};
    const size_t steps = quick ? 20 : 1000;
    bench_scene* s = &h->scene;
    *h =
        (hand_case){.scene = {.name = "hand and car", .pose_count = steps}, .first_contact = steps};
    int status = shape_car(quick ? 6000 : 60755, &s->a);
    if (status == BENCH_OK) status = shape_hand(quick ? 3000 : 30500, &s->b);
    s->poses = calloc(steps, sizeof *s->poses);
    h->touching = calloc(steps, 1);
    if (status != BENCH_OK || !s->poses || !h->touching) return bench_fail("out of memory");
    mesh_fit_cube(&s->b, 0.2);
    for (size_t i = 0; i < steps; i++) {
        const double part = (double)i / (double)steps;
        abut_pose_from_axis_angle(&s->poses[i], z, 90 + 20 * part);
        s->poses[i].translation[0] = 0.1 * part;
        s->poses[i].translation[1] = -0.75 + 0.4 * part;
        s->poses[i].translation[2] = 0.05;
    }
    return answer_all(h);
}

void hand_free(hand_case* h)
{
    bench_scene_free(&h->scene);
    free(h->touching);
}
