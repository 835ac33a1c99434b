// world_reference.h - a world, and beside it what should be in it: changed at random, both in step, and compared by
// asking about all pairs of instances. For tests of worlds that change.
#ifndef ABUT_TESTS_WORLD_REFERENCE_H
#define ABUT_TESTS_WORLD_REFERENCE_H
#include "scenes.h"
#include "support/models.h"
#include "support/shuffled_run.h"
#include "world/world.h"

enum { SHAPES = 4, IDS = 28 };

// A world, and what should be in it.
typedef struct reference {
    abut_model* models[SHAPES];
    abut_world* world;
    abut_query* fresh;
    abut_instance instances[IDS];  // by id; without a model: not there
    uint32_t groups[IDS], against[IDS];
    uint8_t ignored[IDS][IDS];
    double own_margins[IDS][IDS];  // of pairs; below 0: none
    uint32_t removed[IDS];         // ids, the last removed last
    size_t id_count, removed_count;
    rng random;
    double reach;
    double margin_most;  // 0: all margins are 0
} reference;

static char names[IDS];

static UNUSED void reference_open(reference* r, abut_method method, const abut_host* host)
{
    static const double block[3] = {0.5, 0.4, 0.3};
    mesh m[SHAPES] = {{0}};
    *r = (reference){.random = {21}, .reach = 0.7};
    for (int i = 0; i < IDS * IDS; i++)
        r->own_margins[i / IDS][i % IDS] = -1;
    assert_int_equal(torus_make(10, 6, 0.5, 0.2, &m[0]), SCENE_OK);
    assert_int_equal(box_make(block, 1, &m[1]), SCENE_OK);
    assert_int_equal(sphere_make(5, 6, 0.12, &m[2]), SCENE_OK);
    for (int i = 0; i < SHAPES; i++) {
        r->models[i] = model_of_mesh(&m[i], method);  // the last has no triangles
        mesh_free(&m[i]);
    }
    assert_int_equal(abut_world_create(&r->world, host), ABUT_OK);
    assert_int_equal(abut_query_create(&r->fresh, NULL), ABUT_OK);
}

static UNUSED void reference_close(reference* r)
{
    abut_world_free(r->world);
    abut_query_free(r->fresh);
    for (int i = 0; i < SHAPES; i++)
        abut_model_free(r->models[i]);
}

static UNUSED abut_pose any_pose(reference* r)
{
    abut_pose pose = pose_random(&r->random, r->reach);
    if (rng_below(&r->random, 4) == 0) pose.scale = 0.5;
    return pose;
}

static UNUSED double any_margin(reference* r)
{
    if (!(r->margin_most > 0) || rng_below(&r->random, 4) == 0) return 0;
    return r->margin_most * (double)rng_below(&r->random, 1024) / 1024;
}

static UNUSED void add(reference* r)
{
    uint32_t id = 99;
    const uint32_t expected =
        r->removed_count ? r->removed[r->removed_count - 1] : (uint32_t)r->id_count;
    if (expected == IDS) return;
    abut_instance instance = {r->models[rng_below(&r->random, SHAPES)], any_pose(r),
                              &names[rng_below(&r->random, IDS)]};
    instance.margin = any_margin(r);
    assert_int_equal(abut_world_add(r->world, &instance, &id), ABUT_OK);
    assert_int_equal(id, expected);
    if (r->removed_count)
        r->removed_count--;
    else
        r->id_count++;
    r->instances[id] = instance;
    r->groups[id] = r->against[id] = UINT32_MAX;
}

// One that is there; IDS if there is none.
static UNUSED uint32_t any_id(reference* r)
{
    for (int tries = 0; tries < 50 && r->id_count; tries++) {
        const uint32_t id = (uint32_t)rng_below(&r->random, r->id_count);
        if (r->instances[id].model) return id;
    }
    return IDS;
}

static UNUSED void fill(reference* r, size_t count)
{
    while (r->id_count < count)
        add(r);
}

static UNUSED void take_out(reference* r)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    assert_int_equal(abut_world_remove(r->world, id), ABUT_OK);
    assert_int_equal(abut_world_remove(r->world, id), ABUT_BAD_ARGUMENT);
    r->instances[id].model = NULL;
    r->removed[r->removed_count++] = id;
    for (int i = 0; i < IDS; i++) {
        r->ignored[id][i] = r->ignored[i][id] = 0;
        r->own_margins[id][i] = r->own_margins[i][id] = -1;
    }
}

static UNUSED void move(reference* r, double step)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    abut_pose* pose = &r->instances[id].pose;
    if (step >= 1)
        *pose = any_pose(r);
    else
        for (int k = 0; k < 3; k++)
            pose->translation[k] += step * rng_signed(&r->random);
    assert_int_equal(abut_world_move(r->world, id, pose), ABUT_OK);
}

static UNUSED void leave_out(reference* r)
{
    abut_pair list[6];
    size_t count = 0;
    memset(r->ignored, 0, sizeof r->ignored);
    for (int i = 0; i < 6; i++) {
        const uint32_t a = any_id(r), b = any_id(r);
        if (a == IDS || b == IDS) continue;
        list[count++] = (abut_pair){a, b};
        r->ignored[a][b] = r->ignored[b][a] = 1;
    }
    assert_int_equal(abut_world_ignore(r->world, list, count), ABUT_OK);
}

static UNUSED void regroup(reference* r)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    r->groups[id] = (uint32_t)rng_below(&r->random, 8);
    r->against[id] = (uint32_t)rng_below(&r->random, 8) | 4;
    assert_int_equal(abut_world_group(r->world, id, r->groups[id], r->against[id]), ABUT_OK);
}

static UNUSED void set_margin(reference* r)
{
    const uint32_t id = any_id(r);
    if (id == IDS) return;
    r->instances[id].margin = any_margin(r);
    assert_int_equal(abut_world_margin(r->world, id, r->instances[id].margin), ABUT_OK);
}

// Some of them twice, of which the last counts.
static UNUSED void set_own_margins(reference* r)
{
    abut_pair list[12] = {{0, 0}};
    double margins[12];
    size_t count = 0;
    for (int i = 0; i < IDS * IDS; i++)
        r->own_margins[i / IDS][i % IDS] = -1;
    for (int i = 0; i < 12; i++) {
        const uint32_t a = i == 7 && count ? list[0].b : any_id(r);
        const uint32_t b = i == 7 && count ? list[0].a : any_id(r);
        if (a == IDS || b == IDS) continue;
        margins[count] = 3 * any_margin(r);
        r->own_margins[a][b] = r->own_margins[b][a] = margins[count];
        list[count++] = (abut_pair){a, b};
    }
    assert_int_equal(abut_world_pair_margin(r->world, list, margins, count), ABUT_OK);
}

static UNUSED void change(reference* r)
{
    switch (rng_below(&r->random, 12)) {
    case 0:
    case 1:
    case 2:
        add(r);
        break;
    case 3:
    case 4:
        take_out(r);
        break;
    case 5:
        leave_out(r);
        break;
    case 6:
        regroup(r);
        break;
    case 7:
        move(r, 1);
        break;
    default:
        move(r, 0.01);
    }
}

static UNUSED void expect_instances(const reference* r)
{
    for (uint32_t id = 0; id < IDS; id++) {
        abut_instance told = {.user = NULL};
        const abut_status status = abut_world_instance(r->world, id, &told);
        const abut_instance* expected = &r->instances[id];
        assert_int_equal(status, expected->model ? ABUT_OK : ABUT_BAD_ARGUMENT);
        if (status != ABUT_OK) continue;
        assert_ptr_equal(told.model, expected->model);
        assert_ptr_equal(told.user, expected->user);
        assert_memory_equal(&told.pose, &expected->pose, sizeof told.pose);
    }
}

// ---------------------------------------------------------------------------------- against all pairs

static UNUSED int is_asked(const reference* r, uint32_t a, uint32_t b)
{
    return r->instances[a].model && r->instances[b].model && !r->ignored[a][b] &&
           (r->groups[a] & r->against[b]) && (r->groups[b] & r->against[a]);
}

// What is true of two instances.
typedef struct truth {
    size_t count;
    abut_relation relation;  // ABUT_RELATION_SEPARATE unless it was asked for
} truth;

static UNUSED truth truth_of(reference* r, uint32_t a, uint32_t b, abut_survey survey)
{
    truth t = {0, ABUT_RELATION_SEPARATE};
    abut_containment c = {.relation = ABUT_RELATION_SEPARATE};
    const abut_instance *x = &r->instances[a], *y = &r->instances[b];
    if (survey == ABUT_SURVEY_RELATIONS) {
        assert_int_equal(abut_contain(r->fresh, x, y, NULL, &c), ABUT_OK);
        t.relation = c.relation;
    } else {
        assert_int_equal(abut_collide(r->fresh, x, y, NULL, &c.hits), ABUT_OK);
    }
    t.count = c.hits.count;
    return t;
}

typedef struct tally {
    size_t told, undecided, apart, partial;
} tally;

static UNUSED int is_next(const abut_pair* list, size_t count, size_t place, uint32_t a, uint32_t b)
{
    return place < count && list[place].a == a && list[place].b == b;
}

// Every pair of instances is in contact, and told, or undecided, which is told, too, or apart; each of it rightly.
static UNUSED tally expect_truth(reference* r, const abut_clashes* found, abut_survey survey)
{
    tally t = {0};
    size_t contacts = 0;
    for (uint32_t a = 0; a < IDS; a++) {
        for (uint32_t b = a + 1; b < IDS; b++) {
            const int is_told = is_next(found->pairs, found->count, t.told, a, b);
            const int is_open =
                is_next(found->undecided, found->undecided_count, t.undecided, a, b);
            assert_false(is_told && is_open);
            t.undecided += (size_t)is_open;
            if (!is_asked(r, a, b)) assert_false(is_told || is_open);
            if (!is_asked(r, a, b) || is_open) continue;
            const truth true_of = truth_of(r, a, b, survey);
            assert_int_equal(is_told, true_of.count || true_of.relation != ABUT_RELATION_SEPARATE);
            t.apart += !is_told;
            if (!is_told) continue;
            contacts += true_of.count != 0;
            const abut_clash* clash = found->clashes ? &found->clashes[t.told] : NULL;
            t.told++;
            if (!clash) continue;
            t.partial += !clash->complete;
            assert_true(clash->complete ? clash->count == true_of.count
                                        : clash->count <= true_of.count);
            if (survey == ABUT_SURVEY_RELATIONS)
                assert_int_equal(clash->relation, true_of.relation);
        }
    }
    assert_int_equal(t.told, found->count);
    assert_int_equal(t.undecided, found->undecided_count);
    assert_true(t.told + t.undecided <= found->asked);
    assert_int_equal(found->state, contacts      ? ABUT_STATE_CONTACT
                                   : t.undecided ? ABUT_STATE_UNDECIDED
                                                 : ABUT_STATE_APART);
    if (t.undecided || t.partial) assert_int_equal(found->complete, 0);
    return t;
}

static UNUSED void nudge(reference* r)
{
    for (int i = 0; i < 10; i++)
        move(r, 0.002);
}

#endif
