// fall_solve.c - impulses at contacts: one after the other, many times round, until nothing approaches. The sum at each
// point never pulls, and friction is at most its share of the push (projected Gauss-Seidel; Jean and
// Moreau 1992, Catto 2005).
#include "fall_world.h"

enum { ROUNDS = 40 };

static vec velocity_at(const fall_body* body, vec arm)
{
    return vec_add(body->velocity, vec_cross(body->spin, arm));
}

static vec approach(const fall_world* w, const fall_contact* c)
{
    return vec_sub(velocity_at(w->bodies + c->b, c->arm_b),
                   velocity_at(w->bodies + c->a, c->arm_a));
}

static double felt(const fall_body* body, vec arm, vec way)
{
    if (!(body->mass > 0)) return 0;
    const vec lever = vec_cross(arm, way);
    return 1 / body->mass + vec_dot(lever, matrix_times(&body->answer, lever));
}

static void prepare(const fall_world* w, fall_contact* c)
{
    const fall_body *a = w->bodies + c->a, *b = w->bodies + c->b;
    c->arm_a = vec_sub(c->point, a->position);
    c->arm_b = vec_sub(c->point, b->position);
    c->mass = 1 / (felt(a, c->arm_a, c->normal) + felt(b, c->arm_b, c->normal));
    for (int k = 0; k < 2; k++)
        c->along_mass[k] = 1 / (felt(a, c->arm_a, c->along[k]) + felt(b, c->arm_b, c->along[k]));
    c->push = c->rub[0] = c->rub[1] = 0;
    // What a few steps of gravity make does not bounce: so bodies come to rest.
    const double speed = vec_dot(approach(w, c), c->normal);
    const double slow = -8 * w->gravity * w->step;
    c->wanted = fmax(c->recovery, speed < slow ? -w->bounce * speed : 0);
}

static void strike(fall_body* body, vec arm, vec impulse, double sign)
{
    if (!(body->mass > 0)) return;
    body->velocity = vec_step(body->velocity, impulse, sign / body->mass);
    body->spin = vec_step(body->spin, matrix_times(&body->answer, vec_cross(arm, impulse)), sign);
}

static void push(fall_world* w, const fall_contact* c, vec way, double amount)
{
    const vec impulse = vec_scale(way, amount);
    strike(w->bodies + c->a, c->arm_a, impulse, -1);
    strike(w->bodies + c->b, c->arm_b, impulse, 1);
}

static void settle(fall_world* w, fall_contact* c)
{
    const double missing = c->wanted - vec_dot(approach(w, c), c->normal);
    const double sum = fmax(0, c->push + missing * c->mass);
    push(w, c, c->normal, sum - c->push);
    c->push = sum;
    const double most = w->friction * c->push;
    for (int k = 0; k < 2; k++) {
        const double sliding = vec_dot(approach(w, c), c->along[k]);
        const double rub = fmin(most, fmax(-most, c->rub[k] - sliding * c->along_mass[k]));
        push(w, c, c->along[k], rub - c->rub[k]);
        c->rub[k] = rub;
    }
}

void fall_solve(fall_world* w, fall_list* list)
{
    for (size_t i = 0; i < list->count; i++)
        prepare(w, list->items + i);
    for (int round = 0; round < ROUNDS && list->count; round++)
        for (size_t i = 0; i < list->count; i++)
            settle(w, list->items + i);
    for (size_t i = 0; i < list->count; i++) {
        w->struck[list->items[i].a] = 1;
        w->struck[list->items[i].b] = 1;
    }
}
