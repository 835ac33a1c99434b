// test_walk_options.c - each option of a question does what it says, in every method that has it: counters of walks whose
// number of steps is known in closed form. tools/mutants lets options be ignored, one at a time; this must see it.
#include "methods/bound/kdop.h"
#include "query/collide.h"
#include "scenes.h"
#include "support/option_models.h"
#include "support/pruning.h"

enum { LEVELS = 3, LEAVES = 1 << LEVELS };

// Large triangles in one plane that all hold the origin: no volume of such a tree is apart from any. Halved by count, they
// make a tree of LEVELS levels.
static soup_data pile(size_t count)
{
    soup_data s = soup_separate(count);
    for (size_t i = 0; i < count; i++) {
        const double x = ((double)i + 0.5) * LEAVES / (double)count - 4;
        const double corner[9] = {x - 30, -20, 0, x + 30, -20, 0, x, 40, 0};
        memcpy(s.vertices + 9 * i, corner, sizeof corner);
    }
    return s;
}

// Two small triangles on both sides of the pile: their root's volume meets all of it, and each by itself none.
static soup_data two_sides(void)
{
    static const double x[2] = {-300, 300};
    return soup_row(x, 2);
}

static abut_model* halved(int method, const soup_data* s)
{
    const abut_tree_build how = {.split = ABUT_SPLIT_MEDIAN};
    return option_model(method, s, &(abut_build){.leaf_size = 1, .tree = &how});
}

typedef struct pair {
    abut_model *a, *b;
    abut_query* q;
} pair;

static pair pair_begin(int method, const soup_data* a, const soup_data* b)
{
    pair p = {halved(method, a), halved(method, b), NULL};
    assert_non_null(p.a);
    assert_non_null(p.b);
    assert_int_equal(abut_query_create(&p.q, NULL), ABUT_OK);
    return p;
}

static void pair_end(pair* p)
{
    abut_query_free(p->q);
    abut_model_free(p->a);
    abut_model_free(p->b);
}

static abut_status ask_pair(pair* p, const abut_ask* ask, abut_hits* hits)
{
    const abut_instance a = {.model = p->a}, b = {.model = p->b};
    return abut_collide(p->q, &a, &b, ask, hits);
}

// ---------------------------------------------------------------------------------------- descents

// How many tests it takes to see that the pile meets neither side. The larger is the two sides' root: then 1 + 2. Both:
// 1 + 2 * 2. The environment first: all its nodes against the root, then each leaf against both sides. With restarts:
// down to one leaf of it, then its root against both sides.
static void descents_go_where_they_say(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is found apart");
    static const uint64_t tests[] = {[ABUT_DESCENT_LARGER] = 1 + 2,
                                     [ABUT_DESCENT_BOTH] = 1 + 4,
                                     [ABUT_DESCENT_ENVIRONMENT] = 2 * LEAVES - 1 + 2 * LEAVES,
                                     [ABUT_DESCENT_RESTART] = 1 + 2 * LEVELS + 2};
    soup_data a = pile(LEAVES), b = two_sides();
    int restarts = 0;
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m)) continue;
        pair p = pair_begin(m, &a, &b);
        for (int descent = ABUT_DESCENT_LARGER; descent <= ABUT_DESCENT_RESTART; descent++) {
            const abut_tree_walk walk = {.descent = (abut_descent)descent};
            abut_hits hits;
            const abut_status status = ask_pair(&p, &(abut_ask){.walk = &walk}, &hits);
            if (status == ABUT_BAD_COMBINATION && descent == ABUT_DESCENT_RESTART) continue;
            assert_int_equal(status, ABUT_OK);
            if (hits.volume_tests != tests[descent] || hits.count)
                fail_msg("%s, descent %d: %g tests", abut_method_name((abut_method)m), descent,
                         (double)hits.volume_tests);
            restarts += descent == ABUT_DESCENT_RESTART;
        }
        pair_end(&p);
    }
    assert_true(restarts >= (EXPECT_PAPERS ? 4 : 0));
    soup_free(&a);
    soup_free(&b);
}

// QuickCD keeps what it placed: no volume of b is placed twice in a question, however often it is come to (Klosowski 1998,
// chapter 4, "lazy update"). b is turned, for what is only shifted need not be placed.
static void quickcd_places_a_volume_once(void** state)
{
    (void)state;
    soup_data s = pile(LEAVES);
    const double axis[3] = {0, 0, 1};
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m) || strncmp(abut_method_name((abut_method)m), "quickcd", 7) != 0) continue;
        pair p = pair_begin(m, &s, &s);
        const abut_instance a = {.model = p.a};
        abut_instance b = {.model = p.b};
        abut_hits hits;
        assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, 1), ABUT_OK);
        assert_int_equal(abut_collide(p.q, &a, &b, NULL, &hits), ABUT_OK);
        assert_int_equal(hits.count, LEAVES * LEAVES);
        assert_int_equal(hits.node_updates, 2 * LEAVES - 1);
        pair_end(&p);
    }
    soup_free(&s);
}

// Two piles, of which one contact is wanted: depth first the first leaves have one. Breadth first all pairs of nodes are
// tested before any of triangles.
static void traversals_go_deep_or_wide(void** state)
{
    (void)state;
    soup_data s = pile(LEAVES);
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m)) continue;
        pair p = pair_begin(m, &s, &s);
        for (int traversal = ABUT_TRAVERSAL_DEPTH; traversal <= ABUT_TRAVERSAL_BREADTH;
             traversal++) {
            const abut_tree_walk walk = {.descent = ABUT_DESCENT_BOTH,
                                         .traversal = (abut_traversal)traversal};
            abut_hits hits;
            assert_int_equal(ask_pair(&p, &(abut_ask){.limit = 1, .walk = &walk}, &hits), ABUT_OK);
            const uint64_t deep = 1 + 4 * LEVELS;
            const uint64_t wide = (4 * LEAVES * LEAVES - 1) / 3;
            assert_int_equal(hits.count, 1);
            assert_int_equal(hits.triangle_tests, 1);
            assert_int_equal(hits.volume_tests, traversal == ABUT_TRAVERSAL_DEPTH ? deep : wide);
        }
        pair_end(&p);
    }
    soup_free(&s);
}

// ---------------------------------------------------------------------------------------- intervals

// A large triangle that is flat across a direction.
static soup_data flat_across(const signed char* direction)
{
    const double n[3] = {direction[0], direction[1], direction[2]};
    double u[3], v[3], least[3] = {0, 0, 0};
    int k = 0;
    for (int i = 1; i < 3; i++)
        if (fabs(n[i]) < fabs(n[k])) k = i;
    least[k] = 1;
    cross3(u, n, least);
    cross3(v, n, u);
    soup_data s = soup_separate(1);
    for (int i = 0; i < 3; i++) {
        s.vertices[i] = -100 * u[i] - 100 * v[i];
        s.vertices[3 + i] = 100 * u[i] - 100 * v[i];
        s.vertices[6 + i] = 150 * v[i];
    }
    return s;
}

// The pairs of triangles that a question comes to, for a triangle and the same moved across its plane.
static uint64_t tests_across(int method, const signed char* direction, abut_intervals intervals,
                             int count)
{
    soup_data s = flat_across(direction);
    pair p = pair_begin(method, &s, &s);
    const abut_tree_walk walk = {.intervals = intervals, .interval_count = count};
    const abut_instance a = {.model = p.a},
                        b = {.model = p.b,
                             .pose = {.translation = {direction[0], direction[1], direction[2]}}};
    abut_hits hits;
    assert_int_equal(abut_collide(p.q, &a, &b, &(abut_ask){.walk = &walk}, &hits), ABUT_OK);
    assert_int_equal(hits.state, ABUT_STATE_APART);
    const uint64_t tests = hits.triangle_tests;
    pair_end(&p);
    soup_free(&s);
    return tests;
}

// Only the direction across which it is flat parts it. In the fixed order it is compared in its turn; by width it comes
// first.
static void intervals_are_compared_in_their_order(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is found apart");
    int methods = 0;
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m)) continue;
        soup_data one = two_sides();
        abut_model* model = halved(m, &one);
        const kdop_set* dop = model->tree.kind->dop;
        for (int i = 0; dop && i < dop->half; i++) {
            for (int count = 0; count <= dop->half; count++) {
                const uint64_t missed = count && count <= i;
                assert_int_equal(tests_across(m, dop->direction[i], ABUT_INTERVALS_FIXED, count),
                                 missed);
                assert_int_equal(tests_across(m, dop->direction[i], ABUT_INTERVALS_WIDTH, count),
                                 0);
            }
        }
        methods += dop != NULL;
        abut_model_free(model);
        soup_free(&one);
    }
    assert_true(methods >= (EXPECT_PAPERS ? 11 : 0));
}

// ----------------------------------------------------------------------------------------- coherent

// A front that went down to the leaves, where two models met, comes up again when they have parted: soon the root alone
// is left, and a question costs its test and that of nothing below (Klosowski 1998, chapter 6).
static void fronts_rise_again(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("the front is always all leaves");
    mesh torus = {0};
    assert_int_equal(torus_make(24, 12, 1, 0.35, &torus), SCENE_OK);
    const soup_data s = {torus.vertices, torus.triangles, torus.vertex_count, torus.triangle_count};
    const abut_tree_walk walk = {.descent = ABUT_DESCENT_ENVIRONMENT};
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m)) continue;
        pair p = pair_begin(m, &s, &s);
        const abut_ask ask = {.coherent = 1, .walk = &walk}, fresh = {.walk = &walk};
        abut_instance a = {.model = p.a}, b = {.model = p.b};
        abut_hits hits;
        b.pose.translation[0] = 0.01;
        assert_int_equal(abut_collide(p.q, &a, &b, &ask, &hits), ABUT_OK);
        const size_t deep = p.q->fronts.newest->environment.count;
        assert_true(hits.count > 0 && deep > 100);
        b.pose.translation[0] = 10;
        uint64_t first = 0;
        for (int i = 0; i < 100; i++) {
            assert_int_equal(abut_collide(p.q, &a, &b, &ask, &hits), ABUT_OK);
            if (i == 0) first = hits.volume_tests;
        }
        assert_true(first >= deep);
        assert_int_equal(p.q->fronts.newest->environment.count, 1);
        assert_int_equal(hits.volume_tests, 1);
        // Back again it saves the way down: of all nodes of a, only those of the front are tested with b's root.
        b.pose.translation[0] = 0.01;
        assert_int_equal(abut_collide(p.q, &a, &b, &ask, &hits), ABUT_OK);
        assert_int_equal(abut_collide(p.q, &a, &b, &ask, &hits), ABUT_OK);
        const uint64_t coherent = hits.volume_tests;
        assert_int_equal(abut_collide(p.q, &a, &b, &fresh, &hits), ABUT_OK);
        assert_true(coherent < hits.volume_tests);
        pair_end(&p);
    }
    mesh_free(&torus);
}

// Nodes are replaced by their parent only where it is apart, too. So of models that rest a front is where a descent from the
// root ends: of 2 n - 1 nodes that are tested with b, which is one triangle, it has n.
static void fronts_rise_no_higher_than_is_apart(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("the front is always all leaves");
    mesh torus = {0};
    assert_int_equal(torus_make(24, 12, 1, 0.35, &torus), SCENE_OK);
    const soup_data s = {torus.vertices, torus.triangles, torus.vertex_count, torus.triangle_count};
    soup_data one = soup_separate(1);
    for (int i = 0; i < 9; i++)
        one.vertices[i] = i % 4 == 0 ? 0.4 : 0.1;
    const abut_tree_walk walk = {.descent = ABUT_DESCENT_ENVIRONMENT};
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m)) continue;
        pair p = pair_begin(m, &s, &one);
        const abut_ask ask = {.coherent = 1, .walk = &walk}, fresh = {.walk = &walk};
        const abut_instance a = {.model = p.a},
                            b = {.model = p.b, .pose = {.translation = {0.9, 0.2, 0.1}}};
        abut_hits hits;
        assert_int_equal(abut_collide(p.q, &a, &b, &fresh, &hits), ABUT_OK);
        const uint64_t end = (hits.volume_tests + 1) / 2;
        assert_true(hits.count > 0 && end > 4);
        for (int i = 0; i < 12; i++) {
            assert_int_equal(abut_collide(p.q, &a, &b, &ask, &hits), ABUT_OK);
            assert_int_equal(p.q->fronts.newest->environment.count, end);
        }
        pair_end(&p);
    }
    soup_free(&one);
    mesh_free(&torus);
}

// The engine: what was apart is known to be for as long as models move by less than lay between them.
static void the_engine_remembers(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("everything is tested");
    mesh torus = {0};
    assert_int_equal(torus_make(24, 12, 1, 0.35, &torus), SCENE_OK);
    const soup_data s = {torus.vertices, torus.triangles, torus.vertex_count, torus.triangle_count};
    abut_model* m = option_model(ABUT_METHOD_WIDE, &s, &(abut_build){.leaf_size = 4});
    abut_query* q = NULL;
    enum { STEPS = 4 };  // it is asked by itself first, then a front is kept
    uint64_t tests[2][STEPS] = {{0}};
    for (int coherent = 0; coherent < 2; coherent++) {
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        for (int i = 0; i < STEPS; i++) {
            const abut_instance a = {.model = m},
                                b = {.model = m,  // linked, so that the boxes about both overlap
                                     .pose = {.rotation = {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                              .translation = {1 + 0.001 * i, 0, 0}}};
            abut_hits hits;
            assert_int_equal(abut_collide(q, &a, &b, &(abut_ask){.coherent = coherent}, &hits),
                             ABUT_OK);
            assert_int_equal(hits.state, ABUT_STATE_APART);
            tests[coherent][i] = hits.volume_tests + hits.triangle_tests;
        }
        abut_query_free(q);
    }
    assert_true(tests[0][STEPS - 1] > 0);
    assert_true(tests[1][STEPS - 1] < tests[0][STEPS - 1] / 2);
    abut_model_free(m);
    mesh_free(&torus);
}

// ------------------------------------------------------------------------------------- when it ends

// Every method, brute force too, stops at a limit, at a budget and at a deadline, and says so.
static void questions_end_when_they_are_told_to(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_IDENTICAL, 40, 3);
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!method_is_here(m)) continue;
        abut_model* model = option_model(m, &s, &(abut_build){.method = ABUT_METHOD_AUTO});
        const abut_instance one = {.model = model};
        abut_query* q = NULL;
        abut_hits hits;
        assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
        assert_int_equal(abut_collide(q, &one, &one, NULL, &hits), ABUT_OK);
        assert_true(hits.complete && hits.count == 1600 && !hits.contacts);
        assert_int_equal(abut_collide(q, &one, &one, &(abut_ask){.limit = 7}, &hits), ABUT_OK);
        assert_true(!hits.complete && hits.count == 7);
        assert_int_equal(abut_collide(q, &one, &one, &(abut_ask){.budget = 100}, &hits), ABUT_OK);
        assert_true(!hits.complete && hits.volume_tests + hits.triangle_tests <= 100);
        assert_int_equal(abut_collide(q, &one, &one, &(abut_ask){.deadline = 1e-3}, &hits),
                         ABUT_OK);
        assert_true(!hits.complete && hits.count < 1600);
        abut_query_free(q);
        abut_model_free(model);
    }
    soup_free(&s);
}

// Three workers, the last task first.
static void run_backwards(void* user, size_t count, abut_task* task, void* context)
{
    (void)user;
    for (size_t i = count; i-- > 0;)
        task(context, i, (int)(i % 3));
}

// With "any" the contact that a worker finds first will do; else it is that of one worker, whoever is first.
static void any_contact_is_the_first_one_found(void** state)
{
    (void)state;
    const abut_host host = {.run = run_backwards, .workers = 3};
    const abut_tree_walk walk = {.traversal = ABUT_TRAVERSAL_BREADTH};
    soup_data s = pile(128);
    pair p = pair_begin(ABUT_METHOD_AABB, &s, &s);
    abut_pair found[3];
    for (int i = 0; i < 3; i++) {  // one worker; several; any
        abut_hits hits;
        abut_query_free(p.q);
        assert_int_equal(abut_query_create(&p.q, i ? &host : NULL), ABUT_OK);
        const abut_ask ask = {.limit = 1, .any = i == 2, .walk = &walk};
        assert_int_equal(ask_pair(&p, &ask, &hits), ABUT_OK);
        assert_int_equal(hits.count, 1);
        found[i] = hits.pairs[0];
    }
    assert_memory_equal(&found[1], &found[0], sizeof found[0]);
    assert_memory_not_equal(&found[2], &found[0], sizeof found[0]);
    pair_end(&p);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(descents_go_where_they_say),
        cmocka_unit_test(quickcd_places_a_volume_once),
        cmocka_unit_test(traversals_go_deep_or_wide),
        cmocka_unit_test(intervals_are_compared_in_their_order),
        cmocka_unit_test(fronts_rise_again),
        cmocka_unit_test(fronts_rise_no_higher_than_is_apart),
        cmocka_unit_test(the_engine_remembers),
        cmocka_unit_test(questions_end_when_they_are_told_to),
        cmocka_unit_test(any_contact_is_the_first_one_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
