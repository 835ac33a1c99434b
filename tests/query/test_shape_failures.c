// test_shape_failures.c - questions about shapes where memory runs out, somebody cancels, or a budget or a deadline ends them: the
// status says so, what is said is true, and the query answers as before after it.
#include "support/shape_cases.h"

#include <math.h>

enum { TRIANGLES = 200, KINDS = ABUT_SHAPE_CONE };

typedef struct answer {
    size_t count, batch_count;
    uint32_t triangles[TRIANGLES];
    abut_shape_nearest near;
    abut_shape_relation relation;
} answer;

typedef struct place {
    shape_scene scene;
    abut_model* model;
    abut_solid* solid;
    abut_shape shapes[KINDS];
    double hull[3 * HULL_POINTS_MAX];
} place;

static place place_make(const distance_way* way, int dice)
{
    place p = {.scene = shape_scene_make(SOUP_GENERIC, TRIANGLES, dice, 9)};
    const abut_soup soup = soup_of(&p.scene.soup);
    p.model = distance_model(&soup, way, NULL);
    assert_int_equal(abut_solid_build(&p.solid, p.model, NULL), ABUT_OK);
    return p;
}

static void place_fill(place* p)
{
    rng r = {4};
    for (int i = 0; i < KINDS; i++)
        p->shapes[i] = shape_random(&p->scene, (abut_shape_kind)(1 + i), &r, p->hull);
}

static void place_free(place* p)
{
    abut_solid_free(p->solid);
    abut_model_free(p->model);
    soup_free(&p->scene.soup);
}

static abut_status ask(abut_query* q, abut_batch* b, const place* p, const abut_shape* shape,
                       answer* out)
{
    const abut_instance at = shape_scene_instance(&p->scene, p->model);
    const abut_shape_ask how = {.detail = ABUT_DETAIL_KINDS};
    const abut_distance_ask points = {.detail = ABUT_DETAIL_POINTS};
    const abut_shape two[2] = {*shape, *shape};
    abut_shape_hits hits;
    const abut_shape_hits* all;
    memset(out, 0, sizeof *out);
    abut_status status = abut_shape_collide(q, &at, shape, &how, &hits);
    if (status) return status;
    out->count = hits.count;
    memcpy(out->triangles, hits.triangles, hits.count * sizeof *hits.triangles);
    status = abut_shape_distance(q, &at, shape, &points, &out->near);
    if (!status) status = abut_shape_contain(q, &at, p->solid, shape, &out->relation);
    if (!status) status = abut_probe_batch(b, &at, two, 2, &how, &all);
    if (!status) out->batch_count = all[1].count;
    return status;
}

// Fail one allocation after the other, until none is left to fail.
static void fail_each(const place* p, const abut_shape* shape)
{
    answer usual, now;
    size_t failures = 0;
    abut_status status = ABUT_OUT_OF_MEMORY;
    for (size_t at = 0; status; at++) {
        counting memory = counting_begin();
        const abut_host host = counting_host(&memory);
        abut_query* q = NULL;
        abut_batch* b = NULL;
        assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
        assert_int_equal(abut_batch_create(&b, &host), ABUT_OK);
        memory.fail_at = memory.allocations + at;
        status = ask(q, b, p, shape, &now);
        memory.fail_at = SIZE_MAX;
        failures += status != ABUT_OK;
        if (status) {
            assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            assert_int_equal(ask(q, b, p, shape, &now), ABUT_OK);
        }
        if (at == 0) usual = now;
        assert_memory_equal(&usual, &now, sizeof now);
        const size_t before = memory.allocations;
        assert_int_equal(ask(q, b, p, shape, &now), ABUT_OK);
        // The side of a point needs room for its place each time.
        assert_true(memory.allocations - before <= 1);
        abut_query_free(q);
        abut_batch_free(b);
        assert_int_equal(memory.blocks, 0);
    }
    assert_true(failures > 3);
}

static void test_memory(void** state)
{
    (void)state;
    for (int w = 0; w < 2; w++) {
        for (int dice = 0; dice < 10; dice += 9) {  // without a frame, and with one
            place p = place_make(&shape_ways[w], dice);
            place_fill(&p);
            for (int i = 0; i < KINDS; i++)
                fail_each(&p, &p.shapes[i]);
            place_free(&p);
        }
    }
}

// Whether all of some triangles are among others; both sorted.
static int are_among(const uint32_t* some, size_t some_count, const uint32_t* all, size_t count)
{
    size_t m = 0;
    for (size_t k = 0; k < some_count; k++) {
        while (m < count && all[m] < some[k])
            m++;
        if (m == count || all[m] != some[k]) return 0;
    }
    return 1;
}

// Never more tests than the budget; what is found is true, and nothing is claimed that is not known.
static void check_budgets(abut_query* q, const abut_instance* at, const abut_shape* shape)
{
    abut_shape_nearest truth, near;
    abut_shape_hits all, some;
    uint32_t triangles[TRIANGLES];
    assert_int_equal(abut_shape_distance(q, at, shape, NULL, &truth), ABUT_OK);
    assert_int_equal(abut_shape_collide(q, at, shape, NULL, &all), ABUT_OK);
    memcpy(triangles, all.triangles, all.count * sizeof *triangles);
    for (uint64_t budget = 1; budget < 400; budget = budget * 3 / 2 + 1) {
        const abut_shape_ask few = {.budget = budget};
        const abut_distance_ask far = {.budget = budget};
        assert_int_equal(abut_shape_collide(q, at, shape, &few, &some), ABUT_OK);
        assert_true(some.volume_tests + some.triangle_tests <= budget);
        assert_true(some.complete ? some.count == all.count : some.count <= all.count);
        assert_true(some.complete || some.count || some.state == ABUT_STATE_UNDECIDED);
        assert_true(are_among(some.triangles, some.count, triangles, all.count));
        assert_int_equal(abut_shape_distance(q, at, shape, &far, &near), ABUT_OK);
        assert_true(near.volume_tests + near.triangle_tests <= budget);
        if (!(near.lo <= truth.hi && truth.lo <= near.hi))
            fail_msg("%s, budget %u: from %.17g to %.17g is not %.17g",
                     abut_shape_text(shape->kind), (unsigned)budget, near.lo, near.hi, truth.lo);
        if (near.complete) assert_int_equal(near.triangle, truth.triangle);
    }
}

static void test_budget(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int w = 0; w < SHAPE_WAYS; w++) {
        place p = place_make(&shape_ways[w], 1);
        place_fill(&p);
        const abut_instance at = shape_scene_instance(&p.scene, p.model);
        for (int i = 0; i < KINDS; i++)
            check_budgets(q, &at, &p.shapes[i]);
        place_free(&p);
    }
    abut_query_free(q);
}

static void test_tolerance(void** state)
{
    (void)state;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    place p = place_make(&shape_ways[1], 5);
    place_fill(&p);
    const abut_instance at = shape_scene_instance(&p.scene, p.model);
    for (int i = 0; i < KINDS; i++) {
        abut_shape_nearest truth, near;
        assert_int_equal(abut_shape_distance(q, &at, &p.shapes[i], NULL, &truth), ABUT_OK);
        for (int k = 0; k < 6; k++) {
            const abut_distance_ask some = {.absolute = k % 3 == 1 ? 0.05 : 0,
                                            .relative = k % 3 == 2   ? 0.3
                                                        : k % 3 == 0 ? 0.01
                                                                     : 0,
                                            .within = k < 3 ? 0 : truth.hi * 0.9};
            assert_int_equal(abut_shape_distance(q, &at, &p.shapes[i], &some, &near), ABUT_OK);
            assert_true(near.lo <= truth.hi && truth.lo <= near.hi);
            if (near.is_farther) {
                assert_true(k >= 3 && truth.hi > some.within);
                continue;
            }
            const double off =
                some.relative * near.hi > some.absolute ? some.relative * near.hi : some.absolute;
            assert_true(near.has_triangle && near.hi - near.lo <= off * (1 + 1e-9) + 1e-11);
        }
    }
    place_free(&p);
    abut_query_free(q);
}

// Long enough to be asked whether to go on.
static void test_cancel(void** state)
{
    (void)state;
    counting memory = counting_begin();
    const abut_host host = counting_host(&memory);
    const abut_shape point = {.kind = ABUT_SHAPE_POINT, .points = {{9, 9, 9}}},
                     ball = {.kind = ABUT_SHAPE_SPHERE, .radius = 99};
    soup_data soup = soup_random(SOUP_GENERIC, 70000, 1);
    abut_model* m = soup_build(&soup, &(abut_build){.method = ABUT_METHOD_BRUTE});
    abut_solid* solid = NULL;
    abut_query* q = NULL;
    abut_batch* b = NULL;
    assert_int_equal(abut_solid_build(&solid, m, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&q, &host), ABUT_OK);
    assert_int_equal(abut_batch_create(&b, &host), ABUT_OK);
    const abut_instance at = {.model = m};
    abut_shape_hits hits;
    const abut_shape_hits* all;
    abut_shape_nearest near;
    abut_shape_relation relation;
    for (int i = 0; i < 4; i++) {
        memory.progress_calls = 0;
        memory.cancel_at = 0;
        memory.fraction = 0;
        const abut_status status = i == 0   ? abut_shape_collide(q, &at, &point, NULL, &hits)
                                   : i == 1 ? abut_shape_distance(q, &at, &point, NULL, &near)
                                   : i == 2 ? abut_shape_contain(q, &at, solid, &ball, &relation)
                                            : abut_probe_batch(b, &at, &point, 1, NULL, &all);
        assert_int_equal(status, ABUT_CANCELLED);
        memory.cancel_at = SIZE_MAX;
    }
    assert_int_equal(abut_shape_collide(q, &at, &point, NULL, &hits), ABUT_OK);
    assert_int_equal(hits.state, ABUT_STATE_APART);
    const abut_shape_ask soon = {.deadline = 1};
    assert_int_equal(abut_shape_collide(q, &at, &point, &soon, &hits), ABUT_OK);
    assert_true(!hits.complete && hits.state == ABUT_STATE_UNDECIDED);
    assert_false(memory.fraction_is_wrong);
    abut_query_free(q);
    abut_batch_free(b);
    abut_solid_free(solid);
    abut_model_free(m);
    soup_free(&soup);
    assert_int_equal(memory.blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_memory), cmocka_unit_test(test_budget),
                                       cmocka_unit_test(test_tolerance),
                                       cmocka_unit_test(test_cancel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
