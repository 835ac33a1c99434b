// test_statistics.c - statistics of soups made by hand, of scenes, and of random soups against counts
// made the slow way; and the figures of trees.
#include "geom/tri_tri.h"
#include "query/model.h"
#include "scenes.h"
#include "soup/needle.h"
#include "support/method_here.h"
#include "support/soups.h"

#include "abut/statistics.h"

static abut_statistics statistics_of(const abut_soup* soup)
{
    abut_statistics s;
    memset(&s, 0x5A, sizeof s);
    assert_int_equal(abut_soup_statistics(soup, NULL, &s), ABUT_OK);
    return s;
}

// ----------------------------------------------------------------------------------------- by hand

// Corner i of the unit cube has the bits of i as coordinates; triangles turn to the outside.
static const uint32_t cube_triangles[36] = {
    0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
    2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
};

// Cubes of one size at some places, three vertices a triangle as in STL.
static soup_data cubes_at(const double (*places)[3], size_t count, double size)
{
    soup_data s = soup_separate(12 * count);
    for (size_t i = 0; i < 36 * count; i++) {
        const uint32_t corner = cube_triangles[i % 36];
        for (size_t k = 0; k < 3; k++)
            s.vertices[3 * i + k] = size * (places[i / 36][k] + (double)(corner >> k & 1));
    }
    return s;
}

typedef struct expected {
    size_t vertices, edges, boundary, non_manifold, unoriented, components, duplicates;
} expected;

static void expect(const abut_statistics* s, const expected* e)
{
    assert_int_equal(s->vertex_count, e->vertices);
    assert_int_equal(s->edge_count, e->edges);
    assert_int_equal(s->boundary_count, e->boundary);
    assert_int_equal(s->non_manifold_count, e->non_manifold);
    assert_int_equal(s->unoriented_count, e->unoriented);
    assert_int_equal(s->component_count, e->components);
    assert_int_equal(s->duplicate_count, e->duplicates);
}

static void cubes(void** state)
{
    (void)state;
    static const double places[][3] = {{0, 0, 0}, {1, 1, 0}, {2, 2, 1}, {5, 5, 5}, {0, 0, 0}};
    static const struct {
        size_t count, without;  // cubes, and triangles left out at the end
        expected e;
    } rows[] = {
        {1, 0, {8, 18, 0, 0, 0, 1, 0}},    {1, 2, {8, 17, 4, 0, 0, 1, 0}},   // open
        {1, 1, {8, 18, 3, 0, 0, 1, 0}},    {2, 0, {14, 35, 0, 1, 0, 1, 0}},  // share an edge
        {3, 0, {21, 53, 0, 1, 0, 1, 0}},                                     // and a corner
        {4, 0, {29, 71, 0, 1, 0, 2, 0}},  // the fourth stands apart
        {5, 0, {29, 71, 0, 18, 0, 2, 12}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        for (int power = -1074; power <= 1000; power += 122) {
            soup_data data = cubes_at(places, rows[i].count, ldexp(1, power));
            abut_soup soup = soup_of(&data);
            soup.triangle_count -= rows[i].without;
            soup.vertex_count -= 3 * rows[i].without;
            const abut_statistics s = statistics_of(&soup);
            expect(&s, &rows[i].e);
            assert_int_equal(s.triangle_count, 12 * rows[i].count - rows[i].without);
            assert_true(s.segment_count == 0 && s.point_count == 0 && s.unused_count == 0);
            assert_true(s.needle_triangle == 0 && fabs(s.needle_ratio - 2) < 1e-14);
            assert_true(s.low[0] == 0 && s.low[1] == 0 && s.low[2] == 0);
            if (rows[i].count == 1) assert_true(s.high[0] == ldexp(1, power));
            soup_free(&data);
        }
    }
}

static void orientation(void** state)
{
    (void)state;
    static const double place[1][3] = {{0, 0, 0}};
    soup_data data = cubes_at(place, 1, 1);
    data.triangles[3 * 7] = 3 * 7 + 1;  // turn one over
    data.triangles[3 * 7 + 1] = 3 * 7;
    const abut_soup soup = soup_of(&data);
    const abut_statistics s = statistics_of(&soup);
    expect(&s, &(expected){8, 18, 0, 0, 3, 1, 0});
    soup_free(&data);
}

static void moebius_strip(void** state)
{
    (void)state;
    enum { COUNT = 9 };
    double vertices[2 * COUNT][3];
    uint32_t triangles[2 * COUNT][3];
    for (uint32_t i = 0; i < COUNT; i++) {
        const double rows[2][3] = {{i, i * i, 1}, {i, i * i + i, -1}};
        memcpy(vertices[2 * i], rows, sizeof rows);
        // The last quadrangle is glued to the first one upside down.
        const uint32_t a = 2 * i, b = a + 1, twist = i + 1 == COUNT;
        const uint32_t next_a = (a + 2) % (2 * COUNT) + twist,
                       next_b = (a + 2) % (2 * COUNT) + 1 - twist;
        const uint32_t halves[2][3] = {{a, b, next_b}, {a, next_b, next_a}};
        memcpy(triangles[2 * i], halves, sizeof halves);
    }
    const abut_soup soup = {vertices[0], NULL, triangles[0], 2 * COUNT, 2 * COUNT};
    const abut_statistics s = statistics_of(&soup);
    expect(&s, &(expected){2 * COUNT, 4 * COUNT, 2 * COUNT, 0, 1, 1, 0});
}

static void duplicates_in_any_order(void** state)
{
    (void)state;
    const double vertices[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, -0.0, 0, -0.0, 1, -0.0, 0};
    const uint32_t triangles[] = {0, 1, 2, 2, 1, 0, 2, 0, 1, 3, 4, 2, 1, 1, 0, 0, 1, 0, 4, 3, 3};
    static const expected rows[] = {
        {3, 0, 0, 0, 0, 0, 0}, {3, 3, 3, 0, 0, 1, 0}, {3, 3, 0, 0, 0, 1, 1}, {3, 3, 0, 3, 3, 1, 2},
        {3, 3, 0, 3, 3, 1, 3}, {3, 3, 0, 3, 3, 1, 3}, {3, 3, 0, 3, 3, 1, 4}, {3, 3, 0, 3, 3, 1, 5},
    };
    for (size_t count = 0; count < sizeof rows / sizeof *rows; count++) {
        const abut_soup soup = {vertices, NULL, triangles, 5, count};
        const abut_statistics s = statistics_of(&soup);
        expect(&s, &rows[count]);
        assert_int_equal(s.segment_count, count > 4 ? count - 4 : 0);
    }
}

static void degenerate_triangles(void** state)
{
    (void)state;
    const double third = 1.0 / 3;
    const double vertices[] = {0,     0,     0,     1,         1,         1,         2, 2, 2,
                               third, third, third, 2 * third, 2 * third, 2 * third, 3, 0, 0};
    const uint32_t triangles[] = {
        0, 1, 2, 0, 0, 0, 3, 4, 0, 5, 5, 2, 1, 1, 1, 0, 3, 1,
    };
    const abut_soup soup = {vertices, NULL, triangles, 6, 6};
    abut_statistics s = statistics_of(&soup);
    expect(&s, &(expected){6, 0, 0, 0, 0, 1, 0});
    assert_true(s.segment_count == 4 && s.point_count == 2);
    assert_true(s.needle_ratio == 0 && s.needle_triangle == 6);
    // One more, which is not degenerate by one bit.
    double bent[18];
    memcpy(bent, vertices, sizeof bent);
    bent[9] = nextafter(third, 1);
    const abut_soup thin = {bent, NULL, triangles, 6, 6};
    s = statistics_of(&thin);
    assert_true(s.segment_count == 2 && s.point_count == 2 && s.edge_count == 5);
    assert_int_equal(s.needle_triangle, 5);
    assert_true(s.needle_ratio > 1e15 && s.needle_ratio < 1e17);
}

static void extents_and_unused_vertices(void** state)
{
    (void)state;
    const float vertices[] = {9, 9, 9, -0.0f, 1, 2, 0, 5, -2, 1e-45f, 1, 7, 9, 9, 9};
    const uint32_t triangle[] = {1, 2, 3};
    abut_soup soup = {NULL, vertices, triangle, 5, 1};
    abut_statistics s = statistics_of(&soup);
    assert_int_equal(s.vertex_count, 4);
    assert_int_equal(s.unused_count, 1);
    assert_true(s.low[0] == 0 && !signbit(s.low[0]) && s.low[1] == 1 && s.low[2] == -2);
    assert_true(s.high[0] == (double)1e-45f && s.high[1] == 5 && s.high[2] == 7);
    soup.triangle_count = 0;
    s = statistics_of(&soup);
    assert_true(s.vertex_count == 4 && s.unused_count == 4 && s.component_count == 0);
    assert_true(s.low[0] == 0 && s.high[2] == 0 && s.needle_triangle == 0);
    soup.vertex_count = 0;
    s = statistics_of(&soup);
    assert_true(s.vertex_count == 0 && s.unused_count == 0 && s.edge_count == 0);
}

// ----------------------------------------------------------------------------------------- needles

static void needles_of_known_ratio(void** state)
{
    (void)state;
    for (int power = 1; power <= 1074; power++) {
        const double height = ldexp(1, -power);
        const double vertices[] = {0, 0, 0, 1, 0, 0, 0.5, height, 0, 0, 1, 0};
        const uint32_t triangles[] = {0, 1, 3, 0, 1, 2, 2, 1, 0};
        const abut_soup soup = {vertices, NULL, triangles, 4, 3};
        const abut_statistics s = statistics_of(&soup);
        assert_true(s.needle_ratio == (power > 1023 ? (double)INFINITY
                                       : power > 1  ? ldexp(1, power)
                                                    : 2));
        assert_int_equal(s.needle_triangle, power > 1);  // at 2 the first of equals
    }
    // From the largest doubles to the smallest one.
    const double most = 0x1.fffffffffffffp1023;
    const double vertices[] = {-most, 0, most, most, 0, -most, 0, 0x1p-1074, 0};
    const uint32_t triangles[] = {0, 1, 2};
    const abut_soup soup = {vertices, NULL, triangles, 3, 1};
    const abut_statistics s = statistics_of(&soup);
    assert_true(isinf(s.needle_ratio) && s.needle_triangle == 0 && s.edge_count == 3);
}

// ------------------------------------------------------------------------------------ the slow way

static int same_point(const double* a, const double* b)
{
    return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];  // also 0 and -0
}

// Whether every vertex of x is one of y.
static int is_within(const double* x, const double* y)
{
    for (int i = 0; i < 3; i++) {
        int found = 0;
        for (int k = 0; k < 3; k++)
            found |= same_point(x + 3 * i, y + 3 * k);
        if (!found) return 0;
    }
    return 1;
}

static int is_proper(const double* v)
{
    const double* const vertex[3] = {v, v + 3, v + 6};
    return corners_of_triangle(vertex).count == 3;
}

// How often triangle y uses the edge from p to q, in this direction and in the other one.
static void count_uses(const double* y, const double* p, const double* q, size_t uses[2])
{
    for (int i = 0; i < 3; i++) {
        const double *from = y + 3 * i, *to = y + 3 * ((i + 1) % 3);
        uses[0] += same_point(from, p) && same_point(to, q);
        uses[1] += same_point(from, q) && same_point(to, p);
    }
}

// Every edge, at its first triangle.
static void slow_edges(const soup_data* s, abut_statistics* out)
{
    for (size_t t = 0; t < s->triangle_count; t++) {
        const double* x = s->vertices + 9 * t;
        if (!is_proper(x)) continue;
        for (int i = 0; i < 3; i++) {
            size_t before[2] = {0, 0}, uses[2] = {0, 0};
            for (size_t u = 0; u < s->triangle_count; u++) {
                const double* y = s->vertices + 9 * u;
                if (is_proper(y))
                    count_uses(y, x + 3 * i, x + 3 * ((i + 1) % 3), u < t ? before : uses);
            }
            if (before[0] + before[1]) continue;
            const size_t all = uses[0] + uses[1];
            out->edge_count++;
            out->boundary_count += all == 1;
            out->non_manifold_count += all > 2;
            out->unoriented_count += all > 1 && uses[0] != uses[1];
        }
    }
}

static int share_a_vertex(const double* x, const double* y)
{
    for (int i = 0; i < 9; i++)
        if (same_point(x + 3 * (i / 3), y + 3 * (i % 3))) return 1;
    return 0;
}

// Flood from each triangle that is not reached yet.
static size_t slow_components(const soup_data* s)
{
    const size_t n = s->triangle_count;
    size_t* queue = malloc((n + 1) * sizeof *queue);
    char* reached = calloc(n + 1, 1);
    size_t components = 0;
    for (size_t t = 0; t < n; t++) {
        if (reached[t]) continue;
        components++;
        size_t end = 1;
        queue[0] = t;
        reached[t] = 1;
        for (size_t i = 0; i < end; i++) {
            for (size_t u = 0; u < n; u++) {
                if (reached[u] || !share_a_vertex(s->vertices + 9 * queue[i], s->vertices + 9 * u))
                    continue;
                reached[u] = 1;
                queue[end++] = u;
            }
        }
    }
    free(queue);
    free(reached);
    return components;
}

static abut_statistics slow_statistics(const soup_data* s)
{
    abut_statistics out = {.triangle_count = s->triangle_count};
    for (size_t t = 0; t < s->triangle_count; t++) {
        const double* x = s->vertices + 9 * t;
        const double* const vertex[3] = {x, x + 3, x + 6};
        const int count = corners_of_triangle(vertex).count;
        out.segment_count += count == 2;
        out.point_count += count == 1;
        int is_new = 1;
        for (size_t u = 0; u < t; u++) {
            const double* y = s->vertices + 9 * u;
            if (is_within(x, y) && is_within(y, x)) is_new = 0;
        }
        out.duplicate_count += !is_new;
        for (int i = 0; i < 3; i++) {
            int seen = 0;
            for (size_t w = 0; w < 3 * t + (size_t)i; w++)
                seen |= same_point(s->vertices + 3 * w, x + 3 * i);
            out.vertex_count += !seen;
        }
    }
    slow_edges(s, &out);
    out.component_count = slow_components(s);
    return out;
}

static void expect_worst_needle(const soup_data* s, const abut_statistics* found)
{
    for (size_t t = 0; t < s->triangle_count; t++) {
        const double* x = s->vertices + 9 * t;
        const double* const vertex[3] = {x, x + 3, x + 6};
        if (!is_proper(x)) continue;
        const double ratio = needle_ratio(vertex);
        assert_true(ratio <= found->needle_ratio * (1 + 0x1p-29));
        if (t < found->needle_triangle) assert_true(ratio * (1 + 0x1p-31) < found->needle_ratio);
        if (t == found->needle_triangle) assert_true(ratio == found->needle_ratio);
    }
}

static void random_soups(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        for (size_t count = 0; count < 130; count = 2 * count + 1) {
            soup_data data = soup_random((soup_sort)sort, count, 72 + count);
            const abut_soup soup = soup_of(&data);
            const abut_statistics found = statistics_of(&soup);
            abut_statistics slow = slow_statistics(&data);
            expect_worst_needle(&data, &found);
            memcpy(slow.low, found.low, sizeof slow.low);
            memcpy(slow.high, found.high, sizeof slow.high);
            slow.needle_ratio = found.needle_ratio;
            slow.needle_triangle = found.needle_triangle;
            assert_memory_equal(&found, &slow, sizeof slow);
            soup_free(&data);
        }
    }
}

// ------------------------------------------------------------------------------------------ scenes

static abut_statistics statistics_of_mesh(mesh* m)
{
    const abut_soup soup = {m->vertices, NULL, m->triangles, m->vertex_count, m->triangle_count};
    const abut_statistics s = statistics_of(&soup);
    assert_true(s.segment_count == 0 && s.point_count == 0 && s.duplicate_count == 0);
    assert_true(s.triangle_count == m->triangle_count && s.unoriented_count == 0);
    mesh_free(m);
    return s;
}

static void scenes(void** state)
{
    (void)state;
    mesh m = {0};
    assert_int_equal(torus_make(40, 30, 2, 0.5, &m), SCENE_OK);
    abut_statistics s = statistics_of_mesh(&m);
    expect(&s, &(expected){1200, 3600, 0, 0, 0, 1, 0});
    assert_int_equal(s.triangle_count, 2400);
    assert_int_equal(sphere_make(20, 30, 3, &m), SCENE_OK);
    s = statistics_of_mesh(&m);
    expect(&s, &(expected){572, 1710, 0, 0, 0, 1, 0});
    assert_true(s.high[2] == 3 && s.low[2] == -3);
    assert_int_equal(icosphere_make(3, 1, &m), SCENE_OK);
    s = statistics_of_mesh(&m);
    expect(&s, &(expected){642, 1920, 0, 0, 0, 1, 0});
    assert_true(s.needle_ratio > 1.15 && s.needle_ratio < 1.5);
    assert_int_equal(tetra_make(500, 0.1, 5, &m), SCENE_OK);
    s = statistics_of_mesh(&m);
    expect(&s, &(expected){2000, 3000, 0, 0, 0, 500, 0});
    assert_int_equal(soup_make(300, 0.1, 5, &m), SCENE_OK);
    s = statistics_of_mesh(&m);
    expect(&s, &(expected){900, 900, 900, 0, 0, 300, 0});
}

// ------------------------------------------------------------------------------------------ faults

static void faults_leave_the_output_alone(void** state)
{
    (void)state;
    soup_data data = soup_random(SOUP_GRID, 20, 73);
    abut_soup soup = soup_of(&data);
    abut_statistics s, before;
    memset(&s, 0x5A, sizeof s);
    before = s;
    assert_int_equal(abut_soup_statistics(&soup, NULL, NULL), ABUT_BAD_ARGUMENT);
    assert_int_equal(abut_soup_statistics(NULL, NULL, &s), ABUT_BAD_ARGUMENT);
    data.triangles[7] = 60;
    assert_int_equal(abut_soup_statistics(&soup, NULL, &s), ABUT_BAD_INDEX);
    data.vertices[7] = (double)NAN;
    assert_int_equal(abut_soup_statistics(&soup, NULL, &s), ABUT_NOT_FINITE);
    soup.vertex_count = UINT32_MAX;
    assert_int_equal(abut_soup_statistics(&soup, NULL, &s), ABUT_TOO_LARGE);
    assert_memory_equal(&s, &before, sizeof s);
    soup_free(&data);
}

// Fail at every allocation, or cancel at every report of progress, until none is left.
static void stop_everywhere(const abut_soup* soup, const abut_statistics* right, int cancel)
{
    for (size_t failures = 0;; failures++) {
        counting c = counting_begin();
        *(cancel ? &c.cancel_at : &c.fail_at) = failures;
        const abut_host host = counting_host(&c);
        abut_statistics s, before;
        memset(&s, 0x5A, sizeof s);
        before = s;
        const abut_status status = abut_soup_statistics(soup, &host, &s);
        assert_true(c.blocks == 0 && c.bytes == 0 && !c.fraction_is_wrong);
        if (status == ABUT_OK) {
            assert_memory_equal(&s, right, sizeof s);
            assert_int_equal(failures, cancel ? c.progress_calls : c.allocations);
            assert_true(failures >= (cancel ? 4 : 7));
            return;
        }
        assert_int_equal(status, cancel ? ABUT_CANCELLED : ABUT_OUT_OF_MEMORY);
        assert_memory_equal(&s, &before, sizeof s);
    }
}

static void every_failed_allocation_and_every_cancel(void** state)
{
    (void)state;
    for (int sort = 0; sort < SOUP_SORT_COUNT; sort++) {
        soup_data data = soup_random((soup_sort)sort, 300, 74);
        const abut_soup soup = soup_of(&data);
        const abut_statistics right = statistics_of(&soup);
        stop_everywhere(&soup, &right, 0);
        stop_everywhere(&soup, &right, 1);
        soup_free(&data);
    }
}

// ------------------------------------------------------------------------------------------- trees

// Compare with a walk down from the root, which does not rely on the order of nodes.
static void expect_figures(const abut_model* m, const abut_model_info* info)
{
    size_t leaves[TREE_DEPTH_MAX + 1], triangles[TREE_DEPTH_MAX + 1];
    size_t slow_leaves[TREE_DEPTH_MAX + 1] = {0}, slow_triangles[TREE_DEPTH_MAX + 1] = {0};
    struct {
        uint32_t node;
        size_t depth;
    } stack[2 * TREE_DEPTH_MAX];
    size_t top = 0, leaf_count = 0;
    double inner = 0, leaf = 0, root = 0;
    if (m->tree.node_count) stack[top++].node = 0, stack[0].depth = 0;
    while (top) {
        const uint32_t node = stack[--top].node;
        const size_t depth = stack[top].depth;
        const node_link link = tree_link(&m->tree, node);
        const double area = m->tree.kind->half_area(tree_volume(&m->tree, node));
        if (node == 0) root = area;
        if (link_is_leaf(link)) {
            slow_leaves[depth]++;
            slow_triangles[depth] += (size_t)link.count;
            leaf += area / root * link.count;
            leaf_count++;
            continue;
        }
        inner += area / root;
        for (uint32_t k = 0; k < 2; k++, top++)
            stack[top].node = link.first + k, stack[top].depth = depth + 1;
    }
    memset(leaves, 0x5A, sizeof leaves);
    assert_int_equal(abut_model_depths(m, TREE_DEPTH_MAX + 1, leaves, triangles), ABUT_OK);
    assert_memory_equal(leaves, slow_leaves, sizeof leaves);
    assert_memory_equal(triangles, slow_triangles, sizeof triangles);
    assert_int_equal(info->leaf_count, leaf_count);
    assert_true(fabs(info->inner_area - inner) <= 1e-10 * inner);
    assert_true(fabs(info->leaf_area - leaf) <= 1e-10 * leaf);
    assert_int_equal(abut_model_depths(m, info->depth + 1, NULL, NULL), ABUT_OK);
    assert_int_equal(abut_model_depths(m, info->depth, leaves, NULL), ABUT_BAD_ARGUMENT);
    assert_memory_equal(leaves, slow_leaves, sizeof leaves);
}

static void figures_of_trees(void** state)
{
    (void)state;
    for (int i = 0; i < 8 * SOUP_SORT_COUNT; i++) {
        soup_data data = soup_random((soup_sort)(i / 8), i % 8 == 7 ? 0 : 700, 75);
        const abut_soup soup = soup_of(&data);
        const abut_build with_tree = {
            .method = SOME_TREE,
            .leaf_size = i % 3,
            .tree = &(abut_tree_build){.split = i % 2 ? ABUT_SPLIT_MEDIAN : ABUT_SPLIT_MEAN,
                                       .real = !EXPECT_PAPERS ? ABUT_REAL_DEFAULT
                                               : i % 4 / 2    ? ABUT_REAL_DOUBLE
                                                              : ABUT_REAL_FLOAT}};
        const abut_build without = {.method = ABUT_METHOD_BRUTE};
        const abut_build options = i % 8 == 6 ? without : with_tree;
        abut_model* m = NULL;
        abut_model_info info;
        assert_int_equal(abut_model_build(&m, &soup, &options), ABUT_OK);
        assert_int_equal(abut_model_describe(m, &info), ABUT_OK);
        expect_figures(m, &info);
        assert_int_equal(info.vertex_bytes, info.vertex_count * 24);
        assert_int_equal(info.triangle_bytes, info.triangle_count * 12);
        const size_t node = with_tree.tree->real == ABUT_REAL_DOUBLE ? 128
                            : EXPECT_PAPERS                          ? 68
                                                                     : 32;
        assert_int_equal(info.node_bytes, info.node_count * node);
        assert_int_equal(info.order_bytes, info.node_count ? info.triangle_count * 4 : 0);
        assert_int_equal(info.vertex_bytes + info.triangle_bytes + info.node_bytes +
                             info.order_bytes + info.other_bytes,
                         info.mesh_bytes + info.tree_bytes);
        assert_true(info.other_bytes < 1000 + info.triangle_count);
        abut_model_free(m);
        soup_free(&data);
    }
    assert_int_equal(abut_model_depths(NULL, 99, NULL, NULL), ABUT_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cubes),
        cmocka_unit_test(orientation),
        cmocka_unit_test(moebius_strip),
        cmocka_unit_test(duplicates_in_any_order),
        cmocka_unit_test(degenerate_triangles),
        cmocka_unit_test(extents_and_unused_vertices),
        cmocka_unit_test(needles_of_known_ratio),
        cmocka_unit_test(random_soups),
        cmocka_unit_test(scenes),
        cmocka_unit_test(faults_leave_the_output_alone),
        cmocka_unit_test(every_failed_allocation_and_every_cancel),
        cmocka_unit_test(figures_of_trees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
