// test_options.c - each option of a tree's build does what it says, in every method that has it: shapes of trees whose
// right form is known, and counters of questions. tools/mutants lets options be ignored, one at a time; this must see it.
#include "base/host.h"
#include "methods/bound/kdop.h"
#include "methods/tree/tree_pieces.h"
#include "query/collide.h"
#include "scenes.h"
#include "support/option_models.h"
#include "support/pruning.h"

static void every_tree(void (*test)(int method))
{
    int methods = 0;
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m)) continue;
        test(m);
        methods++;
    }
    assert_true(methods >= (EXPECT_PAPERS ? 15 : 1));
}

// 64 dots in a row, in no order.
static soup_data long_row(void)
{
    double x[64];
    for (size_t i = 0; i < 64; i++)
        x[i] = (double)(i * 37 % 64);
    return soup_row(x, 64);
}

// ---------------------------------------------------------------------------------- how far it goes

static void leaves_are_as_large_as_asked(int method)
{
    static const int sizes[3] = {1, 3, 8};
    soup_data s = long_row();
    for (int i = 0; i < 3; i++) {
        abut_model* m = option_model(method, &s, &(abut_build){.leaf_size = sizes[i]});
        assert_non_null(m);
        assert_in_range(largest_leaf(&m->tree), sizes[i] > 4 ? 4 : 1, sizes[i]);
        abut_model_free(m);
    }
    soup_free(&s);
}

static void trees_are_as_deep_as_asked(int method)
{
    soup_data s = long_row();
    for (int depth = 1; depth <= 4; depth++) {
        const abut_build how = {.leaf_size = 1, .tree = &(abut_tree_build){.depth_max = depth}};
        abut_model* m = option_model(method, &s, &how);
        assert_non_null(m);
        assert_int_equal(m->tree.depth, depth);
        abut_model_free(m);
    }
    soup_free(&s);
}

static void nodes_have_as_many_children_as_asked(int method)
{
    soup_data s = long_row();
    for (int degree = 2; degree <= 8; degree *= 2) {
        const abut_tree_build halves = {.degree = degree, .split = ABUT_SPLIT_MEDIAN};
        abut_model* m = option_model(method, &s, &(abut_build){.leaf_size = 1, .tree = &halves});
        if (!m) continue;
        const node_link root = tree_link(&m->tree, 0);
        assert_int_equal(link_children(root), degree);
        // The largest part is cut next: so all are alike.
        for (uint32_t i = 0; i < link_children(root); i++)
            assert_int_equal(mark_below(&m->tree, root.first + i, NULL), 64 / degree);
        abut_model_free(m);
    }
    soup_free(&s);
}

static void leaf_sizes(void** state)
{
    (void)state;
    every_tree(leaves_are_as_large_as_asked);
}

static void depths(void** state)
{
    (void)state;
    every_tree(trees_are_as_deep_as_asked);
}

static void degrees(void** state)
{
    (void)state;
    every_tree(nodes_have_as_many_children_as_asked);
}

// ------------------------------------------------------------------------------------------ split

// Expect that the rule leaves so many in the smaller half of a row; where the method has the rule, return 1.
static int splits_row(int method, abut_split split, const double* x, size_t count, size_t smaller)
{
    soup_data s = soup_row(x, count);
    const abut_build how = {.leaf_size = 1, .tree = &(abut_tree_build){.split = split}};
    abut_model* m = option_model(method, &s, &how);
    const int has = m != NULL;
    if (m && smaller_child(&m->tree) != smaller)
        fail_msg("%s, split %d: %zu for %zu", abut_method_name((abut_method)method), (int)split,
                 smaller_child(&m->tree), smaller);
    abut_model_free(m);
    soup_free(&s);
    return has;
}

// How many leaves 16 equal triangles have; 0 where the method does not have the rule.
static size_t leaves_of_equals(int method, abut_split split, size_t* smaller)
{
    soup_data s = soup_random(SOUP_IDENTICAL, 16, 1);
    const abut_build how = {.leaf_size = 1, .tree = &(abut_tree_build){.split = split}};
    abut_model* m = option_model(method, &s, &how);
    const size_t leaves = m ? (m->tree.node_count + 1) / 2 : 0;
    if (m) *smaller = smaller_child(&m->tree);
    abut_model_free(m);
    soup_free(&s);
    return leaves;
}

static void centres_are_split_at_mean_or_median(int method)
{
    static const double x[5] = {0, 3, 1, 20, 2};  // their mean is 5.2
    size_t smaller = 0;
    assert_true(splits_row(method, ABUT_SPLIT_MEAN, x, 5, 1));
    assert_true(splits_row(method, ABUT_SPLIT_MEDIAN, x, 5, 2));
    assert_true(splits_row(method, ABUT_SPLIT_RAPID, x, 5, 1));
    assert_int_equal(leaves_of_equals(method, ABUT_SPLIT_MEAN, &smaller), 16);
    assert_int_equal(leaves_of_equals(method, ABUT_SPLIT_RAPID, &smaller), 1);
}

static void splits_by_centres(void** state)
{
    (void)state;
    every_tree(centres_are_split_at_mean_or_median);
}

// A crowd with a dot on either side: the mean and the median cut the crowd. Growing by least increase gives all of it to
// the nearer dot (Zachmann 1998, section 4.2).
static void greedy_sets_keep_a_crowd_together(void** state)
{
    (void)state;
    double x[22] = {0, 20};
    int methods = 0;
    for (int i = 0; i < 20; i++)
        x[2 + i] = 11 + 0.1 * (i * 7 % 20);
    for (int m = 0; m < METHOD_VALUES; m++) {
        if (!has_tree(m)) continue;
        assert_true(splits_row(m, ABUT_SPLIT_MEAN, x, 22, 9));
        assert_true(splits_row(m, ABUT_SPLIT_MEDIAN, x, 22, 11));
        methods += splits_row(m, ABUT_SPLIT_GREEDY, x, 22, 1);
    }
    assert_true(methods >= (EXPECT_PAPERS ? 11 : 0));
}

// What both sets would grow by the same goes to the smaller one (the same section): of equal triangles each gets half.
static void greedy_ties_go_to_the_smaller_set(void** state)
{
    (void)state;
    int methods = 0;
    for (int m = 0; m < METHOD_VALUES; m++) {
        size_t smaller = 0;
        if (!has_tree(m) || !leaves_of_equals(m, ABUT_SPLIT_GREEDY, &smaller)) continue;
        assert_int_equal(smaller, 8);
        methods++;
    }
    assert_true(methods >= (EXPECT_PAPERS ? 11 : 0));
}

// The sum of the volumes of the root's two children.
static double children_content(const abut_model* m)
{
    const node_link root = tree_link(&m->tree, 0);
    assert_int_equal(link_children(root), 2);
    return m->tree.kind->content(tree_volume(&m->tree, root.first)) +
           m->tree.kind->content(tree_volume(&m->tree, root.first + 1));
}

// Three clusters, the mean of which lies in the middle one: what is regrouped parts none (Klosowski 1998, chapter 6).
static void oscillating_splits_have_less_volume(void** state)
{
    (void)state;
    int methods = 0;
    rng r = {11};
    double centre[60][3];
    for (int i = 0; i < 60; i++) {
        const double at = i < 5 ? -30 : i < 55 ? 0 : 30;
        for (int k = 0; k < 3; k++)
            centre[i][k] = 5 * rng_signed(&r) + (k == 0 ? at : 0);
    }
    soup_data s = soup_dots((const double(*)[3])centre, 60, 0.5);
    for (int m = 0; m < METHOD_VALUES; m++) {
        const abut_build regroups = {.tree = &(abut_tree_build){.split = ABUT_SPLIT_OSCILLATING}},
                         plain = {.tree = &(abut_tree_build){.split = ABUT_SPLIT_MEAN}};
        if (!has_tree(m)) continue;
        abut_model *one = option_model(m, &s, &regroups), *other = option_model(m, &s, &plain);
        if (one) {
            assert_true(children_content(one) < 0.95 * children_content(other));
            methods++;
        }
        abut_model_free(one);
        abut_model_free(other);
    }
    assert_true(methods >= (EXPECT_PAPERS ? 4 : 0));
    soup_free(&s);
}

#if EXPECT_PAPERS

// A bar through all dots goes to both sides (Wan 2001, section 4.1), and only with this rule.
static void crossing_splits_repeat_triangles(void** state)
{
    (void)state;
    soup_data s = long_row();
    for (size_t k = 0; k < 3; k++)
        s.vertices[3 * k] = k == 0 ? -1 : k == 1 ? 64 : 32;
    for (int split = ABUT_SPLIT_MEAN; split <= ABUT_SPLIT_CROSSING; split++) {
        const abut_build how = {.tree = &(abut_tree_build){.split = (abut_split)split}};
        abut_model* m = option_model(ABUT_METHOD_HYBRID, &s, &how);
        assert_true((m != NULL) == (split != ABUT_SPLIT_GREEDY));
        if (!m) continue;
        assert_int_equal(m->tree.order_count > 64, split == ABUT_SPLIT_CROSSING);
        abut_model_free(m);
    }
    soup_free(&s);
}

// Two dots at each end of eight equal bars. In the middle all bars cross: it costs 8 lambda, and a plane beside all
// costs 12; and each child keeps 10 of 12.
static void crossing_obeys_lambda_and_child_ratio(void** state)
{
    (void)state;
    static const struct {
        double lambda, child_ratio;
        int is_cut;
    } cases[] = {{0.5, 0.9, 1}, {1, 0.9, 1}, {2, 0.9, 0}, {1, 0.85, 1}, {1, 0.8, 0}};
    double x[12] = {0, 1, 99, 100};
    soup_data s = soup_row(x, 12);
    for (size_t i = 4; i < 12; i++) {
        for (size_t v = 0; v < 3; v++)
            s.vertices[9 * i + 3 * v] = v == 0 ? -1 : v == 1 ? 101 : 50;
    }
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const abut_build how = {.leaf_size = 4,
                                .tree = &(abut_tree_build){.lambda = cases[i].lambda,
                                                           .child_ratio = cases[i].child_ratio}};
        abut_model* m = option_model(ABUT_METHOD_HYBRID, &s, &how);
        assert_non_null(m);
        assert_int_equal(!link_is_leaf(tree_link(&m->tree, 0)), cases[i].is_cut);
        abut_model_free(m);
    }
    soup_free(&s);
}

#endif

// ---------------------------------------------------------------------------------------- volumes

static abut_hits ask_moved(abut_query* q, const abut_model* m, double x, double y)
{
    const abut_instance a = {.model = m}, b = {.model = m, .pose = {.translation = {x, y, 0}}};
    abut_hits hits;
    assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
    return hits;
}

// Two triangles 10 apart, moved by 4: volumes meet as soon as they have grown by half of that, and not by an eighth.
static void volumes_grow_by_epsilon(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("all triangles are tested");
    int methods = 0;
    soup_data s = soup_separate(2);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < 18; i++)
        s.vertices[i] = i >= 9 && i % 3 == 0 ? 10 : i % 9 == 4 || i % 9 == 8;
    for (int m = ABUT_METHOD_AUTO + 1; m < METHOD_VALUES; m++) {
        static const double epsilons[3] = {0, 0.25, 2.5};
        for (int i = 0; i < 3 && m != ABUT_METHOD_BRUTE && method_is_here(m); i++) {
            const abut_build how = {.leaf_size = 1, .epsilon = epsilons[i]};
            abut_model* model = option_model(m, &s, &how);
            assert_non_null(model);
            const abut_hits hits = ask_moved(q, model, 4, 0);
            if ((hits.triangle_tests > 0) != (i == 2))
                fail_msg("%s, epsilon %g", abut_method_name((abut_method)m), epsilons[i]);
            assert_int_equal(hits.state, ABUT_STATE_APART);
            abut_model_free(model);
            methods++;
        }
    }
    assert_true(methods >= (EXPECT_PAPERS ? 48 : 6));
    abut_query_free(q);
    soup_free(&s);
}

#if EXPECT_PAPERS

// Four numbers take the place of nine, and doubles that of floats.
static void boxes_are_kept_as_asked(void** state)
{
    (void)state;
    soup_data s = soup_random(SOUP_GENERIC, 20, 3);
    for (int i = 0; i < 4; i++) {
        const abut_tree_build how = {.real = i & 1 ? ABUT_REAL_DOUBLE : ABUT_REAL_FLOAT,
                                     .orientation = i & 2 ? ABUT_ORIENTATION_QUATERNION
                                                          : ABUT_ORIENTATION_MATRIX};
        abut_model* m = option_model(ABUT_METHOD_OBB, &s, &(abut_build){.tree = &how});
        assert_non_null(m);
        assert_int_equal(m->tree.kind->size,
                         (i & 2 ? 10u : 15u) * (i & 1 ? sizeof(double) : sizeof(float)));
        abut_model_free(m);
    }
    soup_free(&s);
}

// Two bars side by side: their spheres meet, and their boxes do not.
static void boxes_are_tested_by_sphere_ratio(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is found apart");
    soup_data s = soup_separate(2);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (size_t i = 0; i < 6; i++) {
        s.vertices[3 * i] = i % 3 == 1 ? 5 : -5;
        s.vertices[3 * i + 1] = i % 3 == 2;
        s.vertices[3 * i + 2] = (double)(i / 3);
    }
    for (int i = 0; i < 2; i++) {
        const abut_tree_build how = {.sphere_ratio = i ? 1e9 : 1e-9};
        abut_model* m = option_model(ABUT_METHOD_HYBRID, &s, &(abut_build){.tree = &how});
        assert_non_null(m);
        const abut_hits hits = ask_moved(q, m, 0, 2);
        assert_int_equal(hits.triangle_tests, i ? 4 : 0);
        abut_model_free(m);
    }
    abut_query_free(q);
    soup_free(&s);
}

// Two bars side by side, whose spheres meet, and two octahedra corner to corner of their boxes, which meet: what is tested
// of each tells how many of their triangles are.
static void volumes_are_tested_as_asked(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is found apart");
    static const int bars_meet[3] = {0, 0, 1}, octahedra_meet[3] = {0, 1, 0};
    soup_data bars = soup_separate(2), octahedron = soup_separate(8);
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (size_t i = 0; i < 6; i++) {
        bars.vertices[3 * i] = i % 3 == 1 ? 5 : -5;
        bars.vertices[3 * i + 1] = i % 3 == 2;
        bars.vertices[3 * i + 2] = (double)(i / 3);
    }
    for (size_t i = 0; i < 72;
         i++)  // corner k of triangle t lies on axis k, on the side that bit k of t says
        octahedron.vertices[i] = i % 3 == i / 3 % 3 ? (i / 9 >> i % 3 & 1 ? 1 : -1) : 0;
    for (int i = 0; i < 3; i++) {
        const abut_build how = {
            .leaf_size = 8,
            .tree = &(abut_tree_build){.volumes = (abut_volumes)(ABUT_VOLUMES_BOTH + i)}};
        abut_model *bar = option_model(ABUT_METHOD_HYBRID, &bars, &how),
                   *other = option_model(ABUT_METHOD_HYBRID, &octahedron, &how);
        assert_int_equal(ask_moved(q, bar, 0, 2).triangle_tests > 0, bars_meet[i]);
        assert_int_equal(ask_moved(q, other, 1.6, 1.6).triangle_tests > 0, octahedra_meet[i]);
        abut_model_free(bar);
        abut_model_free(other);
    }
    abut_query_free(q);
    soup_free(&bars);
    soup_free(&octahedron);
}

// One long triangle is halved until no edge is longer than asked: its leaves are many, and name it each.
static void slender_triangles_are_halved(void** state)
{
    (void)state;
    int methods = 0;
    soup_data s = soup_separate(1);
    for (int i = 0; i < 9; i++)
        s.vertices[i] = i == 3 ? 1 : i == 7 ? 0.01 : 0;
    for (int m = 0; m < METHOD_VALUES; m++) {
        static const double lengths[3] = {2, 0.3, 0.1};
        for (int i = 0; i < 3 && has_tree(m); i++) {
            const abut_build how = {.leaf_size = 1,
                                    .tree = &(abut_tree_build){.slender = lengths[i]}};
            abut_model* model = option_model(m, &s, &how);
            if (!model) continue;
            assert_true((double)model->tree.order_count * lengths[i] >= 1);
            assert_int_equal(model->tree.order_count > 1, i > 0);
            assert_int_equal(model->tree.may_repeat, i > 0);
            abut_model_free(model);
            methods++;
        }
    }
    assert_true(methods >= 12);
    soup_free(&s);
}

// Where not all can be halved, the longest are: those of a triangle 1000 times as long as others.
static void the_longest_are_halved_first(void** state)
{
    (void)state;
    const abut_host host = host_complete(NULL);
    double longest = 0;
    tree_pieces p;
    soup_data s = soup_separate(20);
    for (size_t i = 0; i < 180; i++)
        s.vertices[i] = i % 9 == 3 ? (i < 9 ? 1000 : 1) : i % 9 == 7 ? 0.01 : 0;
    assert_int_equal(tree_pieces_make(&p, s.vertices, 60, s.triangles, 20, 1e-3, &host), ABUT_OK);
    assert_int_equal(p.count, 4 * 20 + 64);
    for (size_t i = 0; i < 3 * p.count; i++) {
        const double* from = p.points + 3 * (size_t)p.triangles[i];
        const double* to = p.points + 3 * (size_t)p.triangles[i % 3 == 2 ? i - 2 : i + 1];
        longest = fmax(longest, fabs(from[0] - to[0]));
    }
    assert_true(longest < 1000.0 / 8);
    tree_pieces_free(&p, &host);
    soup_free(&s);
}

// Vertices all around on a sphere.
static soup_data around(void)
{
    rng r = {5};
    soup_data s = soup_separate(1000);
    for (size_t i = 0; i < 3000; i++) {
        double* v = s.vertices + 3 * i;
        for (int k = 0; k < 3; k++)
            v[k] = rng_signed(&r);
        const double length = sqrt(dot3(v, v));
        for (int k = 0; k < 3; k++)
            v[k] /= length;
    }
    return s;
}

// The tests of volumes that it takes to find such a model apart from itself, moved along a direction of its k-DOP by a
// little more than its width, and turned.
static uint64_t tests_turned(abut_query* q, const abut_model* m, double degrees)
{
    const signed char* direction = m->tree.kind->dop->direction[0];
    const double axis[3] = {1, 2, 3};
    const abut_instance a = {.model = m};
    abut_instance b = a;
    abut_hits hits;
    assert_int_equal(abut_pose_from_axis_angle(&b.pose, axis, degrees), ABUT_OK);
    for (int k = 0; k < 3; k++)
        b.pose.translation[k] = 2.01 * direction[k] / kdop_length(direction);
    assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
    assert_int_equal(hits.state, ABUT_STATE_APART);
    return hits.volume_tests;
}

// By the hull its root is bounded as tightly as one that was not turned, by its corners not (Klosowski 1998, chapter 4).
static void tumbled_roots_are_as_tight_as_asked(void** state)
{
    (void)state;
    SKIP_WITHOUT_PRUNING("nothing is found apart");
    int questions = 0;
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    soup_data s = around();
    for (int m = 0; m < METHOD_VALUES; m++) {
        abut_model* models[2] = {NULL, NULL};
        for (int i = 0; i < 2 && has_tree(m); i++) {
            const abut_build how = {
                .tree = &(abut_tree_build){.tumble = i ? ABUT_TUMBLE_HULL : ABUT_TUMBLE_CORNERS}};
            models[i] = option_model(m, &s, &how);
        }
        for (int turn = 0; turn < 10 && models[0] && models[1]; turn++, questions++) {
            assert_int_equal(tests_turned(q, models[1], 25 + 4 * turn), 1);
            if (!turn) assert_true(tests_turned(q, models[0], 25) > 1);
        }
        abut_model_free(models[0]);
        abut_model_free(models[1]);
    }
    soup_free(&s);
    abut_query_free(q);
    print_message("%d questions\n", questions);
}

#endif

// --------------------------------------------------------------------------------------- the engine

// Trees of the engine: their leaves, their bytes, how many trees were tried (each tells of its progress) and the surfaces of
// the best one.
static void the_engine_builds_as_asked(void** state)
{
    (void)state;
    static const abut_build hows[] = {
        {.leaf_size = 1},
        {.leaf_size = 4},
        {.effort = ABUT_EFFORT_FAST},
        {.effort = ABUT_EFFORT_NORMAL},
        {.effort = ABUT_EFFORT_BEST},
        {.memory = ABUT_MEMORY_NORMAL},
        {.memory = ABUT_MEMORY_SMALL},
        {.memory = ABUT_MEMORY_COMPACT},
    };
    enum { COUNT = sizeof hows / sizeof *hows };
    abut_model_info info[COUNT];
    double area[COUNT];
    size_t calls[COUNT];
    mesh torus = {0};
    assert_int_equal(torus_make(60, 25, 1, 0.3, &torus), SCENE_OK);
    const soup_data s = {torus.vertices, torus.triangles, torus.vertex_count, 3000};
    assert_int_equal(torus.triangle_count, 3000);
    for (int i = 0; i < COUNT; i++) {
        counting c = counting_begin();
        const abut_host host = counting_host(&c);
        abut_build how = hows[i];
        how.host = &host;
        abut_model* m = option_model(ABUT_METHOD_WIDE, &s, &how);
        assert_non_null(m);
        assert_int_equal(abut_model_describe(m, &info[i]), ABUT_OK);
        area[i] = info[i].inner_area + info[i].leaf_area;
        calls[i] = c.progress_calls;
        abut_model_free(m);
    }
    print_message("areas %g %g %g, bytes %zu %zu %zu, calls %zu %zu %zu\n", area[2], area[3],
                  area[4], info[5].tree_bytes, info[6].tree_bytes, info[7].tree_bytes, calls[2],
                  calls[3], calls[4]);
    assert_int_equal(info[0].leaf_count, 3000);
    assert_true(info[1].leaf_count * 2 < 3000);
    assert_true(calls[2] < calls[3] && calls[3] < calls[4]);
    assert_true(area[4] < area[3]);
    // 73, 62 and 15 bytes a triangle, with the mesh's 12 for the last (abut.h).
    assert_true(info[5].tree_bytes > 3000 * 66);
    assert_in_range(info[6].tree_bytes, 3000 * 40, 3000 * 64);
    assert_true(info[7].tree_bytes < 3000 * 20);
    mesh_free(&torus);
}

static double area_of_boxes(const wide_tree* t)
{
    double area = 0;
    for (size_t i = 0; i < t->node_count * WIDE_LANES; i++) {
        const wide_node* n = &t->nodes[i / WIDE_LANES];
        double half[3];
        for (int k = 0; k < 3; k++)
            half[k] = (double)n->half[k][i % WIDE_LANES];
        if (half[0] >= 0) area += half_area_of_box(half);
    }
    return area;
}

// Of several trees the best one is kept, whichever way of cutting it is from.
static void best_is_never_worse(void** state)
{
    (void)state;
    size_t better = 0;
    for (int i = 0; i < 2 * SOUP_SORT_COUNT; i++) {
        soup_data s = soup_random((soup_sort)(i / 2), 500, (uint64_t)i);
        double area[2];
        for (int k = 0; k < 2; k++) {
            const abut_build how = {.effort = k ? ABUT_EFFORT_BEST : ABUT_EFFORT_NORMAL};
            abut_model* m = option_model(ABUT_METHOD_WIDE, &s, &how);
            area[k] = area_of_boxes(&m->wide);
            abut_model_free(m);
        }
        assert_true(area[1] <= area[0] * (1 + 1e-9));
        better += area[1] < area[0] * 0.999;
        soup_free(&s);
    }
    assert_true(better > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaf_sizes),
        cmocka_unit_test(depths),
        cmocka_unit_test(degrees),
        cmocka_unit_test(splits_by_centres),
        cmocka_unit_test(greedy_sets_keep_a_crowd_together),
        cmocka_unit_test(greedy_ties_go_to_the_smaller_set),
        cmocka_unit_test(oscillating_splits_have_less_volume),
        cmocka_unit_test(volumes_grow_by_epsilon),
        cmocka_unit_test(the_engine_builds_as_asked),
        cmocka_unit_test(best_is_never_worse),
#if EXPECT_PAPERS
        cmocka_unit_test(crossing_splits_repeat_triangles),
        cmocka_unit_test(crossing_obeys_lambda_and_child_ratio),
        cmocka_unit_test(boxes_are_kept_as_asked),
        cmocka_unit_test(boxes_are_tested_by_sphere_ratio),
        cmocka_unit_test(volumes_are_tested_as_asked),
        cmocka_unit_test(slender_triangles_are_halved),
        cmocka_unit_test(the_longest_are_halved_first),
        cmocka_unit_test(tumbled_roots_are_as_tight_as_asked),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
