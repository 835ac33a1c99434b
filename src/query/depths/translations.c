// translations.c - the space of translations, cut into cubes: those that a pair of balls covers are blocked; a middle
// that is free lowers hi. So are those within what convex parts block. The cube that comes nearest to 0 is next, so that all that is nearer is proved blocked: that
// is lo.
#include "base/base.h"
#include "base/host.h"
#include "geom/vector.h"
#include "query/depths/cell_heap.h"
#include "query/depths/convex_parts.h"
#include "query/least_search.h"

#include <math.h>
#include <string.h>

#define CLIMB_STEPS 12
#define POINTS_MOST 48
#define LEVELS_MOST 40  // cubes are not cut further: their middles are doubles

typedef struct translations {
    least_search* search;
    const abut_host* host;
    cell_heap heap;
    convex_parts parts;
    double enough;     // what is longer needs no proof: lo ends there
    ball_pair* balls;  // all that were found
    size_t count, capacity;
    double smallest;  // half a side
    size_t looked_at;
} translations;

// No point of a cube is nearer to 0.
static double least_length(const cell* c)
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double near = fabs(c->middle[k]) - c->half[k];
        if (near > 0) square += near * near;
    }
    return sqrt(square) * (1 - 0x1p-48);
}

// Whether a pair of balls blocks all of a cube.
static int covers(const ball_pair* b, const cell* c)
{
    double square = 0;
    for (int k = 0; k < 3; k++) {
        const double far =
            fabs(c->middle[k] - b->middle[k]) + c->half[k] + 0x1p-50 * fabs(b->middle[k]);
        square += far * far;
    }
    return sqrt(square) * (1 + 0x1p-48) + 0x1p-500 < b->reach;
}

static int covers_middle(const ball_pair* b, const cell* c)
{
    const cell point = {.middle = {c->middle[0], c->middle[1], c->middle[2]}};
    return covers(b, &point);
}

static abut_status keep_ball(translations* t, const ball_pair* b)
{
    void* balls = t->balls;
    const abut_status status =
        host_grow(t->host, &balls, &t->capacity, t->count, t->count + 1, sizeof *t->balls);
    t->balls = balls;
    if (status != ABUT_OK) return status;
    t->balls[t->count++] = *b;
    return ABUT_OK;
}

// Find the best pair of balls at a cube's middle, from where that of the cube about it was.
static abut_status find_ball(translations* t, cell* c, ball_pair* best)
{
    least_search* const s = t->search;
    const ball_pair seed = t->balls[c->seed];
    double moved[3];
    ball_pair other;
    for (int k = 0; k < 3; k++)
        moved[k] = seed.at[0][k] + (c->middle[k] - seed.middle[k]) / 2;
    TRY(ball_find(s, c->middle, moved, best));
    if (covers(best, c)) return ABUT_OK;
    TRY(ball_find(s, c->middle, seed.at[0], &other));
    if (ball_value(&other) > ball_value(best)) *best = other;
    if (covers(best, c)) return ABUT_OK;
    TRY(ball_climb(s, c->middle, cell_radius(c), CLIMB_STEPS, best));
    // It may be on the wrong hill.
    return best->reach > cell_radius(c) / 4
               ? ABUT_OK
               : two_balls_search(s, c->middle, cell_radius(c), POINTS_MOST, best);
}

// With a lower hi less is enough. It never grows: what is dropped is blocked only as far as it reached then.
static void lower_enough(translations* t)
{
    const least_search* const s = t->search;
    const double hi = s->out->hi, open = double_larger(s->tolerance, s->ask->relative * hi);
    const double enough = hi - open * (1 - 0x1p-10);
    t->enough = fmin(t->enough, hi - enough <= open ? enough : hi);
}

static abut_status cut(translations* t, const cell* c)
{
    for (int i = 0; i < 8; i++) {
        cell part = {.seed = c->seed};
        for (int k = 0; k < 3; k++) {
            part.half[k] = c->half[k] / 2;
            part.middle[k] = c->middle[k] + (i >> k & 1 ? part.half[k] : -part.half[k]);
        }
        part.key = least_length(&part);
        if (part.key < t->enough && !covers(&t->balls[c->seed], &part) &&
            !convex_parts_cover(&t->parts, &part, t->enough))
            TRY(cell_heap_add(&t->heap, &part, t->host));
    }
    return ABUT_OK;
}

// A middle that no pair of balls blocks may be free.
static abut_status try_middle(translations* t, const cell* c)
{
    least_search* const s = t->search;
    int is_free = 0;
    if (!(length3(c->middle) < s->out->hi - s->tolerance)) return ABUT_OK;
    TRY(least_try(s, c->middle, &is_free));
    return is_free ? least_push(s, c->middle) : ABUT_OK;
}

static abut_status look_at(translations* t, cell* c)
{
    ball_pair best;
    TRY(find_ball(t, c, &best));
    if (covers(&best, c)) return ABUT_OK;
    if (best.reach > 0 && covers_middle(&best, c)) {
        c->seed = t->count;
        TRY(keep_ball(t, &best));
    } else {
        TRY(try_middle(t, c));
    }
    return cut(t, c);
}

static void raise_lo(least_search* s, double lo)
{
    if (!(lo > s->out->lo)) return;
    s->out->lo = lo;
    for (int k = 0; k < 3; k++)
        s->out->point[k] = (double)NAN;
}

static abut_status search_cubes(translations* t)
{
    least_search* const s = t->search;
    abut_status status = ABUT_OK;
    int is_left = 0;  // one that was taken
    cell root = {.key = 0};
    const double side = double_scale(1, double_top(s->out->hi));
    for (int k = 0; k < 3; k++)
        root.half[k] = side;
    t->enough = s->out->hi;
    lower_enough(t);
    t->smallest = double_scale(side, -LEVELS_MOST);
    TRY(cell_heap_add(&t->heap, &root, t->host));
    while (t->heap.count && !least_is_done(s) && least_may_go(s, &status)) {
        cell c = cell_heap_take(&t->heap);
        raise_lo(s, fmin(c.key, t->enough));
        // What is not cut further stays: lo never exceeds it.
        is_left = c.key >= t->enough || c.half[0] <= t->smallest || t->looked_at++ >= s->cells_most;
        if (is_left) break;
        TRY(look_at(t, &c));
        lower_enough(t);
    }
    if (status == ABUT_OK && !t->heap.count && !is_left) raise_lo(s, t->enough);
    return status;
}

abut_status translations_search(least_search* s, const ball_pair* seed)
{
    translations t = {.search = s, .host = &s->pair->pair.query->host};
    abut_status status = keep_ball(&t, seed);
    if (status == ABUT_OK) status = convex_parts_find(&t.parts, s);
    if (status == ABUT_OK) status = search_cubes(&t);
    convex_parts_free(&t.parts, t.host);
    host_release(t.host, t.balls, t.capacity, sizeof *t.balls);
    cell_heap_free(&t.heap, t.host);
    return status;
}
