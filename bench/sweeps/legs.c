// legs.c - motions as others take them: from one pose to another one, by less than a half turn.
#include "sweeps/sweeps.h"

#include <math.h>
#include <string.h>

#define LEG_DEGREES 120.0

// The point of the model that goes straight.
static void find_pivot(const abut_pose* start, const abut_motion* piece, double out[3])
{
    if (piece->to) {
        memcpy(out, piece->pivot, 3 * sizeof *out);
        return;
    }
    for (int k = 0; k < 3; k++) {
        out[k] = 0;
        for (int j = 0; j < 3; j++)
            out[k] += start->rotation[j][k] * (piece->pivot[j] - start->translation[j]);
    }
}

static size_t legs_of(const abut_motion* piece)
{
    return piece->to ? 1 : 1 + (size_t)(fabs(piece->degrees) / LEG_DEGREES);
}

static void world_point(const abut_pose* pose, const double p[3], double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = pose->rotation[k][0] * p[0] + pose->rotation[k][1] * p[1] +
                 pose->rotation[k][2] * p[2] + pose->translation[k];
}

// The turn from one rotation to the other, as the model sees it: axis and angle.
static void find_turn(sweeps_leg* leg)
{
    double r[3][3], trace = 0;  // from^T to
    double* axis = leg->axis;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            r[i][k] = 0;
            for (int j = 0; j < 3; j++)
                r[i][k] += leg->from.rotation[j][i] * leg->to.rotation[j][k];
        }
    for (int k = 0; k < 3; k++)
        trace += r[k][k];
    axis[0] = r[2][1] - r[1][2];
    axis[1] = r[0][2] - r[2][0];
    axis[2] = r[1][0] - r[0][1];
    const double twice_sine = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int k = 0; k < 3 && twice_sine > 0; k++)
        axis[k] /= twice_sine;
    leg->angle = atan2(twice_sine, trace - 1);
}

abut_status sweeps_legs_find(const sweeps_way* way, sweeps_legs* out)
{
    const size_t a = legs_of(&way->pieces[0]), b = legs_of(&way->pieces[1]);
    out->count = a > b ? a : b;
    if (out->count > SWEEPS_LEGS_MOST) return ABUT_BAD_ARGUMENT;
    for (int body = 0; body < 2; body++) {
        double pivot[3];
        abut_pose from = way->start[body];
        find_pivot(&from, &way->pieces[body], pivot);
        for (size_t i = 0; i < out->count; i++) {
            sweeps_leg* leg = &out->legs[body][i];
            const double time = (double)(i + 1) / (double)out->count;
            leg->from = from;
            memcpy(leg->pivot, pivot, sizeof pivot);
            const abut_status status =
                abut_motion_pose(&way->start[body], &way->pieces[body], 1, time, &leg->to);
            if (status) return status;
            find_turn(leg);
            from = leg->to;
        }
    }
    return ABUT_OK;
}

void sweeps_leg_pose(const sweeps_leg* leg, double time, abut_pose* out)
{
    double turned[3][3], from[3], to[3];
    const double *w = leg->axis, s = sin(time * leg->angle), c = 1 - cos(time * leg->angle);
    const double turn[3][3] = {{1 - c * (w[1] * w[1] + w[2] * w[2]), c * w[0] * w[1] - s * w[2],
                                c * w[0] * w[2] + s * w[1]},
                               {c * w[0] * w[1] + s * w[2], 1 - c * (w[0] * w[0] + w[2] * w[2]),
                                c * w[1] * w[2] - s * w[0]},
                               {c * w[0] * w[2] - s * w[1], c * w[1] * w[2] + s * w[0],
                                1 - c * (w[0] * w[0] + w[1] * w[1])}};
    world_point(&leg->from, leg->pivot, from);
    world_point(&leg->to, leg->pivot, to);
    for (int i = 0; i < 3; i++) {
        out->translation[i] = from[i] + time * (to[i] - from[i]);
        for (int k = 0; k < 3; k++) {
            turned[i][k] = 0;
            for (int j = 0; j < 3; j++)
                turned[i][k] += leg->from.rotation[i][j] * turn[j][k];
            out->translation[i] -= turned[i][k] * leg->pivot[k];
        }
    }
    memcpy(out->rotation, turned, sizeof turned);
    out->scale = leg->from.scale;
}

double sweeps_leg_length(const sweeps_leg* leg, const mesh* m)
{
    double from[3], to[3], straight = 0, most = 0;
    world_point(&leg->from, leg->pivot, from);
    world_point(&leg->to, leg->pivot, to);
    for (int k = 0; k < 3; k++)
        straight += (to[k] - from[k]) * (to[k] - from[k]);
    for (size_t i = 0; i < m->vertex_count && leg->angle > 0; i++) {
        double way[3], along = 0, square = 0;
        for (int k = 0; k < 3; k++) {
            way[k] = m->vertices[3 * i + (size_t)k] - leg->pivot[k];
            along += way[k] * leg->axis[k];
            square += way[k] * way[k];
        }
        most = fmax(most, square - along * along);
    }
    return sqrt(straight) + leg->angle * sqrt(fmax(most, 0));
}
