// fall_run.c - a fall from its first step to its last.
#include "fall_run.h"

#include <math.h>
#include <string.h>

typedef struct energy_watch {
    double first, least, lowest, growth;
} energy_watch;

static void watch_energy(energy_watch* e, const fall_state* now)
{
    const double energy = now->kinetic + now->potential;
    e->growth = fmax(e->growth, energy - e->least);
    e->least = fmin(e->least, energy);
    e->lowest = fmin(e->lowest, now->potential);
}

// FNV-1a, byte by byte from the low one.
static uint64_t mix(uint64_t hash, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (bits >> (8 * i) & 255)) * 0x100000001B3u;
    return hash;
}

static void note_poses(const fall_world* w, const fall_order* order, fall_report* out)
{
    const char* blank = "";
    for (size_t body = 1; body < out->bodies; body++) {
        double rows[12];
        fall_body_pose(w, body, rows);
        for (int i = 0; i < 12; i++)
            out->hash = mix(out->hash, rows[i]);
        if (!order->path || (order->body && body != order->body)) continue;
        for (int i = 0; i < 12; i++, blank = " ")
            fprintf(order->path, "%s%.17g", blank, rows[i]);
    }
    if (order->path) fputc('\n', order->path);
}

static void note_state(const fall_state* now, size_t step, fall_report* out)
{
    out->depth = fmax(out->depth, now->depth);
    out->depth_long = fmax(out->depth_long, now->depth_long);
    out->contact_steps += now->pairs > 0;
    out->all_pairs += now->pairs;
    out->held_steps += now->held > 0;
    if (4 * step < 3 * out->steps) return;
    out->pairs += (double)now->pairs;
    out->regions += (double)now->regions;
    out->points += (double)now->points;
}

static scene_status run_steps(fall_world* w, const fall_order* order, fall_report* out)
{
    const fall_state* now = fall_now(w);
    const double start = now->kinetic + now->potential;
    energy_watch energy = {start, start, now->potential, 0};
    for (size_t step = 0; step < out->steps; step++) {
        const scene_status status = fall_step(w);
        if (status != SCENE_OK) return status;
        watch_energy(&energy, now);
        note_state(now, step, out);
        note_poses(w, order, out);
    }
    out->growth = energy.growth / (energy.first - energy.lowest);
    const double settled = (double)(out->steps - (3 * out->steps + 3) / 4);
    out->pairs /= settled;
    out->regions /= settled;
    out->points /= settled;
    return order->path && ferror(order->path) ? SCENE_BAD_VALUE : SCENE_OK;
}

scene_status fall_run(const fall_order* order, fall_report* out)
{
    fall_world* w = NULL;
    scene_status status = fall_create(&w, order->scene, order->small, order->clock);
    if (status != SCENE_OK) return status;
    fall_report r = {.steps = order->steps ? order->steps : order->scene->steps,
                     .bodies = fall_body_count(w),
                     .hash = 0xCBF29CE484222325u};
    for (size_t i = 0; i < r.bodies; i++)
        r.triangles[i > 0] += fall_body_mesh(w, i)->triangle_count;
    const double start = order->clock ? order->clock() : 0;
    status = order->body < r.bodies ? run_steps(w, order, &r) : SCENE_BAD_VALUE;
    r.seconds = order->clock ? order->clock() - start : 0;
    r.query_seconds = fall_now(w)->query_seconds;
    r.queries = fall_now(w)->queries;
    fall_free(w);
    if (status == SCENE_OK) *out = r;
    return status;
}
