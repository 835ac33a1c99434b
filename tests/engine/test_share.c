// test_share.c - one long question shared by many workers: pairs, kinds, points, first contact and counters are those of one
// worker, bit by bit, whoever takes which part and when; and the pairs are those of another method.
#include "mesh/mesh.h"
#include "query/collide.h"
#include "scenes.h"
#include "support/answers.h"
#include "support/share.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

#include <math.h>

enum { SCENES = 7, ASKS = 6 };

static const abut_ask asks[ASKS] = {
    {.limit = 0},  {.detail = ABUT_DETAIL_POINTS},
    {.limit = 1},  {.limit = 1, .detail = ABUT_DETAIL_POINTS},
    {.limit = 40}, {.budget = 20000},
};

typedef struct test_case {
    abut_model* models[2];  // of the engine
    abut_model* others[2];  // of another method
    abut_instance a, b, x, y;
    uint64_t expected[ASKS];
    size_t contacts;
} test_case;

static abut_model* model_of(const mesh* m, abut_method method)
{
    const abut_soup soup = {.vertices = m->vertices,
                            .triangles = m->triangles,
                            .vertex_count = m->vertex_count,
                            .triangle_count = m->triangle_count};
    const abut_build build = {.method = method};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, &build), ABUT_OK);
    return model;
}

static void soup_mesh_of(uint64_t seed, mesh* out)
{
    soup_data s = soup_random(seed % 2 ? SOUP_GENERIC : SOUP_GRID, 250, seed);
    *out = (mesh){.vertices = s.vertices,
                  .vertex_count = s.vertex_count,
                  .triangles = s.triangles,
                  .triangle_count = s.triangle_count};
}

// Two tori that cross, and two that are linked; spheres within each other, apart and crossing; layers of bricks; soups.
static void make_meshes(int which, mesh m[2])
{
    bricks_shape bricks = {.nx = 12, .ny = 12, .nz = 1, .size = 2, .shift = 1, .grid = 0.125};
    switch (which) {
    case 0:
    case 1:
        assert_int_equal(torus_make(48, 32, 1, 0.4, &m[0]), SCENE_OK);
        assert_int_equal(torus_make(48, 32, 1, 0.4, &m[1]), SCENE_OK);
        break;
    case 2:
    case 3:
        assert_int_equal(sphere_make(48, 96, 1, &m[0]), SCENE_OK);
        assert_int_equal(sphere_make(48, 96, which == 2 ? 1.004 : 1, &m[1]), SCENE_OK);
        break;
    case 4:
        assert_int_equal(bricks_make(&bricks, &m[0]), SCENE_OK);
        bricks.layer = 1;
        assert_int_equal(bricks_make(&bricks, &m[1]), SCENE_OK);
        break;
    default:
        soup_mesh_of((uint64_t)which, &m[0]);
        soup_mesh_of((uint64_t)which + 2, &m[1]);
    }
}

static abut_pose pose_of(int which)
{
    static const double axis[3] = {1, 2, 3};
    abut_pose pose = {.scale = 1};
    if (which == 4 || which == 6) return pose;
    assert_int_equal(abut_pose_from_axis_angle(&pose, axis, which == 1 ? 120 : 25), ABUT_OK);
    pose.translation[0] = which == 2 ? 0 : which == 1 ? 0.93 : 0.07;
    return pose;
}

static void case_make(test_case* s, int which)
{
    mesh m[2];
    abut_query* query = NULL;
    make_meshes(which, m);
    *s = (test_case){.contacts = 0};
    for (int i = 0; i < 2; i++) {
        s->models[i] = model_of(&m[i], ABUT_METHOD_WIDE);
        s->others[i] = model_of(&m[i], ABUT_METHOD_AABB);
        mesh_free(&m[i]);
    }
    s->a = (abut_instance){.model = s->models[0]};
    s->b = (abut_instance){s->models[1], pose_of(which)};
    s->x = (abut_instance){.model = s->others[0]};
    s->y = (abut_instance){s->others[1], s->b.pose};
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    for (int k = 0; k < ASKS; k++) {
        abut_hits hits;
        assert_int_equal(abut_collide(query, &s->a, &s->b, &asks[k], &hits), ABUT_OK);
        s->expected[k] = hash_of_hits(&hits);
        if (!k) s->contacts = hits.count;
    }
    abut_query_free(query);
}

static void case_free(test_case* s)
{
    for (int i = 0; i < 2; i++) {
        abut_model_free(s->models[i]);
        abut_model_free(s->others[i]);
    }
}

static void compare(const test_case* s, abut_query* query, int with_points)
{
    for (int k = 0; k < ASKS; k++) {
        abut_hits hits;
        if (asks[k].detail && !with_points) continue;  // they take the longest
        assert_int_equal(abut_collide(query, &s->a, &s->b, &asks[k], &hits), ABUT_OK);
        assert_true(hash_of_hits(&hits) == s->expected[k]);
    }
}

// Whichever contact: one that there is, or none where there is none.
static void compare_any(const test_case* s, abut_query* query, const abut_hits* truth)
{
    const abut_ask any = {.limit = 1, .any = 1};
    abut_hits hits;
    assert_int_equal(abut_collide(query, &s->a, &s->b, &any, &hits), ABUT_OK);
    assert_int_equal(hits.count, truth->count > 0);
    assert_true(hits.count || hits.complete);
    size_t found = 0;
    for (size_t i = 0; hits.count && i < truth->count; i++)
        found += truth->pairs[i].a == hits.pairs[0].a && truth->pairs[i].b == hits.pairs[0].b;
    assert_int_equal(found, hits.count);
}

static void workers_make_no_difference(void** state)
{
    (void)state;
    size_t shared = 0, answers = 0, many = 0;
    for (int which = 0; which < SCENES; which++) {
        test_case s;
        abut_query* other = NULL;
        abut_hits truth;
        case_make(&s, which);
        assert_int_equal(abut_query_create(&other, NULL), ABUT_OK);
        assert_int_equal(abut_collide(other, &s.x, &s.y, NULL, &truth), ABUT_OK);
        assert_int_equal(truth.count, s.contacts);
        many += s.contacts >= 8192;  // then they are sorted together
        // Every number of workers for some, a few for the others; under a sanitizer a few for all.
        for (int workers = 1; workers <= SHUFFLED_WORKERS_MAX;
             workers += (which < 3 && ABUT_TEST_SHARE == 1) || workers < 2 ? 1 : 7) {
            shuffled order;
            const abut_host host = shuffled_host(&order, workers, (uint64_t)workers);
            abut_query* query = NULL;
            assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
            compare(&s, query, workers < 3 || workers == SHUFFLED_WORKERS_MAX);
            compare_any(&s, query, &truth);
            if (workers < 4) compare(&s, query, 0);  // with what is there already
            abut_hits hits;
            assert_int_equal(abut_collide(query, &s.a, &s.b, NULL, &hits), ABUT_OK);
            assert_int_equal(hits.count, truth.count);
            assert_memory_equal(hits.pairs, truth.pairs, truth.count * sizeof *truth.pairs);
            shared += order.shared;
            answers += ASKS;
            abut_query_free(query);
        }
        abut_query_free(other);
        case_free(&s);
    }
    print_message("%zu answers, of %zu shared loops\n", answers, shared);
    assert_true(shared > 100 && many > 0);
}

static void pools_make_no_difference(void** state)
{
    (void)state;
    for (int workers = 1; workers <= 16; workers *= 2) {
        abut_pool* pool = NULL;
        abut_host host;
        abut_query* query = NULL;
        assert_int_equal(abut_pool_create(&pool, workers, NULL), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
        for (int which = 0; which < SCENES; which++) {
            test_case s;
            case_make(&s, which);
            compare(&s, query, workers == 2);
            case_free(&s);
        }
        abut_query_free(query);
        abut_pool_free(pool);
    }
}

static void failed_allocations_leave_a_query_usable(void** state)
{
    (void)state;
    test_case s;
    case_make(&s, 4);
    for (int workers = 1; workers <= 3; workers += 2) {
        counting c = counting_begin();
        abut_host memory = counting_host(&c), host;
        memory.progress = NULL;
        abut_pool* pool = NULL;
        assert_int_equal(abut_pool_create(&pool, workers, &memory), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        size_t failures = 0;
        for (int done = 0; !done; failures++) {
            abut_query* query = NULL;
            abut_hits hits;
            assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
            c.fail_at = c.allocations + failures;
            const abut_status status = abut_collide(query, &s.a, &s.b, &asks[1], &hits);
            done = status == ABUT_OK;
            if (!done) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            c.fail_at = SIZE_MAX;
            if (done || failures % 4 == 0) compare(&s, query, 0);
            abut_query_free(query);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        print_message("%d workers: %zu allocations failed\n", workers, failures);
        assert_true(failures > 8);
        abut_pool_free(pool);
    }
    case_free(&s);
}

static void progress_grows_and_cancels(void** state)
{
    (void)state;
    test_case s;
    case_make(&s, 2);
    for (int workers = 1; workers <= 4; workers += 3) {
        counting c = counting_begin();
        const abut_host told = counting_host(&c);
        abut_pool* pool = NULL;
        abut_host host;
        abut_query* query = NULL;
        abut_hits hits;
        assert_int_equal(abut_pool_create(&pool, workers, &told), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
        assert_int_equal(abut_collide(query, &s.a, &s.b, NULL, &hits), ABUT_OK);
        assert_false(c.fraction_is_wrong);
        const size_t calls = c.progress_calls;
        if (workers == 1) assert_true(calls > 3);
        for (size_t i = 0; i < calls && i < 6; i++) {
            c.progress_calls = 0;
            c.fraction = 0;
            c.cancel_at = i;
            const abut_status status = abut_collide(query, &s.a, &s.b, NULL, &hits);
            // With others at work the calling thread may have fewer turns than before.
            if (workers == 1) assert_int_equal(status, ABUT_CANCELLED);
            assert_true(status == ABUT_CANCELLED || (status == ABUT_OK && c.progress_calls <= i));
        }
        c.cancel_at = SIZE_MAX;
        for (int k = 0; k < ASKS; k++) {
            c.fraction = 0;
            assert_int_equal(abut_collide(query, &s.a, &s.b, &asks[k], &hits), ABUT_OK);
            assert_true(hash_of_hits(&hits) == s.expected[k]);
        }
        assert_false(c.fraction_is_wrong);
        abut_query_free(query);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    case_free(&s);
}

static void any_is_an_option_of_first_contact(void** state)
{
    (void)state;
    test_case s;
    abut_query* query = NULL;
    abut_hits hits;
    case_make(&s, 0);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    const abut_ask wrong[] = {{.any = 1}, {.any = 1, .limit = 2}, {.any = 2, .limit = 1}};
    for (int i = 0; i < 3; i++)
        assert_int_equal(abut_collide(query, &s.a, &s.b, &wrong[i], &hits),
                         i < 2 ? ABUT_BAD_COMBINATION : ABUT_BAD_ARGUMENT);
    const abut_ask any = {.any = 1, .limit = 1};
    assert_int_equal(abut_collide(query, &s.x, &s.y, &any, &hits), ABUT_OK);
    abut_query_free(query);
    case_free(&s);
}

static void rng_direction(rng* r, double out[3])
{
    double square;
    do {
        square = 0;
        for (int k = 0; k < 3; k++) {
            out[k] = rng_signed(r);
            square += out[k] * out[k];
        }
    } while (square > 1 || square < 0.01);
    for (int k = 0; k < 3; k++)
        out[k] /= sqrt(square);
}

// A needle as long as 2, about so far from the origin.
static void add_needle(rng* r, double distance, double v[9])
{
    double along[3], away[3];
    rng_direction(r, along);
    rng_direction(r, away);
    const double share = along[0] * away[0] + along[1] * away[1] + along[2] * away[2];
    const double size = sqrt(1 - share * share);
    for (int k = 0; k < 3; k++) {
        const double aside = (away[k] - share * along[k]) / size;
        v[k] = distance * aside + along[k];
        v[3 + k] = distance * aside - along[k] + 1e-5 * aside;
        v[6 + k] = distance * aside - along[k] - 1e-5 * aside;
    }
}

// Where one model is far larger and full of needles, hundreds of visits open it alone: when the walk is shared then, the other
// side must have been prepared, too.
static void sides_that_were_not_opened_are_prepared(void** state)
{
    (void)state;
    enum { SMALL = 400, LARGE = 8000, THROUGH = 32, MODELS = 3 };
    static double small[SMALL * 9], large[LARGE * 9];
    static uint32_t numbers[LARGE * 3];
    static const abut_build builds[MODELS] = {
        {.method = ABUT_METHOD_AABB},
        {.method = ABUT_METHOD_WIDE, .leaf_size = 1},
        {.method = ABUT_METHOD_WIDE, .leaf_size = 1, .memory = ABUT_MEMORY_COMPACT}};
    static const double axis[3] = {1, 2, 3};
    rng r = {1};
    for (uint32_t i = 0; i < LARGE * 3; i++)
        numbers[i] = i;
    for (size_t i = 0; i < LARGE; i++)
        add_needle(&r, i < THROUGH ? 0 : 0.005 + 0.045 * fabs(rng_signed(&r)), large + 9 * i);
    for (size_t i = 0; i < SMALL; i++) {
        double centre[3];
        rng_direction(&r, centre);
        for (size_t j = 0; j < 9; j++)
            small[9 * i + j] = 0.001 * (centre[j % 3] + 0.15 * rng_signed(&r));
    }
    const abut_soup soups[2] = {{.vertices = small,
                                 .triangles = numbers,
                                 .vertex_count = SMALL * 3,
                                 .triangle_count = SMALL},
                                {.vertices = large,
                                 .triangles = numbers,
                                 .vertex_count = LARGE * 3,
                                 .triangle_count = LARGE}};
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    size_t expected = 0;
    for (int m = 0; m < MODELS; m++) {
        abut_instance side[2] = {{.model = NULL}, {.model = NULL}};
        abut_hits hits;
        for (int i = 0; i < 2; i++) {
            abut_model* model = NULL;
            assert_int_equal(abut_model_build(&model, &soups[i], &builds[m]), ABUT_OK);
            side[i].model = model;
        }
        assert_int_equal(abut_pose_from_axis_angle(&side[1].pose, axis, 33), ABUT_OK);
        for (int swapped = 0; swapped < 2; swapped++) {
            assert_int_equal(abut_collide(query, &side[swapped], &side[1 - swapped], NULL, &hits),
                             ABUT_OK);
            if (m == 0) expected = hits.count;
            assert_int_equal(hits.count, expected);
            // It was shared.
            assert_true(m == 0 || hits.node_updates > 512);
        }
        for (int i = 0; i < 2; i++)
            abut_model_free((abut_model*)(uintptr_t)side[i].model);
    }
    assert_true(expected > 0);
    abut_query_free(query);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_make_no_difference),
        cmocka_unit_test(pools_make_no_difference),
        cmocka_unit_test(sides_that_were_not_opened_are_prepared),
        cmocka_unit_test(failed_allocations_leave_a_query_usable),
        cmocka_unit_test(progress_grows_and_cancels),
        cmocka_unit_test(any_is_an_option_of_first_contact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
