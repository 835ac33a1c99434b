// hybrid_crowd.c - case 1 of Wan, Fan and Gao 2001, section 6: 31 objects with over 80000 polygons move at random in a
// crowded space. Two that collide, by contact or since one is in the other, exchange their velocities, those of the
// translation and of the rotation; one that has kept its own for thirty steps gets new ones.
#include "bench.h"
#include "papers/hybrid.h"
#include "random.h"

#include <abut/contain.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUIET = 30 };
#define HAIR 1e-9  // more than the rounding of a box in the world

typedef struct mover {
    double rotation[3][3], at[3];
    double velocity[3], turn[3];  // a step: of the place, and about an axis, in degrees
    int quiet;                    // steps since they changed
} mover;

// ------------------------------------------------------------------------------------- the objects

static int make_shape(mesh* out, int which, uint32_t triangles)
{
    static int (*const shapes[])(uint32_t, mesh*) = {shape_wrinkled, shape_lock, shape_airliner,
                                                     shape_hand, shape_door};
    const int status = shapes[which % 5](triangles, out);
    if (status != BENCH_OK) return status;
    // So that some fit into others.
    const double size = 0.15 + 0.15 * (which % 3);
    return mesh_fit_cube(out, size) == SCENE_OK ? BENCH_OK : bench_fail("out of memory");
}

static abut_model* build_one(const mesh* m, const abut_build* build)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    abut_model* model = NULL;
    const abut_status status = abut_model_build(&model, &soup, build);
    if (status != ABUT_OK) bench_fail("%s", abut_status_text(status));
    return model;
}

void crowd_models_free(abut_model** models)
{
    for (int i = 0; i < OBJECTS; i++) {
        abut_model_free(models[i]);
        models[i] = NULL;
    }
}

int crowd_models(const crowd* c, const abut_build* build, abut_model** models)
{
    for (int i = 0; i < OBJECTS; i++) {
        models[i] = build_one(&c->shapes[i], build);
        if (models[i]) continue;
        crowd_models_free(models);
        return BENCH_ERROR;
    }
    return BENCH_OK;
}

// --------------------------------------------------------------------------------------- collision

typedef struct world_box {
    double low[3], high[3];
} world_box;

static world_box box_of(const mesh* m, const abut_pose* pose)
{
    world_box box = {{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
    for (size_t i = 0; i < m->vertex_count; i++) {
        const double* v = m->vertices + 3 * i;
        for (int k = 0; k < 3; k++) {
            const double at = pose->rotation[k][0] * v[0] + pose->rotation[k][1] * v[1] +
                              pose->rotation[k][2] * v[2] + pose->translation[k];
            box.low[k] = fmin(box.low[k], at);
            box.high[k] = fmax(box.high[k], at);
        }
    }
    return box;
}

static bool boxes_meet(const world_box* a, const world_box* b)
{
    for (int k = 0; k < 3; k++) {
        if (a->low[k] > b->high[k] + HAIR || b->low[k] > a->high[k] + HAIR) return false;
    }
    return true;
}

static bool box_is_in(const world_box* inner, const world_box* outer)
{
    for (int k = 0; k < 3; k++) {
        if (inner->low[k] < outer->low[k] - HAIR || inner->high[k] > outer->high[k] + HAIR)
            return false;
    }
    return true;
}

static int ask_inside(abut_query* query, const abut_instance* a, const abut_instance* b,
                      bool* is_inside)
{
    abut_containment c;
    const abut_status status = abut_contain(query, a, b, NULL, &c);
    if (status != ABUT_OK) return bench_fail("inside: %s", abut_status_text(status));
    *is_inside = c.relation == ABUT_RELATION_A_INSIDE_B || c.relation == ABUT_RELATION_B_INSIDE_A ||
                 c.relation == ABUT_RELATION_CROSSING;
    return BENCH_OK;
}

int inside_of(abut_query* query, const abut_instance of[2], const mesh* const meshes[2],
              inside_answer* out)
{
    const world_box one = box_of(meshes[0], &of[0].pose), two = box_of(meshes[1], &of[1].pose);
    *out = (inside_answer){.is_asked = box_is_in(&one, &two) || box_is_in(&two, &one)};
    return out->is_asked ? ask_inside(query, &of[0], &of[1], &out->is_inside) : BENCH_OK;
}

// ------------------------------------------------------------------------------------------ motion

static void set_moving(mover* m, random_source* r)
{
    for (int k = 0; k < 3; k++) {
        // Towards the middle rather than away from it.
        m->velocity[k] = 0.02 * (random_unit(r) - 0.5) - 0.01 * (m->at[k] - 0.5);
        m->turn[k] = 4 * (random_unit(r) - 0.5);
    }
    m->quiet = 0;
}

static void exchange(mover* a, mover* b)
{
    const mover before = *a;
    memcpy(a->velocity, b->velocity, sizeof a->velocity);
    memcpy(b->velocity, before.velocity, sizeof b->velocity);
    memcpy(a->turn, b->turn, sizeof a->turn);
    memcpy(b->turn, before.turn, sizeof b->turn);
    a->quiet = b->quiet = 0;
}

static void move_on(mover* m, abut_pose* pose)
{
    abut_pose turn;
    const double degrees =
        sqrt(m->turn[0] * m->turn[0] + m->turn[1] * m->turn[1] + m->turn[2] * m->turn[2]);
    const mover before = *m;
    if (abut_pose_from_axis_angle(&turn, m->turn, degrees) == ABUT_OK) {
        for (int i = 0; i < 9; i++) {
            m->rotation[i / 3][i % 3] = 0;
            for (int k = 0; k < 3; k++)
                m->rotation[i / 3][i % 3] += turn.rotation[i / 3][k] * before.rotation[k][i % 3];
        }
    }
    for (int k = 0; k < 3; k++)
        m->at[k] += m->velocity[k];
    *pose = (abut_pose){.scale = 1};
    memcpy(pose->rotation, m->rotation, sizeof pose->rotation);
    memcpy(pose->translation, m->at, sizeof pose->translation);
}

typedef struct pair_place {
    int i, k;
    size_t pair;
} pair_place;

// Whether two collide; kept.
static int collide(crowd* c, size_t step, pair_place at, abut_query* query,
                   abut_model* const models[OBJECTS], const world_box boxes[OBJECTS], bool* out)
{
    const abut_instance a = {models[at.i], c->poses[step][at.i], NULL},
                        b = {models[at.k], c->poses[step][at.k], NULL};
    const world_box *one = &boxes[at.i], *two = &boxes[at.k];
    abut_hits hits;
    bool is_inside = false;
    const abut_status status = abut_collide(query, &a, &b, &(abut_ask){.limit = 1}, &hits);
    if (status != ABUT_OK) return bench_fail("crowd: %s", abut_status_text(status));
    if (!hits.count && (box_is_in(one, two) || box_is_in(two, one))) {
        c->asked_inside++;
        if (ask_inside(query, &a, &b, &is_inside) != BENCH_OK) return BENCH_ERROR;
    }
    c->near[step][at.pair] = boxes_meet(one, two);
    c->touching[step][at.pair] = hits.count > 0;
    c->inside[step][at.pair] = is_inside;
    c->near_count += c->near[step][at.pair];
    c->touching_count += c->touching[step][at.pair];
    c->inside_count += is_inside;
    *out = hits.count || is_inside;
    return BENCH_OK;
}

static int move_step(crowd* c, size_t step, mover movers[OBJECTS], random_source* random,
                     abut_query* query, abut_model* const models[OBJECTS])
{
    world_box boxes[OBJECTS];
    size_t pair = 0;
    for (int i = 0; i < OBJECTS; i++) {
        if (++movers[i].quiet > QUIET) {
            set_moving(&movers[i], random);
            c->renewals++;
        }
        move_on(&movers[i], &c->poses[step][i]);
        boxes[i] = box_of(&c->shapes[i], &c->poses[step][i]);
    }
    for (int i = 0; i < OBJECTS; i++) {
        for (int k = i + 1; k < OBJECTS; k++, pair++) {
            bool hit = false;
            const int status =
                collide(c, step, (pair_place){i, k, pair}, query, models, boxes, &hit);
            if (status != BENCH_OK) return status;
            c->bounces += hit;
            if (hit) exchange(&movers[i], &movers[k]);
        }
    }
    return BENCH_OK;
}

static int move_all(crowd* c, abut_model* const models[OBJECTS])
{
    random_source random = {9};
    mover movers[OBJECTS];
    abut_query* query = NULL;
    int status =
        abut_query_create(&query, NULL) == ABUT_OK ? BENCH_OK : bench_fail("out of memory");
    for (int i = 0; i < OBJECTS; i++) {
        double axis[3];
        abut_pose turned;
        for (int k = 0; k < 3; k++) {
            axis[k] = random_unit(&random) - 0.5;
            movers[i].at[k] = 1.2 * random_unit(&random) - 0.1;
        }
        abut_pose_from_axis_angle(&turned, axis, 360 * random_unit(&random));
        memcpy(movers[i].rotation, turned.rotation, sizeof turned.rotation);
        set_moving(&movers[i], &random);
    }
    for (size_t step = 0; step < c->steps && status == BENCH_OK; step++)
        status = move_step(c, step, movers, &random, query, models);
    abut_query_free(query);
    return status;
}

int crowd_make(crowd* c, bool quick)
{
    const abut_build engine = {.method = ABUT_METHOD_WIDE};
    abut_model* models[OBJECTS] = {NULL};
    *c = (crowd){.steps = quick ? 8 : 1000};
    c->poses = calloc(c->steps, sizeof *c->poses);
    c->touching = calloc(c->steps, sizeof *c->touching);
    c->inside = calloc(c->steps, sizeof *c->inside);
    c->near = calloc(c->steps, sizeof *c->near);
    int status =
        c->poses && c->touching && c->inside && c->near ? BENCH_OK : bench_fail("out of memory");
    for (int i = 0; i < OBJECTS && status == BENCH_OK; i++) {
        status = make_shape(&c->shapes[i], i, quick ? 300 : 2650);
        c->triangles += c->shapes[i].triangle_count;
    }
    if (status == BENCH_OK) status = crowd_models(c, &engine, models);
    if (status == BENCH_OK) status = move_all(c, models);
    crowd_models_free(models);
    return status;
}

void crowd_free(crowd* c)
{
    for (int i = 0; i < OBJECTS; i++)
        mesh_free(&c->shapes[i]);
    free(c->poses);
    free(c->touching);
    free(c->inside);
    free(c->near);
}

// ------------------------------------------------------------------------------------------ asking

static int ask_step(const crowd* c, size_t step, const crowd_question* q,
                    abut_model* const models[OBJECTS], abut_query* query, outcome* out)
{
    const abut_pose* poses = c->poses[step];
    const abut_ask ask = {.limit = 1, .walk = q->walk};
    size_t pair = 0;
    for (int i = 0; i < OBJECTS; i++) {
        for (int k = i + 1; k < OBJECTS; k++, pair++) {
            const abut_instance a = {models[i], poses[i], NULL}, b = {models[k], poses[k], NULL};
            abut_hits hits = {.count = 0};
            if (!q->only_near || c->near[step][pair]) {
                const abut_status status = abut_collide(query, &a, &b, &ask, &hits);
                if (status != ABUT_OK) return bench_fail("crowd: %s", abut_status_text(status));
            }
            out->volume_tests += (double)hits.volume_tests;
            out->triangle_tests += (double)hits.triangle_tests;
            if ((hits.count > 0) != c->touching[step][pair])
                return bench_fail("crowd: step %zu: answers differ", step);
        }
    }
    return BENCH_OK;
}

int crowd_ask(const crowd* c, const crowd_question* q, abut_model* const models[OBJECTS],
              outcome* out)
{
    abut_query* query = NULL;
    outcome sum = {.asked = 0};
    if (abut_query_create(&query, NULL) != ABUT_OK) return bench_fail("out of memory");
    int status = BENCH_OK;
    const double start = processor_seconds();
    for (size_t i = 0; i < c->steps && status == BENCH_OK; i += q->stride, sum.asked++)
        status = ask_step(c, i, q, models, query, &sum);
    const double share = 1 / (double)sum.asked;
    out->seconds.of[out->seconds.count++] =
        (processor_seconds() - start) * share * (double)c->steps;
    out->volume_tests = sum.volume_tests * share;
    out->triangle_tests = sum.triangle_tests * share;
    out->asked = sum.asked;
    out->all = c->steps;
    abut_query_free(query);
    return status;
}
