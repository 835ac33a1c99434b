// paper_flight.c - billiard flights (Klosowski 1998, chapters 2 and 5): paths on which methods are compared. The
// fastest method finds where the flying object hits; all methods find the same.
#include "bench.h"
#include "papers/paper_run.h"
#include "random.h"

#include <math.h>
#include <stdlib.h>

typedef struct state {
    double at[3], velocity[3], axis[3], turn;
    double rotation[3][3];
} state;

static void random_axis(random_source* r, double out[3])
{
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = 2 * random_unit(r) - 1;
            square += out[k] * out[k];
        }
    } while (square > 1 || square < 0.1);
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(square);
}

// The matrix that a step turns by, applied to what there is, and made orthonormal again: the rounding of many
// steps would add up.
static void turn_on(state* s)
{
    abut_pose step;
    double next[3][3];
    abut_pose_from_axis_angle(&step, s->axis, s->turn);
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            next[i][j] = 0;
            for (int k = 0; k < 3; k++)
                next[i][j] += step.rotation[i][k] * s->rotation[k][j];
        }
    }
    for (int i = 0; i < 3; i++) {
        for (int before = 0; before < i; before++) {
            double along = 0;
            for (int k = 0; k < 3; k++)
                along += next[i][k] * next[before][k];
            for (int k = 0; k < 3; k++)
                next[i][k] -= along * next[before][k];
        }
        const double length =
            sqrt(next[i][0] * next[i][0] + next[i][1] * next[i][1] + next[i][2] * next[i][2]);
        for (int k = 0; k < 3; k++)
            s->rotation[i][k] = next[i][k] / length;
    }
}

static void move_on(state* s, const flight* f)
{
    for (int k = 0; k < 3; k++) {
        const double middle = 0.5 * (f->low[k] + f->high[k]);
        s->velocity[k] += f->pull[k] + f->pull_to_middle * (middle - s->at[k]);
        s->at[k] += s->velocity[k];
        if ((s->at[k] < f->low[k] && s->velocity[k] < 0) ||
            (s->at[k] > f->high[k] && s->velocity[k] > 0))
            s->velocity[k] = -s->velocity[k];
    }
    turn_on(s);
}

// Back to where it came from, a little changed.
static void turn_round(state* s, const flight* f, random_source* r)
{
    double change[3];
    random_axis(r, change);
    for (int k = 0; k < 3; k++)
        s->velocity[k] = -s->velocity[k] + 0.2 * f->speed * change[k];
    const double speed = sqrt(s->velocity[0] * s->velocity[0] + s->velocity[1] * s->velocity[1] +
                              s->velocity[2] * s->velocity[2]);
    for (int k = 0; k < 3 && speed > 0; k++)
        s->velocity[k] *= f->speed / speed;
    s->turn = -s->turn * (0.9 + 0.2 * random_unit(r));
}

int fly_scene(bench_scene* s, const flight* f, size_t steps)
{
    random_source random = {f->seed};
    state now = {.turn = f->turn, .rotation = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    const abut_build build = {.method = ABUT_WIDE};
    const abut_ask first = {.limit = 1};
    pair_built p;
    abut_query* query = NULL;
    random_axis(&random, now.velocity);
    random_axis(&random, now.axis);
    for (int k = 0; k < 3; k++) {
        now.at[k] = f->from[k];
        now.velocity[k] *= f->speed;
    }
    free(s->poses);
    s->pose_count = steps;
    s->poses = calloc(steps, sizeof *s->poses);
    if (!s->poses || abut_query_create(&query, NULL) != ABUT_OK)
        return bench_fail("%s: out of memory", s->name);
    int status = pair_build(&p, s, &build, NULL);
    for (size_t i = 0; i < steps && status == BENCH_OK; i++) {
        abut_pose* pose = &s->poses[i];
        const state before = now;
        abut_hits hits;
        move_on(&now, f);
        *pose = (abut_pose){.scale = 1};
        for (int k = 0; k < 9; k++)
            pose->rotation[k / 3][k % 3] = now.rotation[k / 3][k % 3];
        for (int k = 0; k < 3; k++)
            pose->translation[k] = now.at[k];
        const abut_instance a = {p.a, s->a_pose}, b = {p.b ? p.b : p.a, *pose};
        const abut_status asked = abut_collide(query, &a, &b, &first, &hits);
        if (asked != ABUT_OK) status = bench_fail("%s: %s", s->name, abut_status_text(asked));
        if (asked != ABUT_OK || !hits.count || f->through) continue;
        for (int k = 0; k < 3; k++)
            now.at[k] = before.at[k];
        for (int k = 0; k < 9; k++)
            now.rotation[k / 3][k % 3] = before.rotation[k / 3][k % 3];
        turn_round(&now, f, &random);
    }
    pair_free(&p);
    abut_query_free(query);
    return status;
}
