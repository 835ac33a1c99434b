// fall_step.c - one step of a fall: gravity, impulses, a trial that abut judges, and what is done when it is
// refused; and the energy, which never grows.
#include "fall_world.h"

#include <string.h>

enum { TRIALS = 5, WHOLE_TRIALS = 2 };

// Where up is, no longer than 1: gravity in parts of its full strength.
static vec up_at(const fall_world* w, vec at)
{
    if (w->centre == 0) return (vec){0, 0, 1};
    return vec_scale(at, 1 / fmax(vec_length(at), w->centre));
}

// The way against gravity, for energies.
static double height_at(const fall_world* w, vec at)
{
    const double far = vec_length(at);
    if (w->centre == 0) return at.z;
    return far > w->centre ? far : (far * far / w->centre + w->centre) / 2;
}

static double height_energy(const fall_world* w)
{
    double sum = 0;
    for (size_t i = 1; i < w->body_count; i++)
        sum += w->bodies[i].mass * w->gravity * height_at(w, w->bodies[i].position);
    return sum;
}

static double motion_energy(const fall_world* w)
{
    double sum = 0;
    for (size_t i = 1; i < w->body_count; i++)
        sum += fall_body_kinetic(w->bodies + i);
    return sum;
}

static void remember(const fall_world* w, fall_place* places)
{
    for (size_t i = 0; i < w->body_count; i++) {
        const fall_body* b = w->bodies + i;
        places[i] = (fall_place){b->position, b->turn, b->velocity, b->spin};
    }
}

static void recall(fall_world* w, const fall_place* places)
{
    for (size_t i = 1; i < w->body_count; i++) {
        fall_body* b = w->bodies + i;
        fall_body_set(b, places[i].position, places[i].turn);
        b->velocity = places[i].velocity;
        b->spin = places[i].spin;
    }
}

// -------------------------------------------------------------------------------------------- pairs

static scene_status judge(fall_world* w, fall_pair* p)
{
    const fall_body *a = w->bodies + p->a, *b = w->bodies + p->b;
    const vec apart = vec_sub(b->position, a->position);
    const double reach = a->radius + b->radius;
    p->kept = 0;
    p->pairs = p->regions = p->count = 0;
    p->first = w->trial.count;
    scene_status status = SCENE_OK;
    if (vec_dot(apart, apart) <= reach * reach) status = fall_contacts(w, p, &w->trial);
    if (status == SCENE_OK) status = fall_prove(w, p, w->trial.items + p->first, p->count);
    return status;
}

static scene_status judge_all(fall_world* w, int* bad)
{
    w->trial.count = 0;
    *bad = 0;
    for (size_t i = 0; i < w->pair_count; i++) {
        const scene_status status = judge(w, w->pairs + i);
        if (status != SCENE_OK) return status;
        *bad |= w->pairs[i].bad;
    }
    return SCENE_OK;
}

// The contacts of the trial become those of the step, in the order of pairs.
static scene_status accept(fall_world* w)
{
    fall_list next = w->solve;
    fall_state* s = &w->state;
    next.count = 0;
    s->depth = s->depth_long = 0;
    s->pairs = s->regions = 0;
    for (size_t i = 0; i < w->pair_count; i++) {
        fall_pair* p = w->pairs + i;
        const fall_body *a = w->bodies + p->a, *b = w->bodies + p->b;
        const double small = fmin(a->shortest, b->shortest), bound = w->depth_share * small;
        const size_t first = next.count;
        const fall_contact* from =
            p->count ? (p->kept ? w->now.items : w->trial.items) + p->first : NULL;
        const scene_status status = fall_append(&next, from, p->count);
        w->solve = next;
        if (status != SCENE_OK) return status;
        p->first = first;
        p->kept = 1;
        for (size_t k = 0; k < p->count; k++)
            next.items[first + k].recovery = 0.1 * fmax(0, p->depth - bound / 4) / w->step;
        s->depth = fmax(s->depth, p->depth / small);
        s->depth_long = fmax(s->depth_long, p->depth / fmin(a->longest, b->longest));
        s->pairs += p->pairs;
        s->regions += p->regions;
    }
    s->points = next.count;
    w->solve = w->now;
    w->now = next;
    return SCENE_OK;
}

// ------------------------------------------------------------------------------------------ motion

// The angular momentum is kept; the energy of rotation may fall by rounding the turn off, but not grow.
static void turn_body(fall_body* b, double time)
{
    const vec momentum = fall_body_inertia(b, b->spin);
    const double before = vec_dot(b->spin, momentum);
    const quaternion part =
        quaternion_unit((quaternion){1, vec_scale(b->spin, time / 2)});  // no sine: Cayley
    fall_body_set(b, b->position, quaternion_unit(quaternion_times(part, b->turn)));
    b->spin = matrix_times(&b->answer, momentum);
    const double after = vec_dot(b->spin, momentum);
    if (after > before) b->spin = vec_scale(b->spin, sqrt(before / after));
}

static void move_all(fall_world* w)
{
    for (size_t i = 1; i < w->body_count; i++) {
        fall_body* b = w->bodies + i;
        const double time = w->part[i] * w->step;
        vec speed = b->velocity;
        // In free fall the mean of the speeds before and after keeps the energy.
        if (!w->struck[i]) speed = vec_step(speed, up_at(w, b->position), w->gravity * w->step / 2);
        b->position = vec_step(b->position, speed, time);
        turn_body(b, time);
    }
}

// Bodies that were struck may not have more energy after the step than before it: with speeds s times as high the
// energy is s^2 * kinetic + s * gain, and the largest s up to 1 is taken.
static void slow_struck(fall_world* w)
{
    double before = 0, kinetic = 0, gain = 0;
    for (size_t i = 1; i < w->body_count; i++) {
        if (!w->struck[i]) continue;
        fall_body old = w->bodies[i];
        old.velocity = w->old[i].velocity;
        old.spin = w->old[i].spin;
        before += fall_body_kinetic(&old);
        kinetic += fall_body_kinetic(w->bodies + i);
        gain += old.mass * w->gravity * w->part[i] * w->step *
                vec_dot(w->bodies[i].velocity, up_at(w, old.position));
    }
    if (kinetic + gain <= before || !(kinetic > 0)) return;
    const double s = (sqrt(gain * gain + 4 * kinetic * before) - gain) / (2 * kinetic);
    for (size_t i = 1; i < w->body_count; i++)
        if (w->struck[i]) {
            w->bodies[i].velocity = vec_scale(w->bodies[i].velocity, s);
            w->bodies[i].spin = vec_scale(w->bodies[i].spin, s);
        }
    w->state.slowed = fmax(w->state.slowed, 1 - s * s);
}

// ------------------------------------------------------------------------------------------ trials

static scene_status try_once(fall_world* w, int* bad)
{
    recall(w, w->pushed);
    for (size_t i = 0; i < w->body_count; i++)
        w->struck[i] = w->part[i] < 1;  // it may not keep the speed of a fall that it does not do
    fall_solve(w, &w->solve);
    w->state.slowed = 0;
    slow_struck(w);
    move_all(w);
    return judge_all(w, bad);
}

static scene_status add_refused(fall_world* w, int shorten)
{
    for (size_t i = 0; i < w->pair_count; i++) {
        const fall_pair* p = w->pairs + i;
        if (!p->bad) continue;
        if (shorten) w->part[p->a] = w->part[p->b] = 0.25 * fmin(w->part[p->a], w->part[p->b]);
        scene_status status = SCENE_OK;
        if (p->count) status = fall_append(&w->solve, w->trial.items + p->first, p->count);
        if (status == SCENE_OK) status = fall_walls(w, p, &w->solve);
        if (status != SCENE_OK) return status;
    }
    return SCENE_OK;
}

static void hold(fall_world* w, uint32_t body)
{
    if (body == 0 || w->held[body]) return;
    w->held[body] = 1;
    w->state.held++;
    fall_body_set(w->bodies + body, w->old[body].position, w->old[body].turn);
}

static int is_held(const fall_world* w, uint32_t body)
{
    return body == 0 || w->held[body];
}

// The bodies of refused pairs keep their places; others may then have to, too. At the latest this ends
// when all do, for then all is as it was, and that was accepted.
static scene_status hold_refused(fall_world* w)
{
    for (int bad = 1; bad;) {
        const size_t held = w->state.held;
        for (size_t i = 0; i < w->pair_count; i++)
            if (w->pairs[i].bad) {
                hold(w, w->pairs[i].a);
                hold(w, w->pairs[i].b);
            }
        bad = 0;
        if (held == w->state.held) break;
        for (size_t i = 0; i < w->pair_count; i++) {
            fall_pair* p = w->pairs + i;
            const int a = is_held(w, p->a), b = is_held(w, p->b);
            if (a && b) {
                *p = w->was[i];
            } else if ((a && p->a) || (b && p->b)) {
                const scene_status status = judge(w, p);
                if (status != SCENE_OK) return status;
                bad |= p->bad;
            }
        }
    }
    return SCENE_OK;
}

static void hold_all(fall_world* w)
{
    for (uint32_t i = 1; i < w->body_count; i++)
        hold(w, i);
    memcpy(w->pairs, w->was, w->pair_count * sizeof *w->pairs);
}

// What held bodies did not fall is not theirs to keep as speed.
static void limit_energy(fall_world* w, double energy)
{
    if (height_energy(w) > energy) hold_all(w);
    const double allowed = fmax(0, energy - height_energy(w)), kinetic = motion_energy(w);
    if (kinetic <= allowed) return;
    const double s = sqrt(allowed / kinetic);
    for (size_t i = 1; i < w->body_count; i++) {
        w->bodies[i].velocity = vec_scale(w->bodies[i].velocity, s);
        w->bodies[i].spin = vec_scale(w->bodies[i].spin, s);
    }
    w->state.slowed = fmax(w->state.slowed, 1 - s * s);
}

static void finish_step(fall_world* w)
{
    const double left = 1 - w->drag * w->step;
    for (size_t i = 1; i < w->body_count; i++) {
        w->bodies[i].velocity = vec_scale(w->bodies[i].velocity, left);
        w->bodies[i].spin = vec_scale(w->bodies[i].spin, left);
    }
    w->state.kinetic = motion_energy(w);
    w->state.potential = height_energy(w);
}

scene_status fall_begin(fall_world* w)
{
    int bad = 0;
    scene_status status = judge_all(w, &bad);
    if (status == SCENE_OK) status = accept(w);
    w->state.kinetic = motion_energy(w);
    w->state.potential = height_energy(w);
    return status == SCENE_OK && bad ? SCENE_BAD_VALUE : status;
}

scene_status fall_step(fall_world* w)
{
    const double energy = w->state.kinetic + w->state.potential;
    remember(w, w->old);
    for (size_t i = 1; i < w->body_count; i++) {
        fall_body* b = w->bodies + i;
        b->velocity = vec_step(b->velocity, up_at(w, b->position), -w->gravity * w->step);
    }
    remember(w, w->pushed);
    memcpy(w->was, w->pairs, w->pair_count * sizeof *w->pairs);
    memset(w->held, 0, w->body_count);
    w->state.held = 0;
    for (size_t i = 0; i < w->body_count; i++)
        w->part[i] = 1;
    w->solve.count = 0;
    scene_status status = fall_append(&w->solve, w->now.items, w->now.count);
    int bad = 1;
    for (int i = 0; i < TRIALS && bad && status == SCENE_OK; i++) {
        if (i > 0) status = add_refused(w, i >= WHOLE_TRIALS);
        if (status == SCENE_OK) status = try_once(w, &bad);
    }
    if (status == SCENE_OK && bad) status = hold_refused(w);
    if (status != SCENE_OK) return status;
    limit_energy(w, energy);
    status = accept(w);
    finish_step(w);
    return status;
}
