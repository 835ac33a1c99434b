// test_world.c - abut_world: the pairs of instances that meet are those that abut_collide and abut_contain find among
// all pairs, whatever was moved, grouped or left out before, on any number of workers; and boxes hold what
// they should, against rational arithmetic.
#include "support/float_mode.h"
#include "support/method_here.h"
#include "support/shuffled_run.h"
#include "support/soups.h"
#include "world/world.h"

#include <gmp.h>

// -------------------------------------------------------------------------------------------- cubes

static abut_model* unit_cube(void)
{
    static const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                                      0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};
    static const uint32_t triangles[] = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                         2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    const abut_soup soup = {
        .vertices = vertices, .vertex_count = 8, .triangles = triangles, .triangle_count = 12};
    abut_model* cube = NULL;
    assert_int_equal(abut_model_build(&cube, &soup, NULL), ABUT_OK);
    return cube;
}

// n^3 unit cubes on the grid, in an order that is not the grid's.
static abut_world* cubes(const abut_model* cube, size_t n, const abut_host* host)
{
    rng r = {n};
    size_t* const order = shuffled_order(&r, n * n * n);
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, host), ABUT_OK);
    for (size_t i = 0; i < n * n * n; i++) {
        const size_t k = order[i];
        const abut_instance instance = {
            cube, {.translation = {(double)(k % n), (double)(k / n % n), (double)(k / n / n)}}};
        uint32_t id;
        assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
        assert_int_equal(id, i);
    }
    free(order);
    return w;
}

static void cubes_on_the_grid(void** state)
{
    (void)state;
    static const size_t counts[][2] = {{1, 0}, {2, 28}, {3, 158}, {10, 10476}};
    abut_model* cube = unit_cube();
    for (size_t i = 0; i < 4; i++) {
        const size_t n = counts[i][0];
        assert_int_equal(counts[i][1], ((3 * n - 2) * (3 * n - 2) * (3 * n - 2) - n * n * n) / 2);
        abut_world* w = cubes(cube, n, NULL);
        abut_clashes found;
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
        assert_int_equal(found.count, counts[i][1]);
        assert_null(found.clashes);
#ifndef ABUT_PRUNE_OFF
        assert_int_equal(found.asked, counts[i][1]);
#endif
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_BOXES, NULL, &found), ABUT_OK);
        assert_int_equal(found.count, counts[i][1]);
        for (size_t k = 0; k < found.count; k++) {
            assert_true(found.pairs[k].a < found.pairs[k].b);
            if (!k) continue;
            assert_true(memcmp(&found.pairs[k], &found.pairs[k - 1], 8) != 0);
            assert_true(found.pairs[k].a >= found.pairs[k - 1].a);
        }
        abut_world_free(w);
    }
    abut_model_free(cube);
}

// Most of them near one end, most in one place, all in one place, some far away.
static void crowds_are_found_as_among_all_pairs(void** state)
{
    (void)state;
    enum { CROWD = 240, SORTS = 4 };
    abut_model* cube = unit_cube();
    for (uint64_t sort = 0; sort < SORTS; sort++) {
        rng r = {sort};
        size_t *const order = shuffled_order(&r, CROWD), expected = 0;
        abut_world* w = NULL;
        abut_clashes found;
        assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
        for (size_t i = 0; i < CROWD; i++) {
            const double n = (double)order[i];
            const double x[SORTS] = {pow(1.2, n), n < 5 ? 1000 * n : 3, 7,
                                     n < 9 ? 1e9 * n : 4 * rng_signed(&r)};
            const abut_instance instance = {
                cube, {.translation = {x[sort], sort == 3 ? 4 * rng_signed(&r) : 0, 0}}};
            assert_int_equal(abut_world_add(w, &instance, NULL), ABUT_OK);
        }
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_BOXES, NULL, &found), ABUT_OK);
        for (uint32_t a = 0; a < CROWD; a++) {
            for (uint32_t b = a + 1; b < CROWD; b++) {
                if (!world_boxes_meet(&w->plain.boxes[a], &w->plain.boxes[b])) continue;
                assert_true(expected < found.count);
                const abut_pair pair = found.pairs[expected++];
                assert_true(pair.a == a && pair.b == b);
            }
        }
        assert_true(found.count == expected && expected > 0);
        abut_world_free(w);
        free(order);
    }
    abut_model_free(cube);
}

// --------------------------------------------------------------------------------- against all pairs

enum { SHAPES = 5, INSTANCES = 22 };

typedef struct member {
    abut_instance instance;
    uint32_t groups, against;
} member;

typedef struct reference {
    abut_model* models[SHAPES];
    member members[INSTANCES];
    abut_pair ignored[INSTANCES];
    size_t ignored_count;
    abut_query* query;
    rng random;
    size_t count;  // found in all
} reference;

static abut_pose any_pose(reference* r)
{
    abut_pose pose = pose_random(&r->random, 0.8);
    if (rng_below(&r->random, 3) == 0) pose_mirror(&pose);
    pose.scale = rng_below(&r->random, 2) ? 0 : 0.25 + (double)rng_below(&r->random, 5) / 4;
    return pose;
}

static void reference_make(reference* r, abut_method method)
{
    static const soup_sort sorts[SHAPES] = {SOUP_GENERIC, SOUP_GRID, SOUP_FLAT, SOUP_CLUSTERS,
                                            SOUP_POINTS};
    *r = (reference){.random = {17}};
    for (int i = 0; i < SHAPES; i++) {
        soup_data data = soup_random(sorts[i], 4 + 10 * (size_t)i, 8);
        if (sorts[i] == SOUP_GRID) soup_transform(&data, 0.25, -0.5);
        abut_soup soup = soup_of(&data);
        if (i == 4) soup.triangle_count = 0;  // nothing
        const abut_build build = {.method = method};
        assert_int_equal(abut_model_build(&r->models[i], &soup, &build), ABUT_OK);
        soup_free(&data);
    }
    for (int i = 0; i < INSTANCES; i++)
        r->members[i] = (member){{r->models[i % SHAPES], any_pose(r)}, UINT32_MAX, UINT32_MAX};
    assert_int_equal(abut_query_create(&r->query, NULL), ABUT_OK);
}

static void reference_free(reference* r)
{
    for (int i = 0; i < SHAPES; i++)
        abut_model_free(r->models[i]);
    abut_query_free(r->query);
}

static int is_asked(const reference* r, uint32_t a, uint32_t b)
{
    for (size_t i = 0; i < r->ignored_count; i++) {
        const abut_pair* p = &r->ignored[i];
        if ((p->a == a && p->b == b) || (p->a == b && p->b == a)) return 0;
    }
    const member *x = &r->members[a], *y = &r->members[b];
    return (x->groups & y->against) && (y->groups & x->against);
}

// What the world must say of two instances; 0 if nothing.
static int expected_of(reference* r, uint32_t a, uint32_t b, abut_survey survey, abut_clash* out)
{
    const abut_ask ask = {.detail = ABUT_DETAIL_POINTS};
    abut_containment c = {.relation = ABUT_RELATION_SEPARATE};
    *out = (abut_clash){.count = 0};
    if (survey == ABUT_SURVEY_RELATIONS)
        assert_int_equal(
            abut_contain(r->query, &r->members[a].instance, &r->members[b].instance, &ask, &c),
            ABUT_OK);
    else
        assert_int_equal(
            abut_collide(r->query, &r->members[a].instance, &r->members[b].instance, &ask, &c.hits),
            ABUT_OK);
    if (!c.hits.count && c.relation == ABUT_RELATION_SEPARATE) return 0;
    out->count = c.hits.count;
    int first = 1;
    for (size_t i = 0; i < c.hits.count; i++) {
        out->kind_count[c.hits.contacts[i].kind]++;
        for (int p = 0; p < c.hits.contacts[i].point_count; p++, first = 0) {
            for (int k = 0; k < 3 && survey != ABUT_SURVEY_COUNTS; k++) {
                const double x = c.hits.contacts[i].points[p][k];
                out->low[k] = first ? x : fmin(out->low[k], x);
                out->high[k] = first ? x : fmax(out->high[k], x);
            }
        }
    }
    if (survey == ABUT_SURVEY_RELATIONS) {
        out->relation = c.relation;
        out->reason = c.reason;
    }
    return 1;
}

static int same_clash(const abut_clash* x, const abut_clash* y)
{
    int same = x->count == y->count && x->relation == y->relation && x->reason == y->reason;
    for (int k = 0; k < 4; k++)
        same &= x->kind_count[k] == y->kind_count[k];
    for (int k = 0; k < 3; k++)
        same &= double_compare(x->low[k], y->low[k]) == 0 &&
                double_compare(x->high[k], y->high[k]) == 0;
    return same;
}

static void compare(reference* r, abut_world* w, abut_survey survey)
{
    abut_clashes found;
    size_t place = 0, boxes = 0;
    assert_int_equal(abut_world_collide(w, survey, NULL, &found), ABUT_OK);
    for (uint32_t a = 0; a < INSTANCES; a++) {
        for (uint32_t b = a + 1; b < INSTANCES; b++) {
            abut_clash expected;
            boxes += is_asked(r, a, b) && world_boxes_meet(&w->plain.boxes[a], &w->plain.boxes[b]);
            if (!is_asked(r, a, b) || !expected_of(r, a, b, survey, &expected)) continue;
            assert_true(place < found.count);
            assert_int_equal(found.pairs[place].a, a);
            assert_int_equal(found.pairs[place].b, b);
            if (survey != ABUT_SURVEY_CONTACTS)
                assert_true(same_clash(&found.clashes[place], &expected));
            place++;
        }
    }
    assert_int_equal(place, found.count);
    assert_int_equal(found.asked, boxes);
    r->count += place;
}

static abut_world* world_of(const reference* r, const abut_host* host)
{
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, host), ABUT_OK);
    for (uint32_t i = 0; i < INSTANCES; i++) {
        const member* m = &r->members[i];
        assert_int_equal(abut_world_add(w, &m->instance, NULL), ABUT_OK);
        assert_int_equal(abut_world_group(w, i, m->groups, m->against), ABUT_OK);
    }
    assert_int_equal(abut_world_ignore(w, r->ignored, r->ignored_count), ABUT_OK);
    return w;
}

// Change something at random, in the world and in the reference.
static void change(reference* r, abut_world* w)
{
    const uint32_t id = (uint32_t)rng_below(&r->random, INSTANCES);
    member* m = &r->members[id];
    switch (rng_below(&r->random, 4)) {
    case 0:
        m->groups = (uint32_t)rng_below(&r->random, 8);
        m->against = (uint32_t)rng_below(&r->random, 8) | 4;
        assert_int_equal(abut_world_group(w, id, m->groups, m->against), ABUT_OK);
        break;
    case 1:
        r->ignored_count = rng_below(&r->random, INSTANCES);
        for (size_t i = 0; i < r->ignored_count; i++)
            r->ignored[i] = (abut_pair){(uint32_t)rng_below(&r->random, INSTANCES),
                                        (uint32_t)rng_below(&r->random, INSTANCES)};
        assert_int_equal(abut_world_ignore(w, r->ignored, r->ignored_count), ABUT_OK);
        break;
    default:
        m->instance.pose = any_pose(r);
        assert_int_equal(abut_world_move(w, id, &m->instance.pose), ABUT_OK);
    }
}

static void answers_are_those_of_all_pairs(void** state)
{
    (void)state;
    static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_BRUTE,
                                          OR_AABB(ABUT_METHOD_DOP14)};
    for (size_t i = 0; i < 3; i++) {
        reference r;
        reference_make(&r, methods[i]);
        abut_world* w = world_of(&r, NULL);
        for (int step = 0; step < 16; step++) {
            compare(&r, w, (abut_survey)(step % 4));
            for (size_t changes = rng_below(&r.random, 4); changes; changes--)
                change(&r, w);
        }
        print_message("%zu pairs of instances\n", r.count);
        assert_true(r.count > 100);
        abut_world_free(w);
        reference_free(&r);
    }
}

static void boxes_within_boxes(void** state)
{
    (void)state;
    abut_model* cube = unit_cube();
    abut_world* w = NULL;
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    for (int i = 0; i < 3; i++) {
        const abut_instance instance = {
            cube, {.scale = 1 + 2 * i, .translation = {-i, -i, i == 2 ? -1 : -i}}};
        assert_int_equal(abut_world_add(w, &instance, NULL), ABUT_OK);
    }
    abut_clashes found;
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_RELATIONS, NULL, &found), ABUT_OK);
    assert_int_equal(found.count, 3);  // 0 in 1, 0 in 2, 1 and 2 touch: one within the other
    assert_int_equal(found.clashes[0].relation, ABUT_RELATION_A_INSIDE_B);
    assert_int_equal(found.clashes[0].count, 0);
    assert_true(found.clashes[0].low[0] == 0 && found.clashes[0].high[0] == 0);
    assert_int_equal(found.clashes[1].relation, ABUT_RELATION_A_INSIDE_B);
    assert_int_equal(found.clashes[2].relation, ABUT_RELATION_CROSSING);
    assert_true(found.clashes[2].count > 0);
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_COUNTS, NULL, &found), ABUT_OK);
    assert_int_equal(found.count, 1);
    abut_world_free(w);
    abut_model_free(cube);
}

// ----------------------------------------------------------------------------------------- workers

static uint64_t hash_of_clashes(const abut_clashes* c)
{
    const uint64_t numbers[] = {c->count, c->asked, c->volume_tests, c->triangle_tests,
                                c->exact_tests};
    uint64_t hash = 1;
    for (size_t i = 0; i < 5; i++)
        hash = (hash ^ numbers[i]) * 0x100000001B3u;
    for (size_t i = 0; i < c->count; i++) {
        hash = (hash ^ c->pairs[i].a) * 0x100000001B3u;
        hash = (hash ^ c->pairs[i].b) * 0x100000001B3u;
        if (!c->clashes) continue;
        const abut_clash* clash = &c->clashes[i];
        hash = (hash ^ clash->count ^ (uint64_t)clash->relation << 40) * 0x100000001B3u;
        for (int k = 0; k < 3; k++)
            hash = (hash ^ double_bits(clash->low[k])) * 0x100000001B3u;
    }
    return hash;
}

static void workers_make_no_difference(void** state)
{
    (void)state;
    abut_model* cube = unit_cube();
    reference r;
    uint64_t expected[2][5] = {{0}};
    size_t shared = 0;
    reference_make(&r, ABUT_METHOD_WIDE);
    for (int workers = 0; workers <= SHUFFLED_WORKERS_MAX; workers += workers < 3 ? 1 : 13) {
        shuffled order = {0};
        const abut_host host = shuffled_host(&order, workers, 7);
        abut_world* worlds[2] = {cubes(cube, 4, workers ? &host : NULL),
                                 world_of(&r, workers ? &host : NULL)};
        for (int i = 0; i < 2; i++) {
            for (int survey = 0; survey < 5; survey++) {
                abut_clashes found;
                if (i == 0 && survey == ABUT_SURVEY_RELATIONS) continue;  // long
                assert_int_equal(abut_world_collide(worlds[i], (abut_survey)survey, NULL, &found),
                                 ABUT_OK);
                assert_true(found.count > 0);
                if (!workers) expected[i][survey] = hash_of_clashes(&found);
                assert_true(hash_of_clashes(&found) == expected[i][survey]);
            }
            abut_world_free(worlds[i]);
        }
        shared += order.shared;
    }
    assert_true(shared > 0);
    reference_free(&r);
    abut_model_free(cube);
}

static void many_moves_make_the_tree_anew(void** state)
{
    (void)state;
    enum { COUNT = 90 };
    abut_model* cube = unit_cube();
    abut_world *w = NULL, *fresh = NULL;
    abut_instance instances[COUNT];
    rng r = {3};
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    for (int i = 0; i < COUNT; i++) {
        instances[i] = (abut_instance){cube, {.translation = {2 * i, 0, 0}}};
        assert_int_equal(abut_world_add(w, &instances[i], NULL), ABUT_OK);
    }
    for (int step = 0; step < 20; step++) {
        abut_clashes x, y;
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &x), ABUT_OK);
        assert_int_equal(abut_world_create(&fresh, NULL), ABUT_OK);
        for (int i = 0; i < COUNT; i++)
            assert_int_equal(abut_world_add(fresh, &instances[i], NULL), ABUT_OK);
        assert_int_equal(abut_world_collide(fresh, ABUT_SURVEY_CONTACTS, NULL, &y), ABUT_OK);
        assert_int_equal(x.count, y.count);
        assert_memory_equal(x.pairs, y.pairs, x.count * sizeof *x.pairs);
        abut_world_free(fresh);
        for (uint32_t i = 0; i < COUNT; i += step % 3 ? 1 : 40) {
            for (int k = 0; k < 3; k++)
                instances[i].pose.translation[k] = 10 * rng_signed(&r) / (1 + step);
            assert_int_equal(abut_world_move(w, i, &instances[i].pose), ABUT_OK);
        }
    }
    abut_world_free(w);
    abut_model_free(cube);
}

// ------------------------------------------------------------------------------------------- failures

static abut_status build_and_ask(const reference* r, const abut_host* host, abut_world** w,
                                 abut_clashes* found)
{
    abut_status status = abut_world_create(w, host);
    for (uint32_t i = 0; i < INSTANCES && status == ABUT_OK; i++)
        status = abut_world_add(*w, &r->members[i].instance, NULL);
    const abut_pair none = {0, 1};
    if (status == ABUT_OK) status = abut_world_ignore(*w, &none, 1);
    if (status == ABUT_OK) status = abut_world_ignore(*w, NULL, 0);
    if (status == ABUT_OK) status = abut_world_collide(*w, ABUT_SURVEY_COUNTS, NULL, found);
    return status;
}

static void failed_allocations_leave_a_world_usable(void** state)
{
    (void)state;
    reference r;
    reference_make(&r, ABUT_METHOD_WIDE);
    for (int workers = 1; workers <= 3; workers += 2) {
        counting c = counting_begin();
        abut_host memory = counting_host(&c), host;
        abut_pool* pool = NULL;
        memory.progress = NULL;
        assert_int_equal(abut_pool_create(&pool, workers, &memory), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        size_t failures = 0;
        for (int done = 0; !done; failures++) {
            abut_world* w = NULL;
            abut_clashes found = {.count = 77};
            c.fail_at = c.allocations + failures;
            const abut_status status = build_and_ask(&r, &host, &w, &found);
            done = status == ABUT_OK;
            if (!done) {
                assert_int_equal(status, ABUT_OUT_OF_MEMORY);
                assert_int_equal(found.count, 77);
            }
            c.fail_at = SIZE_MAX;
            if (w && w->count == INSTANCES) {
                assert_int_equal(abut_world_ignore(w, NULL, 0), ABUT_OK);
                compare(&r, w, ABUT_SURVEY_COUNTS);
            }
            abut_world_free(w);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        assert_true(failures > 15);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    reference_free(&r);
}

static void progress_grows_and_cancels(void** state)
{
    (void)state;
    abut_model* cube = unit_cube();
    counting c = counting_begin();
    const abut_host host = counting_host(&c);
    abut_world* w = cubes(cube, 6, &host);
    abut_clashes found;
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
    assert_false(c.fraction_is_wrong);
    assert_true(c.progress_calls > 10);
    const size_t calls = c.progress_calls, count = found.count;
    for (size_t i = 0; i < calls; i += 5) {
        found.count = 77;
        c.progress_calls = 0;
        c.fraction = 0;
        c.cancel_at = i;
        assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_CANCELLED);
        assert_int_equal(c.progress_calls, i + 1);
        assert_int_equal(found.count, 77);
    }
    c.cancel_at = SIZE_MAX;
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
    assert_int_equal(found.count, count);
    abut_world_free(w);
    assert_int_equal(c.blocks, 0);
    abut_model_free(cube);
}

static void what_is_wrong_is_refused(void** state)
{
    (void)state;
    reference r;
    reference_make(&r, ABUT_METHOD_WIDE);
    abut_model* cube = unit_cube();
    abut_world* w = NULL;
    abut_clashes found;
    abut_instance instance = {.model = cube};
    const abut_pair beyond = {0, 5};
    uint32_t id = 99;
    assert_int_equal(abut_world_create(NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_create(&w, NULL), ABUT_OK);
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_CONTACTS, NULL, &found), ABUT_OK);
    assert_int_equal(found.count, 0);
    assert_non_null(found.pairs);
    instance.pose.scale = -1;
    assert_int_equal(abut_world_add(w, &instance, &id), ABUT_BAD_SCALE);
    assert_int_equal(id, 99);
    instance.pose.scale = 0;
    assert_int_equal(abut_world_add(w, &instance, &id), ABUT_OK);
    assert_int_equal(id, 0);
    const abut_build brute = {.method = ABUT_METHOD_BRUTE};
    abut_model* other = NULL;
    assert_int_equal(abut_model_build(&other, &(abut_soup){.triangle_count = 0}, &brute), ABUT_OK);
    assert_int_equal(abut_world_add(w, &(abut_instance){.model = other}, &id), ABUT_MIXED_METHODS);
    assert_int_equal(abut_world_add(w, &(abut_instance){.model = NULL}, &id), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_add(w, NULL, &id), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_move(w, 1, &instance.pose), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_move(w, 0, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_move(w, 0, &(abut_pose){.scale = (double)NAN}), ABUT_NOT_FINITE);
    assert_int_equal(abut_world_group(w, 1, 1, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_ignore(w, &beyond, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_ignore(w, NULL, 1), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_collide(w, (abut_survey)8, NULL, &found), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_world_collide(w, ABUT_SURVEY_BOXES, NULL, NULL), ABUT_BAD_ARGUMENT);
    abut_world_free(w);
    abut_world_free(NULL);
    abut_model_free(other);
    abut_model_free(cube);
    reference_free(&r);
}

// ----------------------------------------------------------------------------------------- the boxes

// A number of any size; beyond the normal ones now and then.
static double wild(rng* r, int top)
{
    const double x = rng_signed(r);
    switch (rng_below(r, 8)) {
    case 0:
        return 0;
    case 1:
        return ldexp(x, -1040);
    case 2:
        return ldexp(x, top - (int)rng_below(r, 60));
    default:
        return ldexp(x, (int)rng_below(r, 24) - 12);
    }
}

static void expect_within(const world_box* box, const affine* pose, const double corner[3])
{
    mpq_t sum, x, y;
    mpq_inits(sum, x, y, NULL);
    for (int i = 0; i < 3; i++) {
        mpq_set_d(sum, pose->translation[i]);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(x, pose->matrix[i][k]);
            mpq_set_d(y, corner[k]);
            mpq_mul(x, x, y);
            mpq_add(sum, sum, x);
        }
        if (box->low[i] > -HUGE_VAL) {
            mpq_set_d(x, box->low[i]);
            assert_true(mpq_cmp(x, sum) <= 0);
        }
        if (box->high[i] < HUGE_VAL) {
            mpq_set_d(x, box->high[i]);
            assert_true(mpq_cmp(x, sum) >= 0);
        }
    }
    mpq_clears(sum, x, y, NULL);
}

static void boxes_hold_their_corners(void** state)
{
    (void)state;
    rng r = {31};
    size_t tight = 0, count = 0;
    for (int turn = 0; turn < 3000; turn++) {
        abut_pose pose = pose_random(&r, 1);
        double low[3], high[3];
        affine placed;
        if (turn % 4 == 0) pose = (abut_pose){.scale = 1};
        if (turn % 4 == 1) pose.scale = ldexp(1, (int)rng_below(&r, 600) - 300);
        if (turn % 8 == 2) pose.rotation[0][0] = ldexp(rng_signed(&r), -1060);
        for (int k = 0; k < 3; k++) {
            const double x = wild(&r, 1000), y = wild(&r, 1000);
            pose.translation[k] = wild(&r, 1023);
            low[k] = x < y ? x : y;
            high[k] = x < y ? y : x;
        }
        if (affine_from_pose(&placed, &pose) != ABUT_OK) continue;
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++, count++) {
            float_mode_enter(&float_modes[mode]);
            const world_box box = world_box_of(&placed, low, high);
            float_mode_leave();
            for (int corner = 0; corner < 8; corner++) {
                const double at[3] = {corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1],
                                      corner & 4 ? high[2] : low[2]};
                expect_within(&box, &placed, at);
            }
            tight += box.high[0] < HUGE_VAL;
        }
    }
    assert_true(count > 10000 && tight > count / 2);
    // And no wider than they should be.
    const abut_pose pose = {.translation = {1, 2, 3}};
    affine placed;
    assert_int_equal(affine_from_pose(&placed, &pose), ABUT_OK);
    const world_box box = world_box_of(&placed, (double[]){0, 0, 0}, (double[]){1, 1, 1});
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(box.low[k] - (1 + k)) < 1e-13);
        assert_true(fabs(box.high[k] - (2 + k)) < 1e-13);
    }
}

// A box that is grown by a margin holds all that is so far from it, in every mode.
static void grown_boxes_hold_their_margins(void** state)
{
    (void)state;
    rng r = {32};
    mpq_t end, x;
    mpq_inits(end, x, NULL);
    for (int turn = 0; turn < 20000; turn++) {
        world_box box;
        const double margin = fabs(wild(&r, 1023));
        for (int k = 0; k < 3; k++) {
            const double p = wild(&r, 1000), q = wild(&r, 1000);
            box.low[k] = p < q ? p : q;
            box.high[k] = p < q ? q : p;
        }
        for (int mode = 0; mode < FLOAT_MODE_COUNT; mode++) {
            float_mode_enter(&float_modes[mode]);
            const world_box grown = world_box_grown(&box, margin);
            float_mode_leave();
            for (int k = 0; k < 6; k++) {
                const double from = k < 3 ? box.low[k] : box.high[k - 3];
                const double to = k < 3 ? grown.low[k] : grown.high[k - 3];
                if (!isfinite(to)) continue;
                mpq_set_d(end, from);
                mpq_set_d(x, margin);
                if (k < 3)
                    mpq_sub(end, end, x);
                else
                    mpq_add(end, end, x);
                mpq_set_d(x, to);
                assert_true(k < 3 ? mpq_cmp(x, end) <= 0 : mpq_cmp(x, end) >= 0);
            }
        }
    }
    mpq_clears(end, x, NULL);
    const world_box unit = {{0, 0, 0}, {1, 1, 1}}, none = WORLD_BOX_EMPTY;
    const world_box grown = world_box_grown(&unit, 2), empty = world_box_grown(&none, 2);
    for (int k = 0; k < 3; k++) {
        assert_true(fabs(grown.low[k] + 2) < 1e-13 && fabs(grown.high[k] - 3) < 1e-13);
        assert_true(empty.low[k] > empty.high[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes_on_the_grid),
        cmocka_unit_test(crowds_are_found_as_among_all_pairs),
        cmocka_unit_test(answers_are_those_of_all_pairs),
        cmocka_unit_test(boxes_within_boxes),
        cmocka_unit_test(workers_make_no_difference),
        cmocka_unit_test(many_moves_make_the_tree_anew),
        cmocka_unit_test(failed_allocations_leave_a_world_usable),
        cmocka_unit_test(progress_grows_and_cancels),
        cmocka_unit_test(what_is_wrong_is_refused),
        cmocka_unit_test(boxes_hold_their_corners),
        cmocka_unit_test(grown_boxes_hold_their_margins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
