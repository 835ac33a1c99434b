// test_world_alone.c - the survey of relations alone tells the relations that the survey of relations does: of solids that touch
// in faces, edges and corners, that overlap, are apart by the last bit, or inside; of open surfaces; in equal, turned and framed
// poses; on any number of workers.
#include "query/solids.h"
#include "support/soups.h"

#include "abut/world.h"

#include <math.h>

#ifdef ABUT_PRUNE_OFF
enum { MEMBERS = 12, ROUNDS = 4, SEEN_LEAST = 1 };  // each takes long then
#else
enum { MEMBERS = 16, ROUNDS = 16, SEEN_LEAST = 20 };
#endif

// A box, at times open, or with a cavity, or of two components.
static abut_model* some_model(rng* r)
{
    solid s = {0};
    const double size = (double)(1 + rng_below(r, 3));
    solid_add_cube(&s, 0, size, 1 + (int)rng_below(r, 3));
    const size_t kind = rng_below(r, 8);
    if (kind == 0) s.triangle_count--;                         // open
    if (kind == 1) solid_add_cube(&s, size + 1, size + 2, 1);  // two components
    if (kind == 2) solid_add_cube(&s, size / 4, size / 2, 1);  // a cavity
    abut_model* m = NULL;
    const abut_soup soup = solid_soup(&s);
    assert_int_equal(abut_model_build(&m, &soup, NULL), ABUT_OK);
    solid_free(&s);
    return m;
}

// Places on a grid, some of them off it by the last bit; in most worlds turned by right angles or anyhow.
static abut_pose some_pose(rng* r, int turns)
{
    abut_pose pose = {.scale = 1};
    for (int k = 0; k < 3; k++) {
        pose.rotation[k][k] = 1;
        pose.translation[k] = (double)rng_below(r, 7);
        if (rng_below(r, 8) == 0)
            pose.translation[k] = nextafter(pose.translation[k], rng_below(r, 2) ? 100 : -100);
    }
    if (turns && rng_below(r, 2)) {  // about z: what lies across it stays exact
        const double degrees = (double)rng_below(r, 360);
        const double c = cos(degrees * 0.017453292519943295),
                     s = sin(degrees * 0.017453292519943295);
        pose.rotation[0][0] = pose.rotation[1][1] = c;
        pose.rotation[0][1] = 0.0 - s;
        pose.rotation[1][0] = s;
    }
    return pose;
}

static abut_world* some_world(abut_model* const* models, int turns, rng* r, const abut_host* host)
{
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, host), ABUT_OK);
    const abut_pose shared = some_pose(r, turns), frame = some_pose(r, 1);
    for (int i = 0; i < MEMBERS; i++) {
        const abut_pose own = some_pose(r, turns);
        const abut_instance instance = {.model = models[i], .pose = turns == 2 ? shared : own};
        uint32_t id;
        assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
        if (turns == 3) assert_int_equal(abut_world_frame(w, id, &frame), ABUT_OK);
    }
    return w;
}

// Returns how many pairs touch.
static size_t expect_same(const abut_clashes* all, const abut_clashes* alone)
{
    size_t touch = 0;
    assert_int_equal(all->count, alone->count);
    assert_int_equal(all->asked, alone->asked);
    assert_int_equal(all->state, alone->state);
    for (size_t i = 0; i < all->count; i++) {
        const abut_clash *x = &all->clashes[i], *y = &alone->clashes[i];
        assert_memory_equal(&all->pairs[i], &alone->pairs[i], sizeof *all->pairs);
        assert_int_equal(x->relation, y->relation);
        assert_int_equal(x->reason, y->reason);
        assert_int_equal(!x->count, !y->count);
        touch += !y->complete;
        if (y->complete)
            assert_memory_equal(x, y, sizeof *x);
        else
            assert_true(y->relation == ABUT_RELATION_TOUCHING && y->count == 1);
    }
    return touch;
}

static void relations_are_the_same(void** state)
{
    (void)state;
    rng r = {2711};
    size_t touch = 0, seen[ABUT_RELATION_B_INSIDE_A + 1] = {0};
    abut_pool* pool = NULL;
    abut_host hosts[2] = {{0}, {0}};
    assert_int_equal(abut_pool_create(&pool, 3, NULL), ABUT_OK);
    assert_int_equal(abut_pool_host(pool, &hosts[1]), ABUT_OK);
    for (int round = 0; round < ROUNDS; round++) {
        abut_model* models[MEMBERS];
        for (int i = 0; i < MEMBERS; i++)
            models[i] = some_model(&r);
        rng again[2] = {r, r};
        abut_world* worlds[2] = {some_world(models, round % 4, &again[0], &hosts[0]),
                                 some_world(models, round % 4, &again[1], &hosts[round / 4 % 2])};
        r = again[0];
        abut_clashes all, alone;
        const abut_ask coherent = {.coherent = 1};
        assert_int_equal(abut_world_collide(worlds[0], ABUT_SURVEY_RELATIONS, NULL, &all), ABUT_OK);
        for (int k = 0; k < 2; k++) {  // the second time from the first's answers
            assert_int_equal(abut_world_collide(worlds[1], ABUT_SURVEY_RELATIONS_ALONE,
                                                round % 3 ? &coherent : NULL, &alone),
                             ABUT_OK);
            touch += expect_same(&all, &alone);
        }
        for (size_t i = 0; i < all.count; i++)
            seen[all.clashes[i].relation]++;
        for (int k = 0; k < 2; k++)
            abut_world_free(worlds[k]);
        for (int i = 0; i < MEMBERS; i++)
            abut_model_free(models[i]);
    }
    abut_pool_free(pool);
    assert_true(seen[ABUT_RELATION_CROSSING] >= SEEN_LEAST &&
                seen[ABUT_RELATION_TOUCHING] >= SEEN_LEAST);
#ifndef ABUT_PRUNE_OFF
    assert_true(touch >= SEEN_LEAST && seen[ABUT_RELATION_UNKNOWN]);
#endif
}

// Two cubes, turned about z by any angle, one on the other: they touch, exactly, and by the last bit less or more they are apart or
// cross.
static void the_last_bit_decides(void** state)
{
    (void)state;
    rng r = {2712};
    abut_model* cube = NULL;
    solid s = {0};
    solid_add_cube(&s, -1, 1, 2);
    const abut_soup soup = solid_soup(&s);
    assert_int_equal(abut_model_build(&cube, &soup, NULL), ABUT_OK);
    for (int i = 0; i < 90; i++) {
        static const abut_relation wanted[] = {ABUT_RELATION_CROSSING, ABUT_RELATION_TOUCHING,
                                               ABUT_RELATION_SEPARATE};
        abut_pose pose[2] = {some_pose(&r, 1), some_pose(&r, 1)};
        memcpy(pose[1].translation, pose[0].translation, sizeof pose[0].translation);
        pose[0].translation[2] = 1;
        pose[1].translation[2] = nextafter(3, i % 3 == 0 ? 0 : i % 3 == 2 ? 9 : 3);
        const abut_instance a = {.model = cube, .pose = pose[0]},
                            b = {.model = cube, .pose = pose[1]};
        abut_world* w = NULL;
        abut_clashes found;
        assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
        assert_int_equal(abut_world_add(w, i % 2 ? &a : &b, NULL), ABUT_OK);
        assert_int_equal(abut_world_add(w, i % 2 ? &b : &a, NULL), ABUT_OK);
        for (int k = 0; k < 2; k++) {
            const abut_survey survey = k ? ABUT_SURVEY_RELATIONS : ABUT_SURVEY_RELATIONS_ALONE;
            assert_int_equal(abut_world_collide(w, survey, NULL, &found), ABUT_OK);
            assert_int_equal(found.count, i % 3 != 2);
            if (found.count) assert_int_equal(found.clashes[0].relation, wanted[i % 3]);
        }
        abut_world_free(w);
    }
    abut_model_free(cube);
    solid_free(&s);
}

static void what_does_not_go_together(void** state)
{
    (void)state;
    abut_world* w = NULL;
    abut_clashes found;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    static const abut_ask bad[] = {
        {.budget = 5}, {.deadline = 5}, {.any = 1}, {.detail = ABUT_DETAIL_KINDS}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_RELATIONS_ALONE, &bad[i], &found),
                         ABUT_BAD_COMBINATION);
    assert_int_equal(
        abut_world_collide(w, (abut_survey)(ABUT_SURVEY_RELATIONS_ALONE + 1), NULL, &found),
        ABUT_BAD_ARGUMENT);
    abut_world_free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(relations_are_the_same),
        cmocka_unit_test(the_last_bit_decides),
        cmocka_unit_test(what_does_not_go_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
