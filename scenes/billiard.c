// billiard.c - billiard paths, as the flights of Klosowski 1998 (QuickCD, chapter 2): a body flies on at random, and
// where it hits the others it turns back. Whether it hits is asked of the library, whose answers are exact:
// so the path has the same bits on every machine.
#include "random.h"
#include "scenes.h"

#include "abut/abut.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HALF_DEGREE 0.00872664625997164788  // pi / 360, in radians

enum { STARTS_MOST = 10000 };

typedef struct place {
    double centre[3];
    double turn[4];  // a quaternion x, y, z, w of length 1
} place;

typedef struct flight {
    const billiard_rules* rules;
    abut_model* models[2];
    abut_query* query;
    random_source random;
    double low[3], high[3];   // where the centre may be
    double middle[3];         // of b, in its file
    double length, spin;      // of a step; the most of the tangent of half the angle
    double move[3], axis[3];  // the step now: axis is that tangent along the axis
    place at;                 // the last one that was free
} flight;

// In [-1, 1), exact.
static double random_side(flight* f)
{
    return 2 * random_unit(&f->random) - 1;
}

static double length_of(const double v[3])
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void scale(double v[3], double by)
{
    for (int i = 0; i < 3; i++)
        v[i] *= by;
}

// ---------------------------------------------------------------------------------------- places

static void bounds_of(const mesh* m, double low[3], double high[3])
{
    for (int axis = 0; axis < 3; axis++)
        low[axis] = HUGE_VAL, high[axis] = -HUGE_VAL;
    for (size_t i = 0; i < 3 * m->triangle_count; i++) {
        const double* v = m->vertices + 3 * (size_t)m->triangles[i];
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = fmin(low[axis], v[axis]);
            high[axis] = fmax(high[axis], v[axis]);
        }
    }
}

static void normalise(double q[4])
{
    const double norm = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++)
        q[i] /= norm;
}

// Turn about an axis of the world.
static void turn_by(double q[4], const double axis[3])
{
    const double x = axis[0], y = axis[1], z = axis[2];
    const double turned[4] = {
        q[0] + x * q[3] + (y * q[2] - z * q[1]),
        q[1] + y * q[3] + (z * q[0] - x * q[2]),
        q[2] + z * q[3] + (x * q[1] - y * q[0]),
        q[3] - (x * q[0] + y * q[1] + z * q[2]),
    };
    memcpy(q, turned, sizeof turned);
    normalise(q);
}

// Put b into a place, as the frame will have it, and ask whether it touches a.
static abut_status try_place(flight* f, const place* p, scene_frame* frame, int* hit)
{
    abut_instance a = {.model = f->models[0]}, b = {.model = f->models[1]};
    const abut_ask ask = {.limit = 1};
    abut_hits hits;
    abut_status status = abut_pose_from_quaternion(&b.pose, p->turn);
    if (status != ABUT_OK) return status;
    *frame = (scene_frame){.rotation[0] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    for (int i = 0; i < 3; i++) {
        const double* row = b.pose.rotation[i];
        const double* c = f->middle;
        b.pose.translation[i] = p->centre[i] - (row[0] * c[0] + row[1] * c[1] + row[2] * c[2]);
        frame->position[1][i] = b.pose.translation[i];
    }
    memcpy(frame->rotation[1], b.pose.rotation, sizeof b.pose.rotation);
    status = abut_collide(f->query, &a, &b, &ask, &hits);
    if (status == ABUT_OK) *hit = hits.count > 0;
    return status;
}

// ---------------------------------------------------------------------------------------- flying

// A random place that is free, and a random step.
static abut_status start(flight* f, scene_frame* frame)
{
    int hit = 1;
    for (int tries = 0; hit; tries++) {
        if (tries == STARTS_MOST) return ABUT_BAD_ARGUMENT;
        double norm = 0;
        for (int i = 0; i < 3; i++)
            f->at.centre[i] = f->low[i] + random_unit(&f->random) * (f->high[i] - f->low[i]);
        while (!(norm >= 0.25 && norm <= 1)) {
            norm = 0;
            for (int i = 0; i < 4; i++) {
                f->at.turn[i] = random_side(f);
                norm += f->at.turn[i] * f->at.turn[i];
            }
        }
        normalise(f->at.turn);
        const abut_status status = try_place(f, &f->at, frame, &hit);
        if (status != ABUT_OK) return status;
    }
    do
        for (int i = 0; i < 3; i++)
            f->move[i] = random_side(f);
    while (!(length_of(f->move) >= 0.25));
    scale(f->move, f->length / length_of(f->move));
    for (int i = 0; i < 3; i++)
        f->axis[i] = random_side(f) * f->spin / 2;
    return ABUT_OK;
}

// Change the step a little: its length stays, the angle stays below its bound.
static void stir(flight* f)
{
    double move[3];
    for (int i = 0; i < 3; i++)
        move[i] = f->move[i] + f->rules->stir * f->length * random_side(f);
    const double length = length_of(move);
    if (length > 0) {
        scale(move, f->length / length);
        memcpy(f->move, move, sizeof move);
    }
    for (int i = 0; i < 3; i++)
        f->axis[i] += f->rules->stir * f->spin * random_side(f);
    const double spin = length_of(f->axis);
    if (spin > f->spin) scale(f->axis, f->spin / spin);
}

// Fly one step further; at a wall of the room the step is mirrored.
static abut_status step(flight* f, scene_frame* frame, int* hit)
{
    place next = f->at;
    stir(f);
    for (int i = 0; i < 3; i++) {
        const double to = next.centre[i] + f->move[i];
        if (!(to >= f->low[i] && to <= f->high[i])) f->move[i] = -f->move[i];
        next.centre[i] = fmin(fmax(next.centre[i] + f->move[i], f->low[i]), f->high[i]);
    }
    turn_by(next.turn, f->axis);
    const abut_status status = try_place(f, &next, frame, hit);
    if (status == ABUT_OK && !*hit) f->at = next;
    return status;
}

static abut_status fly(flight* f, scene_frame* frames)
{
    scene_frame* free_one = frames;  // of f->at
    int hit = 0;
    abut_status status = start(f, frames);
    for (uint32_t i = 1; i < f->rules->steps && status == ABUT_OK; i++) {
        if (hit) {  // back to where it was free, and on from there the other way
            frames[i] = *free_one;
            hit = 0;
            scale(f->move, -1);
            scale(f->axis, -1);
        } else {
            status = step(f, &frames[i], &hit);
        }
        if (!hit) free_one = &frames[i];
    }
    return status;
}

static abut_status build(abut_model** out, const mesh* m)
{
    const abut_soup soup = {
        .vertices = m->vertices,
        .vertex_count = m->vertex_count,
        .triangles = m->triangles,
        .triangle_count = m->triangle_count,
    };
    return abut_model_build(out, &soup, NULL);
}

// Measure the bodies: the room is the box around a, wider by half the diagonal of the box around b, less inward.
// Returns whether there is one.
static int measure(flight* f, const mesh* a, const mesh* b)
{
    double low[3], high[3], size[3];
    bounds_of(b, low, high);
    bounds_of(a, f->low, f->high);
    for (int i = 0; i < 3; i++) {
        f->middle[i] = low[i] / 2 + high[i] / 2;
        size[i] = high[i] - low[i];
    }
    const double radius = length_of(size) / 2;
    f->length = f->rules->step * radius;
    f->spin = f->rules->turn * HALF_DEGREE;
    int fine = radius > 0 && radius < HUGE_VAL && f->length > 0 && f->length < HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        f->low[i] -= radius * (1 - f->rules->inward);
        f->high[i] += radius * (1 - f->rules->inward);
        fine = fine && f->high[i] - f->low[i] < HUGE_VAL;
    }
    return fine;
}

scene_status billiard_make(const billiard_rules* rules, const mesh* a, const mesh* b, motion* out)
{
    if (!(rules->steps >= 1 && rules->step > 0 && rules->turn >= 0 && rules->turn <= 180 &&
          rules->stir >= 0 && rules->stir <= 1 && rules->inward >= 0 && rules->inward <= 1) ||
        !a->triangle_count || !b->triangle_count)
        return SCENE_BAD_VALUE;
    flight f = {.rules = rules, .random = {rules->seed}};
    if (!measure(&f, a, b)) return SCENE_BAD_VALUE;
    scene_frame* frames = calloc(rules->steps, sizeof *frames);
    abut_status status = frames ? ABUT_OK : ABUT_OUT_OF_MEMORY;
    if (status == ABUT_OK) status = build(&f.models[0], a);
    if (status == ABUT_OK) status = build(&f.models[1], b);
    if (status == ABUT_OK) status = abut_query_create(&f.query, NULL);
    if (status == ABUT_OK) status = fly(&f, frames);
    abut_query_free(f.query);
    abut_model_free(f.models[0]);
    abut_model_free(f.models[1]);
    if (status == ABUT_OK) {
        *out = (motion){frames, rules->steps};
        return SCENE_OK;
    }
    free(frames);
    return status == ABUT_OUT_OF_MEMORY ? SCENE_OUT_OF_MEMORY : SCENE_BAD_VALUE;
}
