// test_quickcd.c - tumbled k-DOPs: corners hold what they should, placed offsets are never below the true
// ones, climbs reach the top.
#include "methods/bound/hull.h"
#include "methods/bound/quickcd.h"
#include "methods/quickcd_options.h"
#include "query/collide.h"
#include "search/relative_pose.h"
#include "support/float_mode.h"
#include "support/soup_models.h"

#include <stdio.h>

static const kdop_set* set_of(const tree* t)
{
    return t->kind->dop;
}

// The offsets of a node, and the corners that follow them.
static const float* lows_of(const tree* t, uint32_t node)
{
    return tree_volume(t, node);
}

static const uint32_t* corners_of(const tree* t, uint32_t node)
{
    const void* behind = lows_of(t, node) + 2 * set_of(t)->half;
    return behind;
}

static void additions_measure_as_directions_do(void** state)
{
    (void)state;
    rng r = {1};
    for (int i = 0; i < 100; i++) {
        const double p[3] = {(double)rng_below(&r, 100), (double)rng_below(&r, 100), -7};
        double sums[METHODS][KDOP_HALF_MAX];
        const kdop_set* sets[METHODS] = {&kdop6_set,  &kdop8_set,  &kdop12_set, &kdop14_set,
                                         &kdop18_set, &kdop20_set, &kdop26_set};
        quickcd_along6(p, sums[0]);
        quickcd_along8(p, sums[1]);
        quickcd_along12(p, sums[2]);
        quickcd_along14(p, sums[3]);
        quickcd_along18(p, sums[4]);
        quickcd_along20(p, sums[5]);
        quickcd_along26(p, sums[6]);
        for (int s = 0; s < METHODS; s++) {
            for (int k = 0; k < sets[s]->half; k++)
                assert_true(kdop_along(sets[s]->direction[k], p) == sums[s][k]);
        }
    }
}

// --------------------------------------------------------------------------------- supports of nodes

// A vertex in its frame, exactly enough.
static void frame_point(const abut_model* m, const double* vertex, long double out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] =
            ldexpl((long double)vertex[k], -m->frame.exponent) - (long double)m->frame.origin[k];
}

static long double along(const long double g[3], const long double p[3])
{
    return g[0] * p[0] + g[1] * p[1] + g[2] * p[2];
}

// The largest g . p of the triangles of every node. map: what is measured of a frame's point.
typedef struct measured {
    const abut_model* model;
    long double matrix[3][3], shift[3];
} measured;

static long double support_of_leaf(const measured* d, node_link link, const long double g[3])
{
    long double best = -HUGE_VALL;
    for (int32_t k = 0; k < link.count; k++) {
        const double* vertex[3];
        soup_mesh_vertices(&d->model->mesh, d->model->tree.order[link.first + (size_t)k], vertex);
        for (int v = 0; v < 3; v++) {
            long double p[3], moved[3];
            frame_point(d->model, vertex[v], p);
            for (int x = 0; x < 3; x++)
                moved[x] = along(d->matrix[x], p) + d->shift[x];
            const long double value = along(g, moved);
            if (value > best) best = value;
        }
    }
    return best;
}

// Children stand behind their parents.
static void find_supports(const measured* d, const long double g[3], long double* out)
{
    const tree* t = &d->model->tree;
    for (size_t i = t->node_count; i-- > 0;) {
        const node_link link = tree_link(t, (uint32_t)i);
        out[i] = -HUGE_VALL;
        if (link_is_leaf(link)) {
            out[i] = support_of_leaf(d, link, g);
            continue;
        }
        for (uint32_t k = 0; k < link_children(link); k++) {
            if (out[link.first + k] > out[i]) out[i] = out[link.first + k];
        }
    }
}

// The largest g . p of a node's corners.
static long double support_of_corners(const tree* t, uint32_t node, const long double g[3])
{
    const uint32_t* span = corners_of(t, node);
    long double best = -HUGE_VALL;
    for (uint32_t k = 0; k < span[1]; k++) {
        const float* c = t->extra + 3 * ((size_t)span[0] + k);
        const long double p[3] = {(long double)c[0], (long double)c[1], (long double)c[2]};
        if (along(g, p) > best) best = along(g, p);
    }
    return best;
}

static void corners_hold_the_vertices(void** state)
{
    (void)state;
    rng r = {2};
    size_t tight = 0, narrow = 0;
    for (int i = 0; i < 6 * 7 * METHODS; i++) {
        soup_data s =
            soup_random((soup_sort)(i % SOUP_SORT_COUNT), 1 + rng_below(&r, 60), rng_next(&r));
        const abut_build o = {.method = methods[i / 7 % METHODS], .leaf_size = 2};
        float_mode_enter(&float_modes[i / (7 * METHODS)]);
        abut_model* m = soup_build(&s, &o);
        float_mode_leave();
        const tree* t = &m->tree;
        const measured d = {.model = m, .matrix = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        long double* supports = malloc(t->node_count * sizeof *supports);
        assert_non_null(supports);
        for (int n = 0; n < 10; n++) {
            const long double g[3] = {(long double)rng_signed(&r), (long double)rng_signed(&r),
                                      n < 5 ? 0 : (long double)rng_signed(&r)};
            const long double error = (long double)(QUICKCD_CORNER_ERROR * t->defect) *
                                      (fabsl(g[0]) + fabsl(g[1]) + fabsl(g[2]));
            find_supports(&d, g, supports);
            for (uint32_t node = 0; node < t->node_count; node++) {
                const long double best = support_of_corners(t, node, g);
                assert_true(best + error >= supports[node]);
                narrow += best < supports[node];
                tight += best < supports[node] + error;
            }
        }
        free(supports);
        abut_model_free(m);
        soup_free(&s);
    }
    printf("within the error %zu, below by rounding %zu\n", tight, narrow);
    assert_true(tight > 1000 && narrow > 100);  // without the error they would not hold
}

// Rounding may give a shape more corners than there is room for.
static void too_many_corners_become_a_box(void** state)
{
    (void)state;
    kdop_shape shape = {.corner_count = QUICKCD_CORNERS_MAX};
    float kept[VOLUME_EXTRA_MAX];
    for (int i = 0; i <= QUICKCD_CORNERS_MAX; i++) {
        const double corner[3] = {i % 7 - 3, i % 5 + 10, (i == 40) - (i == 50) / 2.0};
        memcpy(shape.corner[i], corner, sizeof corner);
    }
    assert_int_equal(quickcd_keep_corners(&shape, kept), 3 * QUICKCD_CORNERS_MAX);
    for (int i = 0; i < 3 * QUICKCD_CORNERS_MAX; i++)
        assert_true((double)kept[i] == shape.corner[i / 3][i % 3]);
    shape.corner_count++;
    assert_int_equal(quickcd_keep_corners(&shape, kept), 24);
    for (int i = 0; i < 8; i++) {
        const float corner[3] = {i & 1 ? 3 : -3, i & 2 ? 14 : 10, i & 4 ? 1 : -0.5F};
        assert_memory_equal(kept + 3 * i, corner, sizeof corner);
    }
}

static void checks_find_what_is_broken(void** state)
{
    (void)state;
    quickcd6 dop = {{-1, -1, -1}, {1, 1, 2}, 0, 8};
    quickcd8 dop8 = {.corner_count = 1};
    quickcd12 dop12 = {.corner_count = 1};
    quickcd14 dop14 = {.corner_count = 1};
    quickcd18 dop18 = {.corner_count = 1};
    quickcd20 dop20 = {.corner_count = 1};
    quickcd26 dop26 = {.corner_count = 1};
    assert_null(quickcd6_class.check(&dop, 2));
    assert_string_equal(quickcd6_class.check(&dop, 1.5), "a DOP is beyond the reach");
    dop.corner_count = 0;
    assert_string_equal(quickcd6_class.check(&dop, 2), "a DOP has no corners");
    dop.corner_count = 8;
    dop.low[1] = 1.5F;
    assert_string_equal(quickcd6_class.check(&dop, 2), "a slab is empty");
    assert_null(quickcd8_class.check(&dop8, 0));
    assert_null(quickcd12_class.check(&dop12, 0));
    assert_null(quickcd14_class.check(&dop14, 0));
    assert_null(quickcd18_class.check(&dop18, 0));
    assert_null(quickcd20_class.check(&dop20, 0));
    assert_null(quickcd26_class.check(&dop26, 0));
    dop8.corner_count = dop12.corner_count = dop20.corner_count = 0;
    dop14.corner_count = dop18.corner_count = dop26.corner_count = 0;
    for (int i = 0; i < 2; i++) {
        const char* expected = i ? "a DOP is beyond the reach" : "a DOP has no corners";
        assert_string_equal(quickcd8_class.check(&dop8, 0), expected);
        assert_string_equal(quickcd12_class.check(&dop12, 0), expected);
        assert_string_equal(quickcd14_class.check(&dop14, 0), expected);
        assert_string_equal(quickcd18_class.check(&dop18, 0), expected);
        assert_string_equal(quickcd20_class.check(&dop20, 0), expected);
        assert_string_equal(quickcd26_class.check(&dop26, 0), expected);
        dop8.high[3] = dop12.high[4] = dop20.high[9] = 1;  // any slab bounds coordinates
        dop14.high[0] = dop18.high[1] = dop26.high[2] = 1;
    }
}

// ------------------------------------------------------------------------------------ placed DOPs

static void invert(long double m[3][3], long double out[3][3])
{
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++) {
            const int a = (k + 1) % 3, b = (k + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            out[i][k] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
        }
    }
    const long double determinant = m[0][0] * out[0][0] + m[0][1] * out[1][0] + m[0][2] * out[2][0];
    for (int i = 0; i < 9; i++)
        out[i / 3][i % 3] /= determinant;
}

// The map from b's frame to a's.
static measured map_between(const abut_instance* a, const abut_instance* b)
{
    affine pose[2];
    measured d = {.model = b->model};
    long double matrix[3][3], inverse[3][3];
    assert_int_equal(affine_from_pose(&pose[0], &a->pose), ABUT_OK);
    assert_int_equal(affine_from_pose(&pose[1], &b->pose), ABUT_OK);
    for (int i = 0; i < 9; i++)
        matrix[i / 3][i % 3] = (long double)pose[0].matrix[i / 3][i % 3];
    invert(matrix, inverse);
    const frame *fa = &a->model->frame, *fb = &b->model->frame;
    for (int i = 0; i < 3; i++) {
        long double shift = 0;
        for (int k = 0; k < 3; k++) {
            long double column = 0;
            for (int j = 0; j < 3; j++)
                column += inverse[i][j] * (long double)pose[1].matrix[j][k];
            d.matrix[i][k] = ldexpl(column, fb->exponent - fa->exponent);
            shift += d.matrix[i][k] * (long double)fb->origin[k] +
                     ldexpl(inverse[i][k] * ((long double)pose[1].translation[k] -
                                             (long double)pose[0].translation[k]),
                            -fa->exponent);
        }
        d.shift[i] = shift - (long double)fa->origin[i];
    }
    return d;
}

typedef struct tally {
    size_t placed, offsets, narrow;
    size_t shifted,
        below;  // offsets of volumes that were only shifted; those that need their error
    long double root_excess;
} tally;

// An offset of a volume of b, and the error that it was widened by; 0: it was not placed.
static int offset_of(const search* s, const tree* t, const quickcd_constants* c, size_t node,
                     int slab, int is_high, long double out[2])
{
    const size_t half = (size_t)set_of(t)->half;
    const float* own = lows_of(t, (uint32_t)node);
    const double* placed = (const double*)scalar_of(s)->placed + node * 2 * half;
    if (!c->is_shift && scalar_of(s)->stamps[node] != scalar_of(s)->stamp) return 0;
    out[1] = (long double)c->error[slab];
    if (c->is_shift)
        out[0] = (long double)(is_high ? (double)own[half + (size_t)slab] * c->b_scale +
                                             c->shift_high[slab]
                                       : -((double)own[slab] * c->b_scale + c->shift_low[slab]));
    else
        out[0] = (long double)(is_high ? placed[half + (size_t)slab] : -placed[slab]);
    return 1;
}

// Compare what a query has placed with the truth, which errs itself by 2^-60 or so.
static void compare_placed(const abut_query* q, const abut_instance* a, const abut_instance* b,
                           tally* sum)
{
    const search* s = &q->search;
    const tree* t = &b->model->tree;
    const kdop_set* set = set_of(t);
    const measured d = map_between(a, b);
    affine pose[2];
    relative_pose r;
    affine_from_pose(&pose[0], &a->pose);
    affine_from_pose(&pose[1], &b->pose);
    const relative_side a_side = {&pose[0], &a->model->frame},
                        b_side = {&pose[1], &b->model->frame};
    relative_pose_prepare(&r, &a_side, &b_side);
    quickcd_constants c;
    quickcd_prepare(&c, set, &r, t->defect);
    long double* supports = malloc(t->node_count * sizeof *supports);
    assert_non_null(supports);
    for (int i = 0; i < 2 * set->half; i++) {
        const int is_high = i < set->half, own = i % set->half;
        long double g[3];
        for (int k = 0; k < 3; k++)
            g[k] = (is_high ? 1 : -1) * set->direction[own][k];
        find_supports(&d, g, supports);
        const long double far = fabsl(d.shift[0]) + fabsl(d.shift[1]) + fabsl(d.shift[2]);
        for (size_t node = 0; node < t->node_count; node++) {
            long double found[2];
            if (!offset_of(s, t, &c, node, own, is_high, found)) continue;
            const long double truth = supports[node] * (long double)r.a_scale;
            const long double offset = found[0],
                              least = truth - 0x1p-57L * (1 + far) * (long double)r.a_scale;
            assert_true(offset >= least);
            if (c.is_shift) {
                sum->shifted++;
                sum->below += offset - found[1] < least;
                continue;
            }
            sum->offsets++;
            sum->narrow += offset < truth + 1e-3L * (long double)r.b_scale;
            if (node == 0 && t->climb.vertex_count && far < 1e3L && r.b_scale > 0.01 &&
                (offset - truth) / (long double)r.b_scale > sum->root_excess)
                sum->root_excess = (offset - truth) / (long double)r.b_scale;
            if (i == 0) sum->placed++;
        }
    }
    free(supports);
}

static abut_pose any_pose(rng* r)
{
    abut_pose pose = pose_random(r, 0.5);
    const size_t sort = rng_below(r, 7);
    if (sort == 0) pose_mirror(&pose);
    if (sort == 1) pose_to_float(&pose);
    if (sort == 2) pose.scale = 3;
    if (sort == 3) memset(&pose, 0, sizeof pose);
    if (sort == 4) pose.translation[rng_below(r, 3)] += 1e12;  // long double knows it to 10^-7
    return pose;
}

static void placed_offsets_are_never_below_the_true_ones(void** state)
{
    (void)state;
    rng r = {3};
    tally sum = {0};
    abut_query* q = NULL;
    assert_int_equal(abut_query_create(&q, NULL), ABUT_OK);
    for (int i = 0; i < 120; i++) {
        soup_data sa = soup_random(SOUP_GENERIC, 40, rng_next(&r));
        soup_data sb =
            soup_random((soup_sort)(i % SOUP_SORT_COUNT), 1 + rng_below(&r, 60), rng_next(&r));
        abut_tree_build how;
        abut_build o = random_options(&r, &how);
        o.epsilon = how.slender = 0;  // what a node holds shall be known, and nearly touch it
        abut_model *am = soup_build(&sa, &o), *bm = soup_build(&sb, &o);
        for (int k = 0; k < 4; k++) {
            const abut_instance a = {am, any_pose(&r)};
            abut_instance b = {bm, any_pose(&r)};
            if (k == 3) {  // shifted, no more
                memcpy(b.pose.rotation, a.pose.rotation, sizeof b.pose.rotation);
                b.pose.scale = a.pose.scale;
            }
            abut_hits hits;
            float_mode_enter(&float_modes[(i + k) % FLOAT_MODE_COUNT]);
            assert_int_equal(abut_collide(q, &a, &b, NULL, &hits), ABUT_OK);
            float_mode_leave();
            const size_t before = sum.placed;
            compare_placed(q, &a, &b, &sum);
            // Each node once, and only where the search came.
            assert_int_equal(hits.node_updates, sum.placed - before);
            assert_true(k < 3 || !hits.node_updates);
            assert_true(hits.node_updates <= bm->tree.node_count);
        }
        abut_model_free(am);
        abut_model_free(bm);
        soup_free(&sa);
        soup_free(&sb);
    }
    abut_query_free(q);
    printf("placed %zu, offsets %zu, near the truth %zu; hulls exceed it by %.3Lg\n", sum.placed,
           sum.offsets, sum.narrow, sum.root_excess);
    printf("shifted %zu offsets, %zu below the truth without the error\n", sum.shifted, sum.below);
    assert_true(sum.placed > 3000 && sum.narrow > sum.offsets / 50);
    assert_true(sum.shifted > 3000 && sum.below > 100);
    if (hull_available()) assert_true(sum.root_excess > 0 && sum.root_excess < 1e-7L);
}

// ----------------------------------------------------------------------------------------- climbs

static double top_of(const double* points, size_t count, const double g[3])
{
    double best = -HUGE_VAL;
    for (size_t i = 0; i < count; i++) {
        if (dot3(g, points + 3 * i) > best) best = dot3(g, points + 3 * i);
    }
    return best;
}

// A convex polygon of n corners, turned about an axis, and its mirror image: many neighbours at the poles.
static soup_data ball(int rings, int sectors)
{
    soup_data s = soup_separate((size_t)rings * (size_t)sectors * 2);
    const double pi = acos(-1.0);
    double* v = s.vertices;
    for (int i = 0; i < rings; i++) {
        for (int k = 0; k < sectors; k++) {
            static const int corner[6][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
            for (int c = 0; c < 6; c++, v += 3) {
                const double polar = pi * (i + corner[c][0]) / rings;
                const double around = 2 * pi * ((k + corner[c][1]) % sectors) / sectors;
                v[0] = sin(polar) * cos(around);
                v[1] = sin(polar) * sin(around);
                v[2] = cos(polar);
            }
        }
    }
    return s;
}

static void climbs_reach_the_top(void** state)
{
    (void)state;
    if (!hull_available()) return;
    rng r = {4};
    size_t exact = 0, total = 0;
    double excess = 0;
    for (int i = 0; i < 30; i++) {
        soup_data s = i < 28 ? soup_random((soup_sort)(i % SOUP_SORT_COUNT), 200, rng_next(&r))
                             : ball(i == 28 ? 20 : 2, 40);
        const abut_build o = {.method = ABUT_METHOD_QUICKCD18,
                              .tree = &(abut_tree_build){.tumble = ABUT_TUMBLE_HULL}};
        abut_model* m = soup_build(&s, &o);
        const climb* c = &m->tree.climb;
        const size_t count = m->mesh.vertex_count;
        double* points = malloc(count * 24);
        assert_non_null(points);
        for (size_t k = 0; k < count; k++)
            frame_place(&m->frame, m->mesh.vertices + 3 * k, points + 3 * k);
        assert_true(c->vertex_count >= 1 && c->vertex_count <= count);
        uint32_t vertex = (uint32_t)rng_next(&r);
        for (int n = 0; n < 400; n++) {
            double g[3];
            for (int k = 0; k < 3; k++)
                g[k] = n % 3 ? rng_signed(&r) : (double)rng_below(&r, 3) - 1;
            const double top = top_of(points, count, g), size = absolute_sum3(g);
            float_mode_enter(&float_modes[n % FLOAT_MODE_COUNT]);
            const double found = climb_support(c, g, &vertex);
            float_mode_leave();
            assert_true(found + c->error * size >= top);
            assert_true(found <= top + 0x1p-29 * size);
            assert_true(vertex < c->vertex_count);
            if (found - top > excess) excess = found - top;
            exact += dot3(g, c->points + 3 * (size_t)vertex) >= top - 1e-12;
            total++;
        }
        // The DOP of all points is that of their hull (Klosowski 1998, chapter 3).
        for (int k = 0; k < kdop26_set.half; k++) {
            const signed char* d = kdop26_set.direction[k];
            const double g[3] = {d[0], d[1], d[2]};
            assert_true(fabs(top_of(points, count, g) - top_of(c->points, c->vertex_count, g)) <=
                        3 * c->error);
        }
        free(points);
        abut_model_free(m);
        soup_free(&s);
    }
    printf("%zu of %zu climbs end at the top; at most %.3g too high\n", exact, total, excess);
    assert_true(exact > total - total / 100);
}

// Walking down the hull: a top that is proven too low would be found by planes that hold.
static void wrong_planes_are_not_trusted(void** state)
{
    (void)state;
    if (!hull_available()) return;
    soup_data s = ball(12, 24);
    const abut_build o = {.method = ABUT_METHOD_QUICKCD18,
                          .tree = &(abut_tree_build){.tumble = ABUT_TUMBLE_HULL}};
    abut_model* m = soup_build(&s, &o);
    climb* c = &m->tree.climb;
    // Planes that are too far away prove nothing: every vertex is looked at, and the top still found.
    for (size_t i = 0; i < c->facet_count; i++)
        c->planes[i][3] += 1;
    rng r = {5};
    uint32_t vertex = 0;
    for (int n = 0; n < 100; n++) {
        const double g[3] = {rng_signed(&r), rng_signed(&r), rng_signed(&r)};
        const double top = top_of(c->points, c->vertex_count, g);
        const double found = climb_support(c, g, &vertex);
        assert_true(found >= top && found <= top + 1e-12);
    }
    abut_model_free(m);
    soup_free(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(additions_measure_as_directions_do),
        cmocka_unit_test(corners_hold_the_vertices),
        cmocka_unit_test(too_many_corners_become_a_box),
        cmocka_unit_test(checks_find_what_is_broken),
        cmocka_unit_test(placed_offsets_are_never_below_the_true_ones),
        cmocka_unit_test(climbs_reach_the_top),
        cmocka_unit_test(wrong_planes_are_not_trusted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
