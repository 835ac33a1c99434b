// test_breadth.c - the queue of pairs of nodes in place of the stack: the same contacts; the same answers and counters, bit by
// bit, on any number of workers who take turns in any order; memory that stays bounded.
#include "scenes.h"
#include "support/answers.h"
#include "support/method_here.h"
#include "support/models.h"
#include "support/share.h"
#include "support/shuffled_run.h"
#include "support/soups.h"

#include "abut/methods.h"

enum { SCENES = 4, ASKS = 6 };

static const abut_ask asks[ASKS] = {
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}, .limit = 1},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}, .limit = 40},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}, .budget = 3000},
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_DEPTH}},  // shared by way of the queue
    {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_DEPTH}, .limit = 1},
};
static const abut_method methods[] = {ABUT_METHOD_AABB,  ABUT_METHOD_SPHERE,    ABUT_METHOD_OBB,
                                      ABUT_METHOD_DOP14, ABUT_METHOD_QUICKCD18, ABUT_METHOD_HYBRID};
enum { METHODS = sizeof methods / sizeof *methods };

// Tori that cross, and others that hardly do; layers of bricks; soups in one place.
static void make_meshes(int which, mesh m[2])
{
    bricks_shape bricks = {.nx = 6, .ny = 6, .nz = 1, .size = 2, .shift = 1, .grid = 0.125};
    if (which < 2) {
        const uint32_t rings = which ? 28 : 40, sides = which ? 18 : 26;
        assert_int_equal(torus_make(rings, sides, 1, 0.4, &m[0]), SCENE_OK);
        assert_int_equal(torus_make(rings, sides, 1, 0.4, &m[1]), SCENE_OK);
    } else if (which == 2) {
        assert_int_equal(bricks_make(&bricks, &m[0]), SCENE_OK);
        bricks.layer = 1;
        assert_int_equal(bricks_make(&bricks, &m[1]), SCENE_OK);
    } else {
        for (int i = 0; i < 2; i++) {
            const soup_data s = soup_random(SOUP_GRID, 150, 5 + (uint64_t)i);
            m[i] = (mesh){.vertices = s.vertices,
                          .vertex_count = s.vertex_count,
                          .triangles = s.triangles,
                          .triangle_count = s.triangle_count};
        }
    }
}

typedef struct test_case {
    abut_model* models[2];
    abut_instance side[2];
} test_case;

static void case_make(test_case* t, int which, abut_method method)
{
    static const double axis[3] = {1, 2, 3};
    mesh m[2];
    make_meshes(which, m);
    for (int i = 0; i < 2; i++) {
        t->models[i] = model_of_mesh(&m[i], method);
        t->side[i] = (abut_instance){.model = t->models[i]};
        mesh_free(&m[i]);
    }
    if (which > 1) return;
    abut_pose* const pose = &t->side[1].pose;
    assert_int_equal(abut_pose_from_axis_angle(pose, axis, which ? 120 : 25), ABUT_OK);
    pose->translation[0] = which ? 0.93 : 0.07;
}

static void case_free(const test_case* t)
{
    for (int i = 0; i < 2; i++)
        abut_model_free(t->models[i]);
}

static abut_query* query_of(const abut_host* host)
{
    abut_query* query = NULL;
    assert_int_equal(abut_query_create(&query, host), ABUT_OK);
    return query;
}

static uint64_t ask_hash(abut_query* query, const abut_instance side[2], const abut_ask* ask)
{
    abut_hits hits;
    assert_int_equal(abut_collide(query, &side[0], &side[1], ask, &hits), ABUT_OK);
    return hash_of_hits(&hits);
}

// Ask one worker, compare with the depth-first search, and keep what it says.
static size_t truth_of(const abut_instance side[2], uint64_t expected[ASKS])
{
    abut_query *deep = query_of(NULL), *broad = query_of(NULL);
    abut_hits truth, hits;
    assert_int_equal(abut_collide(deep, &side[0], &side[1], NULL, &truth), ABUT_OK);
    for (int k = 0; k < ASKS; k++) {
        assert_int_equal(abut_collide(broad, &side[0], &side[1], &asks[k], &hits), ABUT_OK);
        expected[k] = hash_of_hits(&hits);
        const size_t limit = asks[k].limit ? asks[k].limit : truth.count;
        if (!asks[k].budget)
            assert_int_equal(hits.count, limit < truth.count ? limit : truth.count);
        else
            assert_true(hits.volume_tests + hits.triangle_tests <= asks[k].budget);
        if (k) continue;
        assert_true(hits.complete);
        assert_memory_equal(hits.pairs, truth.pairs, truth.count * sizeof *truth.pairs);
        // The same tests in another order.
        assert_true(hits.volume_tests == truth.volume_tests);
        assert_true(hits.triangle_tests == truth.triangle_tests);
    }
    const size_t count = truth.count;
    abut_query_free(deep);
    abut_query_free(broad);
    return count;
}

typedef struct tally {
    size_t shared,
        divided;  // loops that several workers had a part in, and all those of depth-first walks
    uint64_t number;
} tally;

static void compare_workers(const test_case* t, int workers, const uint64_t expected[ASKS],
                            size_t contacts, tally* sum)
{
    shuffled order;
    const abut_host host = shuffled_host(&order, workers, ++sum->number);
    abut_query* query = query_of(&host);
    for (int k = 0; k < ASKS; k++) {
        const size_t before = atomic_load(&order.calls);
        assert_true(ask_hash(query, t->side, &asks[k]) == expected[k]);
        sum->divided += k == 4 ? atomic_load(&order.calls) - before : 0;
    }
    abut_hits hits;
    abut_ask any = asks[1];
    any.any = 1;
    assert_int_equal(abut_collide(query, &t->side[0], &t->side[1], &any, &hits), ABUT_OK);
    assert_int_equal(hits.count, contacts > 0);
    sum->shared += order.shared;
    // quickcd keeps what it placed for one worker.
    abut_model_info info;
    assert_int_equal(abut_model_describe(t->models[0], &info), ABUT_OK);
    assert_true(info.method != ABUT_METHOD_QUICKCD18 || !atomic_load(&order.calls));
    abut_query_free(query);
}

static void workers_make_no_difference(void** state)
{
    (void)state;
    size_t contacts = 0;
    tally sum = {.number = 0};
    for (int which = 0; which < SCENES; which++) {
        for (int m = 0; m < METHODS; m++) {
            test_case t;
            uint64_t expected[ASKS];
            if (!IS_CASE(m + which) || !method_is_here((int)methods[m])) continue;
            case_make(&t, which, methods[m]);
            const size_t count = truth_of(t.side, expected);
            contacts += count;
            compare_workers(&t, 2, expected, count, &sum);
            // Every number comes up with some method and scene.
            const int workers = 3 + (which * METHODS + m) % (SHUFFLED_WORKERS_MAX - 2);
            compare_workers(&t, workers, expected, count, &sum);
            case_free(&t);
        }
    }
    print_message("%zu contacts; %zu shared loops, %zu loops depth first\n", contacts, sum.shared,
                  sum.divided);
    assert_true(sum.shared > 20 && sum.divided > 0 && contacts > 1000);
}

static void pools_make_no_difference(void** state)
{
    (void)state;
    test_case t;
    uint64_t expected[ASKS];
    case_make(&t, 0, OR_AABB(ABUT_METHOD_HYBRID));
    truth_of(t.side, expected);
    for (int workers = 1; workers <= 16; workers *= 2) {
        abut_pool* pool = NULL;
        abut_host host;
        assert_int_equal(abut_pool_create(&pool, workers, NULL), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        abut_query* query = query_of(&host);
        for (int k = 0; k < ASKS; k++)
            assert_true(ask_hash(query, t.side, &asks[k]) == expected[k]);
        abut_query_free(query);
        abut_pool_free(pool);
    }
    case_free(&t);
}

// Every pair of leaves is visited. A queue of all of them would take 8 MB.
static void a_long_queue_stays_bounded(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 1000, 3);
    const abut_soup soup = soup_of(&s);
    const abut_build build = {.method = ABUT_METHOD_AABB, .leaf_size = 1, .epsilon = 1e6};
    abut_model* model = NULL;
    assert_int_equal(abut_model_build(&model, &soup, &build), ABUT_OK);
    const abut_instance side[2] = {{.model = model}, {model, {.translation = {0.875, 0, 0}}}};
    uint64_t expected = 0;
    for (int workers = 1; workers <= 3; workers += 2) {
        counting c = counting_begin();
        abut_host told = counting_host(&c), host;
        abut_pool* pool = NULL;
        abut_hits hits;
        assert_int_equal(abut_pool_create(&pool, workers, &told), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        abut_query* query = query_of(&host);
        assert_int_equal(abut_collide(query, &side[0], &side[1], &asks[0], &hits), ABUT_OK);
        assert_true(hits.triangle_tests == 1000000 && hits.count > 0);
        if (workers == 1) expected = hash_of_hits(&hits);
        assert_true(hash_of_hits(&hits) == expected);
        assert_false(c.fraction_is_wrong);
        assert_true(c.progress_calls > 1);
        print_message("%d workers: %zu kB\n", workers, c.bytes / 1024);
        assert_true(c.bytes < (workers == 1 ? 4u : 12u) << 20);  // each worker has a list, too
        abut_query_free(query);
        abut_pool_free(pool);
        assert_int_equal(c.blocks, 0);
    }
    abut_model_free(model);
    soup_free(&s);
}

// Triangles in a row, each pair of which is tested; one of them is in contact. Where that is the last test of all, the
// answer is complete, whoever made it.
static void the_last_test_may_find_the_first_contact(void** state)
{
    (void)state;
    enum { ROW = 700 };
    static const double pin[9] = {0.25, 0.25, -1, 0.25, 0.25, 1, 0.3, 0.3, 1};
    static double row[9 * ROW];
    static uint32_t numbers[3 * ROW];
    for (uint32_t i = 0; i < 3 * ROW; i++)
        numbers[i] = i;
    for (size_t i = 0; i < ROW; i++) {
        const double x = 2 * (double)i;
        const double corners[9] = {x, 0, 0, x + 1, 0, 0, x, 1, 0};
        memcpy(row + 9 * i, corners, sizeof corners);
    }
    const abut_soup soups[2] = {
        {.vertices = pin, .vertex_count = 3, .triangles = numbers, .triangle_count = 1},
        {.vertices = row, .vertex_count = 3 * ROW, .triangles = numbers, .triangle_count = ROW}};
    const abut_build build = {.method = ABUT_METHOD_AABB, .leaf_size = 1, .epsilon = 1e6};
    abut_instance side[2] = {{0}};
    abut_model* models[2];
    for (int i = 0; i < 2; i++) {
        assert_int_equal(abut_model_build(&models[i], &soups[i], &build), ABUT_OK);
        side[i].model = models[i];
    }
    shuffled order;
    const abut_host host = shuffled_host(&order, 3, 5);
    abut_query *alone = query_of(NULL), *shared = query_of(&host);
    size_t complete = 0;
    for (uint32_t i = 0; i < ROW; i++) {
        abut_hits hits;
        side[0].pose.translation[0] = 2 * i;
        assert_int_equal(abut_collide(alone, &side[0], &side[1], &asks[1], &hits), ABUT_OK);
        assert_true(hits.count == 1 && hits.pairs[0].b == i);
        complete += hits.complete != 0;
        assert_true(ask_hash(shared, side, &asks[1]) == hash_of_hits(&hits));
    }
    assert_int_equal(complete, 1);
    assert_true(order.shared > 0);
    abut_query_free(alone);
    abut_query_free(shared);
    for (int i = 0; i < 2; i++)
        abut_model_free(models[i]);
}

static void failed_allocations_leave_a_query_usable(void** state)
{
    (void)state;
    test_case t;
    uint64_t expected[ASKS];
    case_make(&t, 0, SOME_TREE);
    truth_of(t.side, expected);
    for (int turn = 0; turn < 3; turn++) {  // breadth first, alone and by three; then depth first
        const int workers = turn ? 3 : 1, asked = turn < 2 ? 0 : 4;
        counting c = counting_begin();
        abut_host memory = counting_host(&c), host;
        memory.progress = NULL;
        abut_pool* pool = NULL;
        assert_int_equal(abut_pool_create(&pool, workers, &memory), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        size_t failures = 0;
        for (int done = 0; !done; failures++) {
            abut_query* query = query_of(&host);
            abut_hits hits;
            c.fail_at = c.allocations + failures;
            const abut_status status =
                abut_collide(query, &t.side[0], &t.side[1], &asks[asked], &hits);
            done = status == ABUT_OK;
            if (!done) assert_int_equal(status, ABUT_OUT_OF_MEMORY);
            c.fail_at = SIZE_MAX;
            if (done || failures % 4 == 0)
                assert_true(ask_hash(query, t.side, &asks[asked]) == expected[asked]);
            abut_query_free(query);
            assert_int_equal(c.blocks, 1);  // the pool
        }
        print_message("%d workers: %zu allocations failed\n", workers, failures);
        assert_true(failures > 8);
        abut_pool_free(pool);
    }
    case_free(&t);
}

static void progress_cancels(void** state)
{
    (void)state;
    test_case t;
    uint64_t expected[ASKS];
    case_make(&t, 3, OR_AABB(ABUT_METHOD_SPHERE));
    truth_of(t.side, expected);
    for (int workers = 1; workers <= 2; workers++) {
        counting c = counting_begin();
        const abut_host told = counting_host(&c);
        abut_pool* pool = NULL;
        abut_host host;
        abut_hits hits;
        assert_int_equal(abut_pool_create(&pool, workers, &told), ABUT_OK);
        assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
        abut_query* query = query_of(&host);
        c.cancel_at = 0;
        const abut_status status = abut_collide(query, &t.side[0], &t.side[1], &asks[0], &hits);
        assert_true(status == ABUT_CANCELLED || (status == ABUT_OK && !c.progress_calls));
        c.cancel_at = SIZE_MAX;
        c.fraction = 0;
        assert_true(ask_hash(query, t.side, &asks[0]) == expected[0]);
        assert_false(c.fraction_is_wrong);
        abut_query_free(query);
        abut_pool_free(pool);
    }
    case_free(&t);
}

static abut_status status_of(abut_method method, const abut_ask* ask)
{
    mesh m;
    abut_hits hits;
    const double size[3] = {1, 1, 1};
    assert_int_equal(box_make(size, 1, &m), SCENE_OK);
    abut_model* model = model_of_mesh(&m, method);
    abut_query* query = query_of(NULL);
    const abut_instance one = {.model = model};
    const abut_status status = abut_collide(query, &one, &one, ask, &hits);
    abut_query_free(query);
    abut_model_free(model);
    mesh_free(&m);
    return status;
}

static void what_does_not_go_together_is_refused(void** state)
{
    (void)state;
    const abut_ask deep = {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_DEPTH}},
                   broad = {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}};
    const abut_ask restart = {.walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH,
                                                        .descent = ABUT_DESCENT_RESTART}};
    const abut_ask wrong = {.walk = &(abut_tree_walk){.traversal = (abut_traversal)3}};
    const abut_ask any = {
        .walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_BREADTH}, .limit = 1, .any = 1};
    const abut_ask deep_any = {
        .walk = &(abut_tree_walk){.traversal = ABUT_TRAVERSAL_DEPTH}, .limit = 1, .any = 1};
    const abut_ask brute_any = {.limit = 1, .any = 1};
    assert_int_equal(status_of(ABUT_METHOD_BRUTE, &deep), ABUT_BAD_COMBINATION);
    assert_int_equal(status_of(ABUT_METHOD_BRUTE, &broad), ABUT_BAD_COMBINATION);
    assert_int_equal(status_of(ABUT_METHOD_WIDE, &deep), ABUT_OK);
    assert_int_equal(status_of(ABUT_METHOD_WIDE, &broad), ABUT_BAD_COMBINATION);
    assert_int_equal(status_of(OR_AABB(ABUT_METHOD_HYBRID), &deep), ABUT_OK);
    assert_int_equal(status_of(OR_AABB(ABUT_METHOD_HYBRID), &broad), ABUT_OK);
    assert_int_equal(status_of(OR_AABB(ABUT_METHOD_HYBRID), &wrong), ABUT_BAD_ARGUMENT);
    assert_int_equal(status_of(OR_AABB(ABUT_METHOD_HYBRID), &any), ABUT_OK);
    assert_int_equal(status_of(OR_AABB(ABUT_METHOD_HYBRID), &deep_any), ABUT_OK);
    assert_int_equal(status_of(ABUT_METHOD_BRUTE, &brute_any), ABUT_BAD_COMBINATION);
    assert_int_equal(status_of(OR_AABB(ABUT_METHOD_QUICKCD14), &broad), ABUT_OK);
    assert_int_equal(status_of(OR_AABB(ABUT_METHOD_QUICKCD14), &restart), ABUT_BAD_COMBINATION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(workers_make_no_difference),
        cmocka_unit_test(pools_make_no_difference),
        cmocka_unit_test(a_long_queue_stays_bounded),
        cmocka_unit_test(the_last_test_may_find_the_first_contact),
        cmocka_unit_test(failed_allocations_leave_a_query_usable),
        cmocka_unit_test(progress_cancels),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
