// test_considered.c - who asks is told of each pair of triangles that a search tests: as many as it counts, all that are in
// contact among them, and the answer is what it was.
#include "support/soups.h"

#include "abut/contain.h"
#include "abut/methods.h"
#include "abut/world.h"

#include <pthread.h>

enum { COUNT = 60, TOLD_MOST = 1 << 20 };

typedef struct listener {
    abut_pair* pairs;
    size_t count;
} listener;

static void listen(void* user, uint32_t a, uint32_t b)
{
    listener* l = user;
    assert_true(l->count < TOLD_MOST);
    assert_true(a < COUNT && b < COUNT);
    l->pairs[l->count++] = (abut_pair){a, b};
}

static int was_told(const listener* l, abut_pair pair)
{
    for (size_t i = 0; i < l->count; i++)
        if (l->pairs[i].a == pair.a && l->pairs[i].b == pair.b) return 1;
    return 0;
}

// One question, with and without a listener.
static void expect_told(abut_query* query, const abut_instance side[2], abut_ask ask,
                        abut_traversal traversal, listener* l)
{
    abut_tree_walk walk = {.traversal = traversal};
    abut_hits plain, told;
    ask.walk = &walk;
    assert_int_equal(abut_collide(query, &side[0], &side[1], &ask, &plain), ABUT_OK);
    const size_t count = plain.count;
    const uint64_t volumes = plain.volume_tests, triangles = plain.triangle_tests;
    l->count = 0;
    walk.considered = listen;
    walk.considered_user = l;
    assert_int_equal(abut_collide(query, &side[0], &side[1], &ask, &told), ABUT_OK);
    assert_int_equal(l->count, told.triangle_tests);
    assert_int_equal(told.count, count);
    assert_int_equal(told.volume_tests, volumes);
    assert_int_equal(told.triangle_tests, triangles);
    for (size_t i = 0; i < told.count; i++)
        assert_true(was_told(l, told.pairs[i]));
}

static void each_tested_pair_is_told(void** state)
{
    (void)state;
    listener l = {.pairs = malloc(TOLD_MOST * sizeof *l.pairs)};
    soup_data s = soup_random(SOUP_GENERIC, COUNT, 5);
    const abut_soup soup = soup_of(&s);
    int methods = 0, sharpened = 0;
    assert_non_null(l.pairs);
    for (int method = 1; method < 64; method++) {
        abut_model* m = NULL;
        abut_query* query = NULL;
        const abut_build build = {.method = (abut_method)method};
        if (!abut_method_name((abut_method)method)) continue;
        if (abut_model_build(&m, &soup, &build) != ABUT_OK) continue;  // without the papers
        const abut_instance side[2] = {{.model = m},
                                       {.model = m, .pose = {.translation = {1, 0.5, 0.25}}}};
        assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
        expect_told(query, side, (abut_ask){.detail = ABUT_DETAIL_PAIRS}, 0, &l);
        assert_true(l.count > 0);
        if (method == ABUT_METHOD_BRUTE) assert_int_equal(l.count, COUNT * COUNT);
        sharpened += l.count < (size_t)COUNT * COUNT;
        expect_told(query, side, (abut_ask){.limit = 1}, 0, &l);
        expect_told(query, side, (abut_ask){.budget = 40}, 0, &l);
        if (method != ABUT_METHOD_BRUTE && method != ABUT_METHOD_WIDE)
            expect_told(query, side, (abut_ask){.limit = 0}, ABUT_TRAVERSAL_BREADTH, &l);
        methods++;
        abut_query_free(query);
        abut_model_free(m);
    }
    print_message("%d methods\n", methods);
    assert_true(methods >= 3);
    // All but brute leave some out, where anything is pruned.
    assert_int_equal(sharpened, EXPECT_PRUNING ? methods - 1 : 0);
    soup_free(&s);
    free(l.pairs);
}

typedef struct counter {
    size_t count;
    pthread_t thread;
} counter;

static void count_own(void* user, uint32_t a, uint32_t b)
{
    counter* c = user;
    (void)a;
    (void)b;
    c->count++;
    assert_true(pthread_equal(c->thread, pthread_self()));
}

// Searches so long that workers would share them.
static void the_calling_thread_tells(void** state)
{
    (void)state;
    abut_pool* pool = NULL;
    abut_host host;
    soup_data s = soup_random(SOUP_GENERIC, 3000, 6);
    const abut_soup soup = soup_of(&s);
    static const abut_method methods[] = {ABUT_METHOD_WIDE, ABUT_METHOD_AABB};
    assert_int_equal(abut_pool_create(&pool, 3, NULL), ABUT_OK);
    assert_int_equal(abut_pool_host(pool, &host), ABUT_OK);
    for (int i = 0; i < 4; i++) {
        const abut_build build = {.method = methods[i % 2]};
        abut_model* m = NULL;
        abut_query* query = NULL;
        abut_hits hits;
        counter c = {0, pthread_self()};
        const abut_tree_walk walk = {.traversal =
                                         i == 3 ? ABUT_TRAVERSAL_BREADTH : ABUT_TRAVERSAL_DEFAULT,
                                     .considered = count_own,
                                     .considered_user = &c};
        const abut_ask ask = {.walk = &walk};
        assert_int_equal(abut_model_build(&m, &soup, &build), ABUT_OK);
        assert_int_equal(abut_query_create(&query, &host), ABUT_OK);
        const abut_instance side = {.model = m};
        assert_int_equal(abut_collide(query, &side, &side, &ask, &hits), ABUT_OK);
        assert_true(hits.volume_tests > 20000);
        assert_int_equal(c.count, hits.triangle_tests);
        abut_query_free(query);
        abut_model_free(m);
    }
    abut_pool_free(pool);
    soup_free(&s);
}

static void where_several_search_it_is_refused(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, COUNT, 7);
    const abut_soup soup = soup_of(&s);
    const abut_tree_walk walk = {.considered = listen};
    const abut_ask ask = {.walk = &walk}, coherent = {.walk = &walk, .coherent = 1};
    abut_model* m = NULL;
    abut_query* query = NULL;
    abut_batch* batch = NULL;
    abut_world* world = NULL;
    abut_hits hits;
    abut_containment inside;
    abut_clashes clashes;
    const abut_hits* answers;
    assert_int_equal(abut_model_build(&m, &soup, NULL), ABUT_OK);
    assert_int_equal(abut_query_create(&query, NULL), ABUT_OK);
    assert_int_equal(abut_batch_create(&batch, NULL), ABUT_OK);
    assert_int_equal(abut_world_create(&world, NULL), ABUT_OK);
    const abut_instance side = {.model = m};
    const abut_question question = {side, side};
    assert_int_equal(abut_collide(query, &side, &side, &coherent, &hits), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_contain(query, &side, &side, &ask, &inside), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_collide_batch(batch, &question, 1, &ask, &answers), ABUT_BAD_COMBINATION);
    assert_int_equal(abut_world_collide(world, ABUT_SURVEY_CONTACTS, &ask, &clashes),
                     ABUT_BAD_COMBINATION);
    abut_world_free(world);
    abut_batch_free(batch);
    abut_query_free(query);
    abut_model_free(m);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_tested_pair_is_told),
        cmocka_unit_test(the_calling_thread_tells),
        cmocka_unit_test(where_several_search_it_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
